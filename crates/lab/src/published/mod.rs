//! Published experiments, run again: what was published beside what comes out here, and why
//! the two differ where they do.
//!
//! A [`PublishedExperiment`] is a publication; [`PublishedExperiment::run`] does its experiments on the caller's
//! thread and tells of each [`Figure`] as it comes, until an [`Interrupt`] stops it.

// The publications, one a file …
mod a_star_2013;
mod brown_graph;
mod demo_notebook;
mod kantz_2005;
pub mod korf_1985;
mod korf_felner_2002;
mod reinefeld_1993;
mod ruby_article;

// … and what they are made with.
mod context;
mod eight_puzzle;
mod figure;
mod journey;
mod list_search;
mod shuffled;
mod worker;

pub use context::{Extent, Interrupted};
pub use figure::{Figure, Value};
pub use list_search::{Combine, Evaluation, list_search};
pub use worker::{ExperimentRun, ExperimentState};

use super::Interrupt;
use context::ExperimentContext;

/// A publication whose experiments can be run again.
#[derive(Debug)]
pub struct PublishedExperiment {
    /// The name on the command line, such as `kantz-2005`.
    pub key: &'static str,
    /// The name in a list: author and year, or what it is about.
    pub title: &'static str,
    /// Who published it, as what, where and when, as far as that is known.
    pub source: &'static str,
    /// One sentence: what is run again.
    pub summary: &'static str,
    /// How many numbered instances it has to choose from; 0 if there is nothing to choose.
    pub n_instances: usize,
    run: fn(&mut ExperimentContext) -> Result<(), Interrupted>,
}

/// Every publication, in the order in which they are shown.
pub const PUBLISHED_EXPERIMENTS: &[&PublishedExperiment] = &[
    &kantz_2005::EXPERIMENT,
    &ruby_article::EXPERIMENT,
    &a_star_2013::EXPERIMENT,
    &brown_graph::EXPERIMENT,
    &demo_notebook::EXPERIMENT,
    &korf_1985::EXPERIMENT,
    &korf_felner_2002::EXPERIMENT,
    &reinefeld_1993::EXPERIMENT,
];

impl PublishedExperiment {
    /// The publication with this key.
    pub fn by_key(key: &str) -> Option<&'static PublishedExperiment> {
        PUBLISHED_EXPERIMENTS
            .iter()
            .copied()
            .find(|experiment| experiment.key == key)
    }

    /// The file's name of the example that shows what it is about, where that is not a board.
    pub fn example(&self) -> Option<&'static str> {
        (self.key == a_star_2013::EXPERIMENT.key).then_some("delhi-hyderabad")
    }

    /// Runs its experiments and hands each figure to `tell`.
    ///
    /// # Errors
    /// If `interrupt` stopped it.
    pub fn run(
        &self,
        extent: Extent,
        interrupt: &Interrupt,
        tell: &mut dyn FnMut(Figure),
    ) -> Result<(), Interrupted> {
        (self.run)(&mut ExperimentContext::new(extent, interrupt, tell))
    }
}
