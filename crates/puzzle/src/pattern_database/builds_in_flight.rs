//! Builds in flight: concurrent requests for one table share a single build.

use super::Supervisor;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use tilescope_search::StopReason;

/// The keys of the tables being built.
pub(crate) struct BuildsInFlight<K> {
    keys: Mutex<Vec<K>>,
    /// Notified when a build ends.
    changed: Condvar,
}

/// The exclusive right to build a table, released on drop.
pub(crate) struct BuildClaim<'a, K: PartialEq> {
    builds: &'a BuildsInFlight<K>,
    key: K,
}

impl<K: PartialEq + Clone> BuildsInFlight<K> {
    pub const fn new() -> Self {
        BuildsInFlight {
            keys: Mutex::new(Vec::new()),
            changed: Condvar::new(),
        }
    }

    /// Claims the build of `key`. If another thread is building it, waits until that build ends,
    /// successfully or not. The table may exist by then, so look it up again.
    ///
    /// # Errors
    /// If `supervisor` stops the wait.
    pub fn claim(
        &self,
        key: &K,
        supervisor: &mut dyn Supervisor,
    ) -> Result<BuildClaim<'_, K>, StopReason> {
        loop {
            let mut keys = self.lock();
            if !keys.contains(key) {
                keys.push(key.clone());
                return Ok(BuildClaim {
                    builds: self,
                    key: key.clone(),
                });
            }
            drop(keys);
            if !supervisor.wait()? {
                let is_claimed = |keys: &mut Vec<K>| keys.contains(key);
                drop(self.changed.wait_while(self.lock(), is_claimed));
            }
        }
    }
}

impl<K> BuildsInFlight<K> {
    /// The lock is recovered after a panic: the list is consistent between statements.
    fn lock(&self) -> MutexGuard<'_, Vec<K>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: PartialEq> Drop for BuildClaim<'_, K> {
    fn drop(&mut self) {
        self.builds.lock().retain(|key| *key != self.key);
        self.builds.changed.notify_all();
    }
}
