//! Finds the few acts that a failure needs.

use super::run::{Plan, Progress, run};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Leaves out ever smaller parts of the acts while the window still panics, and prints the rest.
pub fn shrink(mut plan: Plan) {
    let Some(last) = fails(&plan) else {
        println!("Seed {} does not fail.", plan.seed);
        return;
    };
    plan.acts.retain(|act| *act <= last);
    let mut part = plan.acts.len().div_ceil(2);
    loop {
        let mut from = 0;
        while from < plan.acts.len() {
            let end = (from + part).min(plan.acts.len());
            let mut without = plan.clone();
            without.acts.drain(from..end);
            if fails(&without).is_some() {
                plan = without;
                println!("{} acts are left", plan.acts.len());
            } else {
                from = end;
            }
        }
        if part == 1 {
            break;
        }
        part = part.div_ceil(2);
    }
    let acts: Vec<String> = plan.acts.iter().map(usize::to_string).collect();
    println!(
        "It needs these acts. To repeat them:\n\
         MONKEY_SEED={} MONKEY_ACTS={} cargo test --test gui monkey::replay -- --ignored --nocapture",
        plan.seed,
        acts.join(",")
    );
}

/// The act at which the window panics.
fn fails(plan: &Plan) -> Option<usize> {
    let progress = Progress::default();
    catch_unwind(AssertUnwindSafe(|| run(plan, &progress)))
        .is_err()
        .then(|| progress.act.get())
}
