//! The layout on the canvas and when it is computed. A growing tree is laid out a few times a
//! second, within a budget of nodes that leaves time for the rest of the frame. Hidden nodes are
//! counted in slices over several frames, so a long record doesn't slow a frame down.

use super::view::Extent;
use crate::gui::model::Model;
use crate::gui::runs::{RunEntry, RunId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::time::{Duration, Instant};
use tilescope_lab::RunState;
use tilescope_search::{Cost, SearchDirection};
use tilescope_trace::{Fold, HiddenCounts, Layout, NodeId, NodePosition, Trace};

/// How many nodes are laid out during a run and after its end. A larger tree is folded in any case:
/// then half as many are enough, and a selection that unfolds a part of it costs a frame less.
const BUDGET_LIVE: usize = 6_000;
const BUDGET_ENDED: usize = 100_000;
/// Seconds between two layouts of a growing tree.
const MIN_PAUSE: f64 = 0.15;
/// After a layout, the pause before the next one is at least this multiple of its duration.
const PAUSE_PER_COST: f64 = 25.0;

/// Time for a layout and for counting hidden nodes in each frame, and the nodes counted between two clock readings.
const COUNTING: Duration = Duration::from_millis(2);
const STRETCH: NodeId = 1 << 12;
/// No layout has more rows.
const MAX_ROWS: u32 = (BUDGET_ENDED + Fold::EXTRA) as u32;
/// Maximum number of parent links followed in a frame.
const MAX_CLIMBED: usize = 1 << 17;

/// Maximum number of cached positions.
const MAX_FOUND: usize = 1024;

/// Treatment of the nodes that a later step generates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Future {
    /// They are laid out too, so that nothing moves from step to step.
    Shown,
    /// The tree is laid out as it is at the step.
    Hidden,
}

/// How the layout changed in this frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Same,
    /// The same tree, with other nodes laid out.
    Renewed,
    /// Another tree: another run or another iteration.
    Other,
}

/// The current layout and what it was computed from.
#[derive(Clone, Default)]
pub struct Arrangement {
    layout: Layout,
    made_of: Option<MadeOf>,
    /// For each tree and depth, the index in its row of the node on the solution path.
    solution: [Vec<usize>; 2],
    /// Numbers of nodes hidden in folded subtrees.
    hidden_counts: HiddenCounts,
    /// The selection that the layout was asked to unfold.
    unfolded: Option<NodeId>,
    /// For nodes too deep to be laid out, how far up their paths have been followed.
    climbed: HashMap<NodeId, NodeId>,
    is_climbing: bool,
    /// Positions found since the last layout: following the path of a deep node is slow.
    found: RefCell<HashMap<NodeId, (usize, usize)>>,
    /// For each depth, the minimum distance of two neighbours. Computed as far as needed.
    gaps: Vec<f32>,
    /// The greatest g and h of the nodes laid out.
    greatest: (Cost, Cost),
    /// What a person folded or unfolded.
    by_hand: HashMap<NodeId, bool>,
    is_stale: bool,
    made_at: f64,
    cost: f64,
}

/// What a layout was computed from. When it changes, the layout is out of date.
#[derive(Clone, PartialEq, Debug)]
struct MadeOf {
    run: RunId,
    iteration: Option<usize>,
    nodes: Range<NodeId>,
    /// For each tree, the last node of the solution path in it, or that node's deepest ancestor
    /// that can be laid out.
    last: [Option<NodeId>; 2],
    budget: usize,
}

impl Arrangement {
    /// Computes a new layout if one is due, continues counting and unfolds `selection`. `now` is in
    /// seconds. If it returns `Some(pause)`, call it again after that many seconds.
    pub fn update(
        &mut self,
        model: &Model,
        entry: &RunEntry,
        future: Future,
        now: f64,
    ) -> (Change, Option<f64>) {
        // A layout takes the time for counting, and more: the frame that has one counts next to nothing.
        let started = Instant::now();
        let (change, pause) = self.renew(model, entry, future, now);
        let trace = entry.run.trace();
        let end = self.made_of.as_ref().map_or(0, |made| made.nodes.end);
        loop {
            self.hidden_counts.advance(trace, end, STRETCH);
            if self.hidden_counts.is_complete() {
                return (change, if self.is_climbing { Some(0.0) } else { pause });
            }
            if started.elapsed() >= COUNTING {
                return (change, Some(0.0));
            }
        }
    }

    fn renew(
        &mut self,
        model: &Model,
        entry: &RunEntry,
        future: Future,
        now: f64,
    ) -> (Change, Option<f64>) {
        let trace = entry.run.trace();
        if !self.is_of(entry.id) {
            self.clear();
        }
        let iteration = trace.iteration(model.cursor().t);
        let has_ended = entry.run.state() == RunState::Ended;
        let (number, mut nodes) = match iteration {
            Some(iteration) => (Some(iteration.number), iteration.nodes),
            None => (None, 1..trace.n_nodes()),
        };
        if future == Future::Hidden {
            let n_born = trace.n_generated(model.cursor().t);
            nodes.end = nodes.end.min(n_born).max(nodes.start);
        }
        let is_laid_out = |node: &NodeId| future == Future::Shown || *node < nodes.end;
        let selection = model.selection();
        let ends = [
            selection,
            trace.goal(),
            trace.meeting().map(|met| met.backward),
        ]
        .map(|node| node.filter(is_laid_out));
        let reached = ends.map(|node| node.and_then(|node| self.reach(trace, node)));
        self.is_climbing = ends.map(|node| node.is_some()) != reached.map(|node| node.is_some());
        let [within_reach, goal, back] = reached;
        let wanted = MadeOf {
            run: entry.id,
            iteration: number,
            nodes,
            last: [goal, back],
            budget: match has_ended {
                true if trace.n_nodes() as usize > BUDGET_ENDED => BUDGET_ENDED / 2,
                true => BUDGET_ENDED,
                false => BUDGET_LIVE,
            },
        };
        let made = self.made_of.as_ref();
        let is_other = made.is_none_or(|made| made.iteration != wanted.iteration);
        // A node too deep to be unfolded is tried only once.
        let asked = within_reach.filter(|_| within_reach != self.unfolded);
        let hides_selection = asked.is_some_and(|node| {
            let found = self.find(trace, node);
            found.is_some_and(|(_, place)| place.node != node)
        });
        let must = is_other || hides_selection || self.is_stale;
        if !must && self.made_of.as_ref() == Some(&wanted) {
            return (Change::Same, None);
        }
        // A step shows its nodes at once if that takes no time.
        let (may_wait, least) = match future {
            Future::Shown => (!has_ended, MIN_PAUSE),
            Future::Hidden if self.cost * PAUSE_PER_COST < MIN_PAUSE => (false, 0.0),
            Future::Hidden => (true, 0.0),
        };
        let due = self.made_at + least.max(self.cost * PAUSE_PER_COST);
        if !must && now < due && may_wait {
            return (Change::Same, Some(due - now));
        }
        let started = Instant::now();
        self.lay_out(trace, &wanted, within_reach);
        self.cost = started.elapsed().as_secs_f64();
        self.made_of = Some(wanted);
        self.made_at = now;
        self.is_stale = false;
        let change = if is_other {
            Change::Other
        } else {
            Change::Renewed
        };
        (change, None)
    }

    /// `node`, or its deepest ancestor that can be laid out; `None` until it is found. A path of
    /// millions of nodes is followed over many frames.
    fn reach(&mut self, trace: &Trace, node: NodeId) -> Option<NodeId> {
        let is_within = |node| trace.depth(node) < MAX_ROWS;
        if is_within(node) {
            return Some(node);
        }
        if self.climbed.len() >= MAX_FOUND {
            self.climbed.clear();
        }
        let at = self.climbed.entry(node).or_insert(node);
        for _ in 0..MAX_CLIMBED {
            match trace.parent(*at) {
                Some(parent) if !is_within(*at) => *at = parent,
                _ => break,
            }
        }
        Some(*at).filter(|&at| is_within(at))
    }

    /// Clears the layout: there is no run.
    pub fn clear(&mut self) {
        *self = Arrangement::default();
    }

    fn lay_out(&mut self, trace: &Trace, wanted: &MadeOf, selection: Option<NodeId>) {
        let fold = Fold {
            by_hand: self.by_hand.clone(),
            keep: (wanted.last.into_iter().flatten())
                .chain(selection)
                .collect(),
            ..Fold::new(wanted.nodes.clone(), wanted.budget)
        };
        self.layout = Layout::new(trace, &fold);
        self.hidden_counts
            .set_unfolding(trace, self.layout.unfolding());
        self.unfolded = selection;
        self.found.take();
        self.greatest = (self.layout.rows().places().iter()).fold((0, 0), |(g, h), place| {
            (g.max(trace.g(place.node)), h.max(trace.h(place.node)))
        });
        self.gaps = self.layout.rows().iter().map_while(least_gap).collect();
        self.solution = wanted.last.map(|last| {
            let path = last.map_or(Vec::new(), |last| trace.path(last));
            indices(&self.layout, &path)
        });
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether the layout is of this run. If not, its numbers mean nothing there.
    pub fn is_of(&self, run: RunId) -> bool {
        self.made_of.as_ref().is_some_and(|made| made.run == run)
    }

    /// Where `node`, or the folded subtree that hides it, is laid out: depth and place.
    pub fn find(&self, trace: &Trace, node: NodeId) -> Option<(usize, NodePosition)> {
        let (depth, index) = self.position(trace, node)?;
        Some((depth, self.layout.rows()[depth][index]))
    }

    /// Like [`find`](Self::find), with the index in the row instead of the place.
    pub fn position(&self, trace: &Trace, node: NodeId) -> Option<(usize, usize)> {
        let mut found = self.found.borrow_mut();
        if let Some(&position) = found.get(&node) {
            return Some(position);
        }
        if found.len() >= MAX_FOUND {
            found.clear();
        }
        if !self.layout.has(node) {
            return None;
        }
        // If the node is counted, its ancestor is known. Otherwise only a short path is followed.
        let is_near = || trace.depth(node) as usize <= self.layout.rows().len() + MAX_CLIMBED;
        let counted = self.hidden_counts.visible_ancestor(node);
        let shown = counted.or_else(|| is_near().then_some(node))?;
        let position = self.layout.position(trace, shown)?;
        found.insert(node, position);
        Some(position)
    }

    pub fn extent(&self) -> Extent {
        Extent {
            x: self.layout.extent(),
            n_rows: self.layout.rows().len(),
        }
    }

    /// The greatest g and h of the nodes laid out.
    pub fn greatest(&self) -> (Cost, Cost) {
        self.greatest
    }

    /// How many nodes of the tree are hidden in glyphs.
    pub fn n_folded(&self) -> usize {
        let n_nodes = self.made_of.as_ref().map_or(0, |made| made.nodes.len() + 1);
        n_nodes.saturating_sub(self.layout.rows().places().len())
    }

    /// How many nodes are hidden below a visible node, as far as they have been counted.
    pub fn n_hidden(&self, node: NodeId) -> NodeId {
        self.hidden_counts.n_hidden(node)
    }

    /// Whether all hidden nodes have been counted. After unfolding part of a large tree, that takes
    /// a few frames.
    pub fn is_counted(&self) -> bool {
        self.hidden_counts.is_complete()
    }

    /// The solution's place at `depth` in the tree from `end`, once it is known.
    pub fn solution(&self, end: SearchDirection, depth: usize) -> Option<NodePosition> {
        let &index = self.solution[end as usize].get(depth)?;
        Some(self.layout.rows()[depth][index])
    }

    /// How many of the first rows have neighbours at least `gap` apart.
    pub fn n_roomy_rows(&self, gap: f32) -> usize {
        let is_roomy = |&&least: &&f32| least >= gap;
        self.gaps.iter().take_while(is_roomy).count()
    }

    /// Whether a node is folded in this layout; `None` if there is nothing to fold.
    pub fn is_folded(&self, trace: &Trace, node: NodeId) -> Option<bool> {
        let (depth, index) = self.position(trace, node)?;
        let place = self.layout.rows()[depth][index];
        if place.node != node {
            return None;
        }
        let has_children = !self.layout.children(depth, index).is_empty();
        (place.is_folded || has_children).then_some(place.is_folded)
    }

    /// Folds an unfolded node, or unfolds a folded one.
    pub fn toggle(&mut self, trace: &Trace, node: NodeId) {
        if let Some(is_folded) = self.is_folded(trace, node) {
            self.by_hand.insert(node, !is_folded);
            self.is_stale = true;
        }
    }
}

/// For each depth, the index in its row of the node of `path`, as far as the path is laid out.
fn indices(layout: &Layout, path: &[NodeId]) -> Vec<usize> {
    let mut indices = Vec::new();
    let mut candidates = 0..layout.rows().get(0).map_or(0, <[_]>::len);
    for (depth, node) in path.iter().enumerate() {
        let row = &layout.rows()[depth][candidates.clone()];
        let Some(index) = row.iter().position(|place| place.node == *node) else {
            break;
        };
        let index = candidates.start + index;
        indices.push(index);
        if depth + 1 == layout.rows().len() {
            break;
        }
        candidates = layout.children(depth, index);
    }
    indices
}

/// The minimum distance of neighbours in a row; `None` at the layout's minimum distance, which rows
/// below then have too.
fn least_gap(row: &[NodePosition]) -> Option<f32> {
    let gaps = row.windows(2).map(|pair| pair[1].x - pair[0].x);
    let least = gaps.fold(f32::INFINITY, f32::min);
    (least > 1.0).then_some(least)
}
