//! What a pasted text holds: moves, a puzzle or several. A large text is read on a thread, where
//! known lengths of several puzzles are looked for too.

use super::edit::{Clip, Side};
use super::known_lengths;
use super::library::{CollectionFile, CollectionSource};
use super::requests::Wake;
use super::work::{Work, WorkState};
use std::sync::Arc;
use tilescope_lab::collection::Entry;
use tilescope_lab::files::exchange::{Choices, How, Reading};
use tilescope_lab::files::{self, FileError, Opened};
use tilescope_lab::{Collection, Problem};
use tilescope_puzzle::{Direction, MoveNotation, Puzzle};

/// The longest text that is read at once, in bytes: that takes less than a millisecond.
const SMALL: usize = 4 << 10;

/// What a pasted text holds.
pub enum Pasted {
    /// Moves of the blank from the start of this puzzle.
    Moves(Box<Puzzle>, Vec<Direction>),
    /// Moves that leave the board.
    Outside,
    /// A puzzle, and how its text was read if it is of another program.
    Problem(Box<Problem>, Option<How>),
    Collection(Box<CollectionFile>),
}

impl Pasted {
    /// Adds the lengths that are known of several puzzles, which takes longer than a frame.
    fn with_known_lengths(mut self) -> Self {
        if let Pasted::Collection(file) = &mut self {
            known_lengths::add_to(Arc::make_mut(&mut file.collection));
        }
        self
    }
}

/// The text that was pasted last, until what it holds is taken.
#[derive(Default)]
pub struct Pasting(Option<((Side, Clip), Work<Pasted>)>);

impl Pasting {
    /// Begins to read a text that is pasted while `puzzle` is open. A board in it is for this side.
    pub fn begin(
        &mut self,
        (side, clip): (Side, Clip),
        text: String,
        puzzle: Option<Puzzle>,
        wake: &Wake,
    ) {
        let name = "read pasted text";
        let work = match text.len() {
            ..=SMALL => match read(&text, puzzle) {
                Ok(pasted @ Pasted::Collection(_)) => Work::spawn(name, wake, move |_, _| {
                    Ok::<_, FileError>(pasted.with_known_lengths())
                }),
                pasted => Work::done(pasted),
            },
            _ => Work::spawn(name, wake, move |_, _| {
                read(&text, puzzle).map(Pasted::with_known_lengths)
            }),
        };
        self.0 = Some(((side, clip), work));
    }

    /// What the text holds, once it is read; or why nothing.
    pub fn poll(&mut self) -> Option<((Side, Clip), Result<Pasted, String>)> {
        let (_, work) = self.0.as_mut()?;
        work.poll();
        if let WorkState::Working(_) = work.state() {
            return None;
        }
        let (to, work) = self.0.take()?;
        if let WorkState::Failed(why) = work.state() {
            return Some((to, Err(why.to_owned())));
        }
        work.take().ok().map(|pasted| (to, Ok(pasted)))
    }
}

/// Reads a text that is pasted while `puzzle` is open.
///
/// # Errors
/// If it has neither moves nor a puzzle.
fn read(text: &str, puzzle: Option<Puzzle>) -> Result<Pasted, FileError> {
    if let Some(moves) = puzzle.and_then(|puzzle| moves(text, puzzle)) {
        return Ok(moves);
    }
    let (opened, how) = files::opened_text(text, &Choices::default())?;
    // Two boards that may be a start and its goal are shown before one of them is taken.
    let is_doubtful = how.as_ref().is_some_and(|how| how.reading.boards.is_some());
    let found = match opened {
        Opened::Problem(problem) if !is_doubtful => {
            return Ok(Pasted::Problem(problem.into(), how));
        }
        opened => puzzles_of(opened),
    };
    Ok(Pasted::Collection(
        collection(text, found, how.as_ref(), 0).into(),
    ))
}

/// Returns what was opened as a collection.
fn puzzles_of(opened: Opened) -> Collection {
    match opened {
        Opened::Collection(collection) => collection,
        Opened::Problem(problem) => Collection {
            puzzles: problem.into_puzzle().map(Entry::new).into_iter().collect(),
            ..Collection::default()
        },
    }
}

/// Reads a text of several puzzles that was pasted before, in the way with this index.
///
/// # Errors
/// If it has no puzzles in this way.
pub fn read_as(text: &str, reading: usize) -> Result<CollectionFile, FileError> {
    let (mut opened, how) = files::opened_text(text, &Choices::default())?;
    if let Some(how) = how.as_ref().filter(|_| reading > 0) {
        opened = files::opened_text(text, &choices(how, reading))?.0;
    }
    let mut found = puzzles_of(opened);
    known_lengths::add_to(&mut found);
    Ok(collection(text, found, how.as_ref(), reading))
}

/// The puzzles of a text, and the ways to read it.
fn collection(
    text: &str,
    mut found: Collection,
    how: Option<&How>,
    reading: usize,
) -> CollectionFile {
    let has_name = !found.name.is_empty();
    if !has_name {
        found.name = "Pasted puzzles".into();
    }
    let readings = how.map_or(Vec::new(), readings);
    let source = match readings.len() {
        0 | 1 => CollectionSource::Generated,
        _ => CollectionSource::Pasted(text.into()),
    };
    let file = CollectionFile::new(source, found, readings, reading);
    match has_name {
        true => file.with_chosen_name(),
        false => file,
    }
}

/// What reads a text in the way with this index of its [`readings`].
pub fn choices(how: &How, reading: usize) -> Choices {
    let other = reading.checked_sub(1);
    Choices {
        reading: other.and_then(|index| how.alternatives.get(index).cloned()),
        ..Choices::default()
    }
}

/// The ways to read a text, the most likely first.
pub fn readings(how: &How) -> Vec<String> {
    let readings = std::iter::once(&how.reading).chain(&how.alternatives);
    readings.map(Reading::sentence).collect()
}

/// Moves of the blank or of the tiles, if the text has moves, and no board.
///
/// The letters are the same in both notations. Moves that lead to the goal are preferred, then those
/// that stay on the board.
fn moves(text: &str, puzzle: Puzzle) -> Option<Pasted> {
    let moves = MoveNotation::Blank.read(text).ok()?;
    if moves.is_empty() {
        return None;
    }
    let as_tiles: Vec<Direction> = moves.iter().map(|it| it.opposite()).collect();
    // Of equals the last one is the maximum: the moves of the blank.
    let ways = [as_tiles, moves].map(|moves| (end(&puzzle, &moves), moves));
    let (end, moves) = ways.into_iter().max_by_key(|(end, _)| *end)?;
    Some(match end {
        End::Outside => Pasted::Outside,
        End::Elsewhere | End::Goal => Pasted::Moves(puzzle.into(), moves),
    })
}

/// Where moves lead from the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum End {
    Outside,
    Elsewhere,
    Goal,
}

fn end(puzzle: &Puzzle, moves: &[Direction]) -> End {
    let mut board = puzzle.start.clone();
    if !moves.iter().all(|&direction| board.slide(direction)) {
        return End::Outside;
    }
    match board == puzzle.goal {
        true => End::Goal,
        false => End::Elsewhere,
    }
}
