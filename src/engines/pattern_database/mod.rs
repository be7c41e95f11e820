//! IDA* with additive pattern databases, for every board to 5×5.

mod dive;

use super::team;
use super::{Engine, Misfit, want_unit_costs};
use crate::puzzle::heuristics::partition;
use crate::puzzle::pattern_database::{
    self, Additive, Database, Partition, Pattern, Supervisor, Tell, images, stock,
};
use crate::puzzle::{Board, Puzzle};
use crate::search::{
    About, Applies, Completeness, Cost, Ending, Ends, Halt, Observer, Optimality, Options,
    Solution, Tally,
};
use dive::Dive;
use std::num::NonZero;

/// IDA* with additive pattern databases.
#[derive(Clone, Debug)]
pub struct PatternDatabaseSearch {
    puzzle: Puzzle,
    threads: Option<NonZero<usize>>,
}

impl Engine for PatternDatabaseSearch {
    const ABOUT: About = About {
        key: "pattern-databases",
        name: "Pattern databases",
        summary: "IDA* with additive pattern databases, which it builds if they are not there.",
        complete: Completeness::Always,
        optimal: Optimality::Always,
        uses_heuristic: false,
        ends: Ends::Start,
        options: &[Applies::Threads],
        text: "Searches as IDA* does with the sums of pattern databases, and where the goal looks \
               the same mirrored, with the greater of both sums. For each database it keeps \
               where its tiles are, as a set of cells and an order, so a move costs a lookup of \
               each sum and no more. The 15-puzzle takes the databases 7-8 if they are \
               there already; if not, it builds 6-6-3 in a third of \
               a second and 6 MB. The 24-puzzle has 6-6-6-6, other boards groups of up to six \
               tiles. Threads build the databases; the search has one. Every move must cost 1.\n\n\
               Korf & Felner, “Disjoint pattern database heuristics”, 2002.",
    };

    fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, Misfit> {
        want_unit_costs(&Self::ABOUT, puzzle)?;
        if puzzle.size().n_cells() > MOST_CELLS {
            let reason = "its databases are for boards of up to 25 cells";
            return Err(Misfit::new(&Self::ABOUT, puzzle, reason));
        }
        Ok(PatternDatabaseSearch {
            puzzle: puzzle.clone(),
            threads: options.threads,
        })
    }

    fn search<O: Observer>(&self, observer: &mut O) -> Ending<O::Node> {
        self.run(observer).unwrap_or_else(Ending::Stopped)
    }
}

/// The most cells of a board that it is for.
const MOST_CELLS: usize = 25;

/// The partition of a goal's tiles whose databases are worth waiting for.
pub fn small_partition(goal: &Board) -> Partition {
    let named = ["pdb-4-4", "pdb-6-6-3", "pdb-6-6-6-6"];
    let named = named.into_iter().find_map(|key| partition(key, goal));
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
    partition("pdb-7-8", goal)
}

/// Whether the better databases are there already, so that nothing is to be waited for.
pub fn has_large(goal: &Board) -> bool {
    large(goal).is_some()
}

/// The partition that takes long, with its databases, if they are there.
fn large(goal: &Board) -> Option<(Partition, Additive)> {
    let partition = large_partition(goal)?;
    let find = |pattern: &Pattern| stock::find(pattern).ok_or(());
    let additive = Additive::new(goal, &sums(goal, &partition), find).ok()?;
    Some((partition, additive))
}

/// The partition, and those that it is where the goal looks the same mirrored.
fn sums(goal: &Board, partition: &Partition) -> Vec<Partition> {
    let mut sums = images(goal, partition);
    sums.insert(0, partition.clone());
    sums
}

impl PatternDatabaseSearch {
    fn run<O: Observer>(&self, observer: &mut O) -> Result<Ending<O::Node>, Halt> {
        let goal = &self.puzzle.goal;
        let (partition, additive) = self.databases(observer)?;
        let sizes: Vec<String> = partition.iter().map(|p| p.len().to_string()).collect();
        observer.uses(&match additive.sums().len() {
            1 => format!("databases {}", sizes.join("-")),
            n => format!("databases {}, {n} ways round", sizes.join("-")),
        });
        // As many images as the turns that leave the blank: a divisor of eight.
        match additive.sums().len() {
            1 => self.deepen(
                Dive::<1>::new(goal, &self.puzzle.start, &additive),
                observer,
            ),
            2 => self.deepen(
                Dive::<2>::new(goal, &self.puzzle.start, &additive),
                observer,
            ),
            4 => self.deepen(
                Dive::<4>::new(goal, &self.puzzle.start, &additive),
                observer,
            ),
            _ => self.deepen(
                Dive::<8>::new(goal, &self.puzzle.start, &additive),
                observer,
            ),
        }
    }

    /// Iterates with bounds that rise by 2, for a move changes the number of moves that are
    /// needed by one up or down, until there is a solution.
    fn deepen<const SUMS: usize, O: Observer>(
        &self,
        mut dive: Dive<SUMS>,
        observer: &mut O,
    ) -> Result<Ending<O::Node>, Halt> {
        let mut bound = dive.h();
        observer.iteration(bound);
        let node = observer.root(bound);
        loop {
            if let Some(actions) = dive.search(bound, observer)? {
                let cost = actions.len() as Cost;
                return Ok(Ending::Solved(Solution {
                    actions,
                    cost,
                    node,
                }));
            }
            bound += 2;
            observer.iteration(bound);
        }
    }

    /// The sums of the best databases that there are, or of those that are built soon.
    fn databases<O: Observer>(&self, observer: &mut O) -> Result<(Partition, Additive), Halt> {
        let goal = &self.puzzle.goal;
        if let Some(large) = large(goal) {
            return Ok(large);
        }
        let small = small_partition(goal);
        let mut crew = Crew {
            observer,
            threads: team::size(self.threads),
            halt: None,
        };
        let additive = Additive::new(goal, &sums(goal, &small), |pattern| {
            if let Some(database) = stock::find(pattern) {
                return Ok(database);
            }
            let built: Result<Database, Halt> = pattern_database::build(pattern, &mut crew);
            built
                .map(stock::put)
                .map_err(|halt| crew.halt.unwrap_or(halt))
        });
        Ok((small, additive?))
    }
}

/// The threads of a search, and who stops it.
struct Crew<'a, O> {
    observer: &'a mut O,
    threads: NonZero<usize>,
    /// Why the observer stopped it.
    halt: Option<Halt>,
}

impl<O: Observer> Supervisor for Crew<'_, O> {
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut Tell) + Sync)) {
        let done = team::work_together(self.threads, self.observer, |tell| {
            let mut stopped = Ok(());
            work(&mut |_| {
                let told = tell(Tally::default());
                stopped = stopped.and(told);
                told
            });
            stopped
        });
        self.halt = self.halt.or(done.err());
    }

    fn grow(&mut self, bytes: usize) -> Result<(), Halt> {
        self.observer.grow(bytes)
    }
}
