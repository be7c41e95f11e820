//! What is said of tables.

use crate::gui::tables::Table;
use crate::lab::figures;
use crate::puzzle::pattern_database::Pattern;

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

/// “247.5 MiB, on disk and in memory”.
pub fn standing(table: &Table) -> String {
    let bytes = figures::bytes(table.n_bytes);
    match (table.damage, table.is_on_disk, table.is_in_memory) {
        (Some(damage), ..) => format!("{bytes}, damaged ({damage}): it is built again"),
        (None, true, true) => format!("{bytes}, on disk and in memory"),
        (None, true, false) => format!("{bytes}, on disk"),
        (None, false, _) => format!("{bytes}, in memory"),
    }
}
