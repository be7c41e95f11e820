//! Parses quantities with units: `8GiB`, `512MB`, `10s`, `2min`, `3x4`.

use super::arguments::Steps;
use std::ops::RangeInclusive;
use std::time::Duration;
use tilescope_puzzle::Size;

const BYTES: [(&str, f64); 15] = [
    ("", 1.0),
    ("B", 1.0),
    ("kB", 1e3),
    ("KB", 1e3),
    ("MB", 1e6),
    ("GB", 1e9),
    ("TB", 1e12),
    ("K", 1024.0),
    ("M", 1_048_576.0),
    ("G", 1_073_741_824.0),
    ("T", 1_099_511_627_776.0),
    ("KiB", 1024.0),
    ("MiB", 1_048_576.0),
    ("GiB", 1_073_741_824.0),
    ("TiB", 1_099_511_627_776.0),
];

const SECONDS: [(&str, f64); 7] = [
    ("", 1.0),
    ("us", 1e-6),
    ("ms", 1e-3),
    ("s", 1.0),
    ("min", 60.0),
    ("m", 60.0),
    ("h", 3600.0),
];

/// A number of bytes: `8GiB`, `512MB`, `1000000`.
pub fn bytes(text: &str) -> Result<u64, String> {
    // 2^63 is exact, and more than any machine has.
    match parse(text, &BYTES) {
        Some(bytes) if bytes < 9.2e18 => Ok(bytes as u64),
        _ => Err("write an amount of memory as 8GiB, 512MB or 1000000".into()),
    }
}

/// A length of time: `10s`, `500ms`, `2min`, `1h`; a bare number is seconds.
pub fn time(text: &str) -> Result<Duration, String> {
    parse(text, &SECONDS)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "write a time as 10s, 500ms, 2min or 1h".into())
}

/// Rows and columns: `3x4` or `3×4`.
pub fn size(text: &str) -> Result<Size, String> {
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(rows, columns)| {
        Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?))
    });
    let (rows, columns) = sides.ok_or("write a size as 3x4: rows, x, columns")?;
    Size::new(rows, columns).map_err(|error| error.to_string())
}

/// A range that includes both ends: `10..20`.
pub fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let ends = text.split_once("..");
    let ends = ends.and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    match ends {
        Some((from, to)) if from <= to => Ok(from..=to),
        Some(_) => Err("write the lower number of a range first, as in 10..20".into()),
        None => Err("write a range as 10..20".into()),
    }
}

/// A number with digits and at most one point, and a unit out of `units`.
fn parse(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: f64 = number.parse().ok()?;
    let (_, factor) = units.iter().find(|(name, _)| *name == unit.trim())?;
    Some(number * factor)
}

/// A range of steps: `3..8` from step 3 to step 8, `7` step 7 alone.
///
/// # Errors
/// If it is no range.
pub fn steps(text: &str) -> Result<Steps, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let both = number(first).zip(number(last));
    match both.filter(|(first, last)| first <= last) {
        Some((first, last)) => Ok(Steps(first..=last)),
        None => Err("a range of steps is two numbers such as 3..8, the least first".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_memory() {
        for (text, expected) in [
            ("0", Some(0)),
            ("1000000", Some(1_000_000)),
            ("8GiB", Some(8 << 30)),
            ("1.5 GiB", Some(3 << 29)),
            ("512MB", Some(512_000_000)),
            ("64K", Some(65536)),
            ("", None),
            ("GiB", None),
            ("-1", None),
            ("1e3", None),
            ("1.2.3", None),
            ("nan", None),
            ("8 gigs", None),
            ("99999999TiB", None),
        ] {
            assert_eq!(bytes(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn sizes_of_boards() {
        for (text, expected) in [
            ("3x4", Some((3, 4))),
            ("10×2", Some((10, 2))),
            ("3", None),
            ("1x3", None),
            ("3x11", None),
            ("-3x3", None),
        ] {
            let found = size(text).ok().map(|size| (size.rows(), size.columns()));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn ranges() {
        for (text, expected) in [
            ("10..20", Some(10..=20)),
            ("7..7", Some(7..=7)),
            ("20..10", None),
            ("10", None),
            ("10..", None),
            ("-1..3", None),
        ] {
            assert_eq!(range(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn lengths_of_time() {
        for (text, expected) in [
            ("10s", Some(Duration::from_secs(10))),
            ("10", Some(Duration::from_secs(10))),
            ("500ms", Some(Duration::from_millis(500))),
            ("2min", Some(Duration::from_secs(120))),
            ("0.5h", Some(Duration::from_secs(1800))),
            ("inf", None),
            ("5 days", None),
            ("99999999999999999999h", None),
        ] {
            assert_eq!(time(text).ok(), expected, "{text}");
        }
    }
}
