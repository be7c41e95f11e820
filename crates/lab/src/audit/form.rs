//! The forms in which the report of an audit is copied and saved.

use super::table::{render, summary};
use super::{AuditReport, json};
use crate::experiment::report::Format;
use std::path::Path;

/// A form of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuditForm {
    Markdown,
    Latex,
    Csv,
    Json,
}

impl AuditForm {
    pub const ALL: [AuditForm; 4] = [
        AuditForm::Markdown,
        AuditForm::Latex,
        AuditForm::Csv,
        AuditForm::Json,
    ];

    pub fn name(self) -> &'static str {
        match self {
            AuditForm::Markdown => "Markdown",
            AuditForm::Latex => "LaTeX",
            AuditForm::Csv => "CSV",
            AuditForm::Json => "JSON",
        }
    }

    /// What is in it.
    pub fn contents(self) -> &'static str {
        match self {
            AuditForm::Markdown => "Both tables",
            AuditForm::Latex => "Both tables, for booktabs",
            AuditForm::Csv => "A row for each heuristic",
            AuditForm::Json => "All that was found",
        }
    }

    /// The end of a file's name, without its dot.
    pub fn extension(self) -> &'static str {
        match self {
            AuditForm::Markdown => "md",
            AuditForm::Latex => "tex",
            AuditForm::Csv => "csv",
            AuditForm::Json => "json",
        }
    }

    /// The form of a file with this name; `None` if it ends otherwise.
    pub fn from_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_lowercase();
        (Self::ALL.into_iter()).find(|form| form.extension() == extension)
    }

    pub fn write(self, audit: &AuditReport) -> String {
        match self {
            AuditForm::Markdown => render(audit, Format::Markdown),
            AuditForm::Latex => render(audit, Format::Latex),
            AuditForm::Csv => summary(audit).render(Format::Csv),
            AuditForm::Json => format!("{}\n", json::report(audit)),
        }
    }
}
