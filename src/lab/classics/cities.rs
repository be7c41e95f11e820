//! From Delhi to Hyderabad: a map of five cities as a state space, and its sums set right.

use super::Figure;
use super::stage::{Interrupted, Stage};
use crate::search::best_first::{AStar, UniformCost};
use crate::search::{
    Action, Actions, Algorithm, Cost, Ending, Fate, Halt, Heuristic, Observer, Solution, Space,
};

const NAMES: [&str; 5] = ["Delhi", "Mumbai", "Lucknow", "Kolkata", "Hyderabad"];
const START: u8 = 0;
const GOAL: u8 = 4;

/// The article's straight lines to Hyderabad.
const STRAIGHT: [Cost; 5] = [20, 12, 16, 8, 0];

/// From, to, distance, and the f that the article adds up for it.
const ROADS: [(u8, u8, Cost, u64); 5] = [
    (0, 1, 12, 32),
    (0, 2, 7, 27),
    (2, 3, 6, 49),
    (1, 4, 8, 52),
    (3, 4, 9, 66),
];

/// Cities and one-way roads; an action is numbered as its road.
struct Map;

/// The actions that are roads of which `is_wanted`.
fn roads(is_wanted: impl Fn(u8, u8) -> bool) -> Actions {
    let roads = (0..).zip(&ROADS);
    let wanted = roads.filter(|(_, (from, to, ..))| is_wanted(*from, *to));
    Actions::new(&wanted.map(|(road, _)| Action(road)).collect::<Vec<_>>())
}

/// From, to, distance.
fn road(action: Action) -> (u8, u8, Cost) {
    let (from, to, distance, _) = ROADS[usize::from(action.0)];
    (from, to, distance)
}

impl Space for Map {
    type State = u8;
    type Key = u8;

    fn key(&self, &city: &u8) -> u8 {
        city
    }

    fn unpack(&self, city: u8) -> u8 {
        city
    }

    fn is_goal(&self, &city: &u8) -> bool {
        city == GOAL
    }

    fn actions(&self, &city: &u8) -> Actions {
        roads(|from, _| from == city)
    }

    fn apply(&self, _: &u8, action: Action) -> u8 {
        road(action).1
    }

    fn cost(&self, _: &u8, action: Action) -> Cost {
        road(action).2
    }

    fn inverse(&self, _: Action) -> Option<Action> {
        None
    }

    fn goal(&self) -> u8 {
        GOAL
    }

    fn actions_to(&self, &city: &u8) -> Actions {
        roads(|_, to| to == city)
    }

    fn before(&self, _: &u8, action: Action) -> u8 {
        road(action).0
    }
}

/// The straight line from a city to Hyderabad.
struct StraightLine;

impl Heuristic<Map> for StraightLine {
    fn of(&self, &city: &u8) -> Cost {
        STRAIGHT[usize::from(city)]
    }
}

/// Writes down f for each road that a search looks along.
#[derive(Default)]
struct Evaluations(Vec<(u8, u8, Cost)>);

impl Observer for Evaluations {
    /// The city.
    type Node = u8;

    fn root(&mut self, _: Cost) -> u8 {
        START
    }

    fn generated(&mut self, _: u8, action: Action, g: Cost, h: Cost, _: Fate) -> u8 {
        let (from, to, _) = road(action);
        self.0.push((from, to, g + h));
        to
    }

    fn expand(&mut self, _: u8) -> Result<(), Halt> {
        Ok(())
    }

    fn discard(&mut self, _: u8, _: Fate) {}

    fn iteration(&mut self, _: Cost) {}

    fn grow(&mut self, _: usize) -> Result<(), Halt> {
        Ok(())
    }
}

const SUMS: &str = "The article adds the straight lines of all cities left behind into f, and not \
                    that of the city reached; f = g + h counts the way so far and the last \
                    city's straight line.";

const OVERESTIMATES: &str = "With the sums set right the article's own numbers lead A* astray: \
                             Mumbai's straight line of 12 is longer than its road of 8, so h \
                             overestimates, and the road of 22 is found before that of 20 is \
                             looked at. Uniform-cost search finds the shorter one.";

/// Tells what A* adds up and finds, and what uniform-cost search finds.
pub fn run(stage: &mut Stage) -> Result<(), Interrupted> {
    stage.check()?;
    let experiment = "Delhi to Hyderabad, A*";
    let mut evaluations = Evaluations::default();
    let a_star = search::<AStar>(&mut evaluations);
    for (from, to, _, published) in ROADS {
        let quantity = format!("f({} → {})", name(from), name(to));
        let found = evaluations
            .0
            .iter()
            .find(|row| (row.0, row.1) == (from, to));
        let measured = found.map_or("not looked at".into(), |&(.., f)| u64::from(f).into());
        let figure = Figure {
            measured,
            ..Figure::measured(experiment, quantity, 0)
        };
        stage.tell(figure.unlike_published(published, SUMS));
    }
    stage.tell(
        Figure::measured(experiment, "way", way(&a_star))
            .unlike_published("by Mumbai", OVERESTIMATES),
    );
    let length = u64::from(a_star.cost);
    stage.tell(Figure::measured(experiment, "length", length).unlike_published(20, OVERESTIMATES));

    let experiment = "the same, uniform-cost";
    let uniform_cost = search::<UniformCost>(&mut Evaluations::default());
    stage.tell(Figure::measured(experiment, "way", way(&uniform_cost)).as_published("by Mumbai"));
    stage.tell(
        Figure::measured(experiment, "length", u64::from(uniform_cost.cost)).as_published(20),
    );
    Ok(())
}

fn search<A: Algorithm>(evaluations: &mut Evaluations) -> Solution<u8> {
    let algorithm = A::with(&A::ABOUT.defaults());
    match algorithm.search(&Map, &StraightLine, START, evaluations) {
        Ending::Solved(solution) => solution,
        ending => unreachable!("there is a road: {ending:?}"),
    }
}

/// The cities between the two ends.
fn way(solution: &Solution<u8>) -> String {
    let cities = solution.actions.iter().map(|&action| road(action).1);
    let between: Vec<_> = cities.filter(|&city| city != GOAL).map(name).collect();
    format!("by {}", between.join(" and "))
}

fn name(city: u8) -> &'static str {
    NAMES[usize::from(city)]
}
