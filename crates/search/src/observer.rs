//! How a search tells what it does, is stopped, and ends.

use super::{Action, Cost};

/// What becomes of a node at its birth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum NodeOutcome {
    /// Put on the frontier, to be expanded in its turn.
    Frontier,
    /// Put on the frontier although its state was reached before: this path is cheaper.
    Reopened,
    /// Dropped: its state was reached before at no greater cost.
    Duplicate,
    /// Dropped: its state is on the path that leads to it.
    Cycle,
    /// Dropped: beyond the bound, the depth limit or the width of the beam.
    Cut,
    /// Recognised as a goal when it was generated.
    Goal,
}

impl NodeOutcome {
    /// Whether the node goes on the frontier.
    pub fn is_on_frontier(self) -> bool {
        matches!(self, NodeOutcome::Frontier | NodeOutcome::Reopened)
    }
}

/// Why a search was told to stop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// The limit on expansions.
    Expanded,
    /// The limit on memory.
    Memory,
    /// The limit on time.
    Time,
    /// Somebody pressed stop.
    Interrupt,
}

/// What a search has done since it last told of it, where it makes too many nodes to tell
/// of each.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    pub expanded: u64,
    pub generated: u64,
    /// Nodes on the frontier now; `None` if there is no such count.
    pub frontier: Option<u64>,
    /// How much of the tables that it sees to is done, from 0 to 1; `None` if that is not known.
    pub tables: Option<f64>,
}

/// Is told what a search does, as it does it, and may stop it.
///
/// A search calls, in this order: [`root`](Self::root) once; for each node that it
/// selects, [`expand`](Self::expand) and then [`generated`](Self::generated) for each
/// successor. A search that starts over with a new bound says so by
/// [`iteration`](Self::iteration) first, before `root` too, and expands the same root again;
/// one that starts over at random gives the number of the restart for the bound.
///
/// A search from both ends calls `root` twice, for the start and then for the goal, and grows
/// a tree from each; so both roots are counted. In the tree from the goal, an action leads from
/// the node that was generated to its parent, g is the cost of the way from the node to the
/// goal, and h estimates the way from the start to the node.
///
/// An engine that makes hundreds of millions of nodes a second tells of none but the root:
/// every few milliseconds it hands in a [`tally`](Self::tally).
///
/// With `()` nobody listens, every call is empty and the compiler leaves the bare search.
pub trait Observer {
    /// The observer's handle for a node; the search keeps it with the node.
    type Node: Copy;

    /// The start state was made the root, with estimate `h`; or the goal was made the second
    /// root.
    fn root(&mut self, h: Cost) -> Self::Node;

    /// `action` on `parent` made a node with path cost `g` and estimate `h`.
    fn generated(
        &mut self,
        parent: Self::Node,
        action: Action,
        g: Cost,
        h: Cost,
        fate: NodeOutcome,
    ) -> Self::Node;

    /// `node` was selected, is no goal, and is about to be expanded: the one place where a
    /// search may be stopped by count, time or hand.
    ///
    /// # Errors
    /// Why the search is to stop.
    fn expand(&mut self, node: Self::Node) -> Result<(), StopReason>;

    /// `node` leaves the frontier without being expanded, for the reason `fate`.
    fn discard(&mut self, node: Self::Node, fate: NodeOutcome);

    /// All below the node that `action` on `parent` made was forgotten, and it waits on the
    /// frontier again: a new node for whoever writes it down, but no new successor.
    #[inline(always)]
    fn requeued(&mut self, parent: Self::Node, action: Action, g: Cost, h: Cost) -> Self::Node {
        self.generated(parent, action, g, h, NodeOutcome::Reopened)
    }

    /// `actions` lead to the goal `node` at `cost`, less than any solution before; the search
    /// goes on to look for a better one, and will end in the last one found unless it is
    /// stopped.
    #[inline(always)]
    fn solution(&mut self, node: Self::Node, cost: Cost, actions: &[Action]) {
        let _ = (node, cost, actions);
    }

    /// In a search from both ends: `ahead`, of the tree from the start, and `back`, of that
    /// from the goal, have the same state, and the path through it is the cheapest so far.
    #[inline(always)]
    fn meeting(&mut self, ahead: Self::Node, back: Self::Node) {
        let _ = (ahead, back);
    }

    /// A new iteration begins, with this bound.
    fn iteration(&mut self, bound: Cost);

    /// So many nodes were expanded and generated that nothing was told of; the other place
    /// where a search may be stopped by count, time or hand. A tally of nothing says that
    /// the search is still at work, on a table perhaps.
    ///
    /// # Errors
    /// Why the search is to stop.
    #[inline(always)]
    fn tally(&mut self, tally: Progress) -> Result<(), StopReason> {
        let _ = tally;
        Ok(())
    }

    /// How many nodes may be expanded before the next [`tally`](Self::tally): for engines that
    /// keep to the limit on expansions to the node.
    #[inline(always)]
    fn expansion_budget(&self) -> u64 {
        u64::MAX
    }

    /// Of several ways to go about it, the search has taken `method`: a few words for
    /// people, to stand in a row. The last that is told holds.
    #[inline(always)]
    fn uses(&mut self, method: &str) {
        let _ = method;
    }

    /// The search sees to tables of its own before it goes on: builds them, or finds them.
    #[inline(always)]
    fn tables_begun(&mut self) {}

    /// They are there, and take so many bytes, which is all that is held of what was asked for
    /// since [`tables_begun`](Self::tables_begun); `are_built` if any of them was not there.
    #[inline(always)]
    fn tables_ready(&mut self, n_bytes: u64, are_built: bool) {
        let _ = (n_bytes, are_built);
    }

    /// The search is about to hold `bytes` more than it does: asked before it allocates.
    ///
    /// # Errors
    /// If it may not; the search stops.
    fn grow(&mut self, bytes: usize) -> Result<(), StopReason>;
}

/// Nobody listens.
impl Observer for () {
    type Node = ();
    #[inline(always)]
    fn root(&mut self, _: Cost) {}
    #[inline(always)]
    fn generated(&mut self, _: (), _: Action, _: Cost, _: Cost, _: NodeOutcome) {}
    #[inline(always)]
    fn expand(&mut self, _: ()) -> Result<(), StopReason> {
        Ok(())
    }
    #[inline(always)]
    fn discard(&mut self, _: (), _: NodeOutcome) {}
    #[inline(always)]
    fn iteration(&mut self, _: Cost) {}
    #[inline(always)]
    fn grow(&mut self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}

/// Two observers, told in this order; either may stop the search.
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
        fate: NodeOutcome,
    ) -> Self::Node {
        (
            self.0.generated(parent.0, action, g, h, fate),
            self.1.generated(parent.1, action, g, h, fate),
        )
    }

    #[inline(always)]
    fn expand(&mut self, node: Self::Node) -> Result<(), StopReason> {
        self.0.expand(node.0)?;
        self.1.expand(node.1)
    }

    #[inline(always)]
    fn discard(&mut self, node: Self::Node, fate: NodeOutcome) {
        self.0.discard(node.0, fate);
        self.1.discard(node.1, fate);
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
    fn meeting(&mut self, ahead: Self::Node, back: Self::Node) {
        self.0.meeting(ahead.0, back.0);
        self.1.meeting(ahead.1, back.1);
    }

    #[inline(always)]
    fn iteration(&mut self, bound: Cost) {
        self.0.iteration(bound);
        self.1.iteration(bound);
    }

    #[inline(always)]
    fn tally(&mut self, tally: Progress) -> Result<(), StopReason> {
        self.0.tally(tally)?;
        self.1.tally(tally)
    }

    #[inline(always)]
    fn expansion_budget(&self) -> u64 {
        self.0.expansion_budget().min(self.1.expansion_budget())
    }

    #[inline(always)]
    fn uses(&mut self, method: &str) {
        self.0.uses(method);
        self.1.uses(method);
    }

    #[inline(always)]
    fn tables_begun(&mut self) {
        self.0.tables_begun();
        self.1.tables_begun();
    }

    #[inline(always)]
    fn tables_ready(&mut self, n_bytes: u64, are_built: bool) {
        self.0.tables_ready(n_bytes, are_built);
        self.1.tables_ready(n_bytes, are_built);
    }

    #[inline(always)]
    fn grow(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.0.grow(bytes)?;
        self.1.grow(bytes)
    }
}

/// How a search ended. `N` is the observer's handle for a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome<N> {
    /// A goal was found.
    Solved(Solution<N>),
    /// Nothing is left to expand, and nothing was left out: there is no solution.
    Exhausted,
    /// Nothing is left to expand, but nodes were cut (by the depth limit, the width of
    /// the beam, the steepness of a climb): there may be a solution beyond.
    CutOff,
    /// The observer stopped it.
    Stopped(StopReason),
}

/// A path from the start to a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<N> {
    /// The actions, first first.
    pub actions: Vec<Action>,
    /// The sum of their costs.
    pub cost: Cost,
    /// The goal node; in a search from both ends, that node of the tree from the start at
    /// which the two trees meet.
    pub node: N,
}
