//! Any size: a solution at once for boards up to 10×10, then shorter ones.

mod beam;
mod lines;

use super::{Engine, UnsupportedPuzzle, require_unit_costs};
use crate::dynamic::{DynObserver, search_with};
use beam::BeamOutcome;
use std::ops::Range;
use tilescope_puzzle::heuristics::{LinearConflict, TileHeuristic};
use tilescope_puzzle::{Board, Bytes, Costs, Direction, MoveOrder, Puzzle, SlidingTiles, State};
use tilescope_search::{
    About, Action, Completeness, Cost, Directionality, EngineObserver, Heuristic, Observer,
    Optimality, Options, Outcome, Solution, Space, StopReason,
};
use tilescope_search::{Databases, EvaluationFunction, Kind, Pruning, Selection};

/// A first solution line by line, then shorter ones by beam search, improved segment by segment.
#[derive(Clone, Debug)]
pub struct AnySize {
    puzzle: Puzzle,
}

impl Engine for AnySize {
    const ABOUT: About = About {
        key: "any-size",
        name: "Any size",
        summary: "Finds a solution at once, however large the board, then shorter ones.",
        kind: Kind::Engine(Databases::None),
        evaluation: EvaluationFunction::None,
        selection: Selection::Mixed,
        pruning: Pruning::Mixed,
        complete: Completeness::Always,
        optimal: Optimality::Never,
        uses_heuristic: false,
        directionality: Directionality::Unidirectional,
        options: &[],
        description: "First solves the board line by line, as people do; this takes milliseconds on \
               every board up to 10×10. Then it shortens segments of the path by beam searches \
               with Manhattan distance and linear conflict. A wider beam searches from the \
               start for a solution shorter than the best so far; if it gets stuck near the \
               goal, the remaining tiles are placed line by line. Each round doubles the beam \
               widths. Each better solution is reported as it is found, together with a lower \
               bound, the h of the start. The search ends when the bound is reached or when a beam \
               drops no state; otherwise stop it when the solution is short enough. Every move \
               must cost 1.",
    };

    fn new(puzzle: &Puzzle, _: &Options) -> Result<Self, UnsupportedPuzzle> {
        require_unit_costs(&Self::ABOUT, puzzle)?;
        Ok(AnySize {
            puzzle: puzzle.clone(),
        })
    }

    fn search<O: EngineObserver>(&self, observer: &mut O) -> Outcome<O::Node> {
        search_with(observer, |observer| self.search_dyn(observer))
    }
}

impl AnySize {
    fn search_dyn(&self, observer: &mut DynObserver) -> Outcome<()> {
        let Puzzle { start, goal, .. } = &self.puzzle;
        let space = SlidingTiles::new(goal, Costs::UNIT, MoveOrder::default());
        let heuristic = LinearConflict::new(goal, Costs::UNIT).expect("it supports every board");
        let start = space.state(start);
        let bound = heuristic.estimate(&start);
        observer.iteration(bound);
        observer.root(bound);
        let mut improver = Improver {
            observer,
            goal,
            space,
            heuristic,
            start,
            bound,
            best: lines::solve(&self.puzzle.start, goal),
        };
        match improver.improve() {
            Ok(()) => Outcome::Solved(Solution {
                cost: improver.best.len() as Cost,
                actions: actions(&improver.best),
                node: (),
            }),
            Err(reason) => Outcome::Stopped(reason),
        }
    }
}

/// Beam width on segments, in the first round and in the last.
const WIDTHS: (usize, usize) = (16, 1 << 15);

/// How much wider the beam from the start is.
const START_BEAM_FACTOR: usize = 16;

/// The lengths of the segments that are searched again, in this order.
const SEGMENT_LENGTHS: [usize; 4] = [24, 60, 150, 400];

/// The best solution so far, and what the search for a better one needs.
struct Improver<'a, 'b> {
    observer: &'a mut DynObserver<'b>,
    space: SlidingTiles<Bytes>,
    heuristic: LinearConflict,
    goal: &'a Board,
    start: State<Bytes>,
    /// A lower bound on the solution length.
    bound: Cost,
    best: Vec<Direction>,
}

impl Improver<'_, '_> {
    fn improve(&mut self) -> Result<(), StopReason> {
        self.report("line by line");
        let mut method = "line by line".to_owned();
        let mut width = WIDTHS.0;
        while self.best.len() as Cost > self.bound && width <= WIDTHS.1 {
            let start_width = width * START_BEAM_FACTOR;
            let limit = self.best.len() as Cost;
            let (space, heuristic) = (&self.space, &self.heuristic);
            let path = match beam::search(
                space,
                heuristic,
                self.start,
                start_width,
                limit,
                self.observer,
            )? {
                BeamOutcome::Proof => return Ok(()),
                BeamOutcome::Found(path) => directions(&path),
                BeamOutcome::Nearest(path, state) => {
                    let rest = lines::solve(&self.space.board(&state), self.goal);
                    directions(&path).into_iter().chain(rest).collect()
                }
            };
            if path.len() < self.best.len() {
                self.best = path;
                method = format!("a beam of {start_width}");
                self.report(&method);
            }
            self.shorten(width, &format!("{method}, shortened by beams of {width}"))?;
            width *= 2;
        }
        Ok(())
    }

    /// Searches longer and longer segments of the best solution again, until none gets shorter.
    fn shorten(&mut self, width: usize, method: &str) -> Result<(), StopReason> {
        for length in SEGMENT_LENGTHS {
            let mut before = usize::MAX;
            while self.best.len() < before {
                before = self.best.len();
                self.improve_segments(length, width, method)?;
            }
        }
        Ok(())
    }

    /// Searches every segment of `length` moves again, and reports each improvement.
    fn improve_segments(
        &mut self,
        length: usize,
        width: usize,
        method: &str,
    ) -> Result<(), StopReason> {
        let mut state = self.start;
        let mut at = 0;
        // Consecutive segments overlap by half.
        let step = length / 2;
        while at + 2 < self.best.len() {
            let end = self.best.len().min(at + length);
            let target = self.state_after(state, at..end);
            let goal = self.space.board(&target);
            let space = SlidingTiles::new(&goal, Costs::UNIT, MoveOrder::default());
            let heuristic =
                LinearConflict::new(&goal, Costs::UNIT).expect("it supports every board");
            let limit = (end - at) as Cost;
            let shorter = beam::search(&space, &heuristic, state, width, limit, self.observer)?;
            if let BeamOutcome::Found(shorter) = shorter {
                self.best.splice(at..end, directions(&shorter));
                self.report(method);
            }
            let next = self.best.len().min(at + step);
            state = self.state_after(state, at..next);
            at += step;
        }
        Ok(())
    }

    /// The state after some moves of the best solution.
    fn state_after(&self, state: State<Bytes>, moves: Range<usize>) -> State<Bytes> {
        let moves = self.best[moves].iter();
        moves.fold(state, |state, &direction| {
            self.space.apply(&state, direction.into())
        })
    }

    /// Reports the best solution and the lower bound.
    fn report(&mut self, method: &str) {
        let cost = self.best.len() as Cost;
        let text = format!("{method}; no solution has fewer than {} moves", self.bound);
        self.observer.method_chosen(&text);
        self.observer.solution((), cost, &actions(&self.best));
    }
}

fn actions(path: &[Direction]) -> Vec<Action> {
    path.iter().copied().map(Action::from).collect()
}

fn directions(path: &[Action]) -> Vec<Direction> {
    path.iter().copied().map(Direction::from).collect()
}
