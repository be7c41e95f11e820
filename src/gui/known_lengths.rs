//! The optimal lengths of puzzles that are known without a search by the user: those of the collections that
//! ship, and those of small boards.

use std::collections::HashMap;
use tilescope_lab::collection::{Index, KnownLength};
use tilescope_lab::exact::ExactDistances;
use tilescope_lab::files::Opened;
use tilescope_lab::{Collection, examples};
use tilescope_puzzle::{Board, Costs, Puzzle};

/// Finds them, and keeps what it has read and searched.
#[derive(Default)]
pub struct KnownLengths {
    collections: Option<Vec<(Collection, Index)>>,
    spaces: HashMap<Board, Option<ExactDistances>>,
}

impl KnownLengths {
    /// A space of 3×3 boards is searched in a moment, but no more of them than this are.
    const MAX_SPACES: usize = 8;

    /// The length of this puzzle, and by what it is known.
    pub fn of(&mut self, puzzle: &Puzzle) -> Option<KnownLength> {
        self.published(puzzle).or_else(|| self.searched(puzzle))
    }

    fn published(&mut self, puzzle: &Puzzle) -> Option<KnownLength> {
        let collections = self.collections.get_or_insert_with(|| {
            let names = examples::collections();
            let opened = names.iter().filter_map(|name| examples::open(name));
            let indexed = opened.filter_map(|opened| match opened {
                Opened::Collection(collection) => {
                    let index = Index::new(&collection.puzzles);
                    Some((collection, index))
                }
                Opened::Problem(_) => None,
            });
            indexed.collect()
        });
        collections.iter().find_map(|(collection, index)| {
            let found = index.of(puzzle, &collection.puzzles);
            let result = collection.puzzles.result(*found.first()?)?;
            Some(result.to_owned())
        })
    }

    fn searched(&mut self, puzzle: &Puzzle) -> Option<KnownLength> {
        let is_small = puzzle.size().n_cells() <= ExactDistances::MAX_CELLS;
        if !is_small || puzzle.costs != Costs::default() {
            return None;
        }
        if !self.spaces.contains_key(&puzzle.goal) && self.spaces.len() >= Self::MAX_SPACES {
            return None;
        }
        let space = self.spaces.entry(puzzle.goal.clone());
        let space = space.or_insert_with(|| ExactDistances::find(puzzle));
        Some(KnownLength {
            moves: space.as_ref()?.get(&puzzle.start)?,
            optimal: true,
            by: "whole space".into(),
        })
    }
}

/// In collections of more puzzles than this, lengths are not looked for: a file is shown at once.
const MAX_SOUGHT: usize = 10_000;

/// Adds the lengths that are known of these puzzles, where they have none.
pub fn add_to(collection: &mut Collection) {
    if collection.puzzles.len() > MAX_SOUGHT {
        return;
    }
    let mut lengths = KnownLengths::default();
    let entries = collection.puzzles.iter().enumerate();
    let unknown = entries.filter(|(_, entry)| entry.result.is_none());
    let told = unknown.filter_map(|(at, entry)| Some((at, lengths.of(&entry.puzzle)?)));
    collection.add_results(&told.collect());
}
