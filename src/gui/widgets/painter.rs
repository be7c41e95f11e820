//! Painting a partition of the tiles into patterns on a board. Each tile has the colour and the
//! letter of its pattern, and the size of the tables is shown beside the board.

use super::cells::Cells;
use super::tile::{self, TilePainter};
use super::{ARROWS, Radios, check_box, elided};
use crate::gui::text::sentence;
use crate::gui::theme::{self, Palette, space};
use egui::{
    Align2, Color32, CornerRadius, FontId, Key, Modifiers, Rect, Response, RichText, Role, Sense,
    Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
};
use tilescope_lab::format;
use tilescope_puzzle::heuristics::PatternDatabases;
use tilescope_puzzle::pattern_database::{Blank, Partition};
use tilescope_puzzle::{Board, Costs};

/// A partition being edited.
pub struct PatternPainter {
    costs: Costs,
    painted: Painted,
    /// The states before each change, and those that redo restores.
    undo: Vec<Painted>,
    redo: Vec<Painted>,
    /// The pattern to paint with.
    brush: usize,
    /// The tile at which Tab stops. Arrows go from it to others, and Space paints it.
    stop: u8,
    /// During a drag, what the tiles under the pointer are set to.
    stroke: Option<Option<usize>>,
}

/// The state that undo and redo restore.
#[derive(Clone, PartialEq)]
struct Painted {
    goal: Board,
    of_tile: OfTile,
    blank: Blank,
}

/// For each tile, its pattern; `None` for the blank, tile 0.
type OfTile = Vec<Option<usize>>;

/// The label of the check box.
pub const KEEP_BLANK: &str = "Keep the blank";

/// The tooltip of the check box.
pub const KEEP_BLANK_HINT: &str = "The tables also store the region of the blank. h is at least as \
    large, and consistent; the tables are up to three times as large";

/// One pattern per letter.
const MAX_PATTERNS: usize = 26;

/// The side of the board and the width of the list beside it, in points.
const BOARD: f32 = 320.0;
const LIST: f32 = 232.0;

impl PatternPainter {
    /// The total width, in points.
    pub const WIDTH: f32 = BOARD + space::XL + LIST;

    /// The least side of the board, in points.
    const MIN_BOARD: f32 = 200.0;

    /// Starts with `partition` if its tiles are on this goal, and otherwise with groups of four or
    /// five tiles in the order of the goal.
    pub fn new(goal: &Board, costs: Costs, partition: Option<&Partition>) -> Self {
        let fits = |tile: &u8| usize::from(*tile) < goal.size().n_cells();
        let fitting = partition.filter(|partition| partition.iter().flatten().all(fits));
        PatternPainter {
            costs,
            painted: Painted {
                goal: goal.clone(),
                of_tile: match fitting {
                    Some(partition) => parted(goal, partition),
                    None => parted(goal, &groups(goal)),
                },
                blank: partition.map_or(Blank::Minimised, |partition| partition.blank),
            },
            undo: Vec::new(),
            redo: Vec::new(),
            brush: 0,
            stop: 1,
            stroke: None,
        }
    }

    /// Shows another goal or partition. Undo restores what was painted.
    pub fn show(&mut self, goal: &Board, partition: &Partition) {
        let shown = Painted {
            goal: goal.clone(),
            of_tile: parted(goal, partition),
            blank: partition.blank,
        };
        if self.painted != shown {
            self.keep();
            self.painted = shown;
        }
        self.brush = 0;
    }

    /// Shows the board, in a place of this height, and the list. Ctrl+Z and Ctrl+Y undo and redo.
    pub fn ui(&mut self, ui: &mut Ui, height: f32) {
        let pressed = |modifiers: Modifiers, key| ui.input_mut(|i| i.consume_key(modifiers, key));
        let shift = Modifiers::COMMAND.plus(Modifiers::SHIFT);
        if pressed(shift, Key::Z) || pressed(Modifiers::COMMAND, Key::Y) {
            self.redo();
        } else if pressed(Modifiers::COMMAND, Key::Z) {
            self.undo();
        }
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::XL;
            let side = height.clamp(Self::MIN_BOARD, BOARD);
            self.board_ui(ui, side);
            ui.vertical(|ui| {
                ui.set_width(LIST + BOARD - side);
                self.list_ui(ui, side);
            });
        });
    }

    pub fn goal(&self) -> &Board {
        &self.painted.goal
    }

    /// Whether the tables keep the blank.
    pub fn blank(&self) -> Blank {
        self.painted.blank
    }

    /// Removes all tiles from their patterns.
    pub fn clear(&mut self) {
        self.keep();
        self.painted.of_tile.fill(None);
        self.brush = 0;
    }

    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub fn undo(&mut self) {
        if let Some(before) = self.undo.pop() {
            self.redo.push(std::mem::replace(&mut self.painted, before));
        }
    }

    pub fn redo(&mut self) {
        if let Some(after) = self.redo.pop() {
            self.undo.push(std::mem::replace(&mut self.painted, after));
        }
    }

    /// Saves the state for undo, before a change.
    fn keep(&mut self) {
        self.undo.push(self.painted.clone());
        self.redo.clear();
    }

    /// The painted partition, without empty patterns.
    pub fn partition(&self) -> Partition {
        let of_tile = &self.painted.of_tile;
        let of = |pattern| {
            let tiles = (1..of_tile.len()).filter(|&tile| of_tile[tile] == Some(pattern));
            tiles.map(|tile| tile as u8).collect::<Vec<u8>>()
        };
        let patterns = (0..MAX_PATTERNS).map(of);
        let patterns: Partition = patterns.filter(|tiles| !tiles.is_empty()).collect();
        patterns.with(self.painted.blank)
    }

    /// The number of letters shown: those in use, the chosen one, and one more.
    fn n_shown(&self) -> usize {
        let used = self.painted.of_tile.iter().flatten().max();
        let used = used.map_or(0, |max| max + 1);
        (used.max(self.brush + 1) + 1).min(MAX_PATTERNS)
    }

    fn board_ui(&mut self, ui: &mut Ui, side: f32) {
        let palette = theme::palette(ui);
        let (id, area) = ui.allocate_space(Vec2::splat(side));
        let goal = self.painted.goal.clone();
        let size = goal.size();
        let cells = Cells::fit(area, size, 6.0, ui.pixels_per_point());
        let painter = ui.painter().clone();
        painter.rect_filled(cells.board, theme::radius::BOARD, palette.well);
        let tiles = TilePainter::new(&painter, palette, cells.side);
        let font = tile::font(cells.side, size.n_cells() - 1);
        let pointer = ui.input(|input| input.pointer.interact_pos());
        let is_down = ui.input(|input| input.pointer.primary_down());
        let focused = ui.memory(|memory| memory.focused());
        let is_focused = |tile: &u8| *tile != 0 && focused == Some(id.with(*tile));
        self.stop = match goal.tiles().iter().copied().find(|tile| is_focused(tile)) {
            Some(tile) => tile,
            None if usize::from(self.stop) < size.n_cells() => self.stop,
            None => 1,
        };
        let walks = ui.input(|input| ARROWS.into_iter().any(|key| input.key_pressed(key)));
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            if tile == 0 {
                continue;
            }
            let rect = cells.cell(cell);
            let mut sense = Sense::CLICK | Sense::DRAG;
            if walks || tile == self.stop {
                sense |= Sense::FOCUSABLE;
            }
            let response = ui.interact(rect, id.with(tile), sense);
            let before = self.painted.of_tile[usize::from(tile)];
            let other = (before != Some(self.brush)).then_some(self.brush);
            if response.drag_started() || response.clicked() {
                self.keep();
            }
            if response.drag_started() {
                self.stroke = Some(other);
            }
            let own = &mut self.painted.of_tile[usize::from(tile)];
            if response.clicked() {
                *own = other;
            }
            if let Some(stroke) = self.stroke
                && pointer.is_some_and(|at| rect.contains(at))
            {
                *own = stroke;
            }
            let name = match *own {
                Some(pattern) => format!("Tile {tile}: pattern {}", letter(pattern)),
                None => format!("Tile {tile}: no pattern"),
            };
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            tiles.face(rect);
            if let Some(pattern) = *own {
                wash(ui, rect, tile::radius(cells.side), pattern);
            }
            let number = tile.to_string();
            let galley = painter.layout_no_wrap(number, font.clone(), palette.tile_digit);
            tiles.number(rect, galley, palette.tile_digit);
            if let Some(pattern) = *own
                && cells.side >= 28.0
            {
                let at = rect.right_bottom() - Vec2::new(6.0, 4.0);
                let font = FontId::new(theme::text::HEAD, theme::semibold());
                let (text, colour) = (letter(pattern), colour(palette, pattern));
                painter.text(at, Align2::RIGHT_BOTTOM, text, font, colour);
            }
            if response.has_focus() || response.hovered() {
                tiles.ring(rect, colour(palette, self.brush));
            }
        }
        if !is_down {
            self.stroke = None;
        }
    }

    /// The list of patterns with the sizes of their tables. The chosen one is painted with.
    fn list_ui(&mut self, ui: &mut Ui, height: f32) {
        ui.spacing_mut().item_spacing.y = 2.0;
        let mut total = 0;
        egui::ScrollArea::vertical()
            .max_height(height - 72.0 - theme::size::ROW)
            .show(ui, |ui| {
                let (n, group) = (self.n_shown(), ui.scope_id().with("patterns"));
                let mut radios = Radios::new(ui, group, Some(self.brush), n);
                for pattern in 0..n {
                    let Painted {
                        goal,
                        of_tile,
                        blank,
                    } = &self.painted;
                    let is_own = |own: &&Option<usize>| **own == Some(pattern);
                    let n_tiles = of_tile.iter().filter(is_own).count();
                    let bytes = PatternDatabases::bytes(goal, self.costs, n_tiles, *blank);
                    let takes = match n_tiles {
                        0 => "no tiles yet".to_owned(),
                        1 => format!("1 tile · {}", format::bytes(bytes)),
                        n => format!("{n} tiles · {}", format::bytes(bytes)),
                    };
                    total += if n_tiles > 0 { bytes } else { 0 };
                    let is_chosen = pattern == self.brush;
                    let shown = pattern_ui(ui, &mut radios, pattern, &takes, is_chosen);
                    if shown.changed() {
                        self.brush = pattern;
                    }
                }
            });
        ui.add_space(space::S);
        let takes = format!("All tables together: {}", format::bytes(total));
        ui.label(RichText::new(takes).small());
        let mut keeps = self.painted.blank == Blank::Kept;
        let check_box = check_box(ui, &mut keeps, KEEP_BLANK, KEEP_BLANK);
        if check_box.on_hover_text(KEEP_BLANK_HINT).changed() {
            self.keep();
            self.painted.blank = match keeps {
                true => Blank::Kept,
                false => Blank::Minimised,
            };
        }
        if let Some(refusal) = self.refusal() {
            let colour = theme::palette(ui).warning;
            ui.add(egui::Label::new(RichText::new(refusal).small().color(colour)).wrap());
        }
    }

    /// Why this partition can't be used, in a sentence.
    pub fn refusal(&self) -> Option<String> {
        let left = self
            .painted
            .of_tile
            .iter()
            .skip(1)
            .position(Option::is_none);
        if let Some(tile) = left {
            return Some(format!("Tile {} is in no pattern yet.", tile + 1));
        }
        let check = PatternDatabases::check(&self.painted.goal, self.costs, &self.partition());
        check.err().map(|error| sentence(&error.to_string()))
    }
}

/// For each tile of `goal`, the pattern that contains it.
fn parted(goal: &Board, patterns: &[Vec<u8>]) -> OfTile {
    let mut of_tile = vec![None; goal.size().n_cells()];
    for (pattern, tiles) in patterns.iter().take(MAX_PATTERNS).enumerate() {
        for &tile in tiles {
            if let Some(own) = of_tile.get_mut(usize::from(tile)) {
                *own = Some(pattern);
            }
        }
    }
    of_tile
}

/// The tiles of `goal` in groups of four or five, in its order.
pub fn groups(goal: &Board) -> Vec<Vec<u8>> {
    let tiles: Vec<u8> = (goal.tiles().iter().copied())
        .filter(|&tile| tile != 0)
        .collect();
    let n_patterns = tiles.len().div_ceil(5);
    let mut groups = vec![Vec::new(); n_patterns];
    for (i, &tile) in tiles.iter().enumerate() {
        groups[i * n_patterns / tiles.len()].push(tile);
    }
    groups
}

/// A pattern in the list: its colour, its letter and the size of its table.
fn pattern_ui(
    ui: &mut Ui,
    radios: &mut Radios,
    pattern: usize,
    takes: &str,
    is_chosen: bool,
) -> Response {
    let palette = theme::palette(ui);
    let size = Vec2::new(ui.available_width(), theme::size::CONTROL + 2.0);
    let (_, rect) = ui.allocate_space(size);
    let response = radios.show_next(|id, sense| ui.interact(rect, id, sense));
    let name = format!("Pattern {}", letter(pattern));
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_chosen, &name));
    let ground = if is_chosen {
        Some(palette.accent_ground)
    } else {
        response.hovered().then_some(palette.hovered)
    };
    if let Some(ground) = ground {
        ui.painter()
            .rect_filled(rect, theme::radius::CONTROL, ground);
    }
    let chip = Rect::from_center_size(
        rect.left_center() + Vec2::new(space::S + 9.0, 0.0),
        Vec2::splat(18.0),
    );
    wash(ui, chip, CornerRadius::same(4), pattern);
    let font = FontId::new(theme::text::HEAD, theme::semibold());
    let at = Align2::CENTER_CENTER;
    ui.painter().text(
        chip.center(),
        at,
        letter(pattern),
        font,
        colour(palette, pattern),
    );
    let room = rect.right() - chip.right() - 2.0 * space::S;
    let galley = elided(ui, takes, theme::text::BODY, palette.text, room);
    let top = rect.center().y - galley.size().y / 2.0;
    ui.painter().galley(
        egui::pos2(chip.right() + space::S, top),
        galley,
        palette.text,
    );
    response
}

/// A small picture of a goal in the middle of `rect`, with the tiles of patterns in their colours.
pub fn picture(ui: &Ui, rect: Rect, goal: &Board, patterns: &[Vec<u8>]) {
    let palette = theme::palette(ui);
    let cells = Cells::fit(rect, goal.size(), 1.0, ui.pixels_per_point());
    let painter = ui.painter();
    painter.rect_filled(cells.board, theme::radius::MARK, palette.well);
    for (cell, tile) in goal
        .tiles()
        .iter()
        .enumerate()
        .filter(|(_, tile)| **tile != 0)
    {
        let pattern = patterns.iter().position(|tiles| tiles.contains(tile));
        let fill = pattern.map_or(palette.tile_top, |pattern| colour(palette, pattern));
        painter.rect_filled(cells.cell(cell), 1.0, fill);
    }
}

/// Paints a pattern's colour over `rect`, translucent.
fn wash(ui: &Ui, rect: Rect, radius: CornerRadius, pattern: usize) {
    let colour = colour(theme::palette(ui), pattern);
    let stroke = Stroke::new(1.5, colour);
    let ground = colour.gamma_multiply(0.22);
    ui.painter()
        .rect(rect, radius, ground, stroke, StrokeKind::Inside);
}

/// Patterns have the colours of runs.
fn colour(palette: &Palette, pattern: usize) -> Color32 {
    theme::run_style(palette, pattern).0
}

fn letter(pattern: usize) -> char {
    char::from(b'A' + pattern as u8)
}
