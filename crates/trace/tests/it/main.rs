//! The record of a search, against a model that keeps everything.

mod hidden_counts;
mod layout;
mod record;
mod replay;
mod series;
