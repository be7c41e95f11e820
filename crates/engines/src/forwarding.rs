//! The observer of an engine that delegates to other engines.

use tilescope_search::{Action, Cost, EngineObserver, NodeOutcome, Observer, Progress, StopReason};

/// Forwards what several searches report, one after the other, as if they were one search.
/// Stops a search when it has used up its share of the expansions.
pub struct ForwardingObserver<'a, O: Observer> {
    pub observer: &'a mut O,
    /// The root, which is reported once.
    root: Option<O::Node>,
    /// The name of the engine that is searching.
    engine: String,
    /// How many nodes it may still expand, as far as it reports [`Progress`].
    pub max_expanded: u64,
    /// The share of the time limit that was used up when it began.
    time_before: f64,
}

impl<'a, O: EngineObserver> ForwardingObserver<'a, O> {
    pub fn new(observer: &'a mut O) -> Self {
        ForwardingObserver {
            observer,
            root: None,
            engine: String::new(),
            max_expanded: u64::MAX,
            time_before: 0.0,
        }
    }

    /// The engine with this name searches next. It may expand this many nodes, which takes about as
    /// long as what prepares the engine after it. Under a time limit that leaves less than that
    /// when they are expanded, it goes on: stopping it would lose a search for nothing.
    pub fn delegate_to(&mut self, engine: &str, max_expanded: u64) {
        self.engine = engine.to_owned();
        self.max_expanded = max_expanded;
        self.time_before = self.observer.time_used().unwrap_or_default();
    }

    /// Whether the time limit leaves at least as much time as the engine has taken.
    fn has_time_for_another(&self) -> bool {
        (self.observer.time_used()).is_none_or(|used| used + (used - self.time_before) <= 1.0)
    }
}

impl<O: Observer> Observer for ForwardingObserver<'_, O> {
    type Node = O::Node;

    fn root(&mut self, h: Cost) -> O::Node {
        *self.root.get_or_insert_with(|| self.observer.root(h))
    }

    #[inline(always)]
    fn generated(
        &mut self,
        parent: O::Node,
        action: Action,
        g: Cost,
        h: Cost,
        outcome: NodeOutcome,
    ) -> O::Node {
        self.observer.generated(parent, action, g, h, outcome)
    }

    #[inline(always)]
    fn expand(&mut self, node: O::Node) -> Result<(), StopReason> {
        self.observer.expand(node)
    }

    fn discard(&mut self, node: O::Node, outcome: NodeOutcome) {
        self.observer.discard(node, outcome);
    }

    fn requeued(&mut self, parent: O::Node, action: Action, g: Cost, h: Cost) -> O::Node {
        self.observer.requeued(parent, action, g, h)
    }

    fn solution(&mut self, node: O::Node, cost: Cost, actions: &[Action]) {
        self.observer.solution(node, cost, actions);
    }

    fn meeting(&mut self, forward: O::Node, backward: O::Node) {
        self.observer.meeting(forward, backward);
    }

    fn iteration(&mut self, bound: Cost) {
        self.observer.iteration(bound);
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.observer.reserve(bytes)
    }
}

impl<O: EngineObserver> EngineObserver for ForwardingObserver<'_, O> {
    fn progress(&mut self, progress: Progress) -> Result<(), StopReason> {
        self.observer.progress(progress)?;
        self.max_expanded = self.max_expanded.saturating_sub(progress.expanded);
        if self.max_expanded > 0 {
            return Ok(());
        }
        if self.has_time_for_another() {
            return Err(StopReason::Expanded);
        }
        self.max_expanded = u64::MAX;
        Ok(())
    }

    /// An engine keeps to the budget of a whole iteration. Under a time limit its share is no part
    /// of that, since it may have to go on.
    fn expansion_budget(&self) -> u64 {
        let budget = self.observer.expansion_budget();
        match self.observer.time_used() {
            None => budget.min(self.max_expanded),
            Some(_) => budget,
        }
    }

    fn has_room(&self, bytes: usize) -> bool {
        self.observer.has_room(bytes)
    }

    fn time_used(&self) -> Option<f64> {
        self.observer.time_used()
    }

    fn method_chosen(&mut self, method: &str) {
        let method = format!("{}: {method}", self.engine);
        self.observer.method_chosen(&method);
    }

    fn tables_started(&mut self) {
        self.observer.tables_started();
    }

    fn tables_ready(&mut self, n_bytes: u64, are_built: bool) {
        self.observer.tables_ready(n_bytes, are_built);
    }
}
