//! A space made of functions, searched forward, backward and by every algorithm.

use tilescope_search::{
    ALGORITHMS, Action, Algorithm, AlgorithmVisitor, Cost, FnSpace, Optimality, Outcome, Space,
    dispatch,
};

/// Counts to 6 by steps of one or two, up or down; a double step costs 3.
const STEPS: [(i8, Cost); 4] = [(1, 1), (-1, 1), (2, 3), (-2, 3)];

fn line() -> impl Space<State = i8, Move = Action> {
    let step = |action: Action| STEPS[usize::from(action.0)];
    FnSpace::new(
        6,
        move |at: &i8| {
            let stays = |action: &Action| (0..=9).contains(&(at + step(*action).0));
            (0..4).map(Action).filter(stays).collect()
        },
        move |at: &i8, action| (at + step(action).0, step(action).1),
        |action| Action(action.0 ^ 1),
    )
}

#[test]
fn moves_leave_out_the_one_that_undoes_the_last() {
    let space = line();
    let all: Vec<Action> = space.moves(&5, None).collect();
    assert_eq!(all, [0, 1, 2, 3].map(Action));
    let rest: Vec<Action> = space.moves(&5, Some(Action(0))).collect();
    assert_eq!(rest, [0, 2, 3].map(Action));
}

#[test]
fn actions_are_followed_backward() {
    let space = line();
    for state in 0..=9 {
        let mut into: Vec<Action> = space.actions_to(&state).collect();
        into.sort();
        let leads_here = |&Action(i): &Action| (0..=9).contains(&(state - STEPS[usize::from(i)].0));
        let by_hand: Vec<Action> = (0..4).map(Action).filter(leads_here).collect();
        assert_eq!(into, by_hand, "to {state}");
        for action in into {
            let before = space.predecessor(&state, action);
            assert_eq!(space.apply(&before, action), state);
        }
    }
}

struct Solve;
impl AlgorithmVisitor for Solve {
    type Output = Outcome<()>;
    fn visit<A: Algorithm>(self, algorithm: A) -> Outcome<()> {
        let distance = |at: &i8| Cost::from((6 - at).unsigned_abs());
        algorithm.search(&line(), &distance, 0, &mut ())
    }
}

/// Six single steps cost 6, and nothing less does.
#[test]
fn every_algorithm_that_promises_an_optimum_finds_it() {
    let mut n_optimal = 0;
    for about in ALGORITHMS {
        let outcome = dispatch(about.key, &about.defaults(), Solve).expect("a key of the registry");
        let Outcome::Solved(solution) = outcome else {
            continue;
        };
        let mut at = 0;
        for &action in &solution.actions {
            at = line().apply(&at, action);
        }
        assert_eq!(at, 6, "{}", about.key);
        if matches!(about.optimal, Optimality::Always | Optimality::Admissible) {
            assert_eq!(solution.cost, 6, "{}", about.key);
            n_optimal += 1;
        }
    }
    assert!(n_optimal >= 4, "{n_optimal}");
}
