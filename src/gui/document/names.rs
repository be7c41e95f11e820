//! Whose name, notes and source a problem has, what is left of them once it is another problem, and
//! what the window calls it.

use super::history::Origin;
use crate::gui::text::EDITED;
use tilescope_lab::files::collection;
use tilescope_lab::{Problem, examples};
use tilescope_puzzle::Puzzle;

/// The name of the puzzle of the first start.
pub const FIRST: &str = "Kantz 2005, the harder one";

/// What the window calls a problem: its name, or that of its file. What ships or is of a collection
/// is marked once it was edited; the mark is never in a file.
pub fn shown(problem: &Problem, origin: Option<&Origin>) -> String {
    let name = proposed(problem, origin);
    match is_edited(problem, origin) {
        true => name + EDITED,
        false => name,
    }
}

/// The same without the mark.
pub fn proposed(problem: &Problem, origin: Option<&Origin>) -> String {
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
    if has_file || is_shipped(&puzzle.name) || made_as(&puzzle.name, origin).is_some() {
        puzzle.name.clear();
        puzzle.notes.clear();
        puzzle.source.clear();
    }
}

/// The notes and the source of a problem that ships with the program, or was opened from a collection,
/// are not true of another start, goal or costs: an edit of these takes them away. `before` is the
/// problem before the edit. What is in a file of the user's stays, and so does what the user wrote.
pub fn drop_untrue(before: &Problem, problem: &mut Problem, origin: Option<&Origin>) {
    let Some(made) = made_as(before.name(), origin) else {
        return;
    };
    if problem.is_same_task(before) {
        return;
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

/// A puzzle that is called after its size loses that name when it is saved: it is called after its file. So does
/// one that ships or is of a collection, and was edited since.
pub fn drop_automatic(problem: &mut Problem, origin: Option<&Origin>) {
    let is_other = is_edited(problem, origin);
    match problem {
        Problem::Tiles(puzzle) if is_other || is_automatic(&puzzle.name, puzzle) => {
            puzzle.name.clear();
        }
        Problem::Route(route) if is_other => route.name.clear(),
        Problem::Tiles(_) | Problem::Route(_) => {}
    }
}

/// Whether it has a name that the user gave to it.
pub fn is_users(problem: &Problem) -> bool {
    let is_automatic = |puzzle: &Puzzle| is_automatic(&puzzle.name, puzzle);
    !problem.name().is_empty() && !problem.puzzle().is_some_and(is_automatic)
}

/// Whether a problem without a file was made or shipped under its name, and is not that any more.
fn is_edited(problem: &Problem, origin: Option<&Origin>) -> bool {
    let made = made_as(problem.name(), origin);
    made.is_some_and(|made| !made.is_same_task(problem)) && is_users(problem)
}

/// Whether this is the name of a problem that ships with the program.
fn is_shipped(name: &str) -> bool {
    name == FIRST || examples::all().iter().any(|it| it.name() == name)
}

/// What a problem that has no file was made as, if it was under this name, and not by the user.
fn made_as<'a>(name: &str, origin: Option<&'a Origin>) -> Option<&'a Problem> {
    let made = origin.filter(|origin| origin.file.is_none());
    let made = made.and_then(|origin| origin.saved.as_ref());
    made.filter(|made| !name.is_empty() && made.name() == name)
}

/// Whether every new puzzle of this size has this name.
fn is_automatic(name: &str, puzzle: &Puzzle) -> bool {
    Puzzle::default_for(puzzle.size()).name == name
}
