//! The bar that finds nodes: a condition, the way from one node to the next, and what was found.

use super::actions::Action;
use super::finds::{FindAction, FindState};
use super::model::Model;
use super::text::sentence;
use super::theme::{self, space};
use super::widgets::button;
use egui::{Align, Key, Layout, Modifiers, RichText, TextEdit, Ui, Vec2};
use tilescope_lab::{State, format};

const BUTTON: Vec2 = Vec2::new(76.0, theme::size::CONTROL);
const WIDE_BUTTON: Vec2 = Vec2::new(96.0, theme::size::CONTROL);
const HEIGHT: f32 = 68.0;
/// The name of the field.
const FIELD: &str = "Find nodes";

/// The find bar's view state.
#[derive(Default)]
pub struct FindBar {
    text: String,
    /// The model's condition when `text` was last the same.
    condition: String,
    n_opened: u32,
}

impl FindBar {
    /// Shows the bar, if it is open.
    pub fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let finds = model.finds();
        if !finds.is_open() {
            return;
        }
        if self.condition != finds.condition() {
            self.condition = finds.condition().to_owned();
            self.text.clone_from(&self.condition);
        }
        let palette = theme::palette(ui);
        let frame = egui::Frame::new()
            .fill(palette.panel)
            .inner_margin(egui::Margin::symmetric(space::L as i8, space::S as i8));
        let bar = egui::Panel::bottom("find bar")
            .exact_size(HEIGHT)
            .frame(frame);
        bar.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            ui.horizontal(|ui| {
                ui.label(RichText::new("Find").color(palette.dim));
                let layout = Layout::right_to_left(Align::Center);
                ui.with_layout(layout, |ui| self.row_ui(ui, model, actions));
            });
            state_ui(ui, model);
        });
    }

    /// The field and the buttons, from right to left.
    fn row_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let finds = model.finds();
        let close = button(ui, "Close", BUTTON);
        let mut is_left = close.lost_focus();
        if close.clicked() {
            actions.push(FindAction::Close.into());
        }
        let name = match model.puzzle() {
            Some(_) => "This board",
            None => "This city",
        };
        let this = button(ui, name, WIDE_BUTTON);
        is_left |= this.lost_focus();
        let this = this.on_hover_text("Find the nodes with the state that the panel Puzzle shows");
        if this.clicked() {
            let line = model.problem().state_line(&model.shown_state());
            let what = match model.shown_state() {
                State::Board(_) => "board",
                State::City(_) => "city",
            };
            actions.push(FindAction::Condition(format!("{what} = \"{line}\"")).into());
        }
        let can_go = finds.matches().is_some_and(|matches| !matches.is_empty());
        for (name, action) in [
            ("Next", FindAction::Next),
            ("Previous", FindAction::Previous),
        ] {
            let go = ui
                .add_enabled_ui(can_go, |ui| button(ui, name, BUTTON))
                .inner;
            is_left |= go.lost_focus();
            if go.clicked() {
                actions.push(action.into());
            }
        }
        let field = TextEdit::singleline(&mut self.text)
            .hint_text("f = 57 and h < 5 and depth > 20")
            .desired_width(ui.available_width())
            .margin(egui::Margin::symmetric(8, 5));
        let field = ui.add(field);
        (ui.ctx()).accesskit_node_builder(field.id, |node| node.set_label(FIELD));
        if field.changed() {
            actions.push(FindAction::Condition(self.text.clone()).into());
        }
        let pressed = |key| ui.input(|input| input.key_pressed(key));
        is_left |= field.lost_focus();
        // Taken, so that it does not let go of the node that was found as well.
        if is_left && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            actions.push(FindAction::Close.into());
        } else if field.lost_focus() && pressed(Key::Enter) {
            let action = match ui.input(|input| input.modifiers.shift) {
                true => FindAction::Previous,
                false => FindAction::Next,
            };
            actions.push(action.into());
            field.request_focus();
        }
        if self.n_opened != finds.n_opened() {
            self.n_opened = finds.n_opened();
            field.request_focus();
        }
    }
}

/// “ The first 40 000 nodes were searched.”: of a run that goes on.
fn of_recorded(model: &Model) -> String {
    let n_searched = model.finds().n_searched();
    let n_nodes = (model.runs().active()).map_or(0, |entry| entry.run.trace().n_nodes());
    match n_searched < n_nodes {
        true => {
            let n_searched = format::count(n_searched.into());
            format!(" The first {n_searched} nodes were searched.")
        }
        false => String::new(),
    }
}

/// What was found, or why nothing is.
fn state_ui(ui: &mut Ui, model: &Model) {
    let palette = theme::palette(ui);
    let mut colour = palette.dim;
    let text = match model.finds().state() {
        FindState::NoRecord => "Solve to have nodes to search.".to_owned(),
        FindState::Idle => {
            "f, g, h, depth, step and id are compared with = < >; expanded, frontier, duplicate, \
             cut, reopened, solution; a board such as 1 2 3 / * * * / * * _; and, or, not."
                .to_owned()
        }
        FindState::Stopped => "The search was stopped.".into(),
        FindState::Wrong(error) => {
            colour = palette.warning;
            let error = error.to_string();
            let mut letters = error.chars();
            let first = letters.next().map(|it| it.to_uppercase().to_string());
            format!("{}{}.", first.unwrap_or_default(), letters.as_str())
        }
        FindState::Failed(reason) => {
            colour = palette.warning;
            sentence(reason)
        }
        FindState::Searching(done) => format!("Searching: {:.0} %", (100.0 * done).floor()),
        FindState::Found(matches) => {
            let n = format::count(matches.len().into());
            let selected = model.selection().filter(|&node| matches.contains(node));
            let found = match (matches.len(), selected) {
                (0, _) => "The condition holds for no node.".to_owned(),
                (1, None) => "The condition holds for 1 node.".to_owned(),
                (_, None) => format!("The condition holds for {n} nodes."),
                (_, Some(node)) => {
                    let rank = format::count(u64::from(matches.rank(node)) + 1);
                    format!("{rank} of {n} nodes.")
                }
            };
            found + &of_recorded(model)
        }
    };
    let label = egui::Label::new(RichText::new(&text).small().color(colour)).truncate();
    ui.add(label).on_hover_text(text);
}
