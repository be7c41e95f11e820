//! Whether solutions are guaranteed to be optimal, from the claims of the algorithm and the
//! heuristic and from the options.

use super::{Job, Settings};
use crate::Problem;
use crate::audit::Audited;
use tilescope_search::{Applies, Directionality, Duplicates, GoalTest, Optimality, Weight};

impl Job {
    /// Whether a solution of this job is guaranteed to be optimal.
    pub fn proves_optimal(&self) -> bool {
        let settings = &self.settings;
        match &self.problem {
            Problem::Tiles(puzzle) => {
                let heuristic = &settings.heuristic;
                let admissibility = match &settings.measure_to {
                    Some(to) if *to != puzzle.goal => Admissibility::Inadmissible,
                    _ => Admissibility::new(heuristic.is_admissible(), heuristic.is_consistent()),
                };
                settings.proves_optimal(puzzle.costs.are_uniform(), admissibility)
            }
            Problem::Route(route) => {
                let heuristic = &settings.route_heuristic;
                let reversed = route.reversed();
                let is_admissible = route.overestimates(heuristic).is_empty()
                    && (settings.algorithm.directionality == Directionality::Unidirectional
                        || reversed.overestimates(heuristic).is_empty());
                let admissibility =
                    Admissibility::new(is_admissible, route.is_consistent(heuristic));
                settings.proves_optimal(false, admissibility)
            }
        }
    }
}

impl Job {
    /// The same, with what an audit has proved of the heuristic. A bidirectional search estimates
    /// distances to the start too, of which the audit says nothing.
    pub fn proves_optimal_knowing(&self, audited: &Audited) -> bool {
        let settings = &self.settings;
        let Problem::Tiles(puzzle) = &self.problem else {
            return self.proves_optimal();
        };
        let is_about_it = audited.is_of(&settings.heuristic, &puzzle.goal, puzzle.costs)
            && settings.measure_to.is_none()
            && settings.algorithm.directionality == Directionality::Unidirectional;
        let admissibility = Admissibility::new(audited.is_admissible, audited.is_consistent);
        self.proves_optimal()
            || (is_about_it && settings.proves_optimal(puzzle.costs.are_uniform(), admissibility))
    }
}

impl Job {
    /// Returns true if a consistent heuristic would guarantee optimal solutions, but what is known of
    /// this one does not.
    pub fn heuristic_weakens_optimality(&self, audited: Option<&Audited>) -> bool {
        let costs_are_equal = match &self.problem {
            Problem::Tiles(puzzle) => puzzle.costs.are_uniform(),
            Problem::Route(_) => false,
        };
        let best = Admissibility::Consistent;
        self.settings.proves_optimal(costs_are_equal, best)
            && !match audited {
                Some(audited) => self.proves_optimal_knowing(audited),
                None => self.proves_optimal(),
            }
    }
}

/// What is known about a heuristic. Each variant implies the ones before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Admissibility {
    Inadmissible,
    Admissible,
    Consistent,
}

impl Admissibility {
    fn new(is_admissible: bool, is_consistent: bool) -> Self {
        match (is_admissible, is_consistent) {
            (false, _) => Admissibility::Inadmissible,
            (true, false) => Admissibility::Admissible,
            (true, true) => Admissibility::Consistent,
        }
    }
}

impl Settings {
    /// Whether a solution found with these settings is guaranteed to be optimal.
    ///
    /// The algorithm's claim holds for graph search and tree search with a late goal test. Other
    /// options keep the claim under these conditions:
    /// - Keeping the first of two paths to a frontier state, or an early goal test, requires that
    ///   nodes are generated in order of cost: no heuristic, and equal costs.
    /// - Without reopening, h must be consistent, so that the first expansion of a state is by an
    ///   optimal path.
    /// - A depth limit or a node budget may cut off a cheaper but longer solution, unless all costs
    ///   are equal.
    fn proves_optimal(&self, costs_are_equal: bool, admissibility: Admissibility) -> bool {
        let is_admissible = admissibility >= Admissibility::Admissible;
        let is_claimed = match self.strategy().optimal {
            Optimality::Always => true,
            Optimality::EqualCosts => costs_are_equal,
            Optimality::Admissible => is_admissible,
            Optimality::WithinWeight => is_admissible && self.options.weight <= Weight::ONE,
            Optimality::Never => false,
        };
        let generates_in_order = costs_are_equal && !self.algorithm.uses_heuristic;
        is_claimed
            && self.algorithm.options.iter().all(|option| match option {
                Applies::Duplicates(_) => match self.options.duplicates {
                    Duplicates::Frontier => generates_in_order,
                    Duplicates::GraphWithoutReopening => {
                        admissibility == Admissibility::Consistent || !self.algorithm.uses_heuristic
                    }
                    Duplicates::None
                    | Duplicates::Parent
                    | Duplicates::Path
                    | Duplicates::Graph => true,
                },
                Applies::GoalTest(_) => {
                    self.options.goal_test == GoalTest::Late || generates_in_order
                }
                Applies::DepthLimit(_) => self.options.depth_limit.is_none() || costs_are_equal,
                Applies::NodeBudget => costs_are_equal,
                Applies::TieBreaking(_)
                | Applies::Weight
                | Applies::BeamWidth
                | Applies::BeamOrder(_)
                | Applies::Climb(_)
                | Applies::Combining(_)
                | Applies::Sideways
                | Applies::Restarts
                | Applies::Temperature
                | Applies::Cooling
                | Applies::Steps
                | Applies::Seed
                | Applies::Threads => true,
            })
    }
}
