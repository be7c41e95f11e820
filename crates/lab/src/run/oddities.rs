//! What became of the values of a formula that guided a run: they may be no estimates.

use crate::format::count;
use crate::{Job, Report};
use tilescope_puzzle::heuristics::formula::{Compiled, Oddities};
use tilescope_puzzle::{Bytes, MoveOrder, SlidingTiles, scramble};
use tilescope_search::Action;

/// The random boards on which a formula is tried beside those of the solution path.
const N_RANDOM: usize = 200;

/// What had to be changed in the values of the formula, if anything: on the boards of the solution path and
/// on random ones.
pub fn note(job: &Job, report: &Report) -> Option<String> {
    let puzzle = job.problem.puzzle()?;
    let settings = &job.settings;
    let formula = settings.heuristic.formula()?;
    if !settings.algorithm.uses_heuristic {
        return None;
    }
    let goal = settings.measure_to.as_ref().unwrap_or(&puzzle.goal);
    let compiled: Compiled<Bytes> = formula.compile(goal, puzzle.costs).ok()?;
    let space = SlidingTiles::<Bytes>::new(goal, puzzle.costs, MoveOrder::default());
    let mut board = puzzle.start.clone();
    let mut boards = vec![board.clone()];
    let moves: &[Action] = report
        .outcome
        .solution()
        .map_or(&[][..], |(moves, ..)| moves);
    for action in moves {
        board.slide((*action).into());
        boards.push(board.clone());
    }
    let mut rng = fastrand::Rng::with_seed(1);
    boards.extend((0..N_RANDOM).map(|_| scramble::solvable(&puzzle.goal, &mut rng)));
    let mut oddities = Oddities::NONE;
    for board in &boards {
        oddities.add(compiled.value(&space.state(board)));
    }
    let clauses = oddities.clauses().into_iter();
    let clauses: Vec<String> = clauses
        .map(|(n, clause)| format!("{} {clause}", count(n)))
        .collect();
    let n = count(boards.len() as u64);
    (!clauses.is_empty()).then(|| {
        format!(
            "of {n} values of h, on the solution path and on random boards: {}",
            clauses.join("; ")
        )
    })
}
