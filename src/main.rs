//! The program: the window.

use std::process::ExitCode;

fn main() -> ExitCode {
    match tilescope::gui::run(std::env::args_os().skip(1).map(Into::into).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tilescope: {error}");
            ExitCode::from(2)
        }
    }
}
