//! A solution as a strip of boards, in SVG.

use tilescope_lab::solution::{SolutionForm, TextForm, frames};
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
    let svg = TextForm::Animation.write(&start, &[Right, Right]).unwrap();
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
    assert_eq!(TextForm::Animation.write(&start, &[Left]), None);
}

#[test]
fn the_end_of_a_name_says_the_form() {
    for form in SolutionForm::ALL {
        let path = format!("some.where/Solution.{}", form.ending().to_uppercase());
        assert_eq!(SolutionForm::from_path(path.as_ref()), Some(form), "{path}");
        let start = parse_board("1 2 3 / 4 5 6 / _ 7 8").unwrap();
        if let SolutionForm::Text(form) = form {
            assert!(form.write(&start, &[Right, Right]).is_some(), "{path}");
        }
    }
    assert_eq!(SolutionForm::from_path("animated.jpg".as_ref()), None);
}

#[test]
fn frames_follow_each_tile_from_cell_to_cell() {
    let start = parse_board("1 2 3 / 4 5 6 / _ 7 8").unwrap();
    let all = frames(&start, &[Right, Right]).unwrap();
    let seconds = |frames: &[tilescope_lab::solution::Frame]| -> f64 {
        let each = frames.iter().map(|frame| f64::from(frame.milliseconds));
        each.sum::<f64>() / 1000.0
    };
    // Each move takes half a second; the start and the goal are shown for longer.
    assert_eq!(seconds(&all), 1.5 + 0.5 + 0.2 + 1.5);
    let still = all.iter().filter(|frame| frame.slide.is_none());
    let blanks: Vec<usize> = still.map(|frame| frame.board.blank()).collect();
    assert_eq!(blanks, [6, 7, 8]);
    let parts: Vec<f32> = (all.iter().filter_map(|frame| frame.slide))
        .inspect(|(from, to, _)| assert!([(7, 6), (8, 7)].contains(&(*from, *to))))
        .map(|(.., part)| part)
        .collect();
    assert!(parts.chunks(parts.len() / 2).all(|parts| parts.is_sorted()));
    assert!(parts.iter().all(|part| *part > 0.0 && *part < 1.0));
    // Of a long solution, only the boards are shown.
    let moves = [Right, Left].repeat(600);
    let all = frames(&start, &moves).unwrap();
    assert_eq!(all.len(), 1201);
    assert!(all.iter().all(|frame| frame.slide.is_none()));
    assert!(frames(&start, &[Left]).is_none(), "a move off the board");
}
