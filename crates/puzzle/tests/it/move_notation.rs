//! Solutions as text: four notations, each read back, and tables.

use proptest::prelude::*;
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Direction, MoveNotation, TableFormat};

fn blank(text: &str) -> Vec<Direction> {
    MoveNotation::Blank.read(text).unwrap()
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(moves in prop::collection::vec(0_usize..4, 0..60), repeat in 1_usize..40) {
        let mut moves: Vec<Direction> = moves.into_iter().map(|at| Direction::ALL[at]).collect();
        moves.extend(std::iter::repeat_n(Direction::Left, repeat));
        for &notation in MoveNotation::ALL {
            let text = notation.write(&moves);
            prop_assert_eq!(notation.read(&text), Ok(moves.clone()));
            prop_assert_eq!(notation.read(&text.to_lowercase()), Ok(moves.clone()));
            prop_assert_eq!(MoveNotation::from_key(notation.key()), Some(notation));
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,40}") {
        for notation in MoveNotation::ALL {
            let _ = notation.read(&text);
        }
    }
}

#[test]
fn a_solution_in_each_notation() {
    let moves = blank("URDDL");
    for (notation, text) in [
        (MoveNotation::Blank, "URDDL"),
        (MoveNotation::BlankRuns, "URD2L"),
        (MoveNotation::Tile, "DLUUR"),
        (MoveNotation::TileRuns, "DLU2R"),
    ] {
        assert_eq!(notation.write(&moves), text);
        assert_eq!(notation.read(text), Ok(moves.clone()));
    }
    assert_eq!(blank("u r, d12"), blank(&format!("UR{}", "D".repeat(12))));
    assert_eq!(blank("U0"), []);
}

#[test]
fn what_is_no_solution_is_refused_with_its_column() {
    for (text, message) in [
        ("UX", "column 2: “X” is not one of U, L, R and D"),
        (
            "3U",
            "column 1: the number 3 follows no move: write it as in U3",
        ),
        (
            "U 3",
            "column 3: the number 3 follows no move: write it as in U3",
        ),
        ("U9999999", "column 2: more than 1000000 moves"),
        (
            "U99999999999999999999999",
            "column 2: more than 1000000 moves",
        ),
    ] {
        let error = MoveNotation::Blank.read(text).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn a_table_has_a_row_a_move() {
    let start = parse_board("1 2 3 / 4 5 6 / _ 7 8").unwrap();
    let table = |format: TableFormat, moves| format.write(&start, &blank(moves));
    assert_eq!(
        table(TableFormat::Markdown, "RR").unwrap(),
        "| move | blank | tile | board |\n\
         | ---: | --- | ---: | --- |\n\
         | 0 |  |  | 1 2 3 / 4 5 6 / _ 7 8 |\n\
         | 1 | R | 7 | 1 2 3 / 4 5 6 / 7 _ 8 |\n\
         | 2 | R | 8 | 1 2 3 / 4 5 6 / 7 8 _ |\n"
    );
    assert_eq!(
        table(TableFormat::Latex, "R").unwrap(),
        "\\begin{tabular}{rlrl}\n\
         move & blank & tile & board \\\\\n\
         \\hline\n\
         0 &  &  & 1 2 3 / 4 5 6 / \\_ 7 8 \\\\\n\
         1 & R & 7 & 1 2 3 / 4 5 6 / 7 \\_ 8 \\\\\n\
         \\end{tabular}\n"
    );
    assert_eq!(table(TableFormat::Markdown, "RD"), None);
}
