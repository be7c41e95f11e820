//! A road map: cities and roads, and on them a search, a path or a traveller.
//!
//! It shows a route and returns gestures; it never changes the route itself.

mod arrange;
mod labels;
mod paint;
mod shown;

pub use paint::sample;
pub use shown::{CityStyle, Shown};

use super::{list_item, main_control, take_keys};
use crate::gui::theme::{self};
use egui::{
    EventFilter, Id, Key, Modifiers, Pos2, Rect, Response, Role, Sense, Ui, UiBuilder, Vec2,
    WidgetInfo, vec2,
};
use std::sync::Arc;
use tilescope_puzzle::routes::{City, Map, Route};

/// Help for a map.
pub const HOW_TO: &str = "Click a city to choose it; with the right button to start or end there.\n\
    With the map in focus, arrows walk from city to city, Enter chooses one, S starts and G ends \
    there.";

/// A gesture on a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gesture {
    Choose(City),
    Start(City),
    Goal(City),
    /// Enter with no city marked, which the map doesn't use.
    Enter,
}

/// The view state of a map. It starts afresh when another map is shown.
#[derive(Default)]
pub struct MapWidget {
    /// The map whose cities are numbered here.
    map: Option<Arc<Map>>,
    /// The index of the city that keys act on.
    cursor: Option<usize>,
    /// The places of names and lengths.
    places: labels::Places,
}

impl MapWidget {
    /// Shows a map in `area` and returns this frame's gesture.
    pub fn ui(&mut self, ui: &mut Ui, area: Rect, shown: &Shown) -> Option<Gesture> {
        let map = &shown.route.map;
        if self.map.as_ref() != Some(map) {
            *self = MapWidget {
                map: Some(map.clone()),
                ..MapWidget::default()
            };
        }
        let id = ui.scope_id().with(("map", shown.name));
        let scene = paint::Scene::new(ui, area, shown, &mut self.places);
        let focus = ui.interact(area, id, Sense::FOCUSABLE);
        focus.widget_info(|| WidgetInfo::labeled(Role::Grid, true, shown.name));
        main_control(ui, &focus);
        let builder = UiBuilder::new().max_rect(area).accessibility_parent(id);
        let mut inside = ui.new_child(builder);
        let keys = self.take_keys(ui, &focus, &scene, shown);
        let (hovered, pointer) = self.take_pointer(&mut inside, id, &scene, shown);
        let cursor = self.cursor.filter(|_| focus.has_focus());
        scene.paint(&ui.painter_at(area), hovered, cursor);
        if focus.has_focus() {
            let stroke = egui::Stroke::new(1.0, scene.palette.accent.gamma_multiply(0.6));
            let inside = egui::StrokeKind::Inside;
            ui.painter()
                .rect_stroke(area.shrink(1.0), 2, stroke, inside);
        }
        pointer.or(keys)
    }

    /// The city under the pointer, and the gesture.
    fn take_pointer(
        &mut self,
        ui: &mut Ui,
        id: Id,
        scene: &paint::Scene,
        shown: &Shown,
    ) -> (Option<usize>, Option<Gesture>) {
        let (mut hovered, mut gesture) = (None, None);
        for city in shown.route.map.cities() {
            let i = city.index();
            let disc = Rect::from_center_size(scene.at(city), Vec2::splat(2.0 * scene.reach()));
            let response = ui.interact(disc, id.with(("city", i)), Sense::CLICK);
            let style = &shown.styles[i];
            response.widget_info(|| WidgetInfo::labeled(Role::GridCell, true, &style.words));
            if response.hovered() {
                hovered = Some(i);
            }
            if response.clicked() {
                ui.memory_mut(|memory| memory.request_focus(id));
                self.cursor = Some(i);
                gesture = Some(Gesture::Choose(city));
            }
            if shown.can_edit {
                response.context_menu(|ui| {
                    ui.set_width(theme::size::LIST);
                    for (text, wanted) in [
                        ("Start here", Gesture::Start(city)),
                        ("Go here", Gesture::Goal(city)),
                    ] {
                        if list_item(ui, false, text, "").clicked() {
                            gesture = Some(wanted);
                        }
                    }
                });
            }
            let words = style.words.clone();
            response.on_hover_text(words);
        }
        (hovered, gesture)
    }

    /// Handles the keys of a focused map.
    fn take_keys(
        &mut self,
        ui: &Ui,
        focus: &Response,
        scene: &paint::Scene,
        shown: &Shown,
    ) -> Option<Gesture> {
        if !focus.has_focus() {
            return None;
        }
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(focus.id, filter));
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let cities: Vec<City> = shown.route.map.cities().collect();
        let arrows = [
            Key::ArrowUp,
            Key::ArrowDown,
            Key::ArrowLeft,
            Key::ArrowRight,
        ];
        for key in take_keys(ui, Modifiers::NONE, &arrows) {
            let direction = match key {
                Key::ArrowUp => vec2(0.0, -1.0),
                Key::ArrowDown => vec2(0.0, 1.0),
                Key::ArrowLeft => vec2(-1.0, 0.0),
                _ => vec2(1.0, 0.0),
            };
            let from = self.cursor.unwrap_or(shown.route.start.index());
            let places: Vec<Pos2> = cities.iter().map(|&city| scene.at(city)).collect();
            self.cursor = Some(next(&places, from, direction).unwrap_or(from));
        }
        let city = self.cursor.and_then(|i| cities.get(i)).copied();
        if shown.can_edit && pressed(Key::S) {
            city.map(Gesture::Start)
        } else if shown.can_edit && pressed(Key::G) {
            city.map(Gesture::Goal)
        } else if pressed(Key::Enter) {
            Some(city.map_or(Gesture::Enter, Gesture::Choose))
        } else {
            None
        }
    }
}

/// A city's name, and whether it is the start or the goal.
pub fn name_of(route: &Route, city: City) -> String {
    let mut name = route.map.name(city).to_owned();
    if city == route.start {
        name += ", start";
    }
    if city == route.goal {
        name += ", goal";
    }
    name
}

/// “; roads to Arad 140, Fagaras 99”.
pub fn roads_in_words(route: &Route, city: City) -> String {
    let map = &route.map;
    let road = |action| {
        let to = map.name(map.destination(action));
        format!("{to} {}", map.road(action).length)
    };
    let roads: Vec<String> = map.actions(city).map(road).collect();
    match roads.len() {
        0 => "; no road leads there".to_owned(),
        1 => format!("; a road to {}", roads[0]),
        _ => format!("; roads to {}", roads.join(", ")),
    }
}

/// The place nearest to place `from` among those that lie more in `direction` than to its sides.
fn next(places: &[Pos2], from: usize, direction: Vec2) -> Option<usize> {
    let away = |to: usize| {
        let way = places[to] - places[from];
        let (along, aside) = (way.dot(direction), way.dot(direction.rot90()).abs());
        (along > 0.0 && aside <= along * 1.5).then_some(along + 2.0 * aside)
    };
    (0..places.len())
        .filter(|&to| to != from)
        .filter_map(|to| Some((to, away(to)?)))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(to, _)| to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn arrows_walk_to_the_next_city_on_their_side() {
        let places = [
            pos2(0.0, 0.0),
            pos2(50.0, 5.0),
            pos2(100.0, 0.0),
            pos2(5.0, 80.0),
        ];
        assert_eq!(next(&places, 0, vec2(1.0, 0.0)), Some(1));
        assert_eq!(next(&places, 1, vec2(1.0, 0.0)), Some(2));
        assert_eq!(next(&places, 0, vec2(0.0, 1.0)), Some(3));
        assert_eq!(next(&places, 0, vec2(-1.0, 0.0)), None);
    }
}
