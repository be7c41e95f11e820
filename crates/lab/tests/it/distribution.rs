//! The values by which nodes are coloured, and their histograms, compared with counting naively.

use crate::explain::{jobs, run};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope_lab::distance_queue::{Distance, DistanceQueue};
use tilescope_lab::exact::ExactDistances;
use tilescope_lab::files::from_start;
use tilescope_lab::{Distribution, Quantity, Run, State, TrueCosts, explain};
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{Board, Costs, Direction, Puzzle, Size, scramble};
use tilescope_search::best_first::AStar;
use tilescope_search::{ALGORITHMS, Algorithm, SearchDirection};
use tilescope_trace::NodeId;

/// The value of each node, found the long way; `None` for nodes without one.
fn value(run: &Run, exact: Option<&ExactDistances>, quantity: Quantity, n: NodeId) -> Option<i64> {
    let (job, trace) = (run.job(), run.trace());
    let (g, h) = (trace.g(n), trace.h(n));
    match quantity {
        Quantity::F => Some((explain::f(job, g, h)?.get() * 1000.0).round() as i64),
        Quantity::G => Some(g.into()),
        Quantity::H => Some(h.into()),
        Quantity::Age => Some(trace.generated_at(n).into()),
        Quantity::Iteration => {
            let at = trace.iteration(trace.generated_at(n).max(1))?;
            Some(at.number as i64 + 1)
        }
        Quantity::Error => {
            let mut state = job.problem.start();
            for action in trace.path(n).iter().filter_map(|&it| trace.action(it)) {
                job.problem.apply(&mut state, action);
            }
            let State::Board(board) = state else {
                return None;
            };
            (trace.direction(n) == SearchDirection::Forward)
                .then(|| i64::from(exact?.get(&board)?).checked_sub(h.into()))
                .flatten()
        }
    }
}

#[test]
fn values_and_histograms_agree_with_counting() {
    let mut n_checked = BTreeMap::new();
    for about in ALGORITHMS {
        let Some(job) = jobs(about).into_iter().next() else {
            continue;
        };
        let run = run(&job);
        let trace = run.trace();
        let exact = job.problem.puzzle().and_then(ExactDistances::find);
        let true_costs = TrueCosts::find(&job.problem).map(Arc::new);
        for quantity in Quantity::ALL {
            if quantity.missing(&job, trace).is_some() {
                continue;
            }
            let about = format!("{}, {}", about.key, quantity.key());
            let mut distribution = Distribution::new(quantity, &job, true_costs.clone());
            while !distribution.count(trace, 1000) {}
            let nodes = 0..trace.n_nodes().min(3000);
            for node in nodes.clone() {
                let expected = value(&run, exact.as_ref(), quantity, node);
                assert_eq!(distribution.value(trace, node), expected, "{about}: {node}");
                let share = distribution.share(trace, node);
                assert!(share.is_none_or(|it| (0.0..=1.0).contains(&it)), "{about}");
                assert_eq!(share.is_some(), expected.is_some(), "{about}");
            }
            let all = 0..trace.n_nodes();
            let values: Vec<i64> = all
                .filter_map(|node| distribution.value(trace, node))
                .collect();
            let least = values.iter().min().copied();
            let range = distribution.range();
            if quantity == Quantity::Age {
                assert_eq!(range, Some((0, trace.n_expanded().into())), "{about}");
            } else {
                let greatest = values.iter().max().copied();
                assert_eq!(range, least.zip(greatest), "{about}");
            }
            for n in [1, 7, 24] {
                let bins = distribution.bins(trace, n);
                assert!(bins.len() <= n, "{about}");
                for bin in &bins {
                    let is_in = |value: &&i64| (bin.first..=bin.last).contains(value);
                    let n_nodes = values.iter().filter(is_in).count() as u64;
                    assert_eq!(bin.n_nodes, n_nodes, "{about}: {bin:?} of {n}");
                }
                let counted: u64 = bins.iter().map(|bin| bin.n_nodes).sum();
                assert_eq!(counted, values.len() as u64, "{about}: {n} bins");
            }
            *n_checked.entry(quantity.key()).or_insert(0) += 1;
        }
    }
    assert_eq!(n_checked.len(), Quantity::ALL.len(), "{n_checked:?}");
}

#[test]
fn a_quantity_that_a_run_lacks_is_refused_with_the_reason() {
    let mut n_refused = 0;
    for about in ALGORITHMS.iter().filter(|about| !about.uses_heuristic) {
        for job in jobs(about) {
            let run = run(&job);
            for quantity in [Quantity::H, Quantity::Error] {
                let reason = quantity.missing(&job, run.trace());
                assert_eq!(reason, Some("This algorithm uses no heuristic."));
                n_refused += 1;
            }
        }
    }
    assert!(n_refused > 4);
    let start = |text: &str| from_start(parse_board(text).unwrap());
    let near = start("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 _ 15");
    assert!(TrueCosts::find(&near.clone().into()).is_none());
    assert_eq!(TrueCosts::unknown(&near.clone().into()), None);
    let dear = Puzzle {
        costs: Costs::UNIT.with(Direction::Up, 2).unwrap(),
        ..near
    };
    let unsolvable = start("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 _");
    let greatest =
        start("1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 22 23 _ 24");
    assert_eq!(TrueCosts::unknown(&greatest.into()), None);
    let large = start("1 2 3 4 5 6 / 7 8 9 10 11 12 / 13 14 15 16 _ 17");
    for (puzzle, part) in [
        (dear, "up to 9 cells"),
        (unsolvable, "reaches the goal"),
        (large, "up to 16 cells"),
    ] {
        let why = TrueCosts::unknown(&puzzle.into());
        assert!(why.is_some_and(|why| why.contains(part)), "{part}: {why:?}");
    }
}

#[test]
fn distances_of_single_boards_are_those_of_the_whole_space() {
    let puzzle = from_start(parse_board("8 6 7 / 2 5 4 / 3 _ 1").unwrap());
    let exact = ExactDistances::find(&puzzle).unwrap();
    let mut queue = DistanceQueue::new(puzzle.clone());
    let mut rng = fastrand::Rng::with_seed(5);
    let drawn = (0..12).map(|_| scramble::solvable(&puzzle.goal, &mut rng));
    let boards: Vec<_> = drawn
        .chain([puzzle.start.clone(), puzzle.goal.clone()])
        .collect();
    let (mut n_found, mut n_on_paths) = (0, 0);
    queue.add(boards.clone(), || {});
    let begun = Instant::now();
    while n_found < boards.len() {
        assert!(begun.elapsed() < Duration::from_secs(60));
        queue.poll(
            || {},
            |found| {
                n_found += 1;
                assert_eq!(found.path.first().map(|it| &it.0), Some(&found.board));
                for (board, distance) in found.path {
                    assert_eq!(exact.get(&board), Some(distance), "{board:?}");
                    n_on_paths += 1;
                }
            },
        );
        std::thread::park_timeout(Duration::from_millis(2));
    }
    assert!(n_on_paths > 10 * boards.len());
}

/// Two boards of the 15-puzzle: one at the greatest distance from the goal, and one a few moves from it.
fn hard_and_easy() -> (Puzzle, Board, Board) {
    let hard = parse_board("_ 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1").unwrap();
    let easy = parse_board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 _ 14 15").unwrap();
    (from_start(hard.clone()), hard, easy)
}

/// The first board of which something is found.
fn first_found(queue: &mut DistanceQueue) -> Distance {
    let (mut first, begun) = (None, Instant::now());
    while first.is_none() {
        assert!(begun.elapsed() < Duration::from_secs(120));
        queue.poll(
            || {},
            |found| {
                first.get_or_insert(found);
            },
        );
        std::thread::park_timeout(Duration::from_millis(2));
    }
    first.unwrap()
}

#[test]
fn a_hard_board_holds_up_no_other() {
    let (puzzle, hard, easy) = hard_and_easy();
    let two = NonZero::new(2).unwrap();
    // It is not put off.
    let long = [Duration::from_secs(100); 2];
    let mut queue = DistanceQueue::new(puzzle.clone())
        .with_threads(two)
        .with_patience(long);
    queue.add(vec![hard.clone()], || {});
    // The thread takes it, and would hold a lock if it kept one while it searches.
    std::thread::park_timeout(Duration::from_millis(20));
    queue.add(vec![easy.clone()], || {});
    assert_eq!(first_found(&mut queue).board, easy);
    // One thread puts it off.
    let mut queue = DistanceQueue::new(puzzle)
        .with_threads(NonZero::<usize>::MIN)
        .with_patience([Duration::from_millis(50), Duration::from_secs(100)]);
    queue.add(vec![hard, easy.clone()], || {});
    let found = first_found(&mut queue);
    assert_eq!((found.board, found.path.len()), (easy, 3));
}

#[test]
fn h_of_a_5x5_board_is_found_by_a_fast_engine() {
    let goal = Puzzle::default_for(Size::new(5, 5).unwrap()).goal;
    let mut board = goal.clone();
    // Each move takes another tile one cell away from its place.
    let walk = [Direction::Up, Direction::Left].map(|direction| [direction; 3]);
    for direction in walk.concat() {
        board.slide(direction);
    }
    let mut queue = DistanceQueue::new(Puzzle::new("", board.clone(), goal.clone()).unwrap());
    queue.add(vec![board.clone()], || {});
    let found = first_found(&mut queue);
    assert_eq!(found.board, board);
    assert_eq!(found.path.first(), Some(&(board, 6)));
    assert_eq!(found.path.last(), Some(&(goal.clone(), 0)));
}

#[test]
fn a_board_that_takes_too_long_is_given_up() {
    let (puzzle, hard, _) = hard_and_easy();
    let mut queue = DistanceQueue::new(puzzle).with_patience([Duration::from_millis(5); 2]);
    queue.add(vec![hard.clone()], || {});
    let found = first_found(&mut queue);
    assert_eq!((found.board, found.path), (hard, Vec::new()));
}

#[test]
fn errors_that_are_noted_are_counted_once() {
    let job = jobs(&AStar::ABOUT).into_iter().next().unwrap();
    let run = run(&job);
    let trace = run.trace();
    let mut distribution = Distribution::new(Quantity::Error, &job, None);
    assert_eq!(distribution.range(), None);
    for (node, error) in [(0, 3), (1, 0), (0, 3)] {
        distribution.note(trace, node, trace.h(node) + error);
        assert_eq!(distribution.value(trace, node), Some(error.into()));
    }
    assert_eq!(
        (distribution.n_nodes(), distribution.range()),
        (2, Some((0, 3)))
    );
    assert_eq!(distribution.value(trace, 2), None);
    assert!(distribution.count(trace, 1000));
}
