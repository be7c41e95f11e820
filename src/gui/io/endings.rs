//! The ends of the names of files: one that is written has none of files of another kind, and one that is
//! opened may be named without it.

use super::purpose::Purpose;
use crate::gui::requests::{ExperimentDialog, ReportForm, SaveText};
use std::path::{Path, PathBuf};
use tilescope_lab::audit::form::AuditForm;
use tilescope_lab::files::exchange;
use tilescope_lab::files::graph::GraphFormat;
use tilescope_lab::solution::SolutionForm;
use tilescope_lab::trace_file::TraceFormat;
use tilescope_lab::{files, format};

/// Whether the name of a file consists of nothing but an end, as is left of the proposed one when the rest is
/// taken away: the file would be hidden.
pub fn is_bare(purpose: &Purpose, path: &Path) -> bool {
    let name = format::file_name(path).to_lowercase();
    let proposed = purpose.file_name();
    let whole = proposed.split_once('.').map(|(_, ending)| ending);
    name.trim().strip_prefix('.').is_some_and(|ending| {
        whole == Some(ending) || own(purpose).contains(&ending) || known().contains(&ending)
    })
}

/// The name without the end of the proposed one, where a whole name was typed before that.
pub fn single<'a>(purpose: &Purpose, name: &'a str) -> &'a str {
    let Some((rest, ending)) = name.rsplit_once('.') else {
        return name;
    };
    let ending = ending.to_lowercase();
    let is_twice = rest.to_lowercase().ends_with(&format!(".{ending}"));
    match is_twice && own(purpose).contains(&&*ending) {
        true => rest,
        false => name,
    }
}

/// Why no file with this name is written, in a sentence, if its end says that it is of another kind, or is all
/// of it.
pub fn refusal(purpose: &Purpose, path: &Path) -> Option<String> {
    if is_bare(purpose, path) {
        let ending = format::file_name(path);
        return Some(format!("The file needs a name before {}.", ending.trim()));
    }
    let ending = ending(path)?;
    let own = own(purpose);
    if own.contains(&&*ending) || !known().contains(&&*ending) {
        return None;
    }
    let own: Vec<String> = own.iter().map(|ending| format!(".{ending}")).collect();
    let own = own.join(" or ");
    let other_way = match purpose {
        Purpose::Save(_) => " File, Export puzzle… writes other formats.",
        Purpose::SaveCollection(_) => " File, Export collection… writes other formats.",
        Purpose::Conversion(_) => " Another format is chosen before the file.",
        _ => "",
    };
    Some(format!(
        "{} was not written: names of other files end in .{ending}. End this one in {own} ({}).{other_way}",
        format::file_name(path),
        purpose.files(),
    ))
}

/// The file that is opened by this name: the one that has it, or else the only one that has an end behind it.
pub fn named(purpose: &Purpose, path: &Path) -> Option<PathBuf> {
    if path.exists() {
        return Some(path.to_owned());
    }
    let with_end = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(".");
        name.push(ending);
        PathBuf::from(name)
    };
    let ended = purpose.extensions().into_iter().map(with_end);
    let mut there = ended.filter(|path| path.is_file());
    there.next().filter(|_| there.next().is_none())
}

/// The file with the end that the dialogs look for when it is to be opened again, if only Tilescope
/// reads it.
pub fn completed(purpose: &Purpose, path: PathBuf) -> PathBuf {
    let is_json = matches!(
        purpose,
        Purpose::Save(_)
            | Purpose::SaveCollection(_)
            | Purpose::Experiment(ExperimentDialog::Save(_))
    );
    let has_own = ending(&path).is_some_and(|ending| !is_json || ending == files::EXTENSION);
    match has_own {
        true => path,
        false => {
            let mut name = path.into_os_string();
            name.push(".");
            name.push(purpose.extension());
            name.into()
        }
    }
}

/// In small letters, without its dot.
fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_string_lossy().to_lowercase())
}

/// The ends of the files that a dialog writes.
fn own(purpose: &Purpose) -> Vec<&'static str> {
    match purpose {
        Purpose::Text(SaveText::Solution(_)) => solutions().collect(),
        Purpose::Text(SaveText::Audit(_)) => audits().collect(),
        Purpose::SaveTrace(_) => traces().collect(),
        _ => vec![purpose.extension()],
    }
}

fn solutions() -> impl Iterator<Item = &'static str> {
    let endings = SolutionForm::ALL.into_iter().map(SolutionForm::ending);
    endings.filter_map(|ending| ending.rsplit('.').next())
}

fn audits() -> impl Iterator<Item = &'static str> {
    AuditForm::ALL.into_iter().map(AuditForm::extension)
}

fn traces() -> impl Iterator<Item = &'static str> {
    let endings = TraceFormat::ALL.iter().map(|format| format.ending());
    endings.filter_map(|ending| ending.rsplit('.').next())
}

/// The ends of all files that Tilescope writes.
fn known() -> Vec<&'static str> {
    let graphs = GraphFormat::ALL.iter().map(|format| format.key());
    let others = [ReportForm::Page.extension()];
    (exchange::extensions().into_iter())
        .chain(solutions())
        .chain(audits())
        .chain(traces())
        .chain(graphs)
        .chain(others)
        .collect()
}
