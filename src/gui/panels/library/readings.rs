//! How the files of the open collection were read, and the other ways to read them.

use crate::gui::actions::Action;
use crate::gui::library::{CollectionFile, CollectionSource, FileReading, LibraryAction};
use crate::gui::theme;
use crate::gui::widgets::{Radios, choice, focused_now, note};
use egui::{Rect, Ui, Vec2};
use tilescope_lab::format;

/// Of several files, the rows that are seen at once: fewer in little room.
const MAX_ROWS: f32 = 5.0;
const MIN_ROWS: f32 = 1.0;
/// Of more rows only those that are seen are drawn.
const MANY_ROWS: usize = 60;
/// Below them there is room for the filter, the buttons and two puzzles.
const BELOW: f32 = 240.0;

/// The height of the readings of files that can be read in several ways, in points, where there is room for it.
pub fn height(ui: &Ui, file: &CollectionFile) -> f32 {
    let n_rows = if file.source == CollectionSource::SeveralFiles {
        let foreign = foreign(file);
        let n = foreign.len() + usize::from(are_alike(&foreign));
        (n as f32).min(MAX_ROWS)
    } else {
        match file.readings.len() {
            0 | 1 => 0.0,
            n => (n + 1) as f32,
        }
    };
    n_rows * (theme::size::ROW + ui.spacing().item_spacing.y)
}

/// The files of other programs, with their places among all files.
fn foreign(file: &CollectionFile) -> Vec<(usize, &FileReading)> {
    let all = file.files.iter().enumerate();
    all.filter(|(_, it)| !it.readings.is_empty()).collect()
}

/// Whether these files, more than one, can be read in the same ways.
fn are_alike(files: &[(usize, &FileReading)]) -> bool {
    let is_alike = |pair: &[(usize, &FileReading)]| pair[0].1.readings == pair[1].1.readings;
    files.len() > 1 && files.windows(2).all(is_alike)
}

/// How files of other programs were read, and the other ways to read them.
pub fn readings_ui(ui: &mut Ui, file: &CollectionFile, actions: &mut Vec<Action>) {
    if let [only] = &file.readings[..] {
        note(ui, &format!("Read as: {only}."));
        return;
    }
    if file.source == CollectionSource::SeveralFiles {
        return files_ui(ui, file, actions);
    }
    if file.readings.is_empty() {
        return;
    }
    let what = match file.source {
        CollectionSource::Pasted(_) => "this text",
        _ => "this file",
    };
    let text =
        format!("The numbers of {what} can mean several things. Choose one, then open a puzzle:");
    note(ui, &text);
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = theme::size::ROW;
        let (group, n) = (ui.scope_id().with("readings"), file.readings.len());
        let mut radios = Radios::new(ui, group, Some(file.reading), n);
        for (index, reading) in file.readings.iter().enumerate() {
            let shown = radios.radio(ui, index == file.reading, reading);
            if shown.changed() {
                actions.push(LibraryAction::Read(index).into());
            }
        }
    });
}

/// Of several files, those of other programs: each in a row, with the ways to read it.
fn files_ui(ui: &mut Ui, file: &CollectionFile, actions: &mut Vec<Action>) {
    let foreign = foreign(file);
    let Some((_, first)) = foreign.first() else {
        return;
    };
    // Files of one kind are read in one way.
    let all = are_alike(&foreign).then(|| {
        let is_same = foreign.iter().all(|(_, it)| it.reading == first.reading);
        (is_same.then_some(first.reading), &first.readings)
    });
    let row_ui =
        |ui: &mut Ui, (file, label): (&str, &str), reading: Option<usize>, readings: &[String]| {
            let mut chosen = None;
            let row = ui.horizontal(|ui| {
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
            if has_focus_come(ui, row.response.rect) {
                row.response.scroll_to_me(None);
            }
            chosen
        };
    let row = theme::size::ROW + ui.spacing().item_spacing.y;
    let n_rows = ((ui.available_height() - BELOW) / row).clamp(MIN_ROWS, MAX_ROWS);
    let height = row * n_rows;
    let scroll = egui::ScrollArea::vertical().id_salt("files of the collection");
    let scroll = scroll.max_height(height).min_scrolled_height(height);
    let scroll = scroll.auto_shrink([false, true]);
    let n_above = usize::from(all.is_some());
    let mut show = |ui: &mut Ui, at: usize| {
        let (place, chosen) = match all {
            Some((reading, readings)) if at == 0 => {
                let names = ("every file", "Every file");
                (None, row_ui(ui, names, reading, readings))
            }
            _ => {
                let (index, it) = foreign[at - n_above];
                let name = format::file_name(&it.path);
                let label = format!("{name}, read as {}", it.format);
                let chosen = row_ui(ui, (&name, &label), Some(it.reading), &it.readings);
                (Some(index), chosen)
            }
        };
        if let Some(chosen) = chosen {
            actions.push(LibraryAction::ReadOf(place, chosen).into());
        }
    };
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = theme::size::ROW;
        let n = n_above + foreign.len();
        // Tab goes through all rows of a few files.
        if n <= MANY_ROWS {
            scroll.show(ui, |ui| (0..n).for_each(|at| show(ui, at)));
        } else {
            scroll.show_rows(ui, theme::size::ROW, n, |ui, range| {
                range.for_each(|at| show(ui, at));
            });
        }
    });
}

/// Whether the focus has just come to a widget in here.
fn has_focus_come(ui: &Ui, place: Rect) -> bool {
    let come = focused_now(ui.ctx());
    come.is_some_and(|it| it.layer_id == ui.layer_id() && place.contains(it.rect.center()))
}
