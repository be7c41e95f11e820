//! The library panel: what ships, the user's puzzle folder, recent files and the open collections, each
//! as a list of previews that is filtered by typing and sorted by a click on a column.
//!
//! A click on a row opens it, and so does Enter. With Ctrl or Shift a click chooses several, for an
//! experiment, for a collection of their own or for a file.

mod above;
mod columns;
mod large;
mod listing;
mod open_collections;
mod readings;
mod rows;
mod selection;
mod table;

use crate::gui::actions::Action;
use crate::gui::image_context;
use crate::gui::library::{CollectionId, LibraryAction, OpenCollection};
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::puzzle_lists::{PuzzleListsAction, Source};
use crate::gui::theme::{self, space};
use crate::gui::widgets::note;
use egui::{Id, Margin, Popup, RichText, Ui};
use listing::Listing;
use open_collections::OpenCollections;
use rows::View;
use std::collections::BTreeMap;
use tilescope_lab::format;

/// The library panel's view state.
#[derive(Default)]
pub struct LibraryPanel {
    /// Of what ships, the folder and recent files.
    views: [View; 3],
    /// Of the open collections, and the puzzle of each that was opened last when it was last drawn.
    collections: BTreeMap<CollectionId, (View, Option<usize>)>,
    /// The frame in which it was last drawn.
    drawn_in: Option<u64>,
    /// How often it was brought to the front for typing.
    n_focused: u64,
    /// The collection that was listed in the last frame.
    seen: Option<CollectionId>,
    /// Whether a row had the focus in the last frame.
    has_focus: bool,
    /// The list of open collections.
    open: OpenCollections,
    /// How many collections had been opened in the frame before.
    n_opened: u64,
    /// Whether a row of puzzles had the focus when a collection was to be named.
    is_named_from_row: bool,
    /// The widget of another panel that had the focus then.
    named_from: Option<Id>,
}

impl Panel for LibraryPanel {
    /// Three rows of controls, and some of the list.
    fn least_height(&self) -> f32 {
        190.0
    }

    fn head_ui(&mut self, ui: &mut Ui, model: &Model, _: &mut Vec<Action>) {
        let Some(listing) = Listing::of(model) else {
            return;
        };
        let Some(view) = self.view(model) else {
            return;
        };
        let (shown, all) = (view.rows().len(), listing.len());
        let count = |n: usize| format::count(n as u64);
        let chosen = match (view.selection.n(), view.n_hidden()) {
            (0, _) => String::new(),
            (n, 0) => format!(", {} chosen", count(n)),
            (n, hidden) => format!(", {} chosen, {} of them hidden", count(n), count(hidden)),
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
        let mut wants_typing = self.n_focused != model.puzzle_lists().n_focused();
        self.n_focused = model.puzzle_lists().n_focused();
        let had_focus = std::mem::take(&mut self.has_focus);
        let had_open = self.open.focused.take();
        let was_collection = self.seen.is_some();
        let is_typing = ui.ctx().text_edit_focused() && focus_elsewhere(ui).is_none();
        let n_opened = std::mem::replace(&mut self.n_opened, model.library().n_opened());
        let had_filter = is_typing && n_opened != self.n_opened;
        self.follow(model, had_focus || had_filter, had_open);
        if was_collection && model.library().open().is_empty() {
            // The last collection was closed, and with it what keys did here.
            wants_typing |= focus_elsewhere(ui).is_none();
        }
        let elsewhere = focus_elsewhere(ui);
        let margin = Margin {
            bottom: space::XS as i8,
            ..Margin::symmetric(space::L as i8, 0)
        };
        egui::Frame::new().inner_margin(margin).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            above::source_ui(ui, source, actions);
            let was_named = self.open.is_named();
            above::about_ui(ui, model, source, &mut self.open, actions);
            self.follow_name(ui, model, was_named, had_focus, elsewhere);
            if let Some((listing, view)) = Listing::of(model).zip(self.view_mut(model)) {
                let is_left = above::filter_ui(ui, view, wants_typing);
                if view.update(&listing)
                    && let Listing::Collection(open) = &listing
                {
                    let rows = view.rows();
                    let is_all = rows.iter().copied().eq(0..listing.len());
                    let order = (!is_all).then(|| rows.to_vec());
                    actions.push(LibraryAction::Order(open.id(), order).into());
                }
                if is_left && let Some(first) = view.rows().first().copied() {
                    view.choose(first, listing.len());
                    view.wants_focus = Some(first);
                }
                above::chosen_ui(ui, &listing, view, actions);
                if view.rows().is_empty() && listing.len() > 0 {
                    note(
                        ui,
                        "No entry matches the filter: each of its words must occur.",
                    );
                }
            }
        });
        let seen = self.seen;
        if let Some((listing, view)) = Listing::of(model).zip(self.view_mut(model))
            && !view.rows().is_empty()
        {
            // Each list is scrolled by itself.
            let shown = ui.push_id((source as usize, seen), |ui| {
                let typed = wants_typing;
                table::ui(ui, source, &listing, view, typed, actions)
            });
            self.has_focus = shown.inner;
        }
        // A menu or a page above the panels has the focus for as long as it is open, and when it closes nothing
        // has it for a moment.
        let is_away =
            ui.memory(|memory| memory.top_modal_layer().is_some() || memory.focused().is_none());
        let is_away = is_away || is_in_menu(ui);
        self.has_focus |= had_focus && is_away;
        self.open.focused = self.open.focused.or(had_open.filter(|_| is_away));
    }
}

/// The widget that has the focus, if it is in another panel.
fn focus_elsewhere(ui: &Ui) -> Option<Id> {
    let focused = ui.memory(|memory| memory.focused())?;
    let place = ui.viewport(|viewport| viewport.prev_pass.widgets.get(focused).copied())?;
    (!ui.max_rect().contains(place.rect.center())).then_some(focused)
}

/// Whether a menu is open, or may be opened or left by the pointer just now.
fn is_in_menu(ui: &Ui) -> bool {
    let is_pointed = ui.input(|input| input.pointer.any_down() || input.pointer.any_released());
    is_pointed || Popup::is_any_open(ui.ctx())
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

    /// Each collection has a view of its own, in which the puzzle that was opened last is chosen. `had_open` is
    /// the one whose row among the open collections had the focus.
    fn follow(&mut self, model: &Model, had_focus: bool, had_open: Option<CollectionId>) {
        let library = model.library();
        let is_open = |id: &CollectionId| library.open().iter().any(|it| it.id() == *id);
        self.collections.retain(|id, _| is_open(id));
        let is_listed = model.puzzle_lists().source() == Source::Collection;
        let active = library.active();
        let seen = active.map(OpenCollection::id).filter(|_| is_listed);
        let before = std::mem::replace(&mut self.seen, seen);
        let Some(active) = active else { return };
        let (view, chosen) = self.collections.entry(active.id()).or_default();
        // One that was shown before is where it was left.
        if before != seen && is_listed && !view.was_shown {
            view.revealed = active.chosen().or(Some(0));
        }
        // Arrows among the open collections take the focus along.
        let is_other = had_open.is_some_and(|id| is_open(&id) && id != active.id());
        if before != seen && is_listed && (had_focus || is_other) {
            // Keys go on in the list that they have opened.
            view.wants_focus = view.stop().or(active.chosen()).or(Some(0));
        }
        if std::mem::replace(chosen, active.chosen()) != active.chosen()
            && let Some(chosen) = active.chosen()
        {
            view.choose(chosen, active.collection().puzzles.len());
            if had_focus {
                view.wants_focus = Some(chosen);
            }
        }
    }

    /// The name of a collection that is asked for on a row of puzzles, or in another panel, gives the focus back
    /// to what had it. `elsewhere` is what had it in another panel when this frame began.
    fn follow_name(
        &mut self,
        ui: &Ui,
        model: &Model,
        was_named: bool,
        had_focus: bool,
        elsewhere: Option<Id>,
    ) {
        let is_named = self.open.is_named();
        if is_named && !was_named {
            self.is_named_from_row = had_focus;
            self.named_from = elsewhere;
        }
        if was_named && !is_named {
            // It may be gone by now, as a menu is.
            let is_there = |id: &Id| ui.viewport(|it| it.prev_pass.widgets.contains(*id));
            if let Some(id) = self.named_from.take().filter(is_there)
                && self.open.wants_focus.take().is_some()
            {
                ui.memory_mut(|memory| memory.request_focus(id));
            }
        }
        if !self.is_named_from_row {
            return;
        }
        let is_left = was_named && !is_named && self.open.wants_focus.take().is_some();
        let Some(view) = self.view_mut(model) else {
            return;
        };
        if is_left {
            view.wants_focus = view.place;
        } else if is_named {
            // The row that gets it in a list that is shown anew waits too.
            view.place = view.wants_focus.take().or(view.place);
        }
    }

    /// The view of what is listed; `None` if no collection is open to be listed.
    fn view(&self, model: &Model) -> Option<&View> {
        match model.puzzle_lists().source() {
            Source::Collection => {
                let active = model.library().active()?.id();
                self.collections.get(&active).map(|(view, _)| view)
            }
            source => self.views.get(source as usize),
        }
    }

    fn view_mut(&mut self, model: &Model) -> Option<&mut View> {
        match model.puzzle_lists().source() {
            Source::Collection => {
                let active = model.library().active()?.id();
                self.collections.get_mut(&active).map(|(view, _)| view)
            }
            source => self.views.get_mut(source as usize),
        }
    }
}
