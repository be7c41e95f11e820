//! Graph searches through the whole 3×3 space, every expansion checked.

use super::heuristics_for;
use super::oracle::{Truth, pack, unequal};
use std::collections::HashMap;
use tilescope_puzzle::heuristics::Boxed;
use tilescope_puzzle::{
    Board, Costs, Direction, HeuristicExpr, MoveOrder, Nibbles, SlidingTiles, State,
};
use tilescope_search::{
    self as search, ALGORITHMS, Action, Algorithm, AlgorithmVisitor, Cost, NodeOutcome, Observer,
    Outcome, Space, StopReason,
};

/// Rebuilds each node's board from its action, and checks at each expansion that the path
/// to it is a cheapest one.
struct Surveyor<'a> {
    space: &'a SlidingTiles<Nibbles>,
    least: &'a HashMap<u64, Cost>,
    nodes: Vec<(State<Nibbles>, Cost)>,
    n_expanded: usize,
}

impl Observer for Surveyor<'_> {
    type Node = usize;
    fn root(&mut self, _: Cost) -> usize {
        0
    }
    fn generated(
        &mut self,
        parent: usize,
        action: Action,
        g: Cost,
        _: Cost,
        _: NodeOutcome,
    ) -> usize {
        let child = self.space.apply(&self.nodes[parent].0, action);
        self.nodes.push((child, g));
        self.nodes.len() - 1
    }
    fn expand(&mut self, node: usize) -> Result<(), StopReason> {
        let (state, g) = self.nodes[node];
        assert_eq!(
            g,
            self.least[&pack(self.space.board(&state).tiles())],
            "{state:?}"
        );
        self.n_expanded += 1;
        Ok(())
    }
    fn discard(&mut self, _: usize, _: NodeOutcome) {}
    fn requeued(&mut self, parent: Self::Node, action: Action, g: Cost, h: Cost) -> Self::Node {
        self.generated(parent, action, g, h, NodeOutcome::Reopened)
    }
    fn solution(&mut self, _: Self::Node, _: Cost, _: &[Action]) {}
    fn meeting(&mut self, _: Self::Node, _: Self::Node) {}
    fn iteration(&mut self, _: Cost) {}
    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}

/// Searches from the blank-last board for a goal that is not to be had, and so through the
/// whole space.
struct Survey<'a> {
    truth: &'a Truth,
    goal: &'a Board,
    costs: Costs,
}

/// With a heuristic behind a pointer: each algorithm is compiled once.
struct SurveyWith<'a>(&'a Survey<'a>, Boxed<Nibbles>);

impl AlgorithmVisitor for SurveyWith<'_> {
    type Output = ();
    fn visit<A: Algorithm>(self, algorithm: A) {
        let SurveyWith(
            &Survey {
                truth, goal, costs, ..
            },
            heuristic,
        ) = self;
        let space = SlidingTiles::new(goal, costs, MoveOrder::default());
        let start = space.state(&truth.goal);
        let mut surveyor = Surveyor {
            space: &space,
            least: &truth.least,
            nodes: vec![(start, 0)],
            n_expanded: 0,
        };
        let ending = algorithm.search(&space, &heuristic, start, &mut surveyor);
        assert_eq!(ending, Outcome::Exhausted);
        assert_eq!(surveyor.n_expanded, truth.boards.len(), "each state once");
    }
}

/// With a consistent heuristic, these expand no state before its cheapest path is known:
/// checked on all 181,440 states at once.
#[test]
fn graph_searches_expand_each_state_once_by_a_cheapest_path() {
    for (algorithm, costs) in [
        ("breadth-first", Costs::UNIT),
        ("uniform-cost", Costs::UNIT),
        ("uniform-cost", unequal()),
        ("a-star", Costs::UNIT),
        ("a-star", unequal()),
    ] {
        let back = Direction::ALL.into_iter().fold(costs, |back, direction| {
            let cost = costs.direction_cost(direction.opposite());
            back.with(direction, cost.into()).expect("a cost")
        });
        let truth = Truth::new(3, 3, back);
        let mut goal = truth.goal.clone();
        goal.swap(0, 1);
        let about = ALGORITHMS
            .iter()
            .find(|about| about.key == algorithm)
            .expect("a key");
        for heuristic in heuristics_for(about, &goal)
            .into_iter()
            .filter(HeuristicExpr::is_consistent)
        {
            let survey = Survey {
                truth: &truth,
                goal: &goal,
                costs,
            };
            let heuristic = heuristic.make(&goal, costs).expect("it fits");
            let with = SurveyWith(&survey, heuristic);
            search::dispatch(algorithm, &about.defaults(), with).expect("a key");
        }
    }
}
