//! Decides which name, notes and source an edited problem keeps, and what the window calls it.

use super::history::Origin;
use tilescope_lab::files::collection;
use tilescope_lab::{Problem, examples};
use tilescope_puzzle::Puzzle;

/// The name of the puzzle of the first start.
pub const FIRST: &str = "Kantz 2005, the harder one";

/// Returns the name of a problem in the window: its own, or that of its file.
pub fn shown(problem: &Problem, origin: Option<&Origin>) -> String {
    match origin.and_then(|origin| origin.file.as_ref()) {
        Some(file) if problem.name().is_empty() => collection::default_name(file),
        _ => problem.name().to_owned(),
    }
}

/// Another problem does not have the name, notes and source of one that has a file or ships
/// with the program. A name that the user gave to an unsaved board stays.
pub fn remove(puzzle: &mut Puzzle, origin: Option<&Origin>) {
    if is_automatic(&puzzle.name, puzzle) {
        puzzle.notes.clear();
        puzzle.source.clear();
        return;
    }
    let has_file = origin.is_some_and(|origin| origin.file.is_some());
    let made = origin.and_then(made_as);
    let is_made = made.is_some_and(|made| made.name() == puzzle.name);
    if has_file || is_shipped(&puzzle.name) || is_made {
        puzzle.name.clear();
        puzzle.notes.clear();
        puzzle.source.clear();
    }
}

/// Drops the name, the notes and the source of a problem that ships with the program, or was opened
/// from a collection, once its start, goal or costs are others: they are not true of these. What is
/// in a file of the user's stays, and so does what the user wrote.
pub fn drop_untrue(problem: &mut Problem, origin: Option<&Origin>) {
    let made = origin.and_then(made_as);
    let Some(made) = made.filter(|made| !made.is_same_task(problem)) else {
        return;
    };
    if problem.name() == made.name() && is_users(problem) {
        problem.name_mut().clear();
    }
    let (notes, source) = match problem {
        Problem::Tiles(puzzle) => (&mut puzzle.notes, &mut puzzle.source),
        Problem::Route(route) => (&mut route.notes, &mut route.source),
    };
    if notes == made.notes() {
        notes.clear();
    }
    if source == made.source() {
        source.clear();
    }
}

/// A puzzle that is called after its size is called after its new size.
pub fn follow_size(before: &Problem, puzzle: &mut Puzzle) {
    let Some(before) = before.puzzle() else {
        return;
    };
    if before.size() != puzzle.size() && is_automatic(&puzzle.name, before) {
        puzzle.name = Puzzle::default_for(puzzle.size()).name;
    }
}

/// A puzzle that is called after its size loses that name when it is saved: it is called after its
/// file.
pub fn drop_automatic(problem: &mut Problem) {
    if !is_users(problem) {
        problem.name_mut().clear();
    }
}

/// Returns true if it has a name, and not one that every new puzzle of its size has.
pub fn is_users(problem: &Problem) -> bool {
    let is_automatic = |puzzle: &Puzzle| is_automatic(&puzzle.name, puzzle);
    !problem.name().is_empty() && !problem.puzzle().is_some_and(is_automatic)
}

/// Returns true if this is the name of a problem that ships with the program.
pub fn is_shipped(name: &str) -> bool {
    name == FIRST || examples::all().iter().any(|it| it.name() == name)
}

/// The problem that one without a file was made as, if not by the user.
fn made_as(origin: &Origin) -> Option<&Problem> {
    origin.saved.as_ref().filter(|_| origin.file.is_none())
}

/// Whether every new puzzle of this size has this name.
fn is_automatic(name: &str, puzzle: &Puzzle) -> bool {
    Puzzle::default_for(puzzle.size()).name == name
}
