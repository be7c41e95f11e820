//! Costs of moves: directions times tiles, in integers that never overflow.

use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Costs, Direction, Puzzle, Size, TileCosts, heuristics};
use tilescope_search::Cost;

fn size(rows: usize, columns: usize) -> Size {
    Size::new(rows, columns).unwrap()
}

#[test]
fn a_move_costs_its_direction_times_its_tile() {
    let costs: Costs = "U=2,L=3".parse().unwrap();
    let check = |tiles: TileCosts, tile: u8, of_tile: Cost, unit: Cost| {
        let costs = costs.with_tiles(tiles);
        let size = size(3, 3);
        assert_eq!(
            (costs.tile_cost(tile, size), costs.unit(size)),
            (of_tile, unit)
        );
        for direction in Direction::ALL {
            let of_move = costs.move_cost(direction, tile, size);
            assert_eq!(of_move, costs.direction_cost(direction) * of_tile);
        }
    };
    check(TileCosts::One, 7, 1, 1);
    check(TileCosts::Number, 7, 7, 1);
    // 840 = 8 · 7 · 5 · 3.
    check(TileCosts::Inverse, 1, 840, 840);
    check(TileCosts::Inverse, 7, 120, 840);
    let least = |tiles| costs.with_tiles(tiles).min_move_cost(size(3, 3));
    assert_eq!(TileCosts::ALL.map(least), [1, 1, 105]);
    assert!(Costs::UNIT.are_uniform());
    assert!(!Costs::UNIT.with_tiles(TileCosts::Number).are_uniform());
    for tiles in TileCosts::ALL {
        assert_eq!(TileCosts::from_key(tiles.key()), Some(tiles));
        assert_eq!(costs.with_tiles(tiles).reversed().tiles(), tiles);
    }
}

/// Costs in range are accepted on every board, others are refused, and nothing overflows.
#[test]
fn costs_out_of_range_are_refused() {
    let dear: Costs = "U=1000,D=1000,L=1000,R=1000".parse().unwrap();
    for size in Size::all() {
        for (costs, fits) in [
            (Costs::UNIT, true),
            (dear, true),
            (dear.with_tiles(TileCosts::Number), true),
            (
                Costs::UNIT.with_tiles(TileCosts::Inverse),
                size.n_cells() <= 18,
            ),
            (dear.with_tiles(TileCosts::Inverse), size.n_cells() <= 11),
        ] {
            assert_eq!(costs.check(size).is_ok(), fits, "{costs:?} on {size}");
            let puzzle = Puzzle::default_for(size);
            let far = tilescope_puzzle::scramble::solvable(
                &puzzle.goal,
                &mut fastrand::Rng::with_seed(1),
            );
            for about in heuristics::HEURISTICS {
                // Large tables take time.
                let has_time = about.preparation == heuristics::Preparation::Immediate;
                if has_time || size.n_cells() <= 6 {
                    let value = heuristics::value(about.key, &far, &puzzle.goal, costs);
                    assert!(fits || value.is_err(), "{} on {size}", about.key);
                }
            }
        }
    }
}

#[test]
fn linear_conflict_removes_the_cheapest_tiles() {
    let goal = parse_board("1 2 3 / 4 5 6 / 7 8 _").unwrap();
    let value = |board: &str, tiles| {
        let board = parse_board(board).unwrap();
        let costs = Costs::UNIT.with_tiles(tiles);
        heuristics::value("linear-conflict", &board, &goal, costs).unwrap()
    };
    // One of 1 and 2 has to leave the row and come back.
    assert_eq!(value("2 1 3 / 4 5 6 / 7 8 _", TileCosts::Number), 3 + 2);
    assert_eq!(
        value("2 1 3 / 4 5 6 / 7 8 _", TileCosts::Inverse),
        840 + 420 + 2 * 420
    );
    // Either 3 alone, which costs as much as 1 and 2 together, or those two.
    assert_eq!(value("3 1 2 / 4 5 6 / 7 8 _", TileCosts::Number), 6 + 3 + 6);
    assert_eq!(
        value("3 1 2 / 4 5 6 / 7 8 _", TileCosts::Inverse),
        560 + 1260 + 560
    );
}

#[test]
fn other_costs_are_another_task_and_another_name_is_not() {
    let puzzle = Puzzle::default_for(size(3, 3));
    let renamed = Puzzle {
        name: "Another".to_owned(),
        notes: "Try it.".to_owned(),
        ..puzzle.clone()
    };
    assert!(puzzle.is_same_task(&renamed));
    let costs = "U=2".parse().unwrap();
    assert!(!puzzle.is_same_task(&Puzzle { costs, ..renamed }));
}
