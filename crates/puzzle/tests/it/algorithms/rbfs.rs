//! RBFS, which keeps its calls on an explicit stack, compared with Korf's recursion.

use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic};
use tilescope_puzzle::{Costs, MoveOrder, Nibbles, SlidingTiles, State, notation};
use tilescope_search::rbfs::Rbfs;
use tilescope_search::{
    Action, Algorithm, Cost, Heuristic, NodeOutcome, Observer, Outcome, Space, StopReason,
};

/// Records the g and h of every node expanded and generated, in order.
#[derive(Default, PartialEq, Debug)]
struct Log {
    expanded: Vec<(Cost, Cost)>,
    n_generated: usize,
    n_put_back: usize,
    n_waiting: i64,
}

impl Observer for Log {
    type Node = (Cost, Cost);
    fn root(&mut self, h: Cost) -> Self::Node {
        self.n_waiting += 1;
        (0, h)
    }
    fn generated(
        &mut self,
        _: Self::Node,
        _: Action,
        g: Cost,
        h: Cost,
        fate: NodeOutcome,
    ) -> Self::Node {
        self.n_generated += 1;
        self.n_waiting += i64::from(fate.is_on_frontier());
        (g, h)
    }
    fn expand(&mut self, node: Self::Node) -> Result<(), StopReason> {
        assert!(self.n_waiting > 0, "only what waits is expanded");
        self.n_waiting -= 1;
        self.expanded.push(node);
        Ok(())
    }
    fn discard(&mut self, _: Self::Node, _: NodeOutcome) {
        assert!(self.n_waiting > 0, "only what waits is discarded");
        self.n_waiting -= 1;
    }
    fn requeued(&mut self, _: Self::Node, _: Action, g: Cost, h: Cost) -> Self::Node {
        self.n_put_back += 1;
        self.n_waiting += 1;
        (g, h)
    }
    fn solution(&mut self, _: Self::Node, _: Cost, _: &[Action]) {}
    fn meeting(&mut self, _: Self::Node, _: Self::Node) {}
    fn iteration(&mut self, _: Cost) {}
    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}

/// Korf, “Linear-space best-first search”, 1993, figure 7, without sorting: of equal nodes the
/// first is chosen.
struct Korf<'a> {
    space: &'a SlidingTiles<Nibbles>,
    heuristic: &'a Manhattan,
    expanded: Vec<(Cost, Cost)>,
    n_generated: usize,
}

const INFINITE: Cost = Cost::MAX;

impl Korf<'_> {
    /// The new stored value of `state`, or the cost of the solution.
    fn rbfs(
        &mut self,
        state: &State<Nibbles>,
        last: Option<Action>,
        g: Cost,
        stored: Cost,
        bound: Cost,
    ) -> Result<Cost, Cost> {
        let h = self.heuristic.estimate(state);
        let f = g + h;
        if self.space.is_goal(state) {
            return Err(g);
        }
        self.expanded.push((g, h));
        let mut children = Vec::new();
        for action in self.space.actions(state) {
            if last.and_then(|last| self.space.inverse(last)) == Some(action) {
                continue;
            }
            self.n_generated += 1;
            let child = self.space.apply(state, action);
            let child_g = g + self.space.cost(state, action);
            let child_f = child_g + self.heuristic.estimate(&child);
            let value = if f < stored {
                stored.max(child_f)
            } else {
                child_f
            };
            children.push((value, child, action, child_g));
        }
        loop {
            let best = (0..children.len()).min_by_key(|&i| children[i].0);
            let Some(best) = best.filter(|&best| children[best].0 < INFINITE) else {
                return Ok(INFINITE);
            };
            let (value, child, action, child_g) = children[best];
            if value > bound {
                return Ok(value);
            }
            let others = (0..children.len()).filter(|&i| i != best);
            let next = others.map(|i| children[i].0).min().unwrap_or(INFINITE);
            children[best].0 = self.rbfs(&child, Some(action), child_g, value, bound.min(next))?;
        }
    }
}

#[test]
fn rbfs_matches_korfs_recursion() {
    let goal = notation::parse_board("1 2 3 / 4 5 6 / 7 8 _").expect("a board");
    let costs: Costs = "U=3,D=5,L=2,R=1".parse().expect("costs");
    let mut random = fastrand::Rng::with_seed(1);
    let mut n_put_back = 0;
    for costs in [Costs::UNIT, costs] {
        let space = SlidingTiles::<Nibbles>::new(&goal, costs, MoveOrder::default());
        let heuristic = Manhattan::new(&goal, costs).expect("it fits");
        for _ in 0..20 {
            let mut start = space.state(&goal);
            for _ in 0..random.u32(0..60) {
                let actions: Vec<Action> = space.actions(&start).collect();
                start = space.apply(&start, actions[random.usize(..actions.len())]);
            }
            let mut korf = Korf {
                space: &space,
                heuristic: &heuristic,
                expanded: Vec::new(),
                n_generated: 0,
            };
            let h = heuristic.estimate(&start);
            let cost = korf.rbfs(&start, None, 0, h, INFINITE).expect_err("a goal");

            let mut log = Log::default();
            let rbfs = Rbfs::with(&Rbfs::ABOUT.defaults());
            let Outcome::Solved(solution) = rbfs.search(&space, &heuristic, start, &mut log) else {
                panic!("there is a solution");
            };
            assert_eq!(solution.cost, cost);
            assert_eq!(log.n_generated, korf.n_generated);
            assert_eq!(log.expanded, korf.expanded);
            n_put_back += log.n_put_back;
        }
    }
    assert!(n_put_back > 1000, "it came back to what it had left");
}
