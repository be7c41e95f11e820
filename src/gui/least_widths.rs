//! The least widths of the panels: narrower columns are widened, at the cost of the others.

use super::panel_key::Layout;
use super::panels::PANELS;
use egui_tiles::{Container, LinearDir, Tile, TileId};

/// The width of the line between two columns, in points.
const GAP: f32 = 1.0;

/// Widens every column in `layout`, shown at this width, that is narrower than its panels can be.
/// If there is no room for all, they share what there is.
pub fn keep(layout: &mut Layout, width: f32) {
    if let Some(root) = layout.root() {
        keep_in(layout, root, width);
    }
}

fn keep_in(layout: &mut Layout, tile: TileId, width: f32) {
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
                keep_in(layout, child, width);
            }
            return;
        }
        // Its columns are not those of single panels.
        Container::Grid(_) => return,
    };
    let room = (width - GAP * children.len().saturating_sub(1) as f32).max(0.0);
    let old: Vec<f32> = (children.iter())
        .map(|child| linear.shares[*child])
        .collect();
    let sum: f32 = old.iter().sum();
    let old: Vec<f32> = old.iter().map(|share| share / sum * room).collect();
    let least: Vec<f32> = (children.iter())
        .map(|child| least_width(layout, *child))
        .collect();
    let new = widened(&old, &least);
    let differs = (old.iter().zip(&new)).any(|(old, new)| (old - new).abs() > 0.1);
    if differs && let Some(Tile::Container(Container::Linear(linear))) = layout.tiles.get_mut(tile)
    {
        for (child, width) in children.iter().zip(&new) {
            linear.shares.set_share(*child, width.max(1.0));
        }
    }
    for (child, width) in children.into_iter().zip(new) {
        keep_in(layout, child, width);
    }
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

/// Widths of the same sum, none less than its `least` if there is room for all.
fn widened(widths: &[f32], least: &[f32]) -> Vec<f32> {
    let total: f32 = widths.iter().sum();
    let sum_of_least: f32 = least.iter().sum();
    if sum_of_least >= total {
        let part = total / sum_of_least.max(1.0);
        return least.iter().map(|least| least * part).collect();
    }
    let pairs = || widths.iter().zip(least);
    let lacking: f32 = pairs().map(|(width, least)| (least - width).max(0.0)).sum();
    let spare: f32 = pairs().map(|(width, least)| (width - least).max(0.0)).sum();
    let given = |width: f32, least: f32| (width - least) * lacking / spare.max(1.0);
    pairs()
        .map(|(&width, &least)| match width > least {
            true => width - given(width, least),
            false => least,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::layout::default_layout;

    #[test]
    fn narrow_columns_are_widened_and_wide_ones_stay() {
        assert_eq!(widened(&[300.0, 700.0], &[250.0, 300.0]), [300.0, 700.0]);
        assert_eq!(widened(&[50.0, 950.0], &[250.0, 300.0]), [250.0, 750.0]);
        assert_eq!(widened(&[50.0, 50.0], &[100.0, 300.0]), [25.0, 75.0]);
        let sum: f32 = widened(&[90.0, 500.0, 410.0], &[250.0, 300.0, 250.0])
            .iter()
            .sum();
        assert!((sum - 1000.0).abs() < 0.01);
    }

    #[test]
    fn columns_of_a_layout_are_never_too_narrow() {
        let mut layout = default_layout();
        let root = layout.root().expect("a root");
        let columns = |layout: &Layout| match layout.tiles.get(root) {
            Some(Tile::Container(Container::Linear(linear))) => linear.clone(),
            _ => panic!("the root is a row of columns"),
        };
        let ids = columns(&layout).children;
        if let Some(Tile::Container(Container::Linear(linear))) = layout.tiles.get_mut(root) {
            linear.shares.set_share(ids[0], 20.0);
            linear.shares.set_share(ids[2], 20.0);
        }
        keep(&mut layout, 1280.0);
        let shares = columns(&layout).shares;
        for id in ids {
            assert!(shares[id] >= least_width(&layout, id) - 0.1);
        }
    }
}
