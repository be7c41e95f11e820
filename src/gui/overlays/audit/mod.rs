//! The page of audits: a heuristic is written, and tested while it is: on all boards, or on random
//! ones where there are too many.

pub mod brief;
mod charts;
mod compared;
mod figures;
pub mod names;
mod witnesses;

use self::figures::{figures_ui, warning};
use super::frame::column;
use crate::gui::actions::Action;
use crate::gui::audits::{self, AuditsAction};
use crate::gui::model::Model;
use crate::gui::text::about;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{
    Detail, FormulaValue, Number, button, focus_and_select, formula_edit, note, number,
};
use egui::{Label, ProgressBar, RichText, Ui, Vec2};
use tilescope_lab::audit::sample::Sample;
use tilescope_lab::audit::text::looked_at;
use tilescope_lab::audit::{Audit, AuditReport, Boards};
use tilescope_lab::format;
use tilescope_puzzle::heuristics::Preparation;
use tilescope_puzzle::{HeuristicExpr, Puzzle, WholeSpace};

/// How wide the page is at most.
const WIDTH: f32 = 1240.0;
/// The widths of the figures and of the witnesses: at most, and as parts of a narrow page.
const FIGURES: f32 = 400.0;
const FIGURES_PART: f32 = 0.42;
const WITNESSES: f32 = 300.0;
const WITNESSES_PART: f32 = 0.335;

const BUTTON: Vec2 = Vec2::new(88.0, theme::size::PRIMARY);
const FIELD_BUTTON: Vec2 = Vec2::new(112.0, theme::size::CONTROL);

/// Heuristics that are compared with each other.
const MAX_COMPARED: usize = 6;

/// What is audited, and what is shown of it.
#[derive(Default)]
pub struct AuditPage {
    /// The text of the field; `None` until the page is shown, which takes the search's heuristic.
    text: Option<String>,
    /// Compared with what is written.
    others: Vec<HeuristicExpr>,
    /// Which heuristic of the report is shown.
    shown: usize,
    /// What is to be saved under a name.
    to_save: Option<String>,
    value: FormulaValue,
    /// The boards that are drawn where there are too many to look at.
    sample: Sample,
}

impl AuditPage {
    /// Begins with the heuristic of the search.
    pub fn open(&mut self) {
        self.text = None;
        self.shown = 0;
    }

    /// Begins with this text.
    pub fn begin(&mut self, text: String) {
        self.text = Some(text);
        self.shown = 0;
    }

    /// The text that is to be saved under a name, once.
    pub fn take_to_save(&mut self) -> Option<String> {
        self.to_save.take()
    }

    /// Shows the page; whether it was closed.
    pub fn ui(&mut self, ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) -> bool {
        let room = ctx.content_rect().size() - Vec2::splat(4.0 * space::XL);
        let size = Vec2::new(room.x.min(WIDTH), room.y - space::XL);
        let page = super::frame::page("audit page", &ctx.global_style());
        let modal = page.show(ctx, |ui| {
            ui.set_width(size.x);
            ui.set_height(size.y);
            let closed = super::frame::head(ui, "Audit heuristics");
            ui.add_space(space::S);
            let opened = match model.problem().puzzle() {
                Some(puzzle) => self.body_ui(ui, size.y, model, puzzle, actions),
                None => {
                    note(ui, "Heuristics of road maps need no audit: the Search panel says where \
                              they overestimate. Open a sliding-tile puzzle to audit its heuristics.");
                    false
                }
            };
            closed || opened
        });
        modal.inner || super::frame::is_left(&modal)
    }

    /// Everything below the title; whether a board was opened.
    fn body_ui(
        &mut self,
        ui: &mut Ui,
        height: f32,
        model: &Model,
        puzzle: &Puzzle,
        actions: &mut Vec<Action>,
    ) -> bool {
        let present = &model.settings().heuristic;
        let is_new = self.text.is_none();
        let text = self.text.get_or_insert_with(|| present.to_string());
        let expr = model.own_heuristics().list().read(text);
        let wrong_at = expr.as_ref().err().map(|error| error.at);
        let pressed = field_ui(ui, text, wrong_at, is_new);
        if pressed == Some(Pressed::SaveAs) {
            self.to_save = Some(text.clone());
        }
        match &expr {
            Err(error) => warning(ui, &error.to_string()),
            Ok(expr) => {
                if pressed == Some(Pressed::Use) {
                    let settings = model.settings().clone();
                    let settings = tilescope_lab::Settings {
                        heuristic: expr.clone(),
                        ..settings
                    };
                    actions.push(Action::Settings(settings.into()));
                }
                self.state_ui(ui, model, puzzle, expr, actions);
            }
        }
        if let (Some(Pressed::Keep), Ok(expr)) = (pressed, &expr)
            && !self.others.contains(expr)
            && self.others.len() + 1 < MAX_COMPARED
        {
            self.others.push(expr.clone());
        }
        ui.separator();
        let report = model.audits().report();
        let report = report.filter(|report| is_about(report, puzzle));
        let is_of_report = |expr: &HeuristicExpr| {
            let audited = report.map_or(&[][..], |report| &report.heuristics[..]);
            audited.iter().any(|it| it.expr == *expr)
        };
        // What is written has a value before it is audited.
        let written = expr.as_ref().ok().filter(|expr| !is_of_report(expr));
        match report {
            Some(report) => self.report_ui(ui, height, (model, puzzle, written), report, actions),
            None => {
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = space::XL;
                    if let Some(expr) = written {
                        let width = FIGURES.min(ui.available_width() * FIGURES_PART);
                        let height = ui.available_height();
                        column(ui, "value", Vec2::new(width, height), |ui| {
                            self.value_ui(ui, expr, puzzle);
                        });
                    }
                    ui.vertical(|ui| {
                        names::ui(ui);
                    });
                });
                false
            }
        }
    }

    /// How the audit stands: it is started here when what is written was not audited yet.
    fn state_ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        puzzle: &Puzzle,
        expr: &HeuristicExpr,
        actions: &mut Vec<Action>,
    ) {
        let mut heuristics = vec![expr.clone()];
        heuristics.extend(self.others.iter().filter(|other| *other != expr).cloned());
        let n_cells = puzzle.size().n_cells();
        let wanted = Audit {
            goal: puzzle.goal.clone(),
            costs: puzzle.costs,
            heuristics,
            boards: match n_cells > WholeSpace::MAX_CELLS {
                true => Boards::Sample(self.sample),
                false => Boards::All,
            },
        };
        let is_quick = match wanted.boards {
            Boards::All => audits::is_quick(&wanted),
            // Their distances are known.
            Boards::Sample(sample) => {
                let report = model.audits().report();
                let are_known = |report: &AuditReport| report.known_for(&wanted).len() >= sample.n;
                let mut all = wanted.heuristics.iter();
                all.all(|expr| expr.preparation() == Preparation::Immediate)
                    && report.is_some_and(are_known)
            }
        };
        let newest = model.audits().newest();
        let run = newest.filter(|run| *run.audit() == wanted);
        ui.horizontal(|ui| {
            ui.set_height(theme::size::PRIMARY);
            if let Boards::Sample(_) = wanted.boards {
                let is_idle = run.is_none_or(|run| run.result().is_some());
                ui.add_enabled_ui(is_idle, |ui| sample_ui(ui, &mut self.sample));
            }
            match run.map(|run| (run, run.result())) {
                None => {
                    let start = AuditsAction::Start(wanted.into());
                    if is_quick || button(ui, "Audit", BUTTON).clicked() {
                        actions.push(start.into());
                    }
                }
                Some((run, None)) => {
                    let left = run
                        .remaining()
                        .map(|time| format!(", {} left", about(time)));
                    let words = format!("Auditing{}", left.unwrap_or_default());
                    ui.add(ProgressBar::new(run.done() as f32).desired_width(200.0));
                    ui.label(RichText::new(words).color(theme::palette(ui).dim));
                    if ui.button("Stop").clicked() {
                        actions.push(AuditsAction::Stop.into());
                    }
                }
                Some((run, Some(Ok(report)))) => {
                    let boards = match report.audit.boards {
                        Boards::All => format!("All {} boards", format::count(report.n_states)),
                        Boards::Sample(sample) => looked_at(report, sample),
                    };
                    let time = run.elapsed().map(format::duration).unwrap_or_default();
                    if report.cut.is_some() && button(ui, "Go on", BUTTON).clicked() {
                        actions.push(AuditsAction::Start(wanted.into()).into());
                    }
                    compared::report_ui(ui, report, actions);
                    let searching = match run.is_searching() {
                        true => "; A* searches the witnesses",
                        false => "",
                    };
                    note(ui, &format!("{boards}, in {time}{searching}"));
                }
                Some((_, Some(Err(error)))) => {
                    warning(ui, error);
                    if ui.button("Audit again").clicked() {
                        actions.push(AuditsAction::Start(wanted.into()).into());
                    }
                }
            }
        });
    }

    /// The value of a heuristic on the present start.
    fn value_ui(&mut self, ui: &mut Ui, expr: &HeuristicExpr, puzzle: &Puzzle) {
        let on = (&puzzle.start, &puzzle.goal, puzzle.costs);
        self.value.ui(ui, expr, on, Detail::Tiles);
    }

    /// The report of a heuristic, in three columns; whether a board was opened.
    fn report_ui(
        &mut self,
        ui: &mut Ui,
        height: f32,
        (model, puzzle, written): (&Model, &Puzzle, Option<&HeuristicExpr>),
        report: &AuditReport,
        actions: &mut Vec<Action>,
    ) -> bool {
        self.compared_ui(ui, report);
        let Some(heuristic) = report.heuristics.get(self.shown) else {
            self.shown = 0;
            return false;
        };
        let height = (height - (ui.cursor().top() - ui.min_rect().top())).max(160.0);
        let unit = puzzle.unit();
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::XL;
            let room = ui.available_width();
            let figures = FIGURES.min(room * FIGURES_PART);
            let witnesses = WITNESSES.min(room * WITNESSES_PART);
            column(ui, "figures", Vec2::new(figures, height), |ui| {
                if let Some(written) = written {
                    name_of(ui, written);
                    self.value_ui(ui, written, puzzle);
                    ui.add_space(space::S);
                }
                name_of(ui, &heuristic.expr);
                figures_ui(ui, report, heuristic);
                if written.is_none() {
                    self.value_ui(ui, &heuristic.expr, puzzle);
                }
            });
            let middle = ui.available_width() - witnesses - space::XL;
            column(ui, "charts", Vec2::new(middle.max(160.0), height), |ui| {
                charts::ui(ui, heuristic, unit, height);
                ui.add_space(space::S);
                ui.label(theme::head("Mean error by distance", theme::palette(ui)));
                compared::errors_ui(ui, report);
            });
            let mut opened = None;
            column(ui, "witnesses", Vec2::new(witnesses, height), |ui| {
                opened = witnesses::ui(ui, report, self.shown, heuristic, unit);
            });
            let is_opened = opened.is_some();
            if let Some(board) = opened {
                witnesses::open(board, heuristic, model, actions);
            }
            is_opened
        })
        .inner
    }

    /// Which heuristic is shown, if there are several; what is kept for the next one.
    fn compared_ui(&mut self, ui: &mut Ui, report: &AuditReport) {
        if self.others.is_empty() && report.heuristics.len() < 2 {
            return;
        }
        if report.heuristics.len() < 2 {
            let kept = self.others.iter().map(HeuristicExpr::to_string);
            let kept = kept.collect::<Vec<_>>().join(", ");
            note(
                ui,
                &format!("Kept: {kept}. The next one is audited beside it."),
            );
        } else if let Some(pressed) = compared::heuristics_ui(ui, report, self.shown) {
            self.shown = pressed;
        }
        if ui.button("Compare no more").clicked() {
            self.others.clear();
            self.shown = 0;
        }
        ui.add_space(space::S);
    }
}

/// How many boards are drawn, and the seed.
fn sample_ui(ui: &mut Ui, sample: &mut Sample) {
    let field = |ui: &mut Ui, label: &str, name: &str, value: f64, range, speed| {
        ui.label(label);
        let kind = Number {
            range,
            speed,
            decimals: 0,
            unit: "",
        };
        number(ui, name, value, &kind)
    };
    let n = field(
        ui,
        "Random boards",
        "Number of random boards",
        sample.n as f64,
        1.0..=Sample::MAX as f64,
        1.0,
    );
    sample.n = n.map_or(sample.n, |n| n as usize);
    let seed = field(
        ui,
        "Seed",
        "Seed of the boards",
        sample.seed as f64,
        0.0..=1e9,
        0.1,
    );
    sample.seed = seed.map_or(sample.seed, |seed| seed as u64);
}

/// A button beside the field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pressed {
    Keep,
    Use,
    SaveAs,
}

/// The field, which has the focus at first, and its buttons.
fn field_ui(
    ui: &mut Ui,
    text: &mut String,
    wrong_at: Option<usize>,
    is_new: bool,
) -> Option<Pressed> {
    ui.horizontal(|ui| {
        let right = 3.0 * (FIELD_BUTTON.x + space::S);
        let width = ui.available_width() - right;
        let field = formula_edit(ui, text, width, wrong_at);
        if is_new {
            focus_and_select(ui, &field, text);
        }
        ui.ctx()
            .accesskit_node_builder(field.id, |node| node.set_label("Heuristic to audit"));
        let mut pressed = None;
        for (which, name, hint) in [
            (
                Pressed::Keep,
                "Keep",
                "Keep it, to compare the next ones with it",
            ),
            (
                Pressed::Use,
                "Search with it",
                "Make it the heuristic of the search",
            ),
            (
                Pressed::SaveAs,
                "Save as…",
                "Give it a name, under which it is listed among the others",
            ),
        ] {
            let shown = |ui: &mut Ui| button(ui, name, FIELD_BUTTON).on_hover_text(hint);
            if ui.add_enabled_ui(wrong_at.is_none(), shown).inner.clicked() {
                pressed = Some(which);
            }
        }
        pressed
    })
    .inner
}

fn name_of(ui: &mut Ui, expr: &HeuristicExpr) {
    let name = RichText::new(expr.to_string()).monospace();
    ui.add(Label::new(name).truncate());
}

/// Whether a report is about the goal and the costs of this puzzle.
fn is_about(report: &AuditReport, puzzle: &Puzzle) -> bool {
    report.audit.goal == puzzle.goal && report.audit.costs == puzzle.costs
}
