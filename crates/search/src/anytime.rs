//! Anytime weighted A*: weighted A* that continues after its first solution, until no better one
//! is left.

use super::about::Kind;
use super::arena::{Arena, Insertion, Keep};
use super::best_first::{Choices, LOW_H_FIRST, SAFE, weighted};
use super::open_list::{Evaluation, OpenList};
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::successors::Child;
use super::{
    About, Algorithm, Applies, Completeness, Cost, Directionality, Heuristic, NodeEvent,
    NodeOutcome, Observer, Optimality, Options, Outcome, Solution, Space, StopReason, Weight,
};

/// Anytime weighted A*.
#[derive(Clone, Copy, Debug)]
pub struct AnytimeWeightedAStar {
    choices: Choices,
    weight: Weight,
}

impl Algorithm for AnytimeWeightedAStar {
    const ABOUT: About = About {
        key: "anytime-weighted-a-star",
        name: "Anytime weighted A*",
        other_names: &["AWA*"],
        summary: "Finds a solution by g + w · h, then better ones until none is left.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::WeightedSum,
        selection: Selection::LowestF,
        pruning: Pruning::BestSolution,
        directionality: Directionality::Unidirectional,
        complete: Completeness::Always,
        optimal: Optimality::Admissible,
        uses_heuristic: true,
        options: &[
            Applies::Weight,
            Applies::Duplicates(SAFE),
            Applies::TieBreaking(LOW_H_FIRST),
            Applies::Seed,
        ],
        description: "It begins as weighted A* and soon has a first solution, which need not be \
               cheapest. Then it continues with the same frontier, but cuts every node with \
               g + h at least the cost of the best solution so far. Each better solution is \
               reported when it is found. When the frontier is empty, the last one is proved \
               optimal, if h never overestimates. If it is stopped before, it ends with the best \
               so far. In total it may expand fewer nodes than A* or more; unlike A*, it has a \
               solution early.\n\n\
               Hansen & Zhou, “Anytime heuristic search”, 2007.",
    };

    fn with(options: &Options) -> Self {
        AnytimeWeightedAStar {
            choices: Choices::of(options),
            weight: options.weight,
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

impl AnytimeWeightedAStar {
    /// Invariant: if h is admissible, every solution cheaper than the best so far goes through a
    /// node on the frontier with g + h below the cost of the best.
    fn run<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Result<Outcome<O::Node>, StopReason> {
        let evaluation = weighted(self.weight);
        let f = |g: Cost, h: Cost| Evaluation::from(g) + Evaluation::from(h);
        let mut best: Option<Solution<O::Node>> = None;
        // The cost of the best solution: only nodes with a lower f lead to a better one.
        let mut upper_bound = Evaluation::MAX;

        let mut arena = Arena::new(space, heuristic, self.choices.duplicates, Keep::Cheapest);
        let mut frontier = OpenList::new(self.choices.ties, self.choices.seed);
        let h = heuristic.estimate(&start);
        let root = arena.insert_root(&start, h, observer)?;
        if space.is_goal(&start) {
            return Ok(Outcome::Solved(arena.solution(root)));
        }
        frontier.push(evaluation(0, h), 0, h, root, observer)?;

        while let Some(node) = arena.pop(&mut frontier) {
            if f(node.g, node.h) >= upper_bound {
                observer.discard(node.handle, NodeOutcome::Cut);
                arena.examine(NodeEvent::Discarded(NodeOutcome::Cut), &node, observer);
                continue;
            }
            for child in arena.expand(&node, observer)? {
                let Child { state, g, h, .. } = child;
                let test = |outcome| {
                    if space.is_goal(&state) && Evaluation::from(g) < upper_bound {
                        NodeOutcome::Goal
                    } else if f(g, h) >= upper_bound {
                        NodeOutcome::Cut
                    } else {
                        outcome
                    }
                };
                match arena.insert(&node, &child, test, observer)? {
                    Insertion::Open(index) => {
                        frontier.push(evaluation(g, h), g, h, index, observer)?;
                    }
                    Insertion::Goal(goal) => {
                        let solution = arena.solution_through(&node, &child, goal);
                        observer.solution(solution.node, solution.cost, &solution.actions);
                        upper_bound = solution.cost.into();
                        best = Some(solution);
                    }
                    Insertion::Dropped => {}
                }
            }
        }
        Ok(best.map_or(Outcome::Exhausted, Outcome::Solved))
    }
}
