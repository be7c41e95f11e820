//! Graphs in files: whole when they are written, and seen not to be when they are not.

use std::fs;
use std::path::Path;
use tilescope_lab::Interrupt;
use tilescope_lab::files::graph::{
    ExportState, GraphExport, GraphFileError, GraphFormat, Summary, check, export,
};
use tilescope_puzzle::{Size, StateGraph};

fn graph(rows: usize, columns: usize) -> StateGraph {
    StateGraph::new(Size::new(rows, columns).unwrap()).unwrap()
}

fn write(path: &Path, graph: StateGraph, format: GraphFormat) {
    export(graph, format, path, &Interrupt::default(), &mut |_| {}).unwrap();
}

fn read(path: &Path, format: GraphFormat) -> Result<Summary, GraphFileError> {
    check(path, format, &Interrupt::default(), &mut |_| {})
}

/// What is left in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn numbers_are_those_of_a_dictionary() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        let graph = graph(rows, columns);
        let mut before = None;
        for number in 0..graph.n_nodes() {
            let board = graph.board(number);
            assert_eq!(graph.number(&board), number);
            let tiles = board.tiles().to_vec();
            assert!(before.replace(tiles.clone()) < Some(tiles));
        }
    }
}

#[test]
fn every_format_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    // Boards with two, three and four moves.
    let check = |(rows, columns): (usize, usize), by_degree: [u32; 3]| {
        let graph = graph(rows, columns);
        for &format in GraphFormat::ALL {
            let path = folder.path().join("graph");
            write(&path, graph, format);
            let [two, three, four] = by_degree;
            let n_nodes = two + three + four;
            let expected = Summary {
                size: graph.size(),
                n_nodes,
                n_edges: 2 * two + 3 * three + 4 * four,
                by_degree: [0, 0, two, three, four],
                components: vec![n_nodes / 2; 2],
            };
            assert_eq!(read(&path, format), Ok(expected), "{}", format.key());
            assert_eq!(graph.n_nodes(), n_nodes);
        }
    };
    check((2, 2), [24, 0, 0]);
    check((2, 3), [480, 240, 0]);
    check((3, 2), [480, 240, 0]);
    check((2, 4), [20_160, 20_160, 0]);
}

/// The 8-puzzle: 362,880 nodes, 967,680 edges, 2.67 actions a state, two components.
#[test]
fn the_graph_of_the_eight_puzzle_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("8-puzzle.jsonl");
    write(&path, graph(3, 3), GraphFormat::JsonLines);
    let summary = read(&path, GraphFormat::JsonLines).unwrap();
    assert_eq!((summary.n_nodes, summary.n_edges), (362_880, 967_680));
    assert_eq!(summary.by_degree, [0, 0, 161_280, 161_280, 40_320]);
    assert_eq!(summary.components, [181_440, 181_440]);
}

#[test]
fn errors_name_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph");
    let refused =
        |format: GraphFormat, change: &dyn Fn(Vec<String>) -> Vec<String>, words: &str| {
            write(&path, graph(2, 2), format);
            let lines = fs::read_to_string(&path).unwrap();
            let lines = change(lines.lines().map(str::to_owned).collect());
            fs::write(&path, lines.join("\n") + "\n").unwrap();
            let message = read(&path, format).expect_err(words).to_string();
            assert!(message.contains(words), "{message}");
            assert!(message.contains(&path.display().to_string()), "{message}");
        };
    let without = |line: usize| {
        move |mut lines: Vec<String>| {
            lines.remove(line);
            lines
        }
    };
    let with = |line: usize, text: &'static str| {
        move |mut lines: Vec<String>| {
            lines[line] = text.into();
            lines
        }
    };
    let twice = |line: usize| {
        move |mut lines: Vec<String>| {
            lines.insert(line, lines[line].clone());
            lines
        }
    };
    use GraphFormat::{Csv, GraphMl, JsonLines};
    refused(JsonLines, &without(0), "line 1: the header is missing");
    refused(JsonLines, &without(1), "refers to an unknown board");
    refused(JsonLines, &without(40), "the file has 47 of 48 moves");
    refused(
        JsonLines,
        &twice(3),
        "line 5: the board _ 2 / 1 3 occurs twice",
    );
    refused(JsonLines, &twice(30), "occurs twice");
    refused(
        JsonLines,
        &with(2, "{\"node\":2}"),
        "line 3: this is not a line of a graph",
    );
    refused(
        JsonLines,
        &with(2, "{\"node\":2,\"board\":\"_ 1 / 3 2\"}"),
        "the board has the number 1, not 2",
    );
    refused(
        JsonLines,
        &with(25, "{\"source\":0,\"target\":1,\"move\":\"R\",\"tile\":1}"),
        "line 26: Right of tile 1 does not lead from _ 1 / 2 3 to board 1",
    );
    refused(JsonLines, &with(30, "{\"source\":0,"), "line 31");
    refused(GraphMl, &without(7), "refers to an unknown board");
    refused(
        GraphMl,
        &with(9, "<node/>"),
        "line 10: this is not a node or edge",
    );
    refused(Csv, &without(0), "line 1: an edge list starts with");
    refused(Csv, &without(9), "the file has 47 of 48 moves");
    refused(
        Csv,
        &with(5, "1 2 / 3 _,1 2 / 3 _"),
        "line 6: an edge has four fields, not 2",
    );
    refused(
        Csv,
        &with(5, "_ 1 2 / 3 4 5,_ 1 2 / 3 4 5,R,1"),
        "the boards have different sizes",
    );
    refused(
        Csv,
        &|_| vec!["source,target,move,tile".into()],
        "no board in this file",
    );

    // Cut off in the middle of a line.
    write(&path, graph(2, 2), Csv);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
    let message = read(&path, Csv).unwrap_err().to_string();
    assert!(
        message.contains("line 49: the line is truncated"),
        "{message}"
    );
}

#[test]
fn an_interrupt_leaves_the_old_file_and_nothing_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.csv");
    fs::write(&path, "as it was").unwrap();
    for &format in GraphFormat::ALL {
        let interrupt = Interrupt::default();
        let handler = interrupt.clone();
        let ended = export(graph(3, 3), format, &path, &interrupt, &mut |done| {
            if done > 0.1 {
                handler.stop();
            }
        });
        assert_eq!(ended, Err(GraphFileError::Interrupted));
        assert_eq!(fs::read_to_string(&path).unwrap(), "as it was");
        assert_eq!(names(folder.path()), ["graph.csv"]);
    }
}

#[test]
fn a_worker_writes_checks_and_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let ended = |mut export: GraphExport| {
        let mut seen = Vec::new();
        while export.is_running() {
            export.poll();
            seen.push(export.state().clone());
            std::thread::yield_now();
        }
        (export.state().clone(), seen)
    };
    let path = folder.path().join("2x3.csv");
    let export = GraphExport::spawn(graph(2, 3), GraphFormat::Csv, path.clone(), || {});
    let (state, _) = ended(export);
    let ExportState::Done(summary) = state else {
        panic!("{state:?}");
    };
    assert_eq!(summary.components, [360, 360]);

    let path = folder.path().join("2x5.csv");
    let export = GraphExport::spawn(graph(2, 5), GraphFormat::Csv, path, || {});
    export.stop();
    let (state, _) = ended(export);
    assert_eq!(state, ExportState::Interrupted);
    assert_eq!(names(folder.path()), ["2x3.csv"]);

    let nowhere = folder.path().join("none/2x3.csv");
    let export = GraphExport::spawn(graph(2, 3), GraphFormat::Csv, nowhere, || {});
    let (state, _) = ended(export);
    assert!(matches!(state, ExportState::Failed(why) if why.contains("there is no such folder")));
}

#[test]
fn eleven_cells_are_too_many() {
    let size = Size::new(3, 4).unwrap();
    let refused = StateGraph::new(size).unwrap_err().to_string();
    assert!(refused.contains("the limit is 10 cells"), "{refused}");
}
