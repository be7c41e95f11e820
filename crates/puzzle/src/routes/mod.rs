//! Route finding: a road map as a state space, and heuristics for it.
//!
//! The textbook's other example of a state space: a state is a city, an action a drive along a
//! road, its cost the road's length.

pub mod expr;
pub mod heuristic;
pub mod map;
pub mod space;

pub use expr::RouteExpr;
pub use heuristic::{Estimates, ROUTE_HEURISTICS, RouteHeuristic, RouteHeuristicAbout};
pub use map::{City, CityData, Map, MapError, Road};
pub use space::RoadMap;

use std::sync::Arc;
use tilescope_search::Cost;

/// A route-finding problem: a map, a start, a goal, and notes.
#[derive(Clone, PartialEq, Debug)]
pub struct Route {
    pub name: String,
    pub map: Arc<Map>,
    /// A city of `map`.
    pub start: City,
    /// A city of `map`.
    pub goal: City,
    /// Free text: what it teaches, what to try.
    pub notes: String,
    /// Its source.
    pub source: String,
}

/// A city whose estimate exceeds its true distance to the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overestimate {
    pub city: City,
    pub estimate: Cost,
    pub distance: Cost,
}

impl Route {
    /// The cities that `heuristic` overestimates, in the order of the map; empty if it is
    /// admissible for this goal.
    pub fn overestimates(&self, heuristic: &RouteExpr) -> Vec<Overestimate> {
        let estimates = heuristic.estimates_to(&self.map, self.goal);
        let distances = self.map.distances_to(self.goal);
        let overestimates = self
            .map
            .cities()
            .zip(distances)
            .filter_map(|(city, distance)| {
                let (estimate, distance) = (estimates.value(city), distance?);
                (estimate > distance).then_some(Overestimate {
                    city,
                    estimate,
                    distance,
                })
            });
        overestimates.collect()
    }

    /// Whether `heuristic` falls along no road by more than the road's length.
    pub fn is_consistent(&self, heuristic: &RouteExpr) -> bool {
        let estimates = heuristic.estimates_to(&self.map, self.goal);
        (self.map.roads().iter()).all(|road| {
            let [a, b] = road.ends.map(|city| estimates.value(city));
            a.abs_diff(b) <= road.length
        })
    }

    /// The route in the opposite direction.
    #[must_use]
    pub fn reversed(&self) -> Route {
        Route {
            start: self.goal,
            goal: self.start,
            ..self.clone()
        }
    }
}
