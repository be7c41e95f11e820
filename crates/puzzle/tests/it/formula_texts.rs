//! Formulas: how they are read and written, what is wrong with them, what is claimed of them, and what
//! becomes of values that are no estimates.

use crate::formulas::{read, value_of};
use tilescope_puzzle::heuristics::formula::{Oddities, rounded};
use tilescope_puzzle::{
    Costs, GoalPreset, HeuristicExpr, MoveOrder, Nibbles, Size, SlidingTiles, scramble,
};
use tilescope_search::{Heuristic, MAX_ESTIMATE, Space, Weight};

#[test]
fn formulas_that_define_a_known_heuristic_agree_with_it() {
    let goal = GoalPreset::BlankLast.board(Size::new(3, 4).unwrap());
    let mut rng = fastrand::Rng::with_seed(3);
    for (text, heuristic) in [
        ("sum(distance)", "manhattan"),
        ("sum(dr + dc)", "manhattan"),
        ("count(distance > 0)", "misplaced"),
        ("sum(row != goal_row) + sum(col != goal_col)", "row-column"),
        ("walking + 0", "walking-distance"),
        ("inversion_distance + 0", "inversion-distance"),
        ("first_tiles(3) + 0", "first-tiles(3)"),
        ("sum(distance*(tile <= 3))", "first-tiles(3)"),
        (
            "pdb(\"1,2,3|4,5,6|7,8,9|10,11\") - 0",
            "pdb:1,2,3|4,5,6|7,8,9|10,11",
        ),
        (
            "pdb(\"keep-blank(pdb:1,2,3|4,5,6|7,8,9|10,11)\") + 0",
            "keep-blank(pdb:1,2,3|4,5,6|7,8,9|10,11)",
        ),
        ("linear-conflict - 0", "linear-conflict"),
    ] {
        let (formula, known) = (read(text), read(heuristic));
        assert!(formula.formula().is_some(), "{text}");
        for _ in 0..20 {
            let (board, _) = scramble::random_walk(&goal, 60, &mut rng);
            let of = |expr: &HeuristicExpr| expr.value(&board, &goal, Costs::UNIT).unwrap();
            assert_eq!(of(&formula), of(&known), "{text} on {board:?}");
        }
    }
}

#[test]
fn expressions_that_were_valid_before_are_no_formulas() {
    for text in [
        "manhattan",
        "2*manhattan",
        "max(manhattan, misplaced)",
        "sum(manhattan)",
        "sum(manhattan, misplaced)",
        "0.5*max(manhattan, 2*zero)",
        "pdb:1,2|3",
        "first-tiles(6)",
        "linear-conflict",
    ] {
        assert!(read(text).formula().is_none(), "{text}");
    }
    for text in [
        "manhattan*2",
        "min(manhattan, 3)",
        "max(dr)",
        "-0.5*zero + 1",
        "(manhattan)",
    ] {
        assert!(read(text).formula().is_some(), "{text}");
    }
}

#[test]
fn values_that_are_no_estimates_are_changed_and_counted() {
    for (value, estimate) in [
        (2.75, 2),
        (2.999_999_999_999, 3),
        (-3.0, 0),
        (f64::NAN, 0),
        (f64::INFINITY, MAX_ESTIMATE),
        (f64::NEG_INFINITY, 0),
        (1e300, MAX_ESTIMATE),
    ] {
        assert_eq!(rounded(value), estimate, "{value}");
    }
    let mut oddities = Oddities::default();
    for value in [
        2.5,
        -1.0,
        -0.5,
        f64::NAN,
        f64::INFINITY,
        3.0,
        0.1 + 0.2 + 0.7,
    ] {
        oddities.add(value);
    }
    let counted = Oddities {
        n_fractions: 1,
        n_negative: 2,
        n_not_a_number: 1,
        n_too_great: 1,
    };
    assert_eq!(oddities, counted);
    assert_eq!(oddities.clauses().len(), 4);
    assert!(Oddities::NONE.clauses().is_empty());
    let goal = GoalPreset::BlankLast.board(Size::EIGHT_PUZZLE);
    assert!(value_of("manhattan/misplaced", &goal, &goal).is_nan());
    assert_eq!(value_of("1/misplaced", &goal, &goal), f64::INFINITY);
    assert_eq!(
        read("1/misplaced").value(&goal, &goal, Costs::UNIT),
        Ok(MAX_ESTIMATE)
    );
}

#[test]
fn claims_follow_from_the_parts_or_are_not_made() {
    for (text, admissible, consistent) in [
        ("min(manhattan, 2*manhattan)", true, false),
        ("max(manhattan, gaschnig) - 0", true, true),
        ("manhattan - 3", true, true),
        ("manhattan - 0.5", true, false),
        ("manhattan/2", true, false),
        ("floor(linear_conflict)*0.7", true, false),
        ("manhattan + 0*1", false, false),
        ("manhattan + 2*count(dr == 1 and dc == 1)", false, false),
        ("sum(distance)", false, false),
        ("ceil(manhattan/2)", false, false),
        ("manhattan*1.01", false, false),
    ] {
        let expr = read(text);
        assert_eq!(expr.is_admissible(), admissible, "{text}");
        assert_eq!(expr.is_consistent(), consistent, "{text}");
    }
}

#[test]
fn formulas_can_be_put_together() {
    let formula = read("manhattan/2 + 1");
    let whole = HeuristicExpr::max(vec![formula.clone(), read("1.5*pdb:1,2|3")]).unwrap();
    assert_eq!(
        whole.to_string(),
        "max((manhattan/2 + 1), floor(1.5*pdb(\"pdb:1,2|3\")))"
    );
    assert_eq!(read(&whole.to_string()), whole);
    assert_eq!(whole.leaves().len(), 2);
    let weighted = HeuristicExpr::weighted(Weight::new(2.5).unwrap(), formula).unwrap();
    assert_eq!(weighted.to_string(), "2.5*(manhattan/2 + 1)");
    let long = read(&format!("{}1", "1 + ".repeat(249)));
    let error = HeuristicExpr::sum(vec![long.clone(), long]).unwrap_err();
    assert!(error.to_string().contains("at most 1000 bytes"), "{error}");
}

#[test]
fn every_state_of_a_search_has_the_value_of_its_board() {
    let goal = GoalPreset::BlankLast.board(Size::EIGHT_PUZZLE);
    let expr = read(
        "manhattan + 2*pairs(row1 == row2 and goal_row1 == row1 and goal_row2 == row2 \
                     and goal_col1 > goal_col2)",
    );
    let heuristic = expr.make::<Nibbles>(&goal, Costs::UNIT).unwrap();
    let space = SlidingTiles::<Nibbles>::new(&goal, Costs::UNIT, MoveOrder::default());
    let mut rng = fastrand::Rng::with_seed(1);
    let (board, _) = scramble::random_walk(&goal, 50, &mut rng);
    let parent = space.state(&board);
    let h = heuristic.estimate(&parent);
    assert_eq!(Ok(h), expr.value(&board, &goal, Costs::UNIT));
    for action in space.actions(&parent) {
        let child = space.apply(&parent, action);
        let updated = heuristic.update(h, &parent, action, &child);
        assert_eq!(updated, heuristic.estimate(&child));
    }
}

#[test]
fn errors_give_the_column() {
    let deep = format!("{}1{} + 0", "(".repeat(100), ")".repeat(100));
    let long = format!("{}1", "1 + ".repeat(1000));
    let signs = format!("(1 {}1)", "-".repeat(900));
    for (text, message) in [
        ("manhattan + ", "a value is missing, at character 13"),
        (
            "manhattan + x",
            "there is no heuristic, function or property “x”, at character 13",
        ),
        (
            "count(dr == 1 and dc = 1)",
            "write == to compare two values, at character 22",
        ),
        (
            "1 < 2 < 3",
            "comparisons can't be chained: write a < b and b < c, at character 7",
        ),
        (
            "manhattan + dr",
            "dr is a property of a tile: write it inside sum(…), max(…), min(…) \
          or count(…), at character 13",
        ),
        (
            "count(dr1 > 0)",
            "dr1 is a property of a tile in a pair: write it inside pairs(…), at \
          character 7",
        ),
        (
            "pairs(row == row2)",
            "inside pairs(…) write row1 for the first tile and row2 for the \
          second, at character 7",
        ),
        (
            "1 + count(manhattan)",
            "count(…) goes over the tiles, so it needs a property of a \
          tile, such as dr, at character 5",
        ),
        ("abs(1, 2)", "abs takes one value, at character 10"),
        ("abs + 1", "abs is written as abs(…), at character 5"),
        ("(1 + 2", "“)” is missing, at character 7"),
        (
            "(1 + 2))",
            "“)” has no meaning in a formula, at character 8",
        ),
        (
            "1 + 2 3",
            "an operator is missing before “3”, at character 7",
        ),
        ("1.2.3 + 1", "“1.2.3” is no number, at character 1"),
        ("1 + #", "“#” has no meaning in a formula, at character 5"),
        (
            "ä + #",
            "there is no heuristic, function or property “ä”, at character 1",
        ),
        (
            "1 + pdb(1)",
            "pattern databases are written as pdb(\"1,2,3|4,5,6,7,8\"), at character 9",
        ),
        (
            "1 + pdb(\"1,1\")",
            "pattern databases are written as pdb(\"1,2,3|4,5,6,7,8\"), at \
          character 9",
        ),
        (
            "1 + pdb(\"1,2",
            "the closing quote is missing, at character 9",
        ),
        (
            "1 + manhattan(6)",
            "manhattan takes no number, at character 15",
        ),
        (
            "1 + first_tiles(100)",
            "first-tiles takes a whole number from 1 to 99, such as first-tiles(4), at character 17",
        ),
        (
            &deep,
            "parentheses, functions and signs can be nested at most 32 deep, at character 34",
        ),
        (
            &signs,
            "parentheses, functions and signs can be nested at most 32 deep, at character 37",
        ),
        (&long, "a formula has at most 1000 bytes, at character 1"),
    ] {
        let error = text.parse::<HeuristicExpr>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text:.60}");
    }
}
