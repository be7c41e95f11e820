//! Nodes, and their successors looked up many at a time.

use super::atlas::Lookups;
use tilescope_puzzle::pattern_database::{Additive, Lookup, Placement};
use tilescope_puzzle::{Board, Bytes, Cells, Direction};
use tilescope_search::{Action, Cost, Progress};

/// A board on the way: of up to `CELLS` cells, with what each of up to `SUMS` sums of up to
/// `PARTS` databases says.
#[derive(Clone, Copy)]
pub struct DfsNode<const CELLS: usize, const SUMS: usize, const PARTS: usize> {
    /// The tile in each cell, 0 for the blank.
    cells: [u8; CELLS],
    /// What each database of each sum says.
    parts: [[Part; PARTS]; SUMS],
    /// Half of what each sum says beyond Manhattan distance.
    halves: [u8; SUMS],
    blank: u8,
    /// What leads here from the node before.
    pub action: Action,
    /// How many moves have led here.
    pub depth: u16,
    /// Manhattan distance.
    distance: u16,
    /// A goal may be so many moves off.
    slack: u16,
}

/// What a database says of a board.
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
    /// Whether no tile is away from home.
    #[inline(always)]
    pub fn is_goal(&self) -> bool {
        self.distance == 0
    }

    /// How many moves it takes at least.
    pub fn h(&self) -> Cost {
        Cost::from(self.distance) + 2 * Cost::from(self.halves[self.greatest()])
    }

    /// The same where a goal may be `slack` moves off.
    pub fn within(self, slack: Cost) -> Self {
        let slack = slack as u16;
        DfsNode { slack, ..self }
    }

    /// The sum that says most.
    #[inline(always)]
    fn greatest(&self) -> usize {
        let (mut greatest, mut most) = (0, self.halves[0]);
        for (sum, &halves) in self.halves.iter().enumerate() {
            if halves > most {
                (greatest, most) = (sum, halves);
            }
        }
        greatest
    }
}

/// What all nodes of a search have in common.
pub struct Ground<A, const CELLS: usize, const SUMS: usize, const PARTS: usize> {
    /// Where placements are looked up.
    atlas: A,
    /// For each tile and each cell, how many moves it is from home.
    distances: [[u8; CELLS]; CELLS],
    /// For each tile and each sum, the slot in the atlas of the database that it is in.
    slots: [[u8; SUMS]; CELLS],
    /// For each cell of the blank and each action that has led there, or none: the actions that
    /// do not undo it, and where they lead; the last one first.
    moves: [[Moves; N_ACTIONS + 1]; CELLS],
}

#[derive(Clone, Copy)]
struct Moves {
    n: u8,
    moves: [(Action, u8); N_ACTIONS],
}

pub const N_ACTIONS: usize = 4;

/// What stands for the action that has led to the start.
const NONE: Action = Action(N_ACTIONS as u8);

/// A successor of a node while it is looked up.
#[derive(Clone, Copy)]
pub struct Child<const SUMS: usize> {
    /// The number of the node.
    pub node: u8,
    pub action: Action,
    tile: u8,
    /// Where the blank is.
    cell: u8,
    distance: u16,
    /// How many moves the node may be from a goal.
    slack: u16,
    /// In each sum, in the order in which they are looked up.
    looks: [Look; SUMS],
}

/// What a sum says of a successor: where the moved tile's database is looked up, and what comes of
/// it.
#[derive(Clone, Copy, Default)]
struct Look {
    place: usize,
    placement: Placement,
    /// Which database it is.
    slot: u8,
    /// What the sum's other databases say.
    others: u8,
    half: u8,
}

/// So many nodes are expanded at a time: what they look up comes from memory together.
pub const AT_A_TIME: usize = 8;

const MOST_CHILDREN: usize = N_ACTIONS * AT_A_TIME;

/// Where nodes are expanded.
pub struct Mailbox<const SUMS: usize> {
    children: [Child<SUMS>; MOST_CHILDREN],
    /// The numbers of those that may lead to a goal in time, as far as is known.
    left: [u8; MOST_CHILDREN],
}

impl<const SUMS: usize> Default for Mailbox<SUMS> {
    fn default() -> Self {
        let child = Child {
            node: 0,
            action: NONE,
            tile: 0,
            cell: 0,
            distance: 0,
            slack: 0,
            looks: [Look::default(); SUMS],
        };
        Mailbox {
            children: [child; MOST_CHILDREN],
            left: [0; MOST_CHILDREN],
        }
    }
}

impl<A: Lookups<SUMS, PARTS>, const CELLS: usize, const SUMS: usize, const PARTS: usize>
    Ground<A, CELLS, SUMS, PARTS>
{
    /// # Panics
    /// If `additive` has no sums or too many, a sum has too many databases, or the board too many
    /// cells.
    pub fn new(goal: &Board, additive: &Additive, atlas: A) -> Self {
        let sums = additive.sums();
        let size = goal.size();
        assert!((1..=SUMS).contains(&sums.len()) && size.n_cells() <= CELLS);
        assert!(sums.iter().all(|sum| sum.len() <= PARTS));
        let sums: [&[Lookup]; SUMS] = std::array::from_fn(|i| &sums.get(i).unwrap_or(&sums[0])[..]);
        let no_moves = Moves {
            n: 0,
            moves: [(NONE, 0); N_ACTIONS],
        };
        let mut ground = Ground {
            atlas,
            distances: [[0; CELLS]; CELLS],
            slots: [[0; SUMS]; CELLS],
            moves: [[no_moves; N_ACTIONS + 1]; CELLS],
        };
        for cell in 0..size.n_cells() {
            for &tile in goal.tiles() {
                let distance = additive.distance(tile, cell) as u8;
                ground.distances[usize::from(tile)][cell] = distance;
            }
            for (before, moves) in ground.moves[cell].iter_mut().enumerate() {
                // The last one first, as what is put on a stack comes back.
                for direction in Direction::ALL.into_iter().rev() {
                    let undoes = Action::from(direction.opposite()).0 == before as u8;
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
                ground.slots[usize::from(tile)][sum] = slot as u8;
            }
        }
        ground
    }

    /// The node of a board that the search begins at.
    pub fn node(&self, board: &Board, additive: &Additive) -> DfsNode<CELLS, SUMS, PARTS> {
        let mut node = DfsNode {
            cells: [0; CELLS],
            parts: [[Part::default(); PARTS]; SUMS],
            halves: [0; SUMS],
            blank: board.blank() as u8,
            action: NONE,
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
                let placement = self.atlas.placement(lookup, cells);
                let half = lookup.half_excess(lookup.placement(cells), node.blank);
                let Placement { set, order } = placement;
                *part = Part { set, order, half };
                node.halves[sum] += half;
            }
        }
        node
    }

    /// Expands up to [`AT_A_TIME`] nodes; the successors that may lead to a goal in time, those of
    /// a node one after the other.
    ///
    /// First the sum is looked up that says most of the node, then the others for those that
    /// are left: of all nodes together, so that they wait for memory together.
    #[inline(always)]
    pub fn expand<'d>(
        &self,
        nodes: &[&DfsNode<CELLS, SUMS, PARTS>],
        desk: &'d mut Mailbox<SUMS>,
        done: &mut Progress,
    ) -> impl Iterator<Item = &'d Child<SUMS>> + use<'d, A, CELLS, SUMS, PARTS> {
        let Mailbox { children, left } = desk;
        let nodes = &nodes[..nodes.len().min(AT_A_TIME)];
        let mut firsts = [0; AT_A_TIME];
        let mut n_children = 0;
        for (number, node) in nodes.iter().enumerate() {
            let first = node.greatest();
            firsts[number] = first;
            let blank = usize::from(node.blank) % CELLS;
            let moves = &self.moves[blank][usize::from(node.action.0).min(N_ACTIONS)];
            for &(action, cell) in &moves.moves[..usize::from(moves.n).min(N_ACTIONS)] {
                let child = &mut children[n_children % MOST_CHILDREN];
                n_children += 1;
                self.begin(number, node, action, cell, child);
                self.look_up(node, 0, first, child);
            }
        }
        done.expanded += nodes.len() as u64;
        done.generated += n_children as u64;

        let mut n_left = 0;
        for (i, child) in (0..).zip(&mut children[..n_children.min(MOST_CHILDREN)]) {
            left[n_left % MOST_CHILDREN] = i;
            n_left += usize::from(self.may_lead_on(child, 0));
        }
        if SUMS > 1 {
            for &i in &left[..n_left.min(MOST_CHILDREN)] {
                let child = &mut children[usize::from(i) % MOST_CHILDREN];
                let number = usize::from(child.node) % AT_A_TIME;
                for nth in 1..SUMS {
                    let sum = (firsts[number] + nth) % SUMS;
                    self.look_up(nodes[number], nth, sum, child);
                }
            }
            let n_before = std::mem::take(&mut n_left);
            for i in 0..n_before.min(MOST_CHILDREN) {
                let child = &mut children[usize::from(left[i]) % MOST_CHILDREN];
                let may = (1..SUMS).fold(true, |may, nth| may & self.may_lead_on(child, nth));
                left[n_left % MOST_CHILDREN] = left[i];
                n_left += usize::from(may);
            }
        }
        let left = left[..n_left.min(MOST_CHILDREN)].iter();
        left.map(|&i| &children[usize::from(i) % MOST_CHILDREN])
    }

    /// What comes of moving the blank of `node` to `cell`, but for what is looked up.
    #[inline(always)]
    fn begin(
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

    /// Finds out where `sum`, which is the `nth`, is to be looked up for `child`, and sends for it.
    #[inline(always)]
    fn look_up(
        &self,
        node: &DfsNode<CELLS, SUMS, PARTS>,
        nth: usize,
        sum: usize,
        child: &mut Child<SUMS>,
    ) {
        let slot = usize::from(self.slots[usize::from(child.tile) % CELLS][sum]);
        let part = &node.parts.as_flattened()[slot % (SUMS * PARTS)];
        let placement = (self.atlas).slide(
            part.placement(),
            slot,
            child.tile,
            node.blank,
            child.action.0,
        );
        let place = self.atlas.place(placement, child.cell, slot);
        child.looks[nth] = Look {
            place,
            placement,
            slot: slot as u8,
            others: node.halves[sum] - part.half,
            half: 0,
        };
        self.atlas.send_for(place, slot);
    }

    /// Takes in what was looked up of the `nth` sum; whether that leaves a way to a goal in time.
    #[inline(always)]
    fn may_lead_on(&self, child: &mut Child<SUMS>, nth: usize) -> bool {
        let look = &mut child.looks[nth];
        look.half = self.atlas.half_at(look.place, look.slot.into());
        child.distance + 2 * u16::from(look.others + look.half) < child.slack
    }

    /// Makes of `node`, which is a copy of the one that was expanded, its successor.
    #[inline(always)]
    pub fn go(&self, node: &mut DfsNode<CELLS, SUMS, PARTS>, child: &Child<SUMS>) {
        node.cells[usize::from(node.blank) % CELLS] = child.tile;
        node.cells[usize::from(child.cell) % CELLS] = 0;
        node.blank = child.cell;
        node.action = child.action;
        node.depth += 1;
        node.slack -= 1;
        node.distance = child.distance;
        for look in &child.looks {
            let slot = usize::from(look.slot) % (SUMS * PARTS);
            node.halves[slot / PARTS] = look.others + look.half;
            let (Placement { set, order }, half) = (look.placement, look.half);
            node.parts.as_flattened_mut()[slot] = Part { set, order, half };
        }
    }
}
