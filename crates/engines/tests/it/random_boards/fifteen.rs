//! Two thousand random 15-puzzles, on whose solution lengths all engines agree.
//!
//! The space is too large to tabulate the true distances, so the engines are compared with each
//! other. Pattern databases of two partitions solve all puzzles. The engines with Manhattan
//! distance solve the easier ones; all two thousand take most of an hour:
//!
//!     cargo test --release -p tilescope-engines -- --ignored --nocapture

use super::{Solved, draw, one_thread, solve, solve_with};
use std::sync::Arc;
use std::thread;
use std::time::Instant;
use tilescope_engines::Engine;
use tilescope_engines::ida_star::{FastIdaStar, Kernel};
use tilescope_puzzle::heuristics::{partition, required_patterns};
use tilescope_puzzle::pattern_database::{self, Database, ReportFn, Supervisor, registry};
use tilescope_puzzle::{Board, Costs, GoalPreset, Puzzle, Size};
use tilescope_search::Cost;
use tilescope_testing::parallel_map;

const N_PUZZLES: usize = 2000;

/// How many of the puzzles, the easiest first, each engine solves besides the pattern databases.
struct Extent {
    vectors: usize,
    portable: usize,
    a_star: usize,
    /// The engine that chooses among the others.
    chosen: usize,
}

#[test]
fn two_thousand_are_as_long_for_any_databases_and_the_easy_ones_for_any_engine() {
    check(&Extent {
        vectors: 120,
        portable: 60,
        a_star: 60,
        chosen: 60,
    });
}

#[test]
#[ignore = "takes most of an hour"]
fn two_thousand_are_as_long_for_every_engine() {
    check(&Extent {
        vectors: N_PUZZLES,
        portable: N_PUZZLES,
        a_star: N_PUZZLES,
        chosen: N_PUZZLES,
    });
}

/// A puzzle and the length of its optimal solutions.
struct Known {
    puzzle: Puzzle,
    length: Cost,
    /// Expansions with the small databases.
    expanded: u64,
}

fn check(extent: &Extent) {
    let goal = GoalPreset::BlankLast.board(Size::new(4, 4).unwrap());
    let puzzles = draw(&goal, N_PUZZLES, 15);
    let solved = parallel_map(&puzzles, |puzzle| by_databases("6-6-3", puzzle));
    let mut known: Vec<Known> = (puzzles.into_iter().zip(solved))
        .map(|(puzzle, solved)| Known {
            puzzle,
            length: solved.length,
            expanded: solved.expanded,
        })
        .collect();
    // A puzzle that is easy with databases is usually easy with Manhattan distance too.
    known.sort_by_key(|known| known.expanded);

    check_engine("fastest-optimal", &known[..extent.chosen], |puzzle| {
        solve("fastest-optimal", puzzle, u64::MAX)
    });
    let large = build(&goal, "pdb-7-8");
    check_engine("databases 8-7", &known, |puzzle| {
        Some(by_databases("8-7", puzzle))
    });
    drop(large);
    for kernel in Kernel::ALL
        .into_iter()
        .filter(|kernel| kernel.is_supported())
    {
        let n_puzzles = match kernel {
            Kernel::Avx512 | Kernel::Avx2 => extent.vectors,
            Kernel::Words | Kernel::Recursion => extent.portable,
        };
        check_engine(kernel.name(), &known[..n_puzzles], |puzzle| {
            let engine = FastIdaStar::new(puzzle, &one_thread()).unwrap();
            solve_with(&engine.with_kernel(kernel).unwrap(), puzzle, u64::MAX)
        });
    }
    check_engine("compact-a-star", &known[..extent.a_star], |puzzle| {
        solve("compact-a-star", puzzle, u64::MAX)
    });
}

/// Solves puzzles of known lengths. At most a tenth may fail for want of memory.
fn check_engine(engine: &str, known: &[Known], work: impl Fn(&Puzzle) -> Option<Solved> + Sync) {
    let since = Instant::now();
    let solved = parallel_map(known, |known| work(&known.puzzle));
    let mut n_solved = 0;
    for (known, solved) in known.iter().zip(solved) {
        if let Some(Solved { length, .. }) = solved {
            assert_eq!(length, known.length, "{engine}: {:?}", known.puzzle.start);
            n_solved += 1;
        }
    }
    println!(
        "{engine}: {n_solved} of {} in {:.0?}",
        known.len(),
        since.elapsed()
    );
    assert!(n_solved * 10 >= known.len() * 9, "{engine}: {n_solved}");
}

/// Solves with pattern databases, and checks that they have these sizes.
fn by_databases(sizes: &str, puzzle: &Puzzle) -> Solved {
    let solved = solve("pattern-databases", puzzle, u64::MAX).expect("a solution");
    assert_eq!(solved.method, format!("databases {sizes}, mirrored too"));
    solved
}

/// Builds the databases of a partition on two threads. They stay registered while the returned
/// handles live.
fn build(goal: &Board, key: &str) -> Vec<Arc<Database>> {
    let partition = partition(key, goal).expect("a partition of this goal");
    let patterns = required_patterns(goal, Costs::UNIT, &partition).expect("patterns of this goal");
    (patterns.iter())
        .map(|pattern| registry::insert(pattern_database::build(pattern, &mut TwoThreads).unwrap()))
        .collect()
}

struct TwoThreads;

impl Supervisor for TwoThreads {
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut ReportFn) + Sync)) {
        thread::scope(|scope| {
            scope.spawn(|| work(&mut |_| Ok(())));
            work(&mut |_| Ok(()));
        });
    }
}
