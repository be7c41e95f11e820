//! The record of a run of an experiment, and the button that opens the run in the inspector.

use crate::gui::actions::Action;
use crate::gui::experiments::{ExperimentAction, Progress, RunProgress, run_name};
use crate::gui::model::Model;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{button, icon_button, main_control, note, rows, value_row};
use egui::{Align, Label, Layout, RichText, ScrollArea, Ui, Vec2};
use egui_material_icons::icons::ICON_CLOSE;
use tilescope_lab::experiment::Record;
use tilescope_lab::experiment::report::number;
use tilescope_lab::format;
use tilescope_search::GoalTest;

/// The height of the record below the grid.
pub const HEIGHT: f32 = 196.0;
const BUTTON: Vec2 = Vec2::new(140.0, theme::size::CONTROL);
/// In less room than this the values stand in one column.
const NARROW: f32 = 460.0;
/// The widest that two columns of values get.
const WIDTH: f32 = 760.0;

/// Shows the record of the run that was chosen; `is_alone` says whether it stands in the place of the grid.
pub fn ui(
    ui: &mut Ui,
    model: &Model,
    progress: &Progress,
    is_alone: bool,
    actions: &mut Vec<Action>,
) {
    let Some((index, record)) = model.experiments().shown() else {
        return;
    };
    let Some((run, state)) = progress.run(index) else {
        return;
    };
    ui.separator();
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, ICON_CLOSE, "Close the record").clicked() {
                actions.push(ExperimentAction::Show(None).into());
            }
            let can_open = model.runs().working().is_none();
            let hint = "Open this board with this algorithm and heuristic, and record its search";
            let open =
                ui.add_enabled_ui(can_open, |ui| button(ui, "Open in the inspector", BUTTON));
            if is_alone {
                main_control(ui, &open.inner);
            }
            if open.inner.on_hover_text(hint).clicked() {
                actions.push(ExperimentAction::OpenRun(index).into());
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let title = run_name(progress.experiment(), run);
                let title = RichText::new(title).family(theme::semibold());
                ui.add(Label::new(title).truncate());
            });
        });
    });
    match (record, state) {
        (Some(record), _) => {
            let area = ScrollArea::vertical().id_salt("record").auto_shrink(false);
            area.show(ui, |ui| record_ui(ui, record));
        }
        (None, RunProgress::Waiting) => drop(note(ui, "It waits for its turn.")),
        (None, RunProgress::Running) => drop(note(ui, "It is under way.")),
        (None, RunProgress::Done(_)) => drop(note(ui, "Reading its record…")),
    }
}

fn record_ui(ui: &mut Ui, record: &Record) {
    ui.set_max_width(ui.available_width().min(WIDTH));
    let values = values(record);
    let in_rows = |ui: &mut Ui, values: &[(&str, String)]| {
        rows(ui, |ui| {
            for (name, value) in values {
                value_row(ui, name, value).on_hover_text(value);
            }
        });
    };
    if ui.available_width() < NARROW {
        in_rows(ui, &values);
        return;
    }
    let half = values.len().div_ceil(2);
    ui.spacing_mut().item_spacing.x = space::XL;
    ui.columns(2, |columns| {
        for (ui, values) in columns.iter_mut().zip([&values[..half], &values[half..]]) {
            in_rows(ui, values);
        }
    });
}

/// What a record says, for people.
fn values(record: &Record) -> Vec<(&'static str, String)> {
    let count = |n: u64| format::count(n);
    let outcome = match (&record.stopped_by, &record.error) {
        (_, Some(error)) => format!("{}: {error}", record.completion().name()),
        (Some(by), _) => format!("{}, {by} limit", record.completion().name()),
        (None, None) => record.completion().name().to_owned(),
    };
    let settings = &record.settings;
    let heuristic = settings.heuristic.clone();
    let goal_test = settings.options.get("goal_test").and_then(|it| it.as_str());
    let goal_test = goal_test.and_then(GoalTest::from_key);
    let goal_test = goal_test.map(|it| it.label().to_owned());
    let mut values = vec![
        ("Outcome", Some(outcome)),
        ("Start", Some(settings.start.clone())),
        ("Goal", Some(settings.goal.clone())),
        ("Algorithm", Some(settings.algorithm.clone())),
        ("Heuristic", heuristic),
        ("Goal test", goal_test),
        ("Moves", record.moves.map(|n| count(n as u64))),
        (
            "Cost",
            record.cost.map(|cost| format::cost(cost, record.cost_unit)),
        ),
        (
            "Optimal",
            record
                .optimal
                .map(|it| if it { "proved" } else { "not proved" }.into()),
        ),
        (
            "h of the start",
            record.initial_h.map(|h| format::cost(h, record.cost_unit)),
        ),
        ("Expanded", Some(count(record.expanded))),
        ("Generated", Some(count(record.generated))),
        ("Peak frontier", record.peak_frontier.map(count)),
        ("Reopened", record.reopened.map(count)),
        ("Duplicates", record.duplicates.map(count)),
        ("Path", record.path.clone()),
    ];
    if let Some(measured) = &record.measured {
        values.extend([
            ("Seconds", Some(number(measured.seconds))),
            (
                "Of these for tables",
                (measured.table_seconds > 0.0).then(|| number(measured.table_seconds)),
            ),
            ("Peak memory", Some(format::bytes(measured.peak_bytes))),
            ("Jobs at a time", Some(measured.jobs.to_string())),
            ("Processor", measured.machine.cpu.clone()),
        ]);
    }
    values.push(("Id", Some(record.id.clone())));
    let known = values.into_iter();
    known
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}
