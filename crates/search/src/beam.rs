//! Beam search: breadth-first, but of each level only the most promising nodes are kept.

use super::about::Kind;
use super::arena::{Arena, Keep};
use super::memory::ReserveWith;
use super::reached::Reached;
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::{
    About, Algorithm, Applies, BeamOrder, Completeness, Directionality, Duplicates, Heuristic,
    NodeOutcome, Observer, Optimality, Options, Outcome, Space, StopReason,
};

/// Beam search.
#[derive(Clone, Copy, Debug)]
pub struct Beam {
    width: usize,
    order: BeamOrder,
    duplicates: Duplicates,
}

impl Algorithm for Beam {
    const ABOUT: About = About {
        key: "beam",
        name: "Beam search",
        other_names: &[],
        summary: "Goes level by level and keeps only the nodes of lowest h of each.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Heuristic,
        selection: Selection::Level,
        pruning: Pruning::BeamWidth,
        directionality: Directionality::Unidirectional,
        complete: Completeness::Never,
        optimal: Optimality::Never,
        uses_heuristic: true,
        options: &[
            Applies::BeamWidth,
            Applies::BeamOrder(&[BeamOrder::Sorted, BeamOrder::Unsorted]),
            Applies::Duplicates(&[Duplicates::Graph, Duplicates::Path, Duplicates::None]),
        ],
        description: "All nodes of a level are expanded, then their successors are sorted by h and \
               only the best, as many as the beam is wide, become the next level. Time and \
               memory grow with the width and the depth, no faster. Nodes that are cut are \
               forgotten, and the only path to the goal may go through them. A wider beam finds \
               shorter solutions and misses fewer. The order in which a level is expanded matters \
               little: it decides which of several goals is found first, and how equal h are \
               ordered. As a graph search it drops states that an earlier level kept, even if \
               the new path is cheaper.\n\n\
               Lowerre, “The HARPY speech recognition system”, 1976.",
    };

    fn with(options: &Options) -> Self {
        let &Options {
            beam_width,
            beam_order,
            duplicates,
            ..
        } = options;
        Beam {
            width: beam_width.max(1),
            order: beam_order,
            duplicates,
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

impl Beam {
    /// The arena has the nodes of the beams, level by level. `level` is the range of the current
    /// one, in the order in which it is expanded.
    fn run<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Result<Outcome<O::Node>, StopReason> {
        let mut arena = Arena::new(space, heuristic, self.duplicates, Keep::First);
        let root = arena.insert_root(&start, heuristic.estimate(&start), observer)?;
        let mut level = root..root + 1;
        let (mut successors, mut ranking, mut generated) =
            (Vec::new(), Vec::new(), Reached::default());
        let mut is_cut = false;

        while !level.is_empty() {
            for index in level.clone() {
                let node = arena.close(index).expect("the first path is kept");
                if space.is_goal(&node.state) {
                    return Ok(Outcome::Solved(arena.solution(index)));
                }
                let children = arena.expand(&node, observer)?;
                successors.reserve_with(children.len(), observer)?;
                for child in children {
                    // The arena does not have the nodes of the next level yet.
                    let is_graph = self.duplicates == Duplicates::Graph;
                    let key = space.key(&child.state);
                    let test = |outcome| match is_graph && generated.depth(&key).is_some() {
                        true => NodeOutcome::Duplicate,
                        false => outcome,
                    };
                    let (outcome, successor) = arena.generate_only(&node, &child, test, observer);
                    if outcome == NodeOutcome::Frontier {
                        successors.push(successor);
                        if is_graph {
                            generated.note(key, 0, observer)?;
                        }
                    }
                }
            }

            // Nodes of equal h stay in the order in which they were generated.
            ranking.reserve_with(successors.len(), observer)?;
            ranking.extend(successors.iter().zip(0_u32..).map(|(node, i)| (node.h, i)));
            ranking.sort_unstable();
            let n_kept = ranking.len().min(self.width);
            let (kept, cut) = ranking.split_at_mut(n_kept);
            if self.order == BeamOrder::Unsorted {
                kept.sort_unstable_by_key(|&(_, i)| i);
            }
            is_cut |= !cut.is_empty();
            for &mut (_, i) in cut {
                arena.discard_node(&successors[i as usize], NodeOutcome::Cut, observer);
            }
            arena.reserve_with(n_kept, observer)?;
            for &mut (_, i) in kept {
                let node = successors[i as usize];
                arena.add(node, observer)?;
            }
            level = level.end..level.end + n_kept as u32;
            successors.clear();
            ranking.clear();
            generated.clear();
        }
        Ok(if is_cut {
            Outcome::CutOff
        } else {
            Outcome::Exhausted
        })
    }
}
