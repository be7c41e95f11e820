//! The algorithms on small explicit graphs, where every expansion is known.

use tilescope::search::{
    Action, Actions, Algorithm, AlgorithmVisitor, Cost, Ending, Fate, GoalTest, Halt, Heuristic,
    Observer, Options, Space, dispatch,
};

/// A directed graph of lettered states; action `i` takes the `i`-th edge of its state.
struct Graph {
    edges: &'static [(u8, u8, Cost)],
    goal: u8,
}

impl Graph {
    fn edges(&self, state: u8) -> impl Iterator<Item = (u8, Cost)> {
        self.edges
            .iter()
            .filter(move |edge| edge.0 == state)
            .map(|edge| (edge.1, edge.2))
    }

    fn edge(&self, state: u8, action: Action) -> (u8, Cost) {
        self.edges(state)
            .nth(action.0.into())
            .expect("an action that applies")
    }
}

impl Space for Graph {
    type State = u8;
    type Key = u8;
    fn key(&self, state: &u8) -> u8 {
        *state
    }
    fn unpack(&self, key: u8) -> u8 {
        key
    }
    fn is_goal(&self, state: &u8) -> bool {
        *state == self.goal
    }
    fn actions(&self, state: &u8) -> Actions {
        let actions: Vec<Action> = (0..self.edges(*state).count() as u8).map(Action).collect();
        Actions::new(&actions)
    }
    fn apply(&self, state: &u8, action: Action) -> u8 {
        self.edge(*state, action).0
    }
    fn cost(&self, state: &u8, action: Action) -> Cost {
        self.edge(*state, action).1
    }
    fn inverse(&self, _: Action) -> Option<Action> {
        None
    }
}

/// Estimates by state; 0 for the others.
struct Estimates(&'static [(u8, Cost)]);

impl Heuristic<Graph> for Estimates {
    fn of(&self, state: &u8) -> Cost {
        self.0
            .iter()
            .find(|(s, _)| s == state)
            .map_or(0, |&(_, h)| h)
    }
}

/// Writes down, in words, what a search tells, and stops it where it is told to.
#[derive(Default)]
struct Scribe {
    /// `e0` a node expanded, `i5` an iteration, and the fates by their initials:
    /// f frontier, r reopened, d duplicate, c cycle, x cut, g goal; `-2` a node discarded.
    log: Vec<String>,
    n_nodes: usize,
    bytes: usize,
    most_bytes: Option<usize>,
    most_expanded: Option<usize>,
    n_expanded: usize,
}

fn initial(fate: Fate) -> char {
    match fate {
        Fate::Frontier => 'f',
        Fate::Reopened => 'r',
        Fate::Duplicate => 'd',
        Fate::Cycle => 'c',
        Fate::Cut => 'x',
        Fate::Goal => 'g',
    }
}

impl Observer for Scribe {
    type Node = usize;
    fn root(&mut self, _: Cost) -> usize {
        assert_eq!(self.n_nodes, 0, "the root is born once");
        self.n_nodes = 1;
        0
    }
    fn generated(&mut self, parent: usize, _: Action, _: Cost, _: Cost, fate: Fate) -> usize {
        assert!(parent < self.n_nodes);
        self.log.push(initial(fate).into());
        self.n_nodes += 1;
        self.n_nodes - 1
    }
    fn expand(&mut self, node: usize) -> Result<(), Halt> {
        if self.most_expanded == Some(self.n_expanded) {
            return Err(Halt::Expanded);
        }
        self.n_expanded += 1;
        self.log.push(format!(" e{node} "));
        Ok(())
    }
    fn discard(&mut self, node: usize, fate: Fate) {
        self.log.push(format!("-{node}{}", initial(fate)));
    }
    fn iteration(&mut self, bound: Cost) {
        self.log.push(format!(" i{bound}"));
    }
    fn grow(&mut self, bytes: usize) -> Result<(), Halt> {
        self.bytes += bytes;
        if self.most_bytes.is_some_and(|most| self.bytes > most) {
            return Err(Halt::Memory);
        }
        Ok(())
    }
}

struct Run<'a>(&'a Graph, &'a Estimates, &'a mut Scribe);

impl AlgorithmVisitor for Run<'_> {
    type Output = Ending<usize>;
    fn visit<A: Algorithm>(self, algorithm: A) -> Ending<usize> {
        algorithm.search(self.0, self.1, b'a', self.2)
    }
}

/// Solves `graph` from state a; checks the log, and the states of the path with its cost.
#[track_caller]
fn check(
    graph: &Graph,
    estimates: &Estimates,
    key: &str,
    options: &Options,
    log: &str,
    path: &str,
    cost: Cost,
) {
    let mut scribe = Scribe::default();
    let ending = dispatch(key, options, Run(graph, estimates, &mut scribe)).expect("a key");
    assert_eq!(scribe.log.concat().trim(), log, "{key}");
    let Ending::Solved(solution) = ending else {
        panic!("{key} ended {ending:?}");
    };
    let (mut state, mut total, mut states) = (b'a', 0, String::from("a"));
    for action in solution.actions {
        let (next, cost) = graph.edge(state, action);
        (state, total) = (next, total + cost);
        states.push(next.into());
    }
    assert_eq!(
        (states.as_str(), total, solution.cost),
        (path, cost, cost),
        "{key}"
    );
    assert_eq!(state, graph.goal);
}

/// The way over d is dear but short, the one over b and c cheap and long.
const DETOUR: Graph = Graph {
    edges: &[
        (b'a', b'd', 5),
        (b'a', b'b', 1),
        (b'b', b'c', 1),
        (b'c', b'd', 1),
        (b'd', b'z', 5),
    ],
    goal: b'z',
};
/// Admissible, not consistent: it holds b back until d was expanded by the dear way.
const HOLDS_BACK: Estimates = Estimates(&[(b'b', 7), (b'a', 1)]);
const NONE: Estimates = Estimates(&[]);

fn options(key: &str) -> Options {
    tilescope::search::ALGORITHMS
        .iter()
        .find(|about| about.key == key)
        .expect("a key")
        .defaults()
}

#[test]
fn breadth_first_takes_the_shallowest_goal() {
    let late = options("breadth-first");
    check(
        &DETOUR,
        &NONE,
        "breadth-first",
        &late,
        "e0 ff e1 f e2 f",
        "adz",
        10,
    );
    let early = Options {
        goal_test: GoalTest::Early,
        ..late
    };
    check(
        &DETOUR,
        &NONE,
        "breadth-first",
        &early,
        "e0 ff e1 g",
        "adz",
        10,
    );
}

#[test]
fn best_first_differs_by_its_evaluation_alone() {
    let check = |key, log, path, cost| {
        check(&DETOUR, &HOLDS_BACK, key, &options(key), log, path, cost);
    };
    check("uniform-cost", "e0 ff e2 f e3 r-1d e4 f", "abcdz", 8);
    check("greedy-best-first", "e0 ff e1 f", "adz", 10);
    // d is expanded by the dear way first, then reopened; z waits and is replaced.
    check("a-star", "e0 ff e1 f e2 f e4 r e5 r-3d", "abcdz", 8);
    // f(b) = 1 + 1.5 · 7 = 11.5 lets z, f = 10, go first: dearer, but within 1.5 times.
    check("weighted-a-star", "e0 ff e1 f", "adz", 10);
}
