//! The legend of shapes and colours, in the panel's head.

use super::{contours, marks, two_trees};
use crate::gui::runs::RunEntry;
use crate::gui::theme;
use crate::gui::widgets::head_button;
use crate::gui::widgets::road_map;
use egui::{
    Align, Align2, FontId, Layout, Popup, Response, RichText, Role, Sense, Stroke, Ui, WidgetInfo,
    vec2,
};
use egui_material_icons::icons::ICON_FORMAT_LIST_BULLETED;
use tilescope_lab::explain;
use tilescope_search::{NodeOutcome, SearchDirection};
use tilescope_trace::Status;

const ICON: f32 = 16.0;
/// The room that the word “Legend” needs as a button.
const WORD: f32 = 56.0;
/// The room that the legend needs at least, with the gap beside it.
pub const MIN_WIDTH: f32 = ICON + theme::space::L;

/// The symbol before a legend's text.
#[derive(Clone, Copy)]
enum Sample {
    Mark(Status),
    /// The same on a map; `None` for the city that was expanded just now.
    City(Option<Status>),
    /// A better path: improved or reopened.
    BetterPath(NodeOutcome),
    Solution,
    Contour,
    /// The game that is played by hand.
    Game,
    /// A link of the tree from the goal.
    BackLink,
}

/// What the legend has to explain.
#[derive(Clone, Copy)]
pub struct Explained {
    /// The panel shows only a map and no tree.
    pub of_map: bool,
    /// Colours mean a number, so the legend has shapes alone.
    pub of_shapes: bool,
    /// A game is lit in the tree.
    pub has_game: bool,
    /// The tree has f-contours.
    pub has_contours: bool,
}

/// Shows the legend, laid out from right to left; behind a button if it does not fit.
pub fn ui(ui: &mut Ui, entry: &RunEntry, explained: Explained) {
    let Explained {
        of_map,
        of_shapes,
        has_game,
        has_contours,
    } = explained;
    let settings = &entry.run.job().settings;
    let algorithm = settings.algorithm;
    let marks = explain::legend(settings).into_iter();
    let mut entries: Vec<_> = marks
        .map(|(text, status)| match (status, of_map) {
            // A city stands for the best path to it, so it is never a duplicate.
            (Status::Discarded(NodeOutcome::Duplicate), true) => {
                ("just expanded", Sample::City(None))
            }
            (status, true) => (text, Sample::City(Some(status))),
            (status, false) => (text, Sample::Mark(status)),
        })
        .collect();
    for outcome in [NodeOutcome::Improved, NodeOutcome::Reopened] {
        let word = explain::better_path_word(algorithm, outcome);
        if let (Some(word), false, true) = (word, of_map, entry.run.trace().has_outcome(outcome)) {
            entries.push((word, Sample::BetterPath(outcome)));
        }
    }
    entries.push(("solution", Sample::Solution));
    if has_contours && !of_map {
        entries.push(("f-contour", Sample::Contour));
    }
    if has_game {
        entries.push(("your moves", Sample::Game));
    }
    if entry.run.trace().root(SearchDirection::Backward).is_some() {
        entries.push(("meeting", Sample::Mark(Status::Meeting)));
        entries.push(("from the goal", Sample::BackLink));
    }

    let font = FontId::proportional(12.0);
    let palette = theme::palette(ui);
    let gap = theme::space::M;
    let width = |ui: &Ui, text: &str| {
        let galley = ui
            .painter()
            .layout_no_wrap(text.to_owned(), font.clone(), palette.dim);
        ICON + 4.0 + galley.size().x + gap
    };
    let mut room = ui.available_width();
    let n_shown = entries
        .iter()
        .take_while(|(text, _)| {
            room -= width(ui, text);
            room >= 0.0
        })
        .count();
    if n_shown < entries.len() {
        let button = match ui.available_width() >= WORD {
            true => head_button(ui, "Legend"),
            false => icon_ui(ui),
        };
        Popup::menu(&button)
            .align(egui::RectAlign::BOTTOM_END)
            .layout(Layout::top_down(Align::Min))
            .show(|ui| {
                for &(text, sample) in &entries {
                    ui.horizontal(|ui| {
                        sample_ui(ui, sample, of_shapes);
                        ui.label(RichText::new(text).font(font.clone()));
                    });
                }
            });
        return;
    }
    ui.spacing_mut().item_spacing.x = 0.0;
    for &(text, sample) in entries.iter().rev() {
        ui.label(RichText::new(text).font(font.clone()).color(palette.dim));
        ui.add_space(4.0);
        sample_ui(ui, sample, of_shapes);
        ui.add_space(gap);
    }
}

/// The legend's button where there is no room for its word.
fn icon_ui(ui: &mut Ui) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ICON, ICON), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Legend"));
    let palette = theme::palette(ui);
    let is_used = response.hovered() || response.has_focus();
    let colour = if is_used { palette.text } else { palette.dim };
    let icon = ICON_FORMAT_LIST_BULLETED.codepoint;
    let (centre, font) = (Align2::CENTER_CENTER, theme::icon(ICON));
    ui.painter().text(rect.center(), centre, icon, font, colour);
    response.on_hover_text("Legend")
}

fn sample_ui(ui: &mut Ui, sample: Sample, of_shapes: bool) {
    let palette = theme::palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ICON, ICON), Sense::hover());
    let at = rect.center();
    match sample {
        Sample::Mark(status) => {
            let colour = match of_shapes {
                true => palette.dim,
                false => marks::colour(palette, status),
            };
            marks::paint(ui.painter(), colour, palette.panel, status, at, 4.0);
        }
        Sample::City(status) => {
            road_map::sample(ui.painter(), palette, palette.panel, status, at);
        }
        Sample::BetterPath(outcome) => {
            let radius = 4.0;
            let right = at + vec2(1.9 * radius, 0.0);
            marks::paint_better_path(ui.painter(), palette, outcome, right, radius);
        }
        Sample::Solution => {
            let stroke = Stroke::new(2.5, palette.solution);
            ui.painter().hline(rect.shrink(1.0).x_range(), at.y, stroke);
        }
        Sample::Contour => contours::sample(ui.painter(), palette, rect),
        Sample::Game => {
            let stroke = Stroke::new(6.0, palette.good.gamma_multiply(0.45));
            ui.painter().hline(rect.shrink(1.0).x_range(), at.y, stroke);
        }
        Sample::BackLink => two_trees::sample(ui.painter(), palette, rect),
    }
}
