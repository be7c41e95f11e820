//! `tilescope lab merge`: several record files become one.

use super::arguments::Merge;
use super::{LabError, check_output, note_torn};
use crate::cli::outputs::{self, Prints};
use crate::cli::{Refusal, print};
use serde_json::json;
use std::io;
use tilescope_lab::experiment::{Conflict, merge as merge_files};
use tilescope_lab::format;

/// Merges files; returns the exit status and the result of printing.
pub fn merge(arguments: &Merge) -> Result<(u8, io::Result<()>), LabError> {
    if let Some(path) = &arguments.output {
        check_output(&arguments.records, path, Prints::Nothing)?;
    }
    let mut merged = merge_files(&arguments.records)?;
    for file in &merged.torn {
        note_torn(file);
    }
    if let [first, ..] = &merged.conflicts[..] {
        let n = merged.conflicts.len();
        // Standard error gets one line; what differs is on standard output.
        let printed = print(&conflicts(&merged.conflicts, arguments.json));
        let line = format!(
            "{n} {} of runs differ, the first that of {}: run it again to see which is right; \
             nothing was merged",
            if n == 1 { "record" } else { "records" },
            first.id
        );
        return match printed {
            Ok(()) => Err(Refusal(line).into()),
            Err(error) => Ok((2, Err(error))),
        };
    }
    if arguments.counts_only {
        merged.set_measurements_aside();
    }
    let lines = merged.to_lines();
    let printed = outputs::write(arguments.output.as_deref(), &lines)?;
    let file = (arguments.output.as_deref()).filter(|path| !outputs::is_standard_output(path));
    let Some(path) = file else {
        return Ok((0, printed));
    };
    let (n_records, n_equal) = (merged.records.len(), merged.n_equal);
    let text = if arguments.json {
        let path = path.to_string_lossy();
        format!(
            "{}\n",
            json!({"records": path, "runs": n_records, "equal": n_equal})
        )
    } else {
        let path = format::path(path);
        format!("{n_records} records, {n_equal} more agree with these: {path}\n")
    };
    Ok((0, print(&text)))
}

/// What differs, side by side.
pub(super) fn conflicts(conflicts: &[Conflict], as_json: bool) -> String {
    let mut text = String::new();
    for Conflict {
        id,
        run,
        files: [a, b],
        fields,
    } in conflicts
    {
        if as_json {
            let files = [a, b].map(|path| path.to_string_lossy());
            let object = json!({"id": id, "run": run, "files": files, "fields": fields});
            text += &format!("{object}\n");
            continue;
        }
        let [a, b] = [a, b].map(|path| format::path(path));
        let mut rows = vec![[String::new(), a, b]];
        rows.extend(
            fields
                .iter()
                .map(|(field, [a, b])| [field.clone(), format::excerpt(a), format::excerpt(b)]),
        );
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let [first, second] = [0, 1].map(|column| width(column).unwrap_or(0));
        text += &format!("{id}: {run}\n");
        for [field, a, b] in &rows {
            text += &format!("  {field:<first$}  {a:<second$}  {b}\n");
        }
        text.push('\n');
    }
    text
}
