//! The layers of the window: which file of `src/gui` may import which.

use super::{Source, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The layers of `src/gui`, the lowest first: a file imports from its own layer and from lower
/// ones. A name stands for a file and for the folder of that name.
const WINDOW: &[&[&str]] = &[
    &["theme", "text", "image_context"],
    &[
        "colour_by",
        "edit",
        "requests",
        "panel_key",
        "layout_names",
        "session",
        "best_games",
        "unfinished_games",
    ],
    &["widgets", "fence"],
    &[
        "document",
        "runs",
        "cursor",
        "timeline",
        "player",
        "tables",
        "exports",
        "trace_files",
        "published",
        "audits",
        "claims",
        "own_heuristics",
        "library",
        "known_lengths",
        "puzzle_files",
        "puzzle_list",
        "puzzle_lists",
        "games",
        "pasting",
        "pictures",
        "generation",
        "finds",
        "comparisons",
        "conversions",
        "curve_counts",
        "predictions",
        "experiments",
        "spaces",
        "bookmarks",
        "breakpoints",
        "work",
        "indices",
        "frontiers",
        "optima",
        "originals",
        "levels",
        "subtrees",
        "colouring",
        "visible_errors",
        "jumps",
        "hints",
        "fitness",
        "examples",
        "races",
        "replay",
        "times",
        "run_status",
        "search_settings",
        "city_states",
    ],
    &["restore_point"],
    &["actions", "model"],
    &["commands", "panel"],
    &[
        "panels",
        "overlays",
        "notices",
        "menu_bar",
        "changed_files",
        "status_line",
        "find_bar",
    ],
    &[
        "layout",
        "layouts",
        "column_widths",
        "dock",
        "panel_image",
        "presentation",
        "workspace",
        "native_dialogs",
        "motion",
        "file_watch",
        "library_file",
        "io",
    ],
    &["app"],
];

#[test]
fn the_layers_of_the_window_import_down() {
    let layer = |file: &[String]| {
        let named = |layer: &&[&str]| layer.contains(&file[0].as_str());
        WINDOW.iter().position(named)
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
        let path = path
            .strip_prefix("src/gui")
            .expect("it is a file of the window");
        let path = path.with_extension("");
        let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
        parts.filter(|part| part != "mod").collect()
    };
    let files: BTreeMap<Vec<String>, Source> = sources(&["src/gui"])
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
