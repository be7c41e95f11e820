//! Kantz, “Optimizing Search: The 8 Puzzle”, 2005: seven searches, each with one list.

use super::context::{ExperimentContext, Interrupted, board};
use super::{Combine, Evaluation, Figure, PublishedExperiment, Value, list_search};
use tilescope_puzzle::heuristics::{Misplaced, TileHeuristic};
use tilescope_puzzle::{Board, Costs, Nibbles, SlidingTiles};
use tilescope_search::{Outcome, StopReason};

pub const EXPERIMENT: PublishedExperiment = PublishedExperiment {
    key: "kantz-2005",
    title: "Kantz 2005",
    source: "Jason Kantz, Optimizing Search: The 8 Puzzle, 2005.",
    summary: "Seven searches from one list-based loop, and a heuristic that measures to the \
              wrong goal.",
    n_instances: 0,
    run,
};

/// A sample run of the article.
struct Sample {
    name: &'static str,
    combine: Combine,
    puzzle: (&'static str, &'static str),
    expansions: u64,
    /// The number of boards on the solution path; `None` if there is no solution.
    boards: Option<u64>,
}

const FIRST: (&str, &str) = ("2 8 3 / 1 6 4 / 7 _ 5", "1 2 3 / 8 _ 4 / 7 6 5");
const SECOND: (&str, &str) = ("2 7 3 / 1 6 4 / 8 _ 5", "1 2 3 / 4 5 6 / 7 8 _");

/// What the article's `out-count` measures to, whatever the goal.
const COUNTED_TO: &str = "1 2 3 / 4 5 6 / 7 8 _";

/// The blank goes Down, Right, Up, Left: the article pushes moves onto a list, which reverses
/// their order.
const ORDER: &str = "DRUL";

const SAMPLES: [Sample; 7] = [
    Sample {
        name: "hill climbing",
        combine: Combine::Prepend { width: 1 },
        puzzle: FIRST,
        expansions: 182,
        boards: None,
    },
    Sample {
        name: "beam of 3",
        combine: Combine::Prepend { width: 3 },
        puzzle: FIRST,
        expansions: 5527,
        boards: Some(5478),
    },
    Sample {
        name: "breadth-first",
        combine: Combine::Append,
        puzzle: FIRST,
        expansions: 48,
        boards: Some(6),
    },
    Sample {
        name: "best-first",
        combine: Combine::Merge(Evaluation::Greedy),
        puzzle: FIRST,
        expansions: 39,
        boards: Some(16),
    },
    Sample {
        name: "A*",
        combine: Combine::Merge(Evaluation::AStar),
        puzzle: FIRST,
        expansions: 19,
        boards: Some(6),
    },
    Sample {
        name: "best-first, harder",
        combine: Combine::Merge(Evaluation::Greedy),
        puzzle: SECOND,
        expansions: 515,
        boards: Some(128),
    },
    Sample {
        name: "A*, harder",
        combine: Combine::Merge(Evaluation::AStar),
        puzzle: SECOND,
        expansions: 122,
        boards: Some(14),
    },
];

const WHY: &str = "The article's out-count checks whether tile n is in cell n, which is right only for \
                   its second goal. With the actual goal, every informed search goes straight to \
                   it.";

fn run(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    for sample in &SAMPLES {
        let (expansions, boards) = search(sample, &board(COUNTED_TO), context)?;
        context.report(
            Figure::measured(sample.name, "expansions", expansions).as_published(sample.expansions),
        );
        context.report(
            Figure::measured(sample.name, "boards on the solution path", solution(boards))
                .as_published(solution(sample.boards)),
        );
    }
    let is_misled = |sample: &&Sample| sample.puzzle == FIRST && sample.combine != Combine::Append;
    for sample in SAMPLES.iter().filter(is_misled) {
        let (_, goal) = sample.puzzle;
        let (expansions, boards) = search(sample, &board(goal), context)?;
        let experiment = format!("{}, measured to the goal", sample.name);
        context.report(
            Figure::measured(&experiment, "expansions", expansions)
                .unlike_published(sample.expansions, WHY),
        );
        context.report(
            Figure::measured(experiment, "boards on the solution path", solution(boards))
                .unlike_published(solution(sample.boards), WHY),
        );
    }
    Ok(())
}

fn solution(boards: Option<u64>) -> Value {
    boards.map_or("none".into(), Value::Count)
}

/// Expansions, and boards on the solution path.
fn search(
    sample: &Sample,
    counted_to: &Board,
    context: &ExperimentContext,
) -> Result<(u64, Option<u64>), Interrupted> {
    let (start, goal) = sample.puzzle;
    let order = ORDER.parse().expect("an order of the four moves");
    let space: SlidingTiles<Nibbles> = SlidingTiles::new(&board(goal), Costs::UNIT, order);
    let out_count = Misplaced::new(counted_to, Costs::UNIT).expect("it is defined for every board");
    let start = space.state(&board(start));
    let mut observer = context.counter();
    let outcome = list_search(sample.combine, &space, &out_count, start, &mut observer);
    let boards = match outcome {
        Outcome::Solved(solution) => Some(solution.actions.len() as u64 + 1),
        Outcome::Exhausted | Outcome::CutOff => None,
        Outcome::Stopped(StopReason::Interrupt) => return Err(Interrupted),
        Outcome::Stopped(reason) => unreachable!("there is no limit: {reason:?}"),
    };
    Ok((observer.counter.expanded, boards))
}
