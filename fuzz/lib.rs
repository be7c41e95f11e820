//! What several targets share.

use std::sync::LazyLock;
use tilescope_lab::{Job, Settings, files, job};
use tilescope_puzzle::notation::parse_board;

/// A* on an 8-puzzle.
pub static JOB: LazyLock<Job> = LazyLock::new(|| {
    let start = parse_board("2 8 3 / 1 6 4 / 7 _ 5").expect("it is a board");
    let algorithm = job::algorithm("a-star").expect("it is registered");
    let heuristic = job::heuristic("manhattan").expect("it is registered");
    Job {
        problem: files::from_start(start).into(),
        settings: Settings::new(algorithm, heuristic),
        search_unsolvable: false,
        record: 0,
    }
});
