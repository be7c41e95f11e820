//! The figures of a publication as a table, with its notes below.

use crate::gui::theme::{self, Palette};
use crate::gui::widgets::note;
use crate::gui::widgets::table::{Column, Table};
use egui::{Color32, Ui};
use tilescope_lab::published::{Figure, Value};

/// The cells of a row: experiment, quantity, published, measured, relation, note.
type Cells = [String; 6];

struct Row {
    cells: Cells,
    relation_colour: Color32,
    name: String,
    /// Whether it is the first row of an experiment.
    is_first: bool,
}

pub fn ui(ui: &mut Ui, figures: &[Figure]) {
    let palette = theme::palette(ui);
    let room = ui.available_width();
    let mut notes: Vec<&str> = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    let mut experiment = "";
    for figure in figures {
        let is_first = figure.experiment != experiment;
        experiment = &figure.experiment;
        rows.push(row(palette, figure, is_first, &mut notes));
    }
    let columns = [
        Column::text("", 0.0),
        Column::text("", 0.0),
        Column::figure("published", 0.0),
        Column::figure("measured", 0.0),
        Column::text("", 0.0),
        Column::text("", 0.0),
    ];
    let fit = |i: usize| {
        let texts = rows.iter().map(|row| row.cells[i].as_str());
        columns[i].fit(ui, theme::text::BODY, texts)
    };
    let columns: [Column; 6] = std::array::from_fn(fit);
    let with_gap = |gap| Table::new("figures", &columns).gap(gap);
    let roomy = with_gap(theme::space::L);
    let table = if roomy.min_width() <= room {
        roomy
    } else {
        with_gap(theme::space::S)
    };
    let width = table.min_width().max(room);
    ui.scope(|ui| {
        ui.set_width(width);
        table.without_scrolling().show(ui, rows.len(), |list| {
            let (i, row) = (list.index(), &rows[list.index()]);
            list.readable(i, &row.name, row.is_first);
            list.text(theme::text::BODY, |column| {
                let colour = match column {
                    1 | 5 => palette.dim,
                    4 => row.relation_colour,
                    _ => palette.text,
                };
                (&row.cells[column], colour)
            });
        });
    });
    ui.spacing_mut().item_spacing.y = theme::space::S;
    ui.add_space(theme::space::M);
    // As wide as the page, even if the table is wider.
    ui.scope(|ui| {
        ui.set_max_width(room);
        for (i, text) in notes.into_iter().enumerate() {
            note(ui, &format!("{}  {text}", i + 1));
        }
    });
}

fn row<'a>(palette: &Palette, figure: &'a Figure, is_first: bool, notes: &mut Vec<&'a str>) -> Row {
    let published = figure
        .published
        .as_ref()
        .map_or_else(String::new, Value::to_string);
    let measured = figure.measured.to_string();
    let (relation, relation_colour) = relation(figure, palette);
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
    let experiment = if is_first {
        figure.experiment.as_str()
    } else {
        ""
    };
    Row {
        cells: [
            experiment.to_owned(),
            figure.quantity.to_string(),
            published,
            measured,
            relation.to_owned(),
            mark,
        ],
        relation_colour,
        name,
        is_first,
    }
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
