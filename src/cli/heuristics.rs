//! `tilescope heuristics`, and the user's own heuristics in the arguments of other commands.

use super::arguments::HeuristicsCommand;
use super::{Refusal, print, tell};
use serde_json::{Value, json};
use std::fmt::Write;
use std::io;
use std::path::PathBuf;
use tilescope_lab::own_heuristics::file::{self, Loaded};
use tilescope_lab::own_heuristics::{Change, OwnHeuristic, OwnHeuristics};
use tilescope_puzzle::HeuristicExpr;

/// Lists, saves, renames or deletes; returns the exit status and the result of printing.
pub fn heuristics(command: &HeuristicsCommand) -> Result<(u8, io::Result<()>), Refusal> {
    let change = match command {
        HeuristicsCommand::List { json } => {
            let own = load()?;
            let text = match json {
                true => format!("{}\n", json!({ "heuristics": values(&own) })),
                false if own.is_empty() => "No heuristics of your own.\n".into(),
                false => own.iter().map(line).collect(),
            };
            return Ok((0, print(&text)));
        }
        HeuristicsCommand::Save {
            name,
            heuristic,
            comment,
        } => {
            let own = load()?;
            let before = own.get(name);
            let kept = || before.map_or(String::new(), |own| own.comment.clone());
            Change::Save {
                heuristic: OwnHeuristic {
                    name: name.clone(),
                    comment: comment.clone().unwrap_or_else(kept),
                    expr: own.read(heuristic).map_err(Refusal::because)?,
                },
                replaces: before.map(|own| own.name.clone()),
            }
        }
        HeuristicsCommand::Rename { name, new } => {
            let own = load()?;
            let missing = || Refusal(format!("there is no heuristic {name} of your own"));
            let heuristic = own.get(name).ok_or_else(missing)?;
            Change::Save {
                heuristic: OwnHeuristic {
                    name: new.clone(),
                    ..heuristic.clone()
                },
                replaces: Some(name.clone()),
            }
        }
        HeuristicsCommand::Delete { name } => Change::Delete(name.clone()),
    };
    let loaded = file::change(&path()?, &change).map_err(Refusal)?;
    told(loaded);
    Ok((0, Ok(())))
}

/// Reads an expression, in which the user's names may stand.
pub fn read(text: &str) -> Result<HeuristicExpr, Refusal> {
    // The file is opened only if it can matter.
    tilescope_lab::job::heuristic(text).or_else(|error| {
        let Some(path) = file::path() else {
            return Err(Refusal::because(error));
        };
        match file::load(&path) {
            Ok(loaded) => {
                let own = told(loaded);
                match own.is_empty() {
                    true => Err(Refusal::because(error)),
                    false => own.read(text).map_err(|error| {
                        Refusal(format!("{error}; `tilescope list` shows what is allowed"))
                    }),
                }
            }
            Err(reason) => Err(Refusal(format!("{error}; {reason}"))),
        }
    })
}

/// Those of the user; none if their file can't be read.
pub fn all() -> OwnHeuristics {
    load().unwrap_or_default()
}

/// One for JSON.
pub fn values(own: &OwnHeuristics) -> Vec<Value> {
    let value = |own: &OwnHeuristic| {
        json!({
            "name": own.name,
            "heuristic": own.expr.to_string(),
            "comment": own.comment,
            "admissible": own.expr.is_admissible().then_some(true),
            "consistent": own.expr.is_consistent().then_some(true),
        })
    };
    own.iter().map(value).collect()
}

fn line(own: &OwnHeuristic) -> String {
    let mut line = format!("{}  {}", own.name, own.expr);
    if !own.comment.is_empty() {
        let _ = write!(line, "\n    {}", own.comment);
    }
    line + "\n"
}

fn load() -> Result<OwnHeuristics, Refusal> {
    file::load(&path()?).map(told).map_err(Refusal)
}

fn path() -> Result<PathBuf, Refusal> {
    let missing = || Refusal("there is no folder for your own heuristics".into());
    file::path().ok_or_else(missing)
}

/// What was loaded, after telling what there is to say about it.
fn told(loaded: Loaded) -> OwnHeuristics {
    if let Some(note) = loaded.note {
        tell(&note);
    }
    loaded.content
}
