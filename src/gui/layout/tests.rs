//! The default layout, panels added to a saved one, and damaged layouts.

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
    let layout = standard();
    assert_eq!(restore(layout.clone()), Ok(layout));
}

#[test]
fn hidden_panels_stay_hidden_unless_all_are() {
    let mut layout = standard();
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
    let mut layout = standard();
    for panel in PANELS {
        toggle(&mut layout, panel.key);
    }
    let shown = PANELS.iter().filter(|panel| is_shown(&layout, panel.key));
    assert_eq!(shown.map(|panel| panel.key).collect::<Vec<_>>(), ["Runs"]);
}

#[test]
fn a_layout_gets_the_panels_that_it_lacks() {
    for panel in PANELS {
        let mut old = standard();
        let pane = tile(&old, panel.key);
        old.remove_recursively(pane);
        let new = restore(old).expect("it is kept");
        assert_eq!(panels(&new), all());
        // In its default place: with the others of its column, as high as by default.
        assert_eq!(new.tiles.len(), standard().tiles.len());
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
        let mut layout = standard();
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
    let mut layout = standard();
    let itself = TileId::from_u64(77);
    let container = Container::new_tabs(vec![itself]);
    layout.tiles.insert(itself, container.into());
    let pane = layout.tiles.insert_pane("Nonsense".into());
    layout.tiles.set_visible(pane, false);
    layout
        .tiles
        .insert(TileId::from_u64(u64::MAX), Tile::Pane("Tree".into()));
    assert_eq!(restore(layout), Ok(standard()));
}
