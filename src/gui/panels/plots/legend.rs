//! What the marks of the curves mean: of the two curves of a run beside the title of a plot, and of the
//! runs in an image, which has no list of runs beside it, and where two are compared.

use super::chart::RING;
use super::quantities::Line;
use super::view::Chart;
use crate::gui::image_context;
use crate::gui::theme::{self, Dash, space};
use egui::{Color32, FontId, RichText, Sense, Shape, Stroke, Ui, pos2, vec2};

/// The width of a mark.
const MARK: f32 = 30.0;

/// Which curve of a run is which, if it has several and there is room; the figures at the pointer say so
/// too.
pub fn lines_ui(ui: &mut Ui, lines: &[Line]) {
    let font = FontId::proportional(theme::text::SMALL);
    let colour = theme::palette(ui).dim;
    let width = |line: &Line| {
        let text = line.title().to_owned();
        let text = ui.painter().layout_no_wrap(text, font.clone(), colour);
        MARK + text.size().x + space::S + 2.0 * ui.spacing().item_spacing.x
    };
    if lines.len() > 1 && lines.iter().map(width).sum::<f32>() <= ui.available_width() {
        key_ui(ui, lines);
    }
}

fn key_ui(ui: &mut Ui, lines: &[Line]) {
    let colour = theme::palette(ui).dim;
    for (i, line) in lines.iter().enumerate() {
        ui.add_space(space::S);
        mark_ui(ui, colour, Dash::Solid, i > 0);
        ui.label(RichText::new(line.title()).small().color(colour));
    }
}

/// The mark and the title of each run; in an image also which curve is which, if each run has several.
pub fn runs_ui(ui: &mut Ui, chart: &Chart) {
    ui.horizontal_wrapped(|ui| {
        for entry in chart.entries() {
            let (colour, dash) = chart.style(entry);
            mark_ui(ui, colour, dash, false);
            let title = format!("Run {}: {}", entry.id.0, entry.run.job().title());
            // A line breaks between two runs.
            let title = RichText::new(title.replace(' ', "\u{a0}")).small();
            ui.label(title.color(chart.palette.text));
            ui.add_space(space::S);
        }
        let lines = chart.quantity.lines();
        if lines.len() > 1 && image_context::is_image(ui) {
            key_ui(ui, lines);
        }
    });
}

/// A short piece of a curve.
fn mark_ui(ui: &mut Ui, colour: Color32, dash: Dash, has_ring: bool) {
    let (rect, _) = ui.allocate_exact_size(vec2(MARK, theme::text::SMALL), Sense::hover());
    let y = rect.center().y;
    let line = [pos2(rect.left(), y), pos2(rect.right(), y)];
    let stroke = Stroke::new(1.5, colour);
    let painter = ui.painter();
    match dash {
        Dash::Solid => drop(painter.line_segment(line, stroke)),
        Dash::Dashed => painter.extend(Shape::dashed_line(&line, stroke, 8.0, 5.0)),
        Dash::Dotted => painter.extend(Shape::dotted_line(&line, colour, 8.0, 1.5)),
    }
    if has_ring {
        painter.circle_stroke(rect.center(), RING, Stroke::new(1.0, colour));
    }
}
