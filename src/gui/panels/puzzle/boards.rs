//! The boards of the puzzle panel: one of them, or start and goal side by side.

use super::picture;
use crate::gui::actions::Action;
use crate::gui::commands;
use crate::gui::document::DocumentAction;
use crate::gui::edit::{BoardView, Edit, Side};
use crate::gui::hints::Hint;
use crate::gui::model::Model;
use crate::gui::player::PlayerAction;
use crate::gui::theme::{self, space};
use crate::gui::widgets::board::{BoardWidget, Gesture, MARGIN, PictureTiles, Shown};
use crate::gui::widgets::{list_item, main_control};
use egui::{
    Align, Context, Id, Layout, Popup, Rect, Response, RichText, SetOpenCommand, Ui, Vec2,
    ViewportCommand, accesskit, vec2,
};
use tilescope_lab::State;
use tilescope_puzzle::{Puzzle, Size};

/// The height of the caption above each of two boards, in points.
pub const CAPTION: f32 = 20.0;

/// The height of a board that takes a whole width, in points.
pub fn height(width: f32, size: Size) -> f32 {
    let shape = size.rows() as f32 / size.columns() as f32;
    (width - 2.0 * MARGIN) * shape + 2.0 * MARGIN
}

/// The view state of the boards.
#[derive(Default)]
pub struct Boards {
    board: BoardWidget,
    /// The goal, while it stands beside the start.
    beside: BoardWidget,
    /// Which of the two was the chosen one when they were last shown.
    chosen: Option<Id>,
    /// How often a board had been opened, pasted or asked for when they were last shown, and which one
    /// stood alone.
    shown: Option<(u32, Option<BoardView>)>,
    /// What was on the tiles in the frame before: the number of the picture, and whether the tiles have
    /// their numbers on it.
    tiles: Option<(Option<u64>, bool)>,
}

impl Boards {
    /// The board that the panel shows, in a square of `side` points.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        side: f32,
        model: &Model,
        puzzle: &Puzzle,
        actions: &mut Vec<Action>,
    ) {
        self.begin(model, Some(model.view()));
        let widget = &mut self.board;
        let place = board_ui(ui, widget, side, model.view(), model, puzzle, actions).rect;
        self.show_other_picture(ui, place, model);
    }

    /// Keys begin at the first cell of another board, and of one that is asked for again. `alone` is the one
    /// that stands alone.
    fn begin(&mut self, model: &Model, alone: Option<BoardView>) {
        let now = (model.n_boards(), alone);
        if self.shown.replace(now) != Some(now) {
            self.board.choose_first();
            self.beside.choose_first();
        }
    }

    /// Brings the board at `place` into sight when another picture was put on its tiles.
    fn show_other_picture(&mut self, ui: &Ui, place: Rect, model: &Model) {
        let pictures = model.pictures();
        let number = pictures.picture().map(|picture| picture.number);
        let tiles = Some((number, pictures.has_numbers()));
        let before = std::mem::replace(&mut self.tiles, tiles);
        if before.is_some() && before != tiles {
            ui.scroll_to_rect(place, None);
        }
    }

    /// Start and goal beside each other, each in a square of `side` points below its caption. Both
    /// can be edited; what concerns one board, such as a hint, concerns the one touched last.
    pub fn both_ui(
        &mut self,
        ui: &mut Ui,
        side: f32,
        model: &Model,
        puzzle: &Puzzle,
        actions: &mut Vec<Action>,
    ) {
        self.begin(model, None);
        let around = (ui.available_width() - 2.0 * side - space::XL) / 2.0;
        let height = side + CAPTION;
        let row = vec2(ui.available_width(), height);
        // When they were last drawn: the order of the widgets is followed a frame after a key.
        let had_focus = [&self.board, &self.beside].map(BoardWidget::has_focus);
        let mut boards = Vec::new();
        let both = ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Min), |ui| {
            ui.spacing_mut().item_spacing = vec2(space::XL, 0.0);
            ui.add_space(around.max(0.0));
            for (which, widget) in [
                (Side::Start, &mut self.board),
                (Side::Goal, &mut self.beside),
            ] {
                let view = BoardView::Edit(which);
                ui.push_id(which, |ui| {
                    ui.allocate_ui_with_layout(
                        vec2(side, height),
                        Layout::top_down(Align::Center),
                        |ui| {
                            caption_ui(ui, which, model.view() == view);
                            boards.push(board_ui(ui, widget, side, view, model, puzzle, actions));
                        },
                    );
                });
            }
        });
        if let [start, goal] = &boards[..] {
            self.lead_keys(ui, [start, goal], had_focus, model.view(), actions);
        }
        self.show_other_picture(ui, both.response.rect, model);
    }

    /// Sees to it that the chosen one of start and goal has the focus, and no other: where a key or a page that
    /// closes brings the focus to the boards, and where the choice changes while one of them has it.
    fn lead_keys(
        &mut self,
        ui: &Ui,
        [start, goal]: [&Response; 2],
        [start_had_it, goal_had_it]: [bool; 2],
        view: BoardView,
        actions: &mut Vec<Action>,
    ) {
        let (chosen, had_it, other, side) = match view {
            BoardView::Edit(Side::Goal) => (goal, goal_had_it, start, Side::Start),
            _ => (start, start_had_it, goal, Side::Goal),
        };
        let is_new = self.chosen.replace(chosen.id) != Some(chosen.id);
        let is_left = is_new && other.has_focus() && !other.gained_focus();
        let comes = other.gained_focus() && !had_it;
        let is_meant = ui.input(|input| {
            let is_touched = input.pointer.any_down() || input.pointer.any_pressed();
            is_touched || input.has_accesskit_action_request(other.id, accesskit::Action::Focus)
        });
        if (is_left || comes) && !is_meant {
            chosen.request_focus();
            if is_left {
                match view {
                    BoardView::Edit(Side::Goal) => self.beside.choose_first(),
                    _ => self.board.choose_first(),
                }
            }
            actions.retain(|it| !matches!(it, Action::View(BoardView::Edit(it)) if *it == side));
        }
    }
}

fn caption_ui(ui: &mut Ui, side: Side, is_chosen: bool) {
    let palette = theme::palette(ui);
    let text = match side {
        Side::Start => "Start",
        Side::Goal => "Goal",
    };
    let text = RichText::new(text).color(if is_chosen { palette.text } else { palette.dim });
    let size = Vec2::new(ui.available_width(), CAPTION);
    ui.allocate_ui_with_layout(size, Layout::top_down(Align::Center), |ui| {
        ui.set_min_size(size);
        ui.add(egui::Label::new(text).selectable(false));
    });
}

/// The board of `view`, and the actions for what is done to it.
fn board_ui(
    ui: &mut Ui,
    widget: &mut BoardWidget,
    side: f32,
    view: BoardView,
    model: &Model,
    puzzle: &Puzzle,
    actions: &mut Vec<Action>,
) -> Response {
    let (start, goal) = (&puzzle.start, &puzzle.goal);
    let player = model.player();
    let (name, shown, goal) = match (view, player.state()) {
        (BoardView::Edit(Side::Goal), _) => ("Goal board", goal, None),
        (BoardView::Play, State::Board(board)) => ("Play board", board, Some(goal)),
        (BoardView::Edit(Side::Start) | BoardView::Play, _) => ("Start board", start, Some(goal)),
    };
    let whole_on = (puzzle.goal.size() == shown.size()).then_some(&puzzle.goal);
    let picture = picture::texture(ui, model).zip(whole_on);
    let is_chosen = view == model.view();
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
        can_edit: view != BoardView::Play,
        can_resize: view != BoardView::Play,
        slide_seconds: if player.playing {
            theme::slide_seconds(ui).min(0.8 / player.speed)
        } else {
            theme::slide_seconds(ui)
        },
        hint: match model.hint() {
            Some(Hint::Move(next)) if is_chosen => Some(next.direction),
            _ => None,
        },
    };
    let (gesture, response) = widget.ui(ui, side, &shown);
    let in_sight = ui.clip_rect().intersect(response.rect);
    if view == BoardView::Play && in_sight.is_positive() {
        let pass = ui.ctx().cumulative_pass_nr();
        ui.data_mut(|data| data.insert_temp(in_sight_id(), pass));
    }
    if is_chosen {
        main_control(ui, &response);
    }
    let is_touched = response.gained_focus() || gesture.is_some() || widget.asks_menu();
    if is_touched && !is_chosen {
        actions.push(Action::View(view));
    }
    if let Some(gesture) = gesture {
        done_to(view, gesture, actions);
    }
    let asked = widget.asks_menu().then_some(SetOpenCommand::Bool(true));
    let popup = Popup::menu(&response).open_memory(asked).at_pointer_fixed();
    popup.show(|ui| menu_ui(ui, actions));
    if widget.has_focus() {
        actions.extend(commands::take_unfocused(ui.ctx(), model));
    }
    response
}

/// Where the last pass is kept in which a part of the play board was in sight.
fn in_sight_id() -> Id {
    Id::unique("play board in sight")
}

/// Whether any part of the play board is in sight in this pass.
pub fn is_in_sight(ctx: &Context) -> bool {
    let pass = ctx.data(|data| data.get_temp::<u64>(in_sight_id()));
    pass == Some(ctx.cumulative_pass_nr())
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

/// The actions for a gesture on the board of `view`.
fn done_to(view: BoardView, gesture: Gesture, actions: &mut Vec<Action>) {
    let edit = match (gesture, view) {
        (Gesture::Slide(moves), BoardView::Play) => {
            let moves = moves.into_iter().map(|direction| direction.into());
            actions.extend(moves.map(PlayerAction::Move).map(Action::Player));
            return;
        }
        (_, BoardView::Play) => return,
        (Gesture::TakeBack, BoardView::Edit(_)) => {
            actions.push(DocumentAction::TakeBack.into());
            return;
        }
        (Gesture::Undo, BoardView::Edit(_)) => {
            actions.push(DocumentAction::Undo.into());
            return;
        }
        (Gesture::Redo, BoardView::Edit(_)) => {
            actions.push(DocumentAction::Redo.into());
            return;
        }
        (Gesture::Slide(moves), BoardView::Edit(side)) => match moves[..] {
            [one] => Edit::Slide(side, one),
            // A single edit, so that one undo reverts it.
            _ => Edit::SlideLine(side, moves),
        },
        (Gesture::Resize(size), BoardView::Edit(_)) => Edit::Resize(size),
        (Gesture::Swap(a, b), BoardView::Edit(side)) => Edit::Swap(side, a, b),
        (Gesture::Put { cell, tile }, BoardView::Edit(side)) => {
            // It was typed before the click that ended it, which may have slid on the other board.
            actions.insert(0, Edit::Put { side, cell, tile }.into());
            return;
        }
    };
    actions.push(Action::from(edit));
}
