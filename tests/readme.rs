//! The README tells the truth: its tables are those of the registries, its examples print what
//! it shows, and what it links to is there.

use std::path::Path;
use std::process::Command;
use tilescope_engines::ENGINES;
use tilescope_lab::classics::CLASSICS;
use tilescope_puzzle::HEURISTICS;
use tilescope_search::{ALGORITHMS, About, Completeness, Optimality};

const README: &str = include_str!("../README.md");

/// Where they are not, it writes them: run it again, and look at what has changed.
#[test]
fn tables_are_those_of_the_registries() {
    let tables = [
        ("algorithms", algorithms(ALGORITHMS)),
        ("engines", algorithms(ENGINES)),
        ("heuristics", heuristics()),
        ("classics", classics()),
        #[cfg(feature = "gui")]
        ("keys", keys()),
    ];

    let mut readme = README.to_owned();
    for (name, rows) in tables {
        let begin = format!("<!-- {name}: tests/readme.rs writes this table -->\n");
        let start = readme.find(&begin).expect("the README has its tables") + begin.len();
        let length = readme[start..].find("\n\n").expect("an empty line ends it") + 1;
        readme.replace_range(start..start + length, &table(&rows));
    }
    if readme != README {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
        std::fs::write(path, readme).expect("the README can be written");
        panic!("the README's tables were out of date; they have been written anew");
    }
}

fn algorithms(all: &[&About]) -> Vec<Vec<String>> {
    let mut rows = vec![row(["key", "name", "what it does", "complete", "optimal"])];
    rows.extend(all.iter().map(|about| {
        let complete = match about.complete {
            Completeness::Always => "yes",
            Completeness::WithinDepthLimit => "to its depth limit",
            Completeness::WithinNodeBudget => "within its memory",
            Completeness::Never => "no",
        };
        let optimal = match about.optimal {
            Optimality::Always => "yes",
            Optimality::EqualCosts => "if costs are equal",
            Optimality::Admissible => "if h is admissible",
            Optimality::WithinWeight => "within the weight",
            Optimality::Never => "no",
        };
        row([
            &code(about.key),
            about.name,
            about.summary,
            complete,
            optimal,
        ])
    }));
    rows
}

fn heuristics() -> Vec<Vec<String>> {
    let yes_or_no = |is_so| if is_so { "yes" } else { "no" };
    let mut rows = vec![row([
        "key",
        "what it is",
        "what it relaxes",
        "admissible",
        "consistent",
    ])];
    rows.extend(HEURISTICS.iter().map(|about| {
        let (admissible, consistent) = (yes_or_no(about.admissible), yes_or_no(about.consistent));
        row([
            &code(about.key),
            about.summary,
            about.relaxes,
            admissible,
            consistent,
        ])
    }));
    rows
}

fn classics() -> Vec<Vec<String>> {
    let mut rows = vec![row(["key", "what is run again", "published in"])];
    rows.extend(
        CLASSICS
            .iter()
            .map(|classic| row([&code(classic.key), classic.summary, classic.source])),
    );
    rows
}

#[cfg(feature = "gui")]
fn keys() -> Vec<Vec<String>> {
    let mut rows = vec![row(["keys", "command", "what it does"])];
    for entry in tilescope::gui::commands::COMMANDS {
        let keys = entry
            .keys
            .iter()
            .map(|keys| keys.format(&egui::ModifierNames::NAMES, false));
        let keys = keys.collect::<Vec<_>>().join(" or ");
        if !keys.is_empty() {
            rows.push(row([&keys, entry.name, entry.tooltip]));
        }
    }
    rows
}

fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells
        .map(|cell| cell.replace('*', "\\*").replace('|', "\\|"))
        .into()
}

fn code(key: &str) -> String {
    format!("`{key}`")
}

/// Rows as Markdown, the first one their head.
fn table(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (i, row) in rows.iter().enumerate() {
        text += &format!("| {} |\n", row.join(" | "));
        if i == 0 {
            text += &format!("| {} |\n", vec!["---"; row.len()].join(" | "));
        }
    }
    text
}

#[test]
fn examples_print_what_is_shown() {
    let program = Path::new(env!("CARGO_BIN_EXE_tilescope"));
    let folder = program.parent().expect("a program lies in a folder");
    let path = format!(
        "{}:{}",
        folder.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut n_examples = 0;
    for block in README.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").expect("a block ends");
        for example in block.split("$ ").skip(1) {
            let (command, shown) = example.split_once('\n').expect("a line for the command");
            let output = Command::new("sh")
                .args(["-c", command])
                .env("PATH", &path)
                .current_dir(env!("CARGO_MANIFEST_DIR"))
                .output()
                .expect("a shell");
            let printed = String::from_utf8(output.stdout).expect("UTF-8");
            assert_eq!(
                steady(shown),
                steady(&printed),
                "`{command}` prints\n\n{printed}"
            );
            n_examples += 1;
        }
    }
    assert!(n_examples > 0, "this test sees no examples any more");
}

/// The text without what differs from one machine to the next: times, and the white space
/// that aligns them.
fn steady(text: &str) -> String {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    for i in 1..words.len() {
        let is_time = matches!(
            words[i].trim_end_matches([',', '.', ';']),
            "ms" | "s" | "µs"
        );
        if is_time || words[i - 1].ends_with("\"seconds\":") {
            let figure = if is_time { i - 1 } else { i };
            words[figure] = "(time)";
        }
    }
    words.join(" ")
}

#[test]
fn links_lead_somewhere() {
    for page in ["README.md", "ARCHITECTURE.md", "assets/README.md"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(root.join(page)).expect(page);
        let targets = text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.contains("://") && !target.starts_with('#')) {
            let path = root.join(page).with_file_name(target);
            assert!(
                path.exists(),
                "{page} links to {target}, which is not there"
            );
        }
    }
}
