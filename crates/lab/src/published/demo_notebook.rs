//! A lecture's notebook on best-first search: five moves, printed board by board.

use super::context::{ExperimentContext, Interrupted, board};
use super::eight_puzzle::{levels, space};
use super::{Figure, PublishedExperiment, PublishedSearch, Quantity, Value};
use crate::{RunOutcome, Settings, files};
use tilescope_puzzle::heuristics::{TileHeuristic, Zero};
use tilescope_puzzle::notation::board_line;
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
    searches,
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

const EVERY_MOVE_COSTS_1: &str = "every move costs 1";

fn run(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    let [every_move_costs_1, up_costs_2] = both_searches();
    let report = context.run(&every_move_costs_1)?;
    let RunOutcome::Solved { moves, .. } = report.outcome else {
        unreachable!("it is five moves from the goal: {:?}", report.outcome);
    };
    let mut shown = board(START);
    for ((action, printed), i) in moves.into_iter().zip(PRINTED).zip(1..) {
        let direction = Direction::from(action);
        shown.slide(direction);
        let quantity = format!("board {i}, after {}", direction.name());
        context.report(
            Figure::measured(EVERY_MOVE_COSTS_1, quantity, board_line(&shown))
                .as_published(board_line(&board(printed))),
        );
    }
    context.run(&up_costs_2)?;
    walk(context)
}

fn searches() -> Vec<PublishedSearch> {
    both_searches().to_vec()
}

fn both_searches() -> [PublishedSearch; 2] {
    let note = "The notebook defines this variant but does not run it. The path goes up once, so it \
                costs 6, and none is cheaper.";
    [
        search(EVERY_MOVE_COSTS_1, "U=1,D=1,L=1,R=1")
            .as_published(Quantity::Path, "LURRD")
            .as_published(Quantity::Cost, 5),
        search("Up costs 2", "U=2,D=1,L=1,R=1")
            .unpublished(Quantity::Path, note)
            .unpublished(Quantity::Cost, note),
    ]
}

/// Uniform-cost search with these costs.
fn search(name: &str, costs: &str) -> PublishedSearch {
    let mut puzzle = files::from_start(board(START));
    puzzle.costs = costs.parse().expect("costs of the four moves");
    let mut settings = Settings::new(&UniformCost::ABOUT, &Zero::ABOUT);
    settings.order = ORDER.parse().expect("an order of the four moves");
    PublishedSearch::new(name, puzzle, settings)
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
