//! Enforced hill climbing: breadth-first search for a better node, and again from there.

use super::about::Kind;
use super::arena::{Arena, Insertion, Keep, NodeIndex};
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
        other_names: &["EHC"],
        summary: "Searches breadth-first for any state with a lower h, and goes on from there.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Heuristic,
        selection: Selection::Oldest,
        pruning: Pruning::Commitment,
        directionality: Directionality::Unidirectional,
        complete: Completeness::Never,
        optimal: Optimality::Never,
        uses_heuristic: true,
        options: &[],
        description: "Where hill climbing would end in a local minimum of h, this searches around it, \
               breadth-first, for the nearest state with an h that is strictly lower, goes \
               there, and never looks back. So h falls from each stage to the next, and there \
               are no more stages than the h of the start. Where every action can be undone, as \
               on sliding tiles, it finds a solution if there is one; elsewhere it may commit \
               itself to a dead end, so finding none proves nothing, except in the first \
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
    let mut arena = Arena::new(space, heuristic, Duplicates::Graph, Keep::First);
    let root = arena.insert_root(&start, heuristic.estimate(&start), observer)?;
    if space.is_goal(&start) {
        return Ok(Outcome::Solved(arena.solution(root)));
    }
    let mut actions: Vec<Action> = Vec::new();
    loop {
        let (solution, better) = match find_better(space, &mut arena, observer)? {
            Better::Goal(solution) => (solution, None),
            Better::Node(index) => (arena.solution(index), Some(index)),
            // Only the first stage has searched everything that the start leads to.
            Better::None if actions.is_empty() => return Ok(Outcome::Exhausted),
            Better::None => return Ok(Outcome::CutOff),
        };
        actions.reserve_with(solution.actions.len(), observer)?;
        actions.extend(&solution.actions);
        match better {
            Some(index) => arena.restart_from(index, observer)?,
            None => {
                return Ok(Outcome::Solved(Solution {
                    actions,
                    ..solution
                }));
            }
        }
    }
}

/// What a stage has found.
enum Better<N> {
    Goal(Solution<N>),
    /// A node with a lower h.
    Node(NodeIndex),
    None,
}

/// One stage: breadth-first search from the arena's root for a goal, or for a node with a lower h.
/// The nodes that are still open are discarded then.
fn find_better<S: Space, H: Heuristic<S>, O: Observer>(
    space: &S,
    arena: &mut Arena<S, H, O::Node>,
    observer: &mut O,
) -> Result<Better<O::Node>, StopReason> {
    let root_h = arena.node(0).h;
    while let Some(node) = arena.pop_oldest() {
        for child in arena.expand(&node, observer)? {
            let test = |outcome| match space.is_goal(&child.state) {
                true => NodeOutcome::Goal,
                false => outcome,
            };
            let (better, n_open) = match arena.insert(&node, &child, test, observer)? {
                Insertion::Open(index) if child.h < root_h => (Better::Node(index), index),
                Insertion::Goal(goal) => {
                    let solution = arena.solution_through(&node, &child, goal);
                    (Better::Goal(solution), arena.len() as NodeIndex)
                }
                Insertion::Open(_) | Insertion::Dropped => continue,
            };
            for open in node.index + 1..n_open {
                arena.discard(open, NodeOutcome::Cut, observer);
            }
            return Ok(better);
        }
    }
    Ok(Better::None)
}
