//! The map of a whole space, against published counts and naive searches.

use crate::breakpoint::{a_job, algorithms, whole};
use std::collections::{BTreeMap, BTreeSet};
use tilescope_lab::audit::{AuditError, Limits};
use tilescope_lab::space_map::{Reached, SpaceMap, Symmetric, Values};
use tilescope_lab::{Interrupt, Job, RunOutcome, State};
use tilescope_puzzle::{Board, Costs, Direction, GoalPreset, HeuristicExpr, Size};
use tilescope_search::{Cost, SearchDirection};
use tilescope_trace::{Moment, NodeId, Trace};

fn goal(rows: usize, columns: usize) -> Board {
    GoalPreset::BlankLast.board(Size::new(rows, columns).unwrap())
}

fn map(goal: &Board, costs: Costs, symmetric: Symmetric) -> SpaceMap {
    SpaceMap::find(goal, costs, symmetric, &Interrupt::default(), &mut |_| {}).unwrap()
}

#[test]
fn the_rows_of_the_eight_puzzle_have_the_published_numbers_of_boards() {
    let map = map(&goal(3, 3), Costs::UNIT, Symmetric::Apart);
    let n = map.rows().iter().map(|row| row.points.len());
    let published = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(n.collect::<Vec<_>>(), published);
    assert_eq!(map.n_points(), 181_440);
    for (distance, row) in (0..).zip(map.rows()) {
        assert_eq!(row.distances, (distance, distance));
    }
}

/// The boards that can reach `goal`, with their distances and shortest paths, counted by walking all
/// paths of each length.
fn naive(goal: &Board) -> BTreeMap<Vec<u8>, (Cost, u64)> {
    let mut found = BTreeMap::from([(goal.tiles().to_vec(), (0, 1))]);
    let mut last = BTreeMap::from([(goal.tiles().to_vec(), (goal.clone(), 1_u64))]);
    for distance in 1.. {
        let mut next: BTreeMap<Vec<u8>, (Board, u64)> = BTreeMap::new();
        for (board, n) in last.values() {
            for direction in Direction::ALL {
                let mut board = board.clone();
                if board.slide(direction) && !found.contains_key(board.tiles()) {
                    let key = board.tiles().to_vec();
                    next.entry(key).or_insert((board, 0)).1 += n;
                }
            }
        }
        if next.is_empty() {
            return found;
        }
        let paths = next
            .iter()
            .map(|(key, (_, n))| (key.clone(), (distance, *n)));
        found.extend(paths);
        last = next;
    }
    unreachable!("the space is finite");
}

#[test]
fn shortest_paths_are_as_many_as_a_naive_search_counts() {
    for goal in [goal(2, 3), goal(2, 2), goal(3, 2)] {
        let map = map(&goal, Costs::UNIT, Symmetric::Apart);
        let naive = naive(&goal);
        assert_eq!(map.n_points(), naive.len());
        for point in 0..map.n_points() as u32 {
            let board = map.board(point);
            let (distance, n_paths) = naive[board.tiles()];
            assert_eq!(map.distance(point), distance, "{board:?}");
            assert_eq!(map.n_paths(point), Some(n_paths), "{board:?}");
            assert_eq!(map.point(&board), Some(point));
            assert!(map.rows()[map.row_of(point)].points.contains(&point));
        }
        let greatest = naive.values().map(|(_, n)| *n).max();
        assert_eq!(Some(map.max_paths()), greatest);
    }
}

#[test]
fn boards_follow_their_optimal_successors() {
    let map = map(&goal(3, 3), Costs::UNIT, Symmetric::Apart);
    // The place of the first optimal successor in its row never decreases along a row.
    for row in &map.rows()[1..] {
        let first = |point: u32| {
            let nearer = map.neighbours(point).filter(|(_, is_nearer)| *is_nearer);
            nearer.map(|(to, _)| to).min().unwrap()
        };
        let places: Vec<u32> = row.points.clone().map(first).collect();
        assert!(places.is_sorted(), "row of {:?}", row.distances);
    }
}

#[test]
fn symmetric_boards_are_one_point() {
    let corner = goal(3, 3);
    assert_eq!(
        SpaceMap::symmetries(&corner, Costs::UNIT),
        ["reflection in the main diagonal"]
    );
    let joined = map(&corner, Costs::UNIT, Symmetric::Joined);
    let apart = map(&corner, Costs::UNIT, Symmetric::Apart);
    let mut n_of_point = vec![0; joined.n_points()];
    for point in 0..apart.n_points() as u32 {
        let at = joined.point(&apart.board(point)).unwrap();
        n_of_point[at as usize] += 1;
        assert_eq!(joined.distance(at), apart.distance(point));
        assert_eq!(joined.n_paths(at), apart.n_paths(point));
    }
    assert!(n_of_point.iter().all(|n| (1..=2).contains(n)));
    assert_eq!(n_of_point[0], 1, "the goal is its own reflection");
    assert!(joined.n_points() < 91_000, "{} points", joined.n_points());
    let centre = tilescope_puzzle::notation::parse_board("1 2 3 / 8 _ 4 / 7 6 5").unwrap();
    let joined = map(&centre, Costs::UNIT, Symmetric::Joined);
    assert!(joined.n_points() < 24_000, "{} points", joined.n_points());
    let costs: Costs = "U=2,D=1,L=1,R=1".parse().unwrap();
    assert!(SpaceMap::symmetries(&corner, costs).is_empty());
}

#[test]
fn rows_are_by_cost_where_moves_cost_differently() {
    let costs: Costs = "U=3,D=1,L=2,R=1".parse().unwrap();
    let map = map(&goal(2, 3), costs, Symmetric::Apart);
    assert_eq!(map.uniform_cost(), None);
    assert!(map.rows().len() <= SpaceMap::MAX_ROWS);
    let mut before = None;
    for row in map.rows() {
        assert!(before < Some(row.distances.0));
        before = Some(row.distances.1);
        for point in row.points.clone() {
            let distance = map.distance(point);
            assert!((row.distances.0..=row.distances.1).contains(&distance));
            let best = map.neighbours(point).filter(|(_, is_best)| *is_best);
            assert!(best.count() > 0 || distance == 0);
        }
    }
    let costs: Costs = "U=997,D=991,L=983,R=977".parse().unwrap();
    let map = self::map(&goal(2, 3), costs, Symmetric::Apart);
    assert!(map.rows().len() <= SpaceMap::MAX_ROWS);
    assert_eq!(map.rows().last().unwrap().points.end, 360);
}

#[test]
fn heuristics_have_a_value_at_each_point() {
    let map = map(&goal(2, 4), Costs::UNIT, Symmetric::Apart);
    let limits = Limits {
        threads: None,
        memory: 1 << 30,
    };
    let expr: HeuristicExpr = "manhattan".parse().unwrap();
    let values = map.values(&expr, limits, &Interrupt::default(), &mut |_| {});
    let values = values.unwrap();
    for point in (0..map.n_points() as u32).step_by(7) {
        let h = expr.value(&map.board(point), map.goal(), Costs::UNIT);
        assert_eq!(values.h[point as usize], h.unwrap());
        assert!(values.h[point as usize] <= map.distance(point));
    }
    check_scale(&map, &values);
}

#[test]
fn large_boards_and_interrupts_are_refused() {
    let refused = |goal: &Board, interrupt: &Interrupt| {
        let found = SpaceMap::find(goal, Costs::UNIT, Symmetric::Apart, interrupt, &mut |_| {});
        found.unwrap_err()
    };
    let error = refused(&goal(4, 4), &Interrupt::default());
    assert!(matches!(error, AuditError::TooLarge(_)), "{error}");
    let interrupt = Interrupt::default();
    interrupt.stop();
    for goal in [goal(3, 3), goal(3, 4)] {
        assert_eq!(refused(&goal, &interrupt), AuditError::Interrupted);
    }
    // Boards with costs that differ are not sampled.
    let costs = Costs::UNIT.with(Direction::Up, 2).unwrap();
    let found = SpaceMap::find(
        &goal(3, 4),
        costs,
        Symmetric::Apart,
        &interrupt,
        &mut |_| {},
    );
    assert!(matches!(found.unwrap_err(), AuditError::TooLarge(_)));
}

/// The board of a node, replayed from its root.
fn board(job: &Job, trace: &Trace, node: NodeId) -> Board {
    let problem = &job.problem;
    let direction = trace.direction(node);
    let mut state = match direction {
        SearchDirection::Forward => problem.start(),
        SearchDirection::Backward => problem.goal(),
    };
    for action in trace.path(node).iter().filter_map(|&it| trace.action(it)) {
        let action = match direction {
            SearchDirection::Forward => action,
            SearchDirection::Backward => problem.inverse(action),
        };
        problem.apply(&mut state, action);
    }
    match state {
        State::Board(board) => board,
        State::City(_) => unreachable!("it is a puzzle"),
    }
}

#[test]
fn the_points_reached_are_the_states_of_the_record() {
    let puzzle = a_job("a-star").problem.puzzle().unwrap().clone();
    let maps = [Symmetric::Apart, Symmetric::Joined].map(|it| map(&puzzle.goal, puzzle.costs, it));
    for algorithm in algorithms() {
        let job = a_job(algorithm);
        let (_, trace) = whole(&job);
        for map in &maps {
            check_reached(map, &job, &trace);
        }
    }
    let other = map(&goal(3, 3), Costs::UNIT, Symmetric::Apart);
    assert!(Reached::new(&other, &a_job("a-star").problem).is_none());
}

/// Checks that the points reached of `map` are the states of the record.
fn check_reached(map: &SpaceMap, job: &Job, trace: &Trace) {
    let mut reached = Reached::new(map, &job.problem).unwrap();
    while !reached.read(map, trace, 777) {}
    let algorithm = job.settings.algorithm.key;
    let point = |node| map.point(&board(job, trace, node));
    let mut expanded: BTreeMap<u32, Moment> = BTreeMap::new();
    for step in 1..=trace.n_expanded() {
        let node = trace.expanded_node(step).unwrap();
        point(node).map(|point| *expanded.entry(point).or_insert(step));
    }
    let mut generated: BTreeMap<u32, Moment> = BTreeMap::new();
    for node in 0..trace.n_nodes() {
        let step = trace.generated_at(node).min(trace.n_expanded());
        point(node).map(|point| *generated.entry(point).or_insert(step));
    }
    for point in 0..map.n_points() as u32 {
        let first = expanded.get(&point).copied();
        assert_eq!(reached.expanded_at(point), first, "{algorithm} {point}");
        let first = generated.get(&point).copied();
        assert_eq!(reached.generated_at(point), first, "{algorithm} {point}");
    }
    for t in [0, 1, trace.n_expanded() / 2, trace.n_expanded()] {
        let by = |steps: &BTreeMap<u32, Moment>| {
            let points = steps.iter().filter(|(_, step)| **step <= t);
            points.map(|(point, _)| *point).collect::<BTreeSet<u32>>()
        };
        let (generated, expanded) = (by(&generated), by(&expanded));
        let all = reached.in_all(t);
        assert_eq!(all.expanded as usize, expanded.len(), "{algorithm} {t}");
        assert_eq!(all.generated as usize, generated.len(), "{algorithm} {t}");
        let in_row = |row, points: &BTreeSet<u32>| {
            points.iter().filter(|&&it| map.row_of(it) == row).count()
        };
        for row in 0..map.rows().len() {
            let count = reached.in_row(row, t);
            assert_eq!(count.expanded as usize, in_row(row, &expanded));
            assert_eq!(count.generated as usize, in_row(row, &generated));
        }
    }
}

/// Checks the ends of scales against the values of all points.
fn check_scale(map: &SpaceMap, values: &Values) {
    let error = |point: u32| map.distance(point).saturating_sub(values.h[point as usize]);
    let errors = (0..map.n_points() as u32).map(error);
    assert_eq!(Some(values.max_error), errors.max());
    assert_eq!(Some(&values.max_h), values.h.iter().max());
    assert!(!values.has_infinite && !values.overestimates);
}

#[test]
fn a_sample_of_a_large_space_has_exact_distances_in_rows_of_true_size() {
    let goal = goal(3, 4);
    let mut told = Vec::new();
    let found = SpaceMap::find(
        &goal,
        Costs::UNIT,
        Symmetric::Apart,
        &Interrupt::default(),
        &mut |done| told.push(done),
    );
    let map = found.unwrap();
    assert!(told.is_sorted() && told.last().is_some_and(|&done| done > 0.9 && done <= 1.0));
    assert!(map.is_sample());
    assert_eq!(map.n_states(), 239_500_800);
    assert_eq!(map.n_points() as u64, 239_500_800 / SpaceMap::SAMPLED);
    // Published: the farthest boards are 53 moves away, and there are 18.
    let n_boards: Vec<u64> = map.rows().iter().map(|row| row.n_boards).collect();
    assert_eq!(n_boards[..5], [1, 2, 4, 9, 20]);
    assert_eq!((n_boards.len(), n_boards[53]), (54, 18));
    assert_eq!(n_boards.iter().sum::<u64>(), 239_500_800);
    let mut end = 0;
    for (distance, row) in (0..).zip(map.rows()) {
        assert_eq!(row.distances, (distance, distance));
        assert_eq!(row.points.start, end);
        end = row.points.end;
        // Four standard deviations from what is expected of a row.
        let expected = row.n_boards as f64 / SpaceMap::SAMPLED as f64;
        let off = (row.points.len() as f64 - expected).abs();
        assert!(
            off <= 4.0 * expected.sqrt() + 1.0,
            "{distance}: {expected} off by {off}"
        );
        for point in row.points.clone().step_by(50) {
            assert_eq!(map.row_of(point), distance as usize);
            assert_eq!(map.distance(point), distance);
            assert_eq!(map.point(&map.board(point)), Some(point));
        }
    }
    assert_eq!(end as usize, map.n_points());
    // A search agrees with the distances.
    let job = |point: u32| {
        let mut job = a_job("a-star");
        let puzzle = tilescope_puzzle::Puzzle::new("", map.board(point), goal.clone()).unwrap();
        job.settings.heuristic = "linear-conflict".parse().unwrap();
        job.settings.limits.expanded = None;
        job.problem = puzzle.into();
        job
    };
    for point in (0..6_000).step_by(600) {
        let report = tilescope_lab::solve(&job(point)).unwrap();
        let RunOutcome::Solved { cost, .. } = report.outcome else {
            panic!("{:?}", report.outcome);
        };
        assert_eq!(cost, map.distance(point));
    }
    // What a search expands is lit where it is in the sample.
    let job = job(map.rows()[44].points.start);
    let (_, trace) = whole(&job);
    check_reached(&map, &job, &trace);
    let mut reached = Reached::new(&map, &job.problem).unwrap();
    while !reached.read(&map, &trace, 1 << 20) {}
    assert!(reached.in_all(trace.n_expanded()).expanded > 10);

    let limits = Limits {
        threads: None,
        memory: 1 << 20,
    };
    let expr: HeuristicExpr = "manhattan".parse().unwrap();
    let values = map.values(&expr, limits, &Interrupt::default(), &mut |_| {});
    let values = values.unwrap();
    for point in (0..map.n_points() as u32).step_by(7_000) {
        let h = expr.value(&map.board(point), &goal, Costs::UNIT);
        assert_eq!(values.h[point as usize], h.unwrap());
    }
    check_scale(&map, &values);
}
