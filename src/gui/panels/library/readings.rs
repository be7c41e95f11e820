//! How the files of the open collection were read, and the other ways to read them.

use crate::gui::actions::Action;
use crate::gui::library::{CollectionFile, CollectionSource, FileReading, LibraryAction};
use crate::gui::theme;
use crate::gui::widgets::{choice, note, radio};
use egui::{Ui, Vec2};
use tilescope_lab::format;

/// The height of the readings of a file that can be read in several ways, in points.
pub fn height(ui: &Ui, file: &CollectionFile) -> f32 {
    match file.readings.len() {
        0 | 1 => 0.0,
        n => (n + 1) as f32 * (theme::size::ROW + ui.spacing().item_spacing.y),
    }
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
    let text = "The numbers of this file can mean several things. Choose one, then open a puzzle:";
    note(ui, text);
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = theme::size::ROW;
        for (index, reading) in file.readings.iter().enumerate() {
            if radio(ui, index == file.reading, reading).clicked() {
                actions.push(LibraryAction::Read(index).into());
            }
        }
    });
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
}
