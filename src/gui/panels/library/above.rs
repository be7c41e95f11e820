//! What stands above the rows: which list is shown, what is said of it and done with it, the filter,
//! and what is done with the chosen entries.

use super::listing::Listing;
use super::open_collections::OpenCollections;
use super::readings::{self, readings_ui};
use super::rows::View;
use crate::gui::actions::Action;
use crate::gui::conversions::{ConversionAction, Subject};
use crate::gui::library::{LibraryAction, OpenCollection};
use crate::gui::model::Model;
use crate::gui::puzzle_list::{MAX_FILES, PuzzleList};
use crate::gui::puzzle_lists::{PuzzleListsAction, Source};
use crate::gui::requests::GatheredFor;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{
    choice, elided, focus_and_select, icon_button, main_control, note, segmented_small, take_keys,
};
use egui::{
    Align, Button, Key, Label, Layout, Modifiers, Rect, Response, RichText, TextEdit, Ui,
    UiBuilder, Vec2,
};
use egui_material_icons::icons::ICON_CLOSE;
use tilescope_lab::format;

/// The lists, of which one is shown.
pub fn source_ui(ui: &mut Ui, source: Source, actions: &mut Vec<Action>) {
    let choices = [
        (Source::Examples, "Examples"),
        (Source::Folder, "Your folder"),
        (Source::Recent, "Recent files"),
        (Source::Collection, "Collections"),
    ];
    if let Some(chosen) = segmented_small(ui, source, &choices) {
        actions.push(PuzzleListsAction::Show(chosen).into());
    }
}

/// What is said of the list, and done with all of it.
pub fn about_ui(
    ui: &mut Ui,
    model: &Model,
    source: Source,
    open: &mut OpenCollections,
    actions: &mut Vec<Action>,
) {
    let puzzle_lists = model.puzzle_lists();
    match puzzle_lists.puzzle_list(source) {
        None => match model.library().active() {
            Some(active) => {
                let readings = readings::height(ui, active.file());
                open.ui(ui, model.library(), readings, actions);
                collection_ui(ui, active, actions);
                readings_ui(ui, active.file(), actions);
            }
            None if model.library().is_restoring() => drop(note(ui, "Reading…")),
            None => drop(note(
                ui,
                "No collection is open. A click on one in the other lists opens it here; File, \
                 Open… opens a file of many puzzles.",
            )),
        },
        Some(puzzle_list) => {
            if source == Source::Folder {
                folder_ui(ui, model, actions);
            }
            puzzle_list_ui(ui, puzzle_list, source);
        }
    }
}

fn named(response: Response, name: &str) -> Response {
    (response.ctx).accesskit_node_builder(response.id, |node| node.set_label(name));
    response
}

/// The user's puzzle folder.
fn folder_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        let choose = ui.button("Choose folder…");
        let choose = choose.on_hover_text("Choose the folder that your puzzles are in");
        if choose.clicked() {
            actions.push(PuzzleListsAction::AskFolder.into());
        }
        let refresh = ui.button("Refresh");
        let refresh = refresh.on_hover_text("Read the folder again");
        if named(refresh, "Refresh the folder").clicked() {
            actions.push(PuzzleListsAction::Refresh.into());
        }
        match model.puzzle_lists().folder() {
            Some(folder) => {
                let path = format::path(folder);
                let palette = theme::palette(ui);
                let text = RichText::new(&path).small().color(palette.dim);
                let label = egui::Label::new(text).truncate();
                ui.add(label).on_hover_text(path);
            }
            None => drop(note(ui, "There is no folder yet: choose one.")),
        }
    });
}

/// How the reading of a list goes on, or what it has found.
fn puzzle_list_ui(ui: &mut Ui, puzzle_list: &PuzzleList, source: Source) {
    let text = match (puzzle_list.ended(), source) {
        (None, _) if puzzle_list.is_reading() => "Reading…".to_owned(),
        (Some(Err(trouble)), _) => trouble.clone(),
        (Some(Ok(_)), Source::Recent) if puzzle_list.items().is_empty() => {
            "Files that you open or save are listed here.".to_owned()
        }
        (Some(Ok(summary)), Source::Folder) => {
            let nothing = match (puzzle_list.items().len(), summary.n_others) {
                (0, 0) => "There is no file of puzzles in this folder. ",
                _ => "",
            };
            let others = match summary.n_others {
                0 => String::new(),
                1 => "1 other file holds no puzzle. ".to_owned(),
                n => format!("{} other files hold no puzzle. ", format::count(n as u64)),
            };
            let cut = match summary.is_cut {
                false => String::new(),
                true => format!(
                    "Only the first {} files are listed: choose a folder in this one.",
                    format::count(MAX_FILES as u64)
                ),
            };
            format!("{nothing}{others}{cut}")
        }
        _ => String::new(),
    };
    if !text.trim().is_empty() {
        note(ui, text.trim_end());
    }
}

/// The buttons that save the active collection, and what of it is not saved.
fn collection_ui(ui: &mut Ui, active: &OpenCollection, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        what_ui(ui, "All");
        let save = ui.add_enabled(active.can_be_saved(), Button::new("Save"));
        let save = save.on_hover_text("Save the puzzles, with the lengths that were found here");
        let save = save.on_disabled_hover_text("Everything is saved");
        if named(save, "Save the collection").clicked() {
            actions.push(LibraryAction::Save.into());
        }
        let save_as = ui.button("Save as…");
        let save_as = save_as.on_hover_text("Save the collection to another file");
        if named(save_as, "Save the collection as…").clicked() {
            actions.push(LibraryAction::SaveAs.into());
        }
        let export = ui.button("Export…");
        let export = export.on_hover_text("Write the collection in the format of another program");
        if named(export, "Export the collection").clicked() {
            actions.push(ConversionAction::Show(Subject::Collection).into());
        }
        unsaved_ui(ui, active);
    });
}

/// What of a collection is not saved. It has one line in every panel, so that the rows below stay where
/// they are when a length is found.
fn unsaved_ui(ui: &mut Ui, active: &OpenCollection) {
    let text = match (active.is_in_no_file(), active.n_unsaved_results()) {
        (true, _) if active.is_kept_beside_file() => {
            "Its file holds another version: Save keeps yours.".to_owned()
        }
        (true, _) => "These puzzles are not saved.".to_owned(),
        (false, 0) if active.is_renamed() => "The new name is not saved.".to_owned(),
        (false, 0) => return,
        (false, 1) => "One length that was found here is not saved.".to_owned(),
        (false, n) => format!(
            "{} lengths that were found here are not saved.",
            format::count(n as u64)
        ),
    };
    let dim = theme::palette(ui).dim;
    let whole = elided(ui, &text, theme::text::SMALL, dim, f32::INFINITY);
    let is_short = whole.size().x > ui.available_size_before_wrap().x;
    let shown = if is_short { "Not saved." } else { &text };
    let shown = RichText::new(shown).small().color(dim);
    let label = ui.add(Label::new(shown).extend());
    named(label, &text).on_hover_text(text);
}

/// What the buttons of a row are about.
fn what_ui(ui: &mut Ui, what: &str) {
    const WIDTH: f32 = 44.0;
    let text = RichText::new(what).small().color(theme::palette(ui).dim);
    let size = Vec2::new(WIDTH, theme::size::ROW);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(WIDTH);
        ui.add(Label::new(text).selectable(false));
    });
}

/// The field of the filter, and the choice of a size. Returns whether a key leads from the field to the rows.
pub fn filter_ui(ui: &mut Ui, view: &mut View, wants_typing: bool) -> bool {
    ui.horizontal(|ui| {
        let sizes = view.sizes();
        let names: Vec<String> = sizes.iter().map(|size| size.to_string()).collect();
        let names = names.iter().map(String::as_str);
        let sizes = sizes.iter().map(|size| Some(*size)).zip(names);
        let choices: Vec<_> = std::iter::once((None, "All sizes")).chain(sizes).collect();
        const SIZE: f32 = 84.0;
        let id = ui.scope_id().with("filter");
        // The keys that leave the field for the list must not reach it.
        let has_focus = ui.memory(|memory| memory.has_focus(id));
        let keys = [Key::ArrowDown, Key::Enter];
        let is_left = has_focus && !take_keys(ui, Modifiers::NONE, &keys).is_empty();
        let room = ui.available_width() - SIZE - space::M;
        let field = TextEdit::singleline(&mut view.filter)
            .id(id)
            .hint_text("Filter: name, 4x4, 45, 40..50, unsolved")
            .desired_width(room.min(360.0));
        let field = ui.add(field);
        let field = field.on_hover_text(
            "Words that must occur: parts of a name, a size such as 4x4, a length such as 45, \
             lengths such as 40..50, solved, unsolved",
        );
        let field = named(field, "Filter the puzzles");
        if !view.filter.is_empty() {
            clear_ui(ui, field.rect, &mut view.filter);
        }
        if wants_typing {
            main_control(ui, &field);
            // The next filter replaces it.
            focus_and_select(ui, &field, &view.filter);
        }
        let chosen = choice(ui, "Size of the boards", view.size, &choices);
        view.size = chosen.unwrap_or(view.size);
        is_left
    })
    .inner
}

/// A cross at the end of the field of the filter, which empties it.
fn clear_ui(ui: &mut Ui, field: Rect, filter: &mut String) {
    let place = field.with_min_x(field.right() - field.height());
    let layout = Layout::right_to_left(Align::Center);
    let mut inside = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
    inside.spacing_mut().interact_size.y = theme::size::ROW - 2.0;
    let clear = icon_button(&mut inside, ICON_CLOSE, "Clear the filter");
    if clear.on_hover_text("Show all again").clicked() {
        filter.clear();
    }
}

/// Opens the chosen entry, or several as one collection.
pub fn open_chosen(listing: &Listing, view: &View) -> Action {
    match view.chosen()[..] {
        [only] => listing.open(only),
        ref several => {
            let picked = listing.picked(several.to_vec());
            PuzzleListsAction::Gather(picked, GatheredFor::Opening).into()
        }
    }
}

/// What is done with the chosen entries. Always there, so that nothing below it moves.
pub fn chosen_ui(ui: &mut Ui, listing: &Listing, view: &View, actions: &mut Vec<Action>) {
    let n = view.selection.n();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        // Closer, and without a word before them, where the last would have a line of its own.
        const WIDE: f32 = 374.0;
        if ui.available_width() < WIDE {
            ui.spacing_mut().button_padding.x = space::XS + 2.0;
        } else {
            what_ui(ui, "Chosen");
        }
        ui.add_enabled_ui(n > 0, |ui| {
            let open = named(ui.button("Open"), "Open the chosen");
            let open = open.on_hover_text("Open the chosen entry, or several as one collection");
            if open.on_disabled_hover_text(HOW).clicked() {
                actions.push(open_chosen(listing, view));
            }
            let add = named(ui.button("Experiment"), "Add the chosen to the experiment");
            let add = add.on_hover_text("Add the chosen entries to the experiment's instances");
            if add.on_disabled_hover_text(HOW).clicked() {
                let picked = listing.picked(view.chosen());
                actions.push(PuzzleListsAction::AddToExperiment(picked).into());
            }
            let save = named(ui.button("Save as…"), "Save the chosen as…");
            let save = save.on_hover_text("Save the chosen entries as a collection");
            if save.on_disabled_hover_text(HOW).clicked() {
                let picked = listing.picked(view.chosen());
                actions.push(PuzzleListsAction::Gather(picked, GatheredFor::Saving).into());
            }
            let export = named(ui.button("Export…"), "Export the chosen");
            let export = export.on_hover_text("Write the chosen entries in another format");
            if export.on_disabled_hover_text(HOW).clicked() {
                let picked = listing.picked(view.chosen());
                actions.push(PuzzleListsAction::Gather(picked, GatheredFor::Exporting).into());
            }
        });
    });
}

const HOW: &str = "Choose entries first: by the boxes before the rows, a click with Ctrl or Shift, or the \
                   arrow keys with Shift";
