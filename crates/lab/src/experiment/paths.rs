//! The names of record files that are not given: beside the experiment.

use super::{PlannedRun, Selection};
use std::fs;
use std::path::{Path, PathBuf};

const EXTENSION: &str = ".records.jsonl";

/// The file for the records of `selected`, the runs of `selection`: of `korf.json` it is
/// `korf.records.jsonl`, `korf.3-of-16.records.jsonl` or `korf.0123456789abcdef.records.jsonl`.
pub fn default_records(
    experiment: &Path,
    selection: &Selection,
    selected: &[&PlannedRun],
) -> PathBuf {
    let part = match (selection, selected) {
        (Selection::All, _) => String::new(),
        (Selection::Shard(shard), _) => format!(".{shard}"),
        (Selection::Id(_), [run]) => format!(".{}", run.id),
        (Selection::Id(id), _) => format!(".{id}"),
    };
    experiment.with_file_name(format!("{}{part}{EXTENSION}", stem(experiment)))
}

/// The record files with such names that exist, sorted.
pub fn records_beside(experiment: &Path) -> Vec<PathBuf> {
    let beginning = format!("{}.", stem(experiment));
    let folder = match experiment.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names
        .filter(|name| name.ends_with(EXTENSION) && name.starts_with(&beginning))
        .collect();
    names.sort();
    let path = |name: String| experiment.with_file_name(name);
    names.into_iter().map(path).collect()
}

fn stem(experiment: &Path) -> String {
    let stem = experiment.file_stem().unwrap_or(experiment.as_os_str());
    stem.to_string_lossy().into_owned()
}
