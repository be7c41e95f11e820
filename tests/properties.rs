//! Properties are data: code reads the fields of an algorithm's or a heuristic's `ABOUT` and never
//! compares its key, and recorded searches behave as the fields say.

use std::path::{Path, PathBuf};
use tilescope_engines::ENGINES;
use tilescope_lab::files::from_start;
use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic};
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::routes::ROUTE_HEURISTICS;
use tilescope_puzzle::{HEURISTICS, MoveOrder, Nibbles, SlidingTiles};
use tilescope_search::{
    ALGORITHMS, About, Algorithm, AlgorithmVisitor, Applies, BidirectionalHeuristic,
    EvaluationFunction, NodeOutcome, Options, Pruning, Selection, dispatch,
};
use tilescope_trace::{Moment, NodeId, Recorder, Trace};

/// The files that look up a registry entry by its key.
const REGISTRIES: &[&str] = &[
    "search/lib.rs",
    "search/about.rs",
    "engines/lib.rs",
    "puzzle/heuristics/mod.rs",
    "puzzle/heuristics/expr/parse.rs",
    "puzzle/heuristics/expr/formula/parse.rs",
    "puzzle/routes/heuristic.rs",
    "lab/catalogue.rs",
];

/// Experiments and benchmarks, which run specific algorithms.
const EXEMPT: &[&str] = &["lab/published/", "lab/bench/"];

/// The names that code gives to a registry entry.
const ENTRIES: &[&str] = &[
    "ABOUT",
    "algorithm",
    "engine",
    "heuristic",
    "estimate",
    "about",
    "about()",
];

#[test]
fn no_code_compares_keys() {
    let keys: Vec<&str> = (ALGORITHMS.iter().chain(ENGINES).map(|about| about.key))
        .chain(HEURISTICS.iter().map(|about| about.key))
        .chain(ROUTE_HEURISTICS.iter().map(|about| about.key))
        .collect();
    assert!(keys.len() > 35, "the registries are empty");
    let (mut wrong, mut n_registered) = (Vec::new(), 0);
    for (path, text) in sources() {
        let is_in = |files: &[&str]| files.iter().any(|file| path.contains(file));
        if is_in(EXEMPT) {
            continue;
        }
        let code: Vec<&str> = text.lines().map(code_of).collect();
        for (line, code) in (1..).zip(&code) {
            // The choice of an option may be called like the algorithm that it imitates.
            let is_choice = |key: &str| code.contains(&format!(" \"{key}\" \""));
            for key in keys
                .iter()
                .filter(|key| code.contains(&format!("\"{key}\"")) && !is_choice(key))
            {
                // Its registration.
                match code.contains(&format!("key: \"{key}\"")) {
                    true => n_registered += 1,
                    false => wrong.push(format!("{path}:{line} names “{key}”")),
                }
            }
        }
        if !is_in(REGISTRIES) {
            let comparisons = key_comparisons(&code.join("\n")).into_iter();
            wrong.extend(comparisons.map(|it| format!("{path} compares {it}")));
        }
    }
    assert!(n_registered > 30, "no registrations found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn key_comparisons_are_recognised() {
    for compares in [
        "match settings.algorithm.key {",
        "if about.key == key {",
        "if \"a-star\" != run\n    .algorithm\n    .key {",
        "matches!(algorithm.key, \"rbfs\")",
        "algorithm.key.starts_with(\"weighted\")",
        "algorithm.key == AStar::ABOUT.key",
        "name == AStar::ABOUT.name",
        "*heuristic.about() == Manhattan::ABOUT",
        "std::ptr::eq(job.algorithm, &AStar::ABOUT)",
    ] {
        assert_ne!(key_comparisons(compares).len(), 0, "{compares}");
    }
    for other in [
        "json!({ \"key\": about.key })",
        "let key = settings.algorithm.key;",
        "Settings::new(&AStar::ABOUT, &Manhattan::ABOUT)",
        "value(about.key, board)",
        "match settings.algorithm.pruning {",
        "row.key == key",
    ] {
        assert_eq!(key_comparisons(other).len(), 0, "{other}");
    }
}

/// The comparisons of a registry entry: by its key, by its name, or as a whole.
fn key_comparisons(code: &str) -> Vec<String> {
    let code: String = code.split_whitespace().collect::<Vec<_>>().join(" ");
    let code = code.replace(" .", ".");
    let mut named = vec!["::ABOUT".to_owned()];
    for entry in ENTRIES {
        named.extend([".key", ".name"].map(|field| format!("{entry}{field}")));
    }
    let ends = named
        .iter()
        .flat_map(|name| code.match_indices(name).map(|(at, _)| at + name.len()));
    let compared = ends.filter_map(|end| {
        let (before, after) = code.split_at(end);
        let is_of_path = |c: char| c.is_alphanumeric() || "_:.()&*<>!,\"".contains(c);
        let path = before.trim_end_matches(is_of_path);
        let (before, path) = before.split_at(path.len());
        // An argument of a call is not compared itself.
        let is_argument = path.replace("()", "").contains('(');
        let is_compared_before = !is_argument
            && ["match", "==", "!="]
                .iter()
                .any(|it| before.trim_end().ends_with(it));
        let is_compared_within = ["matches!(", "ptr::eq("].iter().any(|it| path.contains(it));
        let is_compared_within = is_compared_within || open_call(before).ends_with("ptr::eq");
        let is_compared_after = [
            "==",
            "!=",
            ".eq(",
            ".starts_with(",
            ".ends_with(",
            ".contains(",
        ];
        let is_compared_after = is_compared_after
            .iter()
            .any(|it| after.trim_start().starts_with(it));
        (is_compared_before || is_compared_within || is_compared_after).then(|| path.to_owned())
    });
    compared.collect()
}

/// The function whose call is still open at the end of `code`.
fn open_call(code: &str) -> &str {
    let mut depth = 0;
    for (at, c) in code.char_indices().rev() {
        match c {
            ')' => depth += 1,
            '(' if depth == 0 => return &code[..at],
            '(' => depth -= 1,
            _ => {}
        }
    }
    ""
}

/// A line without its comment.
fn code_of(line: &str) -> &str {
    line.split("//").next().unwrap_or("")
}

/// Every source of the application and its libraries, by its path.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root.join("src"), root.join("crates")];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.map(|entry| entry.expect("a readable folder").path()) {
            let is_of_tests = ["tests", "examples", "benches", "target"]
                .iter()
                .any(|folder| path.ends_with(folder));
            if path.is_dir() && !is_of_tests {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let text = std::fs::read_to_string(&path).expect("readable source");
                let path = path.strip_prefix(root).expect("it is below the root");
                // `crates/lab/src/run.rs` becomes `crates/lab/run.rs`.
                let path = path.to_string_lossy().replace('\\', "/");
                let path = path.replace("/src/", "/").replace("/lib.rs", "/mod.rs");
                found.push((path, text));
            }
        }
    }
    assert!(found.len() > 100, "no sources found");
    found
}

#[test]
fn fields_agree_with_each_other() {
    for about in ALGORITHMS {
        let key = about.key;
        let has = |option: &Applies| about.options.iter().any(|it| it == option);
        let has_limit = about
            .options
            .iter()
            .any(|it| matches!(it, Applies::DepthLimit(_)));
        let evaluates_h = matches!(
            about.evaluation,
            EvaluationFunction::Heuristic
                | EvaluationFunction::Sum
                | EvaluationFunction::WeightedSum
        );
        assert_eq!(evaluates_h, about.uses_heuristic, "{key}");
        let is_weighted = about.evaluation == EvaluationFunction::WeightedSum;
        assert_eq!(is_weighted, has(&Applies::Weight), "{key}");
        for (pruning, applies) in [
            (Pruning::BeamWidth, has(&Applies::BeamWidth)),
            (Pruning::NodeBudget, has(&Applies::NodeBudget)),
            (Pruning::DepthLimit, has_limit),
        ] {
            assert_eq!(about.pruning == pruning, applies, "{key}: {pruning:?}");
        }
        assert_ne!(about.selection, Selection::Mixed, "{key}");
        assert_ne!(about.pruning, Pruning::Mixed, "{key}");
    }
}

/// Each step selects a node as [`Selection`] says, and nodes are pruned if [`Pruning`] says so.
#[test]
fn recorded_searches_behave_as_the_fields_say() {
    let starts = ["1 8 2 / _ 4 3 / 7 6 5", "4 1 2 / 7 8 3 / 6 5 _"];
    for about in ALGORITHMS {
        let mut options = about.defaults();
        options.beam_width = 3;
        options.node_budget = 16;
        // Without a limit depth-first search takes very long.
        options.depth_limit = Some(12);
        let (mut n_selected, mut n_pruned) = (0, 0);
        for start in starts {
            let trace = record(about, &options, start);
            let last = trace.n_expanded().min(500);
            for before in 0..last {
                let node = trace.expanded_node(before + 1).expect("it is recorded");
                n_selected += 1;
                assert!(
                    is_selected(about, &options, &trace, node, before),
                    "{}: node {node} at step {}: {:?}",
                    about.key,
                    before + 1,
                    about.selection
                );
            }
            let end = trace.n_expanded();
            let is_pruned = |&node: &NodeId| {
                trace.outcome(node) == NodeOutcome::Cut
                    || (trace.discarded_at(node)).is_some_and(|(_, fate)| fate == NodeOutcome::Cut)
            };
            n_pruned += (0..trace.n_generated(end)).filter(is_pruned).count();
        }
        assert!(n_selected > 0, "{}", about.key);
        let prunes = about.pruning != Pruning::None;
        assert_eq!(n_pruned > 0, prunes, "{}: {:?}", about.key, about.pruning);
    }
}

/// Whether no other frontier node at `before` should have been selected first.
fn is_selected(
    about: &About,
    options: &Options,
    trace: &Trace,
    node: NodeId,
    before: Moment,
) -> bool {
    let f = |node| {
        let f = (about.strategy(options).evaluation).f(trace.g(node), trace.h(node), options);
        f.expect("it compares costs")
    };
    let mut others = trace
        .frontier(before)
        .filter(|&other| other != node && trace.direction(other) == trace.direction(node));
    match about.strategy(options).selection {
        Selection::LowestF | Selection::MergedList => others.all(|other| f(node) <= f(other)),
        Selection::Oldest => others.all(|other| node < other),
        Selection::Deepest => others.all(|other| trace.depth(other) <= trace.depth(node)),
        Selection::SortedStack => others.all(|other| {
            let [depth, own] = [other, node].map(|node| trace.depth(node));
            depth < own || (depth == own && f(other) >= f(node))
        }),
        Selection::Level => others.all(|other| trace.depth(node) <= trace.depth(other)),
        Selection::BetterSuccessor | Selection::RandomSuccessor => {
            let parent = trace.parent(node);
            before == 0
                || parent == trace.expanded_node(before)
                || trace.iteration(before + 1).is_some()
        }
        Selection::LowestBackedUpF
        | Selection::LowestPairBound
        | Selection::Game
        | Selection::Mixed => true,
    }
}

fn record(about: &About, options: &Options, start: &str) -> Trace {
    let puzzle = from_start(parse_board(start).unwrap());
    let mut trace = Trace::default();
    let mut recorder = Recorder::new(NodeId::MAX, |batch| trace.append(&batch));
    let search = Search {
        puzzle: &puzzle,
        recorder: &mut recorder,
    };
    dispatch(about.key, options, search).expect("it is registered");
    recorder.flush();
    drop(recorder);
    trace
}

struct Search<'a, S: FnMut(tilescope_trace::Batch)> {
    puzzle: &'a tilescope_puzzle::Puzzle,
    recorder: &'a mut Recorder<S>,
}

impl<S: FnMut(tilescope_trace::Batch)> AlgorithmVisitor for Search<'_, S> {
    type Output = ();
    fn visit<A: Algorithm>(self, algorithm: A) {
        let Search { puzzle, recorder } = self;
        let order = MoveOrder::default();
        let space = SlidingTiles::<Nibbles>::new(&puzzle.goal, puzzle.costs, order);
        let manhattan = |goal| Manhattan::new(goal, puzzle.costs).unwrap();
        let heuristic = BidirectionalHeuristic {
            forward: manhattan(&puzzle.goal),
            backward: manhattan(&puzzle.start),
        };
        let start = space.state(&puzzle.start);
        algorithm.search(&space, &heuristic, start, recorder);
    }
}
