//! The board to which the heuristic measures: the goal, or another board that is edited here.

use crate::gui::theme;
use crate::gui::widgets::board::{BoardWidget, Gesture, Shown};
use crate::gui::widgets::{choice, note, option_row};
use egui::Ui;
use tilescope_puzzle::presets::GoalPreset;
use tilescope_puzzle::{Board, Puzzle};

/// The board's view state.
#[derive(Default)]
pub struct MeasurePart {
    board: BoardWidget,
    /// The board before the last edit, if that was a slide.
    before: Option<Board>,
    has_focus: bool,
}

/// An entry of the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Goal,
    Preset(GoalPreset),
    Other,
}

/// The side of the board, in points.
const SIDE: f32 = 168.0;

impl MeasurePart {
    /// A row, and below it the board if it isn't the goal. Returns the new board to measure to;
    /// `Some(None)` is the goal.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        to: Option<&Board>,
        puzzle: &Puzzle,
    ) -> Option<Option<Board>> {
        self.has_focus = false;
        let size = puzzle.size();
        let present = match to {
            None => Choice::Goal,
            Some(to) => (GoalPreset::ALL.into_iter())
                .find(|preset| preset.board(size) == *to)
                .map_or(Choice::Other, Choice::Preset),
        };
        let names = GoalPreset::ALL.map(|preset| preset.name().to_lowercase());
        let mut choices = vec![(Choice::Goal, "the goal")];
        let presets = GoalPreset::ALL.into_iter().zip(&names);
        choices.extend(presets.map(|(preset, name)| (Choice::Preset(preset), name.as_str())));
        choices.push((Choice::Other, "another board"));
        let chosen = option_row(ui, "Measured to", |ui| {
            choice(ui, "Measured to", present, &choices)
        });
        let mut measured = chosen.map(|chosen| match chosen {
            Choice::Goal => None,
            Choice::Preset(preset) => Some(preset.board(size)),
            // Starts from the puzzle's start, to be edited.
            Choice::Other => Some(puzzle.start.clone()),
        });
        if let Some(to) = to {
            note(
                ui,
                "The search ends at the goal all the same, but nothing is claimed to be optimal.",
            );
            let shown = Shown {
                name: "Board to measure to",
                board: to,
                goal: Some(&puzzle.goal),
                can_edit: true,
                can_resize: false,
                slide_seconds: theme::slide_seconds(ui),
                hint: None,
                picture: None,
            };
            if let (Some(gesture), _) = self.board.ui(ui, SIDE, &shown) {
                measured = self.done(to, gesture).map(Some).or(measured);
            }
            self.has_focus = self.board.has_focus();
        }
        measured
    }

    /// Whether the board has the keyboard focus.
    pub fn has_focus(&self) -> bool {
        self.has_focus
    }

    /// The board after a gesture.
    fn done(&mut self, to: &Board, gesture: Gesture) -> Option<Board> {
        let before = self.before.take();
        let mut board = to.clone();
        match gesture {
            Gesture::TakeBack => board = before?,
            Gesture::Slide(moves) => {
                self.before = Some(board.clone());
                for direction in moves {
                    board.slide(direction);
                }
            }
            Gesture::Swap(a, b) => board.swap(a, b),
            // A board to measure to has the size of the puzzle, and no history.
            Gesture::Resize(_) | Gesture::Undo | Gesture::Redo => return None,
            Gesture::Put { cell, tile } => board.swap(cell, board.cell_of(tile)),
        }
        Some(board)
    }
}
