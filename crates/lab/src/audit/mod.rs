//! Audits: what is true of a heuristic in all states that can reach a goal.
//!
//! [`audit`] finds the exact distance h* of every state and the value of every heuristic, and
//! measures what the two tell together: one measure a file. Where there are too many states, it looks
//! at a random [`sample`].

pub mod admissibility;
mod claims;
pub mod consistency;
mod correlation;
pub(crate) mod distances;
pub mod dominance;
pub mod form;
pub mod intervals;
pub mod joint;
pub mod json;
pub mod misled;
mod orders;
pub mod plateaus;
pub mod sample;
mod sample_text;
pub mod states;
pub mod symmetry;
pub mod table;
pub(crate) mod team;
pub mod text;
mod values;
pub mod worker;

pub use claims::Audited;

use super::Interrupt;
use super::format;
use admissibility::Overestimates;
use consistency::Inconsistencies;
use distances::Distances;
use dominance::Dominance;
use joint::Joint;
use plateaus::Plateaus;
use sample::{Cut, Sample};
use states::States;
use std::num::NonZero;
use symmetry::Asymmetry;
use team::Watch;
use tilescope_puzzle::heuristics::formula::Oddities;
use tilescope_puzzle::heuristics::{HeuristicError, Tables};
use tilescope_puzzle::pattern_database::{ReportFn, Supervisor};
use tilescope_puzzle::whole_space::SpaceTooLarge;
use tilescope_puzzle::{Board, CostError, Costs, HeuristicExpr, Size, WholeSpace};
use tilescope_search::memory::check_machine;
use tilescope_search::{Cost, StopReason};

/// The maximum number of witnesses of a violation that are kept.
pub const MAX_WITNESSES: usize = 20;

/// What to audit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audit {
    pub goal: Board,
    pub costs: Costs,
    pub heuristics: Vec<HeuristicExpr>,
    pub boards: Boards,
}

/// The states that an audit looks at, of those that can reach the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boards {
    /// The goal has at most 12 cells.
    All,
    Sample(Sample),
}

/// How an audit may run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// All that the machine has if `None`.
    pub threads: Option<NonZero<usize>>,
    /// In bytes.
    pub memory: u64,
}

/// The result of an audit. Costs are in units: see [`Costs::unit`].
#[derive(Clone, PartialEq, Debug)]
pub struct AuditReport {
    pub audit: Audit,
    /// The number of boards that were looked at.
    pub n_states: u64,
    /// Why a sample is smaller than was asked for.
    pub cut: Option<Cut>,
    /// h* of each board of a sample, in the order in which they were drawn.
    pub drawn: Vec<Cost>,
    /// The number of states at each distance h*, the least first.
    pub distances: Vec<(Cost, u64)>,
    /// In the order of the audit's heuristics.
    pub heuristics: Vec<HeuristicReport>,
    /// Each two heuristics, compared.
    pub dominance: Vec<Dominance>,
}

/// What was measured of one heuristic.
#[derive(Clone, PartialEq, Debug)]
pub struct HeuristicReport {
    pub expr: HeuristicExpr,
    /// What became of the values of a formula; `None` for other heuristics.
    pub oddities: Option<Oddities>,
    /// h in the goal, which is 0 in an admissible heuristic.
    pub h_of_goal: Cost,
    pub overestimates: Overestimates,
    pub inconsistencies: Inconsistencies,
    /// How often each value occurs at each distance.
    pub joint: Joint,
    pub kendall_tau_b: Option<f64>,
    pub pearson_r: Option<f64>,
    pub plateaus: Plateaus,
    /// One for each symmetry of the goal and the costs.
    pub asymmetries: Vec<Asymmetry>,
}

impl AuditReport {
    /// The distances that another audit can take as known: those of the same random boards.
    pub fn known_for(&self, other: &Audit) -> &[Cost] {
        let seed = |audit: &Audit| match audit.boards {
            Boards::Sample(sample) => Some(sample.seed),
            Boards::All => None,
        };
        let own = &self.audit;
        let is_same =
            own.goal == other.goal && own.costs == other.costs && seed(own) == seed(other);
        if is_same { &self.drawn } else { &[] }
    }

    /// Whether something is true of all boards that can reach the goal: `is_true` of those that were
    /// looked at. A sample can only prove that it is not.
    pub fn proves(&self, is_true: bool) -> Option<bool> {
        match (is_true, self.audit.boards) {
            (false, _) => Some(false),
            (true, Boards::All) => Some(true),
            (true, Boards::Sample(_)) => None,
        }
    }
}

/// Both are about the boards that were looked at, and the goal.
impl HeuristicReport {
    pub fn is_admissible(&self) -> bool {
        self.overestimates.n_states == 0 && self.h_of_goal == 0
    }

    pub fn is_consistent(&self) -> bool {
        self.inconsistencies.n_moves == 0
    }
}

/// Why an audit failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AuditError {
    #[error(transparent)]
    TooLarge(#[from] SpaceTooLarge),
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    #[error(transparent)]
    Costs(#[from] CostError),
    #[error("the audit takes {needed}, more than the limit of {limit}: audit fewer heuristics at a time, or a smaller board", needed = format::bytes(*needed), limit = format::bytes(*limit))]
    Memory { needed: u64, limit: u64 },
    #[error(
        "there is not enough memory for the audit: audit fewer heuristics at a time, or a smaller board"
    )]
    NoMemory,
    #[error("a sample of {0} boards can't be drawn: ask for 1 to {max}", max = Sample::MAX)]
    Sample(usize),
    #[error("{0}")]
    Unsolved(String),
    #[error("interrupted")]
    Interrupted,
    #[error("a thread of the audit ended early")]
    Panicked,
}

fn out_of_memory(_: std::collections::TryReserveError) -> AuditError {
    AuditError::NoMemory
}

impl Audit {
    /// The approximate memory of the audit without the tables of the heuristics, in bytes.
    pub fn bytes(&self) -> u64 {
        let size = self.goal.size();
        if let Boards::Sample(sample) = self.boards {
            // A board with its distance and its values.
            let of_board = 64 + size.n_cells() + self.heuristics.len() * size_of::<Cost>();
            return (sample.n * of_board) as u64;
        }
        if size.n_cells() > WholeSpace::MAX_CELLS {
            return u64::MAX;
        }
        let n_states = WholeSpace::n_states_for(size);
        let of_value = size_of::<Cost>() as u64;
        // The values of each heuristic; those of the reflections, or the order of the states.
        let values = (self.heuristics.len() as u64 + Self::n_scratch(size)) * of_value * n_states;
        States::bytes(size) + Distances::bytes(n_states, self.costs.are_uniform()) + values
    }

    /// How many further values there are for each state.
    fn n_scratch(size: Size) -> u64 {
        if size.n_cells() <= states::MAX_KEPT_CELLS {
            3
        } else {
            1
        }
    }
}

/// Runs an audit. `on_progress` receives the fraction done, from 0 to 1.
///
/// # Errors
/// If a heuristic does not fit the goal, there is not enough memory, or the audit was interrupted; that
/// of a sample, before the first board was solved.
pub fn audit(
    audit: &Audit,
    limits: Limits,
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(f64) + Send),
) -> Result<AuditReport, AuditError> {
    let mut report = audit_knowing(audit, &[], limits, interrupt, on_progress)?;
    misled::search(&mut report, interrupt);
    Ok(report)
}

/// The same without the searches from the witnesses, which [`misled::search`] does. The first boards of a
/// sample are at the `known` distances, from an audit with the same goal, costs and seed.
///
/// # Errors
/// As [`audit`].
pub fn audit_knowing(
    audit: &Audit,
    known: &[Cost],
    limits: Limits,
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(f64) + Send),
) -> Result<AuditReport, AuditError> {
    let Audit {
        goal,
        costs,
        heuristics,
        boards,
    } = audit;
    let size = goal.size();
    if *boards == Boards::All && size.n_cells() > WholeSpace::MAX_CELLS {
        return Err(SpaceTooLarge(size).into());
    }
    costs.check(size)?;
    check_memory(audit, audit.bytes(), limits)?;
    if let Boards::Sample(sample) = *boards {
        let _tables = prepare(
            audit,
            &Watch::new(1, limits.threads, interrupt, on_progress),
        )?;
        return sample::audit(audit, sample, known, limits, interrupt, on_progress);
    }
    let n_pairs = heuristics.len() * heuristics.len().saturating_sub(1) / 2;
    let n_of_each = 5 + symmetry::n_passes(goal, *costs);
    let n_steps = 1 + heuristics.len() * n_of_each + n_pairs;
    let watch = Watch::new(n_steps, limits.threads, interrupt, on_progress);
    let _tables = prepare(audit, &watch)?;
    let states = States::new(goal, *costs)?;
    let distances = Distances::find(&states, &watch)?;
    let of_one = |expr| values::find(expr, *costs, &states, None, &watch);
    let all_values: Vec<_> = heuristics.iter().map(of_one).collect::<Result<_, _>>()?;
    let goal_state = states.number(goal) as usize;
    let mut reports = Vec::new();
    for (expr, (values, oddities)) in heuristics.iter().zip(&all_values) {
        let joint = Joint::count(values, &distances, &states, &watch)?;
        reports.push(HeuristicReport {
            expr: expr.clone(),
            oddities: *oddities,
            h_of_goal: values[goal_state],
            overestimates: admissibility::find(values, &distances, &states, &watch)?,
            inconsistencies: consistency::find(values, &states, &watch)?,
            kendall_tau_b: joint.kendall_tau_b(),
            pearson_r: joint.pearson_r(),
            joint,
            plateaus: plateaus::find(values, &states, &watch)?,
            asymmetries: symmetry::find(values, *costs, &states, &watch)?,
        });
    }
    let mut dominance = Vec::new();
    for (second, (b, _)) in all_values.iter().enumerate() {
        for (first, (a, _)) in all_values[..second].iter().enumerate() {
            dominance.push(dominance::find((first, a), (second, b), &states, &watch)?);
        }
    }
    Ok(AuditReport {
        audit: audit.clone(),
        n_states: states.n_states() as u64,
        cut: None,
        drawn: Vec::new(),
        distances: count_distances(&distances, &states, &reports, &watch)?,
        heuristics: reports,
        dominance,
    })
}

/// For each cell of the blank, the number of states with each value of `expr`, from 0.
///
/// # Errors
/// As [`audit`].
pub fn values_by_blank(
    goal: &Board,
    costs: Costs,
    expr: &HeuristicExpr,
    limits: Limits,
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(f64) + Send),
) -> Result<Vec<Vec<u64>>, AuditError> {
    let states = States::new(goal, costs)?;
    let values = values_of_states(&states, costs, expr, None, limits, interrupt, on_progress)?;
    let mut counts = vec![Vec::new(); goal.size().n_cells()];
    for (state, &h) in values.iter().enumerate() {
        let counts: &mut Vec<u64> = &mut counts[states.blank(state as u32)];
        // Whatever a bound leaves, it is less than this.
        let h = (h as usize).min(super::predict::MAX_BOUND + 1);
        if counts.len() <= h {
            counts.resize(h + 1, 0);
        }
        counts[h] += 1;
    }
    Ok(counts)
}

/// The value of `expr` in every state, by its number, or in those of `sample` alone.
///
/// # Errors
/// As [`audit`].
pub(crate) fn values_of_states(
    states: &States,
    costs: Costs,
    expr: &HeuristicExpr,
    sample: Option<&[u32]>,
    limits: Limits,
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(f64) + Send),
) -> Result<Vec<Cost>, AuditError> {
    let goal = states.goal();
    let what = Audit {
        goal: goal.clone(),
        costs,
        heuristics: vec![expr.clone()],
        boards: Boards::All,
    };
    let own = sample.map_or_else(|| what.bytes(), |states| size_of_val(states) as u64);
    check_memory(&what, own, limits)?;
    let watch = Watch::new(1, limits.threads, interrupt, on_progress);
    let _tables = prepare(&what, &watch)?;
    let (values, _) = values::find(expr, costs, states, sample, &watch)?;
    Ok(values)
}

/// The number of states at each distance. Each heuristic's matrix has them already.
fn count_distances(
    distances: &Distances,
    states: &States,
    reports: &[HeuristicReport],
    watch: &Watch,
) -> Result<Vec<(Cost, u64)>, AuditError> {
    match reports.first() {
        Some(report) => Ok(report.joint.distances()),
        None => {
            let zero = vec![0; states.n_states()];
            Ok(Joint::count(&zero, distances, states, watch)?.distances())
        }
    }
}

/// Builds the tables of `expr`, which are kept while the result is.
///
/// # Errors
/// If there is not enough memory, or the work was interrupted.
pub(crate) fn tables(
    goal: &Board,
    costs: Costs,
    expr: &HeuristicExpr,
    limits: Limits,
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(f64) + Send),
) -> Result<Vec<Tables>, AuditError> {
    let what = Audit {
        goal: goal.clone(),
        costs,
        heuristics: vec![expr.clone()],
        boards: Boards::All,
    };
    check_memory(&what, 0, limits)?;
    prepare(
        &what,
        &Watch::new(1, limits.threads, interrupt, on_progress),
    )
}

/// Checks that there is memory for the tables of an audit and for `own` bytes beside them.
fn check_memory(audit: &Audit, own: u64, limits: Limits) -> Result<(), AuditError> {
    let tables = |expr: &HeuristicExpr| expr.table_bytes(&audit.goal, audit.costs);
    let needed = own + audit.heuristics.iter().map(tables).sum::<u64>();
    let limit = limits.memory;
    if needed > limit {
        return Err(AuditError::Memory { needed, limit });
    }
    // The threads and the report allocate too.
    const MARGIN: u64 = 16 << 20;
    let needed = usize::try_from(needed + MARGIN).unwrap_or(usize::MAX);
    check_machine(needed).map_err(|_| AuditError::NoMemory)
}

/// Builds the tables of the heuristics, which are kept while the result is.
fn prepare(audit: &Audit, watch: &Watch) -> Result<Vec<Tables>, AuditError> {
    let build = |expr: &HeuristicExpr| {
        let tables = expr.prepare(&audit.goal, audit.costs, &mut BuildSupervisor(watch));
        tables.map_err(|reason| match reason {
            StopReason::Memory => AuditError::NoMemory,
            _ => AuditError::Interrupted,
        })
    };
    audit.heuristics.iter().map(build).collect()
}

/// Stops the building of tables with the audit.
struct BuildSupervisor<'a, 'b>(&'a Watch<'b>);

impl Supervisor for BuildSupervisor<'_, '_> {
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut ReportFn) + Sync)) {
        work(&mut |done| self.report_progress(done));
    }

    fn report_progress(&mut self, _: f64) -> Result<(), StopReason> {
        self.0.check().map_err(|_| StopReason::Interrupt)
    }
}
