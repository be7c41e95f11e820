//! Every engine that supports 3×4 and 4×3, on boards whose distance is known from the whole space.

use super::{draw, solve};
use std::sync::Arc;
use tilescope_engines::{self as engines, ENGINES, whole_space};
use tilescope_puzzle::{Board, Costs, GoalPreset, MoveOrder, Nibbles, Puzzle, Size, SlidingTiles};
use tilescope_search::{Cost, Optimality};
use tilescope_testing::parallel_map;

const LONG_SIDE: usize = 4;
const SHORT_SIDE: usize = 3;
const N_BOARDS: usize = 500;

/// An anytime engine is stopped after this many expansions.
const MAX_EXPANDED: u64 = 20_000;

#[test]
fn random_boards_agree_with_the_whole_space() {
    check(SHORT_SIDE, LONG_SIDE, GoalPreset::BlankLast);
    check(LONG_SIDE, SHORT_SIDE, GoalPreset::Spiral);
}

fn check(rows: usize, columns: usize, preset: GoalPreset) {
    let goal = preset.board(Size::new(rows, columns).unwrap());
    let puzzles = draw(&goal, N_BOARDS, 34);
    let distances = distances(&goal, &puzzles);
    let mut n_engines = 0;
    for about in ENGINES {
        if engines::check(about.key, &puzzles[0], &about.defaults()).is_err() {
            continue;
        }
        n_engines += 1;
        let is_optimal = about.optimal != Optimality::Never;
        let limit = if is_optimal { u64::MAX } else { MAX_EXPANDED };
        let solved = parallel_map(&puzzles, |puzzle| solve(about.key, puzzle, limit));
        for ((puzzle, solved), &distance) in puzzles.iter().zip(solved).zip(&distances) {
            let length = solved.expect("a solution").length;
            assert!(
                if is_optimal {
                    length == distance
                } else {
                    length >= distance
                },
                "{}: {:?}: {length}, not {distance}",
                about.key,
                puzzle.start
            );
        }
    }
    assert!(n_engines >= 4, "there is an engine for {rows}×{columns}");
}

/// The distance of each puzzle from the goal, by a breadth-first search from the goal.
fn distances(goal: &Board, puzzles: &[Puzzle]) -> Vec<Cost> {
    let space = Arc::new(whole_space::search(goal, None, &mut ()).unwrap());
    let distances = space.distances_to(goal);
    let tiles = SlidingTiles::<Nibbles>::new(goal, Costs::UNIT, MoveOrder::default());
    let distance = |puzzle: &Puzzle| distances.distance(&tiles.state(&puzzle.start));
    puzzles.iter().map(distance).collect()
}
