//! The generic algorithms with the unit observer.

use super::{Counted, Extent, Row, Watch};
use crate::published::korf_1985;
use std::hint::black_box;
use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic, Zero};
use tilescope_puzzle::{
    Board, Costs, GoalPreset, MoveOrder, Nibbles, Size, SlidingTiles, notation,
};
use tilescope_search::best_first::AStar;
use tilescope_search::breadth_first::BreadthFirst;
use tilescope_search::ida_star::IdaStar;
use tilescope_search::{Algorithm, Counter, Heuristic, Observer, Outcome, Solution};

pub const ROWS: &[Row] = &[
    Row {
        key: "generic-breadth-first",
        work: "Breadth-first, an 8-puzzle of 31 moves",
        required: "",
        aim: "",
        extent: Extent::Quick,
        run: |watch| {
            let goal = GoalPreset::BlankLast.board(Size::new(3, 3).map_err(|e| e.to_string())?);
            let start = notation::parse_board("8 6 7 / 2 5 4 / 3 _ 1");
            let start = start.map_err(|error| error.to_string())?;
            let zero = Zero::new(&goal, Costs::UNIT).map_err(|error| error.to_string())?;
            // A late goal test, with which the documented speed was measured.
            let options = BreadthFirst::ABOUT.defaults_of_first_version();
            let breadth_first = BreadthFirst::with(&options);
            Ok(by_expansions(
                &breadth_first,
                watch,
                &Problem::new(&start, &goal),
                &zero,
            ))
        },
    },
    Row {
        key: "generic-ida-star",
        work: "IDA*, Manhattan, Korf 79, 12, 42, 55, 97",
        required: "260 M/s",
        aim: "500 M/s",
        extent: Extent::Quick,
        run: |watch| {
            let ida_star = IdaStar::with(&IdaStar::ABOUT.defaults());
            let starts = korf_1985::SHORT.map(korf_1985::start);
            let goal = korf_1985::goal();
            let problems = starts.map(|start| Problem::new(&start, &goal));
            let search_all = || {
                for problem in &problems {
                    black_box(problem.search(&ida_star, &problem.manhattan, &mut ()));
                }
            };
            watch.time(search_all);
            let mut counts = Counter::default();
            for problem in &problems {
                problem.search(&ida_star, &problem.manhattan, &mut counts);
            }
            Ok(Counted::nodes(counts.generated, "generated"))
        },
    },
    Row {
        key: "generic-a-star-12",
        work: "A*, Manhattan, Korf 12",
        required: "",
        aim: "",
        extent: Extent::Quick,
        run: |watch| Ok(a_star(watch, 12)),
    },
    Row {
        key: "generic-a-star-1",
        work: "A*, Manhattan, Korf 1",
        required: "4 s, 64 B",
        aim: "2 s",
        extent: Extent::Full,
        run: |watch| Ok(a_star(watch, 1)),
    },
];

fn a_star(watch: &mut Watch, instance: usize) -> Counted {
    let a_star = AStar::with(&AStar::ABOUT.defaults());
    let problem = Problem::new(&korf_1985::start(instance), &korf_1985::goal());
    by_expansions(&a_star, watch, &problem, &problem.manhattan)
}

/// Times a search; counts its expansions and memory.
fn by_expansions(
    algorithm: &impl Algorithm,
    watch: &mut Watch,
    problem: &Problem,
    heuristic: &impl Heuristic<SlidingTiles<Nibbles>>,
) -> Counted {
    watch.time(|| black_box(problem.search(algorithm, heuristic, &mut ())));
    let mut counts = Counter::default();
    problem.search(algorithm, heuristic, &mut counts);
    Counted::nodes(counts.expanded, "expanded").with_peak(counts.bytes)
}

/// A prepared puzzle.
struct Problem {
    space: SlidingTiles<Nibbles>,
    manhattan: Manhattan,
    start: Board,
}

impl Problem {
    fn new(start: &Board, goal: &Board) -> Self {
        Problem {
            space: SlidingTiles::new(goal, Costs::UNIT, MoveOrder::default()),
            manhattan: Manhattan::new(goal, Costs::UNIT).expect("it fits every board"),
            start: start.clone(),
        }
    }

    fn search<O: Observer>(
        &self,
        algorithm: &impl Algorithm,
        heuristic: &impl Heuristic<SlidingTiles<Nibbles>>,
        observer: &mut O,
    ) -> Solution<O::Node> {
        let start = self.space.state(&self.start);
        match algorithm.search(&self.space, heuristic, start, observer) {
            Outcome::Solved(solution) => solution,
            Outcome::Exhausted | Outcome::CutOff | Outcome::Stopped(_) => {
                unreachable!("it has a solution and no limits")
            }
        }
    }
}
