//! How often each value h occurs at each distance h*, and what follows from that.

use super::AuditError;
use super::distances::Distances;
use super::states::States;
use super::team::Watch;
use std::collections::HashMap;
use tilescope_search::Cost;
use tilescope_search::hashing::QuickHash;

/// The number of states with a distance and a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The exact distance h*.
    pub distance: Cost,
    pub h: Cost,
    pub n: u64,
}

/// The matrix of h and h*: its cells that are not empty, by distance and then by h.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Joint {
    pub cells: Vec<Cell>,
}

/// The states at one distance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AtDistance {
    pub distance: Cost,
    pub n: u64,
    pub min_h: Cost,
    pub mean_h: f64,
    pub max_h: Cost,
    /// The mean of h* − h.
    pub mean_error: f64,
}

impl Joint {
    /// Counts all states.
    ///
    /// # Errors
    /// If the audit must stop.
    pub fn count(
        values: &[Cost],
        distances: &Distances,
        states: &States,
        watch: &Watch,
    ) -> Result<Self, AuditError> {
        type Counts = HashMap<u64, u64, QuickHash>;
        let counts = watch.for_all(states.n_states(), Counts::default, |counts, range| {
            for state in range {
                let key = u64::from(distances.get(state)) << 32 | u64::from(values[state]);
                *counts.entry(key).or_default() += 1;
            }
        })?;
        let mut all = Counts::default();
        for (key, n) in counts.into_iter().flatten() {
            *all.entry(key).or_default() += n;
        }
        let cell = |(key, n): (u64, u64)| Cell {
            distance: (key >> 32) as Cost,
            h: key as Cost,
            n,
        };
        let mut cells: Vec<Cell> = all.into_iter().map(cell).collect();
        cells.sort_unstable_by_key(|cell| (cell.distance, cell.h));
        Ok(Joint { cells })
    }

    /// Counts these pairs of h* and h.
    pub fn of(pairs: impl Iterator<Item = (Cost, Cost)>) -> Self {
        let mut cells: Vec<Cell> = Vec::new();
        let mut pairs: Vec<(Cost, Cost)> = pairs.collect();
        pairs.sort_unstable();
        for (distance, h) in pairs {
            match cells.last_mut() {
                Some(last) if (last.distance, last.h) == (distance, h) => last.n += 1,
                _ => cells.push(Cell { distance, h, n: 1 }),
            }
        }
        Joint { cells }
    }

    /// The number of states.
    pub fn n_states(&self) -> u64 {
        self.cells.iter().map(|cell| cell.n).sum()
    }

    /// The mean of h.
    pub fn mean(&self) -> f64 {
        let sum: u128 = self.cells.iter().map(|cell| weighted(cell.n, cell.h)).sum();
        sum as f64 / self.n_states() as f64
    }

    /// The greatest h.
    pub fn greatest(&self) -> Cost {
        self.cells.iter().map(|cell| cell.h).max().unwrap_or(0)
    }

    /// The number of states with each value, the least value first.
    pub fn histogram(&self) -> Vec<(Cost, u64)> {
        counted(self.cells.iter().map(|cell| (cell.h, cell.n)))
    }

    /// The number of states at each distance, the least distance first.
    pub fn distances(&self) -> Vec<(Cost, u64)> {
        counted(self.cells.iter().map(|cell| (cell.distance, cell.n)))
    }

    /// The number of states in which h is exact.
    pub fn n_exact(&self) -> u64 {
        let exact = self.cells.iter().filter(|cell| cell.h == cell.distance);
        exact.map(|cell| cell.n).sum()
    }

    /// The error by distance.
    pub fn by_distance(&self) -> Vec<AtDistance> {
        let groups = self.cells.chunk_by(|a, b| a.distance == b.distance);
        let of_group = |group: &[Cell]| {
            let n: u64 = group.iter().map(|cell| cell.n).sum();
            let sum: u128 = group.iter().map(|cell| weighted(cell.n, cell.h)).sum();
            let mean_h = sum as f64 / n as f64;
            AtDistance {
                distance: group[0].distance,
                n,
                min_h: group[0].h,
                mean_h,
                max_h: group[group.len() - 1].h,
                mean_error: f64::from(group[0].distance) - mean_h,
            }
        };
        groups.map(of_group).collect()
    }
}

fn weighted(n: u64, cost: Cost) -> u128 {
    u128::from(n) * u128::from(cost)
}

/// The sum of the counts of each value, the least value first.
fn counted(counts: impl Iterator<Item = (Cost, u64)>) -> Vec<(Cost, u64)> {
    let mut counts: Vec<(Cost, u64)> = counts.collect();
    counts.sort_unstable();
    let groups = counts.chunk_by(|a, b| a.0 == b.0);
    let sum = |group: &[(Cost, u64)]| (group[0].0, group.iter().map(|(_, n)| n).sum());
    groups.map(sum).collect()
}
