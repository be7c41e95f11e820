//! Fastest optimal changes over to larger databases if the search takes long and there is room.
//!
//! A program of its own: it must not find the large databases in memory.

use tilescope_engines::search;
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{GoalPreset, Puzzle};
use tilescope_search::{
    Action, Cost, EngineObserver, NodeOutcome, Observer, Options, Outcome, Progress, StopReason,
};

/// Ends each method's search at its first report, as if its share of the expansions were used up,
/// unless it is patient.
struct Impatient {
    has_room: bool,
    /// Interrupts the search after this many expansions, instead of ending each method's.
    patience: Option<u64>,
    /// The share of the time limit that is used up from the first expansion on.
    time_used: Option<f64>,
    expanded: u64,
    asked_for: std::cell::Cell<usize>,
    methods: Vec<String>,
    is_building: bool,
}

impl Impatient {
    fn new(has_room: bool) -> Self {
        Impatient {
            has_room,
            patience: None,
            time_used: None,
            expanded: 0,
            asked_for: 0.into(),
            methods: Vec::new(),
            is_building: false,
        }
    }

    fn has_changed_over(&self) -> bool {
        let method = self.methods.last();
        method.is_some_and(|method| method.contains("changed over"))
    }
}

impl Observer for Impatient {
    type Node = ();
    fn root(&mut self, _: Cost) {}
    fn generated(&mut self, (): (), _: Action, _: Cost, _: Cost, _: NodeOutcome) {}
    fn expand(&mut self, (): ()) -> Result<(), StopReason> {
        Ok(())
    }
    fn discard(&mut self, (): (), _: NodeOutcome) {}
    fn requeued(&mut self, (): (), _: Action, _: Cost, _: Cost) {}
    fn solution(&mut self, (): (), _: Cost, _: &[Action]) {}
    fn meeting(&mut self, (): (), (): ()) {}
    fn iteration(&mut self, _: Cost) {}
    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        match self.has_changed_over() {
            // The larger tables need not be built.
            true => Err(StopReason::Interrupt),
            false => Ok(()),
        }
    }
}

impl EngineObserver for Impatient {
    fn progress(&mut self, progress: Progress) -> Result<(), StopReason> {
        self.expanded += progress.expanded;
        match self.patience {
            Some(patience) if self.expanded >= patience => Err(StopReason::Interrupt),
            None if !self.is_building => Err(StopReason::Expanded),
            _ => Ok(()),
        }
    }
    fn expansion_budget(&self) -> u64 {
        u64::MAX
    }
    fn has_room(&self, bytes: usize) -> bool {
        self.asked_for.set(bytes);
        self.has_room
    }
    fn time_used(&self) -> Option<f64> {
        let used = if self.expanded > 0 { 1.0 } else { 0.0 };
        self.time_used.map(|share| share * used)
    }
    fn method_chosen(&mut self, method: &str) {
        self.methods.push(method.to_owned());
    }
    fn tables_started(&mut self) {
        self.is_building = true;
    }
    fn tables_ready(&mut self, _: u64, _: bool) {
        self.is_building = false;
    }
}

/// The outcome on a hard board.
fn end(observer: &mut Impatient) -> Outcome<()> {
    let start = parse_board("15 14 3 7 / 11 10 6 2 / 12 9 5 4 / 13 8 1 0").unwrap();
    let goal = GoalPreset::BlankFirst.board(start.size());
    let puzzle = Puzzle::new("", start, goal).unwrap();
    let options = Options::default();
    search("fastest-optimal", &puzzle, &options, observer)
        .unwrap()
        .unwrap()
}

#[test]
fn a_long_search_changes_over_to_larger_databases() {
    let mut observer = Impatient::new(true);
    let outcome = end(&mut observer);
    assert_eq!(outcome, Outcome::Stopped(StopReason::Interrupt));
    let small = "Pattern databases: databases 6-6-3";
    let methods = &observer.methods;
    assert!(
        methods.iter().any(|it| it.starts_with(small)),
        "{methods:?}"
    );
    let last = methods.last().unwrap();
    assert!(last.contains("(changed over from 6-6-3)"), "{methods:?}");
    // What building 7-8 takes, and little more.
    let gib = observer.asked_for.get() as f64 / f64::from(1 << 30);
    assert!((1.0..1.5).contains(&gib), "{gib}");
}

#[test]
fn without_room_a_long_search_stays_with_the_small_databases() {
    let mut observer = Impatient::new(false);
    let outcome = end(&mut observer);
    assert_eq!(outcome, Outcome::Stopped(StopReason::Expanded));
    assert!(!observer.has_changed_over(), "{:?}", observer.methods);
}

/// The first method has 50 million expansions, which take about as long as building the small
/// databases.
#[test]
fn without_time_for_databases_a_search_goes_on_as_it_began() {
    for (time_used, changes) in [(None, true), (Some(0.4), true), (Some(0.6), false)] {
        let mut observer = Impatient {
            patience: Some(60_000_000),
            time_used,
            ..Impatient::new(true)
        };
        let outcome = end(&mut observer);
        assert_eq!(outcome, Outcome::Stopped(StopReason::Interrupt));
        let methods = &observer.methods;
        let has_changed = methods.iter().any(|it| it.starts_with("Pattern databases"));
        assert_eq!(has_changed, changes, "{time_used:?}: {methods:?}");
    }
}
