//! NBS, near-optimal bidirectional search: heuristics in both directions, and at most twice the
//! necessary expansions of nodes with a lower bound below C*.

use super::about::Kind;
use super::arena::{Keep, NodeIndex};
use super::both_ends::{SearchDirection, Trees};
use super::open_list::{Evaluation, OpenList};
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::{
    About, Algorithm, Applies, Completeness, Directionality, Heuristic, Observer, Optimality,
    Options, Outcome, Solution, Space, StopReason, TieBreaking,
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
        other_names: &["NBS"],
        summary: "Expands the pair of nodes, one from each end, with the least lower bound.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Sum,
        selection: Selection::LowestPairBound,
        pruning: Pruning::None,
        directionality: Directionality::Bidirectional,
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
        description: "One tree grows forward from the start and one backward from the goal, each with a \
               heuristic for its direction. A path that leaves the forward tree at a node u and \
               enters the backward tree at v costs at least lb(u, v), the greatest of f(u), f(v) \
               and g(u) + g(v) + ε, where ε is the least cost of an action. To prove a solution \
               optimal, one node of every pair with a lower bound must be expanded. It is unknown \
               which, so NBS chooses a pair with the least bound and expands both. If h is \
               consistent, it expands at most twice as many nodes with a lower bound below C*, \
               the least cost, as the shortest proof of that kind has. Nodes whose bound is C* \
               are not counted there, and it may expand many of them before its trees meet on a \
               path that costs C*. Each better meeting of the trees is reported when it is found. When \
               the least bound reaches the cost of the best path, that is proved optimal, if h \
               never overestimates.\n\n\
               The pair is found with two queues in each direction. Nodes wait, ordered by f, \
               until f is within the bound. Then they are ready, ordered by g.\n\n\
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
            trees: Trees::new(space, heuristic, start, Keep::Cheapest, observer)?,
            open: SearchDirection::BOTH.map(|_| Open {
                waiting: OpenList::new(TieBreaking::Lifo, 0),
                ready: OpenList::new(self.ties, self.seed),
            }),
            lower_bound: 0,
            best: None,
            epsilon: space.least_cost().into(),
            observer,
        };
        for direction in SearchDirection::BOTH {
            search.push(direction, 0)?;
        }
        while let Some([forward, backward]) = search.choose_next_pair()?
            && search.lower_bound < search.upper_bound()
        {
            search.expand(SearchDirection::Forward, forward)?;
            search.expand(SearchDirection::Backward, backward)?;
        }
        Ok(search.best.map_or(Outcome::Exhausted, Outcome::Solved))
    }
}

/// A search in progress.
///
/// Invariant: while there is a solution cheaper than the best so far, let u be the first node on
/// its path that the forward tree has not expanded by a cheapest path, and v the last one that the
/// backward tree has not. Then u comes before v, or the path would have been found, and both are
/// open. So lb(u, v) is at most the cost of the solution.
struct Search<'a, S: Space, H, O: Observer> {
    observer: &'a mut O,
    trees: Trees<'a, S, H, O::Node>,
    open: [Open; 2],
    /// Every solution that is still to be found costs at least this: C in the paper.
    lower_bound: Evaluation,
    /// The best solution so far. Its cost is the upper bound U.
    best: Option<Solution<O::Node>>,
    /// The least cost of an action.
    epsilon: Evaluation,
}

/// The open nodes of one tree, in the paper's two queues.
struct Open {
    /// By f: the nodes with f above the lower bound, and new ones.
    waiting: OpenList,
    /// By g: nodes with f at most the lower bound.
    ready: OpenList,
}

impl<S: Space, H: Heuristic<S>, O: Observer> Search<'_, S, H, O> {
    /// Takes a pair of open nodes with the least lower bound, and raises the bound to that (Chen
    /// et al., algorithm 2). `None` if one tree has no open nodes, so that no solution is left.
    fn choose_next_pair(&mut self) -> Result<Option<[NodeIndex; 2]>, StopReason> {
        for direction in SearchDirection::BOTH {
            while (self.min_f_waiting(direction)).is_some_and(|f| f < self.lower_bound) {
                self.make_ready(direction)?;
            }
        }
        loop {
            let min_f = SearchDirection::BOTH.map(|direction| self.min_f_waiting(direction));
            let min_g = SearchDirection::BOTH.map(|direction| self.min_g_ready(direction));
            if (min_f.into_iter().zip(min_g)).any(|min| min == (None, None)) {
                return Ok(None);
            }
            let min_g_sum = match min_g {
                [Some(forward), Some(backward)] => Some(forward + backward + self.epsilon),
                _ => None,
            };
            let is_within =
                |min: Option<Evaluation>| min.is_some_and(|min| min <= self.lower_bound);
            if is_within(min_g_sum) {
                let pair = SearchDirection::BOTH.map(|direction| self.pop_ready(direction));
                return Ok(Some(pair));
            }
            match min_f.map(is_within) {
                [true, _] => self.make_ready(SearchDirection::Forward)?,
                [_, true] => self.make_ready(SearchDirection::Backward)?,
                _ => {
                    let next = min_f.into_iter().chain([min_g_sum]).flatten().min();
                    self.lower_bound = next.expect("both trees have open nodes");
                }
            }
        }
    }

    fn expand(&mut self, direction: SearchDirection, index: NodeIndex) -> Result<(), StopReason> {
        let Some(node) = self.trees[direction].close(index) else {
            return Ok(());
        };
        for child in self.trees.expand(direction, &node, self.observer)? {
            let inserted = (self.trees).insert(direction, &node, &child, self.observer)?;
            if let Some(index) = inserted {
                self.push(direction, index)?;
            }
        }
        Ok(())
    }

    /// Puts a node on its frontier. If it is in the other tree too, there is a path through it.
    fn push(&mut self, direction: SearchDirection, index: NodeIndex) -> Result<(), StopReason> {
        let node = self.trees[direction].node(index);
        let f = Evaluation::from(node.g) + Evaluation::from(node.h);
        let waiting = &mut self.open[direction as usize].waiting;
        waiting.push(f, node.g, node.h, index, self.observer)?;
        if let Some(meeting) = self.trees.meeting(direction, index)
            && meeting.cost < self.upper_bound()
        {
            let solution = self.trees.join(meeting, self.observer)?;
            (self.observer).solution(solution.node, solution.cost, &solution.actions);
            self.best = Some(solution);
        }
        Ok(())
    }

    fn upper_bound(&self) -> Evaluation {
        let best = self.best.as_ref();
        best.map_or(Evaluation::MAX, |best| best.cost.into())
    }

    /// Moves the waiting node with the least f to the ready ones.
    fn make_ready(&mut self, direction: SearchDirection) -> Result<(), StopReason> {
        let Open { waiting, ready } = &mut self.open[direction as usize];
        let index = waiting.pop().expect("a node waits");
        let node = self.trees[direction].node(index);
        ready.push(node.g.into(), node.g, node.h, index, self.observer)
    }

    fn pop_ready(&mut self, direction: SearchDirection) -> NodeIndex {
        let ready = &mut self.open[direction as usize].ready;
        loop {
            let index = ready.pop().expect("a node is ready");
            if self.trees[direction].is_open(index) {
                return index;
            }
        }
    }

    fn min_f_waiting(&mut self, direction: SearchDirection) -> Option<Evaluation> {
        let tree = &self.trees[direction];
        let waiting = &mut self.open[direction as usize].waiting;
        waiting.min(|index| tree.is_open(index))
    }

    fn min_g_ready(&mut self, direction: SearchDirection) -> Option<Evaluation> {
        let tree = &self.trees[direction];
        let ready = &mut self.open[direction as usize].ready;
        ready.min(|index| tree.is_open(index))
    }
}
