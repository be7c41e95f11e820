//! Inputs that people have (`tests/cases`), and others of their kinds: each is the puzzle that is
//! meant, with the right length.

use std::path::{Path, PathBuf};
use tilescope_lab::collection::Puzzles;
use tilescope_lab::files::exchange::{self, Boards, Choices, Goal, by_key, from_text, to_text};
use tilescope_lab::{Job, RunOutcome, Settings, job, solve};
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{GoalPreset, Puzzle};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A row of `expected.tsv`.
struct Case {
    file: String,
    goal: Option<Goal>,
    /// The length of each puzzle; `None` if it has no solution.
    moves: Vec<Option<u32>>,
}

fn cases() -> Vec<Case> {
    let table = std::fs::read_to_string(root().join("tests/cases/expected.tsv")).unwrap();
    let case = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let preset = GoalPreset::ALL
            .into_iter()
            .find(|preset| preset.key().replace('-', " ") == fields[2]);
        let moves: Vec<Option<u32>> = fields[3].split(", ").map(|it| it.parse().ok()).collect();
        assert_eq!(fields[1].parse::<usize>().unwrap(), moves.len(), "{line}");
        Case {
            file: fields[0].to_owned(),
            goal: preset.map(Goal::Preset),
            moves,
        }
    };
    table.lines().skip(1).map(case).collect()
}

fn with_goal(goal: Option<Goal>) -> Choices {
    Choices {
        goal,
        ..Choices::default()
    }
}

/// The length of a shortest solution.
fn length(puzzle: Puzzle) -> Option<u32> {
    let report = solve(&Job {
        problem: puzzle.into(),
        settings: Settings::new(
            job::algorithm("a-star").unwrap(),
            job::heuristic("walking-distance").unwrap(),
        ),
        search_unsolvable: false,
        record: 0,
    });
    match report.unwrap().outcome {
        RunOutcome::Solved { cost, .. } => Some(cost),
        RunOutcome::Unsolvable { .. } => None,
        other => panic!("{other:?}"),
    }
}

/// More moves than these take too long here: then the file must tell them.
const MAX_MOVES: u32 = 40;

fn check(what: &str, puzzles: &Puzzles, moves: &[Option<u32>]) {
    assert_eq!(puzzles.len(), moves.len(), "{what}");
    for (entry, &moves) in puzzles.iter().zip(moves) {
        let known = entry.result.map(|known| known.moves);
        match moves {
            Some(long) if long > MAX_MOVES => assert_eq!(known, moves, "{what}"),
            _ => {
                assert_eq!(length(entry.puzzle), moves, "{what}");
                assert!(known.is_none() || known == moves, "{what}");
            }
        }
    }
}

#[test]
fn every_case_is_read_as_it_is_meant() {
    let cases = cases();
    assert_eq!(cases.len(), 45);
    let mut wrong = Vec::new();
    for case in cases {
        let path = root().join("tests/cases").join(&case.file);
        match exchange::open(&path, &with_goal(case.goal)) {
            Ok(import) => check(&case.file, &import.collection.puzzles, &case.moves),
            Err(error) => wrong.push(error.to_string()),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The start, and the goal if the text says one.
fn read(text: &str) -> (String, Option<String>) {
    let import = from_text(text, &Choices::default());
    let import = import.unwrap_or_else(|error| panic!("{error}: {text}"));
    let puzzles = import.collection.puzzles;
    assert_eq!(puzzles.len(), 1, "{text}");
    let puzzle = puzzles.get(0).unwrap().puzzle;
    let goal = import.how.reading.has_goals();
    (
        board_line(&puzzle.start),
        goal.then(|| board_line(&puzzle.goal)),
    )
}

/// Other sizes, letters and separators than the cases have.
#[test]
fn other_inputs_of_the_same_kinds_are_read() {
    let eight = "2 8 3 / 1 _ 4 / 7 6 5";
    let six = "4 1 2 / 5 _ 3";
    let fifteen = "2 3 4 8 / 1 6 _ 12 / 5 10 7 11 / 9 13 14 15";
    for (text, board) in [
        // Brackets of many languages.
        ("[[2, 8, 3], [1, 0, 4], [7, 6, 5]]", eight),
        (
            "[\n  [\n    2,\n    8,\n    3\n  ],\n  [1, 0, 4],\n  [7, 6, 5]\n]\n",
            eight,
        ),
        ("((2, 8, 3), (1, None, 4), (7, 6, 5))", eight),
        ("[['2', '8', '3'], ['1', '', '4'], ['7', '6', '5']]", eight),
        (
            "[[\"2\",\"8\",\"3\"],[\"1\",\" \",\"4\"],[\"7\",\"6\",\"5\"]]",
            eight,
        ),
        ("np.array([[4, 1, 2], [5, 0, 3]], dtype=int8)", six),
        ("int[][] board = {{4, 1, 2}, {5, 0, 3}};", six),
        ("int tiles[2][3] = {{4, 1, 2}, {5, 0, 3}};", six),
        ("vec![vec![4, 1, 2], vec![5, 0, 3]]", six),
        ("List.of(List.of(4, 1, 2), List.of(5, 0, 3))", six),
        ("A = [4 1 2; 5 0 3];", six),
        (
            "\\begin{bmatrix} 4 & 1 & 2 \\\\ 5 & 0 & 3 \\end{bmatrix}",
            six,
        ),
        ("[4 1 2\n 5 0 3]", six),
        ("(2 8 3 1 B 4 7 6 5)", eight),
        (
            "{2, 3, 4, 8,\n 1, 6, 0, 12,\n 5, 10, 7, 11,\n 9, 13, 14, 15}",
            fifteen,
        ),
        // Signs between the tiles.
        ("4:1:2\n5:0:3", six),
        ("4-1-2\n5-x-3", six),
        ("4.1.2\n5.0.3", six),
        ("4|1|2\n5| |3", six),
        ("4,1,2\n5,,3", six),
        ("4\t1\t2\n5\t\t3", six),
        ("4;1;2\n5;0;3", six),
        ("2-8-3 / 1-_-4 / 7-6-5", eight),
        // Tables.
        ("| 4 | 1 | 2 |\n|:-:|:-:|:-:|\n| 5 |   | 3 |\n", six),
        (
            "+---+---+---+\n| 4 | 1 | 2 |\n+---+---+---+\n| 5 |   | 3 |\n+---+---+---+\n",
            six,
        ),
        (
            "┌───┬───┬───┐\n│ 4 │ 1 │ 2 │\n├───┼───┼───┤\n│ 5 │   │ 3 │\n└───┴───┴───┘\n",
            six,
        ),
        // Other letters and signs for the blank.
        ("283\n1H4\n765", eight),
        ("2831Z4765", eight),
        ("2831_4765", eight),
        ("2831*4765", eight),
        ("2 8 3\n1 ? 4\n7 6 5", eight),
        ("2 8 3 1 e 4 7 6 5", eight),
        ("2 8 3\n1 nil 4\n7 6 5", eight),
        ("2 8 3\n1 BLANK 4\n7 6 5", eight),
        ("4 1 2\n5 □ 3", six),
        // Rows of digits.
        ("412\n503", six),
        ("412 / 503", six),
        ("41\n25\n03", "4 1 / 2 5 / _ 3"),
        // White space is the blank.
        (
            " 2  3  4  8\n 1  6    12\n 5 10  7 11\n 9 13 14 15\n",
            fifteen,
        ),
        ("  1 2\n3 4 5", "_ 1 2 / 3 4 5"),
        ("2 8 3\n1  4\n7 6 5", eight),
        ("2 8 3\n1 4\n7 6 5", "2 8 3 / 1 4 _ / 7 6 5"),
        ("2 8 3 / 1   4 / 7 6 5", "2 8 3 / 1 _ 4 / 7 6 5"),
        (
            "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15\n",
            "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 _",
        ),
        ("[[1,2],[3]]", "1 2 / 3 _"),
        // A size in front.
        ("3x2:4,1,2,5,0,3", six),
        ("3x3:2,8,3,1,0,4,7,6,5", eight),
        ("4x4: 2 3 4 8 1 6 0 12 5 10 7 11 9 13 14 15", fifteen),
        ("1\n4 1 2\n5 0 3", six),
        ("1\n3\n2 8 3\n1 0 4\n7 6 5", eight),
        ("3 -1\n2 8 3\n1 0 4\n7 6 5", eight),
        // Labels.
        ("board: 2 8 3 1 0 4 7 6 5", eight),
        (
            "{\"size\": 3, \"board\": [2, 8, 3, 1, 0, 4, 7, 6, 5]}",
            eight,
        ),
        ("puzzle = \"283104765\"", eight),
        (
            "Start\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n",
            "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 _ 15",
        ),
        ("Initial state:\n2 8 3\n1 0 4\n7 6 5\n", eight),
        // Line ends.
        ("2 8 3\r1 0 4\r7 6 5\r", eight),
        ("2 8 3\r\n1 0 4\r\n7 6 5", eight),
    ] {
        assert_eq!(read(text).0, board, "{text:?}");
    }
}

#[test]
fn a_start_and_its_goal_are_read_together() {
    let (start, goal) = ("4 1 2 / 5 _ 3", "1 2 3 / 4 5 _");
    for text in [
        "start: 4 1 2 / 5 0 3\ngoal: 1 2 3 / 4 5 0",
        "Start:\n4 1 2\n5 0 3\n\nGoal:\n1 2 3\n4 5 0\n",
        "Initial State\n4 1 2\n5 0 3\nGoal State\n1 2 3\n4 5 0\n",
        "initial: 4 1 2 / 5 0 3\ngoal: 1 2 3 / 4 5 0",
        "4 1 2 / 5 0 3 -> 1 2 3 / 4 5 0",
        "4 1 2 / 5 0 3 → 1 2 3 / 4 5 _",
        "initial = [[4, 1, 2], [5, 0, 3]]\ngoal = [[1, 2, 3], [4, 5, 0]]\n",
        "{'start': ((4, 1, 2), (5, 0, 3)), 'target': ((1, 2, 3), (4, 5, 0))}",
        "{\"initialState\": \"412/503\", \"goalState\": \"123/450\"}",
        "{\"goal\": [[1,2,3],[4,5,0]], \"name\": \"a, b\", \"start\": [[4,1,2],[5,null,3]], \"moves\": 5}",
        "4 1 2\n5 0 3\n\n1 2 3\n4 5 0\n",
        "[[[4,1,2],[5,0,3]], [[1,2,3],[4,5,0]]]",
        "start;goal\n4 1 2 / 5 0 3;1 2 3 / 4 5 0\n",
        "Initial_State\tFinal State\tSolution Length\n412/503\t123/450\t5\n",
    ] {
        assert_eq!(read(text), (start.into(), Some(goal.into())), "{text:?}");
    }
    // A list of two puzzles is one, unless the second is solved already.
    let both = "2 8 3 1 0 4 7 6 5\n1 2 3 8 0 4 7 6 5\n";
    assert_eq!(read(both).1.as_deref(), Some("1 2 3 / 8 _ 4 / 7 6 5"));
    for (text, other) in [
        ("4 1 2\n5 0 3\n\n1 2 3\n0 4 5\n", Some(Boards::StartAndGoal)),
        ("123456708\n867254301\n", None),
    ] {
        let import = from_text(text, &Choices::default()).unwrap();
        assert_eq!(import.collection.puzzles.len(), 2, "{text}");
        let alternatives = import.how.alternatives.iter();
        let others = alternatives.filter(|it| it.boards == Some(Boards::StartAndGoal));
        assert_eq!(others.count(), usize::from(other.is_some()), "{text}");
        let choices = Choices {
            boards: Some(Boards::StartAndGoal),
            ..Choices::default()
        };
        let pair = from_text(text, &choices).unwrap();
        assert_eq!(pair.collection.puzzles.len(), 1, "{text}");
        assert!(pair.how.reading.has_goals());
    }
    // Who writes them as puzzles is told.
    let puzzles = Choices {
        boards: Some(Boards::Puzzles),
        ..Choices::default()
    };
    let two = from_text(both, &puzzles).unwrap().collection;
    let written = to_text(&two, by_key("grid").unwrap()).unwrap();
    let changed = written.changed.unwrap();
    assert!(changed.contains("the goal of the first"), "{changed}");
    // With a number in front, two boards are what the number says.
    let counted = from_text("2\n4 1 2\n5 0 3\n1 2 3\n4 5 0\n", &Choices::default()).unwrap();
    assert_eq!(counted.collection.puzzles.len(), 2);
}

#[test]
fn collections_in_other_punctuation_have_all_their_puzzles() {
    for (text, n) in [
        (
            "[[2,8,3,1,0,4,7,6,5],[1,2,3,4,5,6,7,0,8],[1,2,3,4,5,6,0,7,8]]",
            3,
        ),
        (
            "(2,8,3,1,0,4,7,6,5)\n(1,2,3,4,5,6,7,0,8)\n(1,2,3,4,5,6,0,7,8)\n",
            3,
        ),
        ("[[[4,1,2],[5,0,3]],[[4,1,2],[0,5,3]],[[4,1,2],[5,3,0]]]", 3),
        ("3\n412\n503\n412\n053\n412\n530\n", 3),
        ("2\n283104765\n123456708\n", 2),
        ("2\n2\n1 2\n0 3\n3\n2 8 3\n1 0 4\n7 6 5\n", 2),
        (
            "Puzzle 1:\n4 1 2\n5 0 3\nPuzzle 2:\n4 1 2\n0 5 3\nPuzzle 3:\n4 1 2\n5 3 0\n",
            3,
        ),
        (
            "1: 2 8 3 1 0 4 7 6 5\n2: 1 2 3 4 5 6 7 0 8\n3: 1 2 3 4 5 6 0 7 8",
            3,
        ),
        ("4 1 2 / 5 * 3\n4 1 2 / * 5 3\n4 1 2 / 5 3 *\n", 3),
        ("12 2 8 3 1 0 4 7 6 5 4\n13 1 2 3 4 5 6 7 0 8 1\n", 2),
        ("2 8 3 1 0 4 7 6 5 4 20\n1 2 3 4 5 6 7 0 8 1 2\n", 2),
        (
            "id,board,nodes\n1,283104765,7\n2,123456708,3\n3,123456078,4\n",
            3,
        ),
    ] {
        let import = from_text(text, &Choices::default());
        let import = import.unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(import.collection.puzzles.len(), n, "{text}");
    }
    let lines = "7 2 8 3 1 0 4 7 6 5 4\n8 1 2 3 4 5 6 7 0 8 1\n";
    let puzzles = from_text(lines, &Choices::default())
        .unwrap()
        .collection
        .puzzles;
    let found: Vec<_> = puzzles
        .iter()
        .map(|it| (it.puzzle.name, it.result.unwrap().moves))
        .collect();
    assert_eq!(found, [("7".to_owned(), 4), ("8".to_owned(), 1)]);
}

/// Assumptions are reported.
#[test]
fn assumptions_are_told() {
    for (text, told) in [
        ("2831H4765", "“H” is the blank"),
        (
            "1 2\n3\n",
            "the blank is where a tile is missing, in row 2, column 2",
        ),
        ("start,nodes\n283104765,7\n", "the column nodes left out"),
        (
            "{\"start\": \"283104765\", \"goal\": \"123804765\", \"costs\": 3, \"by\": \"me\"}",
            "by left out",
        ),
        (
            "{\"start\": \"283104765\", \"goal\": \"123804765\", \"by\": \"me\"}",
            "1 puzzle, read as boards with labels: the tile at each place; 0 is the blank; goal: that of the file",
        ),
        (
            "initial: 7 2 4 5 0 6 8 3 1\ngoal: 0 1 2 3 4 5 6 7 8\n",
            "read as boards with labels",
        ),
        ("3x2:4,1,2,5,0,3", "2 rows of 3"),
        ("4 1 2\n5 0 3\n\n1 2 3\n4 5 0\n", "a start and its goal"),
        ("4 1 2\n5 0 3\n\n1 2 3\n4 5 0\n", "--two-boards puzzles"),
    ] {
        let how = from_text(text, &Choices::default()).unwrap().how;
        assert!(how.describe().contains(told), "{text}: {}", how.describe());
    }
}

/// The place is that of the text as it is, whatever it is written again as.
#[test]
fn damage_in_other_punctuation_is_told_with_its_place() {
    for (text, parts) in [
        (
            "[[1, 2, 3], [4, 5, 6], [7, 8, 8]]",
            &["8 is there twice", "line 1, column 31"][..],
        ),
        (
            "{ 1, 0, 3, 7, 2, 5, 8, 4, 9 }",
            &["9 is not a number of a 3×3 board", "line 1, column 27"],
        ),
        (
            "| 1 | 2 | 2 |\n|---|---|---|\n| 4 | 0 | 5 |\n",
            &["2 is there twice", "line 1, column 11"],
        ),
        (
            "2\n2 3 4 0\n1 5 7 8\n9 6 10 12\n",
            &[
                "2 is neither the size",
                "rows of 4",
                "the number of boards",
                "3 rows",
                "line 1, column 1",
            ],
        ),
        ("283", &["a single number is no board"]),
        (
            "name,nodes\na,5\n",
            &[
                "no column of boards",
                "start (or initial, scramble, board, puzzle), goal, moves",
            ],
        ),
        (
            "1 2 3\n4 ! 6\n7 ! 8",
            &[
                "“!” is neither a tile's number nor a blank (0, _, x, . or -)",
                "line 2, column 3",
            ],
        ),
    ] {
        let Err(error) = from_text(text, &Choices::default()) else {
            panic!("{text} is taken");
        };
        let message = error.to_string();
        for part in parts {
            assert!(message.contains(part), "{text:?}: {message}");
        }
    }
}
