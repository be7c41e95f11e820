//! Heuristic values of single boards, counted by hand or by brute force.

use std::collections::{HashMap, VecDeque};
use tilescope_puzzle::heuristics::value;
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Board, Costs, GoalPreset, Size, scramble};
use tilescope_search::Cost;

fn size(rows: usize, columns: usize) -> Size {
    Size::new(rows, columns).unwrap()
}

#[test]
fn values_match_hand_counts() {
    let check = |key: &str, board: &str, goal: &str, costs: &str, expected: Cost| {
        let [board, goal] = [board, goal].map(|text| parse_board(text).unwrap());
        let found = value(key, &board, &goal, costs.parse().unwrap());
        assert_eq!(found, Ok(expected), "{key} {board:?}");
    };
    // Russell & Norvig, figure 3.28 (3rd edition): h1 = 8, h2 = 18.
    let (start, goal) = ("7 2 4 / 5 _ 6 / 8 3 1", "_ 1 2 / 3 4 5 / 6 7 8");
    check("zero", start, goal, "U=1", 0);
    check("misplaced", start, goal, "U=1", 8);
    check("manhattan", start, goal, "U=1", 18);
    // Korf (1985), instance 1.
    let korf = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3";
    let goal = "0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";
    check("manhattan", korf, goal, "U=1", 41);
    // Two tiles swapped in their row, and all three reversed: 2 and 4 more.
    let goal = "1 2 3 / 4 5 6 / 7 8 _";
    check(
        "linear-conflict",
        "2 1 3 / 4 5 6 / 7 8 _",
        goal,
        "U=1",
        2 + 2,
    );
    check(
        "linear-conflict",
        "3 2 1 / 4 5 6 / 7 8 _",
        goal,
        "U=1",
        4 + 4,
    );
    check(
        "linear-conflict",
        "7 2 3 / 4 5 6 / 1 8 _",
        goal,
        "U=1",
        4 + 4,
    );
    // One conflict in the first row, one in the last column; the blank is in neither.
    check(
        "linear-conflict",
        "_ 2 1 / 4 5 6 / 7 8 3",
        goal,
        "U=1",
        4 + 2 + 2,
    );
    check("linear-conflict", "1 2 3 / 4 5 6 / 7 _ 8", goal, "U=1", 1);
    // A tile that goes up is met by the blank on its way down.
    check(
        "manhattan",
        "1 2 3 / 4 5 _ / 7 8 6",
        goal,
        "U=9,D=5,L=3,R=2",
        5,
    );
    check(
        "manhattan",
        "1 2 3 / 4 5 6 / 7 _ 8",
        goal,
        "U=9,D=5,L=3,R=2",
        2,
    );
    check(
        "misplaced",
        "1 2 3 / 4 5 _ / 7 8 6",
        goal,
        "U=9,D=5,L=3,R=2",
        2,
    );
    check(
        "linear-conflict",
        "2 1 3 / 4 5 6 / 7 8 _",
        goal,
        "U=9,D=5,L=3,R=2",
        3 + 2 + 14,
    );
    check(
        "linear-conflict",
        "4 2 3 / 1 5 6 / 7 8 _",
        goal,
        "U=9,D=5,L=3,R=2",
        9 + 5 + 5,
    );
    // The same three boards, measured otherwise.
    let (start, goal) = ("7 2 4 / 5 _ 6 / 8 3 1", "_ 1 2 / 3 4 5 / 6 7 8");
    check("manhattan-with-blank", start, goal, "U=1", 18 + 2);
    check("row-column", start, goal, "U=1", 5 + 8);
    // 5 + 2√2 + 3√5 = 14.54, and no solution costs a fraction.
    check("euclidean", start, goal, "U=1", 15);
    let (near, far) = ("1 2 3 / 4 5 _ / 7 8 6", "1 2 3 / 4 5 6 / 7 8 _");
    check("manhattan-with-blank", near, far, "U=1", 2);
    check("manhattan-with-blank", near, far, "U=9,D=5,L=3,R=2", 5 + 5);
    check("row-column", near, far, "U=9,D=5,L=3,R=2", 5);
    check("euclidean", near, far, "U=9,D=5,L=3,R=2", 5);
    // A ring of two and a ring of three tiles, and the blank at home.
    let goal = "1 2 3 / 4 5 6 / 7 8 _";
    check("gaschnig", "2 1 3 / 5 6 4 / 7 8 _", goal, "U=1", 3 + 4);
    check("gaschnig", "2 1 3 / 4 5 6 / 7 _ 8", goal, "U=1", 3 + 1);
    check(
        "gaschnig",
        "1 2 3 / 4 5 6 / 7 _ 8",
        goal,
        "U=9,D=5,L=3,R=2",
        2,
    );
    // By rows 1 inversion, by columns 7: 2 before 5, 9, 13 and 1, and those before 1.
    let goal = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 _";
    let swapped = "2 1 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 _";
    check("inversion-distance", swapped, goal, "U=1", 1 + 3);
    check(
        "inversion-distance",
        swapped,
        goal,
        "U=5,D=7,L=3,R=2",
        5 + 6,
    );
    // Two inversions cannot be undone by one move that passes three tiles.
    let rotated = "2 3 1 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 _";
    let n_by_columns: u32 = 2 * 3 + 2 * 3 + 2;
    check(
        "inversion-distance",
        rotated,
        goal,
        "U=1",
        2 + n_by_columns.div_ceil(3) + 1,
    );
    // Nilsson's figure: 12 + 3 · 16; and Kantz's start: 5 + 3 (2 · 4 + 1).
    let goal = "1 2 3 / 8 _ 4 / 7 6 5";
    check("nilsson", "2 1 6 / 4 _ 8 / 7 5 3", goal, "U=1", 60);
    check("nilsson", "2 8 3 / 1 6 4 / 7 _ 5", goal, "U=1", 32);
    check("nilsson", goal, goal, "U=1", 0);
    // Other names for the tiles, and the ring turned by one: all in sequence, all one off.
    let goal = "7 1 2 / 3 _ 8 / 4 5 6";
    check("nilsson", "3 7 1 / 4 _ 2 / 5 6 8", goal, "U=1", 8);
}

/// The fewest tiles that must leave a line, by trying every set of them.
fn fewest_leaving(line: &[usize]) -> u32 {
    let stays_sorted = |set: &u32| {
        let kept: Vec<usize> = (0..line.len())
            .filter(|i| set >> i & 1 == 0)
            .map(|i| line[i])
            .collect();
        kept.is_sorted()
    };
    (0..1_u32 << line.len())
        .filter(stays_sorted)
        .map(u32::count_ones)
        .min()
        .unwrap()
}

#[test]
fn linear_conflict_removes_the_fewest_tiles() {
    let mut rng = fastrand::Rng::with_seed(17);
    for size in [size(3, 3), size(3, 5), size(6, 5)] {
        for goal in GoalPreset::ALL.map(|preset| preset.board(size)) {
            // Tiles are shuffled inside their rows, so that there is much to pass.
            let mut board = goal.clone();
            let columns = size.columns();
            for cell in 0..size.n_cells() {
                board.swap(cell, cell / columns * columns + rng.usize(..columns));
            }
            let home = |tile: u8| (goal.cell_of(tile) / columns, goal.cell_of(tile) % columns);
            let expected: u32 = (board.tiles().chunks(columns))
                .map(|row| {
                    let line: Vec<usize> = (row.iter())
                        .filter(|&&tile| tile != 0)
                        .map(|&tile| home(tile).1)
                        .collect();
                    2 * fewest_leaving(&line)
                })
                .sum();
            let of = |key| value(key, &board, &goal, Costs::UNIT).unwrap();
            assert_eq!(
                of("linear-conflict") - of("manhattan"),
                expected,
                "{board:?}"
            );
            assert!(expected > 0, "there is something to pass");
        }
    }
}

/// The least number of swaps of the blank with any tile from each board to `goal`.
fn swaps_to(goal: &Board) -> HashMap<Board, Cost> {
    let mut known = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([goal.clone()]);
    while let Some(board) = queue.pop_front() {
        for cell in 0..goal.size().n_cells() {
            let mut next = board.clone();
            next.swap(board.blank(), cell);
            if !known.contains_key(&next) {
                known.insert(next.clone(), known[&board] + 1);
                queue.push_back(next);
            }
        }
    }
    known
}

#[test]
fn gaschnig_is_the_exact_cost_of_sorting_by_swaps_with_the_blank() {
    for goal in GoalPreset::ALL.map(|preset| preset.board(size(2, 3))) {
        let swaps = swaps_to(&goal);
        assert_eq!(swaps.len(), 720);
        for (board, n_swaps) in swaps {
            let found = value("gaschnig", &board, &goal, Costs::UNIT);
            assert_eq!(found, Ok(n_swaps), "{board:?}");
        }
    }
}

#[test]
fn euclidean_is_the_sum_rounded_up() {
    let mut rng = fastrand::Rng::with_seed(19);
    for size in [size(3, 3), size(4, 5), size(10, 10)] {
        for goal in GoalPreset::ALL.map(|preset| preset.board(size)) {
            let board = scramble::solvable(&goal, &mut rng);
            let columns = size.columns();
            let distance = |tile: &u8| {
                let (from, to) = (board.cell_of(*tile), goal.cell_of(*tile));
                let rows = (from / columns).abs_diff(to / columns) as f64;
                rows.hypot((from % columns).abs_diff(to % columns) as f64)
            };
            let sum: f64 = board
                .tiles()
                .iter()
                .filter(|tile| **tile != 0)
                .map(distance)
                .sum();
            let found = value("euclidean", &board, &goal, Costs::UNIT).unwrap();
            assert!(
                (f64::from(found) - 1.0..=f64::from(found)).contains(&sum),
                "{sum} {found}"
            );
        }
    }
}
