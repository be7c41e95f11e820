//! Whether a heuristic treats a board and its reflection alike.

use super::AuditError;
use super::dominance::{self, Greater};
use super::states::States;
use super::team::Watch;
use tilescope_puzzle::{Board, Costs, Size};
use tilescope_search::Cost;

/// A reflection or a rotation of the board: whether it mirrors the columns, whether it mirrors the
/// rows, and whether it then swaps rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    columns: bool,
    rows: bool,
    transposed: bool,
}

/// The states whose value is not that of their reflection, which is as far from the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asymmetry {
    pub symmetry: Symmetry,
    /// The states with a greater value than their reflection. As many have a lower one, except in a
    /// rotation by a quarter.
    pub greater: Greater,
    /// The states with another value than their reflection.
    pub n_states: u64,
}

impl Symmetry {
    /// All but the identity.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (1..8).map(|bits: u8| Symmetry {
            columns: bits & 2 != 0,
            rows: bits & 4 != 0,
            transposed: bits & 1 != 0,
        })
    }

    /// Those under which boards are as far from `goal` as before.
    pub fn of(goal: &Board, costs: Costs) -> impl Iterator<Item = Symmetry> {
        Self::all().filter(move |symmetry| symmetry.preserves(goal, costs))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match (self.columns, self.rows, self.transposed) {
            (false, false, false) => "identity",
            (false, false, true) => "reflection in the main diagonal",
            (true, false, false) => "left-right reflection",
            (false, true, false) => "top-bottom reflection",
            (true, true, false) => "rotation by 180°",
            (true, true, true) => "reflection in the other diagonal",
            (true, false, true) | (false, true, true) => "rotation by 90°",
        }
    }

    /// The cell that `cell` goes to.
    fn cell(self, cell: usize, size: Size) -> usize {
        let (rows, columns) = (size.rows(), size.columns());
        let (row, column) = (cell / columns, cell % columns);
        let row = if self.rows { rows - 1 - row } else { row };
        let column = if self.columns {
            columns - 1 - column
        } else {
            column
        };
        match self.transposed {
            true => column * columns + row,
            false => row * columns + column,
        }
    }

    /// Whether reflected boards are as far from `goal`: the blank's goal cell stays, and each move
    /// costs what its reflection does.
    fn preserves(self, goal: &Board, costs: Costs) -> bool {
        let size = goal.size();
        let is_mapped = size.rows() == size.columns() || !self.transposed;
        is_mapped && self.cell(goal.blank(), size) == goal.blank() && costs.are_uniform()
    }

    /// The cell that each cell goes to.
    pub fn cells(self, size: Size) -> Vec<usize> {
        (0..size.n_cells())
            .map(|cell| self.cell(cell, size))
            .collect()
    }

    /// For each tile, the one whose goal cell is the reflection of its own.
    pub fn tiles(self, goal: &Board) -> Vec<u8> {
        let tile = |tile| {
            let home = self.cell(goal.cell_of(tile), goal.size());
            goal.tiles()[home]
        };
        (0..goal.size().n_cells() as u8).map(tile).collect()
    }
}

/// The number of passes over all states for this goal.
pub fn n_passes(goal: &Board, costs: Costs) -> usize {
    2 * Symmetry::of(goal, costs).count()
}

/// Compares each state with its reflections.
///
/// # Errors
/// If the audit must stop.
pub fn find(
    values: &[Cost],
    costs: Costs,
    states: &States,
    watch: &Watch,
) -> Result<Vec<Asymmetry>, AuditError> {
    let goal = states.goal();
    let mut found = Vec::new();
    for symmetry in Symmetry::of(goal, costs) {
        let (cells, tiles) = (symmetry.cells(goal.size()), symmetry.tiles(goal));
        let mut reflected = vec![0; states.n_states()];
        watch.fill(
            &mut reflected,
            || (),
            |(), first, part| {
                for (i, value) in part.iter_mut().enumerate() {
                    let number = states.mapped((first + i) as u32, &cells, &tiles);
                    *value = values[number as usize];
                }
            },
            |()| (),
        )?;
        let compared = dominance::find((0, values), (1, &reflected), states, watch)?;
        found.push(Asymmetry {
            symmetry,
            n_states: compared.first_greater.n_states + compared.second_greater.n_states,
            greater: compared.first_greater,
        });
    }
    Ok(found)
}
