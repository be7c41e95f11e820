//! The file to which a solution is written.

use super::Refusal;
use std::path::Path;
use tilescope_lab::solution::{SolutionForm, TextForm};
use tilescope_lab::{Interrupt, Problem, Report, files, format};
use tilescope_puzzle::{Board, Direction};

/// Paints a solution as an animation in pixels, into a file; only a program with a window can. Fails
/// with a sentence.
pub type PaintSolution = fn(&Path, &Board, &[Direction], &Interrupt) -> Result<(), String>;

/// The file of `--solution`.
pub struct SolutionFile<'a> {
    path: &'a Path,
    form: Form,
}

enum Form {
    Text(TextForm),
    AnimatedPng(PaintSolution),
}

impl<'a> SolutionFile<'a> {
    /// # Errors
    /// If its name says no form, the problem is a road map, or it is to be painted and cannot be.
    pub fn new(
        path: &'a Path,
        problem: &Problem,
        paint: Option<PaintSolution>,
    ) -> Result<Self, Refusal> {
        if problem.puzzle().is_none() {
            return Err(Refusal(
                "--solution only applies to sliding tiles, not to road maps; leave it out".into(),
            ));
        }
        let form = match (SolutionForm::from_path(path), paint) {
            (Some(SolutionForm::Text(form)), _) => Form::Text(form),
            (Some(SolutionForm::AnimatedPng), Some(paint)) => Form::AnimatedPng(paint),
            (Some(SolutionForm::AnimatedPng), None) => {
                return Err(Refusal(format!(
                    "this program was built without its window and cannot paint {}: end the name \
                     in .animated.svg for an animation in SVG",
                    format::path(path)
                )));
            }
            (None, _) => {
                let endings = SolutionForm::ALL.map(|form| format!(".{}", form.ending()));
                return Err(Refusal(format!(
                    "the name {} does not tell the form of the solution: end it in one of {}",
                    format::path(path),
                    endings.join(", ")
                )));
            }
        };
        Ok(SolutionFile { path, form })
    }

    /// Writes the solution, if there is one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(
        &self,
        problem: &Problem,
        report: &Report,
        interrupt: &Interrupt,
    ) -> Result<(), Refusal> {
        let Some((puzzle, (moves, ..))) = problem.puzzle().zip(report.outcome.solution()) else {
            return Ok(());
        };
        let moves: Vec<Direction> = moves.iter().copied().map(Direction::from).collect();
        match self.form {
            Form::Text(form) => match form.write(&puzzle.start, &moves) {
                Some(text) => files::save_text(self.path, &text).map_err(Refusal::because),
                None => Ok(()),
            },
            Form::AnimatedPng(paint) => {
                paint(self.path, &puzzle.start, &moves, interrupt).map_err(Refusal)
            }
        }
    }
}
