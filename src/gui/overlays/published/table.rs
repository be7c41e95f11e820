//! The figures of a publication as a table, with its notes below. The searches can be opened.

use crate::gui::theme::{self, Palette};
use crate::gui::widgets::note;
use crate::gui::widgets::table::{Column, Table, paint_text};
use egui::{Color32, CornerRadius, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo};
use tilescope_lab::published::{Figure, PublishedSearch, Value};

/// The cells of a row: experiment, quantity, published, measured, relation, note, button.
type Cells = [String; 7];

/// The column of the button that opens a search.
const OPEN: usize = 6;

const OPEN_WIDTH: f32 = 34.0;

struct Row {
    cells: Cells,
    relation_colour: Color32,
    name: String,
    /// Whether it is the first row of an experiment.
    is_first: bool,
    /// The search that the button in this row opens.
    search: Option<usize>,
}

/// Shows the figures that have been measured, and then those that were published of the other
/// searches. Returns the number of the search that was opened. `can_open` is false while another
/// search works.
pub fn ui(
    ui: &mut Ui,
    figures: &[Figure],
    searches: &[PublishedSearch],
    can_open: bool,
) -> Option<usize> {
    let palette = theme::palette(ui);
    let room = ui.available_width();
    let mut notes: Vec<&str> = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    let mut experiment = "";
    for figure in figures {
        let is_first = figure.experiment != experiment;
        experiment = &figure.experiment;
        let mut row = measured_row(palette, figure, is_first, &mut notes);
        let is_search = |search: &PublishedSearch| search.name == experiment;
        row.search = (searches.iter().position(is_search)).filter(|_| is_first);
        rows.push(row);
    }
    let is_measured =
        |search: &PublishedSearch| figures.iter().any(|it| it.experiment == search.name);
    for (number, search) in searches.iter().enumerate() {
        if !is_measured(search) {
            rows.push(published_row(palette, number, search));
        }
    }
    if rows.is_empty() {
        return None;
    }
    let columns = [
        Column::text("", 0.0),
        Column::text("", 0.0),
        Column::figure("published", 0.0),
        Column::figure("measured", 0.0),
        Column::text("", 0.0),
        Column::text("", 0.0),
        Column::text("", OPEN_WIDTH),
    ];
    let fit = |i: usize| {
        let texts = rows.iter().map(|row| row.cells[i].as_str());
        columns[i].fit(ui, theme::text::BODY, texts)
    };
    let columns: [Column; 7] = std::array::from_fn(fit);
    let with_gap = |gap| Table::new("figures", &columns).gap(gap);
    let roomy = with_gap(theme::space::L);
    let table = if roomy.min_width() <= room {
        roomy
    } else {
        with_gap(theme::space::S)
    };
    let width = table.min_width().max(room);
    let mut opened = None;
    ui.scope(|ui| {
        ui.set_width(width);
        table.without_scrolling().show(ui, rows.len(), |list| {
            let (i, row) = (list.index(), &rows[list.index()]);
            list.readable(i, &row.name, row.is_first);
            list.cells(|ui, column| {
                let colour = match column {
                    OPEN => {
                        if row.search.is_some() && open_ui(ui, searches, row, can_open) {
                            opened = row.search;
                        }
                        return;
                    }
                    1 | 5 => palette.dim,
                    4 => row.relation_colour,
                    _ => palette.text,
                };
                // A publication may have hundreds of rows, of which a few are seen.
                if !ui.is_rect_visible(ui.max_rect()) {
                    return;
                }
                let is_figure = matches!(column, 2 | 3);
                paint_text(ui, &row.cells[column], theme::text::BODY, colour, is_figure);
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
    opened
}

/// The button that opens the search of a row. Returns whether it was pressed.
fn open_ui(ui: &mut Ui, searches: &[PublishedSearch], row: &Row, can_open: bool) -> bool {
    let Some(search) = row.search.and_then(|number| searches.get(number)) else {
        return false;
    };
    let (rect, palette) = (ui.max_rect(), theme::palette(ui));
    let sense = if can_open {
        Sense::click()
    } else {
        Sense::hover()
    };
    let response = ui.interact(rect, ui.scope_id().with(("open", &search.name)), sense);
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Button, can_open, format!("Open {}", search.name))
    });
    let colour = if can_open {
        palette.accent
    } else {
        palette.faint
    };
    paint_text(ui, "Open", theme::text::SMALL, colour, false);
    if can_open && (response.hovered() || response.has_focus()) {
        let radius = CornerRadius::same(theme::radius::CONTROL - 2);
        let ground = rect.expand2(Vec2::new(theme::space::XS, -2.0));
        let stroke = Stroke::new(1.0, palette.accent);
        (ui.painter()).rect_stroke(ground, radius, stroke, StrokeKind::Inside);
    }
    let title = search.job.title();
    let response = response.on_hover_text(match can_open {
        true => format!("Run it and look at its record: {title}"),
        false => "A search is running".to_owned(),
    });
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    response.clicked()
}

/// The row of a search that has not been measured: all that was published of it.
fn published_row(palette: &Palette, number: usize, search: &PublishedSearch) -> Row {
    let published: Vec<(&str, String)> = (search.published())
        .map(|(quantity, value)| (quantity, value.to_string()))
        .collect();
    let joined = |of: &dyn Fn(&(&str, String)) -> String| -> String {
        published.iter().map(of).collect::<Vec<_>>().join(", ")
    };
    let words = match published.is_empty() {
        true => "nothing".to_owned(),
        false => joined(&|(quantity, value)| format!("{quantity} {value}")),
    };
    let mut cells = Cells::default();
    search.name.clone_into(&mut cells[0]);
    cells[1] = joined(&|(quantity, _)| (*quantity).to_owned());
    cells[2] = joined(&|(_, value)| value.clone());
    Row {
        cells,
        relation_colour: palette.dim,
        name: format!("{}: published {words}; not measured yet", search.name),
        is_first: true,
        search: Some(number),
    }
}

fn measured_row<'a>(
    palette: &Palette,
    figure: &'a Figure,
    is_first: bool,
    notes: &mut Vec<&'a str>,
) -> Row {
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
            String::new(),
        ],
        relation_colour,
        name,
        is_first,
        search: None,
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
