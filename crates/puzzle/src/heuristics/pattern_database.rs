//! Additive pattern databases as a heuristic: each group of tiles is solved as if the others were
//! blank.

use super::Tables;
use super::lru_cache::LruCache;
use crate::costs::greatest_common_divisor;
use crate::pattern_database::ranking::{MAX_CELLS, MAX_TILES, n_placements};
use crate::pattern_database::{self, Additive, Blank, Partition, Pattern, Supervisor, images};
use crate::{Board, Cells, Costs, Direction, Size, SlidingTiles, State};
use std::sync::Arc;
use tilescope_search::memory::check_machine;
use tilescope_search::{Action, Cost, Heuristic, StopReason};

/// The sum over all patterns (groups of tiles) of the cost to solve the pattern, counting its own
/// moves only.
///
/// No move belongs to two patterns, so the sum never overestimates (Korf & Felner 2002). Most
/// databases ignore the blank: each entry is the minimum over all cells of the blank. That makes
/// them small, and inconsistent. Databases that keep the blank are larger and consistent: see
/// [`Blank`].
pub struct PatternDatabases(Kind);

enum Kind {
    /// For uniform costs on boards of up to 32 cells: the cost of a move, and databases of move
    /// counts.
    Uniform(Cost, Additive),
    Varied(VariedCost),
}

/// Patterns that don't partition the tiles, or are too large.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PartitionError {
    #[error("the patterns contain {0}, which is no tile of the board")]
    NoSuchTile(u8),
    #[error("the patterns contain tile {0} twice")]
    Repeated(u8),
    #[error("the patterns leave out tile {0}")]
    Missing(u8),
    #[error("a database of {n_tiles} tiles on {size} cells would be too large to build")]
    TooLarge { n_tiles: usize, size: Size },
    #[error(
        "keeping the blank requires that all moves cost the same and the board has at most \
         {MAX_CELLS} cells"
    )]
    BlankNotSupported,
}

impl PatternDatabases {
    /// Uses the databases in memory and builds those missing, which takes up to minutes for the
    /// largest. Call [`prepare`](Self::prepare) first to build them under supervision.
    ///
    /// # Errors
    /// If not every tile is in one pattern, or one is too large.
    pub fn new(goal: &Board, costs: Costs, partition: &Partition) -> Result<Self, PartitionError> {
        check(goal, costs, partition)?;
        if is_uniform(goal, costs) {
            return Self::uniform(goal, costs, std::slice::from_ref(partition));
        }
        let databases = VariedCost::new(goal, costs, partition);
        Ok(PatternDatabases(Kind::Varied(databases.map_err(|_| {
            // Of those alone that are there, none is missing: there was no memory.
            PartitionError::TooLarge {
                n_tiles: partition.iter().map(Vec::len).max().unwrap_or(0),
                size: goal.size(),
            }
        })?)))
    }

    /// As [`new`](Self::new), and takes the maximum over all rotations and reflections of the
    /// board that keep the goal's blank in place. The estimate is never lower and needs no further
    /// databases.
    ///
    /// # Errors
    /// If not every tile is in one pattern, or one is too large.
    pub fn mirrored(
        goal: &Board,
        costs: Costs,
        partition: &Partition,
    ) -> Result<Self, PartitionError> {
        check(goal, costs, partition)?;
        if !is_uniform(goal, costs) {
            return Self::new(goal, costs, partition);
        }
        let mut partitions = images(goal, partition);
        partitions.insert(0, partition.clone());
        Self::uniform(goal, costs, &partitions)
    }

    /// Checks that `partition` is valid for `goal`.
    ///
    /// # Errors
    /// If not every tile is in one pattern, or one is too large.
    pub fn check(goal: &Board, costs: Costs, partition: &Partition) -> Result<(), PartitionError> {
        check(goal, costs, partition)
    }

    /// The size, in bytes, of the database of a pattern of `n_tiles` tiles.
    pub fn bytes(goal: &Board, costs: Costs, n_tiles: usize, blank: Blank) -> u64 {
        let size = goal.size();
        if n_tiles == 0 {
            0
        } else if is_uniform(goal, costs) && !is_too_large(size, n_tiles) {
            pattern_database::n_bytes(size, n_tiles, blank)
        } else if is_uniform(goal, costs) && n_tiles <= MAX_TILES {
            // Too large to build; the size goes into the error message.
            n_placements(size.n_cells(), n_tiles).div_ceil(2)
        } else {
            let n_bits = bits(size) as usize * n_tiles;
            if n_bits < 63 { 2 << n_bits } else { u64::MAX }
        }
    }

    /// The size of the databases of `partition`, in bytes; 0 if it is invalid.
    pub fn table_bytes(goal: &Board, costs: Costs, partition: &Partition) -> u64 {
        if check(goal, costs, partition).is_err() {
            return 0;
        }
        let bytes = |tiles: &Vec<u8>| Self::bytes(goal, costs, tiles.len(), partition.blank);
        partition.iter().map(bytes).sum()
    }

    /// Builds the databases that don't exist yet; nothing if `partition` is invalid.
    ///
    /// # Errors
    /// If the supervisor stops it, or memory is exhausted.
    pub fn prepare(
        goal: &Board,
        costs: Costs,
        partition: &Partition,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Tables, StopReason> {
        let mut tables = Tables::default();
        let Ok(patterns) = required_patterns(goal, costs, partition) else {
            return Ok(tables);
        };
        if is_uniform(goal, costs) {
            for pattern in patterns {
                let n_bytes = pattern.n_bytes();
                supervisor.begin_table(n_bytes);
                let database = pattern_database::get_or_build(&pattern, supervisor)?;
                tables.add(database, n_bytes);
            }
        } else {
            for tiles in partition.iter() {
                let n_bytes = Self::bytes(goal, costs, tiles.len(), partition.blank);
                supervisor.begin_table(n_bytes);
                let database = Database::get_or_build(goal, costs, tiles, supervisor)?;
                tables.add(database, n_bytes);
            }
        }
        Ok(tables)
    }

    /// The values of the patterns on `board`: of the partition, turned or reflected if that gives
    /// more, whose sum is the estimate. `None` where costs vary.
    pub fn pattern_values(&self, board: &Board) -> Option<Vec<(Vec<u8>, Cost)>> {
        let Kind::Uniform(cost, additive) = &self.0 else {
            return None;
        };
        let values = additive.pattern_values(board).into_iter();
        Some(values.map(|(tiles, moves)| (tiles, cost * moves)).collect())
    }

    fn uniform(goal: &Board, costs: Costs, sums: &[Partition]) -> Result<Self, PartitionError> {
        let additive = Additive::new(goal, sums, |pattern| {
            let obtained = pattern_database::get_or_build(pattern, &mut ());
            obtained.map_err(|_| PartitionError::TooLarge {
                n_tiles: pattern.homes().len(),
                size: goal.size(),
            })
        });
        Ok(PatternDatabases(Kind::Uniform(
            costs.min_move_cost(goal.size()),
            additive?,
        )))
    }
}

/// The patterns of `partition` for which databases of move counts are needed; none if costs are
/// not uniform.
///
/// # Errors
/// If not every tile is in one pattern, or one is too large.
pub fn required_patterns(
    goal: &Board,
    costs: Costs,
    partition: &Partition,
) -> Result<Vec<Pattern>, PartitionError> {
    check(goal, costs, partition)?;
    if !is_uniform(goal, costs) {
        return Ok(Vec::new());
    }
    let patterns = partition.iter().filter(|tiles| !tiles.is_empty());
    let pattern = |tiles: &Vec<u8>| Pattern::new(goal, tiles, partition.blank).0;
    let mut patterns: Vec<Pattern> = patterns.map(pattern).collect();
    patterns.sort_unstable();
    patterns.dedup();
    Ok(patterns)
}

/// Whether the databases count moves.
fn is_uniform(goal: &Board, costs: Costs) -> bool {
    costs.are_uniform() && goal.size().n_cells() <= MAX_CELLS
}

/// The largest database of move counts, in placements of half a byte: seven tiles on 25 cells have
/// 2.4 billion.
const MAX_PLACEMENTS: u64 = 1 << 32;

/// Whether a database of move counts is too large.
fn is_too_large(size: Size, n_tiles: usize) -> bool {
    n_tiles > MAX_TILES || n_placements(size.n_cells(), n_tiles) > MAX_PLACEMENTS
}

/// Checks that every tile is in one pattern and no pattern is too large.
fn check(goal: &Board, costs: Costs, partition: &Partition) -> Result<(), PartitionError> {
    let size = goal.size();
    if partition.keeps_blank() && !is_uniform(goal, costs) {
        return Err(PartitionError::BlankNotSupported);
    }
    let mut is_there = vec![false; size.n_cells()];
    for &tile in partition.iter().flatten() {
        match is_there.get_mut(usize::from(tile)) {
            Some(is_there) if tile != 0 => {
                if std::mem::replace(is_there, true) {
                    return Err(PartitionError::Repeated(tile));
                }
            }
            _ => return Err(PartitionError::NoSuchTile(tile)),
        }
    }
    if let Some(tile) = is_there.iter().skip(1).position(|is_there| !is_there) {
        return Err(PartitionError::Missing(tile as u8 + 1));
    }
    let is_too_large = |n_tiles: &usize| match is_uniform(goal, costs) {
        true => is_too_large(size, *n_tiles),
        false => state_bits(size, *n_tiles) > MAX_STATE_BITS,
    };
    match partition.iter().map(Vec::len).find(is_too_large) {
        Some(n_tiles) => Err(PartitionError::TooLarge { n_tiles, size }),
        None => Ok(()),
    }
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for PatternDatabases {
    fn estimate(&self, state: &State<C>) -> Cost {
        match &self.0 {
            Kind::Uniform(cost, additive) => cost * additive.estimate(state),
            Kind::Varied(databases) => databases.estimate(state),
        }
    }

    fn update(&self, h: Cost, parent: &State<C>, _: Action, child: &State<C>) -> Cost {
        match &self.0 {
            Kind::Uniform(cost, additive) => cost * additive.update(h / cost, parent, child),
            Kind::Varied(databases) => databases.update(h, parent, child),
        }
    }
}

/// Databases of costs, for moves of different costs and for boards too large to rank: small
/// patterns only.
struct VariedCost {
    /// For each tile: its pattern, and the shift of its cell in the pattern's placements. The
    /// blank has none.
    members: Vec<Option<Member>>,
    n_cells: usize,
    databases: Vec<Arc<Database>>,
}

#[derive(Clone, Copy)]
struct Member {
    pattern: usize,
    shift: u32,
}

impl VariedCost {
    /// Builds a database for each of `patterns`, which partition the tiles, or takes it from the
    /// cache.
    ///
    /// # Errors
    /// If memory is exhausted.
    fn new(goal: &Board, costs: Costs, patterns: &[Vec<u8>]) -> Result<Self, StopReason> {
        let size = goal.size();
        let mut members = vec![None; size.n_cells()];
        for (pattern, tiles) in patterns.iter().enumerate() {
            for (&tile, i) in tiles.iter().zip(0..) {
                let shift = i * bits(size);
                members[usize::from(tile)] = Some(Member { pattern, shift });
            }
        }
        let database = |tiles: &Vec<u8>| Database::get_or_build(goal, costs, tiles, &mut ());
        Ok(VariedCost {
            members,
            n_cells: size.n_cells(),
            databases: patterns
                .iter()
                .map(database)
                .collect::<Result<_, StopReason>>()?,
        })
    }

    /// The placement of a pattern's tiles.
    fn placement<C: Cells>(&self, cells: C, pattern: usize) -> usize {
        let share = |cell| match self.members[usize::from(cells.get(cell))] {
            Some(member) if member.pattern == pattern => cell << member.shift,
            _ => 0,
        };
        (0..self.n_cells).map(share).sum()
    }

    fn estimate<C: Cells>(&self, state: &State<C>) -> Cost {
        (self.databases.iter().enumerate())
            .map(|(pattern, database)| database.cost(self.placement(state.cells, pattern)))
            .sum()
    }

    fn update<C: Cells>(&self, h: Cost, parent: &State<C>, child: &State<C>) -> Cost {
        // The tile moves to the blank's former cell.
        let (from, to) = (usize::from(child.blank), usize::from(parent.blank));
        match self.members[usize::from(parent.cells.get(from))] {
            Some(Member { pattern, shift }) => {
                let database = &self.databases[pattern];
                let before = self.placement(parent.cells, pattern);
                let after = before - (from << shift) + (to << shift);
                h - database.cost(before) + database.cost(after)
            }
            None => h,
        }
    }
}

/// The minimum costs of one pattern.
struct Database {
    /// Indexed by placement: the cells of the tiles in [`bits`] bits each, the first tile's
    /// lowest. In units, saturating; unreachable placements have the maximum too. Lower values are
    /// admissible.
    n_units: Vec<u16>,
    /// The greatest common divisor of the costs.
    unit: Cost,
}

/// The number of bits of a cell's number.
fn bits(size: Size) -> u32 {
    size.n_cells().next_power_of_two().ilog2()
}

/// The number of bits of a placement and the cell of the blank.
fn state_bits(size: Size, n_tiles: usize) -> u32 {
    bits(size) * (n_tiles as u32 + 1)
}

/// Five tiles on up to 16 cells, four on up to 32: at most 8 MiB for a database and as much to
/// build it. Five tiles on 16 cells have 5.8 million states, which take a third of a second.
const MAX_STATE_BITS: u32 = 26;

impl Database {
    fn cost(&self, placement: usize) -> Cost {
        Cost::from(self.n_units[placement]) * self.unit
    }

    /// The database of `tiles`, built if it is not cached.
    ///
    /// # Errors
    /// If the supervisor stops it, or memory is exhausted.
    fn get_or_build(
        goal: &Board,
        costs: Costs,
        tiles: &[u8],
        supervisor: &mut dyn Supervisor,
    ) -> Result<Arc<Database>, StopReason> {
        // Holds the databases of a few partitions, up to 8 MiB each.
        static DATABASES: LruCache<(Board, Costs, Vec<u8>), Database> = LruCache::new(12);
        let key = (goal.clone(), costs, tiles.to_vec());
        DATABASES.get(&key, supervisor, |supervisor| {
            Database::build(goal, costs, tiles, supervisor)
        })
    }

    /// Dijkstra's algorithm backward from the goal, with buckets. A state is a placement and the
    /// cell of the blank; moves of other tiles are free.
    fn build(
        goal: &Board,
        costs: Costs,
        tiles: &[u8],
        supervisor: &mut dyn Supervisor,
    ) -> Result<Database, StopReason> {
        /// States between two progress reports: a fraction of a millisecond.
        const REPORT_INTERVAL: u64 = 1 << 12;
        let size = goal.size();
        let (bits, mask) = (bits(size), (1 << bits(size)) - 1);
        let shifts = || (1..).map(|i| i * bits).take(tiles.len());
        let direction_unit = Direction::ALL.map(|direction| costs.direction_cost(direction));
        let direction_unit = direction_unit.into_iter().fold(0, greatest_common_divisor);
        let tile_unit = tiles.iter().map(|&tile| costs.tile_cost(tile, size));
        let tile_unit = tile_unit.fold(0, greatest_common_divisor);
        let moves = moves_to(size, costs, direction_unit);
        let tile_units = |tile: &u8| (costs.tile_cost(*tile, size) / tile_unit) as usize;
        let tile_units: Vec<usize> = tiles.iter().map(tile_units).collect();

        let n_states = 1_usize << state_bits(size, tiles.len());
        // Costs and closed bits for all placements, and four bytes for each reachable state in a
        // bucket.
        let n_reachable = n_placements(size.n_cells(), tiles.len() + 1);
        supervisor.reserve(2 * (n_states >> bits) + n_states / 8 + 4 * n_reachable as usize)?;
        let mut n_settled = 0;
        let mut n_units = filled(u16::MAX, n_states >> bits)?;
        let mut is_settled = filled(0_u64, n_states.div_ceil(64))?;
        // The blank's cell in the lowest bits, then the tiles'.
        let cells = tiles.iter().map(|&tile| goal.cell_of(tile) as u32);
        let placement: u32 = cells.zip(shifts()).map(|(cell, shift)| cell << shift).sum();
        let mut buckets = vec![vec![placement | goal.blank() as u32]];
        let mut now = 0;
        while now < buckets.len().min(u16::MAX.into()) {
            let Some(state) = buckets[now].pop() else {
                buckets[now] = Vec::new();
                now += 1;
                continue;
            };
            let bit = 1 << (state % 64);
            let word = &mut is_settled[state as usize / 64];
            if *word & bit != 0 {
                continue;
            }
            *word |= bit;
            n_settled += 1;
            if n_settled % REPORT_INTERVAL == 0 {
                // The buckets grow meanwhile.
                check_machine(n_states / 8)?;
                supervisor.report_progress(n_settled as f64 / n_reachable as f64)?;
            }
            let known = &mut n_units[(state >> bits) as usize];
            *known = (*known).min(now as u16);

            let blank = state & mask;
            for &(cell, n_units) in &moves[blank as usize] {
                // The blank swaps with a tile of the pattern, or with another one for free.
                let mut tiles = shifts().zip(&tile_units);
                let moved = tiles.find(|(shift, _)| state >> shift & mask == cell);
                let others = state ^ blank ^ cell;
                let (earlier, later) = match moved {
                    Some((shift, units)) => {
                        (others ^ (cell ^ blank) << shift, now + n_units * units)
                    }
                    None => (others, now),
                };
                // Costs beyond 16 bits are not explored.
                if later >= u16::MAX.into() {
                    continue;
                }
                if is_settled[earlier as usize / 64] >> (earlier % 64) & 1 == 0 {
                    if later >= buckets.len() {
                        let more = later + 1 - buckets.len();
                        buckets.try_reserve(more).map_err(|_| StopReason::Memory)?;
                        buckets.resize(later + 1, Vec::new());
                    }
                    let bucket = &mut buckets[later];
                    bucket.try_reserve(1).map_err(|_| StopReason::Memory)?;
                    bucket.push(earlier);
                }
            }
        }
        let unit = direction_unit * tile_unit;
        Ok(Database { n_units, unit })
    }
}

/// `n` times `value`.
///
/// # Errors
/// If memory is exhausted.
fn filled<T: Clone>(value: T, n: usize) -> Result<Vec<T>, StopReason> {
    check_machine(n * size_of::<T>())?;
    let mut values = Vec::new();
    (values.try_reserve_exact(n)).map_err(|_| StopReason::Memory)?;
    values.resize(n, value);
    Ok(values)
}

/// For each cell of the blank: the cells from which a move brings it there, and the cost in units.
fn moves_to(size: Size, costs: Costs, unit: Cost) -> Vec<Vec<(u32, usize)>> {
    let moves_to = |blank| {
        let from = |direction: Direction| {
            let cell = size.neighbour(blank, direction)?;
            Some((
                cell as u32,
                (costs.direction_cost(direction.opposite()) / unit) as usize,
            ))
        };
        Direction::ALL.into_iter().filter_map(from).collect()
    };
    (0..size.n_cells()).map(moves_to).collect()
}
