//! Audits against published and independently computed figures.

use tilescope_lab::audit::states::States;
use tilescope_lab::audit::{
    Audit, AuditError, AuditReport, Boards, HeuristicReport, Limits, audit,
};
use tilescope_lab::{Interrupt, Job, Problem, RunOutcome, Settings, solve};
use tilescope_puzzle::{
    Board, Cells, Costs, Direction, GoalPreset, HeuristicExpr, Puzzle, Size, TileCosts, scramble,
};
use tilescope_search::DEFAULT_ALGORITHM;

const LIMITS: Limits = Limits {
    threads: None,
    memory: 8 << 30,
};

fn goal(rows: usize, columns: usize) -> Board {
    GoalPreset::BlankLast.board(Size::new(rows, columns).unwrap())
}

fn expr(text: &str) -> HeuristicExpr {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn report(goal: &Board, costs: Costs, heuristics: &[&str]) -> AuditReport {
    let what = Audit {
        goal: goal.clone(),
        costs,
        heuristics: heuristics.iter().map(|text| expr(text)).collect(),
        boards: Boards::All,
    };
    audit(&what, LIMITS, &Interrupt::default(), &mut |_| {}).unwrap()
}

fn rounded(number: Option<f64>) -> String {
    format!("{:.6}", number.unwrap())
}

#[test]
fn the_eight_puzzle_has_the_published_figures() {
    let heuristics = ["misplaced", "manhattan", "linear-conflict", "gaschnig"];
    let report = report(&goal(3, 3), Costs::UNIT, &heuristics);
    assert_eq!(report.n_states, 181_440);
    assert_eq!(report.distances.len(), 32);
    assert_eq!(report.distances[31], (31, 2));
    let of_three = |figure: fn(&HeuristicReport) -> String| {
        let three = report.heuristics[..3].iter();
        three.map(figure).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        of_three(|h| rounded(h.kendall_tau_b)),
        "0.170399 0.406718 0.492379"
    );
    assert_eq!(of_three(|h| h.joint.n_exact().to_string()), "79 2351 2914");
    assert_eq!(
        of_three(|h| h.plateaus.n_no_better.to_string()),
        "125999 44291 38267"
    );
    assert_eq!(report.heuristics[1].joint.mean(), 14.0);
    for heuristic in &report.heuristics {
        assert!(heuristic.is_admissible() && heuristic.is_consistent());
        assert_eq!(heuristic.h_of_goal, 0);
        // 4 cells of 2 neighbours, 4 of 3 and 1 of 4, each with an equal part of the states.
        assert_eq!(heuristic.inconsistencies.n_all_moves, 181_440 / 9 * 24);
        let cells = &heuristic.joint.cells;
        assert_eq!(cells.iter().map(|cell| cell.n).sum::<u64>(), 181_440);
        assert_eq!(heuristic.asymmetries.len(), 1);
        assert_eq!(heuristic.asymmetries[0].n_states, 0, "{}", heuristic.expr);
    }
    let pair = |first: usize, second: usize| {
        let is_it = |pair: &&_| {
            let pair: &&tilescope_lab::audit::dominance::Dominance = pair;
            (pair.first, pair.second) == (first, second)
        };
        report.dominance.iter().find(is_it).unwrap()
    };
    let conflict = pair(1, 2);
    assert_eq!(conflict.second_greater.n_states, 80_040);
    assert_eq!(conflict.first_greater.n_states, 0);
    assert_eq!(conflict.n_equal, 181_440 - 80_040);
    assert_eq!(pair(1, 3).second_greater.n_states, 304);
}

/// The audit's distances and a table made by another search agree on every state; and so do the
/// numbers of the states and their boards.
#[test]
fn the_exact_heuristic_is_exact_everywhere() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        for preset in [GoalPreset::BlankLast, GoalPreset::BlankFirst] {
            let goal = preset.board(Size::new(rows, columns).unwrap());
            let report = report(&goal, Costs::UNIT, &["perfect"]);
            let exact = &report.heuristics[0];
            assert_eq!(exact.joint.n_exact(), report.n_states, "{goal:?}");
            assert!(exact.is_admissible() && exact.is_consistent());
            assert_eq!(rounded(exact.kendall_tau_b), "1.000000");
            assert_eq!(rounded(exact.pearson_r), "1.000000");
            assert_eq!(exact.plateaus.n_no_better, 0);
            assert_eq!(exact.plateaus.longest_way_out, None);
        }
    }
}

/// The numbers of all shapes with many states, against boards that are moved.
#[test]
fn numbers_of_states_follow_the_moves_of_their_boards() {
    let mut random = fastrand::Rng::with_seed(14);
    let shapes = [
        (2, 5),
        (5, 2),
        (2, 6),
        (6, 2),
        (3, 4),
        (4, 3),
        (3, 3),
        (2, 2),
    ];
    for (rows, columns) in shapes {
        let size = Size::new(rows, columns).unwrap();
        let goal = scramble::solvable(&GoalPreset::BlankLast.board(size), &mut random);
        let states = States::new(&goal, Costs::UNIT).unwrap();
        assert_eq!(
            states.number(&goal),
            states.number(&states.board(states.number(&goal)))
        );
        for _ in 0..2000 {
            let number = random.u32(..states.n_states() as u32);
            let mut board = states.board(number);
            assert_eq!(states.number(&board), number, "{rows}×{columns}");
            assert_eq!(states.blank(number), board.blank());
            let state = states.state(number);
            let cells = (0..size.n_cells()).map(|cell| state.cells.get(cell));
            assert_eq!(cells.collect::<Vec<_>>(), board.tiles());
            for direction in Direction::ALL {
                let there = board.slide(direction).then(|| states.number(&board));
                assert_eq!(states.successor(number, direction), there, "{direction:?}");
                if there.is_some() {
                    board.slide(direction.opposite());
                }
            }
        }
    }
}

#[test]
fn an_overestimate_has_witnesses_whose_distance_a_search_confirms() {
    let goal = goal(3, 3);
    let costs: Costs = "U=3,D=1,L=2,R=1".parse().unwrap();
    for costs in [Costs::UNIT, costs, costs.with_tiles(TileCosts::Number)] {
        let report = report(&goal, costs, &["2*manhattan", "manhattan"]);
        let [double, single] = &report.heuristics[..] else {
            panic!("two heuristics");
        };
        assert!(single.is_admissible() && single.is_consistent(), "{costs}");
        assert!(
            !double.is_admissible() && !double.is_consistent(),
            "{costs}"
        );
        let witnesses = &double.overestimates.witnesses;
        assert_eq!(
            witnesses[0].h - witnesses[0].distance,
            double.overestimates.greatest
        );
        for witness in witnesses.iter().take(3) {
            let mut puzzle = Puzzle::new("", witness.board.clone(), goal.clone()).unwrap();
            puzzle.costs = costs;
            let job = Job {
                problem: Problem::Tiles(puzzle),
                settings: Settings::new(DEFAULT_ALGORITHM, expr("manhattan")),
                search_unsolvable: false,
                record: 0,
            };
            let solved = solve(&job).unwrap();
            let RunOutcome::Solved { cost, .. } = solved.outcome else {
                panic!("{:?}", solved.outcome);
            };
            assert_eq!(cost, witness.distance);
            assert_eq!(
                expr("2*manhattan").value(&witness.board, &goal, costs),
                Ok(witness.h)
            );
        }
        let fall = &double.inconsistencies.witnesses[0];
        let mut after = fall.board.clone();
        assert!(after.slide(fall.direction));
        assert_eq!(
            expr("2*manhattan").value(&after, &goal, costs),
            Ok(fall.h_after)
        );
        assert_eq!(fall.excess(), double.inconsistencies.greatest);
    }
}

#[test]
fn a_heuristic_that_sees_some_tiles_only_is_not_symmetric() {
    let report = report(&goal(3, 3), Costs::UNIT, &["first-tiles(2)", "zero"]);
    let [first, zero] = &report.heuristics[..] else {
        panic!("two heuristics");
    };
    let asymmetry = &first.asymmetries[0];
    assert_eq!(asymmetry.symmetry.name(), "reflection in the main diagonal");
    assert!(asymmetry.n_states > 0 && asymmetry.greater.witness.is_some());
    assert_eq!(zero.kendall_tau_b, None);
    assert_eq!(zero.pearson_r, None);
    assert_eq!(zero.plateaus.n_no_better, 181_439);
    assert_eq!(zero.plateaus.n_strict, 0);
    // To the goal.
    assert_eq!(zero.plateaus.longest_way_out.as_ref().unwrap().n_moves, 31);
}

#[test]
fn what_cannot_be_audited_is_refused() {
    let check = |goal: &Board, memory: u64, text: &str, words: &str| {
        let what = Audit {
            goal: goal.clone(),
            costs: Costs::UNIT,
            heuristics: vec![expr(text)],
            boards: Boards::All,
        };
        let limits = Limits { memory, ..LIMITS };
        let error = audit(&what, limits, &Interrupt::default(), &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    };
    check(&goal(4, 4), 8 << 30, "manhattan", "the limit is 12 cells");
    check(
        &goal(3, 4),
        1 << 20,
        "manhattan",
        "more than the limit of 1.0 MiB",
    );
    check(&goal(2, 3), 1 << 20, "nilsson", "does not fit");
    let stopped = Interrupt::default();
    stopped.stop();
    let what = Audit {
        goal: goal(3, 3),
        costs: Costs::UNIT,
        heuristics: vec![expr("manhattan")],
        boards: Boards::All,
    };
    let error = audit(&what, LIMITS, &stopped, &mut |_| {}).unwrap_err();
    assert_eq!(error, AuditError::Interrupted);
}
