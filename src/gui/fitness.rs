//! Which algorithms and heuristics fit the problem, and why others don't. Nothing here builds a
//! table, so it can be asked in every frame.

use super::text::sentence;
use tilescope_engines as engines;
use tilescope_lab::job::heuristic_misfit;
use tilescope_lab::{Job, JobError, Problem, Settings};
use tilescope_puzzle::{Board, Costs, HeuristicError, HeuristicExpr};
use tilescope_search::About;

/// Why a search with `settings` can't start; `None` if it can.
pub fn refusal(problem: &Problem, settings: &Settings) -> Option<String> {
    let job = Job {
        problem: problem.clone(),
        settings: settings.clone(),
        search_unsolvable: false,
        record: 0,
    };
    let error = job.check().err().or_else(|| job.heuristic_misfit());
    error.map(|error| sentence(&error.to_string()))
}

/// Why `algorithm` does not fit the problem.
pub fn of_algorithm(
    algorithm: &'static About,
    problem: &Problem,
    settings: &Settings,
) -> Option<String> {
    let reason = match problem {
        Problem::Tiles(puzzle) => {
            let misfit = engines::check(algorithm.key, puzzle, &settings.options);
            misfit.err()?.reason.into_owned()
        }
        Problem::Route(_) => {
            let misfit = JobError::TilesOnly(algorithm.name);
            algorithm.is_engine().then(|| misfit.to_string())?
        }
    };
    Some(sentence(&reason))
}

/// Why `heuristic` does not fit the board that it measures to.
pub fn of_heuristic(heuristic: &HeuristicExpr, to: &Board, costs: Costs) -> Option<String> {
    let reason = match heuristic_misfit(heuristic, to, costs)? {
        HeuristicError::Unsupported(misfit) => misfit.reason.into_owned(),
        other => other.to_string(),
    };
    Some(sentence(&reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_puzzle::{Bytes, GoalPreset, HEURISTICS, Size};

    #[test]
    fn a_heuristic_fits_if_it_can_be_made() {
        for (rows, columns) in [(2, 2), (2, 4), (3, 3), (5, 2)] {
            let size = Size::new(rows, columns).unwrap();
            for goal in GoalPreset::ALL.map(|preset| preset.board(size)) {
                for about in HEURISTICS {
                    let heuristic = HeuristicExpr::from(*about);
                    let made = heuristic.make::<Bytes>(&goal, Costs::UNIT);
                    let misfit = heuristic_misfit(&heuristic, &goal, Costs::UNIT);
                    assert_eq!(made.err(), misfit, "{} for {size}", about.key);
                }
            }
        }
    }
}
