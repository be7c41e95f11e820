//! A list of the library: the active collection, or items of what ships and of files.

use crate::gui::actions::Action;
use crate::gui::library::{LibraryAction, OpenCollection, title};
use crate::gui::model::Model;
use crate::gui::puzzle_list::{Item, PuzzleList, sizes_text};
use crate::gui::puzzle_lists::PuzzleListsAction;
use crate::gui::requests::Picked;
use std::sync::Arc;
use tilescope_lab::collection::{Known, Unpacked};
use tilescope_lab::format;
use tilescope_puzzle::Size;

/// What is listed.
pub enum Listing<'a> {
    Collection(&'a OpenCollection),
    Puzzles(&'a PuzzleList),
}

impl<'a> Listing<'a> {
    /// The list that is shown; `None` for the active collection while none is open.
    pub fn of(model: &'a Model) -> Option<Self> {
        match model
            .puzzle_lists()
            .puzzle_list(model.puzzle_lists().source())
        {
            Some(puzzle_list) => Some(Listing::Puzzles(puzzle_list)),
            None => Some(Listing::Collection(model.library().active()?)),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Listing::Collection(open) => open.collection().puzzles.len(),
            Listing::Puzzles(puzzle_list) => puzzle_list.items().len(),
        }
    }

    /// It changes with what is listed.
    pub fn version(&self) -> u64 {
        match self {
            Listing::Collection(open) => open.n_changes(),
            Listing::Puzzles(puzzle_list) => puzzle_list.version(),
        }
    }

    /// It changes when an entry gets another index.
    pub fn generation(&self) -> u64 {
        match self {
            // The view of another collection is another.
            Listing::Collection(..) => 0,
            Listing::Puzzles(puzzle_list) => puzzle_list.generation(),
        }
    }

    /// For each entry of that generation, its index now, if it is still there; `None` if that is not known.
    pub fn moved_since(&self, generation: u64) -> Option<&[Option<usize>]> {
        match self {
            Listing::Collection(..) => None,
            Listing::Puzzles(puzzle_list) => puzzle_list.moved_since(generation),
        }
    }

    /// The sizes of the boards, the smallest first.
    pub fn sizes(&self) -> Vec<Size> {
        let mut sizes = match self {
            Listing::Collection(open) => open.collection().puzzles.sizes(),
            Listing::Puzzles(puzzle_list) => {
                let sizes = puzzle_list.items().iter().map(Item::sizes);
                sizes.flatten().copied().collect()
            }
        };
        sizes.sort_by_key(|size| (size.n_cells(), size.rows()));
        sizes.dedup();
        sizes
    }

    /// The text in which the filter looks for words.
    pub fn text(&self, index: usize) -> &str {
        match self {
            Listing::Collection(open) => &open.file().texts()[index],
            Listing::Puzzles(puzzle_list) => puzzle_list.items()[index].text(),
        }
    }

    pub fn name(&self, index: usize) -> String {
        match self {
            Listing::Collection(open) => title(index, open.collection().puzzles.name(index)),
            Listing::Puzzles(puzzle_list) => puzzle_list.items()[index].title(),
        }
    }

    /// The name of the file, if the entry is one.
    pub fn file_name(&self, index: usize) -> Option<String> {
        match self {
            Listing::Collection(..) => None,
            Listing::Puzzles(puzzle_list) => puzzle_list.items()[index].file_name(),
        }
    }

    /// “100 puzzles”, “road map”; nothing for a puzzle.
    pub fn kind(&self, index: usize) -> String {
        match self {
            Listing::Collection(..) => String::new(),
            Listing::Puzzles(puzzle_list) => puzzle_list.items()[index].kind(),
        }
    }

    /// Who or what found the known length, or the group of an example, or the folder of a file.
    pub fn origin(&self, index: usize) -> &str {
        match self {
            Listing::Collection(..) => self.known(index).map_or("", |known| known.by),
            Listing::Puzzles(puzzle_list) => &puzzle_list.items()[index].place,
        }
    }

    /// Of a collection of several sizes, that of its first puzzle.
    pub fn size(&self, index: usize) -> Option<Size> {
        match self {
            Listing::Collection(open) => Some(open.collection().puzzles.size(index)),
            Listing::Puzzles(puzzle_list) => puzzle_list.items()[index].preview().map(|it| it.size),
        }
    }

    /// Whether an entry has boards of this size.
    pub fn has_size(&self, index: usize, size: Size) -> bool {
        match self {
            Listing::Collection(_) => self.size(index) == Some(size),
            Listing::Puzzles(puzzle_list) => puzzle_list.items()[index].sizes().contains(&size),
        }
    }

    /// The sizes of a collection of several, “3×3, 4×4”.
    pub fn mixed_sizes(&self, index: usize) -> Option<String> {
        match self {
            Listing::Collection(_) => None,
            Listing::Puzzles(puzzle_list) => match puzzle_list.items()[index].sizes() {
                [] | [_] => None,
                sizes => Some(sizes_text(sizes)),
            },
        }
    }

    /// The best that is known of a puzzle's length.
    pub fn known(&self, index: usize) -> Option<Known<'_>> {
        match self {
            Listing::Collection(open) => open.known(index),
            Listing::Puzzles(puzzle_list) => puzzle_list.items()[index].known(),
        }
    }

    /// “45”, “≤ 47”, or nothing.
    pub fn moves(&self, index: usize) -> String {
        self.known(index).map_or_else(String::new, |known| {
            let at_most = if known.optimal { "" } else { "≤ " };
            format!("{at_most}{}", format::count(known.moves.into()))
        })
    }

    /// Whether the known length is not saved.
    pub fn is_unsaved(&self, index: usize) -> bool {
        match self {
            Listing::Collection(open) => open.is_found_here(index),
            Listing::Puzzles(_) => false,
        }
    }

    /// Calls `show` with the start and the goal, if they are known.
    pub fn boards<R>(&self, index: usize, show: impl FnOnce(Size, &[u8], &[u8]) -> R) -> Option<R> {
        match self {
            Listing::Collection(open) => {
                let mut room = Unpacked::default();
                let puzzle = open.collection().puzzles.view(index, &mut room);
                Some(show(puzzle.size, puzzle.start, puzzle.goal))
            }
            Listing::Puzzles(puzzle_list) => {
                let preview = puzzle_list.items()[index].preview()?;
                Some(show(preview.size, &preview.start, &preview.goal))
            }
        }
    }

    /// “012, 4×4, 45 moves”, “Korf's 100 15-puzzles, 4×4, 100 puzzles”.
    pub fn accessible_name(&self, index: usize) -> String {
        let size = || self.size(index).map(|size| size.to_string());
        let size = self.mixed_sizes(index).or_else(size);
        let moves = match &*self.moves(index) {
            "" => None,
            "1" => Some("1 move".to_owned()),
            moves => Some(format!("{moves} moves")),
        };
        let kind = Some(self.kind(index)).filter(|kind| !kind.is_empty());
        let parts = [Some(self.name(index)), size, moves, kind];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Opens one of them.
    pub fn open(&self, index: usize) -> Action {
        match self {
            Listing::Collection(..) => LibraryAction::Choose(index).into(),
            Listing::Puzzles(puzzle_list) => {
                PuzzleListsAction::Open(puzzle_list.items()[index].listed.clone()).into()
            }
        }
    }

    /// These of them, to be used together.
    pub fn picked(&self, indices: Vec<usize>) -> Picked {
        match self {
            Listing::Collection(open) => Picked::Puzzles {
                collection: Arc::clone(open.collection()),
                found: open.results(),
                is_in_no_file: open.is_in_no_file(),
                indices,
            },
            Listing::Puzzles(puzzle_list) => {
                let listed = |index: usize| puzzle_list.items()[index].listed.clone();
                Picked::Listed(indices.into_iter().map(listed).collect())
            }
        }
    }
}
