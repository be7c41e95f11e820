//! PDDL problems of sliding tiles, whatever their predicates and objects are called: each is read
//! by its structure, and what is no such puzzle is refused where it fails.

use std::fmt::Write;
use tilescope_lab::files::exchange::{Choices, from_text};
use tilescope_lab::files::{self, FileError};
use tilescope_puzzle::notation::{board_line, parse_board};
use tilescope_puzzle::{Board, Direction, GoalPreset, Puzzle, Size, scramble};

/// Style in which a problem is written.
#[derive(Clone, Copy)]
struct Style {
    at: &'static str,
    /// The predicate of the blank; without one it is an object of this name.
    blank: Result<&'static str, &'static str>,
    /// Right, left, down and up; equal names are one relation, empty ones are left out.
    directions: [&'static str; 4],
    is_position_first: bool,
    tile: fn(usize) -> String,
    /// By row and column.
    position: fn(usize, usize, Size) -> String,
    goal_has_blank: bool,
}

const PLAIN: Style = Style {
    at: "at",
    blank: Ok("empty"),
    directions: ["neighbor"; 4],
    is_position_first: false,
    tile: |tile| format!("t{tile}"),
    position: |row, column, _| format!("p_{row}_{column}"),
    goal_has_blank: false,
};

/// The text of a problem; its lists are shuffled where that says nothing.
fn text(puzzle: &Puzzle, style: Style, rng: &mut fastrand::Rng) -> String {
    let size = puzzle.size();
    let position =
        |cell: usize| (style.position)(cell / size.columns(), cell % size.columns(), size);
    let facts = |board: &Board, has_blank: bool| -> Vec<String> {
        let cells = board.tiles().iter().enumerate();
        let fact = |(cell, &tile): (usize, &u8)| {
            let at = position(cell);
            let object = match (tile, style.blank) {
                (0, Ok(_)) if !has_blank => return None,
                (0, Ok(predicate)) => return Some(format!("({predicate} {at})")),
                (0, Err(object)) => object.to_owned(),
                (tile, _) => (style.tile)(tile.into()),
            };
            Some(match style.is_position_first {
                true => format!("({} {at} {object})", style.at),
                false => format!("({} {object} {at})", style.at),
            })
        };
        cells.filter_map(fact).collect()
    };
    let mut relations = Vec::new();
    for cell in 0..size.n_cells() {
        let ways = [
            Direction::Right,
            Direction::Left,
            Direction::Down,
            Direction::Up,
        ];
        for (name, way) in style.directions.into_iter().zip(ways) {
            if let Some(to) = size.neighbour(cell, way).filter(|_| !name.is_empty()) {
                relations.push(format!("({name} {} {})", position(cell), position(to)));
            }
        }
    }
    let mut init = facts(&puzzle.start, true);
    let mut goal = facts(&puzzle.goal, style.goal_has_blank);
    for list in [&mut init, &mut goal, &mut relations] {
        rng.shuffle(list);
    }
    let objects: Vec<String> = (0..size.n_cells()).map(position).collect();
    let mut text = String::new();
    let _ = write!(
        text,
        "; a comment\n(define (problem p)\n (:domain d)\n (:objects {} - place)\n (:init (= (total-cost) 0)\n{}\n{})\n \
         (:goal (and {}))\n (:metric minimize (total-cost)))\n",
        objects.join(" "),
        init.join("\n"),
        relations.join(" "),
        goal.join(" ")
    );
    text
}

fn read(text: &str) -> Puzzle {
    let import = from_text(text, &Choices::default());
    let import = import.unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(import.how.format.key, "pddl");
    let mut entries = import.collection.puzzles.into_iter();
    entries.next().unwrap().puzzle
}

const STYLES: &[(&str, Style)] = &[
    ("one relation in both directions", PLAIN),
    (
        "one direction of each pair",
        Style {
            directions: ["beside", "", "beside", ""],
            goal_has_blank: true,
            ..PLAIN
        },
    ),
    (
        "the other direction of each pair",
        Style {
            directions: ["", "beside", "", "beside"],
            ..PLAIN
        },
    ),
    (
        "four relations",
        Style {
            directions: ["move-right", "move-left", "move-down", "move-up"],
            ..PLAIN
        },
    ),
    (
        "two relations, of rows and of columns",
        Style {
            directions: ["horizontal", "horizontal", "vertical", "vertical"],
            ..PLAIN
        },
    ),
    (
        "names that say nothing",
        Style {
            at: "qux",
            blank: Ok("zip"),
            directions: ["foo", "bar", "baz", "bap"],
            is_position_first: true,
            tile: |tile| format!("stone_{}", char::from(b'A' + tile as u8)),
            position: |row, column, size| {
                let cell = row * size.columns() + column;
                format!(
                    "{}{}",
                    char::from(b'a' + (cell / 5) as u8),
                    ["v", "w", "x", "y", "z"][cell % 5]
                )
            },
            goal_has_blank: false,
        },
    ),
    (
        "the blank is a tile",
        Style {
            blank: Err("Blank"),
            ..PLAIN
        },
    ),
    (
        "the blank is tile 0",
        Style {
            blank: Err("t0"),
            is_position_first: true,
            ..PLAIN
        },
    ),
    (
        "tiles count from 0",
        Style {
            tile: |tile| format!("tile{}", tile - 1),
            ..PLAIN
        },
    ),
];

#[test]
fn a_problem_is_read_by_its_structure() {
    let mut rng = fastrand::Rng::with_seed(48);
    for (rows, columns) in [
        (2, 2),
        (2, 3),
        (3, 2),
        (3, 3),
        (2, 5),
        (3, 4),
        (4, 4),
        (5, 5),
        (10, 10),
    ] {
        let size = Size::new(rows, columns).unwrap();
        for preset in GoalPreset::ALL {
            let goal = preset.board(size);
            let start = scramble::solvable(&goal, &mut rng);
            let puzzle = Puzzle::new("p", start, goal).unwrap();
            for (name, style) in STYLES {
                if size.n_cells() > 25 && style.at == "qux" {
                    continue;
                }
                let found = read(&text(&puzzle, *style, &mut rng));
                let what = format!("{name}, {size}");
                // Objects are mentioned row by row. Tiles without numbers are numbered by mention.
                assert_eq!(found.size(), size, "{what}");
                assert_eq!(found.start.blank(), puzzle.start.blank(), "{what}");
                assert_eq!(found.goal.blank(), puzzle.goal.blank(), "{what}");
                if style.at == "qux" {
                    let renamed = |cell: usize| {
                        let at = found.start.cell_of(found.goal.tiles()[cell]);
                        puzzle.start.tiles()[at] == puzzle.goal.tiles()[cell]
                    };
                    assert!((0..size.n_cells()).all(renamed), "{what}");
                } else {
                    let boards =
                        |puzzle: &Puzzle| [board_line(&puzzle.start), board_line(&puzzle.goal)];
                    assert_eq!(boards(&found), boards(&puzzle), "{what}");
                }
            }
        }
    }
}

/// By two coordinates, in any order of the words.
#[test]
fn rows_and_columns_may_be_told_apart() {
    let goal = "(:goal (and (on a r2 c3) (on b r1 c1) (on c r1 c2) (on d r1 c3) (on e r2 c1)))";
    let init = "(on a r1 c1) (on b r1 c2) (on c r1 c3) (on d r2 c1) (on e r2 c2)";
    let expected = ["1 2 3 / 4 5 _", "2 3 4 / 5 _ 1"];
    for (more, order) in [
        ("(free r2 c3)", ""),
        ("", ""),
        ("(free r2 c3) (next r1 r2) (next c1 c2) (next c2 c3)", ""),
    ] {
        let text = format!("(define (problem p) {order} (:init {init} {more}) {goal})");
        let found = read(&text);
        assert_eq!(
            [board_line(&found.start), board_line(&found.goal)],
            expected,
            "{text}"
        );
    }
    // A chain decides the order of coordinates whose names do not.
    let text = "(define (problem p) (:init (in s lo one) (in t lo two) (in u hi two) (hole hi one)
        (up-to lo hi) (after two one)) (:goal (and (in s lo one) (in t hi one) (in u lo two))))";
    let found = read(text);
    assert_eq!(found.size().n_cells(), 4);
    assert_eq!(found.start.blank(), 1);
    // Today's files count columns first.
    let text = "(define (problem p) (:init (at t1 x1 y1) (at t2 x2 y1) (at t3 x3 y1) (at t4 x1 y2)
        (at t5 x2 y2) (blank x3 y2)) (:goal (and (at t1 x1 y1) (at t2 x2 y1) (at t3 x3 y1)
        (at t4 x1 y2) (at t5 x3 y2))))";
    let found = read(text);
    assert_eq!(board_line(&found.start), "1 2 3 / 4 5 _");
    assert_eq!(board_line(&found.goal), "1 2 3 / 4 _ 5");
}

/// Names of directions decide which side is up, before the order of mention.
#[test]
fn directions_turn_the_board() {
    let goal = GoalPreset::BlankLast.board(Size::new(2, 3).unwrap());
    let start = parse_board("1 2 3 / 4 _ 5").unwrap();
    let puzzle = Puzzle::new("p", start, goal).unwrap();
    let style = Style {
        directions: ["to-the-right", "to-the-left", "below", "above"],
        ..PLAIN
    };
    let mut rng = fastrand::Rng::with_seed(1);
    let text = text(&puzzle, style, &mut rng);
    // The objects in the order of columns.
    let by_row = "p_0_0 p_0_1 p_0_2 p_1_0 p_1_1 p_1_2";
    let by_column = "p_0_0 p_1_0 p_0_1 p_1_1 p_0_2 p_1_2";
    assert!(text.contains(by_row));
    let found = read(&text.replace(by_row, by_column));
    assert_eq!(found.start, puzzle.start);
}

#[test]
fn what_is_no_puzzle_is_refused_where_it_fails() {
    let init = "(at t1 p1) (at t2 p2) (at t3 p3) (empty p4)";
    let grid = "(near p1 p2) (near p1 p3) (near p2 p4) (near p3 p4)";
    let goal = "(and (at t1 p1) (at t2 p2) (at t3 p4))";
    let problem = |init: &str, grid: &str, goal: &str| {
        format!("(define (problem p)\n(:init {init}\n{grid})\n(:goal {goal}))")
    };
    assert_eq!(
        board_line(&read(&problem(init, grid, goal)).goal),
        "1 2 / _ 3"
    );
    for (text, parts) in [
        (
            problem(init, "", goal),
            &["no relation says which positions are neighbours", "line 2"][..],
        ),
        (
            problem(init, "(near p1 p2) (near p1 p3) (near p2 p4)", goal),
            &["“p", "single neighbour", "line 3"],
        ),
        (
            problem(init, &format!("{grid} (near p1 p4)"), goal),
            &["“near” are no grid", "line 3"],
        ),
        (
            problem(init, grid, "(and (at t1 p1) (at t2 p2) (at t9 p4))"),
            &["“t9” is no tile, in :goal", "line 4, column"],
        ),
        (
            problem(init, grid, "(and (at t1 p1) (at t2 p9) (at t3 p4))"),
            &["“p9” is no position of the 2×2 board, in :goal"],
        ),
        (
            problem(init, grid, "(and (at t1 p1) (at t2 p1) (at t3 p4))"),
            &["“p1” has two tiles, in :goal"],
        ),
        (
            problem(init, grid, "(and (at t1 p1) (at t1 p2) (at t3 p4))"),
            &["“t1” is at two positions, in :goal"],
        ),
        (
            problem(init, grid, "(and (at t1 p1))"),
            &["is not said, in :goal", "line 4, column 2"],
        ),
        (
            problem(init, grid, "(and)"),
            &["no fact says which tile is where, in :goal", "line 4"],
        ),
        (
            problem(init, grid, "(or (at t1 p1) (at t2 p2))"),
            &["“or” is not a plain fact", "line 4, column 9"],
        ),
        (
            problem(init, grid, "(and (at t1 p1) (at t2 p2) (red t3))"),
            &["“red” is said of what is no position", "line 4"],
        ),
        (
            problem(init, grid, "(and (at t1 p1) (at t2 p2) (near p1 p2 p3))"),
            &["“near” says neither", "line 4"],
        ),
        (
            problem("(at t1 p1) (at t2 p2) (at t3 p3) (empty p1)", grid, goal),
            &[
                "“empty” is said of a position that has a tile, in :init",
                "line 2, column 42",
            ],
        ),
        (
            problem("(at t1 p1) (at t2 p1) (at t3 p3) (empty p4)", grid, goal),
            &["“p1” has two tiles, in :init"],
        ),
        (problem("(at t1 p1) (at t2 p2)", grid, goal), &["in :init"]),
        (
            "(define (problem p)\n(:init (on b1 b2) (clear b1))\n(:goal (and (on b2 b1))))".into(),
            &["“on” says where tiles are in the goal", "line 2"],
        ),
        (
            "(define (domain p))".into(),
            &["there is no (problem …) here"],
        ),
    ] {
        let Err(FileError(message)) = files::from_text(&text) else {
            panic!("it is taken: {text}");
        };
        for part in parts {
            assert!(message.contains(part), "no “{part}” in “{message}”: {text}");
        }
    }
}
