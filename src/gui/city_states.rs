//! A search on a road map as it stood at a moment: what it knew of each city.

use super::run_status::solution_is_known;
use super::runs::{RunEntry, RunMoment};
use tilescope_lab::RunOutcome;
use tilescope_puzzle::routes::{City, Route};
use tilescope_search::{Action, Cost, NodeOutcome, SearchDirection};
use tilescope_trace::{Moment, NodeId, Status, Trace};

/// The node that stands for a city: of those that lead there, the one by the shortest way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reached {
    pub node: NodeId,
    /// Frontier, expanded, cut or goal.
    pub status: Status,
    /// Which tree it belongs to.
    pub end: SearchDirection,
    /// The city that it was reached from; `None` for a root.
    pub from: Option<City>,
    pub g: Cost,
    pub h: Cost,
}

/// What is known of the cities at a moment; found anew when the moment or the record changes.
#[derive(Default)]
pub struct CityStates {
    made_for: Option<RunMoment>,
    reached: Vec<Option<Reached>>,
}

impl CityStates {
    /// Maximum number of nodes examined, the newest first. A search that runs in cycles has more.
    const MAX_NODES: NodeId = 100_000;

    /// For each city of the map, in its order, what the run `entry` knew of it at `t`.
    pub fn at(&mut self, entry: &RunEntry, route: &Route, t: Moment) -> &[Option<Reached>] {
        let trace = entry.run.trace();
        let moment = entry.moment(t);
        if self.made_for != Some(moment) {
            self.made_for = Some(moment);
            self.reached = vec![None; route.map.cities().len()];
            let n_born = trace.n_generated(t);
            let nodes = trace.iteration(t).map_or(0..n_born, |it| it.nodes);
            let end = nodes.end.min(n_born);
            let first = nodes.start.max(end.saturating_sub(Self::MAX_NODES));
            let roots =
                [SearchDirection::Forward, SearchDirection::Backward].map(|end| trace.root(end));
            for node in roots.into_iter().flatten().chain(first..end) {
                if node < n_born {
                    self.take(trace, route, node, t);
                }
            }
        }
        &self.reached
    }

    fn take(&mut self, trace: &Trace, route: &Route, node: NodeId, t: Moment) {
        let status = trace.status(node, t);
        if matches!(
            status,
            Status::NotGenerated | Status::Discarded(NodeOutcome::Duplicate | NodeOutcome::Cycle)
        ) {
            return;
        }
        let found = Reached {
            node,
            status,
            end: trace.direction(node),
            from: trace
                .parent(node)
                .map(|parent| city_of(trace, route, parent)),
            g: trace.g(node),
            h: trace.h(node),
        };
        let place = &mut self.reached[city_of(trace, route, node).index()];
        if place.is_none_or(|known| found.is_before(&known)) {
            *place = Some(found);
        }
    }
}

impl Reached {
    /// Whether this stands for the city rather than `other`: what was cut stands back, then
    /// the tree from the goal, then the longer way.
    fn is_before(&self, other: &Reached) -> bool {
        let rank = |it: &Reached| {
            let is_cut = matches!(it.status, Status::Discarded(_));
            (is_cut, it.end as u8, it.g)
        };
        rank(self) <= rank(other)
    }
}

/// The city of a node: where its action leads, or in the tree from the goal where it begins.
pub fn city_of(trace: &Trace, route: &Route, node: NodeId) -> City {
    match (trace.action(node), trace.direction(node)) {
        (Some(action), SearchDirection::Forward) => route.map.destination(action),
        (Some(action), SearchDirection::Backward) => {
            route.map.destination(route.map.reverse(action))
        }
        (None, SearchDirection::Forward) => route.start,
        (None, SearchDirection::Backward) => route.goal,
    }
}

/// The cities of the way that is to be drawn thick: from the step at which it is known on, the
/// solution; before that, the way between a root and `node`. Whether it is the solution.
pub fn way(entry: &RunEntry, route: &Route, node: NodeId, t: Moment) -> (Vec<City>, bool) {
    let trace = entry.run.trace();
    let is_known = solution_is_known(trace, t);
    if let Some(solution) = solution(entry, route).filter(|_| is_known) {
        return (solution, true);
    }
    if node >= trace.n_generated(t) {
        return (Vec::new(), false);
    }
    let nodes = [node].into_iter().chain(trace.ancestors(node));
    // Of a search that goes in circles, the end shows as much as the whole.
    let cities = nodes.take(200).map(|node| city_of(trace, route, node));
    (cities.collect(), false)
}

/// The cities of the solution that the run has ended with.
pub fn solution(entry: &RunEntry, route: &Route) -> Option<Vec<City>> {
    match &entry.run.report()?.outcome {
        RunOutcome::Solved { moves, .. } => Some(drive(route, moves)),
        _ => None,
    }
}

/// The cities that `actions` lead through, the start first.
pub fn drive(route: &Route, actions: &[Action]) -> Vec<City> {
    let to = actions.iter().map(|&action| route.map.destination(action));
    [route.start].into_iter().chain(to).collect()
}
