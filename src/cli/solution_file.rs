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
    /// If its name says no form or one that draws boards of a road map, or it is to be painted and
    /// cannot be.
    pub fn new(
        path: &'a Path,
        problem: &Problem,
        paint: Option<PaintSolution>,
    ) -> Result<Self, Refusal> {
        let draws_boards = match SolutionForm::from_path(path) {
            Some(SolutionForm::Text(form)) => form.draws_boards(),
            Some(SolutionForm::AnimatedPng) => true,
            None => false,
        };
        if draws_boards && problem.puzzle().is_none() {
            return Err(Refusal(format!(
                "a road map has no boards to draw in {}: end the name in one of .txt, .md, .tex",
                format::path(path)
            )));
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
        let Some((actions, ..)) = report.outcome.solution() else {
            return Ok(());
        };
        let moves = || -> Vec<Direction> { actions.iter().copied().map(Direction::from).collect() };
        let text = match (&self.form, problem) {
            (Form::AnimatedPng(paint), Problem::Tiles(puzzle)) => {
                return paint(self.path, &puzzle.start, &moves(), interrupt).map_err(Refusal);
            }
            (Form::Text(form), Problem::Tiles(puzzle)) => form.write(&puzzle.start, &moves()),
            (Form::Text(form), Problem::Route(route)) => form.write_route(route, actions),
            // Refused before the search.
            (Form::AnimatedPng(_), Problem::Route(_)) => None,
        };
        match text {
            Some(text) => files::save_text(self.path, &text).map_err(Refusal::because),
            None => Ok(()),
        }
    }
}
