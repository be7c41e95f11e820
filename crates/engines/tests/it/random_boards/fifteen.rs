//! Two thousand random 15-puzzles, on whose lengths all engines agree.
//!
//! The space is too large for a truth to be looked up, so it is engine against engine: pattern
//! databases of two partitions, which meet all; and Manhattan distance with vectors, without
//! them, and in A*, which in CI meet those that are easy for them. All with all take most of an
//! hour:
//!
//!     cargo test --release -p tilescope-engines -- --ignored --nocapture

use super::{Solved, draw, one_thread, solve, solve_with};
use std::sync::Arc;
use std::thread;
use std::time::Instant;
use tilescope_engines::Engine;
use tilescope_engines::ida_star::{Code, FastIdaStar};
use tilescope_puzzle::heuristics::{partition, required_patterns};
use tilescope_puzzle::pattern_database::{self, Database, ReportFn, Supervisor, registry};
use tilescope_puzzle::{Board, Costs, GoalPreset, Puzzle, Size};
use tilescope_search::Cost;
use tilescope_testing::parallel_map;

const N_PUZZLES: usize = 2000;

/// How many of the puzzles each engine meets, beside the pattern databases; the easiest.
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
        vectors: 1000,
        portable: 500,
        a_star: 300,
        chosen: 300,
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

/// A puzzle with its length.
struct Known {
    puzzle: Puzzle,
    length: Cost,
    /// How many nodes it took with the small databases.
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
    // What is easy with databases is so with Manhattan distance too, by and large.
    known.sort_by_key(|known| known.expanded);

    meet("fastest-optimal", &known[..extent.chosen], |puzzle| {
        solve("fastest-optimal", puzzle, u64::MAX)
    });
    let large = build(&goal, "pdb-7-8");
    meet("databases 8-7", &known, |puzzle| {
        Some(by_databases("8-7", puzzle))
    });
    drop(large);
    for code in Code::ALL.into_iter().filter(|code| code.is_there()) {
        let n_puzzles = match code {
            Code::Avx512 | Code::Avx2 => extent.vectors,
            Code::Words | Code::Recursion => extent.portable,
        };
        meet(code.name(), &known[..n_puzzles], |puzzle| {
            let engine = FastIdaStar::new(puzzle, &one_thread()).unwrap();
            solve_with(&engine.with_code(code).unwrap(), puzzle, u64::MAX)
        });
    }
    meet("compact-a-star", &known[..extent.a_star], |puzzle| {
        solve("compact-a-star", puzzle, u64::MAX)
    });
}

/// Solves puzzles of known lengths. Those for which there is not enough memory do not count, but
/// there may be few of them.
fn meet(engine: &str, known: &[Known], work: impl Fn(&Puzzle) -> Option<Solved> + Sync) {
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

/// Solves with pattern databases, which have to be these.
fn by_databases(sizes: &str, puzzle: &Puzzle) -> Solved {
    let solved = solve("pattern-databases", puzzle, u64::MAX).expect("a solution");
    assert_eq!(solved.method, format!("databases {sizes}, mirrored too"));
    solved
}

/// Builds the databases of a partition, on two threads; they stay in the registry as long as what is
/// returned is held.
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
