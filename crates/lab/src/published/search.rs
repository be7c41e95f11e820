//! A search of a publication: the job that repeats it, and what was published of it.

use super::{Figure, Value};
use crate::{Job, Problem, Report, RunOutcome, Settings, StoppedBy, format};
use tilescope_puzzle::Direction;
use tilescope_puzzle::notation;

/// A search of a publication. It can be run by itself, and recorded.
#[derive(Clone, Debug)]
pub struct PublishedSearch {
    /// The experiment of its figures, such as `hill climbing`.
    pub name: String,
    /// The job that repeats it. It records nothing.
    pub job: Job,
    claims: Vec<Claim>,
}

/// What was published of one quantity of a search.
#[derive(Clone, Debug)]
struct Claim {
    quantity: Quantity,
    published: Option<Value>,
    /// The value that is measured instead of the published one; `None` if the two must agree, or if
    /// anything may be measured.
    instead: Instead,
    note: String,
}

/// What may be measured instead of a published value.
#[derive(Clone, PartialEq, Debug)]
enum Instead {
    Nothing,
    /// This value.
    Only(Value),
    Anything,
}

/// What is read off the report of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    Expansions,
    /// The nodes generated, the root counted once.
    Generated,
    /// The boards that were expanded, and the goal.
    Examined,
    Moves,
    /// The boards from the start to the goal.
    BoardsOnPath,
    /// The cost of the solution.
    Cost,
    /// The same on a road map.
    Length,
    /// The moves as letters.
    Path,
    /// The cities between start and goal.
    Route,
    /// The depth of a depth-first search that never backtracks: each expansion is one level deeper.
    Depth,
    Outcome,
    /// Whether there is a solution.
    Verdict,
}

impl PublishedSearch {
    pub fn new(name: impl Into<String>, problem: impl Into<Problem>, settings: Settings) -> Self {
        PublishedSearch {
            name: name.into(),
            job: Job {
                problem: problem.into(),
                settings,
                search_unsolvable: false,
                record: 0,
            },
            claims: Vec::new(),
        }
    }

    /// Searches even if parity shows that there is no solution.
    #[must_use]
    pub fn searching_anyway(mut self) -> Self {
        self.job.search_unsolvable = true;
        self
    }

    fn with(
        mut self,
        quantity: Quantity,
        published: Option<Value>,
        instead: Instead,
        note: &str,
    ) -> Self {
        self.claims.push(Claim {
            quantity,
            published,
            instead,
            note: note.to_owned(),
        });
        self
    }

    /// Adds a published value, with which the measured one must agree.
    #[must_use]
    pub fn as_published(self, quantity: Quantity, published: impl Into<Value>) -> Self {
        self.with(quantity, Some(published.into()), Instead::Nothing, "")
    }

    /// The same, with a note.
    #[must_use]
    pub fn as_published_with_note(
        self,
        quantity: Quantity,
        published: impl Into<Value>,
        note: &str,
    ) -> Self {
        self.with(quantity, Some(published.into()), Instead::Nothing, note)
    }

    /// Adds a published value from which the measured one may differ, and why.
    #[must_use]
    pub fn unlike_published(
        self,
        quantity: Quantity,
        published: impl Into<Value>,
        why: &str,
    ) -> Self {
        self.with(quantity, Some(published.into()), Instead::Anything, why)
    }

    /// Adds a published value that is wrong, the right one, and how that is known.
    #[must_use]
    pub fn misprinted(
        self,
        quantity: Quantity,
        published: impl Into<Value>,
        right: impl Into<Value>,
        why: &str,
    ) -> Self {
        let right = Instead::Only(right.into());
        self.with(quantity, Some(published.into()), right, why)
    }

    /// Adds a quantity of which nothing was published, and a note, which may be empty.
    #[must_use]
    pub fn unpublished(self, quantity: Quantity, note: &str) -> Self {
        self.with(quantity, None, Instead::Anything, note)
    }

    /// Its figures: published beside measured values.
    pub fn figures(&self, report: &Report) -> Vec<Figure> {
        let figure = |claim: &Claim| {
            let measured = claim.quantity.of(&self.job, report);
            let may_differ = match &claim.instead {
                Instead::Nothing => false,
                Instead::Only(right) => *right == measured,
                Instead::Anything => true,
            };
            let figure = Figure::measured(&*self.name, claim.quantity.name(), measured);
            match claim.published.clone() {
                Some(published) if may_differ => figure.unlike_published(published, &*claim.note),
                // A note on a misprint is no note on another difference.
                Some(published) if claim.instead == Instead::Nothing => {
                    figure.as_published(published).with_note(&*claim.note)
                }
                Some(published) => figure.as_published(published),
                None => figure.with_note(&*claim.note),
            }
        };
        self.claims.iter().map(figure).collect()
    }

    /// The published values, each with the name of its quantity.
    pub fn published(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        let published = |claim: &'_ Claim| claim.published.is_some();
        let claims = self.claims.iter().filter(move |claim| published(claim));
        claims.filter_map(|claim| Some((claim.quantity.name(), claim.published.as_ref()?)))
    }
}

impl Quantity {
    /// Its name in a list of figures.
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Expansions => "expansions",
            Quantity::Generated => "nodes generated",
            Quantity::Examined => "boards examined",
            Quantity::Moves => "moves",
            Quantity::BoardsOnPath => "boards on the solution path",
            Quantity::Cost => "cost",
            Quantity::Length => "length",
            Quantity::Path => "path",
            Quantity::Route => "route",
            Quantity::Depth => "depth",
            Quantity::Outcome => "outcome",
            Quantity::Verdict => "verdict",
        }
    }

    /// Its value in a run of `job` that ended with `report`. Without a solution, what belongs to one
    /// is “none”.
    fn of(self, job: &Job, report: &Report) -> Value {
        let counts = &report.counts;
        let solution = match &report.outcome {
            RunOutcome::Solved { moves, cost, .. } => Some((moves, u64::from(*cost))),
            _ => None,
        };
        let of_solution = match (self, solution) {
            (Quantity::Expansions | Quantity::Depth, _) => Some(counts.expanded.into()),
            (Quantity::Generated, _) => Some(counts.generated.into()),
            (Quantity::Examined, Some(_)) => Some((counts.expanded + 1).into()),
            (Quantity::Examined, None) => Some(counts.expanded.into()),
            (Quantity::Outcome, _) => Some(outcome(report).into()),
            (Quantity::Verdict, _) => Some(
                match report.outcome {
                    RunOutcome::Unsolvable { .. } => "no solution",
                    RunOutcome::Solved { .. } => "a solution",
                    _ => "undecided",
                }
                .into(),
            ),
            (_, None) => None,
            (Quantity::Moves, Some((moves, _))) => Some((moves.len() as u64).into()),
            (Quantity::BoardsOnPath, Some((moves, _))) => Some((moves.len() as u64 + 1).into()),
            (Quantity::Cost | Quantity::Length, Some((_, cost))) => Some(cost.into()),
            (Quantity::Path, Some((moves, _))) => {
                let moves = moves.iter().copied().map(Direction::from);
                Some(notation::moves(moves).into())
            }
            (Quantity::Route, Some((moves, _))) => {
                let between = &moves[..moves.len().saturating_sub(1)];
                let cities: Vec<String> = between
                    .iter()
                    .map(|&road| job.problem.action_name(road).to_string())
                    .collect();
                Some(format!("by {}", cities.join(" and ")).into())
            }
        };
        of_solution.unwrap_or_else(|| "none".into())
    }
}

/// The outcome of a run in a few words.
fn outcome(report: &Report) -> String {
    match &report.outcome {
        RunOutcome::Solved { moves, .. } => {
            format!("solved in {} moves", format::count(moves.len() as u64))
        }
        RunOutcome::Stopped(StoppedBy::Memory) => "stopped at the memory limit".into(),
        RunOutcome::Stopped(StoppedBy::Expanded) => "stopped at the limit on expansions".into(),
        RunOutcome::Stopped(StoppedBy::Depth) => "stopped at the depth limit".into(),
        _ => report.sentence(),
    }
}
