//! The bundled problems in groups by what they teach, from easy to hard.

use tilescope_lab::{Problem, examples};

/// The groups: a title, and the names of the files.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "First steps",
        &[
            "first-steps-two-moves",
            "best-first-demo",
            "spiral-in-five-moves",
        ],
    ),
    (
        "What a heuristic is worth",
        &[
            "greedy-goes-astray",
            "twenty-moves",
            "hardest-8-puzzle-a",
            "hardest-8-puzzle-b",
        ],
    ),
    (
        "Path costs and road maps",
        &["best-first-demo-up-costs-2", "romania", "delhi-hyderabad"],
    ),
    (
        "Parity: no solution",
        &[
            "unsolvable-8-puzzle",
            "wrong-half-of-the-graph",
            "fourteen-and-fifteen",
        ],
    ),
    (
        "Memory and time",
        &["three-by-four", "korf-79", "korf-12", "korf-1"],
    ),
    ("Large boards", &["ten-by-ten", "five-by-five"]),
];

/// The groups: a title, and its problems.
pub fn groups() -> impl Iterator<Item = (&'static str, Vec<Problem>)> {
    GROUPS.iter().map(|(title, files)| {
        let problems = files.iter().filter_map(|file| examples::by_file(file));
        (*title, problems.collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_in_one_group() {
        let mut grouped: Vec<String> = groups()
            .flat_map(|(_, problems)| problems)
            .map(|problem| problem.name().to_owned())
            .collect();
        let mut all: Vec<String> = (examples::all().iter())
            .map(|problem| problem.name().to_owned())
            .collect();
        grouped.sort_unstable();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }
}
