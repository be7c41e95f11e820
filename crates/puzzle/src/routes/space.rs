//! A road map as a state space: a state is a city, an action a drive along a road.

use super::{City, Map};
use tilescope_search::{Action, Actions, Cost, Space, Successor};

/// The state space of routes to `goal` on `map`.
#[derive(Clone, Copy, Debug)]
pub struct RoadMap<'a> {
    pub map: &'a Map,
    /// A city of `map`.
    pub goal: City,
}

impl Space for RoadMap<'_> {
    type State = City;
    type Key = City;
    type Move = Action;
    type Moves = Actions;

    #[inline]
    fn key(&self, city: &City) -> City {
        *city
    }

    #[inline]
    fn unpack(&self, city: City) -> City {
        city
    }

    #[inline(always)]
    fn word(&self, city: &City) -> u64 {
        city.index() as u64
    }

    fn part(&self, city: &City, _: usize) -> usize {
        city.index()
    }

    #[inline]
    fn is_goal(&self, city: &City) -> bool {
        *city == self.goal
    }

    #[inline]
    fn moves(&self, city: &City, last_action: Option<Action>) -> Actions {
        let actions = self.map.actions(*city);
        match last_action {
            Some(last_action) => actions.without(self.map.reverse(last_action)),
            None => actions,
        }
    }

    #[inline]
    fn successor(&self, _: &City, action: Action) -> Successor<City> {
        Successor {
            action,
            state: self.map.destination(action),
            cost: self.map.road(action).length,
        }
    }

    #[inline]
    fn inverse(&self, action: Action) -> Option<Action> {
        Some(self.map.reverse(action))
    }

    fn goal(&self) -> City {
        self.goal
    }

    fn actions_to(&self, city: &City) -> Actions {
        let actions = self.map.actions(*city);
        let reversed: Vec<Action> = actions.map(|action| self.map.reverse(action)).collect();
        Actions::new(&reversed)
    }

    fn predecessor(&self, _: &City, action: Action) -> City {
        self.map.destination(self.map.reverse(action))
    }

    fn least_cost(&self) -> Cost {
        self.map.shortest_road()
    }
}
