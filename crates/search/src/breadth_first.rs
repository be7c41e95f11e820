//! Breadth-first search: the shallowest node first.

use super::about::Kind;
use super::arena::{Arena, Insertion, Keep};
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::{
    About, Algorithm, Applies, Completeness, Directionality, Duplicates, GoalTest, Heuristic,
    NodeOutcome, Observer, Optimality, Options, Outcome, Space, StopReason,
};

/// Breadth-first search.
#[derive(Clone, Copy, Debug)]
pub struct BreadthFirst {
    duplicates: Duplicates,
    goal_test: GoalTest,
}

impl Algorithm for BreadthFirst {
    const ABOUT: About = About {
        key: "breadth-first",
        name: "Breadth-first search",
        other_names: &["BFS"],
        summary: "Expands the shallowest node first, level by level.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::None,
        selection: Selection::Oldest,
        pruning: Pruning::None,
        directionality: Directionality::Unidirectional,
        complete: Completeness::Always,
        optimal: Optimality::EqualCosts,
        uses_heuristic: false,
        options: &[
            Applies::Duplicates(&[
                Duplicates::Graph,
                Duplicates::Frontier,
                Duplicates::Path,
                Duplicates::None,
            ]),
            Applies::GoalTest(&[GoalTest::Early, GoalTest::Late]),
        ],
        description: "The frontier is a queue: every node of one depth is expanded before the first \
               of the next, so the first goal found is a shallowest one. It is a cheapest one \
               too if all actions cost the same; otherwise uniform-cost search is needed. Time \
               and memory grow with the branching factor to the power of the solution's depth, \
               and memory runs out first. The goal test is early by default, as in Russell & \
               Norvig: a node is tested when it is generated, which saves the last level. A late \
               test, when a node is selected, finds a solution of the same length.\n\n\
               Moore, “The shortest path through a maze”, 1959; Lee, “An algorithm for path \
               connections and its applications”, 1961.",
    };

    fn with(options: &Options) -> Self {
        BreadthFirst {
            duplicates: options.duplicates,
            goal_test: options.goal_test,
        }
    }

    fn search<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Outcome<O::Node> {
        self.run(space, heuristic, start, observer)
            .unwrap_or_else(Outcome::Stopped)
    }
}

impl BreadthFirst {
    /// The arena keeps nodes in the order in which they were generated, so it is the queue. The
    /// first path to a state is kept: no later one is shorter.
    fn run<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Result<Outcome<O::Node>, StopReason> {
        let is_early = self.goal_test == GoalTest::Early;
        let mut arena = Arena::new(space, heuristic, self.duplicates, Keep::First);
        let root = arena.insert_root(&start, heuristic.estimate(&start), observer)?;
        if is_early && space.is_goal(&start) {
            return Ok(Outcome::Solved(arena.solution(root)));
        }
        while let Some(node) = arena.pop_oldest() {
            if !is_early && space.is_goal(&node.state) {
                return Ok(Outcome::Solved(arena.solution(node.index)));
            }
            for child in arena.expand(&node, observer)? {
                let test = |outcome| match is_early && space.is_goal(&child.state) {
                    true => NodeOutcome::Goal,
                    false => outcome,
                };
                let insertion = arena.insert(&node, &child, test, observer)?;
                if let Insertion::Goal(goal) = insertion {
                    let solution = arena.solution_through(&node, &child, goal);
                    return Ok(Outcome::Solved(solution));
                }
            }
        }
        Ok(Outcome::Exhausted)
    }
}
