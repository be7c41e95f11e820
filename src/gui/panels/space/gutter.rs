//! What stands beside the rows of the map: their distances at the left, and how many of their points
//! the run has expanded at the right.

use super::places::Places;
use super::shown::Shown;
use crate::gui::theme::{self, space};
use egui::{Align2, FontId, Rect, Role, Sense, Ui, WidgetInfo, pos2};
use tilescope_lab::format;
use tilescope_lab::space_map::Row;

/// The widths beside the map, and the height of the heads above it, in points.
pub struct Gutters {
    left: f32,
    right: f32,
    /// Whether the numbers of all points stand beside those of the expanded ones.
    has_all: bool,
}

const HEAD: f32 = 20.0;
/// The least height of a figure's line.
const LINE: f32 = 11.5;
/// Narrower maps have no column of all points.
const MIN_WIDTH_WITH_ALL: f32 = 460.0;

impl Gutters {
    pub fn new(ui: &Ui, shown: &Shown, room: Rect) -> Self {
        let width = |text: String| {
            let colour = theme::palette(ui).dim;
            ui.painter().layout_no_wrap(text, font(), colour).size().x
        };
        let rows = shown.map.rows();
        let last = rows.last().map_or(0.0, |row| width(distances(shown, row)));
        let most = width(most_boards(shown));
        let has_all = room.width() >= MIN_WIDTH_WITH_ALL;
        let figures = match (has_all, shown.reached.is_some()) {
            (true, true) => most.max(54.0) + space::M + most,
            (false, true) => most.max(54.0),
            (_, false) => most,
        };
        Gutters {
            left: last.max(width(axis(shown).to_owned())) + space::M,
            right: figures + space::M,
            has_all,
        }
    }

    /// The place of the map between them.
    pub fn inside(&self, room: Rect) -> Rect {
        Rect::from_min_max(
            pos2(room.left() + self.left, room.top() + HEAD),
            pos2(room.right() - self.right, room.bottom()),
        )
    }

    /// Shows them beside the map in `rect`. Each row is named for a screen reader, and by a tooltip.
    pub fn ui(&self, ui: &mut Ui, shown: &Shown, places: &Places, rect: Rect) {
        let palette = theme::palette(ui);
        let painter = ui.painter().clone();
        let scale = ui.pixels_per_point();
        let pitch = places.pitch as f32 / scale;
        let every = (LINE / pitch).ceil().max(1.0) as usize;
        let every = [1, 2, 5, 10, 20].into_iter().find(|&n| n >= every);
        let every = every.unwrap_or(50);
        let left = rect.left() - space::M;
        let right = rect.right() + self.right;
        let n_expanded = match self.has_all {
            true => right - self.all_width(ui, shown) - space::M,
            false => right,
        };
        let head = rect.top() - HEAD + 2.0;
        let text = |at, align, words: &str, colour| {
            painter.text(at, align, words, font(), colour);
        };
        text(
            pos2(left, head),
            Align2::RIGHT_TOP,
            axis(shown),
            palette.faint,
        );
        match shown.reached {
            Some(_) => {
                let at = pos2(n_expanded, head);
                text(at, Align2::RIGHT_TOP, "Expanded", palette.faint);
                if self.has_all {
                    // What is expanded is counted in the sample, the boards are not.
                    let all = match shown.map.is_sample() {
                        true => "Boards",
                        false => "of",
                    };
                    text(pos2(right, head), Align2::RIGHT_TOP, all, palette.faint);
                }
            }
            None => text(
                pos2(right, head),
                Align2::RIGHT_TOP,
                "Boards",
                palette.faint,
            ),
        }
        for (i, (row, place)) in shown.map.rows().iter().zip(&places.rows).enumerate() {
            let top = rect.top() + place.top as f32 / scale;
            let middle = top + place.height as f32 / scale / 2.0;
            let all = format::count(row.n_boards);
            let own = distances(shown, row);
            let count = shown.reached.map(|(reached, t)| reached.in_row(i, t));
            if i % every == 0 {
                text(pos2(left, middle), Align2::RIGHT_CENTER, &own, palette.dim);
                let end = pos2(right, middle);
                match count {
                    None => text(end, Align2::RIGHT_CENTER, &all, palette.dim),
                    Some(count) => {
                        let colour = match count.expanded {
                            0 => palette.faint,
                            _ => palette.text,
                        };
                        let n = format::count(count.expanded.into());
                        let at = pos2(n_expanded, middle);
                        text(at, Align2::RIGHT_CENTER, &n, colour);
                        if self.has_all {
                            text(end, Align2::RIGHT_CENTER, &all, palette.faint);
                        }
                    }
                }
            }
            let boards = if row.n_boards == 1 { "board" } else { "boards" };
            let mut name = format!("{} {own}: {all} {boards}", axis(shown));
            if shown.map.is_sample() {
                let n = format::count(row.points.len() as u64);
                name += &format!(", {n} in the sample");
            }
            if let Some(count) = count {
                let [expanded, generated] =
                    [count.expanded, count.generated].map(|n| format::count(n.into()));
                name += &format!(", {expanded} expanded, {generated} generated");
            }
            let strip = Rect::from_min_max(pos2(rect.right(), top), pos2(right, top + pitch));
            let response = ui.interact(strip, ui.scope_id().with(("row", i)), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
            response.on_hover_text(name);
        }
    }

    fn all_width(&self, ui: &Ui, shown: &Shown) -> f32 {
        let colour = theme::palette(ui).dim;
        let text = most_boards(shown);
        ui.painter().layout_no_wrap(text, font(), colour).size().x
    }
}

/// The greatest number of boards of a row.
fn most_boards(shown: &Shown) -> String {
    let most = shown.map.rows().iter().map(|row| row.n_boards).max();
    format::count(most.unwrap_or(0))
}

/// What the rows are by.
fn axis(shown: &Shown) -> &'static str {
    match shown.map.uniform_cost() {
        Some(_) => "Moves",
        None => "Cost",
    }
}

/// “14”, or “120–127” where a row is a band.
fn distances(shown: &Shown, row: &Row) -> String {
    let (least, greatest) = row.distances;
    match least == greatest {
        true => shown.distance(least),
        false => format!("{}–{}", shown.distance(least), shown.distance(greatest)),
    }
}

fn font() -> FontId {
    FontId::proportional(theme::text::HEAD)
}
