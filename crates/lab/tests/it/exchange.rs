//! Formats of other programs: what is written is read again, readings, damage.

use proptest::prelude::*;
use tilescope_lab::collection::{Collection, Entry, KnownLength};
use tilescope_lab::files::FileError;
use tilescope_lab::files::exchange::{
    self, Choices, FORMATS, Goal, Meaning, by_key, from_text, to_text,
};
use tilescope_lab::{Job, RunOutcome, Settings, job, solve};
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Board, GoalPreset, Puzzle, Size, scramble};

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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_written_is_read_again(rows in 2_usize..=10, columns in 2_usize..=10, n in 1_usize..5, preset in 0_usize..3, seed in any::<u64>()) {
        let size = Size::new(rows, columns).unwrap();
        let preset = GoalPreset::ALL[preset];
        let collection = boards(size, preset, n, seed);
        for format in FORMATS {
            let Ok(text) = to_text(&collection, format) else {
                prop_assert!(rows != columns || size.n_cells() > 10 || format.key == "two-lines", "{}", format.key);
                continue;
            };
            let choices = Choices { format: Some(format), goal: Some(Goal::Preset(preset)), ..Choices::default() };
            let import = from_text(&text, &choices);
            let import = import.map_err(|error| TestCaseError::fail(format!("{}: {error}: {text}", format.key)))?;
            let again: Vec<_> = import.collection.puzzles.iter().map(|entry| (&entry.puzzle.start, &entry.puzzle.goal)).collect();
            let expected: Vec<_> = collection.puzzles.iter().map(|entry| (&entry.puzzle.start, &entry.puzzle.goal)).collect();
            prop_assert_eq!(again, expected, "{}: {}", format.key, text);
            // Formats that keep a goal, a name and a length keep them.
            if matches!(format.key, "tilescope" | "pddl" | "places" | "csv") {
                let own = from_text(&text, &Choices::default()).unwrap();
                prop_assert_eq!(own.format.key, format.key);
                prop_assert_eq!(&own.collection.puzzles[0].puzzle.goal, &collection.puzzles[0].puzzle.goal);
            }
            if matches!(format.key, "tilescope" | "csv" | "two-lines") {
                let entry = &import.collection.puzzles[n - 1];
                prop_assert_eq!(entry.result.as_ref().unwrap().moves, n as u32);
                prop_assert_eq!(&entry.puzzle.name, &n.to_string());
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
        assert_eq!(import.format.key, format, "{text}");
        assert_eq!(
            board_line(&import.collection.puzzles[0].puzzle.start),
            board,
            "{text}"
        );
    }
    // Princeton's second number is the cell of the goal's blank.
    let import = read("3 4\n1 2 3\n4 0 5\n6 7 8\n");
    assert_eq!(
        board_line(&import.collection.puzzles[0].puzzle.goal),
        "1 2 3 / 4 _ 5 / 6 7 8"
    );
    let import = read("12 45 546344\n14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\n");
    assert_eq!(
        import.collection.puzzles[0].result.as_ref().unwrap().moves,
        45
    );
}

/// Read the wrong way round, Korf's puzzle 12 needs 49 moves instead of 45.
#[test]
fn a_reading_decides_how_long_korf_12_is() {
    let text = format!("12 {KORF_12}\n");
    let import = read(&text);
    assert_eq!(
        (import.format.key, import.reading.meaning),
        ("lines", Meaning::TileAtPlace)
    );
    assert_eq!(import.reading.goal, Goal::Preset(GoalPreset::BlankFirst));
    assert!(
        import.describe().contains("--reading places"),
        "{}",
        import.describe()
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
        problem: import.collection.puzzles[0].puzzle.clone().into(),
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
        import.map(|import| board_line(&import.collection.puzzles[0].puzzle.start))
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
