//! Two heuristics compared in all states.

use super::AuditError;
use super::states::States;
use super::team::Watch;
use tilescope_puzzle::Board;
use tilescope_search::Cost;

/// In how many states one heuristic is above another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dominance {
    /// Their places in the list of heuristics.
    pub first: usize,
    pub second: usize,
    /// The states in which the first is greater.
    pub first_greater: Greater,
    pub second_greater: Greater,
    pub n_equal: u64,
}

/// The states in which one value is greater than another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Greater {
    pub n_states: u64,
    /// The greatest difference; 0 if there is none.
    pub most: Cost,
    /// A state with that difference.
    pub witness: Option<Board>,
}

/// The number of states, the greatest difference, and the state where it is.
#[derive(Default)]
struct Count {
    n_states: u64,
    most: Cost,
    state: u32,
}

impl Count {
    fn add(&mut self, difference: Cost, state: usize) {
        self.n_states += 1;
        if difference > self.most {
            (self.most, self.state) = (difference, state as u32);
        }
    }
}

/// Compares the values of two heuristics, at these places in the list.
///
/// # Errors
/// If the audit must stop.
pub fn find(
    (first, a): (usize, &[Cost]),
    (second, b): (usize, &[Cost]),
    states: &States,
    watch: &Watch,
) -> Result<Dominance, AuditError> {
    let found = watch.for_all(states.n_states(), <[Count; 2]>::default, |counts, range| {
        for state in range {
            let (a, b) = (a[state], b[state]);
            if a > b {
                counts[0].add(a - b, state);
            } else if b > a {
                counts[1].add(b - a, state);
            }
        }
    })?;
    let greater = |i: usize| {
        let counts = found.iter().map(|counts| &counts[i]);
        // Of equal differences the lowest state, whichever thread was faster.
        let most = counts
            .clone()
            .max_by_key(|count| (count.most, u32::MAX - count.state));
        let most = most.filter(|count| count.n_states > 0);
        Greater {
            n_states: counts.map(|count| count.n_states).sum(),
            most: most.map_or(0, |count| count.most),
            witness: most.map(|count| states.board(count.state)),
        }
    };
    let (first_greater, second_greater) = (greater(0), greater(1));
    Ok(Dominance {
        first,
        second,
        n_equal: states.n_states() as u64 - first_greater.n_states - second_greater.n_states,
        first_greater,
        second_greater,
    })
}
