//! The legend below the map: the scale of colours, and what is lit.

use super::shades::{Light, Measure, end_text, tone};
use super::shown::Shown;
use crate::gui::theme::{self, space};
use egui::{Align2, FontId, Rect, Sense, Ui, pos2, vec2};

/// Its height, in points.
pub const HEIGHT: f32 = 20.0;

/// The width of the scale of colours, and of what is after it; less in a narrow panel.
const SCALE: [f32; 2] = [88.0, space::L];
const NARROW_SCALE: [f32; 2] = [36.0, space::S];
const NARROW: f32 = 420.0;
const SWATCH: f32 = 10.0;

pub fn ui(ui: &mut Ui, shown: &Shown) {
    let palette = theme::palette(ui);
    let size = vec2(ui.available_width(), HEIGHT);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let painter = ui.painter().with_clip_rect(rect);
    let font = FontId::proportional(theme::text::HEAD);
    let mut x = rect.left();
    let middle = rect.center().y;
    let text = |x: f32, words: &str, colour| {
        let at = pos2(x, middle);
        let shown = painter.text(at, Align2::LEFT_CENTER, words, font.clone(), colour);
        shown.right()
    };
    let [scale_width, after] = match rect.width() < NARROW {
        true => NARROW_SCALE,
        false => SCALE,
    };
    let (least, greatest) = shown.scale.range;
    let end = |value| end_text(shown.map, shown.measure, value, shown.puzzle.unit());
    let title = match shown.measure {
        Measure::Distance => "Distance".to_owned(),
        Measure::H => format!("h of {}", short(shown)),
        Measure::Error => format!("Error of {}", short(shown)),
        Measure::Paths => "Shortest paths, logarithmic".to_owned(),
    };
    x = text(x, &title, palette.dim) + space::S;
    x = text(x, &end(least), palette.dim) + space::XS;
    const N: usize = 44;
    for i in 0..N {
        let step = scale_width / N as f32;
        let at = pos2(x + step * i as f32, middle - SWATCH / 2.0);
        let shade = (254 * i / (N - 1)) as u8;
        let colour = tone(palette, shade, Light::Expanded);
        painter.rect_filled(
            Rect::from_min_size(at, vec2(step + 0.5, SWATCH)),
            0.0,
            colour,
        );
    }
    x = text(x + scale_width + space::XS, &end(greatest), palette.dim) + after;
    // What there is no room for is left out: the tooltip of a board says the same.
    let mut swatch = |colour, words: &str| {
        let galley = painter.layout_no_wrap(words.to_owned(), font.clone(), palette.dim);
        if x + SWATCH + space::XS + galley.size().x > rect.right() {
            return;
        }
        let square = Rect::from_center_size(pos2(x + SWATCH / 2.0, middle), vec2(SWATCH, SWATCH));
        painter.rect_filled(square, theme::radius::MARK, colour);
        x = text(x + SWATCH + space::XS, words, palette.dim) + space::M;
    };
    if shown.scale.has_outside {
        let words = match shown.measure {
            Measure::H => "Infinite",
            _ => "Overestimates",
        };
        swatch(palette.warning, words);
    }
    if shown.reached.is_some() {
        let lights = [
            (Light::Expanded, "Expanded"),
            (Light::Generated, "Generated"),
            (Light::Unreached, "Not reached"),
        ];
        for (light, words) in lights {
            swatch(tone(palette, 160, light), words);
        }
    }
}

/// The beginning of the heuristic's text.
fn short(shown: &Shown) -> String {
    const MAX: usize = 24;
    let text = shown.expr.to_string();
    match text.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
