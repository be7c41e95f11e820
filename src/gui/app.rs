//! The application: one frame after another, from input to actions to picture.

mod answers;
mod carry_out;
mod clipboard;
mod display;
mod field_undo;
mod first_and_last;
mod focus;
mod in_panel;
mod opening;
mod press_alone;
mod pressed;
mod resting_pointer;
mod saving;
mod start;
mod tab_order;
mod typed_ahead;
mod watching;

use super::actions::Action;
use super::best_games;
use super::commands::{self, Command, Scope};
use super::fence::{self, ACTION, Fence, Remedy};
use super::file_watch::FileWatch;
use super::find_bar::FindBar;
use super::io::Io;
use super::model::Model;
use super::motion::Motion;
use super::native_dialogs::NativeDialogs;
use super::notices::Notices;
use super::overlays::Overlays;
use super::panel::Panel;
use super::panel_image::Animation;
use super::panel_key::Layout;
use super::panels::{Panels, board_is_in_sight};
use super::session::{Store, UnsavedCollections, WindowState};
use super::text::name_or_untitled;
use super::workspace::Workspace;
use super::{changed_files, menu_bar, status_line, theme};
use crate::gui::document::{Confirmation, DocumentAction};
use crate::gui::games::GamesAction;
use crate::gui::own_heuristics::OwnHeuristicsAction;
use crate::gui::requests::Page;
use crate::gui::timeline::TimelineAction;
use egui::ViewportCommand;
use field_undo::FieldUndo;
use focus::Focus;
use in_panel::InPanel;
use opening::Opening;
use press_alone::PressAlone;
use resting_pointer::RestingPointer;
use std::time::Duration;
use tab_order::TabOrder;
use typed_ahead::TypedAhead;

/// The parts of the window beside its panels, as the fence names them.
const MENU_BAR: &str = "The menu bar";
const CHANGED_FILES: &str = "The band of changed files";
const STATUS_LINE: &str = "The status line";
const FIND_BAR: &str = "The find bar";
const DOCK: &str = "The dock";
const PAGE: &str = "The page";
const FILE_DIALOG: &str = "The file dialog";
const NOTICES: &str = "The notices";

/// The first of these parts that has fallen.
fn fallen_part(fence: &Fence) -> Option<&'static str> {
    let parts = [
        MENU_BAR,
        CHANGED_FILES,
        STATUS_LINE,
        FIND_BAR,
        DOCK,
        PAGE,
        FILE_DIALOG,
        NOTICES,
        ACTION,
    ];
    parts.into_iter().find(|part| fence.crash(part).is_some())
}

/// The window's state: the model, the panels and where they are.
pub struct App {
    pub model: Model,
    panels: Panels,
    workspace: Workspace,
    overlays: Overlays,
    find_bar: FindBar,
    fence: Fence,
    io: Io,
    watch: FileWatch,
    notices: Notices,
    store: Option<Store>,
    window: WindowState,
    unsaved: Option<UnsavedCollections>,
    best_games: Option<best_games::Store>,
    title: String,
    /// The animation that is being saved.
    animation: Option<Animation>,
    /// Until the system's answer is known.
    motion: Option<Motion>,
    last_tick: Option<f64>,
    typed_ahead: TypedAhead,
    opening: Opening,
    resting_pointer: RestingPointer,
    field_undo: FieldUndo,
    focus: Focus,
    tab_order: TabOrder,
    in_panel: InPanel,
    /// True if Enter has just ended a text field of another panel than those of a search: then
    /// another Enter starts no search.
    has_entered: bool,
    /// For how many frames a page has lain over the panels.
    n_covered: u32,
    /// In how many frames the model is asked whether the window may close, if it is to close.
    closes_in: u32,
    /// Whether the model has agreed that the window closes.
    may_close: bool,
}

impl App {
    pub fn new(ctx: &egui::Context, native: NativeDialogs) -> Self {
        theme::install(ctx);
        ctx.add_plugin(PressAlone::default());
        let (waker, watch_waker) = (ctx.clone(), ctx.clone());
        App {
            model: Model::new(move || waker.request_repaint()),
            panels: Panels::default(),
            workspace: Workspace::default(),
            overlays: Overlays::default(),
            find_bar: FindBar::default(),
            fence: Fence::new(),
            io: Io::new(ctx, native),
            watch: FileWatch::new(move || watch_waker.request_repaint()),
            notices: Notices::default(),
            store: None,
            window: WindowState::default(),
            unsaved: None,
            best_games: None,
            title: String::new(),
            animation: None,
            motion: None,
            last_tick: None,
            typed_ahead: TypedAhead::default(),
            opening: Opening::default(),
            resting_pointer: RestingPointer::default(),
            field_undo: FieldUndo::default(),
            focus: Focus::default(),
            tab_order: TabOrder::default(),
            in_panel: InPanel::default(),
            has_entered: false,
            n_covered: 0,
            closes_in: 0,
            may_close: false,
        }
    }

    /// One frame.
    pub fn ui(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        let mut actions = vec![Action::Tick(self.elapsed(&ctx))];
        let mut commands = Vec::new();
        self.in_panel.begin(&ctx, &self.workspace);
        self.focus.begin(&ctx);
        let is_other = self.is_covered() && !self.overlays.shows(Page::Palette);
        (self.opening).take(&ctx, is_other, self.focus.is_entering());
        self.tab_order.begin(&ctx, &self.focus);
        // Ask before the panels run: Enter and Escape close a field or a list, which then no
        // longer shows that it used them.
        let is_typed =
            |ctx: &egui::Context| ctx.text_edit_focused() || egui::Popup::is_any_open(ctx);
        let had_taker = ctx.egui_wants_keyboard_input() || egui::Popup::is_any_open(&ctx);
        let was_typed = is_typed(&ctx);
        let had_field = ctx.text_edit_focused();
        let may_open = !self.is_covered() && Command::Palette.is_enabled(&self.model);
        let listens = self.overlays.palette_listens(&ctx);
        if self.typed_ahead.take(&ctx, may_open, listens) {
            commands.push(Command::Palette);
        }
        let mut pressed = self.take_before_fields(&ctx);
        self.take_system_events(&ctx, &mut actions);
        self.take_answers(&ctx, &mut actions);

        // A menu or a list would stay open above a page.
        self.n_covered = match self.is_covered() {
            true => self.n_covered.saturating_add(1),
            false => 0,
        };
        if self.n_covered == 1 {
            egui::Popup::close_all(&ctx);
        }
        self.resting_pointer.take(&ctx, self.n_covered);
        self.draw(ui, &mut actions, &mut commands);
        self.resting_pointer.give_back(&ctx);
        // Nor can one be played on a board that is scrolled away or in a panel that is not shown.
        let is_in_sight = board_is_in_sight(&ctx);
        if is_in_sight != self.model.games().is_in_sight() {
            actions.push(GamesAction::InSight(is_in_sight).into());
            ctx.request_repaint();
        }
        // Last, so that a panel or a page has had the keys that it takes for itself.
        if !self.is_covered() {
            // Copy and paste come from the system, as events of their own.
            let has_taker = had_taker || ctx.egui_wants_keyboard_input();
            let is_typed = was_typed || is_typed(&ctx);
            let has_field = had_field || ctx.text_edit_focused();
            self.note_entered(&ctx, had_field);
            let has_entered = self.has_entered;
            let scope = |it: Command, key| (it.entry().scope, commands::is_for_controls(key));
            let listens = |command, key| match scope(command, key) {
                _ if command == Command::Solve && has_entered => false,
                (Scope::Window, _) => true,
                (Scope::Untyped, _) => !has_field,
                (Scope::Unfocused, true) => !has_taker,
                (Scope::Unfocused, false) => !is_typed,
            };
            pressed.extend(commands::take_pressed(&ctx, listens));
        }

        // Actions first: they name cells and nodes of the model that the panels have shown, and
        // a command may put another problem in its place.
        for action in actions {
            self.apply(action);
        }
        for command in commands {
            self.guarded(|app| app.carry_out_chosen(&ctx, command));
        }
        for command in pressed {
            self.guarded(|app| app.carry_out_pressed(&ctx, command));
        }
        for request in self.model.take_requests() {
            self.guarded(|app| app.carry_out(&ctx, request));
        }
        self.end_focus(&ctx);
        self.field_undo.end(&ctx);
        self.advance_animation(&ctx);
        self.show_title(&ctx);
        if self.model.is_moving() {
            ctx.request_repaint();
        }
        if let Some(wait) = self.model.games().next_second() {
            ctx.request_repaint_after(wait);
        }
        let at_once = self.fence.take_news();
        if at_once {
            ctx.request_repaint();
        }
        self.save_session(&ctx, at_once);
    }

    /// Whether a page, a question or a dialog lies over the panels.
    fn is_covered(&self) -> bool {
        self.overlays.is_open(&self.model)
            || self.io.has_dialog()
            || self.animation.is_some()
            || fallen_part(&self.fence).is_some()
    }

    /// Applies an action inside the fence; `None` if it has panicked.
    fn apply(&mut self, action: Action) -> Option<()> {
        self.guarded(|app| app.model.apply(action))
    }

    /// Calls `act`. If that panics, the user's work is as it was before, and a page says so.
    fn guarded(&mut self, act: impl FnOnce(&mut Self)) -> Option<()> {
        let before = self.model.restore_point();
        let crash = match fence::catch(|| act(self)) {
            Ok(()) => return Some(()),
            Err(crash) => crash,
        };
        self.fence.note(ACTION, crash);
        let recover = Action::Recover(before.into());
        if let Err(crash) = fence::catch(|| self.model.apply(recover)) {
            self.fence.note(ACTION, crash);
        }
        None
    }

    /// Draws every part of the window, each inside the fence.
    fn draw(&mut self, ui: &mut egui::Ui, actions: &mut Vec<Action>, commands: &mut Vec<Command>) {
        let ctx = ui.ctx().clone();
        let (fence, model) = (&mut self.fence, &self.model);
        let (workspace, panels) = (&mut self.workspace, &mut self.panels);
        workspace.band = None;
        // The free part of the menu bar.
        let mut free = None;
        if !workspace.is_presentation() {
            let is_theme = |theme| theme == model.theme();
            let is_on = |command: Command| match command {
                Command::Contours => Some(model.colouring().has_contours()),
                _ => (workspace.is_on(command))
                    .or_else(|| command.theme().map(is_theme))
                    .or_else(|| command.board_view().map(|view| view == model.view())),
            };
            free = fence.draw(MENU_BAR, || {
                menu_bar::ui(ui, model, &is_on, actions, commands)
            });
            fence.draw(STATUS_LINE, || status_line::ui(ui, model, actions));
            let band = fence.draw(CHANGED_FILES, || changed_files::ui(ui, model, actions));
            workspace.band = band.flatten();
        } else {
            fence.draw(STATUS_LINE, || {
                status_line::other_problem_band_ui(ui, model)
            });
        }
        let find_bar = &mut self.find_bar;
        fence.draw(FIND_BAR, || find_bar.ui(ui, model, actions));
        egui::CentralPanel::no_frame().show(ui, |ui| {
            let drawn = fence.draw_parts(DOCK, |fence| {
                workspace.ui(ui, panels, fence, model, actions)
            });
            match drawn {
                Some(chosen) => commands.extend(chosen),
                // Tiles that were being drawn are missing in it.
                None => {
                    workspace.end_presentation(&ctx);
                    workspace.reset_shown();
                }
            }
        });
        let overlays = &mut self.overlays;
        let shown = |panel| Self::shown_size(workspace, model, panel);
        let chosen = fence.draw(PAGE, || overlays.ui(&ctx, model, &shown, actions));
        if let Some(command) = chosen.flatten() {
            match command.panel() {
                // Who looks for a panel would have it shown, never hidden.
                Some(panel) => {
                    workspace.show(panel);
                    self.focus.enter(&ctx, vec![panel]);
                }
                None => commands.push(command),
            }
        }
        if let Some(animation) = &mut self.animation {
            fence.draw(PAGE, || animation.ui(&ctx));
        }
        fence.draw(FILE_DIALOG, || self.io.ui(&ctx, actions));
        fence.draw(NOTICES, || self.notices.ui(&ctx, free));
        let Some(part) = fallen_part(fence) else {
            return;
        };
        match fence.page_ui(&ctx, part) {
            Some(Remedy::Reset) => self.reset(part, actions),
            Some(Remedy::Copy(report)) => actions.push(Action::Copy("the report", report)),
            None => {}
        }
    }

    /// Drops the state of a part that has fallen, so that it is drawn again.
    fn reset(&mut self, part: &'static str, actions: &mut Vec<Action>) {
        match part {
            PAGE => {
                self.overlays = Overlays::default();
                actions.push(DocumentAction::Confirm(Confirmation::Cancel).into());
            }
            FILE_DIALOG => self.io.close_dialog(actions),
            NOTICES => self.notices = Notices::default(),
            FIND_BAR => self.find_bar = FindBar::default(),
            _ => {}
        }
        self.fence.reset(part);
    }

    /// The parts of the window that have panicked, each with the reason.
    pub fn fallen_parts(&self) -> Vec<String> {
        let fallen = self.fence.fallen();
        fallen
            .map(|(part, crash)| format!("{part}: {} ({})", crash.message, crash.place))
            .collect()
    }

    /// Applies `action`, and panics before that is done, for tests.
    pub fn panic_in(&mut self, action: Action) {
        self.guarded(|app| {
            app.model.apply(action);
            panic!("in an action");
        });
    }

    /// Puts another panel in the place of the one with this key, for tests.
    pub fn replace_panel(&mut self, key: &str, panel: Box<dyn Panel>) {
        self.panels.replace(key, panel);
    }

    /// The puzzle's name in the window's frame, with a mark while it has unsaved changes.
    fn show_title(&mut self, ctx: &egui::Context) {
        let mark = if self.model.has_unsaved_changes() {
            "• "
        } else {
            ""
        };
        let name = self.model.shown_name();
        let title = format!("{mark}{} – Tilescope", name_or_untitled(&name));
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// The time since the last frame; at most a tenth of a second, after a rest.
    fn elapsed(&mut self, ctx: &egui::Context) -> Duration {
        let now = ctx.input(|input| input.time);
        let elapsed = now - self.last_tick.replace(now).unwrap_or(now);
        Duration::from_secs_f64(elapsed.clamp(0.0, 0.1))
    }

    /// Dropped files, the clipboard, and the wish to close the window.
    fn take_system_events(&mut self, ctx: &egui::Context, actions: &mut Vec<Action>) {
        let dropped = ctx.input(|input| {
            let files = input.raw.dropped_files.iter();
            files.map(|file| file.path().to_owned()).collect()
        });
        actions.extend(Self::opened(dropped));
        self.take_clipboard(ctx, actions);
        let is_focused = ctx.input(|input| input.focused);
        self.watch_files(is_focused, actions);
        // A game can't be played below a page, so its clock stands.
        let can_play = is_focused && !self.is_covered();
        if can_play != self.model.games().is_focused() {
            actions.push(GamesAction::Focus(can_play).into());
            if can_play {
                actions.push(OwnHeuristicsAction::Reload.into());
            }
        }
        if ctx.input(|input| input.viewport().close_requested()) && !self.may_close {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            // A field passes on what was typed when it loses the focus, some a frame later.
            self.closes_in = match ctx.text_edit_focused() {
                true => 3,
                false => 1,
            };
            if self.closes_in > 1 {
                ctx.memory_mut(|memory| memory.stop_text_input());
            }
        }
        if self.closes_in == 1 {
            actions.push(DocumentAction::Quit.into());
        }
        self.closes_in = self.closes_in.saturating_sub(1);
        if self.closes_in > 0 {
            ctx.request_repaint();
        }
    }

    /// Whether a file dialog of the window's own is open.
    pub fn has_file_dialog(&self) -> bool {
        self.io.has_dialog()
    }

    /// Shows one panel alone, over the whole window.
    pub fn show_only(&mut self, key: &'static str) {
        self.workspace.show_only(key);
    }

    /// Where the panels are, whether they are shown or not.
    pub fn layout(&self) -> &Layout {
        &self.workspace.layouts().shown().layout
    }

    /// Does what a command stands for, if it can be done now.
    pub fn carry_out_command(&mut self, ctx: &egui::Context, command: Command) {
        if !command.is_enabled(&self.model) {
            // Without a run to stop, Escape lets go of the selected node, and closes the notes.
            if command == Command::Stop {
                self.model.apply(TimelineAction::Select(None).into());
                self.model.apply(Action::PutNotesAway);
            }
            return;
        }
        if command.board_view().is_some() {
            self.brings_board(ctx);
        }
        // A move that is known waits until its board is seen.
        if command == Command::Hint && self.brings_board(ctx) && self.model.hint().is_some() {
            return;
        }
        match command {
            Command::Fullscreen => {
                let full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!full));
            }
            Command::ZoomIn => egui::gui_zoom::zoom_in(ctx),
            Command::ZoomOut => egui::gui_zoom::zoom_out(ctx),
            Command::ResetZoom => ctx.set_zoom_factor(1.0),
            Command::Paste => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            _ => {
                self.workspace.carry_out(ctx, command);
                if let Some(page) = command.page() {
                    self.overlays.open(page);
                }
                if let Some(action) = command.action(&self.model) {
                    self.model.apply(action);
                }
            }
        }
    }
}
