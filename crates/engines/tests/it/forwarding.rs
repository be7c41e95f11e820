//! The observer of an engine that delegates to others forwards every call.

use tilescope_engines::forwarding::ForwardingObserver;
use tilescope_search::{Action, Cost, EngineObserver, NodeOutcome, Observer, Progress, StopReason};

/// Logs every call with its arguments.
#[derive(Default)]
struct Log {
    calls: Vec<String>,
    time_used: Option<f64>,
    stops: bool,
}

impl Log {
    fn node(&mut self, call: String) -> usize {
        self.calls.push(call);
        self.calls.len()
    }
}

impl Observer for Log {
    type Node = usize;
    fn root(&mut self, h: Cost) -> usize {
        self.node(format!("root {h}"))
    }
    fn generated(
        &mut self,
        parent: usize,
        action: Action,
        g: Cost,
        h: Cost,
        outcome: NodeOutcome,
    ) -> usize {
        self.node(format!("generated {parent} {action:?} {g} {h} {outcome:?}"))
    }
    fn expand(&mut self, node: usize) -> Result<(), StopReason> {
        self.node(format!("expand {node}"));
        Err(StopReason::Time)
    }
    fn discard(&mut self, node: usize, outcome: NodeOutcome) {
        self.node(format!("discard {node} {outcome:?}"));
    }
    fn requeued(&mut self, parent: usize, action: Action, g: Cost, h: Cost) -> usize {
        self.node(format!("requeued {parent} {action:?} {g} {h}"))
    }
    fn solution(&mut self, node: usize, cost: Cost, actions: &[Action]) {
        self.node(format!("solution {node} {cost} {actions:?}"));
    }
    fn meeting(&mut self, forward: usize, backward: usize) {
        self.node(format!("meeting {forward} {backward}"));
    }
    fn iteration(&mut self, bound: Cost) {
        self.node(format!("iteration {bound}"));
    }
    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.node(format!("reserve {bytes}"));
        Err(StopReason::Memory)
    }
}

impl EngineObserver for Log {
    fn progress(&mut self, progress: Progress) -> Result<(), StopReason> {
        self.node(format!("progress {progress:?}"));
        match self.stops {
            true => Err(StopReason::Interrupt),
            false => Ok(()),
        }
    }
    fn expansion_budget(&self) -> u64 {
        1000
    }
    fn has_room(&self, bytes: usize) -> bool {
        bytes <= 4096
    }
    fn time_used(&self) -> Option<f64> {
        self.time_used
    }
    fn method_chosen(&mut self, method: &str) {
        self.node(format!("method {method}"));
    }
    fn tables_started(&mut self) {
        self.node("tables started".into());
    }
    fn tables_ready(&mut self, n_bytes: u64, are_built: bool) {
        self.node(format!("tables ready {n_bytes} {are_built}"));
    }
}

/// Calls every method of an observer. Returns the results of those that have one.
fn call_all<O: EngineObserver<Node = usize>>(observer: &mut O, method: &str) -> String {
    let done = Progress {
        expanded: 5,
        generated: 7,
        frontier: Some(3),
        tables: Some(0.5),
    };
    let root = observer.root(9);
    let child = observer.generated(root, Action(2), 1, 8, NodeOutcome::Reopened);
    let expanded = observer.expand(child);
    observer.discard(child, NodeOutcome::Cut);
    let requeued = observer.requeued(root, Action(1), 2, 7);
    observer.solution(requeued, 12, &[Action(3), Action(0)]);
    observer.meeting(child, requeued);
    observer.iteration(11);
    let reserved = observer.reserve(4096);
    let progressed = observer.progress(done);
    let budget = observer.expansion_budget();
    let room = [4096, 4097].map(|bytes| observer.has_room(bytes));
    let time_used = observer.time_used();
    observer.method_chosen(method);
    observer.tables_started();
    observer.tables_ready(1 << 20, true);
    let results = (expanded, reserved, progressed, budget, room, time_used);
    format!("{root} {child} {requeued} {results:?}")
}

#[test]
fn every_call_is_forwarded_with_its_arguments_and_its_result() {
    let log = || Log {
        time_used: Some(0.5),
        stops: true,
        ..Log::default()
    };
    let (mut direct, mut behind) = (log(), log());
    let results = call_all(&mut direct, "Engine: method");
    let mut forwarding = ForwardingObserver::new(&mut behind);
    forwarding.delegate_to("Engine", u64::MAX);
    assert_eq!(call_all(&mut forwarding, "method"), results);
    assert_eq!(behind.calls, direct.calls);
}

#[test]
fn the_root_is_reported_once() {
    let mut log = Log::default();
    let mut forwarding = ForwardingObserver::new(&mut log);
    let roots = [forwarding.root(4), forwarding.root(5)];
    assert_eq!(roots, [1, 1]);
    assert_eq!(log.calls, ["root 4"]);
}

#[test]
fn a_search_that_has_used_up_its_share_is_stopped() {
    let mut nothing = ();
    let mut forwarding = ForwardingObserver::new(&mut nothing);
    forwarding.delegate_to("Engine", 8);
    let done = Progress {
        expanded: 5,
        ..Progress::default()
    };
    assert_eq!(forwarding.expansion_budget(), 8);
    assert_eq!(forwarding.progress(done), Ok(()));
    assert_eq!(forwarding.expansion_budget(), 3);
    assert_eq!(forwarding.progress(done), Err(StopReason::Expanded));
}

/// What follows takes about as long as the share of the expansions.
#[test]
fn a_search_goes_on_if_the_time_limit_leaves_no_room_for_what_follows() {
    let done = Progress {
        expanded: 8,
        ..Progress::default()
    };
    for (began, ended, has_time) in [
        (0.0, 0.4, true),
        (0.0, 0.6, false),
        (0.4, 0.6, true),
        (0.4, 0.8, false),
        (0.9, 1.0, false),
    ] {
        let mut log = Log {
            time_used: Some(began),
            ..Log::default()
        };
        let mut forwarding = ForwardingObserver::new(&mut log);
        forwarding.delegate_to("Engine", 16);
        // An iteration that begins now may not be cut off by the share.
        assert_eq!(forwarding.expansion_budget(), 1000);
        forwarding.observer.time_used = Some(ended);
        assert_eq!(forwarding.progress(done), Ok(()));
        let expected = match has_time {
            true => Err(StopReason::Expanded),
            false => Ok(()),
        };
        assert_eq!(forwarding.progress(done), expected, "{began} to {ended}");
        assert_eq!(forwarding.max_expanded == 0, has_time);
    }
}
