//! What a search keeps its nodes in, against the standard library's containers.

use std::collections::HashMap;
use tilescope_search::arena::{Arena, ArenaNode, Insertion, Keep, NodeIndex, OpenNode};
use tilescope_search::memory::{ChunkedVec, ReserveWith};
use tilescope_search::open_list::OpenList;
use tilescope_search::reached::Table;
use tilescope_search::successors::Child;
use tilescope_search::{
    Action, Actions, Cost, Duplicates, Heuristic, NodeOutcome, Observer, Space, StopReason,
    Successor, TieBreaking,
};

/// Adds up the bytes that are asked for, and grants them up to a limit.
struct Purse {
    asked: usize,
    grants: usize,
    /// The handle of the next node.
    handle: u32,
    /// The outcome of the last node, and the node that it replaced.
    outcome: Option<NodeOutcome>,
    discarded: Option<u32>,
}

impl Purse {
    fn with(grants: usize) -> Self {
        Purse {
            asked: 0,
            grants,
            handle: 0,
            outcome: None,
            discarded: None,
        }
    }
}

impl Observer for Purse {
    type Node = u32;
    fn root(&mut self, _: Cost) -> u32 {
        0
    }
    fn generated(&mut self, _: u32, _: Action, _: Cost, _: Cost, outcome: NodeOutcome) -> u32 {
        self.outcome = Some(outcome);
        self.discarded = None;
        self.handle
    }
    fn expand(&mut self, _: u32) -> Result<(), StopReason> {
        Ok(())
    }
    fn discard(&mut self, node: u32, outcome: NodeOutcome) {
        assert_eq!(outcome, NodeOutcome::Duplicate);
        self.discarded = Some(node);
    }
    fn requeued(&mut self, parent: Self::Node, action: Action, g: Cost, h: Cost) -> Self::Node {
        self.generated(parent, action, g, h, NodeOutcome::Reopened)
    }
    fn solution(&mut self, _: Self::Node, _: Cost, _: &[Action]) {}
    fn meeting(&mut self, _: Self::Node, _: Self::Node) {}
    fn iteration(&mut self, _: Cost) {}
    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.asked += bytes;
        if self.asked > self.grants {
            return Err(StopReason::Memory);
        }
        Ok(())
    }
}

#[test]
fn a_column_keeps_its_items_and_asks_for_little_more_than_they_take() {
    const N: usize = 5_000_000;
    let (mut column, mut purse) = (ChunkedVec::default(), Purse::with(usize::MAX));
    for item in 0..N as u64 {
        // By ones and by handfuls.
        if item % 7 == 0 {
            column.reserve_with(7, &mut purse).unwrap();
        }
        column.push(item);
    }
    assert_eq!(column.len(), N);
    assert!(column.iter().copied().eq(0..N as u64));
    for at in [0, 1, 2_097_151, 2_097_152, 4_194_304, N - 1] {
        assert_eq!(column[at], at as u64);
        *column.get_mut(at).unwrap() += 1;
        assert_eq!(column.get(at), Some(&(at as u64 + 1)));
    }
    assert_eq!(column.get(N), None);
    let taken = N * size_of::<u64>();
    assert!(
        (taken..taken + (17 << 20)).contains(&purse.asked),
        "{}",
        purse.asked
    );

    // What was allocated serves again.
    column.clear();
    assert!(column.is_empty());
    let asked = purse.asked;
    column.reserve_with(N, &mut purse).unwrap();
    (0..N as u64).for_each(|item| column.push(item));
    assert!(column.iter().copied().eq(0..N as u64));
    assert_eq!(purse.asked, asked);
}

#[test]
fn a_column_stops_when_no_more_memory_is_granted() {
    let (mut column, mut purse) = (ChunkedVec::default(), Purse::with(40 << 20));
    let stopped = (0..10_000_000_u64).find(|&item| match column.reserve_with(1, &mut purse) {
        Ok(()) => {
            column.push(item);
            false
        }
        Err(reason) => reason == StopReason::Memory,
    });
    let n = stopped.expect("it takes 80 MB");
    assert_eq!(column.len() as u64, n);
    assert!(column.iter().copied().eq(0..n));
}

/// A space for arenas, which use only its keys and inverses.
struct Lots;

impl Space for Lots {
    type State = u64;
    type Key = u64;
    type Move = Action;
    type Moves = Actions;

    fn key(&self, state: &u64) -> u64 {
        *state
    }
    fn unpack(&self, key: u64) -> u64 {
        key
    }
    fn inverse(&self, action: Action) -> Option<Action> {
        Some(Action(3 - action.0))
    }
    fn is_goal(&self, _: &u64) -> bool {
        unreachable!()
    }
    fn moves(&self, _: &u64, _: Option<Action>) -> Actions {
        unreachable!()
    }
    fn successor(&self, _: &u64, _: Action) -> Successor<u64> {
        unreachable!()
    }
    fn goal(&self) -> u64 {
        unreachable!()
    }
    fn actions_to(&self, _: &u64) -> Actions {
        unreachable!()
    }
    fn predecessor(&self, _: &u64, _: Action) -> u64 {
        unreachable!()
    }
}

struct NoHeuristic;

impl Heuristic<Lots> for NoHeuristic {
    fn estimate(&self, _: &u64) -> Cost {
        unreachable!()
    }
}

/// A node as the test remembers it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Known {
    index: NodeIndex,
    g: Cost,
    is_waiting: bool,
}

/// Adds `n` nodes of random states, some of them again and again, with g and h to `most`.
fn check_arena(n: u32, most: Cost) {
    let mut rng = fastrand::Rng::with_seed(u64::from(n ^ most));
    let mut arena = Arena::new(&Lots, &NoHeuristic, Duplicates::Graph, Keep::Cheapest);
    let purse = &mut Purse::with(usize::MAX);
    let root = arena.insert_root(&u64::MAX, 0, purse).unwrap();
    let mut latest = HashMap::from([(
        u64::MAX,
        Known {
            index: root,
            g: 0,
            is_waiting: true,
        },
    )]);
    let mut nodes = vec![(u64::MAX, 0, 0, NodeIndex::MAX, 0, 0)];
    while arena.len() < n as usize {
        let parent = rng.u32(..arena.len() as u32);
        let taken = arena.close(parent);
        let known = latest.get_mut(&nodes[parent as usize].0).unwrap();
        assert_eq!(taken.is_some(), known.index == parent);
        if known.index == parent {
            known.is_waiting = false;
        }
        arena.reserve_with(4, purse).unwrap();
        // A node that was replaced has successors too: they are classified by its index alone.
        let node = arena.node(parent);
        let open = OpenNode {
            index: parent,
            state: node.key,
            g: node.g,
            h: node.h,
            handle: node.handle,
        };
        for action in 0..4 {
            // The first half of them low, whatever may come.
            let most = if arena.len() < n as usize / 2 {
                most.min(80)
            } else {
                most
            };
            let (mut g, h, handle) = (rng.u32(..=most), rng.u32(..=most), rng.u32(..));
            let mut key = u64::from(rng.u32(..n)) * 0x0101_0000_0001;
            // The state that its parent came from is among them, by no better path.
            let (.., came_from, came, _) = nodes[parent as usize];
            if let Some(back) = nodes.get(came_from as usize)
                && action == 3 - came
            {
                key = back.0;
                g = g.max(latest[&key].g);
            }
            let child = Child {
                action: Action(action),
                state: key,
                g,
                h,
            };
            purse.handle = handle;
            let insertion = arena.insert(&open, &child, |outcome| outcome, purse);
            let insertion = insertion.unwrap();
            let earlier = latest.get(&key).copied();
            let expected = match earlier {
                None => NodeOutcome::Frontier,
                Some(earlier) if g < earlier.g && earlier.is_waiting => NodeOutcome::Improved,
                Some(earlier) if g < earlier.g => NodeOutcome::Reopened,
                Some(_) => NodeOutcome::Duplicate,
            };
            assert_eq!(purse.outcome, Some(expected));
            let replaced = earlier.filter(|earlier| earlier.is_waiting && g < earlier.g);
            let replaced = replaced.map(|earlier| nodes[earlier.index as usize].5);
            assert_eq!(purse.discarded, replaced);
            assert_eq!(
                matches!(insertion, Insertion::Open(_)),
                expected.is_on_frontier()
            );
            if let Insertion::Open(index) = insertion {
                assert_eq!(index as usize, nodes.len());
                nodes.push((key, g, h, parent, action, handle));
                let is_waiting = true;
                latest.insert(
                    key,
                    Known {
                        index,
                        g,
                        is_waiting,
                    },
                );
            }
        }
    }
    for (index, &expected) in (0..).zip(&nodes) {
        let ArenaNode {
            key,
            g,
            h,
            parent,
            action,
            handle,
        } = arena.node(index);
        assert_eq!((key, g, h, parent, action.0, handle), expected);
    }
    for (key, known) in &latest {
        assert_eq!(arena.find(key), Some(known.index));
        assert_eq!(arena.is_open(known.index), known.is_waiting);
    }
    assert_eq!(arena.find(&1), None);

    arena.restart_from(n / 2, purse).unwrap();
    let (key, g, h, .., handle) = nodes[n as usize / 2];
    let root = arena.node(0);
    assert_eq!((root.key, root.g, root.h, root.handle), (key, g, h, handle));
    assert_eq!((arena.len(), arena.find(&key)), (1, Some(0)));
    assert!(arena.path(0).is_empty());
}

#[test]
fn an_arena_keeps_nodes_and_knows_their_states() {
    for n in [2, 1000, 300_000] {
        // Costs that fit beside all else, just don't, and are as high as can be.
        for most in [80, 2047, 2048, Cost::MAX] {
            check_arena(n, most);
        }
    }
}

/// Puts in a state a row, `key_of` each; only states of rows with `is_in`.
fn check_table(n_rows: u32, key_of: impl Fn(u32) -> u64 + Copy, is_in: impl Fn(u32) -> bool) {
    let (mut table, mut purse) = (Table::default(), Purse::with(usize::MAX));
    let mut room = 0;
    for row in 0..n_rows {
        if room == 0 {
            let rows = (0..row).filter(|&row| is_in(row));
            let rows = rows.map(|row| (key_of(row), row));
            (table.reserve_with(1, row as usize, rows, &mut purse)).unwrap();
            room = table.room(row as usize);
            assert!(room > 0);
        }
        room -= 1;
        let (slot, found) = table.find(&key_of(row), key_of);
        assert_eq!(found, None);
        if is_in(row) {
            table.put(slot, row);
        }
    }
    for row in (0..n_rows).step_by(3) {
        let expected = is_in(row).then_some(row);
        assert_eq!(table.find(&key_of(row), key_of).1, expected);
    }
    let n_states = (0..n_rows).filter(|&row| is_in(row)).count();
    let n_slots = match (5 * n_states / 4).next_power_of_two() {
        // From 16 MiB it goes on to 64.
        0x80_0000 => 0x100_0000,
        n_slots => n_slots,
    };
    let slots = n_slots * size_of::<u32>();
    // And what it took when it was small, and takes to fill it anew.
    assert!(
        (slots..slots + (21 << 20)).contains(&purse.asked),
        "{} for {slots}",
        purse.asked
    );

    table.clear();
    assert_eq!(table.find(&key_of(0), key_of).1, None);
}

#[test]
fn a_large_table_finds_its_rows_however_it_has_grown() {
    let key_of = |row: u32| u64::from(row) * 0x0101_0000_0001;
    // Small ones, one just before and one just after it comes in pieces, and large ones.
    for n_rows in [3_355_443, 3_355_444, 7_000_000] {
        check_table(n_rows, key_of, |_| true);
    }
    // Duplicate states, in enough rows for their numbers to need bits that the table uses.
    check_table(9_000_000, key_of, |row| row % 3 == 0);
}

#[test]
fn the_open_list_predicts_its_next_nodes() {
    let mut rng = fastrand::Rng::with_seed(3);
    for ties in [
        TieBreaking::Fifo,
        TieBreaking::Lifo,
        TieBreaking::LowH,
        TieBreaking::HighG,
    ] {
        let mut n_foretold = 0;
        for _ in 0..200 {
            let mut open = OpenList::new(ties, 0);
            for node in 0..rng.u32(..100) {
                let (g, h) = (rng.u32(..6), rng.u32(..6));
                open.push((g + h).into(), g, h, node, &mut ()).unwrap();
            }
            open.pop();
            let coming: Vec<_> = (0..8).map(|n| open.peek_nth(n)).collect();
            for foretold in coming {
                let taken = open.pop();
                assert!(foretold.is_none() || foretold == taken, "{ties:?}");
                n_foretold += usize::from(foretold.is_some());
            }
        }
        assert!(n_foretold > 200, "{n_foretold} with {ties:?}");
    }
}
