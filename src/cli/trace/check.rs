//! `tilescope trace check`: reads a trace to its end and compares it with its report.

use super::{damaged, load_whole};
use crate::cli::arguments::TraceFileArguments;
use crate::cli::{Refusal, print, refuse};
use serde_json::json;
use std::io;
use tilescope_lab::Interrupt;
use tilescope_lab::trace_file::Loaded;
use tilescope_lab::{RunOutcome, format};
use tilescope_search::Action;

/// Checks a trace; 2 if something is wrong with it.
pub fn check(
    arguments: &TraceFileArguments,
    interrupt: &Interrupt,
) -> Result<(u8, io::Result<()>), Refusal> {
    let path = &arguments.file;
    let loaded = load_whole(path, interrupt)?;
    let damage = loaded.damage.as_ref().map(|damage| damaged(damage, path));
    let wrong = damage.or_else(|| {
        let wrong = loaded.left_out.clone().or_else(|| contradiction(&loaded))?;
        Some(format!("{wrong}: {}", format::path(path)))
    });
    let (n_nodes, n_expanded) = (loaded.trace.n_nodes(), loaded.trace.n_expanded());
    let printed = if arguments.json {
        let object = json!({
            "file": path.to_string_lossy(),
            "sound": wrong.is_none(),
            "cause": wrong,
            "nodes": n_nodes,
            "steps": n_expanded,
        });
        print(&format!("{object}\n"))
    } else if wrong.is_none() {
        let (nodes, steps) = (
            format::count(n_nodes.into()),
            format::count(n_expanded.into()),
        );
        print(&format!(
            "The trace is sound: {nodes} nodes, {steps} steps\n"
        ))
    } else {
        Ok(())
    };
    match wrong {
        None => Ok((0, printed)),
        Some(wrong) => {
            refuse(&wrong);
            Ok((2, printed))
        }
    }
}

/// Where the record contradicts the report.
fn contradiction(loaded: &Loaded) -> Option<String> {
    let (trace, report) = (&loaded.trace, &loaded.report);
    if report.recorded_in_full {
        let generated = u64::from(trace.n_generated_without_requeued());
        let pairs = [
            (
                "expanded",
                report.counts.expanded,
                u64::from(trace.n_expanded()),
            ),
            ("generated", report.counts.generated, generated),
        ];
        for (what, reported, recorded) in pairs {
            if reported != recorded {
                let [reported, recorded] = [reported, recorded].map(format::count);
                return Some(format!(
                    "the report says {reported} {what}, but the trace has {recorded}"
                ));
            }
        }
    }
    let RunOutcome::Solved { moves, cost, .. } = &report.outcome else {
        return None;
    };
    let goal = trace.goal()?;
    let mut actions: Vec<Action> = Vec::new();
    let forward = trace.path(goal).into_iter();
    actions.extend(forward.filter_map(|node| trace.action(node)));
    let mut found = trace.g(goal);
    if let Some(meeting) = trace.meeting() {
        let backward = std::iter::once(meeting.backward).chain(trace.ancestors(meeting.backward));
        actions.extend(backward.filter_map(|node| trace.action(node)));
        found = found.saturating_add(trace.g(meeting.backward));
    }
    if actions != *moves {
        return Some("the path to the goal node is not the reported solution".into());
    }
    (found != *cost).then(|| "the goal node does not have the reported cost".into())
}
