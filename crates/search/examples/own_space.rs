//! Solves a space of one's own by A*: sorts a stack of pancakes in the fewest flips.
//!
//!     cargo run -p tilescope-search --example own_space

use tilescope_search::best_first::AStar;
use tilescope_search::{Action, Algorithm, Cost, FnSpace, Outcome};

/// The sizes of eight pancakes, the top one first; the plate is the ninth.
type Stack = [u8; 9];

fn main() {
    let goal: Stack = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    // Action n turns the top n pancakes over. Doing it twice undoes it.
    let actions = |_: &Stack| (2..=8).map(Action).collect();
    let flip = |stack: &Stack, Action(n): Action| {
        let mut flipped = *stack;
        flipped[..usize::from(n)].reverse();
        (flipped, 1)
    };
    let pancakes = FnSpace::new(goal, actions, flip, |action| action);

    // The gap heuristic (Helmert 2010): a flip parts one pair of neighbours, so it mends at most one.
    let n_gaps = |stack: &Stack| {
        let is_gap = |pair: &&[u8]| pair[0].abs_diff(pair[1]) != 1;
        stack.windows(2).filter(is_gap).count() as Cost
    };

    let start = [5, 2, 7, 4, 1, 8, 3, 6, 9];
    let algorithm = AStar::with(&AStar::ABOUT.defaults());
    match algorithm.search(&pancakes, &n_gaps, start, &mut ()) {
        Outcome::Solved(solution) => {
            let flips: Vec<u8> = solution.actions.iter().map(|action| action.0).collect();
            println!("{} flips sort {start:?}: {flips:?}", solution.cost);
        }
        outcome => println!("No solution: {outcome:?}"),
    }
}
