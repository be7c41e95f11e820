//! Traces of searches, compared with a model that stores everything.

mod codec;
mod frontier;
mod hidden_counts;
mod layout;
mod levels;
mod record;
mod replay;
mod series;
mod subtrees;
