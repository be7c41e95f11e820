//! The pattern databases that have a name: partitions of the 8-, the 15- and the 24-puzzle.

use super::pattern_database::PatternDatabases;
use super::{HeuristicAbout, Preparation, Tables, TileHeuristic, Unsupported};
use crate::pattern_database::{Partition, Supervisor};
use crate::{Board, Cells, Costs, SlidingTiles, State};
use tilescope_search::{Action, Cost, Heuristic, StopReason};

/// Four tiles and four, of the 8-puzzle.
pub type Pdb44 = NamedPdb<0>;
/// Five tiles three times, of the 15-puzzle.
pub type Pdb555 = NamedPdb<1>;
/// Six tiles, six and three, of the 15-puzzle.
pub type Pdb663 = NamedPdb<2>;
/// Seven tiles and eight, of the 15-puzzle.
pub type Pdb78 = NamedPdb<3>;
/// Six tiles four times, of the 24-puzzle.
pub type Pdb6666 = NamedPdb<4>;

/// Those of the 15-puzzle and the 24-puzzle are Korf & Felner's (2002), but for 5-5-5.
const NAMED: [NamedPartition; 5] = [
    NamedPartition {
        key: "pdb-4-4",
        name: "Pattern databases 4-4",
        summary: "Solves the 8-puzzle's tiles in two groups of four, and adds up both costs.",
        preparation: Preparation::Tables,
        requirement: "it wants a board of 8 tiles",
        // 1 to 4, and 5 to 8.
        patterns: "AAA ABB BB",
    },
    NamedPartition {
        key: "pdb-5-5-5",
        name: "Pattern databases 5-5-5",
        summary: "Solves the 15-puzzle's tiles in three groups of five, and adds up the costs.",
        preparation: Preparation::Tables,
        requirement: "it wants a board of 15 tiles",
        patterns: "AABB AABB ACCB CCC",
    },
    NamedPartition {
        key: "pdb-6-6-3",
        name: "Pattern databases 6-6-3",
        summary: "Solves the 15-puzzle's tiles in groups of six, six and three: 5.5 MiB of tables.",
        preparation: Preparation::Tables,
        requirement: "it wants a board of 15 tiles",
        patterns: "ACCC AABB AABB ABB",
    },
    NamedPartition {
        key: "pdb-7-8",
        name: "Pattern databases 7-8",
        summary: "Solves the 15-puzzle's tiles in groups of seven and eight: 275 MiB of tables.",
        preparation: Preparation::LargeTables,
        requirement: "it wants a board of 15 tiles",
        patterns: "AAAA AAAA BBBB BBB",
    },
    NamedPartition {
        key: "pdb-6-6-6-6",
        name: "Pattern databases 6-6-6-6",
        summary: "Solves the 24-puzzle's tiles in four groups of six: 243 MiB of tables.",
        preparation: Preparation::LargeTables,
        requirement: "it wants a board of 24 tiles",
        patterns: "AAABB AAABB CCDBB CCDDD CCDD",
    },
];

/// A textbook's paragraph on databases with the blank kept.
pub const BLANK_KEPT: &str = "With the blank kept, the tables also tell in which part of the cells \
    that the group leaves free the blank is: within a part it moves for free. So every number is \
    exact, h is never less than with the blank minimised away, and it is consistent: a move of one \
    group's tile changes that group's number by one, and no other number. On Korf's 15-puzzles \
    IDA* expands a third fewer nodes so with 6-6-3, and nearly half of them fewer with 7-8. The \
    tables have a number for each part of each placement: with 6-6-3 twice as many, with 7-8 two \
    and a half times.";

struct NamedPartition {
    key: &'static str,
    name: &'static str,
    summary: &'static str,
    preparation: Preparation,
    /// What it fits, as the reason of a misfit.
    requirement: &'static str,
    /// A letter for each tile, in the order of the goal with the blank last.
    patterns: &'static str,
}

impl NamedPartition {
    /// The partition of the goal's tiles; `None` if it does not fit the goal.
    fn partition(&self, goal: &Board) -> Option<Partition> {
        let letters = || self.patterns.chars().filter(|c| *c != ' ');
        if letters().count() + 1 != goal.size().n_cells() {
            return None;
        }
        let mut tiles: Vec<u8> = (goal.tiles().iter().copied())
            .filter(|&tile| tile != 0)
            .collect();
        // If the blank is first, the board is turned by half a turn.
        if goal.blank() < goal.size().n_cells() / 2 {
            tiles.reverse();
        }
        let mut patterns = Vec::new();
        for (letter, tile) in letters().zip(tiles) {
            let pattern = usize::from(letter as u8 - b'A');
            patterns.resize(patterns.len().max(pattern + 1), Vec::<u8>::new());
            patterns[pattern].push(tile);
        }
        Some(patterns.into())
    }
}

/// The partition of the goal's tiles that the heuristic with this key has; `None` if it has none
/// or does not fit the goal.
pub fn partition(key: &str, goal: &Board) -> Option<Partition> {
    let named = NAMED.iter().find(|named| named.key == key)?;
    named.partition(goal)
}

/// Which boards the pattern databases with this key want, in a few words for people; `None` if
/// no pattern databases have it.
pub fn partition_requirement(key: &str) -> Option<&'static str> {
    let named = NAMED.iter().find(|named| named.key == key)?;
    Some(named.requirement)
}

/// The partitions of the goal's tiles that have a name, with their keys.
pub fn named_partitions(goal: &Board) -> impl Iterator<Item = (&'static str, Partition)> {
    let keys = NAMED.iter().map(|named| named.key);
    keys.filter_map(|key| Some((key, partition(key, goal)?)))
}

/// The pattern databases of `NAMED[I]`.
pub struct NamedPdb<const I: usize>(PatternDatabases);

impl<const I: usize> NamedPdb<I> {
    /// Its partition of the goal's tiles; `None` if it does not fit the goal.
    pub fn partition(goal: &Board) -> Option<Partition> {
        NAMED[I].partition(goal)
    }
}

impl<const I: usize> TileHeuristic for NamedPdb<I> {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: NAMED[I].key,
        name: NAMED[I].name,
        summary: NAMED[I].summary,
        relaxes: "In each group only its own tiles count: moves of all others are free.",
        admissible: true,
        consistent: false,
        preparation: NAMED[I].preparation,
        text: "The tiles are parted into groups. For each group a table has the least number of \
               moves of its own tiles that bring them all home, from wherever they are, found \
               by a breadth-first search backward from the goal. The tables are built at first \
               use; those that took long are kept on disk. No move is counted in two groups, so the numbers may be added (Korf & \
               Felner 2002); where tables of all moves were used before, only the greatest \
               could be taken (Culberson & Schaeffer 1998). The place of the blank is not in \
               the tables: each entry is the least over all its places. That saves memory, and \
               costs consistency: h may fall by more than the cost of a move. Groups of tiles \
               that are neighbours in the goal give the highest sums. Where the goal looks the same \
               mirrored, the same tables are looked up for the mirrored board, and the greater \
               sum counts. Moves of different costs have their costs in the tables, which only \
               small groups have room for.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported> {
        let unsupported = |reason| Unsupported {
            name: Self::ABOUT.name,
            size: goal.size(),
            reason,
        };
        let Some(partition) = NAMED[I].partition(goal) else {
            return Err(unsupported(NAMED[I].requirement.into()));
        };
        match PatternDatabases::mirrored(goal, costs, &partition) {
            Ok(databases) => Ok(NamedPdb(databases)),
            Err(error) => Err(unsupported(error.to_string().into())),
        }
    }

    fn table_bytes(goal: &Board, costs: Costs) -> u64 {
        let partition = NAMED[I].partition(goal);
        partition.map_or(0, |partition| {
            PatternDatabases::table_bytes(goal, costs, &partition)
        })
    }

    fn prepare(
        goal: &Board,
        costs: Costs,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Tables, StopReason> {
        match NAMED[I].partition(goal) {
            Some(partition) => PatternDatabases::prepare(goal, costs, &partition, supervisor),
            None => Ok(Tables::default()),
        }
    }
}

impl<C: Cells, const I: usize> Heuristic<SlidingTiles<C>> for NamedPdb<I> {
    fn estimate(&self, state: &State<C>) -> Cost {
        self.0.estimate(state)
    }

    fn update(&self, h: Cost, parent: &State<C>, action: Action, child: &State<C>) -> Cost {
        self.0.update(h, parent, action, child)
    }
}
