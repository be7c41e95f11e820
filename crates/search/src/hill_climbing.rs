//! Hill climbing: moves to a better successor as long as there is one; and with random restarts.

use super::about::Kind;
use super::memory::ReserveWith;
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::successors::{Child, check_path_cost};
use super::{
    About, Action, Algorithm, Applies, Climb, Completeness, Cost, Directionality, Heuristic,
    NodeEvent, NodeOutcome, NodeView, Observer, Optimality, Options, Outcome, Solution, Space,
    StopReason,
};
use fastrand::Rng;

/// Hill climbing.
#[derive(Clone, Copy, Debug)]
pub struct HillClimbing {
    climb: Climb,
    sideways: u32,
    seed: u64,
}

impl Algorithm for HillClimbing {
    const ABOUT: About = About {
        key: "hill-climbing",
        name: "Hill climbing",
        other_names: &["steepest-ascent hill climbing", "greedy local search"],
        summary: "Goes on to a successor with a lower h until there is none.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Heuristic,
        selection: Selection::BetterSuccessor,
        pruning: Pruning::OtherSuccessors,
        directionality: Directionality::Unidirectional,
        complete: Completeness::Never,
        optimal: Optimality::Never,
        uses_heuristic: true,
        options: &[Applies::Climb(Climb::ALL), Applies::Sideways, Applies::Seed],
        description: "It keeps one node and remembers nothing else: from there it goes to the \
               successor with the lowest h (steepest ascent; the hill is −h) or to the first \
               one, tried in random order, that is lower (first choice). Ties are broken \
               at random. It ends in the first local minimum of h, which is seldom a goal; that \
               proves nothing. On a plateau it may make a limited number of sideways moves, to \
               an equal h, in a row. Where every move changes h, as with Manhattan distance on \
               sliding tiles, there are no plateaus.\n\n\
               Minsky, “Steps toward artificial intelligence”, 1961; Russell & Norvig, section \
               4.1.",
    };

    fn with(options: &Options) -> Self {
        let &Options {
            climb,
            sideways,
            seed,
            ..
        } = options;
        HillClimbing {
            climb,
            sideways,
            seed,
        }
    }

    fn search<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Outcome<O::Node> {
        let root = CurrentNode::root(space, heuristic, start, observer);
        let mut random = Rng::with_seed(self.seed);
        match self.climb(space, heuristic, root, Vec::new(), &mut random, observer) {
            Ok(Peak::Goal(solution)) => Outcome::Solved(solution),
            Ok(Peak::Local(_)) => Outcome::CutOff,
            Err(reason) => Outcome::Stopped(reason),
        }
    }
}

/// The current node of a local search.
#[derive(Clone, Copy)]
pub(super) struct CurrentNode<State, N> {
    pub state: State,
    pub g: Cost,
    pub h: Cost,
    pub handle: N,
}

impl<State: Copy, N: Copy> CurrentNode<State, N> {
    /// The root.
    pub fn root<S: Space<State = State>, H: Heuristic<S>, O: Observer<Node = N>>(
        space: &S,
        heuristic: &H,
        start: State,
        observer: &mut O,
    ) -> Self {
        let h = heuristic.estimate(&start);
        let root = CurrentNode {
            state: start,
            g: 0,
            h,
            handle: observer.root(h),
        };
        let event = NodeEvent::Generated(NodeOutcome::Frontier);
        root.examine(event, space, observer);
        root
    }

    fn examine<S: Space<State = State>, O: Observer<Node = N>>(
        &self,
        event: NodeEvent,
        space: &S,
        observer: &mut O,
    ) {
        let view = NodeView {
            space,
            state: &self.state,
            g: self.g,
            h: self.h,
        };
        observer.examine(event, self.handle, view);
    }

    /// Tells the observer that the node is expanded.
    ///
    /// # Errors
    /// If the observer stops the search, or the path costs too much to be counted.
    pub fn expand<S: Space<State = State>, O: Observer<Node = N>>(
        &self,
        space: &S,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        check_path_cost(self.g)?;
        observer.expand(self.handle)?;
        self.examine(NodeEvent::Expanded, space, observer);
        Ok(())
    }

    /// Generates the successor by the move `chosen`. `classify` decides by its h what becomes of
    /// it.
    pub fn generate<S: Space<State = State>, H: Heuristic<S>, O: Observer<Node = N>>(
        &self,
        space: &S,
        heuristic: &H,
        chosen: S::Move,
        classify: impl FnOnce(Cost) -> NodeOutcome,
        observer: &mut O,
    ) -> (Self, NodeOutcome) {
        let parent = (&self.state, self.g, self.h);
        let Child {
            action,
            state,
            g,
            h,
        } = Child::new(space, heuristic, parent, chosen);
        let outcome = classify(h);
        let node = CurrentNode {
            state,
            g,
            h,
            handle: observer.generated(self.handle, action, g, h, outcome),
        };
        node.examine(NodeEvent::Generated(outcome), space, observer);
        (node, outcome)
    }

    /// The solution that ends here, by `actions`.
    pub fn solution(&self, actions: Vec<Action>) -> Solution<N> {
        Solution {
            actions,
            cost: self.g,
            node: self.handle,
        }
    }
}

/// Where a climb ends.
enum Peak<N> {
    Goal(Solution<N>),
    /// No successor is better. The vector is the memory of the actions, to be used again.
    Local(Vec<Action>),
}

impl HillClimbing {
    /// Climbs from `node`, which `actions` lead to.
    fn climb<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        mut node: CurrentNode<S::State, O::Node>,
        mut actions: Vec<Action>,
        random: &mut Rng,
        observer: &mut O,
    ) -> Result<Peak<O::Node>, StopReason> {
        let mut sideways_left = self.sideways;
        while !space.is_goal(&node.state) {
            actions.reserve_with(1, observer)?;
            node.expand(space, observer)?;
            let mut next = None;
            let moves = space.moves(&node.state, None);
            let mut n_untried = moves.len();
            let mut is_tried = [false; MAX_MOVES];
            while let Some(chosen) = draw(moves, &mut is_tried, &mut n_untried, random) {
                // The greatest h worth moving to. The order is random, so keeping the first of
                // equals breaks ties at random.
                let max_h = match next {
                    Some((CurrentNode { h, .. }, _)) => h.checked_sub(1),
                    None if sideways_left > 0 => Some(node.h),
                    None => node.h.checked_sub(1),
                };
                let classify = |h| match max_h {
                    Some(max_h) if h <= max_h => NodeOutcome::Frontier,
                    _ => NodeOutcome::Cut,
                };
                let (child, outcome) = node.generate(space, heuristic, chosen, classify, observer);
                if outcome == NodeOutcome::Frontier
                    && let Some((worse, _)) = next.replace((child, chosen.into()))
                {
                    observer.discard(worse.handle, NodeOutcome::Cut);
                    worse.examine(NodeEvent::Discarded(NodeOutcome::Cut), space, observer);
                }
                if self.climb == Climb::FirstChoice && child.h < node.h {
                    break;
                }
            }
            let Some((child, action)) = next else {
                return Ok(Peak::Local(actions));
            };
            sideways_left = if child.h < node.h {
                self.sideways
            } else {
                sideways_left - 1
            };
            actions.push(action);
            node = child;
        }
        Ok(Peak::Goal(node.solution(actions)))
    }
}

/// The most moves that a state has: a list of [`Actions`](super::Actions) holds no more.
const MAX_MOVES: usize = 8;

/// Draws one of `moves` that is not tried yet.
fn draw<I: ExactSizeIterator>(
    moves: I,
    is_tried: &mut [bool; MAX_MOVES],
    n_untried: &mut usize,
    random: &mut Rng,
) -> Option<I::Item> {
    if *n_untried == 0 {
        return None;
    }
    let nth = random.usize(..*n_untried);
    let mut untried = moves.zip(is_tried).filter(|(_, is_tried)| !**is_tried);
    let (chosen, is_tried) = untried.nth(nth)?;
    *is_tried = true;
    *n_untried -= 1;
    Some(chosen)
}

/// Draws one of `moves`.
pub(super) fn any<I: ExactSizeIterator>(mut moves: I, random: &mut Rng) -> Option<I::Item> {
    let n = moves.len();
    if n == 0 {
        return None;
    }
    moves.nth(random.usize(..n))
}

/// Hill climbing with random restarts.
#[derive(Clone, Copy, Debug)]
pub struct RandomRestartHillClimbing {
    climber: HillClimbing,
    restarts: u32,
}

impl Algorithm for RandomRestartHillClimbing {
    const ABOUT: About = About {
        key: "random-restart-hill-climbing",
        name: "Random-restart hill climbing",
        other_names: &["shotgun hill climbing"],
        summary: "Climbs again and again, each time from the end of a random walk.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Heuristic,
        selection: Selection::BetterSuccessor,
        pruning: Pruning::OtherSuccessors,
        directionality: Directionality::Unidirectional,
        complete: Completeness::Never,
        optimal: Optimality::Never,
        uses_heuristic: true,
        options: &[
            Applies::Restarts,
            Applies::Climb(Climb::ALL),
            Applies::Sideways,
            Applies::Seed,
        ],
        description: "If a climb ends in a local minimum, it starts over somewhere else. A board \
               drawn at random would not be the one to be solved, so here a restart is a random \
               walk from the start, of 1 to 100 moves, and the climb goes on from its end; the \
               walk is part of the solution. Each restart is shown as an iteration, with its \
               number for the bound. With enough restarts it finds a solution almost surely if \
               it is within a walk and a climb; to have found none proves nothing.\n\n\
               Russell & Norvig, section 4.1: “if at first you don't succeed, try, try again”.",
    };

    fn with(options: &Options) -> Self {
        RandomRestartHillClimbing {
            climber: HillClimbing::with(options),
            restarts: options.restarts,
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

impl RandomRestartHillClimbing {
    /// The greatest length of a random walk.
    const MAX_WALK: u32 = 100;

    fn run<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Result<Outcome<O::Node>, StopReason> {
        observer.iteration(0);
        let root = CurrentNode::root(space, heuristic, start, observer);
        let mut random = Rng::with_seed(self.climber.seed);
        let (mut node, mut actions) = (root, Vec::new());
        for restart in 1.. {
            let climber = &self.climber;
            match climber.climb(space, heuristic, node, actions, &mut random, observer)? {
                Peak::Goal(solution) => return Ok(Outcome::Solved(solution)),
                Peak::Local(memory) => actions = memory,
            }
            if restart > self.restarts {
                break;
            }
            observer.iteration(restart);
            (node, actions) = (root, cleared(actions));
            for _ in 0..random.u32(1..=Self::MAX_WALK) {
                let Some(chosen) = any(space.moves(&node.state, None), &mut random) else {
                    break;
                };
                if space.is_goal(&node.state) {
                    break;
                }
                actions.reserve_with(1, observer)?;
                node.expand(space, observer)?;
                let walk_on = |_| NodeOutcome::Frontier;
                (node, _) = node.generate(space, heuristic, chosen, walk_on, observer);
                actions.push(chosen.into());
            }
        }
        Ok(Outcome::CutOff)
    }
}

fn cleared<T>(mut items: Vec<T>) -> Vec<T> {
    items.clear();
    items
}
