//! The engine of pattern databases: it searches what plain IDA* searches, whatever the databases
//! and the number of threads, and finds the same solution.

use std::num::NonZero;
use tilescope_engines::Engine;
use tilescope_engines::pattern_database::PatternDatabaseSearch;
use tilescope_lab::{Job, Report, RunOutcome, Settings, job, solve};
use tilescope_puzzle::heuristics::PatternDatabases;
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::pattern_database::{Blank, Partition};
use tilescope_puzzle::{
    Board, Bytes, Costs, GoalPreset, MoveOrder, Puzzle, Size, SlidingTiles, scramble,
};
use tilescope_search::ida_star::IdaStar;
use tilescope_search::{
    Action, Algorithm, Cost, EngineObserver, NodeOutcome, Observer, Options, Outcome, Progress,
    StopReason,
};

/// How many nodes were expanded in each iteration that was searched in full.
#[derive(Default, PartialEq, Debug)]
struct Iterations {
    expanded: u64,
    full: Vec<(Cost, u64)>,
    bound: Option<Cost>,
}

impl Observer for Iterations {
    type Node = ();
    fn root(&mut self, _: Cost) {}
    fn generated(&mut self, (): (), _: Action, _: Cost, _: Cost, _: NodeOutcome) {}
    fn expand(&mut self, (): ()) -> Result<(), StopReason> {
        self.expanded += 1;
        Ok(())
    }
    fn discard(&mut self, (): (), _: NodeOutcome) {}
    fn requeued(&mut self, (): (), _: Action, _: Cost, _: Cost) {}
    fn solution(&mut self, (): (), _: Cost, _: &[Action]) {}
    fn meeting(&mut self, (): (), (): ()) {}
    fn iteration(&mut self, bound: Cost) {
        if let Some(before) = self.bound.replace(bound) {
            self.full.push((before, std::mem::take(&mut self.expanded)));
        }
    }
    fn reserve(&mut self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}

impl EngineObserver for Iterations {
    fn progress(&mut self, progress: Progress) -> Result<(), StopReason> {
        self.expanded += progress.expanded;
        Ok(())
    }
    fn expansion_budget(&self) -> u64 {
        u64::MAX
    }
    fn has_room(&self, _: usize) -> bool {
        true
    }
    fn time_used(&self) -> Option<f64> {
        None
    }
    fn method_chosen(&mut self, _: &str) {}
    fn tables_started(&mut self) {}
    fn tables_ready(&mut self, _: u64, _: bool) {}
}

fn actions(ending: Outcome<()>) -> Vec<Action> {
    match ending {
        Outcome::Solved(solution) => solution.actions,
        other => panic!("{other:?}"),
    }
}

fn replay(start: &Board, actions: &[Action]) -> Board {
    let mut board = start.clone();
    for &action in actions {
        assert!(board.slide(action.into()), "a move over the edge");
    }
    board
}

/// Several partitions: no search finishes more quickly than with the greatest of them all.
fn check(goal: &Board, partitions: &[Partition], n_puzzles: usize) {
    let mut rng = fastrand::Rng::with_seed(11);
    for _ in 0..n_puzzles {
        let start = scramble::solvable(goal, &mut rng);
        let puzzle = Puzzle::new("", start.clone(), goal.clone()).unwrap();
        let run = |threads: usize| {
            let options = Options {
                threads: NonZero::new(threads),
                ..Options::default()
            };
            let engine = PatternDatabaseSearch::new(&puzzle, &options).unwrap();
            let engine = engine.with_partitions(partitions.to_vec()).unwrap();
            let mut iterations = Iterations::default();
            let found = actions(engine.search(&mut iterations));
            assert_eq!(replay(&start, &found), *goal);
            (iterations.full, found)
        };
        let alone = run(1);
        assert_eq!(alone, run(2));
        assert_eq!(alone, run(5));
        let [partition] = partitions else { continue };
        let space = SlidingTiles::<Bytes>::new(goal, Costs::UNIT, MoveOrder::default());
        let heuristic = PatternDatabases::mirrored(goal, Costs::UNIT, partition).unwrap();
        let mut plain = Iterations::default();
        let algorithm = IdaStar::with(&IdaStar::ABOUT.defaults());
        let optimal = algorithm.search(&space, &heuristic, space.state(&start), &mut plain);
        assert_eq!(alone.1.len(), actions(optimal).len());
        assert_eq!(alone.0, plain.full, "{partition:?}");
    }
}

fn goal(preset: GoalPreset, rows: usize, columns: usize) -> Board {
    preset.board(Size::new(rows, columns).unwrap())
}

#[test]
fn it_expands_the_nodes_of_plain_ida_star() {
    let last = |rows, columns| goal(GoalPreset::BlankLast, rows, columns);
    check(
        &last(3, 3),
        &[[vec![1, 2, 3, 4], vec![5, 6, 7, 8]].into()],
        20,
    );
    // One at a time, which is Manhattan distance: many nodes, and many databases.
    let ones = |n: u8| (1..=n).map(|tile| vec![tile]).collect::<Partition>();
    check(&last(3, 3), &[ones(8)], 10);
    check(&last(3, 4), &[ones(11)], 6);
    // The blank in the middle: eight ways round; and beside: by rank, where there are many tiles.
    let centre = Board::new(Size::new(3, 3).unwrap(), &[1, 2, 3, 4, 0, 5, 6, 7, 8]).unwrap();
    check(&centre, &[[vec![1, 2, 3], vec![4, 5, 6, 7, 8]].into()], 10);
    check(&centre, &[[vec![8], vec![1, 2, 3, 4, 5, 6, 7]].into()], 10);
    check(
        &goal(GoalPreset::Spiral, 2, 4),
        &[[vec![1, 2, 3, 4, 5], vec![6, 7]].into()],
        10,
    );
}

/// With the blank kept too, alone and beside databases without; and no iteration has more nodes.
#[test]
fn it_searches_the_same_with_the_blank_kept() {
    let last = |rows, columns| goal(GoalPreset::BlankLast, rows, columns);
    let kept = |patterns: Vec<Vec<u8>>| Partition::from(patterns).with(Blank::Kept);
    let of_nine = kept(vec![vec![1, 2, 3, 4], vec![5, 6, 7, 8]]);
    check(&last(3, 3), std::slice::from_ref(&of_nine), 20);
    let centre = Board::new(Size::new(3, 3).unwrap(), &[1, 2, 3, 4, 0, 5, 6, 7, 8]).unwrap();
    check(
        &centre,
        &[kept(vec![vec![1, 2, 3], vec![4, 5, 6, 7, 8]])],
        10,
    );
    check(
        &goal(GoalPreset::Spiral, 2, 4),
        &[kept(vec![vec![1, 2, 3, 4, 5], vec![6, 7]])],
        10,
    );
    let thirds = vec![vec![1, 2, 5, 6], vec![3, 4, 7, 8], vec![9, 10, 11]];
    check(&last(3, 4), &[kept(thirds.clone())], 3);
    let other = [vec![1, 5, 9], vec![2, 6, 10, 3], vec![4, 7, 8, 11]];
    check(&last(3, 4), &[kept(thirds), other.into()], 3);
    let run = |partition: &Partition, start: &Board| {
        let puzzle = Puzzle::new("", start.clone(), last(3, 3)).unwrap();
        let engine = PatternDatabaseSearch::new(&puzzle, &Options::default()).unwrap();
        let engine = engine.with_partitions(vec![partition.clone()]).unwrap();
        let mut iterations = Iterations::default();
        actions(engine.search(&mut iterations));
        iterations.full
    };
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut n_kept, mut n_minimised) = (0, 0);
    for _ in 0..100 {
        let start = scramble::solvable(&last(3, 3), &mut rng);
        let minimised = run(&of_nine.clone().with(Blank::Minimised), &start);
        for (bound, n) in run(&of_nine, &start) {
            let of_bound = minimised.iter().find(|(it, _)| *it == bound);
            let (_, most) = of_bound.expect("its iterations are among those of the other");
            assert!(n <= *most, "{bound}");
        }
        n_kept += run(&of_nine, &start).iter().map(|(_, n)| n).sum::<u64>();
        n_minimised += minimised.iter().map(|(_, n)| n).sum::<u64>();
    }
    assert!(n_kept < n_minimised, "{n_kept} {n_minimised}");
}

#[test]
fn it_takes_the_greatest_of_several_partitions() {
    let goal = goal(GoalPreset::BlankLast, 3, 4);
    let one = Partition::from([vec![1, 2, 5, 6], vec![3, 4, 7, 8], vec![9, 10, 11]]);
    let other = Partition::from([vec![1, 5, 9], vec![2, 6, 10, 3], vec![4, 7, 8, 11]]);
    let expanded = |partitions: &[Partition], start: &Board| {
        let puzzle = Puzzle::new("", start.clone(), goal.clone()).unwrap();
        let engine = PatternDatabaseSearch::new(&puzzle, &Options::default()).unwrap();
        let engine = engine.with_partitions(partitions.to_vec()).unwrap();
        let mut iterations = Iterations::default();
        let n_moves = actions(engine.search(&mut iterations)).len();
        (n_moves, iterations.full)
    };
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..6 {
        let start = scramble::solvable(&goal, &mut rng);
        let both = expanded(&[one.clone(), other.clone()], &start);
        for alone in [&one, &other] {
            let alone = expanded(std::slice::from_ref(alone), &start);
            assert_eq!(alone.0, both.0);
            for (bound, n) in &both.1 {
                let of_one = alone.1.iter().find(|(it, _)| it == bound);
                assert!(of_one.is_none_or(|(_, of_one)| n <= of_one), "{bound}");
            }
        }
    }
    check(&goal, &[one.clone(), other.clone()], 3);
    let puzzle = Puzzle::new("", goal.clone(), goal.clone()).unwrap();
    let engine = || PatternDatabaseSearch::new(&puzzle, &Options::default()).unwrap();
    let refusal = |partitions: Vec<Partition>| {
        let refused = engine().with_partitions(partitions);
        refused.unwrap_err().to_string()
    };
    assert!(
        refusal(vec![one.clone(); 9]).ends_with("it takes the greatest of at most 8 partitions")
    );
    assert!(refusal(vec![[vec![1, 2]].into()]).contains("leave out tile 3"));
}

/// What is given as a heuristic, the engine searches with; or says what to give.
#[test]
fn it_takes_formulas_of_databases() {
    const BOARD: &str = "5 1 3 4 / 2 6 7 8 / 9 10 11 _";
    let goal = goal(GoalPreset::BlankLast, 3, 4);
    let a_job = |algorithm: &str, formula: &str| {
        let algorithm = job::algorithm(algorithm).unwrap();
        let formula = job::heuristic(formula).unwrap();
        let mut settings = Settings::new(algorithm, formula.clone());
        settings.databases = Some(formula);
        Job {
            problem: Puzzle::new("", parse_board(BOARD).unwrap(), goal.clone())
                .unwrap()
                .into(),
            settings,
            search_unsolvable: false,
            record: 0,
        }
    };
    let one = "pdb:1,2,5,6|3,4,7,8|9,10,11";
    let both = "max(pdb:1,2,5,6|3,4,7,8|9,10,11, max(pdb:1,5,9|2,6,10,3|4,7,8,11))";
    for (formula, method) in [
        (one, "databases 4-4-3"),
        (both, "the greatest of 2 sums of databases, 4-4-3 and 3-4-4"),
        (
            "keep-blank(pdb:1,2,5,6|3,4,7,8|9,10,11)",
            "databases 4-4-3 with the blank kept",
        ),
    ] {
        let with_engine = a_job("pattern-databases", formula);
        let report = solve(&with_engine).unwrap();
        let plain = solve(&a_job("a-star", formula)).unwrap();
        assert_eq!(report.method.as_deref(), Some(method));
        let n_moves = |report: &Report| match &report.outcome {
            RunOutcome::Solved { moves, optimal, .. } => (moves.len(), *optimal),
            other => panic!("{other:?}"),
        };
        assert_eq!(n_moves(&report), n_moves(&plain));
        assert_eq!(with_engine.heuristic(), plain_heuristic(formula));
        assert!(
            with_engine.title().contains("4-4-3"),
            "{}",
            with_engine.title()
        );
    }
    for (formula, part) in [
        ("manhattan", "manhattan"),
        ("max(pdb:1,2,5,6|3,4,7,8|9,10,11, manhattan)", "manhattan"),
        ("pdb-7-8", "pdb-7-8"),
        ("0.5*pdb:1,2,5,6|3,4,7,8|9,10,11", "0.5*pdb:"),
    ] {
        let refusal = a_job("pattern-databases", formula).check();
        let refusal = refusal.unwrap_err().to_string();
        assert!(
            refusal.contains("it takes pattern databases of this board or the maximum of several")
        );
        assert!(refusal.contains(&format!("“{part}")), "{refusal}");
    }
    let refusal = a_job("pattern-databases", "pdb:1,2|3").check();
    assert!(
        refusal
            .unwrap_err()
            .to_string()
            .contains("leave out tile 4")
    );
}

fn plain_heuristic(formula: &str) -> Option<String> {
    Some(job::heuristic(formula).unwrap().to_string())
}
