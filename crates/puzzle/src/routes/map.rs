//! A validated road map: cities with positions, roads with lengths.

use crate::notation::excerpt;
use tilescope_search::{Action, Actions, Cost};

/// A city of a map, by its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct City(u8);

impl City {
    /// Its index in the order of the map, from 0.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// The data of a city.
#[derive(Clone, PartialEq, Debug)]
pub struct CityData {
    pub name: String,
    /// Coordinates to the east and to the north, in any unit.
    pub at: [f64; 2],
    /// The published straight-line distance to the city that [`Map::straight_lines_to`] names.
    pub straight_line: Option<Cost>,
}

/// A two-way road between two cities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Road {
    pub ends: [City; 2],
    pub length: Cost,
}

/// Cities and roads. An action drives along a road: its number is twice the road's, plus 1 if it
/// goes from the road's second end to its first.
#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    cities: Vec<CityData>,
    roads: Vec<Road>,
    straight_lines_to: Option<City>,
    /// For each city the roads that leave it, sorted by the names of their destinations.
    actions: Vec<Actions>,
}

/// Why cities and roads don't form a map.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum MapError {
    #[error("a map has from 2 to {max} cities, not {0}", max = Map::MAX_CITIES)]
    NumberOfCities(usize),
    #[error("a map has from 1 to {max} roads, not {0}", max = Map::MAX_ROADS)]
    NumberOfRoads(usize),
    #[error(
        "city {0} has no name that can be used: from 1 to {max} letters, with no comma, quote \
         or space at its ends", max = Map::MAX_NAME_LENGTH
    )]
    Name(usize),
    #[error("{} is listed twice among the cities", excerpt(.0))]
    CityTwice(String),
    #[error("{} has no valid position: give two numbers, not above a million", excerpt(.0))]
    Place(String),
    #[error("{} and {} have the same position", excerpt(.0), excerpt(.1))]
    SamePlace(String, String),
    #[error("there is no city “{}” on this map", excerpt(.0))]
    NoSuchCity(String),
    #[error("the road from {} leads back to it", excerpt(.0))]
    Loop(String),
    #[error("there are two roads between {} and {}", excerpt(.0), excerpt(.1))]
    RoadTwice(String, String),
    #[error(
        "the road between {} and {} is {} long, not from 1 to {max}",
        excerpt(.0), excerpt(.1), .2, max = Map::MAX_ROAD_LENGTH
    )]
    Length(String, String, u64),
    #[error("{} has more than {max} roads", excerpt(.0), max = Map::MAX_ROADS_PER_CITY)]
    ManyRoads(String),
    #[error("{} has no straight line, but other cities have: give all of them or none", excerpt(.0))]
    NoStraightLine(String),
    #[error("straight lines are given, but not to which city")]
    StraightLinesToNowhere,
    #[error("the straight line from {} to itself is 0", excerpt(.0))]
    StraightLineToItself(String),
}

impl Map {
    pub const MAX_CITIES: usize = 100;
    /// Two actions each, numbered in a byte.
    pub const MAX_ROADS: usize = 127;
    /// The capacity of a list of actions.
    pub const MAX_ROADS_PER_CITY: usize = 8;
    pub const MAX_ROAD_LENGTH: u64 = 1_000_000;
    /// In characters.
    pub const MAX_NAME_LENGTH: usize = 30;

    /// The map of these cities and roads, each road given by the names of its ends and its length.
    /// `straight_lines_to` names the destination of the straight-line distances.
    ///
    /// # Errors
    /// The first error found.
    pub fn new(
        cities: Vec<CityData>,
        roads: &[(&str, &str, u64)],
        straight_lines_to: Option<&str>,
    ) -> Result<Self, MapError> {
        check_cities(&cities)?;
        if !(1..=Self::MAX_ROADS).contains(&roads.len()) {
            return Err(MapError::NumberOfRoads(roads.len()));
        }
        let mut map = Map {
            cities,
            roads: Vec::new(),
            straight_lines_to: None,
            actions: Vec::new(),
        };
        for &(from, to, length) in roads {
            let road = map.road_between(from, to, length)?;
            map.roads.push(road);
        }
        let lists: Result<Vec<Actions>, MapError> =
            map.cities().map(|city| map.roads_from(city)).collect();
        map.actions = lists?;
        let goal = straight_lines_to.map(|name| map.city(name)).transpose()?;
        map.check_straight_lines(goal)?;
        map.straight_lines_to = goal;
        Ok(map)
    }

    /// The cities, in their order.
    pub fn cities(&self) -> impl ExactSizeIterator<Item = City> + use<> {
        (0..self.cities.len() as u8).map(City)
    }

    pub fn roads(&self) -> &[Road] {
        &self.roads
    }

    /// The data of a city. Like all methods that take a city, it panics if the city is from
    /// another, larger map.
    pub fn city_data(&self, city: City) -> &CityData {
        &self.cities[city.index()]
    }

    pub fn name(&self, city: City) -> &str {
        &self.city_data(city).name
    }

    /// The city of this name.
    ///
    /// # Errors
    /// If no city has this name.
    pub fn city(&self, name: &str) -> Result<City, MapError> {
        let is_named = |city: &City| self.name(*city) == name;
        self.cities()
            .find(is_named)
            .ok_or_else(|| MapError::NoSuchCity(name.to_owned()))
    }

    /// The city for which straight-line distances are published, if any.
    pub fn straight_lines_to(&self) -> Option<City> {
        self.straight_lines_to
    }

    /// The roads that leave a city, sorted by the names of their destinations.
    #[inline]
    pub fn actions(&self, city: City) -> Actions {
        self.actions[city.index()]
    }

    /// The destination of an action.
    #[inline]
    pub fn destination(&self, action: Action) -> City {
        self.road(action).ends[usize::from(action.0 & 1 ^ 1)]
    }

    /// The same road in the opposite direction.
    #[inline]
    pub fn reverse(&self, action: Action) -> Action {
        Action(action.0 ^ 1)
    }

    /// The road of an action.
    #[inline]
    pub fn road(&self, action: Action) -> &Road {
        &self.roads[usize::from(action.0 / 2)]
    }

    /// The length of the shortest road.
    pub fn shortest_road(&self) -> Cost {
        let lengths = self.roads.iter().map(|road| road.length);
        lengths.min().expect("a map has a road")
    }

    /// The distance of two cities on the drawing, in its unit.
    pub fn drawn_distance(&self, a: City, b: City) -> f64 {
        let [a, b] = [a, b].map(|city| self.city_data(city).at);
        (a[0] - b[0]).hypot(a[1] - b[1])
    }

    /// The shortest distance from each city to `goal`; `None` if there is no path.
    pub fn distances_to(&self, goal: City) -> Vec<Option<Cost>> {
        let mut distances = vec![None; self.cities.len()];
        distances[goal.index()] = Some(0);
        // One round of relaxation per city (Bellman and Ford).
        for _ in self.cities() {
            for road in &self.roads {
                let [a, b] = road.ends;
                for (from, to) in [(a, b), (b, a)] {
                    let Some(rest) = distances[to.index()] else {
                        continue;
                    };
                    let distance = rest + road.length;
                    let known = &mut distances[from.index()];
                    *known = Some(known.map_or(distance, |known| distance.min(known)));
                }
            }
        }
        distances
    }

    fn road_between(&self, from: &str, to: &str, length: u64) -> Result<Road, MapError> {
        let ends = [self.city(from)?, self.city(to)?];
        let (from, to) = (from.to_owned(), to.to_owned());
        if ends[0] == ends[1] {
            return Err(MapError::Loop(from));
        }
        let is_known = |road: &Road| ends.iter().all(|end| road.ends.contains(end));
        if self.roads.iter().any(is_known) {
            return Err(MapError::RoadTwice(from, to));
        }
        if !(1..=Self::MAX_ROAD_LENGTH).contains(&length) {
            return Err(MapError::Length(from, to, length));
        }
        Ok(Road {
            ends,
            length: length as Cost,
        })
    }

    fn roads_from(&self, city: City) -> Result<Actions, MapError> {
        let mut actions: Vec<Action> = (0..2 * self.roads.len() as u8).map(Action).collect();
        actions.retain(|&action| self.destination(self.reverse(action)) == city);
        if actions.len() > Self::MAX_ROADS_PER_CITY {
            return Err(MapError::ManyRoads(self.name(city).to_owned()));
        }
        actions.sort_by_key(|&action| self.name(self.destination(action)));
        Ok(Actions::new(&actions))
    }

    fn check_straight_lines(&self, to: Option<City>) -> Result<(), MapError> {
        let has_line = |city: &City| self.city_data(*city).straight_line.is_some();
        let Some(to) = to else {
            return match self.cities().any(|city| has_line(&city)) {
                true => Err(MapError::StraightLinesToNowhere),
                false => Ok(()),
            };
        };
        if let Some(city) = self.cities().find(|city| !has_line(city)) {
            return Err(MapError::NoStraightLine(self.name(city).to_owned()));
        }
        match self.city_data(to).straight_line {
            Some(0) => Ok(()),
            _ => Err(MapError::StraightLineToItself(self.name(to).to_owned())),
        }
    }
}

fn check_cities(cities: &[CityData]) -> Result<(), MapError> {
    if !(2..=Map::MAX_CITIES).contains(&cities.len()) {
        return Err(MapError::NumberOfCities(cities.len()));
    }
    for (i, city) in cities.iter().enumerate() {
        let name = &city.name;
        let is_forbidden = |c: char| c.is_control() || ",\"\\".contains(c);
        let n_letters = name.chars().count();
        if !(1..=Map::MAX_NAME_LENGTH).contains(&n_letters)
            || name.trim() != name
            || name.contains(is_forbidden)
        {
            return Err(MapError::Name(i + 1));
        }
        if city.at.iter().any(|at| !at.is_finite() || at.abs() > 1e6) {
            return Err(MapError::Place(name.clone()));
        }
        for other in &cities[..i] {
            if other.name == *name {
                return Err(MapError::CityTwice(name.clone()));
            }
            if other.at == city.at {
                return Err(MapError::SamePlace(other.name.clone(), name.clone()));
            }
        }
    }
    Ok(())
}
