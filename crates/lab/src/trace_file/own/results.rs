//! The results of a run without its record, and their text: a JSON object with the job and the
//! report of a trace file.

use super::form;
use crate::files::json;
use crate::{BestNode, Job, Report};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// The job and the report of a run. A clone shares them.
#[derive(Clone, Debug)]
pub struct RunResults(Arc<Content>);

#[derive(Debug)]
struct Content {
    job: Job,
    report: Report,
    text: String,
}

#[derive(Deserialize)]
struct Form {
    job: Value,
    report: Value,
}

impl RunResults {
    pub(crate) fn new(job: &Job, report: &Report) -> Self {
        // Node numbers mean nothing without the record.
        let report = Report {
            best: report.best.map(|best| BestNode { node: None, ..best }),
            goal: None,
            ..report.clone()
        };
        let [of_job, of_report] = [form::job_to_bytes(job), form::report_to_bytes(&report)]
            .map(|bytes| String::from_utf8(bytes).expect("JSON is UTF-8"));
        let text = format!("{{\"job\":{of_job},\"report\":{of_report}}}");
        let job = job.clone();
        RunResults(Arc::new(Content { job, report, text }))
    }

    pub fn job(&self) -> &Job {
        &self.0.job
    }

    pub fn report(&self) -> &Report {
        &self.0.report
    }

    /// The text, on one line.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Reads the text.
    ///
    /// # Errors
    /// In words, if it has no results.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let form: Form = serde_json::from_str(text).map_err(|error| json::cause(&error))?;
        let job = form::job_from_bytes(form.job.to_string().as_bytes())?;
        let report = form::report_from_bytes(form.report.to_string().as_bytes(), &job, 0)?;
        let text = text.to_owned();
        Ok(RunResults(Arc::new(Content { job, report, text })))
    }
}
