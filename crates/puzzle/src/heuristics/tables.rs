//! Tables of heuristics, built in advance under supervision.

use std::any::Any;
use std::sync::Arc;

/// Handles of built tables, which keep them in memory.
#[derive(Default)]
pub struct Tables {
    n_bytes: u64,
    held: Vec<Arc<dyn Any + Send + Sync>>,
}

impl Tables {
    /// Adds a table of `n_bytes` bytes.
    pub fn add<T: Any + Send + Sync>(&mut self, table: Arc<T>, n_bytes: u64) {
        self.held.push(table);
        self.n_bytes += n_bytes;
    }

    /// Adds all tables of `others`.
    pub fn append(&mut self, others: Tables) {
        self.held.extend(others.held);
        self.n_bytes += others.n_bytes;
    }

    /// Their total size, in bytes.
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes
    }
}
