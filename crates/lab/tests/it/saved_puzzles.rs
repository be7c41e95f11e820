//! The puzzles that ship are what their notes say: each figure quoted there is found again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tilescope_lab::{self as lab, Job, Report, RunOutcome, Settings, files, job};
use tilescope_puzzle::heuristics::{DEFAULT_HEURISTIC, value};
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Direction, GoalPreset, Puzzle, solvability};
use tilescope_search::GoalTest;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../saved_puzzles")
}

fn open(name: &str) -> Puzzle {
    let problem = files::load(&folder().join(name).with_extension("json"));
    problem.unwrap().into_puzzle().unwrap()
}

fn run(puzzle: &Puzzle, algorithm: &str, heuristic: &str) -> Report {
    let (algorithm, heuristic) = (job::algorithm(algorithm), job::heuristic(heuristic));
    run_with(
        puzzle,
        Settings::new(algorithm.unwrap(), heuristic.unwrap()),
    )
}

fn run_with(puzzle: &Puzzle, settings: Settings) -> Report {
    lab::solve(&Job {
        problem: puzzle.clone().into(),
        settings,
        search_unsolvable: true,
        record: 0,
    })
    .unwrap()
}

/// The cost of the solution; `None` where it is proved that there is none. The moves are
/// replayed.
fn cost(puzzle: &Puzzle, report: &Report) -> Option<u32> {
    match &report.outcome {
        RunOutcome::Solved { moves, cost, .. } => {
            let mut board = puzzle.start.clone();
            let mut paid = 0;
            for direction in moves.iter().copied().map(Direction::from) {
                let from = board.blank();
                assert!(board.slide(direction));
                paid += puzzle
                    .costs
                    .move_cost(direction, board.tiles()[from], board.size());
            }
            assert_eq!((&board, paid), (&puzzle.goal, *cost), "{}", puzzle.name);
            Some(*cost)
        }
        RunOutcome::Unsolvable { .. } => None,
        other => panic!("{}: {other:?}", puzzle.name),
    }
}

/// A count as the notes write it: `12,345`.
fn in_print(count: u64) -> String {
    if count < 1000 {
        return count.to_string();
    }
    format!("{},{:03}", in_print(count / 1000), count % 1000)
}

/// Checks rows of: file, algorithm, heuristic, cost of the solution or -, and a count that
/// the notes quote.
fn check(rows: &str) {
    for row in rows.trim().lines() {
        let row: Vec<&str> = row.split_whitespace().collect();
        let [name, algorithm, heuristic, expected, what, count] = row[..] else {
            panic!("a row has six entries: {row:?}");
        };
        let puzzle = open(name);
        let report = run(&puzzle, algorithm, heuristic);
        assert_eq!(cost(&puzzle, &report), expected.parse().ok(), "{row:?}");
        let found = match what {
            "expanded" => report.counts.expanded,
            "generated" => report.counts.generated,
            _ => panic!("{what} is not counted"),
        };
        assert_eq!(in_print(found), count, "{row:?}");
        let mut numbers = (puzzle.notes)
            .split(|c: char| !c.is_ascii_digit() && c != ',')
            .map(|number| number.trim_end_matches(','));
        assert!(
            numbers.any(|number| number == count),
            "{row:?} is not in the notes"
        );
    }
}

#[test]
fn the_figures_in_the_notes_are_found_again() {
    check(
        "
        first-steps-two-moves       a-star             manhattan         2  expanded         2
        first-steps-two-moves       breadth-first      zero              2  expanded         2
        twenty-moves                breadth-first      zero             20  expanded    28,666
        twenty-moves                a-star             misplaced        20  expanded     2,497
        twenty-moves                a-star             manhattan        20  expanded       433
        spiral-in-five-moves        a-star             misplaced         5  expanded         6
        spiral-in-five-moves        greedy-best-first  misplaced         9  expanded         9
        spiral-in-five-moves        breadth-first      zero              5  expanded        20
        spiral-in-five-moves        depth-first        zero              5  expanded         5
        depth-first-goes-astray     depth-first        zero             42  expanded        42
        depth-first-goes-astray     breadth-first      zero              2  expanded         5
        greedy-goes-astray          a-star             misplaced        13  expanded       113
        greedy-goes-astray          greedy-best-first  misplaced       145  expanded       671
        unsolvable-8-puzzle         a-star             manhattan         -  expanded   181,440
        best-first-demo             uniform-cost       zero              5  expanded        50
        best-first-demo             a-star             manhattan         5  expanded         5
        best-first-demo-up-costs-2  uniform-cost       zero              6  expanded        33
        best-first-demo-up-costs-2  breadth-first      zero              6  expanded        28
        hardest-8-puzzle-a          breadth-first      zero             31  expanded   181,380
        hardest-8-puzzle-a          a-star             manhattan        31  expanded     6,728
        hardest-8-puzzle-a          a-star             linear-conflict  31  expanded     3,827
        hardest-8-puzzle-b          a-star             manhattan        31  expanded     6,728
        hardest-8-puzzle-b          ida-star           manhattan        31  expanded    16,318
        three-by-four               a-star             manhattan        37  expanded    30,222
        three-by-four               ida-star           manhattan        37  expanded   202,511
        five-by-five                a-star             linear-conflict  44  expanded    76,338
        five-by-five                greedy-best-first  manhattan        82  expanded       624
        ten-by-ten                  a-star             manhattan        40  expanded       389
        ten-by-ten                  ida-star           manhattan        40  expanded     1,328
        ten-by-ten                  greedy-best-first  manhattan        58  expanded    12,188
        korf-12                     ida-star           manhattan        45  generated  546,344
        korf-12                     ida-star           linear-conflict  45  generated  179,628
        korf-79                     ida-star           manhattan        42  generated  540,860
        korf-79                     ida-star           linear-conflict  42  generated  107,088
        ",
    );
    // The late goal test, which the notes name.
    for (name, expanded) in [("first-steps-two-moves", 5), ("spiral-in-five-moves", 33)] {
        let mut settings =
            Settings::new(job::algorithm("breadth-first").unwrap(), DEFAULT_HEURISTIC);
        settings.options.goal_test = GoalTest::Late;
        let report = run_with(&open(name), settings);
        assert_eq!(report.counts.expanded, expanded, "{name}");
        assert!(open(name).notes.contains(&format!("{expanded}")));
    }
    // The figure of the other board is quoted with this one's.
    let first = open("hardest-8-puzzle-a");
    assert_eq!(run(&first, "ida-star", "manhattan").counts.expanded, 14_964);
    assert!(open("hardest-8-puzzle-b").notes.contains("14,964"));
}

#[test]
fn the_large_figures_in_the_notes_are_found_again() {
    check(
        "
        korf-1  ida-star         manhattan        57  generated  276,361,933
        korf-1  ida-star         linear-conflict  57  generated   12,205,623
        korf-1  weighted-a-star  manhattan        59  expanded       285,910
        ",
    );
}

#[test]
fn what_cannot_be_solved_says_so() {
    let unsolvable: BTreeSet<String> = (std::fs::read_dir(folder()).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .filter_map(|path| Some((files::load(&path).unwrap().into_puzzle()?, path)))
        .filter(|(puzzle, _)| !puzzle.solvability().is_solvable())
        .map(|(_, path)| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    let expected = [
        "fourteen-and-fifteen",
        "unsolvable-8-puzzle",
        "wrong-half-of-the-graph",
    ];
    assert_eq!(unsolvable, expected.map(String::from).into());

    let mut puzzle = open("wrong-half-of-the-graph");
    let (a, b) = solvability::repairing_swap(&puzzle.start, &puzzle.goal);
    assert_eq!((puzzle.start.tiles()[a], puzzle.start.tiles()[b]), (7, 8));
    puzzle.start.swap(a, b);
    assert_eq!(
        cost(&puzzle, &run(&puzzle, "a-star", "manhattan")),
        Some(25)
    );
    // 16! / 2 boards.
    let n_boards = (1..=16_u64).product::<u64>() / 2;
    assert!(
        open("fourteen-and-fifteen")
            .notes
            .contains(&in_print(n_boards))
    );
}

#[test]
fn the_estimates_in_the_notes_are_right() {
    let of = |name: &str, heuristic: &str| {
        let puzzle = open(name);
        value(heuristic, &puzzle.start, &puzzle.goal, puzzle.costs).unwrap()
    };
    assert_eq!(of("greedy-goes-astray", "linear-conflict"), 13);
    assert_eq!(of("korf-79", "manhattan"), 28);
    assert_eq!(of("five-by-five", "manhattan"), 32);
    assert_eq!(of("five-by-five", "linear-conflict"), 32);
}

/// Two boards, and no others, are 31 moves from the goal with the blank last, and the
/// second is the first one mirrored at the diagonal.
#[test]
fn the_hardest_8_puzzles_are_the_two_farthest_boards() {
    let puzzles = ["hardest-8-puzzle-a", "hardest-8-puzzle-b"].map(open);
    let goal = GoalPreset::BlankLast.board(puzzles[0].goal.size());
    let mut reached = std::collections::HashSet::from([goal.clone()]);
    let mut levels = vec![vec![goal.clone()]];
    while let Some(level) = levels.last().filter(|level| !level.is_empty()) {
        let mut next = Vec::new();
        for board in level {
            for direction in Direction::ALL {
                let mut child = board.clone();
                if child.slide(direction) && reached.insert(child.clone()) {
                    next.push(child);
                }
            }
        }
        levels.push(next);
    }
    assert_eq!(
        (reached.len(), levels.len()),
        (181_440, 33),
        "31 moves, and an empty level"
    );
    let farthest: BTreeSet<String> = levels[31].iter().map(board_line).collect();
    let saved: BTreeSet<String> = puzzles
        .iter()
        .map(|puzzle| board_line(&puzzle.start))
        .collect();
    assert_eq!(farthest, saved);

    let mirrored_cell = |cell: usize| cell % 3 * 3 + cell / 3;
    for cell in 0..9 {
        let tile = puzzles[0].start.tiles()[cell];
        let mirrored_tile = goal.tiles()[mirrored_cell(goal.cell_of(tile))];
        assert_eq!(puzzles[1].start.tiles()[mirrored_cell(cell)], mirrored_tile);
    }
    assert!(puzzles.iter().all(|puzzle| puzzle.goal == goal));
}

#[test]
fn every_file_is_as_saving_writes_it() {
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        // The folder of collections has tests of its own.
        if path.is_dir() {
            continue;
        }
        let problem = files::load(&path).unwrap();
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            files::to_json(&problem),
            "{path:?}"
        );
        let texts = [problem.name(), problem.notes(), problem.source()];
        assert!(texts.iter().all(|text| !text.is_empty()), "{path:?}");
    }
}
