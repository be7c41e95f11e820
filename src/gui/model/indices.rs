//! The indices of the records: all of them together keep within the memory limit.

use super::Model;

impl Model {
    /// Builds the indices of the active run on. Those of other runs make way for them.
    pub(super) fn poll_indices(&mut self) {
        let records = self.runs.record_bytes();
        let (runs, wake) = (&self.runs, &self.wake);
        let subtrees = self.subtrees.indices().bytes();
        let others = records + self.levels.bytes() + subtrees;
        self.frontiers.poll(runs, wake, others);
        let others = records + self.frontiers.bytes() + subtrees;
        self.levels.poll(runs, wake, others);
        let others = records + self.frontiers.bytes() + self.levels.bytes();
        self.subtrees.poll(runs, wake, others);
        let (frontiers, levels) = (&mut self.frontiers, &mut self.levels);
        let subtrees = self.subtrees.indices();
        let lacks_room = frontiers.lacks_room() || levels.lacks_room() || subtrees.lacks_room();
        if let Some(active) = self.runs.active().filter(|_| lacks_room) {
            frontiers.keep_only(active.id);
            levels.keep_only(active.id);
            subtrees.keep_only(active.id);
        }
        let n_bytes = frontiers.bytes() + levels.bytes() + subtrees.bytes();
        self.runs.set_index_bytes(n_bytes);
    }
}
