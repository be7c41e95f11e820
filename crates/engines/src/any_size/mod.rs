//! Any size: a solution at once for boards up to 10×10, then shorter ones.
//!
//! An anytime search: the beams of each round are twice as wide (compare Zhang's complete anytime
//! beam search, 1998, and Furcy & Koenig's limited discrepancy beam search, 2005), and between
//! rounds the best path is improved locally. With a limit on expansions the same solutions are
//! found whatever the number of threads, up to the last few hundred expansions: what is in
//! progress when the search is stopped is dropped.

mod beam;
mod beam_team;
mod evaluation;
mod improvement;
mod lines;

use super::team;
use super::{Engine, UnsupportedPuzzle, require_unit_costs};
use crate::dynamic::{DynObserver, search_with};
use beam::BeamOutcome;
use beam_team::BeamTeam;
use evaluation::Evaluation;
use std::num::NonZero;
use tilescope_puzzle::heuristics::{LinearConflict, TileHeuristic};
use tilescope_puzzle::{Board, Bytes, Costs, Direction, MoveOrder, Puzzle, SlidingTiles};
use tilescope_search::{
    About, Action, Applies, Completeness, Cost, Directionality, EngineObserver, Heuristic,
    Observer, Optimality, Options, Outcome, Solution, StopReason,
};
use tilescope_search::{Databases, EvaluationFunction, Kind, Pruning, Selection};

/// A first solution line by line, then shorter ones by beam search, improved segment by segment.
#[derive(Clone, Debug)]
pub struct AnySize {
    puzzle: Puzzle,
    threads: Option<NonZero<usize>>,
}

impl Engine for AnySize {
    const ABOUT: About = About {
        key: "any-size",
        name: "Any size",
        other_names: &[],
        summary: "Finds a solution at once, however large the board, then shorter ones.",
        kind: Kind::Engine(Databases::None),
        evaluation: EvaluationFunction::None,
        selection: Selection::Mixed,
        pruning: Pruning::Mixed,
        complete: Completeness::Always,
        optimal: Optimality::Never,
        uses_heuristic: false,
        directionality: Directionality::Unidirectional,
        options: &[Applies::Threads],
        description: "First solves the board line by line, as people do; this takes milliseconds on \
               every board up to 10×10. Then beams search from the start for a solution shorter \
               than the best so far: some minimise Manhattan distance, in which far tiles count \
               more, and linear conflict; others also finish the board line by line from the \
               outside. Most beams of a round are of the kind that found the shortest solution in \
               the round before. If a beam gets stuck near the goal, the remaining tiles are placed \
               line by line. Narrower beams shorten segments of the best path. Each round doubles \
               the beam widths. Each better solution is reported as it is found, together with a lower \
               bound, the h of the start. The search ends when the bound is reached or when a beam \
               drops no state; otherwise stop it when the solution is short enough. Several \
               threads share the beams and the segments; they change neither what is found nor in \
               which order. Every move must cost 1.",
    };

    fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, UnsupportedPuzzle> {
        require_unit_costs(&Self::ABOUT, puzzle)?;
        Ok(AnySize {
            puzzle: puzzle.clone(),
            threads: options.threads,
        })
    }

    fn search<O: EngineObserver>(&self, observer: &mut O) -> Outcome<O::Node> {
        search_with(observer, |observer| self.search_dyn(observer))
    }
}

impl AnySize {
    fn search_dyn(&self, observer: &mut DynObserver) -> Outcome<()> {
        let Puzzle { start, goal, .. } = &self.puzzle;
        let space = SlidingTiles::<Bytes>::new(goal, Costs::UNIT, MoveOrder::default());
        let heuristic = LinearConflict::new(goal, Costs::UNIT).expect("it supports every board");
        let bound = heuristic.estimate(&space.state(start));
        observer.iteration(bound);
        observer.root(bound);
        let mut search = AnytimeSearch {
            team: BeamTeam::new(team::n_threads(self.threads), observer),
            start,
            goal,
            bound,
            best: lines::solve(start, goal),
            method: String::new(),
            leader: None,
        };
        match search.run() {
            Ok(()) => Outcome::Solved(Solution {
                cost: search.best.len() as Cost,
                actions: actions(&search.best),
                node: (),
            }),
            Err(reason) => Outcome::Stopped(reason),
        }
    }
}

/// The width of the beams from the start in the first round; the other widths follow from it.
const FIRST_WIDTH: usize = 32;

/// The widest beam.
const MAX_WIDTH: usize = 1 << 20;

/// The kinds of beams from the start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BeamKind {
    /// Every tile weighs the same.
    Plain,
    /// Tiles of the outer lines weigh more, and stay when their line is finished.
    ByLines,
}

/// Beams from the start in each round.
const N_BEAMS: usize = 4;

/// The power of distances in each beam of a round.
const POWERS: [f64; N_BEAMS] = [1.6, 2.0, 1.6, 1.8];

/// What beams from the start prove about the best solution.
enum Proof {
    None,
    /// It is a shortest one.
    Shortest,
}

/// The best solution so far, and what the search for a better one needs.
struct AnytimeSearch<'a, 'b, 'c> {
    team: BeamTeam<'b, 'c>,
    start: &'a Board,
    goal: &'a Board,
    /// A lower bound on the solution length.
    bound: Cost,
    best: Vec<Direction>,
    method: String,
    /// The kind of beam that found the shortest solution in the last round.
    leader: Option<BeamKind>,
}

impl AnytimeSearch<'_, '_, '_> {
    fn run(&mut self) -> Result<(), StopReason> {
        self.method = "line by line".to_owned();
        self.report();
        let mut width = FIRST_WIDTH;
        while self.best.len() as Cost > self.bound && width <= MAX_WIDTH {
            if let Proof::Shortest = self.search_from_start(width)? {
                break;
            }
            self.improve(width)?;
            width *= 2;
        }
        Ok(())
    }

    /// The kinds of beams of the next round, beside [`POWERS`]. The first is plain: only such a beam can
    /// prove that there is no shorter solution.
    fn kinds(&self) -> [BeamKind; N_BEAMS] {
        use BeamKind::{ByLines, Plain};
        match self.leader {
            None => [Plain, Plain, ByLines, ByLines],
            Some(Plain) => [Plain, Plain, ByLines, Plain],
            Some(ByLines) => [Plain, ByLines, ByLines, ByLines],
        }
    }

    /// Beam searches from the start. The tiles that a beam leaves in the wrong cells are placed by
    /// [`lines`].
    fn search_from_start(&mut self, width: usize) -> Result<Proof, StopReason> {
        let (start, goal) = (self.start, self.goal);
        let limit = self.best.len() as Cost;
        let kinds = self.kinds();
        let outcomes = self
            .team
            .run(N_BEAMS, width, limit, |number, beam, report| {
                let (power, seed) = (POWERS[number], (width + number) as u64);
                let evaluation = match kinds[number] {
                    BeamKind::Plain => Evaluation::plain(goal, power, (number > 0).then_some(seed)),
                    BeamKind::ByLines => Evaluation::by_lines(goal, power, seed),
                };
                beam.search(&evaluation, start, width, limit, report)
            })?;
        // A finished line is never touched again, so a beam by lines that drops no state proves
        // nothing.
        if let Some(BeamOutcome::Exhausted) = outcomes.first() {
            return Ok(Proof::Shortest);
        }
        let paths = outcomes.into_iter().zip(kinds);
        let paths = paths.filter_map(|(outcome, kind)| match outcome {
            BeamOutcome::Found(path) => Some((path, kind)),
            BeamOutcome::Nearest(mut path) => {
                path.extend(lines::solve(&after(start, &path), goal));
                Some((path, kind))
            }
            BeamOutcome::Exhausted => None,
        });
        if let Some((path, kind)) = paths.min_by_key(|(path, _)| path.len()) {
            self.leader = Some(kind);
            if path.len() < self.best.len() {
                self.best = path;
                self.method = match kind {
                    BeamKind::Plain => format!("a beam of {width}"),
                    BeamKind::ByLines => format!("a beam of {width}, line by line"),
                };
                self.report();
            }
        }
        Ok(Proof::None)
    }

    /// Reports the best solution and the lower bound.
    fn report(&mut self) {
        let cost = self.best.len() as Cost;
        let text = format!(
            "{}; no solution has fewer than {} moves",
            self.method, self.bound
        );
        self.team.observer.method_chosen(&text);
        self.team.observer.solution((), cost, &actions(&self.best));
    }
}

/// The board after some moves.
fn after(board: &Board, moves: &[Direction]) -> Board {
    let mut board = board.clone();
    for &direction in moves {
        board.slide(direction);
    }
    board
}

fn actions(path: &[Direction]) -> Vec<Action> {
    path.iter().copied().map(Action::from).collect()
}
