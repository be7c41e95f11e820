//! The named pattern databases: partitions of the 8-, 15- and 24-puzzle.

use super::pattern_database::PatternDatabases;
use super::{HeuristicAbout, Preparation, Tables, TileHeuristic, Unsupported};
use crate::pattern_database::{Partition, Supervisor};
use crate::{Board, Cells, Costs, SlidingTiles, State};
use tilescope_search::{Action, Cost, Heuristic, StopReason};

/// Two groups of four tiles, for the 8-puzzle.
pub type Pdb44 = NamedPdb<0>;
/// Three groups of five tiles, for the 15-puzzle.
pub type Pdb555 = NamedPdb<1>;
/// Groups of six, six and three tiles, for the 15-puzzle.
pub type Pdb663 = NamedPdb<2>;
/// Groups of seven and eight tiles, for the 15-puzzle.
pub type Pdb78 = NamedPdb<3>;
/// Four groups of six tiles, for the 24-puzzle.
pub type Pdb6666 = NamedPdb<4>;

/// A paragraph for students on the databases of these groups, which are drawn for a goal with the blank
/// last.
macro_rules! text {
    ($groups:literal) => {
        concat!(
            "The tiles are partitioned into groups. A table gives, for every placement of a group's \
             tiles, the minimum number of moves of these tiles that bring them all home. It is \
             computed by a breadth-first search backward from the goal. The tables are built on \
             first use; large ones are kept on disk. No move is counted in two groups, so the values \
             may be added (Korf & Felner 2002). Earlier pattern databases counted all moves, so only \
             their maximum could be used (Culberson & Schaeffer 1998). The tables ignore the cell of \
             the blank: each entry is the minimum over all its cells. That saves memory at the price \
             of consistency: h may fall by more than the cost of a move. Groups of tiles that are \
             neighbours in the goal give the highest sums. Here they are, for a goal with the blank \
             last: ",
            $groups,
            ". The mirror image of the board is looked up in the same tables too, and the greater \
             sum is h. Every reflection and rotation counts that leaves the goal's blank in its \
             cell. A partition of your own, written pdb:…, is looked up as it is. Where moves have \
             different costs, the tables hold costs, which is possible for small groups only, and \
             no mirror image is looked up."
        )
    };
}

/// Those of the 15-puzzle and the 24-puzzle are from Korf & Felner (2002), except 5-5-5.
const NAMED: [NamedPartition; 5] = [
    NamedPartition {
        key: "pdb-4-4",
        name: "Pattern databases 4-4",
        summary: "Solves two groups of four of the 8-puzzle's tiles and adds up; of the mirror image too.",
        preparation: Preparation::Tables,
        requirement: "it needs a board with 8 tiles",
        // 1 to 4, and 5 to 8.
        patterns: "AAA ABB BB",
        text: text!("AAA / ABB / BB_"),
    },
    NamedPartition {
        key: "pdb-5-5-5",
        name: "Pattern databases 5-5-5",
        summary: "Solves three groups of five of the 15-puzzle's tiles and adds up; of the mirror image too.",
        preparation: Preparation::Tables,
        requirement: "it needs a board with 15 tiles",
        patterns: "AABB AABB ACCB CCC",
        text: text!("AABB / AABB / ACCB / CCC_"),
    },
    NamedPartition {
        key: "pdb-6-6-3",
        name: "Pattern databases 6-6-3",
        summary: "The 15-puzzle's tiles in groups of six, six and three; also its mirror image: 5.5 MiB.",
        preparation: Preparation::Tables,
        requirement: "it needs a board with 15 tiles",
        patterns: "ACCC AABB AABB ABB",
        text: text!("ACCC / AABB / AABB / ABB_"),
    },
    NamedPartition {
        key: "pdb-7-8",
        name: "Pattern databases 7-8",
        summary: "The 15-puzzle's tiles in groups of seven and eight; also its mirror image: 275 MiB.",
        preparation: Preparation::LargeTables,
        requirement: "it needs a board with 15 tiles",
        patterns: "AAAA AAAA BBBB BBB",
        text: text!("AAAA / AAAA / BBBB / BBB_"),
    },
    NamedPartition {
        key: "pdb-6-6-6-6",
        name: "Pattern databases 6-6-6-6",
        summary: "The 24-puzzle's tiles in four groups of six; also its mirror image: 243 MiB of tables.",
        preparation: Preparation::LargeTables,
        requirement: "it needs a board with 24 tiles",
        patterns: "AAABB AAABB CCDBB CCDDD CCDD",
        text: text!("AAABB / AAABB / CCDBB / CCDDD / CCDD_"),
    },
];

/// A paragraph for students on databases that keep the blank.
pub const BLANK_KEPT: &str = "With the blank kept, the tables also record which connected \
                              component of the group's free cells contains the blank; within a \
                              component the blank moves for free. Every entry is then exact, h is \
                              never lower than with the blank minimised away, and it is \
                              consistent: a move of a tile changes the entry of its own group by \
                              one, and no other entry. On Korf's 15-puzzles IDA* expands a third \
                              fewer nodes with 6-6-3, and nearly half fewer with 7-8. The tables \
                              have an entry per component of each placement: twice as many entries \
                              with 6-6-3, two and a half times as many with 7-8.";

struct NamedPartition {
    key: &'static str,
    name: &'static str,
    summary: &'static str,
    preparation: Preparation,
    /// What it requires, as the reason of an [`Unsupported`].
    requirement: &'static str,
    /// A letter per tile, in the order of the goal with the blank last.
    patterns: &'static str,
    text: &'static str,
}

impl NamedPartition {
    /// The partition of the goal's tiles; `None` if the goal has another number of tiles.
    fn partition(&self, goal: &Board) -> Option<Partition> {
        let letters = || self.patterns.chars().filter(|c| *c != ' ');
        if letters().count() + 1 != goal.size().n_cells() {
            return None;
        }
        let mut tiles: Vec<u8> = (goal.tiles().iter().copied())
            .filter(|&tile| tile != 0)
            .collect();
        // With the blank first, the board is rotated by 180°.
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

/// The partition of the goal's tiles used by the heuristic with this key; `None` if it has none or
/// does not fit the goal.
pub fn partition(key: &str, goal: &Board) -> Option<Partition> {
    let named = NAMED.iter().find(|named| named.key == key)?;
    named.partition(goal)
}

/// The boards that the pattern databases with this key require, in words; `None` if the key is not
/// one of pattern databases.
pub fn partition_requirement(key: &str) -> Option<&'static str> {
    let named = NAMED.iter().find(|named| named.key == key)?;
    Some(named.requirement)
}

/// The named partitions of the goal's tiles, with their keys.
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
        other_names: &["PDB", "disjoint pattern databases"],
        summary: NAMED[I].summary,
        relaxes: "In each group only its own tiles count: all other tiles move for free.",
        admissible: true,
        consistent: false,
        preparation: NAMED[I].preparation,
        parameter: None,
        text: NAMED[I].text,
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

    fn table_bytes(goal: &Board, costs: Costs, _: Option<u32>) -> u64 {
        let partition = NAMED[I].partition(goal);
        partition.map_or(0, |partition| {
            PatternDatabases::table_bytes(goal, costs, &partition)
        })
    }

    fn prepare(
        goal: &Board,
        costs: Costs,
        _: Option<u32>,
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
