//! The forms in which a solution is written to a file: text, tables and pictures.

mod animation;

use crate::strip;
use std::path::Path;
use tilescope_puzzle::{Board, Direction, MoveNotation, TableFormat};

/// A form of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SolutionForm {
    /// The moves of the blank as letters.
    Text,
    Table(TableFormat),
    /// All boards side by side.
    Strip,
    /// Tiles that slide, in SVG.
    Animation,
}

impl SolutionForm {
    pub const ALL: [SolutionForm; 5] = [
        SolutionForm::Text,
        SolutionForm::Table(TableFormat::Markdown),
        SolutionForm::Table(TableFormat::Latex),
        SolutionForm::Strip,
        SolutionForm::Animation,
    ];

    /// The name in a menu.
    pub fn name(self) -> &'static str {
        match self {
            SolutionForm::Text => "Moves as text",
            SolutionForm::Table(table) => table.name(),
            SolutionForm::Strip => "SVG strip of boards",
            SolutionForm::Animation => "Animated SVG",
        }
    }

    /// The end of a file's name, without its first dot.
    pub fn ending(self) -> &'static str {
        match self {
            SolutionForm::Text => "txt",
            SolutionForm::Table(TableFormat::Markdown) => "md",
            SolutionForm::Table(TableFormat::Latex) => "tex",
            SolutionForm::Strip => "svg",
            SolutionForm::Animation => "animated.svg",
        }
    }

    /// The form that the end of a file's name says, if it says one.
    pub fn from_path(path: &Path) -> Option<SolutionForm> {
        let name = path.file_name()?.to_str()?.to_lowercase();
        // The longer endings come last.
        let is_its = |form: &SolutionForm| name.ends_with(&format!(".{}", form.ending()));
        SolutionForm::ALL.into_iter().rfind(is_its)
    }

    /// The solution of these moves of the blank; `None` if one leaves the board.
    pub fn write(self, start: &Board, moves: &[Direction]) -> Option<String> {
        match self {
            SolutionForm::Text => Some(MoveNotation::Blank.write(moves) + "\n"),
            SolutionForm::Table(table) => table.write(start, moves),
            SolutionForm::Strip => strip::svg(start, moves),
            SolutionForm::Animation => animation::svg(start, moves),
        }
    }
}
