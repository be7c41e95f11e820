//! How a search reports what it does, is stopped, and ends.

use super::{Action, Cost, Space};

/// What becomes of a node when it is generated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum NodeOutcome {
    /// Put on the frontier.
    ///
    /// A search that goes on into a child at once, such as IDA*, has no frontier to put it on. It
    /// reports every child that it doesn't drop as this, a goal too.
    Frontier,
    /// Put on the frontier in place of an open node with the same state, because this path is
    /// cheaper. The search discards that node.
    Improved,
    /// Put on the frontier although its state has been expanded, because this path is cheaper: the
    /// state is reopened. (Depth-first search under a limit reopens by depth instead.)
    Reopened,
    /// Dropped: its state was reached before at no greater cost.
    Duplicate,
    /// Dropped: its state is on the path that leads to it.
    Cycle,
    /// Dropped: beyond the bound, the depth limit or the width of the beam.
    Cut,
    /// Recognised as a goal when it was generated, by a search that keeps a frontier.
    Goal,
}

impl NodeOutcome {
    /// Every outcome, in the order of their numbers.
    pub const ALL: [NodeOutcome; 7] = [
        NodeOutcome::Frontier,
        NodeOutcome::Improved,
        NodeOutcome::Reopened,
        NodeOutcome::Duplicate,
        NodeOutcome::Cycle,
        NodeOutcome::Cut,
        NodeOutcome::Goal,
    ];

    /// Whether the node is put on the frontier.
    #[inline(always)]
    pub fn is_on_frontier(self) -> bool {
        matches!(
            self,
            NodeOutcome::Frontier | NodeOutcome::Improved | NodeOutcome::Reopened
        )
    }
}

/// What happens to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeEvent {
    Generated(NodeOutcome),
    Expanded,
    /// It leaves the frontier without being expanded.
    Discarded(NodeOutcome),
}

/// A node as an algorithm has it at hand: its path cost, its estimate and its state.
#[derive(Debug)]
pub struct NodeView<'a, S: Space> {
    pub space: &'a S,
    pub state: &'a S::State,
    pub g: Cost,
    pub h: Cost,
}

impl<S: Space> Clone for NodeView<'_, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space> Copy for NodeView<'_, S> {}

/// Why a search was stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// The limit on expansions.
    Expanded,
    /// The limit on memory.
    Memory,
    /// The limit on time.
    Time,
    /// The user stopped it.
    Interrupt,
    /// A path costs more than can be counted: see
    /// [`MAX_EXPANDED_COST`](super::MAX_EXPANDED_COST). The search stops by itself.
    Cost,
    /// A breakpoint's condition holds.
    Breakpoint,
}

/// Is told what a search does while it does it, and may stop it.
///
/// A search calls [`root`](Self::root) once. For each node that it selects it calls
/// [`expand`](Self::expand), and then [`generated`](Self::generated) for each successor. An
/// iterative search calls [`iteration`](Self::iteration) at the start of every iteration, before
/// `root` too, and expands the same root again. To a search with random restarts each climb is an
/// iteration, and its `bound` is the number of restarts so far.
///
/// A bidirectional search calls `root` twice, first for the start and then for the goal, and
/// grows a tree from each. Both roots count as generated. In the backward tree an action leads
/// from the generated node to its parent, g is the cost from the node to the goal, and h
/// estimates the cost from the start to the node.
///
/// An observer that wraps another cannot forget to forward a call, but for two that have a default:
/// [`descend`](Self::descend), which makes calls that have none, and [`examine`](Self::examine),
/// which is for observers that ask for states. With the observer `()` every call is empty, and the
/// compiler leaves the bare search.
pub trait Observer {
    /// The observer's handle for a node. The search keeps it with the node.
    type Node: Copy;

    /// The start state became the root, with estimate `h`; or the goal became the second root.
    fn root(&mut self, h: Cost) -> Self::Node;

    /// Applying `action` to `parent` generated a node with path cost `g` and estimate `h`.
    fn generated(
        &mut self,
        parent: Self::Node,
        action: Action,
        g: Cost,
        h: Cost,
        outcome: NodeOutcome,
    ) -> Self::Node;

    /// `node` was selected, is not a goal, and is about to be expanded. A search is stopped by
    /// count, by time or by hand here.
    ///
    /// # Errors
    /// Why the search is to stop.
    fn expand(&mut self, node: Self::Node) -> Result<(), StopReason>;

    /// [`generated`](Self::generated) with [`NodeOutcome::Frontier`] and [`expand`](Self::expand)
    /// in one call, for a node that is expanded as soon as it is generated; each is followed by
    /// [`examine`](Self::examine). An observer that only counts can do it with fewer instructions.
    ///
    /// # Errors
    /// Why the search is to stop.
    #[inline(always)]
    fn descend<S: Space>(
        &mut self,
        parent: Self::Node,
        action: Action,
        view: NodeView<S>,
    ) -> Result<Self::Node, StopReason>
    where
        Self: Sized,
    {
        let NodeView { g, h, .. } = view;
        let node = self.generated(parent, action, g, h, NodeOutcome::Frontier);
        self.examine(NodeEvent::Generated(NodeOutcome::Frontier), node, view);
        self.expand(node)?;
        self.examine(NodeEvent::Expanded, node, view);
        Ok(node)
    }

    /// `event` has just happened to `node`, as the call before this one told. A search makes this
    /// call after [`root`](Self::root), [`generated`](Self::generated), [`expand`](Self::expand)
    /// and [`discard`](Self::discard).
    #[inline(always)]
    fn examine<S: Space>(&mut self, _event: NodeEvent, _node: Self::Node, _view: NodeView<S>)
    where
        Self: Sized,
    {
    }

    /// `node` leaves the frontier without being expanded, for the reason `outcome`.
    fn discard(&mut self, node: Self::Node, outcome: NodeOutcome);

    /// A memory-bounded search has forgotten the subtree of a node and put the node back on the
    /// frontier. The node was generated by `action` on `parent`; it does not count as generated
    /// again, but the observer may give it a new handle.
    fn requeued(&mut self, parent: Self::Node, action: Action, g: Cost, h: Cost) -> Self::Node;

    /// `actions` lead to the goal `node` at `cost`, less than any solution before. The search
    /// goes on to look for a better one.
    fn solution(&mut self, node: Self::Node, cost: Cost, actions: &[Action]);

    /// In a bidirectional search: the nodes `forward` and `backward`, one of each tree, have the
    /// same state, and the path through it is the cheapest so far.
    fn meeting(&mut self, forward: Self::Node, backward: Self::Node);

    /// A new iteration begins, with this bound.
    fn iteration(&mut self, bound: Cost);

    /// The search is about to hold `bytes` more than it does. Asked before a container grows.
    ///
    /// # Errors
    /// Why the search is to stop: there is no memory, or one of the reasons of
    /// [`expand`](Self::expand).
    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason>;
}

/// A report of an engine: a search for one kind of puzzle alone, made for speed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// Nodes expanded since the last report.
    pub expanded: u64,
    /// Nodes generated since the last report.
    pub generated: u64,
    /// Nodes on the frontier now; `None` if the engine does not count them.
    pub frontier: Option<u64>,
    /// Progress of table building so far, 0 to 1; `None` if it is not known.
    pub tables: Option<f64>,
}

/// An observer that also serves engines.
///
/// An engine generates hundreds of millions of nodes a second and reports none of them but the
/// root. Instead it calls [`progress`](Self::progress) every few milliseconds.
pub trait EngineObserver: Observer {
    /// A report of the work since the last call. An engine is stopped by count, by
    /// time or by hand here. A report of zeros says that the engine is still at work.
    ///
    /// # Errors
    /// Why the search is to stop.
    fn progress(&mut self, progress: Progress) -> Result<(), StopReason>;

    /// How many nodes the engine may expand before its next report, so that it keeps to the
    /// limit on expansions exactly.
    fn expansion_budget(&self) -> u64;

    /// Whether reserving this many bytes more would be within the limits.
    fn has_room(&self, bytes: usize) -> bool;

    /// The share of the time limit that is used up, from 0 to 1; `None` without a limit.
    fn time_used(&self) -> Option<f64>;

    /// The engine has chosen `method`, described in a few words. The last call holds.
    fn method_chosen(&mut self, method: &str);

    /// The engine begins to load or build its tables.
    fn tables_started(&mut self);

    /// The tables are ready. Of all the memory reserved since
    /// [`tables_started`](Self::tables_started) they keep `n_bytes`. `are_built` is false if all
    /// of them were loaded.
    fn tables_ready(&mut self, n_bytes: u64, are_built: bool);
}

/// Ignores everything and never stops a search.
impl Observer for () {
    type Node = ();
    #[inline(always)]
    fn root(&mut self, _: Cost) {}
    #[inline(always)]
    fn generated(&mut self, (): (), _: Action, _: Cost, _: Cost, _: NodeOutcome) {}
    #[inline(always)]
    fn expand(&mut self, (): ()) -> Result<(), StopReason> {
        Ok(())
    }
    #[inline(always)]
    fn discard(&mut self, (): (), _: NodeOutcome) {}
    #[inline(always)]
    fn requeued(&mut self, (): (), _: Action, _: Cost, _: Cost) {}
    #[inline(always)]
    fn solution(&mut self, (): (), _: Cost, _: &[Action]) {}
    #[inline(always)]
    fn meeting(&mut self, (): (), (): ()) {}
    #[inline(always)]
    fn iteration(&mut self, _: Cost) {}
    #[inline(always)]
    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}

impl EngineObserver for () {
    #[inline(always)]
    fn progress(&mut self, _: Progress) -> Result<(), StopReason> {
        Ok(())
    }
    #[inline(always)]
    fn expansion_budget(&self) -> u64 {
        u64::MAX
    }
    #[inline(always)]
    fn has_room(&self, _: usize) -> bool {
        true
    }
    #[inline(always)]
    fn time_used(&self) -> Option<f64> {
        None
    }
    #[inline(always)]
    fn method_chosen(&mut self, _: &str) {}
    #[inline(always)]
    fn tables_started(&mut self) {}
    #[inline(always)]
    fn tables_ready(&mut self, _: u64, _: bool) {}
}

/// Two observers. Both are told, in this order, and either may stop the search.
impl<A: Observer, B: Observer> Observer for (A, B) {
    type Node = (A::Node, B::Node);

    #[inline(always)]
    fn root(&mut self, h: Cost) -> Self::Node {
        (self.0.root(h), self.1.root(h))
    }

    #[inline(always)]
    fn generated(
        &mut self,
        parent: Self::Node,
        action: Action,
        g: Cost,
        h: Cost,
        outcome: NodeOutcome,
    ) -> Self::Node {
        (
            self.0.generated(parent.0, action, g, h, outcome),
            self.1.generated(parent.1, action, g, h, outcome),
        )
    }

    #[inline(always)]
    fn expand(&mut self, node: Self::Node) -> Result<(), StopReason> {
        self.0.expand(node.0)?;
        self.1.expand(node.1)
    }

    #[inline(always)]
    fn examine<S: Space>(&mut self, event: NodeEvent, node: Self::Node, view: NodeView<S>) {
        self.0.examine(event, node.0, view);
        self.1.examine(event, node.1, view);
    }

    #[inline(always)]
    fn discard(&mut self, node: Self::Node, outcome: NodeOutcome) {
        self.0.discard(node.0, outcome);
        self.1.discard(node.1, outcome);
    }

    #[inline(always)]
    fn requeued(&mut self, parent: Self::Node, action: Action, g: Cost, h: Cost) -> Self::Node {
        (
            self.0.requeued(parent.0, action, g, h),
            self.1.requeued(parent.1, action, g, h),
        )
    }

    #[inline(always)]
    fn solution(&mut self, node: Self::Node, cost: Cost, actions: &[Action]) {
        self.0.solution(node.0, cost, actions);
        self.1.solution(node.1, cost, actions);
    }

    #[inline(always)]
    fn meeting(&mut self, forward: Self::Node, backward: Self::Node) {
        self.0.meeting(forward.0, backward.0);
        self.1.meeting(forward.1, backward.1);
    }

    #[inline(always)]
    fn iteration(&mut self, bound: Cost) {
        self.0.iteration(bound);
        self.1.iteration(bound);
    }

    #[inline(always)]
    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.0.reserve(bytes)?;
        self.1.reserve(bytes)
    }
}

impl<A: EngineObserver, B: EngineObserver> EngineObserver for (A, B) {
    #[inline(always)]
    fn progress(&mut self, progress: Progress) -> Result<(), StopReason> {
        self.0.progress(progress)?;
        self.1.progress(progress)
    }

    #[inline(always)]
    fn expansion_budget(&self) -> u64 {
        self.0.expansion_budget().min(self.1.expansion_budget())
    }

    #[inline(always)]
    fn has_room(&self, bytes: usize) -> bool {
        self.0.has_room(bytes) && self.1.has_room(bytes)
    }

    #[inline(always)]
    fn time_used(&self) -> Option<f64> {
        let both = [self.0.time_used(), self.1.time_used()];
        both.into_iter().flatten().reduce(f64::max)
    }

    #[inline(always)]
    fn method_chosen(&mut self, method: &str) {
        self.0.method_chosen(method);
        self.1.method_chosen(method);
    }

    #[inline(always)]
    fn tables_started(&mut self) {
        self.0.tables_started();
        self.1.tables_started();
    }

    #[inline(always)]
    fn tables_ready(&mut self, n_bytes: u64, are_built: bool) {
        self.0.tables_ready(n_bytes, are_built);
        self.1.tables_ready(n_bytes, are_built);
    }
}

/// How a search ended. `N` is the observer's handle for a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome<N> {
    /// A goal was found.
    Solved(Solution<N>),
    /// The frontier is empty and no node was cut: there is no solution.
    Exhausted,
    /// The frontier is empty, but nodes were cut (by the depth limit, by the width of the
    /// beam, by hill climbing), so there may still be a solution.
    CutOff,
    /// The observer stopped it, or a path costs too much to be counted.
    Stopped(StopReason),
}

/// A path from the start to a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<N> {
    /// The actions from the start to the goal.
    pub actions: Vec<Action>,
    /// The sum of their costs.
    pub cost: Cost,
    /// The goal node; in a bidirectional search, the node of the forward tree at which the two
    /// trees meet.
    pub node: N,
}
