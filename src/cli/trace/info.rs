//! `tilescope trace info`: the run, its result, and the size of its trace.

use super::{damaged, open};
use crate::cli::arguments::TraceFileArguments;
use crate::cli::{Refusal, print, report};
use serde_json::json;
use std::fs;
use std::io;
use tilescope_lab::format;
use tilescope_lab::trace_file::Bookmark;
use tilescope_lab::trace_file::own::{Piece, VERSION};
use tilescope_puzzle::MoveNotation;

/// Prints what is in a trace, as far as it can be read; 2 if it is damaged.
pub fn info(arguments: &TraceFileArguments) -> Result<(u8, io::Result<()>), Refusal> {
    let path = &arguments.file;
    let mut reader = open(path)?;
    let (mut found, mut bookmarks) = (None, Vec::new());
    for piece in reader.by_ref() {
        match piece {
            Piece::Report(it) => found = Some(*it),
            Piece::Bookmarks(it) => bookmarks = it,
            Piece::Nodes(_) | Piece::Samples(_) => {}
        }
    }
    let job = reader.job();
    let n_bytes = fs::metadata(path).map_or(0, |it| it.len());
    // What is after the end is no part of the trace.
    let n_read = reader.n_bytes();
    let (n_nodes, n_expanded) = (reader.n_nodes(), reader.n_expanded());
    let per_node = n_read as f64 / f64::from(n_nodes.max(1));
    let damage = reader.damage().map(|damage| damaged(damage, path));
    let left_out = (reader.left_out()).map(|cause| format!("{cause}: {}", format::path(path)));
    let status = if damage.is_some() { 2 } else { 0 };
    if arguments.json {
        let report = found.map(|found| report::value(job, &found));
        let object = json!({
            "file": path.to_string_lossy(),
            "format": "tilescope-trace",
            "version": VERSION,
            "bytes": n_bytes,
            "bytes_after_end": (damage.is_none()).then(|| n_bytes.saturating_sub(n_read)),
            "bytes_per_node": (n_nodes > 0).then_some(per_node),
            "nodes": n_nodes,
            "steps": n_expanded,
            "title": job.title(),
            "complete": damage.is_none(),
            "damage": damage,
            "bookmarks": bookmarks,
            "left_out": left_out,
            "report": report,
        });
        return Ok((status, print(&format!("{object}\n"))));
    }
    let run = match &found {
        Some(found) => report::text(job, found, MoveNotation::Blank),
        None => format!("{}\n\n", job.title()),
    };
    let state = damage.or(left_out).unwrap_or_else(|| "whole".into());
    let per_node = match n_nodes {
        0 => String::new(),
        _ => format!(", {per_node:.2} bytes a node"),
    };
    let bookmarks: String = bookmarks.iter().map(bookmark_line).collect();
    let text = format!(
        "{run}Trace      {} nodes, {} steps\nFile       {}{per_node}\nState      \
         {state}\n{bookmarks}",
        format::count(n_nodes.into()),
        format::count(n_expanded.into()),
        format::bytes(n_bytes),
    );
    Ok((status, print(&text)))
}

/// “Bookmark   step 12, node 31, A name: a note”.
fn bookmark_line(bookmark: &Bookmark) -> String {
    let Bookmark {
        step,
        node,
        name,
        note,
    } = bookmark;
    let node = node.map(|node| format!(", node {}", format::count(node.into())));
    let mut line = format!(
        "Bookmark   step {}{}",
        format::count((*step).into()),
        node.unwrap_or_default()
    );
    if !name.is_empty() {
        line += &format!(", {name}");
    }
    let note: Vec<&str> = note.split_whitespace().collect();
    if !note.is_empty() {
        line += &format!(": {}", note.join(" "));
    }
    line + "\n"
}
