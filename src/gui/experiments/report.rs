//! The report on an experiment: a table or a plot of its records, made on a thread.

use super::names::instance_name;
use super::work::flat;
use crate::gui::requests::{ReportForm, Wake};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope_lab::experiment::report::{
    BoxFigures, Cell, Metric, PlotError, Results, Table, bar_chart, box_plot, boxes, by_instance,
    cactus, means, outcomes, page, pairs, relative, scatter, solved_within, summary,
};
use tilescope_lab::experiment::{ExperimentError, merge};
use tilescope_lab::files;
use tilescope_lab::worker::Worker;

/// What a report shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReportChoice {
    pub view: ReportView,
    pub metric: Metric,
    /// The indices of the configurations of a scatter plot.
    pub pair: [usize; 2],
}

impl Default for ReportChoice {
    fn default() -> Self {
        ReportChoice {
            view: ReportView::Summary,
            metric: Metric::Expanded,
            pair: [0, 1],
        }
    }
}

/// The tables and plots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportView {
    Summary,
    Outcomes,
    Instances,
    Relative,
    Bars,
    Cactus,
    Boxes,
    Scatter,
}

impl ReportView {
    pub const ALL: [(ReportView, &'static str); 8] = [
        (ReportView::Summary, "Summary"),
        (ReportView::Outcomes, "Outcomes"),
        (ReportView::Instances, "By instance"),
        (ReportView::Relative, "Relative to the first"),
        (ReportView::Bars, "Bar chart"),
        (ReportView::Cactus, "Cactus plot"),
        (ReportView::Boxes, "Box plot"),
        (ReportView::Scatter, "Scatter plot"),
    ];

    /// Whether it shows one metric, which can be chosen.
    pub fn has_metric(self) -> bool {
        !matches!(self, ReportView::Summary | ReportView::Outcomes)
    }

    pub fn is_plot(self) -> bool {
        matches!(
            self,
            ReportView::Bars | ReportView::Cactus | ReportView::Boxes | ReportView::Scatter
        )
    }
}

/// What is shown.
#[derive(Debug)]
pub enum Content {
    Table {
        table: Table,
        /// The texts of its cells, by row.
        cells: Vec<Vec<String>>,
    },
    /// The mean of each configuration.
    Bars(Vec<Option<f64>>),
    /// The figures of each configuration, in order.
    Cactus(Vec<Vec<f64>>),
    Boxes(Vec<Option<BoxFigures>>),
    /// The instances that both solved, with their figures.
    Scatter(Vec<(usize, [f64; 2])>),
    /// Why there is nothing.
    Nothing(String),
}

/// A report.
#[derive(Debug)]
pub struct Report {
    pub choice: ReportChoice,
    pub results: Arc<Results>,
    /// The same with the names as they are shown. Files have those of the experiment.
    pub shown: Results,
    pub content: Content,
    /// The number of records that it knows.
    n_records: usize,
}

type Making = Worker<(), Result<Report, ExperimentError>>;
type Exporting = Worker<(), Result<PathBuf, String>>;

/// The newest report, and what is being done for it.
#[derive(Default)]
pub struct Reports {
    report: Option<Report>,
    making: Option<Making>,
    error: Option<String>,
    made: Option<Instant>,
    exporting: Option<Exporting>,
}

/// While runs go on, a report is made anew at most this often.
const INTERVAL: Duration = Duration::from_secs(2);

impl Reports {
    pub fn newest(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// Why there is no report.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Whether a report has to be made to show this choice of so many records, to which more are
    /// added if runs go on.
    pub fn is_due(&self, choice: ReportChoice, n_records: usize, are_added: bool) -> bool {
        let is_time = !are_added || self.is_old();
        if self.making.is_some() || (self.error.is_some() && !self.is_old()) {
            return false;
        }
        match &self.report {
            None => true,
            Some(report) if report.choice != choice => true,
            Some(report) => report.n_records != n_records && is_time,
        }
    }

    fn is_old(&self) -> bool {
        self.made.is_none_or(|made| made.elapsed() >= INTERVAL)
    }

    /// Begins to make a report of the records in this file.
    pub fn make(&mut self, choice: ReportChoice, n_records: usize, records: &Path, wake: &Wake) {
        let known = self.report.as_ref();
        let known = known.filter(|report| report.n_records == n_records);
        let known = known.map(|report| Arc::clone(&report.results));
        let (wake, records) = (wake.clone(), records.to_owned());
        self.making = Some(Worker::spawn(
            "report",
            move || wake(),
            move |_, _| {
                let results = match known {
                    Some(results) => results,
                    None => Arc::new(Results::new(merge(&[records])?.records)),
                };
                let mut shown = results.in_words();
                for name in &mut shown.instances {
                    *name = instance_name(name).into_owned();
                }
                let content = content(&shown, choice);
                Ok(Report {
                    choice,
                    results,
                    shown,
                    content,
                    n_records,
                })
            },
        ));
    }

    /// Writes the report to a file.
    pub fn export(&mut self, form: ReportForm, path: PathBuf, wake: &Wake) {
        let Some(report) = &self.report else { return };
        let (wake, choice) = (wake.clone(), report.choice);
        let results = Arc::clone(&report.results);
        self.exporting = Some(Worker::spawn(
            "write report",
            move || wake(),
            move |_, _| {
                let text = text(&results, choice, form)?;
                files::save_text(&path, &text).map_err(|error| error.to_string())?;
                Ok(path)
            },
        ));
    }

    /// Forgets the report: the records are others.
    pub fn clear(&mut self) {
        self.report = None;
        self.making = None;
        self.error = None;
        self.made = None;
    }

    /// Receives what the threads have sent; returns the file that was written, or why none was.
    pub fn poll(&mut self) -> Option<Result<PathBuf, String>> {
        if let Some(made) = self.making.as_ref().and_then(|work| work.poll(|()| ())) {
            self.making = None;
            self.made = Some(Instant::now());
            match flat(made) {
                Ok(report) => (self.report, self.error) = (Some(report), None),
                Err(error) => (self.report, self.error) = (None, Some(error)),
            }
        }
        let written = self.exporting.as_ref()?.poll(|()| ())?;
        self.exporting = None;
        Some(written.unwrap_or_else(|error| Err(error.to_string())))
    }
}

fn content(results: &Results, choice: ReportChoice) -> Content {
    let ReportChoice { metric, pair, .. } = choice;
    let plotted = |content: Result<Content, PlotError>| {
        content.unwrap_or_else(|error| Content::Nothing(error.to_string()))
    };
    match choice.view {
        ReportView::Bars => plotted(means(results, metric).map(Content::Bars)),
        ReportView::Cactus => plotted(solved_within(results, metric).map(Content::Cactus)),
        ReportView::Boxes => plotted(boxes(results, metric).map(Content::Boxes)),
        ReportView::Scatter => plotted(pairs(results, metric, pair).map(Content::Scatter)),
        _ => {
            let table = table(results, choice);
            let row = |row: &Vec<Cell>| row.iter().map(Cell::text).collect();
            let cells = table.rows.iter().map(row).collect();
            Content::Table { table, cells }
        }
    }
}

fn table(results: &Results, choice: ReportChoice) -> Table {
    match choice.view {
        ReportView::Outcomes => outcomes(results),
        ReportView::Instances => by_instance(results, choice.metric),
        ReportView::Relative => relative(results, choice.metric),
        _ => summary(results),
    }
}

/// The report in this form, by the writers of the command line.
fn text(results: &Results, choice: ReportChoice, form: ReportForm) -> Result<String, String> {
    let metric = choice.metric;
    let plotted = match (form, choice.view) {
        (ReportForm::Page, _) => return Ok(page(results, metric)),
        (ReportForm::Table(format), _) => return Ok(table(results, choice).render(format)),
        (ReportForm::Plot, ReportView::Bars) => bar_chart(results, metric),
        (ReportForm::Plot, ReportView::Boxes) => box_plot(results, metric),
        (ReportForm::Plot, ReportView::Scatter) => {
            let [a, b] = choice.pair.map(|it| {
                let name = results.configurations.get(it);
                name.map_or("", String::as_str)
            });
            scatter(results, metric, a, b)
        }
        (ReportForm::Plot, _) => cactus(results, metric),
    };
    plotted.map_err(|error| error.to_string())
}
