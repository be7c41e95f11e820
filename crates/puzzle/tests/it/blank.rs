//! Databases that keep the blank: exact for every placement and cell of the blank; their sums are
//! admissible, consistent, and never lower than with the blank minimised away.

use crate::placements::{cells_with, distance, goals, size};
use std::collections::VecDeque;
use tilescope_puzzle::heuristics::{PartitionError, PatternDatabases, Perfect, TileHeuristic};
use tilescope_puzzle::pattern_database::{
    self, Blank, BlankComponents, Lookup, Partition, Pattern, Plan, ranking::Ranking,
};
use tilescope_puzzle::{
    Board, Bytes, Costs, Direction, GoalPreset, MoveOrder, SlidingTiles, State, scramble,
};
use tilescope_search::{Cost, Heuristic, Space};

/// How many moves of `tiles` bring them and the blank home, by the cells of the tiles, the first
/// highest, and the cell of the blank, as the digits of a number in base `n_cells`.
fn truth(goal: &Board, tiles: &[u8]) -> Vec<Option<Cost>> {
    let size = goal.size();
    let n = size.n_cells();
    let number = |cells: &[usize]| cells.iter().fold(0, |number, cell| number * n + cell);
    let mut least = vec![None; n.pow(tiles.len() as u32 + 1)];
    let mut home: Vec<usize> = tiles.iter().map(|&tile| goal.cell_of(tile)).collect();
    home.push(goal.blank());
    let mut queue = VecDeque::from([(home, 0)]);
    while let Some((cells, n_moves)) = queue.pop_front() {
        let known = &mut least[number(&cells)];
        if known.is_some() {
            continue;
        }
        *known = Some(n_moves);
        let (&blank, of_tiles) = cells.split_last().unwrap();
        for cell in Direction::ALL
            .into_iter()
            .filter_map(|direction| size.neighbour(blank, direction))
        {
            let mut before = cells.clone();
            before[tiles.len()] = cell;
            match of_tiles.iter().position(|&there| there == cell) {
                Some(tile) => {
                    before[tile] = blank;
                    queue.push_back((before, n_moves + 1));
                }
                // A move of another tile is free.
                None => queue.push_front((before, n_moves)),
            }
        }
    }
    least
}

#[test]
fn costs_are_exact_for_every_placement_and_blank_cell() {
    let check = |rows: usize, columns: usize, tiles: &[u8]| {
        let mut n_greater = 0;
        for goal in goals(size(rows, columns)) {
            let build =
                |pattern: &Pattern| pattern_database::build(pattern, &mut ()).map(Into::into);
            let lookup = |blank| Lookup::new(&goal, tiles, blank, build).unwrap();
            let (kept, minimised) = (lookup(Blank::Kept), lookup(Blank::Minimised));
            assert!(kept.database.direct().is_none());
            let n = goal.size().n_cells();
            let mut n_states = 0;
            for (number, moves) in truth(&goal, tiles).into_iter().enumerate() {
                let Some(moves) = moves else { continue };
                let digit = |i: usize| number / n.pow((tiles.len() - i) as u32) % n;
                let cells: Vec<usize> = (0..=tiles.len()).map(digit).collect();
                let distance = distance(&goal, tiles, &cells);
                let board = cells_with(goal.size(), &[tiles, &[0]].concat(), &cells);
                let blank = cells[tiles.len()] as u8;
                let of = |lookup: &Lookup| {
                    distance + 2 * Cost::from(lookup.half_excess(lookup.placement(board), blank))
                };
                // Beyond 15 they are cut.
                assert_eq!(
                    of(&kept),
                    moves.min(distance + 30),
                    "{tiles:?} in {cells:?}"
                );
                assert!(of(&minimised) <= of(&kept));
                n_states += 1;
                n_greater += usize::from(of(&minimised) < of(&kept));
            }
            assert!(n_states > 0);
        }
        // One tile separates no cells; and a single free cell is the blank's.
        let can_differ = (2..rows * columns - 1).contains(&tiles.len());
        assert_eq!(n_greater > 0, can_differ, "{tiles:?}");
    };
    check(3, 3, &[1]);
    check(3, 3, &[8, 2]);
    check(3, 3, &[1, 4, 2, 7]);
    check(2, 4, &[7, 1, 2, 3]);
    check(4, 2, &[1, 2, 3, 4, 5]);
    check(3, 4, &[2, 3, 7]);
    check(5, 3, &[14, 9, 1]);
    check(2, 8, &[3, 4, 15]);
    // If all tiles or all but one are in the pattern, parity makes half the states unreachable.
    check(2, 3, &[1, 2, 3, 4]);
    check(3, 2, &[1, 2, 3, 4, 5]);
    check(3, 3, &[1, 2, 3, 4, 5, 6]);
    check(3, 4, &[1, 2, 3, 5, 6]);
    check(4, 4, &[1, 2, 5, 6]);
    check(5, 5, &[1, 2, 6]);
}

/// Compares a sum that keeps the blank with `truth` at these states and along all their moves.
/// Counts how often it exceeds the sum with the blank minimised away, and how often the latter
/// falls by more than a move.
fn hold(
    goal: &Board,
    partition: &Partition,
    states: impl Iterator<Item = State<Bytes>>,
    truth: &dyn Fn(&State<Bytes>) -> Cost,
) -> (usize, usize) {
    let space = SlidingTiles::<Bytes>::new(goal, Costs::UNIT, MoveOrder::default());
    let new = |blank| {
        let partition = partition.clone().with(blank);
        PatternDatabases::new(goal, Costs::UNIT, &partition).unwrap()
    };
    let (kept, minimised) = (new(Blank::Kept), new(Blank::Minimised));
    let of_images = partition.clone().with(Blank::Kept);
    let of_images = PatternDatabases::mirrored(goal, Costs::UNIT, &of_images).unwrap();
    let (mut n_greater, mut n_falls) = (0, 0);
    for state in states {
        let (h, least, greatest) = (
            kept.estimate(&state),
            minimised.estimate(&state),
            of_images.estimate(&state),
        );
        let cost = truth(&state);
        assert!(
            least <= h && h <= greatest && greatest <= cost,
            "{least} {h} {greatest} {cost}"
        );
        n_greater += usize::from(least < h);
        for action in space.actions(&state) {
            let child = space.apply(&state, action);
            let after = kept.estimate(&child);
            // One move changes it by exactly one, and `update` agrees.
            assert_eq!(h.abs_diff(after), 1, "{partition:?}");
            assert_eq!(kept.update(h, &state, action, &child), after);
            assert!(greatest.abs_diff(of_images.estimate(&child)) <= 1);
            n_falls += usize::from(least > 1 + minimised.estimate(&child));
        }
    }
    (n_greater, n_falls)
}

#[test]
fn sums_are_admissible_and_consistent_on_all_small_boards() {
    let mut n_different = (0, 0);
    for size in [size(2, 3), size(3, 2)] {
        for goal in goals(size) {
            let space = SlidingTiles::<Bytes>::new(&goal, Costs::UNIT, MoveOrder::default());
            let mut distances = vec![(space.state(&goal), 0)];
            let mut at = 0;
            while let Some(&(state, cost)) = distances.get(at) {
                at += 1;
                for action in space.actions(&state) {
                    let child = space.apply(&state, action);
                    if distances.iter().all(|(known, _)| *known != child) {
                        distances.push((child, cost + 1));
                    }
                }
            }
            assert_eq!(distances.len(), 360);
            let truth = |state: &State<Bytes>| {
                let known = distances.iter().find(|(known, _)| known == state);
                known.unwrap().1
            };
            for partition in [
                [vec![1, 2], vec![3, 4, 5]],
                [vec![2, 3, 4, 1], vec![5]],
                [vec![1, 2, 3, 4, 5], vec![]],
            ] {
                let states = distances.iter().map(|(state, _)| *state);
                let (n_greater, n_falls) = hold(&goal, &partition.into(), states, &truth);
                n_different = (n_different.0 + n_greater, n_different.1 + n_falls);
            }
        }
    }
    // Only the sum that keeps the blank is claimed to be consistent.
    assert!(n_different.0 > 0 && n_different.1 > 0, "{n_different:?}");
}

#[test]
fn sums_are_admissible_and_consistent_on_larger_boards() {
    let check = |goal: Board, n_boards: usize, partitions: &[Partition]| {
        let space = SlidingTiles::<Bytes>::new(&goal, Costs::UNIT, MoveOrder::default());
        let perfect = Perfect::new(&goal, Costs::UNIT).unwrap();
        let mut rng = fastrand::Rng::with_seed(17);
        for partition in partitions {
            let states = (0..n_boards).map(|_| space.state(&scramble::solvable(&goal, &mut rng)));
            let states: Vec<_> = states.collect();
            let truth = |state: &State<Bytes>| perfect.estimate(state);
            let (n_greater, n_falls) = hold(&goal, partition, states.into_iter(), &truth);
            assert!(n_greater > 0 && n_falls > 0, "{partition:?} {goal:?}");
        }
    };
    let n_boards = 20_000;
    for goal in goals(size(3, 3)) {
        let partitions = [
            [vec![1, 2, 3, 4], vec![5, 6, 7, 8]].into(),
            [vec![1, 5, 8], vec![2, 3, 4, 6, 7]].into(),
        ];
        check(goal, n_boards, &partitions);
    }
    let goal = GoalPreset::BlankLast.board(size(3, 4));
    let partitions = [
        [vec![1, 2, 5, 6, 9], vec![3, 4, 7, 8, 10, 11]].into(),
        [vec![1, 2, 3], vec![4, 5, 6, 7], vec![8, 9, 10, 11]].into(),
    ];
    check(goal, n_boards, &partitions);
}

#[test]
fn blank_components_partition_the_free_cells() {
    for (size, n_tiles) in [
        (size(2, 3), 2),
        (size(3, 3), 4),
        (size(4, 4), 5),
        (size(4, 8), 2),
    ] {
        let ranking = Ranking::new(size.n_cells(), n_tiles);
        let regions = BlankComponents::new(size, ranking.sets());
        assert_eq!(
            BlankComponents::count(size, n_tiles),
            regions.n_components() as u64
        );
        for (number, set) in ranking.sets().enumerate() {
            let mut all = 0;
            for part in regions.of_set(number) {
                let cells = regions.cells(part);
                assert_eq!(cells & (set | all), 0, "each free cell is in one part");
                all |= cells;
                for cell in (0..size.n_cells()).filter(|cell| cells >> cell & 1 == 1) {
                    assert_eq!(regions.number(number, cell as u32), part);
                    let mut beside = Direction::ALL.into_iter();
                    let beside = beside.all(|direction| {
                        let other = size.neighbour(cell, direction);
                        other.is_none_or(|other| (set | cells) >> other & 1 == 1)
                    });
                    assert!(beside, "what is beside it is in it, or taken");
                }
            }
            assert_eq!(all | set, ((1_u64 << size.n_cells()) - 1) as u32);
        }
    }
}

#[test]
fn database_size_is_as_predicted() {
    let goal = GoalPreset::BlankLast.board(size(4, 4));
    let pattern = |blank| Pattern::new(&goal, &[1, 2, 5, 6], blank).0;
    let (kept, minimised) = (pattern(Blank::Kept), pattern(Blank::Minimised));
    assert_ne!(kept, minimised);
    let built = pattern_database::build(&kept, &mut ()).unwrap();
    assert_eq!(built.bytes().len() as u64, kept.n_bytes());
    let plan = Plan::new(&kept);
    assert_eq!(plan.n_states().div_ceil(2), kept.n_bytes());
    assert!(kept.n_bytes() > minimised.n_bytes());
    assert!(plan.peak_bytes() > Plan::new(&minimised).peak_bytes());
}

/// With varied costs there are no databases of move counts, so none that keep the blank.
#[test]
fn keeping_the_blank_needs_uniform_costs() {
    let check = |(rows, columns), costs: &str| {
        let goal = GoalPreset::BlankLast.board(size(rows, columns));
        let singles = (1..goal.size().n_cells() as u8).map(|tile| vec![tile]);
        let partition = singles.collect::<Partition>().with(Blank::Kept);
        PatternDatabases::new(&goal, costs.parse().unwrap(), &partition).err()
    };
    assert_eq!(check((3, 3), "U=1,D=1,L=1,R=1"), None);
    assert_eq!(check((3, 3), "U=2,D=2,L=2,R=2"), None);
    assert_eq!(
        check((3, 3), "U=2"),
        Some(PartitionError::BlankNotSupported)
    );
    assert_eq!(
        check((6, 6), "U=1"),
        Some(PartitionError::BlankNotSupported)
    );
}
