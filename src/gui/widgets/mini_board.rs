//! Small read-only boards for the tree, the node panel and lists.

use super::cells::Cells;
use super::tile::{self, TilePainter};
use crate::gui::theme::{Palette, radius};
use egui::epaint::{Mesh, Shape};
use egui::{Galley, Painter, Pos2, Rect, Stroke, Vec2};
use std::sync::Arc;
use tilescope_puzzle::Size;

/// Paints many boards of one size at one scale. What they share is computed once.
pub struct MiniBoards {
    /// With the well at the origin.
    cells: Cells,
    palette: &'static Palette,
    detail: Detail,
    pixels_per_point: f32,
}

/// The detail visible at this scale.
enum Detail {
    /// One block with a hole for the blank.
    Block,
    /// Flat cells.
    Flat,
    /// Flat cells with numbers: one galley per tile; the blank's is unused.
    Numbers(Vec<Arc<Galley>>),
    /// Shaded tiles with numbers.
    Tiles(Vec<Arc<Galley>>),
}

impl MiniBoards {
    /// Below this font size, in pixels, numbers are unreadable.
    const MIN_FONT: f32 = 7.0;
    /// From this side on, in points, tiles are shaded.
    const MIN_DEPTH: f32 = 20.0;
    /// From this side on, in points, cells are drawn one by one.
    const MIN_CELL: f32 = 2.0;

    /// Boards of `size` that fill `extent` in one direction at least.
    pub fn new(painter: &Painter, extent: Vec2, size: Size, palette: &'static Palette) -> Self {
        let pixels_per_point = painter.pixels_per_point();
        let area = Rect::from_min_size(Pos2::ZERO, extent);
        let cells = Cells::fit(area, size, 0.0, pixels_per_point);
        let cells = cells.moved_to(Pos2::ZERO);
        let font = tile::font(cells.side, size.n_cells() - 1);
        let detail = if font.size * pixels_per_point >= Self::MIN_FONT {
            let galleys = (0..size.n_cells())
                .map(|tile| {
                    painter.layout_no_wrap(tile.to_string(), font.clone(), palette.tile_digit)
                })
                .collect();
            if cells.side >= Self::MIN_DEPTH {
                Detail::Tiles(galleys)
            } else {
                Detail::Numbers(galleys)
            }
        } else if cells.side >= Self::MIN_CELL {
            Detail::Flat
        } else {
            Detail::Block
        };
        MiniBoards {
            cells,
            palette,
            detail,
            pixels_per_point,
        }
    }

    /// Whether there is room for the numbers of the tiles.
    pub fn has_numbers(&self) -> bool {
        matches!(self.detail, Detail::Numbers(_) | Detail::Tiles(_))
    }

    /// Width and height of a board, in points.
    pub fn extent(&self) -> Vec2 {
        self.cells.board.size()
    }

    /// Paints a board with its well's upper left corner at `min`.
    pub fn paint(&self, painter: &Painter, min: Pos2, tiles: &[u8], frame: Stroke) {
        let whole = (min.to_vec2() * self.pixels_per_point).round() / self.pixels_per_point;
        let cells = self.cells.moved_to(whole.to_pos2());
        let corners = (cells.board.size().min_elem() * 0.1).round() as u8;
        let corners = corners.clamp(radius::MARK, radius::CONTROL);
        painter.rect(
            cells.board,
            corners,
            self.palette.well,
            frame,
            egui::StrokeKind::Outside,
        );
        match &self.detail {
            Detail::Block => {
                let mut mesh = Mesh::default();
                mesh.add_colored_rect(cells.content(), self.palette.tile_top);
                if let Some(blank) = tiles.iter().position(|&tile| tile == 0) {
                    mesh.add_colored_rect(cells.cell(blank), self.palette.well);
                }
                painter.add(Shape::mesh(mesh));
            }
            Detail::Flat => self.flat(painter, &cells, tiles),
            Detail::Numbers(galleys) => {
                self.flat(painter, &cells, tiles);
                self.numbers(painter, &cells, tiles, galleys);
            }
            Detail::Tiles(galleys) => {
                let face = TilePainter::new(painter, self.palette, cells.side);
                for (cell, _) in occupied_cells(tiles) {
                    face.face(cells.cell(cell));
                }
                self.numbers(painter, &cells, tiles, galleys);
            }
        }
    }

    fn flat(&self, painter: &Painter, cells: &Cells, tiles: &[u8]) {
        let mut mesh = Mesh::default();
        mesh.reserve_triangles(2 * tiles.len());
        mesh.reserve_vertices(4 * tiles.len());
        for (cell, _) in occupied_cells(tiles) {
            mesh.add_colored_rect(cells.cell(cell), self.palette.tile_top);
        }
        painter.add(Shape::mesh(mesh));
    }

    fn numbers(&self, painter: &Painter, cells: &Cells, tiles: &[u8], galleys: &[Arc<Galley>]) {
        for (cell, tile) in occupied_cells(tiles) {
            if let Some(galley) = galleys.get(tile) {
                let min = cells.cell(cell).center() - galley.size() / 2.0;
                painter.galley(min, galley.clone(), self.palette.tile_digit);
            }
        }
    }
}

/// The cells with tiles, without the blank.
fn occupied_cells(tiles: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let tiles = tiles.iter().map(|&tile| usize::from(tile)).enumerate();
    tiles.filter(|&(_, tile)| tile != 0)
}
