//! Korf, “Depth-First Iterative-Deepening”, 1985: a hundred 15-puzzles by IDA*.

use super::context::{ExperimentContext, Extent, Interrupted, board};
use super::{PublishedExperiment, PublishedSearch, Quantity};
use crate::{Limits, Settings};
use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic};
use tilescope_puzzle::{Board, Puzzle, Size};
use tilescope_search::Algorithm;
use tilescope_search::ida_star::IdaStar;

pub const EXPERIMENT: PublishedExperiment = PublishedExperiment {
    key: "korf-1985",
    title: "Korf 1985",
    source: "R. E. Korf, Depth-First Iterative-Deepening: An Optimal Admissible Tree Search, \
             Artificial Intelligence 27, 1985.",
    summary: "Random 15-puzzles, solved optimally by IDA* with Manhattan distance, moves \
              tried in the order Up, Left, Right, Down, never undoing the last one: solution \
              length and nodes generated.",
    n_instances: 100,
    searches,
    run,
};

/// Korf's hundred instances, one per line; the header names the sources.
const TABLE: &str = include_str!("korf_1985.tsv");

/// Those with the fewest nodes, about a million each.
pub const SHORT: [usize; 5] = [79, 12, 42, 55, 97];

/// The goal of all of them.
pub const GOAL: &str = "_ 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";

/// One of the hundred.
pub struct Instance {
    pub number: usize,
    pub start: Board,
    /// The number of moves of a shortest solution.
    pub length: u64,
    /// Nodes generated: as published, and as counted again.
    pub nodes: (u64, u64),
}

fn run(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    let chosen = match context.extent {
        Extent::Short => SHORT.to_vec(),
        Extent::All => (1..=EXPERIMENT.n_instances).collect(),
        Extent::Instance(number) => vec![number],
    };
    let instances: Vec<Instance> = instances().collect();
    for number in chosen {
        let found = instances.iter().find(|instance| instance.number == number);
        if let Some(instance) = found {
            context.run(&search(instance))?;
        }
    }
    Ok(())
}

fn searches() -> Vec<PublishedSearch> {
    instances().map(|instance| search(&instance)).collect()
}

fn search(instance: &Instance) -> PublishedSearch {
    let name = format!("instance {}", instance.number);
    let puzzle = Puzzle::new(&name, instance.start.clone(), board(GOAL));
    let mut settings = Settings::new(&IdaStar::ABOUT, &Manhattan::ABOUT);
    settings.limits = Limits {
        expanded: None,
        memory: None,
        time: None,
    };
    let search = PublishedSearch::new(name, puzzle.expect("all are 4×4"), settings)
        .as_published(Quantity::Moves, instance.length);
    let (listed, recounted) = instance.nodes;
    if listed == recounted {
        return search.as_published(Quantity::Generated, listed);
    }
    search.misprinted(
        Quantity::Generated,
        listed,
        recounted,
        "Probably a misprint: the other 96 counts agree exactly, and an earlier recount \
         gave the same number as this one.",
    )
}

/// The start of one of the hundred, from 1.
///
/// # Panics
/// If there is none with this number.
pub fn start(number: usize) -> Board {
    instance(number).start
}

/// How many moves a shortest solution of one of the hundred has, and how many nodes IDA*
/// generates, the root counted once.
///
/// # Panics
/// If there is none with this number.
pub fn length_and_nodes(number: usize) -> (u64, u64) {
    let Instance { length, nodes, .. } = instance(number);
    (length, nodes.1)
}

fn instance(number: usize) -> Instance {
    let mut all = instances();
    let found = all.find(|instance| instance.number == number);
    found.expect("one of the hundred")
}

/// The goal of all hundred.
pub fn goal() -> Board {
    board(GOAL)
}

/// The hundred, in their order.
pub fn instances() -> impl Iterator<Item = Instance> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[number, tiles, length, listed, recounted] = &fields[..] else {
            unreachable!("a line of the table has five fields: {line}");
        };
        let figure = |text: &str| text.parse::<u64>().expect("a figure of the table");
        let tiles: Vec<u64> = tiles.split(' ').map(figure).collect();
        let size = Size::new(4, 4).expect("a size");
        Instance {
            number: figure(number) as usize,
            start: Board::new(size, &tiles).expect("a board of the table"),
            length: figure(length),
            nodes: (figure(listed), figure(recounted)),
        }
    })
}
