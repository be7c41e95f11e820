//! How a list is filtered and sorted, the rows that come of it, and which of them are chosen.

use super::columns::{Field, fields};
use super::listing::Listing;
use super::selection::Selection;
use crate::gui::library::searchable;
use crate::gui::widgets::table::Sorting;
use std::collections::HashSet;
use tilescope_puzzle::Size;

/// The view state of a list.
#[derive(Default)]
pub struct View {
    pub filter: String,
    /// Boards of another size are left out.
    pub size: Option<Size>,
    pub sorting: Sorting,
    /// Whether its rows were shown before.
    pub was_shown: bool,
    pub selection: Selection,
    /// The entry that gets the focus as soon as it has a row.
    pub wants_focus: Option<usize>,
    /// The entry to which keys return: the one that had the focus last, or was opened since.
    pub place: Option<usize>,
    /// The entry that is scrolled to.
    pub revealed: Option<usize>,
    generation: u64,
    sizes: Vec<Size>,
    rows: Vec<usize>,
    /// What the rows were made from.
    made_from: Option<(u64, String, Option<Size>, Sorting)>,
}

impl View {
    /// The indices of the entries that are shown, in their order.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// The sizes of all boards in the list.
    pub fn sizes(&self) -> &[Size] {
        &self.sizes
    }

    /// Chooses one of `n_all` entries, and scrolls to it.
    pub fn choose(&mut self, index: usize, n_all: usize) {
        self.selection.only(index, n_all);
        self.place = Some(index);
        self.revealed = Some(index);
    }

    /// The entry whose row is the one stop of the Tab key: the one that gets the focus or had it last, else the
    /// first that is chosen, else the first.
    pub fn stop(&self) -> Option<usize> {
        let is_row = |index: &usize| self.rows.contains(index);
        let place = self.wants_focus.filter(is_row);
        let place = place.or_else(|| self.place.filter(is_row));
        let place = place.or_else(|| self.shown_chosen().next());
        place.or_else(|| self.rows.first().copied())
    }

    /// The chosen entries: those that are shown in the order of their rows, then those that the filter hides.
    pub fn chosen(&self) -> Vec<usize> {
        let mut chosen: Vec<usize> = self.shown_chosen().collect();
        if chosen.len() < self.selection.n() {
            let shown: HashSet<usize> = chosen.iter().copied().collect();
            chosen.extend(self.selection.all_chosen().filter(|it| !shown.contains(it)));
        }
        chosen
    }

    /// How many chosen entries the filter hides.
    pub fn n_hidden(&self) -> usize {
        self.selection.n() - self.shown_chosen().count()
    }

    fn shown_chosen(&self) -> impl Iterator<Item = usize> {
        let rows = self.rows.iter().copied();
        rows.filter(|row| self.selection.contains(*row))
    }

    /// Finds the rows again if the list, the filter or the order has changed; returns whether it has.
    pub fn update(&mut self, listing: &Listing) -> bool {
        let version = listing.version();
        let is_same = |(n, filter, size, sorting): &(u64, String, Option<Size>, Sorting)| {
            *n == version && (filter, *size, *sorting) == (&self.filter, self.size, self.sorting)
        };
        if self.made_from.as_ref().is_some_and(is_same) {
            return false;
        }
        let before = std::mem::replace(&mut self.generation, listing.generation());
        if before != self.generation {
            let moved = listing.moved_since(before).unwrap_or_default();
            self.selection.follow(moved, listing.len());
            self.place = self.place.and_then(|place| *moved.get(place)?);
        }
        let is_of_another = self.made_from.as_ref().is_none_or(|it| it.0 != version);
        if is_of_another {
            self.sizes = listing.sizes();
            self.size = self.size.filter(|size| self.sizes.contains(size));
        }
        let words: Vec<Word> = self.filter.split_whitespace().map(Word::new).collect();
        let is_shown = |index: &usize| {
            let has_size = (self.size).is_none_or(|size| listing.has_size(*index, size));
            has_size && words.iter().all(|word| word.holds(listing, *index))
        };
        self.rows = (0..listing.len()).filter(is_shown).collect();
        sort(&mut self.rows, self.sorting, listing);
        let is_other_filter = |it: &(u64, String, _, _)| it.1 != self.filter;
        if self.made_from.as_ref().is_some_and(is_other_filter) {
            // The first hit is seen.
            self.revealed = self.rows.first().copied();
        }
        self.made_from = Some((version, self.filter.clone(), self.size, self.sorting));
        true
    }
}

/// A word of the filter.
enum Word {
    Solved,
    Unsolved,
    /// Lengths from the first to the second.
    Lengths(u32, u32),
    Text(String),
}

impl Word {
    fn new(word: &str) -> Word {
        let end = |text: &str, default| match text {
            "" => Some(default),
            text => text.parse().ok(),
        };
        let range = word.split_once("..");
        let range = range.and_then(|(from, to)| Some((end(from, 0)?, end(to, u32::MAX)?)));
        match (word, range) {
            (_, Some((from, to))) => Word::Lengths(from, to),
            ("solved", _) => Word::Solved,
            ("unsolved", _) => Word::Unsolved,
            _ => Word::Text(searchable(word)),
        }
    }

    fn holds(&self, listing: &Listing, index: usize) -> bool {
        match self {
            Word::Solved => listing.known(index).is_some(),
            Word::Unsolved => listing.known(index).is_none(),
            Word::Lengths(from, to) => listing
                .known(index)
                .is_some_and(|known| (*from..=*to).contains(&known.moves)),
            Word::Text(word) => {
                let has_length = || {
                    let known = listing.known(index);
                    known.is_some_and(|known| known.moves.to_string() == *word)
                };
                // Who found what its file knows is in the text.
                let is_found_by = || match listing {
                    Listing::Collection(open) => (open.found(index))
                        .is_some_and(|found| searchable(&found.by).contains(word)),
                    Listing::Puzzles(_) => false,
                };
                listing.text(index).contains(word) || has_length() || is_found_by()
            }
        }
    }
}

/// Puts rows, which are in the order of the list, into another order.
fn sort(rows: &mut [usize], sorting: Sorting, listing: &Listing) {
    let (Sorting::Up(column) | Sorting::Down(column)) = sorting else {
        return;
    };
    let no_board = (u128::MAX, Vec::new());
    let field = fields(listing)[column];
    match field {
        Field::Number => {}
        Field::Start => rows.sort_by_cached_key(|&row| {
            let key = listing.boards(row, |_, start, _| board_key(start));
            key.unwrap_or(no_board.clone())
        }),
        Field::Goal => rows.sort_by_cached_key(|&row| {
            let key = listing.boards(row, |_, _, goal| board_key(goal));
            key.unwrap_or(no_board.clone())
        }),
        Field::Name => sort_by_name(rows, listing),
        Field::Size => rows.sort_by_key(|&row| {
            let size = listing.size(row);
            size.map_or((usize::MAX, 0), |size| (size.n_cells(), size.rows()))
        }),
        Field::Moves => rows.sort_by_key(|&row| {
            let known = listing.known(row);
            known.map_or(u32::MAX, |known| known.moves)
        }),
        Field::Origin => rows.sort_by_key(|&row| listing.origin(row)),
    }
    if matches!(sorting, Sorting::Down(_)) {
        // What has no board, size or length stays last.
        let has_it = |row: usize| match field {
            Field::Start | Field::Goal => listing.boards(row, |_, _, _| ()).is_some(),
            Field::Size => listing.size(row).is_some(),
            Field::Moves => listing.known(row).is_some(),
            Field::Number | Field::Name | Field::Origin => true,
        };
        let n = rows.iter().filter(|row| has_it(**row)).count();
        rows[..n].reverse();
    }
}

/// Numbers in names count by their value: “3×4” comes before “10×10”.
fn sort_by_name(rows: &mut [usize], listing: &Listing) {
    let named = |row: &usize| (listing.name(*row).to_lowercase(), *row);
    let mut names: Vec<(String, usize)> = rows.iter().map(named).collect();
    names.sort_by(|(one, _), (other, _)| alphanumeric_sort::compare_str(one, other));
    for (place, (_, row)) in rows.iter_mut().zip(names) {
        *place = row;
    }
}

/// Boards in the order of their tiles. The first sixteen are a number, which is compared quickly.
fn board_key(tiles: &[u8]) -> (u128, Vec<u8>) {
    let (first, rest) = tiles.split_at(tiles.len().min(16));
    let shifted = |key, &tile: &u8| key << 8 | u128::from(tile);
    (first.iter().fold(0, shifted), rest.to_vec())
}
