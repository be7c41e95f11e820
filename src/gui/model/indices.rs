//! The indices of the records: all of them together keep within the memory limit.

use super::Model;
use crate::gui::runs::RunId;

impl Model {
    /// Builds the indices of the active run on, and those of the runs that are compared. Those of other
    /// runs make way for them.
    pub(super) fn poll_indices(&mut self) {
        let records = self.runs.record_bytes();
        let (runs, wake) = (&self.runs, &self.wake);
        let active: Vec<RunId> = runs.active().map(|entry| entry.id).into_iter().collect();
        let compared = self.comparisons.shown();
        let shown = [active.as_slice(), compared].concat();
        let subtrees = self.subtrees.indices().bytes();
        let originals = self.originals.bytes();
        let others = records + self.levels.bytes() + subtrees + originals;
        self.frontiers.poll(runs, &shown, wake, others);
        let others = records + self.frontiers.bytes() + subtrees + originals;
        self.levels.poll(runs, &active, wake, others);
        let others = records + self.frontiers.bytes() + self.levels.bytes();
        self.subtrees.poll(runs, compared, wake, others + originals);
        let others = others + self.subtrees.indices().bytes();
        self.originals.poll(runs, &shown, wake, others);
        let (frontiers, levels) = (&mut self.frontiers, &mut self.levels);
        let (subtrees, originals) = (self.subtrees.indices(), &mut self.originals);
        let lacks_room = frontiers.lacks_room() || levels.lacks_room() || subtrees.lacks_room();
        let kept = match lacks_room {
            true => active.as_slice(),
            false => shown.as_slice(),
        };
        if lacks_room || originals.lacks_room() {
            frontiers.keep_only(kept);
            levels.keep_only(kept);
            subtrees.keep_only(kept);
            originals.keep_only(kept);
        }
        let n_bytes = frontiers.bytes() + levels.bytes() + subtrees.bytes() + originals.bytes();
        self.runs.set_index_bytes(n_bytes);
    }
}
