//! A formula made ready for a goal: a small stack machine.
//!
//! What depends on one tile and its cell alone is a table. Every aggregate is a program of its own,
//! which runs once a state, the inner ones first. A sum or a count of a table is updated after a move
//! by two look-ups, and so is the value of a heuristic in the formula: a cache keeps both for recent
//! states. The rest is computed again. With `sum(distance)`, IDA* on a 15-puzzle takes 45 % of the time
//! that it takes if the sum is computed again for every state.

use super::Formula;
use super::names::BoardName;
use super::node::{Aggregate, Binary, Dependencies, Node, Unary, Which};
use super::values::rounded;
use crate::heuristics::breakdown::TileValues;
use crate::heuristics::expr::value_cache::ValueCache;
use crate::heuristics::{Boxed, HeuristicError};
use crate::{Board, Cells, Costs, SlidingTiles, State};
use std::cell::RefCell;
use tilescope_search::{Action, Cost, Heuristic};

/// One instruction.
#[derive(Clone, Copy, Debug)]
enum Op {
    Push(f64),
    /// The value of a heuristic, or of an aggregate that has run.
    Part(usize),
    BlankRow,
    BlankColumn,
    Inversions,
    /// The entry of a table for a tile.
    Table(usize, Which),
    Unary(Unary),
    Binary(Binary),
}

/// A value for each tile in each cell, at `tile × cells + cell`.
type Table = Vec<f64>;

struct AggregateProgram {
    aggregate: Aggregate,
    body: Vec<Op>,
    /// The table whose entries for the tiles it adds up exactly, if that is all.
    added: Option<usize>,
    text: Box<str>,
}

/// A formula for one goal and its costs.
pub struct Compiled<C: Cells> {
    heuristics: Vec<Boxed<C>>,
    tables: Vec<Table>,
    aggregates: Vec<AggregateProgram>,
    program: Vec<Op>,
    goal: Goal,
    memory: RefCell<Memory<C>>,
}

struct Memory<C> {
    stack: Vec<f64>,
    /// The values of the heuristics, and then those of the aggregates, of recent states.
    parts: ValueCache<C, f64>,
}

/// What formulas ask of the goal.
struct Goal {
    rows: usize,
    columns: usize,
    /// The tile in each cell, 0 for the blank.
    tiles: Vec<u8>,
    /// The goal cell of each tile.
    home: Vec<usize>,
}

/// A tile and its cell.
type Placed = (u8, usize);

impl Formula {
    /// Makes it for `goal` and `costs`.
    ///
    /// # Errors
    /// If a heuristic in it does not fit.
    pub fn compile<C: Cells>(
        &self,
        goal: &Board,
        costs: Costs,
    ) -> Result<Compiled<C>, HeuristicError> {
        let make = |expr: &super::HeuristicExpr| expr.make::<C>(goal, costs);
        let heuristics = self.heuristics.iter().map(make).collect::<Result<_, _>>()?;
        let size = goal.size();
        let mut home = vec![0; size.n_cells()];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            home[usize::from(tile)] = cell;
        }
        let mut compiled = Compiled {
            heuristics,
            tables: Vec::new(),
            aggregates: Vec::new(),
            program: Vec::new(),
            goal: Goal {
                rows: size.rows(),
                columns: size.columns(),
                tiles: goal.tiles().to_vec(),
                home,
            },
            memory: RefCell::new(Memory::new(0)),
        };
        let mut program = Vec::new();
        compiled.add(&self.root, &mut program);
        compiled.program = program;
        let n_parts = compiled.heuristics.len() + compiled.aggregates.len();
        compiled.memory = RefCell::new(Memory::new(n_parts));
        Ok(compiled)
    }
}

impl<C: Cells> Compiled<C> {
    /// The value for a state: any number, not rounded.
    pub fn value(&self, state: &State<C>) -> f64 {
        let Memory { stack, parts } = &mut *self.memory.borrow_mut();
        let slot = parts.claim_slot(state.cells);
        let parts = parts.values_mut(slot);
        self.find_parts(state, parts, stack);
        self.run(&self.program, state, [(0, 0); 2], parts, stack)
    }

    /// The value for `child`, which an action makes of `parent`: [`value`](Self::value), found from
    /// the parent's parts.
    fn value_after(&self, parent: &State<C>, action: Action, child: &State<C>) -> f64 {
        let Memory { stack, parts } = &mut *self.memory.borrow_mut();
        if !parts.contains(parent.cells) {
            let slot = parts.claim_slot(parent.cells);
            self.find_parts(parent, parts.values_mut(slot), stack);
        }
        let from = parts.slot(parent.cells);
        let to = parts.claim_slot(child.cells);
        parts.copy(from, to);
        let parts = parts.values_mut(to);
        let (heuristics, aggregates) = parts.split_at_mut(self.heuristics.len());
        for (heuristic, value) in self.heuristics.iter().zip(heuristics) {
            // It came from a whole number of this size.
            *value = heuristic
                .update(*value as Cost, parent, action, child)
                .into();
        }
        // The tile was in the blank's new cell.
        let (from, to) = (usize::from(child.blank), usize::from(parent.blank));
        let tile = child.cells.get(to);
        for (program, value) in self.aggregates.iter().zip(aggregates) {
            if let Some(table) = program.added {
                *value += self.entry(table, (tile, to)) - self.entry(table, (tile, from));
            }
        }
        self.find_others(child, parts, stack);
        self.run(&self.program, child, [(0, 0); 2], parts, stack)
    }

    /// Computes the values of all parts.
    fn find_parts(&self, state: &State<C>, parts: &mut [f64], stack: &mut Vec<f64>) {
        for (heuristic, value) in self.heuristics.iter().zip(&mut *parts) {
            *value = heuristic.estimate(state).into();
        }
        for (i, program) in self.aggregates.iter().enumerate() {
            if let Some(table) = program.added {
                let entries = (0..self.goal.tiles.len()).map(|cell| match state.cells.get(cell) {
                    0 => 0.0,
                    tile => self.entry(table, (tile, cell)),
                });
                parts[self.heuristics.len() + i] = entries.sum();
            }
        }
        self.find_others(state, parts, stack);
    }

    /// Computes the values of the aggregates that are not updated, which may need those of others.
    fn find_others(&self, state: &State<C>, parts: &mut [f64], stack: &mut Vec<f64>) {
        for (i, program) in self.aggregates.iter().enumerate() {
            if program.added.is_none() {
                let value = self.aggregate(program, state, parts, stack);
                parts[self.heuristics.len() + i] = value;
            }
        }
    }

    /// The values of the tiles of a state, by cell, over which each aggregate goes, except pairs.
    pub fn tile_values(&self, state: &State<C>) -> Vec<TileValues> {
        let Memory { stack, parts } = &mut *self.memory.borrow_mut();
        let slot = parts.claim_slot(state.cells);
        let parts = parts.values_mut(slot);
        self.find_parts(state, parts, stack);
        let placed = (0..self.goal.tiles.len()).map(|cell| (state.cells.get(cell), cell));
        let placed: Vec<Placed> = placed.filter(|(tile, _)| *tile != 0).collect();
        let over_tiles = self
            .aggregates
            .iter()
            .filter(|it| it.aggregate != Aggregate::Pairs);
        over_tiles
            .map(|program| {
                let mut value = |&tile: &Placed| {
                    let value = self.run(&program.body, state, [tile; 2], parts, stack);
                    (tile.0, program.aggregate.fold(None, value))
                };
                TileValues {
                    text: program.text.to_string(),
                    values: placed.iter().map(&mut value).collect(),
                }
            })
            .collect()
    }

    /// Adds the instructions for `node`.
    fn add(&mut self, node: &Node, program: &mut Vec<Op>) {
        let dependencies = node.dependencies();
        if dependencies == Dependencies::NONE {
            return program.push(Op::Push(self.goal.value(node, (0, 0))));
        }
        let of_one = [Which::Only, Which::First, Which::Second];
        let of_one = of_one
            .into_iter()
            .find(|&which| dependencies == Dependencies::on(which));
        if let Some(which) = of_one {
            self.tables.push(self.goal.table(node));
            return program.push(Op::Table(self.tables.len() - 1, which));
        }
        match node {
            Node::Number(_) | Node::Tile(..) => {
                program.push(Op::Push(self.goal.value(node, (0, 0))));
            }
            Node::Heuristic(i) => program.push(Op::Part(*i)),
            Node::Board(BoardName::BlankRow) => program.push(Op::BlankRow),
            Node::Board(BoardName::BlankColumn) => program.push(Op::BlankColumn),
            Node::Board(_) => program.push(Op::Inversions),
            Node::Unary(operator, value) => {
                self.add(value, program);
                program.push(Op::Unary(*operator));
            }
            Node::Binary(operator, a, b) => {
                self.add(a, program);
                self.add(b, program);
                program.push(Op::Binary(*operator));
            }
            Node::Aggregate(aggregate, body, text) => {
                let mut own = Vec::new();
                self.add(body, &mut own);
                let added = self.added(*aggregate, &own);
                self.aggregates.push(AggregateProgram {
                    aggregate: *aggregate,
                    added,
                    body: own,
                    text: text.clone(),
                });
                program.push(Op::Part(self.heuristics.len() + self.aggregates.len() - 1));
            }
        }
    }

    /// The table that is the whole of a body, if the aggregate adds its entries up, and sums of them
    /// are exact in any order. From then on its entries are what is added.
    fn added(&mut self, aggregate: Aggregate, body: &[Op]) -> Option<usize> {
        let &[Op::Table(table, _)] = body else {
            return None;
        };
        if !matches!(aggregate, Aggregate::Sum | Aggregate::Count) {
            return None;
        }
        let n_cells = self.goal.tiles.len();
        // The blank is no tile.
        let entries = &mut self.tables[table][n_cells..];
        let added = |entry: &f64| aggregate.fold(None, *entry);
        if !entries.iter().all(|entry| is_exact_in_sums(added(entry))) {
            return None;
        }
        for entry in entries {
            // Without negative zeros.
            *entry = added(entry) + 0.0;
        }
        Some(table)
    }

    fn aggregate(
        &self,
        program: &AggregateProgram,
        state: &State<C>,
        parts: &[f64],
        stack: &mut Vec<f64>,
    ) -> f64 {
        let AggregateProgram {
            aggregate, body, ..
        } = program;
        let n_cells = self.goal.tiles.len();
        let mut value = None;
        let tile_in = |cell: usize| match state.cells.get(cell) {
            0 => None,
            tile => Some((tile, cell)),
        };
        for first in (0..n_cells).filter_map(tile_in) {
            if *aggregate != Aggregate::Pairs {
                let of_tile = match body[..] {
                    // The whole body is a table.
                    [Op::Table(i, _)] => self.entry(i, first),
                    _ => self.run(body, state, [first; 2], parts, stack),
                };
                value = Some(aggregate.fold(value, of_tile));
                continue;
            }
            for second in (first.1 + 1..n_cells).filter_map(tile_in) {
                let of_pair = self.run(body, state, [first, second], parts, stack);
                value = Some(aggregate.fold(value, of_pair));
            }
        }
        value.unwrap_or(0.0)
    }

    fn entry(&self, table: usize, (tile, cell): Placed) -> f64 {
        self.tables[table][usize::from(tile) * self.goal.tiles.len() + cell]
    }

    /// Runs a program; the stack is as it was.
    fn run(
        &self,
        program: &[Op],
        state: &State<C>,
        pair: [Placed; 2],
        parts: &[f64],
        stack: &mut Vec<f64>,
    ) -> f64 {
        for op in program {
            let value = match *op {
                Op::Push(value) => value,
                Op::Part(i) => parts[i],
                Op::BlankRow => (usize::from(state.blank) / self.goal.columns + 1) as f64,
                Op::BlankColumn => (usize::from(state.blank) % self.goal.columns + 1) as f64,
                Op::Inversions => self.goal.inversions(state) as f64,
                Op::Table(i, Which::Second) => self.entry(i, pair[1]),
                Op::Table(i, _) => self.entry(i, pair[0]),
                Op::Unary(operator) => operator.apply(pop(stack)),
                Op::Binary(operator) => {
                    let b = pop(stack);
                    operator.apply(pop(stack), b)
                }
            };
            stack.push(value);
        }
        pop(stack)
    }
}

fn pop(stack: &mut Vec<f64>) -> f64 {
    stack.pop().expect("each operator follows its values")
}

/// Whether sums of a hundred such numbers are exact, so that their order does not matter: multiples
/// of 2⁻¹⁶ below 2³⁰.
fn is_exact_in_sums(value: f64) -> bool {
    value.abs() < f64::from(1 << 30) && (value * 65536.0).fract() == 0.0
}

impl<C: Cells> Memory<C> {
    fn new(n_parts: usize) -> Self {
        Memory {
            stack: Vec::new(),
            parts: ValueCache::new(n_parts),
        }
    }
}

impl Goal {
    fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// The values of `node`, which depends on one tile alone, for all tiles in all cells.
    fn table(&self, node: &Node) -> Table {
        let n_cells = self.tiles.len();
        let places = (0..n_cells).flat_map(|tile| (0..n_cells).map(move |cell| (tile, cell)));
        places
            .map(|(tile, cell)| self.value(node, (tile as u8, cell)))
            .collect()
    }

    /// The value of `node`, which depends on one tile at most.
    fn value(&self, node: &Node, (tile, cell): Placed) -> f64 {
        node.value(&|leaf| match leaf {
            Node::Tile(name, _) => {
                let home = self.home[usize::from(tile)];
                name.value(tile, self.place(cell), self.place(home))
            }
            Node::Board(name) => {
                let (row, column) = self.place(self.home[0]);
                let value = match name {
                    BoardName::Rows => self.rows,
                    BoardName::Columns => self.columns,
                    BoardName::GoalBlankRow => row + 1,
                    BoardName::GoalBlankColumn => column + 1,
                    BoardName::BlankRow | BoardName::BlankColumn | BoardName::Inversions => 0,
                };
                value as f64
            }
            // They depend on the board.
            _ => 0.0,
        })
    }

    /// The pairs of tiles, read row by row, that are not in the order of the goal.
    fn inversions<C: Cells>(&self, state: &State<C>) -> usize {
        // The goal cells passed so far, as bits.
        let mut passed = 0_u128;
        let mut n_inversions = 0;
        for cell in 0..self.tiles.len() {
            let tile = state.cells.get(cell);
            if tile != 0 {
                let home = self.home[usize::from(tile)];
                n_inversions += (passed >> home).count_ones() as usize;
                passed |= 1 << home;
            }
        }
        n_inversions
    }
}

impl<C: Cells> Heuristic<SlidingTiles<C>> for Compiled<C> {
    fn estimate(&self, state: &State<C>) -> Cost {
        rounded(self.value(state))
    }

    fn update(&self, _: Cost, parent: &State<C>, action: Action, child: &State<C>) -> Cost {
        rounded(self.value_after(parent, action, child))
    }
}
