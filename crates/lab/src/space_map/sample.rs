//! A map with a uniform sample of the boards of a space: it is the same at each time.

use super::{Points, Row, SpaceMap};
use crate::Interrupt;
use crate::audit::AuditError;
use crate::audit::states::States;
use crate::audit::team::Watch;
use crate::whole_space::{self, WholeSpaceError};
use std::sync::Arc;
use tilescope_puzzle::{Board, Costs, Direction};
use tilescope_search::Cost;

/// The memory of a point while the map is made, in bytes: as a [`Point`], and in the map.
pub const OF_POINT: u64 = 32 + 16;

/// The part of the time that the search of the whole space takes.
const SEARCH: f64 = 0.6;

/// A board of the sample.
#[derive(Clone, Copy, Default)]
struct Point {
    moves: Cost,
    /// A shortest path from the goal, two bits a move, the first move in the highest bits.
    path: u128,
    state: u32,
}

/// The map of a sample of the states that can reach `goal`, which has at most 12 cells.
///
/// # Errors
/// If there is not enough memory, or it was interrupted.
pub fn find(
    goal: &Board,
    costs: Costs,
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(f64) + Send),
) -> Result<SpaceMap, AuditError> {
    let states = States::new(goal, costs)?;
    let mut searched = |done| on_progress(SEARCH * done);
    let space = whole_space::search(goal, None, u64::MAX, interrupt, &mut searched);
    let space = Arc::new(space.map_err(|error| match error {
        WholeSpaceError::TooLarge(error) => error.into(),
        WholeSpaceError::Memory { .. } | WholeSpaceError::Refused { .. } => AuditError::NoMemory,
        WholeSpaceError::Interrupted => AuditError::Interrupted,
    })?);
    // One of each run of states, so each state is as likely as any other, and none comes twice.
    let mut rng = fastrand::Rng::with_seed(1);
    let run = SpaceMap::SAMPLED as u32;
    let draw = |i| Point {
        state: i * run + rng.u32(0..run),
        ..Point::default()
    };
    let mut all: Vec<Point> = (0..states.n_states() as u32 / run).map(draw).collect();
    let distances = space.distances_to(goal);
    let mut walked = |done| on_progress(SEARCH + (1.0 - SEARCH) * done);
    let watch = Watch::new(1, None, interrupt, &mut walked);
    let columns = goal.size().columns();
    let walk = |(): &mut (), _, part: &mut [Point]| {
        for point in part {
            let state = states.state(point.state);
            let mut from = usize::from(state.blank);
            distances.walk(&state, |to| {
                let to = usize::from(to);
                let back = match to.abs_diff(from) == columns {
                    true if to > from => Direction::Up,
                    true => Direction::Down,
                    false if to > from => Direction::Left,
                    false => Direction::Right,
                };
                // The moves that are farthest from the goal may be lost.
                point.path = point.path >> 2 | (back as u128) << 126;
                point.moves += 1;
                from = to;
            });
        }
    };
    watch.fill(&mut all, || (), walk, |()| ())?;
    // In this order boards with a common way to the goal are near each other.
    all.sort_unstable_by_key(|point| (point.moves, point.path, point.state));
    let cost = states.uniform_cost().unwrap_or(1);
    let mut points: Vec<(u32, u32)> = { all.iter().zip(0..) }
        .map(|(point, i)| (point.state, i))
        .collect();
    points.sort_unstable();
    Ok(SpaceMap {
        rows: rows(space.levels(), &all, cost),
        points: Points::Sample(points),
        state_of: all.iter().map(|point| point.state).collect(),
        distances: all.iter().map(|point| point.moves * cost).collect(),
        n_paths: Vec::new(),
        max_paths: 1,
        states,
        costs,
    })
}

/// A row for each level, or bands of them if there are too many.
fn rows(levels: &[u64], all: &[Point], cost: Cost) -> Vec<Row> {
    let width = levels.len().div_ceil(SpaceMap::MAX_ROWS);
    let mut points = 0..0;
    let row = |(i, levels): (usize, &[u64])| {
        let least = (i * width) as Cost;
        let greatest = least + levels.len() as Cost - 1;
        let end = all.partition_point(|point| point.moves <= greatest) as u32;
        points = points.end..end;
        Row {
            distances: (least * cost, greatest * cost),
            points: points.clone(),
            n_boards: levels.iter().sum(),
        }
    };
    levels.chunks(width).enumerate().map(row).collect()
}
