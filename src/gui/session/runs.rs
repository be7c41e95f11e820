//! Reads and writes the runs of a session: settings and results, without records.

use super::data::SavedRun;
use serde::Serialize;
use serde_json::Value;
use tilescope_lab::RunResults;

/// A run in the file.
#[derive(Serialize)]
pub(super) struct RunForm {
    number: u32,
    visible: bool,
    file: Option<String>,
    published: Option<(String, String)>,
    /// A JSON object, with the job and the report as trace files have them.
    results: String,
}

impl RunForm {
    pub(super) fn of(run: &SavedRun) -> Self {
        RunForm {
            number: run.number,
            visible: run.is_visible,
            // A path that is no text can't be written; a run without it can.
            file: run
                .file
                .as_ref()
                .and_then(|path| Some(path.to_str()?.to_owned())),
            published: run.publication.clone(),
            results: run.results.text().to_owned(),
        }
    }
}

/// Reads a run. `None` if it can't be read.
pub(super) fn run(value: &Value) -> Option<SavedRun> {
    let optional = |key| value.get(key).filter(|value| !value.is_null());
    let file = optional("file").map(|file| file.as_str().filter(|path| !path.is_empty()));
    let publication = optional("published").map(|published| {
        let [experiment, search] = &published.as_array()?[..] else {
            return None;
        };
        Some((experiment.as_str()?.to_owned(), search.as_str()?.to_owned()))
    });
    let file = match file {
        Some(path) => Some(path?.into()),
        None => None,
    };
    let publication = match publication {
        Some(publication) => Some(publication?),
        None => None,
    };
    Some(SavedRun {
        number: u32::try_from(value.get("number")?.as_u64()?).ok()?,
        is_visible: value.get("visible")?.as_bool()?,
        file,
        publication,
        results: RunResults::from_text(value.get("results")?.as_str()?).ok()?,
    })
}
