//! Numbers by which the nodes of a record differ, such as f or their age.

use crate::true_costs::TrueCosts;
use crate::{Job, explain, format};
use tilescope_search::space::MAX_ESTIMATE;
use tilescope_trace::{NodeId, Trace};

/// A number that the nodes of a record have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantity {
    /// As the algorithm compares nodes, in thousandths.
    F,
    G,
    H,
    /// The step that generated it.
    Age,
    /// The iteration that generated it, from 1.
    Iteration,
    /// h\* − h.
    Error,
}

impl Quantity {
    pub const ALL: [Quantity; 6] = [
        Quantity::F,
        Quantity::G,
        Quantity::H,
        Quantity::Age,
        Quantity::Iteration,
        Quantity::Error,
    ];

    /// Its name in files.
    pub fn key(self) -> &'static str {
        match self {
            Quantity::F => "f",
            Quantity::G => "g",
            Quantity::H => "h",
            Quantity::Age => "age",
            Quantity::Iteration => "iteration",
            Quantity::Error => "error",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Quantity::ALL.into_iter().find(|it| it.key() == key)
    }

    /// Its name where there is little room: “f”, “age”.
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Error => "h* − h",
            _ => self.key(),
        }
    }

    /// Its name, and what it is in a run of `job`: “f = g + h”, “age: the step that generated it”.
    pub fn title(self, job: &Job) -> String {
        match self {
            Quantity::F => explain::formula(job),
            Quantity::G => "g: cost of the path to it".to_owned(),
            Quantity::H => "h: estimate".to_owned(),
            Quantity::Age => "age: step that generated it".to_owned(),
            Quantity::Iteration => "iteration that generated it".to_owned(),
            Quantity::Error => "error of h: h* − h".to_owned(),
        }
    }

    /// Why the nodes of a run do not have it, or all have the same; `None` if they have it.
    pub fn missing(self, job: &Job, trace: &Trace) -> Option<&'static str> {
        let no_h = "This algorithm uses no heuristic.";
        let algorithm = job.settings.algorithm;
        match self {
            Quantity::F if explain::factors(job).is_none() => {
                Some("This algorithm compares no costs.")
            }
            Quantity::H if !algorithm.has_h() => Some(no_h),
            Quantity::Error if !algorithm.uses_heuristic => Some(no_h),
            Quantity::Iteration if trace.n_iterations() < 2 => {
                Some("This search has no second iteration.")
            }
            Quantity::Error => TrueCosts::unknown(&job.problem),
            _ => None,
        }
    }

    /// A value as a number for people: costs in the problem's unit.
    pub fn text(self, job: &Job, value: i64) -> String {
        let size = value.unsigned_abs();
        let text = match self {
            Quantity::F => explain::level_f_text(job, size),
            Quantity::G | Quantity::H | Quantity::Error => format::cost(size, job.problem.unit()),
            Quantity::Age | Quantity::Iteration => format::count(size),
        };
        match value < 0 {
            true => format!("−{text}"),
            false => text,
        }
    }
}

/// What a quantity's values follow from in the record of one run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader {
    pub quantity: Quantity,
    /// The factors of g and h in f, in thousandths.
    pub factors: (u32, u32),
}

impl Reader {
    pub fn new(quantity: Quantity, job: &Job) -> Self {
        Reader {
            quantity,
            factors: explain::factors(job).unwrap_or_default(),
        }
    }

    /// The value of a node; `None` for one without, such as f of a dead end, and for errors, which
    /// follow from states.
    pub fn value(&self, trace: &Trace, node: NodeId) -> Option<i64> {
        let h = || {
            Some(trace.h(node))
                .filter(|&h| h < MAX_ESTIMATE)
                .map(i64::from)
        };
        match self.quantity {
            Quantity::F => {
                let (g, h_factor) = (i64::from(self.factors.0), i64::from(self.factors.1));
                Some(g * i64::from(trace.g(node)) + h_factor * h()?)
            }
            Quantity::G => Some(trace.g(node).into()),
            Quantity::H => h(),
            Quantity::Age => Some(trace.generated_at(node).into()),
            Quantity::Iteration => trace.iteration_of(node).map(|number| number as i64 + 1),
            Quantity::Error => None,
        }
    }
}
