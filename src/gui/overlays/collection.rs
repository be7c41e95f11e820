//! The page of a collection: its puzzles with previews, filtered by typing, sorted by a click on a
//! column; a click on a row opens a puzzle.

use crate::gui::actions::Action;
use crate::gui::conversions::{ConversionAction, Subject};
use crate::gui::library::{
    CollectionFile, CollectionSource, FileReading, Library, LibraryAction, searchable, title,
};
use crate::gui::model::Model;
use crate::gui::theme;
use crate::gui::widgets::mini_board::MiniBoards;
use crate::gui::widgets::table::{Column, Sorting, Table, paint_text};
use crate::gui::widgets::{choice, note, radio};
use egui::{Button, Ui, Vec2};
use std::collections::BTreeMap;
use std::sync::Arc;
use tilescope_lab::collection::Unpacked;
use tilescope_lab::{Collection, format};
use tilescope_puzzle::Size;

/// How wide the page is at most.
const WIDTH: f32 = 880.0;

/// The side of a preview.
const PREVIEW: f32 = 60.0;

const ROW: f32 = PREVIEW + 2.0 * theme::space::XS;

const COLUMNS: [Column; 7] = [
    Column::figure("no.", 56.0),
    Column::text("start", PREVIEW),
    Column::text("goal", PREVIEW).left_out(2),
    Column::rest("name", 96.0),
    Column::text("size", 48.0),
    Column::figure("moves", 56.0),
    Column::text("found by", 248.0).left_out(1),
];

/// The filter and the order, and the rows that come of them.
#[derive(Default)]
pub struct CollectionPage {
    filter: String,
    sorting: Sorting,
    /// The indices of the puzzles that are shown.
    rows: Vec<usize>,
    /// What the rows were made from.
    made_from: Option<(Arc<Collection>, u64, String, Sorting)>,
    is_new: bool,
}

impl CollectionPage {
    pub fn open(&mut self) {
        *self = CollectionPage {
            is_new: true,
            ..CollectionPage::default()
        };
    }

    /// Shows the page; whether it was closed.
    pub fn ui(&mut self, ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) -> bool {
        let room = ctx.content_rect().size() - Vec2::splat(4.0 * theme::space::XL);
        let size = Vec2::new(room.x.min(WIDTH), room.y - 2.0 * theme::space::XL);
        let frame = super::frame::page("collection page", &ctx.global_style());
        let modal = frame.show(ctx, |ui| {
            ui.set_width(size.x);
            let Some(file) = model.library().file() else {
                let is_closed = head_ui(ui, "Collection");
                let text = "No collection is open. File, Open… opens a file of many puzzles.";
                note(ui, text);
                return is_closed;
            };
            ui.set_height(size.y);
            let name = match &*file.collection.name {
                "" => "Collection",
                name => name,
            };
            let is_closed = head_ui(ui, name);
            save_ui(ui, file, model.library(), actions);
            readings_ui(ui, file, actions);
            self.filter_ui(ui, file, model.library());
            self.list_ui(ui, file, model.library(), actions) || is_closed
        });
        modal.inner || modal.should_close()
    }

    /// The field of the filter, and how many puzzles it leaves.
    fn filter_ui(&mut self, ui: &mut Ui, file: &CollectionFile, library: &Library) {
        ui.horizontal(|ui| {
            let field = egui::TextEdit::singleline(&mut self.filter)
                .hint_text("Filter: name, size, moves, unsolved; such as 4x4 45")
                .desired_width(320.0);
            let field = ui.add(field);
            ui.ctx()
                .accesskit_node_builder(field.id, |node| node.set_label("Filter the puzzles"));
            if self.is_new {
                field.request_focus();
            }
            self.update(file, library);
            let (shown, all) = (self.rows.len(), file.collection.puzzles.len());
            let puzzles = match all {
                1 => "1 puzzle".to_owned(),
                n => format!("{} puzzles", format::count(n as u64)),
            };
            note(
                ui,
                &match shown == all {
                    true => puzzles,
                    false => format!("{} of {puzzles}", format::count(shown as u64)),
                },
            );
        });
        ui.add_space(theme::space::S);
    }

    /// The puzzles; whether one was chosen.
    fn list_ui(
        &mut self,
        ui: &mut Ui,
        file: &CollectionFile,
        library: &Library,
        actions: &mut Vec<Action>,
    ) -> bool {
        if self.rows.is_empty() {
            note(
                ui,
                "No puzzle matches the filter: each of its words must occur.",
            );
            return false;
        }
        let chosen = library.chosen();
        let revealed = std::mem::take(&mut self.is_new)
            .then(|| self.rows.iter().position(|row| Some(*row) == chosen))
            .flatten();
        let rows = &self.rows;
        let mut previews = BTreeMap::new();
        let mut is_chosen = false;
        Table::new("puzzles", &COLUMNS)
            .sorting(&mut self.sorting)
            .row_height(ROW)
            .inset(theme::space::S)
            .gap(theme::space::M)
            .fill_height()
            .costly_rows()
            .reveal(revealed)
            .show(ui, rows.len(), |row| {
                let index = rows[row.index()];
                let puzzles = &file.collection.puzzles;
                let mut room = Unpacked::default();
                let puzzle = puzzles.view(index, &mut room);
                let name = title(index, puzzle.name);
                let size = puzzle.size;
                let (moves, by) = known(library, index);
                let accessible = accessible_name(&name, size, &moves);
                let response = row.selectable(index, &accessible, chosen == Some(index));
                if response.clicked() {
                    actions.push(LibraryAction::Choose(index).into());
                    is_chosen = true;
                }
                row.cells(|ui, column| {
                    let palette = theme::palette(ui);
                    let found = match library.is_found_here(index) {
                        true => palette.text,
                        false => palette.dim,
                    };
                    let (text, colour) = match column {
                        0 => ((index + 1).to_string(), palette.dim),
                        1 => return preview_ui(ui, size, puzzle.start, &mut previews),
                        2 => return preview_ui(ui, size, puzzle.goal, &mut previews),
                        3 => (name.clone(), palette.text),
                        4 => (size.to_string(), palette.dim),
                        5 => (moves.clone(), palette.text),
                        _ => (by.clone(), found),
                    };
                    let is_figure = COLUMNS[column].is_figure;
                    paint_text(ui, &text, theme::text::BODY, colour, is_figure);
                });
            });
        is_chosen
    }

    /// Finds the rows again if the collection, the filter or the order has changed.
    fn update(&mut self, file: &CollectionFile, library: &Library) {
        let n_changes = library.n_changes();
        let is_same = |(of, n, filter, sorting): &(Arc<Collection>, u64, String, Sorting)| {
            Arc::ptr_eq(of, &file.collection)
                && *n == n_changes
                && (filter, *sorting) == (&self.filter, self.sorting)
        };
        if self.made_from.as_ref().is_some_and(is_same) {
            return;
        }
        let words: Vec<String> = self.filter.split_whitespace().map(searchable).collect();
        let texts = file.texts().iter().enumerate();
        let found = texts.filter(|(index, text)| {
            let mut words = words.iter();
            words.all(|word| text.contains(word) || is_known_as(word, library, *index))
        });
        self.rows = found.map(|(index, _)| index).collect();
        sort(&mut self.rows, self.sorting, file, library);
        self.made_from = Some((
            Arc::clone(&file.collection),
            n_changes,
            self.filter.clone(),
            self.sorting,
        ));
    }
}

/// Puts rows, which are in the order of the file, into another order.
fn sort(rows: &mut [usize], sorting: Sorting, file: &CollectionFile, library: &Library) {
    let (Sorting::Up(column) | Sorting::Down(column)) = sorting else {
        return;
    };
    let puzzles = &file.collection.puzzles;
    let length = |row: usize| library.known(row).map_or(u32::MAX, |known| known.moves);
    let by = |row: usize| library.known(row).map_or("", |known| known.by);
    let mut room = Unpacked::default();
    match column {
        0 => {}
        1 => rows.sort_by_cached_key(|&row| board_key(puzzles.view(row, &mut room).start)),
        2 => rows.sort_by_cached_key(|&row| board_key(puzzles.view(row, &mut room).goal)),
        3 => rows.sort_by_cached_key(|&row| name_key(puzzles.name(row))),
        4 => rows.sort_by_key(|&row| {
            let size = puzzles.size(row);
            (size.n_cells(), size.rows())
        }),
        5 => rows.sort_by_key(|&row| length(row)),
        _ => rows.sort_by_key(|&row| by(row)),
    }
    if matches!(sorting, Sorting::Down(_)) {
        rows.reverse();
    }
}

/// Boards in the order of their tiles. The first sixteen are a number, which is compared quickly.
fn board_key(tiles: &[u8]) -> (u128, Vec<u8>) {
    let (first, rest) = tiles.split_at(tiles.len().min(16));
    let shifted = |key, &tile: &u8| key << 8 | u128::from(tile);
    (first.iter().fold(0, shifted), rest.to_vec())
}

/// Names that are numbers come first, by their value.
fn name_key(name: &str) -> (u64, String) {
    (name.parse().unwrap_or(u64::MAX), name.to_lowercase())
}

/// The head of the page, with room below; whether it was closed.
fn head_ui(ui: &mut Ui, title: &str) -> bool {
    let is_closed = super::frame::head(ui, title);
    ui.add_space(theme::space::M);
    is_closed
}

/// What is not saved, and the buttons that save it. Always one line, so that nothing below it moves.
fn save_ui(ui: &mut Ui, file: &CollectionFile, library: &Library, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let save = ui.add_enabled(library.is_unsaved(), Button::new("Save"));
        let save = save.on_hover_text("Save the puzzles, with the lengths that runs have found");
        let save = save.on_disabled_hover_text("Everything is saved");
        let save_as = ui.button("Save as…");
        let save_as = save_as.on_hover_text("Save the collection to another file");
        let export = ui.button("Export…");
        let export = export.on_hover_text("Write the collection in the format of another program");
        if export.clicked() {
            actions.push(ConversionAction::Show(Subject::Collection).into());
        }
        if save.clicked() {
            actions.push(LibraryAction::Save.into());
        }
        if save_as.clicked() {
            actions.push(LibraryAction::SaveAs.into());
        }
        let n_found = library.n_unsaved_results();
        note(
            ui,
            &match (&file.source, n_found) {
                (CollectionSource::Generated, _) => "These puzzles are not saved.".to_owned(),
                (_, 0) => String::new(),
                (_, 1) => "One length that a run has found is not saved.".to_owned(),
                (_, n) => format!(
                    "{} lengths that runs have found are not saved.",
                    format::count(n as u64)
                ),
            },
        );
    });
    ui.add_space(theme::space::M);
}

/// How files of other programs were read, and the other ways to read them.
fn readings_ui(ui: &mut Ui, file: &CollectionFile, actions: &mut Vec<Action>) {
    if let [only] = &file.readings[..] {
        note(ui, &format!("Read as: {only}."));
        return ui.add_space(theme::space::M);
    }
    if file.source == CollectionSource::SeveralFiles {
        return files_ui(ui, file, actions);
    }
    if file.readings.is_empty() {
        return;
    }
    let text = "The numbers of this file can mean several things. Choose one, then open a puzzle:";
    note(ui, text);
    for (index, reading) in file.readings.iter().enumerate() {
        if radio(ui, index == file.reading, reading).clicked() {
            actions.push(LibraryAction::Read(index).into());
        }
    }
    ui.add_space(theme::space::M);
}

/// Of several files, those of other programs: each in a row, with the ways to read it.
fn files_ui(ui: &mut Ui, file: &CollectionFile, actions: &mut Vec<Action>) {
    /// Rows that are seen at once.
    const MAX_ROWS: usize = 4;
    let foreign = file.files.iter().enumerate();
    let foreign: Vec<_> = foreign.filter(|(_, it)| !it.readings.is_empty()).collect();
    let Some((_, first)) = foreign.first() else {
        return;
    };
    // Files of one kind are read in one way.
    let is_alike = |other: &FileReading| other.readings == first.readings;
    let all = (foreign.len() > 1 && foreign.iter().all(|(_, it)| is_alike(it))).then(|| {
        let is_same = foreign.iter().all(|(_, it)| it.reading == first.reading);
        (is_same.then_some(first.reading), &first.readings)
    });
    let row_ui =
        |ui: &mut Ui, (file, label): (&str, &str), reading: Option<usize>, readings: &[String]| {
            let mut chosen = None;
            ui.horizontal(|ui| {
                ui.set_height(theme::size::ROW);
                let width = ui.available_width() * 0.4;
                let label_size = Vec2::new(width, theme::size::ROW);
                let label_ui = |ui: &mut Ui| {
                    ui.set_width(width);
                    ui.add(egui::Label::new(label).truncate());
                };
                ui.allocate_ui(label_size, label_ui);
                let names = readings.iter().enumerate();
                let names: Vec<_> = names.map(|(i, it)| (Some(i), it.as_str())).collect();
                let name = format!("How {file} is read");
                chosen = match readings {
                    [only] => {
                        note(ui, only);
                        None
                    }
                    _ => choice(ui, &name, reading, &names).flatten(),
                };
            });
            chosen
        };
    if let Some((reading, readings)) = all
        && let Some(chosen) = row_ui(ui, ("every file", "Every file"), reading, readings)
    {
        actions.push(LibraryAction::ReadOf(None, chosen).into());
    }
    let row = theme::size::ROW + ui.spacing().item_spacing.y;
    let scroll = egui::ScrollArea::vertical().id_salt("files of the collection");
    let scroll = scroll
        .max_height(row * MAX_ROWS as f32)
        .auto_shrink([false, true]);
    scroll.show_rows(ui, theme::size::ROW, foreign.len(), |ui, range| {
        for (index, it) in &foreign[range] {
            let name = format::file_name(&it.path);
            let label = format!("{name}, read as {}", it.format);
            let chosen = row_ui(ui, (&name, &label), Some(it.reading), &it.readings);
            if let Some(chosen) = chosen {
                actions.push(LibraryAction::ReadOf(Some(*index), chosen).into());
            }
        }
    });
    ui.add_space(theme::space::M);
}

/// Previews of a size share what they have in common.
fn preview_ui(
    ui: &Ui,
    size: Size,
    tiles: &[u8],
    previews: &mut BTreeMap<(usize, usize), MiniBoards>,
) {
    let rect = ui.max_rect();
    let boards = previews
        .entry((size.rows(), size.columns()))
        .or_insert_with(|| {
            let extent = Vec2::splat(PREVIEW);
            MiniBoards::new(ui.painter(), extent, size, theme::palette(ui))
        });
    let at = egui::pos2(rect.left(), rect.center().y - boards.extent().y / 2.0);
    boards.paint(ui.painter(), at, tiles, egui::Stroke::NONE);
}

/// The length that is known of a puzzle, and who or what found it.
fn known(library: &Library, index: usize) -> (String, String) {
    library.known(index).map_or_else(Default::default, |known| {
        let at_most = if known.optimal { "" } else { "≤ " };
        let moves = format!("{at_most}{}", format::count(known.moves.into()));
        (moves, known.by.to_owned())
    })
}

/// Whether a word of the filter holds for what is known of a puzzle, in its file or by a run.
fn is_known_as(word: &str, library: &Library, index: usize) -> bool {
    match word {
        "solved" => library.known(index).is_some(),
        "unsolved" => library.known(index).is_none(),
        // What the file knows is in the puzzle's text.
        word => library.found(index).is_some_and(|found| {
            found.moves.to_string() == word || searchable(&found.by).contains(word)
        }),
    }
}

/// “012, 4×4, 45 moves”.
fn accessible_name(name: &str, size: Size, moves: &str) -> String {
    match moves {
        "" => format!("{name}, {size}"),
        "1" => format!("{name}, {size}, 1 move"),
        moves => format!("{name}, {size}, {moves} moves"),
    }
}
