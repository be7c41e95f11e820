//! Hidden counts compared with a recount of the whole tree, at every stage of a growing trace.

use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use tilescope_search::NodeOutcome;
use tilescope_trace::{Batch, Fold, HiddenCounts, Layout, NO_NODE, NodeId, Trace};

/// A tree with iterations: where each begins, and the parent of every node but the root.
/// The parent of a node is the root or a node of its own iteration.
#[derive(Clone, Debug)]
struct Grown {
    starts: Vec<NodeId>,
    parents: Vec<NodeId>,
}

impl Grown {
    /// The iteration of the last node below `end`, and its nodes below `end`.
    fn iteration(&self, end: NodeId) -> std::ops::Range<NodeId> {
        let start = self.starts.iter().rev().find(|&&start| start < end);
        start.copied().unwrap_or(1)..end
    }
}

fn grown() -> impl Strategy<Value = Grown> {
    let picks = prop::collection::vec(any::<u32>(), 1..400);
    let starts = prop::collection::btree_set(2..400u32, 0..4);
    let reach = prop_oneof![1..4u32, 1..40u32, 1..300u32];
    (picks, starts, reach).prop_map(|(picks, starts, reach)| {
        let starts: Vec<_> = [1].into_iter().chain(starts).collect();
        let parents = (1u32..).zip(picks).map(|(node, pick)| {
            let start = starts.iter().rfind(|&&start| start <= node);
            // One of the latest nodes; the root instead of a node of an earlier iteration.
            let parent = node - 1 - pick % reach.min(node);
            if Some(&parent) >= start { parent } else { 0 }
        });
        Grown {
            parents: parents.collect(),
            starts: starts.clone(),
        }
    })
}

/// What happens between two checks of the counts.
#[derive(Clone, Debug)]
enum Event {
    /// More nodes arrive, with or without a new layout.
    Grow(usize, bool),
    /// Some nodes are counted.
    Count(NodeId),
    Budget(usize),
    /// A node is folded or unfolded by hand.
    Toggle(u32, bool),
    Keep(u32),
    /// The iteration that contains this node is shown.
    Turn(u32),
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        (1..90usize, any::<bool>()).prop_map(|(n, is_laid_out)| Event::Grow(n, is_laid_out)),
        (0..120u32).prop_map(Event::Count),
        (1..200usize).prop_map(Event::Budget),
        (0..400u32, any::<bool>()).prop_map(|(node, folded)| Event::Toggle(node, folded)),
        (0..400u32).prop_map(Event::Keep),
        (0..400u32).prop_map(Event::Turn),
    ]
}

fn append(trace: &mut Trace, parents: &[NodeId]) {
    let n = parents.len();
    trace.append(&Batch {
        parent: parents.to_vec(),
        action: vec![0; n],
        outcome: vec![NodeOutcome::Frontier; n],
        g: vec![0; n],
        h: vec![0; n],
        ..Batch::default()
    });
}

/// Compares the counts with a recount of the nodes of `counted`; all are counted if it is
/// complete.
fn check(trace: &Trace, layout: &Layout, counts: &HiddenCounts, nodes: std::ops::Range<NodeId>) {
    let places = layout.rows().places();
    let shown: HashSet<_> = places.iter().map(|place| place.node).collect();
    let mut recount: HashMap<NodeId, NodeId> = HashMap::new();
    let mut n_counted = 0;
    for node in nodes {
        let mut stands = node;
        while !shown.contains(&stands) {
            stands = trace.parent(stands).expect("the root is shown");
        }
        match counts.visible_ancestor(node) {
            Some(found) => assert_eq!(found, stands, "{node} counts elsewhere"),
            None => assert!(!counts.is_complete(), "{node} is left out"),
        }
        if counts.visible_ancestor(node).is_some() {
            n_counted += 1;
            *recount.entry(stands).or_default() += NodeId::from(stands != node);
        }
    }
    for place in places {
        let expected = recount.get(&place.node).copied().unwrap_or(0);
        assert_eq!(counts.n_hidden(place.node), expected, "{place:?}");
        assert!(!counts.is_complete() || place.is_folded == (expected > 0));
    }
    assert!(counts.is_complete() || n_counted < trace.n_nodes());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn hidden_counts_match_a_recount(
        mut grown in grown(),
        has_two_roots in any::<bool>(),
        budget in 1..100usize,
        events in prop::collection::vec(event(), 1..30),
    ) {
        if has_two_roots {
            // A search from both ends has no iterations.
            grown.starts.truncate(1);
            grown.parents[0] = NO_NODE;
        }
        let mut trace = Trace::default();
        append(&mut trace, &[NO_NODE]);
        let mut parents = &grown.parents[..];
        let mut counts = HiddenCounts::default();
        let mut fold = Fold::new(1..1, budget);
        let mut follows = true;
        for event in events {
            let mut is_laid_out = true;
            match event {
                Event::Grow(n, anew) => {
                    let (now, later) = parents.split_at(n.min(parents.len()));
                    append(&mut trace, now);
                    parents = later;
                    is_laid_out = anew;
                }
                Event::Count(n) => {
                    counts.advance(&trace, fold.nodes.end, n);
                    is_laid_out = false;
                }
                Event::Budget(n) => fold.budget = n,
                Event::Toggle(node, folded) => _ = fold.by_hand.insert(node, folded),
                Event::Keep(node) => fold.keep = vec![node],
                Event::Turn(node) => {
                    let node = node.min(trace.n_nodes());
                    follows = node == trace.n_nodes();
                    let end = grown.starts.iter().find(|&&start| start > node);
                    let end = end.map_or(trace.n_nodes(), |&end| end.min(trace.n_nodes()));
                    fold.nodes = grown.iteration(end);
                }
            }
            if follows {
                fold.nodes = grown.iteration(trace.n_nodes());
            }
            if !is_laid_out {
                continue;
            }
            let layout = Layout::new(&trace, &fold);
            counts.set_unfolding(&trace, layout.unfolding());
            check(&trace, &layout, &counts, fold.nodes.clone());
            let mut watched = counts.clone();
            watched.advance(&trace, fold.nodes.end, 60);
            check(&trace, &layout, &watched, fold.nodes.clone());
            watched.advance(&trace, fold.nodes.end, NodeId::MAX);
            assert!(watched.is_complete());
            check(&trace, &layout, &watched, fold.nodes.clone());
        }
    }
}

/// The essential property: folding needs no recount.
#[test]
fn folding_needs_no_recount() {
    let parents: Vec<_> = (1..1023).map(|node| (node - 1) / 2).collect();
    let mut trace = Trace::default();
    append(&mut trace, &[&[NO_NODE], &parents[..]].concat());
    let mut counts = HiddenCounts::default();
    for budget in [600, 200, 60, 3, 1] {
        let layout = Layout::new(&trace, &Fold::new(0..1023, budget));
        counts.set_unfolding(&trace, layout.unfolding());
        counts.advance(&trace, 1023, 1022 / 2);
        counts.advance(&trace, 1023, if budget == 600 { 1022 } else { 0 });
        assert!(counts.is_complete());
        check(&trace, &layout, &counts, 1..1023);
    }
    assert_eq!(counts.n_hidden(0), 1022);
}

#[test]
fn unfolding_recounts_only_newly_visible_nodes() {
    let parents: Vec<_> = (1..1023).map(|node| (node - 1) / 2).collect();
    let mut trace = Trace::default();
    append(&mut trace, &[&[NO_NODE], &parents[..]].concat());
    let mut counts = HiddenCounts::default();
    let mut fold = Fold::new(0..1023, 40);
    let lay_out = |counts: &mut HiddenCounts, fold: &Fold| {
        let layout = Layout::new(&trace, fold);
        counts.set_unfolding(&trace, layout.unfolding());
        layout
    };
    lay_out(&mut counts, &fold);
    counts.advance(&trace, 1023, 1022);
    assert_eq!([15, 16].map(|node| counts.n_hidden(node)), [62, 62]);
    fold.by_hand.insert(15, false);
    let layout = lay_out(&mut counts, &fold);
    assert!(!counts.is_complete());
    counts.advance(&trace, 1023, 40);
    assert_eq!(counts.n_hidden(16), 62);
    counts.advance(&trace, 1023, 22);
    assert!(counts.is_complete());
    check(&trace, &layout, &counts, 1..1023);
    fold.by_hand.clear();
    lay_out(&mut counts, &fold);
    assert!(counts.is_complete());
    assert_eq!(counts.n_hidden(15), 62);
}

#[test]
fn an_empty_trace_has_no_counts() {
    let trace = Trace::default();
    let mut counts = HiddenCounts::default();
    counts.set_unfolding(&trace, Layout::new(&trace, &Fold::new(0..9, 9)).unfolding());
    counts.advance(&trace, 9, 9);
    assert!(counts.is_complete());
    assert_eq!((counts.visible_ancestor(0), counts.n_hidden(0)), (None, 0));
}
