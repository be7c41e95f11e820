//! “8/15 Puzzle using A* (A Star) Algorithm”, 2013: a board without a solution, two
//! heuristics, and a route.

use super::context::{ExperimentContext, Interrupted, board};
use super::journey;
use super::{Figure, PublishedExperiment, PublishedSearch, Quantity};
use crate::{Job, Settings, files};
use tilescope_puzzle::heuristics::{Manhattan, Misplaced, TileHeuristic};
use tilescope_puzzle::{Board, HeuristicAbout, scramble};
use tilescope_search::Algorithm;
use tilescope_search::best_first::AStar;

pub const EXPERIMENT: PublishedExperiment = PublishedExperiment {
    key: "a-star-2013",
    title: "A* for the 8-puzzle, 2013",
    source: "8/15 Puzzle using A* (A Star) Algorithm, an article of 6 July 2013; its author is \
             not given.",
    summary: "An 8-puzzle without a solution, decided by parity and proved by exhaustion; \
              misplaced tiles against Manhattan distance; the route from Delhi to Hyderabad.",
    n_instances: 0,
    searches,
    run,
};

const GOAL: &str = "1 2 3 / 4 5 6 / 7 8 _";

/// The article's boards are pictures; this one stands for its unsolvable one.
const UNSOLVABLE: &str = "1 2 3 / 4 5 6 / 8 7 _";

const N_RANDOM: u64 = 30;

fn run(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    for search in undecided() {
        context.run(&search)?;
    }
    compare_heuristics(context)?;
    journey::run(context)
}

fn searches() -> Vec<PublishedSearch> {
    [undecided(), journey::searches()].concat()
}

/// The board without a solution: decided by parity, and searched to exhaustion.
fn undecided() -> Vec<PublishedSearch> {
    let search = |name: &str, heuristic| {
        let job = a_star(heuristic, board(UNSOLVABLE));
        PublishedSearch::new(name, job.problem, job.settings)
    };
    let by_parity = search("7 and 8 swapped, by parity", &Manhattan::ABOUT)
        .as_published(Quantity::Verdict, "no solution")
        .unpublished(
            Quantity::Expansions,
            "The article's program searched for some 44 seconds, and 9 on another machine. Parity \
             shows it without a search.",
        );
    let heuristics: [&'static HeuristicAbout; 2] = [&Misplaced::ABOUT, &Manhattan::ABOUT];
    let exhausting = heuristics.map(|heuristic| {
        let name = format!("7 and 8 swapped, A* with {}", heuristic.key);
        (search(&name, heuristic).searching_anyway()).as_published_with_note(
            Quantity::Expansions,
            181_440,
            "The article gives 9!/2 as the number of states. If there is no solution, any \
             heuristic has to expand each of them once.",
        )
    });
    [by_parity].into_iter().chain(exhausting).collect()
}

fn compare_heuristics(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    let (mut with_misplaced, mut with_manhattan, mut n_fewer) = (0, 0, 0);
    let mut rng = fastrand::Rng::with_seed(2013);
    for _ in 0..N_RANDOM {
        let start = scramble::solvable(&board(GOAL), &mut rng);
        let expanded = |heuristic| {
            let job = a_star(heuristic, start.clone());
            Ok(context.solve(&job)?.counts.expanded)
        };
        let (misplaced, manhattan) = (expanded(&Misplaced::ABOUT)?, expanded(&Manhattan::ABOUT)?);
        with_misplaced += misplaced;
        with_manhattan += manhattan;
        n_fewer += u64::from(manhattan < misplaced);
    }
    let experiment = format!("A*, mean of {N_RANDOM} boards");
    let faster = if with_manhattan < with_misplaced {
        "Manhattan"
    } else {
        "misplaced tiles"
    };
    for figure in [
        Figure::measured(&experiment, "faster heuristic", faster).as_published("Manhattan"),
        Figure::measured(&experiment, "boards won by Manhattan", n_fewer),
        Figure::measured(
            &experiment,
            "expansions, misplaced",
            with_misplaced / N_RANDOM,
        ),
        Figure::measured(
            &experiment,
            "expansions, Manhattan",
            with_manhattan / N_RANDOM,
        ),
    ] {
        context.report(figure);
    }
    Ok(())
}

fn a_star(heuristic: &'static HeuristicAbout, start: Board) -> Job {
    let mut puzzle = files::from_start(start);
    puzzle.goal = board(GOAL);
    Job {
        problem: puzzle.into(),
        settings: Settings::new(&AStar::ABOUT, heuristic),
        search_unsolvable: false,
        record: 0,
    }
}
