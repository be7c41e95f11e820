//! Databases of move counts, compared with a plain search over the tiles of the pattern and the
//! blank; building on several threads; stopping.

use crate::placements::{cells_with, distance, goals, size};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Barrier, Mutex};
use tilescope_puzzle::heuristics::PatternDatabases;
use tilescope_puzzle::pattern_database::{
    self, Blank, Database, Lookup, PageBuffer, Partition, Pattern, ReportFn, Supervisor, images,
    ranking::Ranking, view::half_excess_at,
};
use tilescope_puzzle::{
    Board, Bytes, Cells, Costs, Direction, GoalPreset, MoveOrder, Size, SlidingTiles, scramble,
};
use tilescope_search::{Heuristic, StopReason};

/// For each placement of `tiles`, their cells as the digits of a number in base `n_cells`, the
/// first lowest: how many moves of theirs bring them home, wherever the blank is.
fn truth(goal: &Board, tiles: &[u8]) -> Vec<Option<u32>> {
    let size = goal.size();
    let n = size.n_cells();
    let number = |cells: &[usize]| cells.iter().rev().fold(0, |number, cell| number * n + cell);
    let n_placements = n.pow(tiles.len() as u32);
    let mut least = vec![None; n_placements];
    let mut is_settled = vec![false; n_placements * n];
    let homes: Vec<usize> = tiles.iter().map(|&tile| goal.cell_of(tile)).collect();
    let mut queue = VecDeque::from([(homes, goal.blank(), 0)]);
    while let Some((cells, blank, n_moves)) = queue.pop_front() {
        let placement = number(&cells);
        if std::mem::replace(&mut is_settled[placement * n + blank], true) {
            continue;
        }
        least[placement].get_or_insert(n_moves);
        for cell in Direction::ALL
            .into_iter()
            .filter_map(|d| size.neighbour(blank, d))
        {
            let mut before = cells.clone();
            match before.iter().position(|&there| there == cell) {
                Some(tile) => {
                    before[tile] = blank;
                    queue.push_back((before, cell, n_moves + 1));
                }
                // A move of another tile is free.
                None => queue.push_front((before, cell, n_moves)),
            }
        }
    }
    least
}

#[test]
fn every_placement_has_its_exact_cost() {
    let check = |rows: usize, columns: usize, tiles: &[u8]| {
        for goal in goals(size(rows, columns)) {
            let build =
                |pattern: &Pattern| pattern_database::build(pattern, &mut ()).map(Into::into);
            let lookup = Lookup::new(&goal, tiles, Blank::Minimised, build).unwrap();
            let n = goal.size().n_cells();
            let mut n_placements = 0;
            for (number, least) in truth(&goal, tiles).into_iter().enumerate() {
                let Some(least) = least else { continue };
                let cell = |i| number / n.pow(i as u32) % n;
                let cells: Vec<usize> = (0..tiles.len()).map(cell).collect();
                let distance = distance(&goal, tiles, &cells);
                let board = cells_with(goal.size(), tiles, &cells);
                let half = lookup.half_excess(lookup.placement(board), 0);
                // Beyond 15 they are cut.
                let expected = least.min(distance + 30);
                let found = distance + 2 * u32::from(half);
                assert_eq!(found, expected, "{tiles:?} in {cells:?}, {goal:?}");
                n_placements += 1;
            }
            assert!(n_placements > 0);
        }
    };
    check(3, 3, &[1]);
    check(3, 3, &[8, 2]);
    check(3, 3, &[1, 4, 2, 7, 5]);
    check(2, 4, &[7, 1, 2, 3]);
    check(4, 2, &[1, 2, 3, 4, 5]);
    check(3, 4, &[2, 3, 7, 11]);
    check(5, 3, &[14, 9, 1]);
    check(4, 4, &[1, 5, 6]);
    check(2, 8, &[3, 4, 15]);
    check(4, 8, &[1, 31]);
    // If all tiles or all but one are in the pattern, parity makes half the states unreachable.
    check(2, 3, &[1, 2, 3, 4]);
    check(3, 2, &[1, 2, 3, 4, 5]);
    check(3, 3, &[1, 2, 3, 4, 5, 6]);
    check(3, 4, &[1, 2, 3, 5, 6]);
    check(4, 4, &[1, 2, 5, 6]);
    check(5, 5, &[1, 2, 6, 7]);
}

/// Runs the work on several threads, and stops after a number of reports.
struct StoppingThreads {
    n_threads: usize,
    tells_left: Mutex<usize>,
    bytes_left: usize,
    heard: Mutex<f64>,
}

impl StoppingThreads {
    fn new(n_threads: usize) -> Self {
        StoppingThreads {
            n_threads,
            tells_left: usize::MAX.into(),
            bytes_left: usize::MAX,
            heard: 0.0.into(),
        }
    }

    fn hear(&self, done: f64) -> Result<(), StopReason> {
        assert!((0.0..=1.0).contains(&done), "{done}");
        let mut heard = self.heard.lock().unwrap();
        *heard = done.max(*heard);
        let mut left = self.tells_left.lock().unwrap();
        *left = left.saturating_sub(1);
        if *left == 0 {
            Err(StopReason::Interrupt)
        } else {
            Ok(())
        }
    }
}

impl Supervisor for StoppingThreads {
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut ReportFn) + Sync)) {
        let crew = &*self;
        std::thread::scope(|scope| {
            for _ in 0..crew.n_threads {
                scope.spawn(|| work(&mut |done| crew.hear(done)));
            }
        });
    }

    fn report_progress(&mut self, done: f64) -> Result<(), StopReason> {
        self.hear(done)
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.bytes_left = self
            .bytes_left
            .checked_sub(bytes)
            .ok_or(StopReason::Memory)?;
        Ok(())
    }
}

fn pattern(rows: usize, columns: usize, tiles: &[u8]) -> Pattern {
    Pattern::new(
        &GoalPreset::BlankLast.board(size(rows, columns)),
        tiles,
        Blank::Minimised,
    )
    .0
}

#[test]
fn threads_build_the_same_database() {
    let pattern = pattern(4, 4, &[1, 2, 5, 6, 9]);
    let alone = pattern_database::build(&pattern, &mut ()).unwrap();
    let mut crew = StoppingThreads::new(3);
    let together = pattern_database::build(&pattern, &mut crew).unwrap();
    assert!(alone.bytes() == together.bytes());
    assert_eq!(*crew.heard.get_mut().unwrap(), 1.0);
}

/// Requests the same pattern as another thread.
struct Competitor<'a> {
    /// Whether it stops its build once the other has begun to wait.
    gives_up: bool,
    /// Whether it stops waiting at the first opportunity.
    is_impatient: bool,
    has_begun: &'a Barrier,
    is_waiting: &'a Barrier,
    n_kept: &'a AtomicUsize,
    has_waited: bool,
}

impl Supervisor for Competitor<'_> {
    fn on_all_threads(&mut self, work: &(dyn Fn(&mut ReportFn) + Sync)) {
        // Only the first one meets the other here.
        if !self.has_waited {
            self.has_waited = true;
            self.has_begun.wait();
            self.is_waiting.wait();
        }
        work(&mut |_| match self.gives_up {
            true => Err(StopReason::Interrupt),
            false => Ok(()),
        });
    }

    fn store(&mut self, _: &Database) {
        self.n_kept.fetch_add(1, Relaxed);
    }

    fn wait(&mut self) -> Result<bool, StopReason> {
        if !std::mem::replace(&mut self.has_waited, true) {
            self.is_waiting.wait();
        }
        if self.is_impatient {
            return Err(StopReason::Interrupt);
        }
        Ok(false)
    }
}

#[test]
fn concurrent_requests_share_a_build() {
    let check = |tiles: &[u8], gives_up: bool, is_impatient: bool| {
        let pattern = pattern(3, 5, tiles);
        let (has_begun, is_waiting) = (&Barrier::new(2), &Barrier::new(2));
        let n_kept = &AtomicUsize::new(0);
        let obtain = |gives_up, is_impatient| {
            let mut rival = Competitor {
                gives_up,
                is_impatient,
                has_begun,
                is_waiting,
                n_kept,
                has_waited: false,
            };
            pattern_database::get_or_build(&pattern, &mut rival)
        };
        let (first, second) = std::thread::scope(|scope| {
            let first = scope.spawn(|| obtain(gives_up, false));
            has_begun.wait();
            let second = obtain(false, is_impatient);
            (first.join().unwrap(), second)
        });
        (first, second, n_kept.load(Relaxed))
    };
    let (first, second, n_kept) = check(&[1, 2, 3], false, false);
    assert!(Arc::ptr_eq(&first.unwrap(), &second.unwrap()));
    assert_eq!(n_kept, 1);
    // The waiting thread is stopped; the building one gives up and leaves the build to it.
    let (first, second, n_kept) = check(&[4, 5, 6], false, true);
    assert_eq!(
        (first.is_ok(), second.err(), n_kept),
        (true, Some(StopReason::Interrupt), 1)
    );
    let (first, second, n_kept) = check(&[7, 8, 9], true, false);
    assert_eq!(
        (first.err(), second.is_ok(), n_kept),
        (Some(StopReason::Interrupt), true, 1)
    );
}

/// On 5×5 the plan alone takes noticeable time.
#[test]
fn planning_can_be_stopped() {
    let pattern = pattern(5, 5, &[1, 2, 3, 6, 7, 8]);
    let mut crew = StoppingThreads {
        tells_left: 3.into(),
        // To build it would take more.
        bytes_left: 0,
        ..StoppingThreads::new(1)
    };
    let stopped = pattern_database::build(&pattern, &mut crew);
    assert_eq!(stopped.err(), Some(StopReason::Interrupt));
}

#[test]
fn building_can_be_stopped_at_any_report() {
    let pattern = pattern(4, 4, &[1, 2, 5, 6]);
    let mut crew = StoppingThreads::new(2);
    assert!(pattern_database::build(&pattern, &mut crew).is_ok());
    let n_tells = usize::MAX - *crew.tells_left.get_mut().unwrap();
    assert!(n_tells > 20, "it tells {n_tells} times");
    for tells in (1..n_tells).step_by(7) {
        let mut crew = StoppingThreads {
            tells_left: tells.into(),
            ..StoppingThreads::new(2)
        };
        let stopped = pattern_database::build(&pattern, &mut crew);
        assert_eq!(stopped.err(), Some(StopReason::Interrupt), "after {tells}");
    }
    let mut crew = StoppingThreads {
        bytes_left: 100_000,
        ..StoppingThreads::new(2)
    };
    let refused = pattern_database::build(&pattern, &mut crew);
    assert_eq!(refused.err(), Some(StopReason::Memory));
}

/// Direct lookups agree with lookups by rank, along random moves.
#[test]
fn direct_and_ranked_lookups_agree() {
    let check = |rows: usize, columns: usize, tiles: &[u8]| {
        for goal in goals(size(rows, columns)) {
            let build =
                |pattern: &Pattern| pattern_database::build(pattern, &mut ()).map(Into::into);
            let lookup = Lookup::new(&goal, tiles, Blank::Minimised, build).unwrap();
            let direct = lookup.database.direct().unwrap();
            let mut board = scramble::solvable(&goal, &mut fastrand::Rng::with_seed(3));
            let mut place = lookup.direct(Bytes::pack(board.tiles()));
            let mut rng = fastrand::Rng::with_seed(5);
            for _ in 0..1000 {
                let direction = rng.choice(Direction::ALL).unwrap();
                let blank = board.blank();
                if !board.slide(direction) {
                    continue;
                }
                let (cells, tile) = (Bytes::pack(board.tiles()), board.tiles()[blank]);
                if lookup.has(tile) {
                    let slides = lookup.slides(tile, goal.size());
                    place = place.wrapping_add(slides[direction as usize]);
                }
                assert_eq!(place, lookup.direct(cells));
                let half = half_excess_at(direct, place as usize);
                assert_eq!(half, lookup.half_excess(lookup.placement(cells), 0));
            }
        }
    };
    check(3, 3, &[1, 2, 4, 8]);
    check(3, 4, &[1, 5, 6]);
    check(4, 3, &[11]);
    check(2, 8, &[1, 2, 15]);
    check(4, 4, &[1, 5, 9, 13]);
    let large = pattern(4, 5, &[1]);
    assert!(
        pattern_database::build(&large, &mut ())
            .unwrap()
            .direct()
            .is_none()
    );
}

#[test]
fn a_database_round_trips_through_bytes() {
    let pattern = pattern(3, 4, &[3, 4, 8]);
    let built = pattern_database::build(&pattern, &mut ()).unwrap();
    let room = |bytes: &[u8]| {
        let mut room = PageBuffer::zeros(bytes.len()).unwrap();
        room.copy_from_slice(bytes);
        room
    };
    assert_eq!(built.bytes().len() as u64, pattern.n_bytes());
    let again = Database::from_bytes(&pattern, room(built.bytes())).unwrap();
    assert!(again.bytes() == built.bytes() && again.pattern() == built.pattern());
    assert!(Database::from_bytes(&pattern, room(&built.bytes()[1..])).is_none());
    assert!(PageBuffer::zeros(0).unwrap().is_empty());
}

#[test]
fn ranking_is_perfect() {
    for (n_cells, n_tiles) in [(4, 1), (6, 3), (9, 5), (9, 8), (16, 4), (25, 3), (32, 2)] {
        let ranking = Ranking::new(n_cells, n_tiles);
        let sets: Vec<u32> = ranking.sets().collect();
        assert_eq!(sets.len(), ranking.n_sets());
        for (number, &set) in sets.iter().enumerate() {
            assert_eq!(set.count_ones() as usize, n_tiles);
            assert_eq!(ranking.set_number(set), number);
        }
        // The order after the move, computed from scratch.
        let mut rng = fastrand::Rng::with_seed(37);
        for _ in 0..1000 {
            let mut cells: Vec<usize> = (0..n_cells).collect();
            rng.shuffle(&mut cells);
            let empty = cells.pop().unwrap();
            cells.truncate(n_tiles);
            let placement = |cells: &[usize]| {
                let mut order: Vec<u8> = (0..n_tiles as u8).collect();
                order.sort_by_key(|&tile| cells[usize::from(tile)]);
                let set = cells.iter().fold(0, |set: u32, cell| set | 1 << cell);
                (set, ranking.order_number(&order))
            };
            let (set, order) = placement(&cells);
            let tile = rng.usize(..n_tiles);
            let from = std::mem::replace(&mut cells[tile], empty);
            let after = placement(&cells);
            let place = |set: u32, cell: usize| (set & ((1 << cell) - 1)).count_ones() as usize;
            let turned = ranking
                .rotations()
                .rotate(order, place(set, from), place(after.0, empty));
            assert_eq!((set ^ 1 << from ^ 1 << empty, turned), after);
        }
    }
}

/// Goals with symmetries that keep the blank in place.
#[test]
fn mirrored_databases_take_the_maximum_over_all_images() {
    let check = |goal: Board, partition: &Partition, n_images: usize| {
        let images = images(&goal, partition);
        assert_eq!(images.len(), n_images, "{goal:?}");
        let new = |patterns| PatternDatabases::new(&goal, Costs::UNIT, patterns).unwrap();
        let mut each = vec![new(partition)];
        each.extend(images.iter().map(new));
        let mirrored = PatternDatabases::mirrored(&goal, Costs::UNIT, partition).unwrap();
        let space = SlidingTiles::<Bytes>::new(&goal, Costs::UNIT, MoveOrder::default());
        let mut rng = fastrand::Rng::with_seed(41);
        let mut n_better = 0;
        for _ in 0..200 {
            let state = space.state(&scramble::solvable(&goal, &mut rng));
            let values: Vec<_> = each
                .iter()
                .map(|databases| databases.estimate(&state))
                .collect();
            let found = mirrored.estimate(&state);
            assert_eq!(Some(&found), values.iter().max());
            n_better += usize::from(found > values[0]);
        }
        assert_eq!(n_better > 0, n_images > 0, "{goal:?}");
    };
    let halves = |n: u8| Partition::from([(1..=n / 2).collect(), (n / 2 + 1..=n).collect()]);
    check(GoalPreset::BlankLast.board(size(3, 3)), &halves(8), 1);
    check(GoalPreset::BlankFirst.board(size(3, 3)), &halves(8), 1);
    // The blank in the middle: it may be turned, too.
    check(GoalPreset::Spiral.board(size(3, 3)), &halves(8), 3);
    check(GoalPreset::BlankLast.board(size(2, 3)), &halves(5), 0);
    let quarters = (0..4).map(|i| (4 * i + 1..4 * i + 5).filter(|&tile| tile < 16).collect());
    let quarters: Partition = quarters.collect();
    check(GoalPreset::BlankLast.board(size(4, 4)), &quarters, 1);
}

/// Reported progress rises from near 0 to near 1.
#[test]
fn progress_rises_to_the_end() {
    #[derive(Default)]
    struct Progress(Mutex<Vec<f64>>);
    impl Supervisor for Progress {
        fn on_all_threads(&mut self, work: &(dyn Fn(&mut ReportFn) + Sync)) {
            work(&mut |done| {
                self.0.lock().unwrap().push(done);
                Ok(())
            });
        }
    }
    let goal = GoalPreset::BlankLast.board(Size::new(3, 4).unwrap());
    let (pattern, _) = Pattern::new(&goal, &[1, 2, 3, 4, 5], Blank::Minimised);
    let mut progress = Progress::default();
    pattern_database::build(&pattern, &mut progress).unwrap();
    let told = progress.0.into_inner().unwrap();
    assert!(told.is_sorted(), "it falls: {told:?}");
    assert!(told[0] < 0.1 && told[told.len() - 1] > 0.9, "{told:?}");
}
