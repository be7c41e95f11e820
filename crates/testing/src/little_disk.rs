//! Processes that can write no file of more than a kilobyte: to them a disk is as good as full.

use std::path::Path;
use std::process::Command;

/// `program` in such a process. What it writes to a pipe is not limited.
pub fn with_little_disk(program: &Path) -> Command {
    let mut command = Command::new("sh");
    // Who writes more is told of it by an error, unless the signal is let through.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    command.arg("-c").arg(script).arg(program);
    command
}

/// One of the tests of this file, which is ignored otherwise, in such a process.
pub fn test_with_little_disk(name: &str) -> Command {
    let mut command = with_little_disk(&std::env::current_exe().expect("a test is a program"));
    command.args(["--exact", name, "--ignored", "--nocapture"]);
    command
}
