//! A route: from which city to which, on the map, and how far the estimates say it is.

use super::setup::undo_ui;
use super::{is_wide, playing, wrapping_row};
use crate::gui::actions::{Action, BoardView, Edit, Side};
use crate::gui::commands::Command;
use crate::gui::model::Model;
use crate::gui::widgets::{choice, option_row, rows, value_row};
use crate::lab::{State, figures};
use crate::routes::{City, ESTIMATES, Route};
use egui::Ui;

#[derive(Default)]
pub struct RoutePart;

impl RoutePart {
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        _side: f32,
        model: &Model,
        route: &Route,
        actions: &mut Vec<Action>,
    ) {
        match (model.view(), model.player().state()) {
            (BoardView::Play, State::City(city)) => {
                playing::ui(ui, model, actions);
                estimates_ui(ui, route, *city);
            }
            _ => {
                ends_ui(ui, route, actions);
                buttons_ui(ui, model, actions);
                estimates_ui(ui, route, route.start);
            }
        }
    }
}

/// Start and goal, each with the list of all cities.
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
            actions.extend(chosen.map(|city| Action::Edit(Edit::City(side, city))));
        }
    });
}

fn buttons_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    wrapping_row(ui, |ui| {
        let exchange = Command::Exchange;
        let button = ui.button("Exchange");
        if button.on_hover_text(exchange.entry().tooltip).clicked() {
            actions.extend(exchange.action(model));
        }
        let has_words = is_wide(ui);
        undo_ui(ui, model, has_words, actions);
    });
}

/// What each estimate says of the way from `city` to the goal.
fn estimates_ui(ui: &mut Ui, route: &Route, city: City) {
    rows(ui, |ui| {
        for about in ESTIMATES {
            let value = about.estimate.towards(&route.map, route.goal).value(city);
            let value = figures::count(value.into());
            value_row(ui, about.name, &value).on_hover_text(about.summary);
        }
    });
}
