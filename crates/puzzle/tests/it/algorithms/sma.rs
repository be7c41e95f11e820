//! SMA* in little memory: it never stores more nodes than allowed, and returns an optimal solution
//! if one fits.

use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic};
use tilescope_puzzle::{Costs, MoveOrder, Nibbles, SlidingTiles, State, notation};
use tilescope_search::best_first::AStar;
use tilescope_search::sma_star::SmaStar;
use tilescope_search::{
    Action, Algorithm, Cost, Duplicates, NodeOutcome, Observer, Options, Outcome, Space, StopReason,
};

/// Tracks the frontier, and stops a search that takes too long.
#[derive(Default)]
struct Warden {
    waits: Vec<bool>,
    n_waiting: usize,
    peak: usize,
    n_expanded: u64,
    n_put_back: u64,
}

impl Warden {
    fn birth(&mut self, waits: bool) -> usize {
        self.waits.push(waits);
        self.n_waiting += usize::from(waits);
        self.peak = self.peak.max(self.n_waiting);
        self.waits.len() - 1
    }

    fn leave(&mut self, node: usize) {
        assert!(self.waits[node], "only what waits leaves the frontier");
        self.waits[node] = false;
        self.n_waiting -= 1;
    }
}

impl Observer for Warden {
    type Node = usize;
    fn root(&mut self, _: Cost) -> usize {
        self.birth(true)
    }
    fn generated(&mut self, _: usize, _: Action, _: Cost, _: Cost, fate: NodeOutcome) -> usize {
        self.birth(fate.is_on_frontier())
    }
    fn expand(&mut self, node: usize) -> Result<(), StopReason> {
        self.n_expanded += 1;
        if self.n_expanded == 50_000 {
            return Err(StopReason::Expanded);
        }
        self.leave(node);
        Ok(())
    }
    fn discard(&mut self, node: usize, _: NodeOutcome) {
        self.leave(node);
    }
    fn requeued(&mut self, _: usize, _: Action, _: Cost, _: Cost) -> usize {
        self.n_put_back += 1;
        self.birth(true)
    }
    fn solution(&mut self, _: Self::Node, _: Cost, _: &[Action]) {}
    fn meeting(&mut self, _: Self::Node, _: Self::Node) {}
    fn iteration(&mut self, _: Cost) {}
    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}

struct Puzzle {
    space: SlidingTiles<Nibbles>,
    heuristic: Manhattan,
    start: State<Nibbles>,
}

impl Puzzle {
    fn solve<A: Algorithm>(&self, options: &Options) -> (Outcome<usize>, Warden) {
        let mut warden = Warden::default();
        let Puzzle {
            space,
            heuristic,
            start,
        } = self;
        let ending = A::with(options).search(space, heuristic, *start, &mut warden);
        (ending, warden)
    }
}

#[test]
fn little_memory_gives_an_optimal_solution_or_none() {
    let goal = notation::parse_board("1 2 3 / 4 5 6 / 7 8 _").expect("a board");
    let mut random = fastrand::Rng::with_seed(1);
    let (mut n_solved, mut n_put_back) = (0, 0);
    for i in 0..30 {
        let space = SlidingTiles::<Nibbles>::new(&goal, Costs::UNIT, MoveOrder::default());
        let heuristic = Manhattan::new(&goal, Costs::UNIT).expect("it fits");
        let mut start = space.state(&goal);
        for _ in 0..random.u32(0..40) {
            let actions: Vec<Action> = space.actions(&start).collect();
            start = space.apply(&start, actions[random.usize(..actions.len())]);
        }
        let puzzle = Puzzle {
            space,
            heuristic,
            start,
        };
        let (Outcome::Solved(best), _) = puzzle.solve::<AStar>(&AStar::ABOUT.defaults()) else {
            panic!("there is a solution");
        };
        for node_budget in [16, 24, 50, 200] {
            let options = Options {
                node_budget,
                duplicates: [Duplicates::Parent, Duplicates::Path, Duplicates::None][i % 3],
                ..SmaStar::ABOUT.defaults()
            };
            let (ending, warden) = puzzle.solve::<SmaStar>(&options);
            assert!(warden.peak <= node_budget);
            n_put_back += warden.n_put_back;
            match ending {
                Outcome::Solved(solution) => {
                    assert_eq!(solution.cost, best.cost);
                    n_solved += 1;
                }
                Outcome::CutOff => {
                    assert!(best.cost as usize + 4 > node_budget, "it would have fitted");
                }
                // No solution fits, which takes long to prove.
                Outcome::Stopped(_) => assert!(best.cost as usize + 4 > node_budget),
                Outcome::Exhausted => panic!("there is a solution"),
            }
        }
    }
    assert!(n_solved > 100 && n_put_back > 1000);
}
