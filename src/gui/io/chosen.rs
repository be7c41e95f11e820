//! What follows when a dialog is answered: a file is read or written, or the model is told.

use super::purpose::Purpose;
use super::{Io, endings, failed, not_saved, texts};
use crate::gui::actions::Action;
use crate::gui::bookmarks::BookmarksAction;
use crate::gui::conversions::ConversionAction;
use crate::gui::document::DocumentAction;
use crate::gui::experiments::ExperimentAction;
use crate::gui::exports::ExportAction;
use crate::gui::library::LibraryAction;
use crate::gui::pictures::{Choice, PicturesAction};
use crate::gui::puzzle_lists::PuzzleListsAction;
use crate::gui::requests::{
    Expected, ExperimentDialog, Notice, SaveCollection, SaveJob, SaveText, SaveTrace,
};
use crate::gui::runs::RunId;
use crate::gui::trace_files::TraceFileAction;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilescope_lab::solution::SolutionForm;
use tilescope_lab::trace_file::TraceFormat;
use tilescope_lab::{files, format};

impl Io {
    /// A dialog was answered with these files; with none if it was cancelled. A native dialog has asked
    /// before it returns a file that exists: then `may_overwrite`.
    pub(super) fn chosen(
        &mut self,
        mut paths: Vec<PathBuf>,
        purpose: Purpose,
        may_overwrite: bool,
        actions: &mut Vec<Action>,
    ) {
        let Some(path) = paths.pop() else {
            return actions.extend(cancelled(&purpose));
        };
        if purpose.is_folder() {
            self.folder = Some(path.clone());
            return actions.push(PuzzleListsAction::Folder(path).into());
        }
        *self.folder_of(&purpose) = path.parent().map(Path::to_owned);
        if !paths.is_empty() {
            paths.push(path);
            return self.load_all(paths);
        }
        match purpose {
            Purpose::Open => self.load(path),
            Purpose::OpenTrace => actions.push(TraceFileAction::Open(path).into()),
            Purpose::OpenPicture => {
                actions.push(PicturesAction::Choose(Choice::File(path)).into());
            }
            Purpose::Experiment(ExperimentDialog::Open) => {
                actions.push(ExperimentAction::Open(path).into());
            }
            Purpose::Experiment(ExperimentDialog::Instances) => {
                actions.push(ExperimentAction::AddFile(path).into());
            }
            purpose => self.write_to(path, purpose, may_overwrite, actions),
        }
    }

    /// Writes a new file, which gets an extension if it has none of its kind.
    fn write_to(
        &mut self,
        path: PathBuf,
        purpose: Purpose,
        mut may_overwrite: bool,
        actions: &mut Vec<Action>,
    ) {
        if let Some(why) = endings::refusal(&purpose, &path) {
            actions.push(failed(why));
            return actions.extend(cancelled(&purpose));
        }
        let chosen = path;
        let path = endings::completed(&purpose, chosen.clone());
        may_overwrite &= path == chosen;
        match purpose {
            Purpose::Save(job) => {
                let expected = match may_overwrite {
                    true => Expected::Anything,
                    false => Expected::Nothing,
                };
                self.save(path, SaveJob { expected, ..job });
            }
            Purpose::SaveCollection(job) => {
                let job = SaveCollection {
                    may_overwrite,
                    ..job
                };
                self.save_collection(path, job);
            }
            Purpose::Conversion(wanted) => self.work("export puzzles", move || {
                let name = format::file_name(&path);
                if !may_overwrite && path.exists() {
                    return vec![there_is_already("The puzzles were", &name)];
                }
                match files::save_text(&path, &wanted.written.text) {
                    Ok(()) => {
                        let text = format!("Exported to {name}");
                        vec![
                            Action::Notify(Notice::Saved(text, path)),
                            ConversionAction::Close.into(),
                            // The file may be in the list that is shown.
                            PuzzleListsAction::Refresh.into(),
                        ]
                    }
                    Err(error) => vec![not_saved(&path, &error)],
                }
            }),
            Purpose::Export(graph, format) => {
                actions.push(Action::Export(ExportAction::Begin(graph, format, path)));
            }
            Purpose::Text(SaveText::Solution(solution))
                if solution.form_of(&path) == SolutionForm::AnimatedPng =>
            {
                let save = Action::SaveSolution(path.clone(), solution);
                self.save_new("The solution", path, may_overwrite, save, actions);
            }
            Purpose::Text(wanted) => self.work("save text", move || {
                vec![texts::save(&wanted, &path, may_overwrite)]
            }),
            Purpose::Image(image) => {
                let begun = Notice::Begun("Drawing the image…".into());
                actions.push(Action::Notify(begun));
                self.work("save image", move || vec![image.save(&path, may_overwrite)]);
            }
            Purpose::Animation(animation) => {
                let save = Action::SaveAnimation(path.clone(), animation);
                self.save_new("The animation", path, may_overwrite, save, actions);
            }
            Purpose::SaveTrace(SaveTrace { run, steps, .. }) => {
                let (run, file) = (RunId(run), path.clone());
                let save = match TraceFormat::of(&path) {
                    Some(TraceFormat::Own) => TraceFileAction::Save(run, file),
                    _ => TraceFileAction::SaveAs(run, file, steps),
                };
                let save = save.into();
                self.save_new("The trace", path, may_overwrite, save, actions);
            }
            Purpose::Experiment(ExperimentDialog::Records { .. }) => {
                // Records are added to those that the file has.
                actions.push(ExperimentAction::Records(path).into());
            }
            Purpose::Experiment(ExperimentDialog::Save(_)) => {
                let save = ExperimentAction::SaveTo(path.clone()).into();
                self.save_new("The experiment", path, may_overwrite, save, actions);
            }
            Purpose::Experiment(ExperimentDialog::SaveRecords(_)) => {
                let save = ExperimentAction::SaveRecordsTo(path.clone()).into();
                self.save_new("The file of records", path, may_overwrite, save, actions);
            }
            Purpose::Experiment(ExperimentDialog::Report(_, form)) => {
                let save = ExperimentAction::Export(form, path.clone()).into();
                self.save_new("The report", path, may_overwrite, save, actions);
            }
            // These are not written.
            Purpose::Open
            | Purpose::Folder
            | Purpose::OpenTrace
            | Purpose::OpenPicture
            | Purpose::Experiment(ExperimentDialog::Open | ExperimentDialog::Instances) => {}
        }
    }

    /// Does `save` if it may overwrite a file or there is none at `path`; `what` is saved.
    fn save_new(
        &self,
        what: &'static str,
        path: PathBuf,
        may_overwrite: bool,
        save: Action,
        actions: &mut Vec<Action>,
    ) {
        if may_overwrite {
            actions.push(save);
            return;
        }
        let is_trace = matches!(save, Action::TraceFile(_));
        self.work("look for a file", move || match path.exists() {
            true => {
                let told = there_is_already(&format!("{what} was"), &format::file_name(&path));
                let held_back = is_trace.then(|| BookmarksAction::NotSaved.into());
                [told].into_iter().chain(held_back).collect()
            }
            false => vec![save],
        });
    }
}

/// What the model is told when a dialog was cancelled.
fn cancelled(purpose: &Purpose) -> Option<Action> {
    match purpose {
        Purpose::Save(_) => Some(DocumentAction::NotSaved.into()),
        Purpose::SaveCollection(job) => {
            Some(LibraryAction::NotSaved(Arc::clone(&job.collection)).into())
        }
        Purpose::SaveTrace(_) => Some(BookmarksAction::NotSaved.into()),
        Purpose::Experiment(_) => Some(ExperimentAction::NotChosen.into()),
        _ => None,
    }
}

fn there_is_already(what: &str, name: &str) -> Action {
    failed(format!(
        "{what} not saved: there is a file {name} already. Choose another name."
    ))
}
