//! Formats of other programs: what is written is read again, readings, damage.

use proptest::prelude::*;
use tilescope_lab::collection::{Collection, Entry, KnownLength};
use tilescope_lab::files::FileError;
use tilescope_lab::files::exchange::{
    self, Boards, Choices, FORMATS, Goal, Meaning, Written, by_key, from_text, to_text,
};
use tilescope_lab::{Job, RunOutcome, Settings, job, solve};
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Board, Costs, Direction, GoalPreset, Puzzle, Size, scramble};

const KORF_12: &str = "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15";

fn read(text: &str) -> exchange::Import {
    from_text(text, &Choices::default()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Boards of a size from a goal.
pub fn boards(size: Size, goal: GoalPreset, n: usize, seed: u64) -> Collection {
    let goal = goal.board(size);
    let mut rng = fastrand::Rng::with_seed(seed);
    let entry = |number: usize| Entry {
        puzzle: Puzzle::new(
            number.to_string(),
            scramble::solvable(&goal, &mut rng),
            goal.clone(),
        )
        .unwrap(),
        result: Some(KnownLength {
            moves: number as u32,
            optimal: false,
            by: String::new(),
        }),
    };
    Collection {
        puzzles: (1..=n).map(entry).collect(),
        ..Collection::default()
    }
}

/// What the names of puzzles are in a file.
const NAMES: [fn(usize) -> String; 4] = [
    |number| number.to_string(),
    |_| String::new(),
    |number| format!("p{number}"),
    |number| format!("a, \"{number}\""),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    /// The format is recognised, and nothing changes that is not said to.
    #[test]
    fn what_is_written_is_read_again(rows in 2_usize..=10, columns in 2_usize..=10, is_square in any::<bool>(), n in 1_usize..25, preset in 0_usize..3, name in 0..NAMES.len(), seed in any::<u64>()) {
        let size = Size::new(rows, if is_square { rows } else { columns }).unwrap();
        let mut collection = boards(size, GoalPreset::ALL[preset], n, seed);
        let named = (1..).zip(collection.puzzles.iter()).map(|(number, mut entry)| {
            entry.puzzle.name = NAMES[name](number);
            entry
        });
        collection.puzzles = named.collect();
        for format in FORMATS {
            let Ok(Written { text, lost, changed }) = to_text(&collection, format) else {
                prop_assert!(size.rows() != size.columns() || size.n_cells() > 10, "{}", format.key);
                continue;
            };
            let import = from_text(&text, &Choices::default());
            let import = import.map_err(|error| TestCaseError::fail(format!("{}: {error}: {text}", format.key)))?;
            prop_assert_eq!(import.how.format.key, format.key, "{}", text);
            // Two puzzles of which the second is solved look like a start and its goal.
            if import.how.reading.boards == Some(Boards::StartAndGoal) {
                prop_assert!(n == 2 && changed.is_some(), "{}: {}", format.key, text);
                continue;
            }
            prop_assert_eq!(import.collection.puzzles.len(), n, "{}: {}", format.key, text);
            for (before, after) in collection.puzzles.iter().zip(import.collection.puzzles.iter()) {
                if changed.is_none() {
                    prop_assert_eq!(&before.puzzle.start, &after.puzzle.start, "{}", format.key);
                    prop_assert_eq!(&before.puzzle.goal, &after.puzzle.goal, "{}", format.key);
                }
                if lost.is_none() && !before.puzzle.name.is_empty() {
                    prop_assert_eq!(&before.puzzle.name, &after.puzzle.name, "{}", format.key);
                }
            }
            // With the reading that is known, the boards are the same in every format.
            let choices = Choices {
                meaning: format.key.ne("places").then_some(Meaning::TileAtPlace),
                goal: Some(Goal::Preset(GoalPreset::ALL[preset])),
                ..Choices::default()
            };
            let known = from_text(&text, &choices).unwrap();
            for (before, after) in collection.puzzles.iter().zip(known.collection.puzzles.iter()) {
                prop_assert_eq!(&before.puzzle.start, &after.puzzle.start, "{}", format.key);
                prop_assert_eq!(&before.puzzle.goal, &after.puzzle.goal, "{}", format.key);
            }
            if matches!(format.key, "tilescope" | "pddl" | "places" | "csv") {
                prop_assert_eq!(changed, None);
            }
        }
    }

    #[test]
    fn no_text_panics(text in "[0-9 _x./,;#()\\n\"a-z{}-]{0,200}", format in 0..FORMATS.len()) {
        let chosen = Choices { format: Some(&FORMATS[format]), ..Choices::default() };
        for choices in [Choices::default(), chosen] {
            if let Err(FileError(message)) = from_text(&text, &choices) {
                prop_assert!(!message.contains('\n') && message.len() < 500, "{}", message);
            }
        }
    }
}

#[test]
fn a_format_is_recognised_by_its_content() {
    let eight = "1 2 3 / 4 5 6 / 7 _ 8";
    for (text, format, board) in [
        ("1 2 3\n4 5 6\n7 0 8\n", "grid", eight),
        (
            "1 2 3\n4 5 6\n7 _ 8\n\n1 2 3\n4 5 6\n7 8 0\n",
            "grid",
            eight,
        ),
        ("1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 7 8 0\n", "lines", eight),
        ("17 1 2 3 4 5 6 7 0 8", "lines", eight),
        ("1 2 3/4 5 6/7 0 8\n", "slashes", eight),
        ("123456708\n", "digits", eight),
        ("3\n1 2 3\n4 5 6\n7 0 8\n", "sized", eight),
        (
            "# a comment\n3 # rows\n1 2 3\n4 5 6\n7 0 8\n",
            "sized",
            eight,
        ),
        ("2 3\n1 2 3\n4 0 5\n", "sized", "1 2 3 / 4 _ 5"),
        ("1 1 2\n1 2 3 4 5 6 7 0 8\n", "two-lines", eight),
        ("start,moves\n1 2 3/4 5 6/7 0 8,1\n", "csv", eight),
        (
            "id,Board,optimal\na,\"1 2 3 4 5 6 7 0 8\",1\n",
            "csv",
            eight,
        ),
        (
            "{\"format\": \"tilescope-puzzle\", \"version\": 1, \"start\": [[1,2,3],[4,5,6],[7,0,8]]}",
            "tilescope",
            eight,
        ),
        // Without a 0 the greatest number is the blank.
        ("1 2 3\n4 5 6\n7 9 8\n", "grid", eight),
        (
            "3 3\nstarting positions for each tile:\n7\n0\n1\n2\n3\n4\n5\n6\n8\ngoal positions:\n8\n0\n1\n2\n3\n4\n5\n6\n7\n",
            "places",
            eight,
        ),
        (
            "(define (problem p)\n (:domain strips-sliding-tile)\n (:init (at t1 x1 y1) (at t2 x2 y1) (at t3 x1 y2) (blank x2 y2))\n (:goal (and (at t1 x1 y1) (at t2 x2 y1) (at t3 x2 y2))))",
            "pddl",
            "1 2 / 3 _",
        ),
    ] {
        let import = read(text);
        assert_eq!(import.how.format.key, format, "{text}");
        assert_eq!(
            board_line(&import.collection.puzzles.get(0).unwrap().puzzle.start),
            board,
            "{text}"
        );
    }
    // Princeton's second number is the cell of the goal's blank.
    let import = read("3 4\n1 2 3\n4 0 5\n6 7 8\n");
    assert_eq!(
        board_line(&import.collection.puzzles.get(0).unwrap().puzzle.goal),
        "1 2 3 / 4 _ 5 / 6 7 8"
    );
    let import = read("12 45 546344\n14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\n");
    assert_eq!(import.collection.puzzles.result(0).unwrap().moves, 45);
}

/// Read the wrong way round, Korf's puzzle 12 needs 49 moves instead of 45.
#[test]
fn a_reading_decides_how_long_korf_12_is() {
    let text = format!("12 {KORF_12}\n");
    let import = read(&text);
    assert_eq!(
        (import.how.format.key, import.how.reading.meaning),
        ("lines", Meaning::TileAtPlace)
    );
    assert_eq!(
        import.how.reading.goal,
        Goal::Preset(GoalPreset::BlankFirst)
    );
    assert!(
        import.how.describe().contains("--reading places"),
        "{}",
        import.how.describe()
    );
    assert_eq!(length(&import), 45);
    let choices = Choices {
        meaning: Some(Meaning::PlaceOfTile),
        ..Choices::default()
    };
    assert_eq!(length(&from_text(&text, &choices).unwrap()), 49);
}

fn length(import: &exchange::Import) -> u32 {
    let algorithm = job::algorithm("ida-star").unwrap();
    let report = solve(&Job {
        problem: import.collection.puzzles.get(0).unwrap().puzzle.into(),
        settings: Settings::new(algorithm, job::heuristic("manhattan").unwrap()),
        search_unsolvable: false,
        record: 0,
    });
    match report.unwrap().outcome {
        RunOutcome::Solved { cost, .. } => cost,
        other => panic!("{other:?}"),
    }
}

#[test]
fn another_number_can_be_the_blank() {
    let choices = |blank| Choices {
        blank: Some(blank),
        ..Choices::default()
    };
    let start = |blank| {
        let import = from_text("1 2 3\n4 5 6\n7 9 8\n", &choices(blank));
        import.map(|import| board_line(&import.collection.puzzles.get(0).unwrap().puzzle.start))
    };
    assert_eq!(start(9).unwrap(), "1 2 3 / 4 5 6 / 7 _ 8");
    assert_eq!(start(1).unwrap(), "_ 1 2 / 3 4 5 / 6 8 7");
    assert!(start(10).unwrap_err().0.contains("10 cannot be the blank"));
}

#[test]
fn what_a_format_cannot_say_is_refused() {
    let large = boards(Size::FIFTEEN_PUZZLE, GoalPreset::BlankLast, 1, 1);
    let oblong = boards(Size::new(3, 4).unwrap(), GoalPreset::BlankLast, 1, 1);
    for (collection, key, words) in [
        (&large, "digits", "puzzle 1 (1) is 4×4"),
        (&oblong, "lines", "has no size"),
    ] {
        let FileError(message) = to_text(collection, by_key(key).unwrap()).unwrap_err();
        assert!(message.contains(words), "{message}");
    }
}

/// The format wants a name of every problem: the one that is made up for it is none.
#[test]
fn a_pddl_problem_without_a_name_is_read_without_one() {
    let mut collection = boards(Size::EIGHT_PUZZLE, GoalPreset::BlankLast, 3, 1);
    let names = ["", "puzzle-hard", "Hard one"];
    let with_name = |(mut entry, name): (Entry, &str)| {
        entry.puzzle.name = name.into();
        entry
    };
    collection.puzzles = collection
        .puzzles
        .iter()
        .zip(names)
        .map(with_name)
        .collect();
    let written = to_text(&collection, by_key("pddl").unwrap()).unwrap();
    let puzzles = read(&written.text).collection.puzzles;
    let names: Vec<_> = puzzles.iter().map(|entry| entry.puzzle.name).collect();
    assert_eq!(names, ["", "puzzle-hard", ""]);
}

/// A reader takes a time that grows with the text alone.
#[test]
fn large_files_are_read_at_once() {
    let goal = GoalPreset::BlankFirst.board(Size::FIFTEEN_PUZZLE);
    let mut rng = fastrand::Rng::with_seed(3);
    let line = |board: &Board| {
        board
            .tiles()
            .iter()
            .map(|tile| format!("{tile} "))
            .collect::<String>()
            + "\n"
    };
    let text: String = (0..30_000)
        .map(|_| line(&scramble::solvable(&goal, &mut rng)))
        .collect();
    let began = std::time::Instant::now();
    assert_eq!(read(&text).collection.puzzles.len(), 30_000);
    assert!(began.elapsed().as_secs() < 8);
}

/// A format says what it does not keep, and whether another goal would be read.
#[test]
fn what_is_lost_is_said() {
    let size = Size::EIGHT_PUZZLE;
    let mut entry = boards(size, GoalPreset::BlankLast, 1, 1)
        .puzzles
        .get(0)
        .unwrap();
    entry.puzzle.goal = Board::new(size, &[2, 1, 3, 4, 5, 6, 8, 7, 0]).unwrap();
    entry.puzzle.costs = Costs::UNIT.with(Direction::Up, 2).unwrap();
    entry.puzzle.name = "Two words".into();
    entry.result = None;
    let collection = Collection {
        puzzles: [entry].into_iter().collect(),
        ..Collection::default()
    };
    for (key, changes, words) in [
        ("tilescope", false, None),
        ("csv", false, Some("leaves out the costs")),
        ("pddl", false, Some("leaves out the name and the costs")),
        ("grid", true, Some("leaves out the name")),
        ("slashes", true, Some("leaves out the name")),
        ("digits", true, Some("leaves out the name")),
        ("sized", true, Some("leaves out the name")),
        ("lines", true, Some("leaves out the name")),
        (
            "two-lines",
            true,
            Some("; it writes the unknown length as -"),
        ),
    ] {
        let written = to_text(&collection, by_key(key).unwrap()).unwrap();
        let lost = written.lost.unwrap_or_default();
        assert!(lost.contains(words.unwrap_or("")), "{key}: {lost}");
        assert_eq!(lost.is_empty(), words.is_none(), "{key}: {lost}");
        let changed = written.changed.unwrap_or_default();
        assert_eq!(
            changed.contains("would be read with another goal"),
            changes,
            "{key}: {changed}"
        );
    }
}

/// A single board may be unsolvable on purpose; the goals that it can reach are alternatives.
#[test]
fn a_single_grid_keeps_the_usual_goal() {
    let import = read("1 2 3\n4 5 6\n8 7 0\n");
    assert_eq!(import.how.reading.goal, Goal::Preset(GoalPreset::BlankLast));
    assert!(
        import.how.describe().contains("--goal"),
        "{}",
        import.how.describe()
    );
    assert!(!import.how.is_doubtful());
}

/// Numbers of puzzles in front make ten numbers a line, which is no grid of ten columns.
#[test]
fn numbered_lines_are_no_grid() {
    let text = "1 1 2 3 4 5 6 7 0 8\n2 1 2 3 4 5 6 0 7 8\n";
    let import = read(text);
    assert_eq!(import.how.format.key, "lines");
    assert_eq!(import.collection.puzzles.name(1), "2");
}

/// A spreadsheet computes no name, and every name comes back.
#[test]
fn names_that_look_like_formulas_survive_csv() {
    let names = [
        "=1+1", "+1", "-1", "@A1", "'=quoted", "'plain'", "a=b", "=\"1\",2",
    ];
    let mut collection = boards(Size::EIGHT_PUZZLE, GoalPreset::BlankLast, names.len(), 1);
    let entries = collection.puzzles.iter().zip(names);
    let named = entries.map(|(mut entry, name)| {
        entry.puzzle.name = name.into();
        entry
    });
    collection.puzzles = named.collect();
    let written = to_text(&collection, by_key("csv").unwrap()).unwrap();
    assert_eq!((written.lost, written.changed), (None, None));
    for line in written.text.lines() {
        let cell = line.trim_start_matches('"');
        assert!(!cell.starts_with(['=', '+', '-', '@']), "{line}");
    }
    let import = read(&written.text);
    let read_back = (0..names.len()).map(|it| import.collection.puzzles.name(it).to_owned());
    assert_eq!(read_back.collect::<Vec<_>>(), names);
}
