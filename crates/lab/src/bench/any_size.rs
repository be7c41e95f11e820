//! The any-size engine: time to the first solution.

use super::{Counted, Extent, Row, Watch};
use std::hint::black_box;
use tilescope_engines::{Engine, any_size::AnySize};
use tilescope_puzzle::{GoalPreset, Puzzle, Size, scramble};
use tilescope_search::{
    Action, Cost, EngineObserver, NodeOutcome, Observer, Options, Progress, StopReason,
};

pub const ROWS: &[Row] = &[Row {
    key: "any-size-10x10",
    work: "Any size, 20 random 10×10, first solutions",
    required: "20 s",
    aim: "2 s",
    extent: Extent::Quick,
    run: first_solutions,
}];

fn first_solutions(watch: &mut Watch) -> Result<Counted, String> {
    let size = Size::new(10, 10).map_err(|error| error.to_string())?;
    let goal = GoalPreset::BlankLast.board(size);
    let mut rng = fastrand::Rng::with_seed(100);
    let mut engines = Vec::new();
    for _ in 0..20 {
        let puzzle = Puzzle::new("", scramble::solvable(&goal, &mut rng), goal.clone());
        let puzzle = puzzle.map_err(|error| error.to_string())?;
        let engine = AnySize::new(&puzzle, &Options::default());
        engines.push(engine.map_err(|error| error.to_string())?);
    }
    let n_moves = watch.time(|| {
        let lengths = engines.iter().map(|engine| {
            let mut first = First(None);
            black_box(engine.search(&mut first));
            first.0.unwrap_or(0)
        });
        lengths.map(u64::from).sum()
    });
    Ok(Counted::nodes(n_moves, "moves"))
}

/// Stops at the first solution and keeps its length.
struct First(Option<Cost>);

impl Observer for First {
    type Node = ();

    fn root(&mut self, _: Cost) {}

    fn generated(&mut self, (): (), _: Action, _: Cost, _: Cost, _: NodeOutcome) {}

    fn expand(&mut self, (): ()) -> Result<(), StopReason> {
        Ok(())
    }

    fn discard(&mut self, (): (), _: NodeOutcome) {}

    fn requeued(&mut self, (): (), _: Action, _: Cost, _: Cost) {}

    fn solution(&mut self, (): (), cost: Cost, _: &[Action]) {
        self.0.get_or_insert(cost);
    }

    fn meeting(&mut self, (): (), (): ()) {}

    fn iteration(&mut self, _: Cost) {}

    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        self.0.map_or(Ok(()), |_| Err(StopReason::Interrupt))
    }
}

impl EngineObserver for First {
    fn progress(&mut self, _: Progress) -> Result<(), StopReason> {
        self.0.map_or(Ok(()), |_| Err(StopReason::Interrupt))
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
