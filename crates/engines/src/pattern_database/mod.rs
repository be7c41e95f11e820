//! IDA* with additive pattern databases, for boards up to 5×5.

mod cpu_features;
mod lookups;
mod node;
mod parallel_dfs;
mod prefixes;

use super::team;
use super::{Engine, UnsupportedPuzzle, require_unit_costs};
use crate::dynamic::{DynObserver, search_with};
use lookups::{Direct, Lookups, Ranked};
use node::Expander;
use parallel_dfs::ParallelDfs;
use std::num::NonZero;
use std::sync::Arc;
use tilescope_puzzle::heuristics::{Pdb44, Pdb78, Pdb663, Pdb6666, required_patterns};
use tilescope_puzzle::pattern_database::{
    self, Additive, Database, Partition, Pattern, ReportFn, Supervisor, direct, images, registry,
};
use tilescope_puzzle::{Board, Costs, Puzzle};
use tilescope_search::{
    About, Applies, Completeness, Cost, Directionality, EngineObserver, Observer, Optimality,
    Options, Outcome, Progress, Solution, StopReason,
};
use tilescope_search::{Databases, EvaluationFunction, Kind, Pruning, Selection};

/// IDA* with additive pattern databases.
#[derive(Clone, Debug)]
pub struct PatternDatabaseSearch {
    puzzle: Puzzle,
    threads: Option<NonZero<usize>>,
    /// The partitions to search with; if empty, the engine chooses one.
    chosen: Vec<Partition>,
}

impl Engine for PatternDatabaseSearch {
    const ABOUT: About = About {
        key: "pattern-databases",
        name: "Pattern databases",
        other_names: &["IDA* with pattern databases"],
        summary: "IDA* with additive pattern databases, which it builds if necessary.",
        kind: Kind::Engine(Databases::Chosen),
        evaluation: EvaluationFunction::Sum,
        selection: Selection::Deepest,
        pruning: Pruning::FBound,
        complete: Completeness::Always,
        optimal: Optimality::Always,
        uses_heuristic: false,
        directionality: Directionality::Unidirectional,
        options: &[Applies::Threads],
        description: "IDA* with the sum of additive pattern databases. h is the maximum of the sum and \
               those of the board's mirror images that leave the goal's blank in its cell, also \
               for databases of your own. A node keeps the placement of \
               each pattern, so a move costs one lookup per sum. Lookups wait for memory, so \
               each thread interleaves eight subtrees and expands a node of each at a time. The \
               15-puzzle uses the databases 7-8 if they are already built; if not, it builds \
               6-6-3 in a third of a second, in 24 MiB including the tables derived from them. \
               The 24-puzzle uses 6-6-6-6, other boards use groups of up to six tiles. Threads \
               share the building and the search; the solution does not depend on their number. \
               Every move must cost 1.\n\n\
               Korf & Felner, “Disjoint pattern database heuristics”, 2002.",
    };

    fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, UnsupportedPuzzle> {
        require_unit_costs(&Self::ABOUT, puzzle)?;
        if puzzle.size().n_cells() > MAX_CELLS {
            let reason = "its databases are for boards of up to 25 cells";
            return Err(UnsupportedPuzzle::new(&Self::ABOUT, puzzle, reason));
        }
        Ok(PatternDatabaseSearch {
            puzzle: puzzle.clone(),
            threads: options.threads,
            chosen: Vec::new(),
        })
    }

    fn search<O: EngineObserver>(&self, observer: &mut O) -> Outcome<O::Node> {
        search_with(observer, |observer| {
            self.run(observer).unwrap_or_else(Outcome::Stopped)
        })
    }
}

/// The most cells of a board that the engine supports.
const MAX_CELLS: usize = 25;

/// Maximum number of sums. h is the largest of them.
const MAX_SUMS: usize = 8;

/// The partition of a goal's tiles whose databases are built for a single search.
pub fn small_partition(goal: &Board) -> Partition {
    let named = Pdb44::partition(goal).or_else(|| Pdb663::partition(goal));
    let named = named.or_else(|| Pdb6666::partition(goal));
    named.unwrap_or_else(|| {
        // Tiles adjacent in the goal, row by row.
        let tiles: Vec<u8> = (goal.tiles().iter().copied())
            .filter(|&tile| tile != 0)
            .collect();
        let n_patterns = tiles.len().div_ceil(MAX_TILES);
        let chunk_size = tiles.len().div_ceil(n_patterns);
        tiles.chunks(chunk_size).map(<[u8]>::to_vec).collect()
    })
}

/// The most tiles of such a pattern: 127 million placements on 25 cells.
const MAX_TILES: usize = 6;

/// The partition whose databases are better but take long to build, if there is one.
pub fn large_partition(goal: &Board) -> Option<Partition> {
    Pdb78::partition(goal).or_else(|| Pdb6666::partition(goal))
}

/// Whether the better databases are already built.
pub fn has_large(goal: &Board) -> bool {
    large(goal).is_some()
}

/// The large partition with its databases, if they are built.
fn large(goal: &Board) -> Option<(Partition, Additive)> {
    let partition = large_partition(goal)?;
    let find = |pattern: &Pattern| registry::get(pattern).ok_or(());
    let partitions = std::slice::from_ref(&partition);
    let additive = Additive::new(goal, &sums(goal, partitions), find).ok()?;
    Some((partition, additive))
}

/// The partitions, and their mirror images if the goal is symmetric and the sums are not too many.
fn sums(goal: &Board, partitions: &[Partition]) -> Vec<Partition> {
    let mut sums = partitions.to_vec();
    for image in partitions
        .iter()
        .flat_map(|partition| images(goal, partition))
    {
        if !sums.contains(&image) {
            sums.push(image);
        }
    }
    if sums.len() > MAX_SUMS {
        sums.truncate(partitions.len());
    }
    sums
}

/// The distinct databases of all sums.
fn databases(additive: &Additive) -> Vec<&Arc<Database>> {
    let mut databases: Vec<&Arc<Database>> = Vec::new();
    for lookup in additive.sums().iter().flatten() {
        if !databases.iter().any(|it| Arc::ptr_eq(it, &lookup.database)) {
            databases.push(&lookup.database);
        }
    }
    databases
}

/// The size of a database's direct table in bytes; `None` if it has none.
fn direct_bytes(database: &Database) -> Option<usize> {
    direct::n_bytes(database.pattern())
}

/// Builds the direct tables, unless a database has none. Returns whether all databases have one,
/// and whether any was built.
fn make_direct<O: EngineObserver>(
    additive: &Additive,
    observer: &mut O,
) -> Result<(bool, bool), StopReason> {
    let databases = databases(additive);
    if databases
        .iter()
        .any(|database| direct_bytes(database).is_none())
    {
        return Ok((false, false));
    }
    let mut are_made = false;
    for database in databases.iter().filter(|database| !database.has_direct()) {
        observer.reserve(direct_bytes(database).unwrap_or(0))?;
        database.direct();
        observer.progress(Progress::default())?;
        are_made = true;
    }
    Ok((true, are_made))
}

/// The size of all tables in bytes.
fn table_bytes(additive: &Additive) -> u64 {
    let bytes = |database: &Arc<Database>| {
        let direct = direct_bytes(database).filter(|_| database.has_direct());
        (database.bytes().len() + direct.unwrap_or(0)) as u64
    };
    databases(additive).into_iter().map(bytes).sum()
}

impl PatternDatabaseSearch {
    /// The engine with the maximum of the sums of these partitions.
    ///
    /// # Errors
    /// If there are too many, or one is too large or not a partition of this puzzle's tiles.
    pub fn with_partitions(self, partitions: Vec<Partition>) -> Result<Self, UnsupportedPuzzle> {
        let unsupported =
            |reason: String| UnsupportedPuzzle::new(&Self::ABOUT, &self.puzzle, reason);
        if partitions.len() > MAX_SUMS {
            let reason = format!("it takes the greatest of at most {MAX_SUMS} partitions");
            return Err(unsupported(reason));
        }
        for partition in &partitions {
            required_patterns(&self.puzzle.goal, self.puzzle.costs, partition)
                .map_err(|error| unsupported(error.to_string()))?;
        }
        Ok(PatternDatabaseSearch {
            chosen: partitions,
            ..self
        })
    }

    fn run(&self, observer: &mut DynObserver) -> Result<Outcome<()>, StopReason> {
        let goal = &self.puzzle.goal;
        observer.tables_started();
        let (partitions, additive, are_built) = self.databases(observer)?;
        let sizes = |partition: &Partition| match partition.keeps_blank() {
            true => format!("{} with the blank kept", partition.sizes()),
            false => partition.sizes(),
        };
        let sizes: Vec<String> = partitions.iter().map(sizes).collect();
        let keeps_blank = partitions.iter().any(Partition::keeps_blank);
        observer.method_chosen(&match (&sizes[..], additive.sums().len()) {
            ([sizes], 1) => format!("databases {sizes}"),
            ([sizes], _) => format!("databases {sizes}, mirrored too"),
            (_, n) => format!(
                "the greatest of {n} sums of databases, {}",
                sizes.join(" and ")
            ),
        });
        let n_parts = additive.sums().iter().map(Vec::len).max().unwrap_or(0);
        let (is_direct, are_made) = make_direct(&additive, observer)?;
        observer.tables_ready(table_bytes(&additive), are_built || are_made);
        let is_small = goal.size().n_cells() <= 16;
        /// Runs the search compiled for the smallest sufficient parameters.
        macro_rules! search_with {
            ($keeps:literal: $($cells:literal $parts:literal $sums:literal),+ $(,)?) => {
                $(if is_small == ($cells == 16)
                    && keeps_blank == $keeps
                    && n_parts <= $parts
                    && additive.sums().len() <= $sums
                {
                    // The first sum stands in for missing ones.
                    let sum = |i| additive.sums().get(i).unwrap_or(&additive.sums()[0]);
                    let sums: [_; $sums] = std::array::from_fn(|i| &sum(i)[..]);
                    if $cells == 16
                        && !$keeps
                        && is_direct
                        && let Some(lookups) = Direct::<$sums, $parts>::new(goal, sums)
                    {
                        let expander = Expander::<_, $cells, $sums, $parts>::new(goal, &additive, lookups);
                        return self.deepen(expander, &additive, observer);
                    }
                    let lookups = Ranked::<$keeps, $sums, $parts>::new(goal, sums);
                    let expander = Expander::<_, $cells, $sums, $parts>::new(goal, &additive, lookups);
                    return self.deepen(expander, &additive, observer);
                })+
            };
        }
        search_with!(true: 16 4 1, 16 4 2, 16 16 8, 32 4 1, 32 4 2, 32 32 8);
        search_with!(false: 16 4 1, 16 2 2, 16 4 2, 16 4 4, 16 16 8, 32 4 1, 32 4 2, 32 4 4, 32 32 8);
        unreachable!("there are at most {MAX_SUMS} sums")
    }

    /// Iterates until there is a solution. The bound rises by 2, because a move changes the
    /// distance to the goal by 1.
    fn deepen<A, const CELLS: usize, const SUMS: usize, const PARTS: usize>(
        &self,
        expander: Expander<A, CELLS, SUMS, PARTS>,
        additive: &Additive,
        observer: &mut DynObserver,
    ) -> Result<Outcome<()>, StopReason>
    where
        A: Lookups<SUMS, PARTS>,
    {
        let start = expander.node(&self.puzzle.start, additive);
        let mut search = ParallelDfs::new(expander, start, team::n_threads(self.threads));
        let mut bound = search.h();
        observer.iteration(bound);
        observer.root(bound);
        loop {
            if let Some(actions) = search.search(bound, observer)? {
                let cost = actions.len() as Cost;
                return Ok(Outcome::Solved(Solution {
                    actions,
                    cost,
                    node: (),
                }));
            }
            bound += 2;
            observer.iteration(bound);
        }
    }

    /// The sums of the chosen databases, or else of the large ones if they are built, or else of the
    /// small ones. Also returns whether any was built.
    fn databases<O: EngineObserver>(
        &self,
        observer: &mut O,
    ) -> Result<(Vec<Partition>, Additive, bool), StopReason> {
        let goal = &self.puzzle.goal;
        let mut partitions = self.chosen.clone();
        if partitions.is_empty() {
            if let Some((partition, additive)) = large(goal) {
                return Ok((vec![partition], additive, false));
            }
            partitions.push(small_partition(goal));
        }
        let n_bytes = |partition: &Partition| {
            let wanted = required_patterns(goal, Costs::UNIT, partition).unwrap_or_default();
            let missing = wanted.iter().filter(|it| registry::get(it).is_none());
            missing.map(Pattern::n_bytes).sum::<u64>()
        };
        let mut supervisor = BuildSupervisor {
            observer,
            threads: team::n_threads(self.threads),
            n_bytes: partitions.iter().map(n_bytes).sum(),
            n_bytes_before: 0,
            n_bytes_current: 0,
            are_built: false,
            stop_reason: None,
        };
        let additive = Additive::new(goal, &sums(goal, &partitions), |pattern| {
            // Its memory is already accounted for.
            if let Some(database) = registry::get(pattern) {
                return Ok(database);
            }
            supervisor.n_bytes_before +=
                std::mem::replace(&mut supervisor.n_bytes_current, pattern.n_bytes());
            let obtained = pattern_database::get_or_build(pattern, &mut supervisor);
            obtained.map_err(|stop_reason| supervisor.stop_reason.unwrap_or(stop_reason))
        });
        Ok((partitions, additive?, supervisor.are_built))
    }
}

/// Supervises the building of databases for a search.
struct BuildSupervisor<'a, O> {
    observer: &'a mut O,
    threads: NonZero<usize>,
    /// Bytes of all databases to build, of those before the current one, and of the current one.
    n_bytes: u64,
    n_bytes_before: u64,
    n_bytes_current: u64,
    /// Whether any database was built.
    are_built: bool,
    /// Why the observer stopped the building.
    stop_reason: Option<StopReason>,
}

impl<O> BuildSupervisor<'_, O> {
    /// The progress report when the given fraction of the current database is built.
    fn progress_at(&self) -> impl Fn(f64) -> Progress + use<O> {
        let n_bytes = self.n_bytes.max(1) as f64;
        let (n_bytes_before, n_bytes_current) = (
            self.n_bytes_before as f64 / n_bytes,
            self.n_bytes_current as f64 / n_bytes,
        );
        move |done| Progress {
            tables: Some((n_bytes_before + n_bytes_current * done).min(1.0)),
            ..Progress::default()
        }
    }
}

impl<O: EngineObserver> Supervisor for BuildSupervisor<'_, O> {
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut ReportFn) + Sync)) {
        let progress_at = self.progress_at();
        let done = team::run(self.threads, self.observer, |report| {
            let mut stopped = Ok(());
            work(&mut |done| {
                let reported = report(progress_at(done));
                stopped = stopped.and(reported);
                reported
            });
            stopped
        });
        self.stop_reason = self.stop_reason.or(done.err());
    }

    fn build_started(&mut self) {
        self.are_built = true;
    }

    fn wait(&mut self) -> Result<bool, StopReason> {
        self.observer.progress(Progress::default())?;
        std::thread::yield_now();
        Ok(true)
    }

    fn report_progress(&mut self, done: f64) -> Result<(), StopReason> {
        self.observer.progress(self.progress_at()(done))
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.observer.reserve(bytes)
    }
}
