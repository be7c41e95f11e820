//! The figures of a publication as a table, with its notes below.

use crate::gui::theme::{self, Palette};
use crate::gui::widgets::{elided, note};
use egui::{Color32, Galley, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2};
use std::sync::Arc;
use tilescope_lab::classics::{Figure, Value};

const N_COLUMNS: usize = 6;

const TITLES: [&str; N_COLUMNS] = ["", "", "published", "measured", "", ""];

const GAP: f32 = theme::space::L;

/// A row as it is painted: experiment, quantity, published, measured, relation, note.
type Cells = [Arc<Galley>; N_COLUMNS];

pub fn ui(ui: &mut Ui, figures: &[Figure]) {
    let palette = theme::palette(ui);
    let room = ui.available_width();
    let mut notes: Vec<&str> = Vec::new();
    let titles = TITLES.map(|title| text(ui, title, palette.dim));
    let mut rows: Vec<(Cells, String)> = vec![(titles, TITLES.join(" "))];
    let mut experiment = "";
    for figure in figures {
        let is_repeated = figure.experiment == experiment;
        experiment = &figure.experiment;
        rows.push(row(ui, figure, is_repeated, &mut notes));
    }
    let mut widths = [0.0_f32; N_COLUMNS];
    for (cells, _) in &rows {
        for (width, cell) in widths.iter_mut().zip(cells) {
            *width = width.max(cell.size().x);
        }
    }

    ui.spacing_mut().item_spacing.y = 0.0;
    for (i, (cells, name)) in rows.into_iter().enumerate() {
        let is_first = i == 0
            || figures
                .get(i - 1)
                .is_some_and(|figure| i == 1 || figures[i - 2].experiment != figure.experiment);
        row_ui(ui, palette, cells, &widths, &name, i > 0 && is_first);
    }
    ui.spacing_mut().item_spacing.y = theme::space::S;
    ui.add_space(theme::space::M);
    // As wide as is seen at once, even where the table is wider.
    ui.scope(|ui| {
        ui.set_max_width(room);
        for (i, text) in notes.into_iter().enumerate() {
            note(ui, &format!("{}  {text}", i + 1));
        }
    });
}

fn row<'a>(
    ui: &Ui,
    figure: &'a Figure,
    is_repeated: bool,
    notes: &mut Vec<&'a str>,
) -> (Cells, String) {
    let palette = theme::palette(ui);
    let published = figure
        .published
        .as_ref()
        .map_or_else(String::new, Value::to_string);
    let measured = figure.measured.to_string();
    let (relation, colour) = relation(figure, palette);
    let mark = if figure.note.is_empty() {
        String::new()
    } else {
        let known = notes.iter().position(|&known| known == figure.note);
        let number = known.unwrap_or_else(|| {
            notes.push(&figure.note);
            notes.len() - 1
        });
        format!("note {}", number + 1)
    };
    let name = format!(
        "{}, {}: published {}, measured {measured}, {}",
        figure.experiment,
        figure.quantity,
        if published.is_empty() {
            "nothing"
        } else {
            &published
        },
        if mark.is_empty() {
            relation.to_owned()
        } else {
            format!("{relation} ({mark})")
        }
    );
    let experiment = if is_repeated { "" } else { &figure.experiment };
    let cells = [
        text(ui, experiment, palette.text),
        text(ui, &figure.quantity, palette.dim),
        text(ui, &published, palette.text),
        text(ui, &measured, palette.text),
        text(ui, relation, colour),
        text(ui, &mark, palette.dim),
    ];
    (cells, name)
}

/// How published and measured stand to each other, in a word and its colour.
fn relation(figure: &Figure, palette: &Palette) -> (&'static str, Color32) {
    match (figure.agrees(), &figure.measured) {
        (None, _) => ("–", palette.dim),
        (Some(true), Value::Spread { .. }) => ("in range", palette.good),
        (Some(true), Value::Count(_) | Value::Text(_) | Value::Real(_) | Value::Mean { .. }) => {
            ("equal", palette.good)
        }
        (Some(false), _) => ("differs", palette.warning),
    }
}

fn text(ui: &Ui, text: &str, colour: Color32) -> Arc<Galley> {
    elided(ui, text, theme::text::BODY, colour, f32::INFINITY)
}

/// A row, with a line above the first one of an experiment.
fn row_ui(
    ui: &mut Ui,
    palette: &Palette,
    cells: Cells,
    widths: &[f32; N_COLUMNS],
    name: &str,
    is_first: bool,
) {
    let width = widths.iter().sum::<f32>() + (N_COLUMNS - 1) as f32 * GAP;
    let size = Vec2::new(width.max(ui.available_width()), theme::size::ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, name));
    if is_first {
        let stroke = Stroke::new(1.0, palette.line);
        ui.painter().hline(rect.x_range(), rect.top(), stroke);
    }
    let mut left = rect.left();
    for (i, (cell, &width)) in cells.into_iter().zip(widths).enumerate() {
        let is_figure = i == 2 || i == 3;
        let column = Rect::from_x_y_ranges(left..=left + width, rect.y_range());
        let x = if is_figure {
            column.right() - cell.size().x
        } else {
            column.left()
        };
        let y = rect.center().y - cell.size().y / 2.0;
        ui.painter().galley(pos2(x, y), cell, palette.text);
        left += width + GAP;
    }
}
