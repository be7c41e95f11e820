//! Observers that count, for who wants to know what a search took and no more.

use super::memory::check_machine;
use super::{Action, Cost, EngineObserver, NodeOutcome, Observer, Progress, StopReason};

/// Counts; lets every search run to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counter {
    pub expanded: u64,
    /// The roots are counted once.
    pub generated: u64,
    /// All that was asked for.
    pub bytes: u64,
    /// Expanded and generated when the last iteration began.
    pub before_iteration: (u64, u64),
}

impl Observer for Counter {
    type Node = ();

    fn root(&mut self, _: Cost) {
        self.generated += 1;
    }

    fn generated(&mut self, (): (), _: Action, _: Cost, _: Cost, _: NodeOutcome) {
        self.generated += 1;
    }

    fn expand(&mut self, (): ()) -> Result<(), StopReason> {
        self.expanded += 1;
        Ok(())
    }

    fn discard(&mut self, (): (), _: NodeOutcome) {}

    /// It was counted when it was generated first.
    fn requeued(&mut self, (): (), _: Action, _: Cost, _: Cost) {}

    fn solution(&mut self, (): (), _: Cost, _: &[Action]) {}

    fn meeting(&mut self, (): (), (): ()) {}

    fn iteration(&mut self, _: Cost) {
        self.before_iteration = (self.expanded, self.generated);
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.bytes += bytes as u64;
        Ok(())
    }
}

impl EngineObserver for Counter {
    fn progress(&mut self, progress: Progress) -> Result<(), StopReason> {
        self.expanded += progress.expanded;
        self.generated += progress.generated;
        Ok(())
    }

    fn expansion_budget(&self) -> u64 {
        u64::MAX
    }

    fn has_room(&self, _: usize) -> bool {
        true
    }

    fn time_used(&self) -> Option<f64> {
        None
    }

    fn method_chosen(&mut self, _: &str) {}

    fn tables_started(&mut self) {}

    fn tables_ready(&mut self, _: u64, _: bool) {}
}

/// Counts, and asks at each place where a search may be stopped whether it is to go on.
pub struct Checked<F> {
    pub counter: Counter,
    /// Is shown what was done, with what is about to be.
    check: F,
}

impl<F: FnMut(&Counter) -> Result<(), StopReason>> Checked<F> {
    pub fn new(check: F) -> Self {
        Checked {
            counter: Counter::default(),
            check,
        }
    }
}

impl<F: FnMut(&Counter) -> Result<(), StopReason>> Observer for Checked<F> {
    type Node = ();

    fn root(&mut self, h: Cost) {
        self.counter.root(h);
    }

    fn generated(&mut self, (): (), action: Action, g: Cost, h: Cost, fate: NodeOutcome) {
        self.counter.generated((), action, g, h, fate);
    }

    fn expand(&mut self, (): ()) -> Result<(), StopReason> {
        self.counter.expand(())?;
        (self.check)(&self.counter)
    }

    fn discard(&mut self, (): (), _: NodeOutcome) {}

    fn requeued(&mut self, (): (), _: Action, _: Cost, _: Cost) {}

    fn solution(&mut self, (): (), _: Cost, _: &[Action]) {}

    fn meeting(&mut self, (): (), (): ()) {}

    fn iteration(&mut self, bound: Cost) {
        self.counter.iteration(bound);
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.counter.reserve(bytes)?;
        (self.check)(&self.counter)?;
        check_machine(bytes)
    }
}

impl<F: FnMut(&Counter) -> Result<(), StopReason>> EngineObserver for Checked<F> {
    fn progress(&mut self, progress: Progress) -> Result<(), StopReason> {
        self.counter.progress(progress)?;
        (self.check)(&self.counter)
    }

    fn expansion_budget(&self) -> u64 {
        u64::MAX
    }

    fn has_room(&self, _: usize) -> bool {
        true
    }

    fn time_used(&self) -> Option<f64> {
        None
    }

    fn method_chosen(&mut self, _: &str) {}

    fn tables_started(&mut self) {}

    fn tables_ready(&mut self, _: u64, _: bool) {}
}
