//! The layout of the panels: the default one, and one that was saved.

use super::panel::{Column, PanelAbout};
use super::panel_key::{Layout, PanelKey};
use super::panels::PANELS;
use super::theme;
use egui_tiles::{Container, GridLayout, Linear, LinearDir, Tabs, Tile, TileId, Tiles};
use std::collections::HashSet;

/// The width of the window for which the columns have the widths of the default layout.
const WIDTH: f32 = 1600.0;

/// The layout at the first start: three columns.
pub fn default_layout() -> Layout {
    let mut tiles = Tiles::default();
    let widths = [
        (Column::Left, theme::size::LEFT),
        (
            Column::Centre,
            WIDTH - theme::size::LEFT - theme::size::RIGHT,
        ),
        (Column::Right, theme::size::RIGHT),
    ];
    let columns = widths.map(|(column, width)| (column_of_panels(&mut tiles, column), width));
    let root = linear(&mut tiles, LinearDir::Horizontal, &columns);
    Layout::new(egui::Id::unique("dock"), root, tiles)
}

/// One panel alone.
pub fn only(key: &'static str) -> Layout {
    let mut tiles = Tiles::default();
    let root = tiles.insert_pane(key.into());
    Layout::new(egui::Id::unique("dock"), root, tiles)
}

/// Whether a panel is in its place, and not hidden.
pub fn is_shown(layout: &Layout, key: &'static str) -> bool {
    let pane = layout.tiles.find_pane(&key.into());
    pane.is_some_and(|pane| layout.tiles.is_visible(pane))
}

/// Hides a panel, or shows it again in its place. The last one is not hidden.
pub fn toggle(layout: &mut Layout, key: &'static str) {
    let Some(pane) = layout.tiles.find_pane(&key.into()) else {
        return;
    };
    let is_shown = is_shown(layout, key);
    if show_tab(layout, pane) && is_shown {
        return;
    }
    let n_shown = PANELS.iter().filter(|it| self::is_shown(layout, it.key));
    if !is_shown || n_shown.count() > 1 {
        layout.tiles.set_visible(pane, !is_shown);
    }
}

/// Brings a panel that is hidden behind another tab to the front; returns whether it was.
fn show_tab(layout: &mut Layout, pane: TileId) -> bool {
    let is_visible = |tile: TileId| layout.tiles.is_visible(tile);
    let parent = layout.tiles.parent_of(pane);
    let front = match parent.and_then(|parent| layout.tiles.get_container(parent)) {
        Some(Container::Tabs(tabs)) => tabs.active.filter(|it| is_visible(*it)),
        _ => return false,
    };
    if let Some(Tile::Container(Container::Tabs(tabs))) =
        parent.and_then(|parent| layout.tiles.get_mut(parent))
    {
        let is_behind = front.is_some_and(|front| front != pane);
        tabs.set_active(pane);
        return is_behind;
    }
    false
}

/// What is wrong with a saved layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damage {
    NoRoot,
    /// A container names a tile that does not exist.
    MissingTile,
    /// A tile has two parents, or contains itself.
    SharedTile,
    /// A panel has two places.
    SharedPanel,
    /// A panel that this version does not have.
    UnknownPanel,
    /// A share of the space that is no positive number, or an extreme one.
    InvalidShare,
    /// Containers in containers beyond any use.
    TooDeep,
    /// A tile with a number that leaves none for new tiles.
    InvalidId,
    /// A grid without columns, or with more than there are panels.
    InvalidGrid,
    NoPanel,
}

/// The saved layout, with panels that are newer than it in their default places.
///
/// # Errors
/// If the layout is damaged.
pub fn restore(mut saved: Layout) -> Result<Layout, Damage> {
    let (root, reachable) = check(&saved)?;
    // Only what was checked is taken over: the saved tree has fields of its own.
    let mut tiles = Tiles::default();
    let mut hidden = Vec::new();
    for id in reachable {
        if !saved.tiles.is_visible(id) {
            hidden.push(id);
        }
        if let Some(mut tile) = saved.tiles.remove(id) {
            if let Tile::Container(Container::Tabs(tabs)) = &mut tile {
                tabs.active = tabs.active.filter(|it| tabs.children.contains(it));
            }
            tiles.insert(id, tile);
        }
    }
    tiles.recompute_next_tile_id();
    let mut layout = Layout::new(egui::Id::unique("dock"), root, tiles);
    // Panels stay hidden, unless that leaves an empty window.
    let is_pane = |id: &TileId| matches!(layout.tiles.get(*id), Some(Tile::Pane(_)));
    let panes: Vec<TileId> = layout.tiles.tile_ids().filter(is_pane).collect();
    hidden.retain(|it| panes.contains(it));
    if hidden.len() < panes.len() {
        for pane in hidden {
            layout.tiles.set_visible(pane, false);
        }
    }
    for panel in PANELS {
        if layout.tiles.find_pane(&panel.key.into()).is_none() {
            insert(&mut layout, panel);
        }
    }
    Ok(layout)
}

/// The root and the tiles below it, if each of them is sound and has one place.
fn check(layout: &Layout) -> Result<(TileId, HashSet<TileId>), Damage> {
    const MAX_DEPTH: usize = 32;
    const MAX_ID: u64 = u32::MAX as u64;
    let root = layout.root().ok_or(Damage::NoRoot)?;
    let mut reachable = HashSet::new();
    let mut panels: HashSet<&PanelKey> = HashSet::new();
    let mut open = vec![(root, 0)];
    while let Some((id, depth)) = open.pop() {
        if !reachable.insert(id) {
            return Err(Damage::SharedTile);
        }
        if id.0 > MAX_ID {
            return Err(Damage::InvalidId);
        }
        if depth > MAX_DEPTH {
            return Err(Damage::TooDeep);
        }
        match layout.tiles.get(id) {
            None if id == root => return Err(Damage::NoRoot),
            None => return Err(Damage::MissingTile),
            Some(Tile::Pane(key)) => {
                if PANELS.iter().all(|panel| panel.key != key.as_str()) {
                    return Err(Damage::UnknownPanel);
                }
                if !panels.insert(key) {
                    return Err(Damage::SharedPanel);
                }
            }
            Some(Tile::Container(container)) => {
                if !shares(container).iter().all(is_sound_share) {
                    return Err(Damage::InvalidShare);
                }
                if let Container::Grid(grid) = container
                    && let GridLayout::Columns(n) = grid.layout
                    && !(1..=PANELS.len()).contains(&n)
                {
                    return Err(Damage::InvalidGrid);
                }
                open.extend(container.children().map(|child| (*child, depth + 1)));
            }
        }
    }
    match panels.is_empty() {
        true => Err(Damage::NoPanel),
        false => Ok((root, reachable)),
    }
}

/// Shares are widths in points or parts of one. Their sum must stay a number.
fn is_sound_share(share: &f32) -> bool {
    (1e-6..=1e6).contains(share)
}

fn shares(container: &Container) -> Vec<f32> {
    match container {
        Container::Tabs(_) => Vec::new(),
        Container::Linear(linear) => linear
            .children
            .iter()
            .map(|it| linear.shares[*it])
            .collect(),
        Container::Grid(grid) => [&grid.col_shares[..], &grid.row_shares].concat(),
    }
}

/// Puts a panel that shares its place by default with another one into a tab there.
fn insert_tab(layout: &mut Layout, panel: &PanelAbout) -> bool {
    let host = panel.tab_of.unwrap_or(panel.key);
    let is_sharing = |other: &&PanelAbout| {
        other.key != panel.key && (other.key == host || other.tab_of == Some(host))
    };
    let mut sharing = PANELS.iter().filter(is_sharing);
    let found = sharing.find_map(|other| layout.tiles.find_pane(&other.key.into()));
    let Some(partner) = found else {
        return false;
    };
    let new = layout.tiles.insert_pane(panel.key.into());
    let parent = layout.tiles.parent_of(partner);
    if let Some(Tile::Container(Container::Tabs(tabs))) =
        parent.and_then(|parent| layout.tiles.get_mut(parent))
    {
        let at = match panel.tab_of {
            None => 0,
            Some(_) => tabs.children.len(),
        };
        tabs.children.insert(at, new);
        return true;
    }
    let children = match panel.tab_of {
        None => vec![new, partner],
        Some(_) => vec![partner, new],
    };
    let tabs = tabs_of(&mut layout.tiles, children, partner);
    match parent.and_then(|parent| layout.tiles.get_mut(parent)) {
        Some(Tile::Container(Container::Linear(row))) => {
            let share = row.shares[partner];
            row.shares.set_share(tabs, share);
            let at = row.children.iter_mut().find(|it| **it == partner);
            at.into_iter().for_each(|it| *it = tabs);
        }
        Some(Tile::Container(parent)) => {
            let at = parent.replace_child(partner, tabs);
            debug_assert!(at.is_some(), "it is a child of its parent");
        }
        _ => layout.root = Some(tabs),
    }
    true
}

/// Puts a panel beside the nearest panel of its default column, wherever that is now.
fn insert(layout: &mut Layout, panel: &PanelAbout) {
    if insert_tab(layout, panel) {
        return;
    }
    let place = PANELS.iter().position(|other| other.key == panel.key);
    let (above, below) = PANELS.split_at(place.unwrap_or(PANELS.len()));
    let is_beside = |other: &&PanelAbout| other.column == panel.column;
    // Beside panels that share a place stands what holds both.
    let tile_of = |other: &PanelAbout| {
        let pane = layout.tiles.find_pane(&other.key.into())?;
        let shares = PANELS.iter().any(|it| it.tab_of == Some(other.key)) || other.tab_of.is_some();
        let tabs = layout.tiles.parent_of(pane).filter(|parent| {
            shares
                && matches!(
                    layout.tiles.get_container(*parent),
                    Some(Container::Tabs(_))
                )
        });
        Some(tabs.unwrap_or(pane))
    };
    let above = (above.iter().rev().filter(is_beside)).find_map(tile_of);
    let below = (below.iter().filter(is_beside)).find_map(tile_of);
    let new = layout.tiles.insert_pane(panel.key.into());
    let Some(beside) = above.or(below) else {
        let width = WIDTH - theme::size::RIGHT;
        let children = layout.root.map(|root| (root, width));
        let children: Vec<_> = children
            .into_iter()
            .chain([(new, theme::size::RIGHT)])
            .collect();
        layout.root = Some(linear(&mut layout.tiles, LinearDir::Horizontal, &children));
        return;
    };
    let offset = usize::from(above.is_some());
    let parent = layout.tiles.parent_of(beside);
    match parent.and_then(|parent| layout.tiles.get_mut(parent)) {
        Some(Tile::Container(Container::Tabs(tabs))) => {
            let at = tabs.children.iter().position(|it| *it == beside);
            tabs.children.insert(at.unwrap_or(0) + offset, new);
        }
        Some(Tile::Container(Container::Linear(column))) if column.dir == LinearDir::Vertical => {
            let others: f32 = column.children.iter().map(|it| column.shares[*it]).sum();
            let at = column.children.iter().position(|it| *it == beside);
            column.children.insert(at.unwrap_or(0) + offset, new);
            let share = others * panel.share / (1.0 - panel.share);
            column.shares.set_share(new, share);
        }
        _ => {
            let mut children = [(beside, 1.0 - panel.share), (new, panel.share)];
            if above.is_none() {
                children.reverse();
            }
            let column = linear(&mut layout.tiles, LinearDir::Vertical, &children);
            match parent.and_then(|parent| layout.tiles.get_mut(parent)) {
                Some(Tile::Container(Container::Linear(row))) => {
                    let share = row.shares[beside];
                    row.shares.set_share(column, share);
                    let at = row.children.iter_mut().find(|it| **it == beside);
                    at.into_iter().for_each(|it| *it = column);
                }
                Some(Tile::Container(parent)) => {
                    let at = parent.replace_child(beside, column);
                    debug_assert!(at.is_some(), "it is a child of its parent");
                }
                _ => layout.root = Some(column),
            }
        }
    }
}

fn column_of_panels(tiles: &mut Tiles<PanelKey>, column: Column) -> TileId {
    let panels = PANELS.iter().filter(|panel| panel.column == column);
    let panes: Vec<(TileId, f32)> = panels
        .filter(|panel| panel.tab_of.is_none())
        .map(|panel| (place_of_panel(tiles, panel), panel.share))
        .collect();
    linear(tiles, LinearDir::Vertical, &panes)
}

/// A panel, and as tabs the panels that share its place.
fn place_of_panel(tiles: &mut Tiles<PanelKey>, panel: &PanelAbout) -> TileId {
    let pane = tiles.insert_pane(panel.key.into());
    let sharing = PANELS.iter().filter(|it| it.tab_of == Some(panel.key));
    let mut tabs = vec![pane];
    tabs.extend(sharing.map(|it| tiles.insert_pane(it.key.into())));
    match tabs.len() {
        1 => pane,
        _ => tabs_of(tiles, tabs, pane),
    }
}

fn tabs_of(tiles: &mut Tiles<PanelKey>, children: Vec<TileId>, active: TileId) -> TileId {
    let mut tabs = Tabs::new(children);
    tabs.active = Some(active);
    tiles.insert_new(Tile::Container(Container::Tabs(tabs)))
}

fn linear(tiles: &mut Tiles<PanelKey>, dir: LinearDir, children: &[(TileId, f32)]) -> TileId {
    let mut linear = Linear::new(dir, children.iter().map(|(child, _)| *child).collect());
    for (child, share) in children {
        linear.shares.set_share(*child, *share);
    }
    tiles.insert_new(Tile::Container(Container::Linear(linear)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The panels below the root, in the order of the registry.
    fn panels(layout: &Layout) -> Vec<&'static str> {
        let (_, reachable) = check(layout).expect("a sound layout");
        let has = |panel: &&PanelAbout| {
            let tile = layout.tiles.find_pane(&panel.key.into());
            tile.is_some_and(|tile| reachable.contains(&tile))
        };
        PANELS.iter().filter(has).map(|panel| panel.key).collect()
    }

    fn all() -> Vec<&'static str> {
        PANELS.iter().map(|panel| panel.key).collect()
    }

    fn tile(layout: &Layout, key: &'static str) -> TileId {
        layout.tiles.find_pane(&key.into()).expect("this panel")
    }

    fn root_mut(layout: &mut Layout) -> &mut Linear {
        let root = layout.root().expect("a root");
        match layout.tiles.get_mut(root) {
            Some(Tile::Container(Container::Linear(linear))) => linear,
            _ => panic!("the root is a row of columns"),
        }
    }

    #[test]
    fn the_shares_of_a_column_add_up() {
        for column in [Column::Left, Column::Centre, Column::Right] {
            let panels = PANELS.iter().filter(|panel| panel.column == column);
            let sum: f32 = panels.map(|panel| panel.share).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{column:?}: {sum}");
        }
    }

    #[test]
    fn a_sound_layout_stays_as_it_is() {
        let layout = default_layout();
        assert_eq!(restore(layout.clone()), Ok(layout));
    }

    #[test]
    fn hidden_panels_stay_hidden_unless_all_are() {
        let mut layout = default_layout();
        toggle(&mut layout, "Plots");
        assert!(!is_shown(&layout, "Plots") && is_shown(&layout, "Tree"));
        let layout = restore(layout).expect("it is kept");
        assert!(!is_shown(&layout, "Plots") && is_shown(&layout, "Tree"));
        let mut empty = layout;
        for panel in PANELS {
            let pane = tile(&empty, panel.key);
            empty.tiles.set_visible(pane, false);
        }
        let layout = restore(empty).expect("it is kept");
        assert!(PANELS.iter().all(|panel| is_shown(&layout, panel.key)));
    }

    #[test]
    fn the_last_panel_is_not_hidden() {
        let mut layout = default_layout();
        for panel in PANELS {
            toggle(&mut layout, panel.key);
        }
        let shown = PANELS.iter().filter(|panel| is_shown(&layout, panel.key));
        assert_eq!(shown.map(|panel| panel.key).collect::<Vec<_>>(), ["Runs"]);
    }

    #[test]
    fn a_layout_gets_the_panels_that_it_lacks() {
        for panel in PANELS {
            let mut old = default_layout();
            let pane = tile(&old, panel.key);
            old.remove_recursively(pane);
            let new = restore(old).expect("it is kept");
            assert_eq!(panels(&new), all());
            // In its default place: with the others of its column, as high as by default.
            assert_eq!(new.tiles.len(), default_layout().tiles.len());
            let parent = new
                .tiles
                .parent_of(tile(&new, panel.key))
                .expect("a column");
            let sharing = PANELS.iter().filter(|other| {
                other.key == panel.tab_of.unwrap_or(panel.key)
                    || other.tab_of == Some(panel.tab_of.unwrap_or(panel.key))
            });
            let sharing: Vec<&str> = sharing.map(|other| other.key).collect();
            if let Some(Container::Tabs(tabs)) = new.tiles.get_container(parent) {
                let keys: Vec<&str> = (tabs.children.iter())
                    .map(|it| new.tiles.get_pane(it).expect("a pane").as_str())
                    .collect();
                assert_eq!(keys, sharing);
                continue;
            }
            assert_eq!(sharing, [panel.key]);
            let Some(Container::Linear(column)) = new.tiles.get_container(parent) else {
                panic!("a column");
            };
            let keys: Vec<&str> = (column.children.iter())
                .map(|it| match new.tiles.get(*it) {
                    Some(Tile::Container(tabs)) => *tabs.children().next().expect("a tab"),
                    _ => *it,
                })
                .map(|it| new.tiles.get_pane(&it).expect("a pane").as_str())
                .collect();
            let expected: Vec<&str> = PANELS
                .iter()
                .filter(|other| other.column == panel.column && other.tab_of.is_none())
                .map(|other| other.key)
                .collect();
            assert_eq!(keys, expected);
            let sum: f32 = column.children.iter().map(|it| column.shares[*it]).sum();
            let share = column.shares[tile(&new, panel.key)] / sum;
            assert!((share - panel.share).abs() < 1e-5, "{}: {share}", panel.key);
        }
    }

    #[test]
    fn panels_are_added_to_any_arrangement() {
        for root in PANELS {
            assert_eq!(panels(&restore(only(root.key)).expect("it is kept")), all());
            for other in PANELS.iter().filter(|other| other.key != root.key) {
                let panes = || vec![root.key.into(), other.key.into()];
                for layout in [
                    Layout::new_tabs(egui::Id::unique("dock"), panes()),
                    Layout::new_grid(egui::Id::unique("dock"), panes()),
                    Layout::new_horizontal(egui::Id::unique("dock"), panes()),
                    Layout::new_vertical(egui::Id::unique("dock"), panes()),
                ] {
                    assert_eq!(panels(&restore(layout).expect("it is kept")), all());
                }
            }
        }
    }

    #[test]
    fn damage_is_found() {
        let damaged = |damage: &dyn Fn(&mut Layout)| {
            let mut layout = default_layout();
            damage(&mut layout);
            restore(layout)
        };
        let missing = TileId::from_u64(999);
        assert_eq!(damaged(&|it| it.root = None), Err(Damage::NoRoot));
        assert_eq!(damaged(&|it| it.root = Some(missing)), Err(Damage::NoRoot));
        let with_child = |child: fn(&Layout) -> TileId| {
            damaged(&|it| {
                let child = child(it);
                root_mut(it).children.push(child);
            })
        };
        assert_eq!(
            with_child(|_| TileId::from_u64(999)),
            Err(Damage::MissingTile)
        );
        assert_eq!(with_child(|it| tile(it, "Tree")), Err(Damage::SharedTile));
        assert_eq!(
            with_child(|it| it.root.expect("a root")),
            Err(Damage::SharedTile)
        );
        let add = |key: &'static str| {
            damaged(&|it| {
                let pane = it.tiles.insert_pane(key.into());
                root_mut(it).children.push(pane);
            })
        };
        assert_eq!(add("Runs"), Err(Damage::SharedPanel));
        assert_eq!(add("Nonsense"), Err(Damage::UnknownPanel));
        for share in [f32::NAN, f32::INFINITY, 1e38, 1e-38, 0.0, -1.0] {
            let layout = damaged(&|it| {
                let first = root_mut(it).children[0];
                root_mut(it).shares.set_share(first, share);
            });
            assert_eq!(layout, Err(Damage::InvalidShare));
        }
        let with_tile = |id: u64, tile: Tile<PanelKey>| {
            damaged(&|it| {
                it.tiles.insert(TileId::from_u64(id), tile.clone());
                root_mut(it).children.push(TileId::from_u64(id));
            })
        };
        let empty = || Container::new_tabs(Vec::new());
        assert_eq!(with_tile(u64::MAX, empty().into()), Err(Damage::InvalidId));
        let itself = Container::new_tabs(vec![TileId::from_u64(77)]);
        assert_eq!(with_tile(77, itself.into()), Err(Damage::SharedTile));
        for n in [0, usize::MAX] {
            let mut grid = egui_tiles::Grid::new(Vec::new());
            grid.layout = GridLayout::Columns(n);
            let grid = Tile::Container(Container::Grid(grid));
            assert_eq!(with_tile(77, grid), Err(Damage::InvalidGrid));
        }
        let deep = damaged(&|it| {
            for _ in 0..10_000 {
                let root = it.root.expect("a root");
                it.root = Some(it.tiles.insert_tab_tile(vec![root]));
            }
        });
        assert_eq!(deep, Err(Damage::TooDeep));
        let none = damaged(&|it| it.root = Some(it.tiles.insert_tab_tile(Vec::new())));
        assert_eq!(none, Err(Damage::NoPanel));
    }

    /// What is below no root does no harm, whatever it is.
    #[test]
    fn tiles_without_a_place_are_dropped() {
        let mut layout = default_layout();
        let itself = TileId::from_u64(77);
        let container = Container::new_tabs(vec![itself]);
        layout.tiles.insert(itself, container.into());
        let pane = layout.tiles.insert_pane("Nonsense".into());
        layout.tiles.set_visible(pane, false);
        layout
            .tiles
            .insert(TileId::from_u64(u64::MAX), Tile::Pane("Tree".into()));
        assert_eq!(restore(layout), Ok(default_layout()));
    }
}
