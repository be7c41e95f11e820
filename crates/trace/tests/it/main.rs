//! The record of a search, against a model that keeps everything.

mod census;
mod layout;
mod record;
mod replay;
mod series;
