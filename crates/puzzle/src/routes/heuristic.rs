//! Heuristics for road maps.

use super::{City, Map, RoadMap};
use tilescope_search::{Cost, Heuristic, MAX_ESTIMATE};

/// Which heuristic guides a search on a road map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RouteHeuristic {
    /// Straight-line distances as published; as drawn for goals without published ones.
    #[default]
    StraightLine,
    /// Straight-line distances as drawn, in a scale in which no road is shorter than its straight
    /// line.
    AsDrawn,
    Zero,
}

/// The registry entry of a heuristic for road maps.
#[derive(Debug)]
pub struct RouteHeuristicAbout {
    pub heuristic: RouteHeuristic,
    /// The name on the command line and in files.
    pub key: &'static str,
    pub name: &'static str,
    /// One short sentence: what it computes.
    pub summary: &'static str,
    /// A paragraph for students.
    pub text: &'static str,
}

/// Every heuristic for road maps, in display order.
pub const ROUTE_HEURISTICS: &[RouteHeuristicAbout] = &[
    RouteHeuristicAbout {
        heuristic: RouteHeuristic::StraightLine,
        key: "straight-line",
        name: "Straight line",
        summary: "The straight-line distance to the goal, as published with the map.",
        text: "The textbook's heuristic. No road is shorter than the straight line between its \
               ends, so the straight-line distance never overestimates, provided the published \
               figures match the published roads. For a goal without published distances the \
               straight line is measured on the drawing.",
    },
    RouteHeuristicAbout {
        heuristic: RouteHeuristic::AsDrawn,
        key: "as-drawn",
        name: "As drawn",
        summary: "The straight-line distance to the goal as drawn, in an admissible scale.",
        text: "The straight line is measured on the drawn map. The scale is set by the road that \
               is shortest relative to its straight line. So no road is shorter than its straight \
               line, and by the triangle inequality no path is: the heuristic is admissible and \
               consistent on every map and for every goal. Fractions are dropped.",
    },
    RouteHeuristicAbout {
        heuristic: RouteHeuristic::Zero,
        key: "zero",
        name: "Zero",
        summary: "Always 0: the search is not guided at all.",
        text: "It carries no information and never overestimates: A* with it is uniform-cost \
               search.",
    },
];

impl RouteHeuristic {
    /// The heuristic with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        let found = ROUTE_HEURISTICS.iter().find(|about| about.key == key);
        found.map(|about| about.heuristic)
    }

    pub fn about(self) -> &'static RouteHeuristicAbout {
        &ROUTE_HEURISTICS[self as usize]
    }

    /// Its estimates of the distance to `goal`.
    pub fn estimates_to(self, map: &Map, goal: City) -> Estimates {
        let published = |city: City| map.city_data(city).straight_line;
        let values = match self {
            RouteHeuristic::Zero => None,
            RouteHeuristic::StraightLine if map.straight_lines_to() == Some(goal) => {
                map.cities().map(published).collect()
            }
            RouteHeuristic::StraightLine | RouteHeuristic::AsDrawn => {
                let scale = admissible_scale(map);
                let estimate = |city| map.drawn_distance(city, goal) * scale;
                let drawn = |city| (estimate(city) as Cost).min(MAX_ESTIMATE);
                Some(map.cities().map(drawn).collect())
            }
        };
        Estimates(values.unwrap_or_else(|| vec![0; map.cities().len()]))
    }
}

/// The estimates of all cities of a map, for one goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Estimates(Vec<Cost>);

impl Estimates {
    /// One for each city, in the order of the map.
    pub(super) fn new(values: Vec<Cost>) -> Self {
        Estimates(values)
    }

    pub fn value(&self, city: City) -> Cost {
        self.0[city.index()]
    }
}

impl Heuristic<RoadMap<'_>> for Estimates {
    fn estimate(&self, city: &City) -> Cost {
        self.value(*city)
    }
}

/// The greatest scale in which no road is shorter than its straight line.
fn admissible_scale(map: &Map) -> f64 {
    let scales = map.roads().iter().map(|road| {
        let [a, b] = road.ends;
        f64::from(road.length) / map.drawn_distance(a, b)
    });
    scales.fold(f64::INFINITY, f64::min)
}
