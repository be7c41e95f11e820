//! The pattern databases that are chosen for an engine of them.

use super::Settings;
use tilescope_engines::pattern_database::PatternDatabaseSearch;
use tilescope_engines::{Engine, UnsupportedPuzzle};
use tilescope_puzzle::heuristics::{Expr, HeuristicExpr};
use tilescope_puzzle::pattern_database::Partition;
use tilescope_puzzle::{Board, Puzzle};

/// The engine with the databases that were chosen; `None` if none were, or another algorithm was.
pub fn engine(
    settings: &Settings,
    puzzle: &Puzzle,
) -> Option<Result<PatternDatabaseSearch, UnsupportedPuzzle>> {
    let formula = settings.databases.as_ref()?;
    let make = || {
        let engine = PatternDatabaseSearch::new(puzzle, &settings.options)?;
        let mut partitions = Vec::new();
        greatest_of(formula, &puzzle.goal, &mut partitions).map_err(|other| {
            let reason = format!(
                "it takes the greatest of pattern databases of this board, such as \
                 max(pdb:1,2,…|…, pdb:…), or chooses some by itself; “{other}” is none of them"
            );
            UnsupportedPuzzle::new(&PatternDatabaseSearch::ABOUT, puzzle, reason)
        })?;
        engine.with_partitions(partitions)
    };
    settings.algorithm.takes_databases().then(make)
}

/// The partitions of which a formula is the greatest; or the part of it that is something else.
fn greatest_of<'a>(
    formula: &'a HeuristicExpr,
    goal: &Board,
    partitions: &mut Vec<Partition>,
) -> Result<(), &'a HeuristicExpr> {
    match formula.expr() {
        Expr::Max(parts) => {
            for part in parts.iter() {
                greatest_of(part, goal, partitions)?;
            }
        }
        _ => partitions.push(formula.partition(goal).ok_or(formula)?),
    }
    Ok(())
}
