//! Chooses the nodes to draw: never more than the screen can show, however large the tree.
//!
//! Rows closer than a few points are skipped. Within a row, nodes closer than a few points are
//! merged. Each step is a binary search, so the cost is bounded by the canvas, and places of
//! skipped nodes are never read.

use super::view::View;
use egui::{Pos2, Rect};
use std::ops::Range;
use tilescope_trace::{Layout, NodeId, NodePosition};

/// How nodes are drawn at a zoom level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Each as a mini board.
    Boards,
    /// Each as the shape of its status.
    Marks,
    /// As dots, merged where they would overlap.
    Dots,
}

/// A node to be drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drawn {
    pub depth: usize,
    /// Its index in its row.
    pub index: usize,
    pub place: NodePosition,
    pub at: Pos2,
    /// Its parent, if the link to it is to be drawn.
    pub parent: Option<Parent>,
}

/// The upper end of a link.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parent {
    pub node: NodeId,
    pub at: Pos2,
}

/// The nodes of a tree to draw on a canvas.
#[derive(Clone, PartialEq, Debug)]
pub struct Selection {
    pub detail: Detail,
    pub drawn: Vec<Drawn>,
    /// Whether the nodes have their parents. Where rows are too close, they have not.
    pub has_links: bool,
    /// The distance between two drawn rows, in rows.
    pub stride: usize,
}

/// Approximate maximum number of nodes drawn.
pub const MOST: usize = 12_000;
/// Marks closer than this, in points, are merged.
const MIN_GAP: f32 = 2.0;
/// Below this row distance, in points, rows are skipped.
const MIN_ROW: f32 = 3.0;
/// Below this row distance, in points, some links are drawn, and not those of all nodes.
const MIN_LINKED_ROW: f32 = 5.0;
/// Nodes of a merged group that are checked for existing already.
const ASKED: usize = 4;

/// Chooses the nodes of `layout` to draw. Nodes from `n_born` on don't exist yet; one of them
/// represents a merged group only if none of those checked exists.
pub fn select(layout: &Layout, view: &View, canvas: Rect, n_born: NodeId) -> Selection {
    let detail = if view.shows_boards() {
        Detail::Boards
    } else if view.mark() >= 1.5 {
        Detail::Marks
    } else {
        Detail::Dots
    };
    let slack = view.cell().map_or(view.board(), |cell| cell.height()) / 2.0 + 8.0;
    let window = view.window(canvas.expand(slack));
    let (column, row) = (view.column(), view.row());
    let stride = (MIN_ROW / row).ceil().max(1.0) as usize;
    let n_rows = layout.rows().len();
    // One more row at the bottom, for links that leave the canvas.
    let last = (window.max.y.max(0.0) as usize + 2).min(n_rows);
    let first = (window.min.y.max(0.0) as usize).min(last);
    // The same rows are drawn wherever the tree is panned to.
    let first = first.next_multiple_of(stride);
    let n_drawn_rows = (last.saturating_sub(first)).div_ceil(stride);

    let even = n_drawn_rows as f32 * canvas.width() / MOST as f32;
    let gap = MIN_GAP.max(even) / column;
    let has_links = row >= MIN_LINKED_ROW && stride == 1;
    let mut drawn = Vec::new();
    for depth in (first..last).step_by(stride) {
        let places = &layout.rows()[depth];
        let mut span = span(places, window.min.x..window.max.x);
        let above = depth.checked_sub(1).map(|above| &layout.rows()[above]);
        if let Some(above) = above.filter(|_| detail != Detail::Dots) {
            span = with_children_of(above, places, span, window.min.x..window.max.x);
        }
        let mut index = span.start;
        while index < span.end {
            let end = end_of_group(places, index, gap).min(span.end);
            let chosen = representative(places, index..end, n_born);
            let place = places[chosen];
            let parent = above.filter(|_| has_links).map(|above| {
                let parent = above[place.parent as usize];
                Parent {
                    node: parent.node,
                    at: view.at(canvas, parent.x, depth - 1),
                }
            });
            drawn.push(Drawn {
                depth,
                index: chosen,
                place,
                at: view.at(canvas, place.x, depth),
                parent,
            });
            index = end;
        }
    }
    Selection {
        detail,
        drawn,
        has_links,
        stride,
    }
}

/// The indices of the places with x in `window`, widened by one on each side.
fn span(places: &[NodePosition], window: Range<f32>) -> Range<usize> {
    let first = places.partition_point(|place| place.x < window.start);
    let end = places.partition_point(|place| place.x <= window.end);
    first.saturating_sub(1)..(end + 1).min(places.len())
}

/// `span`, extended by the children of nodes above that are in the window: their links are visible.
fn with_children_of(
    above: &[NodePosition],
    places: &[NodePosition],
    span: Range<usize>,
    window: Range<f32>,
) -> Range<usize> {
    let parents = self::span(above, window);
    let first = places.partition_point(|place| (place.parent as usize) < parents.start);
    let end = places.partition_point(|place| (place.parent as usize) < parents.end);
    if first < end {
        span.start.min(first)..span.end.max(end)
    } else {
        span
    }
}

/// The end of the group that starts at `index`: the nodes in the same strip of width `gap`. The
/// strips move with the tree. Uses galloping search.
fn end_of_group(places: &[NodePosition], index: usize, gap: f32) -> usize {
    let strip = |place: &NodePosition| (f64::from(place.x) / f64::from(gap)).floor();
    let here = strip(&places[index]);
    let is_inside = |place: &NodePosition| strip(place) <= here;
    let mut step = 1;
    while index + step < places.len() && is_inside(&places[index + step]) {
        step *= 2;
    }
    let first = index + step / 2;
    let last = (index + step).min(places.len());
    first + 1 + places[(first + 1).min(last)..last].partition_point(is_inside)
}

/// The node that represents a group: the first of a few that exists already.
fn representative(places: &[NodePosition], group: Range<usize>, n_born: NodeId) -> usize {
    let step = group.len().div_ceil(ASKED).max(1);
    let exists = |&index: &usize| places[index].node < n_born;
    group
        .clone()
        .step_by(step)
        .find(exists)
        .unwrap_or(group.start)
}

#[cfg(test)]
mod tests {
    use super::super::cell::Natural;
    use super::super::view::Extent;
    use super::*;
    use egui::{Vec2, pos2, vec2};
    use tilescope_search::{Action, NodeOutcome, Observer};
    use tilescope_trace::{Fold, Recorder, Trace};

    const CANVAS: Rect = Rect {
        min: pos2(300.0, 72.0),
        max: pos2(1276.0, 612.0),
    };

    /// The tree of a search that expands `n_expanded` nodes in the order they were generated, each
    /// with `n_children` children.
    fn layout(n_expanded: NodeId, n_children: u8) -> Layout {
        let mut batches = Vec::new();
        let mut recorder = Recorder::new(NodeId::MAX, |batch| batches.push(batch));
        recorder.root(0);
        for node in 0..n_expanded {
            recorder
                .expand(node)
                .expect("a recorder never stops a search");
            for action in 0..n_children {
                recorder.generated(node, Action(action), 0, 0, NodeOutcome::Frontier);
            }
        }
        recorder.flush();
        let mut trace = Trace::default();
        batches.iter().for_each(|batch| trace.append(batch));
        Layout::new(&trace, &Fold::new(0..trace.n_nodes(), usize::MAX))
    }

    fn extent(layout: &Layout) -> Extent {
        Extent {
            x: layout.extent(),
            n_rows: layout.rows().len(),
        }
    }

    fn fit(layout: &Layout) -> View {
        View::fit(CANVAS.size(), extent(layout), Natural::of_board(3))
    }

    #[test]
    fn what_is_drawn_is_bounded_by_the_canvas() {
        // A shallow wide tree, a path of 100,000 nodes, and a tree in between.
        for (n_expanded, n_children) in [(33_334, 3), (100_000, 1), (50_000, 2)] {
            let layout = layout(n_expanded, n_children);
            let n_nodes = layout.rows().places().len();
            assert!(n_nodes >= 100_000);
            let mut view = fit(&layout);
            for _ in 0..80 {
                for pan in [vec2(-700.0, 0.0), vec2(900.0, 130.0), Vec2::ZERO] {
                    view.pan(pan);
                    let chosen = select(&layout, &view, CANVAS, NodeId::MAX);
                    assert!(!chosen.drawn.is_empty());
                    let most = MOST + MOST / 4;
                    assert!(chosen.drawn.len() <= most, "{}", chosen.drawn.len());
                }
                view.zoom(CANVAS, extent(&layout), CANVAS.center(), 1.25);
                view.limit(CANVAS.size(), extent(&layout));
            }
        }
    }

    #[test]
    fn nothing_is_left_out_where_there_is_room() {
        let layout = layout(33_334, 3);
        let mut view = fit(&layout);
        while view.column() < 12.0 {
            view.zoom(CANVAS, extent(&layout), CANVAS.center(), 1.3);
        }
        let drawn = select(&layout, &view, CANVAS, NodeId::MAX).drawn;
        let mut n_seen = 0;
        for (depth, row) in layout.rows().iter().enumerate() {
            for place in row {
                if CANVAS.contains(view.at(CANVAS, place.x, depth)) {
                    n_seen += 1;
                    assert!(drawn.iter().any(|drawn| drawn.place == *place));
                }
            }
        }
        assert!(n_seen > 60, "{n_seen}");
    }

    #[test]
    fn merged_nodes_are_parted_by_the_strips_that_they_lie_in() {
        let layout = layout(3_000, 3);
        let row = layout.rows().iter().next_back().expect("there are rows");
        for gap in [0.3, 1.0, 7.5, 1e6] {
            let strip = |i: usize| (f64::from(row[i].x) / f64::from(gap as f32)).floor();
            let mut index = 0;
            while index < row.len() {
                let end = end_of_group(row, index, gap as f32);
                assert!((index..end).all(|i| strip(i) == strip(index)));
                assert!(end == row.len() || strip(end) > strip(index));
                index = end;
            }
        }
    }

    #[test]
    fn a_group_is_shown_by_a_node_that_exists() {
        let layout = layout(3_000, 3);
        let view = fit(&layout);
        let n_born = 2_000;
        let drawn = select(&layout, &view, CANVAS, n_born).drawn;
        // The lowest row exists only in part: most of its groups still have a representative.
        let n_exist = drawn.iter().filter(|d| d.place.node < n_born).count();
        assert!(n_exist > drawn.len() / 8, "{n_exist} of {}", drawn.len());
    }
}
