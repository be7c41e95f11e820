//! The evaluation of states in a beam: Manhattan distance and linear conflict, line by line.
//!
//! A beam that minimises Manhattan distance alone gets stuck on a large board: what is left to do
//! lies far apart, and on its way there the blank would move many tiles out of their goal cells.
//! So a search from the start finishes the board from the outside, as Parberry's construction
//! (1995) does. Tiles of the current outer line weigh most, those of later lines less and less,
//! the blank is drawn to the line, and a finished line is never touched again. A state whose h is
//! 0 is the goal.

use super::lines;
use tilescope_puzzle::{Board, Direction, Size};
use tilescope_search::hashing::hash;

pub const MAX_CELLS: usize = 100;

/// In [`Node::cells`], the blank.
const BLANK: u8 = u8::MAX;

/// No cell, no line or no direction.
const NONE: u8 = u8::MAX;

/// The value of a move in an evaluation.
const MOVE: i32 = 100;

/// The weight that the tiles of the last lines keep in a search by lines, as part of the weight
/// of the current line. Those between have the mean of the line before and this.
const MIN_WEIGHT: f64 = 0.5;

/// The weight of a linear conflict, as a multiple of its two moves.
const CONFLICT_WEIGHT: f64 = 1.5;

/// The weight of the blank's distance to the nearest misplaced tile of the current line.
const BLANK_WEIGHT: i32 = MOVE;

/// What finishing a line takes off the evaluation.
const LINE_BONUS: i32 = 20 * MOVE;

/// Ties and near-ties are broken by a random number below this, which depends on the state.
const NOISE: u64 = 3 * MOVE as u64;

/// A region of this many rows and columns is searched as a whole.
const MAX_REGION: usize = 3;

/// A state and its evaluation.
#[derive(Clone, Copy)]
pub struct Node {
    /// For each cell, the goal cell of its tile.
    cells: [u8; MAX_CELLS],
    blank: u8,
    last: u8,
    /// How many lines are finished.
    n_lines: u8,
    /// Tiles of the current line that are not in their goal cells.
    n_misplaced: u8,
    hash: u64,
    /// Manhattan distance and linear conflict.
    pub h: u32,
    /// The weighted sum, without the blank's distance.
    value: i32,
}

/// A successor of a node, not yet made.
#[derive(Clone, Copy)]
pub struct Child {
    /// The evaluation. The lowest are best.
    pub key: i32,
    value: i32,
    pub hash: u64,
    pub h: u32,
    /// The parent's index in its level.
    pub parent: u32,
    n_lines: u8,
    n_misplaced: u8,
    pub action: u8,
}

/// How states are evaluated on the way to a goal.
pub struct Evaluation {
    size: Size,
    /// For each tile its goal cell.
    goal_cells: Vec<u8>,
    /// The row and the column of each cell.
    places: [(u8, u8); MAX_CELLS],
    /// The outer lines, in the order in which they are finished, and for each cell the number of
    /// its line.
    lines: Vec<Vec<usize>>,
    line_of: [u8; MAX_CELLS],
    /// By the number of finished lines.
    stages: Vec<Stage>,
    seed: Option<u64>,
}

/// What depends on the number of finished lines.
struct Stage {
    /// For each cell and direction, the cell that the blank moves to.
    neighbours: [[u8; 4]; MAX_CELLS],
    /// The weighted distance of each cell from the goal cell of each tile.
    distances: Vec<u16>,
    /// The weight of a conflict in each row, then in each column.
    conflict_weights: [i32; 20],
}

impl Evaluation {
    /// Every tile weighs the same, and nothing is out of the blank's reach.
    pub fn plain(goal: &Board) -> Self {
        Self::new(goal, Vec::new(), None)
    }

    /// Line by line. Ties are broken by `seed`.
    pub fn by_lines(goal: &Board, seed: u64) -> Self {
        Self::new(goal, lines::outer_lines(goal, MAX_REGION), Some(seed))
    }

    fn new(goal: &Board, lines: Vec<Vec<usize>>, seed: Option<u64>) -> Self {
        let size = goal.size();
        let mut goal_cells = vec![BLANK; size.n_cells()];
        let mut places = [(NONE, NONE); MAX_CELLS];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            if tile != 0 {
                goal_cells[usize::from(tile)] = cell as u8;
            }
            places[cell] = ((cell / size.columns()) as u8, (cell % size.columns()) as u8);
        }
        let mut line_of = [NONE; MAX_CELLS];
        for (number, line) in lines.iter().enumerate() {
            line.iter().for_each(|&cell| line_of[cell] = number as u8);
        }
        let mut evaluation = Evaluation {
            size,
            goal_cells,
            places,
            lines,
            line_of,
            stages: Vec::new(),
            seed,
        };
        evaluation.stages = (0..=evaluation.lines.len())
            .map(|n_lines| evaluation.stage(n_lines))
            .collect();
        evaluation
    }

    fn stage(&self, n_lines: usize) -> Stage {
        let n_cells = self.size.n_cells();
        let line = |cell: usize| usize::from(self.line_of[cell]).min(self.lines.len());
        let weight = |cell: usize| {
            let n_before = line(cell).saturating_sub(n_lines);
            f64::from(MOVE) * (MIN_WEIGHT + (1.0 - MIN_WEIGHT) * 0.5_f64.powi(n_before as i32))
        };
        let mut stage = Stage {
            neighbours: [[NONE; 4]; MAX_CELLS],
            distances: vec![0; n_cells * MAX_CELLS],
            conflict_weights: [i32::MAX; 20],
        };
        for cell in 0..n_cells {
            for direction in Direction::ALL {
                let neighbour = self.size.neighbour(cell, direction);
                if let Some(to) = neighbour.filter(|&to| line(to) >= n_lines) {
                    stage.neighbours[cell][direction as usize] = to as u8;
                }
            }
            let (row, column) = self.places[cell];
            let conflict = (2.0 * CONFLICT_WEIGHT * weight(cell)) as i32;
            for line in [row, self.size.rows() as u8 + column] {
                let least = &mut stage.conflict_weights[usize::from(line)];
                *least = conflict.min(*least);
            }
            for at in 0..n_cells {
                let distance = f64::from(self.distance(at, cell));
                stage.distances[cell * MAX_CELLS + at] = (distance * weight(cell)) as u16;
            }
        }
        stage
    }

    fn distance(&self, a: usize, b: usize) -> u8 {
        let (a, b) = (self.places[a], self.places[b]);
        a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
    }

    /// The node of a state.
    pub fn node(&self, board: &Board) -> Node {
        let mut node = Node {
            cells: [BLANK; MAX_CELLS],
            blank: board.blank() as u8,
            last: NONE,
            n_lines: 0,
            n_misplaced: 0,
            hash: 0,
            h: 0,
            value: 0,
        };
        for (cell, &tile) in board.tiles().iter().enumerate() {
            node.cells[cell] = self.goal_cells[usize::from(tile)];
        }
        self.count_lines(&mut node);
        (node.value, node.h) = self.value(&node);
        for (cell, &tile) in node.cells.iter().enumerate() {
            if tile != BLANK {
                node.hash ^= placement(tile, cell);
            }
        }
        node
    }

    /// Advances `n_lines` past every finished line.
    fn count_lines(&self, node: &mut Node) {
        while let Some(line) = self.lines.get(usize::from(node.n_lines)) {
            let is_misplaced = |&&cell: &&usize| usize::from(node.cells[cell]) != cell;
            node.n_misplaced = line.iter().filter(is_misplaced).count() as u8;
            if node.n_misplaced > 0 {
                break;
            }
            node.n_lines += 1;
        }
    }

    /// The weighted sum of a state, and its h.
    fn value(&self, node: &Node) -> (i32, u32) {
        let stage = &self.stages[usize::from(node.n_lines)];
        let (mut value, mut h) = (-i32::from(node.n_lines) * LINE_BONUS, 0);
        for (cell, &tile) in node.cells[..self.size.n_cells()].iter().enumerate() {
            if tile != BLANK {
                value += i32::from(stage.distances[usize::from(tile) * MAX_CELLS + cell]);
                h += u32::from(self.distance(cell, tile.into()));
            }
        }
        for line in 0..self.size.rows() + self.size.columns() {
            let n = self.n_conflicts(&node.cells, line);
            value += n as i32 * stage.conflict_weights[line];
            h += 2 * n;
        }
        (value, h)
    }

    /// How many tiles must leave their goal line, a row or after the rows a column, so that the
    /// others are in order: all but a longest increasing subsequence.
    fn n_conflicts(&self, cells: &[u8; MAX_CELLS], line: usize) -> u32 {
        let (rows, columns) = (self.size.rows(), self.size.columns());
        let mut n = 0;
        let mut order = [0; 10];
        let mut push = |tile: u8, home: u8, place: u8, line: usize| {
            if tile != BLANK && usize::from(home) == line {
                order[n] = place;
                n += 1;
            }
        };
        if line < rows {
            for &tile in &cells[line * columns..(line + 1) * columns] {
                let (row, column) = self.places[usize::from(tile) % MAX_CELLS];
                push(tile, row, column, line);
            }
        } else {
            for at in 0..rows {
                let tile = cells[at * columns + line - rows];
                let (row, column) = self.places[usize::from(tile) % MAX_CELLS];
                push(tile, column, row, line - rows);
            }
        }
        if n < 2 {
            return 0;
        }
        // The length of the longest increasing subsequence that ends at each tile.
        let (mut lengths, mut longest) = ([0; 10], 0);
        for i in 0..n {
            let before = (0..i).filter(|&j| order[j] < order[i]).map(|j| lengths[j]);
            lengths[i] = before.max().unwrap_or(0) + 1;
            longest = longest.max(lengths[i]);
        }
        n as u32 - longest
    }

    /// Adds to `children` the successors of a node, the `parent`th of its level, whose h is at
    /// most `max_h` and whose hash `is_new`. Returns how many successors there are.
    pub fn expand(
        &self,
        node: &Node,
        parent: u32,
        max_h: u32,
        mut is_new: impl FnMut(u64) -> bool,
        children: &mut Vec<Child>,
    ) -> u64 {
        let mut n_generated = 0;
        let stage = &self.stages[usize::from(node.n_lines)];
        let from = usize::from(node.blank);
        let mut cells = node.cells;
        let (misplaced, n_misplaced) = self.misplaced(&cells, node.n_lines);
        let inverse = (node.last != NONE).then(|| 3 - node.last);
        for (action, &to) in stage.neighbours[from].iter().enumerate() {
            if to == NONE || Some(action as u8) == inverse {
                continue;
            }
            n_generated += 1;
            let (tile, to) = (cells[usize::from(to)], usize::from(to));
            let hash = node.hash ^ placement(tile, to) ^ placement(tile, from);
            if !is_new(hash) {
                continue;
            }
            let distances = &stage.distances[usize::from(tile) * MAX_CELLS..][..MAX_CELLS];
            let mut child = Child {
                key: 0,
                value: node.value + i32::from(distances[from]) - i32::from(distances[to]),
                hash,
                h: node.h + u32::from(self.distance(from, tile.into()))
                    - u32::from(self.distance(to, tile.into())),
                parent,
                n_lines: node.n_lines,
                n_misplaced: node.n_misplaced,
                action: action as u8,
            };
            if let Some(line) = self.changed_line(tile, from, to) {
                let before = self.n_conflicts(&cells, line);
                cells.swap(from, to);
                let after = self.n_conflicts(&cells, line);
                cells.swap(from, to);
                child.value += (after as i32 - before as i32) * stage.conflict_weights[line];
                child.h = child.h + 2 * after - 2 * before;
            }
            if child.h > max_h {
                continue;
            }
            cells.swap(from, to);
            self.update_line(&mut child, &cells, tile, from, to);
            let blank_distance = if child.n_lines == node.n_lines {
                let others = misplaced[..n_misplaced]
                    .iter()
                    .map(|&cell| usize::from(cell));
                let is_misplaced =
                    self.line_of[usize::from(tile)] == child.n_lines && usize::from(tile) != from;
                let moved = is_misplaced.then_some(from);
                self.blank_distance(others.filter(|&cell| cell != to).chain(moved), to)
            } else {
                let (misplaced, n) = self.misplaced(&cells, child.n_lines);
                self.blank_distance(misplaced[..n].iter().map(|&cell| cell.into()), to)
            };
            child.key = child.value + blank_distance + self.noise(hash);
            cells.swap(from, to);
            children.push(child);
        }
        n_generated
    }

    /// The goal line of a tile, if the tile moves into it or out of it: only there can conflicts
    /// change.
    fn changed_line(&self, tile: u8, from: usize, to: usize) -> Option<usize> {
        let (home, a, b) = (
            self.places[usize::from(tile)],
            self.places[from],
            self.places[to],
        );
        if a.1 == b.1 {
            (home.0 == a.0 || home.0 == b.0).then_some(home.0.into())
        } else {
            (home.1 == a.1 || home.1 == b.1).then_some(self.size.rows() + usize::from(home.1))
        }
    }

    /// Counts the misplaced tiles of the current line after `tile` moved from `to` to `from`, the
    /// blank's cell before.
    fn update_line(
        &self,
        child: &mut Child,
        cells: &[u8; MAX_CELLS],
        tile: u8,
        from: usize,
        to: usize,
    ) {
        let tile = usize::from(tile);
        if self.line_of[tile] != child.n_lines {
            return;
        }
        child.n_misplaced += u8::from(to == tile);
        child.n_misplaced -= u8::from(from == tile);
        if child.n_misplaced == 0 {
            let mut node = Node {
                cells: *cells,
                blank: to as u8,
                last: child.action,
                n_lines: child.n_lines,
                n_misplaced: 0,
                hash: child.hash,
                h: child.h,
                value: child.value,
            };
            self.count_lines(&mut node);
            (child.value, _) = self.value(&node);
            (child.n_lines, child.n_misplaced) = (node.n_lines, node.n_misplaced);
        }
    }

    /// The blank's distance to the nearest of the cells in `misplaced`.
    fn blank_distance(&self, misplaced: impl Iterator<Item = usize>, blank: usize) -> i32 {
        let distances = misplaced.map(|cell| self.distance(cell, blank));
        distances
            .min()
            .map_or(0, |distance| i32::from(distance) * BLANK_WEIGHT)
    }

    /// The cells of the misplaced tiles of line `n_lines`, and their number.
    fn misplaced(&self, cells: &[u8; MAX_CELLS], n_lines: u8) -> ([u8; 10], usize) {
        let (mut misplaced, mut n) = ([0; 10], 0);
        if usize::from(n_lines) < self.lines.len() {
            for (cell, &tile) in cells[..self.size.n_cells()].iter().enumerate() {
                if tile != BLANK
                    && usize::from(tile) != cell
                    && self.line_of[usize::from(tile)] == n_lines
                {
                    misplaced[n] = cell as u8;
                    n += 1;
                }
            }
        }
        (misplaced, n)
    }

    fn noise(&self, hash_of_state: u64) -> i32 {
        let Some(seed) = self.seed else { return 0 };
        let random = hash(&(hash_of_state ^ seed)) >> 32;
        ((random * NOISE) >> 32) as i32
    }

    /// The node of a child.
    pub fn successor(&self, parent: &Node, child: &Child) -> Node {
        let mut node = *parent;
        let stage = &self.stages[usize::from(parent.n_lines)];
        node.blank = stage.neighbours[usize::from(parent.blank)][usize::from(child.action)];
        node.cells.swap(parent.blank.into(), node.blank.into());
        node.last = child.action;
        node.n_lines = child.n_lines;
        node.n_misplaced = child.n_misplaced;
        node.hash = child.hash;
        node.h = child.h;
        node.value = child.value;
        node
    }
}

/// A random number for a tile in a cell, as in Zobrist's hashing (1970).
fn placement(tile: u8, cell: usize) -> u64 {
    hash(&((u64::from(tile) << 8) + cell as u64 + 1))
}
