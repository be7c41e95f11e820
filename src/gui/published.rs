//! The published experiments that were run in the window, and their searches that were opened in it.

use super::requests::Wake;
use std::sync::Arc;
use tilescope_lab::Report;
use tilescope_lab::published::{ExperimentRun, Figure, PublishedExperiment, PublishedSearch};

/// Something that can happen to the published experiments.
#[derive(Clone, Copy, Debug)]
pub enum PublishedAction {
    /// Runs the experiments of a publication again.
    Run(&'static PublishedExperiment),
    Stop(&'static PublishedExperiment),
    /// Opens one of its searches, by its number, as a recorded run.
    Open(&'static PublishedExperiment, usize),
}

/// At most one run of each publication, the newest.
#[derive(Default)]
pub struct PublishedRuns {
    runs: Vec<ExperimentRun>,
    /// The search that is opened once its problem is shown.
    to_open: Option<Arc<Publication>>,
}

/// What was published of a search that was opened.
#[derive(Debug)]
pub struct Publication {
    pub experiment: &'static PublishedExperiment,
    pub search: PublishedSearch,
}

/// How a run stands to what was published of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// “Published 182 expansions; here 182, equal”.
    pub text: String,
    /// Whether both agree; `None` before the run has ended.
    pub agrees: Option<bool>,
}

impl Publication {
    /// The search with this name of the experiment with this key.
    pub fn find(experiment: &str, search: &str) -> Option<Publication> {
        let experiment = PublishedExperiment::by_key(experiment)?;
        let mut searches = experiment.searches().into_iter();
        let search = searches.find(|it| it.name == search)?;
        Some(Publication { experiment, search })
    }

    /// “Kantz 2005, hill climbing”.
    pub fn name(&self) -> String {
        format!("{}, {}", self.experiment.title, self.search.name)
    }

    /// What was published, beside what the run that ended with `report` has measured.
    pub fn comparisons(&self, report: Option<&Report>) -> Vec<Comparison> {
        let Some(report) = report else {
            let published = self.search.published();
            let comparison = |(quantity, value)| Comparison {
                text: format!("Published {quantity}: {value}"),
                agrees: None,
            };
            return published.map(comparison).collect();
        };
        let compared = |figure: Figure| {
            let agrees = figure.agrees()?;
            let relation = if agrees { "equal" } else { "differs" };
            let (quantity, measured) = (&figure.quantity, &figure.measured);
            Some(Comparison {
                text: format!(
                    "Published {quantity}: {}; here {measured}, {relation}",
                    figure.published.as_ref()?
                ),
                agrees: Some(agrees),
            })
        };
        let figures = self.search.figures(report).into_iter();
        figures.filter_map(compared).collect()
    }

    /// Why figures differ, each reason once.
    pub fn reasons(&self, report: &Report) -> Vec<String> {
        let mut reasons: Vec<String> = Vec::new();
        for figure in self.search.figures(report) {
            if figure.agrees() == Some(false) && !reasons.contains(&figure.note) {
                reasons.push(figure.note);
            }
        }
        reasons.retain(|reason| !reason.is_empty());
        reasons
    }
}

impl PublishedRuns {
    /// The newest run of `experiment`.
    pub fn of(&self, experiment: &PublishedExperiment) -> Option<&ExperimentRun> {
        self.runs
            .iter()
            .find(|run| run.experiment().key == experiment.key)
    }

    pub fn apply(&mut self, action: PublishedAction, wake: &Wake) {
        match action {
            PublishedAction::Run(experiment) => {
                let wake = wake.clone();
                // An older run of the same publication is dropped, which stops it.
                self.runs
                    .retain(|run| run.experiment().key != experiment.key);
                self.runs
                    .push(ExperimentRun::spawn(experiment, move || wake()));
            }
            PublishedAction::Stop(experiment) => {
                if let Some(run) = self.of(experiment) {
                    run.stop();
                }
            }
            PublishedAction::Open(experiment, number) => {
                let search = experiment.searches().into_iter().nth(number);
                self.to_open = search.map(|search| Arc::new(Publication { experiment, search }));
            }
        }
    }

    /// The search that is to be opened.
    pub fn to_open(&self) -> Option<&Arc<Publication>> {
        self.to_open.as_ref()
    }

    /// Takes the search that is to be opened, or gives it up.
    pub fn take_to_open(&mut self) -> Option<Arc<Publication>> {
        self.to_open.take()
    }

    /// Receives what the workers have sent.
    pub fn poll(&mut self) {
        self.runs.iter_mut().for_each(ExperimentRun::poll);
    }
}
