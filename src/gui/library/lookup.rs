//! Which open collections have a puzzle, and what they know of it.

use super::Library;
use tilescope_lab::Problem;
use tilescope_lab::collection::KnownLength;
use tilescope_puzzle::Puzzle;

impl Library {
    /// The best that is known of the length of this puzzle.
    pub fn known(&self, puzzle: &Puzzle) -> Option<KnownLength> {
        let of_each = self.open.iter().flat_map(|open| {
            let places = open.file.places_of(puzzle).into_iter();
            places.filter_map(|index| open.known(index))
        });
        let best = of_each.min_by_key(|known| (!known.optimal, known.moves))?;
        Some(best.to_owned())
    }

    /// The active collection is new: what runs have proved of its puzzles before is kept beside them.
    pub fn note_proved(&mut self, proved: &[(Puzzle, KnownLength)]) {
        let Some(active) = self.open.get_mut(self.active) else {
            return;
        };
        for (puzzle, known) in proved {
            let problem = puzzle.clone().into();
            active.note_solution(&problem, known.moves, known.optimal, &known.by);
        }
    }

    /// Collections were read again: each has the row of the open problem chosen, as in the window before.
    pub fn choose_open(&mut self, problem: &Problem) {
        let Some(puzzle) = problem.puzzle() else {
            return;
        };
        for open in self.open.iter_mut().filter(|open| open.chosen.is_none()) {
            open.chosen = open.file.places_of(puzzle).first().copied();
            open.is_present = open.chosen.is_some();
        }
    }
}
