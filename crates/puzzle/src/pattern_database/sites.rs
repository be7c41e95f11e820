//! What is being built, so that no two build the same: the second waits for the first.

use super::Supervisor;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use tilescope_search::StopReason;

/// The tables that somebody is building.
pub(crate) struct BuildsInFlight<K> {
    keys: Mutex<Vec<K>>,
    /// Told when one is not built any more.
    changed: Condvar,
}

/// The claim to build a table, until it is dropped.
pub(crate) struct BuildClaim<'a, K: PartialEq> {
    sites: &'a BuildsInFlight<K>,
    key: K,
}

impl<K: PartialEq + Clone> BuildsInFlight<K> {
    pub const fn new() -> Self {
        BuildsInFlight {
            keys: Mutex::new(Vec::new()),
            changed: Condvar::new(),
        }
    }

    /// Claims to build what `key` stands for. If somebody else does, it waits until that one is
    /// done or gives up: then it may be there already, so look again.
    ///
    /// # Errors
    /// If `supervisor` stops it while it waits.
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
                    sites: self,
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
    /// No change of the list is ever half done.
    fn lock(&self) -> MutexGuard<'_, Vec<K>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: PartialEq> Drop for BuildClaim<'_, K> {
    fn drop(&mut self) {
        self.sites.lock().retain(|key| *key != self.key);
        self.sites.changed.notify_all();
    }
}
