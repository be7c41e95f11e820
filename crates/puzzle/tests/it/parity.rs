//! Solvability by parity, compared with the set of boards that are actually reachable.

use std::collections::HashSet;
use tilescope_puzzle::{Board, Direction, GoalPreset, Size, Solvability, scramble, solvability};

fn size(rows: usize, columns: usize) -> Size {
    Size::new(rows, columns).unwrap()
}

/// Every board of this size.
fn boards(size: Size) -> Vec<Board> {
    let mut all = vec![vec![]];
    for _ in 0..size.n_cells() {
        all = (all.iter())
            .flat_map(|tiles: &Vec<u64>| {
                (0..size.n_cells() as u64)
                    .filter(|tile| !tiles.contains(tile))
                    .map(|tile| [tiles.as_slice(), &[tile]].concat())
            })
            .collect();
    }
    all.iter()
        .map(|tiles| Board::new(size, tiles).unwrap())
        .collect()
}

/// Every board reachable from `goal`.
fn reachable(goal: &Board) -> HashSet<Board> {
    let mut reached = HashSet::from([goal.clone()]);
    let mut frontier = vec![goal.clone()];
    while let Some(board) = frontier.pop() {
        for direction in Direction::ALL {
            let mut child = board.clone();
            if child.slide(direction) && reached.insert(child.clone()) {
                frontier.push(child);
            }
        }
    }
    reached
}

#[test]
fn parity_decides_solvability_on_small_boards() {
    for size in [size(2, 2), size(2, 3), size(3, 2)] {
        let boards = boards(size);
        // Every goal on 2×2; elsewhere one with the blank in each cell, and some more.
        let n_goals = if size.n_cells() == 4 {
            boards.len()
        } else {
            24
        };
        for goal in boards.iter().step_by(boards.len() / n_goals) {
            let reachable = reachable(goal);
            assert_eq!(reachable.len() * 2, boards.len());
            for start in &boards {
                let verdict = Solvability::new(start, goal);
                assert_eq!(
                    verdict.is_solvable(),
                    reachable.contains(start),
                    "{start:?} {goal:?}"
                );
                let mut repaired = start.clone();
                let (a, b) = solvability::repairing_swap(start, goal);
                repaired.swap(a, b);
                assert_ne!(
                    Solvability::new(&repaired, goal).is_solvable(),
                    verdict.is_solvable()
                );
            }
        }
    }
}

#[test]
fn walks_keep_solvability_and_swaps_break_it() {
    let mut rng = fastrand::Rng::with_seed(7);
    for size in Size::all() {
        for preset in GoalPreset::ALL {
            let goal = scramble::solvable(&preset.board(size), &mut rng);
            let (mut board, walk) = scramble::random_walk(&goal, 101, &mut rng);
            assert_eq!(walk.len(), 101);
            assert!(walk.windows(2).all(|pair| pair[0] != pair[1].opposite()));
            assert!(
                Solvability::new(&board, &goal).is_solvable(),
                "{board:?} {goal:?}"
            );
            let (a, b) = solvability::repairing_swap(&board, &goal);
            board.swap(a, b);
            assert!(
                !Solvability::new(&board, &goal).is_solvable(),
                "{board:?} {goal:?}"
            );
            board.swap(a, b);
            for direction in walk.into_iter().rev() {
                assert!(board.slide(direction.opposite()));
            }
            assert_eq!(board, goal);
        }
    }
}

#[test]
fn the_reason_says_which_parity_differs() {
    let goal = GoalPreset::BlankLast.board(size(4, 4));
    let mut start = goal.clone();
    let reason = |start: &Board| Solvability::new(start, &goal).reason();
    assert_eq!(
        reason(&start),
        "Start and goal differ by an even permutation, and the blank is an even number of moves \
         from its goal cell.",
    );
    start.swap(13, 14);
    assert_eq!(
        solvability::repairing_swap(&start, &goal),
        (14, 13),
        "the famous 14 and 15"
    );
    assert_eq!(
        reason(&start),
        "Start and goal differ by an odd permutation, but the blank is an even number of moves \
         from its goal cell. Each move flips both parities, so the goal can't be reached.",
    );
    start.swap(13, 14);
    start.slide(Direction::Up);
    assert_eq!(
        reason(&start),
        "Start and goal differ by an odd permutation, and the blank is an odd number of moves from \
         its goal cell.",
    );
}

/// Each solvable board is drawn about equally often: a chi-squared test with a fixed seed.
#[test]
fn a_scramble_is_solvable_and_uniform() {
    for (size, n_boards) in [(size(2, 2), 12), (size(2, 3), 360)] {
        let goal = GoalPreset::Spiral.board(size);
        let mut rng = fastrand::Rng::with_seed(2);
        let mut drawn = std::collections::HashMap::new();
        for _ in 0..100 * n_boards {
            let board = scramble::solvable(&goal, &mut rng);
            assert!(Solvability::new(&board, &goal).is_solvable());
            *drawn.entry(board).or_insert(0_u32) += 1;
        }
        assert_eq!(drawn.len(), n_boards);
        let chi_squared: f64 = drawn
            .values()
            .map(|&n| (f64::from(n) - 100.0).powi(2) / 100.0)
            .sum();
        let freedom = (n_boards - 1) as f64;
        assert!(
            (chi_squared - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(),
            "{chi_squared}"
        );
    }
}
