//! An article on graph search in Ruby: its puzzle of 20 moves, and two ways to fail.

use super::context::{ExperimentContext, Interrupted, board};
use super::eight_puzzle::{levels, space};
use super::shuffled::{Shuffled, Through};
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
    summary: "A puzzle of 20 moves, searched with the moves in a new random order at each board; \
              and what recursion and a search that forgets come to.",
    n_instances: 0,
    run,
};

const START: &str = "7 6 2 / 5 3 1 / _ 4 8";
const GOAL: &str = "_ 1 2 / 3 4 5 / 6 7 8";
const N_MOVES: usize = 20;

/// How many random orders of the moves are tried.
const N_ORDERS: u64 = 31;

/// The depth of Ruby's stack on the article's machine.
const STACK: u32 = 8247;

fn run(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    compare_searches(context)?;
    go_deep(context)?;
    forget(context)
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

    let blind = blind_bounds(context)?;
    let runs = shuffled_runs::<BreadthFirst, _>(&breadth_first, &Zero, context)?;
    let [boards, moves] = runs.figures("breadth-first");
    context.tell(boards.as_published(47_892).noting(&blind));
    context.tell(moves.as_published(N_MOVES as u64));
    let runs = shuffled_runs::<UniformCost, _>(&uniform_cost, &Zero, context)?;
    let [boards, moves] = runs.figures("uniform-cost");
    context.tell(boards.as_published(51_963).noting(blind));
    context.tell(moves);
    let runs = shuffled_runs::<AStar, _>(&a_star, &with_blank, context)?;
    let [boards, moves] = runs.figures("A*, blank counted");
    context.tell(boards.as_published(736).noting(
        "The article's distance counts the blank like a tile, so it overestimates: A* may miss \
         the shortest solution. Ties are random here, as the article's sort leaves them open.",
    ));
    context.tell(moves);
    let runs = shuffled_runs::<AStar, _>(&a_star, &manhattan, context)?;
    let [boards, moves] = runs.figures("A*, Manhattan");
    context.tell(boards.unlike_published(
        736,
        "Without the blank Manhattan distance never overestimates, so the solution is a shortest \
         one; and here it looks at fewer boards, too.",
    ));
    context.tell(moves);
    Ok(())
}

/// What a search came to under some random orders of the moves.
struct Runs {
    /// The boards that it looked at, the goal included.
    boards: Vec<u64>,
    moves: Vec<u64>,
}

impl Runs {
    fn figures(self, experiment: &str) -> [Figure; 2] {
        [
            Figure::measured(experiment, "boards looked at", Value::spread(self.boards)),
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
        let mut counted = context.counter();
        match algorithm.search(&space, &Through(heuristic), start, &mut counted) {
            Outcome::Solved(solution) => {
                boards.push(counted.counter.expanded + 1);
                moves.push(solution.actions.len() as u64);
            }
            Outcome::Stopped(_) => return Err(Interrupted),
            ending => unreachable!("it has a solution: {ending:?}"),
        }
    }
    Ok(Runs { boards, moves })
}

/// Says how many boards a blind search looks at, at least and at most.
fn blind_bounds(context: &ExperimentContext) -> Result<String, Interrupted> {
    let space = space(GOAL, MoveOrder::default());
    let levels = levels(&space, space.state(&board(START)), context)?;
    let n_nearer: usize = levels[..N_MOVES].iter().map(Vec::len).sum();
    let n_as_far = levels[N_MOVES].len();
    Ok(format!(
        "Every board nearer than {N_MOVES} moves is looked at, and of those as far as the goal as \
         many as come before it: from {} to {}, as the order falls. With equal costs \
         uniform-cost search is breadth-first search; one is not better than the other.",
        format::count(n_nearer as u64 + 1),
        format::count((n_nearer + n_as_far) as u64)
    ))
}

/// Depth-first search, which is no recursion here: its stack is a list like any other.
fn go_deep(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    const N_EXPANSIONS: u64 = 100_000;
    let overflow = "stack overflow";
    let why = "The article's search calls itself and ends with the machine's stack, 8\u{2009}247 calls \
               deep. Here the frontier is a list: a search goes as deep as memory lasts, and \
               where it has a limit it stops there.";

    let mut endless = job(&DepthFirst::ABOUT, Duplicates::None);
    endless.settings.limits.expanded = Some(N_EXPANSIONS);
    let report = context.solve(&endless)?;
    let experiment = "depth-first, going in circles";
    context.tell(
        Figure::measured(experiment, "outcome", outcome(&report)).unlike_published(overflow, why),
    );
    // It never turns back, so each expansion is one deeper than the one before.
    context.tell(
        Figure::measured(experiment, "depth", report.counts.expanded)
            .unlike_published(u64::from(STACK), why),
    );

    endless.settings.options.depth_limit = Some(STACK);
    let report = context.solve(&endless)?;
    let experiment = "the same, no deeper than the stack";
    context.tell(Figure::measured(experiment, "outcome", outcome(&report)).noting(why));

    let report = context.solve(&job(&DepthFirst::ABOUT, Duplicates::Graph))?;
    let experiment = "depth-first, each board once";
    context.tell(
        Figure::measured(experiment, "outcome", outcome(&report)).noting(
            "A solution, many times as long as the shortest, and deeper than the article's stack.",
        ),
    );
    Ok(())
}

/// Breadth-first search that does not remember which boards it has reached.
fn forget(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    let mut job = job(&BreadthFirst::ABOUT, Duplicates::None);
    job.settings.limits.memory = Some(64 << 20);
    let report = context.solve(&job)?;
    let experiment = "breadth-first, forgetful";
    let why = "Without a set of the boards that were reached it makes the same ones again and \
               again. It is asked before each allocation, so it stops before memory runs out.";
    context.tell(
        Figure::measured(experiment, "outcome", outcome(&report))
            .unlike_published("out of memory", why),
    );
    context.tell(
        Figure::measured(experiment, "expansions", report.counts.expanded)
            .noting("More than there are boards to be reached, 181\u{2009}440."),
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

/// How a run ended, in a few words.
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
