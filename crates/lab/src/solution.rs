//! The forms in which a solution is written to a file: text, tables and pictures.

mod animation;
mod frames;

use crate::{Problem, strip};
pub use frames::{Frame, frames};
use std::path::Path;
use tilescope_puzzle::routes::Route;
use tilescope_puzzle::{Board, Direction, MoveNotation, TableFormat};
use tilescope_search::Action;

/// A form of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SolutionForm {
    Text(TextForm),
    /// Tiles that slide, in pixels: a program that can paint makes it from the [`frames`].
    AnimatedPng,
}

/// A form of a solution that is written as text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextForm {
    /// The moves of the blank as letters.
    Moves,
    Table(TableFormat),
    /// All boards side by side.
    Strip,
    /// Tiles that slide, in SVG.
    Animation,
}

impl SolutionForm {
    pub const ALL: [SolutionForm; 6] = [
        SolutionForm::Text(TextForm::Moves),
        SolutionForm::Text(TextForm::Table(TableFormat::Markdown)),
        SolutionForm::Text(TextForm::Table(TableFormat::Latex)),
        SolutionForm::Text(TextForm::Strip),
        SolutionForm::Text(TextForm::Animation),
        SolutionForm::AnimatedPng,
    ];

    /// The name in a menu.
    pub fn name(self) -> &'static str {
        match self {
            SolutionForm::Text(TextForm::Moves) => "Moves as text",
            SolutionForm::Text(TextForm::Table(table)) => table.name(),
            SolutionForm::Text(TextForm::Strip) => "SVG strip of boards",
            SolutionForm::Text(TextForm::Animation) => "Animated SVG",
            SolutionForm::AnimatedPng => "Animated PNG",
        }
    }

    /// The end of a file's name, without its first dot.
    pub fn ending(self) -> &'static str {
        match self {
            SolutionForm::Text(TextForm::Moves) => "txt",
            SolutionForm::Text(TextForm::Table(TableFormat::Markdown)) => "md",
            SolutionForm::Text(TextForm::Table(TableFormat::Latex)) => "tex",
            SolutionForm::Text(TextForm::Strip) => "svg",
            SolutionForm::Text(TextForm::Animation) => "animated.svg",
            SolutionForm::AnimatedPng => "png",
        }
    }

    /// The form that the end of a file's name says, if it says one.
    pub fn from_path(path: &Path) -> Option<SolutionForm> {
        let name = path.file_name()?.to_str()?.to_lowercase();
        // The longer endings come last.
        let is_its = |form: &SolutionForm| name.ends_with(&format!(".{}", form.ending()));
        SolutionForm::ALL.into_iter().rfind(is_its)
    }
}

impl TextForm {
    /// The solution of these moves of the blank; `None` if one leaves the board.
    pub fn write(self, start: &Board, moves: &[Direction]) -> Option<String> {
        match self {
            TextForm::Moves => Some(MoveNotation::Blank.write(moves) + "\n"),
            TextForm::Table(table) => table.write(start, moves),
            TextForm::Strip => strip::svg(start, moves),
            TextForm::Animation => animation::svg(start, moves),
        }
    }

    /// The solution of a route by these roads; `None` for a form that draws boards, and if a road
    /// begins elsewhere.
    pub fn write_route(self, route: &Route, roads: &[Action]) -> Option<String> {
        match self {
            TextForm::Moves => Some(Problem::from(route.clone()).path_line(roads) + "\n"),
            TextForm::Table(table) => table.write_route(route, roads),
            TextForm::Strip | TextForm::Animation => None,
        }
    }

    /// Returns true if the form draws boards, so that a road map's solution can't be written in it.
    pub fn draws_boards(self) -> bool {
        matches!(self, TextForm::Strip | TextForm::Animation)
    }
}
