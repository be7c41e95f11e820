//! Every algorithm with extreme costs and estimates, compared with Dijkstra's algorithm on the whole
//! space: a path cost is exact, a claim holds, and “no solution” is never said of a puzzle that has
//! one.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use tilescope_puzzle::{
    Board, Costs, Direction, GoalPreset, HeuristicExpr, Move, MoveOrder, Moves, Nibbles, Size,
    SlidingTiles, State, TileCosts,
};
use tilescope_search::{
    self as search, ALGORITHMS, About, Action, Actions, Algorithm, AlgorithmVisitor, Applies,
    Completeness, Cost, Heuristic, MAX_ACTION_COST, MAX_ESTIMATE, MAX_EXPANDED_COST, NodeOutcome,
    Observer, Optimality, Options, Outcome, Space, StopReason, Successor, Weight,
};

type Tiles = State<Nibbles>;

/// Sliding tiles whose costs are multiplied by a factor, up to the greatest cost of an action.
struct Multiplied {
    tiles: SlidingTiles<Nibbles>,
    factor: Cost,
}

impl Space for Multiplied {
    type State = Tiles;
    type Key = Nibbles;
    type Move = Move;
    type Moves = Moves;
    fn key(&self, state: &Tiles) -> Nibbles {
        self.tiles.key(state)
    }
    fn unpack(&self, key: Nibbles) -> Tiles {
        self.tiles.unpack(key)
    }
    fn is_goal(&self, state: &Tiles) -> bool {
        self.tiles.is_goal(state)
    }
    fn moves(&self, state: &Tiles, last_action: Option<Action>) -> Moves {
        self.tiles.moves(state, last_action)
    }
    fn successor(&self, state: &Tiles, chosen: Move) -> Successor<Tiles> {
        let successor = self.tiles.successor(state, chosen);
        let cost = successor.cost.saturating_mul(self.factor);
        Successor {
            cost: cost.min(MAX_ACTION_COST),
            ..successor
        }
    }
    fn inverse(&self, action: Action) -> Option<Action> {
        self.tiles.inverse(action)
    }
    fn goal(&self) -> Tiles {
        self.tiles.goal()
    }
    fn actions_to(&self, state: &Tiles) -> Actions {
        self.tiles.actions_to(state)
    }
    fn predecessor(&self, state: &Tiles, action: Action) -> Tiles {
        self.tiles.predecessor(state, action)
    }
    fn least_cost(&self) -> Cost {
        let cost = self.tiles.least_cost().saturating_mul(self.factor);
        cost.min(MAX_ACTION_COST)
    }
}

/// A space with the least cost of every state that reaches the goal.
struct Truth {
    space: Multiplied,
    goal: Board,
    costs: Costs,
    least: HashMap<Nibbles, u64>,
}

impl Truth {
    fn new((rows, columns): (usize, usize), costs: Costs, factor: Cost) -> Self {
        let goal = GoalPreset::BlankLast.board(Size::new(rows, columns).expect("a size"));
        let tiles = SlidingTiles::new(&goal, costs, MoveOrder::default());
        let space = Multiplied { tiles, factor };
        let mut states = vec![space.goal()];
        let (mut least, mut waiting) = (HashMap::new(), BinaryHeap::from([(Reverse(0_u64), 0)]));
        while let Some((Reverse(cost), index)) = waiting.pop() {
            let state = states[index];
            if least.contains_key(&space.key(&state)) {
                continue;
            }
            least.insert(space.key(&state), cost);
            for action in space.actions_to(&state) {
                let before = space.predecessor(&state, action);
                if !least.contains_key(&space.key(&before)) {
                    let step = space.cost(&before, action);
                    waiting.push((Reverse(cost + u64::from(step)), states.len()));
                    states.push(before);
                }
            }
        }
        Truth {
            space,
            goal,
            costs,
            least,
        }
    }

    fn least(&self, state: &Tiles) -> Option<u64> {
        self.least.get(&self.space.key(state)).copied()
    }

    /// Some boards, half of them unsolvable.
    fn starts(&self, n: usize) -> Vec<Tiles> {
        let mut random = fastrand::Rng::with_seed(n as u64);
        let draw = |_| {
            let mut tiles: Vec<u64> = (0..self.goal.tiles().len() as u64).collect();
            random.shuffle(&mut tiles);
            let board = Board::new(self.goal.size(), &tiles).expect("a board");
            self.space.tiles.state(&board)
        };
        (0..n).map(draw).collect()
    }
}

/// A heuristic, made of a function.
struct Estimate<'a> {
    name: String,
    value: Box<dyn Fn(&Tiles) -> Cost + 'a>,
    is_admissible: bool,
}

impl Heuristic<Multiplied> for Estimate<'_> {
    fn estimate(&self, state: &Tiles) -> Cost {
        (self.value)(state)
    }
}

impl<'a> Estimate<'a> {
    fn new(truth: &Truth, name: &str, value: impl Fn(&Tiles) -> Cost + 'a) -> Self {
        let mut least = truth.least.iter();
        let is_within = |(&key, &least)| u64::from(value(&truth.space.unpack(key))) <= least;
        Estimate {
            name: name.into(),
            is_admissible: least.all(is_within),
            value: Box::new(value),
        }
    }

    fn all(truth: &'a Truth) -> Vec<Self> {
        let exact = |state: &Tiles| {
            truth
                .least(state)
                .map_or(MAX_ESTIMATE, |least| least as Cost)
        };
        let scattered = |state: &Tiles| search::hashing::hash(&state.cells) >> 20;
        let extremes = [0, 1, MAX_ESTIMATE, Cost::MAX - 1, Cost::MAX];
        let mut all: Vec<Self> = [
            "zero",
            "manhattan",
            "0.5*manhattan",
            "1000*manhattan",
            "1000*1000*1000*manhattan",
            "1000*1000*1000*misplaced",
            "sum(1000*1000*1000*misplaced, 1000*1000*manhattan)",
        ]
        .into_iter()
        .map(|text| {
            let expr: HeuristicExpr = text.parse().expect("an expression");
            let boxed = expr.make::<Nibbles>(&truth.goal, truth.costs);
            let boxed = boxed.expect("it fits every board");
            Estimate::new(truth, text, move |state| boxed.estimate(state))
        })
        .collect();
        all.extend([
            Estimate::new(truth, "exact", exact),
            Estimate::new(truth, "exact here and there", move |state| {
                exact(state) * (scattered(state) % 2) as Cost
            }),
            Estimate::new(truth, "greatest", |_| Cost::MAX),
            Estimate::new(truth, "greatest but at the goal", |state| {
                Cost::from(!truth.space.is_goal(state)) * Cost::MAX
            }),
            Estimate::new(truth, "wild", move |state| {
                extremes[scattered(state) as usize % extremes.len()]
            }),
        ]);
        all
    }
}

/// Checks the path costs of all nodes, and gives a search up that takes too long.
struct Watch {
    left: u64,
    /// The greatest g, and the greatest f.
    max: u64,
}

impl Observer for Watch {
    /// The path cost.
    type Node = Cost;
    fn root(&mut self, h: Cost) -> Cost {
        self.max = self.max.max(h.into());
        0
    }
    fn generated(&mut self, parent: Cost, _: Action, g: Cost, h: Cost, _: NodeOutcome) -> Cost {
        let step = g.checked_sub(parent).expect("a path cost never falls");
        assert!((1..=MAX_ACTION_COST).contains(&step), "{parent} to {g}");
        self.max = self.max.max(u64::from(g) + u64::from(h));
        g
    }
    fn expand(&mut self, _: Cost) -> Result<(), StopReason> {
        self.left = self.left.checked_sub(1).ok_or(StopReason::Expanded)?;
        Ok(())
    }
    fn discard(&mut self, _: Cost, _: NodeOutcome) {}
    fn requeued(&mut self, _: Cost, _: Action, g: Cost, _: Cost) -> Cost {
        g
    }
    fn solution(&mut self, _: Cost, _: Cost, _: &[Action]) {}
    fn meeting(&mut self, _: Cost, _: Cost) {}
    fn iteration(&mut self, _: Cost) {}
    /// Counts as an expansion: an annealed walk may stay where it is for long.
    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        self.expand(0)
    }
}

struct Run<'a>(&'a Truth, &'a Estimate<'a>, &'a Tiles, &'a mut Watch);

impl AlgorithmVisitor for Run<'_> {
    type Output = Outcome<Cost>;
    fn visit<A: Algorithm>(self, algorithm: A) -> Outcome<Cost> {
        let Run(truth, estimate, start, watch) = self;
        algorithm.search(&truth.space, estimate, *start, watch)
    }
}

/// The defaults first, then other treatments of duplicates, little memory, and extreme weights.
fn variants(about: &About) -> Vec<Options> {
    let mut variants = vec![about.defaults()];
    for applies in about.options {
        match *applies {
            Applies::Duplicates(choices) => {
                variants.extend(choices[1..].iter().map(|&duplicates| Options {
                    duplicates,
                    ..about.defaults()
                }));
            }
            Applies::NodeBudget => variants.push(Options {
                node_budget: 20,
                ..about.defaults()
            }),
            Applies::Weight => {
                variants.extend([0.0, 1000.0].map(|weight| Options {
                    weight: Weight::new(weight).expect("a weight"),
                    ..about.defaults()
                }));
            }
            Applies::BeamWidth => variants.push(Options {
                beam_width: 2,
                ..about.defaults()
            }),
            _ => {}
        }
    }
    variants
}

/// How the searches ended.
#[derive(Default, Debug)]
struct Endings {
    n_solved: usize,
    n_proved: usize,
    n_too_costly: usize,
    n_others: usize,
}

impl Endings {
    /// Runs one search, and checks its outcome.
    fn check(
        &mut self,
        truth: &Truth,
        about: &About,
        options: &Options,
        (estimate, start): (&Estimate, &Tiles),
        budget: u64,
    ) {
        let mut watch = Watch {
            left: budget,
            max: 0,
        };
        let run = Run(truth, estimate, start, &mut watch);
        let outcome = search::dispatch(about.key, options, run).expect("a key");
        let least = truth.least(start);
        let name = format!(
            "{} with {}, {options:?}, {:?} times {}, from {start:?}: {outcome:?}, least {least:?}",
            about.key, estimate.name, truth.costs, truth.space.factor,
        );
        match outcome {
            Outcome::Solved(solution) => {
                self.n_solved += 1;
                let (mut state, mut cost) = (*start, 0);
                for &action in &solution.actions {
                    cost += u64::from(truth.space.cost(&state, action));
                    state = truth.space.apply(&state, action);
                }
                assert!(truth.space.is_goal(&state), "{name}");
                assert_eq!(u64::from(solution.cost), cost, "{name}");
                let least = least.unwrap_or_else(|| panic!("{name}"));
                let most = claimed(truth, about, options, estimate, least);
                assert!(cost >= least && cost <= most, "{name}");
            }
            Outcome::Exhausted => {
                self.n_proved += 1;
                assert_eq!(least, None, "{name}");
            }
            Outcome::CutOff => {
                self.n_others += 1;
                assert_ne!(about.complete, Completeness::Always, "{name}");
            }
            Outcome::Stopped(StopReason::Cost) => {
                self.n_too_costly += 1;
                assert!(watch.max > MAX_EXPANDED_COST.into(), "{name}");
            }
            Outcome::Stopped(reason) => {
                self.n_others += 1;
                assert_eq!(reason, StopReason::Expanded, "{name}");
            }
        }
    }
}

/// The greatest cost of a solution that agrees with what the algorithm claims.
fn claimed(truth: &Truth, about: &About, options: &Options, h: &Estimate, least: u64) -> u64 {
    let are_equal = truth.costs.are_uniform();
    let is_default = *options == about.defaults();
    let has_room = !about.options.contains(&Applies::NodeBudget) || are_equal;
    match about.optimal {
        Optimality::Always if is_default => least,
        Optimality::EqualCosts if is_default && are_equal => least,
        Optimality::Admissible if is_default && h.is_admissible && has_room => least,
        Optimality::WithinWeight if h.is_admissible && is_default => {
            (least as f64 * options.weight.get().max(1.0)) as u64
        }
        _ => u64::MAX,
    }
}

fn check_all(size: (usize, usize), n_starts: usize, budget: u64) -> Endings {
    let dear = |tiles, directions: [u64; 4]| {
        let costs = (Direction::ALL.into_iter().zip(directions))
            .try_fold(Costs::UNIT, |costs, (direction, cost)| {
                costs.with(direction, cost)
            });
        costs.expect("costs in range").with_tiles(tiles)
    };
    let mut endings = Endings::default();
    for (costs, factor) in [
        (Costs::UNIT, 1),
        (Costs::UNIT, MAX_ACTION_COST),
        (dear(TileCosts::One, [1, 1000, 1, 30]), 16_000),
        (dear(TileCosts::Number, [3, 2, 1, 5]), 1 << 20),
        (dear(TileCosts::Inverse, [1000; 4]), 1),
    ] {
        let truth = Truth::new(size, costs, factor);
        let starts = truth.starts(n_starts);
        for estimate in Estimate::all(&truth) {
            for &about in ALGORITHMS {
                if !about.uses_heuristic && estimate.name != "zero" {
                    continue;
                }
                for options in variants(about) {
                    for start in &starts {
                        let what = (&estimate, start);
                        endings.check(&truth, about, &options, what, budget);
                    }
                }
            }
        }
    }
    println!("{size:?}: {endings:?}");
    endings
}

#[test]
fn no_outcome_is_wrong_on_two_by_two() {
    let endings = check_all((2, 2), 12, 2000);
    assert!(endings.n_solved > 5000 && endings.n_proved > 5000);
    assert!(endings.n_too_costly > 500);
}

#[test]
fn no_outcome_is_wrong_on_two_by_three() {
    let endings = check_all((2, 3), 6, 3000);
    assert!(endings.n_solved > 2000 && endings.n_proved > 2000);
    assert!(endings.n_too_costly > 200);
}

#[test]
fn no_outcome_is_wrong_on_three_by_three() {
    let endings = check_all((3, 3), 3, 2000);
    assert!(endings.n_solved > 500);
}
