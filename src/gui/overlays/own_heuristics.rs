//! The page of the user's own heuristics: the list, and a form in which one is written, edited and
//! renamed.

use super::audit::brief::brief_ui;
use super::audit::names;
use super::frame::column;
use crate::gui::actions::Action;
use crate::gui::claims;
use crate::gui::fitness;
use crate::gui::model::Model;
use crate::gui::own_heuristics::OwnHeuristicsAction;
use crate::gui::theme::{self, space};
use crate::gui::widgets::table::{Column, Table};
use crate::gui::widgets::{
    Detail, FormulaValue, button, formula_edit, note, primary_button, warning,
};
use egui::{Align, Layout, Response, RichText, TextEdit, Ui, Vec2};
use tilescope_lab::Settings;
use tilescope_lab::own_heuristics::{Change, OwnHeuristic, OwnHeuristics};
use tilescope_puzzle::{HeuristicExpr, Puzzle};

const WIDTH: f32 = 760.0;
const MAX_LIST_HEIGHT: f32 = 220.0;
const BUTTON: Vec2 = Vec2::new(96.0, theme::size::PRIMARY);
/// What the buttons and a message take below the value and the audit.
const BELOW: f32 = 120.0;
/// How high the value and the audit are, and what a formula can name.
const MIN_HEIGHT: f32 = 140.0;
const MAX_HEIGHT: f32 = 440.0;
/// The width of the labels of the fields.
const LABEL: f32 = 84.0;

/// What the user did with the page.
pub enum Left {
    Open,
    Closed,
    /// The expression is to be audited.
    Audit(String),
}

/// What is written.
#[derive(Default)]
pub struct OwnHeuristicsPage {
    /// The name of the one that is edited; `None` for a new one.
    edited: Option<String>,
    name: String,
    text: String,
    comment: String,
    value: FormulaValue,
    takes_focus: bool,
    /// The number of changes after which what was written is saved.
    saved_at: Option<u64>,
}

impl OwnHeuristicsPage {
    /// Begins a new one with this expression.
    pub fn open(&mut self, text: String) {
        *self = OwnHeuristicsPage {
            text,
            takes_focus: true,
            ..OwnHeuristicsPage::default()
        };
    }

    pub fn ui(&mut self, ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) -> Left {
        let style = ctx.global_style();
        let modal = super::frame::page("own heuristics page", &style).show(ctx, |ui| {
            ui.set_width(WIDTH);
            let closed = super::frame::head(ui, "Your heuristics");
            ui.add_space(space::S);
            note(
                ui,
                "A name stands for its expression wherever a heuristic is typed, here and on the \
                 command line.",
            );
            ui.add_space(space::M);
            let own = model.own_heuristics();
            if self.saved_at.take_if(|n| own.n_changes() >= *n).is_some() {
                self.edited = own.list().get(&self.name).map(|own| own.name.clone());
            }
            self.list_ui(ui, model);
            ui.add_space(space::M);
            let left = self.form_ui(ui, model, actions);
            if closed { Left::Closed } else { left }
        });
        match super::frame::is_left(&modal) {
            true => Left::Closed,
            false => modal.inner,
        }
    }

    /// A row for each; a press edits it.
    fn list_ui(&mut self, ui: &mut Ui, model: &Model) {
        let list = model.own_heuristics().list();
        if list.is_empty() {
            note(ui, "There are none yet: write one below.");
            return;
        }
        let columns = [
            Column::text("name", 130.0),
            Column::text("expression", 220.0),
            Column::text("claims", 150.0),
            Column::rest("comment", 100.0),
        ];
        let all: Vec<&OwnHeuristic> = list.iter().collect();
        let palette = theme::palette(ui);
        let mut chosen = None;
        Table::new("own heuristics", &columns)
            .inset(space::S)
            .max_height(MAX_LIST_HEIGHT)
            .show(ui, all.len(), |row| {
                let i = row.index();
                let own = all[i];
                let expression = own.expr.to_string();
                let claims = short_claims(model, &own.expr);
                let name = format!("{}: {expression}, {claims}", own.name);
                let is_edited = self.edited.as_ref() == Some(&own.name);
                if row.selectable(("own", i), &name, is_edited).clicked() {
                    chosen = Some(own);
                }
                row.text(theme::text::SMALL, |column| match column {
                    0 => (own.name.as_str(), palette.text),
                    1 => (expression.as_str(), palette.text),
                    2 => (claims, palette.dim),
                    _ => (own.comment.as_str(), palette.dim),
                });
            });
        if let Some(own) = chosen {
            self.edited = Some(own.name.clone());
            self.name.clone_from(&own.name);
            self.text = own.expr.to_string();
            self.comment.clone_from(&own.comment);
        }
    }

    fn form_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) -> Left {
        let own = model.own_heuristics();
        let takes_focus = std::mem::take(&mut self.takes_focus);
        let name = field_ui(ui, "Name", &mut self.name);
        if takes_focus {
            name.request_focus();
        }
        let wrong_at = match self.text.trim().is_empty() {
            true => None,
            false => own.list().read(&self.text).err().map(|error| error.at),
        };
        labelled(ui, "Expression", |ui| {
            let width = ui.available_width();
            formula_edit(ui, &mut self.text, width, wrong_at)
        });
        field_ui(ui, "Comment", &mut self.comment);
        ui.add_space(space::XS);
        let written = self.written(own.list());
        let mut is_opened = false;
        match (&written, self.text.trim().is_empty()) {
            (Ok(expr), _) => {
                what_it_is_ui(ui, model, expr);
                if let Some(puzzle) = model.puzzle() {
                    is_opened = self.value_and_audit_ui(ui, model, puzzle, expr, actions);
                }
            }
            (Err(_), true) => drop(note(ui, "An expression is a key or a formula.")),
            (Err(error), false) => drop(warning(ui, error)),
        }
        if written.is_err() {
            let size = Vec2::new(ui.available_width(), height_left(ui));
            ui.allocate_ui(size, |ui| {
                ui.set_min_height(size.y);
                names::ui(ui);
            });
        }
        let refused = written.as_ref().ok().and_then(|expr| {
            let change = self.save(expr.clone(), self.edited.clone());
            let refused = own.list().clone().apply(&change).err();
            refused.filter(|_| !self.name.is_empty())
        });
        if let Some(reason) = refused.map(|reason| reason.to_string()) {
            warning(ui, &crate::gui::text::sentence(&reason));
        } else if let Some(reason) = own.error() {
            warning(ui, reason);
        }
        ui.add_space(space::M);
        let left = self.buttons_ui(ui, model, written.ok(), actions);
        if is_opened { Left::Closed } else { left }
    }

    /// The value on the present start, and the audit beside it, as high as there is room; whether a
    /// board was opened.
    fn value_and_audit_ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        puzzle: &Puzzle,
        expr: &HeuristicExpr,
        actions: &mut Vec<Action>,
    ) -> bool {
        let height = height_left(ui);
        let width = (ui.available_width() - space::XL) / 2.0;
        let mut is_opened = false;
        ui.horizontal_top(|ui| {
            ui.set_min_height(height);
            ui.spacing_mut().item_spacing.x = space::XL;
            column(ui, "value", Vec2::new(width, height), |ui| {
                let on = (&puzzle.start, &puzzle.goal, puzzle.costs);
                self.value.ui(ui, expr, on, Detail::Tiles);
            });
            column(ui, "audit", Vec2::new(width, height), |ui| {
                is_opened = brief_ui(ui, model, puzzle, expr, actions);
            });
        });
        is_opened
    }

    /// The expression that is written, or what is wrong with it.
    fn written(&self, list: &OwnHeuristics) -> Result<HeuristicExpr, String> {
        list.read(&self.text).map_err(|error| error.to_string())
    }

    fn save(&self, expr: HeuristicExpr, replaces: Option<String>) -> Change {
        Change::Save {
            heuristic: OwnHeuristic {
                name: self.name.trim().to_owned(),
                comment: self.comment.trim().to_owned(),
                expr,
            },
            replaces,
        }
    }

    fn buttons_ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        written: Option<HeuristicExpr>,
        actions: &mut Vec<Action>,
    ) -> Left {
        let own = model.own_heuristics();
        let can = |replaces: Option<String>| {
            let change = self.save(written.clone()?, replaces);
            let fits = own.list().clone().apply(&change).is_ok();
            fits.then_some(change)
        };
        let (saved, added) = (can(self.edited.clone()), can(None));
        let mut left = Left::Open;
        ui.horizontal(|ui| {
            let mut pressed = |name: &str, is_enabled: bool, is_primary: bool| {
                let shown = |ui: &mut Ui| match is_primary {
                    true => primary_button(ui, name, BUTTON),
                    false => button(ui, name, BUTTON),
                };
                ui.add_enabled_ui(is_enabled, shown).inner.clicked()
            };
            let mut change = None;
            if pressed("Save", saved.is_some(), true) {
                change = saved;
            }
            if self.edited.is_some() {
                if pressed("Save as new", added.is_some(), false) {
                    change = added;
                }
                if pressed("Delete", true, false) {
                    change = self.edited.take().map(Change::Delete);
                }
                if pressed("New", true, false) {
                    self.open(String::new());
                }
            }
            if let Some(change) = change {
                if let Change::Save { heuristic, .. } = &change {
                    self.saved_at = Some(own.n_changes() + 1);
                    self.name.clone_from(&heuristic.name);
                }
                actions.push(OwnHeuristicsAction::Change(change.into()).into());
            }
            if pressed("Search with it", written.is_some(), false)
                && let Some(heuristic) = written.clone()
            {
                let settings = Settings {
                    heuristic,
                    ..model.settings().clone()
                };
                actions.push(Action::Settings(settings.into()));
                left = Left::Closed;
            }
            if pressed("Audit…", written.is_some(), false) {
                left = Left::Audit(self.text.clone());
            }
        });
        left
    }
}

/// The height between what stands above on the page and the buttons.
fn height_left(ui: &Ui) -> f32 {
    let above = ui.cursor().top() - ui.min_rect().top();
    let page = ui.ctx().content_rect().height() - 4.0 * space::XL;
    (page - above - BELOW).clamp(MIN_HEIGHT, MAX_HEIGHT)
}

/// What is claimed of an expression, and whether it fits the present puzzle.
fn what_it_is_ui(ui: &mut Ui, model: &Model, expr: &HeuristicExpr) {
    let puzzle = model.problem().puzzle();
    let audited = puzzle.and_then(|it| model.audits().proved_of(expr, &it.goal, it.costs));
    note(ui, &claims::of_expr(expr, audited));
    if let Some(puzzle) = model.problem().puzzle()
        && let Some(misfit) = fitness::of_heuristic(expr, &puzzle.goal, puzzle.costs)
    {
        warning(ui, &format!("Not for the present puzzle. {misfit}"));
    }
}

/// What is known of an expression for the present puzzle, in a few words.
fn short_claims(model: &Model, expr: &HeuristicExpr) -> &'static str {
    let puzzle = model.puzzle();
    let audited = puzzle.and_then(|it| model.audits().proved_of(expr, &it.goal, it.costs));
    let (is_admissible, is_consistent) = match audited {
        Some(audited) => (audited.is_admissible, audited.is_consistent),
        None if !expr.is_admissible() => return "unknown",
        None => (true, expr.is_consistent()),
    };
    match (is_admissible, is_consistent) {
        (true, true) => "admissible, consistent",
        (true, false) => "admissible",
        (false, _) => "not admissible",
    }
}

fn field_ui(ui: &mut Ui, name: &str, text: &mut String) -> Response {
    labelled(ui, name, |ui| {
        ui.add(TextEdit::singleline(text).desired_width(ui.available_width()))
    })
}

/// A field with its label, which is its accessible name.
fn labelled(ui: &mut Ui, name: &str, field: impl FnOnce(&mut Ui) -> Response) -> Response {
    let shown = ui.horizontal(|ui| {
        let size = Vec2::new(LABEL, theme::size::CONTROL);
        let left = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(size, left, |ui| {
            ui.set_min_width(LABEL);
            ui.label(RichText::new(name).color(theme::palette(ui).dim));
        });
        let field = field(ui);
        ui.ctx()
            .accesskit_node_builder(field.id, |node| node.set_label(name));
        field
    });
    shown.inner
}
