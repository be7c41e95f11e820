//! Bidirectional breadth-first search: from the start and from the goal, until the two meet.

use super::about::Kind;
use super::arena::{Keep, NodeIndex};
use super::both_ends::{SearchDirection, Trees};
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::{
    About, Algorithm, Completeness, Directionality, Heuristic, Observer, Optimality, Options,
    Outcome, Space, StopReason,
};

/// Bidirectional breadth-first search.
#[derive(Clone, Copy, Debug)]
pub struct BidirectionalBreadthFirst;

impl Algorithm for BidirectionalBreadthFirst {
    const ABOUT: About = About {
        key: "bidirectional-breadth-first",
        name: "Bidirectional breadth-first search",
        other_names: &["bidirectional BFS"],
        summary: "Searches level by level in both directions until the trees meet.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::None,
        selection: Selection::Oldest,
        pruning: Pruning::None,
        directionality: Directionality::Bidirectional,
        complete: Completeness::Always,
        optimal: Optimality::EqualCosts,
        uses_heuristic: false,
        options: &[],
        description: "One tree grows from the start, the other back from the goal, each breadth-first; \
               the one with fewer nodes on its frontier grows by its next level. If a new \
               node has the state of a node in the other tree, the two paths join to a solution. Two trees of \
               half the depth are much smaller than one of the whole: both together have about \
               as many nodes as the square root of what breadth-first search needs. This needs \
               a goal that is given as a state, and actions that can be followed backward.\n\n\
               The first meeting is on a shortest path, because whole levels are grown: if one \
               tree holds all states within i moves of the start and the other all within j of \
               the goal, and they have not met, no solution has i + j moves or fewer; and a \
               meeting in the next level makes one of i + j + 1. If costs differ, a cheaper path \
               may lead elsewhere, and nothing is claimed.\n\n\
               Pohl, “Bi-directional search”, 1971; he grows the smaller frontier too.",
    };

    fn with(_: &Options) -> Self {
        BidirectionalBreadthFirst
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

/// As in breadth-first search, each tree keeps its nodes in the order in which they were generated.
/// Those before `next` are expanded; the rest is its last level, the frontier.
fn run<S: Space, H: Heuristic<S>, O: Observer>(
    space: &S,
    heuristic: &H,
    start: S::State,
    observer: &mut O,
) -> Result<Outcome<O::Node>, StopReason> {
    let mut trees = Trees::new(space, heuristic, start, Keep::First, observer)?;
    if let Some(meeting) = trees.meeting(SearchDirection::Forward, 0) {
        return Ok(Outcome::Solved(trees.join(meeting, observer)?));
    }
    let mut next: [NodeIndex; 2] = [0, 0];
    loop {
        let levels = SearchDirection::BOTH
            .map(|direction| next[direction as usize]..trees[direction].len() as NodeIndex);
        let [forward, backward] = levels;
        let (direction, level) = if backward.len() < forward.len() {
            (SearchDirection::Backward, backward)
        } else {
            (SearchDirection::Forward, forward)
        };
        if level.is_empty() {
            return Ok(Outcome::Exhausted);
        }
        next[direction as usize] = level.end;
        for index in level {
            let node = trees[direction].close(index);
            let node = node.expect("the first path is kept");
            for child in trees.expand(direction, &node, observer)? {
                let inserted = trees.insert(direction, &node, &child, observer)?;
                let meeting = inserted.and_then(|index| trees.meeting(direction, index));
                if let Some(meeting) = meeting {
                    return Ok(Outcome::Solved(trees.join(meeting, observer)?));
                }
            }
        }
    }
}
