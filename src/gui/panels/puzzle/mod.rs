//! The puzzle panel: start and goal, edited by mouse and keyboard, and the board or map that plays
//! moves.

mod board_image;
mod boards;
mod controls;
mod details;
mod game;
mod hint;
mod notes;
mod picture;
mod playing;
mod route;
mod setup;
mod values;

pub use board_image::BoardImage;
pub use boards::is_in_sight as board_is_in_sight;
use controls::spare_cut_row;

use crate::gui::actions::Action;
use crate::gui::edit::{BoardView, Edit, Side};
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::text::name_or_untitled;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{Draft, elided, head_button, note, scrolled_anew, segmented};
use egui::{
    Align, Layout, Popup, PopupCloseBehavior, RectAlign, Role, Sense, Ui, Vec2, WidgetInfo,
};
use tilescope_lab::{Problem, State};
use tilescope_puzzle::{Puzzle, Size};

/// Maximum side of the board, in points.
const MAX_SIDE: f32 = 560.0;
/// Minimum side of the board, in points, in a panel too low for all parts.
const MIN_SIDE: f32 = 100.0;
/// The same for a board that is played: what is needed below it comes first.
const MIN_PLAYED: f32 = 72.0;
/// Minimum distance of two cells of the board, in points: numbers on smaller tiles are unreadable.
const MIN_PITCH: f32 = 16.0;
/// The distance of two cells, in points, from which on numbers are easy to read.
const GOOD_PITCH: f32 = 21.0;
/// A board of this side, in points, leaves room for wide gaps between the rows.
const ROOMY_SIDE: f32 = 240.0;

/// The height of the choice of boards.
const VIEWS: f32 = theme::size::CONTROL + 2.0;

/// The height of what stands below the outcome of a game: the comparison with a shortest path, the
/// buttons, and the best games.
const BELOW_GAME: f32 = 3.0 * (theme::size::CONTROL + space::S);

/// The width of a row, in points, in which the hint leaves room for the verdict in words.
const WORDED_ROW: f32 = 420.0;

/// The least width of the controls beside the board, in points.
const MIN_CONTROLS: f32 = 134.0;

/// Height of what should stay visible above and below the board, with this gap between the rows:
/// the choice of boards, the hint, and either the verdict, the buttons and the reason of the
/// verdict, or the transport and the outcome.
fn around(gap: f32, reason: f32) -> f32 {
    4.0 * theme::size::CONTROL + 6.0 * gap + space::XS + reason
}

/// The side of the board with the controls beside it, for a panel of this width and height that is
/// too low for them below it. `None` if the board would be hard to read.
fn side_beside_controls(room: Vec2, n: usize, reason: f32) -> Option<f32> {
    let around = theme::size::CONTROL + theme::size::ROW + 4.0 * space::XS + space::S + reason;
    let side = (room.y - around).min(room.x - MIN_CONTROLS - space::M);
    (side >= MIN_SIDE && side >= GOOD_PITCH * n as f32).then_some(side)
}

/// The side of each board if start and goal stand side by side in a panel of this width, with `side` for
/// their height and the caption above; `None` if one after the other is larger and easier to read.
fn side_of_both(width: f32, side: f32, n: usize) -> Option<f32> {
    let half = (width - space::XL) / 2.0;
    let side = half.min(side - boards::CAPTION);
    (side >= ROOMY_SIDE && side >= GOOD_PITCH * n as f32).then_some(side)
}

/// Where the controls of the board are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Controls {
    Below,
    /// Below start and goal, which stand side by side.
    BelowBoth,
    /// In a low panel.
    Beside,
}

#[derive(Default)]
pub struct PuzzlePanel {
    boards: boards::Boards,
    setup: setup::Setup,
    values: values::Values,
    details: details::Details,
    notes: notes::NotesCard,
    /// True if the answer in the notes is shown, which it is not when a problem is opened.
    shows_answer: bool,
    route: route::RoutePart,
    /// The height of the body, in points.
    height: f32,
    /// The puzzle's name while it is edited.
    name: Option<Draft>,
    /// The height of what is needed to play below the board, when that was last shown.
    below_play: Option<f32>,
    /// The number of lines for the moves of a game.
    n_move_lines: usize,
    /// The number of problems that had been opened when this was last drawn.
    n_opened: Option<u32>,
}

impl Panel for PuzzlePanel {
    /// The end of a puzzle's name is often what tells it from others.
    fn title_gives_way(&self) -> bool {
        true
    }

    fn head_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        self.values_ui(ui, model);
        let name = model.problem().name();
        let shown = model.shown_name();
        let Some(draft) = &mut self.name else {
            if name_ui(ui, &shown, model.has_unsaved_changes()) {
                self.name = Some(Draft::focused());
            }
            return;
        };
        // What it is called without a name of its own.
        let hint = name_or_untitled(&shown);
        let output = draft.hinted_line_ui(ui, "Puzzle name", name, hint);
        actions.extend(output.text.map(|name| Action::from(Edit::Name(name))));
        if output.is_left {
            self.name = None;
        }
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let height = ui.available_height();
        self.height = height;
        let before = self.n_opened.replace(model.n_opened());
        let is_another = before.is_some_and(|before| before != model.n_opened());
        let place = ui.available_rect_before_wrap();
        self.shows_answer &= !is_another;
        let shows_answer = &mut self.shows_answer;
        if self.notes.ui(ui, place, model, is_another, shows_answer) {
            self.details.unfold_notes();
        }
        scrolled_anew(ui, is_another, |ui| {
            let size = model.puzzle().map(Puzzle::size);
            let n = size.map_or(0, |size| size.rows().max(size.columns()));
            // A wide board takes the width, and needs less height.
            let n_rows = size.map_or(0, Size::rows);
            let most = size.map_or(f32::INFINITY, |size| {
                boards::height(ui.available_width(), size)
            });
            // The same for every board of few cells, so that an edit moves nothing.
            let reason = setup::reason_height(ui);
            let is_crowded = height - around(space::S, reason) < GOOD_PITCH * n_rows as f32;
            let is_short = |it: &Puzzle| is_crowded && it.solvability().is_solvable();
            let reason = match (model.puzzle().is_none_or(is_short), model.view()) {
                (false, _) => reason,
                (true, BoardView::Play) => theme::size::ROW,
                (true, BoardView::Edit(_)) => 0.0,
            };
            let is_roomy = height - around(space::M, reason) >= ROOMY_SIDE;
            // Two hold the moves of most 15-puzzles in a narrow panel.
            self.n_move_lines = if is_roomy { 2 } else { 1 };
            let room = Vec2::new(ui.available_width(), height);
            // In a still lower panel the reason gives way.
            let beside = [setup::reason_height(ui), 0.0]
                .into_iter()
                .find_map(|reason| side_beside_controls(room, n, reason));
            if let (true, Some(side), Problem::Tiles(puzzle)) =
                (is_crowded, beside, model.problem())
            {
                ui.spacing_mut().item_spacing.y = space::XS;
                view_ui(ui, model, actions);
                self.tiles_ui(ui, side, Controls::Beside, model, puzzle, actions);
                return;
            }
            let max_side = MAX_SIDE.min(ui.available_width());
            let min_side = match model.view() {
                BoardView::Edit(_) => MIN_SIDE.max(MIN_PITCH * n_rows as f32),
                BoardView::Play => MIN_PLAYED.max(GOOD_PITCH * n_rows as f32),
            };
            let min_side = min_side.min(max_side);
            let gap = match is_roomy {
                true => space::M,
                false if height - around(space::S, reason) < min_side => space::XS,
                false => space::S,
            };
            ui.spacing_mut().item_spacing.y = gap;
            view_ui(ui, model, actions);
            let side = height - around(gap, reason);
            let side = match model.view() {
                // The board gives way to what is needed below it.
                BoardView::Play => match self.below_play {
                    Some(below) => height - VIEWS - gap - below - space::S,
                    None => side - BELOW_GAME,
                },
                BoardView::Edit(_) => side,
            };
            let side = side.min(max_side).max(min_side).min(most);
            match model.problem() {
                Problem::Tiles(puzzle) => {
                    let both = side_of_both(ui.available_width(), side, n);
                    let both = both.filter(|_| model.view() != BoardView::Play);
                    let (side, controls) = match both {
                        Some(side) => (side, Controls::BelowBoth),
                        None => (side, Controls::Below),
                    };
                    self.tiles_ui(ui, side, controls, model, puzzle, actions);
                }
                Problem::Route(route) => {
                    let needed = self
                        .route
                        .ui(ui, side, model, route, self.n_move_lines, actions);
                    self.note_below_play(ui, needed);
                    (self.details).ui(ui, model.problem(), &mut self.shows_answer, actions);
                }
            }
        });
    }
}

impl PuzzlePanel {
    fn tiles_ui(
        &mut self,
        ui: &mut Ui,
        side: f32,
        controls: Controls,
        model: &Model,
        puzzle: &Puzzle,
        actions: &mut Vec<Action>,
    ) {
        let mut below = None;
        let verdict = puzzle.solvability();
        // A mark beside the hint leaves the board the height of a row.
        let has_mark = controls == Controls::Below && model.view() == BoardView::Play;
        match controls {
            Controls::Below => {
                self.boards.ui(ui, side, model, puzzle, actions);
                below = Some(ui.min_rect().bottom());
                ui.horizontal(|ui| match has_mark {
                    true => {
                        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                            let has_word = ui.available_width() >= WORDED_ROW;
                            setup::verdict_ui(ui, &verdict, has_word);
                            let left = Layout::left_to_right(Align::Center);
                            ui.with_layout(left, |ui| hint::ui(ui, model, actions));
                        });
                    }
                    false => hint::ui(ui, model, actions),
                });
            }
            Controls::BelowBoth => {
                self.boards.both_ui(ui, side, model, puzzle, actions);
                ui.horizontal(|ui| hint::ui(ui, model, actions));
            }
            Controls::Beside => {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = space::M;
                    let board = Vec2::new(side, side);
                    ui.allocate_ui(board, |ui| self.boards.ui(ui, side, model, puzzle, actions));
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing = Vec2::splat(space::XS);
                        hint::ui(ui, model, actions);
                        if model.view() != BoardView::Play {
                            self.setup.column_ui(ui, model, actions);
                        }
                    });
                });
            }
        }
        match model.view() {
            BoardView::Edit(_) => {
                setup::summary_ui(ui, puzzle, actions);
                if controls != Controls::Beside {
                    self.setup.buttons_ui(ui, model, actions);
                }
                setup::reason_ui(ui, puzzle);
                spare_cut_row(ui, self.height, values::Values::n_rows());
                self.values
                    .ui(ui, &puzzle.start, &puzzle.goal, puzzle.costs);
                (self.details).ui(ui, model.problem(), &mut self.shows_answer, actions);
            }
            BoardView::Play => {
                if !has_mark {
                    setup::verdict_ui(ui, &verdict, true);
                }
                let end = playing::ui(ui, model, self.n_move_lines, actions);
                self.note_below_play(ui, below.map(|begin| end - begin));
                if let State::Board(board) = model.player().state()
                    && board.size() == puzzle.size()
                {
                    self.values.ui(ui, board, &puzzle.goal, puzzle.costs);
                }
            }
        }
    }

    /// Keeps what height is needed to play below the board or map, if that is shown: the next frame leaves it.
    fn note_below_play(&mut self, ui: &Ui, needed: Option<f32>) {
        if needed.is_some() && self.below_play != needed {
            self.below_play = needed;
            ui.ctx().request_repaint();
        }
    }

    /// A button that opens the values of all heuristics for the shown board.
    fn values_ui(&mut self, ui: &mut Ui, model: &Model) {
        let (Some(puzzle), State::Board(board)) = (model.puzzle(), model.shown_state()) else {
            return;
        };
        if board.size() != puzzle.size() {
            return;
        }
        let button = head_button(ui, "Estimates");
        let popup = Popup::menu(&button).align(RectAlign::BOTTOM_END);
        let popup = popup.close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        popup.show(|ui| {
            ui.set_width(theme::size::POPUP);
            note(ui, "What each heuristic says of the board that is shown.");
            let Puzzle { goal, costs, .. } = puzzle;
            self.values.ui(ui, &board, goal, *costs);
        });
        button.on_hover_text("The value of every heuristic for this board");
        ui.add_space(space::M);
    }
}

/// The choice of start, goal or play.
fn view_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    let views = [
        (BoardView::Edit(Side::Start), "Start"),
        (BoardView::Edit(Side::Goal), "Goal"),
        (BoardView::Play, "Play"),
    ];
    actions.extend(segmented(ui, model.view(), &views).map(Action::View));
}

/// The room that the panel's title takes in its head.
const TITLE: f32 = 64.0;

/// The puzzle's name at the right of the head, with a mark while it has unsaved changes. Returns
/// true if it is to be edited.
fn name_ui(ui: &mut Ui, name: &str, is_unsaved: bool) -> bool {
    let palette = theme::palette(ui);
    let text = name_or_untitled(name);
    let room = ui.available_width();
    let marked = if is_unsaved {
        format!("• {text}")
    } else {
        text.to_owned()
    };
    let galley = elided(ui, &marked, theme::text::SMALL, palette.dim, room);
    let needed = galley.size().x;
    // In the place of the panel's title, it begins where that does.
    let width = match needed + TITLE <= room {
        true => needed,
        false => room,
    };
    let size = Vec2::new(width, theme::size::ROW);
    let (_, rect) = ui.allocate_space(size);
    // With the id of the field that stands here while the name is edited, it would be taken for a field.
    let response = ui.interact(rect, ui.scope_id().with("puzzle name"), Sense::click());
    let label = format!("Puzzle name: {text}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let is_lit = response.hovered() || response.has_focus();
    let colour = if is_lit { palette.text } else { palette.dim };
    let min = rect.left_center() - Vec2::new(0.0, galley.size().y / 2.0);
    ui.painter()
        .galley_with_override_text_color(min, galley, colour);
    let unsaved = if is_unsaved { ", not saved" } else { "" };
    let hint = format!("{text}{unsaved}\nClick to rename the puzzle.");
    response.on_hover_text(hint).clicked()
}
