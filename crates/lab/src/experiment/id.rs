//! Ids: hashes of what defines a run.
//!
//! The hash is SipHash-2-4 with the key 0 of lines `name=value`, so it depends on neither the
//! machine nor the version of the compiler. Names of instances and configurations are not part of it.

use super::RunSettings;
use crate::Job;
use siphasher::sip::SipHasher24;
use std::fmt::{self, Display, Formatter};

/// What a run is known by: a hash of its puzzle, its settings, its limits and its repetition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct RunId(pub u64);

/// A hash of all runs of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fingerprint(pub u64);

impl RunId {
    pub fn of(job: &Job, repetition: u32) -> RunId {
        let settings = serde_json::to_value(RunSettings::new(job)).expect("settings are JSON");
        // Fields in alphabetical order: no order of declaration matters.
        let mut lines = Vec::new();
        for (name, value) in settings.as_object().into_iter().flatten() {
            lines.push(format!("{name}={value}\n"));
        }
        lines.push(format!("repetition={repetition}\n"));
        lines.sort();
        RunId(hash(lines.concat().as_bytes()))
    }

    /// A number that shuffles the runs of an experiment with this seed.
    pub(super) fn rank(self, seed: u64) -> u64 {
        hash(format!("{seed} {self}").as_bytes())
    }
}

impl Fingerprint {
    pub fn of(runs: impl Iterator<Item = RunId>) -> Fingerprint {
        let mut ids: Vec<RunId> = runs.collect();
        ids.sort_unstable();
        let text: String = ids.iter().map(|id| format!("{id}\n")).collect();
        Fingerprint(hash(text.as_bytes()))
    }
}

fn hash(bytes: &[u8]) -> u64 {
    SipHasher24::new().hash(bytes)
}

/// 16 hexadecimal digits.
impl Display for RunId {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// 16 hexadecimal digits.
impl Display for Fingerprint {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
