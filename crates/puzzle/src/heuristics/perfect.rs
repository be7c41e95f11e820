//! The exact distance, from a table of the whole state space.

use super::lru_cache::LruCache;
use super::{HeuristicAbout, Preparation, Tables, TileHeuristic, Unsupported};
use crate::pattern_database::Supervisor;
use crate::whole_space::{Distances, WholeSpace};
use crate::{Board, Cells, Costs, Size, SlidingTiles, State};
use std::sync::Arc;
use tilescope_search::{Action, Cost, Heuristic, StopReason};

/// The distance to the goal in moves, times the minimum cost of a move.
pub struct Perfect {
    distances: Distances,
    min_cost: Cost,
}

impl TileHeuristic for Perfect {
    const ABOUT: HeuristicAbout = HeuristicAbout {
        key: "perfect",
        name: "Exact distance",
        other_names: &["h*", "perfect heuristic"],
        summary: "Looks up the exact distance to the goal, in a table of all boards.",
        relaxes: "Nothing: the table comes from solving every board.",
        admissible: true,
        consistent: true,
        preparation: Preparation::Tables,
        parameter: None,
        text: "A breadth-first search from the goal visits every board that can reach it, and \
               stores one bit of each distance: since a move changes the distance by one, the bit \
               tells whether a neighbour is nearer or farther. With this heuristic A* and IDA* \
               expand no node off a shortest path, which shows what remains of a search when the \
               heuristic is perfect: tie-breaking alone decides which shortest path is expanded. \
               The table takes a millisecond for 3×3, and a second or two and 29 MiB for 3×4 and \
               2×6; larger boards have too many states. It serves every goal with the blank in the \
               same cell. Where moves have different costs, each counts as much as the cheapest.",
    };

    fn new(goal: &Board, costs: Costs) -> Result<Self, Unsupported> {
        let unsupported = |reason: &'static str| Unsupported {
            name: Self::ABOUT.name,
            size: goal.size(),
            reason: reason.into(),
        };
        if goal.size().n_cells() > WholeSpace::MAX_CELLS {
            return Err(unsupported(
                "it needs a board of at most 12 cells, such as 3×4",
            ));
        }
        let space = space(goal, &mut ());
        let space = space.map_err(|_| unsupported("there is no memory for its table"))?;
        Ok(Perfect {
            distances: space.distances_to(goal),
            min_cost: costs.min_move_cost(goal.size()),
        })
    }

    fn table_bytes(goal: &Board, _: Costs, _: Option<u32>) -> u64 {
        if goal.size().n_cells() > WholeSpace::MAX_CELLS {
            return 0;
        }
        WholeSpace::n_states_for(goal.size()).div_ceil(8)
    }

    fn prepare(
        goal: &Board,
        _: Costs,
        _: Option<u32>,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Tables, StopReason> {
        let mut tables = Tables::default();
        if goal.size().n_cells() <= WholeSpace::MAX_CELLS {
            supervisor.begin_table(WholeSpace::n_states_for(goal.size()).div_ceil(8));
            let space = space(goal, supervisor)?;
            let n_bytes = space.bytes();
            tables.add(space, n_bytes);
        }
        Ok(tables)
    }
}

/// The whole space of `goal`, from the cache or by a new search.
fn space(goal: &Board, supervisor: &mut dyn Supervisor) -> Result<Arc<WholeSpace>, StopReason> {
    // Holds a few sizes and cells of the goal's blank, up to 30 MB each.
    static SPACES: LruCache<(Size, usize), WholeSpace> = LruCache::new(3);
    let key = (goal.size(), goal.blank());
    SPACES.get(&key, supervisor, |supervisor| {
        WholeSpace::build(goal, supervisor)
    })
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for Perfect {
    fn estimate(&self, state: &State<C>) -> Cost {
        self.distances.distance(state) * self.min_cost
    }

    fn update(&self, h: Cost, _: &State<C>, _: Action, child: &State<C>) -> Cost {
        self.distances.neighbour_distance(h / self.min_cost, child) * self.min_cost
    }
}
