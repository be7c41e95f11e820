//! Kantz, “Optimizing Search: The 8 Puzzle”, 2005: seven searches, each with one list.

use super::context::{ExperimentContext, Interrupted, board};
use super::{PublishedExperiment, PublishedSearch, Quantity, Value};
use crate::{Settings, files};
use tilescope_puzzle::heuristics::{Misplaced, TileHeuristic};
use tilescope_search::list_search::ListSearch;
use tilescope_search::{Algorithm, Combining};

pub const EXPERIMENT: PublishedExperiment = PublishedExperiment {
    key: "kantz-2005",
    title: "Kantz 2005",
    source: "Jason Kantz, Optimizing Search: The 8 Puzzle, 2005.",
    summary: "Seven searches from one list-based loop, and a heuristic that measures to the \
              wrong goal.",
    n_instances: 0,
    searches,
    run,
};

/// A sample run of the article.
struct Sample {
    name: &'static str,
    combining: Combining,
    puzzle: (&'static str, &'static str),
    expansions: u64,
    /// The number of boards on the solution path; `None` if there is no solution.
    boards: Option<u64>,
}

const FIRST: (&str, &str) = ("2 8 3 / 1 6 4 / 7 _ 5", "1 2 3 / 8 _ 4 / 7 6 5");
const SECOND: (&str, &str) = ("2 7 3 / 1 6 4 / 8 _ 5", "1 2 3 / 4 5 6 / 7 8 _");

/// What the article's `out-count` measures to, whatever the goal.
const COUNTED_TO: &str = "1 2 3 / 4 5 6 / 7 8 _";

/// The width of his beam.
const BEAM: usize = 3;

/// The blank goes Down, Right, Up, Left: the article pushes moves onto a list, which reverses
/// their order.
const ORDER: &str = "DRUL";

const SAMPLES: [Sample; 7] = [
    Sample {
        name: "hill climbing",
        combining: Combining::HillClimbing,
        puzzle: FIRST,
        expansions: 182,
        boards: None,
    },
    Sample {
        name: "beam of 3",
        combining: Combining::DirectedBeam,
        puzzle: FIRST,
        expansions: 5527,
        boards: Some(5478),
    },
    Sample {
        name: "breadth-first",
        combining: Combining::BreadthFirst,
        puzzle: FIRST,
        expansions: 48,
        boards: Some(6),
    },
    Sample {
        name: "best-first",
        combining: Combining::BestFirst,
        puzzle: FIRST,
        expansions: 39,
        boards: Some(16),
    },
    Sample {
        name: "A*",
        combining: Combining::AStar,
        puzzle: FIRST,
        expansions: 19,
        boards: Some(6),
    },
    Sample {
        name: "best-first, harder",
        combining: Combining::BestFirst,
        puzzle: SECOND,
        expansions: 515,
        boards: Some(128),
    },
    Sample {
        name: "A*, harder",
        combining: Combining::AStar,
        puzzle: SECOND,
        expansions: 122,
        boards: Some(14),
    },
];

const WHY: &str = "The article's out-count checks whether tile n is in cell n, which is right only for \
                   its second goal. With the actual goal, every informed search goes straight to \
                   it.";

fn run(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    for search in searches() {
        context.run(&search)?;
    }
    Ok(())
}

/// The sample runs, and those that are misled once more, measured to the actual goal.
fn searches() -> Vec<PublishedSearch> {
    let as_published = SAMPLES.iter().map(|sample| {
        let mut search = search(sample, sample.name.to_owned());
        search.job.settings.measure_to = Some(board(COUNTED_TO));
        search
            .as_published(Quantity::Expansions, sample.expansions)
            .as_published(Quantity::BoardsOnPath, boards(sample))
    });
    let is_misled =
        |sample: &&Sample| sample.puzzle == FIRST && sample.combining != Combining::BreadthFirst;
    let to_the_goal = SAMPLES.iter().filter(is_misled).map(|sample| {
        search(sample, format!("{}, measured to the goal", sample.name))
            .unlike_published(Quantity::Expansions, sample.expansions, WHY)
            .unlike_published(Quantity::BoardsOnPath, boards(sample), WHY)
    });
    as_published.chain(to_the_goal).collect()
}

fn search(sample: &Sample, name: String) -> PublishedSearch {
    let (start, goal) = sample.puzzle;
    let mut puzzle = files::from_start(board(start));
    puzzle.goal = board(goal);
    let mut settings = Settings::new(&ListSearch::ABOUT, &Misplaced::ABOUT);
    settings.order = ORDER.parse().expect("an order of the four moves");
    settings.options.combining = sample.combining;
    if sample.combining == Combining::DirectedBeam {
        settings.options.beam_width = BEAM;
    }
    PublishedSearch::new(name, puzzle, settings)
}

fn boards(sample: &Sample) -> Value {
    sample.boards.map_or("none".into(), Value::Count)
}
