//! Names of pattern databases, and where they are.

use crate::gui::tables::Table;
use tilescope_lab::cache::Unfinished;
use tilescope_lab::format;
use tilescope_puzzle::pattern_database::Pattern;

/// “4 × 4: tiles 1 2 3 4 5 6 7”, “4 × 4: tiles 1 2 3, blank kept”.
pub fn title_of(pattern: &Pattern, tiles: &[u8]) -> String {
    let size = pattern.size();
    let mut tiles = tiles.to_vec();
    tiles.sort_unstable();
    let tiles: Vec<String> = tiles.iter().map(u8::to_string).collect();
    let noun = if tiles.len() == 1 { "tile" } else { "tiles" };
    let tiles = tiles.join(" ");
    let kept = if pattern.keeps_blank() {
        ", blank kept"
    } else {
        ""
    };
    format!("{} × {}: {noun} {tiles}{kept}", size.rows(), size.columns())
}

/// “4 × 4: tables of 7 and 8 tiles”, “3 × 3: tables of 4 and 4 tiles, blank kept”.
pub fn all_of(patterns: &[Pattern]) -> String {
    let Some(first) = patterns.first() else {
        return String::new();
    };
    let sizes: Vec<String> = patterns
        .iter()
        .map(|pattern| pattern.homes().len().to_string())
        .collect();
    let sizes = match sizes.split_last() {
        Some((last, [])) => format!("a table of {last}"),
        Some((last, others)) => format!("tables of {} and {last}", others.join(", ")),
        None => String::new(),
    };
    let kept = if first.keeps_blank() {
        ", blank kept"
    } else {
        ""
    };
    let (rows, columns) = (first.size().rows(), first.size().columns());
    format!("{rows} × {columns}: {sizes} tiles{kept}")
}

/// “, also for 1 2 5 6 9 10 13”, “, also for 3 mirror images”: the other tiles that share a table.
pub fn sharing_text(others: &[Vec<u8>]) -> String {
    match others {
        [] => String::new(),
        [tiles] => {
            let tiles: Vec<String> = tiles.iter().map(u8::to_string).collect();
            format!(", also for {}", tiles.join(" "))
        }
        _ => format!(", also for {} mirror images", others.len()),
    }
}

/// “247.5 MiB, on disk and in memory”.
pub fn status_text(table: &Table) -> String {
    let bytes = format::bytes(table.n_bytes);
    match (table.damage, table.is_on_disk, table.is_in_memory) {
        (Some(damage), ..) => format!("{bytes}, damaged ({damage}): it is built again"),
        (None, true, true) => format!("{bytes}, on disk and in memory"),
        (None, true, false) => format!("{bytes}, on disk"),
        (None, false, _) => format!("{bytes}, in memory"),
    }
}

/// “2 unfinished files, 173.0 MiB”.
pub fn unfinished_text(unfinished: Unfinished) -> String {
    let Unfinished {
        n_files,
        n_bytes,
        is_in_use,
    } = unfinished;
    let files = if n_files == 1 { "file" } else { "files" };
    let state = if is_in_use { ", being written" } else { "" };
    let bytes = format::bytes(n_bytes);
    format!("{n_files} unfinished {files}, {bytes}{state}")
}
