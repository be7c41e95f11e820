//! A heuristic: a sum, a maximum, a weight, patterns, a formula; and one for road maps.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilescope_lab::job;

fuzz_target!(|text: &str| {
    if let Ok(expr) = job::heuristic(text) {
        let again = job::heuristic(&expr.to_string());
        assert_eq!(again.as_ref().ok(), Some(&expr), "{expr}");
    }
    if let Ok(expr) = job::route_heuristic(text) {
        let again = job::route_heuristic(&expr.to_string());
        assert_eq!(again.as_ref().ok(), Some(&expr), "{expr}");
    }
});
