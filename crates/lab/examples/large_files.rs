//! Measures the readers of puzzle files on files of 100 MB: the time, and the peak of the memory as a
//! multiple of the file.
//!
//! `cargo run --release -p tilescope-lab --example large_files [KIND…]` writes each file into the
//! temporary folder, and reads it in a process of its own.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use tilescope_lab::collection::{Collection, Entry};
use tilescope_lab::files::{self, Opened, exchange, exchange::Choices};
use tilescope_puzzle::{GoalPreset, Puzzle, Size, scramble};

const N_BYTES: usize = 100_000_000;

/// Files that are no puzzles: a name, and what is repeated.
const NOT_PUZZLES: [(&str, &str); 5] = [
    ("one line of 1", "1 "),
    ("newlines", "\n"),
    ("letters", "abc "),
    ("comments", "# a comment\n"),
    ("brackets", "["),
];

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [flag, path] = &arguments[..]
        && flag == "--read"
    {
        return read(Path::new(path));
    }
    let path = env::temp_dir().join("tilescope-large-file");
    let is_wanted = |kind: &str| arguments.is_empty() || arguments.iter().any(|it| it == kind);
    for format in exchange::FORMATS {
        for side in [2, 3, 4, 5] {
            let kind = format!("{} {side}x{side}", format.key);
            if !is_wanted(&kind) {
                continue;
            }
            let size = Size::new(side, side).expect("it is a size");
            if let Some(text) = text(size, format) {
                measure(&kind, &path, &text);
            }
        }
    }
    for (kind, repeated) in NOT_PUZZLES {
        if is_wanted(kind) {
            measure(kind, &path, &repeated.repeat(N_BYTES / repeated.len()));
        }
    }
    let _ = fs::remove_file(path);
}

/// Boards of a size in a format, repeated until they take 100 MB, if they have the format.
fn text(size: Size, format: &'static exchange::Format) -> Option<String> {
    let goal = GoalPreset::BlankFirst.board(size);
    let mut rng = fastrand::Rng::with_seed(1);
    let entry = |number: usize| {
        let start = scramble::solvable(&goal, &mut rng);
        Entry::new(Puzzle::new(number.to_string(), start, goal.clone()).expect("one size"))
    };
    let collection = Collection {
        puzzles: (1..=20_000).map(entry).collect(),
        ..Collection::default()
    };
    let text = exchange::to_text(&collection, format).ok()?.text;
    let (head, body) = match format.key {
        "csv" => text.split_at(text.find('\n')? + 1),
        exchange::OWN => text.split_at(text.find("[\n")? + 1),
        _ => ("", &*text),
    };
    let (body, between) = match format.key {
        exchange::OWN => (body.strip_suffix("\n  ]\n}\n")?, ","),
        "grid" => (body, "\n"),
        _ => (body, ""),
    };
    let mut whole = head.to_owned();
    while whole.len() + body.len() < N_BYTES {
        if whole.len() > head.len() {
            whole += between;
        }
        whole += body;
    }
    whole += if format.key == exchange::OWN {
        "]}"
    } else {
        ""
    };
    Some(whole)
}

fn measure(kind: &str, path: &Path, text: &str) {
    fs::write(path, text).expect("the temporary folder has room");
    let program = env::current_exe().expect("it runs");
    let output = Command::new(program).arg("--read").arg(path).output();
    let output = output.expect("it starts");
    println!(
        "{kind:16} {}",
        String::from_utf8_lossy(&output.stdout).trim()
    );
}

fn read(path: &Path) {
    let n_bytes = fs::metadata(path).map_or(0, |it| it.len());
    let began = Instant::now();
    let read = files::open_with(path, &Choices::default());
    let took = began.elapsed();
    let answer = match &read {
        Ok((Opened::Collection(all), how)) => format!(
            "{} puzzles as {}",
            all.puzzles.len(),
            how.as_ref().map_or(exchange::OWN, |how| how.format.key)
        ),
        Ok((Opened::Problem(_), _)) => "one puzzle".to_owned(),
        Err(error) => error.to_string(),
    };
    println!(
        "{:6.3} s  {:4.1} ×  {answer}",
        took.as_secs_f64(),
        peak_bytes() as f64 / n_bytes as f64
    );
}

/// The peak of the memory of this process, on Linux.
fn peak_bytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kib.unwrap_or(0) << 10
}
