//! `tilescope trace convert`: a trace in another format.

use super::damaged;
use crate::cli::arguments::TraceConvert;
use crate::cli::outputs::{self, Prints};
use crate::cli::progress::ProgressLine;
use crate::cli::{Refusal, print, refuse};
use serde_json::json;
use std::fs;
use std::io;
use tilescope_lab::Interrupt;
use tilescope_lab::{format, trace_file};

/// Converts a trace; 2 if it is damaged, and only what is before that, or all but its bookmarks, was
/// converted.
pub fn convert(
    arguments: &TraceConvert,
    interrupt: &Interrupt,
) -> Result<(u8, io::Result<()>), Refusal> {
    let TraceConvert {
        file,
        out,
        steps,
        json,
    } = arguments;
    outputs::check(&[("the trace", file)], &[("OUT", out)], Prints::Report)?;
    let steps = steps.as_ref().map(|steps| steps.0.clone());
    let line = ProgressLine::new("Converting");
    let converted = trace_file::convert(file, out, steps, interrupt, &mut |done| line.set(done));
    drop(line);
    let converted = converted.map_err(Refusal::because)?;
    let n_bytes = fs::metadata(out).map_or(0, |it| it.len());
    let damage = converted.damage.map(|damage| damaged(&damage, file));
    let left_out = (converted.left_out).map(|cause| format!("{cause}: {}", format::path(file)));
    let damage = damage.or(left_out);
    let text = if *json {
        let object = json!({
            "file": file.to_string_lossy(),
            "out": out.to_string_lossy(),
            "format": converted.format.ending(),
            "bytes": n_bytes,
            "nodes": converted.n_nodes,
            "steps": converted.n_expanded,
            "complete": damage.is_none(),
            "damage": damage,
        });
        format!("{object}\n")
    } else {
        format!("Wrote {}: {}\n", format::bytes(n_bytes), format::path(out))
    };
    let printed = print(&text);
    match damage {
        None => Ok((0, printed)),
        Some(damage) => {
            refuse(&damage);
            Ok((2, printed))
        }
    }
}
