//! Whether a solution is certainly a cheapest one: what the algorithm claims, what is known of
//! the heuristic, and what the options do to that.

use super::{Job, Settings};
use crate::Problem;
use tilescope_search::{Applies, Directionality, Duplicates, GoalTest, Optimality, Weight};

impl Job {
    /// Whether a solution of this job is certainly a cheapest one.
    pub fn proves_optimal(&self) -> bool {
        let settings = &self.settings;
        match &self.problem {
            Problem::Tiles(puzzle) => {
                let heuristic = &settings.heuristic;
                let estimates = match settings.measure_to {
                    Some(_) => Estimates::MayBeTooHigh,
                    None => Estimates::new(heuristic.is_admissible(), heuristic.is_consistent()),
                };
                settings.proves_optimal(puzzle.costs.are_uniform(), estimates)
            }
            Problem::Route(route) => {
                let estimate = settings.estimate;
                let back = route.reversed();
                let is_admissible = route.overestimates(estimate).is_empty()
                    && (settings.algorithm.directionality == Directionality::Unidirectional
                        || back.overestimates(estimate).is_empty());
                let estimates = Estimates::new(is_admissible, route.is_consistent(estimate));
                settings.proves_optimal(false, estimates)
            }
        }
    }
}

/// What is known of a heuristic; each is more than the one before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Estimates {
    MayBeTooHigh,
    Admissible,
    Consistent,
}

impl Estimates {
    fn new(is_admissible: bool, is_consistent: bool) -> Self {
        match (is_admissible, is_consistent) {
            (false, _) => Estimates::MayBeTooHigh,
            (true, false) => Estimates::Admissible,
            (true, true) => Estimates::Consistent,
        }
    }
}

impl Settings {
    /// Whether a solution found under these settings is certainly a cheapest one, where costs
    /// are equal or not, and this is known of the heuristic.
    ///
    /// What the algorithm claims is claimed for graph search and for tree search, with the
    /// goal test when a node is selected. Other choices keep the claim only as follows:
    /// - To keep the first of two paths to a state on the frontier, or to stop at the first
    ///   goal generated, is right only where nodes are generated in the order of their
    ///   costs: without a heuristic, and with all costs equal.
    /// - Without reopening, the first path by which a state is expanded has to be a cheapest
    ///   one: h has to be consistent.
    /// - A depth limit cuts off the cheaper of two solutions if that is the longer one,
    ///   which cannot be where all costs are equal. A memory of so many nodes does so too.
    fn proves_optimal(&self, costs_are_equal: bool, estimates: Estimates) -> bool {
        let is_admissible = estimates >= Estimates::Admissible;
        let is_claimed = match self.algorithm.optimal {
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
                        estimates == Estimates::Consistent || !self.algorithm.uses_heuristic
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
