//! A solution as a strip of boards, in SVG.

use tilescope_lab::solution::SolutionForm;
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

#[test]
fn tiles_slide_to_their_cells_in_the_animation() {
    let start = parse_board("1 2 3 / 4 5 6 / _ 7 8").unwrap();
    let svg = SolutionForm::Animation
        .write(&start, &[Right, Right])
        .unwrap();
    assert_eq!(svg.matches("<text ").count(), 8);
    // Tiles 7 and 8 slide to the left by a cell; the others stand still.
    assert_eq!(svg.matches("<animateTransform ").count(), 2);
    let seven = svg.lines().find(|line| line.contains(">7</text>")).unwrap();
    assert!(seven.contains("translate(54 102)"), "{seven}");
    assert!(
        seven.contains("values=\"54 102;54 102;6 102;6 102\""),
        "{seven}"
    );
    assert!(
        seven.contains("keyTimes=\"0.00000;0.37500;0.42500;1\""),
        "{seven}"
    );
    assert_eq!(SolutionForm::Animation.write(&start, &[Left]), None);
}

#[test]
fn the_end_of_a_name_says_the_form() {
    for form in SolutionForm::ALL {
        let path = format!("some.where/Solution.{}", form.ending().to_uppercase());
        assert_eq!(SolutionForm::from_path(path.as_ref()), Some(form), "{path}");
        let start = parse_board("1 2 3 / 4 5 6 / _ 7 8").unwrap();
        assert!(form.write(&start, &[Right, Right]).is_some(), "{path}");
    }
    assert_eq!(SolutionForm::from_path("animated.png".as_ref()), None);
}
