//! The large board: tiles that slide, moved by mouse and keyboard.
//!
//! It shows a board and returns gestures; it never changes the board itself.

mod corner;
mod motion;
mod picture;
mod typing;

use super::cells::{Cells, place_name};
use super::tile::{self, TilePainter};
use super::{is_by_keys, note_waiting, take_arrows, take_keys};
use crate::gui::theme::{self, Palette};
use egui::{
    EventFilter, Id, Key, Modifiers, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind,
    Ui, UiBuilder, Vec2, WidgetInfo,
};
use motion::Motion;
pub use picture::PictureTiles;
use tilescope_puzzle::{Board, Direction, Size};
use typing::{Then, Typed, Typing, take_typed};

/// Help for a board that can be edited.
pub const HOW_TO_EDIT: &str = "Click a tile in line with the blank to slide it there.\n\
    Drag a tile or the blank onto another cell to swap the two.\n\
    Double-click a cell to type its number: the tile that was there goes to that number's old cell.\n\
    Drag the lower right corner to add or remove rows and columns.\n\
    With the board in focus, arrows move the blank, Ctrl and arrows choose a cell, digits \
    type its number and Space goes on to the next one, Space alone slides it.";

/// Help for a board that only plays.
pub const HOW_TO_PLAY: &str = "Click a tile in line with the blank to slide it there, or drag \
    one onto the other.\nWith the board in focus, arrows move the blank.";

/// The margin between the edge of the well and the tiles, in points.
pub const MARGIN: f32 = 6.0;

/// Tiles smaller than this, in points, have no room for a mark.
const MIN_MARKED: f32 = 22.0;

/// A board and how to show it.
pub struct Shown<'a> {
    /// Its accessible name. When it changes, a different board is shown, and nothing slides.
    pub name: &'a str,
    pub board: &'a Board,
    /// Tiles in the same cell as on this board are marked.
    pub goal: Option<&'a Board>,
    /// Whether tiles can be swapped and typed, not only slid.
    pub can_edit: bool,
    /// Whether the corner changes the size.
    pub can_resize: bool,
    /// The duration of a slide.
    pub slide_seconds: f32,
    /// The blank's move to highlight.
    pub hint: Option<Direction>,
    /// The picture on the tiles.
    pub picture: Option<PictureTiles<'a>>,
}

/// A gesture on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Gesture {
    /// Legal moves of the blank, at least one.
    Slide(Vec<Direction>),
    /// Swaps the contents of two cells.
    Swap(usize, usize),
    /// Puts a tile (0 for the blank) into a cell.
    Put { cell: usize, tile: u8 },
    /// Another size, by the corner.
    Resize(Size),
    /// Undoes the last slide: it was the first click of a double click.
    TakeBack,
    /// Undoes the last change.
    Undo,
    /// Makes that change again.
    Redo,
}

/// The view state of a board.
#[derive(Default)]
pub struct BoardWidget {
    motion: Motion,
    /// The cell that keys act on, of a board of this size.
    cursor: usize,
    size: Option<Size>,
    /// Whether the last input came from the keyboard, so that the cell is marked.
    uses_keys: bool,
    /// The cell that is being dragged: its tile, or the blank.
    lifted: Option<usize>,
    /// The cell whose click caused the last slide.
    slid: Option<usize>,
    typing: Option<Typing>,
    has_focus: bool,
    /// Whether a click of the secondary button asks for a menu.
    asks_menu: bool,
}

impl BoardWidget {
    /// Whether it has the keyboard focus. It leaves keys that it doesn't use to others.
    pub fn has_focus(&self) -> bool {
        self.has_focus
    }

    /// Keys act on the first cell again: another board is shown.
    pub fn choose_first(&mut self) {
        self.cursor = 0;
    }

    /// Keeps row and column of the cell that keys act on, where a board of another size has them.
    fn fit_cursor(&mut self, size: Size) {
        let before = self.size.replace(size).unwrap_or(size);
        let (cell, columns) = (self.cursor, before.columns());
        let (row, column) = (cell / columns, cell % columns);
        self.cursor = row.min(size.rows() - 1) * size.columns() + column.min(size.columns() - 1);
    }

    /// Whether it was clicked with the secondary button in this frame.
    pub fn asks_menu(&self) -> bool {
        self.asks_menu
    }

    /// Shows a board no higher than `side` points, centred in the width, and returns this frame's
    /// gesture, and the board as a whole. A board with more columns than rows may be wider.
    pub fn ui(&mut self, ui: &mut Ui, side: f32, shown: &Shown<'_>) -> (Option<Gesture>, Response) {
        let (_, area) = ui.allocate_space(Vec2::new(ui.available_width(), side));
        // An id that doesn't depend on the number of siblings: they come and go, and the focus
        // stays.
        let id = ui.scope_id().with("board");
        let size = shown.board.size();
        let shape = size.columns().max(size.rows()) as f32 / size.rows() as f32;
        let width = (side * shape).min(area.width().max(side));
        let room = Rect::from_center_size(area.center(), Vec2::new(width, side));
        let cells = Cells::fit(room, size, MARGIN, ui.pixels_per_point());
        self.fit_cursor(size);

        let focus = ui.interact(cells.board, id, Sense::FOCUSABLE);
        focus.widget_info(|| WidgetInfo::labeled(Role::Grid, true, shown.name));
        let builder = UiBuilder::new()
            .max_rect(cells.board)
            .accessibility_parent(id);
        // A child outside the layout: its contents lie in space that is already allocated.
        let mut inside = ui.new_child(builder);
        let gesture = self.inside_ui(&mut inside, id, &focus, &cells, shown);
        (gesture, focus)
    }

    fn inside_ui(
        &mut self,
        ui: &mut Ui,
        id: Id,
        focus: &Response,
        cells: &Cells,
        shown: &Shown<'_>,
    ) -> Option<Gesture> {
        let now = ui.input(|input| input.time);
        if self.motion.update(now, shown.name, shown.board) {
            self.typing = None;
            self.lifted = None;
        }
        self.has_focus = focus.has_focus();
        if ui.input(|input| input.pointer.any_pressed()) {
            self.uses_keys = false;
        }
        let keys = self.take_keys(ui, focus, shown);
        let air = self.lifted;
        let mouse = self.take_pointer(ui, id, cells, shown);
        let pointer = ui.input(|input| input.pointer.interact_pos());
        // A tile dropped in this frame is drawn at the pointer until the model has moved it.
        let lifted = self.lifted.or(air).zip(pointer);
        self.paint(ui, cells, shown, lifted, focus.has_focus());
        let typed = self.typing_ui(ui, id, cells, shown.board);
        if self.typing.as_ref().is_some_and(Typing::has_waiting) {
            note_waiting(ui.ctx());
        }
        if typed.is_some() {
            // The click that ended the typing has slid nothing that a double click could take back.
            self.slid = None;
        }
        let resized = (shown.can_resize).then(|| corner::ui(ui, id, cells, shown.board.size()));
        let resize = resized.flatten().map(Gesture::Resize);
        typed.or(mouse).or(keys).or(resize)
    }

    fn take_pointer(
        &mut self,
        ui: &Ui,
        id: Id,
        cells: &Cells,
        shown: &Shown<'_>,
    ) -> Option<Gesture> {
        if self.lifted.is_some() && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape)) {
            self.let_go(ui, cells, shown.board);
        }
        let mut gesture = None;
        self.asks_menu = false;
        let board = shown.board;
        for (cell, &tile) in board.tiles().iter().enumerate() {
            let rect = cells.cell(cell);
            let sense = Sense::CLICK | Sense::DRAG;
            let response = ui.interact(rect, id.with(("cell", cell)), sense);
            response.widget_info(|| {
                WidgetInfo::labeled(Role::GridCell, true, cell_name(board.size(), cell, tile))
            });
            self.asks_menu |= response.secondary_clicked();
            let is_touched = response.is_pointer_button_down_on() || response.clicked();
            // A drag ends the typing in another cell, as a click does.
            if response.drag_started() || is_touched && self.typing.is_none() {
                ui.memory_mut(|memory| memory.request_focus(id));
                self.cursor = cell;
                self.uses_keys = false;
            }
            if response.drag_started() {
                // After a frame that took long, the pointer may be over another cell by now.
                let pressed = ui.input(|input| input.pointer.press_origin());
                let from = pressed.and_then(|at| cells.at(at)).unwrap_or(cell);
                self.lifted = Some(from);
            }
            if response.drag_stopped()
                && let Some(from) = self.lifted
            {
                let target = response.interact_pointer_pos().and_then(|at| cells.at(at));
                gesture = target.and_then(|target| dropped(shown, from, target));
                self.let_go(ui, cells, board);
            }
            if response.double_clicked() && shown.can_edit {
                gesture = (self.slid == Some(cell)).then_some(Gesture::TakeBack);
                self.slid = None;
                self.typing = Some(Typing::new(cell, Vec::new()));
            } else if response.clicked() {
                let moves = moves_to(board, cell);
                self.slid = (!moves.is_empty()).then_some(cell);
                gesture = self.slid.map(|_| Gesture::Slide(moves));
                // A digit would go to this cell: that is marked.
                self.uses_keys = self.slid.is_none() && shown.can_edit;
            }
        }
        gesture
    }

    /// Ends a drag. A tile eases from the pointer to its cell.
    fn let_go(&mut self, ui: &Ui, cells: &Cells, board: &Board) {
        let pointer = ui.input(|input| input.pointer.interact_pos());
        let lifted = self.lifted.take().filter(|&cell| cell != board.blank());
        if let Some((cell, at)) = lifted.zip(pointer) {
            let from = in_the_air(cells, at).min - cells.board.min;
            self.motion.dropped(board.tiles()[cell], from);
        }
    }

    /// Handles the keys of a focused board and consumes those it uses.
    fn take_keys(&mut self, ui: &Ui, focus: &Response, shown: &Shown<'_>) -> Option<Gesture> {
        if !focus.has_focus() {
            return None;
        }
        // A menu that is closed by the pointer gives the focus back too.
        if focus.gained_focus() {
            self.uses_keys = is_by_keys(ui.ctx());
        }
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            // It ends a drag; the board keeps the focus.
            escape: true,
            tab: false,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(focus.id, filter));

        let size = shown.board.size();
        let mut board = shown.board.clone();
        let mut moves = Vec::new();
        for direction in take_arrows(ui, Modifiers::COMMAND) {
            self.cursor = size
                .neighbour(self.cursor, direction)
                .unwrap_or(self.cursor);
            self.uses_keys = true;
        }
        for key in take_keys(ui, Modifiers::COMMAND, &[Key::Home, Key::End]) {
            self.cursor = match key {
                Key::Home => 0,
                _ => size.n_cells() - 1,
            };
            self.uses_keys = true;
        }
        for direction in take_arrows(ui, Modifiers::NONE) {
            if board.slide(direction) {
                moves.push(direction);
            }
        }
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Space)) {
            moves.extend(moves_to(&board, self.cursor));
            self.uses_keys = true;
        }
        if shown.can_edit {
            let typed = take_typed(ui);
            let edit = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::F2));
            if edit || !typed.is_empty() {
                self.typing = Some(Typing::new(self.cursor, typed));
            }
        }
        (!moves.is_empty()).then_some(Gesture::Slide(moves))
    }

    fn typing_ui(&mut self, ui: &mut Ui, id: Id, cells: &Cells, board: &Board) -> Option<Gesture> {
        let (tile, then) = match self.typing.as_mut()?.ui(ui, id, cells, board) {
            Typed::Going => return None,
            Typed::Undo => return Some(Gesture::Undo),
            Typed::Redo => return Some(Gesture::Redo),
            Typed::Ended(tile, then) => (tile, then),
        };
        let typing = self.typing.take()?;
        let cell = typing.cell;
        match then {
            Then::Board => ui.memory_mut(|memory| memory.request_focus(id)),
            Then::Begin => {
                self.cursor = 0;
                ui.memory_mut(|memory| memory.request_focus(id));
            }
            Then::Elsewhere => {}
            Then::Cell(next) => {
                self.cursor = next;
                self.typing = Some(typing.at(next));
            }
        }
        let tile = tile.filter(|&tile| board.tiles()[cell] != tile)?;
        Some(Gesture::Put { cell, tile })
    }

    fn paint(
        &self,
        ui: &Ui,
        cells: &Cells,
        shown: &Shown<'_>,
        lifted: Option<(usize, Pos2)>,
        has_focus: bool,
    ) {
        let palette = theme::palette(ui);
        let painter = ui.painter();
        painter.rect_filled(cells.board, theme::radius::BOARD, palette.well);
        if has_focus {
            let stroke = Stroke::new(1.5, palette.accent);
            let (rect, radius) = (cells.board, theme::radius::BOARD);
            painter.rect_stroke(rect, radius, stroke, StrokeKind::Outside);
        }
        let now = ui.input(|input| input.time);
        let seconds = f64::from(shown.slide_seconds);
        if self.motion.is_moving(now, seconds) {
            ui.ctx().request_repaint();
        }
        let tiles = TilePainter::new(painter, palette, cells.side);
        let font = tile::font(cells.side, shown.board.size().n_cells() - 1);
        let picture = shown.picture.as_ref();
        let face = |tile: u8, rect: Rect| {
            tiles.face(rect);
            if let Some(picture) = picture {
                picture.face(painter, rect, tile);
            }
        };
        let number = |tile: u8, rect: Rect| {
            if let Some(picture) = picture {
                picture.number(painter, palette, rect, tile);
                return;
            }
            let galley = painter.layout_no_wrap(tile.to_string(), font.clone(), palette.tile_digit);
            tiles.number(rect, galley, palette.tile_digit);
        };
        let air = lifted.map(|(cell, _)| cell);
        let run_status: Vec<(u8, Rect)> = (shown.board.tiles().iter().enumerate())
            .filter(|&(cell, &tile)| tile != 0 && air != Some(cell))
            .map(|(cell, &tile)| (tile, self.motion.rect(now, seconds, cells, cell, tile)))
            .collect();
        run_status
            .iter()
            .for_each(|(tile, rect)| face(*tile, *rect));
        run_status
            .iter()
            .for_each(|(tile, rect)| number(*tile, *rect));
        if let Some(goal) = shown.goal.filter(|_| cells.side >= MIN_MARKED) {
            let is_home = |tile: u8| shown.board.cell_of(tile) == goal.cell_of(tile);
            let home = run_status.iter().filter(|(tile, _)| is_home(*tile));
            home.for_each(|(_, rect)| mark_home(ui, *rect, palette, picture.is_some()));
        }
        if let Some(direction) = shown.hint.filter(|_| lifted.is_none()) {
            paint_hint(ui, cells, shown.board, direction, &tiles);
        }
        if has_focus && self.uses_keys && self.typing.is_none() {
            if picture.is_some() {
                tiles.ring(cells.cell(self.cursor).shrink(2.0), palette.well);
            }
            tiles.ring(cells.cell(self.cursor), palette.accent);
        }
        if let Some((cell, at)) = lifted {
            let target = cells.at(at);
            let target = target.filter(|&target| dropped(shown, cell, target).is_some());
            if let Some(target) = target {
                tiles.ring(cells.cell(target), palette.accent);
            }
            let rect = in_the_air(cells, at);
            let tile = shown.board.tiles()[cell];
            if tile != 0 {
                face(tile, rect);
                number(tile, rect);
            }
            tiles.ring(rect, palette.accent);
        }
    }
}

/// The gesture of dropping the tile of one cell, or the blank, on another.
fn dropped(shown: &Shown<'_>, cell: usize, target: usize) -> Option<Gesture> {
    if cell == target {
        None
    } else if shown.can_edit {
        Some(Gesture::Swap(cell, target))
    } else {
        let blank = shown.board.blank();
        let moves = moves_to(shown.board, if cell == blank { target } else { cell });
        let fits = (cell == blank || target == blank) && !moves.is_empty();
        fits.then_some(Gesture::Slide(moves))
    }
}

/// The moves that bring the blank to `cell`, if both are in one row or column; otherwise none.
fn moves_to(board: &Board, cell: usize) -> Vec<Direction> {
    let columns = board.size().columns();
    let place = |cell: usize| (cell / columns, cell % columns);
    let ((row, column), (to_row, to_column)) = (place(board.blank()), place(cell));
    if row == to_row {
        let direction = if to_column < column {
            Direction::Left
        } else {
            Direction::Right
        };
        vec![direction; column.abs_diff(to_column)]
    } else if column == to_column {
        let direction = if to_row < row {
            Direction::Up
        } else {
            Direction::Down
        };
        vec![direction; row.abs_diff(to_row)]
    } else {
        Vec::new()
    }
}

/// The rectangle of what is dragged.
fn in_the_air(cells: &Cells, pointer: Pos2) -> Rect {
    Rect::from_center_size(pointer, Vec2::splat(cells.side))
}

/// “row 1, column 2: tile 8”.
fn cell_name(size: Size, cell: usize, tile: u8) -> String {
    let place = place_name(size, cell);
    if tile == 0 {
        format!("{place}: blank")
    } else {
        format!("{place}: tile {tile}")
    }
}

/// A ring around the tile to move, and in the blank an arrow in its direction.
fn paint_hint(
    ui: &Ui,
    cells: &Cells,
    board: &Board,
    direction: Direction,
    tiles: &TilePainter<'_>,
) {
    let Some(from) = board.size().neighbour(board.blank(), direction) else {
        return;
    };
    // As in the tree. The accent is the ring of the chosen cell.
    let colour = theme::palette(ui).solution;
    tiles.ring(cells.cell(from), colour);
    let blank = cells.cell(board.blank());
    let way = (blank.center() - cells.cell(from).center()).normalized();
    let across = way.rot90();
    let side = cells.side;
    // In fractions of a tile's side, from the edge where the tile enters.
    let at = |along: f32, aside: f32| {
        blank.center() + way * ((along - 0.5) * side) + across * (aside * side)
    };
    let stroke = Stroke::new((side * 0.07).clamp(1.5, 5.0), colour);
    ui.painter()
        .line_segment([at(0.22, 0.0), at(0.58, 0.0)], stroke);
    let head = vec![at(0.78, 0.0), at(0.52, 0.17), at(0.52, -0.17)];
    ui.painter()
        .add(Shape::convex_polygon(head, colour, Stroke::NONE));
}

/// A small dot on a tile in its goal cell.
fn mark_home(ui: &Ui, rect: Rect, palette: &Palette, is_on_picture: bool) {
    let radius = (rect.width() * 0.04).clamp(1.0, 2.5);
    let inset = (rect.width() * 0.13).max(3.0);
    let at = rect.right_top() + Vec2::new(-inset, inset);
    if is_on_picture {
        ui.painter().circle_filled(at, radius + 1.5, palette.well);
    }
    ui.painter().circle_filled(at, radius, palette.good);
}
