//! README.md and docs/ tell the truth: their tables are those of the registries, their examples
//! print what is shown, their commands are valid, and their links and pictures exist.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tilescope_engines::ENGINES;
use tilescope_lab::bench::ROWS;
use tilescope_lab::published::{PUBLISHED_EXPERIMENTS, PublishedExperiment};
use tilescope_lab::{catalogue, job};
use tilescope_puzzle::HEURISTICS;
use tilescope_search::{ALGORITHMS, About, Completeness, OPTIONS, Optimality, Options, Takes};

const TABLE_MARK: &str = ": tests/docs.rs writes this table -->\n";

/// The front page shows what matters in the first five minutes; the rest is in docs/.
const MAX_README_LINES: usize = 150;

/// A table that is out of date is rewritten: look at the change and run the test again.
#[test]
fn tables_are_those_of_the_registries() {
    let mut tables = vec![
        ("algorithms", algorithms(ALGORITHMS)),
        ("engines", algorithms(ENGINES)),
        ("heuristics", heuristics()),
        ("options", options()),
        ("classics", classics()),
        #[cfg(feature = "gui")]
        ("keys", keys()),
    ];

    let mut rewritten = Vec::new();
    for page in pages() {
        let old = read(&page);
        let mut text = old.clone();
        for (at, _) in old.rmatch_indices(TABLE_MARK) {
            let name = old[..at].rsplit("<!-- ").next().expect("a comment begins");
            // The keys are known to the window alone.
            if name == "keys" && cfg!(not(feature = "gui")) {
                continue;
            }
            let index = tables
                .iter()
                .position(|(known, _)| *known == name)
                .unwrap_or_else(|| panic!("{page} has an unknown or a second table {name}"));
            let (_, rows) = tables.remove(index);
            let start = at + TABLE_MARK.len();
            let length: usize = old[start..]
                .split_inclusive('\n')
                .take_while(|line| line.starts_with('|'))
                .map(str::len)
                .sum();
            text.replace_range(start..start + length, &table(&rows));
        }
        if text != old {
            fs::write(root().join(&page), text).expect("a page can be written");
            rewritten.push(page);
        }
    }
    let missing: Vec<&str> = tables.iter().map(|(name, _)| *name).collect();
    assert!(missing.is_empty(), "no page has these tables: {missing:?}");
    assert!(
        rewritten.is_empty(),
        "tables were out of date and have been rewritten in {rewritten:?}"
    );
}

fn algorithms(all: &[&About]) -> Vec<Vec<String>> {
    let mut rows = vec![row([
        "key",
        "name",
        "also called",
        "what it does",
        "complete",
        "optimal",
    ])];
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
            &about.other_names.join(", "),
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
        "also called",
        "what it is",
        "what it relaxes",
        "admissible",
        "consistent",
    ])];
    rows.extend(HEURISTICS.iter().map(|about| {
        let (admissible, consistent) = (yes_or_no(about.admissible), yes_or_no(about.consistent));
        row([
            &code(&about.syntax()),
            &about.other_names.join(", "),
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
        PUBLISHED_EXPERIMENTS
            .iter()
            .map(|experiment| row([&code(experiment.key), experiment.summary, experiment.source])),
    );
    rows
}

/// The options of the search, with the algorithms that have each.
fn options() -> Vec<Vec<String>> {
    let mut rows = vec![row(["option", "values", "default", "what it does", "for"])];
    rows.extend(OPTIONS.iter().map(|option| {
        let takes = match option.takes {
            Takes::Choice(_) => option.takes.to_string().replace(", ", " "),
            _ => option.takes.to_string(),
        };
        let default = match option.takes {
            Takes::Whole(..) | Takes::Decimal { .. } => option.get(&Options::default()).to_string(),
            Takes::Choice(_) | Takes::WholeOr { .. } => "–".to_owned(),
        };
        let has_it = |about: &&About| {
            let mut rows = about.options.iter().map(|applies| applies.about());
            rows.any(|row| row.key == option.key)
        };
        let owners = catalogue().filter(has_it).map(|about| code(about.key));
        let owners: Vec<String> = owners.collect();
        row([
            &code(&option.flag()),
            &takes,
            &default,
            option.hint,
            &owners.join(" "),
        ])
    }));
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
    let mut n_examples = 0;
    for page in pages() {
        for block in read(&page).split("```console\n").skip(1) {
            let (block, _) = block.split_once("```").expect("a block ends");
            for example in block.split("$ ").skip(1) {
                let (command, shown) = example.split_once('\n').expect("a line for the command");
                let output = shell(command);
                let printed = String::from_utf8(output.stdout).expect("UTF-8");
                assert_eq!(
                    steady(shown),
                    steady(&printed),
                    "{page}: `{command}` prints\n\n{printed}"
                );
                n_examples += 1;
            }
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

/// Nothing is run: the arguments are parsed, and the keys among them are looked up.
#[test]
fn commands_in_code_blocks_are_valid() {
    let mut n_commands = 0;
    for page in pages() {
        for line in code_lines(&read(&page)) {
            let line = line.strip_prefix("$ ").unwrap_or(&line);
            let command = match line.strip_prefix("./run") {
                Some(rest) => format!("tilescope{rest}"),
                None => line.to_owned(),
            };
            if command.starts_with("tilescope") {
                check_command(&command).unwrap_or_else(|why| panic!("{page}: `{line}`: {why}"));
                n_commands += 1;
            }
        }
    }
    assert!(n_commands > 20, "this test sees only {n_commands} commands");
}

fn check_command(command: &str) -> Result<(), String> {
    let print = format!("tilescope() {{ printf '%s\\n' \"$@\"; }}\n{command}");
    let arguments = String::from_utf8(shell(&print).stdout).map_err(|e| e.to_string())?;
    let arguments: Vec<&str> = arguments.lines().filter(|line| !line.is_empty()).collect();

    // With --help nothing is carried out, and what stands before it is parsed.
    let parsed = shell(&format!(
        "tilescope() {{ command tilescope \"$@\" --help; }}\n{command}"
    ));
    if !parsed.status.success() {
        return Err(String::from_utf8_lossy(&parsed.stderr).into_owned());
    }
    let (first, rest) = match &arguments[..] {
        [] => return Ok(()),
        [first, rest @ ..] => (*first, rest),
    };
    let is_file = |name: &str| root().join(name).is_file();
    let is_command = shell(&format!("tilescope help {first}")).status.success();
    if !is_command && !first.starts_with('-') && !is_file(first) {
        return Err(format!("{first} is neither a command nor a file"));
    }
    if first == "solve" && rest.first().is_none_or(|puzzle| puzzle.starts_with('-')) {
        return Err("the puzzle is missing".into());
    }
    for name in rest
        .iter()
        .filter(|name| name.starts_with("saved_puzzles/"))
    {
        is_file(name)
            .then_some(())
            .ok_or(format!("there is no {name}"))?;
    }
    for pair in arguments.windows(2) {
        match pair[0] {
            "--algorithm" | "-a" => drop(job::algorithm(pair[1]).map_err(|e| e.to_string())?),
            "--heuristic" | "-H" if job::route_heuristic(pair[1]).is_err() => {
                drop(job::heuristic(pair[1]).map_err(|e| e.to_string())?);
            }
            _ => {}
        }
    }
    let names = rest.iter().filter(|name| !name.starts_with('-'));
    for name in names {
        let is_known = match first {
            "classics" => {
                let key = name.split(':').next().unwrap_or(name);
                PublishedExperiment::by_key(key).is_some()
            }
            "bench" => ROWS.iter().copied().flatten().any(|row| row.key == *name),
            _ => true,
        };
        is_known
            .then_some(())
            .ok_or(format!("there is no {name}"))?;
    }
    Ok(())
}

/// The lines of fenced and of indented code blocks, without their indentation.
fn code_lines(text: &str) -> Vec<String> {
    let mut is_fenced = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        } else if is_fenced || line.starts_with("    ") {
            lines.push(line.trim().to_owned());
        }
    }
    lines
}

#[test]
fn links_and_pictures_lead_somewhere() {
    let more = ["ARCHITECTURE.md", "assets/README.md"].map(str::to_owned);
    let mut n_pictures = 0;
    for page in pages().into_iter().chain(more) {
        let text = read(&page);
        let links = between(&text, "](", ')');
        let pictures = [
            between(&text, "src=\"", '"'),
            between(&text, "srcset=\"", '"'),
        ]
        .concat();
        n_pictures += pictures.len();
        for target in links.into_iter().chain(pictures) {
            if target.contains("://") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = match file {
                "" => root().join(&page),
                file => root().join(&page).with_file_name(file),
            };
            assert!(
                path.exists(),
                "{page} links to {target}, which does not exist"
            );
            if !anchor.is_empty() {
                let text = fs::read_to_string(&path).expect("a page is text");
                let has_anchor = headings(&text).any(|heading| heading == anchor);
                assert!(has_anchor, "{page} links to {target}: no such heading");
            }
        }
    }
    assert!(n_pictures > 0, "this test sees no pictures any more");
}

#[test]
fn the_contents_name_every_page() {
    for contents in ["README.md", "docs/README.md"] {
        let text = read(contents);
        for page in pages() {
            let name = page.rsplit('/').next().expect("a page has a name");
            let is_named = name == "README.md" || text.contains(&format!("{name})"));
            assert!(is_named, "{contents} does not link to {page}");
        }
    }
}

#[test]
fn the_front_page_is_short() {
    let n_lines = read("README.md").lines().count();
    assert!(
        n_lines <= MAX_README_LINES,
        "README.md has {n_lines} lines; at most {MAX_README_LINES} are allowed"
    );
}

/// What stands between each `begin` and the next `end`.
fn between<'a>(text: &'a str, begin: &str, end: char) -> Vec<&'a str> {
    let rests = text.split(begin).skip(1);
    rests.filter_map(|rest| rest.split(end).next()).collect()
}

/// The headings of a page as GitHub makes anchors of them.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let lines = text.lines().filter(|line| line.starts_with('#'));
    lines.map(|line| {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading
            .chars()
            .filter(|c| c.is_alphanumeric() || " -".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    })
}

/// README.md and the pages of docs/, by their paths from the root.
fn pages() -> Vec<String> {
    let mut pages = vec!["README.md".to_owned()];
    for entry in fs::read_dir(root().join("docs")).expect("the guide is in docs/") {
        let name = entry.expect("docs/ can be read").file_name();
        let name = name.to_str().expect("UTF-8");
        if name.ends_with(".md") {
            pages.push(format!("docs/{name}"));
        }
    }
    pages.sort();
    pages
}

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).expect(page)
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Runs a script at the root, where `tilescope` is the program under test.
fn shell(script: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_tilescope"));
    let folder = program.parent().expect("a program lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("sh")
        .args(["-c", script])
        .env("PATH", format!("{}:{path}", folder.display()))
        .current_dir(root())
        .output()
        .expect("a shell")
}
