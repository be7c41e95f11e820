//! Hill climbing: on to a better neighbour, as long as there is one; and the same again and
//! again from other places.

use super::about::Kind;
use super::memory::ReserveWith;
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::{
    About, Action, Actions, Algorithm, Applies, Climb, Completeness, Cost, Directionality,
    Heuristic, NodeOutcome, Observer, Optimality, Options, Outcome, Solution, Space, StopReason,
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
        summary: "Goes on to a successor with a lower h, and ends where there is none.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Heuristic,
        selection: Selection::BetterSuccessor,
        pruning: Pruning::OtherSuccessors,
        ends: Directionality::Unidirectional,
        complete: Completeness::Never,
        optimal: Optimality::Never,
        uses_heuristic: true,
        options: &[Applies::Climb(Climb::ALL), Applies::Sideways, Applies::Seed],
        text: "It keeps one node and remembers nothing else: from there it goes to the \
               successor with the lowest h (steepest ascent; the hill is −h) or to the first \
               one, tried in random order, that is lower (first choice). Equals are told apart \
               at random. It ends in the first local minimum of h, which is seldom a goal; that \
               proves nothing. On a plateau it may be allowed so many moves to an equal h in a \
               row. Where every move changes h, as it does Manhattan distance on sliding \
               tiles, there are no plateaus.\n\n\
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
        let root = Node::root(heuristic, start, observer);
        let mut random = Rng::with_seed(self.seed);
        match self.climb(space, heuristic, root, Vec::new(), &mut random, observer) {
            Ok(Peak::Goal(solution)) => Outcome::Solved(solution),
            Ok(Peak::Local(_)) => Outcome::CutOff,
            Err(halt) => Outcome::Stopped(halt),
        }
    }
}

/// The node where a local search stands.
#[derive(Clone, Copy)]
pub(super) struct Node<S, N> {
    pub state: S,
    pub g: Cost,
    pub h: Cost,
    pub handle: N,
}

impl<S: Copy, N: Copy> Node<S, N> {
    /// The start state, made the root.
    pub fn root<P: Space<State = S>, H: Heuristic<P>, O: Observer<Node = N>>(
        heuristic: &H,
        start: S,
        observer: &mut O,
    ) -> Self {
        let h = heuristic.estimate(&start);
        Node {
            state: start,
            g: 0,
            h,
            handle: observer.root(h),
        }
    }

    /// The successor by `action`, whose fate `judge` decides by its h.
    pub fn successor<P: Space<State = S>, H: Heuristic<P>, O: Observer<Node = N>>(
        &self,
        space: &P,
        heuristic: &H,
        action: Action,
        judge: impl FnOnce(Cost) -> NodeOutcome,
        observer: &mut O,
    ) -> (Self, NodeOutcome) {
        let state = space.apply(&self.state, action);
        let g = self.g.saturating_add(space.cost(&self.state, action));
        let h = heuristic.update(self.h, &self.state, action, &state);
        let fate = judge(h);
        let handle = observer.generated(self.handle, action, g, h, fate);
        let node = Node {
            state,
            g,
            h,
            handle,
        };
        (node, fate)
    }

    /// The solution that ends here.
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
    /// No successor is better; here is the memory for the next climb's actions.
    Local(Vec<Action>),
}

impl HillClimbing {
    /// Climbs from `node`, to which `actions` lead.
    fn climb<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        mut node: Node<S::State, O::Node>,
        mut actions: Vec<Action>,
        random: &mut Rng,
        observer: &mut O,
    ) -> Result<Peak<O::Node>, StopReason> {
        let mut sideways_left = self.sideways;
        while !space.is_goal(&node.state) {
            actions.reserve_with(1, observer)?;
            observer.expand(node.handle)?;
            let mut next = None;
            let mut untried = space.actions(&node.state);
            while let Some(action) = draw(&mut untried, random) {
                // Above this, a successor is not worth going to; drawn at random, the first
                // of equals is any of them.
                let most = match next {
                    Some((Node { h, .. }, _)) => h.checked_sub(1),
                    None if sideways_left > 0 => Some(node.h),
                    None => node.h.checked_sub(1),
                };
                let judge = |h| match most {
                    Some(most) if h <= most => NodeOutcome::Frontier,
                    _ => NodeOutcome::Cut,
                };
                let (child, fate) = node.successor(space, heuristic, action, judge, observer);
                if fate == NodeOutcome::Frontier
                    && let Some((worse, _)) = next.replace((child, action))
                {
                    observer.discard(worse.handle, NodeOutcome::Cut);
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

/// Takes a random one of `actions` away.
fn draw(actions: &mut Actions, random: &mut Rng) -> Option<Action> {
    let action = any(*actions, random)?;
    *actions = actions.without(action);
    Some(action)
}

/// A random one of `actions`.
pub(super) fn any(mut actions: Actions, random: &mut Rng) -> Option<Action> {
    let n = actions.len();
    if n == 0 {
        return None;
    }
    actions.nth(random.usize(..n))
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
        summary: "Climbs again and again, each time from the end of a random walk.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Heuristic,
        selection: Selection::BetterSuccessor,
        pruning: Pruning::OtherSuccessors,
        ends: Directionality::Unidirectional,
        complete: Completeness::Never,
        optimal: Optimality::Never,
        uses_heuristic: true,
        options: &[
            Applies::Restarts,
            Applies::Climb(Climb::ALL),
            Applies::Sideways,
            Applies::Seed,
        ],
        text: "If a climb ends in a local minimum, it starts over somewhere else. A board \
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
    /// How many moves a random walk has at most.
    const LONGEST_WALK: u32 = 100;

    fn run<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Result<Outcome<O::Node>, StopReason> {
        observer.iteration(0);
        let root = Node::root(heuristic, start, observer);
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
            for _ in 0..random.u32(1..=Self::LONGEST_WALK) {
                let Some(action) = any(space.actions(&node.state), &mut random) else {
                    break;
                };
                if space.is_goal(&node.state) {
                    break;
                }
                actions.reserve_with(1, observer)?;
                observer.expand(node.handle)?;
                let walk_on = |_| NodeOutcome::Frontier;
                (node, _) = node.successor(space, heuristic, action, walk_on, observer);
                actions.push(action);
            }
        }
        Ok(Outcome::CutOff)
    }
}

fn cleared<T>(mut items: Vec<T>) -> Vec<T> {
    items.clear();
    items
}
