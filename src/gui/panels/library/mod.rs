//! The library panel: what ships, the user's puzzle folder, recent files and the open collection, each
//! as a list of previews that is filtered by typing and sorted by a click on a column.
//!
//! A click on a row opens it, and so does Enter. With Ctrl or Shift a click chooses several, for an
//! experiment, for a collection of their own or for a file.

mod above;
mod columns;
mod large;
mod listing;
mod readings;
mod rows;
mod selection;
mod table;

use crate::gui::actions::Action;
use crate::gui::image_context;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::puzzle_lists::{PuzzleListsAction, Source};
use crate::gui::theme::{self, space};
use crate::gui::widgets::note;
use egui::{Margin, RichText, Ui};
use listing::Listing;
use rows::View;
use tilescope_lab::format;

/// The library panel's view state.
#[derive(Default)]
pub struct LibraryPanel {
    /// By the list that is shown.
    views: [View; 4],
    /// The frame in which it was last drawn.
    drawn_in: Option<u64>,
    /// How often it was brought to the front for typing.
    n_focused: u64,
    /// The collection that was open in the last frame, and the puzzle of it that was opened last.
    seen: (u64, Option<usize>),
    /// Whether a row had the focus in the last frame.
    has_focus: bool,
}

impl Panel for LibraryPanel {
    fn head_ui(&mut self, ui: &mut Ui, model: &Model, _: &mut Vec<Action>) {
        let Some(listing) = Listing::of(model) else {
            return;
        };
        let view = &self.views[model.puzzle_lists().source() as usize];
        let (shown, all) = (view.rows().len(), listing.len());
        let count = |n: usize| format::count(n as u64);
        let chosen = match view.selection.n() {
            0 => String::new(),
            n => format!(", {} chosen", count(n)),
        };
        let text = match (shown == all, all) {
            (true, 1) => "1 entry".to_owned(),
            (true, n) => format!("{} entries", count(n)),
            (false, n) => format!("{} of {} entries", count(shown), count(n)),
        };
        let text = format!("{text}{chosen}");
        ui.label(RichText::new(text).small().color(theme::palette(ui).dim));
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let source = model.puzzle_lists().source();
        self.note_shown(ui, model, actions);
        self.follow(model);
        let view = &mut self.views[source as usize];
        let wants_typing = self.n_focused != model.puzzle_lists().n_focused();
        self.n_focused = model.puzzle_lists().n_focused();
        let margin = Margin {
            bottom: space::XS as i8,
            ..Margin::symmetric(space::L as i8, 0)
        };
        egui::Frame::new().inner_margin(margin).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            above::source_ui(ui, source, actions);
            above::about_ui(ui, model, source, actions);
            above::filter_ui(ui, view, Listing::of(model).as_ref(), wants_typing);
            if let Some(listing) = Listing::of(model) {
                view.update(&listing);
                above::chosen_ui(ui, &listing, view, actions);
                if view.rows().is_empty() && listing.len() > 0 {
                    note(
                        ui,
                        "No entry matches the filter: each of its words must occur.",
                    );
                }
            }
        });
        self.has_focus = false;
        if let Some(listing) = Listing::of(model).filter(|_| !view.rows().is_empty()) {
            self.has_focus = table::ui(ui, source, &listing, view, actions);
        }
    }
}

impl LibraryPanel {
    /// Files can have changed while the panel was not shown.
    fn note_shown(&mut self, ui: &Ui, model: &Model, actions: &mut Vec<Action>) {
        if image_context::is_image(ui) {
            return;
        }
        let frame = ui.ctx().cumulative_frame_nr();
        let before = self.drawn_in.replace(frame);
        let is_shown_anew = before.is_none_or(|before| frame > before + 1);
        if is_shown_anew && model.puzzle_lists().source() != Source::Collection {
            actions.push(PuzzleListsAction::Refresh.into());
        }
    }

    /// Another collection begins without a filter; the puzzle that was opened last is chosen.
    fn follow(&mut self, model: &Model) {
        let library = model.library();
        let seen = (library.n_opened(), library.chosen());
        let before = std::mem::replace(&mut self.seen, seen);
        let view = &mut self.views[Source::Collection as usize];
        if before.0 != seen.0 {
            *view = View::default();
            // Keys go on in the list that they have opened.
            view.wants_focus = self.has_focus.then_some(0);
        }
        if before != seen
            && let Some(chosen) = seen.1
            && let Some(file) = library.file()
        {
            view.choose(chosen, file.collection.puzzles.len());
        }
    }
}
