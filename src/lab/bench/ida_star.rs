//! The engine that is IDA* with Manhattan distance.

use super::{Counted, Extent, Row, Watch};
use crate::engines::{Engine, ida_star::FastIdaStar};
use crate::lab::classics::korf_1985;
use crate::puzzle::Puzzle;
use crate::search::{Counter, Options};
use std::hint::black_box;
use std::num::NonZero;

pub const ROWS: &[Row] = &[
    Row {
        key: "ida-star-short",
        work: "Fast IDA*, portable, 1 thread, Korf 79, 12, 42, 55, 97",
        least: "",
        aim: "",
        extent: Extent::Quick,
        run: |watch| korf(watch, &korf_1985::SHORT, Code::Portable, 1),
    },
    Row {
        key: "ida-star-vectors-short",
        work: "Fast IDA*, vectors, 1 thread, Korf 80, 1, 3",
        least: "",
        aim: "",
        extent: Extent::Quick,
        run: |watch| korf(watch, &MIDDLING, Code::Vectors, 1),
    },
    Row {
        key: "ida-star-100",
        work: "Fast IDA*, portable, 1 thread, Korf's 100",
        least: "75 s",
        aim: "60 s",
        extent: Extent::Full,
        run: |watch| korf(watch, &ALL, Code::Portable, 1),
    },
    Row {
        key: "ida-star-vectors-100",
        work: "Fast IDA*, vectors, 1 thread, Korf's 100",
        least: "16 s",
        aim: "10 s",
        extent: Extent::Full,
        run: |watch| korf(watch, &ALL, Code::Vectors, 1),
    },
    Row {
        key: "ida-star-threads-100",
        work: "Fast IDA*, vectors, 2 threads, Korf's 100",
        least: "",
        aim: "",
        extent: Extent::Full,
        run: |watch| korf(watch, &ALL, Code::Vectors, 2),
    },
];

/// What an engine may use.
#[derive(Clone, Copy, PartialEq)]
enum Code {
    Portable,
    /// The processor's vectors, if it has any.
    Vectors,
}

/// Of the length that takes vectors a tenth of a second.
const MIDDLING: [usize; 3] = [80, 1, 3];

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
fn korf(
    watch: &mut Watch,
    instances: &[usize],
    code: Code,
    threads: usize,
) -> Result<Counted, String> {
    let options = Options {
        threads: NonZero::new(threads),
        ..Options::default()
    };
    let goal = korf_1985::goal();
    let mut engines = Vec::new();
    for &instance in instances {
        let puzzle = Puzzle::new("", korf_1985::start(instance), goal.clone());
        let puzzle = puzzle.map_err(|error| error.to_string())?;
        let engine = FastIdaStar::new(&puzzle, &options).map_err(|error| error.to_string())?;
        engines.push(match code {
            Code::Portable => engine.without_vectors(),
            Code::Vectors => engine,
        });
    }
    // Each run counts, which costs nothing where tallies are handed in.
    let counts = watch.time(|| {
        let mut counts = Counter::default();
        for engine in &engines {
            black_box(engine.search(&mut counts));
        }
        counts
    });
    Ok(Counted::nodes(counts.generated, "generated"))
}
