//! The memory of the runs: which records make way for the next run, and what counts against its limit.

use super::{RunEntry, RunId, Runs, records_of};
use tilescope_lab::RunState;

impl Runs {
    /// The memory of all runs' records, in bytes.
    pub fn record_bytes(&self) -> u64 {
        self.entries.iter().map(|entry| entry.record_bytes).sum()
    }

    /// The runs whose records are dropped before another run begins under this memory limit, oldest
    /// first. The others take at most half of the limit, so the new run has at least the other
    /// half.
    pub fn next_dropped(&self, limit: Option<u64>) -> Vec<RunId> {
        // The runs that the next one replaces take their records with them.
        let removed = self.next_removed();
        let kept = self.entries.iter().filter(|entry| Some(entry.id) > removed);
        let mut bytes: u64 = kept.clone().map(|entry| entry.record_bytes).sum();
        let half = limit.unwrap_or(u64::MAX) / 2;
        let is_surplus = |entry: &&RunEntry| {
            let has_ended = entry.run.state() == RunState::Ended;
            let drops = bytes > half && has_ended && entry.run.trace().n_nodes() > 0;
            bytes -= if drops { entry.record_bytes } else { 0 };
            drops
        };
        kept.filter(is_surplus).map(|entry| entry.id).collect()
    }

    /// Drops the records that a run under this memory limit has no room for. Returns a sentence
    /// that says which.
    pub(super) fn make_room(&mut self, limit: Option<u64>) -> Option<String> {
        let dropped = self.next_dropped(limit);
        let is_dropped = |entry: &&mut RunEntry| dropped.contains(&entry.id);
        let entries = self.entries.iter_mut().filter(is_dropped);
        entries.for_each(|entry| {
            entry.run.drop_record();
            entry.record_bytes = entry.run.record_bytes();
        });
        (!dropped.is_empty()).then(|| {
            format!(
                "To make room, {} dropped. The results stay.",
                records_of(&dropped)
            )
        })
    }

    /// The memory of the indices of the records, in bytes.
    pub fn index_bytes(&self) -> u64 {
        self.index_bytes
    }

    /// Says how many bytes the indices of the records take.
    pub fn set_index_bytes(&mut self, n_bytes: u64) {
        self.index_bytes = n_bytes;
    }

    /// Counts what is held beside a run that works against its limit: the indices, the records of the
    /// others, and the searches that go on beside it.
    pub(super) fn share_memory(&self) {
        for working in self.all_working() {
            let is_other = |it: &&RunEntry| it.id != working.id;
            let records = self.entries.iter().filter(is_other);
            let records: u64 = records.map(|it| it.record_bytes).sum();
            // A search that works on needs more at each look, so nothing is taken from a sum of them.
            let searches = self.all_working().filter(is_other);
            let beside: u64 = searches.map(|it| it.run.counts().peak_bytes).sum();
            working
                .run
                .set_other_bytes(records + beside + self.index_bytes);
        }
    }
}
