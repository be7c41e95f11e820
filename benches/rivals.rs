//! The crate `pathfinding` against the algorithms here on the same boards: breadth-first search,
//! A* and IDA*, the informed ones with Manhattan distance.

use criterion::{Criterion, criterion_group, criterion_main};
use pathfinding::prelude::{astar, bfs, bfs_reach, idastar};
use std::hint::black_box;
use tilescope_benches::Problem;
use tilescope_puzzle::heuristics::{TileHeuristic, Zero};
use tilescope_puzzle::{Costs, Nibbles, SlidingTiles, State, WholeSpace};
use tilescope_search::best_first::AStar;
use tilescope_search::breadth_first::BreadthFirst;
use tilescope_search::ida_star::IdaStar;
use tilescope_search::{Algorithm, Cost, Heuristic, Outcome, Space};

// Both sides get the same packed states, the same moves and the same heuristic.

fn successors(problem: &Problem, state: &State<Nibbles>) -> Vec<(State<Nibbles>, Cost)> {
    let moves = problem.space.moves(state, None);
    let successor = |chosen| (problem.space.successor(state, chosen).state, 1);
    moves.map(successor).collect()
}

/// The length of the solution that `algorithm` finds.
fn search(
    problem: &Problem,
    algorithm: &impl Algorithm,
    h: &impl Heuristic<SlidingTiles<Nibbles>>,
) -> Cost {
    match algorithm.search(&problem.space, h, black_box(problem.start), &mut ()) {
        Outcome::Solved(solution) => solution.cost,
        outcome => unreachable!("it has a solution: {outcome:?}"),
    }
}

fn pathfinding_a_star(problem: &Problem) -> Cost {
    let found = astar(
        black_box(&problem.start),
        |state| successors(problem, state),
        |state| problem.heuristic.estimate(state),
        |state| problem.space.is_goal(state),
    );
    found.expect("it has a solution").1
}

fn pathfinding_ida_star(problem: &Problem) -> Cost {
    let found = idastar(
        black_box(&problem.start),
        |state| successors(problem, state),
        |state| problem.heuristic.estimate(state),
        |state| problem.space.is_goal(state),
    );
    found.expect("it has a solution").1
}

fn pathfinding_breadth_first(problem: &Problem) -> Cost {
    let found = bfs(
        black_box(&problem.start),
        |state| successors(problem, state).into_iter().map(|(next, _)| next),
        |state| problem.space.is_goal(state),
    );
    found.expect("it has a solution").len() as Cost - 1
}

fn breadth_first(criterion: &mut Criterion) {
    let problem = Problem::farthest();
    let goal = &problem.puzzle.goal;
    let zero = Zero::new(goal, Costs::UNIT).expect("it supports every board");
    // A late goal test, with which the documented times were measured.
    let tilescope = BreadthFirst::with(&BreadthFirst::ABOUT.defaults_of_first_version());
    assert_eq!(
        pathfinding_breadth_first(&problem),
        search(&problem, &tilescope, &zero)
    );
    let mut group = criterion.benchmark_group("breadth-first, an 8-puzzle of 31 moves");
    group.bench_function("pathfinding", |b| {
        b.iter(|| pathfinding_breadth_first(&problem))
    });
    group.bench_function("tilescope", |b| {
        b.iter(|| search(&problem, &tilescope, &zero))
    });
    group.finish();

    let mut group = criterion.benchmark_group("all boards of the 8-puzzle");
    let from = problem.space.state(goal);
    let reach = || {
        bfs_reach(from, |state| {
            successors(&problem, state).into_iter().map(|(s, _)| s)
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
    let tilescope = AStar::with(&AStar::ABOUT.defaults());
    for problem in [Problem::farthest(), Problem::korf(12)] {
        assert_eq!(
            pathfinding_a_star(&problem),
            search(&problem, &tilescope, &problem.heuristic)
        );
        let mut group = criterion.benchmark_group(format!("A*, {}", problem.puzzle.name));
        group.sample_size(10);
        group.bench_function("pathfinding", |b| b.iter(|| pathfinding_a_star(&problem)));
        group.bench_function("tilescope", |b| {
            b.iter(|| search(&problem, &tilescope, &problem.heuristic));
        });
        group.finish();
    }
}

fn ida_star(criterion: &mut Criterion) {
    let tilescope = IdaStar::with(&IdaStar::ABOUT.defaults());
    let problem = Problem::farthest();
    assert_eq!(
        pathfinding_ida_star(&problem),
        search(&problem, &tilescope, &problem.heuristic)
    );
    let mut group = criterion.benchmark_group("IDA*, an 8-puzzle of 31 moves");
    group.sample_size(10);
    group.bench_function("pathfinding", |b| b.iter(|| pathfinding_ida_star(&problem)));
    group.bench_function("tilescope", |b| {
        b.iter(|| search(&problem, &tilescope, &problem.heuristic));
    });
    group.finish();
}

criterion_group!(benches, breadth_first, a_star, ida_star);
criterion_main!(benches);
