//! The program: a command on the terminal, or else the window.

use std::path::PathBuf;
use std::process::ExitCode;
use tilescope::cli::{self, Errand};
use tilescope_search::memory;

fn main() -> ExitCode {
    memory::share_arenas();
    match cli::run(std::env::args_os(), PAINT_SOLUTION) {
        Errand::Done(status) => status,
        Errand::Window(files) => match open_window(files) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => cli::refuse(&error),
        },
    }
}

/// What paints animations of solutions.
#[cfg(feature = "gui")]
const PAINT_SOLUTION: Option<cli::PaintSolution> = Some(tilescope::gui::paint_solution);

#[cfg(not(feature = "gui"))]
const PAINT_SOLUTION: Option<cli::PaintSolution> = None;

#[cfg(feature = "gui")]
fn open_window(files: Vec<PathBuf>) -> Result<(), String> {
    tilescope::gui::App::run(files)
}

#[cfg(not(feature = "gui"))]
fn open_window(_: Vec<PathBuf>) -> Result<(), String> {
    Err("this program was built without its window; see `tilescope --help`".into())
}
