//! Inputs that people have (`tests/cases`) are the same puzzle as a file, from standard input, from
//! a pipe and as an argument.

use crate::support::{text, tilescope};
use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with this standard input.
fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(arguments)
        .env("TILESCOPE_CACHE", "")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    // A program that refuses its input may end before it has read all.
    let _ = pipe.write_all(input);
    drop(pipe);
    child.wait_with_output().unwrap()
}

/// The boards of a report, and the line that says how it ended.
fn report(output: &Output) -> (String, String) {
    let report = text(&output.stdout);
    let (boards, rest) = report.split_once("\n\n").unwrap_or_else(|| {
        panic!("no report: {}", text(&output.stderr));
    });
    let ended = rest.lines().nth(1).unwrap_or("");
    (boards.to_owned(), ended.to_owned())
}

#[test]
fn a_case_is_the_same_puzzle_in_every_way() {
    let table = fs::read_to_string("tests/cases/expected.tsv").unwrap();
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let path = format!("tests/cases/{}", fields[0]);
        let bytes = fs::read(&path).unwrap();
        let mut options = vec!["-H", "walking-distance"];
        let goal = fields[2].replace(' ', "-");
        if !goal.starts_with("stated") {
            options.extend(["--goal", &goal]);
        }
        let lengths: Vec<&str> = fields[3].split(", ").collect();
        for (number, moves) in (1..).zip(&lengths) {
            let number = number.to_string();
            let mut options = options.clone();
            if lengths.len() > 1 {
                options.extend(["--puzzle", &number]);
            }
            let ending = match moves.parse::<u32>() {
                Err(_) => "There is no solution".to_owned(),
                Ok(long) if long > 40 => {
                    options.extend(["--max-expanded", "1"]);
                    "Stopped".to_owned()
                }
                Ok(0) => "Solved in 0 moves".to_owned(),
                Ok(moves) => format!("Solved in {moves} moves"),
            };
            let arguments = |puzzle: &str| -> Vec<String> {
                let all = ["solve", puzzle].into_iter().chain(options.iter().copied());
                all.map(str::to_owned).collect()
            };
            let run = |puzzle: &str, input: &[u8]| {
                let arguments = arguments(puzzle);
                let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                report(&with_input(&arguments, input))
            };
            let of_file = run(&path, b"");
            let (_, ended) = &of_file;
            let is_expected = ended.starts_with(&ending)
                || *moves == "1" && ended.starts_with("Solved in 1 move");
            assert!(is_expected, "{row}: {ended}");
            assert_eq!(run("-", &bytes), of_file, "{row}, standard input");
            if cfg!(unix) {
                assert_eq!(run("/dev/stdin", &bytes), of_file, "{row}, /dev/stdin");
            }
            // What a shell passes on, which drops line ends at the end.
            let typed = String::from_utf8(bytes.clone()).ok();
            if let Some(typed) = typed {
                let typed = typed.trim_end_matches('\n');
                assert_eq!(run(typed, b""), of_file, "{row}, argument");
            }
        }
    }
}

/// A line of numbers has another goal in Korf's lists than on the command line, and both say so.
#[test]
fn a_list_has_the_same_goal_in_every_way_or_a_note() {
    let list = "1,2,5,3,4,0,6,7,8";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list.txt");
    fs::write(&path, list).unwrap();
    let notes = [
        (
            tilescope(&["solve", list]),
            "the goal is blank-last; in a file, this line has the goal blank-first",
        ),
        (
            tilescope(&["solve", path.to_str().unwrap()]),
            "goal: the tiles in order, blank first; it could also be read with",
        ),
        (
            with_input(&["solve", "-"], list.as_bytes()),
            "goal: the tiles in order, blank first; it could also be read with",
        ),
    ];
    for (output, note) in notes {
        let told = text(&output.stderr);
        assert!(told.contains(note), "{told}");
    }
    // Where the goal is given there is nothing to say.
    for goal in ["blank-last", "blank-first", "123456780"] {
        let of_list = tilescope(&["solve", list, "--goal", goal]);
        let of_file = tilescope(&["solve", path.to_str().unwrap(), "--goal", goal]);
        assert_eq!(report(&of_list), report(&of_file), "{goal}");
        assert_eq!(text(&of_list.stderr), "");
    }
}

#[test]
fn goals_are_written_as_puzzles_are() {
    let expected = report(&tilescope(&[
        "solve",
        "2 8 3 / 1 _ 4 / 7 6 5",
        "--goal",
        "spiral",
    ]));
    assert!(expected.1.starts_with("Solved in 4 moves"), "{expected:?}");
    for goal in [
        "123804765",
        "123/804/765",
        "[[1,2,3],[8,0,4],[7,6,5]]",
        "1 2 3\n8 - 4\n7 6 5",
        "{1,2,3,8,0,4,7,6,5}",
    ] {
        let output = tilescope(&["solve", "283104765", "--goal", goal]);
        assert_eq!(report(&output), expected, "{goal}");
    }
    let refused = tilescope(&["solve", "283104765", "--goal", "12380476"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        text(&refused.stderr).contains("1 entry in a single row is no board"),
        "{refused:?}"
    );
}

#[test]
fn two_boards_are_a_start_and_its_goal_or_two_puzzles() {
    let two = "4 1 2\n5 0 3\n\n1 2 3\n4 5 0\n";
    let pair = with_input(&["solve", "-"], two.as_bytes());
    assert_eq!(pair.status.code(), Some(0));
    let note = text(&pair.stderr);
    assert!(
        note.contains("a start and its goal") && note.contains("--two-boards puzzles"),
        "{note}"
    );
    let puzzles = with_input(&["solve", "-", "--two-boards", "puzzles"], two.as_bytes());
    assert!(text(&puzzles.stderr).contains("this collection has 2 puzzles"));
    // Another goal than the usual ones.
    let other = "4 1 2\n5 0 3\n\n1 2 3\n0 4 5\n";
    let puzzles = with_input(&["solve", "-"], other.as_bytes());
    assert!(
        text(&puzzles.stderr).contains("--two-boards start-goal"),
        "{puzzles:?}"
    );
    let pair = with_input(
        &["solve", "-", "--two-boards", "start-goal"],
        other.as_bytes(),
    );
    assert!(
        report(&pair).0.contains("·  4  5") || report(&pair).0.contains("· 4 5"),
        "{pair:?}"
    );
}

#[test]
fn standard_input_is_read_up_to_a_limit_and_refused_in_a_line() {
    for (input, words) in [
        (&b""[..], "this is empty"),
        (
            b"\xff\x00\x01",
            "this is not a text file, in standard input",
        ),
        (
            b"1 2 3\n4 5 5\n",
            "5 is there twice, at line 2, column 5, in standard input",
        ),
    ] {
        let output = with_input(&["solve", "-"], input);
        let line = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(line.contains(words) && line.lines().count() == 1, "{line}");
    }
    let large = " ".repeat((100 << 20) + 1);
    let output = with_input(&["solve", "-"], large.as_bytes());
    assert!(text(&output.stderr).contains("too large"), "{output:?}");
    let converted = with_input(
        &["convert", "-", "--to", "digits", "--goal", "spiral"],
        b"[[2,8,3],[1,0,4],[7,6,5]]",
    );
    assert_eq!(text(&converted.stdout), "283104765\n", "{converted:?}");
}
