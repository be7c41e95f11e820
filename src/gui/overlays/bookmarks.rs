//! The page of bookmarks: the marked steps of the shown run, and the name and the note of the one that
//! is chosen. A click on a row goes to its step.

use crate::gui::actions::Action;
use crate::gui::bookmarks::{BookmarksAction, place, title};
use crate::gui::model::Model;
use crate::gui::replay::Replay;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, space};
use crate::gui::widgets::mini_state::MiniStates;
use crate::gui::widgets::note;
use crate::gui::widgets::table::{Column, Table, paint_text};
use egui::{Key, Stroke, TextEdit, Ui, Vec2, vec2};
use tilescope_lab::format;
use tilescope_lab::trace_file::Bookmark;

const WIDTH: f32 = 680.0;
const LIST_HEIGHT: f32 = 260.0;
const BOARD: Vec2 = Vec2::new(44.0, 44.0);
const ROW: f32 = BOARD.y + 2.0 * space::XS;

const COLUMNS: [Column; 5] = [
    Column::figure("step", 64.0),
    Column::figure("node", 72.0).left_out(1),
    Column::text("board", BOARD.x),
    Column::text("name", 170.0),
    Column::rest("note", 120.0),
];

/// Which bookmark is edited, and the boards of all.
#[derive(Default)]
pub struct BookmarksPage {
    replay: Replay,
    /// Whether the field of the name is to have the focus.
    takes_focus: bool,
}

impl BookmarksPage {
    pub fn open(&mut self) {
        self.takes_focus = true;
    }

    /// Shows the page; whether it was closed.
    pub fn ui(&mut self, ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) -> bool {
        let room = ctx.content_rect().size() - Vec2::splat(4.0 * space::XL);
        let frame = super::frame::page("bookmarks page", &ctx.global_style());
        let modal = frame.show(ctx, |ui| {
            ui.set_width(room.x.min(WIDTH));
            let is_closed = super::frame::head(ui, "Bookmarks");
            ui.add_space(space::S);
            let bookmarks = model.shown_bookmarks();
            let Some(entry) = model.runs().active().filter(|_| !bookmarks.is_empty()) else {
                let text = "No step of the shown run is marked. M marks the present step and the \
                            selected node; the notes are saved with the trace.";
                note(ui, text);
                return is_closed;
            };
            let run = entry.id.0;
            note(
                ui,
                &format!(
                    "Marked steps of run {run}. Click on one to go there. Save trace… keeps them."
                ),
            );
            ui.add_space(space::S);
            let chosen = bookmarks.binary_search_by_key(&model.place(), place).ok();
            self.list_ui(ui, entry, bookmarks, chosen, actions);
            ui.add_space(space::M);
            let is_done = match chosen {
                Some(index) => self.fields_ui(ui, index, &bookmarks[index], actions),
                None => {
                    note(ui, "Choose a bookmark to change its name or its note.");
                    false
                }
            };
            is_closed || is_done
        });
        modal.inner || super::frame::is_left(&modal)
    }

    fn list_ui(
        &mut self,
        ui: &mut Ui,
        entry: &RunEntry,
        bookmarks: &[Bookmark],
        chosen: Option<usize>,
        actions: &mut Vec<Action>,
    ) {
        let palette = theme::palette(ui);
        let problem = &entry.run.job().problem;
        let boards = MiniStates::new(ui.painter(), BOARD, problem, palette);
        let replay = &mut self.replay;
        let revealed = chosen.filter(|_| self.takes_focus);
        Table::new("bookmarks", &COLUMNS)
            .row_height(ROW)
            .inset(space::S)
            .gap(space::M)
            .max_height(LIST_HEIGHT)
            .reveal(revealed)
            .show(ui, bookmarks.len(), |row| {
                let index = row.index();
                let bookmark = &bookmarks[index];
                let title = title(bookmark);
                let step = format::count(bookmark.step.into());
                let node = shown_node(entry, bookmark);
                let name = format!("Step {step}: {title}");
                let response = row.selectable(index, &name, chosen == Some(index));
                if response.clicked() {
                    actions.push(BookmarksAction::GoTo(index).into());
                }
                row.cells(|ui, column| {
                    let (text, colour) = match column {
                        0 => (step.clone(), palette.text),
                        1 => {
                            let node = bookmark.node.map(|node| format::count(node.into()));
                            (node.unwrap_or_default(), palette.dim)
                        }
                        2 => {
                            if let Some(state) = node.and_then(|it| replay.state(entry, it)) {
                                let place = ui.max_rect();
                                let lower = (place.height() - boards.extent().y) / 2.0;
                                let min = place.min + vec2(0.0, lower);
                                boards.paint(ui.painter(), min, state, Stroke::NONE);
                            }
                            return;
                        }
                        3 => (title.to_owned(), palette.text),
                        _ => (bookmark.note.replace('\n', " "), palette.dim),
                    };
                    let is_figure = COLUMNS[column].is_figure;
                    paint_text(ui, &text, theme::text::BODY, colour, is_figure);
                });
            });
    }

    /// The name and the note of a bookmark; whether Enter was pressed in the name.
    fn fields_ui(
        &mut self,
        ui: &mut Ui,
        index: usize,
        bookmark: &Bookmark,
        actions: &mut Vec<Action>,
    ) -> bool {
        let (mut name, mut text) = (bookmark.name.clone(), bookmark.note.clone());
        let field = TextEdit::singleline(&mut name)
            .hint_text("Name")
            .char_limit(Bookmark::MAX_NAME)
            .desired_width(f32::INFINITY)
            .margin(egui::Margin::symmetric(10, 7));
        let field = ui.add(field);
        (ui.ctx()).accesskit_node_builder(field.id, |node| node.set_label("Name of the bookmark"));
        if std::mem::take(&mut self.takes_focus) {
            field.request_focus();
        }
        let is_done = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        ui.add_space(space::S);
        let notes = TextEdit::multiline(&mut text)
            .hint_text("Note")
            .char_limit(Bookmark::MAX_NOTE)
            .desired_rows(3)
            .desired_width(f32::INFINITY)
            .margin(egui::Margin::symmetric(10, 7));
        let notes = egui::ScrollArea::vertical()
            .max_height(96.0)
            .show(ui, |ui| ui.add(notes))
            .inner;
        (ui.ctx()).accesskit_node_builder(notes.id, |node| node.set_label("Note of the bookmark"));
        if field.changed() || notes.changed() {
            let note = text;
            actions.push(BookmarksAction::Edit { index, name, note }.into());
        }
        ui.add_space(space::M);
        if ui.button("Delete bookmark").clicked() {
            actions.push(BookmarksAction::Remove(index).into());
        }
        is_done
    }
}

/// The node whose board is shown: the marked one, or else the one that the step expands.
fn shown_node(entry: &RunEntry, bookmark: &Bookmark) -> Option<u32> {
    let trace = entry.run.trace();
    bookmark
        .node
        .or_else(|| trace.expanded_node(bookmark.step))
        .or(Some(0))
}
