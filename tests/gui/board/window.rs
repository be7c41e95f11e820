//! The window as a user has it: things with names, that are clicked, dragged and typed into.

use crate::window::pressed;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, TouchDeviceId, TouchId, TouchPhase, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tilescope::gui::app::App;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::native_dialogs::NativeDialogs;
use tilescope::gui::{Action, Edit, Model, Side};
use tilescope_puzzle::Puzzle;
use tilescope_puzzle::notation::{board_line, parse_board};

pub const CORNER: &str = "Corner that changes the size of the board";

/// The window, and what a user does in it.
pub struct Window(pub Harness<'static, Option<App>>);

impl Window {
    /// The window with this start, and the goal in order.
    pub fn new(start: &str) -> Self {
        let board = parse_board(start).unwrap();
        let mut first = Some(board);
        let harness = Harness::builder()
            .with_size([1280.0, 800.0])
            .with_max_steps(200)
            .with_step_dt(1.0 / 60.0)
            .build_ui_state(
                move |ui, app: &mut Option<App>| {
                    let app = app.get_or_insert_with(|| {
                        let mut app = App::new(ui.ctx(), NativeDialogs::known(true));
                        if let Some(start) = first.take() {
                            app.model.apply(DocumentAction::New(start.size()).into());
                            app.model.apply(Edit::Board(Side::Start, start).into());
                        }
                        app
                    });
                    app.ui(ui);
                },
                None,
            );
        let mut window = Window(harness);
        window.0.run();
        window
    }

    pub fn model(&self) -> &Model {
        &self.0.state().as_ref().unwrap().model
    }

    pub fn apply(&mut self, action: Action) {
        self.0.state_mut().as_mut().unwrap().model.apply(action);
        self.0.run();
    }

    pub fn puzzle(&self) -> &Puzzle {
        self.model().puzzle().unwrap()
    }

    pub fn start(&self) -> String {
        board_line(&self.puzzle().start)
    }

    pub fn goal(&self) -> String {
        board_line(&self.puzzle().goal)
    }

    #[track_caller]
    pub fn click(&mut self, name: &str) {
        self.0.get_by_label(name).click();
        self.0.run();
        self.rest();
    }

    #[track_caller]
    pub fn double_click(&mut self, name: &str) {
        self.0.get_by_label(name).click();
        self.0.step();
        // The same place, whatever lies there now.
        let at = self.pointer();
        for pressed in [true, false] {
            self.button(at, pressed);
        }
        self.0.run();
    }

    #[track_caller]
    pub fn drag(&mut self, from: &str, to: &str) {
        let [from, to] = [from, to].map(|name| self.place(name));
        self.drag_between(from, to);
    }

    pub fn drag_between(&mut self, from: Pos2, to: Pos2) {
        self.take_up_at(from, to);
        self.button(to, false);
        self.0.run();
        self.rest();
    }

    /// Presses on a node and moves on to a place, without letting go.
    #[track_caller]
    pub fn take_up(&mut self, name: &str, to: Pos2) {
        self.take_up_at(self.place(name), to);
    }

    /// Presses on the corner of the board and moves on by so many cells, without letting go; returns the place.
    #[track_caller]
    pub fn take_up_corner(&mut self, by: Vec2) -> Pos2 {
        let [first, second] = [1, 2].map(|column| {
            let cell = format!("row 1, column {column}:");
            self.0.get_by_label_contains(&cell).rect().center()
        });
        let to = self.place(CORNER) + by * (second.x - first.x);
        self.take_up(CORNER, to);
        to
    }

    fn take_up_at(&mut self, from: Pos2, to: Pos2) {
        self.0.event(Event::PointerMoved(from));
        self.button(from, true);
        for part in [0.3, 0.7, 1.0] {
            self.0.event(Event::PointerMoved(from.lerp(to, part)));
            self.0.step();
        }
    }

    /// What the window system tells of a finger or a pen: the touch, and the mouse that it stands for.
    pub fn touch(&mut self, phase: TouchPhase, pos: Pos2) {
        self.0.event(Event::Touch {
            device_id: TouchDeviceId(1),
            id: TouchId(1),
            phase,
            pos,
            force: Some(0.5),
        });
        match phase {
            TouchPhase::Start => {
                self.0.event(Event::PointerMoved(pos));
                self.button(pos, true);
            }
            TouchPhase::Move => self.0.event(Event::PointerMoved(pos)),
            TouchPhase::End => {
                self.button(pos, false);
                self.0.event(Event::PointerGone);
            }
            TouchPhase::Cancel => self.0.event(Event::PointerGone),
        }
    }

    #[track_caller]
    pub fn place(&self, name: &str) -> Pos2 {
        self.0.get_by_label(name).rect().center()
    }

    pub fn pointer(&self) -> Pos2 {
        self.0
            .ctx
            .input(|input| input.pointer.interact_pos())
            .unwrap()
    }

    pub fn button(&mut self, pos: Pos2, pressed: bool) {
        self.0.event(Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        self.0.step();
    }

    pub fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.0.key_press_modifiers(modifiers, key);
        self.0.run();
    }

    /// Presses all of them between two frames.
    pub fn press_at_once(&mut self, keys: &[Key]) {
        let pressed = keys.iter().map(|&key| pressed(key, Modifiers::NONE));
        self.0.input_mut().events.extend(pressed);
        self.0.run();
    }

    pub fn type_text(&mut self, text: &str) {
        self.0.event(Event::Text(text.to_owned()));
        self.0.run();
    }

    /// Lets the time for a double click pass.
    pub fn rest(&mut self) {
        self.0.run_steps(30);
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.query_by_label(name).is_some()
    }

    /// Chooses start, goal or play.
    pub fn view(&mut self, name: &str) {
        self.0
            .get_by_role_and_label(Role::RadioButton, name)
            .click();
        self.0.run();
    }

    pub fn focus_board(&mut self, name: &str) {
        self.0.get_by_role_and_label(Role::Grid, name).focus();
        self.0.run();
    }
}
