//! Properties are data: what is asked of an algorithm or a heuristic is a field of its `ABOUT`,
//! and what the fields say is what the records show. No source asks which one it is.

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

/// The sources that find an entry of a registry by its key.
const REGISTRIES: &[&str] = &[
    "search/mod.rs",
    "search/about.rs",
    "engines/mod.rs",
    "puzzle/heuristics/mod.rs",
    "puzzle/heuristics/formula/parse.rs",
    "routes/estimate.rs",
    "lab/catalogue.rs",
];

/// Experiments and benchmarks, which choose what they run.
const CHOOSERS: &[&str] = &["lab/published/", "lab/bench/"];

/// How an entry of a registry is called in the sources.
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
fn no_source_asks_for_a_key() {
    let keys: Vec<&str> = (ALGORITHMS.iter().chain(ENGINES).map(|about| about.key))
        .chain(HEURISTICS.iter().map(|about| about.key))
        .chain(ROUTE_HEURISTICS.iter().map(|about| about.key))
        .collect();
    assert!(keys.len() > 35, "this test knows no keys any more");
    let (mut wrong, mut n_registered) = (Vec::new(), 0);
    for (path, text) in sources() {
        let is_in = |homes: &[&str]| homes.iter().any(|home| path.contains(home));
        if is_in(CHOOSERS) {
            continue;
        }
        let code: Vec<&str> = text.lines().map(code_of).collect();
        for (line, code) in (1..).zip(&code) {
            for key in keys
                .iter()
                .filter(|key| code.contains(&format!("\"{key}\"")))
            {
                // Where it is registered.
                match code.contains(&format!("key: \"{key}\"")) {
                    true => n_registered += 1,
                    false => wrong.push(format!("{path}:{line} names “{key}”")),
                }
            }
        }
        if !is_in(REGISTRIES) {
            let asked = questions(&code.join("\n")).into_iter();
            wrong.extend(asked.map(|it| format!("{path} compares {it}")));
        }
    }
    assert!(n_registered > 30, "this test sees no registry any more");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_question_is_recognised() {
    for asks in [
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
        assert_ne!(questions(asks).len(), 0, "{asks}");
    }
    for asks_not in [
        "json!({ \"key\": about.key })",
        "let key = settings.algorithm.key;",
        "Settings::new(&AStar::ABOUT, &Manhattan::ABOUT)",
        "value(about.key, board)",
        "match settings.algorithm.pruning {",
        "row.key == key",
    ] {
        assert_eq!(questions(asks_not).len(), 0, "{asks_not}");
    }
}

/// The comparisons of an entry of a registry, by its key or its name or as a whole.
fn questions(code: &str) -> Vec<String> {
    let code: String = code.split_whitespace().collect::<Vec<_>>().join(" ");
    let code = code.replace(" .", ".");
    let mut named = vec!["::ABOUT".to_owned()];
    for entry in ENTRIES {
        named.extend([".key", ".name"].map(|field| format!("{entry}{field}")));
    }
    let ends = named
        .iter()
        .flat_map(|name| code.match_indices(name).map(|(at, _)| at + name.len()));
    let asked = ends.filter_map(|end| {
        let (before, after) = code.split_at(end);
        let is_of_path = |c: char| c.is_alphanumeric() || "_:.()&*<>!,\"".contains(c);
        let path = before.trim_end_matches(is_of_path);
        let (before, path) = before.split_at(path.len());
        // An argument of a call is not what is compared.
        let is_argument = path.replace("()", "").contains('(');
        let asks_before = !is_argument
            && ["match", "==", "!="]
                .iter()
                .any(|it| before.trim_end().ends_with(it));
        let asks_within = ["matches!(", "ptr::eq("].iter().any(|it| path.contains(it));
        let asks_within = asks_within || open_call(before).ends_with("ptr::eq");
        let asks_after = [
            "==",
            "!=",
            ".eq(",
            ".starts_with(",
            ".ends_with(",
            ".contains(",
        ];
        let asks_after = asks_after
            .iter()
            .any(|it| after.trim_start().starts_with(it));
        (asks_before || asks_within || asks_after).then(|| path.to_owned())
    });
    asked.collect()
}

/// What is called by the last bracket of `code` that is open.
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
                let path = path.strip_prefix(root).expect("it lies below");
                // A crate's folder counts as the room that it is.
                let path = path.to_string_lossy().replace('\\', "/");
                let path = path.replace("/src/", "/").replace("/lib.rs", "/mod.rs");
                found.push((path, text));
            }
        }
    }
    assert!(found.len() > 100, "this test sees no sources any more");
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

/// What the fields say is what the records show: the node selected is the one that
/// [`Selection`] says, and there are pruned nodes where [`Pruning`] says so.
#[test]
fn records_show_what_the_fields_say() {
    let starts = ["1 8 2 / _ 4 3 / 7 6 5", "4 1 2 / 7 8 3 / 6 5 _"];
    for about in ALGORITHMS {
        let mut options = about.defaults();
        options.beam_width = 3;
        options.node_budget = 16;
        // Where there is a limit, this one; without it depth-first search takes very long.
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

/// Whether the frontier of the moment `before` has no node that should have gone first.
fn is_selected(
    about: &About,
    options: &Options,
    trace: &Trace,
    node: NodeId,
    before: Moment,
) -> bool {
    let f = |node| {
        let f = about.evaluation.f(trace.g(node), trace.h(node), options);
        f.expect("it compares costs")
    };
    let mut others = trace
        .frontier(before)
        .filter(|&other| other != node && trace.direction(other) == trace.direction(node));
    match about.selection {
        Selection::LowestF => others.all(|other| f(node) <= f(other)),
        Selection::Oldest => others.all(|other| node < other),
        Selection::Deepest => others.all(|other| trace.depth(other) <= trace.depth(node)),
        Selection::Level => others.all(|other| trace.depth(node) <= trace.depth(other)),
        Selection::BetterSuccessor | Selection::RandomSuccessor => {
            let parent = trace.parent(node);
            before == 0
                || parent == trace.expanded_node(before)
                || trace.iteration(before + 1).is_some()
        }
        Selection::LowestBackedUpF | Selection::LowestPairBound | Selection::Mixed => true,
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
