//! The tables of heuristics: built before they are needed, under the eyes of somebody who may
//! stop it.

use std::any::Any;
use std::sync::Arc;

/// Tables that are there, and stay as long as this is held.
#[derive(Default)]
pub struct Tables {
    n_bytes: u64,
    held: Vec<Arc<dyn Any + Send + Sync>>,
}

impl Tables {
    /// Adds a table of so many bytes.
    pub fn add<T: Any + Send + Sync>(&mut self, table: Arc<T>, n_bytes: u64) {
        self.held.push(table);
        self.n_bytes += n_bytes;
    }

    /// Adds all `others`.
    pub fn append(&mut self, others: Tables) {
        self.held.extend(others.held);
        self.n_bytes += others.n_bytes;
    }

    /// How many bytes they take together.
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes
    }
}
