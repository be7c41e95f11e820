//! Tables that took time to build, kept for the next heuristic that wants them.

use std::sync::{Arc, Mutex, PoisonError};

/// The tables that were wanted last, each under what it was made for.
pub struct Shelf<K, T> {
    /// The one that was wanted last at the end.
    tables: Mutex<Vec<(K, Arc<T>)>>,
    /// How many are kept.
    most: usize,
}

impl<K: PartialEq, T> Shelf<K, T> {
    pub const fn new(most: usize) -> Self {
        Shelf {
            tables: Mutex::new(Vec::new()),
            most,
        }
    }

    /// The table for `key`, built if it is not there. Who wants a table while another one
    /// is being built waits: so none is built twice.
    ///
    /// # Errors
    /// If it cannot be built; then there is none still.
    pub fn get<E>(&self, key: K, build: impl FnOnce(&K) -> Result<T, E>) -> Result<Arc<T>, E> {
        // What a panic leaves behind is whole: tables are pushed when they are built.
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = match tables.iter().position(|(known, _)| *known == key) {
            Some(i) => tables.remove(i),
            None => {
                let table = Arc::new(build(&key)?);
                (key, table)
            }
        };
        let table = Arc::clone(&entry.1);
        if tables.len() >= self.most {
            tables.remove(0);
        }
        tables.push(entry);
        Ok(table)
    }
}
