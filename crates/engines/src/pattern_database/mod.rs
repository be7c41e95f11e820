//! IDA* with additive pattern databases, for every board to 5×5.

mod atlas;
mod dive;
mod instructions;
mod node;
mod prefixes;

use super::team;
use super::{Engine, UnsupportedPuzzle, require_unit_costs};
use crate::dynamic::{DynObserver, search_with};
use atlas::{Direct, Lookups, Ranked};
use dive::ParallelDfs;
use node::Ground;
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
    /// The partitions to search with; if there are none, it chooses one.
    chosen: Vec<Partition>,
}

impl Engine for PatternDatabaseSearch {
    const ABOUT: About = About {
        key: "pattern-databases",
        name: "Pattern databases",
        summary: "IDA* with additive pattern databases, which it builds if they are not there.",
        kind: Kind::Engine(Databases::Chosen),
        evaluation: EvaluationFunction::Sum,
        selection: Selection::Deepest,
        pruning: Pruning::FBound,
        complete: Completeness::Always,
        optimal: Optimality::Always,
        uses_heuristic: false,
        ends: Directionality::Unidirectional,
        options: &[Applies::Threads],
        description: "Searches as IDA* does with the sums of pattern databases, and where the goal looks \
               the same mirrored, with the greater of both sums. For each database it keeps \
               where its tiles are, so a move costs a lookup of each sum and no more; and since a \
               lookup waits for memory, each thread has eight subtrees under way and expands a \
               node of each at a time. The 15-puzzle takes the databases 7-8 if they are \
               there already; if not, it builds 6-6-3 in a third of a second, in 24 MiB with the \
               tables that it makes of them. The 24-puzzle has 6-6-6-6, other boards groups of up \
               to six tiles. Threads share the building and the search; the solution does not \
               depend on how many there are. Every move must cost 1.\n\n\
               Korf & Felner, “Disjoint pattern database heuristics”, 2002.",
    };

    fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, UnsupportedPuzzle> {
        require_unit_costs(&Self::ABOUT, puzzle)?;
        if puzzle.size().n_cells() > MOST_CELLS {
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

/// The most cells of a board that it is for.
const MOST_CELLS: usize = 25;

/// The most sums that are looked up.
const MOST_SUMS: usize = 8;

/// The partition of a goal's tiles whose databases are worth waiting for.
pub fn small_partition(goal: &Board) -> Partition {
    let named = Pdb44::partition(goal).or_else(|| Pdb663::partition(goal));
    let named = named.or_else(|| Pdb6666::partition(goal));
    named.unwrap_or_else(|| {
        // Neighbours in the goal, row by row.
        let tiles: Vec<u8> = (goal.tiles().iter().copied())
            .filter(|&tile| tile != 0)
            .collect();
        let n_patterns = tiles.len().div_ceil(MOST_TILES);
        let of_each = tiles.len().div_ceil(n_patterns);
        tiles.chunks(of_each).map(<[u8]>::to_vec).collect()
    })
}

/// The tiles of a pattern that is built in passing: 127 million placements on 25 cells.
const MOST_TILES: usize = 6;

/// The partition whose databases are better, but take long; if there is one.
pub fn large_partition(goal: &Board) -> Option<Partition> {
    Pdb78::partition(goal).or_else(|| Pdb6666::partition(goal))
}

/// Whether the better databases are there already, so that nothing is to be waited for.
pub fn has_large(goal: &Board) -> bool {
    large(goal).is_some()
}

/// The partition that takes long, with its databases, if they are there.
fn large(goal: &Board) -> Option<(Partition, Additive)> {
    let partition = large_partition(goal)?;
    let find = |pattern: &Pattern| registry::get(pattern).ok_or(());
    let partitions = std::slice::from_ref(&partition);
    let additive = Additive::new(goal, &sums(goal, partitions), find).ok()?;
    Some((partition, additive))
}

/// The partitions, and, if they are not too many, those that they are where the goal looks the
/// same mirrored.
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
    if sums.len() > MOST_SUMS {
        sums.truncate(partitions.len());
    }
    sums
}

/// The databases of all sums, each once.
fn databases(additive: &Additive) -> Vec<&Arc<Database>> {
    let mut databases: Vec<&Arc<Database>> = Vec::new();
    for lookup in additive.sums().iter().flatten() {
        if !databases.iter().any(|it| Arc::ptr_eq(it, &lookup.database)) {
            databases.push(&lookup.database);
        }
    }
    databases
}

/// What the table of a database takes that is looked up without ranks; `None` if it has none.
fn direct_bytes(database: &Database) -> Option<usize> {
    direct::n_bytes(database.pattern())
}

/// Makes the tables that are looked up without ranks, unless a database has none; whether all
/// have one, and whether any had to be made.
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

/// What all tables take.
fn table_bytes(additive: &Additive) -> u64 {
    let bytes = |database: &Arc<Database>| {
        let direct = direct_bytes(database).filter(|_| database.has_direct());
        (database.bytes().len() + direct.unwrap_or(0)) as u64
    };
    databases(additive).into_iter().map(bytes).sum()
}

impl PatternDatabaseSearch {
    /// The same with the greatest of the sums of these partitions.
    ///
    /// # Errors
    /// If there are too many, or one is not of this puzzle's tiles, or too large.
    pub fn with_partitions(self, partitions: Vec<Partition>) -> Result<Self, UnsupportedPuzzle> {
        let misfit = |reason: String| UnsupportedPuzzle::new(&Self::ABOUT, &self.puzzle, reason);
        if partitions.len() > MOST_SUMS {
            let reason = format!("it takes the greatest of at most {MOST_SUMS} partitions");
            return Err(misfit(reason));
        }
        for partition in &partitions {
            required_patterns(&self.puzzle.goal, self.puzzle.costs, partition)
                .map_err(|error| misfit(error.to_string()))?;
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
        /// The search that is compiled for the least numbers that will do.
        macro_rules! dive {
            ($keeps:literal: $($cells:literal $parts:literal $sums:literal),+ $(,)?) => {
                $(if is_small == ($cells == 16)
                    && keeps_blank == $keeps
                    && n_parts <= $parts
                    && additive.sums().len() <= $sums
                {
                    // Where there are fewer, the first is looked up again.
                    let sum = |i| additive.sums().get(i).unwrap_or(&additive.sums()[0]);
                    let sums: [_; $sums] = std::array::from_fn(|i| &sum(i)[..]);
                    if $cells == 16
                        && !$keeps
                        && is_direct
                        && let Some(atlas) = Direct::<$sums, $parts>::new(goal, sums)
                    {
                        let ground = Ground::<_, $cells, $sums, $parts>::new(goal, &additive, atlas);
                        return self.deepen(ground, &additive, observer);
                    }
                    let atlas = Ranked::<$keeps, $sums, $parts>::new(goal, sums);
                    let ground = Ground::<_, $cells, $sums, $parts>::new(goal, &additive, atlas);
                    return self.deepen(ground, &additive, observer);
                })+
            };
        }
        dive!(true: 16 4 1, 16 4 2, 16 16 8, 32 4 1, 32 4 2, 32 32 8);
        dive!(false: 16 4 1, 16 2 2, 16 4 2, 16 4 4, 16 16 8, 32 4 1, 32 4 2, 32 4 4, 32 32 8);
        unreachable!("there are at most {MOST_SUMS} sums")
    }

    /// Iterates with bounds that rise by 2, for a move changes the number of moves that are
    /// needed by one up or down, until there is a solution.
    fn deepen<A, const CELLS: usize, const SUMS: usize, const PARTS: usize>(
        &self,
        ground: Ground<A, CELLS, SUMS, PARTS>,
        additive: &Additive,
        observer: &mut DynObserver,
    ) -> Result<Outcome<()>, StopReason>
    where
        A: Lookups<SUMS, PARTS>,
    {
        let start = ground.node(&self.puzzle.start, additive);
        let mut dive = ParallelDfs::new(ground, start, team::n_threads(self.threads));
        let mut bound = dive.h();
        observer.iteration(bound);
        observer.root(bound);
        loop {
            if let Some(actions) = dive.search(bound, observer)? {
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

    /// The sums of the databases that were chosen; or else of the best that there are, or of those
    /// that are built soon. And whether any was built.
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
        let mut crew = WorkerPool {
            observer,
            threads: team::n_threads(self.threads),
            n_bytes: partitions.iter().map(n_bytes).sum(),
            before: 0,
            present: 0,
            are_built: false,
            halt: None,
        };
        let additive = Additive::new(goal, &sums(goal, &partitions), |pattern| {
            // Who has put it there has asked for its memory.
            if let Some(database) = registry::get(pattern) {
                return Ok(database);
            }
            crew.before += std::mem::replace(&mut crew.present, pattern.n_bytes());
            let obtained = pattern_database::get_or_build(pattern, &mut crew);
            obtained.map_err(|halt| crew.halt.unwrap_or(halt))
        });
        Ok((partitions, additive?, crew.are_built))
    }
}

/// The threads of a search, and who stops it.
struct WorkerPool<'a, O> {
    observer: &'a mut O,
    threads: NonZero<usize>,
    /// Bytes of all databases that were missing, of those before this one, and of this one.
    n_bytes: u64,
    before: u64,
    present: u64,
    /// Whether any database was built.
    are_built: bool,
    /// Why the observer stopped it.
    halt: Option<StopReason>,
}

impl<O> WorkerPool<'_, O> {
    /// What there is to tell when so much of this database is done.
    fn tally(&self) -> impl Fn(f64) -> Progress + use<O> {
        let n_bytes = self.n_bytes.max(1) as f64;
        let (before, present) = (self.before as f64 / n_bytes, self.present as f64 / n_bytes);
        move |done| Progress {
            tables: Some((before + present * done).min(1.0)),
            ..Progress::default()
        }
    }
}

impl<O: EngineObserver> Supervisor for WorkerPool<'_, O> {
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut ReportFn) + Sync)) {
        let tally = self.tally();
        let done = team::run(self.threads, self.observer, |tell| {
            let mut stopped = Ok(());
            work(&mut |done| {
                let told = tell(tally(done));
                stopped = stopped.and(told);
                told
            });
            stopped
        });
        self.halt = self.halt.or(done.err());
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
        self.observer.progress(self.tally()(done))
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.observer.reserve(bytes)
    }
}
