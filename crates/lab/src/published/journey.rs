//! From Delhi to Hyderabad: an article's example of A*, with its f values corrected.

use super::context::{ExperimentContext, Interrupted};
use super::{Figure, PublishedSearch, Quantity};
use crate::{Problem, Settings, examples};
use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic};
use tilescope_puzzle::routes::{City, RoadMap, Route, RouteHeuristic};
use tilescope_search::best_first::{AStar, UniformCost};
use tilescope_search::{Action, Algorithm, Cost, NodeOutcome, Observer, StopReason};

const BY_A_STAR: &str = "Delhi to Hyderabad, A*";

/// From, to, and the f that the article adds up for it.
const PUBLISHED: [(&str, &str, u64); 5] = [
    ("Delhi", "Mumbai", 32),
    ("Delhi", "Lucknow", 27),
    ("Lucknow", "Kolkata", 49),
    ("Mumbai", "Hyderabad", 52),
    ("Kolkata", "Hyderabad", 66),
];

/// Records f for each generated node.
struct Evaluations<'a> {
    route: &'a Route,
    of: Vec<(City, City, Cost)>,
}

impl Observer for Evaluations<'_> {
    type Node = City;

    fn root(&mut self, _: Cost) -> City {
        self.route.start
    }

    fn generated(&mut self, from: City, action: Action, g: Cost, h: Cost, _: NodeOutcome) -> City {
        let to = self.route.map.destination(action);
        self.of.push((from, to, g + h));
        to
    }

    fn expand(&mut self, _: City) -> Result<(), StopReason> {
        Ok(())
    }

    fn discard(&mut self, _: City, _: NodeOutcome) {}

    fn requeued(&mut self, parent: Self::Node, action: Action, g: Cost, h: Cost) -> Self::Node {
        self.generated(parent, action, g, h, NodeOutcome::Reopened)
    }

    fn solution(&mut self, _: Self::Node, _: Cost, _: &[Action]) {}

    fn meeting(&mut self, _: Self::Node, _: Self::Node) {}

    fn iteration(&mut self, _: Cost) {}

    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}

const SUMS: &str = "The article adds the straight-line distances of all cities on the path to f, except \
                    that of the city reached. f = g + h is the path cost plus the straight line \
                    of the last city.";

const OVERESTIMATES: &str = "With f corrected, the article's numbers mislead A*: h overestimates \
                             at Mumbai (h = 12, true distance 8), so the route of 22 is \
                             returned before the route of 20 is expanded. Uniform-cost search \
                             finds the shorter route.";

/// Reports the f values and the route of A*, and the route of uniform-cost search.
pub fn run(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    context.check()?;
    let route = route();
    let evaluations = evaluations(&route);
    for (from, to, published) in PUBLISHED {
        let quantity = format!("f({from} → {to})");
        let names = |a, b| (route.map.name(a), route.map.name(b));
        let found = evaluations
            .iter()
            .find(|&&(a, b, _)| names(a, b) == (from, to));
        let measured = found.map_or("not generated".into(), |&(.., f)| u64::from(f).into());
        let figure = Figure {
            measured,
            ..Figure::measured(BY_A_STAR, quantity, 0)
        };
        context.report(figure.unlike_published(published, SUMS));
    }
    for search in searches() {
        context.run(&search)?;
    }
    Ok(())
}

pub fn searches() -> Vec<PublishedSearch> {
    let search = |name: &str, about| {
        let mut settings = Settings::new(about, &Manhattan::ABOUT);
        settings.route_heuristic = RouteHeuristic::StraightLine.into();
        PublishedSearch::new(name, Problem::Route(route()), settings)
    };
    vec![
        search(BY_A_STAR, &AStar::ABOUT)
            .unlike_published(Quantity::Route, "by Mumbai", OVERESTIMATES)
            .unlike_published(Quantity::Length, 20, OVERESTIMATES),
        search("the same, uniform-cost", &UniformCost::ABOUT)
            .as_published(Quantity::Route, "by Mumbai")
            .as_published(Quantity::Length, 20),
    ]
}

/// The article's map, a bundled problem.
fn route() -> Route {
    match examples::by_file("delhi-hyderabad") {
        Some(Problem::Route(route)) => route,
        _ => unreachable!("the article's map is an example"),
    }
}

/// f of each node that A\* generates.
fn evaluations(route: &Route) -> Vec<(City, City, Cost)> {
    let a_star = AStar::with(&AStar::ABOUT.defaults());
    let space = RoadMap {
        map: &route.map,
        goal: route.goal,
    };
    let heuristic = RouteHeuristic::StraightLine.estimates_to(&route.map, route.goal);
    let mut evaluations = Evaluations {
        route,
        of: Vec::new(),
    };
    a_star.search(&space, &heuristic, route.start, &mut evaluations);
    evaluations.of
}
