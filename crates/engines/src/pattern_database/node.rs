//! Nodes, and their expansion in batches, whose lookups overlap.

use super::lookups::Lookups;
use tilescope_puzzle::pattern_database::{Additive, Lookup, Placement};
use tilescope_puzzle::{Board, Bytes, Cells, Direction};
use tilescope_search::{Action, Cost, Progress};

/// A node: a board of up to `CELLS` cells, with the values of up to `SUMS` sums of up to `PARTS`
/// databases.
#[derive(Clone, Copy)]
pub struct DfsNode<const CELLS: usize, const SUMS: usize, const PARTS: usize> {
    /// The tile in each cell, 0 for the blank.
    cells: [u8; CELLS],
    /// The value of each database of each sum.
    parts: [[Part; PARTS]; SUMS],
    /// Half of what each sum adds to Manhattan distance.
    halves: [u8; SUMS],
    blank: u8,
    /// The last action.
    pub action: Action,
    /// The depth, which is g.
    pub depth: u16,
    /// Manhattan distance.
    distance: u16,
    /// The bound minus g.
    slack: u16,
}

/// A pattern's placement on a board, and half of what its database adds to Manhattan distance.
#[derive(Clone, Copy, Default)]
struct Part {
    set: u32,
    order: u16,
    half: u8,
}

impl Part {
    #[inline(always)]
    fn placement(self) -> Placement {
        let Part { set, order, .. } = self;
        Placement { set, order }
    }
}

impl<const CELLS: usize, const SUMS: usize, const PARTS: usize> DfsNode<CELLS, SUMS, PARTS> {
    /// Whether all tiles are in place.
    #[inline(always)]
    pub fn is_goal(&self) -> bool {
        self.distance == 0
    }

    /// Manhattan distance plus the maximum of the sums.
    pub fn h(&self) -> Cost {
        Cost::from(self.distance) + 2 * Cost::from(self.halves[self.max_sum()])
    }

    /// The node with this slack.
    pub fn with_slack(self, slack: Cost) -> Self {
        let slack = slack as u16;
        DfsNode { slack, ..self }
    }

    /// The index of the largest sum.
    #[inline(always)]
    fn max_sum(&self) -> usize {
        let (mut max_sum, mut max) = (0, self.halves[0]);
        for (sum, &halves) in self.halves.iter().enumerate() {
            if halves > max {
                (max_sum, max) = (sum, halves);
            }
        }
        max_sum
    }
}

/// Expands nodes; holds the tables that all nodes of a search share.
pub struct Expander<A, const CELLS: usize, const SUMS: usize, const PARTS: usize> {
    /// The databases.
    lookups: A,
    /// For each tile and each cell, the distance from the tile's goal cell.
    distances: [[u8; CELLS]; CELLS],
    /// For each tile and each sum, the slot of the database that contains the tile.
    slots: [[u8; SUMS]; CELLS],
    /// For each cell of the blank and each last action, or none: the actions that do not undo it,
    /// and the cells they lead to, in reverse order.
    moves: [[Moves; N_ACTIONS + 1]; CELLS],
}

#[derive(Clone, Copy)]
struct Moves {
    n: u8,
    moves: [(Action, u8); N_ACTIONS],
}

pub const N_ACTIONS: usize = 4;

/// The last action of the start, which has none.
const NO_ACTION: Action = Action(N_ACTIONS as u8);

/// A child of a node while its lookups are pending.
#[derive(Clone, Copy)]
pub struct Child<const SUMS: usize> {
    /// The index of the parent in its batch.
    pub node: u8,
    pub action: Action,
    tile: u8,
    /// The cell of the blank.
    cell: u8,
    distance: u16,
    /// The parent's slack.
    slack: u16,
    /// One for each sum, in the order of the lookups.
    lookups: [PendingLookup; SUMS],
}

/// The lookup of a child in the moved tile's database of one sum.
#[derive(Clone, Copy, Default)]
struct PendingLookup {
    index: usize,
    placement: Placement,
    /// The database.
    slot: u8,
    /// The total of the sum's other databases.
    others: u8,
    half: u8,
}

/// Nodes expanded at a time, so that their memory accesses overlap.
pub const BATCH: usize = 8;

const MAX_CHILDREN: usize = N_ACTIONS * BATCH;

/// Scratch memory for the children of a batch.
pub struct ExpansionBuffer<const SUMS: usize> {
    children: [Child<SUMS>; MAX_CHILDREN],
    /// The indices of the children that are within the bound by the lookups so far.
    survivors: [u8; MAX_CHILDREN],
}

impl<const SUMS: usize> Default for ExpansionBuffer<SUMS> {
    fn default() -> Self {
        let child = Child {
            node: 0,
            action: NO_ACTION,
            tile: 0,
            cell: 0,
            distance: 0,
            slack: 0,
            lookups: [PendingLookup::default(); SUMS],
        };
        ExpansionBuffer {
            children: [child; MAX_CHILDREN],
            survivors: [0; MAX_CHILDREN],
        }
    }
}

impl<A: Lookups<SUMS, PARTS>, const CELLS: usize, const SUMS: usize, const PARTS: usize>
    Expander<A, CELLS, SUMS, PARTS>
{
    /// # Panics
    /// If `additive` has no sums or too many, a sum has too many databases, or the board too many
    /// cells.
    pub fn new(goal: &Board, additive: &Additive, lookups: A) -> Self {
        let sums = additive.sums();
        let size = goal.size();
        assert!((1..=SUMS).contains(&sums.len()) && size.n_cells() <= CELLS);
        assert!(sums.iter().all(|sum| sum.len() <= PARTS));
        let sums: [&[Lookup]; SUMS] = std::array::from_fn(|i| &sums.get(i).unwrap_or(&sums[0])[..]);
        let no_moves = Moves {
            n: 0,
            moves: [(NO_ACTION, 0); N_ACTIONS],
        };
        let mut expander = Expander {
            lookups,
            distances: [[0; CELLS]; CELLS],
            slots: [[0; SUMS]; CELLS],
            moves: [[no_moves; N_ACTIONS + 1]; CELLS],
        };
        for cell in 0..size.n_cells() {
            for &tile in goal.tiles() {
                let distance = additive.distance(tile, cell) as u8;
                expander.distances[usize::from(tile)][cell] = distance;
            }
            for (last_action, moves) in expander.moves[cell].iter_mut().enumerate() {
                // In reverse, because a stack returns the last one first.
                for direction in Direction::ALL.into_iter().rev() {
                    let undoes = Action::from(direction.opposite()).0 == last_action as u8;
                    if let Some(to) = size.neighbour(cell, direction).filter(|_| !undoes) {
                        moves.moves[usize::from(moves.n)] = (direction.into(), to as u8);
                        moves.n += 1;
                    }
                }
            }
        }
        for (sum, lookups) in sums.into_iter().enumerate() {
            for &tile in goal.tiles() {
                let part = lookups.iter().position(|lookup| lookup.has(tile));
                let slot = sum * PARTS + part.unwrap_or(0);
                expander.slots[usize::from(tile)][sum] = slot as u8;
            }
        }
        expander
    }

    /// The root node of a search from `board`.
    pub fn node(&self, board: &Board, additive: &Additive) -> DfsNode<CELLS, SUMS, PARTS> {
        let mut node = DfsNode {
            cells: [0; CELLS],
            parts: [[Part::default(); PARTS]; SUMS],
            halves: [0; SUMS],
            blank: board.blank() as u8,
            action: NO_ACTION,
            depth: 0,
            distance: 0,
            slack: 0,
        };
        for (cell, &tile) in board.tiles().iter().enumerate() {
            node.cells[cell] = tile;
            node.distance += u16::from(self.distances[usize::from(tile)][cell]);
        }
        let cells = Bytes::pack(board.tiles());
        let sums = additive.sums();
        for (sum, parts) in node.parts.iter_mut().enumerate() {
            for (part, lookup) in parts.iter_mut().zip(sums.get(sum).unwrap_or(&sums[0])) {
                let placement = self.lookups.placement(lookup, cells);
                let half = lookup.half_excess(lookup.placement(cells), node.blank);
                let Placement { set, order } = placement;
                *part = Part { set, order, half };
                node.halves[sum] += half;
            }
        }
        node
    }

    /// Expands up to [`BATCH`] nodes. Returns the children within the bound, grouped by node.
    ///
    /// Looks up the parent's largest sum first, then the other sums of the children that survive.
    /// All nodes are looked up together, so that their memory accesses overlap.
    #[inline(always)]
    pub fn expand<'d>(
        &self,
        nodes: &[&DfsNode<CELLS, SUMS, PARTS>],
        buffer: &'d mut ExpansionBuffer<SUMS>,
        progress: &mut Progress,
    ) -> impl Iterator<Item = &'d Child<SUMS>> + use<'d, A, CELLS, SUMS, PARTS> {
        let ExpansionBuffer {
            children,
            survivors,
        } = buffer;
        let nodes = &nodes[..nodes.len().min(BATCH)];
        let mut first_sums = [0; BATCH];
        let mut n_children = 0;
        for (number, node) in nodes.iter().enumerate() {
            let first = node.max_sum();
            first_sums[number] = first;
            let blank = usize::from(node.blank) % CELLS;
            let moves = &self.moves[blank][usize::from(node.action.0).min(N_ACTIONS)];
            for &(action, cell) in &moves.moves[..usize::from(moves.n).min(N_ACTIONS)] {
                let child = &mut children[n_children % MAX_CHILDREN];
                n_children += 1;
                self.init_child(number, node, action, cell, child);
                self.start_lookup(node, 0, first, child);
            }
        }
        progress.expanded += nodes.len() as u64;
        progress.generated += n_children as u64;

        let mut n_survivors = 0;
        for (i, child) in (0..).zip(&mut children[..n_children.min(MAX_CHILDREN)]) {
            survivors[n_survivors % MAX_CHILDREN] = i;
            n_survivors += usize::from(self.finish_lookup(child, 0));
        }
        if SUMS > 1 {
            for &i in &survivors[..n_survivors.min(MAX_CHILDREN)] {
                let child = &mut children[usize::from(i) % MAX_CHILDREN];
                let number = usize::from(child.node) % BATCH;
                for nth in 1..SUMS {
                    let sum = (first_sums[number] + nth) % SUMS;
                    self.start_lookup(nodes[number], nth, sum, child);
                }
            }
            let n_candidates = std::mem::take(&mut n_survivors);
            for i in 0..n_candidates.min(MAX_CHILDREN) {
                let child = &mut children[usize::from(survivors[i]) % MAX_CHILDREN];
                let is_within_bound = (1..SUMS).fold(true, |is_within_bound, nth| {
                    is_within_bound & self.finish_lookup(child, nth)
                });
                survivors[n_survivors % MAX_CHILDREN] = survivors[i];
                n_survivors += usize::from(is_within_bound);
            }
        }
        let survivors = survivors[..n_survivors.min(MAX_CHILDREN)].iter();
        survivors.map(|&i| &children[usize::from(i) % MAX_CHILDREN])
    }

    /// Initialises the child that has the blank in `cell`, without its lookups.
    #[inline(always)]
    fn init_child(
        &self,
        number: usize,
        node: &DfsNode<CELLS, SUMS, PARTS>,
        action: Action,
        cell: u8,
        child: &mut Child<SUMS>,
    ) {
        let tile = node.cells[usize::from(cell) % CELLS];
        let distances = &self.distances[usize::from(tile) % CELLS];
        let distance = |cell: u8| u16::from(distances[usize::from(cell) % CELLS]);
        child.node = number as u8;
        child.action = action;
        child.tile = tile;
        child.cell = cell;
        child.distance = node.distance + distance(node.blank) - distance(cell);
        child.slack = node.slack;
    }

    /// Starts the `nth` lookup of `child`, that of `sum`: computes the index and prefetches it.
    #[inline(always)]
    fn start_lookup(
        &self,
        node: &DfsNode<CELLS, SUMS, PARTS>,
        nth: usize,
        sum: usize,
        child: &mut Child<SUMS>,
    ) {
        let slot = usize::from(self.slots[usize::from(child.tile) % CELLS][sum]);
        let part = &node.parts.as_flattened()[slot % (SUMS * PARTS)];
        let placement = (self.lookups).slide(
            part.placement(),
            slot,
            child.tile,
            node.blank,
            child.action.0,
        );
        let index = self.lookups.index(placement, child.cell, slot);
        child.lookups[nth] = PendingLookup {
            index,
            placement,
            slot: slot as u8,
            others: node.halves[sum] - part.half,
            half: 0,
        };
        self.lookups.prefetch(index, slot);
    }

    /// Finishes the `nth` lookup. Returns whether the child is within the bound by this sum.
    #[inline(always)]
    fn finish_lookup(&self, child: &mut Child<SUMS>, nth: usize) -> bool {
        let lookup = &mut child.lookups[nth];
        lookup.half = self.lookups.half_at(lookup.index, lookup.slot.into());
        child.distance + 2 * u16::from(lookup.others + lookup.half) < child.slack
    }

    /// Turns `node`, a copy of the expanded node, into its child.
    #[inline(always)]
    pub fn make_child(&self, node: &mut DfsNode<CELLS, SUMS, PARTS>, child: &Child<SUMS>) {
        node.cells[usize::from(node.blank) % CELLS] = child.tile;
        node.cells[usize::from(child.cell) % CELLS] = 0;
        node.blank = child.cell;
        node.action = child.action;
        node.depth += 1;
        node.slack -= 1;
        node.distance = child.distance;
        for lookup in &child.lookups {
            let slot = usize::from(lookup.slot) % (SUMS * PARTS);
            node.halves[slot / PARTS] = lookup.others + lookup.half;
            let (Placement { set, order }, half) = (lookup.placement, lookup.half);
            node.parts.as_flattened_mut()[slot] = Part { set, order, half };
        }
    }
}
