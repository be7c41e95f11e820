//! The widths of the columns. The layout keeps those that the user has chosen; a frame is drawn with
//! those that fit the window, so no size of the window changes what was chosen.

use super::panel_key::Layout;
use super::panels::PANELS;
use egui_tiles::{Container, LinearDir, Shares, Tile, TileId};

/// The width of the line between two columns, in points.
const GAP: f32 = 1.0;

/// The least part of a row that its widest column keeps.
const LEAST_PART: f32 = 0.3;

/// The rows of columns of a layout, while it has the widths that fit the window.
pub struct Fitted(Vec<Row>);

/// Panels side by side.
struct Row {
    tile: TileId,
    /// What the user has chosen, hidden columns included.
    chosen: Shares,
    columns: Vec<Column>,
    growth: Growth,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Column {
    tile: TileId,
    /// What the user has chosen, in points.
    wished: f32,
    least: f32,
    /// The width that fits.
    drawn: f32,
}

/// Which columns take the change when a row gets wider or narrower.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Growth {
    /// The widest column; the others keep their widths.
    Widest,
    /// All columns, in proportion.
    All,
}

/// Gives all columns of `layout`, shown at this width, the widths that fit; none is narrower than
/// its panels can be, if there is room.
pub fn fit(layout: &mut Layout, width: f32) -> Fitted {
    let mut rows = Vec::new();
    if let Some(root) = layout.root() {
        rows_in(layout, root, width, &mut rows);
    }
    for row in &rows {
        if let Some(shares) = shares_of(layout, row.tile) {
            for column in &row.columns {
                shares.set_share(column.tile, column.drawn.max(1.0));
            }
        }
    }
    Fitted(rows)
}

/// The width below which the panels of `layout` overlap.
pub fn least(layout: &Layout) -> f32 {
    layout.root().map_or(0.0, |root| least_width(layout, root))
}

impl Fitted {
    /// Gives the user's widths back, after the layout was shown. If the user has dragged a divider,
    /// the columns at both of its sides have new ones.
    pub fn restore(self, layout: &mut Layout) {
        for row in self.0 {
            let Some(shares) = shares_of(layout, row.tile) else {
                continue;
            };
            let shown: Vec<f32> = row.columns.iter().map(|it| shares[it.tile]).collect();
            for column in &row.columns {
                shares.set_share(column.tile, row.chosen[column.tile]);
            }
            for (column, width) in row.columns.iter().zip(row.dragged(&shown)) {
                shares.set_share(column.tile, width.max(1.0));
            }
        }
    }
}

impl Row {
    /// The new widths of the user if a drag of a divider has changed the widths drawn to `shown`.
    /// Nothing if they stay.
    fn dragged(&self, shown: &[f32]) -> Vec<f32> {
        let old: Vec<f32> = self.columns.iter().map(|it| it.drawn.max(1.0)).collect();
        let change = |i: usize| shown[i] - old[i];
        let growing = (0..old.len()).max_by(|a, b| change(*a).total_cmp(&change(*b)));
        let Some(growing) = growing.filter(|it| change(*it) > 0.0) else {
            return Vec::new();
        };
        // The divider is between this one and the nearest one that gives.
        let giving = match growing.checked_sub(1) {
            Some(left) if change(left) < 0.0 => left,
            _ => growing + 1,
        };
        let Some(giver) = self.columns.get(giving) else {
            return Vec::new();
        };
        let given = change(growing).min(old[giving] - giver.least);
        if given <= 0.0 {
            return Vec::new();
        }
        let mut new = old;
        new[growing] += given;
        new[giving] -= given;
        // The others keep what was chosen, unless that would move this divider.
        let mut columns = self.columns.clone();
        for i in [growing, giving] {
            columns[i].wished = new[i];
        }
        fit_columns(&mut columns, self.growth, new.iter().sum());
        let is_near = |(column, new): (&Column, &f32)| (column.drawn - new).abs() < 0.5;
        match columns.iter().zip(&new).all(is_near) {
            true => columns.iter().map(|it| it.wished).collect(),
            false => new,
        }
    }
}

fn shares_of(layout: &mut Layout, tile: TileId) -> Option<&mut Shares> {
    match layout.tiles.get_mut(tile) {
        Some(Tile::Container(Container::Linear(row))) => Some(&mut row.shares),
        _ => None,
    }
}

/// Adds the rows in a tile of this width.
fn rows_in(layout: &Layout, tile: TileId, width: f32, rows: &mut Vec<Row>) {
    let Some(Tile::Container(container)) = layout.tiles.get(tile) else {
        return;
    };
    let children = container.children().copied();
    let children: Vec<TileId> = children
        .filter(|child| layout.tiles.is_visible_in_layout(*child))
        .collect();
    let linear = match container {
        Container::Linear(linear) if linear.dir == LinearDir::Horizontal => linear,
        Container::Linear(_) | Container::Tabs(_) => {
            for child in children {
                rows_in(layout, child, width, rows);
            }
            return;
        }
        // Its columns are not those of single panels.
        Container::Grid(_) => return,
    };
    let room = (width - GAP * children.len().saturating_sub(1) as f32).max(0.0);
    let sum: f32 = children.iter().map(|child| linear.shares[*child]).sum();
    let least = |child: &TileId| least_width(layout, *child);
    // The shares of a row that has never been drawn at a width of points are parts of one.
    let growth = match layout.root() == Some(tile) && sum >= children.iter().map(least).sum() {
        true => Growth::Widest,
        false => Growth::All,
    };
    let scale = match growth {
        Growth::Widest => 1.0,
        Growth::All => room / sum,
    };
    let column = |child: &TileId| Column {
        tile: *child,
        wished: linear.shares[*child] * scale,
        least: least(child),
        drawn: 0.0,
    };
    let mut columns: Vec<Column> = children.iter().map(column).collect();
    fit_columns(&mut columns, growth, room);
    for column in &columns {
        rows_in(layout, column.tile, column.drawn, rows);
    }
    rows.push(Row {
        tile,
        chosen: linear.shares.clone(),
        columns,
        growth,
    });
}

/// The least width of a tile: that of its widest panel, or of panels side by side together.
fn least_width(layout: &Layout, tile: TileId) -> f32 {
    if !layout.tiles.is_visible_in_layout(tile) {
        return 0.0;
    }
    match layout.tiles.get(tile) {
        Some(Tile::Pane(key)) => {
            let about = PANELS.iter().find(|panel| panel.key == key.as_str());
            about.map_or(0.0, |about| about.least_width)
        }
        Some(Tile::Container(container)) => {
            let least = container
                .children()
                .map(|child| least_width(layout, *child));
            match container {
                Container::Linear(linear) if linear.dir == LinearDir::Horizontal => least.sum(),
                _ => least.fold(0.0, f32::max),
            }
        }
        None => 0.0,
    }
}

/// Sets the drawn widths, of the sum `room`, from those that are wished.
fn fit_columns(columns: &mut [Column], growth: Growth, room: f32) {
    let sum: f32 = columns.iter().map(|it| it.wished).sum();
    let wished = |i: &usize| columns[*i].wished;
    let widest = (0..columns.len()).max_by(|a, b| wished(a).total_cmp(&wished(b)));
    let Some(widest) = widest else { return };
    let others = sum - columns[widest].wished;
    // In a window too narrow for the others, all shrink.
    let rest = match growth {
        Growth::Widest => others.min(room * (1.0 - LEAST_PART)),
        Growth::All => room / sum * others,
    };
    for (i, column) in columns.iter_mut().enumerate() {
        column.drawn = match i == widest {
            true => room - rest,
            false => column.wished * (rest / others),
        };
    }
    widen(columns, room);
}

/// Widens the columns that are too narrow, at the cost of the others. If there is no room for all,
/// they share what there is.
fn widen(columns: &mut [Column], room: f32) {
    let sum_of_least: f32 = columns.iter().map(|it| it.least).sum();
    if sum_of_least >= room {
        let part = room / sum_of_least.max(1.0);
        (columns.iter_mut()).for_each(|it| it.drawn = it.least * part);
        return;
    }
    let spare = |it: &Column| (it.drawn - it.least).max(0.0);
    let lacking: f32 = (columns.iter())
        .map(|it| (it.least - it.drawn).max(0.0))
        .sum();
    let part = lacking / columns.iter().map(spare).sum::<f32>().max(1.0);
    for column in columns {
        column.drawn = match column.drawn > column.least {
            true => column.drawn - spare(column) * part,
            false => column.least,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::layout::standard;

    fn columns(layout: &Layout) -> (Vec<TileId>, Shares) {
        match layout.tiles.get(layout.root().expect("a root")) {
            Some(Tile::Container(Container::Linear(row))) => {
                (row.children.clone(), row.shares.clone())
            }
            _ => panic!("the root is a row of columns"),
        }
    }

    /// The widths in a window of this width, where a drag adds these numbers to them.
    fn widths(layout: &mut Layout, width: f32, drag: [f32; 3]) -> Vec<f32> {
        let fitted = fit(layout, width);
        let (ids, shares) = columns(layout);
        let widths = ids.iter().map(|id| shares[*id]).collect();
        let root = layout.root().expect("a root");
        let shares = shares_of(layout, root).expect("a row");
        for (id, change) in ids.into_iter().zip(drag) {
            shares[id] += change;
        }
        fitted.restore(layout);
        widths
    }

    const NONE: [f32; 3] = [0.0; 3];

    #[test]
    fn widths_depend_on_the_window_alone() {
        let mut layout = standard();
        let before = columns(&layout);
        let first = widths(&mut layout, 1280.0, NONE);
        assert_eq!(first, [300.0, 1278.0 - 624.0, 324.0]);
        for width in [960.0, 1920.0, 500.0, 1000.0] {
            let widths = widths(&mut layout, width, NONE);
            let sum: f32 = widths.iter().sum();
            assert!((sum - width + 2.0).abs() < 0.01, "{widths:?} at {width}");
        }
        assert_eq!(widths(&mut layout, 1280.0, NONE), first);
        assert_eq!(columns(&layout), before);
    }

    #[test]
    fn a_divider_moves_the_two_columns_beside_it() {
        let mut layout = standard();
        widths(&mut layout, 1280.0, [-20.0, 20.0, 0.0]);
        assert_eq!(widths(&mut layout, 1280.0, NONE), [280.0, 674.0, 324.0]);
        // Beyond the least width of the left column.
        widths(&mut layout, 1280.0, [-150.0, 150.0, 0.0]);
        assert_eq!(widths(&mut layout, 1280.0, NONE), [260.0, 694.0, 324.0]);
        // A drag that reaches past the centre.
        widths(&mut layout, 1280.0, [-60.0, -590.0, 650.0]);
        assert_eq!(widths(&mut layout, 1280.0, NONE), [260.0, 320.0, 698.0]);
    }

    #[test]
    fn columns_are_never_too_narrow() {
        let mut layout = standard();
        let (ids, _) = columns(&layout);
        let root = layout.root().expect("a root");
        let shares = shares_of(&mut layout, root).expect("a row");
        shares.set_share(ids[0], 20.0);
        shares.set_share(ids[2], 20.0);
        let widths = widths(&mut layout, 1280.0, NONE);
        for (id, width) in ids.into_iter().zip(widths) {
            assert!(width >= least_width(&layout, id) - 0.1);
        }
    }

    #[test]
    fn shares_that_are_no_points_are_parts() {
        let mut layout = standard();
        let (ids, _) = columns(&layout);
        let root = layout.root().expect("a root");
        let shares = shares_of(&mut layout, root).expect("a row");
        ids.into_iter().for_each(|id| shares.set_share(id, 1.0));
        let widths = widths(&mut layout, 1202.0, NONE);
        assert!(widths.iter().all(|it| (it - 400.0).abs() < 0.1));
    }
}
