//! The report on an experiment: a table or a plot of the records, and the forms in which it is
//! written to a file.

use super::grid::halves;
use super::parts::mistake;
use super::{bars, plot};
use crate::gui::actions::Action;
use crate::gui::experiments::{Content, ExperimentAction, Report, ReportChoice, ReportView};
use crate::gui::model::Model;
use crate::gui::requests::ReportForm;
use crate::gui::text::sentence;
use crate::gui::theme::{self, space};
use crate::gui::widgets::matrix::Matrix;
use crate::gui::widgets::{
    choice, elided, list_item, menu_button, note, option_row, seek_first, warning,
};
use egui::{Align, Align2, Margin, Popup, Role, Sense, Ui, Vec2, WidgetInfo};
use tilescope_lab::experiment::report::{Cell, Format, Metric, Table};

/// The height of a row of a table.
const ROW: f32 = 24.0;
/// The least and the greatest width of a column of figures.
const WIDTHS: [f32; 2] = [84.0, 172.0];
/// So many rows and columns are measured for their widths.
const MEASURED: usize = 64;
/// The width of a choice.
const CHOICE: f32 = 196.0;

/// The view state.
#[derive(Default)]
pub struct ReportPart {
    choice: ReportChoice,
}

impl ReportPart {
    /// Chooses the bar chart: what a sweep is made for.
    pub fn show_bars(&mut self) {
        self.choice.view = ReportView::Bars;
    }

    pub fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let margin = Margin {
            bottom: space::S as i8,
            ..Margin::symmetric(space::L as i8, 0)
        };
        egui::Frame::new().inner_margin(margin).show(ui, |ui| {
            let experiments = model.experiments();
            if experiments.is_report_due(self.choice) {
                actions.push(ExperimentAction::Report(self.choice).into());
            }
            if let Some(mistake) = mistake(experiments) {
                warning(ui, &mistake);
                return;
            }
            let is_any = experiments.progress().is_some_and(|it| it.n_done() > 0);
            match experiments.reported() {
                Ok(report) => {
                    self.choices_ui(ui, report, actions);
                    ui.add_space(space::XS);
                    if let Some(configuration) = content_ui(ui, report) {
                        let run = experiments.hardest_run(configuration, self.choice.metric);
                        actions.extend(run.map(|run| ExperimentAction::OpenRun(run).into()));
                    }
                }
                Err(Some(error)) => drop(note(ui, &sentence(error))),
                Err(None) if is_any => drop(note(ui, "Reading the records…")),
                Err(None) => drop(note(
                    ui,
                    "Tables and plots of the runs that are done: what each configuration solved, \
                     and at what cost. Run an experiment to see them.",
                )),
            }
        });
    }

    fn choices_ui(&mut self, ui: &mut Ui, report: &Report, actions: &mut Vec<Action>) {
        let ReportChoice { view, metric, pair } = &mut self.choice;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::new(space::L, space::XS);
            let chosen = boxed(ui, "Shows", |ui| {
                choice(ui, "Table or plot", *view, &ReportView::ALL)
            });
            *view = chosen.unwrap_or(*view);
            if view.has_metric() {
                let metrics = Metric::ALL.map(|metric| (metric, metric.name()));
                let chosen = boxed(ui, "of", |ui| choice(ui, "Metric", *metric, &metrics));
                *metric = chosen.unwrap_or(*metric);
            }
            export_ui(ui, *view, actions);
        });
        if *view == ReportView::Scatter {
            let names = report.shown.configurations.iter().map(String::as_str);
            let names: Vec<(usize, &str)> = names.enumerate().collect();
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = space::L;
                for (place, (label, name)) in [
                    ("Right", "Configuration to the right"),
                    ("Up", "Configuration upward"),
                ]
                .into_iter()
                .enumerate()
                {
                    let chosen = boxed(ui, label, |ui| choice(ui, name, pair[place], &names));
                    pair[place] = chosen.unwrap_or(pair[place]);
                }
            });
        }
    }
}

fn boxed<R>(ui: &mut Ui, label: &str, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let size = Vec2::new(CHOICE, theme::size::ROW);
    ui.allocate_ui(size, |ui| {
        ui.set_width(CHOICE);
        option_row(ui, label, contents)
    })
    .inner
}

/// The menu of forms.
fn export_ui(ui: &mut Ui, view: ReportView, actions: &mut Vec<Action>) {
    let menu = menu_button(ui, "Export");
    seek_first(&menu);
    Popup::menu(&menu).gap(2.0).show(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.set_width(theme::size::POPUP);
        let table = [
            ("CSV…", "This table", ReportForm::Table(Format::Csv)),
            (
                "Markdown…",
                "This table",
                ReportForm::Table(Format::Markdown),
            ),
            (
                "LaTeX…",
                "This table, for the package booktabs",
                ReportForm::Table(Format::Latex),
            ),
        ];
        let plot = [("SVG…", "This plot", ReportForm::Plot)];
        let page = (
            "HTML…",
            "One page with all tables and plots",
            ReportForm::Page,
        );
        let own = if view.is_plot() {
            &plot[..]
        } else {
            &table[..]
        };
        for (name, summary, form) in own.iter().copied().chain([page]) {
            if list_item(ui, false, name, summary).clicked() {
                actions.push(ExperimentAction::AskExport(form).into());
            }
        }
    });
}

/// Shows the table or the plot; the configuration whose bar was clicked.
fn content_ui(ui: &mut Ui, report: &Report) -> Option<usize> {
    let names = &report.shown.configurations;
    let n_instances = report.shown.instances.len();
    let metric = report.choice.metric;
    match &report.content {
        Content::Table { table, cells } => table_ui(ui, table, cells),
        Content::Bars(means) => return bars::ui(ui, means, &report.shown, metric),
        Content::Cactus(curves) => plot::cactus(ui, curves, names, n_instances, metric),
        Content::Boxes(boxes) => plot::boxes(ui, boxes, names, n_instances, metric),
        Content::Scatter(points) => {
            let of = report
                .choice
                .pair
                .map(|it| names.get(it).map_or("", String::as_str));
            plot::scatter(ui, points, of, &report.shown.instances, metric);
        }
        Content::Nothing(why) => drop(note(ui, &sentence(why))),
    }
    None
}

fn table_ui(ui: &mut Ui, table: &Table, cells: &[Vec<String>]) {
    let palette = theme::palette(ui);
    note(ui, &table.note);
    let [corner, heads @ ..] = &table.head[..] else {
        return;
    };
    let width = |text: &str| {
        let galley = elided(ui, text, theme::text::SMALL, palette.text, f32::INFINITY);
        galley.size().x
    };
    let lines = heads.iter().take(MEASURED).flat_map(|head| halves(head));
    let widest = lines.map(width).fold(0.0, f32::max);
    let names = cells.iter().take(MEASURED).filter_map(|row| row.first());
    let names = names.map(|name| width(name)).fold(0.0, f32::max) + space::M;
    let names = names.clamp(96.0, (ui.available_width() * 0.42).max(96.0));
    let room = ui.available_width() - names;
    let matrix = Matrix {
        salt: "report",
        n_rows: cells.len(),
        n_columns: heads.len(),
        corner,
        row_name: &|row| cells[row].first().map_or("", String::as_str).into(),
        column_name: &|column| halves(&heads[column]),
        names,
        heads: Align::RIGHT,
        cell: Vec2::new(width_of_columns(widest, heads.len(), room), ROW),
    };
    matrix.show(ui, |ui, row, column| {
        let text = &cells[row][column + 1];
        let place = ui.max_rect();
        let response = ui.allocate_rect(place, Sense::hover());
        let name = format!("{}, {}: {text}", cells[row][0], heads[column]);
        response.widget_info(|| WidgetInfo::labeled(Role::Cell, true, &name));
        let is_missing = matches!(table.rows[row][column + 1], Cell::Missing(_));
        let colour = if is_missing {
            palette.dim
        } else {
            palette.text
        };
        let inside = place.with_max_x(place.right() - space::S + 1.0);
        let galley = elided(ui, text, theme::text::SMALL, colour, inside.width());
        let at = Align2::RIGHT_CENTER.anchor_size(inside.right_center(), galley.size());
        ui.painter().galley(at.min, galley, colour);
    });
}

/// The width of each of `n` columns with heads of this width; they stand closer if all are visible
/// then.
fn width_of_columns(widest: f32, n: usize, room: f32) -> f32 {
    let usual = (widest + space::M).clamp(WIDTHS[0], WIDTHS[1]);
    let even = room / n.max(1) as f32;
    let least = WIDTHS[0].min(widest + space::XS + 1.0);
    match even >= least {
        true => usual.min(even),
        false => usual,
    }
}
