//! Whole spaces: the number of boards at each distance, and every distance, compared with plain
//! breadth-first search and published figures.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use tilescope_puzzle::pattern_database::{ReportFn, Supervisor};
use tilescope_puzzle::scramble;
use tilescope_puzzle::{
    Board, Bytes, Costs, Direction, GoalPreset, MoveOrder, Nibbles, Size, SlidingTiles, WholeSpace,
};
use tilescope_search::{Checked, Cost, Counter, StopReason};

/// The distances of all boards that can reach `goal`.
fn truth(goal: &Board) -> HashMap<Board, Cost> {
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut waiting = VecDeque::from([goal.clone()]);
    while let Some(board) = waiting.pop_front() {
        let distance = distances[&board] + 1;
        for direction in Direction::ALL {
            let mut next = board.clone();
            if next.slide(direction) && !distances.contains_key(&next) {
                distances.insert(next.clone(), distance);
                waiting.push_back(next);
            }
        }
    }
    distances
}

fn goals(rows: usize, columns: usize) -> Vec<Board> {
    let size = Size::new(rows, columns).unwrap();
    let mut goals: Vec<Board> = GoalPreset::ALL.map(|preset| preset.board(size)).into();
    let mut rng = fastrand::Rng::with_seed(7);
    for cell in 0..size.n_cells() {
        let mut tiles: Vec<u64> = (1..size.n_cells() as u64).collect();
        rng.shuffle(&mut tiles);
        tiles.insert(cell, 0);
        goals.push(Board::new(size, &tiles).unwrap());
    }
    goals
}

#[test]
fn distances_match_breadth_first_search() {
    let check = |rows, columns, n_goals: usize| {
        for goal in goals(rows, columns).into_iter().take(n_goals) {
            let truth = truth(&goal);
            let space = Arc::new(WholeSpace::search(&goal, &mut ()).unwrap());
            let mut levels = vec![0; space.diameter() as usize + 1];
            let tiles = SlidingTiles::<Nibbles>::new(&goal, Costs::UNIT, MoveOrder::default());
            let distances = space.distances_to(&goal);
            for (board, &distance) in &truth {
                levels[distance as usize] += 1;
                let state = tiles.state(board);
                assert_eq!(
                    distances.distance(&state),
                    distance,
                    "{board:?} to {goal:?}"
                );
            }
            assert_eq!(space.levels(), levels);
            assert_eq!(space.n_states(), truth.len() as u64);
            let mut farthest = space.farthest(&goal, usize::MAX);
            assert_eq!(farthest.len() as u64, levels[levels.len() - 1]);
            assert!(
                farthest
                    .iter()
                    .all(|board| truth[board] == space.diameter())
            );
            farthest.sort_by_key(|board| board.tiles().to_vec());
            farthest.dedup();
            assert_eq!(farthest.len() as u64, levels[levels.len() - 1]);
        }
    };
    check(2, 2, 7);
    check(2, 3, 9);
    check(3, 2, 9);
    check(2, 4, 3);
    check(4, 2, 3);
    check(3, 3, 1);
}

/// As the On-Line Encyclopedia of Integer Sequences has them, the blank of the goal in a
/// corner: A090034 and A089473, and for its centre A089474.
#[test]
fn levels_are_as_published() {
    let check = |goal: &str, published: &[u64]| {
        let goal = tilescope_puzzle::notation::parse_board(goal).unwrap();
        let space = WholeSpace::search(&goal, &mut ()).unwrap();
        assert_eq!(space.levels(), published);
    };
    let five = [
        1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1,
    ];
    check("1 2 3 / 4 5 _", &five);
    check("_ 1 / 2 3 / 4 5", &five);
    let corner = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    check("1 2 3 / 4 5 6 / 7 8 _", &corner);
    check("8 7 _ / 4 5 6 / 1 2 3", &corner);
    let centre = [
        1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11132,
        12208, 18612, 18444, 24968, 19632, 22289, 13600, 11842, 4340, 2398, 472, 148,
    ];
    check("1 2 3 / 8 _ 4 / 7 6 5", &centre);
}

/// A090166 of the same encyclopedia: the 11-puzzle, whose farthest boards are 53 moves away.
#[test]
fn the_eleven_puzzle_is_as_published() {
    let published = [
        1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802,
        71167, 119_888, 198_363, 323_206, 515_778, 811_000, 1_248_011, 1_885_279, 2_782_396,
        4_009_722, 5_621_354, 7_647_872, 10_065_800, 12_760_413, 15_570_786, 18_171_606,
        20_299_876, 21_587_248, 21_841_159, 20_906_905, 18_899_357, 16_058_335, 12_772_603,
        9_515_217, 6_583_181, 4_242_753, 2_503_873, 1_350_268, 643_245, 270_303, 92_311, 27_116,
        5390, 1115, 86, 18,
    ];
    assert_eq!(published.iter().sum::<u64>(), 239_500_800);
    let goal = GoalPreset::BlankLast.board(Size::new(3, 4).unwrap());
    let space = Arc::new(WholeSpace::search(&goal, &mut ()).unwrap());
    assert_eq!(space.levels(), published);
    let distances = space.distances_to(&goal);
    let tiles = SlidingTiles::<Bytes>::new(&goal, Costs::UNIT, MoveOrder::default());
    let farthest = space.farthest(&goal, 100);
    assert_eq!(farthest.len(), 18);
    for board in farthest {
        assert_eq!(distances.distance(&tiles.state(&board)), 53);
    }
}

/// Stops after `n_expanded` states, or when more than a megabyte is requested.
fn stops_after(n_expanded: u64) -> Checked<impl FnMut(&Counter) -> Result<(), StopReason>> {
    Checked::new(move |counter| match counter {
        counter if counter.expanded > n_expanded => Err(StopReason::Interrupt),
        counter if counter.bytes > 1 << 20 => Err(StopReason::Memory),
        _ => Ok(()),
    })
}

#[test]
fn the_observer_stops_the_search_and_grants_memory() {
    let goal = |rows, columns| GoalPreset::BlankLast.board(Size::new(rows, columns).unwrap());
    let ended = |goal: &Board, n| WholeSpace::search(goal, &mut stops_after(n)).map(|_| ());
    assert_eq!(ended(&goal(3, 3), 200_000), Ok(()));
    assert_eq!(ended(&goal(3, 3), 100_000), Err(StopReason::Interrupt));
    assert_eq!(ended(&goal(2, 6), 200_000), Err(StopReason::Memory));
}

/// Lends three threads, and stops after a number of reports.
struct StoppingThreads(Mutex<usize>);

impl StoppingThreads {
    fn hear(&self, done: f64) -> Result<(), StopReason> {
        assert!((0.0..=1.0).contains(&done), "{done}");
        let mut left = self.0.lock().unwrap();
        *left = left.checked_sub(1).ok_or(StopReason::Interrupt)?;
        Ok(())
    }
}

impl Supervisor for StoppingThreads {
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut ReportFn) + Sync)) {
        let lender = &*self;
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(move || work(&mut |done| lender.hear(done)));
            }
        });
    }

    fn report_progress(&mut self, done: f64) -> Result<(), StopReason> {
        self.hear(done)
    }
}

#[test]
fn threads_find_the_same_space() {
    for (rows, columns) in [(2, 2), (3, 3), (5, 2)] {
        let goal = GoalPreset::BlankLast.board(Size::new(rows, columns).unwrap());
        let alone = WholeSpace::search(&goal, &mut ()).unwrap();
        let mut lender = StoppingThreads(usize::MAX.into());
        let lent = WholeSpace::build(&goal, &mut lender).unwrap();
        assert_eq!(lent.levels(), alone.levels());
        let [lent, alone] = [lent, alone].map(|space| Arc::new(space).distances_to(&goal));
        let tiles = SlidingTiles::<Nibbles>::new(&goal, Costs::UNIT, MoveOrder::default());
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..100 {
            let state = tiles.state(&scramble::solvable(&goal, &mut rng));
            assert_eq!(lent.distance(&state), alone.distance(&state));
        }
    }
    let goal = GoalPreset::BlankLast.board(Size::new(2, 5).unwrap());
    for n_tells in [1, 10, 100] {
        let stopped = WholeSpace::build(&goal, &mut StoppingThreads(n_tells.into()));
        assert_eq!(stopped.map(|_| ()), Err(StopReason::Interrupt));
    }
}
