//! Enforced hill climbing: breadth-first search for a better node, and again from there.

use super::about::Kind;
use super::arena::{Arena, Node, NodeIndex};
use super::memory::ReserveWith;
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::{
    About, Action, Algorithm, Completeness, Directionality, Duplicates, Heuristic, NodeOutcome,
    Observer, Optimality, Options, Outcome, Solution, Space, StopReason,
};

/// Enforced hill climbing.
#[derive(Clone, Copy, Debug)]
pub struct EnforcedHillClimbing;

impl Algorithm for EnforcedHillClimbing {
    const ABOUT: About = About {
        key: "enforced-hill-climbing",
        name: "Enforced hill climbing",
        summary: "Searches breadth-first for any state with a lower h, and goes on from there.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Heuristic,
        selection: Selection::Oldest,
        pruning: Pruning::Commitment,
        ends: Directionality::Unidirectional,
        complete: Completeness::Never,
        optimal: Optimality::Never,
        uses_heuristic: true,
        options: &[],
        text: "Where hill climbing would end in a local minimum of h, this searches around it, \
               breadth-first, for the nearest state with an h that is strictly lower, goes \
               there, and never looks back. So h falls from each stage to the next, and there \
               are no more stages than the h of the start. Where every action can be undone, as \
               on sliding tiles, it finds a solution if there is one; elsewhere it may commit \
               itself to a dead end, so it proves nothing by finding none, but for the first \
               stage. How much it searches depends on how wide the minima are.\n\n\
               Hoffmann & Nebel, “The FF planning system: fast plan generation through \
               heuristic search”, 2001.",
    };

    fn with(_: &Options) -> Self {
        EnforcedHillClimbing
    }

    fn search<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Outcome<O::Node> {
        run(space, heuristic, start, observer).unwrap_or_else(Outcome::Stopped)
    }
}

fn run<S: Space, H: Heuristic<S>, O: Observer>(
    space: &S,
    heuristic: &H,
    start: S::State,
    observer: &mut O,
) -> Result<Outcome<O::Node>, StopReason> {
    let mut arena = Arena::new(Duplicates::Graph);
    let root = arena.add_root(space.key(&start), heuristic.estimate(&start), observer)?;
    if space.is_goal(&start) {
        return Ok(Outcome::Solved(arena.solution(root)));
    }
    let mut actions: Vec<Action> = Vec::new();
    while let Some((better, is_goal)) = find_better(space, heuristic, &mut arena, observer)? {
        let on = arena.solution(better);
        actions.reserve_with(on.actions.len(), observer)?;
        actions.extend(on.actions);
        if is_goal {
            let Solution { cost, node, .. } = on;
            return Ok(Outcome::Solved(Solution {
                actions,
                cost,
                node,
            }));
        }
        arena.start_over(better, observer)?;
    }
    // To have looked at everything from the start on is a proof; from a later node it is not.
    Ok(if actions.is_empty() {
        Outcome::Exhausted
    } else {
        Outcome::CutOff
    })
}

/// One stage: breadth-first search from the arena's root for a node with a lower h, or for a
/// goal; which it is. All others have left the frontier then.
fn find_better<S: Space, H: Heuristic<S>, O: Observer>(
    space: &S,
    heuristic: &H,
    arena: &mut Arena<S::Key, O::Node>,
    observer: &mut O,
) -> Result<Option<(NodeIndex, bool)>, StopReason> {
    let foot_h = arena.node(0).h;
    let mut next = 0;
    while (next as usize) < arena.len() {
        let node = arena
            .take(space, next)
            .expect("no node is replaced: none is better");
        let state = space.unpack(node.key);
        let actions = space.actions(&state);
        arena.reserve_with(actions.len(), observer)?;
        observer.expand(node.handle)?;
        for action in actions {
            let child = space.apply(&state, action);
            let key = space.key(&child);
            let g = node.g.saturating_add(space.cost(&state, action));
            let h = heuristic.update(node.h, &state, action, &child);
            let mut birth = arena.judge(next, action, &key, |_| false);
            let is_new = birth.fate == NodeOutcome::Frontier;
            let is_goal = is_new && space.is_goal(&child);
            if is_goal {
                birth.fate = NodeOutcome::Goal;
            }
            let handle = observer.generated(node.handle, action, g, h, birth.fate);
            if !is_new {
                continue;
            }
            let child = Node::new(key, g, h, next, action, handle);
            let index = arena.add(&birth, child, observer)?;
            if h < foot_h || is_goal {
                for waiting in next + 1..index {
                    observer.discard(arena.node(waiting).handle, NodeOutcome::Cut);
                }
                return Ok(Some((index, is_goal)));
            }
        }
        next += 1;
    }
    Ok(None)
}
