//! Whose name, notes and source a problem has, and what is left of them once it is another problem.

use super::history::Origin;
use crate::gui::text::EDITED;
use tilescope_lab::{Problem, examples};
use tilescope_puzzle::Puzzle;

/// The name of the puzzle of the first start.
pub const FIRST: &str = "Kantz 2005, the harder one";

/// Another problem does not have the name, notes and source of one that has a file or ships
/// with the program. A name that the user gave to an unsaved board stays.
pub fn remove(puzzle: &mut Puzzle, origin: Option<&Origin>) {
    let has_file = origin.is_some_and(|origin| origin.file.is_some());
    // “New 3×3 puzzle” is no name of the user's either, nor is “… (edited)”.
    let name = puzzle.name.strip_suffix(EDITED).unwrap_or(&puzzle.name);
    if has_file || is_shipped(name) || is_as_made(name, origin) {
        puzzle.name.clear();
        puzzle.notes.clear();
        puzzle.source.clear();
    }
}

/// The name, notes and source of a problem that ships with the program, or was opened from a
/// collection, are not true of another start, goal or costs: an edit of these takes the notes and
/// the source away, and marks the name. `before` is the problem before the edit.
pub fn mark_edited(before: &Problem, problem: &mut Problem, origin: Option<&Origin>) {
    if problem.is_same_task(before) && costs(problem) == costs(before) {
        return;
    }
    if is_new(before) || !(is_as_made(before.name(), origin) || is_shipped(before.name())) {
        return;
    }
    let (name, notes, source) = match problem {
        Problem::Tiles(puzzle) => (&mut puzzle.name, &mut puzzle.notes, &mut puzzle.source),
        Problem::Route(route) => (&mut route.name, &mut route.notes, &mut route.source),
    };
    name.push_str(EDITED);
    notes.clear();
    source.clear();
}

fn costs(problem: &Problem) -> Option<&tilescope_puzzle::Costs> {
    problem.puzzle().map(|puzzle| &puzzle.costs)
}

/// Whether this is the name of a problem that ships with the program.
fn is_shipped(name: &str) -> bool {
    name == FIRST || examples::all().iter().any(|it| it.name() == name)
}

/// Whether a problem that has no file was made with this name, and not by the user.
fn is_as_made(name: &str, origin: Option<&Origin>) -> bool {
    let made = origin.filter(|origin| origin.file.is_none());
    let made = made.and_then(|origin| origin.saved.as_ref());
    !name.is_empty() && made.is_some_and(|made| made.name() == name)
}

/// Whether it has the name of every new puzzle of its size.
fn is_new(problem: &Problem) -> bool {
    let puzzle = problem.puzzle();
    puzzle.is_some_and(|it| Puzzle::default_for(it.size()).name == it.name)
}
