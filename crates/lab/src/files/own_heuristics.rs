//! The format of the file of the user's heuristics:
//!
//! ```json
//! {
//!   "format": "tilescope-heuristics",
//!   "version": 1,
//!   "heuristics": [
//!     {"name": "far", "expression": "max(manhattan, inversions/3)", "comment": "Looks at the order too."}
//!   ]
//! }
//! ```

use super::shared::{Parsed, Shared};
use crate::own_heuristics::{Change, OwnHeuristic, OwnHeuristics};
use serde::{Deserialize, Serialize};
use serde_json::Value;

const FORMAT: &str = "tilescope-heuristics";
const VERSION: u64 = 1;

#[derive(Serialize, Deserialize)]
struct Form {
    format: String,
    version: u64,
    heuristics: Vec<Value>,
}

#[derive(Serialize, Deserialize)]
struct Row {
    name: String,
    expression: String,
    #[serde(default)]
    comment: String,
}

impl Shared for OwnHeuristics {
    const NAME: &'static str = "your own heuristics";

    fn to_json(&self) -> String {
        let row = |own: &OwnHeuristic| {
            let row = Row {
                name: own.name.clone(),
                expression: own.expr.to_string(),
                comment: own.comment.clone(),
            };
            // Text can always be written.
            serde_json::to_string(&row).unwrap_or_default()
        };
        let rows: Vec<String> = self.iter().map(row).collect();
        let rows = match rows.is_empty() {
            true => "[]".to_owned(),
            false => format!("[\n    {}\n  ]", rows.join(",\n    ")),
        };
        format!(
            "{{\n  \"format\": \"{FORMAT}\",\n  \"version\": {VERSION},\n  \"heuristics\": {rows}\n}}\n"
        )
    }

    fn parse(bytes: &[u8]) -> Result<Parsed<Self>, String> {
        let mut parsed = Parsed {
            content: OwnHeuristics::default(),
            is_damaged: false,
        };
        let Ok(form) = serde_json::from_slice::<Form>(bytes) else {
            parsed.is_damaged = true;
            return Ok(parsed);
        };
        if form.version > VERSION {
            return Err(format!(
                "its version is {}, and this Tilescope reads up to version {VERSION}",
                form.version
            ));
        }
        parsed.is_damaged = form.format != FORMAT;
        for row in form.heuristics {
            let saved = heuristic(row).is_some_and(|heuristic| {
                let change = Change::Save {
                    heuristic,
                    replaces: None,
                };
                parsed.content.apply(&change).is_ok()
            });
            parsed.is_damaged |= !saved;
        }
        Ok(parsed)
    }
}

fn heuristic(row: Value) -> Option<OwnHeuristic> {
    let row: Row = serde_json::from_value(row).ok()?;
    Some(OwnHeuristic {
        expr: row.expression.parse().ok()?,
        name: row.name,
        comment: row.comment,
    })
}
