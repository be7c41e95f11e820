//! NBS, near-optimal bidirectional search: heuristics from both ends, and a proof of how little
//! it wastes.

use super::about::Kind;
use super::arena::{Node, NodeIndex};
use super::both_ends::{SearchDirection, Trees};
use super::open_list::{Evaluation, OpenList};
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::{
    About, Algorithm, Applies, Completeness, Directionality, Heuristic, NodeOutcome, Observer,
    Optimality, Options, Outcome, Solution, Space, StopReason, TieBreaking,
};

/// Near-optimal bidirectional search.
#[derive(Clone, Copy, Debug)]
pub struct Nbs {
    ties: TieBreaking,
    seed: u64,
}

impl Algorithm for Nbs {
    const ABOUT: About = About {
        key: "nbs",
        name: "Near-optimal bidirectional search",
        summary: "Expands the pair of nodes, one from each end, with the least lower bound.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Sum,
        selection: Selection::LowestPairBound,
        pruning: Pruning::None,
        ends: Directionality::Bidirectional,
        complete: Completeness::Always,
        optimal: Optimality::Admissible,
        uses_heuristic: true,
        options: &[
            Applies::TieBreaking(&[
                TieBreaking::Lifo,
                TieBreaking::Fifo,
                TieBreaking::LowH,
                TieBreaking::Random,
            ]),
            Applies::Seed,
        ],
        text: "One tree grows from the start and one back from the goal, each with a heuristic \
               for its way. A path that leaves the one by a node u and enters the other by v \
               costs at least lb(u, v), the greatest of f(u), f(v) and g(u) + g(v) + ε, where ε \
               is the least cost of an action. To prove that no path is cheaper, one of the two \
               has to be expanded, for each pair whose bound is less; nobody knows which, so \
               NBS takes a pair with the least bound and expands both. So it never expands more \
               than twice as many nodes as the best possible proof of that kind, if h is \
               consistent. Each better meeting of the trees is told as it is found; when the \
               least bound is no less than the best path's cost, that one is proved a cheapest, \
               if h never overestimates.\n\n\
               The pair is found with two queues for each end. Nodes wait in the order of f until \
               that is within the bound, and then stand ready in the order of g.\n\n\
               Chen, Holte, Zilles & Sturtevant, “Front-to-end bidirectional heuristic search \
               with near-optimal node expansions”, 2017.",
    };

    fn with(options: &Options) -> Self {
        Nbs {
            ties: options.ties,
            seed: options.seed,
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

impl Nbs {
    fn run<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Result<Outcome<O::Node>, StopReason> {
        let mut search = Search {
            trees: Trees::plant(space, heuristic, start, observer)?,
            frontiers: SearchDirection::BOTH.map(|_| Frontier {
                waiting: OpenList::new(TieBreaking::Lifo, 0),
                ready: OpenList::new(self.ties, self.seed),
            }),
            bound: 0,
            best: None,
            space,
            heuristic,
            observer,
        };
        for end in SearchDirection::BOTH {
            search.push(end, 0)?;
        }
        while let Some([ahead, back]) = search.select()?
            && search.bound < search.best_cost()
        {
            search.expand(SearchDirection::Forward, ahead)?;
            search.expand(SearchDirection::Backward, back)?;
        }
        Ok(search.best.map_or(Outcome::Exhausted, Outcome::Solved))
    }
}

/// A search under way.
///
/// Invariant: while there is a solution that is cheaper than the best so far, let u be the
/// first node on its path that the tree from the start has not expanded by a cheapest way, and
/// v the last one of which that is true of the other tree. Then u comes before v, or the path
/// would have been found, and both are on their frontiers; so lb(u, v) is no more than its cost.
struct Search<'a, S: Space, H, O: Observer> {
    space: &'a S,
    heuristic: &'a H,
    observer: &'a mut O,
    trees: Trees<S::Key, O::Node>,
    frontiers: [Frontier; 2],
    /// No solution that is still to be found costs less.
    bound: Evaluation,
    best: Option<Solution<O::Node>>,
}

/// The frontier of one tree.
struct Frontier {
    /// Nodes by f: those whose f exceeds the bound, and some that have come since it was raised.
    waiting: OpenList,
    /// Nodes by g, of which no f exceeds the bound.
    ready: OpenList,
}

impl<S: Space, H: Heuristic<S>, O: Observer> Search<'_, S, H, O> {
    /// Takes a pair off the frontiers whose lower bound is least, and raises the bound to that;
    /// `None` if one of them is empty, so that nothing is left to be found.
    fn select(&mut self) -> Result<Option<[NodeIndex; 2]>, StopReason> {
        let epsilon = Evaluation::from(self.space.least_cost());
        for end in SearchDirection::BOTH {
            while self.least_waiting(end).is_some_and(|f| f < self.bound) {
                self.make_ready(end)?;
            }
        }
        loop {
            let waiting = SearchDirection::BOTH.map(|end| self.least_waiting(end));
            let ready = SearchDirection::BOTH.map(|end| self.least_ready(end));
            if waiting
                .into_iter()
                .zip(ready)
                .any(|least| least == (None, None))
            {
                return Ok(None);
            }
            let by_way = match ready {
                [Some(ahead), Some(back)] => Some(ahead + back + epsilon),
                _ => None,
            };
            let is_within = |least: Option<Evaluation>| least.is_some_and(|f| f <= self.bound);
            if is_within(by_way) {
                return Ok(Some(SearchDirection::BOTH.map(|end| self.take_ready(end))));
            }
            match waiting.map(is_within) {
                [true, _] => self.make_ready(SearchDirection::Forward)?,
                [_, true] => self.make_ready(SearchDirection::Backward)?,
                _ => {
                    let next = waiting.into_iter().chain([by_way]).flatten().min();
                    self.bound = next.expect("the frontiers are not empty");
                }
            }
        }
    }

    fn expand(&mut self, end: SearchDirection, index: NodeIndex) -> Result<(), StopReason> {
        let Some(node) = self.trees[end].take(self.space, index) else {
            return Ok(());
        };
        let state = self.space.unpack(node.key);
        let actions = end.actions(self.space, &state);
        self.trees[end].reserve_with(actions.len(), self.observer)?;
        self.observer.expand(node.handle)?;
        for action in actions {
            let (child, cost) = end.follow(self.space, &state, action);
            let key = self.space.key(&child);
            let g = node.g.saturating_add(cost);
            let h = end.estimate(self.heuristic, &child);
            let birth = self.trees[end].judge(index, action, &key, |earlier| g < earlier.g);
            let handle = (self.observer).generated(node.handle, action, g, h, birth.fate);
            if let Some(replaced) = birth.replaces {
                self.observer.discard(replaced, NodeOutcome::Duplicate);
            }
            if birth.fate.is_on_frontier() {
                let child = Node::new(key, g, h, index, action, handle);
                let child = self.trees[end].add(&birth, child, self.observer)?;
                self.push(end, child)?;
            }
        }
        Ok(())
    }

    /// Puts a node on its frontier, and looks whether it is in the other tree too.
    fn push(&mut self, end: SearchDirection, index: NodeIndex) -> Result<(), StopReason> {
        let node = self.trees[end].node(index);
        let f = Evaluation::from(node.g) + Evaluation::from(node.h);
        let waiting = &mut self.frontiers[end as usize].waiting;
        waiting.push(f, node.g, node.h, index, self.observer)?;
        if let Some(meeting) = self.trees.meeting(end, index)
            && Evaluation::from(meeting.cost) < self.best_cost()
        {
            let solution = self.trees.join(meeting, self.observer);
            let Solution {
                actions,
                cost,
                node,
            } = &solution;
            self.observer.solution(*node, *cost, actions);
            self.best = Some(solution);
        }
        Ok(())
    }

    fn best_cost(&self) -> Evaluation {
        let best = self.best.as_ref();
        best.map_or(Evaluation::MAX, |best| best.cost.into())
    }

    /// Moves the node with the least f that waits to those that are ready.
    fn make_ready(&mut self, end: SearchDirection) -> Result<(), StopReason> {
        let Frontier { waiting, ready } = &mut self.frontiers[end as usize];
        let index = waiting.pop().expect("a node waits");
        let node = self.trees[end].node(index);
        ready.push(node.g.into(), node.g, node.h, index, self.observer)
    }

    fn take_ready(&mut self, end: SearchDirection) -> NodeIndex {
        let ready = &mut self.frontiers[end as usize].ready;
        loop {
            let index = ready.pop().expect("a node is ready");
            if self.trees[end].is_waiting(index) {
                return index;
            }
        }
    }

    fn least_waiting(&mut self, end: SearchDirection) -> Option<Evaluation> {
        let tree = &self.trees[end];
        let waiting = &mut self.frontiers[end as usize].waiting;
        waiting.least(|index| tree.is_waiting(index))
    }

    fn least_ready(&mut self, end: SearchDirection) -> Option<Evaluation> {
        let tree = &self.trees[end];
        let ready = &mut self.frontiers[end as usize].ready;
        ready.least(|index| tree.is_waiting(index))
    }
}
