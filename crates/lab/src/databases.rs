//! The user's choice of pattern databases for an engine.

use super::Settings;
use tilescope_engines::pattern_database::PatternDatabaseSearch;
use tilescope_engines::{Engine, UnsupportedPuzzle};
use tilescope_puzzle::heuristics::{Expr, HeuristicExpr};
use tilescope_puzzle::pattern_database::Partition;
use tilescope_puzzle::{Board, Puzzle};

/// The engine with the chosen databases; `None` if none were chosen or the algorithm takes none.
pub fn engine(
    settings: &Settings,
    puzzle: &Puzzle,
) -> Option<Result<PatternDatabaseSearch, UnsupportedPuzzle>> {
    let expr = settings.databases.as_ref()?;
    let make = || {
        let engine = PatternDatabaseSearch::new(puzzle, &settings.options)?;
        let mut partitions = Vec::new();
        max_partitions(expr, &puzzle.goal, &mut partitions).map_err(|other| {
            let reason = format!(
                "it takes pattern databases of this board or the maximum of several, such as \
                 max(pdb:1,2,…|…, pdb:…); “{other}” is neither"
            );
            UnsupportedPuzzle::new(&PatternDatabaseSearch::ABOUT, puzzle, reason)
        })?;
        engine.with_partitions(partitions)
    };
    settings.algorithm.takes_databases().then(make)
}

/// The partitions whose maximum `expr` is; the error is the first part that is not a partition.
fn max_partitions<'a>(
    expr: &'a HeuristicExpr,
    goal: &Board,
    partitions: &mut Vec<Partition>,
) -> Result<(), &'a HeuristicExpr> {
    match expr.expr() {
        Expr::Max(parts) => {
            for part in parts.iter() {
                max_partitions(part, goal, partitions)?;
            }
        }
        _ => partitions.push(expr.partition(goal).ok_or(expr)?),
    }
    Ok(())
}
