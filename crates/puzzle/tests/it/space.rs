//! Sliding tiles as a state space: every packing moves and unpacks like its boards.

use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{
    Board, Bytes, Cells, Costs, Direction, FiveBits, GoalPreset, MoveOrder, Nibbles, Puzzle, Size,
    SizesDiffer, SlidingTiles, TileCosts, scramble,
};
use tilescope_search::{Action, Space};

/// Walks at random, and checks each state against a board that makes the same moves.
fn check<C: Cells>(goal: &Board, costs: Costs, order: MoveOrder, rng: &mut fastrand::Rng) {
    let space = SlidingTiles::<C>::new(goal, costs, order);
    let mut board = scramble::solvable(goal, rng);
    let mut state = space.state(&board);
    for _ in 0..60 {
        assert_eq!(space.board(&state), board);
        assert_eq!(space.unpack(space.key(&state)), state);
        assert_eq!(space.is_goal(&state), board == *goal);
        let directions: Vec<Direction> = space.actions(&state).map(Direction::from).collect();
        let mut applicable = order.directions().to_vec();
        applicable.retain(|&direction| board.clone().slide(direction));
        assert_eq!(directions, applicable);
        for &direction in &directions {
            let action = Action::from(direction);
            let after = board.size().neighbour(board.blank(), direction).unwrap();
            let paid = costs.move_cost(direction, board.tiles()[after], board.size());
            let paid = paid.min(Costs::MAX_MOVE_COST);
            assert_eq!(space.cost(&state, action), paid);
            let back = space.inverse(action).unwrap();
            assert_eq!(Direction::from(back), direction.opposite());
            assert_eq!(space.apply(&space.apply(&state, action), back), state);
        }
        applicable = order.directions().to_vec();
        applicable.retain(|direction| board.clone().slide(direction.opposite()));
        let actions_to: Vec<Action> = space.actions_to(&state).collect();
        assert!(
            applicable
                .into_iter()
                .map(Action::from)
                .eq(actions_to.iter().copied())
        );
        for action in actions_to {
            let before = space.predecessor(&state, action);
            assert!(
                space
                    .actions(&before)
                    .any(|applicable| applicable == action)
            );
            assert_eq!(space.apply(&before, action), state);
            let tile = space.board(&before).tiles()[board.blank()];
            let way_back = Direction::from(action).opposite();
            let back = costs.reversed().move_cost(way_back, tile, board.size());
            assert_eq!(space.cost(&before, action), back.min(Costs::MAX_MOVE_COST));
        }
        let direction = directions[rng.usize(..directions.len())];
        state = space.apply(&state, direction.into());
        assert!(board.slide(direction));
    }
    assert!(space.is_goal(&space.state(goal)));
    assert_eq!(space.goal(), space.state(goal));
    let least = costs.min_move_cost(goal.size());
    assert_eq!(space.least_cost(), least.min(Costs::MAX_MOVE_COST));
}

#[test]
fn every_packing_moves_like_its_boards() {
    let mut rng = fastrand::Rng::with_seed(3);
    let costs: Costs = "U=2,D=3,L=5,R=7".parse().unwrap();
    for size in Size::all() {
        for goal in GoalPreset::ALL.map(|preset| preset.board(size)) {
            let order = MoveOrder::all()[rng.usize(..24)];
            let costs = costs.with_tiles(TileCosts::ALL[rng.usize(..3)]);
            check::<Bytes>(&goal, costs, order, &mut rng);
            if size.n_cells() <= FiveBits::MAX_CELLS {
                check::<FiveBits>(&goal, costs, order, &mut rng);
            }
            if size.n_cells() <= Nibbles::MAX_CELLS {
                check::<Nibbles>(&goal, costs, order, &mut rng);
            }
        }
    }
}

#[test]
fn presets_are_the_usual_goals() {
    let check = |preset: GoalPreset, (rows, columns), expected: &str| {
        let size = Size::new(rows, columns).unwrap();
        assert_eq!(board_line(&preset.board(size)), expected);
    };
    check(GoalPreset::BlankLast, (3, 3), "1 2 3 / 4 5 6 / 7 8 _");
    check(GoalPreset::BlankFirst, (3, 3), "_ 1 2 / 3 4 5 / 6 7 8");
    check(GoalPreset::Spiral, (3, 3), "1 2 3 / 8 _ 4 / 7 6 5");
    check(GoalPreset::Spiral, (2, 4), "1 2 3 4 / _ 7 6 5");
    check(
        GoalPreset::Spiral,
        (4, 3),
        "1 2 3 / 10 11 4 / 9 _ 5 / 8 7 6",
    );
    check(GoalPreset::Spiral, (2, 2), "1 2 / _ 3");
}

#[test]
fn a_board_slides_the_blank_and_stops_at_the_edge() {
    let mut board = GoalPreset::BlankLast.board(Size::new(2, 3).unwrap());
    for (direction, moves, expected) in [
        (Direction::Down, false, "1 2 3 / 4 5 _"),
        (Direction::Right, false, "1 2 3 / 4 5 _"),
        (Direction::Left, true, "1 2 3 / 4 _ 5"),
        (Direction::Up, true, "1 _ 3 / 4 2 5"),
        (Direction::Up, false, "1 _ 3 / 4 2 5"),
        (Direction::Left, true, "_ 1 3 / 4 2 5"),
        (Direction::Left, false, "_ 1 3 / 4 2 5"),
        (Direction::Down, true, "4 1 3 / _ 2 5"),
        (Direction::Right, true, "4 1 3 / 2 _ 5"),
    ] {
        assert_eq!(board.slide(direction), moves);
        assert_eq!(board_line(&board), expected);
    }
    assert_eq!((board.blank(), board.cell_of(5)), (4, 5));
}

#[test]
fn sizes_range_from_2_to_10() {
    assert_eq!(Size::all().count(), 81);
    for (rows, columns) in [
        (1, 2),
        (2, 1),
        (11, 3),
        (3, 11),
        (0, 0),
        (usize::MAX, usize::MAX),
    ] {
        let error = Size::new(rows, columns).unwrap_err().to_string();
        let expected = format!("a board has 2 to 10 rows and columns, not {rows}×{columns}");
        assert_eq!(error, expected);
    }
}

#[test]
fn a_puzzle_has_one_size() {
    let [two, three] = [2, 3].map(|n| GoalPreset::Spiral.board(Size::new(n, n).unwrap()));
    let error = Puzzle::new("", two.clone(), three.clone()).unwrap_err();
    assert_eq!(
        error,
        SizesDiffer {
            start: two.size(),
            goal: three.size()
        }
    );
    assert_eq!(
        error.to_string(),
        "the start is a 2×2 board, but the goal is a 3×3 board"
    );
    for size in Size::all() {
        let puzzle = Puzzle::default_for(size);
        assert_eq!(puzzle, Puzzle::default_for(size));
        assert_eq!((puzzle.start.size(), puzzle.goal.size()), (size, size));
        assert!(puzzle.solvability().is_solvable());
        assert_ne!(puzzle.start, puzzle.goal);
    }
}
