//! The record of a run that is written for other programs, as JSON Lines, for Posthoc and as DOT: read back,
//! it is the record of the same run in this process, node by node and event by event.

use crate::support::{text, tilescope};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;
use tilescope_lab::{
    Job, Problem, Run, RunState, Settings, State, catalogue, examples, explain, format, spawn,
};
use tilescope_puzzle::Puzzle;
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_puzzle::notation::parse_board;
use tilescope_search::{NodeOutcome, SearchDirection};
use tilescope_trace::{Batch, NO_NODE, NodeId, Status};

/// Boards at 5 and at 18 moves from the goal, and algorithms that solve them within thousands of nodes.
const STARTS: [(&str, &[&str]); 2] = [
    (
        "2 8 3 / 1 6 4 / 7 _ 5",
        &["breadth-first", "iterative-deepening", "uniform-cost"],
    ),
    (
        "2 1 6 / 4 _ 8 / 7 5 3",
        &[
            "bidirectional-breadth-first",
            "greedy-best-first",
            "a-star",
            "ida-star",
            "rbfs",
            "sma-star",
            "nbs",
            "beam",
        ],
    ),
];

/// A run in this process.
struct Recorded {
    run: Run,
    /// All of its record.
    batch: Batch,
    /// The states of the nodes.
    states: Vec<State>,
}

impl Recorded {
    fn new(problem: Problem, algorithm: &str) -> Self {
        let about = catalogue::find(algorithm).unwrap();
        let job = Job {
            problem,
            settings: Settings::new(about, DEFAULT_HEURISTIC),
            search_unsolvable: false,
            record: NodeId::MAX,
        };
        let (wake, woken) = channel();
        let mut run = spawn(job, false, move || wake.send(()).unwrap_or_default()).unwrap();
        while run.state() != RunState::Ended {
            while run.poll(Duration::from_millis(5)) {}
            let _ = woken.recv_timeout(Duration::from_millis(50));
        }
        let mut batch = Batch::default();
        run.trace().batches().for_each(|next| batch.extend(&next));
        let states = states(&run);
        Recorded { run, batch, states }
    }

    fn name(&self) -> String {
        let job = self.run.job();
        format!("{} {}", job.problem.name(), job.settings.algorithm.key)
    }
}

/// The state of each node: an action leads from that of its parent, or in the tree from the goal to it.
fn states(run: &Run) -> Vec<State> {
    let (problem, trace) = (&run.job().problem, run.trace());
    let mut states: Vec<State> = Vec::new();
    for node in 0..trace.n_nodes() {
        let is_forward = trace.direction(node) == SearchDirection::Forward;
        let state = match (trace.parent(node), trace.action(node)) {
            (Some(parent), Some(action)) => {
                let action = match is_forward {
                    true => action,
                    false => problem.inverse(action),
                };
                let mut state = states[parent as usize].clone();
                assert!(problem.apply(&mut state, action));
                state
            }
            _ if is_forward => problem.start(),
            _ => problem.goal(),
        };
        states.push(state);
    }
    states
}

/// The runs, each with the arguments that make the program solve the same.
fn runs() -> Vec<(Recorded, Vec<String>)> {
    let mut runs = Vec::new();
    for (start, algorithms) in STARTS {
        for algorithm in algorithms {
            let puzzle = Puzzle::new(
                start,
                parse_board(start).unwrap(),
                parse_board("1 2 3 / 8 _ 4 / 7 6 5").unwrap(),
            );
            let recorded = Recorded::new(puzzle.unwrap().into(), algorithm);
            let arguments = [
                "solve", "--json", start, "--goal", "spiral", "-a", algorithm,
            ];
            runs.push((recorded, arguments.map(str::to_owned).to_vec()));
        }
    }
    let romania = examples::by_file("romania").unwrap();
    for algorithm in ["a-star", "uniform-cost", "bidirectional-breadth-first"] {
        let recorded = Recorded::new(romania.clone(), algorithm);
        let arguments = ["solve", "--json", "romania", "-a", algorithm].map(str::to_owned);
        runs.push((recorded, arguments.to_vec()));
    }
    runs
}

/// What the search itself writes, and what a conversion of its own record does.
fn written(arguments: &[String], ending: &str, folder: &Path) -> [String; 2] {
    let paths = [format!("live.{ending}"), format!("converted.{ending}")];
    let own = folder.join("own.tilescope-trace");
    let [live, converted] = paths.map(|name| folder.join(name));
    let run = |arguments: &[&str]| {
        let output = tilescope(arguments);
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    };
    for path in [&live, &own] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        run(&[&arguments[..], &["--trace", path.to_str().unwrap()]].concat());
    }
    let [from, to] = [&own, &converted].map(|path| path.to_str().unwrap());
    run(&["trace", "convert", from, to]);
    [live, converted].map(|path| fs::read_to_string(path).unwrap())
}

fn check(ending: &str, check: impl Fn(&Recorded, &str)) {
    let folder = tempfile::tempdir().unwrap();
    for (recorded, arguments) in runs() {
        for text in written(&arguments, ending, folder.path()) {
            check(&recorded, &text);
        }
    }
}

fn number(value: &Value) -> NodeId {
    let number = value.as_u64().unwrap_or_else(|| panic!("{value}"));
    number.try_into().unwrap()
}

fn outcome(key: &Value) -> NodeOutcome {
    match key.as_str().unwrap() {
        "frontier" => NodeOutcome::Frontier,
        "improved" => NodeOutcome::Improved,
        "reopened" => NodeOutcome::Reopened,
        "duplicate" => NodeOutcome::Duplicate,
        "cycle" => NodeOutcome::Cycle,
        "cut" => NodeOutcome::Cut,
        "goal" => NodeOutcome::Goal,
        other => panic!("{other}"),
    }
}

/// The number of the action of this name that leads from one node to the other: a city can be reached by
/// several roads.
fn action(recorded: &Recorded, name: &str, node: NodeId) -> u8 {
    let (problem, trace) = (&recorded.run.job().problem, recorded.run.trace());
    let action = trace.action(node).unwrap();
    let own = problem.action_name(action);
    let is_named = match problem {
        Problem::Tiles(_) => own.starts_with(name) && name.len() == 1,
        Problem::Route(_) => own == name,
    };
    assert!(is_named, "node {node}: {name}, not {own}");
    action.0
}

#[test]
fn json_lines_are_the_record() {
    check("jsonl", |recorded, text| {
        let mut lines = text.lines().map(|line| {
            serde_json::from_str::<Value>(line).unwrap_or_else(|error| panic!("{error}: {line}"))
        });
        let header = lines.next().unwrap();
        let problem = &recorded.run.job().problem;
        assert_eq!(header["start"], problem.state_line(&problem.start()));
        assert_eq!(header["unit"], problem.unit());
        let mut read = Batch::default();
        for line in lines {
            let n_expanded = read.expanded.len() as u32;
            let n_nodes = read.parent.len() as NodeId;
            match line["event"].as_str().unwrap() {
                event @ ("born" | "requeued") => {
                    assert_eq!(number(&line["node"]), n_nodes);
                    let (parent, made_by) = match line["action"].as_str() {
                        Some(name) => {
                            let parent = number(&line["parent"]);
                            (parent, action(recorded, name, n_nodes))
                        }
                        None => (NO_NODE, 0),
                    };
                    let side = match recorded.run.trace().direction(n_nodes) {
                        SearchDirection::Forward => "start",
                        SearchDirection::Backward => "goal",
                    };
                    assert_eq!(line["side"], side);
                    if let State::City(_) = &recorded.states[n_nodes as usize] {
                        let city = problem.state_line(&recorded.states[n_nodes as usize]);
                        assert_eq!(line["city"], city);
                    }
                    read.parent.push(parent);
                    read.action.push(made_by);
                    read.outcome.push(outcome(&line["fate"]));
                    read.g.push(number(&line["g"]));
                    read.h.push(number(&line["h"]));
                    if event == "requeued" {
                        read.requeued.push(n_nodes);
                    }
                }
                "expanded" => {
                    read.expanded.push(number(&line["node"]));
                    read.n_generated.push(n_nodes);
                }
                "discarded" => {
                    let discarded = (n_expanded, number(&line["node"]), outcome(&line["fate"]));
                    read.discarded.push(discarded);
                }
                "iteration" => {
                    let bound = number(&line["bound"]);
                    read.iterations.push((n_expanded, n_nodes, bound));
                }
                "meeting" => {
                    let [forward, backward] = ["node", "other"].map(|key| number(&line[key]));
                    read.meetings.push((n_expanded, forward, backward));
                }
                other => panic!("{other}"),
            }
        }
        // The nodes that a step discards are in no order.
        let mut expected = recorded.batch.clone();
        for batch in [&mut read, &mut expected] {
            batch.discarded.sort_by_key(|&(at, node, _)| (at, node));
        }
        assert!(read.parent.len() > 5);
        assert_eq!(read, expected, "{}", recorded.name());
    });
}

/// What Posthoc is told of a node.
#[derive(PartialEq, Debug)]
struct Told {
    parent: Option<NodeId>,
    /// Whether it is a cheaper path to a state that was reached before.
    updates: bool,
    /// Whether it is closed at once.
    is_dropped: bool,
    g: f64,
    h: f64,
    f: Option<f64>,
    state: Value,
}

#[test]
fn posthoc_s_events_are_the_record() {
    check("trace.json", |recorded, text| {
        let (job, trace) = (recorded.run.job(), recorded.run.trace());
        let read: Value = serde_json::from_str(text).unwrap();
        let (mut nodes, mut expanded, mut n_generated) = (Vec::new(), Vec::new(), Vec::new());
        // The steps that close a node, and the event before, if it is the first one of a node.
        let (mut closed, mut last_born) = (Vec::new(), None::<NodeId>);
        let (mut found, mut ended) = (None, None);
        for event in read["events"].as_array().unwrap() {
            let node = number(&event["id"]) - 1;
            let kind = event["type"].as_str().unwrap();
            let born = last_born.take();
            let state = match job.problem {
                Problem::Tiles(_) => event["tiles"].clone(),
                Problem::Route(_) => event["city"].clone(),
            };
            let told = Told {
                parent: event["pId"].as_u64().map(|id| id as NodeId - 1),
                updates: kind == "updating",
                is_dropped: false,
                g: event["g"].as_f64().unwrap(),
                h: event["h"].as_f64().unwrap(),
                f: event["f"].as_f64(),
                state,
            };
            match kind {
                "source" | "generating" | "updating" => {
                    assert_eq!(node as usize, nodes.len());
                    assert_eq!(kind == "source", told.parent.is_none());
                    nodes.push(told);
                    last_born = Some(node);
                    continue;
                }
                "expanding" => {
                    expanded.push(node);
                    n_generated.push(nodes.len() as NodeId);
                }
                "closing" if born == Some(node) => nodes[node as usize].is_dropped = true,
                "closing" => closed.push((expanded.len() as u32, node)),
                "destination" => found = Some(node),
                "end" => ended = Some(node),
                other => panic!("{other}"),
            }
            // An event says the same of its node as the first one.
            let first = &nodes[node as usize];
            let same = (told.parent, told.g, told.h, told.f);
            assert_eq!((first.parent, first.g, first.h, first.f), same);
            assert_eq!(first.state, told.state);
        }
        let name = recorded.name();
        assert_eq!(expanded, recorded.batch.expanded, "{name}");
        assert_eq!(n_generated, recorded.batch.n_generated, "{name}");
        assert_eq!(found, trace.goal(), "{name}");
        assert_eq!(ended, found);
        assert_eq!(nodes.len(), trace.n_nodes() as usize, "{name}");
        let unit = f64::from(job.problem.unit());
        for (node, told) in (0..).zip(&nodes) {
            let (g, h, outcome) = (trace.g(node), trace.h(node), trace.outcome(node));
            let is_dropped = matches!(
                outcome,
                NodeOutcome::Duplicate | NodeOutcome::Cycle | NodeOutcome::Cut
            );
            let expected = Told {
                parent: trace.parent(node),
                updates: matches!(outcome, NodeOutcome::Improved | NodeOutcome::Reopened),
                is_dropped,
                g: f64::from(g) / unit,
                h: f64::from(h) / unit,
                f: explain::f(job, g, h).map(|f| f.get() / unit),
                state: match &recorded.states[node as usize] {
                    State::Board(board) => board.tiles().into(),
                    city @ State::City(_) => job.problem.state_line(city).into(),
                },
            };
            assert_eq!(*told, expected, "{name}, node {node}");
        }
        let expansions = (1..).zip(expanded.iter().copied());
        let discards = recorded.batch.discarded.iter();
        let mut expected: Vec<_> = expansions
            .chain(discards.map(|&(t, node, _)| (t, node)))
            .collect();
        for closings in [&mut closed, &mut expected] {
            closings.sort_unstable();
        }
        assert_eq!(closed, expected, "{name}");
    });
}

#[test]
fn dot_is_the_tree() {
    check("dot", |recorded, text| {
        let (job, trace) = (recorded.run.job(), recorded.run.trace());
        let mut nodes: BTreeMap<NodeId, (String, String, bool)> = BTreeMap::new();
        let mut edges: BTreeSet<(NodeId, NodeId, String)> = BTreeSet::new();
        for line in text
            .lines()
            .filter_map(|line| line.trim().strip_prefix('n'))
        {
            let Some((ends, attributes)) = line.split_once(" [label=\"") else {
                assert!(line.starts_with("ode ["), "{line}");
                continue;
            };
            let (label, rest) = attributes.split_once('"').unwrap();
            let id = |text: &str| text.trim_start_matches('n').parse().unwrap();
            let is_new = match ends.split_once(" -> ") {
                Some((from, to)) => edges.insert((id(from), id(to), label.to_owned())),
                None => {
                    let style = rest.strip_prefix(", style=").unwrap();
                    let style = style.split([',', ']']).next().unwrap().to_owned();
                    let node = (label.to_owned(), style, rest.contains("penwidth=3"));
                    nodes.insert(id(ends), node).is_none()
                }
            };
            assert!(is_new, "twice: {line}");
        }
        let name = recorded.name();
        let solution: BTreeSet<NodeId> = trace.solution().into_iter().collect();
        let end = trace.n_expanded();
        assert_eq!(nodes.len(), trace.n_nodes() as usize, "{name}");
        for (&node, (label, style, is_bold)) in &nodes {
            let lines: Vec<&str> = label.split("\\n").collect();
            let (figures, state) = lines.split_last().unwrap();
            match &recorded.states[node as usize] {
                State::Board(board) => assert_eq!(parse_board(&state.join(" / ")).unwrap(), *board),
                city @ State::City(_) => assert_eq!(state, &[job.problem.state_line(city)]),
            }
            let (g, h) = (trace.g(node), trace.h(node));
            let f = explain::f_text(job, g, h).map_or(String::new(), |f| format!("f={f} "));
            let [g, h] = [g, h].map(|cost| format::cost(cost.into(), job.problem.unit()));
            assert_eq!(*figures, format!("{f}g={g} h={h}"), "{name}, node {node}");
            let expected = match trace.status(node, end) {
                Status::NotGenerated | Status::Frontier => "dashed",
                Status::Discarded(_) => "dotted",
                Status::Expanded => "solid",
                Status::Goal | Status::Meeting => "filled",
            };
            assert_eq!(style, expected, "{name}, node {node}");
            assert_eq!(*is_bold, solution.contains(&node), "{name}, node {node}");
        }
        let expected = (0..trace.n_nodes()).filter_map(|node| {
            let action = job.problem.action_name(trace.action(node)?);
            Some((trace.parent(node)?, node, action.to_owned()))
        });
        assert_eq!(edges, expected.collect(), "{name}");
    });
}
