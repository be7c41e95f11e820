//! What heuristics are made of adds up to their values.

use tilescope_puzzle::heuristics::breakdown::{Breakdown, Cause, Line};
use tilescope_puzzle::{
    Board, Bytes, Costs, Direction, GoalPreset, HEURISTICS, HeuristicExpr, Size, scramble,
};

fn breakdown(expr: &str, board: &Board, goal: &Board, costs: Costs) -> Option<Breakdown> {
    let expr: HeuristicExpr = expr.parse().unwrap();
    expr.breakdown(board, goal, costs).unwrap()
}

fn board(size: Size, tiles: &[u64]) -> Board {
    Board::new(size, tiles).unwrap()
}

#[test]
fn terms_add_up_to_the_value() {
    let mut rng = fastrand::Rng::with_seed(7);
    let uneven = Costs::default().with(Direction::Up, 3).unwrap();
    let mut n_with_terms = 0;
    for size in [Size::EIGHT_PUZZLE, Size::new(4, 4).unwrap()] {
        let goal = GoalPreset::BlankLast.board(size);
        for costs in [Costs::default(), uneven] {
            for _ in 0..200 {
                let start = scramble::solvable(&goal, &mut rng);
                for about in HEURISTICS {
                    let expr = HeuristicExpr::from(*about);
                    let Ok(Some(breakdown)) = expr.breakdown(&start, &goal, costs) else {
                        continue;
                    };
                    assert_eq!(breakdown.value, expr.value(&start, &goal, costs).unwrap());
                    if !breakdown.terms.is_empty() {
                        let sum: u32 = breakdown.terms.iter().map(|term| term.value).sum();
                        assert_eq!(sum, breakdown.value, "{expr} on {start:?}");
                        n_with_terms += 1;
                    }
                }
            }
        }
    }
    // Misplaced tiles, Manhattan distance and linear conflict at least.
    assert!(n_with_terms > 2000, "{n_with_terms}");
}

#[test]
fn a_conflict_names_its_tiles() {
    let size = Size::EIGHT_PUZZLE;
    let goal = GoalPreset::BlankLast.board(size);
    let start = board(size, &[3, 2, 1, 4, 5, 6, 7, 8, 0]);
    let breakdown = breakdown("linear-conflict", &start, &goal, Costs::default()).unwrap();
    let conflicts = breakdown.terms.iter().filter_map(|term| match &term.cause {
        Cause::Conflict {
            tiles,
            leaving,
            line,
        } => Some((tiles.clone(), leaving.len(), *line, term.value)),
        _ => None,
    });
    let conflicts: Vec<_> = conflicts.collect();
    assert_eq!(conflicts, [(vec![3, 2, 1], 2, Line::Row(0), 4)]);
    assert_eq!(breakdown.value, 8);
}

#[test]
fn patterns_are_looked_up_only_if_they_are_there() {
    let size = Size::EIGHT_PUZZLE;
    let goal = GoalPreset::BlankLast.board(size);
    let start = board(size, &[8, 6, 7, 2, 5, 4, 3, 0, 1]);
    let expr: HeuristicExpr = "pdb:1,2,3|4,5,6|7,8".parse().unwrap();
    assert_eq!(
        expr.breakdown(&start, &goal, Costs::default()).unwrap(),
        None
    );
    let kept = expr.make::<Bytes>(&goal, Costs::default()).unwrap();
    let breakdown = expr.breakdown(&start, &goal, Costs::default());
    let breakdown = breakdown.unwrap().unwrap();
    let patterns: Vec<_> = breakdown.terms.iter().map(|term| &term.cause).collect();
    assert_eq!(
        patterns,
        [
            &Cause::Pattern(vec![1, 2, 3]),
            &Cause::Pattern(vec![4, 5, 6]),
            &Cause::Pattern(vec![7, 8])
        ]
    );
    let sum: u32 = breakdown.terms.iter().map(|term| term.value).sum();
    assert_eq!(sum, breakdown.value);
    drop(kept);
}

#[test]
fn parts_and_tiles_of_expressions() {
    let size = Size::EIGHT_PUZZLE;
    let goal = GoalPreset::BlankLast.board(size);
    let start = board(size, &[8, 6, 7, 2, 5, 4, 3, 0, 1]);
    let costs = Costs::default();
    let greatest = breakdown("max(manhattan, misplaced)", &start, &goal, costs).unwrap();
    let values: Vec<u32> = greatest.parts.iter().map(|part| part.value).collect();
    assert_eq!(greatest.value, *values.iter().max().unwrap());
    let text = "manhattan + 2*count(dr == 1  and dc == 1) + sum(dr)";
    let formula = breakdown(text, &start, &goal, costs).unwrap();
    let texts: Vec<&str> = formula.tile_values.iter().map(|it| &*it.text).collect();
    assert_eq!(texts, ["count(dr == 1 and dc == 1)", "sum(dr)"]);
    let sums: Vec<f64> = { formula.tile_values.iter() }
        .map(|it| it.values.iter().map(|(_, value)| value).sum())
        .collect();
    assert_eq!(formula.parts.len(), 1);
    let value = f64::from(formula.parts[0].value) + 2.0 * sums[0] + sums[1];
    assert_eq!(f64::from(formula.value), value);
    assert!(formula.tile_values.iter().all(|it| it.values.len() == 8));
}
