//! Boards, moves, costs and orders as text: printed text can be parsed, and errors are one short
//! line with the position.

use proptest::prelude::*;
use tilescope_puzzle::notation::{board_line, moves, parse_board, parse_moves};
use tilescope_puzzle::{Board, Costs, Direction, MoveOrder, Size};

fn a_board() -> impl Strategy<Value = Board> {
    (2..=10_usize, 2..=10_usize).prop_flat_map(|(rows, columns)| {
        let size = Size::new(rows, columns).unwrap();
        let tiles: Vec<u64> = (0..size.n_cells() as u64).collect();
        Just(tiles)
            .prop_shuffle()
            .prop_map(move |tiles| Board::new(size, &tiles).unwrap())
    })
}

fn some_costs() -> impl Strategy<Value = Costs> {
    [1..=1000_u64, 1..=1000, 1..=1000, 1..=1000].prop_map(|costs| {
        (Direction::ALL.into_iter().zip(costs)).fold(Costs::UNIT, |all, (direction, cost)| {
            all.with(direction, cost).unwrap()
        })
    })
}

proptest! {
    #[test]
    fn a_board_is_read_as_it_is_written(board in a_board()) {
        let line = board_line(&board);
        prop_assert_eq!(parse_board(&line).unwrap(), board.clone());
        for (mark, row_end) in [("0", "\n"), ("x", ";"), ("X", "\r\n"), (".", "/")] {
            let text = line.replace('_', mark).replace(" / ", row_end).replace(' ', ", ");
            prop_assert_eq!(parse_board(&text).unwrap(), board.clone());
        }
    }

    #[test]
    fn moves_are_read_as_they_are_written(numbers in prop::collection::vec(0..4_usize, 0..200)) {
        let way: Vec<Direction> = numbers.into_iter().map(|n| Direction::ALL[n]).collect();
        let text = moves(way.iter().copied());
        prop_assert_eq!(parse_moves(&text).unwrap(), way.clone());
        prop_assert_eq!(parse_moves(&text.to_lowercase()).unwrap(), way);
    }

    #[test]
    fn costs_are_read_as_they_are_written(costs in some_costs()) {
        prop_assert_eq!(costs.to_string().parse::<Costs>().unwrap(), costs);
    }

    #[test]
    fn any_text_is_read_or_refused_in_one_short_line(text in any::<String>()) {
        let refusals = [
            parse_board(&text).err().map(|error| error.to_string()),
            parse_moves(&text).err().map(|error| error.to_string()),
            text.parse::<Costs>().err().map(|error| error.to_string()),
            text.parse::<MoveOrder>().err().map(|error| error.to_string()),
        ];
        for refusal in refusals.into_iter().flatten() {
            is_short(&refusal);
        }
    }

    #[test]
    fn nearly_a_board_is_read_or_refused(text in "[0-9_xX., /;\n-]{0,300}") {
        match parse_board(&text) {
            Ok(board) => prop_assert_eq!(parse_board(&board_line(&board)).unwrap(), board),
            Err(error) => is_short(&error.to_string()),
        }
    }
}

fn is_short(message: &str) {
    assert!(message.chars().count() <= 140, "{message}");
    assert!(!message.chars().any(char::is_control), "{message:?}");
}

#[test]
fn boards_are_read_in_many_notations() {
    let check = |text: &str, expected: &str| {
        assert_eq!(
            board_line(&parse_board(text).unwrap()),
            expected,
            "{text:?}"
        );
    };
    let eight = "2 8 3 / 1 6 4 / 7 _ 5";
    check("2 8 3 / 1 6 4 / 7 _ 5", eight);
    check("2,8,3;1,6,4;7,x,5", eight);
    check("\n  2 8 3\r\n\r\n  1 6 4\r\n  7 0 5\r\n", eight);
    check("/2 8 3/1 6 4/7 . 5/", eight);
    check("2 8 3 1 6 4 7 X 5", eight);
    check("1,_,6,2,3,5,4,7,8", "1 _ 6 / 2 3 5 / 4 7 8");
    check("3 1 / 2 0 / 4 5", "3 1 / 2 _ / 4 5");
    check("1 2 3 0", "1 2 / 3 _");
    let hundred: Vec<String> = (0..100).map(|tile| tile.to_string()).collect();
    assert_eq!(
        parse_board(&hundred.join(" ")).unwrap().size(),
        Size::new(10, 10).unwrap()
    );
}

#[test]
fn board_errors_give_the_position() {
    let check = |text: &str, expected: &str| {
        assert_eq!(
            parse_board(text).unwrap_err().to_string(),
            expected,
            "{text:?}"
        );
    };
    let empty = "there is no board here: write rows of tiles, such as 1 2 3 / 4 5 6 / 7 8 _";
    check("", empty);
    check(" / ;,\n\t", empty);
    let no_tile = "is neither a tile's number nor a blank (0, _, x, . or -)";
    check("1 2 / 3 y", &format!("row 2, entry 2: “y” {no_tile}"));
    check("1 2 / -3 0", &format!("row 2, entry 1: “-3” {no_tile}"));
    check("+1 2 / 3 0", &format!("row 1, entry 1: “+1” {no_tile}"));
    check("1.5 NaN / 3 0", &format!("row 1, entry 1: “1.5” {no_tile}"));
    check(
        "1 \u{7} / 3 0",
        &format!("row 1, entry 2: “\\u{{7}}” {no_tile}"),
    );
    let nines = "9".repeat(1000);
    check(
        &nines,
        &format!("row 1, entry 1: “{}…” {no_tile}", &nines[..40]),
    );
    check(
        "1 2 3 / 4 5 / 6 7 0",
        "row 2 has 2 entries, but row 1 has 3",
    );
    check(
        "1 2 / 3 4 / 5 6 7 0",
        "row 3 has 4 entries, but row 1 has 2",
    );
    check(
        "1 2 3 4 5 6 7 0",
        "8 entries in a single row are no square board: separate the rows by /, as in 1 2 3 / 4 5 _",
    );
    check("1 / 0", "a board has 2 to 10 rows and columns, not 2×1");
    check(
        "1 2 / 3 4 / 5 6 / 7 8 / 9 10 / 11 12 / 13 14 / 15 16 / 17 18 / 19 20 / 21 0",
        "a board has 2 to 10 rows and columns, not 11×2",
    );
    check(
        &"1 ".repeat(10_000_000),
        "row 1, entry 101: a board has at most 10×10 cells, but there are more",
    );
    check(
        "1 2 / 3 4",
        "row 2, column 2: 4 is not a tile of a 2×2 board (1 to 3, 0 for the blank)",
    );
    check(
        "1 2 / 2 0",
        "row 2, column 1: tile 2 is there twice (first in row 1, column 2), and tile 3 is missing",
    );
    check(
        "1 _ / 2 x",
        "row 2, column 2: the blank is there twice (first in row 1, column 2), and tile 3 is \
         missing",
    );
    check(
        "1 2 3 / 4 5 6 / 7 8 8",
        "row 3, column 3: tile 8 is there twice (first in row 3, column 2), and the blank is \
         missing",
    );
}

#[test]
fn move_errors_name_the_move() {
    use Direction::{Down, Left, Right, Up};
    assert_eq!(parse_moves(" u, R\nD l ").unwrap(), [Up, Right, Down, Left]);
    assert_eq!(parse_moves("").unwrap(), []);
    assert_eq!(
        parse_moves("UR DX").unwrap_err().to_string(),
        "move 4: “X” is not one of U, L, R and D, the moves of the blank",
    );
}

#[test]
fn partial_costs_are_read_and_invalid_ones_refused() {
    let costs: Costs = " u = 2 , L=7".parse().unwrap();
    assert_eq!(costs.to_string(), "U=2,D=1,L=7,R=1");
    let check = |text: &str, expected: &str| {
        assert_eq!(
            text.parse::<Costs>().unwrap_err().to_string(),
            expected,
            "{text:?}"
        );
    };
    let syntax = "costs are written as U=2,D=1,L=1,R=1, not";
    check("", &format!("{syntax} “”"));
    check("2", &format!("{syntax} “2”"));
    check("U=1,,D=2", &format!("{syntax} “U=1,,D=2”"));
    check("UP=2", &format!("{syntax} “UP=2”"));
    check("U=1,D=2,U=1", "the cost of Up is given twice");
    let nines = "9".repeat(1000);
    let range = "is a whole number from 1 to 1000, not";
    check("U=0", &format!("the cost of Up {range} 0"));
    check("L=1001", &format!("the cost of Left {range} 1001"));
    check("D=-1", &format!("the cost of Down {range} -1"));
    check("R=1.5", &format!("the cost of Right {range} 1.5"));
    check(
        &format!("R={nines}"),
        &format!("the cost of Right {range} {}…", &nines[..40]),
    );
}

#[test]
fn an_order_names_each_move_once() {
    assert_eq!(MoveOrder::all().len(), 24);
    for order in MoveOrder::all() {
        assert_eq!(order.to_string().parse::<MoveOrder>().unwrap(), order);
    }
    assert_eq!(MoveOrder::default().to_string(), "ULRD");
    for text in ["", "ULR", "ULRR", "ULRDU", "ULRX"] {
        assert_eq!(
            text.parse::<MoveOrder>().unwrap_err().to_string(),
            format!("an action order names each of U, L, R and D once, such as ULRD, not “{text}”"),
        );
    }
}
