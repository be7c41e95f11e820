//! The page that writes the shown run in a format for other programs: the format and the steps.

use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::theme::{self, space};
use crate::gui::trace_files::TraceFileAction;
use crate::gui::widgets::{Number, button, note, number, primary_button, segmented_main};
use egui::{RichText, Ui, Vec2};
use tilescope_lab::trace_file::TraceFormat;
use tilescope_trace::Moment;

const WIDTH: f32 = 500.0;
const BUTTON: Vec2 = Vec2::new(112.0, theme::size::PRIMARY);

/// The formats, and what the narrow buttons call them.
const FORMATS: [(TraceFormat, &str); 5] = [
    (TraceFormat::JsonLines, "JSON Lines"),
    (TraceFormat::Posthoc, "Posthoc"),
    (TraceFormat::Csv, "CSV"),
    (TraceFormat::Dot, "DOT"),
    (TraceFormat::Own, "Tilescope"),
];

/// What is chosen.
pub struct TraceExportPage {
    format: TraceFormat,
    /// The first and the last step; `None` until the page is shown, which proposes all.
    steps: Option<(Moment, Moment)>,
}

impl Default for TraceExportPage {
    fn default() -> Self {
        TraceExportPage {
            format: TraceFormat::JsonLines,
            steps: None,
        }
    }
}

impl TraceExportPage {
    /// The run may be another one than the last time.
    pub fn open(&mut self) {
        self.steps = None;
    }

    /// Shows the page; whether it was closed.
    pub fn ui(&mut self, ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) -> bool {
        let style = ctx.global_style();
        let modal = super::frame::page("export trace page", &style).show(ctx, |ui| {
            ui.set_width(WIDTH);
            let title = RichText::new("Export trace").size(16.0);
            ui.label(title.family(theme::semibold()));
            ui.add_space(space::M);
            self.choice_ui(ui, model, actions)
        });
        modal.inner || super::frame::is_left(&modal)
    }

    fn choice_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) -> bool {
        // The run may have been removed.
        let Some(entry) = model.runs().active() else {
            return true;
        };
        if let Some(format) = segmented_main(ui, self.format, &FORMATS) {
            self.format = format;
        }
        ui.add_space(space::S);
        note(ui, self.format.contents());
        ui.add_space(space::M);
        let end = entry.run.trace().n_expanded();
        let (first, last) = self.steps.get_or_insert((0, end));
        let has_ranges = self.format.has_ranges();
        ui.add_enabled_ui(has_ranges, |ui| {
            ui.horizontal(|ui| {
                ui.label("Steps");
                step_ui(ui, "First step of the trace", 0..=*last, first);
                ui.label("to");
                step_ui(ui, "Last step of the trace", *first..=end, last);
            });
        });
        let is_part = (*first, *last) != (0, end);
        ui.add_space(space::XS);
        match (has_ranges, is_part) {
            (false, _) => note(ui, "This format always has the whole run."),
            (true, false) => note(ui, "The whole run."),
            (true, true) => note(ui, "The events of these steps alone."),
        };
        ui.add_space(space::L);
        let steps = (has_ranges && is_part).then_some(*first..=*last);
        ui.horizontal(|ui| {
            let is_asked = primary_button(ui, "Choose file…", BUTTON).clicked();
            if is_asked {
                actions.push(TraceFileAction::AskSaveAs(self.format, steps).into());
            }
            button(ui, "Close", BUTTON).clicked() || is_asked
        })
        .inner
    }
}

fn step_ui(ui: &mut Ui, name: &str, range: std::ops::RangeInclusive<Moment>, step: &mut Moment) {
    let kind = Number {
        range: (*range.start()).into()..=(*range.end()).into(),
        speed: 0.2,
        decimals: 0,
        unit: "",
    };
    if let Some(typed) = number(ui, name, f64::from(*step), &kind) {
        *step = typed as Moment;
    }
}
