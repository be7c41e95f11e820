//! The file dialog in the window, for systems that have none of their own.

use super::purpose::Purpose;
use egui::{Context, Id, Key, LayerId, Order, Rect};
use egui_file::{FileDialog, State};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The dialog, and what it is for.
pub struct InWindowDialog {
    pub purpose: Purpose,
    dialog: FileDialog,
    /// The name in the field, which the dialog tells to its filter of names alone.
    name: Arc<Mutex<String>>,
}

/// What the user has done.
pub enum Answer {
    Cancelled,
    Chosen(PathBuf),
    /// There is no such file to open. The dialog stays open.
    Missing(PathBuf),
}

impl InWindowDialog {
    /// Opens in `folder`.
    pub fn new(purpose: Purpose, folder: Option<PathBuf>) -> Self {
        let dialog = match purpose.opens() {
            true => FileDialog::open_file(),
            false => FileDialog::save_file().default_filename(purpose.file_name()),
        };
        let extensions = purpose.extensions();
        let folder = folder.or_else(|| std::env::current_dir().ok());
        let name: Arc<Mutex<String>> = Arc::default();
        let told = name.clone();
        let mut dialog = dialog
            .title(purpose.title())
            .id(id(&purpose))
            .initial_path(folder.unwrap_or_default())
            .show_files_filter(Box::new(move |path: &Path| {
                let extension = path.extension();
                extension.is_some_and(|it| extensions.iter().any(|known| it == *known))
            }))
            .filename_filter(Box::new(move |name: &str| {
                name.clone_into(&mut told.lock().unwrap_or_else(PoisonError::into_inner));
                true
            }))
            .show_rename(false)
            .anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0])
            .default_size([560.0, 400.0])
            .resizable(true);
        dialog.open();
        InWindowDialog {
            purpose,
            dialog,
            name,
        }
    }

    /// Shows the dialog; an answer, once there is one.
    pub fn show(&mut self, ctx: &Context) -> Option<Answer> {
        let selected = self.dialog.path().map(Path::to_owned);
        self.dialog.show(ctx);
        focus_on_name(ctx, id(&self.purpose));
        if self.purpose.opens()
            && let Some(named) = self.named(ctx, selected)
        {
            return match named {
                folder if folder.is_dir() => {
                    self.dialog.set_path(folder);
                    None
                }
                file if file.exists() => Some(Answer::Chosen(file)),
                missing => {
                    self.dialog.open();
                    Some(Answer::Missing(missing))
                }
            };
        }
        match self.dialog.state() {
            State::Open => None,
            State::Selected => {
                let path = self.dialog.path().map(Path::to_owned);
                Some(path.map_or(Answer::Cancelled, Answer::Chosen))
            }
            State::Closed | State::Cancelled => Some(Answer::Cancelled),
        }
    }

    /// The file to open whose name was typed, once that is confirmed. The dialog itself opens what
    /// is selected in its list, `selected`, and does nothing for a file that doesn't exist.
    fn named(&self, ctx: &Context, selected: Option<PathBuf>) -> Option<PathBuf> {
        let name = self.name.lock().unwrap_or_else(PoisonError::into_inner);
        if name.is_empty() {
            return None;
        }
        let named = self.dialog.directory().join(&*name);
        let is_confirmed = match self.dialog.state() {
            State::Open => {
                let has_enter = ctx.input(|input| input.key_pressed(Key::Enter));
                has_enter && !named.exists() || is_open_clicked(ctx, id(&self.purpose))
            }
            // What was selected before, while another name stands in the field.
            State::Selected => selected.is_some() && selected.as_deref() == self.dialog.path(),
            State::Closed | State::Cancelled => false,
        };
        let is_selected = selected.as_deref() == Some(&*named);
        (is_confirmed && !is_selected).then_some(named)
    }
}

fn id(purpose: &Purpose) -> Id {
    Id::unique(purpose.title())
}

/// Gives the focus to the field with the file's name unless another widget of the dialog has it. So
/// Enter confirms. The dialog does not say which widget that is: it is the lowest that takes text,
/// which alone senses clicks and drags and takes the focus.
fn focus_on_name(ctx: &Context, dialog: Id) {
    let layer = LayerId::new(Order::Middle, dialog);
    let focused = ctx.memory(egui::Memory::focused);
    let field = ctx.viewport(|viewport| {
        let widgets = &viewport.this_pass.widgets;
        if widgets.get_layer(layer).any(|it| Some(it.id) == focused) {
            return None;
        }
        let fields = widgets.get_layer(layer).filter(|it| {
            let sense = it.sense;
            it.enabled && sense.senses_click() && sense.senses_drag() && sense.is_focusable()
        });
        let lowest = fields.max_by(|one, other| one.rect.top().total_cmp(&other.rect.top()));
        lowest.map(|field| field.id)
    });
    if let Some(field) = field {
        ctx.memory_mut(|memory| memory.request_focus(field));
    }
}

/// Whether the button *Open* was clicked. The dialog does not say so either: it is the second from
/// the right of the lowest row of buttons.
fn is_open_clicked(ctx: &Context, dialog: Id) -> bool {
    let layer = LayerId::new(Order::Middle, dialog);
    let button = ctx.viewport(|viewport| {
        let widgets = viewport.this_pass.widgets.get_layer(layer);
        let is_button = |it: &&egui::WidgetRect| {
            let sense = it.sense;
            let is_visible = it.interact_rect.is_positive();
            is_visible && sense.senses_click() && !sense.senses_drag() && sense.is_focusable()
        };
        let mut buttons: Vec<(Id, Rect)> = widgets
            .filter(is_button)
            .map(|it| (it.id, it.rect))
            .collect();
        let lowest = buttons.iter().map(|(_, rect)| rect.center().y);
        let lowest = lowest.fold(f32::NEG_INFINITY, f32::max);
        buttons.retain(|(_, rect)| rect.y_range().contains(lowest));
        buttons.sort_by(|(_, one), (_, other)| other.left().total_cmp(&one.left()));
        buttons.get(1).map(|(id, _)| *id)
    });
    let response = button.and_then(|button| ctx.read_response(button));
    response.is_some_and(|response| response.clicked())
}
