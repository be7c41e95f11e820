//! Heuristic expressions: parsing, printing, error positions, and claimed properties against
//! exhaustive truth.

use std::collections::{HashMap, VecDeque};
use tilescope_puzzle::heuristics::Preparation;
use tilescope_puzzle::pattern_database::Blank;
use tilescope_puzzle::{
    Bytes, Costs, GoalPreset, HeuristicExpr, MoveOrder, Nibbles, Size, SlidingTiles, State,
    scramble,
};
use tilescope_search::{Cost, Heuristic, MAX_ESTIMATE, Space, Weight};

fn formula(text: &str) -> HeuristicExpr {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn expressions_round_trip_through_text() {
    for (text, written, name) in [
        ("manhattan", "manhattan", "Manhattan distance"),
        (" 2 * manhattan ", "2*manhattan", "2 × Manhattan distance"),
        (
            "max(misplaced,manhattan)",
            "max(misplaced, manhattan)",
            "max(Misplaced tiles, Manhattan distance)",
        ),
        (
            "pdb: 1, 2,3 ,4| 8,7,6,5",
            "pdb:1,2,3,4|8,7,6,5",
            "Patterns 4-4",
        ),
        // A number before a star is a weight, not a tile.
        (
            "max(pdb:1,2|3, 2*zero, pdb:1|2,3, 0.5*pdb:1,2,3, misplaced)",
            "max(pdb:1,2|3, 2*zero, pdb:1|2,3, 0.5*pdb:1,2,3, misplaced)",
            "max(Patterns 2-1, 2 × Zero, Patterns 1-2, 0.5 × Patterns 3, Misplaced tiles)",
        ),
        (
            "sum(sum(zero), 1.5*max(zero, 0*zero))",
            "sum(sum(zero), 1.5*max(zero, 0*zero))",
            "sum(sum(Zero), 1.5 × max(Zero, 0 × Zero))",
        ),
        (
            "first-tiles",
            "first-tiles",
            "Manhattan distance of tiles 1 to k (4)",
        ),
        // The default is not written.
        (
            "first-tiles(4)",
            "first-tiles",
            "Manhattan distance of tiles 1 to k (4)",
        ),
        (
            "max(first-tiles ( 06 ), 2*first-tiles(99))",
            "max(first-tiles(6), 2*first-tiles(99))",
            "max(Manhattan distance of tiles 1 to k (6), 2 × Manhattan distance of tiles 1 to k \
             (99))",
        ),
        (
            "keep-blank ( pdb-6-6-3 )",
            "keep-blank(pdb-6-6-3)",
            "Pattern databases 6-6-3, blank kept",
        ),
        (
            "max(keep-blank(pdb:1,2|3), 2*keep-blank(pdb:1|2,3), zero)",
            "max(keep-blank(pdb:1,2|3), 2*keep-blank(pdb:1|2,3), zero)",
            "max(Patterns 2-1, blank kept, 2 × Patterns 1-2, blank kept, Zero)",
        ),
    ] {
        let read = formula(text);
        assert_eq!(read.to_string(), written);
        assert_eq!(formula(written), read);
        assert_eq!(read.name(), name);
    }
    assert!(formula("manhattan").about().is_some());
    assert_eq!(formula("sum(pdb:1|2, zero)").leaves().len(), 2);
    for (text, preparation) in [
        ("max(manhattan, 2*zero)", Preparation::Immediate),
        ("max(manhattan, walking-distance)", Preparation::Tables),
        ("2*pdb:1,2|3", Preparation::Tables),
        ("keep-blank(pdb:1,2|3)", Preparation::Tables),
        ("keep-blank(pdb-7-8)", Preparation::LargeTables),
    ] {
        assert_eq!(formula(text).preparation(), preparation, "{text}");
    }
}

const KEEPS_NO_BLANK: &str = "keep-blank applies to pattern databases only, one at a time, such \
    as keep-blank(pdb-6-6-3) or keep-blank(pdb:1,2,3,4|5,6,7,8), at character 1";

#[test]
fn syntax_errors_give_the_position() {
    let deep = format!("{}zero{}", "max(".repeat(2000), ")".repeat(2000));
    let heavy = "2*".repeat(100_000) + "zero";
    let kept = "keep-blank(".repeat(100_000);
    let long = format!("max({})", vec!["zero"; 5000].join(","));
    for (text, message) in [
        ("", "a heuristic is missing, at character 1"),
        (
            "manhatten",
            "there is no heuristic “manhatten”, at character 1",
        ),
        (
            "max(zero, magic)",
            "there is no heuristic “magic”, at character 11",
        ),
        (
            "max",
            "max and sum are written as max(manhattan, misplaced), at character 1",
        ),
        ("max()", "a heuristic is missing, at character 5"),
        ("max(zero,)", "a heuristic is missing, at character 10"),
        (
            "max(zero",
            "the list is not closed: “)” is missing, at character 9",
        ),
        (
            "max(zero zero)",
            "the heuristic ends before “zero)”, at character 10",
        ),
        ("zero)", "the heuristic ends before “)”, at character 5"),
        (
            "zero, zero",
            "the heuristic ends before “, zero”, at character 5",
        ),
        (
            "nan*zero",
            "a weight is a number from 0 to 1000, not NaN, at character 1",
        ),
        (
            "-0.5*zero",
            "a weight is a number from 0 to 1000, not -0.5, at character 1",
        ),
        (
            "inf*zero",
            "a weight is a number from 0 to 1000, not inf, at character 1",
        ),
        (
            "1e300*zero",
            "a weight is a number from 0 to 1000, not 1e300, at character 1",
        ),
        (
            "ä*zero",
            "“ä” is not a weight, which is a number from 0 to 1000, at character 1",
        ),
        ("2*", "a heuristic is missing, at character 3"),
        (
            "pdb:",
            "“” is not a tile: patterns are written as pdb:1,2,3|4,5, at character 5",
        ),
        (
            "pdb:1,2|x",
            "“x” is not a tile: patterns are written as pdb:1,2,3|4,5, at character 9",
        ),
        (
            "pdb:1|",
            "“” is not a tile: patterns are written as pdb:1,2,3|4,5, at character 7",
        ),
        (
            "pdb:256",
            "“256” is not a tile: patterns are written as pdb:1,2,3|4,5, at character 5",
        ),
        (
            "max(zero, pdb:1,2|3,1)",
            "the patterns contain tile 1 twice, at character 11",
        ),
        (
            "pdb:0,1",
            "the patterns contain 0, which is no tile of the board, at character 1",
        ),
        (
            "keep-blank",
            "keep-blank is written as keep-blank(pdb-6-6-3) or keep-blank(pdb:1,2,3|4,5), at \
             character 1",
        ),
        ("keep-blank(manhattan)", KEEPS_NO_BLANK),
        ("keep-blank(max(pdb-4-4, pdb-4-4))", KEEPS_NO_BLANK),
        ("keep-blank(2*pdb-4-4)", KEEPS_NO_BLANK),
        ("keep-blank(keep-blank(pdb-4-4))", KEEPS_NO_BLANK),
        ("keep-blank()", KEEPS_NO_BLANK),
        (&kept, KEEPS_NO_BLANK),
        (
            "max(zero, keep-blank(pdb-4-5))",
            "there is no heuristic “pdb-4-5”, at character 22",
        ),
        (
            "keep-blank(pdb-4-4",
            "the list is not closed: “)” is missing, at character 19",
        ),
        (
            "keep-blank(pdb-4-4, zero)",
            "the heuristic ends before “, zero)”, at character 19",
        ),
        (
            "keep-blank(pdb:1,2|2)",
            "the patterns contain tile 2 twice, at character 12",
        ),
        (
            "max(zero, first-tiles(0))",
            "first-tiles takes a whole number from 1 to 99, such as first-tiles(4), at character \
             23",
        ),
        (
            "first-tiles(100)",
            "first-tiles takes a whole number from 1 to 99, such as first-tiles(4), at character \
             13",
        ),
        (
            "first-tiles(99999999999)",
            "first-tiles takes a whole number from 1 to 99, such as first-tiles(4), at character \
             13",
        ),
        (
            "first-tiles(+6)",
            "first-tiles takes a whole number from 1 to 99, such as first-tiles(4), at character \
             13",
        ),
        (
            "first-tiles()",
            "first-tiles takes a whole number from 1 to 99, such as first-tiles(4), at character \
             13",
        ),
        (
            "first-tiles(6",
            "the list is not closed: “)” is missing, at character 14",
        ),
        (
            "first-tiles(6, 7)",
            "the heuristic ends before “, 7)”, at character 14",
        ),
        ("manhattan(6)", "manhattan takes no number, at character 11"),
        ("keep-blank(first-tiles(6))", KEEPS_NO_BLANK),
        (
            &deep,
            "heuristics can be nested at most 8 deep, at character 33",
        ),
        (
            &heavy,
            "heuristics can be nested at most 8 deep, at character 17",
        ),
        (
            &long,
            "at most 32 heuristics can be combined, at character 169",
        ),
    ] {
        let error = text.parse::<HeuristicExpr>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text:.60}");
    }
    // The constructors enforce the same limits.
    let mut nested = formula("zero");
    for _ in 1..HeuristicExpr::MAX_DEPTH {
        nested = HeuristicExpr::weighted(Weight::ONE, nested).unwrap();
        assert_eq!(formula(&nested.to_string()), nested);
    }
    assert!(HeuristicExpr::weighted(Weight::ONE, nested).is_err());
    assert!(HeuristicExpr::max(Vec::new()).is_err());
    assert!(HeuristicExpr::sum(vec![formula("zero"); HeuristicExpr::MAX_PARTS + 1]).is_err());
    assert!(HeuristicExpr::patterns(vec![vec![1], vec![]]).is_err());
}

/// A check box keeps the blank and gives it up; the partition is the same.
#[test]
fn keeping_the_blank_can_be_undone() {
    let goal = GoalPreset::BlankLast.board(Size::new(3, 3).unwrap());
    for text in ["pdb-4-4", "pdb:1,2,3|4,5,6,7,8"] {
        let plain = formula(text);
        let kept = plain.clone().keep_blank().unwrap();
        assert_eq!(kept.to_string(), format!("keep-blank({text})"));
        assert_eq!(kept.clone().keep_blank().unwrap(), kept);
        assert_eq!(kept.clone().minimise_blank(), plain);
        assert_eq!(plain.clone().minimise_blank(), plain);
        assert!(kept.is_pattern_database() && kept.keeps_blank() && !plain.keeps_blank());
        let (of_plain, of_kept) = (plain.partition(&goal), kept.partition(&goal));
        assert_eq!(of_plain.map(|it| it.with(Blank::Kept)), of_kept);
        let bytes = |formula: &HeuristicExpr| formula.table_bytes(&goal, Costs::UNIT);
        assert!(bytes(&kept) > bytes(&plain));
        assert!(kept.is_admissible() && kept.is_consistent() && !plain.is_consistent());
    }
    assert!(!formula("manhattan").is_pattern_database());
    assert!(formula("max(pdb-4-4)").keep_blank().is_err());
    // Named ones look up the mirrored board too.
    let mut rng = fastrand::Rng::with_seed(4);
    let n_greater = (0..200).filter(|_| {
        let board = scramble::solvable(&goal, &mut rng);
        let value = |text: &str| formula(text).value(&board, &goal, Costs::UNIT).unwrap();
        let kept = value("keep-blank(pdb-4-4)");
        assert!(kept >= value("pdb-4-4"));
        kept > value("keep-blank(pdb:1,2,3,4|5,6,7,8)")
    });
    assert!(n_greater.count() > 0);
}

#[test]
fn partitions_are_checked_against_the_board() {
    let goal = GoalPreset::BlankLast.board(Size::new(3, 3).unwrap());
    for (text, reason) in [
        ("pdb:1,2,3|4,5,6,7", "the patterns leave out tile 8"),
        (
            "max(zero, 2*pdb:1,2,3|4,5,6,7,8,9)",
            "the patterns contain 9, which is no tile of the board",
        ),
    ] {
        let error = formula(text).value(&goal, &goal, Costs::UNIT).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the heuristic Pattern databases does not fit this 3×3 puzzle: {reason}")
        );
    }
    let check = |text: &str, costs: &str, expected: &str| {
        let error = formula(text).value(&goal, &goal, costs.parse().unwrap());
        assert_eq!(error.unwrap_err().to_string(), expected);
    };
    check(
        "keep-blank(pdb-7-8)",
        "U=1",
        "the heuristic Pattern databases 7-8 does not fit this 3×3 puzzle: it needs a board with \
         15 tiles",
    );
    check(
        "keep-blank(pdb-4-4)",
        "U=2",
        "the heuristic Pattern databases 4-4 does not fit this 3×3 puzzle: keeping the blank \
         requires that all moves cost the same and the board has at most 32 cells",
    );
}

/// The expressions whose claims are checked: each rule with each kind of part.
const FORMULAS: [(&str, bool, bool); 15] = [
    ("max(manhattan, inversion-distance)", true, true),
    ("max(misplaced, pdb:1,2|3,4,5)", true, false),
    ("max(manhattan, manhattan-with-blank)", false, false),
    ("sum(linear-conflict)", true, true),
    ("sum(manhattan, misplaced)", false, false),
    ("1*manhattan", true, true),
    ("0.5*manhattan", true, true),
    ("0.7*linear-conflict", true, true),
    ("0.999*walking-distance", true, true),
    ("0.9*pdb:1,2|3,4,5", true, false),
    ("1.001*manhattan", false, false),
    ("2*euclidean", false, false),
    ("max(first-tiles(1), 0.5*first-tiles(2))", true, true),
    (
        "max(0.3*manhattan, 0.9*max(misplaced, gaschnig))",
        true,
        true,
    ),
    ("0.5*sum(manhattan, manhattan)", false, false),
];

/// The distance of each board, by relaxation until nothing changes.
fn truth(space: &SlidingTiles<Nibbles>, goal: State<Nibbles>) -> HashMap<State<Nibbles>, Cost> {
    let mut least = HashMap::from([(goal, 0)]);
    let mut queue = VecDeque::from([goal]);
    while let Some(state) = queue.pop_front() {
        for action in space.actions(&state) {
            let before = space.apply(&state, action);
            let forth = space.inverse(action).unwrap();
            let cost = least[&state] + space.cost(&before, forth);
            if least.get(&before).is_none_or(|&known| cost < known) {
                least.insert(before, cost);
                queue.push_back(before);
            }
        }
    }
    least
}

#[test]
fn claimed_properties_hold() {
    for (rows, columns) in [(2, 3), (3, 2)] {
        let goal = GoalPreset::BlankLast.board(Size::new(rows, columns).unwrap());
        for costs in ["U=1,D=1,L=1,R=1", "U=7,D=2,L=3,R=1"].map(|text| text.parse().unwrap()) {
            let space = SlidingTiles::<Nibbles>::new(&goal, costs, MoveOrder::default());
            let truth = truth(&space, space.state(&goal));
            assert_eq!(truth.len(), 360);
            for (text, admissible, consistent) in FORMULAS {
                let formula = formula(text);
                assert_eq!(
                    (formula.is_admissible(), formula.is_consistent()),
                    (admissible, consistent),
                    "{text}"
                );
                let heuristic = formula.make::<Nibbles>(&goal, costs).unwrap();
                for (state, &cost) in &truth {
                    let h = heuristic.estimate(state);
                    assert!(!admissible || h <= cost, "{text}: {h}, not {cost}");
                    for action in space.actions(state).filter(|_| consistent) {
                        let after = heuristic.update(h, state, action, &space.apply(state, action));
                        let fell = h.saturating_sub(after);
                        assert!(fell <= space.cost(state, action), "{text} fell {fell}");
                    }
                }
            }
        }
    }
}

#[test]
fn update_equals_estimate() {
    let goal = GoalPreset::BlankLast.board(Size::new(3, 3).unwrap());
    let space = SlidingTiles::<Bytes>::new(&goal, Costs::UNIT, MoveOrder::default());
    let mut rng = fastrand::Rng::with_seed(3);
    let texts = FORMULAS.map(|(text, ..)| text.replace("3,4,5", "3,4|5,6,7,8"));
    let kept = [
        "keep-blank(pdb:1,2|3,4|5,6,7,8)",
        "max(keep-blank(pdb-4-4), manhattan)",
        "2*keep-blank(pdb-4-4)",
    ];
    for text in texts.into_iter().chain(kept.map(String::from)) {
        let heuristic = formula(&text).make::<Bytes>(&goal, Costs::UNIT).unwrap();
        let mut state = space.state(&scramble::solvable(&goal, &mut rng));
        // Long enough to meet states again, and others in their slots.
        for _ in 0..2000 {
            let h = heuristic.estimate(&state);
            let children: Vec<State<Bytes>> = (space.actions(&state))
                .map(|action| {
                    let child = space.apply(&state, action);
                    let by_step = heuristic.update(h, &state, action, &child);
                    assert_eq!(by_step, heuristic.estimate(&child), "{text}");
                    child
                })
                .collect();
            state = children[rng.usize(..children.len())];
        }
    }
}

#[test]
fn values_follow_the_rule() {
    let goal = GoalPreset::BlankLast.board(Size::new(3, 3).unwrap());
    let board = scramble::solvable(&goal, &mut fastrand::Rng::with_seed(2));
    let value = |text: &str| formula(text).value(&board, &goal, Costs::UNIT).unwrap();
    let (manhattan, misplaced) = (value("manhattan"), value("misplaced"));
    assert!(manhattan > misplaced && misplaced > 1);
    assert_eq!(value("max(misplaced, manhattan)"), manhattan);
    assert_eq!(value("sum(misplaced, manhattan)"), manhattan + misplaced);
    assert_eq!(value("0.3*manhattan"), manhattan * 3 / 10);
    assert_eq!(value("2.5*manhattan"), manhattan * 5 / 2);
    assert_eq!(value("pdb:1,2,3,4|5,6,7,8"), value("pdb-4-4"));
    // Values saturate.
    let thousands = "1000*".repeat(7);
    assert_eq!(value(&format!("{thousands}manhattan")), MAX_ESTIMATE);
    let huge = format!("1000*1000*1000*{}", "manhattan");
    assert_eq!(value(&format!("sum({huge}, {huge})")), MAX_ESTIMATE);
}
