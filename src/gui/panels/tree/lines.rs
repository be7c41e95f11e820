//! Chooses links of a tree whose rows are too close for all of them: paths that hang together. Each
//! path begins at a drawn node and leads up to the highest row on the canvas.

use super::lod::{Drawn, Parent, Selection};
use super::view::View;
use egui::Rect;
use tilescope_trace::Layout;

/// Approximate maximum number of links.
const MAX_LINKS: usize = 4_000;
/// Maximum number of steps from a node to its parent, of which a link over skipped rows takes
/// several.
const MAX_STEPS: usize = 200_000;

/// The nodes whose links are drawn, from the lowest row to the highest; none if the nodes of the
/// `selection` have theirs.
pub fn choose(layout: &Layout, view: &View, canvas: Rect, selection: &Selection) -> Vec<Drawn> {
    if selection.has_links {
        return Vec::new();
    }
    let (drawn, stride) = (&selection.drawn, selection.stride);
    let rows: Vec<&[Drawn]> = drawn.chunk_by(|a, b| a.depth == b.depth).collect();
    let most = MAX_LINKS.min(MAX_STEPS / stride) / rows.len().max(1);
    let most = most.max(1);
    let mut chosen = Vec::new();
    // The indices of the nodes in a row to which links lead from below, in order.
    let mut due: Vec<usize> = Vec::new();
    for row in rows.into_iter().rev() {
        let depth = row[0].depth;
        // A path begins where none comes from below, as far as there is room.
        let room = most.saturating_sub(due.len());
        if room > 0 {
            let step = row.len().div_ceil(room);
            due.extend(row.iter().step_by(step).map(|it| it.index));
            due.sort_unstable();
            due.dedup();
        }
        let Some(above) = depth.checked_sub(stride) else {
            break;
        };
        let places = &layout.rows()[depth];
        let ancestor = |&index: &usize| {
            let climb = |index: usize, depth: usize| layout.rows()[depth][index].parent as usize;
            (above + 1..=depth).rev().fold(index, climb)
        };
        let ancestors: Vec<usize> = due.iter().map(ancestor).collect();
        chosen.extend(due.iter().zip(&ancestors).map(|(&index, &ancestor)| {
            let (place, parent) = (places[index], layout.rows()[above][ancestor]);
            Drawn {
                depth,
                index,
                place,
                at: view.at(canvas, place.x, depth),
                parent: Some(Parent {
                    node: parent.node,
                    at: view.at(canvas, parent.x, above),
                }),
            }
        }));
        due = ancestors;
        due.dedup();
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::super::cell::Natural;
    use super::super::lod::{self, select};
    use super::super::view::Extent;
    use super::*;
    use egui::pos2;
    use std::collections::BTreeSet;
    use tilescope_search::{Action, NodeOutcome, Observer};
    use tilescope_trace::{Fold, NodeId, Recorder, Trace};

    const CANVAS: Rect = Rect {
        min: pos2(300.0, 72.0),
        max: pos2(1276.0, 612.0),
    };

    /// A tree in which each node on a path of `depth` nodes has `n_children` children, and the last of
    /// them goes on.
    fn comb(depth: NodeId, n_children: u8) -> Layout {
        let mut batches = Vec::new();
        let mut recorder = Recorder::new(NodeId::MAX, |batch| batches.push(batch));
        let mut last = recorder.root(0);
        for _ in 0..depth {
            recorder
                .expand(last)
                .expect("a recorder never stops a search");
            for action in 0..n_children {
                let outcome = NodeOutcome::Frontier;
                let child = recorder.generated(last, Action(action), 0, 0, outcome);
                if action + 1 == n_children {
                    last = child;
                }
            }
        }
        recorder.flush();
        let mut trace = Trace::default();
        batches.iter().for_each(|batch| trace.append(batch));
        Layout::new(&trace, &Fold::new(0..trace.n_nodes(), usize::MAX))
    }

    #[test]
    fn a_deep_tree_has_lines_that_hang_together_at_every_zoom() {
        for (depth, n_children) in [(150, 3), (700, 2), (60_000, 2)] {
            let layout = comb(depth, n_children);
            let extent = Extent {
                x: layout.extent(),
                n_rows: layout.rows().len(),
            };
            let mut view = View::fit(CANVAS.size(), extent, Natural::of_board(3));
            let mut n_zooms = 0;
            loop {
                let selection = select(&layout, &view, CANVAS, NodeId::MAX);
                let lines = choose(&layout, &view, CANVAS, &selection);
                if selection.has_links {
                    assert!(lines.is_empty());
                    break;
                }
                n_zooms += 1;
                assert!(lines.len() >= selection.drawn.len().min(60) - 2);
                assert!(lines.len() <= MAX_LINKS + lod::MOST / 10, "{}", lines.len());
                let ends: BTreeSet<NodeId> = lines.iter().map(|it| it.place.node).collect();
                let top = lines.last().expect("there are lines").depth;
                for line in &lines {
                    let parent = line.parent.expect("a line has an upper end").node;
                    assert!(line.depth == top || ends.contains(&parent));
                }
                view.zoom(CANVAS, extent, CANVAS.center(), 1.25);
                view.limit(CANVAS.size(), extent);
            }
            assert!(n_zooms > 0, "{depth} levels fit with all their links");
        }
    }
}
