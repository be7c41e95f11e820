//! What recording a search costs: the processor time of a search that is recorded, divided by that
//! of the same search merely counted. Prints the medians of pairs.
//!
//! `cargo run -p tilescope-lab --example recording`

use cpu_time::ProcessTime;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use tilescope_lab::recording_listener::TraceSink;
use tilescope_lab::{Interrupt, Job, Limits, Report, Settings, job, solve, solve_recorded};
use tilescope_puzzle::Puzzle;
use tilescope_puzzle::notation::parse_board;
use tilescope_trace::series::Sample;
use tilescope_trace::{Batch, Trace};

const KORF_1: &str = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3";
const BLANK_FIRST: &str = "0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";
const N_PAIRS: usize = 5;
const EXPANDED: u64 = 4_000_000;

/// Builds the trace, as a window does; or drops the batches.
struct Sink {
    trace: Option<RefCell<Trace>>,
}

impl TraceSink for Sink {
    fn batch(&self, batch: Batch) {
        if let Some(trace) = &self.trace {
            trace.borrow_mut().append(&batch);
        }
    }
    fn samples(&self, samples: &mut Vec<Sample>) {
        samples.clear();
    }
    fn wake(&self) {}
    fn stopped(&self, _: Report) {}
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (start, goal) = (parse_board(KORF_1)?, parse_board(BLANK_FIRST)?);
    for key in ["a-star", "breadth-first", "ida-star"] {
        let mut settings = Settings::new(job::algorithm(key)?, job::heuristic("manhattan")?);
        settings.limits = Limits {
            expanded: Some(EXPANDED),
            memory: None,
            time: None,
        };
        let job = Job {
            problem: Puzzle::new("", start.clone(), goal.clone())?.into(),
            settings,
            search_unsolvable: false,
            record: u32::MAX,
        };
        let recorded = |trace| solve_recorded(&job, &Interrupt::default(), Rc::new(Sink { trace }));
        let (mut written, mut built) = (Vec::new(), Vec::new());
        for _ in 0..N_PAIRS {
            let counted = time(|| drop(solve(&job))).as_secs_f64();
            written.push(time(|| drop(recorded(None))).as_secs_f64() / counted);
            let trace = Some(RefCell::default());
            built.push(time(|| drop(recorded(trace))).as_secs_f64() / counted);
        }
        println!(
            "{key}: recording takes {:.2} times as long, with the trace {:.2}",
            median(written),
            median(built)
        );
    }
    Ok(())
}

fn time(work: impl FnOnce()) -> Duration {
    let began = ProcessTime::now();
    work();
    began.elapsed()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
