//! The fast IDA* engine with Manhattan distance.

use super::{Counted, Extent, Row, Watch};
use crate::published::korf_1985;
use std::hint::black_box;
use std::num::NonZero;
use std::time::Instant;
use tilescope_engines::Engine;
use tilescope_engines::ida_star::{FastIdaStar, Kernel};
use tilescope_puzzle::Puzzle;
use tilescope_search::{
    Action, Cost, Counter, EngineObserver, NodeOutcome, Observer, Options, Outcome, Progress,
    StopReason,
};

pub const ROWS: &[Row] = &[
    Row {
        key: "ida-star-short",
        work: "Fast IDA*, recursion, 1 thread, Korf 79, 12, 42, 55, 97",
        required: "",
        aim: "",
        extent: Extent::Quick,
        run: |watch| korf(watch, &korf_1985::SHORT, Kernel::Recursion, 1),
    },
    Row {
        key: "ida-star-words-short",
        work: "Fast IDA*, words, 1 thread, Korf 80, 1, 3",
        required: "",
        aim: "",
        extent: Extent::Quick,
        run: |watch| korf(watch, &MEDIUM, Kernel::Words, 1),
    },
    Row {
        key: "ida-star-avx2-short",
        work: "Fast IDA*, AVX2, 1 thread, Korf 80, 1, 3",
        required: "",
        aim: "",
        extent: Extent::Quick,
        run: |watch| korf(watch, &MEDIUM, Kernel::Avx2, 1),
    },
    Row {
        key: "ida-star-avx512-short",
        work: "Fast IDA*, AVX-512, 1 thread, Korf 80, 1, 3",
        required: "",
        aim: "",
        extent: Extent::Quick,
        run: |watch| korf(watch, &MEDIUM, Kernel::Avx512, 1),
    },
    Row {
        key: "ida-star-recursion-100",
        work: "Fast IDA*, recursion, 1 thread, Korf's 100, node counts checked",
        required: "",
        aim: "",
        extent: Extent::Full,
        run: |watch| korf(watch, &ALL, Kernel::Recursion, 1),
    },
    Row {
        key: "ida-star-words-100",
        work: "Fast IDA*, words (portable), 1 thread, Korf's 100",
        required: "75 s",
        aim: "60 s",
        extent: Extent::Full,
        run: |watch| korf(watch, &ALL, Kernel::Words, 1),
    },
    Row {
        key: "ida-star-avx2-100",
        work: "Fast IDA*, AVX2, 1 thread, Korf's 100",
        required: "",
        aim: "",
        extent: Extent::Full,
        run: |watch| korf(watch, &ALL, Kernel::Avx2, 1),
    },
    Row {
        key: "ida-star-avx512-100",
        work: "Fast IDA*, AVX-512, 1 thread, Korf's 100",
        required: "16 s",
        aim: "10 s",
        extent: Extent::Full,
        run: |watch| korf(watch, &ALL, Kernel::Avx512, 1),
    },
    Row {
        key: "ida-star-threads-100",
        work: "Fast IDA*, 2 threads, Korf's 100",
        required: "",
        aim: "",
        extent: Extent::Full,
        run: |watch| korf(watch, &ALL, Kernel::fastest(), 2),
    },
    Row {
        key: "ida-star-speed-up",
        work: "Fast IDA*, 2 threads, full iterations of Korf 60, 66, 82, 88",
        required: "1.8 ×",
        aim: "1.95 ×",
        extent: Extent::Full,
        run: |watch| speed_up(watch, &LONG),
    },
];

/// Instances that vector code solves in a tenth of a second.
const MEDIUM: [usize; 3] = [80, 1, 3];

const ALL: [usize; 100] = {
    let mut all = [0; 100];
    let mut i = 0;
    while i < 100 {
        all[i] = i + 1;
        i += 1;
    }
    all
};

/// Instances whose full iterations take vector code a second.
const LONG: [usize; 4] = [60, 66, 82, 88];

/// Solves some of Korf's instances and checks that the solutions are optimal and, for one thread of
/// recursion, that the node counts are Korf's.
fn korf(
    watch: &mut Watch,
    instances: &[usize],
    kernel: Kernel,
    threads: usize,
) -> Result<Counted, String> {
    let engines = engines(instances, kernel, threads)?;
    // Counting is free, since engines report progress.
    let (counter, lengths) = watch.time(|| {
        let mut counter = Counter::default();
        let lengths = engines
            .iter()
            .map(|engine| match engine.search(&mut counter) {
                Outcome::Solved(solution) => solution.actions.len() as u64,
                _ => 0,
            });
        let lengths: Vec<u64> = lengths.collect();
        (counter, lengths)
    });
    let known = instances
        .iter()
        .map(|&number| korf_1985::length_and_nodes(number));
    let (known_lengths, nodes): (Vec<u64>, Vec<u64>) = known.unzip();
    if lengths != known_lengths {
        return Err("a solution is not optimal".into());
    }
    if kernel == Kernel::Recursion && threads == 1 && counter.generated != nodes.iter().sum::<u64>()
    {
        return Err(format!(
            "{} nodes generated, which is not Korf's count",
            counter.generated
        ));
    }
    Ok(Counted::nodes(counter.generated, "generated"))
}

fn engines(
    instances: &[usize],
    kernel: Kernel,
    threads: usize,
) -> Result<Vec<FastIdaStar>, String> {
    let options = Options {
        threads: NonZero::new(threads),
        ..Options::default()
    };
    let goal = korf_1985::goal();
    let engine = |&instance| {
        let puzzle = Puzzle::new("", korf_1985::start(instance), goal.clone());
        let puzzle = puzzle.map_err(|error| error.to_string())?;
        let engine = FastIdaStar::new(&puzzle, &options).map_err(|error| error.to_string())?;
        let engine = engine.with_kernel(kernel);
        engine.ok_or_else(|| format!("this processor has no {}", kernel.name()))
    };
    instances.iter().map(engine).collect()
}

/// Compares two threads with one on all iterations but the last: only these always expand the same
/// nodes.
fn speed_up(watch: &mut Watch, instances: &[usize]) -> Result<Counted, String> {
    let run = |threads| {
        let engines = engines(instances, Kernel::fastest(), threads)?;
        Ok::<_, String>(move || {
            let mut counter = Counter::default();
            for (engine, &number) in engines.iter().zip(instances) {
                let mut full = FullIterations {
                    length: korf_1985::length_and_nodes(number).0,
                    is_last: false,
                    counter: &mut counter,
                };
                black_box(engine.search(&mut full));
            }
            counter
        })
    };
    let (alone, together) = (run(1)?, run(2)?);
    let mut times = Vec::new();
    let mut pair = || {
        let begun = Instant::now();
        let by_one = alone();
        let middle = Instant::now();
        let by_two = watch.time_once(&together);
        times.push((middle - begun).as_secs_f64() / middle.elapsed().as_secs_f64());
        (by_one == by_two).then_some(by_two)
    };
    let counters = [pair(), pair(), pair()];
    let counter = counters[0].filter(|_| counters.iter().all(|&other| other == counters[0]));
    let counter = counter.ok_or("two threads generated a different number of nodes than one")?;
    times.sort_unstable_by(f64::total_cmp);
    Ok(Counted {
        speed_up: Some(times[1]),
        ..Counted::nodes(counter.generated, "generated")
    })
}

/// Stops a search at the iteration whose bound is the solution length.
struct FullIterations<'a> {
    length: u64,
    is_last: bool,
    counter: &'a mut Counter,
}

impl Observer for FullIterations<'_> {
    type Node = ();
    fn root(&mut self, h: Cost) {
        self.counter.root(h);
    }
    fn generated(&mut self, (): (), _: Action, _: Cost, _: Cost, _: NodeOutcome) {}
    fn expand(&mut self, (): ()) -> Result<(), StopReason> {
        Ok(())
    }
    fn discard(&mut self, (): (), _: NodeOutcome) {}
    fn requeued(&mut self, (): (), _: Action, _: Cost, _: Cost) {}
    fn solution(&mut self, (): (), _: Cost, _: &[Action]) {}
    fn meeting(&mut self, (): (), (): ()) {}
    fn iteration(&mut self, bound: Cost) {
        self.is_last = u64::from(bound) >= self.length;
    }
    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}

impl EngineObserver for FullIterations<'_> {
    fn progress(&mut self, progress: Progress) -> Result<(), StopReason> {
        if self.is_last {
            return Err(StopReason::Interrupt);
        }
        self.counter.progress(progress)
    }
    fn expansion_budget(&self) -> u64 {
        u64::MAX
    }
    fn has_room(&self, _: usize) -> bool {
        true
    }
    fn time_used(&self) -> Option<f64> {
        None
    }
    fn method_chosen(&mut self, _: &str) {}
    fn tables_started(&mut self) {}
    fn tables_ready(&mut self, _: u64, _: bool) {}
}
