//! Any size: a solution at once for boards to 10×10, then shorter ones.

mod beam;
mod lines;

use super::{Engine, UnsupportedPuzzle, want_unit_costs};
use crate::dynamic::{DynObserver, search_with};
use beam::Lit;
use std::ops::Range;
use tilescope_puzzle::heuristics::{LinearConflict, TileHeuristic};
use tilescope_puzzle::{Board, Bytes, Costs, Direction, MoveOrder, Puzzle, SlidingTiles, State};
use tilescope_search::{
    About, Action, Completeness, Cost, Directionality, EngineObserver, Heuristic, Observer,
    Optimality, Options, Outcome, Solution, Space, StopReason,
};
use tilescope_search::{Databases, EvaluationFunction, Kind, Pruning, Selection};

/// A first solution line by line, then shorter ones by beams, each shortened piece by piece.
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
        ends: Directionality::Unidirectional,
        options: &[],
        description: "Brings the tiles home line by line first, as people do: that takes milliseconds \
               on every board to 10×10. Then stretches of the path are searched again for \
               shorter ways between their ends, by beam searches with Manhattan distance and \
               linear conflicts for an estimate. A wider beam searches from the start for less \
               than the best so far; where it gets stuck near the goal, the tiles that are left \
               are brought home line by line. With each round the beams are twice as wide. Each \
               better solution is told as it is found, with the estimate of the start as the \
               bound that none can be below. It goes on until it is stopped, or the bound is \
               reached, or a beam had room for all states: stop it when the solution is short \
               enough. Every move must cost 1.",
    };

    fn new(puzzle: &Puzzle, _: &Options) -> Result<Self, UnsupportedPuzzle> {
        want_unit_costs(&Self::ABOUT, puzzle)?;
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
        let heuristic = LinearConflict::new(goal, Costs::UNIT).expect("it fits every board");
        let start = space.state(start);
        let bound = heuristic.estimate(&start);
        observer.iteration(bound);
        observer.root(bound);
        let mut improving = Improving {
            observer,
            goal,
            space,
            heuristic,
            start,
            bound,
            best: lines::solve(&self.puzzle.start, goal),
        };
        match improving.improve() {
            Ok(()) => Outcome::Solved(Solution {
                cost: improving.best.len() as Cost,
                actions: actions(&improving.best),
                node: (),
            }),
            Err(halt) => Outcome::Stopped(halt),
        }
    }
}

/// How wide the beams on stretches are, in the first round and in the last.
const WIDTHS: (usize, usize) = (16, 1 << 15);

/// How much wider those from the start are.
const WIDER: usize = 16;

/// How long the stretches are that are searched again, one length after the other.
const STRETCHES: [usize; 4] = [24, 60, 150, 400];

/// The best solution so far, and what it takes to find a better one.
struct Improving<'a, 'b> {
    observer: &'a mut DynObserver<'b>,
    space: SlidingTiles<Bytes>,
    heuristic: LinearConflict,
    goal: &'a Board,
    start: State<Bytes>,
    /// No solution is shorter.
    bound: Cost,
    best: Vec<Direction>,
}

impl Improving<'_, '_> {
    fn improve(&mut self) -> Result<(), StopReason> {
        self.tell("line by line");
        let mut method = "line by line".to_owned();
        let mut width = WIDTHS.0;
        while self.best.len() as Cost > self.bound && width <= WIDTHS.1 {
            let wide = width * WIDER;
            let limit = self.best.len() as Cost;
            let (space, heuristic) = (&self.space, &self.heuristic);
            let path = match beam::search(space, heuristic, self.start, wide, limit, self.observer)?
            {
                Lit::Proof => return Ok(()),
                Lit::Found(path) => directions(&path),
                Lit::Near(path, state) => {
                    let rest = lines::solve(&self.space.board(&state), self.goal);
                    directions(&path).into_iter().chain(rest).collect()
                }
            };
            if path.len() < self.best.len() {
                self.best = path;
                method = format!("a beam of {wide}");
                self.tell(&method);
            }
            self.shorten(width, &format!("{method}, shortened by beams of {width}"))?;
            width *= 2;
        }
        Ok(())
    }

    /// Searches longer and longer stretches of the best solution again, until none becomes
    /// shorter.
    fn shorten(&mut self, width: usize, method: &str) -> Result<(), StopReason> {
        for length in STRETCHES {
            let mut before = usize::MAX;
            while self.best.len() < before {
                before = self.best.len();
                self.search_again(length, width, method)?;
            }
        }
        Ok(())
    }

    /// Searches every stretch of `length` moves again, and tells each that becomes shorter.
    fn search_again(
        &mut self,
        length: usize,
        width: usize,
        method: &str,
    ) -> Result<(), StopReason> {
        let mut state = self.start;
        let mut at = 0;
        // Half of each stretch is in the next one, too.
        let step = length / 2;
        while at + 2 < self.best.len() {
            let end = self.best.len().min(at + length);
            let target = self.after(state, at..end);
            let goal = self.space.board(&target);
            let space = SlidingTiles::new(&goal, Costs::UNIT, MoveOrder::default());
            let heuristic = LinearConflict::new(&goal, Costs::UNIT).expect("it fits every board");
            let limit = (end - at) as Cost;
            let shorter = beam::search(&space, &heuristic, state, width, limit, self.observer)?;
            if let Lit::Found(shorter) = shorter {
                self.best.splice(at..end, directions(&shorter));
                self.tell(method);
            }
            let next = self.best.len().min(at + step);
            state = self.after(state, at..next);
            at += step;
        }
        Ok(())
    }

    /// The state after some moves of the best solution.
    fn after(&self, state: State<Bytes>, moves: Range<usize>) -> State<Bytes> {
        let moves = self.best[moves].iter();
        moves.fold(state, |state, &direction| {
            self.space.apply(&state, direction.into())
        })
    }

    /// Tells the best solution, and what none can be below.
    fn tell(&mut self, method: &str) {
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
