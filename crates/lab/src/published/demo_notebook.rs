//! A lecture's notebook on best-first search: five moves, printed board by board.

use super::context::{ExperimentContext, Interrupted, board};
use super::eight_puzzle::{levels, space};
use super::{Figure, PublishedExperiment, Value};
use crate::{Job, RunOutcome, Settings, files};
use tilescope_puzzle::heuristics::{TileHeuristic, Zero};
use tilescope_puzzle::notation::{board_line, moves as letters};
use tilescope_puzzle::{Direction, MoveOrder};
use tilescope_search::best_first::UniformCost;
use tilescope_search::{Algorithm, Space};

pub const EXPERIMENT: PublishedExperiment = PublishedExperiment {
    key: "best-first-demo",
    title: "Best-first search demo",
    source: "Basic Search Demo, a lecture's notebook on best-first search; its author and year \
             are not given.",
    summary: "Best-first search with f = path cost, which is uniform-cost search; the same \
              where Up costs 2; and the distance that a random walk of 25 moves covers.",
    n_instances: 0,
    run,
};

const START: &str = "1 2 3 / 7 4 5 / 8 _ 6";
const GOAL: &str = "1 2 3 / 4 5 6 / 7 8 _";

/// The length of the walk that generates a start.
const N_STEPS: usize = 25;
const N_WALKS: usize = 101;

/// Up, Right, Left, Down: the order of the notebook's actions.
const ORDER: &str = "URLD";

const PRINTED: [&str; 5] = [
    "1 2 3 / 7 4 5 / _ 8 6",
    "1 2 3 / _ 4 5 / 7 8 6",
    "1 2 3 / 4 _ 5 / 7 8 6",
    "1 2 3 / 4 5 _ / 7 8 6",
    "1 2 3 / 4 5 6 / 7 8 _",
];

fn run(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    let (path, cost) = solve("U=1,D=1,L=1,R=1", context)?;
    let every_move_costs_1 = "every move costs 1";
    context.report(
        Figure::measured(every_move_costs_1, "path", letters(path.iter().copied()))
            .as_published("LURRD"),
    );
    context.report(Figure::measured(every_move_costs_1, "cost", cost).as_published(5));
    let mut shown = board(START);
    for ((direction, printed), i) in path.into_iter().zip(PRINTED).zip(1..) {
        shown.slide(direction);
        let quantity = format!("board {i}, after {}", direction.name());
        context.report(
            Figure::measured(every_move_costs_1, quantity, board_line(&shown))
                .as_published(board_line(&board(printed))),
        );
    }

    let (path, cost) = solve("U=2,D=1,L=1,R=1", context)?;
    let note = "The notebook defines this variant but does not run it. The path goes up once, so it \
                costs 6, and none is cheaper.";
    for figure in [
        Figure::measured("Up costs 2", "path", letters(path)),
        Figure::measured("Up costs 2", "cost", cost),
    ] {
        context.report(figure.with_note(note));
    }
    walk(context)
}

/// Measures the distance covered by random walks from the goal that may undo moves.
fn walk(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    let space = space(GOAL, MoveOrder::default());
    let goal = space.state(&board(GOAL));
    let levels = levels(&space, goal, context)?;
    let mut rng = fastrand::Rng::with_seed(25);
    let distances = (0..N_WALKS).map(|_| {
        let mut state = goal;
        for _ in 0..N_STEPS {
            let mut actions = space.actions(&state);
            let chosen = rng.usize(..actions.len());
            let action = actions.nth(chosen).expect("it is one of them");
            state = space.apply(&state, action);
        }
        let distance = levels.iter().position(|level| level.contains(&state.cells));
        distance.expect("every walk leads to a board that can be reached") as u64
    });
    let distances = Value::spread(distances.collect());
    let experiment = format!("{N_WALKS} random walks of {N_STEPS} moves");
    context.report(
        Figure::measured(experiment, "moves to solve", distances)
            .as_published(5)
            .with_note(
                "The notebook's start was generated like this. A walk that may undo its moves \
                 does not get far, and after an odd number of moves its distance is odd.",
            ),
    );
    Ok(())
}

/// The path of uniform-cost search, and its cost.
fn solve(costs: &str, context: &ExperimentContext) -> Result<(Vec<Direction>, u64), Interrupted> {
    let mut puzzle = files::from_start(board(START));
    puzzle.costs = costs.parse().expect("costs of the four moves");
    let mut job = Job {
        problem: puzzle.into(),
        settings: Settings::new(&UniformCost::ABOUT, &Zero::ABOUT),
        search_unsolvable: false,
        record: 0,
    };
    job.settings.order = ORDER.parse().expect("an order of the four moves");
    match context.solve(&job)?.outcome {
        RunOutcome::Solved { moves, cost, .. } => Ok((
            moves.into_iter().map(Direction::from).collect(),
            cost.into(),
        )),
        outcome => unreachable!("it is five moves from the goal: {outcome:?}"),
    }
}
