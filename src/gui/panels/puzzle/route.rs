//! A route: its two cities, the map, and the values of the heuristics.

use super::controls::{is_wide, undo_ui, wrapping_row};
use super::playing;
use crate::gui::actions::Action;
use crate::gui::city_states;
use crate::gui::commands::Command;
use crate::gui::edit::{BoardView, Edit, Side};
use crate::gui::model::Model;
use crate::gui::panels::tree::map::done_to;
use crate::gui::theme;
use crate::gui::widgets::road_map::{self, CityStyle, MapWidget, Shown};
use crate::gui::widgets::{choice, icon_button, option_row, rows, value_row};
use egui::{Role, Ui, WidgetInfo, vec2};
use egui_material_icons::icons::ICON_QUESTION_MARK;
use tilescope_lab::{State, format};
use tilescope_puzzle::routes::{City, ROUTE_HEURISTICS, Route};

#[derive(Default)]
pub struct RoutePart {
    widget: MapWidget,
}

impl RoutePart {
    /// The map, at most `height` high, and the controls that belong to it. Returns the height of what is needed
    /// to play below the map, if it is played.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        height: f32,
        model: &Model,
        route: &Route,
        n_move_lines: usize,
        actions: &mut Vec<Action>,
    ) -> Option<f32> {
        self.map_ui(ui, height, model, route, actions);
        match (model.view(), model.player().state()) {
            (BoardView::Play, State::City(city)) => {
                let below = ui.min_rect().bottom();
                let end = playing::ui(ui, model, n_move_lines, actions);
                heuristics_ui(ui, model, route, *city);
                Some(end - below)
            }
            _ => {
                ends_ui(ui, route, actions);
                buttons_ui(ui, model, actions);
                heuristics_ui(ui, model, route, route.start);
                None
            }
        }
    }

    fn map_ui(
        &mut self,
        ui: &mut Ui,
        height: f32,
        model: &Model,
        route: &Route,
        actions: &mut Vec<Action>,
    ) {
        let palette = theme::palette(ui);
        let size = vec2(ui.available_width(), height.min(ui.available_width() * 0.8));
        let (_, area) = ui.allocate_space(size);
        let is_played = model.view() == BoardView::Play;
        let styles: Vec<CityStyle> = (route.map.cities())
            .map(|city| CityStyle {
                words: road_map::name_of(route, city) + &road_map::roads_in_words(route, city),
                ..CityStyle::default()
            })
            .collect();
        let player = model.player();
        let moves = if is_played { player.moves() } else { &[] };
        let way = match player.problem().route() {
            Some(played) if is_played => city_states::drive(played, moves),
            _ => Vec::new(),
        };
        let traveller = way.get(player.at()).map(|&from| {
            let to = way.get(player.at() + 1).copied();
            (from, to.unwrap_or(from), player.under_way())
        });
        let name = match model.view() {
            BoardView::Edit(Side::Start) => "Start map",
            BoardView::Edit(Side::Goal) => "Goal map",
            BoardView::Play => "Play map",
        };
        let shown = Shown {
            name,
            route,
            styles: &styles,
            links: &[],
            way: &way,
            way_colour: palette.solution,
            solution: &way,
            head: 0.0,
            traveller,
            can_edit: !is_played,
            is_small: true,
        };
        if let Some(gesture) = self.widget.ui(ui, area, &shown) {
            actions.extend(done_to(model, gesture));
        }
    }
}

/// Start and goal, each with a list of all cities.
fn ends_ui(ui: &mut Ui, route: &Route, actions: &mut Vec<Action>) {
    let map = &route.map;
    let mut cities: Vec<(City, &str)> = map.cities().map(|city| (city, map.name(city))).collect();
    cities.sort_by_key(|(_, name)| *name);
    rows(ui, |ui| {
        for (name, side, city) in [
            ("Start city", Side::Start, route.start),
            ("Goal city", Side::Goal, route.goal),
        ] {
            let chosen = option_row(ui, name, |ui| choice(ui, name, city, &cities));
            actions.extend(chosen.map(|city| Action::from(Edit::City(side, city))));
        }
    });
}

fn buttons_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    wrapping_row(ui, |ui| {
        let swap = Command::SwapSides;
        let button = ui.button("Swap");
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, swap.entry().name));
        if button.on_hover_text(swap.entry().tooltip).clicked() {
            actions.extend(swap.action(model));
        }
        let has_words = is_wide(ui);
        undo_ui(ui, model, has_words, actions);
        icon_button(ui, ICON_QUESTION_MARK, "How to use the map").on_hover_text(road_map::HOW_TO);
    });
}

/// The value of each heuristic from `city` to the goal, and that of the formula in use.
fn heuristics_ui(ui: &mut Ui, model: &Model, route: &Route, city: City) {
    let chosen = &model.settings().route_heuristic;
    rows(ui, |ui| {
        if chosen.about().is_none() {
            let value = chosen.estimates_to(&route.map, route.goal).value(city);
            value_row(ui, chosen.name(), &format::count(value.into()));
        }
        for about in ROUTE_HEURISTICS {
            let value = about
                .heuristic
                .estimates_to(&route.map, route.goal)
                .value(city);
            let value = format::count(value.into());
            value_row(ui, about.name, &value).on_hover_text(about.summary);
        }
    });
}
