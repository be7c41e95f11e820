//! Cores: a thread that measures time stays on one, and no other such thread uses it.
//!
//! On Linux a core is claimed by a socket with an abstract name, of which there is one for each core
//! of the machine. So processes that know nothing of each other choose different cores, and the
//! system frees the core of a process that is killed.

#[cfg(target_os = "linux")]
pub use linux::Pinning;

#[cfg(not(target_os = "linux"))]
pub use elsewhere::Pinning;

#[cfg(target_os = "linux")]
mod linux {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixListener};

    /// The core of a thread. It is free again when this is dropped.
    pub struct Pinning {
        /// The cores that the thread may use otherwise.
        allowed: CpuSet,
        core: Option<usize>,
        _claim: Option<UnixListener>,
    }

    impl Pinning {
        /// Claims a free core of those that this thread may use, if there is one.
        pub fn claim() -> Pinning {
            let allowed = sched_getaffinity(None).unwrap_or_default();
            let cores = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core));
            let claimed = cores
                .filter_map(|core| {
                    let name = format!("tilescope-core-{core}");
                    let address = SocketAddr::from_abstract_name(name).ok()?;
                    Some((core, UnixListener::bind_addr(&address).ok()?))
                })
                .next();
            let (core, claim) = claimed.unzip();
            Pinning {
                allowed,
                core,
                _claim: claim,
            }
        }

        /// Whether there was no free core.
        pub fn is_missing(&self) -> bool {
            self.core.is_none()
        }

        /// Pins this thread to its core, or lets it use all again; returns the core.
        pub fn set(&self, is_pinned: bool) -> Option<usize> {
            let mut one = CpuSet::new();
            let core = self.core.filter(|_| is_pinned);
            if let Some(core) = core {
                one.set(core);
            }
            let cores = if core.is_some() { &one } else { &self.allowed };
            let is_set = sched_setaffinity(None, cores).is_ok();
            core.filter(|_| is_set)
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    /// No core: the system moves threads as it likes.
    pub struct Pinning;

    impl Pinning {
        pub fn claim() -> Pinning {
            Pinning
        }

        /// Nothing is claimed here, so nothing is missing.
        pub fn is_missing(&self) -> bool {
            false
        }

        pub fn set(&self, _: bool) -> Option<usize> {
            None
        }
    }
}
