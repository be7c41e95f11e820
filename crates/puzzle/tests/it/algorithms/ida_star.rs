//! IDA* compared with a plain implementation that keeps the path on an explicit stack: both must
//! make the same observer calls, however long the paths become.

use std::hash::{DefaultHasher, Hash, Hasher};
use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic};
use tilescope_puzzle::{
    Board, Bytes, Cells, Costs, FiveBits, MoveOrder, Nibbles, SlidingTiles, State, notation,
};
use tilescope_search::{
    Action, Actions, Algorithm, Cost, Duplicates, Heuristic, NodeOutcome, Observer, Options,
    Outcome, Solution, Space, StopReason, ida_star::IdaStar,
};

/// A fingerprint of all observer calls, and the numbers of nodes generated and expanded. Stops the
/// search at a given expansion.
struct Log {
    told: DefaultHasher,
    generated: u64,
    expanded: u64,
    most_expanded: u64,
    /// The greatest path cost of a node that was to be expanded.
    farthest: Cost,
    bytes: usize,
}

impl Observer for Log {
    type Node = u64;
    fn root(&mut self, h: Cost) -> u64 {
        ("root", h).hash(&mut self.told);
        0
    }
    fn generated(
        &mut self,
        parent: u64,
        action: Action,
        g: Cost,
        h: Cost,
        fate: NodeOutcome,
    ) -> u64 {
        (parent, action, g, h, fate).hash(&mut self.told);
        self.generated += 1;
        if fate == NodeOutcome::Frontier {
            self.farthest = self.farthest.max(g);
        }
        self.generated
    }
    fn expand(&mut self, node: u64) -> Result<(), StopReason> {
        ("expand", node).hash(&mut self.told);
        self.expanded += 1;
        if self.expanded == self.most_expanded {
            return Err(StopReason::Expanded);
        }
        Ok(())
    }
    fn discard(&mut self, _: u64, _: NodeOutcome) {
        unreachable!("IDA* keeps no frontier");
    }
    fn requeued(&mut self, parent: Self::Node, action: Action, g: Cost, h: Cost) -> Self::Node {
        self.generated(parent, action, g, h, NodeOutcome::Reopened)
    }
    fn solution(&mut self, _: Self::Node, _: Cost, _: &[Action]) {}
    fn meeting(&mut self, _: Self::Node, _: Self::Node) {}
    fn iteration(&mut self, bound: Cost) {
        ("iteration", bound).hash(&mut self.told);
    }
    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.bytes += bytes;
        Ok(())
    }
}

/// A multiple of Manhattan distance: the search goes deep before it backtracks.
struct Inflated(Manhattan, Cost);

impl<C: Cells> Heuristic<SlidingTiles<C>> for Inflated {
    fn estimate(&self, state: &State<C>) -> Cost {
        self.1 * self.0.estimate(state)
    }
}

/// A node of the path, with the actions that are still to be tried; the first of them is being
/// tried.
struct OnPath<S> {
    state: S,
    g: Cost,
    node: u64,
    untried: Actions,
}

/// A plain IDA*.
fn plain<S: Space, H: Heuristic<S>>(
    duplicates: Duplicates,
    space: &S,
    heuristic: &H,
    start: S::State,
    log: &mut Log,
) -> Result<Outcome<u64>, StopReason> {
    let mut bound = heuristic.estimate(&start);
    log.iteration(bound);
    let root = log.root(bound);
    loop {
        let mut next = Cost::MAX;
        log.expand(root)?;
        let mut path = vec![OnPath {
            state: start,
            g: 0,
            node: root,
            untried: space.actions(&start),
        }];
        while let Some(last) = path.last_mut() {
            let Some(action) = last.untried.clone().next() else {
                path.pop();
                if let Some(parent) = path.last_mut() {
                    parent.untried.next();
                }
                continue;
            };
            let state = space.apply(&last.state, action);
            let g = last.g + space.cost(&last.state, action);
            let (h, parent) = (heuristic.estimate(&state), last.node);
            let key = space.key(&state);
            let fate = if duplicates == Duplicates::Path
                && path.iter().any(|on| space.key(&on.state) == key)
            {
                NodeOutcome::Cycle
            } else if g + h > bound {
                next = next.min(g + h);
                NodeOutcome::Cut
            } else {
                NodeOutcome::Frontier
            };
            let node = log.generated(parent, action, g, h, fate);
            if fate != NodeOutcome::Frontier {
                let last = path.last_mut().expect("the path has a root");
                last.untried.next();
                continue;
            }
            if space.is_goal(&state) {
                let actions = path.iter().filter_map(|on| on.untried.clone().next());
                return Ok(Outcome::Solved(Solution {
                    actions: actions.collect(),
                    cost: g,
                    node,
                }));
            }
            log.expand(node)?;
            let mut untried = space.actions(&state);
            if let (Duplicates::Parent, Some(undo)) = (duplicates, space.inverse(action)) {
                untried = untried.without(undo);
            }
            path.push(OnPath {
                state,
                g,
                node,
                untried,
            });
        }
        if next == Cost::MAX {
            return Ok(Outcome::Exhausted);
        }
        bound = next;
        log.iteration(bound);
    }
}

/// Runs both implementations from `start` for the same number of expansions, with a multiple of
/// Manhattan distance. Returns, per duplicate treatment, the length of the longest path if all
/// costs are 1.
#[track_caller]
fn check<C: Cells>(
    (start, goal): (&str, &str),
    costs: &str,
    times: Cost,
    most_expanded: u64,
) -> [Cost; 3] {
    let board = |text| -> Board { notation::parse_board(text).expect("a board") };
    let (start, goal) = (board(start), board(goal));
    let costs: Costs = costs.parse().expect("costs");
    let space = SlidingTiles::<C>::new(&goal, costs, MoveOrder::default());
    let manhattan = Manhattan::new(&goal, costs).expect("it fits every board");
    let heuristic = Inflated(manhattan, times);
    let log = || Log {
        told: DefaultHasher::new(),
        generated: 0,
        expanded: 0,
        most_expanded,
        farthest: 0,
        bytes: 0,
    };
    let treatments = [Duplicates::Parent, Duplicates::Path, Duplicates::None];
    treatments.map(|duplicates| {
        let (mut expected, mut told) = (log(), log());
        let start = space.state(&start);
        let ending = plain(duplicates, &space, &heuristic, start, &mut expected);
        let ending = ending.unwrap_or_else(Outcome::Stopped);
        let ida_star = IdaStar::with(&Options {
            duplicates,
            ..IdaStar::ABOUT.defaults()
        });
        assert_eq!(
            ida_star.search(&space, &heuristic, start, &mut told),
            ending,
            "{duplicates:?}"
        );
        assert_eq!(
            (told.expanded, told.generated, told.told.finish()),
            (
                expected.expanded,
                expected.generated,
                expected.told.finish()
            ),
            "{duplicates:?}"
        );
        let longest = told.farthest as usize;
        assert!(
            costs != Costs::UNIT || told.bytes > longest * size_of::<State<C>>(),
            "a path of {longest} states in {} bytes",
            told.bytes
        );
        told.farthest
    })
}

const EIGHT: (&str, &str) = ("7 6 2 / 5 3 1 / _ 4 8", "_ 1 2 / 3 4 5 / 6 7 8");
const FIFTEEN: (&str, &str) = (
    "14 1 9 6 / 4 8 12 5 / 7 2 3 _ / 10 11 13 15",
    "_ 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15",
);
const UNSOLVABLE: (&str, &str) = ("1 2 3 / 5 4 _", "1 2 3 / 4 5 _");
const ONE_EACH: &str = "U=1,D=1,L=1,R=1";

#[test]
fn short_paths() {
    for costs in [ONE_EACH, "U=2,D=1,L=3,R=1"] {
        check::<Nibbles>(EIGHT, costs, 1, 20_000);
        check::<FiveBits>(EIGHT, costs, 1, 20_000);
        check::<Bytes>(EIGHT, costs, 1, 20_000);
        // Here the moves are known beforehand.
        check::<Nibbles>(FIFTEEN, costs, 1, 100_000);
        check::<Nibbles>(UNSOLVABLE, costs, 1, 20_000);
    }
}

#[test]
fn paths_longer_than_the_recursion_is_deep() {
    for times in [20, 1000] {
        check::<Bytes>(EIGHT, "U=2,D=1,L=1,R=3", times, 20_000);
        let [by_parent, by_path, _] = check::<Nibbles>(EIGHT, ONE_EACH, times, 50_000);
        assert!(by_parent > 140 && by_path > 140, "{by_parent}, {by_path}");
        check::<FiveBits>(FIFTEEN, ONE_EACH, times, 20_000);
    }
}

#[test]
fn a_small_stack_suffices() {
    let searches = [
        || check::<Bytes>(EIGHT, ONE_EACH, 20, 20_000),
        || check::<Nibbles>(FIFTEEN, ONE_EACH, 20, 20_000),
    ];
    for search in searches {
        let small = std::thread::Builder::new().stack_size(1 << 20);
        let searches = small.spawn(search).expect("a thread");
        let [by_parent, ..] = searches.join().expect("it ends");
        assert!(by_parent > 64, "{by_parent}");
    }
}
