//! The engine for any size: every solution leads to the goal, each is shorter than the one before,
//! and none is below the reported bound.

use std::num::NonZero;
use tilescope_engines::{Engine, any_size::AnySize};
use tilescope_puzzle::{Board, Direction, GoalPreset, Puzzle, Size, scramble};
use tilescope_search::{
    Action, Cost, EngineObserver, NodeOutcome, Observer, Options, Outcome, Progress, StopReason,
};

/// Replays each solution as it is reported, and stops the search after `remaining` nodes.
struct Listener {
    puzzle: Puzzle,
    remaining: u64,
    bound: Option<Cost>,
    costs: Vec<Cost>,
    method: String,
}

impl Listener {
    fn new(puzzle: &Puzzle, remaining: u64) -> Self {
        Listener {
            puzzle: puzzle.clone(),
            remaining,
            bound: None,
            costs: Vec::new(),
            method: String::new(),
        }
    }
}

fn check(puzzle: &Puzzle, actions: &[Action]) {
    let mut board = puzzle.start.clone();
    for &action in actions {
        assert!(board.slide(Direction::from(action)), "a move over the edge");
    }
    assert_eq!(board, puzzle.goal);
}

impl Observer for Listener {
    type Node = ();
    fn root(&mut self, h: Cost) {
        assert_eq!(self.bound, Some(h));
    }
    fn generated(&mut self, (): (), _: Action, _: Cost, _: Cost, _: NodeOutcome) {}
    fn expand(&mut self, (): ()) -> Result<(), StopReason> {
        Ok(())
    }
    fn discard(&mut self, (): (), _: NodeOutcome) {}
    fn requeued(&mut self, (): (), _: Action, _: Cost, _: Cost) {}
    fn solution(&mut self, (): (), cost: Cost, actions: &[Action]) {
        assert_eq!(actions.len(), cost as usize);
        check(&self.puzzle, actions);
        assert!(self.costs.last().is_none_or(|&last| cost < last));
        assert!(Some(cost) >= self.bound, "{cost} is below the bound");
        let bound = self
            .bound
            .map_or_else(String::new, |bound| bound.to_string());
        assert!(
            self.method.contains(&format!("fewer than {bound} moves")),
            "{}",
            self.method
        );
        self.costs.push(cost);
    }
    fn meeting(&mut self, (): (), (): ()) {}
    fn iteration(&mut self, bound: Cost) {
        self.bound = Some(bound);
    }
    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}

impl EngineObserver for Listener {
    fn progress(&mut self, progress: Progress) -> Result<(), StopReason> {
        self.remaining = self.remaining.saturating_sub(progress.expanded.max(1));
        if self.remaining == 0 {
            return Err(StopReason::Interrupt);
        }
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
    fn method_chosen(&mut self, method: &str) {
        self.method = method.to_owned();
    }
    fn tables_started(&mut self) {}
    fn tables_ready(&mut self, _: u64, _: bool) {}
}

fn run(puzzle: &Puzzle, n_nodes: u64) -> (Listener, Outcome<()>) {
    run_with(puzzle, n_nodes, 1)
}

fn run_with(puzzle: &Puzzle, n_nodes: u64, n_threads: usize) -> (Listener, Outcome<()>) {
    let options = Options {
        threads: NonZero::new(n_threads),
        ..Options::default()
    };
    let engine = AnySize::new(puzzle, &options).unwrap();
    let mut listener = Listener::new(puzzle, n_nodes);
    let outcome = engine.search(&mut listener);
    if let Outcome::Solved(solution) = &outcome {
        check(puzzle, &solution.actions);
        assert_eq!(listener.costs.last(), Some(&solution.cost));
    }
    (listener, outcome)
}

/// A goal with the blank in a random cell, and a start.
fn random(size: Size, rng: &mut fastrand::Rng) -> Puzzle {
    let mut goal: Board = GoalPreset::Spiral.board(size);
    for cell in (1..size.n_cells()).rev() {
        goal.swap(cell, rng.usize(..=cell));
    }
    let start = scramble::solvable(&goal, rng);
    Puzzle::new("", start, goal).unwrap()
}

#[test]
fn every_size_is_solved_and_any_goal_will_do() {
    let mut rng = fastrand::Rng::with_seed(10);
    for size in Size::all() {
        let n_goals = if size.n_cells() < 20 { 5 } else { 1 };
        for _ in 0..n_goals {
            // The first solution is reported before the first progress.
            let (listener, _) = run(&random(size, &mut rng), 1);
            assert_eq!(listener.costs.len(), 1, "{size}");
        }
    }
}

#[test]
fn solutions_become_shorter() {
    let mut rng = fastrand::Rng::with_seed(11);
    let size = Size::new(5, 6).unwrap();
    let (listener, outcome) = run(&random(size, &mut rng), 200_000);
    assert_eq!(outcome, Outcome::Stopped(StopReason::Interrupt));
    let (first, last) = (listener.costs[0], listener.costs[listener.costs.len() - 1]);
    assert!(last * 4 < first * 3, "{:?}", listener.costs);
}

#[test]
fn small_boards_come_to_an_end_with_the_shortest() {
    let goal = GoalPreset::BlankLast.board(Size::new(3, 3).unwrap());
    let start = tilescope_puzzle::notation::parse_board("8 6 7 / 2 5 4 / 3 _ 1").unwrap();
    let (listener, outcome) = run(&Puzzle::new("", start, goal.clone()).unwrap(), u64::MAX);
    assert!(matches!(outcome, Outcome::Solved(_)));
    assert_eq!(listener.costs.last(), Some(&31));
    // The start is the goal.
    let (listener, outcome) = run(&Puzzle::new("", goal.clone(), goal).unwrap(), u64::MAX);
    assert!(matches!(outcome, Outcome::Solved(_)));
    assert_eq!(listener.costs, [0]);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut rng = fastrand::Rng::with_seed(12);
    let puzzle = random(Size::new(6, 6).unwrap(), &mut rng);
    let [one, two] = [1, 2].map(|n_threads| run_with(&puzzle, 600_000, n_threads).0.costs);
    let n_common = one.len().min(two.len());
    assert!(n_common > 3, "{one:?} {two:?}");
    assert_eq!(one[..n_common], two[..n_common]);
}

#[test]
fn beams_go_on_to_the_goal_on_every_shape() {
    let mut rng = fastrand::Rng::with_seed(13);
    let shapes = [
        (2, 2),
        (2, 3),
        (2, 7),
        (10, 2),
        (3, 9),
        (7, 4),
        (8, 8),
        (10, 10),
    ];
    for (rows, columns) in shapes {
        let size = Size::new(rows, columns).unwrap();
        let n_nodes = 5_000 * size.n_cells() as u64;
        let (listener, _) = run(&random(size, &mut rng), n_nodes);
        let (first, last) = (listener.costs[0], listener.costs[listener.costs.len() - 1]);
        assert!(
            last < first || Some(last) == listener.bound || size.n_cells() < 10,
            "{size}"
        );
    }
}

#[test]
fn large_boards_get_shorter_within_few_expansions() {
    let mut rng = fastrand::Rng::with_seed(14);
    for (side, n_nodes) in [(5, 100_000), (7, 300_000), (10, 2_500_000)] {
        let puzzle = random(Size::new(side, side).unwrap(), &mut rng);
        let (listener, _) = run(&puzzle, n_nodes);
        let (first, last) = (listener.costs[0], listener.costs[listener.costs.len() - 1]);
        assert!(
            last * 20 < first * 19,
            "{side}×{side}: {:?}",
            listener.costs
        );
    }
}
