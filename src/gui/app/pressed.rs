//! What keys do beyond the commands themselves: they lead the focus into panels, and fields leave them alone.

use super::{App, first_and_last, focus};
use crate::gui::commands::{self, Command};
use crate::gui::library::OpenCollection;
use crate::gui::puzzle_lists::Source;
use crate::gui::requests::{Page, Request};
use egui::{Context, Key, Modifiers};

/// Keys of commands with which a text field would delete something.
const EDITING: [Key; 3] = [Key::K, Key::H, Key::W];

impl App {
    /// Takes the text that comes along with Alt and a key: these open a menu or choose a layout, and type nothing.
    fn drop_text_of_alt(ctx: &Context) {
        // There the key types a character of its own, as AltGr does elsewhere.
        if cfg!(target_os = "macos") {
            return;
        }
        ctx.input_mut(|input| {
            let mut has_alt = false;
            input.events.retain(|event| match event {
                egui::Event::Key {
                    pressed: true,
                    modifiers,
                    ..
                } => {
                    has_alt = modifiers.matches_exact(Modifiers::ALT);
                    true
                }
                egui::Event::Text(_) => !has_alt,
                _ => true,
            });
        });
    }

    /// Takes what a text field would misunderstand before a field sees it: the text of keys with Alt, and the
    /// keys of commands with which it would delete something.
    /// While a page is open they do nothing; the palette takes its own for itself.
    pub(super) fn take_before_fields(&self, ctx: &Context) -> Vec<Command> {
        Self::drop_text_of_alt(ctx);
        let is_covered = self.is_covered();
        if self.overlays.shows(Page::Palette) {
            return Vec::new();
        }
        let mut taken = Vec::new();
        ctx.input_mut(|input| {
            input.events.retain(|event| match event {
                egui::Event::Key {
                    key,
                    pressed: true,
                    modifiers,
                    ..
                } if EDITING.contains(key) && modifiers.matches_exact(Modifiers::COMMAND) => {
                    taken.extend(commands::command_of(event));
                    false
                }
                _ => true,
            });
        });
        match is_covered {
            true => Vec::new(),
            false => taken,
        }
    }

    /// Does what a command stands for that was chosen from a menu or the palette. The focus follows into a
    /// panel that it shows, unless it was chosen with the mouse.
    pub(super) fn carry_out_chosen(&mut self, ctx: &Context, command: Command) {
        if let Command::NextPanel
        | Command::PreviousPanel
        | Command::NextTab
        | Command::PreviousTab = command
        {
            self.carry_out_pressed(ctx, command);
            return;
        }
        self.carry_out_command(ctx, command);
        let by_pointer = ctx.input(|input| input.pointer.any_released());
        if by_pointer {
            return;
        }
        match command.panel() {
            Some(panel) => self.focus.enter(ctx, vec![panel]),
            None => self.enter_board(ctx, command),
        }
    }

    /// A board that was chosen takes the keys at once, as in the layout Play.
    fn enter_board(&mut self, ctx: &Context, command: Command) {
        let shows_board = command == Command::LayoutPlay || command.board_view().is_some();
        let board = Command::PanelPuzzle.panel();
        if let Some(panel) = board.filter(|_| shows_board && command.is_enabled(&self.model)) {
            self.focus.enter_changed(ctx, panel);
        }
    }

    /// Brings the panel of the board into view; whether it was not.
    pub(super) fn brings_board(&mut self, ctx: &Context) -> bool {
        let board = Command::PanelPuzzle.panel();
        let hidden = board.filter(|it| self.workspace.visible().all(|seen| seen != *it));
        if let Some(panel) = hidden {
            self.carry_out(ctx, Request::ShowPanel(panel));
        }
        hidden.is_some()
    }

    /// Does what a command stands for whose keys were pressed. Those of a panel show it and lead to its main
    /// control.
    pub(super) fn carry_out_pressed(&mut self, ctx: &Context, command: Command) {
        // What it does may lie below a list that is open.
        egui::Popup::close_all(ctx);
        let command = match command {
            Command::Save if self.saves_collection(ctx) => Command::SaveCollection,
            Command::SaveAs if self.saves_collection(ctx) => Command::SaveCollectionAs,
            _ => command,
        };
        if let Command::NextPanel | Command::PreviousPanel = command {
            let here = self.focused_panel(ctx);
            let panels = self.panels_after(here, command == Command::PreviousPanel);
            self.focus.enter(ctx, panels);
            return;
        }
        if let Command::NextTab | Command::PreviousTab = command {
            self.turn_tab(ctx, command == Command::PreviousTab);
            return;
        }
        let Some(panel) = command.panel() else {
            self.carry_out_command(ctx, command);
            self.enter_board(ctx, command);
            return;
        };
        if self.workspace.visible().all(|seen| seen != panel) {
            self.carry_out(ctx, Request::ShowPanel(panel));
        }
        self.focus.enter(ctx, vec![panel]);
    }

    /// Notes whether Enter has just ended a text field elsewhere than in the panels of a search.
    pub(super) fn note_entered(&mut self, ctx: &Context, had_field: bool) {
        let is_enter = |event: &egui::Event| match event {
            egui::Event::Key {
                key, pressed: true, ..
            } => Some(*key == Key::Enter),
            egui::Event::PointerButton { pressed: true, .. } => Some(false),
            _ => None,
        };
        let Some(is_enter) = ctx.input(|input| input.raw.events.iter().find_map(is_enter)) else {
            return;
        };
        let ends_field = had_field && !ctx.text_edit_focused();
        let has_focus = ctx.memory(|memory| memory.focused().is_some());
        let was_in = self.focus.last_panel();
        let is_of_search = was_in.is_none_or(|it| ["Puzzle", "Search", "Tree"].contains(&it));
        let stays = self.has_entered || (ends_field && !is_of_search);
        self.has_entered = is_enter && !has_focus && stays;
    }

    /// Whether the keys of Save and of Save as are for the collection of the library: the focus is on its puzzles,
    /// and the open one is as it was there.
    fn saves_collection(&self, ctx: &Context) -> bool {
        let is_listed = self.focused_panel(ctx) == Command::PanelLibrary.panel()
            && self.model.puzzle_lists().source() == Source::Collection;
        let active = self.model.library().active();
        let has_place = |it: &OpenCollection| it.is_unsaved() || it.own_file().is_some();
        is_listed && active.is_some_and(has_place) && !self.model.has_unsaved_changes()
    }

    /// Shows the tab beside the panel that has the focus, or had it last, else beside the one under the pointer or
    /// the first, and gives it the focus.
    fn turn_tab(&mut self, ctx: &Context, is_backwards: bool) {
        let pointed = ctx.pointer_latest_pos();
        let here = (self.focused_panel(ctx))
            .or_else(|| self.workspace.panel_at(pointed?))
            .into_iter();
        let next = here
            .chain(self.workspace.visible())
            .find_map(|panel| self.workspace.beside(panel, is_backwards));
        if let Some(next) = next {
            self.workspace.show(next);
            self.focus.enter(ctx, vec![next]);
        }
    }

    /// The panels and the band that are seen, from the next after this one on, or from the one before it backwards.
    fn panels_after(&self, here: Option<&'static str>, is_backwards: bool) -> Vec<&'static str> {
        let mut visible: Vec<_> = self.workspace.band_and_visible().collect();
        if is_backwards {
            visible.reverse();
        }
        let at = here.and_then(|here| visible.iter().position(|panel| *panel == here));
        visible.rotate_left(at.map_or(0, |at| at + 1));
        visible
    }

    /// The panel in which the focus is, or was before the palette or a menu had it.
    fn focused_panel(&self, ctx: &Context) -> Option<&'static str> {
        let focused = self.focus.of_panels()?;
        let place = focus::drawn(ctx, focused)?.rect;
        self.workspace.panel_at(place.center())
    }

    /// What concerns the focus at the end of a frame.
    pub(super) fn end_focus(&mut self, ctx: &Context) {
        let is_covered = self.is_covered();
        let workspace = &self.workspace;
        let in_panel = |at| workspace.is_in_panel(at);
        self.tab_order.end(ctx, &mut self.focus, in_panel);
        self.focus.end(ctx, is_covered, workspace);
        first_and_last::lead(ctx, &mut self.focus);
        let has_find_bar = self.model.finds().is_open();
        self.focus.end_find_bar(ctx, has_find_bar, workspace);
        let is_covered = is_covered || egui::Popup::is_any_open(ctx);
        self.in_panel
            .end(ctx, &mut self.focus, is_covered, workspace);
    }
}
