//! What a file dialog is for, and what it shows accordingly.

use crate::gui::panel_image::Image;
use crate::gui::requests::{
    ExperimentDialog, SaveAnimation, SaveCollection, SaveConversion, SaveJob, SaveText, SaveTrace,
};
use crate::gui::text::as_file_name;
use crate::gui::trace_files;
use tilescope_lab::files;
use tilescope_lab::files::exchange;
use tilescope_lab::files::graph::GraphFormat;
use tilescope_lab::trace_file::TraceFormat;
use tilescope_puzzle::StateGraph;

/// The extensions of pictures that can be read.
pub const PICTURES: [&str; 4] = ["png", "jpg", "jpeg", "webp"];

/// The extension of files of records.
const RECORDS: &str = "jsonl";

/// What a dialog is for.
#[derive(Clone, Debug)]
pub enum Purpose {
    Open,
    Save(SaveJob),
    SaveCollection(SaveCollection),
    Conversion(SaveConversion),
    Export(StateGraph, GraphFormat),
    OpenTrace,
    OpenPicture,
    SaveTrace(SaveTrace),
    Experiment(ExperimentDialog),
    Image(Image),
    Animation(SaveAnimation),
    Text(SaveText),
    /// The user's puzzle folder.
    Folder,
}

impl Purpose {
    /// Of the dialog.
    pub fn title(&self) -> &'static str {
        match self {
            Purpose::Open => "Open puzzles",
            Purpose::Save(_) => "Save the puzzle",
            Purpose::SaveCollection(_) => "Save the collection",
            Purpose::Conversion(_) => "Export",
            Purpose::Export(..) => "Export the state graph",
            Purpose::OpenTrace => "Open a trace",
            Purpose::OpenPicture => "Open a picture",
            Purpose::SaveTrace(..) => "Save the trace",
            Purpose::Image(_) => "Save the image",
            Purpose::Animation(_) => "Save the animation",
            Purpose::Text(text) => text.title(),
            Purpose::Folder => "Choose the puzzle folder",
            Purpose::Experiment(dialog) => match dialog {
                ExperimentDialog::Open => "Open an experiment",
                ExperimentDialog::Save(_) => "Save the experiment",
                ExperimentDialog::Instances => "Add a file of puzzles",
                ExperimentDialog::Records { .. } => "Keep the records in a file",
                ExperimentDialog::SaveRecords(_) => "Save the records",
                ExperimentDialog::Report(..) => "Save the report",
            },
        }
    }

    /// Whether it asks for a file that is there; otherwise for one to write.
    pub fn opens(&self) -> bool {
        matches!(
            self,
            Purpose::Open
                | Purpose::Folder
                | Purpose::OpenTrace
                | Purpose::OpenPicture
                | Purpose::Experiment(ExperimentDialog::Open | ExperimentDialog::Instances)
        )
    }

    /// Whether it asks for files of puzzles, in the formats of other programs too.
    pub fn is_for_puzzles(&self) -> bool {
        matches!(
            self,
            Purpose::Open
                | Purpose::Save(_)
                | Purpose::SaveCollection(_)
                | Purpose::Conversion(_)
                | Purpose::Folder
                | Purpose::Experiment(ExperimentDialog::Instances)
        )
    }

    /// Whether it asks for a folder; otherwise for files.
    pub fn is_folder(&self) -> bool {
        matches!(self, Purpose::Folder)
    }

    /// Whether it asks for any number of files.
    pub fn takes_several(&self) -> bool {
        matches!(self, Purpose::Open)
    }

    /// What the files are called.
    pub fn files(&self) -> &'static str {
        match self {
            Purpose::Open => "Puzzles",
            Purpose::OpenPicture => "Pictures",
            Purpose::Save(_) => "Tilescope puzzle",
            Purpose::SaveCollection(_) => "Tilescope collection",
            Purpose::Folder => "Folders",
            Purpose::Conversion(wanted) => wanted.format.name,
            Purpose::Export(_, format) => format.name(),
            Purpose::OpenTrace => TraceFormat::Own.name(),
            Purpose::SaveTrace(trace) => trace.format.name(),
            Purpose::Image(image) => image.drawing.form.name(),
            Purpose::Animation(_) => "Animated PNG",
            Purpose::Text(text) => text.form(),
            Purpose::Experiment(dialog) => match dialog {
                ExperimentDialog::Open | ExperimentDialog::Save(_) => "Tilescope experiment",
                ExperimentDialog::Instances => "Tilescope puzzles",
                ExperimentDialog::Records { .. } | ExperimentDialog::SaveRecords(_) => "Records",
                ExperimentDialog::Report(..) => "Report",
            },
        }
    }

    /// Of a file that is written.
    pub fn extension(&self) -> &'static str {
        match self {
            Purpose::Open | Purpose::Folder => files::EXTENSION,
            Purpose::Save(_) | Purpose::SaveCollection(_) => files::EXTENSION,
            Purpose::Conversion(wanted) => wanted.format.extension,
            Purpose::Export(_, format) => format.key(),
            Purpose::Image(image) => image.drawing.form.extension(),
            Purpose::Animation(animation) => animation.image.form.extension(),
            Purpose::Text(text) => text.extension(),
            Purpose::OpenPicture => PICTURES[0],
            Purpose::OpenTrace => trace_files::EXTENSION,
            Purpose::SaveTrace(trace) => {
                let ending = trace.format.ending();
                ending.rsplit('.').next().unwrap_or(ending)
            }
            Purpose::Experiment(
                ExperimentDialog::Records { .. } | ExperimentDialog::SaveRecords(_),
            ) => RECORDS,
            Purpose::Experiment(ExperimentDialog::Report(_, form)) => form.extension(),
            Purpose::Experiment(_) => files::EXTENSION,
        }
    }

    /// The extensions of the files that are offered.
    pub fn extensions(&self) -> Vec<&'static str> {
        match self {
            Purpose::Open => exchange::extensions(),
            Purpose::OpenPicture => PICTURES.to_vec(),
            Purpose::Folder => Vec::new(),
            _ => vec![self.extension()],
        }
    }

    /// A name for a new file.
    pub fn file_name(&self) -> String {
        match self {
            Purpose::Open | Purpose::Folder => String::new(),
            Purpose::OpenTrace | Purpose::OpenPicture => String::new(),
            Purpose::Save(job) => file_name(&job.name, "puzzle", files::EXTENSION),
            Purpose::SaveCollection(job) => {
                file_name(&job.collection.name, "collection", files::EXTENSION)
            }
            Purpose::Conversion(wanted) => {
                file_name(&wanted.name, "puzzles", wanted.format.extension)
            }
            Purpose::Experiment(dialog) => match dialog {
                ExperimentDialog::Open | ExperimentDialog::Instances => String::new(),
                ExperimentDialog::Save(name) => file_name(name, "experiment", files::EXTENSION),
                ExperimentDialog::Report(name, form) => file_name(name, "report", form.extension()),
                ExperimentDialog::Records { name, .. } | ExperimentDialog::SaveRecords(name) => {
                    file_name(name, "experiment", &format!("records.{RECORDS}"))
                }
            },
            Purpose::Image(image) => {
                file_name(&image.title.to_lowercase(), "panel", self.extension())
            }
            Purpose::Animation(animation) => {
                let panel = animation.image.panel.to_lowercase();
                file_name(&format!("{panel}-animation"), "panel", self.extension())
            }
            Purpose::Text(text) => text.file_name(),
            Purpose::SaveTrace(trace) => file_name(&trace.name, "run", trace.format.ending()),
            Purpose::Export(graph, format) => {
                let (rows, columns) = (graph.size().rows(), graph.size().columns());
                format!("graph-{rows}x{columns}.{}", format.key())
            }
        }
    }
}

/// The name of a file: `name` without characters that file systems refuse, or else `other`.
fn file_name(name: &str, other: &str, extension: &str) -> String {
    let name = as_file_name(name);
    format!(
        "{}.{extension}",
        if name.is_empty() { other } else { &name }
    )
}
