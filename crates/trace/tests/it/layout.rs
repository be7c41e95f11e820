//! Properties of tidy trees, for random trees and search trees.

use proptest::prelude::*;
use std::collections::HashMap;
use tilescope_search::{NodeOutcome, SearchDirection};
use tilescope_trace::{Batch, Fold, HiddenCounts, Layout, NO_NODE, NodeId, NodePosition, Trace};

/// The tree in which node `i + 1` has the parent `parents[i]`.
fn tree(parents: &[NodeId]) -> Trace {
    let n = parents.len() + 1;
    let batch = Batch {
        parent: [&[NO_NODE], parents].concat(),
        action: vec![0; n],
        outcome: vec![NodeOutcome::Frontier; n],
        g: vec![0; n],
        h: vec![0; n],
        ..Batch::default()
    };
    let mut trace = Trace::default();
    trace.append(&batch);
    trace
}

fn whole(trace: &Trace) -> Layout {
    Layout::new(trace, &Fold::new(0..trace.n_nodes(), usize::MAX))
}

/// The places of a layout, and how many nodes are folded into each.
fn folded(trace: &Trace, fold: &Fold) -> Vec<(NodePosition, NodeId)> {
    let layout = Layout::new(trace, fold);
    let mut counts = HiddenCounts::default();
    counts.set_unfolding(trace, layout.unfolding());
    counts.advance(trace, fold.nodes.end, NodeId::MAX);
    let places = layout.rows().places().iter();
    places
        .map(|&place| (place, counts.n_hidden(place.node)))
        .collect()
}

fn xs(layout: &Layout, depth: usize) -> Vec<f32> {
    layout.rows()[depth].iter().map(|place| place.x).collect()
}

/// Trees from bushes to chains: each node's parent is one of the last `reach` nodes.
fn parents() -> impl Strategy<Value = Vec<NodeId>> {
    let picks = prop::collection::vec(any::<u32>(), 0..300);
    (picks, prop_oneof![1..4u32, 1..40u32, 1..300u32]).prop_map(|(picks, reach)| {
        (1..)
            .zip(picks)
            .map(|(node, pick): (u32, u32)| node - 1 - pick % reach.min(node))
            .collect()
    })
}

/// Layouts are as narrow as possible: the outer children of every node are exactly as far apart as
/// necessary if each subtree goes as far left as its predecessors allow.
fn check_width(layout: &Layout) {
    let rows = layout.rows();
    // For each place of the row below the one at hand: the outline of its subtree, the
    // least and greatest x of each row from its own down.
    let mut below: Vec<Vec<(f32, f32)>> = Vec::new();
    for depth in (0..rows.len()).rev() {
        let outline = |(index, place): (usize, &NodePosition)| {
            let children = layout.children(depth, index);
            let mut packed: Vec<(f32, f32)> = Vec::new();
            let mut moved = 0.0;
            for subtree in &below[children] {
                let overlap = |(left, right): (&(f32, f32), &(f32, f32))| left.1 + 1.0 - right.0;
                let gaps = packed.iter().zip(subtree).map(overlap);
                moved = gaps.reduce(f32::max).unwrap_or(0.0);
                for (i, &(least, greatest)) in subtree.iter().enumerate() {
                    let (least, greatest) = (least + moved, greatest + moved);
                    match packed.get_mut(i) {
                        Some(row) => row.1 = greatest,
                        None => packed.push((least, greatest)),
                    }
                }
                assert!(moved < 1e-3, "too close by {moved} below {place:?}");
            }
            assert!(moved.abs() < 1e-3, "wasted {moved} below {place:?}");
            let children = &below[layout.children(depth, index)];
            let n_rows = children.iter().map(Vec::len).max().unwrap_or(0);
            let rows = (0..n_rows).map(|i| {
                let rows = children.iter().filter_map(|subtree| subtree.get(i));
                rows.fold((f32::MAX, f32::MIN), |(least, greatest), row| {
                    (least.min(row.0), greatest.max(row.1))
                })
            });
            [(place.x, place.x)].into_iter().chain(rows).collect()
        };
        below = rows[depth].iter().enumerate().map(outline).collect();
    }
}

/// The properties of every layout; returns how many nodes it shows.
fn check(trace: &Trace, fold: &Fold) -> usize {
    let layout = Layout::new(trace, fold);
    let rows = layout.rows();
    assert_eq!((rows[0].len(), rows[0][0].x), (1, 0.0));
    let mut n_shown = 0;
    let mut n_folded = 0;
    for (depth, row) in rows.iter().enumerate() {
        assert!(!row.is_empty());
        n_shown += row.len();
        for pair in row.windows(2) {
            assert!(pair[1].x - pair[0].x >= 1.0 - 1e-3, "too close: {pair:?}");
            assert!(pair[0].parent <= pair[1].parent, "crossed: {pair:?}");
            if pair[0].parent == pair[1].parent {
                assert!(pair[0].node < pair[1].node, "not in order of birth");
            }
        }
        for (index, place) in row.iter().enumerate() {
            assert_eq!(trace.depth(place.node) as usize, depth);
            if depth > 0 {
                let parent = rows[depth - 1][place.parent as usize];
                assert_eq!(trace.parent(place.node), Some(parent.node));
                assert!(!parent.is_folded);
            }
            let children = layout.children(depth, index);
            if let Some(row) = rows.get(depth + 1)
                && !children.is_empty()
            {
                let middle = (row[children.start].x + row[children.end - 1].x) / 2.0;
                assert!((place.x - middle).abs() < 1e-3, "not centred: {place:?}");
                let in_range = |node: &NodeId| fold.nodes.contains(node);
                assert!(
                    row[children]
                        .iter()
                        .map(|child| child.node)
                        .eq(trace.children(place.node).filter(in_range)),
                    "some children, but not all"
                );
            }
            assert_eq!(layout.position(trace, place.node), Some((depth, index)));
            let (least, greatest) = layout.extent();
            assert!((least..=greatest).contains(&place.x));
        }
    }
    for (place, n) in folded(trace, fold) {
        assert_eq!(place.is_folded, n > 0);
        n_folded += n as usize;
    }
    let nodes = fold.nodes.start.max(1)..fold.nodes.end;
    assert_eq!(n_shown + n_folded, nodes.len() + 1);
    assert_eq!(rows.places().len(), n_shown);
    check_width(&layout);
    for node in nodes {
        let (_, place) = layout.find(trace, node).expect("every node is somewhere");
        assert!(place.node == node || place.is_folded && trace.is_ancestor(place.node, node));
    }
    n_shown
}

proptest! {
    #[test]
    fn a_whole_tree_is_tidy(parents in parents()) {
        let trace = tree(&parents);
        prop_assert_eq!(check(&trace, &Fold::new(0..trace.n_nodes(), usize::MAX)), parents.len() + 1);
    }

    #[test]
    fn what_is_folded_is_counted(
        parents in parents(),
        budget in 1..200usize,
        end in 1..301u32,
        by_hand in prop::collection::hash_map(0..300u32, any::<bool>(), 0..6),
        keep in prop::collection::vec(0..300u32, 0..3),
    ) {
        let trace = tree(&parents);
        let mut fold = Fold::new(1..end.min(trace.n_nodes()), budget);
        let by_rule = check(&trace, &fold);
        prop_assert!(by_rule <= budget);
        fold.by_hand = by_hand;
        check(&trace, &fold);
        fold.keep = keep;
        check(&trace, &fold);
        let layout = Layout::new(&trace, &fold);
        for &node in &fold.keep {
            if fold.nodes.contains(&node) {
                prop_assert_eq!(layout.find(&trace, node).map(|(_, place)| place.node), Some(node));
            }
        }
    }

    #[test]
    fn the_visible_part_is_widened_by_one(parents in parents(), from in -9f32..9., width in 0f32..9.) {
        let trace = tree(&parents);
        let layout = whole(&trace);
        for (depth, row) in layout.rows().iter().enumerate() {
            let first = row.iter().take_while(|place| place.x < from).count();
            let within = row.iter().filter(|place| (from..=from + width).contains(&place.x));
            let end = first + within.count();
            let expected = &row[first.max(1) - 1..(end + 1).min(row.len())];
            prop_assert_eq!(layout.visible(depth, from, from + width), expected);
        }
        prop_assert!(layout.visible(layout.rows().len(), from, from + width).is_empty());
    }
}

/// Two trees, from the nodes 0 and 1: the parent of node `i + 2` is `parents[i]`.
fn forest(parents: &[NodeId]) -> Trace {
    tree(&[&[NO_NODE], parents].concat())
}

#[test]
fn two_trees_stand_side_by_side() {
    // The start has the children 2 and 3, and 2 has five; the goal has one, 4, and that two.
    let trace = forest(&[0, 0, 1, 2, 2, 2, 2, 2, 4, 4]);
    let layout = whole(&trace);
    let roots: Vec<_> = layout.rows()[0].iter().map(|place| place.node).collect();
    assert_eq!(roots, [0, 1]);
    assert_eq!(xs(&layout, 1), [-0.5, 0.5, 4.0]);
    assert_eq!(xs(&layout, 2), [-2.5, -1.5, -0.5, 0.5, 1.5, 3.5, 4.5]);
    assert_eq!(xs(&layout, 0), [0.0, 4.0]);
}

proptest! {
    #[test]
    fn two_trees_are_tidy_each_by_itself(
        parents in parents(),
        budget in 1..200usize,
        end in 1..302u32,
        keep in prop::collection::vec(0..300u32, 0..3),
    ) {
        // The children of the only root grow from one of the two.
        let shared = |(i, &parent): (u32, &u32)| if parent == 0 { i % 2 } else { parent + 1 };
        let parents: Vec<_> = (0..).zip(&parents).map(shared).collect();
        let trace = forest(&parents);
        let fold = Fold { keep, ..Fold::new(1..end.min(trace.n_nodes()), budget) };
        let layout = Layout::new(&trace, &fold);
        let counts = folded(&trace, &fold);
        let n_hidden: NodeId = counts.iter().map(|(_, n)| n).sum();
        let n_nodes = fold.nodes.end.max(1) - 1;
        prop_assert_eq!(counts.len() as NodeId + n_hidden, n_nodes + 1);
        prop_assert!(counts.iter().all(|(place, n)| place.is_folded == (*n > 0)));
        let ends: Vec<_> = (0..trace.n_nodes()).map(|node| trace.direction(node)).collect();
        let ends = &ends;
        let of = |end| {
            let places = layout.rows().places().iter();
            places.filter(move |place| ends[place.node as usize] == end).map(|place| place.x)
        };
        let last = of(SearchDirection::Forward).fold(f32::MIN, f32::max);
        let first = of(SearchDirection::Backward).fold(f32::MAX, f32::min);
        prop_assert!(first >= last + 1.9, "{first} is not clear of {last}");
        for (depth, row) in layout.rows().iter().enumerate() {
            for pair in row.windows(2) {
                prop_assert!(pair[1].x - pair[0].x >= 1.0 - 1e-3, "too close: {pair:?}");
            }
            for (index, place) in row.iter().enumerate() {
                prop_assert_eq!(trace.depth(place.node) as usize, depth);
                prop_assert_eq!(layout.position(&trace, place.node), Some((depth, index)));
                if depth > 0 {
                    let parent = layout.rows()[depth - 1][place.parent as usize];
                    prop_assert_eq!(trace.parent(place.node), Some(parent.node));
                }
            }
        }
    }
}

#[test]
fn a_full_binary_tree_is_as_wide_as_its_leaves() {
    let parents: Vec<_> = (1..127).map(|node| (node - 1) / 2).collect();
    let layout = whole(&tree(&parents));
    assert_eq!(layout.extent(), (-31.5, 31.5));
    assert_eq!(xs(&layout, 1), [-16.0, 16.0]);
    assert_eq!(xs(&layout, 6).len(), 64);
}

#[test]
fn a_chain_is_vertical() {
    let layout = whole(&tree(&[0, 1, 2, 3]));
    assert_eq!(layout.extent(), (0.0, 0.0));
    assert_eq!(layout.rows().len(), 5);
}

/// A subtree goes under its neighbour's where that is shallower.
#[test]
fn a_deep_subtree_uses_the_room_below_a_shallow_one() {
    // The root has a leaf (1) and a chain (2, 3) that ends in a fan of five.
    let layout = whole(&tree(&[0, 0, 2, 3, 3, 3, 3, 3]));
    assert_eq!(xs(&layout, 1), [-0.5, 0.5]);
    assert_eq!(xs(&layout, 3), [-1.5, -0.5, 0.5, 1.5, 2.5]);
}

/// Subtrees between two wide ones are spread evenly, not packed to the left.
#[test]
fn small_subtrees_share_the_room_between_large_ones() {
    // Children 1 to 4 of the root; 1 and 4 with five children each.
    let layout = whole(&tree(&[0, 0, 0, 0, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4]));
    let [first, second, third, fourth] = xs(&layout, 1)[..] else {
        panic!("four children")
    };
    assert_eq!((first, fourth), (-2.5, 2.5));
    for gap in [second - first, third - second, fourth - third] {
        assert!((gap - 5.0 / 3.0).abs() < 1e-6);
    }
}

#[test]
fn the_rule_folds_whole_rows() {
    let parents: Vec<_> = (1..127).map(|node| (node - 1) / 2).collect();
    let trace = tree(&parents);
    let mut fold = Fold::new(0..127, 40);
    let rows = |fold: &Fold| -> Vec<usize> {
        let layout = Layout::new(&trace, fold);
        layout.rows().iter().map(<[_]>::len).collect()
    };
    assert_eq!(rows(&fold), [1, 2, 4, 8, 16]);
    let layout = Layout::new(&trace, &fold);
    assert!(layout.rows()[4].iter().all(|place| place.is_folded));
    assert!(folded(&trace, &fold)[15..].iter().all(|&(_, n)| n == 6));
    fold.keep = vec![126];
    assert_eq!(rows(&fold), [1, 2, 4, 8, 16, 2, 2]);
    fold.by_hand = HashMap::from([(15, false)]);
    assert_eq!(rows(&fold), [1, 2, 4, 8, 16, 4, 2]);
    fold.by_hand = HashMap::from([(0, true), (1, true)]);
    assert_eq!(rows(&fold), [1, 2, 2, 4, 8, 16, 2], "the kept path wins");
    fold.keep.clear();
    assert_eq!(rows(&fold), [1], "the root folds too");
    assert_eq!(folded(&trace, &fold)[0].1, 126);
}

#[test]
fn an_empty_trace_has_an_empty_layout() {
    let layout = Layout::new(&Trace::default(), &Fold::new(0..9, 9));
    assert!(layout.rows().is_empty());
    assert_eq!(layout.find(&Trace::default(), 0), None);
    assert!(layout.visible(0, -1.0, 1.0).is_empty());
}

/// Of the nodes outside the range only the root is shown.
#[test]
fn other_iterations_are_not_in_the_tree() {
    let trace = tree(&[0, 0, 1, 0, 4]);
    let fold = Fold::new(4..6, 99);
    let layout = Layout::new(&trace, &fold);
    let nodes: Vec<_> = layout
        .rows()
        .places()
        .iter()
        .map(|place| place.node)
        .collect();
    assert_eq!(nodes, [0, 4, 5]);
    assert_eq!(layout.find(&trace, 3), None);
}

/// As a depth-first search makes it: every node on the path has a sibling.
#[test]
fn a_tree_of_a_hundred_thousand_rows_is_laid_out() {
    let parents: Vec<_> = (0..200_000).map(|i| i / 2 * 2).collect();
    let layout = whole(&tree(&parents));
    assert_eq!(layout.rows().len(), 100_001);
    assert_eq!(layout.rows()[100_000].len(), 2);
}

/// A kept path is shown as far down as there is room; what is below it counts as folded.
#[test]
fn a_kept_path_is_limited() {
    let trace = tree(&(0..400_000).map(|i| i / 2 * 2).collect::<Vec<_>>());
    let mut fold = Fold::new(0..trace.n_nodes(), 1000);
    let shown = |fold: &Fold| Layout::new(&trace, fold).rows().places().len();
    assert_eq!(shown(&fold), 999);
    fold.keep.push(400_000);
    assert_eq!(shown(&fold), 1001 + Fold::EXTRA);
    let layout = Layout::new(&trace, &fold);
    let (_, place) = layout.find(&trace, 400_000).expect("hidden by an ancestor");
    let folded = folded(&trace, &fold).into_iter();
    let below = folded
        .filter(|&(other, _)| other == place)
        .map(|(_, n)| n as usize);
    assert!(below.eq([400_001 - shown(&fold)]));
}
