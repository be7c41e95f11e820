//! Texts that are to be saved: curves, solutions, reports of audits.

use std::path::Path;
use std::sync::Arc;
use tilescope_lab::audit::AuditReport;
use tilescope_lab::audit::form::AuditForm;
use tilescope_lab::solution::SolutionForm;
use tilescope_puzzle::{Board, Direction};

/// A text that is to be saved.
#[derive(Clone, Debug)]
pub enum SaveText {
    Curves(SaveCurves),
    Solution(SaveSolution),
    Audit(SaveAudit),
}

/// The report of an audit that is to be saved, in the form that its file has.
#[derive(Clone, Debug)]
pub struct SaveAudit {
    pub form: AuditForm,
    pub report: Arc<AuditReport>,
}

/// A solution that is to be saved, in the form that its file has.
#[derive(Clone, Debug)]
pub struct SaveSolution {
    pub form: SolutionForm,
    pub start: Board,
    pub moves: Arc<[Direction]>,
}

impl SaveText {
    /// What it is, and the verb that goes with it.
    pub fn what(&self) -> (&'static str, &'static str) {
        match self {
            SaveText::Curves(_) => ("curves", "were"),
            SaveText::Solution(_) => ("solution", "was"),
            SaveText::Audit(_) => ("report", "was"),
        }
    }

    /// The title of the dialog.
    pub fn title(&self) -> &'static str {
        match self {
            SaveText::Curves(_) => "Save the curves",
            SaveText::Solution(_) => "Save the solution",
            SaveText::Audit(_) => "Save the report",
        }
    }

    /// What the files are called.
    pub fn form(&self) -> &'static str {
        match self {
            SaveText::Curves(_) => "CSV",
            SaveText::Solution(solution) => solution.form.name(),
            SaveText::Audit(audit) => audit.form.name(),
        }
    }

    pub fn extension(&self) -> &'static str {
        match self {
            SaveText::Curves(_) => "csv",
            SaveText::Audit(audit) => audit.form.extension(),
            SaveText::Solution(solution) => {
                let ending = solution.form.ending();
                ending.rsplit('.').next().unwrap_or(ending)
            }
        }
    }

    /// A name for a new file.
    pub fn file_name(&self) -> String {
        match self {
            SaveText::Curves(_) => "curves.csv".to_owned(),
            SaveText::Solution(solution) => format!("solution.{}", solution.form.ending()),
            SaveText::Audit(audit) => format!("audit.{}", audit.form.extension()),
        }
    }

    /// The text for this file: a report has the form that the end of the file's name says. `None` if the
    /// file is to hold a picture in pixels.
    pub fn write(&self, path: &Path) -> Option<String> {
        match self {
            SaveText::Curves(curves) => Some(curves.csv()),
            SaveText::Audit(SaveAudit { form, report }) => {
                let named = AuditForm::from_path(path);
                Some(named.unwrap_or(*form).write(report))
            }
            SaveText::Solution(solution) => match solution.form_of(path) {
                SolutionForm::Text(form) => form.write(&solution.start, &solution.moves),
                SolutionForm::AnimatedPng => None,
            },
        }
    }
}

impl SaveSolution {
    /// The form that the end of the file's name says, if the form that was asked for has another end.
    pub fn form_of(&self, path: &Path) -> SolutionForm {
        let ending = self.form.ending();
        let last = ending.rsplit('.').next().unwrap_or(ending);
        // A strip and an animation are both SVG.
        let is_other = path.extension() != Some(last.as_ref());
        let named = SolutionForm::from_path(path).filter(|_| is_other);
        named.unwrap_or(self.form)
    }
}

/// Curves that are to be saved: a table with a row for each sample of each run.
#[derive(Clone, Debug)]
pub struct SaveCurves {
    pub heads: Vec<&'static str>,
    pub runs: Arc<Vec<CurveRun>>,
}

/// A run in a table of curves.
#[derive(Clone, Debug)]
pub struct CurveRun {
    pub title: String,
    /// Start and goal.
    pub ends: [String; 2],
    pub rows: Vec<CurveRow>,
}

/// The values of the columns; `None` where one is not known.
pub type CurveRow = Vec<Option<f64>>;

impl SaveCurves {
    /// The table as CSV; what is not known is empty.
    pub fn csv(&self) -> String {
        let mut text = format!("run,start,goal,{}\n", self.heads.join(","));
        for CurveRun { title, ends, rows } in &*self.runs {
            let [start, goal] = ends;
            let [title, start, goal] = [title, start, goal].map(|it| it.replace('"', "\"\""));
            for row in rows {
                text += &format!("\"{title}\",\"{start}\",\"{goal}\"");
                for value in row {
                    text.push(',');
                    text += &value.map_or_else(String::new, |value| value.to_string());
                }
                text.push('\n');
            }
        }
        text
    }
}
