//! Audits of a random sample, for goals with more states than can be looked at.
//!
//! Every board is drawn by itself, uniformly from all that can reach the goal, so that what is
//! counted of the sample has exact intervals. A greater sample of the same seed begins with the
//! smaller one. The boards are solved one after the other: if the audit is stopped, the report is
//! about those that were solved.

use super::admissibility::{AStar, Overestimate, Overestimates, keep_worst};
use super::consistency::{Inconsistencies, Inconsistency};
use super::dominance::{Dominance, Greater};
use super::joint::Joint;
use super::plateaus::Plateaus;
use super::symmetry::{Asymmetry, Symmetry};
use super::values::Own;
use super::{Audit, AuditError, AuditReport, HeuristicReport, Limits};
use crate::exact::{ExactDistances, search_for_distance};
use crate::{Interrupt, RunOutcome, format};
use tilescope_puzzle::heuristics::HeuristicError;
use tilescope_puzzle::heuristics::formula::Oddities;
use tilescope_puzzle::scramble;
use tilescope_puzzle::{Board, Bytes, Direction, HeuristicExpr, MoveOrder, Puzzle, SlidingTiles};
use tilescope_search::Cost;

/// Boards that are drawn at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// How many.
    pub n: usize,
    pub seed: u64,
}

impl Sample {
    pub const MAX: usize = 1_000_000;
}

impl Default for Sample {
    /// Enough for a first look: a minute's work on the 15-puzzle.
    fn default() -> Self {
        Sample { n: 100, seed: 1 }
    }
}

/// Why fewer boards were looked at than were asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cut {
    /// The user stopped it.
    Stopped,
    /// The distance of the next board was not found, for this reason.
    Unsolved(String),
}

/// A board of the sample.
struct Drawn {
    board: Board,
    distance: Cost,
}

/// Draws and solves the boards, and measures the heuristics on them. The tables of the heuristics
/// are there.
///
/// # Errors
/// If a heuristic does not fit, or not one board was solved.
pub(super) fn audit(
    what: &Audit,
    sample: Sample,
    known: &[Cost],
    limits: Limits,
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(f64) + Send),
) -> Result<AuditReport, AuditError> {
    if !(1..=Sample::MAX).contains(&sample.n) {
        return Err(AuditError::Sample(sample.n));
    }
    let evaluators: Vec<Evaluator> = { what.heuristics.iter() }
        .map(|expr| Evaluator::new(what, expr))
        .collect::<Result<_, _>>()?;
    let (drawn, cut) = draw(what, sample, known, limits, interrupt, on_progress);
    match &cut {
        _ if !drawn.is_empty() => {}
        Some(Cut::Unsolved(reason)) => return Err(AuditError::Unsolved(reason.clone())),
        _ => return Err(AuditError::Interrupted),
    }
    let mut heuristics = Vec::new();
    let mut all_values = Vec::new();
    for (evaluator, expr) in evaluators.iter().zip(&what.heuristics) {
        let (report, values) = evaluator.measure(expr, &drawn);
        heuristics.push(report);
        all_values.push(values);
    }
    let mut dominance = Vec::new();
    for (second, b) in all_values.iter().enumerate() {
        for (first, a) in all_values[..second].iter().enumerate() {
            dominance.push(compared((first, a), (second, b), &drawn));
        }
    }
    let pairs = drawn.iter().map(|drawn| (drawn.distance, 0));
    Ok(AuditReport {
        audit: what.clone(),
        n_states: drawn.len() as u64,
        cut,
        drawn: drawn.iter().map(|it| it.distance).collect(),
        distances: Joint::of(pairs).distances(),
        heuristics,
        dominance,
    })
}

/// The boards with their distances, and why they are fewer than asked for.
fn draw(
    what: &Audit,
    sample: Sample,
    known: &[Cost],
    limits: Limits,
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(f64) + Send),
) -> (Vec<Drawn>, Option<Cut>) {
    let mut rng = fastrand::Rng::with_seed(sample.seed);
    let mut drawn = Vec::new();
    let mut table = None;
    for i in 0..sample.n {
        // Known distances cost nothing.
        if i >= known.len() && interrupt.is_stopped() {
            return (drawn, Some(Cut::Stopped));
        }
        let board = scramble::solvable(&what.goal, &mut rng);
        let puzzle = Puzzle::new("", board.clone(), what.goal.clone()).map(|puzzle| Puzzle {
            costs: what.costs,
            ..puzzle
        });
        let puzzle = puzzle.expect("a scramble keeps the size");
        if i == 0 {
            table = ExactDistances::find(&puzzle);
        }
        let distance = match (known.get(i), &table) {
            (Some(distance), _) => Ok(*distance),
            (None, Some(table)) => table.get(&board).ok_or_else(String::new),
            (None, None) => proved(puzzle, limits, interrupt),
        };
        match distance {
            Ok(distance) => drawn.push(Drawn { board, distance }),
            Err(_) if interrupt.is_stopped() => return (drawn, Some(Cut::Stopped)),
            Err(reason) => return (drawn, Some(Cut::Unsolved(reason))),
        }
        on_progress(drawn.len() as f64 / sample.n as f64);
    }
    (drawn, None)
}

/// The distance of the start, proved by an engine; the reason if it is not.
fn proved(puzzle: Puzzle, limits: Limits, interrupt: &Interrupt) -> Result<Cost, String> {
    let own = crate::Limits {
        memory: Some(limits.memory),
        ..crate::Limits::default()
    };
    let report = search_for_distance(puzzle, own, limits.threads, interrupt)
        .map_err(|error| error.to_string())?;
    match report.outcome {
        RunOutcome::Solved {
            cost,
            optimal: true,
            ..
        } => Ok(cost),
        RunOutcome::Failed(reason) => Err(reason),
        _ => Err(format!(
            "the distance of a board is not found within {}",
            format::bytes(limits.memory)
        )),
    }
}

/// A heuristic made for the goal.
struct Evaluator<'a> {
    what: &'a Audit,
    space: SlidingTiles<Bytes>,
    own: Own<Bytes>,
    /// The reflections that keep the distance, as the cell and the tile that each becomes.
    symmetries: Vec<(Symmetry, Vec<usize>, Vec<u8>)>,
}

impl<'a> Evaluator<'a> {
    fn new(what: &'a Audit, expr: &HeuristicExpr) -> Result<Self, HeuristicError> {
        let goal = &what.goal;
        let maps = |it: Symmetry| (it, it.cells(goal.size()), it.tiles(goal));
        Ok(Evaluator {
            what,
            space: SlidingTiles::new(goal, what.costs, MoveOrder::default()),
            own: Own::make(expr, goal, what.costs)?,
            symmetries: Symmetry::of(goal, what.costs).map(maps).collect(),
        })
    }

    fn value(&self, board: &Board) -> Cost {
        self.own
            .value(&self.space.state(board), &mut Oddities::default())
    }

    /// All measures, and the value of each board.
    fn measure(&self, expr: &HeuristicExpr, drawn: &[Drawn]) -> (HeuristicReport, Vec<Cost>) {
        let mut oddities = Oddities::NONE;
        let values: Vec<Cost> = drawn
            .iter()
            .map(|it| self.own.value(&self.space.state(&it.board), &mut oddities))
            .collect();
        let joint = Joint::of(
            drawn
                .iter()
                .map(|it| it.distance)
                .zip(values.iter().copied()),
        );
        let (inconsistencies, plateaus) = self.along_moves(drawn, &values);
        let report = HeuristicReport {
            expr: expr.clone(),
            oddities: expr.formula().map(|_| oddities),
            h_of_goal: self.value(&self.what.goal),
            overestimates: overestimates(drawn, &values),
            inconsistencies,
            kendall_tau_b: joint.kendall_tau_b(),
            pearson_r: joint.pearson_r(),
            joint,
            plateaus,
            asymmetries: self.asymmetries(drawn, &values),
        };
        (report, values)
    }

    /// What h does along the moves from each board.
    fn along_moves(&self, drawn: &[Drawn], values: &[Cost]) -> (Inconsistencies, Plateaus) {
        let mut falls = Inconsistencies::default();
        let mut plateaus = Plateaus {
            n_no_better: 0,
            n_strict: 0,
            longest_way_out: None,
        };
        let mut worst: Vec<((Cost, u8), u32)> = Vec::new();
        let mut found = Vec::new();
        for (i, (Drawn { board, .. }, &h)) in drawn.iter().zip(values).enumerate() {
            let n_before = falls.n_moves;
            let mut least = Cost::MAX;
            for (direction, cost, h_after) in self.moves(board) {
                falls.n_all_moves += 1;
                least = least.min(h_after);
                let most = cost.saturating_add(h_after);
                if h > most {
                    falls.n_moves += 1;
                    keep_worst(
                        &mut worst,
                        (Cost::MAX - (h - most), direction as u8),
                        i as u32,
                    );
                    found.push((i, direction, cost, h_after));
                }
            }
            falls.n_states += u64::from(falls.n_moves > n_before);
            if *board != self.what.goal {
                plateaus.n_no_better += u64::from(least >= h);
                plateaus.n_strict += u64::from(least > h);
            }
        }
        let witness = |&((_, by), at): &((Cost, u8), u32)| {
            let is_it =
                |it: &&(usize, Direction, Cost, Cost)| (it.0, it.1 as u8) == (at as usize, by);
            let &(i, direction, cost, h_after) = found.iter().find(is_it)?;
            Some(Inconsistency {
                board: drawn[i].board.clone(),
                h: values[i],
                direction,
                cost,
                h_after,
            })
        };
        falls.witnesses = worst.iter().filter_map(witness).collect();
        falls.greatest = falls.witnesses.first().map_or(0, Inconsistency::excess);
        (falls, plateaus)
    }

    /// The moves of a board, each with its cost and h after it.
    fn moves(&self, board: &Board) -> impl Iterator<Item = (Direction, Cost, Cost)> {
        let size = board.size();
        Direction::ALL.into_iter().filter_map(move |direction| {
            let mut after = board.clone();
            let tile = board.tiles()[size.neighbour(board.blank(), direction)?];
            let cost = self.what.costs.move_cost(direction, tile, size);
            after
                .slide(direction)
                .then(|| (direction, cost, self.value(&after)))
        })
    }

    fn asymmetries(&self, drawn: &[Drawn], values: &[Cost]) -> Vec<Asymmetry> {
        let of_symmetry = |(symmetry, cells, tiles): &(Symmetry, Vec<usize>, Vec<u8>)| {
            let reflected = drawn.iter().map(|it| {
                let mut mapped = vec![0; cells.len()];
                for (&tile, &to) in it.board.tiles().iter().zip(cells) {
                    mapped[to] = tiles[usize::from(tile)].into();
                }
                let mapped = Board::new(it.board.size(), &mapped);
                self.value(&mapped.expect("each tile is there once"))
            });
            let reflected: Vec<Cost> = reflected.collect();
            let compared = compared((0, values), (1, &reflected), drawn);
            Asymmetry {
                symmetry: *symmetry,
                n_states: compared.first_greater.n_states + compared.second_greater.n_states,
                greater: compared.first_greater,
            }
        };
        self.symmetries.iter().map(of_symmetry).collect()
    }
}

fn overestimates(drawn: &[Drawn], values: &[Cost]) -> Overestimates {
    let mut worst = Vec::new();
    let mut n_states = 0;
    for (i, (it, &h)) in drawn.iter().zip(values).enumerate() {
        if h > it.distance {
            n_states += 1;
            keep_worst(
                &mut worst,
                (Cost::MAX - (h - it.distance), it.distance),
                i as u32,
            );
        }
    }
    let witness = |&(_, i): &(_, u32)| Overestimate {
        board: drawn[i as usize].board.clone(),
        h: values[i as usize],
        distance: drawn[i as usize].distance,
        a_star: AStar::Unsearched,
    };
    let witnesses: Vec<Overestimate> = worst.iter().map(witness).collect();
    Overestimates {
        n_states,
        greatest: witnesses.first().map_or(0, |it| it.h - it.distance),
        witnesses,
    }
}

/// Compares two values of each board.
fn compared(
    (first, a): (usize, &[Cost]),
    (second, b): (usize, &[Cost]),
    drawn: &[Drawn],
) -> Dominance {
    let (mut first_greater, mut second_greater) = (Greater::default(), Greater::default());
    for ((a, b), drawn) in a.iter().zip(b).zip(drawn) {
        let greater = match a.cmp(b) {
            std::cmp::Ordering::Greater => &mut first_greater,
            std::cmp::Ordering::Less => &mut second_greater,
            std::cmp::Ordering::Equal => continue,
        };
        greater.n_states += 1;
        if a.abs_diff(*b) > greater.most {
            greater.most = a.abs_diff(*b);
            greater.witness = Some(drawn.board.clone());
        }
    }
    Dominance {
        first,
        second,
        n_equal: drawn.len() as u64 - first_greater.n_states - second_greater.n_states,
        first_greater,
        second_greater,
    }
}
