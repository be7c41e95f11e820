//! Formats numbers for people (thousands separators, suitable units), and quotes their texts.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;
pub use tilescope_puzzle::notation::{escaped, excerpt};
use tilescope_search::Cost;

/// A path for a message, [escaped]; the middle of a very long one is left out.
pub fn path(path: &Path) -> String {
    const MAX_CHARS: usize = 100;
    let text = path.to_string_lossy();
    match text.char_indices().nth_back(MAX_CHARS - 1) {
        Some((end, _)) if text[..end].chars().count() > MAX_CHARS => {
            escaped(&text, MAX_CHARS) + &escaped(&text[end..], MAX_CHARS)
        }
        _ => escaped(&text, 2 * MAX_CHARS),
    }
}

/// The name of the file at `path` for a message, [escaped].
pub fn file_name(path: &Path) -> String {
    const MAX_CHARS: usize = 100;
    let name = path.file_name().unwrap_or_default();
    escaped(&name.to_string_lossy(), MAX_CHARS)
}

/// A name for a cell of CSV. A spreadsheet would take one that begins with `=`, `+`, `-` or `@` for a
/// formula, so an apostrophe is put before it, as people do there. It is also put before a name that
/// has apostrophes before one of these, so that [`name_in_spreadsheet`] gives every name back.
pub fn spreadsheet_name(name: &str) -> Cow<'_, str> {
    match is_formula(name) {
        true => format!("'{name}").into(),
        false => name.into(),
    }
}

/// The name that [`spreadsheet_name`] wrote.
pub fn name_in_spreadsheet(text: &str) -> &str {
    let name = text.strip_prefix('\'').filter(|name| is_formula(name));
    name.unwrap_or(text)
}

fn is_formula(name: &str) -> bool {
    name.trim_start_matches('\'')
        .starts_with(['=', '+', '-', '@'])
}

/// A text for XML (SVG too) and HTML, between tags or within the quotes of an attribute. Control
/// characters, most of which XML forbids, are spaces in it.
pub fn xml_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A count with thin spaces between its thousands: `12 345`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() * 2);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

/// A cost of `n` units, where `unit` units make 1: `13`, or `13 + 13/60`.
pub fn cost(n: u64, unit: Cost) -> String {
    let (whole, rest) = (n / u64::from(unit), n % u64::from(unit));
    if rest == 0 {
        return count(whole);
    }
    let (numerator, denominator) = lowest_terms(rest, unit.into());
    let fraction = format!("{numerator}/{denominator}");
    if whole == 0 {
        fraction
    } else {
        format!("{} + {fraction}", count(whole))
    }
}

/// The cost as a fraction for scripts, such as `793/60`; `None` if it is a whole number.
pub fn fraction(n: u64, unit: Cost) -> Option<String> {
    let (numerator, denominator) = lowest_terms(n, unit.into());
    (denominator > 1).then(|| format!("{numerator}/{denominator}"))
}

fn lowest_terms(numerator: u64, denominator: u64) -> (u64, u64) {
    let (mut a, mut b) = (numerator, denominator);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (numerator / a, denominator / a)
}

/// Bytes in the binary unit that leaves at most three digits before the point: `1.2 MiB`.
pub fn bytes(n: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = n as f64;
    let mut unit = 0;
    while value >= 1000.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 {
        format!("{n} B")
    } else {
        format!("{value:.1} {}", UNITS[unit])
    }
}

/// A duration in a suitable unit: `0.04 ms`, `1.2 s`, `3 min 20 s`.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 0.01 {
        format!("{:.2} ms", seconds * 1e3)
    } else if seconds < 1.0 {
        format!("{:.0} ms", seconds * 1e3)
    } else if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        let whole = time.as_secs();
        format!("{} min {} s", whole / 60, whole % 60)
    }
}
