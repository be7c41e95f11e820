//! Reinefeld, “Complete Solution of the Eight-Puzzle”, 1993: all its boards by distance, and
//! what the order of the moves does to IDA*.

use super::context::{ExperimentContext, Extent, Interrupted, board};
use super::eight_puzzle::space;
use super::shuffled::{Shuffled, ShuffledHeuristic};
use super::{Figure, PublishedExperiment};
use crate::audit::states::States;
use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic};
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Board, Costs, MoveOrder, WholeSpace, scramble};
use tilescope_search::ida_star::IdaStar;
use tilescope_search::{Algorithm, Heuristic, Outcome, Space};

pub const EXPERIMENT: PublishedExperiment = PublishedExperiment {
    key: "reinefeld-1993",
    title: "Reinefeld 1993",
    source: "A. Reinefeld, Complete Solution of the Eight-Puzzle and the Benefit of Node \
             Ordering in IDA*, IJCAI 1993; table 1 and the hardest boards as OEIS quotes them in \
             A089473.",
    summary: "The 8-puzzles by solution length, the two hardest, and the nodes that IDA* generates \
              with each move order.",
    n_instances: 0,
    searches: Vec::new,
    run,
};

const GOAL: &str = "1 2 3 / 4 5 6 / 7 8 _";

/// Boards by their distance from a goal that has the blank in a corner.
const HISTOGRAM: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 749, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

/// The distance at which the histogram has 749 boards, where there are 748.
const MISPRINT: usize = 12;

const HARDEST: [&str; 2] = ["6 4 7 / 8 5 _ / 3 2 1", "8 6 7 / 2 5 4 / 3 _ 1"];

/// How many random boards the orders of the moves are tried on.
const N_RANDOM: usize = 50;

fn run(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    measure_distances(context)?;
    compare_orders(context)
}

fn measure_distances(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    let goal = board(GOAL);
    let space = WholeSpace::search(&goal, &mut context.counter()).map_err(|_| Interrupted)?;
    let levels = space.levels();
    let experiment = "boards by distance";
    for (distance, (&n_boards, published)) in levels.iter().zip(HISTOGRAM).enumerate() {
        let quantity = format!("at distance {distance}");
        let figure = Figure::measured(experiment, quantity, n_boards);
        context.report(if distance == MISPRINT {
            let why = "A misprint: with it the total would exceed 9!/2 by one.";
            figure.unlike_published(published, why)
        } else {
            figure.as_published(published)
        });
    }
    let n_moves: u64 = (0..).zip(levels).map(|(d, n_boards)| d * n_boards).sum();
    let all = "all boards";
    context.report(Figure::measured(all, "boards", space.n_states()).as_published(181_440));
    context.report(
        Figure::measured(all, "maximum moves", levels.len() as u64 - 1)
            .as_published(HISTOGRAM.len() as u64 - 1),
    );
    context.report(Figure::measured(
        all,
        "moves, mean",
        n_moves as f64 / space.n_states() as f64,
    ));

    let hardest = space.farthest(&goal, HARDEST.len() + 1);
    let mut hardest: Vec<String> = hardest.iter().map(board_line).collect();
    hardest.sort_unstable();
    for (i, found) in hardest.into_iter().enumerate() {
        let figure = Figure::measured("hardest boards", format!("board {}", i + 1), found);
        context.report(match HARDEST.get(i) {
            Some(published) => figure.as_published(board_line(&board(published))),
            None => figure,
        });
    }
    Ok(())
}

fn compare_orders(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    let goal = board(GOAL);
    let manhattan = Manhattan::new(&goal, Costs::UNIT).expect("it is defined for every board");
    let starts = starts(&goal, context.extent);
    let n_starts = starts.len() as u64;

    let mut by_order = Vec::new();
    for order in MoveOrder::all() {
        let space = space(GOAL, order);
        let mut n_nodes = 0;
        for start in &starts {
            n_nodes += generated(&space, &manhattan, space.state(start), context)?;
        }
        by_order.push((n_nodes / n_starts, order));
    }
    let mut n_nodes = 0;
    for (start, seed) in starts.iter().zip(1..) {
        let space = Shuffled {
            space: space(GOAL, MoveOrder::default()),
            seed,
        };
        let start = space.space.state(start);
        n_nodes += generated(&space, &ShuffledHeuristic(&manhattan), start, context)?;
    }
    let at_random = n_nodes / n_starts;

    by_order.sort_by_key(|&(n_nodes, _)| n_nodes);
    let n_worse = by_order
        .iter()
        .filter(|&&(n_nodes, _)| n_nodes > at_random)
        .count();
    let experiment = format!("IDA*, mean nodes of {n_starts} boards");
    for (n_nodes, order) in by_order {
        context.report(Figure::measured(&experiment, order.to_string(), n_nodes));
    }
    context.report(Figure::measured(
        &experiment,
        "random in each state",
        at_random,
    ));
    context.report(
        Figure::measured(experiment, "orders worse than random", n_worse as u64).with_note(
            "Of the 24 orders. The paper finds that almost all implementations with a fixed \
             order do worse than a random order would.",
        ),
    );
    Ok(())
}

/// The boards on which the orders are compared: random ones, or all.
fn starts(goal: &Board, extent: Extent) -> Vec<Board> {
    if extent == Extent::All
        && let Ok(states) = States::new(goal, Costs::UNIT)
    {
        return (0..states.n_states() as u32)
            .map(|state| states.board(state))
            .collect();
    }
    let mut rng = fastrand::Rng::with_seed(1993);
    std::iter::repeat_with(|| scramble::solvable(goal, &mut rng))
        .take(N_RANDOM)
        .collect()
}

/// How many nodes IDA* generates from `start`, the last iteration to its end at the goal.
fn generated<S: Space>(
    space: &S,
    heuristic: &impl Heuristic<S>,
    start: S::State,
    context: &ExperimentContext,
) -> Result<u64, Interrupted> {
    let ida_star = IdaStar::with(&IdaStar::ABOUT.defaults());
    let mut observer = context.counter();
    match ida_star.search(space, heuristic, start, &mut observer) {
        Outcome::Solved(_) => Ok(observer.counter.generated),
        Outcome::Stopped(_) => Err(Interrupted),
        outcome => unreachable!("it has a solution: {outcome:?}"),
    }
}
