//! An article on graph search in Ruby: its puzzle of 20 moves, and two ways to fail.

use super::context::{ExperimentContext, Interrupted, board};
use super::eight_puzzle::{levels, space};
use super::shuffled::{Shuffled, ShuffledHeuristic};
use super::{Figure, PublishedExperiment, PublishedSearch, Quantity, Value};
use crate::{Settings, files, format};
use tilescope_puzzle::heuristics::{
    HeuristicAbout, Manhattan, ManhattanWithBlank, TileHeuristic, Zero,
};
use tilescope_puzzle::{Costs, MoveOrder, Nibbles, Puzzle, SlidingTiles};
use tilescope_search::best_first::{AStar, UniformCost};
use tilescope_search::breadth_first::BreadthFirst;
use tilescope_search::depth_first::DepthFirst;
use tilescope_search::{
    About, Algorithm, Duplicates, GoalTest, Heuristic, Options, Outcome, TieBreaking,
};

pub const EXPERIMENT: PublishedExperiment = PublishedExperiment {
    key: "ruby-article",
    title: "Graph search in Ruby",
    source: "An article on breadth-first search, uniform-cost search and A* in Ruby, after \
             Russell & Norvig; its author, title and year are not given.",
    summary: "A puzzle of 20 moves, searched with a random move order at each board; \
              and the failures of recursion and of a search without a closed list.",
    n_instances: 0,
    searches,
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
    for search in failing() {
        context.run(&search)?;
    }
    Ok(())
}

/// The article tests for the goal when a node is selected.
fn late(options: Options) -> Options {
    Options {
        goal_test: GoalTest::Late,
        ..options
    }
}

fn compare_searches(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    let random_ties = |options: Options| Options {
        ties: TieBreaking::Random,
        ..options
    };
    let breadth_first = late(BreadthFirst::ABOUT.defaults());
    let uniform_cost = random_ties(UniformCost::ABOUT.defaults());
    let a_star = random_ties(AStar::ABOUT.defaults());
    let goal = board(GOAL);
    let manhattan = Manhattan::new(&goal, Costs::UNIT).expect("it is defined for every board");
    let with_blank =
        ManhattanWithBlank::new(&goal, Costs::UNIT).expect("it is defined for every board");

    let bounds = uninformed_bounds(context)?;
    let runs = shuffled_runs::<BreadthFirst, _>(&breadth_first, &Zero, context)?;
    let [boards, moves] = runs.figures(COMPARED[0]);
    context.report(boards.as_published(47_892).with_note(&bounds));
    context.report(moves.as_published(N_MOVES as u64));
    let runs = shuffled_runs::<UniformCost, _>(&uniform_cost, &Zero, context)?;
    let [boards, moves] = runs.figures(COMPARED[1]);
    context.report(boards.as_published(51_963).with_note(bounds));
    context.report(moves);
    let runs = shuffled_runs::<AStar, _>(&a_star, &with_blank, context)?;
    let [boards, moves] = runs.figures(COMPARED[2]);
    context.report(boards.as_published(736).with_note(
        "The article's distance counts the blank as a tile, so it overestimates and A* may miss \
         the shortest solution. Tie-breaking is random here, since the article does not specify \
         it.",
    ));
    context.report(moves);
    let runs = shuffled_runs::<AStar, _>(&a_star, &manhattan, context)?;
    let [boards, moves] = runs.figures(COMPARED[3]);
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

/// How the names of the searches begin that the article compares.
const COMPARED: [&str; 4] = [
    "breadth-first",
    "uniform-cost",
    "A*, blank counted",
    "A*, Manhattan",
];

/// The searches that the article compares, each with one order of the moves.
fn compared() -> Vec<PublishedSearch> {
    const ONE_ORDER: &str = "The article tries the moves of each board in a random order. This run \
                             tries them in one order, so it examines another number of boards.";
    let [breadth_first, uniform_cost, blank_counted, manhattan] = COMPARED;
    let of = |name: &str, about, heuristic: &'static HeuristicAbout, published: u64| {
        let mut settings = Settings::new(about, heuristic);
        settings.options = late(settings.options);
        PublishedSearch::new(name, puzzle(), settings)
            .unlike_published(Quantity::Examined, published, ONE_ORDER)
            .unpublished(Quantity::Moves, "")
    };
    vec![
        of(breadth_first, &BreadthFirst::ABOUT, &Zero::ABOUT, 47_892),
        of(uniform_cost, &UniformCost::ABOUT, &Zero::ABOUT, 51_963),
        of(
            blank_counted,
            &AStar::ABOUT,
            &ManhattanWithBlank::ABOUT,
            736,
        ),
        of(manhattan, &AStar::ABOUT, &Manhattan::ABOUT, 736),
    ]
}

/// The searches that fail in the article, and one that does not.
fn failing() -> Vec<PublishedSearch> {
    const N_EXPANSIONS: u64 = 100_000;
    const WHY: &str = "The article's search is recursive and overflows the stack at 8\u{2009}247 \
                       calls. Here the frontier is a list, so the depth is limited only by memory \
                       or by a depth limit.";
    const NO_CLOSED_LIST: &str = "Without a closed list it generates the same boards again and again. \
                                  The memory limit is checked before each allocation, so the search \
                                  stops before memory runs out.";
    let mut endless = uninformed(
        "depth-first, with cycles",
        &DepthFirst::ABOUT,
        Duplicates::None,
    )
    .unlike_published(Quantity::Outcome, "stack overflow", WHY)
    .unlike_published(Quantity::Depth, u64::from(STACK), WHY);
    endless.job.settings.limits.expanded = Some(N_EXPANSIONS);

    let name = "the same, depth limit at the stack size";
    let mut limited =
        uninformed(name, &DepthFirst::ABOUT, Duplicates::None).unpublished(Quantity::Outcome, WHY);
    limited.job.settings.limits.expanded = Some(N_EXPANSIONS);
    limited.job.settings.options.depth_limit = Some(STACK);

    let name = "depth-first, each board once";
    let once = uninformed(name, &DepthFirst::ABOUT, Duplicates::Graph).unpublished(
        Quantity::Outcome,
        "A solution many times longer than the shortest, and deeper than the article's stack.",
    );

    let name = "breadth-first, no closed list";
    let mut unbounded = uninformed(name, &BreadthFirst::ABOUT, Duplicates::None)
        .unlike_published(Quantity::Outcome, "out of memory", NO_CLOSED_LIST)
        .unpublished(
            Quantity::Expansions,
            "More than the 181\u{2009}440 reachable boards.",
        );
    unbounded.job.settings.limits.memory = Some(64 << 20);
    vec![endless, limited, once, unbounded]
}

fn searches() -> Vec<PublishedSearch> {
    [compared(), failing()].concat()
}

fn uninformed(name: &str, algorithm: &'static About, duplicates: Duplicates) -> PublishedSearch {
    let mut settings = Settings::new(algorithm, &Zero::ABOUT);
    settings.options = Options {
        duplicates,
        ..late(settings.options)
    };
    PublishedSearch::new(name, puzzle(), settings)
}

fn puzzle() -> Puzzle {
    let mut puzzle = files::from_start(board(START));
    puzzle.goal = board(GOAL);
    puzzle
}
