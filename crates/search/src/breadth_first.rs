//! Breadth-first search: the shallowest node first.

use super::about::Kind;
use super::arena::{Arena, Node};
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::{
    About, Algorithm, Applies, Completeness, Directionality, Duplicates, GoalTest, Heuristic,
    NodeOutcome, Observer, Optimality, Options, Outcome, Space, StopReason, Successor,
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
        summary: "Expands the shallowest node first, level by level.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::None,
        selection: Selection::Oldest,
        pruning: Pruning::None,
        ends: Directionality::Unidirectional,
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
            Applies::GoalTest(&[GoalTest::Late, GoalTest::Early]),
        ],
        text: "The frontier is a queue: every node of one depth is expanded before the first \
               of the next, so the first goal found is a shallowest one. It is a cheapest one \
               too if all actions cost the same; otherwise uniform-cost search is needed. Time \
               and memory grow with the branching factor to the power of the solution's depth, \
               and memory runs out first. Testing for the goal when a node is generated, not \
               when it is selected, saves the last level.\n\n\
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
    /// The arena holds nodes in the order of their birth, and that is the order in which
    /// they are expanded: the nodes before `next` are expanded, the rest is the queue.
    fn run<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Result<Outcome<O::Node>, StopReason> {
        let is_early = self.goal_test == GoalTest::Early;
        let mut arena = Arena::new(self.duplicates);
        let root = arena.add_root(space.key(&start), heuristic.estimate(&start), observer)?;
        if is_early && space.is_goal(&start) {
            return Ok(Outcome::Solved(arena.solution(root)));
        }
        let mut next = root;
        while (next as usize) < arena.len() {
            arena.look_ahead(space, |n| Some(next + 1 + n));
            let node = arena
                .take(space, next)
                .expect("no node is replaced: none is better");
            let state = space.unpack(node.key);
            if !is_early && space.is_goal(&state) {
                return Ok(Outcome::Solved(arena.solution(next)));
            }
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
                // Whoever came first is no deeper, and depth is all that counts here.
                let mut birth = arena.judge(next, action, &key, |_| false);
                let is_found =
                    is_early && birth.fate == NodeOutcome::Frontier && space.is_goal(&child);
                if is_found {
                    birth.fate = NodeOutcome::Goal;
                }
                let handle = observer.generated(node.handle, action, g, h, birth.fate);
                if birth.fate == NodeOutcome::Frontier || is_found {
                    let child = Node::new(key, g, h, next, action, handle);
                    let index = arena.add(&birth, child, observer)?;
                    if is_found {
                        return Ok(Outcome::Solved(arena.solution(index)));
                    }
                }
            }
            next += 1;
        }
        Ok(Outcome::Exhausted)
    }
}
