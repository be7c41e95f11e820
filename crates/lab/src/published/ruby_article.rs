//! An article on graph search in Ruby: its puzzle of 20 moves, and two ways to fail.

use super::context::{ExperimentContext, Interrupted, board};
use super::eight_puzzle::{levels, space};
use super::shuffled::{Shuffled, ShuffledHeuristic};
use super::{Figure, PublishedExperiment, Value};
use crate::{Job, Report, RunOutcome, Settings, StoppedBy, files, format};
use tilescope_puzzle::heuristics::{Manhattan, ManhattanWithBlank, TileHeuristic, Zero};
use tilescope_puzzle::{Costs, MoveOrder, Nibbles, SlidingTiles};
use tilescope_search::best_first::{AStar, UniformCost};
use tilescope_search::breadth_first::BreadthFirst;
use tilescope_search::depth_first::DepthFirst;
use tilescope_search::{About, Algorithm, Duplicates, Heuristic, Options, Outcome, TieBreaking};

pub const EXPERIMENT: PublishedExperiment = PublishedExperiment {
    key: "ruby-article",
    title: "Graph search in Ruby",
    source: "An article on breadth-first search, uniform-cost search and A* in Ruby, after \
             Russell & Norvig; its author, title and year are not given.",
    summary: "A puzzle of 20 moves, searched with a random move order at each board; \
              and the failures of recursion and of a search without a closed list.",
    n_instances: 0,
    run,
};

const START: &str = "7 6 2 / 5 3 1 / _ 4 8";
const GOAL: &str = "_ 1 2 / 3 4 5 / 6 7 8";
const N_MOVES: usize = 20;

/// The number of random move orders.
const N_ORDERS: u64 = 31;

/// The depth of Ruby's stack on the article's machine.
const STACK: u32 = 8247;

fn run(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    compare_searches(context)?;
    run_depth_first(context)?;
    run_without_closed_list(context)
}

fn compare_searches(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    let random_ties = |options: Options| Options {
        ties: TieBreaking::Random,
        ..options
    };
    let breadth_first = BreadthFirst::ABOUT.defaults();
    let uniform_cost = random_ties(UniformCost::ABOUT.defaults());
    let a_star = random_ties(AStar::ABOUT.defaults());
    let goal = board(GOAL);
    let manhattan = Manhattan::new(&goal, Costs::UNIT).expect("it is defined for every board");
    let with_blank =
        ManhattanWithBlank::new(&goal, Costs::UNIT).expect("it is defined for every board");

    let bounds = uninformed_bounds(context)?;
    let runs = shuffled_runs::<BreadthFirst, _>(&breadth_first, &Zero, context)?;
    let [boards, moves] = runs.figures("breadth-first");
    context.report(boards.as_published(47_892).with_note(&bounds));
    context.report(moves.as_published(N_MOVES as u64));
    let runs = shuffled_runs::<UniformCost, _>(&uniform_cost, &Zero, context)?;
    let [boards, moves] = runs.figures("uniform-cost");
    context.report(boards.as_published(51_963).with_note(bounds));
    context.report(moves);
    let runs = shuffled_runs::<AStar, _>(&a_star, &with_blank, context)?;
    let [boards, moves] = runs.figures("A*, blank counted");
    context.report(boards.as_published(736).with_note(
        "The article's distance counts the blank as a tile, so it overestimates and A* may miss \
         the shortest solution. Tie-breaking is random here, since the article does not specify \
         it.",
    ));
    context.report(moves);
    let runs = shuffled_runs::<AStar, _>(&a_star, &manhattan, context)?;
    let [boards, moves] = runs.figures("A*, Manhattan");
    context.report(boards.unlike_published(
        736,
        "Without the blank, Manhattan distance is admissible, so the solution is optimal. Here it \
         also examines fewer boards.",
    ));
    context.report(moves);
    Ok(())
}

/// The results of a search with several random move orders.
struct Runs {
    /// Boards examined, including the goal.
    boards: Vec<u64>,
    moves: Vec<u64>,
}

impl Runs {
    fn figures(self, experiment: &str) -> [Figure; 2] {
        [
            Figure::measured(experiment, "boards examined", Value::spread(self.boards)),
            Figure::measured(experiment, "moves", Value::spread(self.moves)),
        ]
    }
}

fn shuffled_runs<A: Algorithm, H: Heuristic<SlidingTiles<Nibbles>>>(
    options: &Options,
    heuristic: &H,
    context: &ExperimentContext,
) -> Result<Runs, Interrupted> {
    let (mut boards, mut moves) = (Vec::new(), Vec::new());
    for seed in 1..=N_ORDERS {
        let space = Shuffled {
            space: space(GOAL, MoveOrder::default()),
            seed,
        };
        let algorithm = A::with(&Options {
            seed,
            ..options.clone()
        });
        let start = space.space.state(&board(START));
        let mut observer = context.counter();
        match algorithm.search(&space, &ShuffledHeuristic(heuristic), start, &mut observer) {
            Outcome::Solved(solution) => {
                boards.push(observer.counter.expanded + 1);
                moves.push(solution.actions.len() as u64);
            }
            Outcome::Stopped(_) => return Err(Interrupted),
            outcome => unreachable!("it has a solution: {outcome:?}"),
        }
    }
    Ok(Runs { boards, moves })
}

/// A note on the minimum and maximum number of boards that an uninformed search examines.
fn uninformed_bounds(context: &ExperimentContext) -> Result<String, Interrupted> {
    let space = space(GOAL, MoveOrder::default());
    let levels = levels(&space, space.state(&board(START)), context)?;
    let n_nearer: usize = levels[..N_MOVES].iter().map(Vec::len).sum();
    let n_as_far = levels[N_MOVES].len();
    Ok(format!(
        "Every board nearer than {N_MOVES} moves is examined, and those at the goal's distance that \
         come before it: from {} to {} boards, depending on the order. With equal costs \
         uniform-cost search is breadth-first search, and neither is better.",
        format::count(n_nearer as u64 + 1),
        format::count((n_nearer + n_as_far) as u64)
    ))
}

/// Depth-first search, which is not recursive here.
fn run_depth_first(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    const N_EXPANSIONS: u64 = 100_000;
    let overflow = "stack overflow";
    let why = "The article's search is recursive and overflows the stack at 8\u{2009}247 calls. \
               Here the frontier is a list, so the depth is limited only by memory or by a \
               depth limit.";

    let mut endless = job(&DepthFirst::ABOUT, Duplicates::None);
    endless.settings.limits.expanded = Some(N_EXPANSIONS);
    let report = context.solve(&endless)?;
    let experiment = "depth-first, with cycles";
    context.report(
        Figure::measured(experiment, "outcome", outcome(&report)).unlike_published(overflow, why),
    );
    // It never backtracks, so each expansion is one level deeper.
    context.report(
        Figure::measured(experiment, "depth", report.counts.expanded)
            .unlike_published(u64::from(STACK), why),
    );

    endless.settings.options.depth_limit = Some(STACK);
    let report = context.solve(&endless)?;
    let experiment = "the same, depth limit at the stack size";
    context.report(Figure::measured(experiment, "outcome", outcome(&report)).with_note(why));

    let report = context.solve(&job(&DepthFirst::ABOUT, Duplicates::Graph))?;
    let experiment = "depth-first, each board once";
    context.report(
        Figure::measured(experiment, "outcome", outcome(&report)).with_note(
            "A solution many times longer than the shortest, and deeper than the article's stack.",
        ),
    );
    Ok(())
}

/// Breadth-first search without a closed list.
fn run_without_closed_list(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    let mut job = job(&BreadthFirst::ABOUT, Duplicates::None);
    job.settings.limits.memory = Some(64 << 20);
    let report = context.solve(&job)?;
    let experiment = "breadth-first, no closed list";
    let why = "Without a closed list it generates the same boards again and again. The memory limit is \
               checked before each allocation, so the search stops before memory runs out.";
    context.report(
        Figure::measured(experiment, "outcome", outcome(&report))
            .unlike_published("out of memory", why),
    );
    context.report(
        Figure::measured(experiment, "expansions", report.counts.expanded)
            .with_note("More than the 181\u{2009}440 reachable boards."),
    );
    Ok(())
}

fn job(algorithm: &'static About, duplicates: Duplicates) -> Job {
    let mut puzzle = files::from_start(board(START));
    puzzle.goal = board(GOAL);
    let mut settings = Settings::new(algorithm, &Zero::ABOUT);
    settings.options.duplicates = duplicates;
    Job {
        problem: puzzle.into(),
        settings,
        search_unsolvable: false,
        record: 0,
    }
}

/// The outcome of a run in a few words.
fn outcome(report: &Report) -> String {
    match &report.outcome {
        RunOutcome::Solved { moves, .. } => {
            format!("solved in {} moves", format::count(moves.len() as u64))
        }
        RunOutcome::Stopped(StoppedBy::Memory) => "stopped at the memory limit".into(),
        RunOutcome::Stopped(StoppedBy::Expanded) => "stopped at the limit on expansions".into(),
        RunOutcome::Stopped(StoppedBy::Depth) => "stopped at the depth limit".into(),
        _ => report.sentence(),
    }
}
