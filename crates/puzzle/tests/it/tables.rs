//! Heuristics with tables, compared with exhaustive solutions of the relaxed puzzles.

use std::collections::{HashMap, VecDeque};
use tilescope_puzzle::heuristics::{PartitionError, PatternDatabases, value};
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{
    Board, Bytes, Costs, Direction, GoalPreset, HeuristicError, MoveOrder, Size, SlidingTiles,
    Solvability, TileCosts, scramble,
};
use tilescope_search::{Cost, Heuristic};

const COSTS: [&str; 3] = ["U=1,D=1,L=1,R=1", "U=2,D=1,L=1,R=1", "U=7,D=2,L=3,R=1"];

/// Costs of the directions and of the tiles.
fn all_costs() -> impl Iterator<Item = Costs> {
    let costs = [
        ("U=1,D=1,L=1,R=1", TileCosts::One),
        ("U=2,D=1,L=1,R=1", TileCosts::One),
        ("U=7,D=2,L=3,R=1", TileCosts::One),
        ("U=1,D=1,L=1,R=1", TileCosts::Inverse),
        ("U=7,D=2,L=3,R=1", TileCosts::Number),
    ];
    let of = |(text, tiles): (&str, _)| text.parse::<Costs>().unwrap().with_tiles(tiles);
    costs.into_iter().map(of)
}

fn size(rows: usize, columns: usize) -> Size {
    Size::new(rows, columns).unwrap()
}

fn goals(size: Size) -> [Board; 3] {
    GoalPreset::ALL.map(|preset| preset.board(size))
}

/// All boards of the goal's size.
fn boards(goal: &Board) -> Vec<Board> {
    let mut boards = vec![goal.clone()];
    for cell in 0..goal.size().n_cells() {
        for i in 0..boards.len() {
            for other in cell + 1..goal.size().n_cells() {
                let mut board = boards[i].clone();
                board.swap(cell, other);
                boards.push(board);
            }
        }
    }
    boards
}

/// The least cost from every board to one of `ends`, where `before` gives the boards from
/// which one move, and at what cost, leads to a board. By relaxation until nothing changes.
fn least_costs(
    ends: Vec<Board>,
    before: impl Fn(&Board) -> Vec<(Board, Cost)>,
) -> HashMap<Board, Cost> {
    let mut least: HashMap<Board, Cost> = ends.iter().map(|end| (end.clone(), 0)).collect();
    let mut queue = VecDeque::from(ends);
    while let Some(board) = queue.pop_front() {
        for (earlier, cost) in before(&board) {
            let cost = cost + least[&board];
            if least.get(&earlier).is_none_or(|&known| cost < known) {
                least.insert(earlier.clone(), cost);
                queue.push_back(earlier);
            }
        }
    }
    least
}

/// The cost of walking everything into its line, where `line` is that of a cell, and the
/// blank goes to the line before by `back` and to the line behind by `forth`.
fn walks(
    goal: &Board,
    line: impl Fn(usize) -> usize + Copy,
    [back, forth]: [Cost; 2],
) -> HashMap<Board, Cost> {
    let cells = || 0..goal.size().n_cells();
    let is_end =
        |board: &Board| cells().all(|cell| line(cell) == line(goal.cell_of(board.tiles()[cell])));
    let ends = boards(goal).into_iter().filter(is_end).collect();
    least_costs(ends, |board| {
        let blank = board.blank();
        let beside = cells().filter(|&cell| line(cell).abs_diff(line(blank)) == 1);
        let swapped = beside.map(|cell| {
            let mut earlier = board.clone();
            earlier.swap(cell, blank);
            // The blank came from there.
            (
                earlier,
                if line(cell) < line(blank) {
                    forth
                } else {
                    back
                },
            )
        });
        swapped.collect()
    })
}

#[test]
fn walking_distance_is_the_exact_cost_of_the_relaxed_puzzles() {
    for size in [size(2, 3), size(3, 2)] {
        for goal in goals(size) {
            for costs in COSTS.map(|text| text.parse::<Costs>().unwrap()) {
                let of = |directions: [Direction; 2]| directions.map(|d| costs.direction_cost(d));
                let columns = size.columns();
                let vertical = of([Direction::Up, Direction::Down]);
                let vertical = walks(&goal, |cell| cell / columns, vertical);
                let horizontal = of([Direction::Left, Direction::Right]);
                let horizontal = walks(&goal, |cell| cell % columns, horizontal);
                assert_eq!((vertical.len(), horizontal.len()), (720, 720));
                for (board, cost) in vertical {
                    let found = value("walking-distance", &board, &goal, costs);
                    assert_eq!(found, Ok(cost + horizontal[&board]), "{board:?}");
                }
            }
        }
    }
}

#[test]
fn walking_distance_is_never_less_than_manhattan_distance() {
    let mut rng = fastrand::Rng::with_seed(23);
    let mut n_more = 0;
    for size in [size(2, 6), size(3, 5), size(4, 4)] {
        for goal in goals(size) {
            for costs in COSTS.map(|text| text.parse().unwrap()) {
                let board = scramble::solvable(&goal, &mut rng);
                let of = |key| value(key, &board, &goal, costs).unwrap();
                assert!(of("walking-distance") >= of("manhattan"), "{board:?}");
                n_more += usize::from(of("walking-distance") > of("manhattan"));
            }
        }
    }
    assert!(n_more > 20, "it is a better estimate");
}

/// The sum over `patterns` for every solvable board, with each pattern's costs computed
/// separately.
fn by_patterns(goal: &Board, costs: Costs, patterns: &[Vec<u8>]) -> HashMap<Board, Cost> {
    let mut all = boards(goal);
    all.retain(|board| Solvability::new(board, goal).is_solvable());
    let mut sums: HashMap<Board, Cost> = all.iter().map(|board| (board.clone(), 0)).collect();
    for pattern in patterns {
        let is_counted = |tile: u8| pattern.contains(&tile);
        // Where the pattern's tiles are; the others look alike.
        let cells = |board: &Board| -> Vec<usize> {
            pattern.iter().map(|&tile| board.cell_of(tile)).collect()
        };
        let is_end = |board: &&Board| cells(board) == cells(goal) && board.blank() == goal.blank();
        let ends = all.iter().filter(is_end).cloned().collect();
        let costs = least_costs(ends, |board| {
            let before = Direction::ALL.into_iter().filter_map(|back| {
                let mut earlier = board.clone();
                earlier.slide(back).then(|| {
                    let tile = board.tiles()[earlier.blank()];
                    let cost = costs.move_cost(back.opposite(), tile, goal.size());
                    (earlier, if is_counted(tile) { cost } else { 0 })
                })
            });
            before.collect()
        });
        let mut least = HashMap::new();
        for (board, cost) in costs {
            let known = least.entry(cells(&board)).or_insert(cost);
            *known = cost.min(*known);
        }
        for (board, sum) in &mut sums {
            *sum += least[&cells(board)];
        }
    }
    sums
}

#[test]
fn pattern_databases_sum_the_costs_of_patterns() {
    let partitions: [&[&[u8]]; 5] = [
        &[&[1], &[2], &[3], &[4], &[5]],
        &[&[1, 2], &[3, 4, 5]],
        &[&[5, 3, 1], &[4], &[2]],
        &[&[2, 3, 4, 1], &[5]],
        &[&[], &[1, 5], &[2, 4, 3]],
    ];
    for size in [size(2, 3), size(3, 2)] {
        for goal in goals(size) {
            for costs in all_costs() {
                let space = SlidingTiles::<Bytes>::new(&goal, costs, MoveOrder::default());
                for partition in partitions {
                    let patterns: Vec<Vec<u8>> = partition.iter().map(|p| p.to_vec()).collect();
                    let databases =
                        PatternDatabases::new(&goal, costs, &patterns.clone().into()).unwrap();
                    for (board, sum) in by_patterns(&goal, costs, &patterns) {
                        let found = databases.estimate(&space.state(&board));
                        assert_eq!(found, sum, "{patterns:?} {board:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn single_tile_patterns_sum_to_manhattan_distance() {
    let mut rng = fastrand::Rng::with_seed(29);
    for size in [size(3, 3), size(5, 5), size(10, 10)] {
        for goal in goals(size) {
            let singles: Vec<Vec<u8>> = (1..size.n_cells() as u8).map(|tile| vec![tile]).collect();
            let databases = PatternDatabases::new(&goal, Costs::UNIT, &singles.into()).unwrap();
            let space = SlidingTiles::<Bytes>::new(&goal, Costs::UNIT, MoveOrder::default());
            let board = scramble::solvable(&goal, &mut rng);
            let manhattan = value("manhattan", &board, &goal, Costs::UNIT).unwrap();
            assert_eq!(databases.estimate(&space.state(&board)), manhattan);
        }
    }
}

#[test]
fn invalid_partitions_are_refused() {
    let goal = GoalPreset::BlankLast.board(size(3, 3));
    let check = |costs: &str, patterns: &[&[u8]], expected: PartitionError| {
        let patterns: Vec<Vec<u8>> = patterns.iter().map(|p| p.to_vec()).collect();
        let found = PatternDatabases::new(&goal, costs.parse().unwrap(), &patterns.clone().into());
        assert_eq!(found.err(), Some(expected), "{patterns:?}");
    };
    for costs in COSTS {
        check(
            costs,
            &[&[1, 2, 3, 4], &[5, 6, 7]],
            PartitionError::Missing(8),
        );
        check(
            costs,
            &[&[1, 2, 3], &[4, 5, 3, 6], &[7, 8]],
            PartitionError::Repeated(3),
        );
        check(
            costs,
            &[&[1, 2, 3, 4], &[5, 6, 7, 8, 9]],
            PartitionError::NoSuchTile(9),
        );
        check(
            costs,
            &[&[0, 1, 2, 3, 4], &[5, 6, 7, 8]],
            PartitionError::NoSuchTile(0),
        );
        check(costs, &[], PartitionError::Missing(1));
    }
    let (n_tiles, size) = (6, goal.size());
    check(
        "U=2",
        &[&[1, 2, 3, 4, 5, 6], &[7, 8]],
        PartitionError::TooLarge { n_tiles, size },
    );
    let goal = GoalPreset::BlankLast.board(Size::new(5, 5).unwrap());
    let patterns: Vec<Vec<u8>> = [1..9, 9..17, 17..25].map(|tiles| tiles.collect()).to_vec();
    let found = PatternDatabases::new(&goal, Costs::UNIT, &patterns.into());
    let (n_tiles, size) = (8, goal.size());
    assert_eq!(
        found.err(),
        Some(PartitionError::TooLarge { n_tiles, size })
    );
}

#[test]
fn unsupported_boards_are_refused_in_a_sentence() {
    let check = |key: &str, (rows, columns): (usize, usize), expected: &str| {
        let goal = GoalPreset::BlankLast.board(size(rows, columns));
        match value(key, &goal, &goal, Costs::UNIT) {
            Err(HeuristicError::Unsupported(misfit)) => assert_eq!(misfit.to_string(), expected),
            other => panic!("{key} on {rows}×{columns}: {other:?}"),
        }
    };
    check(
        "pdb-4-4",
        (4, 4),
        "the heuristic Pattern databases 4-4 does not fit this 4×4 puzzle: it needs a board with \
         8 tiles",
    );
    check(
        "walking-distance",
        (5, 5),
        "the heuristic Walking distance does not fit this 5×5 puzzle: its tables would be too \
         large; it needs 2×2 to 2×6, 3×3 to 3×5, or 4×4 cells",
    );
    for other in [(4, 5), (2, 7), (3, 6), (10, 10)] {
        let goal = GoalPreset::BlankLast.board(size(other.0, other.1));
        let found = value("walking-distance", &goal, &goal, Costs::UNIT);
        assert!(
            matches!(found, Err(HeuristicError::Unsupported(_))),
            "{other:?}"
        );
    }
}

/// The two boards of the 8-puzzle that take 31 moves (Reinefeld 1993).
#[test]
fn pdb_4_4_is_well_informed() {
    let goal = parse_board("1 2 3 / 4 5 6 / 7 8 _").unwrap();
    for (board, least) in [("8 6 7 / 2 5 4 / 3 _ 1", 31), ("6 4 7 / 8 5 _ / 3 2 1", 31)] {
        let board = parse_board(board).unwrap();
        let of = |key| value(key, &board, &goal, Costs::UNIT).unwrap();
        assert!((of("linear-conflict")..=least).contains(&of("pdb-4-4")));
    }
}
