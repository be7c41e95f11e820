//! Phrases and sentences for the window.

use std::path::Path;
use std::time::Duration;
use tilescope_lab::format;

/// `words` with a capital letter and a full stop. The name of a file stays as it is.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first_word = words.split_whitespace().next().unwrap_or_default();
    let is_file = first_word.trim_end_matches('.').contains(['.', '/', '\\']);
    let first = letters.next().map(|first| match is_file {
        true => first.to_string(),
        false => first.to_uppercase().to_string(),
    });
    let stop = if words.ends_with('.') { "" } else { "." };
    format!("{}{}{stop}", first.unwrap_or_default(), letters.as_str())
}

/// `name` as the name of a file, without an extension: a hyphen stands for each character that a file system
/// refuses. A long one ends with a whole word.
pub fn as_file_name(name: &str) -> String {
    const MAX_CHARACTERS: usize = 60;
    let name = match name.char_indices().nth(MAX_CHARACTERS) {
        None => name,
        Some((end, next)) => {
            let cut = &name[..end];
            let whole = cut.rsplit_once(' ').filter(|_| next != ' ');
            let whole = whole.map(|(words, _)| words);
            whole.filter(|it| it.len() > end / 2).unwrap_or(cut)
        }
    };
    let kept = |c: char| match c.is_control() || "/\\:*?\"<>|".contains(c) {
        true => '-',
        false => c,
    };
    let name: String = name.chars().map(kept).collect();
    // Others hide a file whose name begins with a dot, or cut one at the end.
    name.trim_matches(|c: char| c.is_whitespace() || c == '.')
        .to_owned()
}

/// Why a file was not opened, from a cause that may say last which file it is.
pub fn not_opened(file: &Path, cause: &str) -> String {
    not_done(file, "opened", cause)
}

/// The same for a file that was not saved.
pub fn not_saved(file: &Path, cause: &str) -> String {
    not_done(file, "saved", cause)
}

fn not_done(file: &Path, done: &str, cause: &str) -> String {
    let whole = format::path(file);
    let ends = [", in ", ": ", ", for "].map(|before| format!("{before}{whole}"));
    let cause = ends
        .iter()
        .find_map(|end| cause.strip_suffix(end.as_str()))
        .unwrap_or(cause);
    let name = format::file_name(file);
    format!("{name} was not {done}: {}.", cause.trim_end_matches('.'))
}

/// That instances were not added to an experiment, since they are there; `n_added` others were.
pub fn already_there(n_left_out: usize, n_added: usize) -> String {
    match (n_left_out, n_added) {
        (1, 0) => "It is among the instances already, so it was not added again.".to_owned(),
        (1, _) => {
            "One of them is among the instances already, so it was not added again.".to_owned()
        }
        (n, _) => format!(
            "{} of them are among the instances already, so they were not added again.",
            format::count(n as u64)
        ),
    }
}

/// The name of a puzzle, or “Untitled”.
pub fn name_or_untitled(name: &str) -> &str {
    if name.is_empty() { "Untitled" } else { name }
}

/// The time on a clock: “0:42”, “1:02:03”.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// The same to the nearest tenth of a second, as in reports: “0:42.3”.
pub fn exact_clock(time: Duration) -> String {
    let time = time + Duration::from_millis(50);
    format!("{}.{}", clock(time), time.subsec_millis() / 100)
}

/// A rounded duration: “about 9 s”.
pub fn about(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 0.95 => rounded(time),
        _ => format!("about {}", rounded(time)),
    }
}

/// The same without the word: “9 s”.
pub fn rounded(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 0.95 => "less than a second".into(),
        seconds if seconds < 99.5 => format!("{seconds:.0} s"),
        seconds if seconds < 5400.0 => format!("{:.0} minutes", seconds / 60.0),
        seconds if seconds < 172_800.0 => format!("{:.0} hours", seconds / 3600.0),
        seconds if seconds < 63e6 => format!("{:.0} days", seconds / 86_400.0),
        seconds => format!("{} years", format::count((seconds / 31.6e6) as u64)),
    }
}

/// A number to three digits: “158 M”.
pub fn rounded_count(n: f64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M")];
    match units.iter().find(|(unit, _)| n >= 0.9995 * unit) {
        None => format::count(n.round() as u64),
        Some((unit, letter)) => {
            let n = n / unit;
            let decimals = [9.995, 99.95].iter().filter(|least| n < **least).count();
            format!("{n:.decimals$} {letter}")
        }
    }
}

/// “1 move”, “45 moves”.
pub fn moves(n: u64) -> String {
    match n {
        1 => "1 move".to_owned(),
        n => format!("{} moves", format::count(n)),
    }
}

/// What a puzzle of a collection is called that has no name of its own: after its number.
pub fn numbered(number: usize, collection: &str) -> String {
    match collection {
        "" => format!("{NUMBERED}{number}"),
        name => format!("{NUMBERED}{number} of {name}"),
    }
}

/// Whether a puzzle is called after its number in a collection.
pub fn is_numbered(name: &str) -> bool {
    let rest = name.strip_prefix(NUMBERED);
    let number = rest.map(|rest| rest.split_once(" of ").map_or(rest, |(number, _)| number));
    number.is_some_and(|number| number.parse::<usize>().is_ok())
}

/// How the name of a puzzle begins that is called after its number.
const NUMBERED: &str = "Puzzle ";

#[cfg(test)]
mod tests {
    use super::as_file_name;

    #[test]
    fn a_long_name_of_a_file_ends_with_a_whole_word() {
        let chosen = "Chosen from The 148 8-puzzles of 30 moves from the spiral goal";
        let whole = "Chosen from The 148 8-puzzles of 30 moves from the spiral";
        assert_eq!(as_file_name(chosen), whole);
        assert_eq!(as_file_name("a: b/c"), "a- b-c");
        let [fits, one_word] = [60, 80].map(|n| "ä".repeat(n));
        assert_eq!(as_file_name(&fits), fits);
        assert_eq!(as_file_name(&one_word), fits);
        assert_eq!(as_file_name(&format!("{fits} next")), fits);
        // Nearly nothing would be left.
        assert_eq!(as_file_name(&format!("a {one_word}")).chars().count(), 60);
    }
}
