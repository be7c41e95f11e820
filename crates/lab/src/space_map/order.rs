//! The order of the boards in a map of their space.

use super::{Row, SpaceMap};
use crate::audit::AuditError;
use crate::audit::distances::Distances;
use crate::audit::states::States;
use crate::audit::symmetry::Symmetry;
use crate::audit::team::Watch;
use tilescope_puzzle::Costs;
use tilescope_search::Cost;

/// The points of a map.
pub struct Ordered {
    /// The point of each state.
    pub points: Vec<u32>,
    /// The state of each point.
    pub state_of: Vec<u32>,
    /// The number of shortest paths from each point to the goal.
    pub n_paths: Vec<u64>,
    pub rows: Vec<Row>,
}

/// The states between two looks at the interrupt.
const STEP: usize = 1 << 14;

/// For each state the one with the least number among those that symmetries of the goal make of it.
///
/// # Errors
/// If it must stop.
pub fn first_of_orbits(
    states: &States,
    costs: Costs,
    watch: &Watch,
) -> Result<Vec<u32>, AuditError> {
    let goal = states.goal();
    let maps: Vec<_> = Symmetry::of(goal, costs)
        .map(|symmetry| (symmetry.cells(goal.size()), symmetry.tiles(goal)))
        .collect();
    let mut first = vec![0; states.n_states()];
    watch.fill(
        &mut first,
        || (),
        |(), begin, part| {
            for (i, first) in part.iter_mut().enumerate() {
                let state = (begin + i) as u32;
                let images = maps
                    .iter()
                    .map(|(to_cell, to_tile)| states.mapped(state, to_cell, to_tile));
                *first = images.fold(state, u32::min);
            }
        },
        |()| (),
    )?;
    Ok(first)
}

/// Puts the states in rows and in order. If there is `first`, only the states that are their own
/// first become points; the others are at the points of theirs.
///
/// # Errors
/// If it must stop.
pub fn order(
    states: &States,
    distances: &Distances,
    first: Option<&[u32]>,
    watch: &Watch,
) -> Result<Ordered, AuditError> {
    let n_states = states.n_states();
    let first_of = |state: u32| first.map_or(state, |first| first[state as usize]);
    let mut state_of: Vec<u32> = (0..n_states as u32)
        .filter(|&it| first_of(it) == it)
        .collect();
    let distance = |state: u32| distances.get(state as usize);
    state_of.sort_by_key(|&state| distance(state));
    watch.check()?;
    let mut rows = rows(&state_of, distance);
    // Of each state that is a point: its place in its row from 0 to 1, and its shortest paths.
    let mut places = vec![0.5_f32; n_states];
    let mut n_paths_of = vec![1_u64; n_states];
    let mut n_done = 0;
    for row in &mut rows {
        let in_row = &mut state_of[row.points.start as usize..row.points.end as usize];
        // By ascending distance, since in a band a state may lead to another of its row.
        for &state in in_row.iter() {
            let own = distance(state);
            let (mut place, mut n_paths) = (f32::INFINITY, 0_u64);
            for (_, to, cost) in states.moves(state) {
                if distance(to).saturating_add(cost) == own {
                    let to = first_of(to) as usize;
                    place = place.min(places[to]);
                    n_paths = n_paths.saturating_add(n_paths_of[to]);
                }
            }
            if n_paths > 0 {
                places[state as usize] = place;
                n_paths_of[state as usize] = n_paths;
            }
            n_done += 1;
            if n_done % STEP == 0 {
                watch.check()?;
                watch.add(STEP, n_states);
            }
        }
        let place = |state: u32| places[state as usize];
        in_row.sort_by(|&a, &b| place(a).total_cmp(&place(b)).then(a.cmp(&b)));
        let n = in_row.len() as f32;
        for (i, &state) in in_row.iter().enumerate() {
            places[state as usize] = (i as f32 + 0.5) / n;
        }
    }
    let mut points = vec![0; n_states];
    for (point, &state) in (0..).zip(&state_of) {
        points[state as usize] = point;
    }
    if first.is_some() {
        for state in 0..n_states as u32 {
            points[state as usize] = points[first_of(state) as usize];
        }
    }
    Ok(Ordered {
        n_paths: state_of.iter().map(|&it| n_paths_of[it as usize]).collect(),
        points,
        state_of,
        rows,
    })
}

/// The rows of states in ascending order of their distances: one for each distance, or bands of
/// equal width if there are too many.
fn rows(states: &[u32], distance: impl Fn(u32) -> Cost) -> Vec<Row> {
    let by = |width: Cost| {
        let mut rows: Vec<Row> = Vec::new();
        for (point, &state) in (0..).zip(states) {
            let own = distance(state);
            match rows.last_mut() {
                Some(row) if row.distances.0 / width == own / width => {
                    row.distances.1 = own;
                    row.points.end = point + 1;
                    row.n_boards += 1;
                }
                _ => rows.push(Row {
                    distances: (own, own),
                    points: point..point + 1,
                    n_boards: 1,
                }),
            }
        }
        rows
    };
    let rows = by(1);
    if rows.len() <= SpaceMap::MAX_ROWS {
        return rows;
    }
    let greatest = states.last().map_or(0, |&state| distance(state));
    by((greatest / SpaceMap::MAX_ROWS as Cost).saturating_add(1))
}
