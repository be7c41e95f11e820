//! A layout of the panels: those that ship, and one that was saved.

use super::panel::{Column, PanelAbout};
use super::panel_key::{Layout, PanelKey};
use super::panels::PANELS;
use super::theme;
use egui_tiles::{Container, GridLayout, Linear, LinearDir, Tabs, Tile, TileId, Tiles};
use std::collections::HashSet;

/// The width of the window for which the columns have the widths of the default layout.
const WIDTH: f32 = 1600.0;

/// The layout at the first start: three columns.
pub fn standard() -> Layout {
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

/// Levels, frontier, plots and runs side by side.
pub fn research() -> Layout {
    let figures = WIDTH - theme::size::LEFT - 520.0;
    of_columns(&[
        (theme::size::LEFT, &[(0.5, &["Search"]), (0.5, &["Puzzle"])]),
        (
            figures,
            &[
                (0.55, &["Levels", "Tree", "Overview"]),
                (0.45, &["Plots", "Pseudocode"]),
            ],
        ),
        (
            520.0,
            &[(0.5, &["Frontier"]), (0.5, &["Runs", "Result", "Node"])],
        ),
    ])
}

/// A large board to play on, and beside it what is known of the puzzle.
pub fn play() -> Layout {
    let board = 0.56 * WIDTH;
    of_columns(&[
        (board, &[(1.0, &["Puzzle"])]),
        (
            WIDTH - board,
            &[
                (0.6, &["Tree", "Plots"]),
                (0.4, &["Result", "Search", "Node", "Runs"]),
            ],
        ),
    ])
}

/// A place of a layout: its part of the height of its column, and the panels that share it.
type Place<'a> = (f32, &'a [&'static str]);

/// The layout with these columns, each with its width in a window of [`WIDTH`] points. The other
/// panels are hidden, each beside its neighbours in the standard layout.
fn of_columns(columns: &[(f32, &[Place<'_>])]) -> Layout {
    let mut tiles = Tiles::default();
    let place = |tiles: &mut Tiles<PanelKey>, (share, keys): &Place<'_>| {
        let panes = keys.iter().map(|key| tiles.insert_pane((*key).into()));
        let panes: Vec<TileId> = panes.collect();
        match panes[..] {
            [only] => (only, *share),
            _ => (tabs_of(tiles, panes.clone(), panes[0]), *share),
        }
    };
    let mut column = |(width, places): &(f32, &[Place<'_>])| {
        let places: Vec<_> = places.iter().map(|it| place(&mut tiles, it)).collect();
        (linear(&mut tiles, LinearDir::Vertical, &places), *width)
    };
    let columns: Vec<_> = columns.iter().map(&mut column).collect();
    let root = linear(&mut tiles, LinearDir::Horizontal, &columns);
    let mut layout = Layout::new(egui::Id::unique("dock"), root, tiles);
    for panel in PANELS {
        if layout.tiles.find_pane(&panel.key.into()).is_none() {
            insert(&mut layout, panel);
            let pane = layout.tiles.find_pane(&panel.key.into());
            pane.into_iter()
                .for_each(|it| layout.tiles.set_visible(it, false));
        }
    }
    layout
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

/// Shows a panel in its place, in front of the tabs beside it.
pub fn show(layout: &mut Layout, key: &'static str) {
    if let Some(pane) = layout.tiles.find_pane(&key.into()) {
        layout.tiles.set_visible(pane, true);
        show_tab(layout, pane);
    }
}

/// The panel in the next tab beside this one, or in the tab before; `None` if there is no other.
pub fn beside(layout: &Layout, key: &'static str, is_backwards: bool) -> Option<&'static str> {
    let tiles = &layout.tiles;
    let pane = tiles.find_pane(&key.into())?;
    let Some(Container::Tabs(tabs)) = tiles.get_container(tiles.parent_of(pane)?) else {
        return None;
    };
    let shown = tabs.children.iter().filter(|it| tiles.is_visible(**it));
    let mut shown: Vec<TileId> = shown.copied().collect();
    if is_backwards {
        shown.reverse();
    }
    let at = shown.iter().position(|it| *it == pane)?;
    let next = shown[(at + 1) % shown.len()];
    let mut panels = PANELS.iter().map(|panel| panel.key);
    let next = panels.find(|panel| tiles.find_pane(&PanelKey::from(*panel)) == Some(next));
    next.filter(|panel| *panel != key)
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
    // Tabs are in the order of the registry.
    let before = PANELS.iter().take_while(|other| other.key != panel.key);
    let before: Vec<TileId> = before
        .filter_map(|other| layout.tiles.find_pane(&other.key.into()))
        .collect();
    let new = layout.tiles.insert_pane(panel.key.into());
    let parent = layout.tiles.parent_of(partner);
    if let Some(Tile::Container(Container::Tabs(tabs))) =
        parent.and_then(|parent| layout.tiles.get_mut(parent))
    {
        let last_before = tabs.children.iter().rposition(|tab| before.contains(tab));
        tabs.children
            .insert(last_before.map_or(0, |it| it + 1), new);
        return true;
    }
    let children = match before.contains(&partner) {
        false => vec![new, partner],
        true => vec![partner, new],
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
mod tests;
