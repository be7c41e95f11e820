//! Saves texts: curves of the plots, solutions.

use super::not_saved;
use crate::gui::actions::Action;
use crate::gui::requests::{Notice, SaveText};
use std::path::Path;
use tilescope_lab::{files, format};

/// Writes a text to a file, which is only overwritten if it `may` be; tells what came of it.
pub fn save(text: &SaveText, path: &Path, may_overwrite: bool) -> Action {
    let name = format::file_name(path);
    let (what, were) = text.what();
    if !may_overwrite && path.exists() {
        return Action::Notify(Notice::Failed(format!(
            "The {what} {were} not saved: there is a file {name} already. Choose another name."
        )));
    }
    // Pictures in pixels are saved elsewhere.
    let content = text.write(path).unwrap_or_default();
    match files::save_bytes(path, content.as_bytes()) {
        Ok(()) => Action::Notify(Notice::Saved(
            format!("Saved the {what} to {name}"),
            path.to_owned(),
        )),
        Err(error) => not_saved(path, &error),
    }
}
