//! Reads the numbers in sentences.

/// The text after `marker` up to a blank or punctuation.
pub fn after<'a>(text: &'a str, marker: &str) -> Option<&'a str> {
    let rest = text.split_once(marker)?.1;
    let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '\u{2009}'));
    Some(rest[..end.unwrap_or(rest.len())].trim_end_matches('.'))
}

pub fn number(text: &str) -> f64 {
    text.replace('\u{2009}', "").parse().unwrap()
}
