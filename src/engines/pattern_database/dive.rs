//! The depth-first search within a bound.

use crate::puzzle::pattern_database::{Additive, Placement};
use crate::puzzle::{Board, Bytes, Cells, Direction};
use crate::search::{Action, Cost, Halt, Observer, Tally};

/// A search for one board, with the greatest of `SUMS` sums of databases.
///
/// There is one board, which moves are made on and taken back. All children of a node are
/// looked up before the first is gone into: so the lookups wait for memory together.
pub struct Dive<'a, const SUMS: usize> {
    additive: &'a Additive,
    /// The tile in each cell, 0 for the blank.
    cells: [u8; MOST_CELLS],
    /// For each sum and each of its databases, its part in the estimate.
    parts: [[Part; MOST_PARTS]; SUMS],
    /// For each sum and each tile, which of the databases it is in.
    part_of: [[u8; MOST_CELLS]; SUMS],
    /// For each cell, what the blank may do there and where that leads.
    moves: [[(Direction, u8); 4]; MOST_CELLS],
    n_moves: [u8; MOST_CELLS],
    start: Node<SUMS>,
    /// What was done since the last tally.
    done: Tally,
    /// The solution, last move first.
    actions: Vec<Action>,
}

/// What a database says of the board.
#[derive(Clone, Copy, Default)]
struct Part {
    placement: Placement,
    half: u8,
}

/// Powers of two, so that an index is cut by a mask and not checked.
const MOST_CELLS: usize = 32;
const MOST_PARTS: usize = 8;

/// A node, but for what lies in the cells.
#[derive(Clone, Copy)]
struct Node<const SUMS: usize> {
    blank: u8,
    /// Manhattan distance.
    distance: Cost,
    /// Half of what each sum says beyond that.
    halves: [Cost; SUMS],
}

impl<const SUMS: usize> Node<SUMS> {
    #[inline(always)]
    fn h(&self) -> Cost {
        self.distance + 2 * self.halves.iter().fold(0, |most, &half| most.max(half))
    }
}

/// A move of the blank, and what comes of it.
#[derive(Clone, Copy)]
struct Child<const SUMS: usize> {
    direction: Direction,
    tile: u8,
    node: Node<SUMS>,
    /// For each sum, what is new of the database that the tile is in.
    parts: [Part; SUMS],
}

/// So many nodes are expanded between two tallies: less than a millisecond's work.
const BETWEEN_TALLIES: u64 = 1 << 12;

impl<'a, const SUMS: usize> Dive<'a, SUMS> {
    /// # Panics
    /// If `additive` has another number of sums, or a board more than 32 cells.
    pub fn new(goal: &Board, start: &Board, additive: &'a Additive) -> Self {
        assert_eq!(additive.sums().len(), SUMS);
        let size = goal.size();
        let mut dive = Dive {
            additive,
            cells: [0; MOST_CELLS],
            parts: [[Part::default(); MOST_PARTS]; SUMS],
            part_of: [[0; MOST_CELLS]; SUMS],
            moves: [[(Direction::Up, 0); 4]; MOST_CELLS],
            n_moves: [0; MOST_CELLS],
            start: Node {
                blank: start.blank() as u8,
                distance: 0,
                halves: [0; SUMS],
            },
            done: Tally::default(),
            actions: Vec::new(),
        };
        for (cell, &tile) in start.tiles().iter().enumerate() {
            dive.cells[cell] = tile;
            dive.start.distance += additive.distance(tile, cell);
            let to = |direction| Some((direction, size.neighbour(cell, direction)? as u8));
            let moves = Direction::ALL.into_iter().filter_map(to);
            for (i, step) in moves.enumerate() {
                dive.moves[cell][i] = step;
                dive.n_moves[cell] += 1;
            }
        }
        let cells = Bytes::pack(start.tiles());
        for (sum, lookups) in additive.sums().iter().enumerate() {
            for (number, lookup) in lookups.iter().enumerate() {
                let placement = lookup.placement(cells);
                let half = lookup.half_excess(placement);
                dive.parts[sum][number] = Part { placement, half };
                dive.start.halves[sum] += Cost::from(half);
                for &tile in start.tiles().iter().filter(|tile| lookup.has(**tile)) {
                    dive.part_of[sum][usize::from(tile)] = number as u8;
                }
            }
        }
        dive
    }

    /// How many moves the start takes at least.
    pub fn h(&self) -> Cost {
        self.start.h()
    }

    /// Searches for a solution of at most `bound` moves.
    ///
    /// # Errors
    /// If `observer` stops it.
    pub fn search<O: Observer>(
        &mut self,
        bound: Cost,
        observer: &mut O,
    ) -> Result<Option<Vec<Action>>, Halt> {
        self.actions.clear();
        let start = self.start;
        let is_solved = self.expand(&start, start.blank, bound, observer)?;
        observer.tally(std::mem::take(&mut self.done))?;
        self.actions.reverse();
        Ok(is_solved.then(|| self.actions.clone()))
    }

    /// Searches below `node`, which took the blank away from `previous` and from which a goal
    /// may be at most `slack` moves off.
    fn expand<O: Observer>(
        &mut self,
        node: &Node<SUMS>,
        previous: u8,
        slack: Cost,
        observer: &mut O,
    ) -> Result<bool, Halt> {
        // No tile is away from home.
        if node.distance == 0 {
            return Ok(true);
        }
        self.done.expanded += 1;
        if self.done.expanded == BETWEEN_TALLIES {
            observer.tally(std::mem::take(&mut self.done))?;
        }
        let none = Child {
            direction: Direction::Up,
            tile: 0,
            node: *node,
            parts: [Part::default(); SUMS],
        };
        let mut children = [none; 4];
        let mut n_children = 0;
        let blank = usize::from(node.blank) % MOST_CELLS;
        let n_moves = usize::from(self.n_moves[blank]).min(4);
        for &(direction, cell) in &self.moves[blank][..n_moves] {
            if cell != previous {
                children[n_children % 4] = self.child(node, direction, cell);
                n_children += 1;
            }
        }
        self.done.generated += n_children as u64;
        for child in &children[..n_children.min(4)] {
            if child.node.h() < slack && self.enter(node, child, slack - 1, observer)? {
                self.actions.push(child.direction.into());
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What comes of moving the blank of `node` to `cell`.
    #[inline(always)]
    fn child(&self, node: &Node<SUMS>, direction: Direction, cell: u8) -> Child<SUMS> {
        let tile = self.cells[usize::from(cell) % MOST_CELLS];
        let distance = |cell: u8| self.additive.distance(tile, cell.into());
        let mut child = Child {
            direction,
            tile,
            node: Node {
                blank: cell,
                distance: node.distance + distance(node.blank) - distance(cell),
                halves: node.halves,
            },
            parts: [Part::default(); SUMS],
        };
        for (sum, lookups) in self.additive.sums().iter().enumerate().take(SUMS) {
            let number = self.part(sum, tile);
            let (lookup, before) = (&lookups[number], &self.parts[sum][number]);
            let placement = lookup.slide(before.placement, cell, node.blank);
            let half = lookup.half_excess(placement);
            child.parts[sum] = Part { placement, half };
            child.node.halves[sum] += Cost::from(half);
            child.node.halves[sum] -= Cost::from(before.half);
        }
        child
    }

    /// Makes the move that leads from `node` to `child`, searches there, and takes it back.
    #[inline(always)]
    fn enter<O: Observer>(
        &mut self,
        node: &Node<SUMS>,
        child: &Child<SUMS>,
        slack: Cost,
        observer: &mut O,
    ) -> Result<bool, Halt> {
        let from = usize::from(child.node.blank) % MOST_CELLS;
        let to = usize::from(node.blank) % MOST_CELLS;
        // The new parts go in, and the old ones are kept in their place.
        let mut parts = child.parts;
        self.exchange(child.tile, &mut parts);
        self.cells.swap(from, to);
        let found = self.expand(&child.node, node.blank, slack, observer);
        self.cells.swap(from, to);
        self.exchange(child.tile, &mut parts);
        found
    }

    #[inline(always)]
    fn exchange(&mut self, tile: u8, parts: &mut [Part; SUMS]) {
        for (sum, part) in parts.iter_mut().enumerate() {
            let number = self.part(sum, tile);
            std::mem::swap(part, &mut self.parts[sum][number]);
        }
    }

    /// Which database of a sum a tile is in.
    #[inline(always)]
    fn part(&self, sum: usize, tile: u8) -> usize {
        usize::from(self.part_of[sum][usize::from(tile) % MOST_CELLS]) % MOST_PARTS
    }
}
