//! The bar chart of a report: the figure of each configuration, the least and the greatest marked. A
//! click on a bar opens a search of its configuration.

use crate::gui::text::sentence;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{elided, note};
use egui::{Align2, Color32, Rect, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use tilescope_lab::experiment::report::{Metric, Results, number};

const ROW: f32 = 24.0;
/// The room for the names, as a part of the panel.
const NAMES_PART: f32 = 0.4;
/// The room for a figure behind its bar.
const FIGURE: f32 = 132.0;

/// Shows the chart; the index of the configuration that was clicked.
pub fn ui(ui: &mut Ui, means: &[Option<f64>], results: &Results, metric: Metric) -> Option<usize> {
    let names = &results.configurations;
    let mean = match results.instances.len() {
        1 => String::new(),
        _ => format!(", {}", metric.mean_name()),
    };
    let (experiment, metric) = (&results.experiment, metric.name().to_lowercase());
    note(
        ui,
        &format!("{experiment}: {metric}{mean}. Click a bar to open its search."),
    );
    let figures = || means.iter().flatten().copied();
    let greatest = figures().fold(0.0, f64::max);
    let least = figures().fold(f64::INFINITY, f64::min);
    let short = without_common(names);
    let palette = theme::palette(ui);
    let widest = short
        .iter()
        .map(|name| {
            let room = ui.available_width() * NAMES_PART;
            elided(ui, name, theme::text::SMALL, palette.text, room)
                .size()
                .x
        })
        .fold(0.0, f32::max);
    let mut clicked = None;
    let area = ScrollArea::vertical().id_salt("bars").auto_shrink(false);
    ui.spacing_mut().item_spacing.y = 0.0;
    area.show_rows(ui, ROW, means.len(), |ui, rows| {
        for index in rows {
            let size = Vec2::new(ui.available_width(), ROW);
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            let mark = match means[index] {
                _ if least == greatest => None,
                Some(mean) if mean == least => Some("least"),
                Some(mean) if mean == greatest => Some("greatest"),
                _ => None,
            };
            let colour = match mark {
                Some("least") => palette.good,
                Some(_) => palette.warning,
                None => palette.accent,
            };
            let figure = means[index].map_or_else(|| "not solved".to_owned(), number);
            let figure = mark.map_or(figure.clone(), |mark| format!("{figure}, {mark}"));
            let label = format!("{}: {figure}", names[index]);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            if response.hovered() || response.has_focus() {
                ui.painter().rect_filled(rect, space::XS, palette.hovered);
            }
            let bars = rect.left() + widest + space::S;
            let room = (rect.right() - bars - FIGURE).max(0.0);
            let length = (means[index].unwrap_or(0.0) / greatest.max(f64::MIN_POSITIVE)) as f32;
            let bar = Rect::from_min_size(
                pos2(bars, rect.top() + space::XS),
                vec2(length * room, ROW - 2.0 * space::XS),
            );
            ui.painter().rect_filled(bar, 2.0, colour);
            let line = |text: &str, colour: Color32, at: Align2, x: f32, room: f32| {
                let galley = elided(ui, text, theme::text::SMALL, colour, room);
                let place = at.anchor_size(pos2(x, rect.center().y), galley.size());
                ui.painter().galley(place.min, galley, colour);
            };
            line(
                &short[index],
                palette.text,
                Align2::LEFT_CENTER,
                rect.left(),
                widest,
            );
            let x = bar.right() + space::S;
            line(&figure, palette.text, Align2::LEFT_CENTER, x, FIGURE);
            let response = response.on_hover_text(sentence(&label));
            if response.clicked() {
                clicked = Some(index);
            }
        }
    });
    clicked
}

/// The names without the words with which all begin, and those with which all end.
fn without_common(names: &[String]) -> Vec<String> {
    let words: Vec<Vec<&str>> = names.iter().map(|name| name.split(' ').collect()).collect();
    let Some(first) = words.first().filter(|_| words.len() > 1) else {
        return names.to_vec();
    };
    let least = words.iter().map(Vec::len).min().unwrap_or(0);
    let is_common = |place: &dyn Fn(&[&str]) -> usize| {
        let word = first[place(first)];
        words.iter().all(|words| words[place(words)] == word)
    };
    let before = (0..least)
        .take_while(|&at| is_common(&|_| at))
        .count()
        .min(least.saturating_sub(1));
    let after = (1..least - before)
        .take_while(|&back| is_common(&|words| words.len() - back))
        .count();
    let kept = |words: &Vec<&str>| words[before..words.len() - after].join(" ");
    words.iter().map(kept).collect()
}

#[cfg(test)]
mod tests {
    use super::without_common;

    #[test]
    fn what_all_names_share_is_left_out() {
        let short = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            without_common(&names)
        };
        assert_eq!(
            short(&[
                "A* · order UDLR · Misplaced tiles",
                "A* · order RLDU · Misplaced tiles"
            ]),
            ["UDLR", "RLDU"]
        );
        assert_eq!(short(&["a b", "a b c"]), ["b", "b c"]);
        assert_eq!(short(&["a", "a"]), ["a", "a"]);
        assert_eq!(short(&["a b"]), ["a b"]);
        assert!(short(&[]).is_empty());
    }
}
