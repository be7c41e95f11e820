//! A cache of tables: the most recently used ones, built on demand.

use crate::pattern_database::{BuildsInFlight, Supervisor};
use std::sync::{Arc, Mutex, PoisonError};
use tilescope_search::StopReason;

/// The most recently used tables, by key.
pub struct LruCache<K, T> {
    /// The most recently used one last.
    tables: Mutex<Vec<(K, Arc<T>)>>,
    builds: BuildsInFlight<K>,
    /// The maximum number of tables.
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

    /// The table for `key`, built if it is not cached. Concurrent requests for one key share a
    /// single build.
    ///
    /// # Errors
    /// If the build fails or is stopped.
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

    /// The lock may be recovered after a panic: only complete tables are inserted.
    fn put(&self, key: K, table: Arc<T>) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.len() >= self.capacity {
            tables.remove(0);
        }
        tables.push((key, table));
    }
}
