//! Formulas: their values against those of a naive evaluator.

use tilescope_puzzle::{
    Board, Bytes, Costs, GoalPreset, HeuristicExpr, MoveOrder, Size, SlidingTiles, scramble,
};
use tilescope_search::{Heuristic, Space};

pub fn read(text: &str) -> HeuristicExpr {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn value_of(text: &str, board: &Board, goal: &Board) -> f64 {
    let expr = read(text);
    let formula = expr
        .formula()
        .unwrap_or_else(|| panic!("{text} is no formula"));
    let compiled = formula.compile::<Bytes>(goal, Costs::UNIT).unwrap();
    let space = SlidingTiles::<Bytes>::new(goal, Costs::UNIT, MoveOrder::default());
    compiled.value(&space.state(board))
}

/// A tree from which both the text and the value are made, by code that is not the program's.
enum Tree {
    Number(u32),
    Board(&'static str),
    Tile(&'static str),
    Paired(&'static str, u8),
    Function(&'static str, Box<Tree>),
    Infix(&'static str, Box<Tree>, Box<Tree>),
    Two(&'static str, Box<Tree>, Box<Tree>),
    OverTiles(&'static str, Box<Tree>),
    Pairs(Box<Tree>),
}

/// What names mean in a place of a tree.
#[derive(Clone, Copy, PartialEq)]
enum Scope {
    Board,
    Tile,
    Pair,
}

const OF_TILE: [&str; 8] = [
    "tile", "row", "col", "goal_row", "goal_col", "dr", "dc", "distance",
];
const OF_BOARD: [&str; 10] = [
    "rows",
    "cols",
    "blank_row",
    "blank_col",
    "goal_blank_row",
    "goal_blank_col",
    "inversions",
    "manhattan",
    "misplaced",
    "linear_conflict",
];
const INFIX: [&str; 12] = [
    "+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!=", "and", "or",
];

fn grow(rng: &mut fastrand::Rng, depth: usize, scope: Scope) -> Tree {
    let leaf = depth == 0 || rng.u8(..4) == 0;
    if leaf {
        return match (scope, rng.u8(..4)) {
            (_, 0) => Tree::Number(rng.u32(..7)),
            (Scope::Tile, 1 | 2) => Tree::Tile(rng.choice(OF_TILE).unwrap()),
            (Scope::Pair, 1 | 2) => Tree::Paired(rng.choice(OF_TILE).unwrap(), rng.u8(1..3)),
            _ => Tree::Board(rng.choice(OF_BOARD).unwrap()),
        };
    }
    let mut child = |scope| Box::new(grow(rng, depth - 1, scope));
    let (a, b, tile, pair) = (
        child(scope),
        child(scope),
        child(Scope::Tile),
        child(Scope::Pair),
    );
    match rng.u8(..8) {
        0..3 => Tree::Infix(rng.choice(INFIX).unwrap(), a, b),
        3 => Tree::Function(rng.choice(["abs", "floor", "ceil", "not", "-"]).unwrap(), a),
        4 => Tree::Two(rng.choice(["min", "max", "sum"]).unwrap(), a, b),
        // A name makes sure that it goes over the tiles.
        5 | 6 => {
            let named = Tree::Infix("+", Box::new(Tree::Tile("dr")), tile);
            Tree::OverTiles(
                rng.choice(["sum", "max", "min", "count"]).unwrap(),
                named.into(),
            )
        }
        _ => {
            let named = Tree::Infix("*", Box::new(Tree::Paired("dc", 2)), pair);
            Tree::Pairs(named.into())
        }
    }
}

impl Tree {
    fn text(&self) -> String {
        match self {
            Tree::Number(number) => number.to_string(),
            Tree::Board(name) | Tree::Tile(name) => (*name).to_owned(),
            Tree::Paired(name, which) => format!("{name}{which}"),
            Tree::Function("-", value) => format!("(-{})", value.text()),
            Tree::Function("not", value) => format!("(not {})", value.text()),
            Tree::Function(name, value) => format!("{name}({})", value.text()),
            Tree::Infix(sign, a, b) => format!("({} {sign} {})", a.text(), b.text()),
            Tree::Two(name, a, b) => format!("{name}({}, {})", a.text(), b.text()),
            Tree::OverTiles(name, value) => format!("{name}({})", value.text()),
            Tree::Pairs(value) => format!("pairs({})", value.text()),
        }
    }

    /// The value for a board; `tiles` are the tiles of the scope.
    fn value(&self, board: &Board, goal: &Board, tiles: [u8; 2]) -> f64 {
        let place = |board: &Board, tile: u8| {
            let cell = board.cell_of(tile);
            let columns = board.size().columns();
            ((cell / columns) as f64 + 1.0, (cell % columns) as f64 + 1.0)
        };
        let truth = |holds: bool| if holds { 1.0 } else { 0.0 };
        let of_tile = |name: &str, tile: u8| {
            let ((row, column), (to_row, to_column)) = (place(board, tile), place(goal, tile));
            let (dr, dc) = ((row - to_row).abs(), (column - to_column).abs());
            let values = [
                f64::from(tile),
                row,
                column,
                to_row,
                to_column,
                dr,
                dc,
                dr + dc,
            ];
            values[OF_TILE.iter().position(|other| *other == name).unwrap()]
        };
        match self {
            Tree::Number(number) => f64::from(*number),
            Tree::Board(name) => match *name {
                "rows" => board.size().rows() as f64,
                "cols" => board.size().columns() as f64,
                "blank_row" => place(board, 0).0,
                "blank_col" => place(board, 0).1,
                "goal_blank_row" => place(goal, 0).0,
                "goal_blank_col" => place(goal, 0).1,
                "inversions" => {
                    let order = board.tiles().iter().filter(|&&tile| tile != 0);
                    let order: Vec<usize> = order.map(|&tile| goal.cell_of(tile)).collect();
                    let of = |i: usize| order[i..].iter().filter(|&&n| n < order[i]).count();
                    (0..order.len()).map(of).sum::<usize>() as f64
                }
                heuristic => {
                    let key = heuristic.replace('_', "-");
                    let value = tilescope_puzzle::heuristics::value(&key, board, goal, Costs::UNIT);
                    value.unwrap().into()
                }
            },
            Tree::Tile(name) => of_tile(name, tiles[0]),
            Tree::Paired(name, which) => of_tile(name, tiles[usize::from(*which) - 1]),
            Tree::Function(name, value) => {
                let value = value.value(board, goal, tiles);
                match *name {
                    "abs" => value.abs(),
                    "floor" => value.floor(),
                    "ceil" => value.ceil(),
                    "-" => -value,
                    _ => truth(value == 0.0),
                }
            }
            Tree::Infix(sign, a, b) | Tree::Two(sign, a, b) => {
                let a = a.value(board, goal, tiles);
                let b = b.value(board, goal, tiles);
                let or_nan = |value| {
                    if a.is_nan() || b.is_nan() {
                        f64::NAN
                    } else {
                        value
                    }
                };
                match *sign {
                    "+" | "sum" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "/" => a / b,
                    "<" => truth(a < b),
                    "<=" => truth(a <= b),
                    ">" => truth(a > b),
                    ">=" => truth(a >= b),
                    "==" => truth(a == b),
                    "!=" => truth(a != b),
                    "and" => truth(a != 0.0 && b != 0.0),
                    "or" => truth(a != 0.0 || b != 0.0),
                    "min" => or_nan(if a < b { a } else { b }),
                    _ => or_nan(if a > b { a } else { b }),
                }
            }
            Tree::OverTiles(name, value) => {
                let tiles = board.tiles().iter().filter(|&&tile| tile != 0);
                let values: Vec<f64> = tiles
                    .map(|&tile| value.value(board, goal, [tile; 2]))
                    .collect();
                let is_nan = values.iter().any(|value| value.is_nan());
                let best = |is_better: fn(f64, f64) -> bool| {
                    let best = |a, b| if is_better(a, b) { a } else { b };
                    values.iter().copied().reduce(best).unwrap()
                };
                match *name {
                    "sum" => values.iter().sum(),
                    "count" => values.iter().filter(|value| **value != 0.0).count() as f64,
                    _ if is_nan => f64::NAN,
                    "min" => best(|a, b| a < b),
                    _ => best(|a, b| a > b),
                }
            }
            Tree::Pairs(value) => {
                let tiles: Vec<u8> = board.tiles().iter().copied().filter(|&t| t != 0).collect();
                let mut sum = 0.0;
                for (i, &first) in tiles.iter().enumerate() {
                    for &second in &tiles[i + 1..] {
                        sum += value.value(board, goal, [first, second]);
                    }
                }
                sum
            }
        }
    }
}

#[test]
fn random_formulas_have_the_values_of_a_naive_evaluator() {
    let mut rng = fastrand::Rng::with_seed(7);
    let (mut n_checked, mut n_numbers) = (0, 0);
    while n_checked < 3000 {
        let (rows, columns) = (rng.usize(2..5), rng.usize(2..5));
        let goal = GoalPreset::BlankLast.board(Size::new(rows, columns).unwrap());
        let (goal, _) = scramble::random_walk(&goal, 20, &mut rng);
        let (board, _) = scramble::random_walk(&goal, 30, &mut rng);
        let tree = grow(&mut rng, 4, Scope::Board);
        let text = tree.text();
        // `looks_like_formula` decides how some are read; parentheses make it sure.
        let text = format!("({text})");
        if text.len() > 1000 {
            continue;
        }
        let (found, expected) = (
            value_of(&text, &board, &goal),
            tree.value(&board, &goal, [0; 2]),
        );
        let is_equal = found == expected
            || found.is_nan() && expected.is_nan()
            || (found - expected).abs() <= 1e-9 * expected.abs();
        assert!(
            is_equal,
            "{text}: {found}, not {expected}, on {board:?} to {goal:?}"
        );
        assert_eq!(read(&read(&text).to_string()), read(&text));
        n_checked += 1;
        n_numbers += usize::from(expected.is_finite());
    }
    assert!(n_numbers > 2000, "{n_numbers} of {n_checked} are numbers");
}

#[test]
fn an_update_after_a_move_gives_the_value_from_scratch() {
    let mut rng = fastrand::Rng::with_seed(11);
    // Formulas that are sums and counts over one tile and its cell, alone and with others. Some
    // entries are no exact fractions, or no numbers.
    let texts = [
        "sum(distance)",
        "manhattan + 2*count(dr == 1 and dc == 1)",
        "max(sum(dr), 3*sum(dc)) - count(tile == 3 or row > goal_row)",
        "sum(distance/3)",
        "sum(tile/8) + sum(0.1*row)",
        "1/sum(0*-row)",
        "sum(dr/dc)",
        "sum(1/(dr + dc))",
        "count(dr > count(dc)) + sum(min(dr, blank_row))",
        "sum(sum(dr) - max(dc)) + linear_conflict*misplaced",
        "sum(tile*100000000)",
    ];
    let mut texts: Vec<String> = texts.map(str::to_owned).into();
    let random = std::iter::repeat_with(|| grow(&mut rng, 4, Scope::Board).text());
    texts.extend(random.filter(|text| text.len() < 900).take(400));
    let mut n_varied = 0;
    for text in texts {
        let (rows, columns) = (rng.usize(2..5), rng.usize(2..5));
        let goal = GoalPreset::BlankLast.board(Size::new(rows, columns).unwrap());
        // A search rounds and clamps: this way most differences show all the same.
        let expr = read(&format!("1000 + 64*abs({text})"));
        let make = || expr.make::<Bytes>(&goal, Costs::UNIT).unwrap();
        let (updated, fresh) = (make(), make());
        let space = SlidingTiles::<Bytes>::new(&goal, Costs::UNIT, MoveOrder::default());
        let mut visited = vec![space.state(&goal)];
        let mut values = std::collections::BTreeSet::new();
        for _ in 0..60 {
            // From the state before, or from an older one that the cache may have lost.
            let parent = match rng.u8(..4) {
                0 => *rng.choice(&visited).unwrap(),
                _ => *visited.last().unwrap(),
            };
            let actions: Vec<_> = space.actions(&parent).collect();
            let action = *rng.choice(&actions).unwrap();
            let child = space.apply(&parent, action);
            let h = fresh.estimate(&parent);
            let value = updated.update(h, &parent, action, &child);
            assert_eq!(value, fresh.estimate(&child), "{text} after {action:?}");
            values.insert(value);
            visited.push(child);
        }
        n_varied += usize::from(values.len() > 2);
    }
    assert!(n_varied > 150, "only {n_varied} formulas vary");
}
