//! List search: one loop that always expands the first node of a list. How the successors are
//! combined with the list decides what kind of search it is.

use super::about::Kind;
use super::arena::{Arena, Insertion, Keep, NodeIndex};
use super::memory::ReserveWith;
use super::open_list::{Bucket, Evaluation, OpenList};
use super::reached::Reached;
use super::strategy::{EvaluationFunction, Pruning, Selection, Strategy};
use super::{
    About, Algorithm, Applies, Combining, Completeness, Directionality, Duplicates, Heuristic,
    NodeOutcome, Observer, Optimality, Options, Outcome, Space, StopReason, TieBreaking,
};

/// List search.
#[derive(Clone, Copy, Debug)]
pub struct ListSearch {
    combining: Combining,
    width: usize,
}

/// The strategy of a list search with the default way of combining.
const DEFAULT: Strategy = Combining::DirectedBeam.strategy();

impl Algorithm for ListSearch {
    const ABOUT: About = About {
        key: "list-search",
        name: "List search",
        other_names: &[],
        summary: "Expands the first node of a list and combines its successors with the rest.",
        kind: Kind::Algorithm,
        evaluation: DEFAULT.evaluation,
        selection: DEFAULT.selection,
        pruning: DEFAULT.pruning,
        directionality: Directionality::Unidirectional,
        complete: DEFAULT.complete,
        optimal: DEFAULT.optimal,
        uses_heuristic: true,
        options: &[
            Applies::Combining(&[
                Combining::DirectedBeam,
                Combining::Beam,
                Combining::HillClimbing,
                Combining::DepthFirst,
                Combining::BreadthFirst,
                Combining::BestFirst,
                Combining::AStar,
            ]),
            Applies::BeamWidth,
        ],
        description: "One loop for many strategies. The list begins with the start. The first node is \
               taken off; if it is no goal it is expanded, and its successors are combined with \
               the rest of the list. Appended to it they make a queue: breadth-first search. Put \
               before it they make a stack: depth-first search. If the list is also cut to the \
               width of a beam, it is a beam search, directed if the successors are sorted by h \
               first, and hill climbing if the width is 1. Unlike textbook beam search it does \
               not go level by level, and a dead end makes it go back to a node that is still on \
               the list. Merged into the list by h they make best-first search, by g + h A*; of \
               the nodes with the same state on the list, only the first is kept. A state on the \
               path to it is dropped, but there is no closed list, so other states are expanded \
               again and again.\n\n\
               Norvig, “Paradigms of Artificial Intelligence Programming”, 1992; the ways of \
               combining after Kantz, “Optimizing Search: The 8 Puzzle”, 2005.",
    };

    fn with(options: &Options) -> Self {
        ListSearch {
            combining: options.combining,
            width: options.combining.list_width(options).unwrap_or(usize::MAX),
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

impl ListSearch {
    /// The list is in `list`, or in `merged` if successors are merged into it.
    ///
    /// A stack keeps the states on the path to the node that is expanded: its parent is on the path
    /// to the one before, so the path only has to be shortened. Other lists jump from path to path,
    /// and the arena follows the parents.
    fn run<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Result<Outcome<O::Node>, StopReason> {
        let Strategy {
            evaluation,
            selection,
            ..
        } = self.combining.strategy();
        let is_merged = selection == Selection::MergedList;
        let is_queue = selection == Selection::Oldest;
        let is_stack = !is_merged && !is_queue;
        let duplicates = match is_stack {
            true => Duplicates::None,
            false => Duplicates::Path,
        };
        let mut arena = Arena::new(space, heuristic, duplicates, Keep::First);
        let (mut list, mut merged) = (Bucket::default(), OpenList::new(TieBreaking::Lifo, 0));
        // The number of the latest node on the merged list with each state.
        let mut listed = Reached::default();
        let (mut path, mut on_path) = (Vec::new(), Reached::default());
        let mut successors: Vec<(Evaluation, NodeIndex)> = Vec::new();
        let mut is_cut = false;

        let h = heuristic.estimate(&start);
        let mut first = Some(arena.insert_root(&start, h, observer)?);
        while let Some(index) = first {
            let node = arena.close(index).expect("no node is replaced");
            if space.is_goal(&node.state) {
                return Ok(Outcome::Solved(arena.solution(index)));
            }
            let children = arena.expand(&node, observer)?;
            if is_stack {
                let parent = arena.node(index).parent;
                while path.last().is_some_and(|&last| last != parent) {
                    path.pop();
                    on_path.forget_latest();
                }
                path.reserve_with(1, observer)?;
                path.push(index);
                on_path.note(space.key(&node.state), 0, observer)?;
            }
            successors.clear();
            successors.reserve_with(children.len(), observer)?;
            for child in children {
                let is_cycle = is_stack && on_path.depth(&space.key(&child.state)).is_some();
                let test = |outcome| match is_cycle {
                    true => NodeOutcome::Cycle,
                    false => outcome,
                };
                if let Insertion::Open(added) = arena.insert(&node, &child, test, observer)? {
                    let (g, h) = (Evaluation::from(child.g), Evaluation::from(child.h));
                    let f = match evaluation {
                        EvaluationFunction::Sum => g + h,
                        EvaluationFunction::Heuristic => h,
                        _ => 0,
                    };
                    successors.push((f, added));
                }
            }
            // Those of equal f stay in the order in which they were generated.
            successors.sort_unstable();

            if is_merged {
                let newest = successors.iter().map(|&(_, added)| added).min();
                let mut is_listed = |&(f, added): &(Evaluation, NodeIndex)| {
                    let key = arena.node(added).key;
                    if let Some(other) = listed.depth(&key).filter(|&other| arena.is_open(other)) {
                        let node = arena.node(other);
                        let g = match evaluation {
                            EvaluationFunction::Sum => Evaluation::from(node.g),
                            _ => 0,
                        };
                        let before = (g + Evaluation::from(node.h), Some(other) < newest);
                        // Among equals, successors stand before older nodes.
                        let is_second = f > before.0 || (f == before.0 && !before.1);
                        let dropped = if is_second { added } else { other };
                        arena.discard(dropped, NodeOutcome::Duplicate, observer);
                        if is_second {
                            return Ok(false);
                        }
                    }
                    listed.note(key, added, observer)?;
                    Ok(true)
                };
                let mut n_kept = 0;
                for i in 0..successors.len() {
                    if is_listed(&successors[i])? {
                        successors[n_kept] = successors[i];
                        n_kept += 1;
                    }
                }
                for &(f, added) in successors[..n_kept].iter().rev() {
                    merged.push(f, 0, 0, added, observer)?;
                }
                let is_latest =
                    |&node: &NodeIndex| listed.depth(&arena.node(node).key) == Some(node);
                first = std::iter::from_fn(|| merged.pop()).find(is_latest);
                continue;
            }
            if is_stack {
                successors.reverse();
            }
            for &(_, added) in &successors {
                list.push(added, observer)?;
            }
            while list.len() > self.width {
                if let Some(last) = list.pop_first() {
                    is_cut = true;
                    arena.discard(last, NodeOutcome::Cut, observer);
                }
            }
            first = match is_stack {
                true => list.pop_last(),
                false => list.pop_first(),
            };
        }
        Ok(match is_cut {
            true => Outcome::CutOff,
            false => Outcome::Exhausted,
        })
    }
}

impl Combining {
    /// The strategy that it makes of a list search.
    pub const fn strategy(self) -> Strategy {
        use EvaluationFunction as F;
        let (evaluation, selection, pruning) = match self {
            Combining::BreadthFirst => (F::None, Selection::Oldest, Pruning::None),
            Combining::DepthFirst => (F::None, Selection::Deepest, Pruning::None),
            Combining::Beam => (F::None, Selection::Deepest, Pruning::BeamWidth),
            Combining::DirectedBeam | Combining::HillClimbing => {
                (F::Heuristic, Selection::SortedStack, Pruning::BeamWidth)
            }
            Combining::BestFirst => (F::Heuristic, Selection::MergedList, Pruning::None),
            Combining::AStar => (F::Sum, Selection::MergedList, Pruning::None),
        };
        Strategy {
            evaluation,
            selection,
            pruning,
            complete: match pruning {
                Pruning::BeamWidth => Completeness::Never,
                _ => Completeness::Always,
            },
            optimal: match self {
                Combining::BreadthFirst => Optimality::EqualCosts,
                Combining::AStar => Optimality::Admissible,
                _ => Optimality::Never,
            },
        }
    }

    /// How many nodes the list keeps; `None` if all.
    pub fn list_width(self, options: &Options) -> Option<usize> {
        match self {
            Combining::HillClimbing => Some(1),
            Combining::Beam | Combining::DirectedBeam => Some(options.beam_width.max(1)),
            Combining::DepthFirst
            | Combining::BreadthFirst
            | Combining::BestFirst
            | Combining::AStar => None,
        }
    }
}
