//! Anytime weighted A*: weighted A* that goes on after its first solution, to better ones, until
//! there is none.

use super::about::Kind;
use super::arena::{Arena, Node};
use super::best_first::{Choices, LOW_H_FIRST, SAFE, weighted};
use super::open_list::{Evaluation, OpenList};
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::{
    About, Algorithm, Applies, Completeness, Cost, Directionality, Heuristic, NodeOutcome,
    Observer, Optimality, Options, Outcome, Solution, Space, StopReason, Successor, Weight,
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
        summary: "Finds a solution by g + w · h, then better ones until none is left.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::WeightedSum,
        selection: Selection::LowestF,
        pruning: Pruning::BestSolution,
        ends: Directionality::Unidirectional,
        complete: Completeness::Always,
        optimal: Optimality::Admissible,
        uses_heuristic: true,
        options: &[
            Applies::Weight,
            Applies::Duplicates(SAFE),
            Applies::TieBreaking(LOW_H_FIRST),
            Applies::Seed,
        ],
        text: "It begins as weighted A* and soon has a first solution, which need not be \
               cheapest. Then it goes on with the same frontier, but cuts off every node with \
               g + h no less than the cost of the best solution so far. Each better solution is \
               told as it is found. When the frontier is empty, the last one is proved a \
               cheapest one, if h never overestimates. Stopped before, it ends with the best \
               so far. In all it may expand fewer nodes than A* or more; A* with no \
               solution in hand would have to finish.\n\n\
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
    /// Invariant: a solution that is cheaper than the best so far goes through a node on the
    /// frontier whose g + h is less than the cost of the best.
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
        // What a solution must cost less than.
        let mut limit = Evaluation::MAX;

        let mut arena = Arena::new(self.choices.duplicates);
        let mut frontier = OpenList::new(self.choices.ties, self.choices.seed);
        let h = heuristic.estimate(&start);
        let root = arena.add_root(space.key(&start), h, observer)?;
        if space.is_goal(&start) {
            return Ok(Outcome::Solved(arena.solution(root)));
        }
        frontier.push(evaluation(0, h), 0, h, root, observer)?;

        while let Some(index) = frontier.pop() {
            arena.look_ahead(space, |n| frontier.coming(n));
            let Some(node) = arena.take(space, index) else {
                continue;
            };
            if f(node.g, node.h) >= limit {
                observer.discard(node.handle, NodeOutcome::Cut);
                continue;
            }
            let state = space.unpack(node.key);
            let moves = space.moves_after(None, &state);
            arena.reserve_with(moves.len(), observer)?;
            observer.expand(node.handle)?;
            for chosen in moves {
                let Successor {
                    action,
                    state: child,
                    cost,
                } = space.successor(&state, chosen);
                let key = space.key(&child);
                let g = node.g.saturating_add(cost);
                let h = heuristic.update(node.h, &state, action, &child);
                if evaluation(g, h) <= evaluation(node.g, node.h) {
                    arena.expect(space, &child, action);
                }
                let mut birth = arena.judge(index, action, &key, |earlier| g < earlier.g);
                if birth.fate.is_on_frontier() {
                    if space.is_goal(&child) && Evaluation::from(g) < limit {
                        birth.fate = NodeOutcome::Goal;
                    } else if f(g, h) >= limit {
                        birth.fate = NodeOutcome::Cut;
                    }
                }
                let handle = observer.generated(node.handle, action, g, h, birth.fate);
                if birth.fate.is_on_frontier() {
                    if let Some(replaced) = birth.replaces {
                        observer.discard(replaced, NodeOutcome::Duplicate);
                    }
                    let child = Node::new(key, g, h, index, action, handle);
                    let child = arena.add(&birth, child, observer)?;
                    frontier.push(evaluation(g, h), g, h, child, observer)?;
                } else if birth.fate == NodeOutcome::Goal {
                    // Goals stay out of the arena: nothing is to be found behind them.
                    let mut actions = arena.path(index);
                    actions.push(action);
                    observer.solution(handle, g, &actions);
                    limit = g.into();
                    best = Some(Solution {
                        actions,
                        cost: g,
                        node: handle,
                    });
                }
            }
        }
        Ok(best.map_or(Outcome::Exhausted, Outcome::Solved))
    }
}
