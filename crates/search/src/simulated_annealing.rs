//! Simulated annealing: a random walk that accepts a rise of h less and less often.

use super::about::Kind;
use super::hill_climbing::{CurrentNode, any};
use super::memory::ReserveWith;
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::{
    About, Algorithm, Applies, Completeness, Cost, Directionality, Heuristic, NodeOutcome,
    Observer, Optimality, Options, Outcome, Space, StopReason,
};
use fastrand::Rng;

/// Simulated annealing.
#[derive(Clone, Copy, Debug)]
pub struct SimulatedAnnealing {
    temperature: f64,
    cooling: f64,
    steps: u32,
    seed: u64,
}

impl Algorithm for SimulatedAnnealing {
    const ABOUT: About = About {
        key: "simulated-annealing",
        name: "Simulated annealing",
        other_names: &["SA"],
        summary: "Walks at random, and takes a step that raises h ever more seldom.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Heuristic,
        selection: Selection::RandomSuccessor,
        pruning: Pruning::Chance,
        directionality: Directionality::Unidirectional,
        complete: Completeness::Never,
        optimal: Optimality::Never,
        uses_heuristic: true,
        options: &[
            Applies::Temperature,
            Applies::Cooling,
            Applies::Steps,
            Applies::Seed,
        ],
        description: "At each step it draws one action at random. If that does not raise h, it is \
               taken; if it raises h by d, it is taken with probability exp(−d / T). The \
               temperature T begins high, where the walk is nearly blind, and is multiplied by \
               the cooling factor at every step; near 0 what is left is hill climbing. So it \
               leaves local minima while it is warm and settles while it cools: the slower, the \
               better the chance of settling in a goal. It ends when the steps are used up, or \
               when T is below 0.02, where not one rise in 10²¹ would be taken. It proves \
               nothing, and its path holds every detour of the walk.\n\n\
               Kirkpatrick, Gelatt & Vecchi, “Optimization by simulated annealing”, 1983, after \
               Metropolis and others, 1953.",
    };

    fn with(options: &Options) -> Self {
        SimulatedAnnealing {
            temperature: options.temperature.get(),
            cooling: options.cooling.get(),
            steps: options.steps,
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

impl SimulatedAnnealing {
    /// The temperature at which it counts as frozen: exp(−1 / 0.02) is below 10⁻²¹.
    const FROZEN: f64 = 0.02;

    /// A node is expanded once, when it becomes the current node. Its successors are drawn and
    /// generated one by one until one is accepted.
    fn run<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Result<Outcome<O::Node>, StopReason> {
        let mut random = Rng::with_seed(self.seed);
        let mut temperature = self.temperature;
        let mut node = CurrentNode::root(space, heuristic, start, observer);
        let mut actions = Vec::new();
        let mut is_new = true;
        for _ in 0..self.steps {
            if space.is_goal(&node.state) {
                break;
            }
            let drawn = any(space.moves(&node.state, None), &mut random);
            let Some(chosen) = drawn.filter(|_| temperature >= Self::FROZEN) else {
                break;
            };
            if is_new {
                actions.reserve_with(1, observer)?;
                node.expand(space, observer)?;
            } else {
                // It may stay at this node for long, and can be stopped here.
                observer.reserve(0)?;
            }
            let chance = random.f64();
            let classify = |h: Cost| {
                let rise = f64::from(h.saturating_sub(node.h));
                if chance < (-rise / temperature).exp() {
                    NodeOutcome::Frontier
                } else {
                    NodeOutcome::Cut
                }
            };
            let (child, outcome) = node.generate(space, heuristic, chosen, classify, observer);
            is_new = outcome == NodeOutcome::Frontier;
            if is_new {
                actions.push(chosen.into());
                node = child;
            }
            temperature *= self.cooling;
        }
        Ok(if space.is_goal(&node.state) {
            Outcome::Solved(node.solution(actions))
        } else {
            Outcome::CutOff
        })
    }
}
