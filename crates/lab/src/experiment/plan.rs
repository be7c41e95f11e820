//! The runs of an experiment, their order, and which of them a process does.

use super::{Experiment, ExperimentError, RunId};
use std::collections::HashSet;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A run of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlannedRun {
    pub id: RunId,
    /// Its place in the experiment, from 1.
    pub number: usize,
    /// The index of its instance.
    pub instance: usize,
    /// The index of its configuration.
    pub configuration: usize,
    /// From 1.
    pub repetition: u32,
}

/// Which runs of an experiment a process does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Selection {
    #[default]
    All,
    Shard(Shard),
    /// The run whose id begins so.
    Id(String),
}

/// A part of an experiment: every run is in one shard of the same total.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// From 1 to `total`.
    number: usize,
    total: usize,
}

/// A text that is no shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("write a shard as 3/16: its number, from 1, and how many there are")]
pub struct ShardError;

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (number, total) = text.split_once('/').ok_or(ShardError)?;
        let number = number.parse().map_err(|_| ShardError)?;
        let total = total.parse().map_err(|_| ShardError)?;
        match (1..=total).contains(&number) {
            true => Ok(Shard { number, total }),
            false => Err(ShardError),
        }
    }
}

/// As a part of a file's name: `3-of-16`.
impl Display for Shard {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{}-of-{}", self.number, self.total)
    }
}

impl Experiment {
    /// The ids of all runs, as the records have them.
    pub fn ids(&self) -> HashSet<String> {
        self.runs.iter().map(|run| run.id.to_string()).collect()
    }

    /// The runs of `selection`, in the order that the experiment's seed determines. Runs of one
    /// configuration are far apart, so that a change of the machine's speed meets all alike.
    ///
    /// # Errors
    /// If no run or several have the id.
    pub fn select(&self, selection: &Selection) -> Result<Vec<&PlannedRun>, ExperimentError> {
        let mut runs: Vec<&PlannedRun> = self.runs.iter().collect();
        runs.sort_by_cached_key(|run| (run.id.rank(self.seed), run.id));
        match selection {
            Selection::All => Ok(runs),
            Selection::Shard(Shard { number, total }) => {
                Ok(runs.into_iter().skip(number - 1).step_by(*total).collect())
            }
            Selection::Id(beginning) => {
                runs.retain(|run| run.id.to_string().starts_with(beginning));
                let id = crate::format::excerpt(beginning);
                match runs.len() {
                    1 => Ok(runs),
                    0 => Err(ExperimentError::Invalid(format!(
                        "no run of this experiment has the id {id}: `tilescope lab status \
                         --json` lists the ids"
                    ))),
                    n => Err(ExperimentError::Invalid(format!(
                        "the ids of {n} runs begin with {id}: give more digits"
                    ))),
                }
            }
        }
    }
}
