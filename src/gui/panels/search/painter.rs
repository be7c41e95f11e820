//! The page on which the tiles are parted into patterns: each gets the colour and the letter of
//! its pattern, and what the tables will take is seen beforehand.

use crate::gui::theme::{self, Palette, space};
use crate::gui::widgets::cells::Cells;
use crate::gui::widgets::tile::{self, TilePainter};
use crate::gui::widgets::{elided, note, primary_button};
use crate::gui::words::sentence;
use crate::lab::figures;
use crate::puzzle::heuristics::PatternDatabases;
use crate::puzzle::{Board, Costs};
use egui::{
    Align2, Color32, CornerRadius, FontId, Rect, Response, RichText, Role, Sense, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo,
};

/// A partition while it is painted.
pub struct Painter {
    goal: Board,
    costs: Costs,
    /// For each tile, the pattern that it belongs to; the blank, tile 0, to none.
    of_tile: Vec<Option<usize>>,
    /// The pattern that is painted with.
    brush: usize,
    /// What the tiles get that the pointer is dragged over.
    stroke: Option<Option<usize>>,
}

/// What has come of it in this frame.
pub enum Painted {
    Going,
    Cancelled,
    Patterns(Vec<Vec<u8>>),
}

/// There are as many patterns as letters.
const MOST_PATTERNS: usize = 26;

/// The side of the board, and the width of the list beside it.
const BOARD: f32 = 320.0;
const LIST: f32 = 232.0;

impl Painter {
    /// Begins with `patterns`, if they are of tiles of this goal; else with groups of four or
    /// five in the order of the goal.
    pub fn new(goal: &Board, costs: Costs, patterns: Option<&[Vec<u8>]>) -> Self {
        let n_tiles = goal.size().n_cells() - 1;
        let mut of_tile = vec![None; n_tiles + 1];
        let fits = |tile: &u8| usize::from(*tile) <= n_tiles;
        match patterns.filter(|patterns| patterns.iter().flatten().all(fits)) {
            Some(patterns) => {
                for (pattern, tiles) in patterns.iter().take(MOST_PATTERNS).enumerate() {
                    for &tile in tiles {
                        of_tile[usize::from(tile)] = Some(pattern);
                    }
                }
            }
            None => {
                let n_patterns = n_tiles.div_ceil(5);
                let tiles = goal.tiles().iter().filter(|tile| **tile != 0);
                for (i, &tile) in tiles.enumerate() {
                    of_tile[usize::from(tile)] = Some(i * n_patterns / n_tiles);
                }
            }
        }
        Painter {
            goal: goal.clone(),
            costs,
            of_tile,
            brush: 0,
            stroke: None,
        }
    }

    /// Shows the page over the window.
    pub fn ui(&mut self, ctx: &egui::Context) -> Painted {
        let mut painted = Painted::Going;
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(space::XL as i8);
        let modal = egui::Modal::new(egui::Id::unique("paint patterns")).frame(frame);
        let modal = modal.show(ctx, |ui| {
            ui.set_width(BOARD + space::XL + LIST);
            let title = RichText::new("Patterns of your own").size(16.0);
            ui.label(title.family(theme::semibold()));
            note(
                ui,
                "A table has what the tiles of a pattern cost to bring home, wherever they are. \
                 Choose a pattern, then click its tiles in the goal, or drag over them.",
            );
            ui.add_space(space::S);
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = space::XL;
                self.board_ui(ui);
                ui.vertical(|ui| {
                    ui.set_width(LIST);
                    self.list_ui(ui);
                });
            });
            ui.add_space(space::M);
            painted = self.buttons_ui(ui);
        });
        if modal.should_close() {
            return Painted::Cancelled;
        }
        painted
    }

    /// The tiles of each pattern; none is empty.
    fn patterns(&self) -> Vec<Vec<u8>> {
        let of = |pattern| {
            let tiles = (1..self.of_tile.len()).filter(|&tile| self.of_tile[tile] == Some(pattern));
            tiles.map(|tile| tile as u8).collect::<Vec<u8>>()
        };
        let patterns = (0..MOST_PATTERNS).map(of);
        patterns.filter(|tiles| !tiles.is_empty()).collect()
    }

    /// The letters that are shown: those in use, the chosen one, and one more.
    fn n_shown(&self) -> usize {
        let used = self
            .of_tile
            .iter()
            .flatten()
            .max()
            .map_or(0, |most| most + 1);
        (used.max(self.brush + 1) + 1).min(MOST_PATTERNS)
    }

    fn board_ui(&mut self, ui: &mut Ui) {
        let palette = theme::palette(ui);
        let (id, area) = ui.allocate_space(Vec2::splat(BOARD));
        let size = self.goal.size();
        let cells = Cells::fit(area, size, 6.0, ui.pixels_per_point());
        let painter = ui.painter().clone();
        painter.rect_filled(cells.board, theme::radius::BOARD, palette.well);
        let tiles = TilePainter::new(&painter, palette, cells.side);
        let font = tile::font(cells.side, size.n_cells() - 1);
        let pointer = ui.input(|input| input.pointer.interact_pos());
        let is_down = ui.input(|input| input.pointer.primary_down());
        for (cell, &tile) in self.goal.tiles().iter().enumerate() {
            if tile == 0 {
                continue;
            }
            let rect = cells.cell(cell);
            let response = ui.interact(rect, id.with(tile), Sense::CLICK | Sense::DRAG);
            let own = &mut self.of_tile[usize::from(tile)];
            let other = (*own != Some(self.brush)).then_some(self.brush);
            if response.drag_started() {
                self.stroke = Some(other);
            }
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

    /// The patterns with what their tables take; the chosen one is painted with.
    fn list_ui(&mut self, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 2.0;
        let mut total = 0;
        egui::ScrollArea::vertical()
            .max_height(BOARD - 72.0)
            .show(ui, |ui| {
                for pattern in 0..self.n_shown() {
                    let n_tiles = self
                        .of_tile
                        .iter()
                        .filter(|own| **own == Some(pattern))
                        .count();
                    let bytes = PatternDatabases::bytes(&self.goal, self.costs, n_tiles);
                    let takes = match n_tiles {
                        0 => "no tiles yet".to_owned(),
                        1 => format!("1 tile · {}", figures::bytes(bytes)),
                        n => format!("{n} tiles · {}", figures::bytes(bytes)),
                    };
                    total += if n_tiles > 0 { bytes } else { 0 };
                    if pattern_ui(ui, pattern, &takes, pattern == self.brush).clicked() {
                        self.brush = pattern;
                    }
                }
            });
        ui.add_space(space::S);
        let takes = format!("All tables together: {}", figures::bytes(total));
        ui.label(RichText::new(takes).small());
        if let Some(refusal) = self.refusal() {
            let colour = theme::palette(ui).warning;
            ui.add(egui::Label::new(RichText::new(refusal).small().color(colour)).wrap());
        }
    }

    /// Why these patterns will not do, in a sentence.
    fn refusal(&self) -> Option<String> {
        let left = self.of_tile.iter().skip(1).position(Option::is_none);
        if let Some(tile) = left {
            return Some(format!("Tile {} is in no pattern yet.", tile + 1));
        }
        let check = PatternDatabases::check(&self.goal, self.costs, &self.patterns());
        check.err().map(|error| sentence(&error.to_string()))
    }

    fn buttons_ui(&mut self, ui: &mut Ui) -> Painted {
        let fits = self.refusal().is_none();
        let mut painted = Painted::Going;
        ui.horizontal(|ui| {
            let size = Vec2::new(160.0, theme::size::CONTROL);
            let use_them = |ui: &mut Ui| primary_button(ui, "Use these patterns", size);
            if ui.add_enabled_ui(fits, use_them).inner.clicked() {
                painted = Painted::Patterns(self.patterns());
            }
            if ui
                .button("Clear")
                .on_hover_text("Take all tiles out of their patterns")
                .clicked()
            {
                self.of_tile.fill(None);
                self.brush = 0;
            }
            if ui.button("Cancel").clicked() {
                painted = Painted::Cancelled;
            }
        });
        painted
    }
}

/// A pattern in the list: its colour and letter, and what its table takes.
fn pattern_ui(ui: &mut Ui, pattern: usize, takes: &str, is_chosen: bool) -> Response {
    let palette = theme::palette(ui);
    let size = Vec2::new(ui.available_width(), theme::size::CONTROL + 2.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
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
    if response.has_focus() {
        let stroke = Stroke::new(1.0, palette.accent);
        let inside = StrokeKind::Inside;
        ui.painter()
            .rect_stroke(rect, theme::radius::CONTROL, stroke, inside);
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

/// Paints the colour of a pattern over something that stays visible.
fn wash(ui: &Ui, rect: Rect, radius: CornerRadius, pattern: usize) {
    let colour = colour(theme::palette(ui), pattern);
    let stroke = Stroke::new(1.5, colour);
    let ground = colour.gamma_multiply(0.22);
    ui.painter()
        .rect(rect, radius, ground, stroke, StrokeKind::Inside);
}

/// The colours of runs tell patterns too.
fn colour(palette: &Palette, pattern: usize) -> Color32 {
    theme::run_style(palette, pattern).0
}

fn letter(pattern: usize) -> char {
    char::from(b'A' + pattern as u8)
}
