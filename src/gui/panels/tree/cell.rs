//! The room of a node that is drawn as a board: the board, its figures below it, and the link to
//! the next row.

use egui::{Vec2, vec2};
use tilescope_lab::Problem;

/// The least distance of two boards in a row, and of a caption from its neighbours, in points.
const GAP: f32 = 8.0;
/// The distance of a caption from its board, in points, and its line height in ems.
pub const CAPTION_GAP: f32 = 3.0;
const LINE_HEIGHT: f32 = 1.22;
/// The size of a caption: a part of the board, within limits in points.
const FONT_PER_BOARD: f32 = 0.22;
pub const MIN_FONT: f32 = 11.0;
const MAX_FONT: f32 = 24.0;
/// The largest type beside or below a shape, in points.
pub const MAX_SHAPE_FONT: f32 = 14.0;
/// The minimum height of a link, in points and as a fraction of the board.
const LINK: f32 = 8.0;
const LINK_PER_BOARD: f32 = 0.22;
/// The largest board, in points.
const MAX_BOARD: f32 = 180.0;
/// The cells of the smallest board that can be read, in points: with one digit, and with two. In a
/// lecture a point is about two pixels, and a digit of these cells a sixtieth of the screen.
const MIN_CELL: f32 = 10.0;
const MIN_WIDE_CELL: f32 = 12.0;
const MIN_LECTURE_CELL: f32 = 17.0;
const MIN_WIDE_LECTURE_CELL: f32 = 20.0;
/// Boards of many cells are drawn without numbers rather than larger than this, in points.
const MAX_MIN_BOARD: f32 = 84.0;
const MAX_LECTURE_BOARD: f32 = 150.0;
/// A single board smaller than this, in points, is not drawn.
const MIN_SINGLE: f32 = 22.0;
/// The width of a city's badge in a lecture, in points.
const LECTURE_BADGE: f32 = 84.0;
/// How much smaller they may be where pixels are finer.
const MAX_FINENESS: f32 = 1.25;
/// The size at which a board is easy to read, as a multiple of the smallest readable size.
const COMFORT: f32 = 1.15;
const LECTURE_COMFORT: f32 = 1.04;

/// The size of the drawn parts at which a tree is best read, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Natural {
    /// The longer side of a mini board.
    pub board: f32,
    /// A smaller one can't be read.
    least: f32,
    /// The smallest one that is drawn alone among shapes.
    least_single: f32,
    /// Width and height of a board whose longer side is 1.
    shape: Vec2,
    captions: CaptionWidths,
}

/// The widths of the widest caption of a tree, in ems; 0 if its nodes have no captions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct CaptionWidths {
    /// Of “13 = 12 + 1”.
    pub whole: f32,
    /// Of the “12 + 1” in it; 0 if there is only a value.
    pub terms: f32,
    /// Of the “13”.
    pub value: f32,
}

/// How the figures stand below a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptionForm {
    /// “13 = 12 + 1”
    Line,
    /// “13”, and below it “12 + 1”.
    TwoLines,
    /// “13”
    Value,
    None,
}

/// The sizes of a board and its caption.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cell {
    /// Width and height of the board, in points.
    pub size: Vec2,
    pub form: CaptionForm,
    /// The size of the caption's type, in points.
    pub font: f32,
    /// The width of the widest caption, in points.
    caption_width: f32,
}

impl Natural {
    /// For the states of `problem`: a digit has to fit, or a city's name.
    pub fn of(problem: &Problem, captions: CaptionWidths) -> Self {
        match problem {
            Problem::Tiles(puzzle) => {
                let size = puzzle.size();
                let [rows, columns] = [size.rows(), size.columns()].map(|n| n as f32);
                Natural {
                    shape: vec2(columns, rows) / rows.max(columns),
                    captions,
                    ..Natural::of_board(size.rows().max(size.columns()))
                }
            }
            Problem::Route(_) => Natural {
                board: 64.0,
                least: 52.0,
                least_single: MIN_SINGLE,
                shape: vec2(1.0, 0.56),
                captions,
            },
        }
    }

    /// Sizes that can be read from the last row of a lecture hall.
    pub fn in_lecture(self, problem: &Problem) -> Self {
        let least = match problem {
            Problem::Route(_) => LECTURE_BADGE,
            Problem::Tiles(puzzle) => {
                let n = puzzle.size().rows().max(puzzle.size().columns());
                let cell = match n {
                    ..=3 => MIN_LECTURE_CELL,
                    _ => MIN_WIDE_LECTURE_CELL,
                };
                side(n, cell).min(MAX_LECTURE_BOARD)
            }
        };
        Natural {
            board: least * LECTURE_COMFORT,
            least,
            least_single: least,
            ..self
        }
    }

    /// The same on a screen with this many pixels per point. Finer pixels allow smaller boards.
    pub fn on_screen(self, pixels_per_point: f32) -> Self {
        Natural {
            least: self.least / pixels_per_point.clamp(1.0, MAX_FINENESS),
            ..self
        }
    }

    /// For boards without captions whose longer side has `n_cells_along` cells.
    pub fn of_board(n_cells_along: usize) -> Self {
        let cell = match n_cells_along {
            ..=3 => MIN_CELL,
            _ => MIN_WIDE_CELL,
        };
        let least = side(n_cells_along, cell).clamp(34.0, MAX_MIN_BOARD);
        Natural {
            board: least * COMFORT,
            least,
            least_single: MIN_SINGLE,
            shape: Vec2::splat(1.0),
            captions: CaptionWidths::default(),
        }
    }

    /// For nodes that are not drawn as boards at all.
    pub fn dots() -> Self {
        Natural {
            board: 0.0,
            ..Natural::of_board(0)
        }
    }

    /// The smallest board that is drawn alone among shapes, in points.
    pub fn least_single(&self) -> f32 {
        self.least_single
    }

    pub fn captions(&self) -> CaptionWidths {
        self.captions
    }

    /// Width and height of a board with this longer side.
    pub fn size(&self, board: f32) -> Vec2 {
        self.shape * board
    }

    /// Points per unit of x and per row at which boards are best read.
    pub fn scales(&self) -> Vec2 {
        let font = self.font(self.board);
        let form = match self.captions {
            captions if captions.whole == 0.0 => CaptionForm::None,
            captions if captions.terms == 0.0 => CaptionForm::Value,
            _ => CaptionForm::TwoLines,
        };
        let caption = self.width(form) * font;
        let board = self.shape * self.board;
        vec2(
            board.x.max(caption) + GAP,
            board.y + caption_height(form, font) + self.link(self.board),
        )
    }

    /// The largest board with a caption for this many points per unit of x and per row. `None` if
    /// it would be hard to read.
    pub fn cell(&self, column: f32, row: f32) -> Option<Cell> {
        use CaptionForm::{Line, None as NoCaption, TwoLines, Value};
        let forms = [Line, TwoLines, Value, NoCaption].into_iter();
        forms
            .filter_map(|form| self.cell_with(form, column, row))
            .find(|cell| cell.size.max_elem() >= self.least)
    }

    fn cell_with(&self, form: CaptionForm, column: f32, row: f32) -> Option<Cell> {
        let width = self.width(form);
        let is_missing = form != CaptionForm::None && width == 0.0;
        let room = column - GAP;
        if is_missing || width * MIN_FONT > room {
            return None;
        }
        let by_width = room / self.shape.x.max(f32::EPSILON);
        let board = by_width.min(self.board_in_row(form, row)).min(MAX_BOARD);
        let most = if width > 0.0 { room / width } else { MAX_FONT };
        let font = self.font(board).min(most);
        Some(Cell {
            size: self.shape * board,
            form,
            font,
            caption_width: width * font,
        })
    }

    /// The board whose height, caption and link fill a row.
    fn board_in_row(&self, form: CaptionForm, row: f32) -> f32 {
        let per_board = self.shape.y + LINK_PER_BOARD;
        let with_font = |font| (row - LINK - caption_height(form, font)) / per_board;
        let small = with_font(MIN_FONT);
        if small * FONT_PER_BOARD <= MIN_FONT {
            return small;
        }
        // Here the caption grows with the board.
        let per_font = n_lines(form) * LINE_HEIGHT * FONT_PER_BOARD;
        let gap = caption_height(form, 0.0);
        let middle = (row - LINK - gap) / (per_board + per_font);
        if middle * FONT_PER_BOARD <= MAX_FONT {
            return middle;
        }
        with_font(MAX_FONT)
    }

    fn font(&self, board: f32) -> f32 {
        (board * FONT_PER_BOARD).clamp(MIN_FONT, MAX_FONT)
    }

    /// The height of a link below a board of this size.
    fn link(&self, board: f32) -> f32 {
        LINK + LINK_PER_BOARD * board
    }

    /// The width of the widest caption, in ems.
    fn width(&self, form: CaptionForm) -> f32 {
        match form {
            CaptionForm::Line => self.captions.whole,
            CaptionForm::TwoLines => match self.captions.terms {
                0.0 => 0.0,
                terms => terms.max(self.captions.value),
            },
            CaptionForm::Value => self.captions.value,
            CaptionForm::None => 0.0,
        }
    }
}

impl Cell {
    /// The height of the caption and of the gap above it.
    pub fn caption_height(&self) -> f32 {
        caption_height(self.form, self.font)
    }

    /// The height of the board and its caption.
    pub fn height(&self) -> f32 {
        self.size.y + self.caption_height()
    }

    /// The width of the board or of the widest caption, whichever is more.
    pub fn width(&self) -> f32 {
        self.size.x.max(self.caption_width)
    }

    /// The least height of the link below it.
    pub fn link(&self) -> f32 {
        LINK + LINK_PER_BOARD * self.size.max_elem()
    }
}

/// The side of a board with this many cells along it. Between the cells and around them there are
/// gaps of a point.
fn side(n_cells_along: usize, cell: f32) -> f32 {
    let n = n_cells_along as f32;
    n * cell + n + 1.0
}

fn n_lines(form: CaptionForm) -> f32 {
    match form {
        CaptionForm::Line | CaptionForm::Value => 1.0,
        CaptionForm::TwoLines => 2.0,
        CaptionForm::None => 0.0,
    }
}

pub fn caption_height(form: CaptionForm, font: f32) -> f32 {
    match form {
        CaptionForm::None => 0.0,
        _ => CAPTION_GAP + n_lines(form) * LINE_HEIGHT * font,
    }
}
