//! Reproductions of published experiments: published figures beside measured ones, with notes on
//! differences.
//!
//! [`PublishedExperiment::run`] runs the experiments of a publication on the caller's thread and
//! reports each [`Figure`] as it is measured, until an [`Interrupt`] stops it.

// The publications, one per file.
mod a_star_2013;
mod brown_graph;
mod demo_notebook;
mod kantz_2005;
pub mod korf_1985;
mod korf_felner_2002;
mod reinefeld_1993;
mod ruby_article;

// What they share.
mod context;
mod eight_puzzle;
mod figure;
mod journey;
mod search;
mod shuffled;
mod worker;

pub use context::{Extent, Interrupted};
pub use figure::{Figure, Value};
pub use search::{PublishedSearch, Quantity};
pub use worker::{ExperimentRun, ExperimentState};

use super::{Interrupt, Problem};
use context::ExperimentContext;

/// A publication whose experiments can be run again.
#[derive(Debug)]
pub struct PublishedExperiment {
    /// The name on the command line, such as `kantz-2005`.
    pub key: &'static str,
    /// The name in a list: author and year, or what it is about.
    pub title: &'static str,
    /// The reference: author, title, place and year, as far as known.
    pub source: &'static str,
    /// One sentence on what is reproduced.
    pub summary: &'static str,
    /// The number of numbered instances, from which one can be chosen; may be 0.
    pub n_instances: usize,
    searches: fn() -> Vec<PublishedSearch>,
    run: fn(&mut ExperimentContext) -> Result<(), Interrupted>,
}

/// Every publication, in display order.
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

    /// The experiments that are one search each, in display order.
    pub fn searches(&self) -> Vec<PublishedSearch> {
        let mut searches = (self.searches)();
        for search in &mut searches {
            if let Problem::Tiles(puzzle) = &mut search.job.problem {
                puzzle.name = format!("{}: {}", self.title, search.name);
                self.source.clone_into(&mut puzzle.source);
            }
        }
        searches
    }

    /// The file name of the bundled problem that illustrates it, if that is not a board.
    pub fn example(&self) -> Option<&'static str> {
        (self.key == a_star_2013::EXPERIMENT.key).then_some("delhi-hyderabad")
    }

    /// Runs the experiments; `on_figure` receives each figure.
    ///
    /// # Errors
    /// If `interrupt` stopped it.
    pub fn run(
        &self,
        extent: Extent,
        interrupt: &Interrupt,
        on_figure: &mut dyn FnMut(Figure),
    ) -> Result<(), Interrupted> {
        (self.run)(&mut ExperimentContext::new(extent, interrupt, on_figure))
    }
}
