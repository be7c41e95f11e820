//! The dock: shows the panels in their places, where they can be dragged and resized.

use super::actions::Action;
use super::column_widths;
use super::fence::{Fence, Remedy};
use super::model::Model;
use super::panel::PanelAbout;
use super::panel_key::{Layout, PanelKey};
use super::panels::Panels;
use super::theme;
use super::widgets::follow_focus;
use egui_material_icons::MaterialIcon;
use egui_tiles::{Container, SimplificationOptions, TabState, Tile, TileId, Tiles};
use std::collections::HashSet;

/// Shows the panels in their places; what they want goes to `actions`. In a window that is narrower
/// than they can be, they scroll.
pub fn ui(
    ui: &mut egui::Ui,
    tree: &mut Layout,
    panels: &mut Panels,
    fence: &mut Fence,
    model: &Model,
    actions: &mut Vec<Action>,
) {
    let (room, least) = (ui.available_size(), column_widths::least(tree));
    if room.x >= least {
        return panels_ui(ui, tree, panels, fence, model, actions);
    }
    let area = egui::ScrollArea::horizontal().id_salt("narrow dock");
    area.auto_shrink(false).show(ui, |ui| {
        ui.allocate_ui(egui::vec2(least, room.y), |ui| {
            follow_focus(ui, |ui| panels_ui(ui, tree, panels, fence, model, actions));
        });
    });
}

fn panels_ui(
    ui: &mut egui::Ui,
    tree: &mut Layout,
    panels: &mut Panels,
    fence: &mut Fence,
    model: &Model,
    actions: &mut Vec<Action>,
) {
    let fitted = column_widths::fit(tree, ui.available_width());
    let (tabbed, fronts) = (tabbed(tree), fronts(tree));
    tree.ui(
        &mut Behaviour {
            tabbed,
            fronts,
            panels,
            fence,
            model,
            actions,
        },
        ui,
    );
    fitted.restore(tree);
}

/// The panels in tabs, whose titles stand above them.
fn tabbed(tree: &Layout) -> HashSet<TileId> {
    let tabs = tree.tiles.tiles().filter_map(|tile| match tile {
        Tile::Container(Container::Tabs(tabs)) => Some(tabs.children.iter().copied()),
        _ => None,
    });
    tabs.flatten().collect()
}

/// The tabs in front.
fn fronts(tree: &Layout) -> HashSet<TileId> {
    let fronts = tree.tiles.tiles().filter_map(|tile| match tile {
        Tile::Container(Container::Tabs(tabs)) => tabs.active,
        _ => None,
    });
    fronts.collect()
}

/// What the head of a panel has to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head {
    Whole,
    /// A tab says the title, so that it gives way to controls in a narrow panel.
    BelowTab,
}

/// The width of a head below which a title that is a tab's too gives way.
const NARROW_HEAD: f32 = 340.0;

/// Shows a panel with its head. Returns whether its title begins to be dragged.
pub fn pane_ui(
    ui: &mut egui::Ui,
    key: &PanelKey,
    head: Head,
    panels: &mut Panels,
    fence: &mut Fence,
    model: &Model,
    actions: &mut Vec<Action>,
) -> bool {
    let Some((about, panel)) = panels.get(key) else {
        return false;
    };
    let palette = theme::palette(ui);
    ui.painter().rect_filled(ui.max_rect(), 0.0, palette.panel);
    let n_actions = actions.len();
    let had_fallen = fence.crash(about.title).is_some();
    let title = fence.draw(about.title, || panel.title(model)).flatten();
    let mut is_dragged = false;
    let frame = egui::Frame::new().inner_margin(egui::Margin::symmetric(16, 0));
    frame.show(ui, |ui| {
        ui.set_height(theme::size::HEAD);
        ui.horizontal_centered(|ui| {
            let icon = icon_ui(ui, about.icon);
            let title = theme::head(title.unwrap_or(about.title), palette);
            let is_narrow = ui.available_width() < NARROW_HEAD;
            let gives_way = panel.title_gives_way() || head == Head::BelowTab && is_narrow;
            let place = ui.available_rect_before_wrap();
            if !gives_way {
                is_dragged = title_ui(ui, title.clone());
            }
            let controls = egui::Layout::right_to_left(egui::Align::Center);
            let shown = ui.with_layout(controls, |ui| {
                fence.draw(about.title, || panel.head_ui(ui, model, actions));
            });
            let place = place.with_max_x(shown.response.rect.left());
            let width = ui.painter().layout_job(title.clone()).size().x;
            if gives_way && width + theme::space::S <= place.width() {
                let place = egui::UiBuilder::new().max_rect(place).layout(*ui.layout());
                is_dragged = ui.scope_builder(place, |ui| title_ui(ui, title)).inner;
            } else if gives_way {
                is_dragged = handle_ui(ui, icon, &title.text);
            }
        });
    });
    let drawn = fence.draw(about.title, || {
        let least = panel.least_height();
        if ui.available_height() >= least {
            panel.ui(ui, model, actions);
            return;
        }
        let area = egui::ScrollArea::vertical().id_salt("low panel");
        area.auto_shrink(false).show(ui, |ui| {
            let size = egui::vec2(ui.available_width(), least);
            ui.allocate_ui(size, |ui| {
                follow_focus(ui, |ui| panel.ui(ui, model, actions))
            });
        });
    });
    if had_fallen {
        fallen_ui(ui, about, panels, fence, actions);
    } else if drawn.is_none() {
        // What it asked for is as doubtful as what it has drawn.
        actions.truncate(n_actions);
        ui.painter().rect_filled(ui.max_rect(), 0.0, palette.panel);
    }
    is_dragged
}

/// A title by which its panel is dragged; whether that begins.
fn title_ui(ui: &mut egui::Ui, title: egui::text::LayoutJob) -> bool {
    let title = egui::Label::new(title).sense(egui::Sense::DRAG);
    let title = ui.add(title).on_hover_cursor(egui::CursorIcon::Grab);
    title.drag_started()
}

/// The icon in place of a title that has given way; whether its panel begins to be dragged.
fn handle_ui(ui: &egui::Ui, icon: egui::Rect, title: &str) -> bool {
    let response = ui.interact(icon, ui.scope_id().with("title"), egui::Sense::DRAG);
    let label = egui::Role::Label;
    response.widget_info(|| egui::WidgetInfo::labeled(label, true, title));
    let response = response.on_hover_cursor(egui::CursorIcon::Grab);
    response.drag_started()
}

/// Paints a panel's icon. It adds nothing for a screen reader, since the title follows.
fn icon_ui(ui: &mut egui::Ui, icon: MaterialIcon) -> egui::Rect {
    const SIZE: f32 = 15.0;
    let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(SIZE), egui::Sense::hover());
    let (font, colour) = (theme::icon(SIZE), theme::palette(ui).faint);
    let centre = egui::Align2::CENTER_CENTER;
    ui.painter()
        .text(rect.center(), centre, icon.codepoint, font, colour);
    rect
}

/// What stands in a panel that has panicked.
fn fallen_ui(
    ui: &mut egui::Ui,
    about: &'static PanelAbout,
    panels: &mut Panels,
    fence: &mut Fence,
    actions: &mut Vec<Action>,
) {
    let margin = egui::Margin::symmetric(theme::space::L as i8, 0);
    let frame = egui::Frame::new().inner_margin(margin);
    let area = egui::ScrollArea::vertical().auto_shrink(false);
    let shown = area.show(ui, |ui| {
        frame.show(ui, |ui| fence.crash_ui(ui, about.title)).inner
    });
    match shown.inner {
        Some(Remedy::Reset) => {
            panels.reset(about);
            fence.reset(about.title);
            ui.ctx().request_repaint();
        }
        Some(Remedy::Copy(report)) => actions.push(Action::Copy("the report", report)),
        None => {}
    }
}

struct Behaviour<'a> {
    tabbed: HashSet<TileId>,
    fronts: HashSet<TileId>,
    panels: &'a mut Panels,
    fence: &'a mut Fence,
    model: &'a Model,
    actions: &'a mut Vec<Action>,
}

impl egui_tiles::Behavior<PanelKey> for Behaviour<'_> {
    /// Only the tabs under the pointer would be turned: a command turns those that have the focus.
    fn cycle_tabs_with_keyboard(&self) -> bool {
        false
    }

    fn pane_ui(
        &mut self,
        ui: &mut egui::Ui,
        tile: TileId,
        key: &mut PanelKey,
    ) -> egui_tiles::UiResponse {
        let head = match self.tabbed.contains(&tile) {
            true => Head::BelowTab,
            false => Head::Whole,
        };
        let (panels, fence) = (&mut *self.panels, &mut *self.fence);
        match pane_ui(ui, key, head, panels, fence, self.model, self.actions) {
            true => egui_tiles::UiResponse::DragStarted,
            false => egui_tiles::UiResponse::None,
        }
    }

    fn tab_title_for_pane(&mut self, key: &PanelKey) -> egui::WidgetText {
        match self.panels.get(key) {
            Some((about, panel)) => {
                let title = self.fence.draw(about.title, || panel.title(self.model));
                title.flatten().unwrap_or(about.title).into()
            }
            None => key.as_str().into(),
        }
    }

    /// Of more tabs than there is room for, the one that comes to the front or gets the focus by a
    /// key comes in sight, and the one in front stays there when the window changes its size.
    fn on_tab_button(
        &mut self,
        _: &mut Tiles<PanelKey>,
        tile: TileId,
        response: egui::Response,
    ) -> egui::Response {
        let is_front = self.fronts.contains(&tile);
        let window = response.ctx.content_rect().size();
        let n_frames_in_front = response.ctx.data_mut(|data| {
            let id = response.id.with("frames in front");
            let (n, size): &mut (u8, egui::Vec2) = data.get_temp_mut_or_default(id);
            *n = match is_front {
                true if *size == window => n.saturating_add(1),
                true => 1,
                false => 0,
            };
            *size = window;
            *n
        });
        // The arrows of the bar take their room one frame later.
        let comes_to_front = (1..=3).contains(&n_frames_in_front);
        if comes_to_front || response.gained_focus() {
            response.scroll_to_me_animation(None, egui::style::ScrollAnimation::none());
        }
        response
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

    /// The height of the arrows beside more tabs than there is room for, so that the tabs stay where they
    /// are when an arrow comes or goes.
    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        theme::size::CONTROL
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> egui::Color32 {
        theme::palette_of(visuals.dark_mode).canvas
    }

    fn tab_bg_color(
        &self,
        visuals: &egui::Visuals,
        _: &Tiles<PanelKey>,
        _: TileId,
        state: &TabState,
    ) -> egui::Color32 {
        let palette = theme::palette_of(visuals.dark_mode);
        match state.active {
            true => palette.panel,
            false => palette.canvas,
        }
    }

    fn tab_outline_stroke(
        &self,
        _: &egui::Visuals,
        _: &Tiles<PanelKey>,
        _: TileId,
        _: &TabState,
    ) -> egui::Stroke {
        egui::Stroke::NONE
    }

    fn tab_text_color(
        &self,
        visuals: &egui::Visuals,
        _: &Tiles<PanelKey>,
        _: TileId,
        state: &TabState,
    ) -> egui::Color32 {
        let palette = theme::palette_of(visuals.dark_mode);
        match state.active {
            true => palette.text,
            false => palette.dim,
        }
    }

    /// Close enough for all tabs of the first layout at a width of 1280 points.
    fn tab_title_spacing(&self, _: &egui::Visuals) -> f32 {
        theme::space::M
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
