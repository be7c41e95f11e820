//! A solution as a strip of boards, in SVG.

use tilescope_lab::strip::svg;
use tilescope_puzzle::Direction::{Down, Left, Right, Up};
use tilescope_puzzle::notation::parse_board;

#[test]
fn each_board_of_a_solution_is_in_the_strip() {
    let start = parse_board("1 2 3 / 4 5 6 / _ 7 8").unwrap();
    let strip = svg(&start, &[Right, Right]).unwrap();
    assert_eq!(strip.matches("<g ").count(), 3);
    // Eight tiles and a caption a board.
    assert_eq!(strip.matches("<text ").count(), 27);
    for caption in [">start<", ">1 R 7<", ">2 R 8<"] {
        assert!(strip.contains(caption), "{caption} in {strip}");
    }
    let opened = strip.matches('<').count() - strip.matches("</").count();
    let closed = strip.matches("/>").count() + strip.matches("</").count();
    assert_eq!(opened, closed, "each element is closed");
    // Beyond the width, the boards go on in another row.
    let moves = [Right, Up, Left, Down].repeat(8);
    let long = svg(&start, &moves).unwrap();
    assert_eq!(long.matches("<g ").count(), 33);
    assert!(long.contains("translate(16 16)") && long.contains("translate(16 126)"));
    assert_eq!(svg(&start, &[Left]), None, "a move off the board");
}
