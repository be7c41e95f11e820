//! The sizes and heights of subtrees in the records of every algorithm, counted from each node up.

use crate::breakpoint::{a_job, algorithms, whole};
use tilescope_search::SearchDirection;
use tilescope_trace::Subtrees;
use tilescope_trace::subtrees::Extent;

#[test]
fn every_algorithm_has_sizes_and_heights_of_subtrees() {
    for algorithm in algorithms() {
        let (_, trace) = whole(&a_job(algorithm));
        let index = Subtrees::new(&trace);
        let n = trace.n_nodes() as usize;
        let (mut sizes, mut heights) = (vec![0; n], vec![0; n]);
        for node in 0..trace.n_nodes() {
            let above = trace.ancestors(node);
            for above in [node].into_iter().chain(above) {
                assert!(above <= node, "{algorithm}");
                let depth = trace.depth(node) - trace.depth(above);
                sizes[above as usize] += 1;
                heights[above as usize] = depth.max(heights[above as usize]);
            }
        }
        for node in 0..trace.n_nodes() {
            let i = node as usize;
            assert_eq!(index.size(node), sizes[i], "{algorithm}");
            assert_eq!(index.height(node), heights[i], "{algorithm}");
        }
        let whole = Extent::whole(&trace, &index);
        assert_eq!(whole.n_nodes(), trace.n_nodes(), "{algorithm}");
        assert_eq!(whole.n_depths(), trace.max_depth() + 1, "{algorithm}");
        let n_roots = SearchDirection::BOTH
            .into_iter()
            .filter(|it| trace.root(*it).is_some());
        assert_eq!(whole.tops().len(), n_roots.count(), "{algorithm}");
    }
}
