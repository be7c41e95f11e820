//! Phrases and sentences for the window.

use std::time::Duration;

/// `words` with a capital letter and a full stop.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    let stop = if words.ends_with('.') { "" } else { "." };
    format!("{}{}{stop}", first.unwrap_or_default(), letters.as_str())
}

/// The name of a puzzle, or “Untitled”.
pub fn name_or_untitled(name: &str) -> &str {
    if name.is_empty() { "Untitled" } else { name }
}

/// A rounded duration: “about 9 s”.
pub fn about(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 0.95 => "less than a second".into(),
        seconds if seconds < 99.5 => format!("about {seconds:.0} s"),
        seconds if seconds < 5400.0 => format!("about {:.0} minutes", seconds / 60.0),
        seconds => format!("about {:.0} hours", seconds / 3600.0),
    }
}
