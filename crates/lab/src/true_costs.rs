//! h\* of every state of a problem, with its states numbered, so that it is looked up quickly along
//! the paths of a record.

use crate::distance_queue::DistanceQueue;
use crate::exact::ExactDistances;
use crate::{Problem, State};
use std::sync::Arc;
use tilescope_puzzle::routes::{City, Map};
use tilescope_search::{Action, Cost};

/// h\* of every state of a small board or of a road map.
#[derive(Debug)]
pub struct TrueCosts(Kind);

#[derive(Debug)]
enum Kind {
    Board(Box<ExactDistances>),
    Map {
        map: Arc<Map>,
        cities: Vec<City>,
        distances: Vec<Option<Cost>>,
    },
}

impl TrueCosts {
    /// Whether they are found of all states of `problem` at once.
    pub fn are_of_all(problem: &Problem) -> bool {
        (problem.puzzle()).is_none_or(|it| it.size().n_cells() <= ExactDistances::MAX_CELLS)
    }

    /// Why h\* is not found for `problem`, neither of all states at once nor of single boards by a
    /// [`DistanceQueue`]; `None` if it is.
    pub fn unknown(problem: &Problem) -> Option<&'static str> {
        let large = (problem.puzzle()).filter(|_| !Self::are_of_all(problem));
        large.and_then(DistanceQueue::unsupported)
    }

    /// Searches the whole space of `problem`: a board of 9 cells takes a fraction of a second.
    /// `None` if it is too large.
    pub fn find(problem: &Problem) -> Option<Self> {
        let kind = match problem {
            Problem::Tiles(puzzle) => Kind::Board(Box::new(ExactDistances::find(puzzle)?)),
            Problem::Route(route) => Kind::Map {
                map: Arc::clone(&route.map),
                cities: route.map.cities().collect(),
                distances: route.map.distances_to(route.goal),
            },
        };
        Some(TrueCosts(kind))
    }

    /// The number of a state; `None` if it cannot reach the goal.
    pub fn number(&self, state: &State) -> Option<u32> {
        match (&self.0, state) {
            (Kind::Board(exact), State::Board(board)) => exact.number(board),
            (Kind::Map { distances, .. }, State::City(city)) => {
                let distance = distances.get(city.index())?;
                distance.map(|_| city.index() as u32)
            }
            _ => None,
        }
    }

    /// The number of the state to which `action` leads; `None` if it does not apply there.
    pub fn after(&self, state: u32, action: Action) -> Option<u32> {
        match &self.0 {
            Kind::Board(exact) => exact.after(state, action),
            Kind::Map { map, cities, .. } => {
                let from = *cities.get(state as usize)?;
                let applies = map.actions(from).any(|it| it == action);
                applies.then(|| map.destination(action).index() as u32)
            }
        }
    }

    /// h\* of the state with this number, in units of cost.
    pub fn get(&self, state: u32) -> Option<Cost> {
        match &self.0 {
            Kind::Board(exact) => exact.at(state),
            Kind::Map { distances, .. } => *distances.get(state as usize)?,
        }
    }
}
