//! How the nodes of a record are distributed over the values of a [`Quantity`], counted a part at a
//! time, also while the record grows.

use crate::quantity::{Quantity, Reader};
use crate::{Job, TrueCosts};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use tilescope_search::space::MAX_ESTIMATE;
use tilescope_search::{Cost, SearchDirection};
use tilescope_trace::{NodeId, Trace};

/// The values of the nodes of one run's record.
#[derive(Debug)]
pub struct Distribution {
    reader: Reader,
    /// The nodes counted so far, or to be counted: ages follow from the record without counting.
    n_nodes: NodeId,
    counts: Counts,
    errors: Option<Errors>,
    /// For ages: the number of nodes at the end of each of equal spans of steps.
    ages: Vec<NodeId>,
    n_steps: u32,
}

/// The values of a bar of a histogram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bin {
    pub first: i64,
    pub last: i64,
    pub n_nodes: u64,
}

/// The number of nodes with each value.
#[derive(Debug, Default)]
struct Counts {
    /// By the value, divided by `divisor`.
    low: Vec<u64>,
    divisor: i64,
    others: BTreeMap<i64, u64>,
}

/// The errors of h.
#[derive(Debug)]
enum Errors {
    /// Of every node.
    OfAll(AlongPaths),
    /// Of the nodes that were noted.
    Noted(HashMap<NodeId, i64>),
}

/// h\* of every node, found along the paths.
#[derive(Debug)]
struct AlongPaths {
    true_costs: Arc<TrueCosts>,
    root: Option<u32>,
    /// The number of each node's state; [`NO_STATE`] if it has none.
    states: Vec<u32>,
}

const NO_STATE: u32 = u32::MAX;

impl Distribution {
    /// The most nodes of which errors are known: each takes four bytes.
    pub const MAX_ERRORS: NodeId = 1 << 24;
    /// The spans of steps by which ages are told apart.
    const SPANS: usize = 1024;

    /// Nothing is counted yet. `true_costs` are those of the job's problem; without them the
    /// errors are those that are [noted](Self::note).
    pub fn new(quantity: Quantity, job: &Job, true_costs: Option<Arc<TrueCosts>>) -> Self {
        let reader = Reader::new(quantity, job);
        let (g, h) = reader.factors;
        // Most values of f are whole.
        let is_whole = g.is_multiple_of(1000) && h.is_multiple_of(1000);
        let errors = (quantity == Quantity::Error).then(|| match true_costs {
            None => Errors::Noted(HashMap::new()),
            Some(true_costs) => Errors::OfAll(AlongPaths {
                root: true_costs.number(&job.problem.start()),
                true_costs,
                states: Vec::new(),
            }),
        });
        Distribution {
            reader,
            n_nodes: 0,
            counts: Counts {
                divisor: if quantity == Quantity::F && is_whole {
                    1000
                } else {
                    1
                },
                ..Counts::default()
            },
            errors,
            ages: Vec::new(),
            n_steps: 0,
        }
    }

    pub fn quantity(&self) -> Quantity {
        self.reader.quantity
    }

    /// Counts about `n` more nodes of the record, which may have grown; whether all are counted that
    /// can be.
    pub fn count(&mut self, trace: &Trace, n: u32) -> bool {
        let end = trace.n_nodes();
        if self.quantity() == Quantity::Age {
            if (self.n_nodes, self.n_steps) != (end, trace.n_expanded()) {
                (self.n_nodes, self.n_steps) = (end, trace.n_expanded());
                let spans = 0..=Self::SPANS as u32;
                self.ages = spans
                    .map(|i| trace.n_generated(self.step(i, Self::SPANS)))
                    .collect();
            }
            return true;
        }
        let end = match &self.errors {
            Some(Errors::Noted(_)) => return true,
            Some(Errors::OfAll(_)) => end.min(Self::MAX_ERRORS),
            None => end,
        };
        let last = end.min(self.n_nodes.saturating_add(n));
        for node in self.n_nodes..last {
            if let Some(Errors::OfAll(errors)) = &mut self.errors {
                errors.add(trace, node);
            }
            if let Some(value) = self.value(trace, node) {
                self.counts.add(value);
            }
        }
        self.n_nodes = last.max(self.n_nodes);
        self.n_nodes >= end
    }

    /// Notes that h\* of the state of `node` is `exact`. A node that has no h, or estimates the way
    /// from the start, has no error.
    pub fn note(&mut self, trace: &Trace, node: NodeId, exact: Cost) {
        let error = (trace.direction(node) == SearchDirection::Forward)
            .then(|| error(trace, node, exact))
            .flatten();
        if let Some(Errors::Noted(errors)) = &mut self.errors
            && let Some(error) = error
            && errors.insert(node, error).is_none()
        {
            self.counts.add(error);
            self.n_nodes += 1;
        }
    }

    /// The number of nodes counted.
    pub fn n_nodes(&self) -> NodeId {
        self.n_nodes
    }

    /// The value of a node; `None` if it has none, and for errors if it was not counted.
    pub fn value(&self, trace: &Trace, node: NodeId) -> Option<i64> {
        match &self.errors {
            Some(Errors::OfAll(errors)) => errors.value(trace, node),
            Some(Errors::Noted(errors)) => errors.get(&node).copied(),
            None => self.reader.value(trace, node),
        }
    }

    /// The least and the greatest value; `None` if no node was counted that has one.
    pub fn range(&self) -> Option<(i64, i64)> {
        match self.quantity() {
            Quantity::Age => (!self.ages.is_empty()).then_some((0, self.n_steps.into())),
            _ => self.counts.range(),
        }
    }

    /// Where a node's value lies between the least and the greatest, from 0 to 1; 1 if all are equal.
    pub fn share(&self, trace: &Trace, node: NodeId) -> Option<f32> {
        if self.quantity() == Quantity::Age {
            // Exact steps would take longer, and are not told apart by a colour.
            let span = self.ages.partition_point(|&n_nodes| n_nodes <= node);
            return Some((span as f32 / Self::SPANS as f32).min(1.0));
        }
        let (least, greatest) = self.range()?;
        let value = self.value(trace, node)?.clamp(least, greatest);
        Some(match greatest - least {
            0 => 1.0,
            span => (value - least) as f32 / span as f32,
        })
    }

    /// The counted nodes by their values in at most `n` bins of the same width, the least values
    /// first.
    pub fn bins(&self, trace: &Trace, n: usize) -> Vec<Bin> {
        let n = n.max(1);
        match self.quantity() {
            Quantity::Age => self.bins_of_ages(trace, n),
            _ => self.counts.bins(n),
        }
    }

    /// The step after `i` of `n` equal spans.
    fn step(&self, i: u32, n: usize) -> u32 {
        (u64::from(self.n_steps) * u64::from(i) / n as u64) as u32
    }

    fn bins_of_ages(&self, trace: &Trace, n: usize) -> Vec<Bin> {
        let n = n.min(self.n_steps.max(1) as usize);
        let bin = |i: usize| {
            let first = match i {
                0 => 0,
                _ => self.step(i as u32, n) + 1,
            };
            let last = self.step(i as u32 + 1, n);
            let before = first.checked_sub(1).map_or(0, |t| trace.n_generated(t));
            Bin {
                first: first.into(),
                last: last.into(),
                n_nodes: u64::from(trace.n_generated(last) - before),
            }
        };
        (0..n).map(bin).collect()
    }
}

impl Counts {
    /// The values, divided, that are counted in a table.
    const MAX_LOW: i64 = 1 << 16;

    fn add(&mut self, value: i64) {
        let place = value / self.divisor;
        if !(0..Self::MAX_LOW).contains(&place) {
            *self.others.entry(value).or_default() += 1;
            return;
        }
        let place = place as usize;
        if self.low.len() <= place {
            self.low.resize(place + 1, 0);
        }
        self.low[place] += 1;
    }

    /// Each value that occurs, and how many nodes have it, in ascending order.
    fn values(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        let low = (0..)
            .zip(&self.low)
            .map(|(place, &n)| (place * self.divisor, n));
        let of = |(value, n): (&i64, &u64)| (*value, *n);
        let below = self.others.range(..0).map(of);
        let above = self.others.range(0..).map(of);
        below.chain(low).chain(above).filter(|&(_, n)| n > 0)
    }

    fn range(&self) -> Option<(i64, i64)> {
        let first = self.others.range(..0).next().map(|(value, _)| *value);
        let least = || {
            self.low
                .iter()
                .position(|&n| n > 0)
                .map(|it| it as i64 * self.divisor)
        };
        let least = first
            .or_else(least)
            .or_else(|| self.others.keys().next().copied())?;
        let last = self.others.range(0..).next_back().map(|(value, _)| *value);
        let greatest = || (self.low.len().checked_sub(1)).map(|it| it as i64 * self.divisor);
        let greatest = last.or_else(greatest);
        Some((
            least,
            greatest.or_else(|| self.others.keys().next_back().copied())?,
        ))
    }

    fn bins(&self, n: usize) -> Vec<Bin> {
        let Some((least, greatest)) = self.range() else {
            return Vec::new();
        };
        // Values that cannot occur, such as an f of the other parity, leave no gaps.
        let step = (self.values()).fold(0, |step, (value, _)| gcd(step, value - least));
        let step = step.max(1);
        let n_values = (greatest - least) / step + 1;
        let width = (n_values as u64).div_ceil(n as u64) as i64 * step;
        let n_bins = (greatest - least) / width + 1;
        let mut bins: Vec<Bin> = (0..n_bins)
            .map(|i| Bin {
                first: least + i * width,
                last: (least + (i + 1) * width - step).min(greatest),
                n_nodes: 0,
            })
            .collect();
        for (value, n_nodes) in self.values() {
            bins[((value - least) / width) as usize].n_nodes += n_nodes;
        }
        bins
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    match b {
        0 => a,
        b => gcd(b, a % b),
    }
}

impl AlongPaths {
    /// Notes the state of `node`, the next one.
    fn add(&mut self, trace: &Trace, node: NodeId) {
        let state = match (
            trace.direction(node),
            trace.parent(node),
            trace.action(node),
        ) {
            // A node of the other tree estimates the way from the start.
            (SearchDirection::Backward, ..) => None,
            (_, Some(parent), Some(action)) => (self.states.get(parent as usize))
                .filter(|&&state| state != NO_STATE)
                .and_then(|&state| self.true_costs.after(state, action)),
            _ => self.root,
        };
        self.states.push(state.unwrap_or(NO_STATE));
    }

    fn value(&self, trace: &Trace, node: NodeId) -> Option<i64> {
        let state = *self.states.get(node as usize)?;
        let exact = self.true_costs.get(state).filter(|_| state != NO_STATE)?;
        error(trace, node, exact)
    }
}

/// h\* − h; `None` for a node whose h says that it is a dead end.
fn error(trace: &Trace, node: NodeId, exact: Cost) -> Option<i64> {
    let h = Some(trace.h(node)).filter(|&h| h < MAX_ESTIMATE)?;
    Some(i64::from(exact) - i64::from(h))
}
