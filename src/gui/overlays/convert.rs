//! The page that exports puzzles: the format, the beginning of what will be written, and what the
//! format does not keep.

use crate::gui::actions::Action;
use crate::gui::conversions::{ConversionAction, Conversions, Subject};
use crate::gui::model::Model;
use crate::gui::text::{name_or_untitled, sentence};
use crate::gui::theme;
use crate::gui::widgets::{
    Radios, button, check_box, main_control, note, pressed_with, primary_button,
};
use crate::gui::work::WorkState;
use egui::{Key, Label, RichText, Ui, Vec2};
use std::sync::Arc;
use tilescope_lab::files::exchange::{FORMATS, Format, Written};
use tilescope_lab::format;

const WIDTH: f32 = 480.0;
const BUTTON: Vec2 = Vec2::new(112.0, theme::size::PRIMARY);

/// Lines of the text that are shown.
const LINES: usize = 4;

/// Whether the user agrees that puzzles are changed.
#[derive(Default)]
pub struct ConvertPage {
    accepts_changes: bool,
}

impl ConvertPage {
    /// Shows the page; whether it was closed.
    pub fn ui(&mut self, ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) -> bool {
        let conversions = model.conversions();
        let modal = super::frame::page("convert page", &ctx.global_style()).show(ctx, |ui| {
            ui.set_width(WIDTH);
            let title = match conversions.subject() {
                Subject::Puzzle => "Export the puzzle",
                Subject::Collection => "Export the collection",
                Subject::Chosen => "Export the chosen puzzles",
            };
            ui.label(RichText::new(title).size(16.0).family(theme::semibold()));
            let name = format::excerpt(name_or_untitled(conversions.name()));
            note(ui, &format!("“{name}” in this format:"));
            ui.add_space(theme::space::S);
            let chosen = formats_ui(ui, conversions);
            let is_same = |format: &&Format| format.key == conversions.format().key;
            // Enter on the format that is chosen already goes on.
            let goes_on =
                chosen.as_ref().is_some_and(is_same) && pressed_with(ui, Key::Enter).is_some();
            if let Some(format) = chosen.filter(|it| !is_same(it)) {
                self.accepts_changes = false;
                actions.push(ConversionAction::Choose(format).into());
            }
            ui.add_space(theme::space::M);
            // Another format moves nothing that is below.
            let height = 14.0 * theme::text::SMALL;
            ui.allocate_ui(Vec2::new(WIDTH, height), |ui| {
                ui.set_min_height(height);
                self.written_ui(ui, conversions);
            });
            ui.add_space(theme::space::M);
            ui.horizontal(|ui| {
                let can = matches!(conversions.written(), Some(WorkState::Done(written))
                    if written.changed.is_none() || self.accepts_changes);
                let choose = |ui: &mut Ui| primary_button(ui, "Choose file…", BUTTON);
                let is_asked = ui.add_enabled_ui(can, choose).inner.clicked() || goes_on && can;
                actions.extend(is_asked.then(|| ConversionAction::Save.into()));
                button(ui, "Close", BUTTON).clicked()
            })
            .inner
        });
        // The page stays open below the file dialog until the file is written, so that Cancel leads back to it.
        let is_saved = conversions.written().is_none();
        let is_closed = modal.inner || super::frame::is_left(&modal) || is_saved;
        if is_closed {
            actions.push(ConversionAction::Close.into());
            self.accepts_changes = false;
        }
        is_closed
    }

    /// The beginning of the text, and what it does not keep.
    fn written_ui(&mut self, ui: &mut Ui, conversions: &Conversions) {
        let warning = theme::palette(ui).warning;
        match conversions.written() {
            Some(WorkState::Done(written)) => {
                beginning_ui(ui, written);
                ui.add_space(theme::space::S);
                let lost = (written.lost.as_deref()).map(|lost| format!("It {lost}."));
                let kept = match conversions.n_puzzles() {
                    1 => "Read again, it gives the same puzzle.",
                    _ => "Read again, it gives the same puzzles.",
                };
                if let Some(changed) = &written.changed {
                    let text = sentence(&format!("read again, it changes: {changed}"));
                    ui.add(Label::new(RichText::new(text).color(warning)).wrap());
                    let all_the_same = "Write it all the same";
                    check_box(ui, &mut self.accepts_changes, all_the_same, all_the_same);
                }
                match (lost, &written.changed) {
                    (Some(lost), _) => {
                        ui.add(Label::new(RichText::new(lost).color(warning)).wrap());
                    }
                    (None, None) => {
                        note(ui, kept);
                    }
                    (None, Some(_)) => {}
                }
            }
            Some(WorkState::Failed(why)) => {
                let text = RichText::new(sentence(why)).color(warning);
                ui.add(Label::new(text).wrap());
            }
            Some(WorkState::Working(_) | WorkState::Due | WorkState::Stopped) | None => {
                note(ui, "Writing…");
            }
        }
    }
}

/// The formats, in rows that fit a low window; the one that was chosen.
fn formats_ui(ui: &mut Ui, conversions: &Conversions) -> Option<&'static Format> {
    let mut chosen = None;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = theme::size::ROW;
        let chosen_key = conversions.format().key;
        let at = FORMATS.iter().position(|it| it.key == chosen_key);
        let mut radios = Radios::new(ui, ui.scope_id().with("formats"), at, FORMATS.len());
        for format in FORMATS {
            let name = sentence(format.name);
            let name = format!("{}, .{}", name.trim_end_matches('.'), format.extension);
            let is_chosen = format.key == chosen_key;
            let shown = radios.radio(ui, is_chosen, &name);
            if is_chosen {
                main_control(ui, &shown);
            }
            if shown.changed() {
                chosen = Some(format);
            }
        }
    });
    chosen
}

/// The first lines, each as far as there is room.
fn beginning_ui(ui: &mut Ui, written: &Arc<Written>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let more = if written.text.lines().nth(LINES).is_some() {
        "…"
    } else {
        ""
    };
    for line in written.text.lines().take(LINES).chain([more]) {
        let line: String = line.chars().take(100).collect();
        let text = RichText::new(line).monospace().size(theme::text::SMALL);
        ui.add(Label::new(text).truncate().selectable(false));
    }
}
