//! The panels' places: a tree of tiles that can be dragged, resized and remembered.

use super::actions::Action;
use super::model::Model;
use super::panels::{PanelKind, Panels};
use super::theme;
use egui_tiles::{Container, Linear, LinearDir, SimplificationOptions, Tile, TileId, Tiles, Tree};

/// The arrangement at the first start: three columns.
pub fn first_layout() -> Tree<PanelKind> {
    let mut tiles = Tiles::default();
    let column = |tiles: &mut Tiles<PanelKind>, kinds: &[(PanelKind, f32)]| {
        let children: Vec<TileId> = kinds
            .iter()
            .map(|(kind, _)| tiles.insert_pane(*kind))
            .collect();
        let mut linear = Linear::new(LinearDir::Vertical, children.clone());
        for (child, (_, share)) in children.iter().zip(kinds) {
            linear.shares.set_share(*child, *share);
        }
        tiles.insert_new(Tile::Container(Container::Linear(linear)))
    };
    let left = column(
        &mut tiles,
        &[(PanelKind::Puzzle, 0.54), (PanelKind::Search, 0.46)],
    );
    let centre = column(
        &mut tiles,
        &[(PanelKind::Tree, 0.72), (PanelKind::Plots, 0.28)],
    );
    let right = column(
        &mut tiles,
        &[
            (PanelKind::Node, 0.40),
            (PanelKind::Result, 0.37),
            (PanelKind::Runs, 0.23),
        ],
    );
    let mut columns = Linear::new(LinearDir::Horizontal, vec![left, centre, right]);
    // In points of a window of 1600: what the side columns gain, the centre gives.
    let widths = [
        theme::size::LEFT,
        1600.0 - theme::size::LEFT - theme::size::RIGHT,
        theme::size::RIGHT,
    ];
    for (column, width) in [left, centre, right].into_iter().zip(widths) {
        columns.shares.set_share(column, width);
    }
    let root = tiles.insert_new(Tile::Container(Container::Linear(columns)));
    Tree::new(egui::Id::unique("dock"), root, tiles)
}

/// One panel alone.
pub fn only(panel: PanelKind) -> Tree<PanelKind> {
    let mut tiles = Tiles::default();
    let root = tiles.insert_pane(panel);
    Tree::new(egui::Id::unique("dock"), root, tiles)
}

/// Whether every panel has its place exactly once: a kept layout may be of another version.
pub fn is_whole(tree: &Tree<PanelKind>) -> bool {
    let places = |kind: PanelKind| {
        tree.tiles
            .iter()
            .filter(|(_, tile)| matches!(tile, Tile::Pane(pane) if *pane == kind))
            .count()
    };
    tree.root().is_some() && PanelKind::ALL.into_iter().all(|kind| places(kind) == 1)
}

/// Shows the panels in their places; what they want goes to `actions`.
pub fn ui(
    ui: &mut egui::Ui,
    tree: &mut Tree<PanelKind>,
    panels: &mut Panels,
    model: &Model,
    actions: &mut Vec<Action>,
) {
    keep_side_widths(ui, tree);
    tree.ui(
        &mut Behaviour {
            panels,
            model,
            actions,
        },
        ui,
    );
}

/// When the window changes its width, the widest column takes the change; the others keep
/// theirs. (Left alone, every column would keep its share.)
fn keep_side_widths(ui: &egui::Ui, tree: &mut Tree<PanelKind>) {
    let total = ui.available_width();
    let Some(root) = tree.root() else { return };
    let Some(Tile::Container(Container::Linear(columns))) = tree.tiles.get(root) else {
        return;
    };
    if columns.dir != LinearDir::Horizontal || columns.children.len() < 2 {
        return;
    }
    // The widths of the frame before; at first, those that the layout was made with.
    let old = tree.tiles.rect(root).map(|rect| rect.width());
    if old.is_some_and(|old| (old - total).abs() < 0.5) {
        return;
    }
    let children = columns.children.clone();
    let mut widths: Vec<f32> = children
        .iter()
        .map(|child| match tree.tiles.rect(*child) {
            Some(rect) if old.is_some() => rect.width(),
            _ => columns.shares[*child],
        })
        .collect();
    let widest = (0..widths.len())
        .max_by(|a, b| widths[*a].total_cmp(&widths[*b]))
        .unwrap_or(0);
    let others: f32 = widths.iter().sum::<f32>() - widths[widest];
    // In a window too narrow for that, the columns shrink together again.
    if total - others < total * 0.3 {
        return;
    }
    widths[widest] = total - others;
    if let Some(Tile::Container(Container::Linear(columns))) = tree.tiles.get_mut(root) {
        for (child, width) in children.into_iter().zip(widths) {
            columns.shares.set_share(child, width);
        }
    }
}

struct Behaviour<'a> {
    panels: &'a mut Panels,
    model: &'a Model,
    actions: &'a mut Vec<Action>,
}

impl egui_tiles::Behavior<PanelKind> for Behaviour<'_> {
    fn pane_ui(
        &mut self,
        ui: &mut egui::Ui,
        _: TileId,
        kind: &mut PanelKind,
    ) -> egui_tiles::UiResponse {
        let panel = self.panels.get(*kind);
        let palette = theme::palette(ui);
        ui.painter().rect_filled(ui.max_rect(), 0.0, palette.panel);
        let mut dragged = false;
        let head = egui::Frame::new().inner_margin(egui::Margin::symmetric(16, 0));
        head.show(ui, |ui| {
            ui.set_height(theme::size::HEAD);
            ui.horizontal_centered(|ui| {
                let title = egui::Label::new(theme::head(
                    panel.title(self.model).unwrap_or(kind.title()),
                    palette,
                ))
                .sense(egui::Sense::drag());
                let title = ui.add(title).on_hover_cursor(egui::CursorIcon::Grab);
                dragged = title.drag_started();
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    panel.head_ui(ui, self.model, self.actions);
                });
            });
        });
        panel.ui(ui, self.model, self.actions);
        if dragged {
            egui_tiles::UiResponse::DragStarted
        } else {
            egui_tiles::UiResponse::None
        }
    }

    fn tab_title_for_pane(&mut self, kind: &PanelKind) -> egui::WidgetText {
        let title = self.panels.get(*kind).title(self.model);
        title.unwrap_or(kind.title()).into()
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions {
            all_panes_must_have_tabs: false,
            ..Default::default()
        }
    }

    fn min_size(&self) -> f32 {
        96.0
    }

    fn resize_stroke(&self, style: &egui::Style, state: egui_tiles::ResizeState) -> egui::Stroke {
        let palette = theme::palette_of(style.visuals.dark_mode);
        let colour = match state {
            egui_tiles::ResizeState::Idle => palette.line,
            egui_tiles::ResizeState::Hovering => palette.faint,
            egui_tiles::ResizeState::Dragging => palette.accent,
        };
        egui::Stroke::new(1.0, colour)
    }
}
