//! The compact A* engine.

use super::{Counted, Extent, Row, Watch};
use crate::published::korf_1985;
use std::hint::black_box;
use tilescope_engines::{Engine, a_star::CompactAStar};
use tilescope_puzzle::Puzzle;
use tilescope_search::{Counter, Options};

pub const ROWS: &[Row] = &[
    Row {
        key: "compact-a-star-12",
        work: "Compact A*, Korf 12",
        required: "",
        aim: "",
        extent: Extent::Quick,
        run: |watch| korf(watch, 12),
    },
    Row {
        key: "compact-a-star-1",
        work: "Compact A*, Korf 1",
        required: "2 s, 32 B",
        aim: "1.2 s, 16 B",
        extent: Extent::Full,
        run: |watch| korf(watch, 1),
    },
];

/// Solves one of Korf's hundred.
fn korf(watch: &mut Watch, instance: usize) -> Result<Counted, String> {
    let puzzle = Puzzle::new("", korf_1985::start(instance), korf_1985::goal());
    let puzzle = puzzle.map_err(|error| error.to_string())?;
    let engine = CompactAStar::new(&puzzle, &Options::default());
    let engine = engine.map_err(|error| error.to_string())?;
    let counts = watch.time(|| {
        let mut counts = Counter::default();
        black_box(engine.search(&mut counts));
        counts
    });
    Ok(Counted::nodes(counts.expanded, "expanded").with_peak(counts.bytes))
}
