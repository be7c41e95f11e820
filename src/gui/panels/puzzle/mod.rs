//! The puzzle panel: start and goal, edited by mouse and keyboard, and the board or map that plays
//! moves.

mod board_image;
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

use crate::gui::actions::Action;
use crate::gui::commands;
use crate::gui::document::DocumentAction;
use crate::gui::edit::{BoardView, Edit, Side};
use crate::gui::hints::Hint;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::player::PlayerAction;
use crate::gui::text::{EDITED, name_or_untitled};
use crate::gui::theme::{self, space};
use crate::gui::widgets::board::{BoardWidget, Gesture, PictureTiles, Shown};
use crate::gui::widgets::{Draft, elided, head_button, list_item, note, scrolled, segmented};
use egui::{
    Popup, PopupCloseBehavior, RectAlign, Role, Sense, SetOpenCommand, Ui, Vec2, ViewportCommand,
    WidgetInfo,
};
use tilescope_lab::{Problem, State};
use tilescope_puzzle::Puzzle;

/// Maximum side of the board, in points.
const MAX_SIDE: f32 = 560.0;
/// Minimum side of the board, in points, in a panel too low for all parts.
const MIN_SIDE: f32 = 100.0;
/// Minimum distance of two cells of the board, in points: numbers on smaller tiles are unreadable.
const MIN_PITCH: f32 = 16.0;
/// The distance of two cells, in points, from which on numbers are easy to read.
const GOOD_PITCH: f32 = 21.0;
/// A board of this side, in points, leaves room for wide gaps between the rows.
const ROOMY_SIDE: f32 = 240.0;

/// The least width of the controls beside the board, in points.
const MIN_CONTROLS: f32 = 134.0;

/// Height of what should stay visible above and below the board, with this gap between the rows:
/// the choice of boards, the hint, and either the verdict, the buttons and the reason of the
/// verdict, or the transport, the slider and the outcome.
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

/// Where the controls of the board are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Controls {
    Below,
    /// In a low panel.
    Beside,
}

#[derive(Default)]
pub struct PuzzlePanel {
    board: BoardWidget,
    setup: setup::Setup,
    values: values::Values,
    details: details::Details,
    notes: notes::NotesCard,
    route: route::RoutePart,
    /// The puzzle's name while it is edited.
    name: Option<Draft>,
}

impl Panel for PuzzlePanel {
    /// The end of a puzzle's name is often what tells it from others.
    fn title_gives_way(&self) -> bool {
        true
    }

    fn head_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        self.values_ui(ui, model);
        let name = model.problem().name();
        let Some(draft) = &mut self.name else {
            if name_ui(ui, name) {
                self.name = Some(Draft::focused());
            }
            return;
        };
        let output = draft.line_ui(ui, "Puzzle name", name);
        actions.extend(output.text.map(|name| Action::from(Edit::Name(name))));
        if output.is_left {
            self.name = None;
        }
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let height = ui.available_height();
        if self.notes.ui(ui, ui.available_rect_before_wrap(), model) {
            self.details.unfold_notes();
        }
        scrolled(ui, |ui| {
            let size = model.puzzle().map(Puzzle::size);
            let n = size.map_or(0, |size| size.rows().max(size.columns()));
            // The same for every board of few cells, so that an edit moves nothing.
            let reason = setup::reason_height(ui);
            let is_crowded = height - around(space::S, reason) < GOOD_PITCH * n as f32;
            let is_short = |it: &Puzzle| is_crowded && it.solvability().is_solvable();
            let reason = match model.puzzle().is_none_or(is_short) {
                true => 0.0,
                false => reason,
            };
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
            let is_roomy = height - around(space::M, reason) >= ROOMY_SIDE;
            let max_side = MAX_SIDE.min(ui.available_width());
            let min_side = MIN_SIDE.max(MIN_PITCH * n as f32).min(max_side);
            let gap = match is_roomy {
                true => space::M,
                false if height - around(space::S, reason) < min_side => space::XS,
                false => space::S,
            };
            ui.spacing_mut().item_spacing.y = gap;
            view_ui(ui, model, actions);
            let side = (height - around(gap, reason)).min(max_side).max(min_side);
            match model.problem() {
                Problem::Tiles(puzzle) => {
                    self.tiles_ui(ui, side, Controls::Below, model, puzzle, actions);
                }
                Problem::Route(route) => {
                    self.route.ui(ui, side, model, route, actions);
                    self.details.ui(ui, model.problem(), actions);
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
        match controls {
            Controls::Below => {
                self.board_ui(ui, side, model, puzzle, actions);
                ui.horizontal(|ui| hint::ui(ui, model, actions));
            }
            Controls::Beside => {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = space::M;
                    let board = Vec2::new(side, side);
                    ui.allocate_ui(board, |ui| self.board_ui(ui, side, model, puzzle, actions));
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
                if controls == Controls::Below {
                    self.setup.buttons_ui(ui, model, actions);
                }
                setup::reason_ui(ui, puzzle);
                self.values
                    .ui(ui, &puzzle.start, &puzzle.goal, puzzle.costs);
                self.details.ui(ui, model.problem(), actions);
            }
            BoardView::Play => {
                playing::ui(ui, model, actions);
                if let State::Board(board) = model.player().state()
                    && board.size() == puzzle.size()
                {
                    self.values.ui(ui, board, &puzzle.goal, puzzle.costs);
                }
            }
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

    fn board_ui(
        &mut self,
        ui: &mut Ui,
        side: f32,
        model: &Model,
        puzzle: &Puzzle,
        actions: &mut Vec<Action>,
    ) {
        let (start, goal) = (&puzzle.start, &puzzle.goal);
        let player = model.player();
        let (name, shown, goal) = match (model.view(), player.state()) {
            (BoardView::Edit(Side::Goal), _) => ("Goal board", goal, None),
            (BoardView::Play, State::Board(board)) => ("Play board", board, Some(goal)),
            (BoardView::Edit(Side::Start) | BoardView::Play, _) => {
                ("Start board", start, Some(goal))
            }
        };
        let whole_on = (puzzle.goal.size() == shown.size()).then_some(&puzzle.goal);
        let picture = picture::texture(ui, model).zip(whole_on);
        let shown = Shown {
            picture: picture.map(|((texture, size), whole_on)| PictureTiles {
                texture,
                size,
                whole_on,
                has_numbers: model.pictures().has_numbers(),
            }),
            name,
            board: shown,
            goal: goal.filter(|goal| goal.size() == shown.size()),
            can_edit: model.view() != BoardView::Play,
            can_resize: model.view() != BoardView::Play,
            slide_seconds: if player.playing {
                theme::slide_seconds(ui).min(0.8 / player.speed)
            } else {
                theme::slide_seconds(ui)
            },
            hint: match model.hint() {
                Some(Hint::Move(next)) => Some(next.direction),
                _ => None,
            },
        };
        let (gesture, response) = self.board.ui(ui, side, &shown);
        if let Some(gesture) = gesture {
            done_to(model, gesture, actions);
        }
        let asked = self.board.asks_menu().then_some(SetOpenCommand::Bool(true));
        let popup = Popup::menu(&response).open_memory(asked).at_pointer_fixed();
        popup.show(|ui| menu_ui(ui, actions));
        if self.board.has_focus() {
            actions.extend(commands::take_unfocused(ui.ctx(), model));
        }
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

/// What can be done with the board as a whole.
fn menu_ui(ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.set_width(theme::size::LIST);
    if list_item(ui, false, "Copy board", "").clicked() {
        actions.push(Action::CopyBoard);
    }
    if list_item(ui, false, "Copy board as picture", "").clicked() {
        actions.push(Action::CopyPicture);
    }
    if list_item(ui, false, "Paste board", "").clicked() {
        ui.send_viewport_cmd(ViewportCommand::RequestPaste);
    }
}

/// The actions for a gesture on the board.
fn done_to(model: &Model, gesture: Gesture, actions: &mut Vec<Action>) {
    let edit = match (gesture, model.view()) {
        (Gesture::Slide(moves), BoardView::Play) => {
            let moves = moves.into_iter().map(|direction| direction.into());
            actions.extend(moves.map(PlayerAction::Move).map(Action::Player));
            return;
        }
        (_, BoardView::Play) => return,
        (Gesture::TakeBack, BoardView::Edit(_)) => {
            actions.push(DocumentAction::Undo.into());
            return;
        }
        (Gesture::Slide(moves), BoardView::Edit(side)) => match moves[..] {
            [one] => Edit::Slide(side, one),
            // A single edit, so that one undo reverts it.
            _ => Edit::SlideLine(side, moves),
        },
        (Gesture::Resize(size), BoardView::Edit(_)) => Edit::Resize(size),
        (Gesture::Swap(a, b), BoardView::Edit(side)) => Edit::Swap(side, a, b),
        (Gesture::Put { cell, tile }, BoardView::Edit(side)) => Edit::Put { side, cell, tile },
    };
    actions.push(Action::from(edit));
}

/// The room that the panel's title takes in its head.
const TITLE: f32 = 64.0;

/// The puzzle's name at the right of the head. Returns whether to edit it.
fn name_ui(ui: &mut Ui, name: &str) -> bool {
    let palette = theme::palette(ui);
    let text = name_or_untitled(name);
    let room = ui.available_width();
    // The end that tells an edited example from the example is never cut.
    let (name, end) = match text.strip_suffix(EDITED) {
        Some(name) => (name, EDITED),
        None => (text, ""),
    };
    let end = elided(ui, end, theme::text::SMALL, palette.dim, room);
    let galley = elided(
        ui,
        name,
        theme::text::SMALL,
        palette.dim,
        room - end.size().x,
    );
    let needed = galley.size().x + end.size().x;
    // In the place of the panel's title, it begins where that does.
    let width = match needed + TITLE <= room {
        true => needed,
        false => room,
    };
    let size = Vec2::new(width, theme::size::ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let label = format!("Puzzle name: {text}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let is_lit = response.hovered() || response.has_focus();
    let colour = if is_lit { palette.text } else { palette.dim };
    let mut min = rect.left_center() - Vec2::new(0.0, galley.size().y / 2.0);
    for part in [galley, end] {
        let width = part.size().x;
        ui.painter()
            .galley_with_override_text_color(min, part, colour);
        min.x += width;
    }
    let hint = format!("{text}\nClick to rename the puzzle.");
    response.on_hover_text(hint).clicked()
}
