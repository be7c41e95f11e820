//! The value of a heuristic in every state.

use super::states::States;
use super::team::Watch;
use super::{AuditError, out_of_memory};
use tilescope_puzzle::heuristics::formula::{Compiled, Oddities, rounded};
use tilescope_puzzle::heuristics::{Boxed, HeuristicError};
use tilescope_puzzle::{Board, Cells, Costs, HeuristicExpr, Nibbles, State};
use tilescope_search::{Cost, Heuristic};

/// The estimate of `expr` in every state, by its number, or in those of `sample` alone; and what became
/// of the values of a formula.
///
/// # Errors
/// If it does not fit the goal, the audit must stop, or memory is exhausted.
pub fn find(
    expr: &HeuristicExpr,
    costs: Costs,
    states: &States,
    sample: Option<&[u32]>,
    watch: &Watch,
) -> Result<(Vec<Cost>, Option<Oddities>), AuditError> {
    // Each thread makes a heuristic of its own; this call tells whether it can be made.
    expr.make::<Nibbles>(states.goal(), costs)?;
    let mut values = Vec::new();
    let n_values = sample.map_or(states.n_states(), <[u32]>::len);
    values.try_reserve_exact(n_values).map_err(out_of_memory)?;
    values.resize(n_values, 0);
    let make = || {
        let own = Own::make(expr, states.goal(), costs).ok();
        (own, Oddities::NONE)
    };
    let fill = |(own, oddities): &mut (Option<Own<Nibbles>>, Oddities),
                first: usize,
                part: &mut [Cost]| {
        let Some(own) = own else { return };
        for (i, value) in part.iter_mut().enumerate() {
            let state = match sample {
                None => (first + i) as u32,
                Some(sample) => sample[first + i],
            };
            *value = own.value(&states.state(state), oddities);
        }
    };
    let of_threads = watch.fill(&mut values, make, fill, |(_, oddities)| oddities)?;
    let mut oddities = Oddities::NONE;
    for own in of_threads {
        oddities.append(own);
    }
    Ok((values, expr.formula().map(|_| oddities)))
}

/// A thread's heuristic: one can't be shared.
pub(super) enum Own<C: Cells> {
    Heuristic(Boxed<C>),
    /// Whose values before rounding are counted.
    Formula(Box<Compiled<C>>),
}

impl<C: Cells> Own<C> {
    /// # Errors
    /// If it does not fit the goal.
    pub fn make(expr: &HeuristicExpr, goal: &Board, costs: Costs) -> Result<Self, HeuristicError> {
        match expr.formula() {
            Some(formula) => {
                let compiled = formula.compile(goal, costs)?;
                Ok(Own::Formula(compiled.into()))
            }
            None => expr.make(goal, costs).map(Own::Heuristic),
        }
    }

    /// The estimate; what a formula's value has to become for that is counted.
    #[inline]
    pub fn value(&self, state: &State<C>, oddities: &mut Oddities) -> Cost {
        match self {
            Own::Heuristic(heuristic) => heuristic.estimate(state),
            Own::Formula(formula) => {
                let value = formula.value(state);
                oddities.add(value);
                rounded(value)
            }
        }
    }
}
