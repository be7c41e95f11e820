//! The page of published experiments: run again, published figures beside measured ones.

mod table;

use crate::gui::actions::Action;
use crate::gui::document::DocumentAction;
use crate::gui::model::Model;
use crate::gui::published::PublishedAction;
use crate::gui::theme;
use crate::gui::widgets::table::{Column, Table, paint_title};
use crate::gui::widgets::{button, note, primary_button, scrolled_by_keys};
use egui::{RichText, ScrollArea, Ui, Vec2};
use tilescope_lab::examples;
use tilescope_lab::published::{
    ExperimentRun, ExperimentState, Figure, PUBLISHED_EXPERIMENTS, PublishedExperiment,
    PublishedSearch,
};

/// How wide the page is at most.
const WIDTH: f32 = 1136.0;

/// The width of the list of publications.
const LIST: f32 = 184.0;

const BUTTON: Vec2 = Vec2::new(140.0, theme::size::PRIMARY);
const STOP: Vec2 = Vec2::new(60.0, theme::size::PRIMARY);

/// Which publication is shown.
pub struct PublishedPage {
    shown: &'static PublishedExperiment,
    searches: Vec<PublishedSearch>,
}

impl Default for PublishedPage {
    fn default() -> Self {
        PublishedPage {
            shown: PUBLISHED_EXPERIMENTS[0],
            searches: PUBLISHED_EXPERIMENTS[0].searches(),
        }
    }
}

impl PublishedPage {
    /// Turns to this publication.
    pub fn turn_to(&mut self, experiment: &'static PublishedExperiment) {
        self.shown = experiment;
        self.searches = experiment.searches();
    }

    /// Shows the page; whether it was closed.
    pub fn ui(&mut self, ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) -> bool {
        let room = ctx.content_rect().size() - Vec2::splat(4.0 * theme::space::XL);
        let size = Vec2::new(room.x.min(WIDTH), room.y - 2.0 * theme::space::XL);
        let modal =
            super::frame::page("published experiments page", &ctx.global_style()).show(ctx, |ui| {
                ui.set_width(size.x);
                super::frame::head(ui, "Published experiments") | {
                    ui.add_space(theme::space::M);
                    self.body_ui(ui, size.y, model, actions)
                }
            });
        modal.inner || super::frame::is_left(&modal)
    }

    /// The list at the left, the publication at the right; whether something was opened.
    fn body_ui(
        &mut self,
        ui: &mut Ui,
        height: f32,
        model: &Model,
        actions: &mut Vec<Action>,
    ) -> bool {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = theme::space::XL;
            ui.vertical(|ui| {
                ui.set_width(LIST);
                ui.set_height(height);
                let columns = [Column::rest("", 40.0)];
                Table::new("publications", &columns)
                    .row_height(theme::size::TWO_LINES)
                    .inset(theme::space::S)
                    .show(ui, PUBLISHED_EXPERIMENTS.len(), |row| {
                        let experiment = PUBLISHED_EXPERIMENTS[row.index()];
                        let is_shown = experiment.key == self.shown.key;
                        let state = state_text(model.published().of(experiment));
                        if row
                            .selectable(experiment.key, experiment.title, is_shown)
                            .clicked()
                        {
                            self.turn_to(experiment);
                        }
                        row.cells(|ui, _| {
                            let colour = theme::palette(ui).dim;
                            paint_title(ui, ui.max_rect(), experiment.title, &state, colour);
                        });
                    });
            });
            ui.vertical(|ui| {
                ui.set_height(height);
                publication_ui(ui, self, model, actions)
            })
            .inner
        })
        .inner
    }
}

/// Shows a publication; whether its example or one of its searches was opened.
fn publication_ui(
    ui: &mut Ui,
    page: &PublishedPage,
    model: &Model,
    actions: &mut Vec<Action>,
) -> bool {
    let experiment = page.shown;
    let run = model.published().of(experiment);
    let mut is_opened = false;
    ui.add(egui::Label::new(experiment.summary).wrap());
    note(ui, experiment.source);
    ui.add_space(theme::space::S);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = theme::space::M;
        let is_running = run.is_some_and(|run| *run.state() == ExperimentState::Running);
        let run_ui = |ui: &mut Ui| primary_button(ui, "Run experiments", BUTTON);
        if ui.add_enabled_ui(!is_running, run_ui).inner.clicked() {
            actions.push(PublishedAction::Run(experiment).into());
        }
        let stop_ui = |ui: &mut Ui| button(ui, "Stop", STOP);
        let stop = ui.add_enabled_ui(is_running, stop_ui).inner;
        ui.ctx()
            .accesskit_node_builder(stop.id, |node| node.set_label("Stop the experiments"));
        if stop.clicked() {
            actions.push(PublishedAction::Stop(experiment).into());
        }
        if let Some(example) = experiment.example().and_then(examples::by_file)
            && button(ui, "Open its map", BUTTON).clicked()
        {
            actions.push(DocumentAction::Example(example.into()).into());
            is_opened = true;
        }
        let palette = theme::palette(ui);
        ui.label(RichText::new(state_text(run)).color(palette.dim));
    });
    ui.add_space(theme::space::M);
    if run.is_none() {
        let open = match page.searches.is_empty() {
            true => "",
            false => " Open runs a search and shows its record.",
        };
        let text = format!(
            "Run experiments shows published and measured figures side by side, with the reason \
             for each difference.{open}"
        );
        note(ui, &text);
    }
    let figures = run.map(ExperimentRun::figures).unwrap_or_default();
    let can_open = model.runs().working().is_none();
    let opened = ScrollArea::both()
        .id_salt(experiment.key)
        .auto_shrink(false)
        .show(ui, |ui| {
            scrolled_by_keys(ui, |ui| table::ui(ui, figures, &page.searches, can_open))
        });
    if let Some(number) = opened.inner {
        actions.push(PublishedAction::Open(experiment, number).into());
        is_opened = true;
    }
    is_opened
}

/// How the figures stand to the published ones: “22 figures: 14 agree, 8 differ for a known reason”.
fn tally(figures: &[Figure]) -> String {
    let of = |agrees: Option<bool>, is_as_expected: bool| {
        let is_of = |figure: &&Figure| {
            figure.agrees() == agrees && figure.is_as_expected() == is_as_expected
        };
        figures.iter().filter(is_of).count()
    };
    let verb = |n: usize, one: &str, several: &str| match n {
        1 => format!("1 {one}"),
        n => format!("{n} {several}"),
    };
    let parts = [
        (of(Some(true), true), "agrees", "agree"),
        (
            of(Some(false), true),
            "differs for a known reason",
            "differ for a known reason",
        ),
        (
            of(Some(false), false),
            "differs and should not",
            "differ and should not",
        ),
        (
            of(None, true),
            "has no published counterpart",
            "have no published counterpart",
        ),
    ];
    let parts = parts.into_iter().filter(|&(n, ..)| n > 0);
    let parts: Vec<String> = parts
        .map(|(n, one, several)| verb(n, one, several))
        .collect();
    let figures = verb(figures.len(), "figure", "figures");
    format!("{figures}: {}", parts.join(", "))
}

/// “Not run yet”, “Running: 12 figures so far”, “22 figures: 14 agree, 8 differ for a known reason”.
fn state_text(run: Option<&ExperimentRun>) -> String {
    let Some(run) = run else {
        return "Not run yet".into();
    };
    let n_figures = run.figures().len();
    match run.state() {
        ExperimentState::Running => format!("Running: {n_figures} figures so far"),
        ExperimentState::Interrupted => format!("Stopped after {n_figures} figures"),
        ExperimentState::Failed(why) => format!("It failed: {why}"),
        ExperimentState::Done => tally(run.figures()),
    }
}
