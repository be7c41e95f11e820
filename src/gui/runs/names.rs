//! Runs in words.

use super::entry::RunId;

/// “the record of run 3 is”, “the records of runs 3 and 4 are”.
pub fn records_of(runs: &[RunId]) -> String {
    match runs.len() {
        0 => "no record is".into(),
        1 => format!("the record of {} is", names_of(runs)),
        _ => format!("the records of {} are", names_of(runs)),
    }
}

/// “run 3”, “runs 3 and 4”.
pub fn names_of(runs: &[RunId]) -> String {
    let numbers: Vec<String> = runs.iter().map(|id| id.0.to_string()).collect();
    match numbers.split_last() {
        Some((last, [])) => format!("run {last}"),
        Some((last, others)) => format!("runs {} and {last}", others.join(", ")),
        None => "no run".into(),
    }
}
