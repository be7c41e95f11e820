//! The optimal length of each puzzle of a collection, found on several threads.

use super::Context;
use crate::collection::{Collection, KnownLength, Puzzles};
use crate::experiment::workers::{Cores, Message, RecordHead, Tasks, Workers};
use crate::experiment::{ExperimentError, Outcome, Record};
use crate::{Interrupt, Job, Limits, Problem, RunOutcome, Settings, solve_under, tables};
use std::num::NonZero;
use tilescope_engines::Engine;
use tilescope_engines::fastest_optimal::FastestOptimal;
use tilescope_engines::pattern_database::PatternDatabaseSearch;
use tilescope_puzzle::heuristics::{DEFAULT_HEURISTIC, Pdb78, Pdb663, TileHeuristic};
use tilescope_puzzle::{Board, Puzzle};

/// So many 15-puzzles are solved sooner if the databases 6-6-3 are built first, which takes half a second.
const MANY: usize = 20;

/// For so many the databases 7-8 are built, which takes 8 seconds on two cores; they then stay on disk. 60
/// random puzzles take 9 seconds with that and 1 second with 6-6-3; 1,000 take 10 seconds with either,
/// and 1.2 seconds where 7-8 are on disk.
const VERY_MANY: usize = 500;

/// What came of it. The lengths are beside the puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lengths {
    /// How many puzzles have an optimal length now.
    pub n_known: usize,
    /// Why the others have none.
    pub trouble: Option<String>,
}

/// Finds the optimal length of each puzzle that has none, `threads` puzzles at a time. All have the same
/// goal. Lengths that were found before an interrupt are kept.
pub fn find_lengths(
    collection: &mut Collection,
    threads: NonZero<usize>,
    context: &mut Context,
) -> Lengths {
    let puzzles = &collection.puzzles;
    let is_known = |index: &usize| (puzzles.result(*index)).is_some_and(|known| known.optimal);
    let unknown: Vec<usize> = (0..puzzles.len())
        .filter(|index| !is_known(index))
        .collect();
    let mut found = Vec::new();
    let mut trouble = None;
    if let Some((&first, rest)) = unknown.split_first()
        && let Some(goal) = puzzles.get(first).map(|entry| entry.puzzle.goal)
    {
        let settings = settings(&goal, unknown.len(), context.memory);
        // The first has all threads, since it may build tables.
        match solve_first(puzzles, first, &settings, context.interrupt) {
            Ok(length) => found.push((first, length)),
            Err(why) => trouble = why,
        }
        let tasks = Unsolved {
            puzzles,
            rest,
            settings: &settings,
        };
        if trouble.is_none() && !rest.is_empty() && !context.interrupt.is_stopped() {
            let workers = Workers {
                jobs: threads,
                cores: Cores::Shared,
                interrupt: context.interrupt,
            };
            let n_all = unknown.len() as f64;
            let result = workers.work(&tasks, &mut |message| {
                let Message::Ended(record) = message else {
                    return Ok(());
                };
                match length(&record) {
                    Some(length) => found.push((rest[record.run], length)),
                    None => trouble = trouble.take().or(record.error),
                }
                (context.on_progress)(found.len() as f64 / n_all);
                Ok::<(), ExperimentError>(())
            });
            trouble = trouble.or(result.err().map(|error| error.to_string()));
        }
    }
    let n_known = puzzles.len() - unknown.len() + found.len();
    for (index, length) in found {
        collection.puzzles.set_result(index, &length);
    }
    Lengths { n_known, trouble }
}

/// The length of the puzzle with this index.
///
/// # Errors
/// If none was found: why, unless that was interrupted.
fn solve_first(
    puzzles: &Puzzles,
    index: usize,
    settings: &Settings,
    interrupt: &Interrupt,
) -> Result<KnownLength, Option<String>> {
    let puzzle = puzzles.get(index).map(|entry| entry.puzzle);
    let job = job(puzzle.ok_or(None)?, settings.clone());
    let report = solve_under(&job, interrupt).map_err(|error| Some(error.to_string()))?;
    match report.outcome {
        RunOutcome::Solved {
            moves,
            optimal: true,
            ..
        } => Ok(KnownLength {
            moves: moves.len() as u32,
            optimal: true,
            by: job.title(),
        }),
        _ if interrupt.is_stopped() => Err(None),
        RunOutcome::Failed(why) => Err(Some(why)),
        _ => Err(Some("a limit stopped the search".into())),
    }
}

/// The fastest engine, or pattern databases that pay for many puzzles.
fn settings(goal: &Board, n_puzzles: usize, memory: u64) -> Settings {
    let mut settings = Settings::new(&FastestOptimal::ABOUT, DEFAULT_HEURISTIC);
    if n_puzzles >= MANY
        && let Some(large) = Pdb78::partition(goal)
    {
        let takes_large = n_puzzles >= VERY_MANY || tables::are_built(goal, &large);
        settings.algorithm = &PatternDatabaseSearch::ABOUT;
        settings.databases = Some(match takes_large {
            true => (&Pdb78::ABOUT).into(),
            false => (&Pdb663::ABOUT).into(),
        });
    }
    settings.limits = Limits {
        memory: Some(memory),
        ..Limits::default()
    };
    settings
}

fn job(puzzle: Puzzle, settings: Settings) -> Job {
    Job {
        problem: Problem::Tiles(puzzle),
        settings,
        search_unsolvable: false,
        record: 0,
    }
}

/// The puzzles after the first.
struct Unsolved<'a> {
    puzzles: &'a Puzzles,
    rest: &'a [usize],
    settings: &'a Settings,
}

impl Tasks for Unsolved<'_> {
    fn len(&self) -> usize {
        self.rest.len()
    }

    fn job(&self, index: usize) -> Job {
        let entry = self.puzzles.get(self.rest[index]);
        let mut settings = self.settings.clone();
        settings.options.threads = Some(NonZero::<usize>::MIN);
        job(entry.expect("it is one of the puzzles").puzzle, settings)
    }

    fn head(&self, index: usize) -> RecordHead {
        RecordHead {
            id: String::new(),
            experiment: String::new(),
            fingerprint: String::new(),
            run: index,
            instance: String::new(),
            configuration: self.job(index).title(),
            repetition: 1,
        }
    }
}

/// The length that a run has found, if it is optimal.
fn length(record: &Record) -> Option<KnownLength> {
    let is_optimal = record.outcome == Outcome::Solved && record.optimal == Some(true);
    is_optimal
        .then_some(record.moves)
        .flatten()
        .map(|moves| KnownLength {
            moves: moves as u32,
            optimal: true,
            by: record.configuration.clone(),
        })
}
