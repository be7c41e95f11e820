//! A formula made ready for a goal: a small stack machine.
//!
//! What depends on one tile and its cell alone is a table. Every aggregate is a program of its own,
//! which runs once a state, the inner ones first.

use super::Formula;
use super::names::BoardName;
use super::node::{Aggregate, Binary, Dependencies, Node, Unary, Which};
use super::values::rounded;
use crate::heuristics::breakdown::TileValues;
use crate::heuristics::{Boxed, HeuristicError};
use crate::{Board, Cells, Costs, SlidingTiles, State};
use std::cell::RefCell;
use tilescope_search::{Cost, Heuristic};

/// One instruction.
#[derive(Clone, Copy, Debug)]
enum Op {
    Push(f64),
    /// The value of a heuristic.
    Heuristic(usize),
    /// The value of an aggregate that has run.
    Aggregate(usize),
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
    text: Box<str>,
}

/// A formula for one goal and its costs.
pub struct Compiled<C: Cells> {
    heuristics: Vec<Boxed<C>>,
    tables: Vec<Table>,
    aggregates: Vec<AggregateProgram>,
    program: Vec<Op>,
    goal: Goal,
    memory: RefCell<Memory>,
}

/// The values of the state that is evaluated.
#[derive(Default)]
struct Memory {
    stack: Vec<f64>,
    heuristics: Vec<Cost>,
    aggregates: Vec<f64>,
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
            memory: RefCell::default(),
        };
        let mut program = Vec::new();
        compiled.add(&self.root, &mut program);
        compiled.program = program;
        Ok(compiled)
    }
}

impl<C: Cells> Compiled<C> {
    /// The value for a state: any number, not rounded.
    pub fn value(&self, state: &State<C>) -> f64 {
        let mut memory = self.memory.borrow_mut();
        memory.heuristics.clear();
        let estimates = self
            .heuristics
            .iter()
            .map(|heuristic| heuristic.estimate(state));
        memory.heuristics.extend(estimates);
        memory.aggregates.clear();
        for aggregate in &self.aggregates {
            let value = self.aggregate(aggregate, state, &mut memory);
            memory.aggregates.push(value);
        }
        self.run(&self.program, state, [(0, 0); 2], &mut memory)
    }

    /// The values of the tiles of a state, by cell, over which each aggregate goes, except pairs.
    pub fn tile_values(&self, state: &State<C>) -> Vec<TileValues> {
        // The values of heuristics and aggregates are in the memory from now on.
        self.value(state);
        let mut memory = self.memory.borrow_mut();
        let placed = (0..self.goal.tiles.len()).map(|cell| (state.cells.get(cell), cell));
        let placed: Vec<Placed> = placed.filter(|(tile, _)| *tile != 0).collect();
        let over_tiles = self
            .aggregates
            .iter()
            .filter(|it| it.aggregate != Aggregate::Pairs);
        over_tiles
            .map(|program| {
                let mut value = |&tile: &Placed| {
                    let value = self.run(&program.body, state, [tile; 2], &mut memory);
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
            Node::Heuristic(i) => program.push(Op::Heuristic(*i)),
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
                self.aggregates.push(AggregateProgram {
                    aggregate: *aggregate,
                    body: own,
                    text: text.clone(),
                });
                program.push(Op::Aggregate(self.aggregates.len() - 1));
            }
        }
    }

    fn aggregate(&self, program: &AggregateProgram, state: &State<C>, memory: &mut Memory) -> f64 {
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
                    _ => self.run(body, state, [first; 2], memory),
                };
                value = Some(aggregate.fold(value, of_tile));
                continue;
            }
            for second in (first.1 + 1..n_cells).filter_map(tile_in) {
                let of_pair = self.run(body, state, [first, second], memory);
                value = Some(aggregate.fold(value, of_pair));
            }
        }
        value.unwrap_or(0.0)
    }

    fn entry(&self, table: usize, (tile, cell): Placed) -> f64 {
        self.tables[table][usize::from(tile) * self.goal.tiles.len() + cell]
    }

    /// Runs a program; the stack is as it was.
    fn run(&self, program: &[Op], state: &State<C>, pair: [Placed; 2], memory: &mut Memory) -> f64 {
        for op in program {
            let value = match *op {
                Op::Push(value) => value,
                Op::Heuristic(i) => memory.heuristics[i].into(),
                Op::Aggregate(i) => memory.aggregates[i],
                Op::BlankRow => (usize::from(state.blank) / self.goal.columns + 1) as f64,
                Op::BlankColumn => (usize::from(state.blank) % self.goal.columns + 1) as f64,
                Op::Inversions => self.goal.inversions(state) as f64,
                Op::Table(i, Which::Second) => self.entry(i, pair[1]),
                Op::Table(i, _) => self.entry(i, pair[0]),
                Op::Unary(operator) => operator.apply(pop(memory)),
                Op::Binary(operator) => {
                    let b = pop(memory);
                    operator.apply(pop(memory), b)
                }
            };
            memory.stack.push(value);
        }
        pop(memory)
    }
}

fn pop(memory: &mut Memory) -> f64 {
    memory
        .stack
        .pop()
        .expect("each operator follows its values")
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
    fn value(&self, node: &Node, placed: Placed) -> f64 {
        match node {
            Node::Number(number) => *number,
            Node::Tile(name, _) => {
                let (tile, cell) = placed;
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
            Node::Unary(operator, value) => operator.apply(self.value(value, placed)),
            Node::Binary(operator, a, b) => {
                operator.apply(self.value(a, placed), self.value(b, placed))
            }
            // They depend on the board.
            Node::Heuristic(_) | Node::Aggregate(..) => 0.0,
        }
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
}
