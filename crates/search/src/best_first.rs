//! Best-first search: the node with the lowest evaluation f first. Uniform-cost, greedy,
//! A* and weighted A* are one search, each with another f.

use super::about::Kind;
use super::arena::{Arena, Insertion, Keep};
use super::open_list::{Evaluation, OpenList};
use super::strategy::{EvaluationFunction, Pruning, Selection};
use super::successors::Child;
use super::{
    About, Algorithm, Applies, Completeness, Cost, Directionality, Duplicates, GoalTest, Heuristic,
    NodeOutcome, Observer, Optimality, Options, Outcome, Space, StopReason, TieBreaking, Weight,
};

/// Searches from `start` and always expands the node on the frontier whose evaluation `f(g, h)` is
/// lowest (Russell & Norvig, Best-First-Search).
///
/// Invariant: the frontier separates the start from the unexplored states, so every solution goes
/// through a node on it. With [`Duplicates::Graph`]: if a state is reached again by a cheaper path,
/// the new node replaces the old one if that is still open, and reopens the state if it was
/// expanded. Without reopening, A* would need a consistent heuristic.
///
/// # Errors
/// `?` leaves the search when the observer stops it; the caller turns the reason into
/// [`Outcome::Stopped`].
pub(super) fn best_first<S: Space, H: Heuristic<S>, O: Observer>(
    f: impl Fn(Cost, Cost) -> Evaluation,
    choices: Choices,
    space: &S,
    heuristic: &H,
    start: S::State,
    observer: &mut O,
) -> Result<Outcome<O::Node>, StopReason> {
    let is_goal = |when, state: &S::State| choices.goal_test == when && space.is_goal(state);
    let mut arena = Arena::new(space, heuristic, choices.duplicates, Keep::Cheapest);
    let mut frontier = OpenList::new(choices.ties, choices.seed);
    let h = heuristic.estimate(&start);
    let root = arena.insert_root(&start, h, observer)?;
    if is_goal(GoalTest::Early, &start) {
        return Ok(Outcome::Solved(arena.solution(root)));
    }
    frontier.push(f(0, h), 0, h, root, observer)?;

    while let Some(node) = arena.pop(&mut frontier) {
        if is_goal(GoalTest::Late, &node.state) {
            return Ok(Outcome::Solved(arena.solution(node.index)));
        }
        for child in arena.expand(&node, observer)? {
            let Child { state, g, h, .. } = child;
            let revise = |outcome| match is_goal(GoalTest::Early, &state) {
                true => NodeOutcome::Goal,
                false => outcome,
            };
            match arena.insert(&node, &child, revise, observer)? {
                Insertion::Open(index) => frontier.push(f(g, h), g, h, index, observer)?,
                // The goal was not stored.
                Insertion::Goal(goal) => {
                    let solution = arena.solution_through(&node, &child, goal);
                    return Ok(Outcome::Solved(solution));
                }
                Insertion::Dropped => {}
            }
        }
    }
    Ok(Outcome::Exhausted)
}

/// The options of a best-first search, apart from its evaluation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choices {
    pub duplicates: Duplicates,
    pub ties: TieBreaking,
    pub goal_test: GoalTest,
    pub seed: u64,
}

impl Choices {
    pub fn of(options: &Options) -> Self {
        let &Options {
            duplicates,
            ties,
            goal_test,
            seed,
            ..
        } = options;
        Choices {
            duplicates,
            ties,
            goal_test,
            seed,
        }
    }
}

/// The treatments of duplicates that never drop the cheapest path to a state.
pub(super) const SAFE: &[Duplicates] = &[Duplicates::Graph, Duplicates::Path, Duplicates::None];

/// The same, and two that may drop it.
pub(super) const ALL: &[Duplicates] = &[
    Duplicates::Graph,
    // Drops it only if h is inconsistent.
    Duplicates::GraphWithoutReopening,
    // Drops it if a costlier path to the state is on the frontier.
    Duplicates::Frontier,
    Duplicates::Path,
    Duplicates::None,
];

/// The treatments that prevent cycles in a search that ignores the path cost.
const LOOP_FREE: &[Duplicates] = &[
    Duplicates::Graph,
    Duplicates::GraphWithoutReopening,
    Duplicates::Path,
];

/// When to test for a goal; early may find a costlier one.
pub(super) const LATE_OR_EARLY: Applies = Applies::GoalTest(&[GoalTest::Late, GoalTest::Early]);

pub(super) const LOW_H_FIRST: &[TieBreaking] = &[
    TieBreaking::LowH,
    TieBreaking::HighG,
    TieBreaking::Lifo,
    TieBreaking::Fifo,
    TieBreaking::Random,
];

const LIFO_FIRST: &[TieBreaking] = &[
    TieBreaking::Lifo,
    TieBreaking::Fifo,
    TieBreaking::HighG,
    TieBreaking::Random,
];

/// If f = g, ties can be broken by age only.
const BY_AGE: &[TieBreaking] = &[TieBreaking::Fifo, TieBreaking::Lifo, TieBreaking::Random];

/// Uniform-cost search: f = g.
#[derive(Clone, Copy, Debug)]
pub struct UniformCost {
    choices: Choices,
}

impl Algorithm for UniformCost {
    const ABOUT: About = About {
        key: "uniform-cost",
        name: "Uniform-cost search",
        other_names: &["UCS", "Dijkstra's algorithm", "cheapest-first search"],
        summary: "Expands the node with the lowest path cost g first.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::PathCost,
        selection: Selection::LowestF,
        pruning: Pruning::None,
        directionality: Directionality::Unidirectional,
        complete: Completeness::Always,
        optimal: Optimality::Always,
        uses_heuristic: false,
        options: &[
            Applies::Duplicates(ALL),
            Applies::TieBreaking(BY_AGE),
            LATE_OR_EARLY,
            Applies::Seed,
        ],
        description: "Best-first search with f(n) = g(n): the search spreads from the start in \
               rings of equal path cost. As no action has a negative cost, the first goal \
               selected is a cheapest one. The first goal generated need not be, if costs differ, \
               and keeping the first path to a state on the frontier may lose the cheapest. The \
               search does not know where the goal is, so it expands every state nearer to the \
               start than the goal. If all actions cost the same, it is breadth-first search.\n\n\
               Dijkstra, “A note on two problems in connexion with graphs”, 1959; the name is \
               from Russell & Norvig.",
    };

    fn with(options: &Options) -> Self {
        Self {
            choices: Choices::of(options),
        }
    }

    fn search<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Outcome<O::Node> {
        let f = |g: Cost, _h: Cost| Evaluation::from(g);
        best_first(f, self.choices, space, heuristic, start, observer)
            .unwrap_or_else(Outcome::Stopped)
    }
}

/// Greedy best-first search: f = h.
#[derive(Clone, Copy, Debug)]
pub struct GreedyBestFirst {
    choices: Choices,
}

impl Algorithm for GreedyBestFirst {
    const ABOUT: About = About {
        key: "greedy-best-first",
        name: "Greedy best-first search",
        other_names: &["GBFS", "pure heuristic search"],
        summary: "Expands the node that seems nearest to a goal: lowest h first.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Heuristic,
        selection: Selection::LowestF,
        pruning: Pruning::None,
        directionality: Directionality::Unidirectional,
        complete: Completeness::Always,
        optimal: Optimality::Never,
        uses_heuristic: true,
        options: &[
            Applies::Duplicates(LOOP_FREE),
            Applies::TieBreaking(LIFO_FIRST),
            LATE_OR_EARLY,
            Applies::Seed,
        ],
        description: "Best-first search with f(n) = h(n): it follows the estimate alone and ignores \
               the cost of the path. It often finds a goal after few expansions, but its path may \
               be many times too long. In a finite space it finds a solution if there is one, \
               because no state is reopened for ever.\n\n\
               Doran & Michie, “Experiments with the Graph Traverser program”, 1966.",
    };

    fn with(options: &Options) -> Self {
        Self {
            choices: Choices::of(options),
        }
    }

    fn search<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Outcome<O::Node> {
        let f = |_g: Cost, h: Cost| Evaluation::from(h);
        best_first(f, self.choices, space, heuristic, start, observer)
            .unwrap_or_else(Outcome::Stopped)
    }
}

/// A*: f = g + h.
#[derive(Clone, Copy, Debug)]
pub struct AStar {
    choices: Choices,
}

impl Algorithm for AStar {
    const ABOUT: About = About {
        key: "a-star",
        name: "A*",
        other_names: &["A star"],
        summary: "Expands the node with the lowest f = g + h first.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Sum,
        selection: Selection::LowestF,
        pruning: Pruning::None,
        directionality: Directionality::Unidirectional,
        complete: Completeness::Always,
        optimal: Optimality::Admissible,
        uses_heuristic: true,
        options: &[
            Applies::Duplicates(ALL),
            Applies::TieBreaking(LOW_H_FIRST),
            LATE_OR_EARLY,
            Applies::Seed,
        ],
        description: "Best-first search with f(n) = g(n) + h(n), the estimated cost of the cheapest \
               solution through n. If h never overestimates (is admissible), the first goal \
               selected is a cheapest one. If h is also consistent, graph search expands no state twice, \
               and no admissible algorithm with the same h expands fewer states, up to tie-breaking. \
               Among equal f, the node with the lowest h goes first by default, because it is \
               nearest to a goal. All nodes are kept, so memory is the limit. Three options may \
               lead to a suboptimal solution: no reopening, if h is not consistent; keeping the \
               first path to a state on the frontier; and testing for the goal when a node is \
               generated.\n\n\
               Hart, Nilsson & Raphael, “A formal basis for the heuristic determination of \
               minimum cost paths”, 1968.",
    };

    fn with(options: &Options) -> Self {
        Self {
            choices: Choices::of(options),
        }
    }

    fn search<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Outcome<O::Node> {
        let f = |g: Cost, h: Cost| Evaluation::from(g) + Evaluation::from(h);
        best_first(f, self.choices, space, heuristic, start, observer)
            .unwrap_or_else(Outcome::Stopped)
    }
}

/// Weighted A*: f = g + w · h.
#[derive(Clone, Copy, Debug)]
pub struct WeightedAStar {
    choices: Choices,
    weight: Weight,
}

impl Algorithm for WeightedAStar {
    const ABOUT: About = About {
        key: "weighted-a-star",
        name: "Weighted A*",
        other_names: &["WA*"],
        summary: "Expands the node with the lowest f = g + w · h first.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::WeightedSum,
        selection: Selection::LowestF,
        pruning: Pruning::None,
        directionality: Directionality::Unidirectional,
        complete: Completeness::Always,
        optimal: Optimality::WithinWeight,
        uses_heuristic: true,
        options: &[
            Applies::Weight,
            Applies::Duplicates(ALL),
            Applies::TieBreaking(LOW_H_FIRST),
            LATE_OR_EARLY,
            Applies::Seed,
        ],
        description: "A* with the estimate multiplied by a weight w. With w > 1 it prefers nodes near \
               the goal and expands far fewer. If h never overestimates, the solution costs at \
               most w times the optimum; without reopening, that needs a consistent h. \
               With w = 1 it is A*, with w = 0 uniform-cost search.\n\n\
               Pohl, “Heuristic search viewed as path finding in a graph”, 1970.",
    };

    fn with(options: &Options) -> Self {
        Self {
            choices: Choices::of(options),
            weight: options.weight,
        }
    }

    fn search<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Outcome<O::Node> {
        best_first(
            weighted(self.weight),
            self.choices,
            space,
            heuristic,
            start,
            observer,
        )
        .unwrap_or_else(Outcome::Stopped)
    }
}

/// g + w · h, times a factor that makes it an integer.
pub(super) fn weighted(weight: Weight) -> impl Fn(Cost, Cost) -> Evaluation {
    let (numerator, denominator) = weight.ratio();
    move |g, h| {
        Evaluation::from(denominator) * Evaluation::from(g)
            + Evaluation::from(numerator) * Evaluation::from(h)
    }
}
