//! A condition, of the search in a trace or of a breakpoint.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilescope_fuzz::JOB;
use tilescope_lab::breakpoint::Breakpoint;
use tilescope_lab::condition::Condition;

fuzz_target!(|text: &str| {
    let _ = Condition::parse(text, &JOB);
    let _ = Breakpoint::parse(text, &JOB);
});
