//! The columns of a table: their widths, which ones fit, and the sort order.

use crate::gui::theme;
use crate::gui::widgets::rows::elided;
use egui::Ui;

/// The default space between two columns.
pub const GAP: f32 = theme::space::S;

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub title: &'static str,
    width: Width,
    pub is_figure: bool,
    /// In a narrow table, columns of a higher rank are left out first. Rank 0 is always shown.
    rank: u8,
}

#[derive(Clone, Copy, Debug)]
enum Width {
    Exact(f32),
    /// The width left by the other columns, at least this much.
    Rest(f32),
}

impl Column {
    /// A text column that takes the remaining width, at least `min` points.
    pub const fn rest(title: &'static str, min: f32) -> Self {
        Column {
            title,
            width: Width::Rest(min),
            is_figure: false,
            rank: 0,
        }
    }

    /// A text column of this width.
    pub const fn text(title: &'static str, width: f32) -> Self {
        Column {
            title,
            width: Width::Exact(width),
            is_figure: false,
            rank: 0,
        }
    }

    /// A column of right-aligned figures of this width.
    pub const fn figure(title: &'static str, width: f32) -> Self {
        Column {
            is_figure: true,
            ..Column::text(title, width)
        }
    }

    /// In a narrow table, this column is left out before those of a lower rank.
    pub const fn left_out(mut self, rank: u8) -> Self {
        self.rank = rank;
        self
    }

    /// The column, if need be widened to this.
    pub fn at_least(mut self, width: f32) -> Self {
        if let Width::Exact(present) = &mut self.width {
            *present = present.max(width);
        }
        self
    }

    /// Widens the column so that its title and these texts of this size fit.
    pub fn fit<'t>(self, ui: &Ui, size: f32, texts: impl Iterator<Item = &'t str>) -> Self {
        let colour = theme::palette(ui).text;
        let width = |text: &str, size| elided(ui, text, size, colour, f32::INFINITY).size().x;
        let title = width(self.title, theme::text::SMALL);
        let fitting = texts.fold(title, |widest, text| widest.max(width(text, size)));
        self.at_least(fitting.ceil())
    }
}

/// The order of the rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sorting {
    #[default]
    None,
    /// Ascending by the column of this index.
    Up(usize),
    /// Descending by the column of this index.
    Down(usize),
}

impl Sorting {
    /// The order after a click on the head of `column`: ascending, then descending, then none.
    pub fn clicked(self, column: usize) -> Sorting {
        match self {
            Sorting::Up(present) if present == column => Sorting::Down(column),
            Sorting::Down(present) if present == column => Sorting::None,
            _ => Sorting::Up(column),
        }
    }

    /// The column by which rows are sorted.
    pub fn column(self) -> Option<usize> {
        match self {
            Sorting::None => None,
            Sorting::Up(column) | Sorting::Down(column) => Some(column),
        }
    }

    pub fn arrow(self, column: usize) -> &'static str {
        match self {
            Sorting::Up(present) if present == column => " ↑",
            Sorting::Down(present) if present == column => " ↓",
            _ => "",
        }
    }
}

/// A column that fits in the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cell {
    pub column: usize,
    pub width: f32,
    /// The space after it.
    pub gap: f32,
}

/// The columns that fit in `width`.
pub fn cells(columns: &[Column], gap: f32, width: f32) -> Vec<Cell> {
    let mut shown: Vec<usize> = (0..columns.len()).collect();
    while min_width(columns, &shown, gap) > width {
        let last = shown
            .iter()
            .enumerate()
            .max_by_key(|(_, i)| columns[**i].rank);
        match last {
            Some((at, &i)) if columns[i].rank > 0 => shown.remove(at),
            _ => break,
        };
    }
    let rest = width - min_width(columns, &shown, gap);
    let last = shown.last().copied();
    let cell = |&column: &usize| Cell {
        column,
        width: match columns[column].width {
            Width::Exact(width) => width,
            Width::Rest(min) => (min + rest).max(0.0),
        },
        gap: if Some(column) == last { 0.0 } else { gap },
    };
    shown.iter().map(cell).collect()
}

/// Minimum total width of these columns.
pub fn min_width(columns: &[Column], shown: &[usize], gap: f32) -> f32 {
    let widths = shown.iter().map(|&i| match columns[i].width {
        Width::Exact(width) | Width::Rest(width) => width,
    });
    widths.sum::<f32>() + gap * shown.len().saturating_sub(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [Column; 4] = [
        Column::rest("run", 84.0),
        Column::figure("moves", 40.0).left_out(1),
        Column::figure("expanded", 72.0),
        Column::figure("time", 54.0).left_out(2),
    ];

    fn shown(width: f32) -> Vec<usize> {
        let cells = cells(&COLUMNS, GAP, width);
        let total: f32 = cells.iter().map(|cell| cell.width + cell.gap).sum();
        assert!((total - width).abs() < 1e-3 || cells.iter().all(|cell| cell.column % 2 == 0));
        cells.iter().map(|cell| cell.column).collect()
    }

    #[test]
    fn columns_are_left_out_by_their_rank() {
        assert_eq!(shown(400.0), [0, 1, 2, 3]);
        assert_eq!(shown(274.0), [0, 1, 2, 3]);
        assert_eq!(shown(273.0), [0, 1, 2]);
        assert_eq!(shown(211.0), [0, 2]);
        assert_eq!(shown(20.0), [0, 2]);
    }

    #[test]
    fn a_third_click_on_a_head_ends_the_sorting() {
        let sorting = Sorting::None.clicked(2);
        assert_eq!(sorting, Sorting::Up(2));
        assert_eq!(sorting.clicked(1), Sorting::Up(1));
        assert_eq!(sorting.clicked(2), Sorting::Down(2));
        assert_eq!(sorting.clicked(2).clicked(2), Sorting::None);
    }
}
