//! The engine that is IDA* with Manhattan distance.

use super::watch::Counts;
use super::{Counted, Extent, Row, Watch};
use crate::engines::{Engine, ida_star::FastIdaStar};
use crate::lab::classics::korf_1985;
use crate::puzzle::Puzzle;
use crate::search::Options;
use std::hint::black_box;
use std::num::NonZero;

pub const ROWS: &[Row] = &[
    Row {
        key: "ida-star-short",
        work: "Fast IDA*, 1 thread, Korf 79, 12, 42, 55, 97",
        least: "",
        aim: "",
        extent: Extent::Quick,
        run: |watch| korf(watch, &korf_1985::SHORT, 1),
    },
    Row {
        key: "ida-star-100",
        work: "Fast IDA*, 1 thread, Korf's 100",
        least: "75 s",
        aim: "60 s",
        extent: Extent::Full,
        run: |watch| korf(watch, &ALL, 1),
    },
];

const ALL: [usize; 100] = {
    let mut all = [0; 100];
    let mut i = 0;
    while i < 100 {
        all[i] = i + 1;
        i += 1;
    }
    all
};

/// Solves some of Korf's hundred, one after the other.
fn korf(watch: &mut Watch, instances: &[usize], threads: usize) -> Result<Counted, String> {
    let options = Options {
        threads: NonZero::new(threads),
        ..Options::default()
    };
    let goal = korf_1985::goal();
    let mut engines = Vec::new();
    for &instance in instances {
        let puzzle = Puzzle::new("", korf_1985::start(instance), goal.clone());
        let puzzle = puzzle.map_err(|error| error.to_string())?;
        engines.push(FastIdaStar::new(&puzzle, &options).map_err(|error| error.to_string())?);
    }
    // Each run counts, which costs nothing where tallies are handed in.
    let counts = watch.time(|| {
        let mut counts = Counts::default();
        for engine in &engines {
            black_box(engine.search(&mut counts));
        }
        counts
    });
    Ok(Counted::nodes(counts.generated, "generated"))
}
