//! What is printed if the program panics: a line, without the folder in which it was built.

use super::MAX_LINE;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, Write};
use std::panic;
use tilescope_lab::format::escaped;

/// Prints panics as error lines, with the stack if `RUST_BACKTRACE` asks for it.
pub fn print_as_lines() {
    panic::set_hook(Box::new(|info| {
        let message = escaped(info.payload_as_str().unwrap_or("panic"), MAX_LINE);
        let place = info.location().map_or_else(String::new, |place| {
            format!(", at {}:{}", source(place.file()), place.line())
        });
        let mut err = io::stderr().lock();
        // Ignore a closed standard error.
        let _ = writeln!(err, "tilescope: internal error: {message}{place}");
        let stack = Backtrace::capture();
        if stack.status() == BacktraceStatus::Captured {
            let _ = writeln!(err, "{stack}");
        }
    }));
}

/// The path of a source file, for a dependency from its name and version on. The files of this
/// program have paths inside its repository anyway.
fn source(file: &str) -> &str {
    let after = file.split_once("registry/src/");
    let in_package = after.and_then(|(_, path)| path.split_once('/'));
    in_package.map_or(file, |(_, path)| path)
}

#[cfg(test)]
mod tests {
    use super::source;

    #[test]
    fn a_source_has_no_folder_of_the_machine() {
        let dependency = "/home/a/.cargo/registry/src/index.crates.io-1949/serde-1.0.0/src/de.rs";
        assert_eq!(source(dependency), "serde-1.0.0/src/de.rs");
        let own = "crates/lab/src/run.rs";
        assert_eq!(source(own), own);
    }
}
