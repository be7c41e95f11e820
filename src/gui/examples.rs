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
            "depth-first-goes-astray",
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

/// The collections: the names of the files, and their titles.
pub const COLLECTIONS: &[(&str, &str)] = &[
    ("farthest-8-puzzles", "The two 8-puzzles of 31 moves"),
    (
        "farthest-from-spiral",
        "The 148 8-puzzles of 30 moves from the spiral goal",
    ),
    ("korf-100", "Korf's 100 15-puzzles"),
    ("farthest-15-puzzles", "15-puzzles of 80 moves"),
    ("korf-felner-50", "Korf & Felner's 50 24-puzzles"),
];

/// What the window calls the problem or the collection of this file.
pub fn title(file: &str) -> Option<String> {
    let collection = COLLECTIONS.iter().find(|(name, _)| *name == file);
    match collection {
        Some((_, title)) => Some((*title).to_owned()),
        None => Some(examples::by_file(file)?.name().to_owned()),
    }
}

/// The problems: the title of the group, and the name of the file.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_group = |(title, files): &'static (_, &'static [&'static str])| {
        files.iter().map(|file| (*title, *file))
    };
    GROUPS.iter().flat_map(of_group)
}

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
    use tilescope_lab::files::Opened;

    #[test]
    fn every_collection_has_its_title() {
        let mut known: Vec<&str> = COLLECTIONS.iter().map(|(file, _)| *file).collect();
        known.sort_unstable();
        assert_eq!(known, examples::collections());
        for (file, title) in COLLECTIONS {
            let Some(Opened::Collection(collection)) = examples::open(file) else {
                panic!("{file} is no collection");
            };
            assert_eq!(collection.name, *title);
        }
    }

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
