//! The rows of a list: previews, names, sizes and lengths. Keys walk through them.

use super::above;
use super::columns::{Field, PREVIEW, columns_of, fields};
use super::large;
use super::listing::Listing;
use super::rows::View;
use crate::gui::actions::Action;
use crate::gui::library::LibraryAction;
use crate::gui::puzzle_lists::Source;
use crate::gui::runs::RunsAction;
use crate::gui::theme;
use crate::gui::widgets::mini_board::MiniBoards;
use crate::gui::widgets::table::{
    Column, Row, Table, paint_lines, paint_text, paint_title, unseen_row,
};
use crate::gui::widgets::{ROW_KEYS, elided_before, main_control, pressed_with, take_keys};
use egui::{Align2, EventFilter, Key, Modifiers, Response, Stroke, Ui, Vec2};
use egui_material_icons::icons::{ICON_INSERT_DRIVE_FILE, ICON_MAP};
use std::collections::BTreeMap;
use std::path::MAIN_SEPARATOR;
use tilescope_puzzle::Size;

const TABLE: &str = "puzzles";
const ROW: f32 = PREVIEW + 2.0 * theme::space::XS;

/// What is drawn once for all rows.
struct Drawing<'a> {
    listing: &'a Listing<'a>,
    fields: Vec<Field>,
    columns: Vec<Column>,
    /// Previews of a size share what they have in common.
    previews: BTreeMap<(usize, usize), MiniBoards>,
}

/// The rows that are shown. Returns whether one of them has the focus. `is_typed` says that
/// the keys go to the filter.
pub fn ui(
    ui: &mut Ui,
    source: Source,
    listing: &Listing,
    view: &mut View,
    is_typed: bool,
    actions: &mut Vec<Action>,
) -> bool {
    // A wide list has room for the paths of folders.
    let for_origin = 0.22 * ui.available_width();
    let column = |(field, column): &(Field, Column)| match field {
        Field::Origin => column.at_least(for_origin),
        _ => *column,
    };
    let mut drawing = Drawing {
        listing,
        fields: fields(listing),
        columns: columns_of(listing).iter().map(column).collect(),
        previews: BTreeMap::new(),
    };
    let rows = view.rows().to_vec();
    let n_all = listing.len();
    let height = ui.available_height();
    let revealed = view.revealed;
    if view.was_shown {
        view.revealed = None;
    } else {
        // In the very first frame the rows do not know yet that they are cut off.
        ui.ctx().request_repaint();
    }
    let revealed = revealed.and_then(|index| rows.iter().position(|row| *row == index));
    let stop = view.stop();
    let columns = drawing.columns.clone();
    let (selection, wants_focus) = (&mut view.selection, &mut view.wants_focus);
    let mut clicked = None;
    let mut toggled = None;
    let mut stop_row = None;
    let mut has_focus = false;
    Table::new(TABLE, &columns)
        .sorting(&mut view.sorting)
        .row_height(ROW)
        .inset(theme::space::L)
        .gap(theme::space::M)
        .fill_height()
        .costly_rows()
        .reveal(revealed)
        .show(ui, rows.len(), |row| {
            view.was_shown = true;
            let index = rows[row.index()];
            let name = listing.accessible_name(index);
            let is_chosen = selection.contains(index);
            let (key, is_stop) = ((source, index), stop == Some(index));
            let (response, is_toggled) = row.selectable_by_box(key, &name, is_chosen, is_stop);
            if is_toggled {
                toggled = Some(index);
            }
            if is_stop {
                stop_row = Some((index, response.clone()));
            }
            if response.clicked() {
                clicked = Some((index, response.clone()));
            }
            let seen = drawing.cells(row, index);
            drawing.tooltip_ui(response, index, seen);
        });
    if stop_row.is_none()
        && let Some(index) = stop
    {
        let (name, is_chosen) = (listing.accessible_name(index), selection.contains(index));
        let response = unseen_row(ui, TABLE, (source, index), &name, is_chosen);
        if response.gained_focus() {
            view.revealed = Some(index);
        }
        if response.clicked() {
            clicked = Some((index, response.clone()));
        }
        stop_row = Some((index, response));
    }
    if let Some((index, row)) = &stop_row {
        // What is below a page cannot have it until a frame after the page.
        let may_have_it = ui.memory(|memory| memory.allows_interaction(row.layer_id));
        if *wants_focus == Some(*index) && may_have_it {
            *wants_focus = None;
            view.place = Some(*index);
            row.request_focus();
        }
        if !is_typed {
            main_control(ui, row);
        }
    }
    if let Some(index) = toggled {
        match ui.input(|input| input.modifiers.shift) {
            true => selection.extend(index, index, &rows, n_all),
            false => selection.toggle(index, n_all),
        }
    }
    if let Some((index, response)) = clicked {
        let entered = pressed_with(ui, Key::Enter);
        let pressed = entered.or_else(|| pressed_with(ui, Key::Space));
        let modifiers = pressed.unwrap_or_else(|| ui.input(|input| input.modifiers));
        if entered.is_some_and(|held| held.shift_only())
            && let Listing::Collection(open) = listing
        {
            // As everywhere: solve optimally, here the puzzle of the row.
            selection.only(index, n_all);
            actions.push(match open.has_open(index) {
                true => RunsAction::SolveOptimally.into(),
                false => LibraryAction::Solve(index).into(),
            });
        } else if entered == Some(Modifiers::NONE) && selection.n() > 1 && selection.contains(index)
        {
            actions.push(above::open_chosen(listing, view));
        } else if modifiers.command {
            selection.toggle(index, n_all);
        } else if modifiers.shift {
            selection.extend(index, index, &rows, n_all);
        } else {
            selection.only(index, n_all);
            actions.push(listing.open(index));
        }
        view.place = Some(index);
        response.request_focus();
        has_focus = true;
    }
    if let Some((index, response)) = stop_row.filter(|(_, row)| row.has_focus()) {
        view.place = Some(index);
        let n_page = (height / ROW) as usize;
        walk(ui, &response, index, n_page, &rows, n_all, view);
        return true;
    }
    has_focus || view.wants_focus.is_some()
}

/// The keys that a row takes while it has the focus: arrows walk, with Shift they choose a range, with
/// Ctrl they walk without choosing; Ctrl+A chooses all, and Escape does not take the focus away.
fn walk(
    ui: &Ui,
    response: &Response,
    index: usize,
    n_page: usize,
    rows: &[usize],
    n_all: usize,
    view: &mut View,
) {
    let filter = EventFilter {
        vertical_arrows: true,
        escape: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    if !take_keys(ui, Modifiers::COMMAND, &[Key::A]).is_empty() {
        view.selection.all(rows, n_all);
    }
    let from = rows.iter().position(|row| *row == index);
    let Some(from) = from else { return };
    let to = |by: isize| {
        let last = rows.len() as isize - 1;
        rows[(from as isize + by).clamp(0, last) as usize]
    };
    let reached = if let Some(by) = steps(ui, n_page, Modifiers::SHIFT) {
        view.selection.extend(index, to(by), rows, n_all);
        to(by)
    } else if let Some(by) = steps(ui, n_page, Modifiers::COMMAND) {
        to(by)
    } else if let Some(by) = steps(ui, n_page, Modifiers::NONE) {
        view.selection.only(to(by), n_all);
        to(by)
    } else {
        return;
    };
    view.wants_focus = Some(reached);
    view.revealed = Some(reached);
    ui.ctx().request_repaint();
}

/// The keys that walk through the rows, and how far.
fn steps(ui: &Ui, n_page: usize, modifiers: Modifiers) -> Option<isize> {
    let pressed = take_keys(ui, modifiers, &ROW_KEYS);
    let page = n_page.max(1) as isize;
    let step = |key: &Key| match key {
        Key::ArrowUp => -1,
        Key::ArrowDown => 1,
        Key::PageUp => -page,
        Key::PageDown => page,
        Key::Home => -(isize::MAX / 8),
        _ => isize::MAX / 8,
    };
    let steps = pressed.iter().take(4).map(step);
    steps.reduce(|one, other| one + other)
}

/// Which texts of a row are seen whole.
struct Seen {
    name: bool,
    origin: bool,
}

impl Drawing<'_> {
    fn cells(&mut self, row: &mut Row<'_, '_, '_>, index: usize) -> Seen {
        let mut seen = Seen {
            name: true,
            origin: true,
        };
        let (listing, previews) = (self.listing, &mut self.previews);
        let fields = &self.fields;
        row.cells(|ui, column| {
            let palette = theme::palette(ui);
            let (text, colour) = match fields[column] {
                Field::Number => ((index + 1).to_string(), palette.dim),
                Field::Start => {
                    let shown = listing.boards(index, |size, start, _| {
                        preview_ui(ui, size, start, previews)
                    });
                    if shown.is_none() {
                        sign_ui(ui, listing.kind(index) == "road map");
                    }
                    return;
                }
                Field::Goal => {
                    listing.boards(index, |size, _, goal| preview_ui(ui, size, goal, previews));
                    return;
                }
                Field::Name => {
                    let (name, kind) = (listing.name(index), listing.kind(index));
                    seen.name = paint_title(ui, ui.max_rect(), &name, &kind, palette.dim);
                    return;
                }
                Field::Size => {
                    let size = match listing.mixed_sizes(index) {
                        Some(_) => "mixed".to_owned(),
                        None => listing
                            .size(index)
                            .map_or(String::new(), |it| it.to_string()),
                    };
                    (size, palette.dim)
                }
                Field::Moves => (listing.moves(index), palette.text),
                Field::Origin => {
                    let colour = match listing.is_unsaved(index) {
                        true => palette.text,
                        false => palette.dim,
                    };
                    let (origin, room) = (listing.origin(index), ui.available_width());
                    if !origin.contains(MAIN_SEPARATOR) {
                        seen.origin = paint_lines(ui, ui.max_rect(), origin, colour);
                        return;
                    }
                    // Of a folder, the end says most.
                    let marks = [MAIN_SEPARATOR];
                    let shown = elided_before(ui, origin, &marks, theme::text::BODY, room);
                    seen.origin = shown == origin;
                    (shown.into_owned(), colour)
                }
            };
            let is_figure = matches!(fields[column], Field::Number | Field::Moves);
            paint_text(ui, &text, theme::text::BODY, colour, is_figure);
        });
        row.end(|_| {});
        seen
    }
}

impl Drawing<'_> {
    /// While the pointer rests on a row, shows its name and its origin if they are cut off, its file, its sizes
    /// if there are several, and its boards large if the preview has no numbers.
    fn tooltip_ui(&self, row: Response, index: usize, seen: Seen) {
        let is_small = (self.listing.size(index))
            .and_then(|size| self.previews.get(&(size.rows(), size.columns())))
            .is_some_and(|boards| !boards.has_numbers());
        let sizes = self.listing.mixed_sizes(index);
        let file = self.listing.file_name(index);
        let is_seen = seen.name && seen.origin;
        if is_small || !is_seen || sizes.is_some() || file.is_some() {
            row.on_hover_ui(|ui| {
                if !seen.name {
                    ui.label(self.listing.name(index));
                }
                if !seen.origin {
                    ui.label(self.listing.origin(index));
                }
                if let Some(file) = file {
                    ui.label(file);
                }
                if let Some(sizes) = sizes {
                    ui.label(format!("Boards of {sizes}"));
                }
                if !is_small {
                    return;
                }
                let shown = |size, start: &[u8], goal: &[u8]| large::ui(ui, size, start, goal);
                self.listing.boards(index, shown);
            });
        }
    }
}

fn preview_ui(
    ui: &Ui,
    size: Size,
    tiles: &[u8],
    previews: &mut BTreeMap<(usize, usize), MiniBoards>,
) {
    let rect = ui.max_rect();
    let boards = previews
        .entry((size.rows(), size.columns()))
        .or_insert_with(|| {
            let extent = Vec2::splat(PREVIEW);
            MiniBoards::new(ui.painter(), extent, size, theme::palette(ui))
        });
    let at = egui::pos2(rect.left(), rect.center().y - boards.extent().y / 2.0);
    boards.paint(ui.painter(), at, tiles, Stroke::NONE);
}

/// In the place of a board, the sign of a road map or of a file that was not read.
fn sign_ui(ui: &Ui, is_map: bool) {
    let sign = if is_map {
        ICON_MAP
    } else {
        ICON_INSERT_DRIVE_FILE
    };
    let rect = ui.max_rect();
    let at = egui::pos2(rect.left() + PREVIEW / 2.0, rect.center().y);
    let (centre, font) = (Align2::CENTER_CENTER, theme::icon(28.0));
    let colour = theme::palette(ui).faint;
    (ui.painter()).text(at, centre, sign.codepoint, font, colour);
}
