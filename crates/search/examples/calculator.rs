//! Implements all of `Space`: the fewest key presses on a calculator with the keys +1 and ×2.
//!
//!     cargo run -p tilescope-search --example calculator

use tilescope_search::best_first::AStar;
use tilescope_search::{Action, Actions, Algorithm, Cost, Heuristic, Outcome, Space, Successor};

struct Calculator {
    goal: u32,
}
const ADD_1: Action = Action(0);
const DOUBLE: Action = Action(1);

#[rustfmt::skip] // A method a line.
impl Space for Calculator {
    type State = u32;
    type Key = u32;
    type Move = Action;
    type Moves = Actions;
    fn key(&self, number: &u32) -> u32 { *number }
    fn unpack(&self, number: u32) -> u32 { number }
    fn is_goal(&self, number: &u32) -> bool { *number == self.goal }
    fn moves(&self, number: &u32, _last_action: Option<Action>) -> Actions {
        let fits = |action| self.successor(number, action).state <= self.goal;
        [ADD_1, DOUBLE].into_iter().filter(|&action| fits(action)).collect()
    }
    fn successor(&self, number: &u32, action: Action) -> Successor<u32> {
        let state = if action == ADD_1 { number + 1 } else { number * 2 };
        Successor { action, state, cost: 1 }
    }
    fn inverse(&self, _: Action) -> Option<Action> { None }
    // For bidirectional algorithms:
    fn goal(&self) -> u32 { self.goal }
    fn actions_to(&self, number: &u32) -> Actions {
        let is_possible = |action: &Action| *action == ADD_1 || number.is_multiple_of(2);
        [ADD_1, DOUBLE].into_iter().filter(is_possible).collect()
    }
    fn predecessor(&self, number: &u32, action: Action) -> u32 {
        if action == ADD_1 { number - 1 } else { number / 2 }
    }
}

/// A key press at most doubles the number.
struct Doublings(u32);

impl Heuristic<Calculator> for Doublings {
    fn estimate(&self, number: &u32) -> Cost {
        (self.0 / number).ilog2()
    }
}

fn main() {
    let (space, heuristic) = (Calculator { goal: 1000 }, Doublings(1000));
    let algorithm = AStar::with(&AStar::ABOUT.defaults());
    match algorithm.search(&space, &heuristic, 1, &mut ()) {
        Outcome::Solved(solution) => {
            let keys = |&action| if action == ADD_1 { "+1" } else { "×2" };
            let keys: Vec<&str> = solution.actions.iter().map(keys).collect();
            println!("From 1 to 1000 in {}: {}", solution.cost, keys.join(" "));
        }
        outcome => println!("No solution: {outcome:?}"),
    }
}
