//! What a traveller may believe about the way that is left: the heuristics of road maps.

use super::{City, Map, RoadMap};
use tilescope_search::{Cost, Heuristic};

/// Which heuristic guides a search on a road map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RouteHeuristic {
    /// As published; where nothing is published for the goal, as drawn.
    #[default]
    StraightLine,
    /// As drawn, in a scale in which no road is shorter than its straight line.
    AsDrawn,
    Zero,
}

/// What an estimate says of itself.
#[derive(Debug)]
pub struct RouteHeuristicAbout {
    pub heuristic: RouteHeuristic,
    /// The name on the command line and in files.
    pub key: &'static str,
    pub name: &'static str,
    /// One short sentence: what it is.
    pub summary: &'static str,
    /// A textbook's paragraph.
    pub text: &'static str,
}

/// Every estimate, in the order in which they are shown.
pub const ROUTE_HEURISTICS: &[RouteHeuristicAbout] = &[
    RouteHeuristicAbout {
        heuristic: RouteHeuristic::StraightLine,
        key: "straight-line",
        name: "Straight line",
        summary: "The straight line to the goal as it was published with the map.",
        text: "The textbook's estimate: no road is shorter than the straight line between its \
               ends, so the straight line to the goal never overestimates, if the published \
               figures are true to the published roads. To a goal for which none were \
               published it is the straight line as drawn.",
    },
    RouteHeuristicAbout {
        heuristic: RouteHeuristic::AsDrawn,
        key: "as-drawn",
        name: "As drawn",
        summary: "The straight line to the goal as the map is drawn, in a scale that is safe.",
        text: "The straight line is measured on the drawn map. Its scale is that of the road \
               that is shortest for its straight line, so that no road is shorter than its \
               straight line, and by the triangle inequality no way is: the estimate is \
               admissible and consistent on every map and for every goal. Fractions are \
               dropped.",
    },
    RouteHeuristicAbout {
        heuristic: RouteHeuristic::Zero,
        key: "zero",
        name: "Zero",
        summary: "Always 0: the search is not guided at all.",
        text: "It knows nothing and never overestimates: A* with it is uniform-cost search.",
    },
];

impl RouteHeuristic {
    /// The estimate with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        let found = ROUTE_HEURISTICS.iter().find(|about| about.key == key);
        found.map(|about| about.heuristic)
    }

    pub fn about(self) -> &'static RouteHeuristicAbout {
        &ROUTE_HEURISTICS[self as usize]
    }

    /// Its values for the ways to `goal`.
    pub fn estimates_to(self, map: &Map, goal: City) -> Estimates {
        let published = |city: City| map.city_data(city).straight_line;
        let values = match self {
            RouteHeuristic::Zero => None,
            RouteHeuristic::StraightLine if map.straight_lines_to() == Some(goal) => {
                map.cities().map(published).collect()
            }
            RouteHeuristic::StraightLine | RouteHeuristic::AsDrawn => {
                let scale = admissible_scale(map);
                let drawn = |city| (map.drawn_distance(city, goal) * scale) as Cost;
                Some(map.cities().map(drawn).collect())
            }
        };
        Estimates(values.unwrap_or_else(|| vec![0; map.cities().len()]))
    }
}

/// The values of an estimate for all cities of a map and one goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Estimates(Vec<Cost>);

impl Estimates {
    pub fn value(&self, city: City) -> Cost {
        self.0[city.index()]
    }
}

impl Heuristic<RoadMap<'_>> for Estimates {
    fn estimate(&self, city: &City) -> Cost {
        self.value(*city)
    }
}

/// The greatest scale in which no road is shorter than its ends are apart.
fn admissible_scale(map: &Map) -> f64 {
    let scales = map.roads().iter().map(|road| {
        let [a, b] = road.ends;
        f64::from(road.length) / map.drawn_distance(a, b)
    });
    scales.fold(f64::INFINITY, f64::min)
}
