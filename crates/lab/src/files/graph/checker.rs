//! Checks that a graph read from a file has every board and every move exactly once.

use crate::format::count;
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Board, Direction, Size, StateGraph};

/// The figures of a complete graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    pub size: Size,
    pub n_nodes: u32,
    pub n_edges: u32,
    /// `by_degree[n]` is the number of boards with `n` moves. No board has fewer than two or more
    /// than four.
    pub by_degree: [u32; 5],
    /// The number of boards in each component, the largest first.
    pub components: Vec<u32>,
}

/// A move from one board to another, both by number.
pub struct Edge {
    pub source: u32,
    pub target: u32,
    pub direction: Direction,
    pub tile: u8,
}

/// The part of the graph read so far.
#[derive(Default)]
pub struct GraphChecker {
    read: Option<Read>,
    /// The numbers of boards and moves declared in the header.
    declared: Option<(u32, u32)>,
}

/// The boards and moves read so far, by board number, once the size is known.
struct Read {
    graph: StateGraph,
    is_there: Vec<bool>,
    /// For each board, a bit for each direction whose move has been read.
    moves: Vec<u8>,
    /// Each board's parent in its component, itself at the root (disjoint sets).
    parents: Vec<u32>,
}

impl GraphChecker {
    pub fn declare(&mut self, n_nodes: u32, n_edges: u32) {
        self.declared = Some((n_nodes, n_edges));
    }

    /// Adds a board with its number.
    pub fn node(&mut self, number: u32, board: &Board) -> Result<(), String> {
        let read = self.of_size(board.size())?;
        let right = read.graph.number(board);
        if right != number {
            return Err(format!("the board has the number {right}, not {number}"));
        }
        if std::mem::replace(&mut read.is_there[number as usize], true) {
            return Err(format!("the board {} occurs twice", board_line(board)));
        }
        Ok(())
    }

    /// Adds a board named by an edge, which needs no entry of its own, and returns its number.
    pub fn named(&mut self, board: &Board) -> Result<u32, String> {
        let read = self.of_size(board.size())?;
        let number = read.graph.number(board);
        read.is_there[number as usize] = true;
        Ok(number)
    }

    /// Adds a move. Both of its boards come before it.
    pub fn edge(&mut self, edge: Edge) -> Result<(), String> {
        let Edge {
            source,
            target,
            direction,
            tile,
        } = edge;
        let unknown = || format!("the move from {source} to {target} refers to an unknown board");
        let read = self.read.as_mut().ok_or_else(unknown)?;
        let is_there = |number: u32| read.is_there.get(number as usize) == Some(&true);
        if !is_there(source) || !is_there(target) {
            return Err(unknown());
        }
        let board = read.graph.board(source);
        let mut next = board.clone();
        let moves = next.slide(direction);
        if !moves || read.graph.number(&next) != target || board.tiles()[next.blank()] != tile {
            return Err(format!(
                "{} of tile {tile} does not lead from {} to board {target}",
                direction.name(),
                board_line(&board),
            ));
        }
        let bit = 1 << direction as u8;
        if read.moves[source as usize] & bit != 0 {
            let board = board_line(&board);
            return Err(format!(
                "the move {} of {board} occurs twice",
                direction.name()
            ));
        }
        read.moves[source as usize] |= bit;
        let (a, b) = (
            root(&mut read.parents, source),
            root(&mut read.parents, target),
        );
        read.parents[a.max(b) as usize] = a.min(b);
        Ok(())
    }

    /// The graph's figures if it is complete; otherwise what is missing.
    pub fn summary(mut self) -> Result<Summary, String> {
        let Some(read) = &mut self.read else {
            return Err("there is no board in this file".into());
        };
        let graph = read.graph;
        let n_nodes = read.is_there.iter().filter(|is_there| **is_there).count() as u32;
        let n_edges: u32 = read.moves.iter().map(|moves| moves.count_ones()).sum();
        for (name, found, right) in [
            ("boards", n_nodes, graph.n_nodes()),
            ("moves", n_edges, graph.n_edges()),
        ] {
            if found != right {
                let [found, right] = [found, right].map(|n| count(n.into()));
                return Err(format!("the file has {found} of {right} {name}"));
            }
        }
        if self
            .declared
            .is_some_and(|declared| declared != (n_nodes, n_edges))
        {
            return Err("the header declares a different number of boards or moves".into());
        }
        let mut by_degree = [0; 5];
        for moves in &read.moves {
            by_degree[moves.count_ones() as usize] += 1;
        }
        let mut sizes = vec![0; read.parents.len()];
        for number in 0..n_nodes {
            sizes[root(&mut read.parents, number) as usize] += 1;
        }
        let mut components: Vec<u32> = sizes.into_iter().filter(|&n| n > 0).collect();
        components.sort_unstable_by(|a, b| b.cmp(a));
        Ok(Summary {
            size: graph.size(),
            n_nodes,
            n_edges,
            by_degree,
            components,
        })
    }

    /// The graph being read, which has boards of `size`. All boards must have the same size.
    fn of_size(&mut self, size: Size) -> Result<&mut Read, String> {
        if self.read.is_none() {
            let graph = StateGraph::new(size).map_err(|error| error.to_string())?;
            let n_nodes = graph.n_nodes() as usize;
            self.read = Some(Read {
                graph,
                is_there: vec![false; n_nodes],
                moves: vec![0; n_nodes],
                parents: (0..graph.n_nodes()).collect(),
            });
        }
        match &mut self.read {
            Some(read) if read.graph.size() == size => Ok(read),
            _ => Err("the boards have different sizes".into()),
        }
    }
}

/// The root of the component of `number`. Halves the path on the way (disjoint sets).
fn root(parents: &mut [u32], mut number: u32) -> u32 {
    while parents[number as usize] != number {
        let parent = parents[number as usize];
        parents[number as usize] = parents[parent as usize];
        number = parent;
    }
    number
}
