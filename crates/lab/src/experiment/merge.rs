//! Merges record files: of several records of one run, which must agree, one stays.

use super::{ExperimentError, Record, scan};
use serde_json::Value;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::PathBuf;

/// What several records of one run may differ in: measurements, and names of the same things.
const MAY_DIFFER: [&str; 7] = [
    "experiment",
    "fingerprint",
    "run",
    "instance",
    "configuration",
    "version",
    "measured",
];

/// The records of several files.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Merged {
    /// One a run, in the order of the experiment.
    pub records: Vec<Record>,
    /// How many more there were, which agree with these.
    pub n_equal: usize,
    /// Runs whose records differ.
    pub conflicts: Vec<Conflict>,
    /// Files whose last line is torn.
    pub torn: Vec<PathBuf>,
}

/// Two records of one run that differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    pub id: String,
    /// The instance and the configuration.
    pub run: String,
    pub files: [PathBuf; 2],
    /// Each field that differs, with both values.
    pub fields: Vec<(String, [String; 2])>,
}

/// Reads `paths` and merges their records. Of records that agree, the one of the first file stays.
/// If a limit on time or memory stopped a run, the record with the most expansions stays.
///
/// # Errors
/// If a file cannot be read or holds something else.
pub fn merge(paths: &[PathBuf]) -> Result<Merged, ExperimentError> {
    let mut merged = Merged::default();
    // The index of each run's record, and of its file.
    let mut known: HashMap<String, (usize, usize)> = HashMap::new();
    for (file, path) in paths.iter().enumerate() {
        let scanned = scan(path, &mut |record| match known.entry(record.id.clone()) {
            Entry::Vacant(entry) => {
                entry.insert((merged.records.len(), file));
                merged.records.push(record);
            }
            Entry::Occupied(entry) => {
                let &(index, other) = entry.get();
                let kept = &mut merged.records[index];
                let fields = differences(kept, &record);
                if fields.is_empty() {
                    merged.n_equal += 1;
                    if record.expanded > kept.expanded {
                        *kept = record;
                    }
                } else {
                    merged.conflicts.push(Conflict {
                        id: record.id,
                        run: format!("{}, {}", record.instance, record.configuration),
                        files: [paths[other].clone(), path.clone()],
                        fields,
                    });
                }
            }
        })?;
        if scanned.is_torn {
            merged.torn.push(path.clone());
        }
    }
    merged.records.sort_by(|a, b| {
        let key = |record: &Record| (record.experiment.clone(), record.run, record.id.clone());
        key(a).cmp(&key(b))
    });
    Ok(merged)
}

/// The fields in which two records of one run differ though they should not.
pub(super) fn differences(a: &Record, b: &Record) -> Vec<(String, [String; 2])> {
    if a.is_machine_dependent() && a.stopped_by == b.stopped_by && a.outcome == b.outcome {
        return Vec::new();
    }
    let [a, b] = [a, b].map(|record| serde_json::to_value(record).unwrap_or_default());
    let fields = a.as_object().into_iter().flatten();
    let fields = fields.filter(|(field, _)| !MAY_DIFFER.contains(&field.as_str()));
    fields
        .filter(|(field, value)| b[field.as_str()] != **value)
        .map(|(field, value)| {
            let text = |value: &Value| match value {
                Value::String(text) => text.clone(),
                Value::Null => "–".to_owned(),
                other => other.to_string(),
            };
            (field.clone(), [text(value), text(&b[field.as_str()])])
        })
        .collect()
}

impl Merged {
    /// The records as the text of a file.
    pub fn to_lines(&self) -> String {
        let line = |record: &Record| record.to_line().expect("a record is JSON");
        self.records.iter().map(line).collect()
    }

    /// Leaves out what machines measure, so that files can be compared byte by byte.
    pub fn set_measurements_aside(&mut self) {
        for record in &mut self.records {
            record.measured = None;
        }
    }
}
