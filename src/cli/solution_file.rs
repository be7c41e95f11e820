//! The file to which a solution is written.

use super::arguments::Solve;
use super::{Refusal, trace_target};
use std::path::Path;
use tilescope_lab::solution::SolutionForm;
use tilescope_lab::{Problem, Report, files, format};
use tilescope_puzzle::Direction;

/// The file of `--solution`.
pub struct SolutionFile<'a> {
    path: &'a Path,
    form: SolutionForm,
}

impl<'a> SolutionFile<'a> {
    /// # Errors
    /// If its name says no form, it would overwrite the puzzle, or the problem is a road map.
    pub fn new(path: &'a Path, arguments: &Solve, problem: &Problem) -> Result<Self, Refusal> {
        if problem.puzzle().is_none() {
            return Err(Refusal(
                "--solution only applies to sliding tiles, not to road maps; leave it out".into(),
            ));
        }
        let Some(form) = SolutionForm::from_path(path) else {
            let endings = SolutionForm::ALL.map(|form| format!(".{}", form.ending()));
            return Err(Refusal(format!(
                "the name {} does not tell the form of the solution: end it in one of {}",
                format::path(path),
                endings.join(", ")
            )));
        };
        let input = Path::new(&arguments.puzzle);
        trace_target::check(path, input, "--solution", "the puzzle")?;
        Ok(SolutionFile { path, form })
    }

    /// Writes the solution, if there is one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, problem: &Problem, report: &Report) -> Result<(), Refusal> {
        let Some((puzzle, (moves, ..))) = problem.puzzle().zip(report.outcome.solution()) else {
            return Ok(());
        };
        let moves: Vec<Direction> = moves.iter().copied().map(Direction::from).collect();
        match self.form.write(&puzzle.start, &moves) {
            Some(text) => files::save_text(self.path, &text).map_err(Refusal::because),
            None => Ok(()),
        }
    }
}
