//! Depth-limited search, and iterative deepening: depth-limited search again and again, one
//! level deeper each time.

use super::about::Kind;
use super::depth_first::{DepthFirst, Memory, StackNode};
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::{
    About, Algorithm, Applies, Completeness, Directionality, Duplicates, Heuristic, Observer,
    Optimality, Options, Outcome, Space, StopReason,
};

/// Depth-limited search: depth-first search that always has a limit.
#[derive(Clone, Copy, Debug)]
pub struct DepthLimited {
    search: DepthFirst,
}

impl Algorithm for DepthLimited {
    const ABOUT: About = About {
        key: "depth-limited",
        name: "Depth-limited search",
        other_names: &["DLS"],
        summary: "Searches depth-first, but no deeper than the limit.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::None,
        selection: Selection::Deepest,
        pruning: Pruning::DepthLimit,
        directionality: Directionality::Unidirectional,
        complete: Completeness::WithinDepthLimit,
        optimal: Optimality::Never,
        uses_heuristic: false,
        options: &[Applies::DepthLimit(Some(31)), DUPLICATES],
        description: "Depth-first search that treats the nodes at the limit as if they had no \
               successors. It finds a solution if one is within the limit, though not a \
               shortest one, and needs memory for one path and its siblings alone. What is \
               known of the problem may give the limit: no 8-puzzle needs more than 31 moves. \
               If nothing is known, iterative deepening tries one limit after the other.\n\n\
               Named so by Russell & Norvig, *Artificial Intelligence*, section 3.4.",
    };

    fn with(options: &Options) -> Self {
        DepthLimited {
            search: DepthFirst::with(options),
        }
    }

    fn search<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Outcome<O::Node> {
        self.search.search(space, heuristic, start, observer)
    }
}

/// The path check is the default: it prevents cycles in the memory of one path.
const DUPLICATES: Applies = Applies::Duplicates(&[
    Duplicates::Path,
    Duplicates::Parent,
    Duplicates::Graph,
    Duplicates::None,
]);

/// Iterative-deepening search.
#[derive(Clone, Copy, Debug)]
pub struct IterativeDeepening {
    duplicates: Duplicates,
}

impl Algorithm for IterativeDeepening {
    const ABOUT: About = About {
        key: "iterative-deepening",
        name: "Iterative-deepening search",
        other_names: &["IDS", "IDDFS", "DFID"],
        summary: "Searches depth-first within limit 1, then 2, and so on.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::None,
        selection: Selection::Deepest,
        pruning: Pruning::DepthBound,
        directionality: Directionality::Unidirectional,
        complete: Completeness::Always,
        optimal: Optimality::EqualCosts,
        uses_heuristic: false,
        options: &[DUPLICATES],
        description: "Each iteration is a depth-limited search, one level deeper than the last. As \
               every depth above has been searched in full, the first solution found is a \
               shortest one, and a cheapest one if all actions cost the same: the answers of \
               breadth-first search in the memory of depth-first search. Generating the upper \
               levels again and again costs little, since most nodes of a tree are in its \
               last level. Where there is no solution it ends only if an iteration has cut \
               off nothing, so duplicates must be looked for on the whole path at least.\n\n\
               Slate & Atkin, “CHESS 4.5”, 1977; Korf, “Depth-first iterative-deepening: an \
               optimal admissible tree search”, 1985.",
    };

    fn with(options: &Options) -> Self {
        IterativeDeepening {
            duplicates: options.duplicates,
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

impl IterativeDeepening {
    fn run<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Result<Outcome<O::Node>, StopReason> {
        // Limit 1 tests the root too, so limit 0 would add nothing.
        let mut limit = 1;
        observer.iteration(limit);
        let root = StackNode::root(space, heuristic, start, observer);
        let mut memory = Memory::default();
        loop {
            let search = DepthFirst {
                duplicates: self.duplicates,
                depth_limit: Some(limit),
            };
            match search.descend(space, heuristic, root, &mut memory, observer)? {
                Outcome::CutOff => limit += 1,
                outcome => return Ok(outcome),
            }
            observer.iteration(limit);
        }
    }
}
