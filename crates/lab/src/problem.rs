//! The problem to solve: a sliding-tile puzzle, or a route on a road map.

use tilescope_puzzle::notation::{board_line, moves};
use tilescope_puzzle::routes::{City, Route};
use tilescope_puzzle::{Board, Costs, Direction, Puzzle};
use tilescope_search::{Action, Cost};

/// A problem as it is edited and saved; a [`Job`](super::Job) searches it.
#[derive(Clone, PartialEq, Debug)]
pub enum Problem {
    Tiles(Puzzle),
    Route(Route),
}

/// The beginning of the line of the notes from which on they give the answer.
pub const ANSWER: &str = "Answer:";

/// The task and the answer that notes hold.
fn split_notes(notes: &str) -> (&str, Option<&str>) {
    let mut begin = 0;
    for line in notes.split_inclusive('\n') {
        if let Some(answer) = notes[begin..].strip_prefix(ANSWER)
            && !answer.trim().is_empty()
        {
            return (notes[..begin].trim_end(), Some(answer.trim()));
        }
        begin += line.len();
    }
    (notes, None)
}

/// A state of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    Board(Board),
    City(City),
}

impl Problem {
    pub fn name(&self) -> &str {
        match self {
            Problem::Tiles(puzzle) => &puzzle.name,
            Problem::Route(route) => &route.name,
        }
    }

    pub fn name_mut(&mut self) -> &mut String {
        match self {
            Problem::Tiles(puzzle) => &mut puzzle.name,
            Problem::Route(route) => &mut route.name,
        }
    }

    pub fn notes(&self) -> &str {
        match self {
            Problem::Tiles(puzzle) => &puzzle.notes,
            Problem::Route(route) => &route.notes,
        }
    }

    /// The notes without the answer, if they have one.
    pub fn task(&self) -> &str {
        split_notes(self.notes()).0
    }

    /// The answer in the notes.
    pub fn answer(&self) -> Option<&str> {
        split_notes(self.notes()).1
    }

    pub fn source(&self) -> &str {
        match self {
            Problem::Tiles(puzzle) => &puzzle.source,
            Problem::Route(route) => &route.source,
        }
    }

    /// The puzzle, if this is one.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        match self {
            Problem::Tiles(puzzle) => Some(puzzle),
            Problem::Route(_) => None,
        }
    }

    /// The puzzle, if this is one.
    pub fn into_puzzle(self) -> Option<Puzzle> {
        match self {
            Problem::Tiles(puzzle) => Some(puzzle),
            Problem::Route(_) => None,
        }
    }

    /// The route, if this is one.
    pub fn route(&self) -> Option<&Route> {
        match self {
            Problem::Tiles(_) => None,
            Problem::Route(route) => Some(route),
        }
    }

    pub fn start(&self) -> State {
        match self {
            Problem::Tiles(puzzle) => State::Board(puzzle.start.clone()),
            Problem::Route(route) => State::City(route.start),
        }
    }

    pub fn goal(&self) -> State {
        match self {
            Problem::Tiles(puzzle) => State::Board(puzzle.goal.clone()),
            Problem::Route(route) => State::City(route.goal),
        }
    }

    /// Applies `action` to `state`; `false` if it is not applicable.
    pub fn apply(&self, state: &mut State, action: Action) -> bool {
        match (self, state) {
            (Problem::Tiles(_), State::Board(board)) => {
                let direction = Direction::ALL.get(usize::from(action.0));
                direction.is_some_and(|&direction| board.slide(direction))
            }
            (Problem::Route(route), State::City(city)) => {
                let applies = route.map.actions(*city).any(|other| other == action);
                if applies {
                    *city = route.map.destination(action);
                }
                applies
            }
            _ => false,
        }
    }

    /// The inverse of `action`.
    pub fn inverse(&self, action: Action) -> Action {
        match self {
            Problem::Tiles(_) => Direction::from(action).opposite().into(),
            Problem::Route(route) => route.map.reverse(action),
        }
    }

    /// The name of an action: “Up”, or the city it leads to.
    pub fn action_name(&self, action: Action) -> &str {
        match self {
            Problem::Tiles(_) => Direction::from(action).name(),
            Problem::Route(route) => route.map.name(route.map.destination(action)),
        }
    }

    /// A state on one line.
    pub fn state_line(&self, state: &State) -> String {
        match (self, state) {
            (_, State::Board(board)) => board_line(board),
            (Problem::Route(route), State::City(city)) => route.map.name(*city).to_owned(),
            (Problem::Tiles(_), State::City(_)) => String::new(),
        }
    }

    /// The start and the goal, each on one line.
    pub fn ends(&self) -> [String; 2] {
        [self.start(), self.goal()].map(|state| self.state_line(&state))
    }

    /// A path from the start on one line: the letters of the moves, or the cities.
    pub fn path_line(&self, actions: &[Action]) -> String {
        match self {
            Problem::Tiles(_) => moves(actions.iter().copied().map(Direction::from)),
            Problem::Route(route) => {
                let destinations = actions.iter().map(|&action| route.map.destination(action));
                let cities = [route.start].into_iter().chain(destinations);
                let names: Vec<&str> = cities.map(|city| route.map.name(city)).collect();
                names.join(", ")
            }
        }
    }

    /// The number of units in a cost of 1: see [`Costs::unit`].
    pub fn unit(&self) -> Cost {
        match self {
            Problem::Tiles(puzzle) => puzzle.unit(),
            Problem::Route(_) => 1,
        }
    }

    /// A lower bound on the cost of an action.
    pub fn least_cost(&self) -> Cost {
        match self {
            Problem::Tiles(puzzle) => puzzle.costs.min_move_cost(puzzle.size()),
            Problem::Route(route) => route.map.shortest_road(),
        }
    }

    /// Whether every action costs 1.
    pub fn has_unit_costs(&self) -> bool {
        match self {
            Problem::Tiles(puzzle) => puzzle.costs == Costs::UNIT,
            Problem::Route(_) => false,
        }
    }

    /// Whether both have the same start, goal and costs, ignoring names and notes.
    pub fn is_same_task(&self, other: &Problem) -> bool {
        match (self, other) {
            (Problem::Tiles(a), Problem::Tiles(b)) => a.is_same_task(b),
            _ => self.has_same_ends(other),
        }
    }

    /// Whether both lead from the same start to the same goal. The moves of the tiles may cost something
    /// else; a map is the same with its roads.
    pub fn has_same_ends(&self, other: &Problem) -> bool {
        match (self, other) {
            (Problem::Tiles(a), Problem::Tiles(b)) => a.start == b.start && a.goal == b.goal,
            (Problem::Route(a), Problem::Route(b)) => {
                a.start == b.start && a.goal == b.goal && a.map == b.map
            }
            _ => false,
        }
    }
}

impl From<Puzzle> for Problem {
    fn from(puzzle: Puzzle) -> Self {
        Problem::Tiles(puzzle)
    }
}

impl From<Route> for Problem {
    fn from(route: Route) -> Self {
        Problem::Route(route)
    }
}
