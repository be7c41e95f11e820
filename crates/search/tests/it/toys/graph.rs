//! A small explicit graph as a state space, and a log of what a search of it tells.

use tilescope_search::{
    ALGORITHMS, Action, Actions, Algorithm, AlgorithmVisitor, Cost, Directionality, Heuristic,
    NodeOutcome, Observer, Options, Outcome, Space, StopReason, Successor, dispatch,
};

/// A directed graph of lettered states; action `i` takes the edge number `i` of all.
pub struct Graph {
    pub edges: &'static [(u8, u8, Cost)],
    pub goal: u8,
}

impl Graph {
    /// The actions whose edges are such.
    fn actions_where(&self, is_such: impl Fn(&(u8, u8, Cost)) -> bool) -> Actions {
        let edges = (0..).zip(self.edges).filter(|(_, edge)| is_such(edge));
        Actions::new(&edges.map(|(i, _)| Action(i)).collect::<Vec<_>>())
    }

    fn edge(&self, action: Action) -> (u8, u8, Cost) {
        self.edges[usize::from(action.0)]
    }
}

impl Space for Graph {
    type State = u8;
    type Key = u8;
    type Move = Action;
    type Moves = Actions;
    fn key(&self, state: &u8) -> u8 {
        *state
    }
    fn unpack(&self, key: u8) -> u8 {
        key
    }
    fn is_goal(&self, state: &u8) -> bool {
        *state == self.goal
    }
    fn moves(&self, state: &u8, _: Option<Action>) -> Actions {
        self.actions_where(|edge| edge.0 == *state)
    }
    fn successor(&self, state: &u8, action: Action) -> Successor<u8> {
        let (from, to, cost) = self.edge(action);
        assert_eq!(from, *state, "an action that applies");
        Successor {
            action,
            state: to,
            cost,
        }
    }
    fn inverse(&self, _: Action) -> Option<Action> {
        None
    }
    fn goal(&self) -> u8 {
        self.goal
    }
    fn actions_to(&self, state: &u8) -> Actions {
        self.actions_where(|edge| edge.1 == *state)
    }
    fn predecessor(&self, state: &u8, action: Action) -> u8 {
        let (from, to, _) = self.edge(action);
        assert_eq!(to, *state, "an action that leads here");
        from
    }
}

/// Estimates by state; 0 for the others.
pub struct Estimates(pub &'static [(u8, Cost)]);

impl Heuristic<Graph> for Estimates {
    fn estimate(&self, state: &u8) -> Cost {
        self.0
            .iter()
            .find(|(s, _)| s == state)
            .map_or(0, |&(_, h)| h)
    }
}

pub const NONE: Estimates = Estimates(&[]);

/// Writes down what a search tells.
#[derive(Default)]
struct Scribe {
    /// `e0` a node expanded, `i5` an iteration, and the fates by their initials:
    /// f frontier, i improved, r reopened, d duplicate, c cycle, x cut, g goal; `-2` a node discarded,
    /// `m2-1` a meeting of node 2 of the tree from the start with node 1 of the other.
    log: Vec<String>,
    n_nodes: usize,
    /// A second root is one of a search from both ends.
    n_roots: usize,
}

fn initial(fate: NodeOutcome) -> char {
    match fate {
        NodeOutcome::Frontier => 'f',
        NodeOutcome::Improved => 'i',
        NodeOutcome::Reopened => 'r',
        NodeOutcome::Duplicate => 'd',
        NodeOutcome::Cycle => 'c',
        NodeOutcome::Cut => 'x',
        NodeOutcome::Goal => 'g',
    }
}

impl Observer for Scribe {
    type Node = usize;
    fn root(&mut self, _: Cost) -> usize {
        assert_eq!(self.n_nodes, self.n_roots, "roots are born first");
        self.n_nodes += 1;
        self.n_roots += 1;
        self.n_nodes - 1
    }
    fn generated(
        &mut self,
        parent: usize,
        _: Action,
        _: Cost,
        _: Cost,
        fate: NodeOutcome,
    ) -> usize {
        assert!(parent < self.n_nodes);
        self.log.push(initial(fate).into());
        self.n_nodes += 1;
        self.n_nodes - 1
    }
    fn expand(&mut self, node: usize) -> Result<(), StopReason> {
        self.log.push(format!(" e{node} "));
        Ok(())
    }
    fn discard(&mut self, node: usize, fate: NodeOutcome) {
        self.log.push(format!("-{node}{}", initial(fate)));
    }
    fn requeued(&mut self, parent: Self::Node, action: Action, g: Cost, h: Cost) -> Self::Node {
        self.generated(parent, action, g, h, NodeOutcome::Reopened)
    }
    fn solution(&mut self, _: Self::Node, _: Cost, _: &[Action]) {}
    fn meeting(&mut self, forward: usize, backward: usize) {
        self.log.push(format!(" m{forward}-{backward} "));
    }
    fn iteration(&mut self, bound: Cost) {
        self.log.push(format!(" i{bound}"));
    }
    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}

struct Run<'a, H>(&'a Graph, &'a H, &'a mut Scribe);

impl<H: Heuristic<Graph>> AlgorithmVisitor for Run<'_, H> {
    type Output = Outcome<usize>;
    fn visit<A: Algorithm>(self, algorithm: A) -> Outcome<usize> {
        let Run(graph, heuristic, scribe) = self;
        let ending = algorithm.search(graph, heuristic, b'a', scribe);
        let n_roots = if A::ABOUT.directionality == Directionality::Bidirectional {
            2
        } else {
            1
        };
        assert_eq!(scribe.n_roots, n_roots, "{}", A::ABOUT.key);
        ending
    }
}

/// What a search from state a tells, and how it ends.
pub fn run(
    graph: &Graph,
    estimates: &impl Heuristic<Graph>,
    key: &str,
    options: &Options,
) -> (String, Outcome<usize>) {
    let mut scribe = Scribe::default();
    let ending = dispatch(key, options, Run(graph, estimates, &mut scribe)).expect("a key");
    (scribe.log.concat().trim().into(), ending)
}

/// Solves `graph` from state a; checks the log, and the states of the path with its cost.
#[track_caller]
pub fn check(
    (graph, estimates): (&Graph, &impl Heuristic<Graph>),
    key: &str,
    options: &Options,
    expected: &str,
    path: &str,
    cost: Cost,
) {
    let (log, ending) = run(graph, estimates, key, options);
    assert_eq!(log, expected, "{key}");
    let Outcome::Solved(solution) = ending else {
        panic!("{key} ended {ending:?}");
    };
    let (mut state, mut total, mut states) = (b'a', 0, String::from("a"));
    for action in solution.actions {
        total += graph.cost(&state, action);
        state = graph.apply(&state, action);
        states.push(state.into());
    }
    assert_eq!((states.as_str(), total), (path, cost), "{key}");
    assert_eq!((state, total), (graph.goal, solution.cost), "{key}");
}

pub fn options(key: &str) -> Options {
    let about = ALGORITHMS.iter().find(|about| about.key == key);
    about.expect("a key").defaults()
}
