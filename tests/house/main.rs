//! The rules of the house that the compiler doesn't check: which crate may depend on which,
//! which words stay in which room, how long a file may be. ARCHITECTURE.md gives the reasons.

mod window_layers;

use std::path::{Path, PathBuf};

/// Each manifest, with the crates of the workspace that it may depend on: those below it.
const MANIFESTS: &[(&str, &[&str])] = &[
    ("crates/search", &[]),
    ("crates/puzzle", &["search"]),
    ("crates/trace", &["search"]),
    ("crates/engines", &["search", "puzzle"]),
    ("crates/lab", &["search", "puzzle", "trace", "engines"]),
    ("crates/testing", &[]),
    (".", &["search", "puzzle", "trace", "engines", "lab"]),
    ("benches", &["search", "puzzle", "trace", "engines", "lab"]),
];

/// Where the sources are that make up the program.
const PROGRAM: &[&str] = &[
    "src",
    "crates/search/src",
    "crates/puzzle/src",
    "crates/trace/src",
    "crates/engines/src",
    "crates/lab/src",
    "crates/testing/src",
];

/// Where all sources are.
const ALL: &[&str] = &["src", "crates", "tests", "benches", "examples"];

/// Words of code, the only paths that may hold them, and the rule behind it.
const WORDS: &[(&[&str], &[&str], &str)] = &[
    (
        &[
            "std::fs",
            "std::io",
            "std::net",
            "std::env",
            "std::process",
            "println!",
            "print!",
        ],
        &["crates/lab", "crates/testing", "src"],
        "the core does no input or output",
    ),
    (
        &["std::thread"],
        &["crates/engines", "crates/lab", "crates/testing", "src"],
        "of the core, only the engines start threads",
    ),
    (
        &["std::sync::mpsc", "std::time"],
        // A thread that waits for the others looks up now and then.
        &["crates/lab", "crates/engines/src/team.rs", "src"],
        "the core knows no channel and no clock",
    ),
    (
        &["fs::write(", " File::create(", "fs::File::create("],
        &["crates/lab/src/trace_file/live.rs", "crates/testing"],
        "lab::files replaces a file whole or not at all",
    ),
    (
        &[".display()"],
        &["crates/testing"],
        "lab::format::path escapes what controls a terminal",
    ),
    (
        &["egui", "eframe", "rfd::"],
        &["src/gui"],
        "only src/gui knows the window's libraries",
    ),
    (
        &[
            "Color32::from_",
            "Color32::WHITE",
            "Color32::BLACK",
            "Color32::GRAY",
            "Rgba::from_",
            "hex_color!",
            "from_hex",
        ],
        // Images mix the colours that were chosen.
        &[
            "src/gui/theme.rs",
            "src/gui/panel_image",
            "src/gui/panels/space/picture.rs",
            "src/gui/panels/space/strip.rs",
        ],
        "only theme.rs chooses colours",
    ),
    (
        &["serde_json"],
        &[
            "crates/lab/src/files.rs",
            "crates/lab/src/audit/json.rs",
            "crates/lab/src/experiment",
            "crates/lab/src/files",
            "crates/lab/src/trace_file/own/bookmarks.rs",
            "crates/lab/src/trace_file/own/form.rs",
            "crates/lab/src/trace_file/own/results.rs",
            "crates/lab/src/trace_file/posthoc.rs",
            "src/cli",
            "src/gui/session.rs",
            "src/gui/session",
            "src/gui/best_games/games.rs",
        ],
        "files belong to lab::files, lab::trace_file and lab::experiment, reports of audits to lab::audit, the \
         session to gui::session",
    ),
    (
        &[
            "search::dispatch",
            "heuristics::dispatch",
            "engines::search",
        ],
        &["crates/lab/src/dispatch.rs"],
        "one module turns keys into types",
    ),
    (
        &["&mut Model"],
        &[],
        "only Model::apply changes a model, and App calls it",
    ),
];

/// What no source may contain.
const NEVER: &[&str] = &[
    "allow(dead_code)",
    "allow(unused",
    "todo!",
    "unimplemented!",
    "dbg!",
];

const MAX_LINES: usize = 1000;

#[test]
fn imports_run_down() {
    let mut wrong = Vec::new();
    let mut n_dependencies = 0;
    for (folder, below) in MANIFESTS {
        let manifest = read(&root().join(folder).join("Cargo.toml"));
        for (section, dependency) in house_dependencies(&manifest) {
            n_dependencies += 1;
            let is_for_tests = section.contains("dev-dependencies") && dependency == "testing";
            if !below.contains(&dependency) && !is_for_tests {
                wrong.push(format!(
                    "{folder}/Cargo.toml: [{section}] names {dependency}"
                ));
            }
        }
    }
    assert!(n_dependencies > 20, "the manifests are read wrongly");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_crate_has_its_row() {
    let crates = std::fs::read_dir(root().join("crates")).expect("the folder of the crates");
    for folder in crates.map(|entry| entry.expect("a readable folder").path()) {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let is_known = MANIFESTS
            .iter()
            .any(|(path, _)| *path == format!("crates/{name}"));
        assert!(is_known, "crates/{name}: add it to MANIFESTS and PROGRAM");
    }
}

#[test]
fn the_command_line_and_the_window_do_not_know_each_other() {
    let mut n_seen = [0, 0];
    for (at, (room, other)) in [("src/cli", "gui"), ("src/gui", "cli")]
        .into_iter()
        .enumerate()
    {
        for source in sources(&[room]) {
            n_seen[at] += 1;
            for root in ["crate::", "tilescope::"] {
                let names = source.code.contains(&format!("{root}{other}"));
                assert!(!names, "{}: names {root}{other}", source.path.display());
            }
        }
    }
    assert!(n_seen[0] > 8 && n_seen[1] > 40, "files seen: {n_seen:?}");
}

#[test]
fn words_stay_in_their_rooms() {
    let mut wrong = Vec::new();
    for source in sources(ALL).iter().filter(|source| !source.is_this_file()) {
        for word in NEVER.iter().filter(|word| source.code.contains(**word)) {
            wrong.push(format!("{}: {word}", source.path.display()));
        }
    }
    for source in sources(PROGRAM) {
        for (words, homes, why) in WORDS {
            if homes.iter().any(|home| source.path.starts_with(home)) {
                continue;
            }
            for (line, code) in source.code.lines().enumerate() {
                for word in words.iter().filter(|word| code.contains(**word)) {
                    let path = source.path.display();
                    wrong.push(format!("{path}:{}: {word}: {why}", line + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_model_is_changed_by_apply_alone() {
    let model: Vec<Source> = sources(&["src/gui"])
        .into_iter()
        .filter(|source| {
            source.path.starts_with("src/gui/model") || source.path.ends_with("src/gui/model.rs")
        })
        .collect();
    let changers = model
        .iter()
        .flat_map(|source| source.code.lines())
        .filter(|line| line.contains("pub fn ") && line.contains("&mut self"))
        .filter_map(|line| line.split_once("pub fn ")?.1.split('(').next());
    // `take_requests` hands over what the model asks `App` to do: dialogs, files, the clipboard.
    let mut changers: Vec<&str> = changers.collect();
    changers.sort_unstable();
    assert_eq!(changers, ["apply", "take_requests"]);
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut wrong = Vec::new();
    for Source { path, text, .. } in sources(ALL) {
        let path = path.display();
        let n_lines = text.lines().count();
        if n_lines > MAX_LINES {
            wrong.push(format!("{path}: {n_lines} lines"));
        }
        if !text.starts_with("//! ") {
            wrong.push(format!("{path}: does not open with `//! …`"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_folder_is_read() {
    for (folder, at_least) in [
        ("src", 90),
        ("crates/search/src", 25),
        ("crates/puzzle/src", 40),
        ("crates/trace/src", 8),
        ("crates/engines/src", 20),
        ("crates/lab/src", 40),
        ("crates/testing/src", 2),
        ("crates/search/tests", 4),
        ("crates/puzzle/tests", 12),
        ("crates/trace/tests", 4),
        ("crates/engines/tests", 5),
        ("crates/lab/tests", 15),
        ("tests", 20),
        ("benches", 4),
        ("examples", 5),
    ] {
        let n_files = sources(&[folder]).len();
        assert!(n_files >= at_least, "{folder}: only {n_files} files seen");
    }
}

/// The icon face has the icons that the sources name, and no others.
#[test]
fn the_icon_face_has_every_icon() {
    let mut named = std::collections::BTreeSet::new();
    for source in sources(&["src"]) {
        let code = &source.code;
        let words = code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        named.extend(
            words
                .filter(|word| word.starts_with("ICON_"))
                .map(str::to_owned),
        );
    }
    let list = read(&root().join("assets/fonts/icons.txt"));
    let in_face: std::collections::BTreeSet<String> = list.lines().map(str::to_owned).collect();
    assert_eq!(in_face, named, "run `python3 assets/fonts/make_icons.py`");
}

/// The dependencies on crates of the workspace that a manifest states: the section's name, and
/// the crate's without `tilescope-`.
fn house_dependencies(manifest: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut section = "";
    manifest.lines().filter_map(move |line| {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']');
        }
        let is_stated = section.ends_with("dependencies") && section != "workspace.dependencies";
        let name = line.strip_prefix("tilescope-")?;
        let end = name.find(['.', ' ', '='])?;
        is_stated.then_some((section, &name[..end]))
    })
}

struct Source {
    /// Relative to the root of the workspace.
    path: PathBuf,
    text: String,
    /// The text without comments, line for line.
    code: String,
}

impl Source {
    /// This file names the words that it forbids.
    fn is_this_file(&self) -> bool {
        self.path.starts_with("tests/house")
    }
}

/// All Rust files in these folders, which are relative to the root of the workspace.
fn sources(folders: &[&str]) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).expect("a folder of the workspace");
        for path in entries.map(|entry| entry.expect("a readable folder").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let text = read(&path);
                let code: Vec<&str> = text
                    .lines()
                    .map(|line| line.split("//").next().unwrap_or(""))
                    .collect();
                let path = path.strip_prefix(root()).expect("it lies below").to_owned();
                found.push(Source {
                    code: code.join("\n"),
                    path,
                    text,
                });
            }
        }
    }
    found
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
