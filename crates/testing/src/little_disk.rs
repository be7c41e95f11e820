//! Processes that can't write files larger than a kilobyte, as if the disk were full.

use std::path::Path;
use std::process::Command;

/// Runs `program` in such a process. Output to pipes is not limited.
pub fn with_little_disk(program: &Path) -> Command {
    let mut command = Command::new("sh");
    // With the signal ignored, a write beyond the limit fails with an error.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    command.arg("-c").arg(script).arg(program);
    command
}

/// Runs one of this program's ignored tests in such a process.
pub fn test_with_little_disk(name: &str) -> Command {
    let mut command =
        with_little_disk(&std::env::current_exe().expect("a test program has a path"));
    command.args(["--exact", name, "--ignored", "--nocapture"]);
    command
}
