//! The same boards by the crate `pathfinding` and by the algorithms here: breadth-first search,
//! A* and IDA*, each with Manhattan distance where it takes an estimate.

mod problems;

use criterion::{Criterion, criterion_group, criterion_main};
use pathfinding::prelude::{astar, bfs, bfs_reach, idastar};
use problems::Problem;
use std::hint::black_box;
use tilescope::puzzle::heuristics::{TileHeuristic, Zero};
use tilescope::puzzle::{Costs, Nibbles, SlidingTiles, State, WholeSpace};
use tilescope::search::best_first::AStar;
use tilescope::search::breadth_first::BreadthFirst;
use tilescope::search::ida_star::IdaStar;
use tilescope::search::{Algorithm, Cost, Heuristic, Outcome, Space};

/// What both sides are told: the same packed states, the same moves, the same estimate.
impl Problem {
    fn successors(&self, state: &State<Nibbles>) -> Vec<(State<Nibbles>, Cost)> {
        let actions = self.space.actions(state);
        let successor = |action| (self.space.apply(state, action), 1);
        actions.map(successor).collect()
    }

    /// The length of the solution that `algorithm` finds.
    fn search(
        &self,
        algorithm: &impl Algorithm,
        h: &impl Heuristic<SlidingTiles<Nibbles>>,
    ) -> Cost {
        match algorithm.search(&self.space, h, black_box(self.start), &mut ()) {
            Outcome::Solved(solution) => solution.cost,
            ending => unreachable!("it has a solution: {ending:?}"),
        }
    }

    fn rival_a_star(&self) -> Cost {
        let found = astar(
            black_box(&self.start),
            |state| self.successors(state),
            |state| self.heuristic.of(state),
            |state| self.space.is_goal(state),
        );
        found.expect("it has a solution").1
    }

    fn rival_ida_star(&self) -> Cost {
        let found = idastar(
            black_box(&self.start),
            |state| self.successors(state),
            |state| self.heuristic.of(state),
            |state| self.space.is_goal(state),
        );
        found.expect("it has a solution").1
    }

    fn rival_breadth_first(&self) -> Cost {
        let found = bfs(
            black_box(&self.start),
            |state| self.successors(state).into_iter().map(|(next, _)| next),
            |state| self.space.is_goal(state),
        );
        found.expect("it has a solution").len() as Cost - 1
    }
}

fn breadth_first(criterion: &mut Criterion) {
    let problem = Problem::farthest();
    let goal = &problem.puzzle.goal;
    let zero = Zero::new(goal, Costs::UNIT).expect("it fits every board");
    let here = BreadthFirst::with(&BreadthFirst::ABOUT.defaults());
    assert_eq!(problem.rival_breadth_first(), problem.search(&here, &zero));
    let mut group = criterion.benchmark_group("breadth-first, an 8-puzzle of 31 moves");
    group.bench_function("pathfinding", |b| b.iter(|| problem.rival_breadth_first()));
    group.bench_function("tilescope", |b| b.iter(|| problem.search(&here, &zero)));
    group.finish();

    let mut group = criterion.benchmark_group("all boards of the 8-puzzle");
    let from = problem.space.state(goal);
    let reach = || {
        bfs_reach(from, |state| {
            problem.successors(state).into_iter().map(|(s, _)| s)
        })
    };
    assert_eq!(reach().count(), 181_440);
    group.bench_function("pathfinding", |b| b.iter(|| reach().count()));
    group.bench_function("tilescope", |b| {
        b.iter(|| WholeSpace::search(black_box(goal), &mut ()).map(|space| space.n_states()));
    });
    group.finish();
}

fn a_star(criterion: &mut Criterion) {
    let here = AStar::with(&AStar::ABOUT.defaults());
    for problem in [Problem::farthest(), Problem::korf(12)] {
        assert_eq!(
            problem.rival_a_star(),
            problem.search(&here, &problem.heuristic)
        );
        let mut group = criterion.benchmark_group(format!("A*, {}", problem.puzzle.name));
        group.sample_size(10);
        group.bench_function("pathfinding", |b| b.iter(|| problem.rival_a_star()));
        group.bench_function("tilescope", |b| {
            b.iter(|| problem.search(&here, &problem.heuristic));
        });
        group.finish();
    }
}

fn ida_star(criterion: &mut Criterion) {
    let here = IdaStar::with(&IdaStar::ABOUT.defaults());
    let problem = Problem::farthest();
    assert_eq!(
        problem.rival_ida_star(),
        problem.search(&here, &problem.heuristic)
    );
    let mut group = criterion.benchmark_group("IDA*, an 8-puzzle of 31 moves");
    group.sample_size(10);
    group.bench_function("pathfinding", |b| b.iter(|| problem.rival_ida_star()));
    group.bench_function("tilescope", |b| {
        b.iter(|| problem.search(&here, &problem.heuristic));
    });
    group.finish();
}

criterion_group!(benches, breadth_first, a_star, ida_star);
criterion_main!(benches);
