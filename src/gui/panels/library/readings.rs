//! How the files of the open collection were read, and the other ways to read them, in one line.

use crate::gui::actions::Action;
use crate::gui::library::{CollectionFile, CollectionSource, FileReading, LibraryAction};
use crate::gui::theme;
use crate::gui::widgets::{
    list, list_item, list_width, note, take_keys, value_button, value_button_within,
};
use egui::{EventFilter, Id, Key, Modifiers, Response, Ui};
use std::path::PathBuf;
use tilescope_lab::format;

/// The height of the line, in points.
pub fn height(ui: &Ui, file: &CollectionFile) -> f32 {
    match file.readings.is_empty() && foreign(file).is_empty() {
        true => 0.0,
        false => theme::size::ROW + ui.spacing().item_spacing.y,
    }
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
    line(ui, |ui| {
        note(ui, "Several readings fit:");
        let chosen = reading_ui(ui, what, Some(file.reading), &file.readings);
        actions.extend(chosen.map(|reading| LibraryAction::Read(reading).into()));
    });
}

/// Of several files, those of other programs: a list of them, and the ways to read the chosen one. Files that
/// can be read in the same ways are chosen together too.
fn files_ui(ui: &mut Ui, file: &CollectionFile, actions: &mut Vec<Action>) {
    let foreign = foreign(file);
    let Some((_, first)) = foreign.first() else {
        return;
    };
    let every = are_alike(&foreign).then(|| ("Every file".to_owned(), String::new()));
    let n_above = usize::from(every.is_some());
    let each = foreign.iter().map(|(_, it)| {
        let name = format::file_name(&it.path);
        let reading = it.readings.get(it.reading).cloned().unwrap_or_default();
        (format!("{name}, read as {}", it.format), reading)
    });
    let choices: Vec<(String, String)> = every.into_iter().chain(each).collect();
    // Read in another way the collection is another one, of the same files.
    let id: Id = ui.scope_id().with("file that is read");
    let path: Option<PathBuf> = ui.data(|data| data.get_temp(id));
    let at = path.and_then(|path| foreign.iter().position(|(_, it)| it.path == path));
    let at = at.map_or(0, |at| at + n_above);
    let chosen = at.checked_sub(n_above).map(|at| foreign[at]);
    let name = chosen.map(|(_, it)| format::file_name(&it.path));
    line(ui, |ui| {
        const PART: f32 = 0.4;
        let room = ui.available_width() * PART;
        let text = name.as_deref().unwrap_or("Every file");
        let button = value_button_within(ui, "File that is read", [text, text], room);
        let (label, reading) = &choices[at];
        let button = button.on_hover_text(format!("{label}\n{reading}").trim());
        if let Some(picked) = pick_ui(ui, &button, Some(at), &choices) {
            let path = picked.checked_sub(n_above).map(|at| &foreign[at].1.path);
            ui.data_mut(|data| {
                data.remove_temp::<PathBuf>(id);
                if let Some(path) = path {
                    data.insert_temp(id, path.clone());
                }
            });
            ui.ctx().request_repaint();
        }
        note(ui, "read as");
        let (place, what, it) = match (chosen, &name) {
            (Some((index, it)), Some(name)) => (Some(index), name.as_str(), it),
            _ => (None, "every file", *first),
        };
        let is_read = place.is_some() || foreign.iter().all(|(_, it)| it.reading == first.reading);
        let chosen = reading_ui(ui, what, is_read.then_some(it.reading), &it.readings);
        actions.extend(chosen.map(|reading| LibraryAction::ReadOf(place, reading).into()));
    });
}

fn line(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = theme::size::ROW;
        ui.horizontal(contents);
    });
}

/// The way in which `what` is read, and a list of all ways. Returns another that was chosen.
fn reading_ui(
    ui: &mut Ui,
    what: &str,
    chosen: Option<usize>,
    readings: &[String],
) -> Option<usize> {
    if let [only] = readings {
        note(ui, only);
        return None;
    }
    let text = chosen.and_then(|at| readings.get(at)).map_or("", |it| it);
    let about = format!(
        "The numbers of {what} can mean several things: choose how they are read, then open a puzzle."
    );
    let button = value_button(ui, &format!("How {what} is read"), text);
    (ui.ctx()).accesskit_node_builder(button.id, |node| node.set_description(about.as_str()));
    let button = button.on_hover_text(format!("{text}\n\n{about}").trim());
    let choices = readings.iter().map(|it| (it.clone(), String::new()));
    pick_ui(ui, &button, chosen, &choices.collect::<Vec<_>>())
}

/// The list of a value: names, and a sentence below each. Without the list, Up and Down choose the one before or
/// after. Returns another that was chosen.
fn pick_ui(
    ui: &mut Ui,
    button: &Response,
    chosen: Option<usize>,
    choices: &[(String, String)],
) -> Option<usize> {
    let mut picked = stepped_to(ui, button, chosen, choices.len());
    let texts = choices.iter().flat_map(|(name, summary)| [name, summary]);
    let width = list_width(ui, texts.map(String::as_str));
    list(button, width, |ui| {
        for (at, (name, summary)) in choices.iter().enumerate() {
            if list_item(ui, chosen == Some(at), name, summary).clicked() {
                picked = Some(at);
            }
        }
    });
    picked.filter(|picked| chosen != Some(*picked))
}

fn stepped_to(ui: &Ui, button: &Response, chosen: Option<usize>, n: usize) -> Option<usize> {
    if !button.has_focus() {
        return None;
    }
    let filter = EventFilter {
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(button.id, filter));
    let pressed = take_keys(ui, Modifiers::NONE, &[Key::ArrowDown, Key::ArrowUp]);
    let step = |at: Option<usize>, key: &Key| {
        Some(match (at, key) {
            (None, _) => 0,
            (Some(at), Key::ArrowDown) => (at + 1).min(n.saturating_sub(1)),
            (Some(at), _) => at.saturating_sub(1),
        })
    };
    pressed.iter().fold(chosen, step)
}
