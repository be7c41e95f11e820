//! Saves the curves of the plots.

use crate::gui::actions::Action;
use crate::gui::requests::{Notice, SaveCurves};
use std::path::Path;
use tilescope_lab::{files, format};

/// Writes curves to a file, which is only overwritten if it `may` be; tells what came of it.
pub fn save(curves: &SaveCurves, path: &Path, may_overwrite: bool) -> Action {
    let name = format::path(path);
    if !may_overwrite && path.exists() {
        return Action::Notify(Notice::Failed(format!(
            "The curves were not saved: there is a file {name} already. Choose another name."
        )));
    }
    match files::save_bytes(path, curves.csv().as_bytes()) {
        Ok(()) => Action::Notify(Notice::Done(format!("Saved the curves as {name}"))),
        Err(error) => Action::Notify(Notice::Failed(error.to_string())),
    }
}
