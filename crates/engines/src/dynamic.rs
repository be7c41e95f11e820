//! Engines compiled once, not once for each type of observer.
//!
//! An engine reports every few milliseconds, so a call through a pointer has no measurable cost.
//! Some engines are compiled for many board sizes; this way that happens only in this crate.

use tilescope_search::{
    Action, Cost, EngineObserver, NodeOutcome, Observer, Outcome, Progress, Solution, StopReason,
};

/// Any observer of an engine, called through a pointer.
pub struct DynObserver<'a>(&'a mut (dyn EngineObserver<Node = ()> + 'a));

/// Runs `search` with `observer` called through a pointer.
pub fn search_with<O: EngineObserver>(
    observer: &mut O,
    search: impl FnOnce(&mut DynObserver) -> Outcome<()>,
) -> Outcome<O::Node> {
    let mut keeper = RootKeeper {
        observer,
        root: None,
    };
    let outcome = search(&mut DynObserver(&mut keeper));
    match outcome {
        Outcome::Solved(Solution { actions, cost, .. }) => Outcome::Solved(Solution {
            actions,
            cost,
            node: keeper.handle(),
        }),
        Outcome::Exhausted => Outcome::Exhausted,
        Outcome::CutOff => Outcome::CutOff,
        Outcome::Stopped(reason) => Outcome::Stopped(reason),
    }
}

/// Keeps the handle of the root. An engine reports no other node, so it stands for all.
struct RootKeeper<'a, O: Observer> {
    observer: &'a mut O,
    root: Option<O::Node>,
}

impl<O: Observer> RootKeeper<'_, O> {
    fn handle(&self) -> O::Node {
        self.root.expect("an engine reports the root first")
    }
}

impl<O: Observer> Observer for RootKeeper<'_, O> {
    type Node = ();

    fn root(&mut self, h: Cost) {
        self.root = Some(self.observer.root(h));
    }

    fn generated(&mut self, (): (), action: Action, g: Cost, h: Cost, outcome: NodeOutcome) {
        self.observer
            .generated(self.handle(), action, g, h, outcome);
    }

    fn expand(&mut self, (): ()) -> Result<(), StopReason> {
        self.observer.expand(self.handle())
    }

    fn discard(&mut self, (): (), outcome: NodeOutcome) {
        self.observer.discard(self.handle(), outcome);
    }

    fn requeued(&mut self, (): (), action: Action, g: Cost, h: Cost) {
        self.observer.requeued(self.handle(), action, g, h);
    }

    fn solution(&mut self, (): (), cost: Cost, actions: &[Action]) {
        self.observer.solution(self.handle(), cost, actions);
    }

    fn meeting(&mut self, (): (), (): ()) {
        self.observer.meeting(self.handle(), self.handle());
    }

    fn iteration(&mut self, bound: Cost) {
        self.observer.iteration(bound);
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.observer.reserve(bytes)
    }
}

impl<O: EngineObserver> EngineObserver for RootKeeper<'_, O> {
    fn progress(&mut self, progress: Progress) -> Result<(), StopReason> {
        self.observer.progress(progress)
    }

    fn expansion_budget(&self) -> u64 {
        self.observer.expansion_budget()
    }

    fn has_room(&self, bytes: usize) -> bool {
        self.observer.has_room(bytes)
    }

    fn time_used(&self) -> Option<f64> {
        self.observer.time_used()
    }

    fn method_chosen(&mut self, method: &str) {
        self.observer.method_chosen(method);
    }

    fn tables_started(&mut self) {
        self.observer.tables_started();
    }

    fn tables_ready(&mut self, n_bytes: u64, are_built: bool) {
        self.observer.tables_ready(n_bytes, are_built);
    }
}

impl Observer for DynObserver<'_> {
    type Node = ();

    fn root(&mut self, h: Cost) {
        self.0.root(h);
    }

    fn generated(&mut self, (): (), action: Action, g: Cost, h: Cost, outcome: NodeOutcome) {
        self.0.generated((), action, g, h, outcome);
    }

    fn expand(&mut self, (): ()) -> Result<(), StopReason> {
        self.0.expand(())
    }

    fn discard(&mut self, (): (), outcome: NodeOutcome) {
        self.0.discard((), outcome);
    }

    fn requeued(&mut self, (): (), action: Action, g: Cost, h: Cost) {
        self.0.requeued((), action, g, h);
    }

    fn solution(&mut self, (): (), cost: Cost, actions: &[Action]) {
        self.0.solution((), cost, actions);
    }

    fn meeting(&mut self, (): (), (): ()) {
        self.0.meeting((), ());
    }

    fn iteration(&mut self, bound: Cost) {
        self.0.iteration(bound);
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.0.reserve(bytes)
    }
}

impl EngineObserver for DynObserver<'_> {
    fn progress(&mut self, progress: Progress) -> Result<(), StopReason> {
        self.0.progress(progress)
    }

    fn expansion_budget(&self) -> u64 {
        self.0.expansion_budget()
    }

    fn has_room(&self, bytes: usize) -> bool {
        self.0.has_room(bytes)
    }

    fn time_used(&self) -> Option<f64> {
        self.0.time_used()
    }

    fn method_chosen(&mut self, method: &str) {
        self.0.method_chosen(method);
    }

    fn tables_started(&mut self) {
        self.0.tables_started();
    }

    fn tables_ready(&mut self, n_bytes: u64, are_built: bool) {
        self.0.tables_ready(n_bytes, are_built);
    }
}
