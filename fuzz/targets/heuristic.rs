//! A heuristic: a sum, a maximum, a weight, patterns, a formula.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilescope_lab::job;

fuzz_target!(|text: &str| {
    let Ok(expr) = job::heuristic(text) else {
        return;
    };
    let again = job::heuristic(&expr.to_string());
    assert_eq!(again.as_ref().ok(), Some(&expr), "{expr}");
});
