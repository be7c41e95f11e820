//! The rules of the house that a compiler does not check: who may name whom, and how long a
//! file may be. ARCHITECTURE.md says why they are there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The rooms, each with those below it: all that it may import.
const ROOMS: &[(&str, &[&str])] = &[
    ("search", &[]),
    ("puzzle", &["search"]),
    ("routes", &["search"]),
    ("trace", &["search"]),
    ("engines", &["puzzle", "search"]),
    ("lab", &["engines", "puzzle", "routes", "trace", "search"]),
    (
        "cli",
        &["lab", "engines", "puzzle", "routes", "trace", "search"],
    ),
    (
        "gui",
        &["lab", "engines", "puzzle", "routes", "trace", "search"],
    ),
];

/// Words of code, and the only paths in `src/` that may hold them.
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
        &["lab", "cli", "gui", "main.rs"],
        "the core does no input or output",
    ),
    (
        &["std::thread"],
        &["engines", "lab", "cli", "gui", "main.rs"],
        "the core knows no thread, but for its engines",
    ),
    (
        &["std::sync::mpsc", "std::time"],
        &["lab", "cli", "gui", "main.rs"],
        "the core knows no channel and no clock",
    ),
    (
        &["egui", "eframe", "rfd::"],
        &["gui", "lib.rs"],
        "only the window knows a window",
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
        &["gui/theme.rs"],
        "colours are chosen in theme.rs alone",
    ),
    (
        &["serde_json"],
        &["lab/files.rs", "lab/files", "cli", "gui/session.rs"],
        "files belong to lab::files, the session to gui::session",
    ),
    (
        &[
            "search::dispatch",
            "heuristics::dispatch",
            "engines::search",
        ],
        &["lab/dispatch.rs"],
        "one module makes types of keys",
    ),
    (
        &["&mut Model"],
        &[],
        "only Model::apply changes a model, and App calls it",
    ),
];

/// What no source may hold at all.
const NEVER: &[&str] = &[
    "allow(dead_code)",
    "allow(unused",
    "todo!",
    "unimplemented!",
    "dbg!",
];

const MOST_LINES: usize = 500;

#[test]
fn imports_run_down() {
    let mut imports = 0;
    let mut wrong = Vec::new();
    for source in sources("src") {
        let Some((room, below)) = ROOMS.iter().find(|(room, _)| source.path.starts_with(room))
        else {
            continue;
        };
        for named in source.names_from_the_root() {
            let is_room = ROOMS.iter().any(|(room, _)| *room == named);
            imports += usize::from(is_room);
            if is_room && named != *room && !below.contains(&named.as_str()) {
                wrong.push(format!("src/{} names {named}", source.path.display()));
            }
        }
    }
    assert!(imports > 20, "this test sees no imports any more");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The layers of `src/gui`, the lowest first: a file imports from its own layer and from lower
/// ones. A name stands for a file and for the folder of that name.
const WINDOW: &[&[&str]] = &[
    &["theme", "text"],
    &["edit", "requests", "panel_key", "session"],
    &["widgets"],
    &[
        "document",
        "runs",
        "cursor",
        "timeline",
        "player",
        "tables",
        "exports",
        "classics",
        "hints",
        "replay",
        "run_status",
        "city_states",
    ],
    &["actions", "model"],
    &["commands", "panel"],
    &["panels", "overlays", "notices", "menu_bar", "status_line"],
    &["layout", "dock", "native_dialogs", "io"],
    &["app"],
];

#[test]
fn the_layers_of_the_window_import_down() {
    let layer = |file: &[String]| {
        let named = |layer: &&[&str]| layer.contains(&file[0].as_str());
        WINDOW.iter().position(|layer| named(&layer))
    };
    let mut wrong = Vec::new();
    let imports = imports_of_the_window();
    for (file, imported) in &imports {
        // The root names every file, to declare them.
        if file.is_empty() {
            continue;
        }
        let Some(own) = layer(file) else {
            wrong.push(format!("{} is in no layer", file.join("/")));
            continue;
        };
        let above = imported
            .iter()
            .filter(|other| other.is_empty() || layer(other).is_none_or(|other| other > own));
        for other in above {
            wrong.push(format!("{} imports {}", file.join("/"), other.join("/")));
        }
    }
    let n_imports: usize = imports.values().map(BTreeSet::len).sum();
    assert!(n_imports > 300, "this test sees no imports any more");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The most files of the window that may import each other in a circle.
const MAX_CIRCLE: usize = 1;

#[test]
fn no_files_of_the_window_import_each_other_in_a_circle() {
    let imports = imports_of_the_window();
    let reachable = |from: &Vec<String>| {
        let mut reached = BTreeSet::new();
        let mut open: Vec<&Vec<String>> = imports[from].iter().collect();
        while let Some(file) = open.pop() {
            if reached.insert(file) {
                open.extend(&imports[file]);
            }
        }
        reached
    };
    let reached: BTreeMap<_, _> = imports.keys().map(|file| (file, reachable(file))).collect();
    for (file, others) in &reached {
        let is_in_circle = |other: &&&Vec<String>| reached[**other].contains(*file);
        let circle: BTreeSet<&Vec<String>> = others.iter().filter(is_in_circle).copied().collect();
        assert!(
            circle.len() <= MAX_CIRCLE,
            "a circle of imports: {circle:?}"
        );
    }
}

/// For each file of `src/gui`, as a path of modules, the files of the room that it names.
fn imports_of_the_window() -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let module = |path: &Path| -> Vec<String> {
        let path = path.with_extension("");
        let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
        parts.filter(|part| part != "mod").collect()
    };
    let files: BTreeMap<Vec<String>, Source> = sources("src/gui")
        .into_iter()
        .map(|source| (module(&source.path), source))
        .collect();
    let imported = |file: &Vec<String>, source: &Source| -> BTreeSet<Vec<String>> {
        let paths = paths(&source.code).into_iter();
        let modules = paths.filter_map(|path| {
            let mut path = path.as_slice();
            let mut at = file.clone();
            match path.first().map(String::as_str)? {
                "crate" if path.get(1).is_some_and(|room| room == "gui") => {
                    at.clear();
                    path = &path[2..];
                }
                "super" => {
                    while path.first().is_some_and(|part| part == "super") {
                        at.pop()?;
                        path = &path[1..];
                    }
                }
                "self" => path = &path[1..],
                child if files.contains_key(&[&at[..], &[child.to_owned()]].concat()) => {}
                _ => return None,
            }
            for part in path {
                at.push(part.clone());
                if !files.contains_key(&at) {
                    at.pop();
                    break;
                }
            }
            (at != *file).then_some(at)
        });
        modules.collect()
    };
    let imports = files
        .iter()
        .map(|(file, source)| (file.clone(), imported(file, source)));
    imports.collect()
}

#[test]
fn words_stay_in_their_rooms() {
    let mut wrong = Vec::new();
    for source in sources("src") {
        for word in NEVER.iter().filter(|word| source.code.contains(**word)) {
            wrong.push(format!("src/{}: {word}", source.path.display()));
        }
        for (words, homes, why) in WORDS {
            if homes.iter().any(|home| source.path.starts_with(home)) {
                continue;
            }
            for (line, code) in source.code.lines().enumerate() {
                for word in words.iter().filter(|word| code.contains(**word)) {
                    wrong.push(format!(
                        "src/{}:{}: {word}: {why}",
                        source.path.display(),
                        line + 1
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_model_is_changed_by_apply_alone() {
    let model: Vec<Source> = sources("src")
        .into_iter()
        .filter(|source| source.path.starts_with("gui/model") || source.path.ends_with("model.rs"))
        .collect();
    let changers = model
        .iter()
        .flat_map(|source| source.code.lines())
        .filter(|line| line.contains("pub fn ") && line.contains("&mut self"))
        .filter_map(|line| line.split_once("pub fn ")?.1.split('(').next());
    // What the model wants done outside is taken from it, once.
    let mut changers: Vec<&str> = changers.collect();
    changers.sort_unstable();
    assert_eq!(changers, ["apply", "take_requests"]);
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut wrong = Vec::new();
    for folder in ["src", "tests", "benches", "examples"] {
        for Source { path, text, .. } in sources(folder) {
            let n_lines = text.lines().count();
            if n_lines > MOST_LINES {
                wrong.push(format!("{folder}/{}: {n_lines} lines", path.display()));
            }
            if !text.starts_with("//! ") {
                wrong.push(format!(
                    "{folder}/{}: does not open with `//! …`",
                    path.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

struct Source {
    /// Relative to the folder that was asked for.
    path: PathBuf,
    text: String,
    /// The text without comments, line for line.
    code: String,
}

impl Source {
    /// The first word of every path that starts at the root of the crate.
    fn names_from_the_root(&self) -> Vec<String> {
        let depth = self.path.components().count() - usize::from(self.path.ends_with("mod.rs"));
        let to_root = "super::".repeat(depth);
        let code: String = self.code.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut names = Vec::new();
        for root in ["crate::", "tilescope::", &to_root] {
            for (start, _) in code.match_indices(root) {
                names.extend(first_words(&code[start + root.len()..]));
            }
        }
        names
    }
}

/// Every path in `code` that is not in its tests, with groups taken apart: `use a::{b, c::d}`
/// gives `a::b` and `a::c::d`.
fn paths(code: &str) -> Vec<Vec<String>> {
    let code = code.split("mod tests {").next().unwrap_or_default();
    let code: String = code.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut all = Vec::new();
    let mut rest = code.as_str();
    while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        rest = &rest[start..];
        let mut path = Vec::new();
        let length = read_path(rest, &mut path, &mut all);
        rest = &rest[length..];
        // What follows a dot or a colon goes on with what was read: it begins no path.
        while let Some(after) = rest.strip_prefix(['.', ':']) {
            rest = after.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        }
    }
    all
}

/// Reads the path at the start of `text` behind the parts in `path`, and says how long it is.
fn read_path(text: &str, path: &mut Vec<String>, all: &mut Vec<Vec<String>>) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let depth = path.len();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        path.push(rest[..word].to_owned());
        at += word;
        let Some(after) = text[at..].strip_prefix("::") else {
            break;
        };
        let spaces = after.len() - after.trim_start().len();
        let after = after.trim_start();
        if after.starts_with('{') {
            at += 2 + spaces + 1;
            while !text[at..].is_empty() && !text[at..].starts_with('}') {
                match text[at..].chars().next() {
                    Some(c) if is_word(c) => at += read_path(&text[at..], path, all),
                    Some(c) => at += c.len_utf8(),
                    None => {}
                }
            }
            path.truncate(depth);
            return (at + 1).min(text.len());
        }
        if !after.starts_with(is_word) {
            break;
        }
        at += 2 + spaces;
    }
    if path.len() > 1 {
        all.push(path.clone());
    }
    path.truncate(depth);
    at
}

/// `a::b` gives `a`; `{a::{b, c}, d}` gives `a` and `d`.
fn first_words(path: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        let text = text.trim_start();
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    let Some(group) = path.strip_prefix('{') else {
        return vec![word(path)];
    };
    let mut words = vec![word(group)];
    let mut depth = 1;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => words.push(word(&group[at + 1..])),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    words
}

fn sources(folder: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.map(|entry| entry.expect("a readable folder").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let text = std::fs::read_to_string(&path).expect("readable source");
                let code = text
                    .lines()
                    .map(|line| line.split("//").next().unwrap_or(""))
                    .collect::<Vec<_>>();
                let path = path.strip_prefix(&root).expect("it lies below").to_owned();
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
