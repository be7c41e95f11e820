//! What h of a recorded node is made of, and the words for it.

use crate::{Job, Problem, State, format};
use tilescope_puzzle::heuristics::breakdown::{Breakdown, Cause, Line, Term, TileValues};
use tilescope_puzzle::{Board, Costs, HeuristicExpr};
use tilescope_search::{Cost, SearchDirection};
use tilescope_trace::{NodeId, Trace};

/// The heuristic that estimates a node, its board, the board to which it measures, and the costs.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    heuristic: HeuristicExpr,
    pub board: Board,
    to: Board,
    costs: Costs,
}

/// What is said where the tables of the heuristic are not in memory.
pub const NO_TABLES: &str = "Its tables are not in memory any more: search again to see it.";

/// What is said of a heuristic that is no sum of parts.
pub const WHOLE_BOARD: &str = "It looks at the board as a whole.";

impl Estimate {
    /// How `node`, which has this `state`, is estimated; `None` on a road map, and if the search has no
    /// heuristic.
    pub fn of(job: &Job, trace: &Trace, node: NodeId, state: &State) -> Option<Self> {
        let settings = &job.settings;
        let (Problem::Tiles(puzzle), State::Board(board)) = (&job.problem, state) else {
            return None;
        };
        let to = match trace.direction(node) {
            SearchDirection::Forward => settings.measure_to.as_ref().unwrap_or(&puzzle.goal),
            SearchDirection::Backward => &puzzle.start,
        };
        settings.algorithm.uses_heuristic.then(|| Estimate {
            heuristic: settings.heuristic.clone(),
            board: board.clone(),
            to: to.clone(),
            costs: puzzle.costs,
        })
    }

    /// What the estimate is made of; `None` if the tables of the heuristic are not in memory.
    pub fn breakdown(&self) -> Option<Breakdown> {
        let found = self.heuristic.breakdown(&self.board, &self.to, self.costs);
        found.ok().flatten()
    }

    /// The number of units in a cost of 1.
    pub fn unit(&self) -> Cost {
        self.costs.unit(self.board.size())
    }

    /// What is to be said if the search had another h, as it may from what it knew of other nodes.
    pub fn difference(&self, breakdown: &Breakdown, h: Cost) -> Option<String> {
        let [alone, h_text] = [breakdown.value, h].map(|it| format::cost(it.into(), self.unit()));
        (breakdown.value != h).then(|| {
            format!(
                "The board alone has h = {alone}; the search has {h_text} here, from what it knows of \
                 other nodes."
            )
        })
    }

    /// What the estimate is made of, a line for each heuristic, each conflict and each pattern; parts
    /// are indented.
    pub fn lines(&self, breakdown: &Breakdown) -> Vec<String> {
        let value = format::cost(breakdown.value.into(), self.unit());
        let mut lines = vec![format!("{}: {value}", breakdown.expr.name())];
        let is_tile = |term: &&Term| matches!(term.cause, Cause::Tile(_));
        let (of_tiles, others): (Vec<&Term>, Vec<&Term>) =
            breakdown.terms.iter().partition(is_tile);
        let text = |term: &Term| term_text(term, self.unit());
        if !of_tiles.is_empty() {
            let words: Vec<String> = of_tiles.into_iter().map(text).collect();
            lines.push(format!("  {}", words.join(", ")));
        }
        lines.extend(others.into_iter().map(|term| format!("  {}", text(term))));
        for values in &breakdown.tile_values {
            lines.push(format!(
                "  {}: {}",
                values.text,
                tile_values_text(values, ", ")
            ));
        }
        for part in &breakdown.parts {
            lines.extend(self.lines(part).iter().map(|line| format!("  {line}")));
        }
        lines
    }
}

/// A term in words.
pub fn term_text(term: &Term, unit: Cost) -> String {
    let value = format::cost(term.value.into(), unit);
    match &term.cause {
        Cause::Tile(tile) => format!("tile {tile}: {value}"),
        Cause::Pattern(tiles) => format!("tiles {}: {value}", list(tiles)),
        Cause::Conflict {
            tiles,
            leaving,
            line,
        } => {
            let line = match line {
                Line::Row(row) => format!("row {}", row + 1),
                Line::Column(column) => format!("column {}", column + 1),
            };
            format!(
                "{} are out of order in their goal {line}: {} must leave it and come back, + {value}",
                list(tiles),
                list(leaving)
            )
        }
    }
}

/// The value of each tile in a formula: “tile 1: 0.5, tile 2: 3”.
pub fn tile_values_text(values: &TileValues, between: &str) -> String {
    let text = |&(tile, value): &(u8, f64)| format!("tile {tile}: {}", tile_value_text(value));
    let texts: Vec<String> = values.values.iter().map(text).collect();
    texts.join(between)
}

/// A value with at most two places, without zeros at the end.
pub fn tile_value_text(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// “1, 2 and 3”.
fn list(tiles: &[u8]) -> String {
    let texts: Vec<String> = tiles.iter().map(u8::to_string).collect();
    match &texts[..] {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        texts => texts.concat(),
    }
}
