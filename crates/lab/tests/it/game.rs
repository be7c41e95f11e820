//! The record of a game: its boards, their distances, where it left a shortest path, and what beside
//! it is shortest.

use std::time::Duration;
use tilescope_engines::Engine;
use tilescope_engines::fastest_optimal::FastestOptimal;
use tilescope_lab::game::{GAME, Game, Search, record};
use tilescope_lab::trace_file::{self, Loaded};
use tilescope_lab::{Interrupt, RunOutcome, Settings, StoppedBy, explain};
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Direction, GoalPreset, Puzzle};
use tilescope_search::NodeOutcome;
use tilescope_trace::NodeId;

/// A game of these moves of the blank from a board that two moves solve: left, left.
fn game(start: &str, moves: &str) -> Game {
    let start = parse_board(start).unwrap();
    let goal = GoalPreset::BlankLast.board(start.size());
    let moves = moves.chars().map(|letter| {
        let is_it = |direction: &Direction| direction.letter() == letter;
        Direction::ALL.into_iter().find(is_it).unwrap().into()
    });
    Game {
        moves: moves.collect(),
        puzzle: Puzzle::new("game", start, goal).unwrap(),
        time: Duration::from_secs(7),
    }
}

fn recorded(game: &Game, seconds: u64) -> Loaded {
    let search = Search {
        settings: &|_| Settings::new(&FastestOptimal::ABOUT, DEFAULT_HEURISTIC),
        time: Duration::from_secs(seconds),
    };
    record(game, &search, &Interrupt::default(), &mut |_| {}).unwrap()
}

/// The h of the nodes from the root to `node`.
fn h_along(loaded: &Loaded, node: NodeId) -> Vec<u32> {
    let trace = &loaded.trace;
    let mut path: Vec<NodeId> = trace.ancestors(node).collect();
    path.reverse();
    path.push(node);
    path.into_iter().map(|node| trace.h(node)).collect()
}

/// The goals in the record.
fn goals(loaded: &Loaded) -> Vec<NodeId> {
    let trace = &loaded.trace;
    (0..trace.n_nodes())
        .filter(|&node| trace.outcome(node) == NodeOutcome::Goal)
        .collect()
}

#[test]
fn a_game_that_leaves_a_shortest_path_has_the_shortest_beside_it() {
    for (start, seconds) in [
        ("1 2 3 / 4 5 6 / _ 7 8", 0),
        ("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 _ 14 15", 20),
    ] {
        // Right, up and down again, right.
        let game = game(start, "RUDR");
        let loaded = recorded(&game, seconds);
        let trace = &loaded.trace;
        // Five boards of the game, and one of the branch.
        assert_eq!(trace.n_nodes(), 6, "{start}");
        let [of_branch, of_game] = goals(&loaded)[..] else {
            panic!("{:?}", goals(&loaded));
        };
        let (of_game, of_branch) = match trace.solution().last() == Some(&of_game) {
            true => (of_game, of_branch),
            false => (of_branch, of_game),
        };
        assert_eq!(h_along(&loaded, of_game), [2, 1, 2, 1, 0]);
        assert_eq!(h_along(&loaded, of_branch), [2, 1, 0]);
        match &loaded.report.outcome {
            RunOutcome::Solved {
                moves,
                cost: 4,
                optimal: false,
            } => assert_eq!(*moves, game.moves),
            other => panic!("{other:?}"),
        }
        let [mark] = &loaded.bookmarks[..] else {
            panic!("{:?}", loaded.bookmarks);
        };
        assert_eq!(mark.name, "Move 2 left a shortest path");
        let node = mark.node.unwrap();
        assert_eq!((trace.depth(node), trace.h(node), mark.step), (2, 2, 2));
        let end = trace.n_expanded();
        let why = explain::why(&loaded.job, trace, node, end);
        let left = "the move to it left every shortest path, since f = g + h rises from 2 to 4";
        assert!(why.contains(left), "{why}");
        let first = explain::why(&loaded.job, trace, 1, end);
        assert!(
            first.contains("its f = g + h is 2, and 2 at the board before"),
            "{first}"
        );
    }
}

#[test]
fn an_unfinished_game_goes_on_with_a_shortest_solution() {
    let game = game("1 2 3 / 4 5 6 / _ 7 8", "R");
    let loaded = recorded(&game, 0);
    assert!(loaded.bookmarks.is_empty());
    let [goal] = goals(&loaded)[..] else {
        panic!("{:?}", goals(&loaded));
    };
    assert_eq!(h_along(&loaded, goal), [2, 1, 0]);
    let stopped = RunOutcome::Stopped(StoppedBy::Game);
    assert_eq!(loaded.report.outcome, stopped);
}

#[test]
fn without_time_no_distance_is_known_and_a_note_says_so() {
    let start = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / _ 13 14 15";
    let loaded = recorded(&game(start, "UD"), 0);
    assert_eq!(loaded.trace.n_nodes(), 3);
    assert_eq!(h_along(&loaded, 2), [0, 0, 0]);
    assert!(loaded.bookmarks.is_empty());
    let note = "the distances of 3 of the 3 boards of the game were not found in time";
    assert!(
        loaded.report.notes[0].starts_with(note),
        "{:?}",
        loaded.report.notes
    );
    let why = explain::why(&loaded.job, &loaded.trace, 1, 2);
    assert!(
        why.contains("its distance to the goal is not known"),
        "{why}"
    );
}

/// From an h of 0 that is no distance, f rises by more than a move can cost.
#[test]
fn no_move_is_said_to_leave_a_path_that_is_not_known() {
    let game = game("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / _ 13 14 15", "UU");
    let search = Search {
        settings: &|puzzle| {
            let mut settings = Settings::new(&FastestOptimal::ABOUT, DEFAULT_HEURISTIC);
            let is_first = puzzle.start == game.puzzle.start;
            settings.limits.time = is_first.then_some(Duration::ZERO);
            settings
        },
        time: Duration::from_secs(20),
    };
    let loaded = record(&game, &search, &Interrupt::default(), &mut |_| {}).unwrap();
    assert_eq!(h_along(&loaded, 2), [0, 4, 5]);
    let left = "the move to it left every shortest path";
    let why = explain::why(&loaded.job, &loaded.trace, 1, 2);
    assert!(!why.contains(left), "{why}");
    assert_eq!(loaded.bookmarks.len(), 1, "the second move is known to");
}

#[test]
fn the_record_of_a_game_is_saved_and_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.tilescope-trace");
    let loaded = recorded(&game("1 2 3 / 4 5 6 / _ 7 8", "RUDR"), 0);
    let parts = (&loaded.trace, &loaded.series, &loaded.report);
    let go_on = Interrupt::default();
    let marks = &loaded.bookmarks;
    trace_file::save(&path, &loaded.job, parts, marks, &go_on, &mut |_| {}).unwrap();
    let opened = trace_file::load(&path, 100, &go_on, &mut |_| {}).unwrap();
    assert_eq!(opened.job.settings.algorithm.key, GAME.key);
    assert_eq!((opened.damage, opened.left_out), (None, None));
    assert_eq!(opened.report, loaded.report);
    assert_eq!(opened.bookmarks, loaded.bookmarks);
    assert_eq!(opened.trace.solution(), loaded.trace.solution());
}
