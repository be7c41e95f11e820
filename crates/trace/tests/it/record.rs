//! Traces of hand-written observer calls.

use tilescope_search::{Action, NodeOutcome, Observer, SearchDirection};
use tilescope_trace::{Batch, Iteration, MeetingNodes, NO_NODE, NodeId, Recorder, Status, Trace};

const F: NodeOutcome = NodeOutcome::Frontier;

/// Records a script, and returns the batches and whether the recorder was full.
fn record(most: NodeId, script: impl FnOnce(&mut dyn Observe)) -> (Vec<Batch>, bool) {
    let mut batches = Vec::new();
    let mut recorder = Recorder::new(most, |batch| batches.push(batch));
    script(&mut recorder);
    recorder.flush();
    let is_full = recorder.is_full();
    (batches, is_full)
}

fn trace(script: impl FnOnce(&mut dyn Observe)) -> Trace {
    let mut trace = Trace::default();
    record(NodeId::MAX, script)
        .0
        .iter()
        .for_each(|batch| trace.append(batch));
    trace
}

/// An observer and its owner's `flush`, as the scripts below write them.
trait Observe {
    fn root(&mut self, h: u32) -> NodeId;
    fn child(&mut self, parent: NodeId, action: u8, g: u32, h: u32, outcome: NodeOutcome)
    -> NodeId;
    fn expand(&mut self, node: NodeId);
    fn discard(&mut self, node: NodeId, outcome: NodeOutcome);
    fn iteration(&mut self, bound: u32);
    fn meeting(&mut self, forward: NodeId, backward: NodeId);
    fn flush(&mut self);
}

impl<S: FnMut(Batch)> Observe for Recorder<S> {
    fn root(&mut self, h: u32) -> NodeId {
        Observer::root(self, h)
    }
    fn child(
        &mut self,
        parent: NodeId,
        action: u8,
        g: u32,
        h: u32,
        outcome: NodeOutcome,
    ) -> NodeId {
        self.generated(parent, Action(action), g, h, outcome)
    }
    fn expand(&mut self, node: NodeId) {
        assert_eq!(Observer::expand(self, node), Ok(()));
    }
    fn discard(&mut self, node: NodeId, outcome: NodeOutcome) {
        Observer::discard(self, node, outcome);
    }
    fn iteration(&mut self, bound: u32) {
        Observer::iteration(self, bound);
    }
    fn meeting(&mut self, forward: NodeId, backward: NodeId) {
        Observer::meeting(self, forward, backward);
    }
    fn flush(&mut self) {
        Recorder::flush(self);
    }
}

/// The statuses of all nodes at `t`, a letter each.
fn letters(trace: &Trace, t: u32) -> String {
    (0..trace.n_nodes())
        .map(|node| match trace.status(node, t) {
            Status::NotGenerated => '.',
            Status::Frontier => 'f',
            Status::Expanded => 'e',
            Status::Discarded(NodeOutcome::Duplicate) => 'd',
            Status::Discarded(_) => 'x',
            Status::Goal => 'G',
            Status::Meeting => 'M',
        })
        .collect()
}

/// Root 0 with children 1, 2, 3; then 2 with child 4, a duplicate, and 5; 1 is discarded;
/// then 5 is selected and is the goal.
fn small() -> Trace {
    let mut trace = trace(|o| {
        o.root(9);
        o.expand(0);
        o.child(0, 0, 1, 8, F);
        o.child(0, 2, 1, 7, F);
        o.child(0, 3, 300, 70_000, NodeOutcome::Cut);
        o.expand(2);
        o.child(2, 1, 2, 9, NodeOutcome::Duplicate);
        o.flush();
        o.child(2, 254, 2, 0, F);
        o.discard(1, NodeOutcome::Duplicate);
    });
    trace.set_goal(Some(5));
    trace
}

#[test]
fn a_status_is_exact_at_every_moment() {
    let trace = small();
    assert_eq!(letters(&trace, 0), "f.....");
    assert_eq!(letters(&trace, 1), "effx..");
    assert_eq!(letters(&trace, 2), "edexdG");
    assert_eq!(letters(&trace, 3), letters(&trace, 2));
    assert_eq!([0, 1, 2].map(|t| trace.n_generated(t)), [1, 4, 6]);
    assert_eq!([0, 1, 2].map(|t| trace.frontier_size(t)), [1, 2, 0]);
    assert_eq!(trace.frontier(1).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(trace.status(6, 2), Status::NotGenerated);
}

#[test]
fn columns_return_what_was_recorded() {
    let trace = small();
    assert_eq!(trace.parent(0), None);
    assert_eq!(trace.action(0), None);
    let told = |node| (trace.action(node).unwrap().0, trace.g(node), trace.h(node));
    assert_eq!(told(1), (0, 1, 8));
    assert_eq!(told(3), (3, 300, 70_000));
    assert_eq!(told(5), (254, 2, 0));
    assert_eq!((trace.outcome(3), trace.outcome(1)), (NodeOutcome::Cut, F));
    assert_eq!(trace.depth(5), 2);
    assert_eq!((trace.max_depth(), trace.levels()), (2, &[1, 3, 2][..]));
    assert_eq!(
        [0, 1, 3, 4, 5].map(|node| trace.generated_at(node)),
        [0, 1, 1, 2, 2]
    );
    assert_eq!((trace.generated_in(0), trace.generated_in(2)), (0..1, 4..6));
    assert_eq!(
        [0, 1, 2].map(|n| trace.expanded_at(n)),
        [Some(1), None, Some(2)]
    );
    assert_eq!(trace.expansion_number(2), Some(1));
    assert_eq!(
        [0, 1, 2, 3].map(|t| trace.expanded_node(t)),
        [None, Some(0), Some(2), None]
    );
    assert_eq!(trace.discarded_at(1), Some((2, NodeOutcome::Duplicate)));
    assert_eq!(trace.discarded_at(3), Some((1, NodeOutcome::Cut)));
    assert_eq!(trace.discarded_at(2), None);
}

#[test]
fn the_tree_is_traversed_in_order_of_generation() {
    let trace = small();
    assert_eq!(trace.children(0).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(trace.children(2).collect::<Vec<_>>(), [4, 5]);
    assert_eq!(trace.children(1).count(), 0);
    assert_eq!(
        (trace.first_child(0), trace.last_child(0)),
        (Some(1), Some(3))
    );
    assert_eq!(
        (trace.next_sibling(1), trace.next_sibling(3)),
        (Some(2), None)
    );
    assert_eq!(
        (trace.previous_sibling(1), trace.previous_sibling(3)),
        (None, Some(2))
    );
    assert_eq!(
        (trace.next_sibling(0), trace.previous_sibling(0)),
        (None, None)
    );
    assert_eq!(trace.path(5), [0, 2, 5]);
    assert!(trace.path(77).is_empty());
    assert!(trace.is_ancestor(0, 5) && trace.is_ancestor(2, 5));
    assert!(!trace.is_ancestor(1, 5) && !trace.is_ancestor(5, 5));
}

#[test]
fn a_goal_recognised_when_generated_stays_a_goal() {
    let trace = trace(|o| {
        o.root(1);
        o.expand(0);
        o.child(0, 0, 1, 0, NodeOutcome::Goal);
    });
    assert_eq!(letters(&trace, 0), "f.");
    assert_eq!(letters(&trace, 1), "eG");
    assert_eq!(trace.frontier_size(1), 0);
}

/// Iterative deepening, lazily: the children of a node are generated between other nodes.
#[test]
fn iterations_have_their_own_nodes_and_share_the_root() {
    let trace = trace(|o| {
        o.iteration(3);
        o.root(3);
        o.expand(0);
        o.child(0, 0, 1, 4, NodeOutcome::Cut);
        o.child(0, 1, 1, 4, NodeOutcome::Cut);
        o.iteration(5);
        o.expand(0);
        o.child(0, 0, 1, 4, F);
        o.expand(3);
        o.child(3, 0, 2, 4, NodeOutcome::Cut);
        o.child(0, 1, 1, 4, F);
        o.expand(5);
    });
    assert_eq!(trace.n_iterations(), 2);
    let first = Iteration {
        number: 0,
        bound: 3,
        moments: 0..=1,
        nodes: 1..3,
    };
    let second = Iteration {
        number: 1,
        bound: 5,
        moments: 2..=4,
        nodes: 3..6,
    };
    assert_eq!(trace.iteration(0), Some(first.clone()));
    assert_eq!(trace.iteration(1), Some(first));
    assert_eq!(trace.iteration(2), Some(second.clone()));
    assert_eq!(trace.iteration(4), Some(second));
    assert_eq!(trace.children(0).collect::<Vec<_>>(), [1, 2, 3, 5]);
    assert_eq!(trace.expanded_at(0), Some(1));
    assert_eq!(trace.expanded_node(2), Some(0));
    assert_eq!(letters(&trace, 2), "exxf..");
    assert_eq!(
        [0, 1, 2, 3, 4].map(|t| trace.frontier_size(t)),
        [1, 0, 1, 1, 0]
    );
    assert_eq!(small().iteration(1), None);
}

/// From both ends: 0 has the children 2 and 3; 1, the goal, has 4, whose state is that of 2,
/// and 5; then 5 has 6, whose state is that of 3, on a cheaper path.
fn two_trees() -> Trace {
    trace(|o| {
        assert_eq!((o.root(4), o.root(4)), (0, 1));
        o.expand(0);
        o.child(0, 3, 1, 3, F);
        o.child(0, 0, 1, 5, F);
        o.expand(1);
        o.child(1, 2, 9, 3, F);
        o.meeting(2, 4);
        o.flush();
        o.child(1, 1, 1, 3, F);
        o.expand(5);
        o.child(5, 254, 2, 2, F);
        o.meeting(3, 6);
    })
}

#[test]
fn two_trees_grow_from_two_roots() {
    let trace = two_trees();
    let ends: Vec<_> = (0..7).map(|node| trace.direction(node)).collect();
    let (start, goal) = (SearchDirection::Forward, SearchDirection::Backward);
    assert_eq!(ends, [start, goal, start, start, goal, goal, goal]);
    assert_eq!([start, goal].map(|end| trace.root(end)), [Some(0), Some(1)]);
    assert_eq!((trace.parent(1), trace.action(1)), (None, None));
    assert_eq!(trace.action(6), Some(Action(254)));
    assert_eq!(trace.children(1).collect::<Vec<_>>(), [4, 5]);
    assert_eq!((trace.path(6), trace.depth(6)), (vec![1, 5, 6], 2));
    assert_eq!(trace.levels(), [2, 4, 1], "of both trees");
    assert_eq!([0, 1, 2, 3].map(|t| trace.n_generated(t)), [2, 4, 6, 7]);
    assert_eq!(small().root(goal), None);
}

#[test]
fn two_trees_meet_on_the_path_that_the_search_ends_with() {
    let mut trace = two_trees();
    assert_eq!(
        (letters(&trace, 3), trace.frontier_size(3)),
        ("eefffef".into(), 4)
    );
    assert_eq!((trace.meeting(), trace.solution()), (None, vec![]));
    trace.set_goal(Some(3));
    let meeting = MeetingNodes {
        at: 3,
        forward: 3,
        backward: 6,
    };
    assert_eq!(trace.meeting(), Some(meeting));
    assert_eq!(trace.solution(), [0, 3, 5, 1]);
    assert_eq!(letters(&trace, 2), "eeffff.", "not before the end");
    assert_eq!(
        (letters(&trace, 3), trace.frontier_size(3)),
        ("eefMfeM".into(), 2)
    );
    // A trace that was cut before the meeting has none.
    trace.set_goal(Some(2));
    assert_eq!((trace.meeting(), trace.solution()), (None, vec![0, 2]));
}

#[test]
fn a_full_recorder_records_nothing_more() {
    let (batches, is_full) = record(3, |o| {
        assert_eq!(o.root(1), 0);
        o.expand(0);
        assert_eq!(o.child(0, 0, 1, 1, F), 1);
        assert_eq!(o.child(0, 1, 1, 1, F), 2);
        o.expand(1);
        let beyond = o.child(1, 1, 2, 1, F);
        assert_eq!(beyond, NO_NODE);
        o.expand(beyond);
        assert_eq!(o.child(beyond, 1, 3, 1, F), NO_NODE);
        o.discard(beyond, NodeOutcome::Cut);
        o.discard(2, NodeOutcome::Cut);
        o.meeting(0, 1);
        o.iteration(7);
        o.expand(2);
    });
    assert!(is_full);
    let mut trace = Trace::default();
    batches.iter().for_each(|batch| trace.append(batch));
    trace.set_goal(Some(NO_NODE));
    assert_eq!((trace.n_nodes(), trace.n_expanded()), (3, 2));
    assert_eq!(letters(&trace, 2), "eef");
    assert_eq!((trace.n_iterations(), trace.goal()), (0, None));
}

#[test]
fn a_recorder_that_dropped_nothing_is_not_full() {
    let (_, is_full) = record(2, |o| {
        o.root(1);
        o.expand(0);
        o.child(0, 0, 1, 0, F);
    });
    assert!(!is_full);
}

#[test]
fn an_empty_recorder_emits_nothing() {
    let (batches, is_full) = record(0, |o| {
        assert_eq!(o.root(1), NO_NODE);
        o.expand(NO_NODE);
    });
    assert!(batches.is_empty() && is_full);
    let trace = Trace::default();
    assert_eq!(
        (trace.n_nodes(), trace.n_generated(0), trace.max_depth()),
        (0, 0, 0)
    );
    assert_eq!(trace.status(0, 0), Status::NotGenerated);
    assert_eq!((trace.frontier_size(0), trace.iteration(0)), (0, None));
}

#[test]
fn batches_are_emitted_when_full_and_on_flush_and_the_first_are_short() {
    let full = Recorder::<fn(Batch)>::BATCH_LEN;
    let (batches, _) = record(NodeId::MAX, |o| {
        o.flush();
        o.root(0);
        o.flush();
        o.flush();
        for _ in 0..=full {
            o.child(0, 0, 1, 0, F);
        }
        (0..full + 1).for_each(|_| o.expand(0));
    });
    let sizes: Vec<_> = batches
        .iter()
        .map(|batch| (batch.parent.len(), batch.expanded.len()))
        .collect();
    let [first, between @ .., before_last, last] = &sizes[..] else {
        panic!("{sizes:?}");
    };
    assert_eq!((*first, before_last.1, *last), ((1, 0), full, (0, 1)));
    let mut n_before = 1;
    for (nodes, expansions) in between {
        assert_eq!(*expansions, 0);
        assert!(*nodes >= n_before && *nodes <= full, "{sizes:?}");
        n_before += nodes;
    }
    assert!(between.len() > 2, "{sizes:?}");
    assert_eq!(n_before + before_last.0, full + 2);
}
