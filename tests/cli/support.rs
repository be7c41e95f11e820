//! The built program, run by the tests of the command line.

#![allow(dead_code, reason = "each test file uses its part")]

use serde_json::Value;
use std::process::{Command, Output, Stdio};

/// Runs the program to its end, without a cache of tables.
pub fn tilescope(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(arguments)
        .env("TILESCOPE_CACHE", "")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Solves with `--json`; the status and the object.
pub fn solve(arguments: &[&str]) -> (i32, Value) {
    let output = tilescope(&[&["solve", "--json"], arguments].concat());
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    let object = serde_json::from_slice(&output.stdout).unwrap();
    (output.status.code().unwrap(), object)
}
