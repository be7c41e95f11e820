//! Tables that took time to build, kept for the next heuristic that wants them.

use crate::pattern_database::{BuildsInFlight, Supervisor};
use std::sync::{Arc, Mutex, PoisonError};
use tilescope_search::StopReason;

/// The tables that were wanted last, each under what it was made for.
pub struct LruCache<K, T> {
    /// The one that was wanted last at the end.
    tables: Mutex<Vec<(K, Arc<T>)>>,
    builds: BuildsInFlight<K>,
    /// How many are kept.
    capacity: usize,
}

impl<K: PartialEq + Clone, T> LruCache<K, T> {
    pub const fn new(capacity: usize) -> Self {
        LruCache {
            tables: Mutex::new(Vec::new()),
            builds: BuildsInFlight::new(),
            capacity,
        }
    }

    /// The table for `key`, built if it is not there. Who wants a table that is being built waits
    /// for it, unless the supervisor stops that: so none is built twice.
    ///
    /// # Errors
    /// If it cannot be built; then there is none still.
    pub fn get(
        &self,
        key: &K,
        supervisor: &mut dyn Supervisor,
        build: impl FnOnce(&mut dyn Supervisor) -> Result<T, StopReason>,
    ) -> Result<Arc<T>, StopReason> {
        if let Some(table) = self.find(key) {
            return Ok(table);
        }
        let _claim = self.builds.claim(key, supervisor)?;
        if let Some(table) = self.find(key) {
            return Ok(table);
        }
        supervisor.build_started();
        let table = Arc::new(build(supervisor)?);
        self.put(key.clone(), Arc::clone(&table));
        Ok(table)
    }

    fn find(&self, key: &K) -> Option<Arc<T>> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let found = tables.iter().position(|(known, _)| known == key)?;
        let entry = tables.remove(found);
        let table = Arc::clone(&entry.1);
        tables.push(entry);
        Some(table)
    }

    /// What a panic leaves behind is whole: tables are put there when they are built.
    fn put(&self, key: K, table: Arc<T>) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.len() >= self.capacity {
            tables.remove(0);
        }
        tables.push((key, table));
    }
}
