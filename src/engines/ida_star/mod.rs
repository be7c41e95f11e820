//! Fast IDA*: iterative deepening with Manhattan distance, specialised on the board.

mod grid;
mod portable;
mod prefixes;

use super::team;
use super::{Engine, Misfit, want_unit_costs};
use crate::puzzle::{Puzzle, Size};
use crate::search::{
    About, Action, Applies, Completeness, Cost, Ending, Ends, Halt, Observer, Optimality, Options,
    Solution,
};
use grid::{FiveByFive, FourByFour, FourByThree, Grid, Position, ThreeByFour, ThreeByThree};
use prefixes::Prefixes;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// IDA* with Manhattan distance for boards of 3×3, 3×4, 4×3, 4×4 and 5×5 cells.
#[derive(Clone, Debug)]
pub struct FastIdaStar {
    puzzle: Puzzle,
    threads: Option<NonZero<usize>>,
}

impl Engine for FastIdaStar {
    const ABOUT: About = About {
        key: "fast-ida-star",
        name: "Fast IDA*",
        summary: "IDA* with Manhattan distance, compiled for each cell of the blank.",
        complete: Completeness::Always,
        optimal: Optimality::Always,
        uses_heuristic: false,
        ends: Ends::Start,
        options: &[Applies::Threads],
        text: "Searches as IDA* does with Manhattan distance, the moves tried in the order Up, \
               Left, Right, Down and none undone at once, so an iteration that finds no \
               solution makes the same nodes. What makes it fast is that the search is \
               compiled once for each cell of the blank and each move that led there: which \
               cells are next, and for which tiles a move leads nearer to their goal, are \
               constants then, and a node is a packed board and the slack that the bound \
               leaves, each in a register. Two threads and more share the subtrees some moves \
               below the start; then the last iteration, in which they look at several \
               subtrees at a time, varies. Every move must cost 1.",
    };

    fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, Misfit> {
        want_unit_costs(&Self::ABOUT, puzzle)?;
        if !is_for(puzzle.size()) {
            let reason = "it is compiled for 3×3, 3×4, 4×3, 4×4 and 5×5";
            return Err(Misfit::new(&Self::ABOUT, puzzle, reason));
        }
        Ok(FastIdaStar {
            puzzle: puzzle.clone(),
            threads: options.threads,
        })
    }

    fn search<O: Observer>(&self, observer: &mut O) -> Ending<O::Node> {
        let size = self.puzzle.size();
        let ending = match (size.rows(), size.columns()) {
            (3, 3) => self.deepen::<ThreeByThree, O>(observer),
            (3, 4) => self.deepen::<ThreeByFour, O>(observer),
            (4, 3) => self.deepen::<FourByThree, O>(observer),
            (4, 4) => self.deepen::<FourByFour, O>(observer),
            _ => self.deepen::<FiveByFive, O>(observer),
        };
        ending.unwrap_or_else(Ending::Stopped)
    }
}

/// Whether it is compiled for boards of this size.
fn is_for(size: Size) -> bool {
    matches!(
        (size.rows(), size.columns()),
        (3, 3) | (3, 4) | (4, 3) | (4, 4) | (5, 5)
    )
}

impl FastIdaStar {
    /// Iterates with bounds that rise by 2, for a move changes the estimate by one up or
    /// down, until there is a solution.
    fn deepen<G: Grid, O: Observer>(&self, observer: &mut O) -> Result<Ending<O::Node>, Halt> {
        let start = Position::<G>::new(&self.puzzle);
        let h = start.manhattan();
        let threads = team::size(self.threads);
        observer.uses(&match threads.get() {
            1 => "portable code, 1 thread".to_owned(),
            n => format!("portable code, {n} threads"),
        });
        observer.iteration(h);
        let node = observer.root(h);
        let mut bound = h;
        loop {
            if let Some(actions) = iterate(&start, (bound - h) / 2, threads, observer)? {
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
}

/// So many subtrees are shared by several threads: enough that none waits long for another.
const N_SUBTREES: usize = 4096;

/// Searches all that is within `slack` moves that lead away; the first solution.
///
/// The threads take subtrees from the left to the right. One that finds a solution lets the
/// others finish what lies to the left of it, so which solution is found does not depend on
/// how many they are.
fn iterate<G: Grid, O: Observer>(
    start: &Position<G>,
    slack: u32,
    threads: NonZero<usize>,
    observer: &mut O,
) -> Result<Option<Vec<Action>>, Halt> {
    let root = Position { slack, ..*start };
    let prefixes = Prefixes::new(root, if threads.get() == 1 { 1 } else { N_SUBTREES });
    let next = AtomicUsize::new(0);
    // The leftmost subtree in which there is a solution.
    let solved = AtomicUsize::new(usize::MAX);
    let results = team::work_together(threads, observer, |tell| {
        let mut found = None;
        let mut walk = portable::Walk::new(start.goal, tell);
        loop {
            let number = next.fetch_add(1, Relaxed);
            let Some(prefix) = prefixes
                .get(number)
                .filter(|_| number < solved.load(Relaxed))
            else {
                break;
            };
            walk.count(prefix.before);
            let Some(root) = &prefix.root else {
                break;
            };
            if let Some(rest) = walk.search(root)? {
                solved.fetch_min(number, Relaxed);
                let actions = prefix.actions.iter().copied().chain(rest);
                found = Some((number, actions.collect::<Vec<Action>>()));
                break;
            }
        }
        walk.finish()?;
        Ok(found)
    })?;
    let found = results
        .into_iter()
        .flatten()
        .min_by_key(|(number, _)| *number);
    Ok(found.map(|(_, actions)| actions))
}
