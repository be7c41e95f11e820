//! A monkey at the window: seeded random input over all of it. Nothing may panic.
//!
//! A failure prints its seed, and the number of the act and of the event. To repeat it:
//!
//! ```text
//! MONKEY_SEED=7 cargo test --test gui monkey::replay -- --ignored --nocapture
//! ```
//!
//! `MONKEY_ACTS=0-120,140` does these acts only, `MONKEY_SKIP=30-60` leaves some out, and
//! `MONKEY_EVENTS=5000` ends after 5,000 events. `monkey::shrink`, called in the same way, leaves out
//! acts as long as it still fails, and prints those that remain.

mod acts;
mod keeper;
mod run;
mod shrink;

use run::{Plan, Progress, run};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The seeds of the tests, and the events of each: 100,000 together.
const SEEDS: u64 = 20;
const EVENTS: usize = 5_000;

fn play(seeds: impl Iterator<Item = u64>) {
    for seed in seeds {
        try_out(&Plan::new(seed));
    }
}

/// Does what `plan` says; if the window panics, says where.
fn try_out(plan: &Plan) {
    let progress = Progress::default();
    let result = catch_unwind(AssertUnwindSafe(|| run(plan, &progress)));
    let (act, events) = (progress.act.get(), progress.events.get());
    let seed = plan.seed;
    if let Err(panic) = result {
        eprintln!(
            "The monkey ended the window: seed {seed}, act {act}, event {events}. To repeat it:\n\
             MONKEY_SEED={seed} cargo test --test gui monkey::replay -- --ignored --nocapture"
        );
        resume_unwind(panic);
    }
    let frames = progress.frames.get();
    println!("seed {seed}: {act} acts, {events} events, {frames} frames");
}

#[test]
fn plays_with_the_window() {
    play((0..SEEDS).step_by(2));
}

#[test]
fn plays_with_another_window() {
    play((1..SEEDS).step_by(2));
}

#[test]
#[ignore = "repeats the seed in MONKEY_SEED"]
fn replay() {
    try_out(&Plan::from_environment());
}

#[test]
#[ignore = "shrinks the failure of the seed in MONKEY_SEED"]
fn shrink() {
    shrink::shrink(Plan::from_environment());
}

#[test]
#[ignore = "plays with MONKEY_SEEDS, such as 100-200, for as long as that takes"]
fn play_long() {
    let seeds = variable("MONKEY_SEEDS").unwrap_or("100-120".into());
    play(ranges(&seeds).into_iter().map(|seed| seed as u64));
}

impl Plan {
    fn new(seed: u64) -> Self {
        Plan {
            seed,
            // An act has at least one event, or a few.
            acts: (0..EVENTS).collect(),
            events: EVENTS,
        }
    }

    fn from_environment() -> Self {
        let number = |name: &str| variable(name).map(|text| text.parse().expect("a number"));
        let mut plan = Plan::new(number("MONKEY_SEED").unwrap_or(0));
        if let Some(events) = number("MONKEY_EVENTS") {
            plan.events = events as usize;
            plan.acts = (0..plan.events).collect();
        }
        if let Some(acts) = variable("MONKEY_ACTS") {
            plan.acts = ranges(&acts);
        }
        if let Some(skipped) = variable("MONKEY_SKIP") {
            let skipped = ranges(&skipped);
            plan.acts.retain(|act| !skipped.contains(act));
        }
        plan
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// “0-3,7” as 0, 1, 2, 3, 7.
fn ranges(text: &str) -> Vec<usize> {
    let number = |text: &str| text.trim().parse::<usize>().expect("a number");
    let range = |part: &str| match part.split_once('-') {
        Some((first, last)) => number(first)..number(last) + 1,
        None => number(part)..number(part) + 1,
    };
    text.split(',').flat_map(range).collect()
}
