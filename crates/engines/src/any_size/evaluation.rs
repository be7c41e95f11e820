//! The evaluation of states in a beam: Manhattan distance and linear conflict, line by line.
//!
//! A beam that minimises Manhattan distance alone leaves single tiles far behind: to fetch one in the
//! end, the blank must move many tiles out of their goal cells. So in a search from the start a distance
//! d counts as d to a power above 1, and far tiles come along early.
//!
//! On a large board such a beam still gets stuck near the goal: what is left to do lies far apart. There
//! other beams finish the board from the outside, as Parberry's construction (1995) does. Tiles of the
//! current outer line weigh most, those of later lines less and less, the blank is drawn to the line,
//! and a finished line is never touched again. A state whose h is 0 is the goal.

use super::lines;
use tilescope_puzzle::{Board, Direction, Size};
use tilescope_search::hashing::hash;

pub const MAX_CELLS: usize = 100;
const MAX_SIDE: usize = 10;

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
const LINE_BONUS: i32 = 40 * MOVE;

/// Ties and near-ties are broken by a random number below this, which depends on the state.
const NOISE: u64 = 3 * MOVE as u64;

/// A region of this many rows and columns is searched as a whole.
const MAX_REGION: usize = 3;

/// A state and its evaluation.
#[derive(Clone, Copy)]
pub struct Node {
    /// For each cell, the goal cell of its tile.
    cells: [u8; MAX_CELLS],
    /// Where the tiles of the current line are, in the order of their goal cells.
    line_cells: [u8; MAX_SIDE],
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
    /// The row and the column of each cell; [`NONE`] beyond the board and for [`BLANK`].
    places: [[u8; 2]; 256],
    /// A distance counts as this power of it.
    power: f64,
    /// The outer lines, in the order in which they are finished. For each cell the number of its line,
    /// and its place there.
    lines: Vec<Vec<usize>>,
    line_of: [u8; MAX_CELLS],
    place_in_line: [u8; MAX_CELLS],
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
    /// Every tile weighs the same, and nothing is out of the blank's reach. Ties are broken by `seed`,
    /// if there is one.
    pub fn plain(goal: &Board, power: f64, seed: Option<u64>) -> Self {
        Self::new(goal, Vec::new(), power, seed)
    }

    /// Line by line. Ties are broken by `seed`.
    pub fn by_lines(goal: &Board, power: f64, seed: u64) -> Self {
        let lines = lines::outer_lines(goal, MAX_REGION);
        Self::new(goal, lines, power, Some(seed))
    }

    fn new(goal: &Board, lines: Vec<Vec<usize>>, power: f64, seed: Option<u64>) -> Self {
        let size = goal.size();
        let mut goal_cells = vec![BLANK; size.n_cells()];
        let mut places = [[NONE; 2]; 256];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            if tile != 0 {
                goal_cells[usize::from(tile)] = cell as u8;
            }
            places[cell] = [cell / size.columns(), cell % size.columns()].map(|it| it as u8);
        }
        let mut line_of = [NONE; MAX_CELLS];
        let mut place_in_line = [NONE; MAX_CELLS];
        for (number, line) in lines.iter().enumerate() {
            for (place, &cell) in line.iter().enumerate() {
                line_of[cell] = number as u8;
                place_in_line[cell] = place as u8;
            }
        }
        let mut evaluation = Evaluation {
            size,
            goal_cells,
            places,
            power,
            lines,
            line_of,
            place_in_line,
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
        let powers: [f64; 2 * MAX_SIDE] =
            std::array::from_fn(|distance| (distance as f64).powf(self.power));
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
            let [row, column] = self.places[cell];
            let conflict = (2.0 * CONFLICT_WEIGHT * weight(cell)) as i32;
            for line in [row, self.size.rows() as u8 + column] {
                let least = &mut stage.conflict_weights[usize::from(line)];
                *least = conflict.min(*least);
            }
            for at in 0..n_cells {
                let distance = powers[usize::from(self.distance(at, cell))];
                stage.distances[cell * MAX_CELLS + at] = (distance * weight(cell)) as u16;
            }
        }
        stage
    }

    fn distance(&self, a: usize, b: usize) -> u8 {
        let (a, b) = (self.places[a], self.places[b]);
        a[0].abs_diff(b[0]) + a[1].abs_diff(b[1])
    }

    /// The node of a state.
    pub fn node(&self, board: &Board) -> Node {
        let mut node = Node {
            cells: [BLANK; MAX_CELLS],
            line_cells: [NONE; MAX_SIDE],
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

    /// Advances `n_lines` past every finished line, and finds the tiles of the current one.
    fn count_lines(&self, node: &mut Node) {
        while let Some(line) = self.lines.get(usize::from(node.n_lines)) {
            let is_misplaced = |&&cell: &&usize| usize::from(node.cells[cell]) != cell;
            node.n_misplaced = line.iter().filter(is_misplaced).count() as u8;
            if node.n_misplaced > 0 {
                break;
            }
            node.n_lines += 1;
        }
        for (cell, &tile) in node.cells[..self.size.n_cells()].iter().enumerate() {
            if tile != BLANK && self.line_of[usize::from(tile)] == node.n_lines {
                let place = self.place_in_line[usize::from(tile)];
                node.line_cells[usize::from(place)] = cell as u8;
            }
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
        let (order, n) = self.in_line(cells, line, BLANK);
        n as u32 - longest_increasing(&order[..n])
    }

    /// The conflicts in a line without a tile of this line, and with it at `cell`.
    fn n_conflicts_with(
        &self,
        cells: &[u8; MAX_CELLS],
        line: usize,
        tile: u8,
        cell: usize,
    ) -> [u32; 2] {
        let (mut order, n) = self.in_line(cells, line, tile);
        if n == 0 {
            return [0, 0];
        }
        let without = n as u32 - longest_increasing(&order[..n]);
        // The tile comes behind those that are before its cell.
        let along = usize::from(line < self.size.rows());
        let n_before = order[..n]
            .iter()
            .filter(|it| it[0] < self.places[cell][along]);
        let n_before = n_before.count();
        order.copy_within(n_before..n, n_before + 1);
        order[n_before] = [0, self.places[usize::from(tile)][along]];
        let with = n as u32 + 1 - longest_increasing(&order[..=n]);
        [without, with]
    }

    /// The tiles in their goal line, apart from `other`: their places there, now and in the goal.
    fn in_line(
        &self,
        cells: &[u8; MAX_CELLS],
        line: usize,
        other: u8,
    ) -> ([[u8; 2]; MAX_SIDE + 1], usize) {
        let (rows, columns) = (self.size.rows(), self.size.columns());
        let mut order = [[0; 2]; MAX_SIDE + 1];
        let mut n = 0;
        let mut push = |tile: u8, at: usize, home: u8, place: u8, line: usize| {
            if usize::from(home) == line && tile != other {
                order[n] = [at as u8, place];
                n += 1;
            }
        };
        if line < rows {
            let cells = &cells[line * columns..(line + 1) * columns];
            for (at, &tile) in cells.iter().enumerate() {
                let [row, column] = self.places[usize::from(tile)];
                push(tile, at, row, column, line);
            }
        } else {
            let cells = cells[line - rows..].iter().step_by(columns).take(rows);
            for (at, &tile) in cells.enumerate() {
                let [row, column] = self.places[usize::from(tile)];
                push(tile, at, column, row, line - rows);
            }
        }
        (order, n)
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
            if let Some((line, enters)) = self.changed_line(tile, from, to) {
                let cell = if enters { from } else { to };
                let [without, with] = self.n_conflicts_with(&cells, line, tile, cell);
                let (before, after) = match enters {
                    true => (without, with),
                    false => (with, without),
                };
                child.value += (after as i32 - before as i32) * stage.conflict_weights[line];
                child.h = child.h + 2 * after - 2 * before;
            }
            if child.h > max_h {
                continue;
            }
            cells.swap(from, to);
            let mut line_cells = node.line_cells;
            self.update_line(&mut child, &cells, &mut line_cells, tile, from, to);
            let blank_distance = self.blank_distance(&line_cells, child.n_lines, to);
            child.key = child.value + blank_distance + self.noise(hash);
            cells.swap(from, to);
            children.push(child);
        }
        n_generated
    }

    /// The goal line of a tile that moves from `to` to `from`, if it moves into it (`true`) or out of
    /// it: only there can conflicts change.
    fn changed_line(&self, tile: u8, from: usize, to: usize) -> Option<(usize, bool)> {
        let [home, a, b] = [usize::from(tile), from, to].map(|cell| self.places[cell]);
        let (across, first) = match a[1] == b[1] {
            true => (0, 0),
            false => (1, self.size.rows()),
        };
        let is_changed = home[across] == a[across] || home[across] == b[across];
        is_changed.then(|| (first + usize::from(home[across]), home[across] == a[across]))
    }

    /// Counts the misplaced tiles of the current line after `tile` moved from `to` to `from`, the
    /// blank's cell before, and notes where they are.
    fn update_line(
        &self,
        child: &mut Child,
        cells: &[u8; MAX_CELLS],
        line_cells: &mut [u8; MAX_SIDE],
        tile: u8,
        from: usize,
        to: usize,
    ) {
        let tile = usize::from(tile);
        if self.line_of[tile] != child.n_lines {
            return;
        }
        line_cells[usize::from(self.place_in_line[tile])] = from as u8;
        child.n_misplaced += u8::from(to == tile);
        child.n_misplaced -= u8::from(from == tile);
        if child.n_misplaced == 0 {
            let mut node = Node {
                cells: *cells,
                line_cells: *line_cells,
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
            *line_cells = node.line_cells;
        }
    }

    /// The weight of the blank's distance to the nearest misplaced tile of the current line.
    fn blank_distance(&self, line_cells: &[u8; MAX_SIDE], n_lines: u8, blank: usize) -> i32 {
        let Some(line) = self.lines.get(usize::from(n_lines)) else {
            return 0;
        };
        let cells = line_cells.iter().map(|&cell| usize::from(cell));
        let misplaced = cells.zip(line).filter(|&(cell, &home)| cell != home);
        let distances = misplaced.map(|(cell, _)| self.distance(cell, blank));
        let nearest = distances.min().unwrap_or(0);
        i32::from(nearest) * BLANK_WEIGHT
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
        node.n_misplaced = child.n_misplaced;
        node.hash = child.hash;
        node.h = child.h;
        node.value = child.value;
        if child.n_lines != node.n_lines {
            node.n_lines = child.n_lines;
            self.count_lines(&mut node);
        } else if let Some(&tile) = node.cells.get(usize::from(parent.blank))
            && self.line_of[usize::from(tile)] == node.n_lines
        {
            let place = self.place_in_line[usize::from(tile)];
            node.line_cells[usize::from(place)] = parent.blank;
        }
        node
    }
}

/// The length of the longest subsequence whose goal places increase.
fn longest_increasing(order: &[[u8; 2]]) -> u32 {
    // That of the longest one that ends at each.
    let (mut lengths, mut longest) = ([0; MAX_SIDE + 1], 0);
    for (i, &[_, place]) in order.iter().enumerate() {
        let before = order[..i].iter().zip(&lengths);
        let before = before.filter(|(it, _)| it[1] < place).map(|(_, &n)| n);
        let length = before.max().unwrap_or(0) + 1;
        lengths[i] = length;
        longest = longest.max(length);
    }
    longest
}

/// A random number for a tile in a cell, as in Zobrist's hashing (1970).
fn placement(tile: u8, cell: usize) -> u64 {
    hash(&((u64::from(tile) << 8) + cell as u64 + 1))
}
