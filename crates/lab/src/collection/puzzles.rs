//! The puzzles of a collection, packed: a 15-puzzle takes 8 bytes if its goal is that of the puzzle
//! before it. Puzzles are unpacked when they are asked for.
//!
//! Puzzles in a row with the same size and goal are a run; a run says where its boards are. Names,
//! results, costs, notes and sources are columns, which take no memory where no puzzle has them.

use super::Entry;
use super::boards::{Boards, Cells, MAX_CELLS, n_bytes};
use super::results::{Known, Results};
use super::texts::Texts;
use tilescope_puzzle::{Board, Costs, Puzzle, Size};

/// The puzzles of a collection.
#[derive(Clone, Default, Debug)]
pub struct Puzzles {
    len: usize,
    pub(super) runs: Vec<Run>,
    pub(super) boards: Boards,
    names: Texts,
    notes: Texts,
    sources: Texts,
    /// The costs other than [`Costs::UNIT`], by the index of the puzzle.
    costs: Vec<(u32, Costs)>,
    results: Results,
}

/// Puzzles in a row whose size and goal are the same.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The index of its first puzzle.
    pub first: u32,
    /// Where its first start is; the others follow.
    pub starts_at: u32,
    /// Where its goal is; `None` while the reading of a file has not been chosen.
    pub goal_at: Option<u32>,
    pub size: Size,
    /// Whether the least number of the starts, and of the goal, is 1 instead of 0.
    pub is_from_1: (bool, bool),
}

/// A puzzle of a collection, as [`Entry`], in borrowed parts.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleRef<'a> {
    pub size: Size,
    /// The tiles, row by row, 0 for the blank: each once.
    pub start: &'a [u8],
    pub goal: &'a [u8],
    pub costs: Costs,
    pub name: &'a str,
    pub notes: &'a str,
    pub source: &'a str,
    pub result: Option<Known<'a>>,
}

impl<'a> PuzzleRef<'a> {
    /// The puzzle of two boards alone.
    pub fn new(size: Size, start: &'a [u8], goal: &'a [u8]) -> Self {
        PuzzleRef {
            size,
            start,
            goal,
            costs: Costs::UNIT,
            name: "",
            notes: "",
            source: "",
            result: None,
        }
    }
}

/// Room for the boards of a puzzle.
#[derive(Clone)]
pub struct Unpacked(Cells, Cells);

impl Default for Unpacked {
    fn default() -> Self {
        Unpacked([0; MAX_CELLS], [0; MAX_CELLS])
    }
}

impl Puzzles {
    /// The maximum number of puzzles.
    pub const MAX: usize = 4_000_000;

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether no more puzzles can be added.
    pub fn is_full(&self) -> bool {
        self.len >= Self::MAX
    }

    /// Adds a puzzle.
    ///
    /// # Panics
    /// If [`is_full`](Puzzles::is_full).
    pub fn push(&mut self, entry: &Entry) {
        let Entry { puzzle, result } = entry;
        let Puzzle {
            name,
            start,
            goal,
            costs,
            notes,
            source,
        } = puzzle;
        self.push_ref(&PuzzleRef {
            size: start.size(),
            start: start.tiles(),
            goal: goal.tiles(),
            costs: *costs,
            name,
            notes,
            source,
            result: result.as_ref().map(Known::from),
        });
    }

    /// Adds a puzzle whose start and goal are boards of its size.
    ///
    /// # Panics
    /// If [`is_full`](Puzzles::is_full).
    pub(crate) fn push_ref(&mut self, puzzle: &PuzzleRef) {
        self.push_parts(puzzle, Some((puzzle.goal, false)));
    }

    /// The same without a goal, which [`settle`](Puzzles::settle) decides.
    pub(crate) fn push_without_goal(&mut self, puzzle: &PuzzleRef) {
        self.push_parts(puzzle, None);
    }

    fn push_parts(&mut self, puzzle: &PuzzleRef, goal: Option<(&[u8], bool)>) {
        let PuzzleRef {
            size,
            start,
            goal: _,
            costs,
            name,
            notes,
            source,
            result,
        } = *puzzle;
        let index = self.push_boards(size, (start, false), goal);
        self.names.push(index, name);
        self.notes.push(index, notes);
        self.sources.push(index, source);
        if costs != Costs::UNIT {
            self.costs.push((index as u32, costs));
        }
        if let Some(known) = result {
            self.results.set(index, known);
        }
    }

    /// The index and the size of the first puzzle that has no goal and another size than this.
    pub(crate) fn without_goal_of_other_size(&self, size: Size) -> Option<(usize, Size)> {
        let mut runs = self.runs.iter();
        let run = runs.find(|run| run.goal_at.is_none() && run.size != size)?;
        Some((run.first as usize, run.size))
    }

    /// Adds the numbers of a puzzle, whose meaning is not decided yet, and whether they count from 1.
    pub(crate) fn push_numbers(
        &mut self,
        size: Size,
        start: (&[u8], bool),
        goal: Option<(&[u8], bool)>,
        name: &str,
        moves: Option<u32>,
    ) {
        let index = self.push_boards(size, start, goal);
        self.names.push(index, name);
        if let Some(moves) = moves {
            let (optimal, by) = (false, "");
            self.results.set(index, Known { moves, optimal, by });
        }
    }

    fn push_boards(
        &mut self,
        size: Size,
        (start, start_from_1): (&[u8], bool),
        goal: Option<(&[u8], bool)>,
    ) -> usize {
        assert!(!self.is_full(), "the callers refuse more puzzles");
        let is_from_1 = (start_from_1, goal.is_some_and(|(_, from_1)| from_1));
        let is_same = |run: &Run| {
            let has_goal = || match (run.goal_at, goal) {
                (Some(at), Some((goal, _))) => self.boards.is_at(at as usize, goal),
                (None, None) => true,
                _ => false,
            };
            // A goal of another size would be sought beyond the end of what is kept.
            run.size == size && run.is_from_1 == is_from_1 && has_goal()
        };
        if !self.runs.last().is_some_and(is_same) {
            let goal_at = goal.map(|(goal, _)| self.boards.push(goal) as u32);
            self.runs.push(Run {
                first: self.len as u32,
                starts_at: 0,
                goal_at,
                size,
                is_from_1,
            });
            let at = self.boards.push(start) as u32;
            if let Some(run) = self.runs.last_mut() {
                run.starts_at = at;
            }
        } else {
            self.boards.push(start);
        }
        self.len += 1;
        self.len - 1
    }

    fn run(&self, index: usize) -> &Run {
        let after = self.runs.partition_point(|run| run.first as usize <= index);
        &self.runs[after - 1]
    }

    /// The puzzle with this index, in borrowed parts.
    ///
    /// # Panics
    /// If there is none.
    pub fn view<'a>(&'a self, index: usize, room: &'a mut Unpacked) -> PuzzleRef<'a> {
        assert!(index < self.len, "there are only {} puzzles", self.len);
        let run = self.run(index);
        let size = run.size;
        let at = run.starts_at as usize + (index - run.first as usize) * n_bytes(size);
        let goal_at = run.goal_at.unwrap_or(run.starts_at) as usize;
        let costs = self
            .costs
            .binary_search_by_key(&(index as u32), |(index, _)| *index);
        PuzzleRef {
            size,
            start: self.boards.read(at, size, &mut room.0),
            goal: self.boards.read(goal_at, size, &mut room.1),
            costs: costs.map_or(Costs::UNIT, |found| self.costs[found].1),
            name: self.names.get(index),
            notes: self.notes.get(index),
            source: self.sources.get(index),
            result: self.results.get(index),
        }
    }

    /// The puzzle with this index, unpacked.
    pub fn get(&self, index: usize) -> Option<Entry> {
        (index < self.len).then(|| {
            let mut room = Unpacked::default();
            let view = self.view(index, &mut room);
            let board = |cells: &[u8]| {
                let mut tiles = [0; MAX_CELLS];
                for (tile, &cell) in tiles.iter_mut().zip(cells) {
                    *tile = u64::from(cell);
                }
                Board::new(view.size, &tiles[..cells.len()]).expect("boards alone are packed")
            };
            Entry {
                puzzle: Puzzle {
                    name: view.name.to_owned(),
                    start: board(view.start),
                    goal: board(view.goal),
                    costs: view.costs,
                    notes: view.notes.to_owned(),
                    source: view.source.to_owned(),
                },
                result: view.result.map(Known::to_owned),
            }
        })
    }

    /// The size of a puzzle's boards.
    ///
    /// # Panics
    /// If there is no such puzzle.
    pub fn size(&self, index: usize) -> Size {
        self.run(index).size
    }

    /// The sizes of the boards, in the order of the puzzles; puzzles of one size that follow each other
    /// may give it once.
    pub fn sizes(&self) -> Vec<Size> {
        self.runs.iter().map(|run| run.size).collect()
    }

    pub fn name(&self, index: usize) -> &str {
        self.names.get(index)
    }

    pub fn result(&self, index: usize) -> Option<Known<'_>> {
        self.results.get(index)
    }

    /// Keeps a result beside a puzzle.
    pub fn set_result<'a>(&mut self, index: usize, known: impl Into<Known<'a>>) {
        if index < self.len {
            self.results.set(index, known.into());
        }
    }

    /// The puzzles in order, each unpacked.
    pub fn iter(&self) -> impl Iterator<Item = Entry> + '_ {
        (0..self.len).filter_map(|index| self.get(index))
    }
}

/// The puzzles in order, each unpacked.
pub struct IntoIter(Puzzles, usize);

impl Iterator for IntoIter {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        let entry = self.0.get(self.1);
        self.1 += 1;
        entry
    }
}

impl IntoIterator for Puzzles {
    type Item = Entry;
    type IntoIter = IntoIter;

    fn into_iter(self) -> IntoIter {
        IntoIter(self, 0)
    }
}

impl FromIterator<Entry> for Puzzles {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        let mut puzzles = Puzzles::default();
        entries.into_iter().for_each(|entry| puzzles.push(&entry));
        puzzles
    }
}

impl PartialEq for Puzzles {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl Eq for Puzzles {}
