//! The file dialog in the window, for systems that have none of their own.

use super::endings;
use super::file_list::{self, FileList, Picked};
use super::listing::{Entry, Listing, nearest, no_folder, whole_path};
use super::names;
use super::purpose::Purpose;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{
    button, check_box, focus_and_select, main_control, note, pressed_with, primary_button,
    take_keys,
};
use egui::{
    Align, Context, Id, Key, Layout, Modal, Modifiers, Response, RichText, TextEdit, Ui, Vec2,
};
use std::path::{Path, PathBuf};
use std::slice::SliceIndex;
use tilescope_lab::format;

/// The dialog, and what it is for.
pub struct InWindowDialog {
    pub purpose: Purpose,
    folder: PathBuf,
    /// The text in the field of the folder.
    folder_text: String,
    /// The name in the field of the file: of one in the folder, or a path; or several names, each
    /// between quotation marks.
    name: String,
    /// The row from which Shift selects.
    anchor: Option<usize>,
    list: FileList,
    /// The name of a folder that is to be made, and whether its field is new.
    new_folder: Option<(String, bool)>,
    /// Whether the new folder was given up, so that the button in place of its field gets the focus.
    gave_up_folder: bool,
    has_hidden: bool,
    listing: Listing,
    /// Why what was confirmed can't be done.
    trouble: String,
    wants_focus: bool,
}

/// What the user has done.
pub enum Answer {
    Cancelled,
    Chosen(Vec<PathBuf>),
}

const WIDTH: f32 = 560.0;
const BUTTON: Vec2 = Vec2::new(96.0, theme::size::CONTROL);
/// The names of the fields stand in a column.
const NAMES: f32 = 60.0;

impl InWindowDialog {
    /// Opens in `folder`.
    pub fn new(purpose: Purpose, folder: Option<PathBuf>, ctx: &Context) -> Self {
        let folder = folder.or_else(|| std::env::current_dir().ok());
        let folder = folder.unwrap_or_default();
        InWindowDialog {
            folder_text: folder.to_string_lossy().into_owned(),
            name: purpose.file_name(),
            anchor: None,
            list: FileList::default(),
            new_folder: None,
            gave_up_folder: false,
            has_hidden: false,
            listing: Listing::read(&folder, &purpose, false, ctx),
            trouble: String::new(),
            wants_focus: true,
            purpose,
            folder,
        }
    }

    /// Shows the dialog; an answer, once there is one.
    pub fn show(&mut self, ctx: &Context) -> Option<Answer> {
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(space::XL as i8);
        let modal = Modal::new(Id::unique("file dialog")).frame(frame);
        let answer = modal.show(ctx, |ui| {
            ui.set_width(WIDTH);
            let title = RichText::new(self.purpose.title()).size(16.0);
            ui.label(title.family(theme::semibold()));
            ui.add_space(space::S);
            self.folder_ui(ui);
            let chosen = self.list_ui(ui);
            if chosen {
                self.new_folder = None;
            }
            let confirmed = self.name_ui(ui) || chosen;
            match &self.trouble[..] {
                "" if self.purpose.takes_several() => note(
                    ui,
                    "Ctrl or Shift with a click or Space chooses several files, and so do Shift with \
                     arrows and Ctrl+A.",
                ),
                "" => note(ui, " "),
                trouble => warn(ui, trouble),
            };
            self.buttons_ui(ui, confirmed)
        });
        let is_left = ctx.input(|input| input.key_pressed(Key::Escape));
        (answer.inner).or(is_left.then_some(Answer::Cancelled))
    }

    fn folder_ui(&mut self, ui: &mut Ui) {
        let (response, confirmed, is_up) = ui
            .horizontal(|ui| {
                let room = ui.available_width() - NAMES - BUTTON.x - 2.0 * space::S;
                let text = &mut self.folder_text;
                let (response, confirmed) = field(ui, "Folder", "Folder of the file", text, room);
                let parent = self.folder.parent().is_some();
                let up = ui.add_enabled_ui(parent, |ui| button(ui, "Parent folder", BUTTON));
                (response, confirmed, up.inner.clicked())
            })
            .inner;
        if is_up && let Some(parent) = self.folder.parent().and_then(nearest) {
            self.enter(parent, ui.ctx());
        }
        // A folder whose name is no text can't be typed.
        let is_typed = self.folder_text != self.folder.to_string_lossy();
        if confirmed || response.lost_focus() && is_typed {
            let folder = match is_typed {
                true => self.folder.join(self.folder_text.trim()),
                false => self.folder.clone(),
            };
            self.enter(folder, ui.ctx());
            // Whoever leaves the field otherwise than by Enter has gone elsewhere.
            self.wants_focus = confirmed && !self.listing.is_missing();
            if confirmed && !self.wants_focus {
                response.request_focus();
            }
        }
    }

    /// Shows the list of files and folders; whether a file was chosen for good.
    fn list_ui(&mut self, ui: &mut Ui) -> bool {
        let is_read = self.listing.is_read();
        let nothing = match self.purpose.is_folder() {
            true => "There is no folder in this one.",
            false => "There is no file of this kind here.",
        };
        let names = match self.purpose.takes_several() {
            true => names::quoted(&self.name),
            false => Vec::new(),
        };
        let is_named =
            |it: &Entry| it.is_file && (it.name == self.name || names.contains(&&*it.name));
        ui.add_space(space::S);
        let size = Vec2::new(ui.available_width(), file_list::HEIGHT);
        let shown = ui.allocate_ui(size, |ui| {
            ui.set_min_height(file_list::HEIGHT);
            match self.listing.entries() {
                Ok([]) if is_read => {
                    note(ui, nothing);
                    None
                }
                Ok(entries) => {
                    // The press that leaves the field of the folder is on no row of the folder that is typed there.
                    ui.push_id(&self.folder, |ui| self.list.ui(ui, entries, is_named))
                        .inner
                }
                Err(trouble) => {
                    warn(ui, trouble);
                    None
                }
            }
        });
        let takes_several = self.purpose.takes_several();
        let is_possible = |it: &Picked| takes_several || matches!(it, Picked::Row { .. });
        let Some(picked) = shown.inner.filter(is_possible) else {
            return false;
        };
        self.trouble.clear();
        let (index, is_twice) = match picked {
            Picked::Row { row, is_twice } => (row, is_twice),
            Picked::Range { from, to } => {
                self.select_to(from, to);
                return false;
            }
            Picked::All => {
                self.name_rows(..);
                return false;
            }
        };
        let entries = self.listing.entries().unwrap_or_default();
        let Some(entry) = entries.get(index).cloned() else {
            return false;
        };
        if !entry.is_file {
            self.enter(self.folder.join(entry.name), ui.ctx());
            return false;
        }
        let (modifiers, is_key) =
            ui.input(|input| (input.modifiers, !input.pointer.any_released()));
        let is_among = names::quoted(&self.name).contains(&&*entry.name);
        match takes_several {
            true if modifiers.shift => self.select_to(index, index),
            true if modifiers.command => self.toggle(index, &entry.name),
            true if is_key && is_among => {}
            _ => {
                self.name = entry.name;
                self.anchor = Some(index);
            }
        }
        // So that Enter confirms it. Keys go on to choose others.
        self.wants_focus = !is_key || modifiers.is_none();
        // A file that is there may be written over: its name is taken, to be confirmed or changed.
        let is_entered = pressed_with(ui, Key::Enter) == Some(Modifiers::NONE);
        (is_entered && self.purpose.opens()) || (is_twice && modifiers.is_none())
    }

    /// Adds a file to those that are named, or takes it away.
    fn toggle(&mut self, index: usize, name: &str) {
        let mut names: Vec<String> = match names::quoted(&self.name)[..] {
            [] => vec![self.name.trim().to_owned()],
            ref names => names.iter().map(|&name| name.to_owned()).collect(),
        };
        names.retain(|name| !name.is_empty());
        match names.iter().position(|it| it == name) {
            Some(at) => drop(names.remove(at)),
            None => names.push(name.to_owned()),
        }
        self.name_all(&names);
        self.anchor = Some(index);
    }

    /// Names the files of the rows from the one that was selected last, or else from `start`, to this one.
    fn select_to(&mut self, start: usize, index: usize) {
        let anchor = *self.anchor.get_or_insert(start);
        self.name_rows(anchor.min(index)..=anchor.max(index));
    }

    /// Names the files of these rows.
    fn name_rows(&mut self, rows: impl SliceIndex<[Entry], Output = [Entry]>) {
        let entries = self.listing.entries().unwrap_or_default();
        let files = entries.get(rows).unwrap_or_default().iter();
        let files = files.filter(|entry| entry.is_file);
        let names: Vec<String> = files.map(|entry| entry.name.clone()).collect();
        self.name_all(&names);
    }

    fn name_all(&mut self, names: &[String]) {
        self.name = match names {
            [name] => name.clone(),
            several => names::quote(several),
        };
    }

    /// Shows the field of the file's name; whether it is confirmed by Enter.
    fn name_ui(&mut self, ui: &mut Ui) -> bool {
        if self.purpose.is_folder() {
            return false;
        }
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            let room = ui.available_width() - NAMES;
            let (response, confirmed) = field(ui, "File", "Name of the file", &mut self.name, room);
            let is_nowhere = ui.memory(|memory| memory.focused().is_none());
            // Typing replaces the name; that of a file that is written keeps its ending.
            let stem = match names::quoted(&self.name)[..] {
                [] if !self.purpose.opens() => Path::new(&self.name).with_extension(""),
                _ => PathBuf::from(&self.name),
            };
            let stem = stem.to_string_lossy();
            if std::mem::take(&mut self.wants_focus) {
                focus_and_select(ui, &response, &stem);
            } else if is_nowhere && !confirmed {
                response.request_focus();
            }
            if response.changed() {
                self.trouble.clear();
                self.list.lead_to(&stem);
            }
            let down = || take_keys(ui, Modifiers::NONE, &[Key::ArrowDown]);
            if response.has_focus() && !down().is_empty() {
                self.list.enter();
            }
            confirmed
        })
        .inner
    }

    fn buttons_ui(&mut self, ui: &mut Ui, mut confirmed: bool) -> Option<Answer> {
        let is_cancelled = ui
            .horizontal(|ui| {
                let name = "Hidden files";
                if check_box(ui, &mut self.has_hidden, name, name).changed() {
                    self.enter(self.folder.clone(), ui.ctx());
                    // One may want it the other way round again.
                    self.wants_focus = false;
                }
                if !self.purpose.opens() {
                    self.new_folder_ui(ui);
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let is_cancelled = button(ui, "Cancel", BUTTON).clicked();
                    let (verb, can) = match self.purpose.is_folder() {
                        true => ("Choose", true),
                        false if self.purpose.opens() => ("Open", !self.name.trim().is_empty()),
                        false => ("Save", !self.name.trim().is_empty()),
                    };
                    let main = ui.add_enabled_ui(can, |ui| primary_button(ui, verb, BUTTON));
                    if self.purpose.is_folder() {
                        main_control(ui, &main.inner);
                    }
                    confirmed |= main.inner.clicked();
                    is_cancelled
                })
                .inner
            })
            .inner;
        match is_cancelled {
            true => Some(Answer::Cancelled),
            // What is saved goes into the folder that was just named.
            false if confirmed && self.make_folder(ui.ctx()) => self.confirm(ui.ctx()),
            false => None,
        }
    }

    fn new_folder_ui(&mut self, ui: &mut Ui) {
        let Some((name, is_new)) = &mut self.new_folder else {
            let button = button(ui, "New folder", BUTTON);
            if std::mem::take(&mut self.gave_up_folder) {
                button.request_focus();
            }
            if button.clicked() {
                self.new_folder = Some((String::new(), true));
            }
            return;
        };
        let (response, confirmed) = field(ui, "", "Name of the new folder", name, 110.0);
        if std::mem::take(is_new) {
            response.request_focus();
        }
        let is_empty = name.trim().is_empty();
        let create = ui.add_enabled_ui(!is_empty, |ui| button(ui, "Create", Vec2::ZERO));
        let create = create
            .inner
            .on_hover_text("Create this folder and go there");
        // The dialog stays open then.
        let is_given_up = (response.lost_focus() || create.lost_focus())
            && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        if is_given_up {
            self.new_folder = None;
            self.gave_up_folder = true;
            ui.ctx().request_repaint();
        } else if is_empty && response.lost_focus() {
            self.new_folder = None;
            self.wants_focus = true;
        } else if confirmed || create.clicked() {
            self.make_folder(ui.ctx());
        }
    }

    /// Makes the new folder if one is named, and goes there. Returns whether nothing failed.
    fn make_folder(&mut self, ctx: &Context) -> bool {
        let Some((name, _)) = self.new_folder.take() else {
            return true;
        };
        if name.trim().is_empty() {
            return true;
        }
        let path = self.folder.join(name.trim());
        match std::fs::create_dir(&path) {
            Ok(()) => self.enter(path, ctx),
            Err(error) => {
                let path = format::path(&path);
                self.trouble = format!("The folder {path} was not made: {error}.");
                self.wants_focus = true;
                return false;
            }
        }
        true
    }

    /// Shows another folder, or the same anew.
    fn enter(&mut self, folder: PathBuf, ctx: &Context) {
        let folder = whole_path(folder);
        self.anchor = None;
        self.list = FileList::default();
        self.listing = Listing::read(&folder, &self.purpose, self.has_hidden, ctx);
        self.folder_text = folder.to_string_lossy().into_owned();
        self.folder = folder;
        self.trouble.clear();
        self.wants_focus = true;
    }

    fn confirm(&mut self, ctx: &Context) -> Option<Answer> {
        if self.purpose.is_folder() {
            let is_there = self.folder.is_dir();
            return is_there.then(|| Answer::Chosen(vec![self.folder.clone()]));
        }
        if !self.purpose.opens() {
            self.name = endings::single(&self.purpose, self.name.trim()).to_owned();
        }
        let path = whole_path(self.folder.join(self.name.trim()));
        let names = match self.purpose.takes_several() && !path.exists() {
            true => names::quoted(&self.name),
            false => Vec::new(),
        };
        if !names.is_empty() {
            let paths: Vec<PathBuf> = names.iter().map(|name| self.folder.join(name)).collect();
            let Some(not_there) = paths.iter().find(|path| !path.exists()) else {
                return Some(Answer::Chosen(paths));
            };
            self.trouble = missing(not_there);
            self.wants_focus = true;
            return None;
        }
        if self.name.trim().is_empty() {
            return None;
        }
        if let Some(folder) = self.named_folder(&path) {
            if folder.is_dir() {
                self.name = self.purpose.file_name();
                self.enter(folder.to_owned(), ctx);
            } else {
                self.trouble = no_folder(folder);
                self.wants_focus = true;
            }
            return None;
        }
        if let Some(folder) = path.parent()
            && !folder.is_dir()
        {
            self.trouble = no_folder(folder);
            self.wants_focus = true;
            return None;
        }
        let found = match self.purpose.opens() {
            true => endings::named(&self.purpose, &path).ok_or_else(|| missing(&path)),
            false => endings::refusal(&self.purpose, &path).map_or(Ok(path), Err),
        };
        match found {
            Ok(path) => Some(Answer::Chosen(vec![path])),
            Err(why) => {
                self.trouble = why;
                self.wants_focus = true;
                None
            }
        }
    }

    /// The folder that is named in place of a file. Where it was typed over all but the end of the proposed
    /// name, that stands behind it.
    fn named_folder<'a>(&self, path: &'a Path) -> Option<&'a Path> {
        let name = self.name.trim();
        let is_folder = path.is_dir() || name.ends_with(std::path::is_separator);
        let has_folder = name.contains(std::path::is_separator);
        if is_folder {
            return Some(path);
        }
        let is_written = !self.purpose.opens();
        let is_before_end = is_written && has_folder && endings::is_bare(&self.purpose, path);
        path.parent().filter(|_| is_before_end)
    }
}

/// A field of one line, with its name before it; and whether it is confirmed by Enter.
fn field(ui: &mut Ui, label: &str, name: &str, text: &mut String, width: f32) -> (Response, bool) {
    if !label.is_empty() {
        let size = Vec2::new(NAMES - ui.spacing().item_spacing.x, theme::size::CONTROL);
        let left = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(size, left, |ui| {
            ui.set_min_size(size);
            ui.label(label);
        });
    }
    let line = TextEdit::singleline(text)
        .desired_width(width)
        .margin(egui::Margin::symmetric(8, 5));
    let response = ui.add(line);
    (ui.ctx()).accesskit_node_builder(response.id, |node| node.set_label(name));
    let confirmed = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    (response, confirmed)
}

/// Says what can't be done.
fn warn(ui: &mut Ui, text: &str) -> Response {
    let text = RichText::new(text).small();
    ui.label(text.color(theme::palette(ui).warning))
}

/// What is said of a file to open that doesn't exist.
fn missing(path: &Path) -> String {
    let name = format::file_name(path);
    let folder = path.parent().map(format::path).unwrap_or_default();
    format!("There is no file {name} in {folder}. Check the name, or choose a file from the list.")
}
