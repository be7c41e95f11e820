//! The pattern databases that have a name: partitions of the 8-puzzle and the 15-puzzle.

use super::pattern_database::PatternDatabases;
use super::{HeuristicAbout, Misfit, Preparation, TileHeuristic};
use crate::puzzle::{Board, Cells, Costs, SlidingTiles, State};
use crate::search::{Action, Cost, Heuristic};

/// Four tiles and four, of the 8-puzzle.
pub type Pdb44 = Named<0>;
/// Five tiles three times, of the 15-puzzle.
pub type Pdb555 = Named<1>;

const PARTITIONS: [Partition; 2] = [
    Partition {
        key: "pdb-4-4",
        name: "Pattern databases 4-4",
        summary: "Solves the 8-puzzle's tiles in two groups of four, and adds up both costs.",
        puzzle: "it wants a board of 8 tiles",
        // 1 to 4, and 5 to 8.
        patterns: "AAA ABB BB",
    },
    Partition {
        key: "pdb-5-5-5",
        name: "Pattern databases 5-5-5",
        summary: "Solves the 15-puzzle's tiles in three groups of five, and adds up the costs.",
        puzzle: "it wants a board of 15 tiles",
        patterns: "AABB AABB ACCB CCC",
    },
];

struct Partition {
    key: &'static str,
    name: &'static str,
    summary: &'static str,
    /// What it fits, as the reason of a misfit.
    puzzle: &'static str,
    /// A letter for each tile, in the order of the goal with the blank last.
    patterns: &'static str,
}

/// The pattern databases of `PARTITIONS[I]`.
pub struct Named<const I: usize>(PatternDatabases);

impl<const I: usize> TileHeuristic for Named<I> {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: PARTITIONS[I].key,
        name: PARTITIONS[I].name,
        summary: PARTITIONS[I].summary,
        relaxes: "In each group only its own tiles count: moves of all others are free.",
        admissible: true,
        consistent: false,
        preparation: Preparation::Tables,
        text: "The tiles are parted into groups. For each group a table has the least number of \
               moves of its own tiles that bring them all home, from wherever they are, found \
               by a breadth-first search backward from the goal. The tables are built at first \
               use. No move is counted in two groups, so the numbers may be added (Korf & \
               Felner 2002); where tables of all moves were used before, only the greatest \
               could be taken (Culberson & Schaeffer 1998). The place of the blank is not in \
               the tables: each entry is the least over all its places. That saves memory, and \
               costs consistency: h may fall by more than the cost of a move. Groups of tiles \
               that are neighbours in the goal give the highest sums. Moves of different costs \
               have their costs in the tables.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Misfit> {
        let misfit = |reason| Misfit {
            name: Self::ABOUT.name,
            size: goal.size(),
            reason,
        };
        let letters = || PARTITIONS[I].patterns.chars().filter(|c| *c != ' ');
        if letters().count() + 1 != goal.size().n_cells() {
            return Err(misfit(PARTITIONS[I].puzzle.into()));
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
            patterns.resize(patterns.len().max(pattern + 1), Vec::new());
            patterns[pattern].push(tile);
        }
        match PatternDatabases::new(goal, costs, &patterns) {
            Ok(databases) => Ok(Named(databases)),
            Err(error) => Err(misfit(error.to_string().into())),
        }
    }
}

impl<C: Cells, const I: usize> Heuristic<SlidingTiles<C>> for Named<I> {
    fn of(&self, state: &State<C>) -> Cost {
        self.0.of(state)
    }

    fn step(&self, h: Cost, parent: &State<C>, action: Action, child: &State<C>) -> Cost {
        self.0.step(h, parent, action, child)
    }
}
