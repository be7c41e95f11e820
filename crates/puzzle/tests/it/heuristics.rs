//! Every registered heuristic against exhaustive truth, with its least argument, its default and
//! its greatest: its claimed properties, and that `update` agrees with `estimate`.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use tilescope_puzzle::heuristics::{HeuristicVisitor, Parameter, Preparation, partition, value};
use tilescope_puzzle::{
    Board, Bytes, Cells, Costs, FiveBits, GoalPreset, HEURISTICS, HeuristicAbout, HeuristicError,
    HeuristicExpr, MoveOrder, Nibbles, Size, SlidingTiles, State, TileCosts, scramble,
};
use tilescope_search::{Cost, Heuristic, Space};
use tilescope_testing::parallel_map;

/// Costs of the directions and of the tiles.
fn all_costs() -> impl Iterator<Item = Costs> {
    let costs = [
        ("U=1,D=1,L=1,R=1", TileCosts::One),
        ("U=2,D=1,L=1,R=1", TileCosts::One),
        ("U=7,D=2,L=3,R=1", TileCosts::One),
        ("U=1,D=1,L=1,R=1", TileCosts::Inverse),
        ("U=7,D=2,L=3,R=1", TileCosts::Number),
    ];
    let of = |(text, tiles): (&str, _)| text.parse::<Costs>().unwrap().with_tiles(tiles);
    costs.into_iter().map(of)
}

fn size(rows: usize, columns: usize) -> Size {
    Size::new(rows, columns).unwrap()
}

/// The presets, and an arbitrary goal.
fn goals(size: Size) -> Vec<Board> {
    let mut goals = GoalPreset::ALL.map(|preset| preset.board(size)).to_vec();
    goals.push(scramble::solvable(
        &goals[0],
        &mut fastrand::Rng::with_seed(5),
    ));
    goals
}

/// The heuristics whose tables can be built within a test; `databases` tests the building blocks
/// of the larger ones.
fn heuristics(size: Size) -> impl Iterator<Item = HeuristicExpr> {
    let has_time = move |about: &&HeuristicAbout| {
        // The exact distance has a table of all boards.
        let is_small = size.n_cells() < if about.key == "perfect" { 12 } else { 16 };
        let has_time = match about.preparation {
            Preparation::Immediate | Preparation::Tables => true,
            Preparation::LargeTables => false,
        };
        has_time || is_small
    };
    let in_time = HEURISTICS.iter().copied().filter(has_time);
    in_time.flat_map(HeuristicExpr::samples)
}

/// Calls the visitor with the heuristic if it supports the goal.
fn visit<C: Cells, V: HeuristicVisitor<C, Output = ()>>(
    expr: &HeuristicExpr,
    goal: &Board,
    costs: Costs,
    visitor: V,
) {
    match expr.dispatch(goal, costs, visitor) {
        Ok(()) | Err(HeuristicError::Unsupported(_) | HeuristicError::Costs(_)) => {}
        Err(HeuristicError::Unknown(key)) => panic!("{key} is in the list"),
    }
}

/// Compares `update` with `estimate` at every neighbour along a random walk from `start`.
struct Walk<'a, C: Cells> {
    expr: &'a HeuristicExpr,
    space: &'a SlidingTiles<C>,
    start: State<C>,
    n_moves: usize,
}

impl<C: Cells> HeuristicVisitor<C> for Walk<'_, C> {
    type Output = ();
    fn visit<H: Heuristic<SlidingTiles<C>>>(self, heuristic: H) {
        let mut rng = fastrand::Rng::with_seed(11);
        let mut state = self.start;
        for _ in 0..self.n_moves {
            let h = heuristic.estimate(&state);
            let children: Vec<State<C>> = (self.space.actions(&state))
                .map(|action| {
                    let child = self.space.apply(&state, action);
                    let by_step = heuristic.update(h, &state, action, &child);
                    let Walk { expr, space, .. } = &self;
                    assert_eq!(by_step, heuristic.estimate(&child), "{expr}: {space:?}");
                    child
                })
                .collect();
            state = children[rng.usize(..children.len())];
        }
    }
}

fn walk<C: Cells>(goal: &Board, costs: Costs) {
    let space = SlidingTiles::<C>::new(goal, costs, MoveOrder::default());
    let start = space.state(&scramble::solvable(goal, &mut fastrand::Rng::with_seed(13)));
    let n_moves = 120;
    for expr in &heuristics(goal.size()).collect::<Vec<_>>() {
        let (space, start) = (&space, start);
        visit(
            expr,
            goal,
            costs,
            Walk {
                expr,
                space,
                start,
                n_moves,
            },
        );
    }
}

#[test]
fn update_equals_estimate() {
    let sizes = [
        (2, 2),
        (3, 3),
        (3, 4),
        (4, 3),
        (4, 4),
        (5, 5),
        (6, 5),
        (10, 10),
    ];
    let mut combinations = Vec::new();
    // The largest first, for they take longest.
    for (rows, columns) in sizes.into_iter().rev() {
        for goal in goals(size(rows, columns)) {
            combinations.extend(all_costs().map(|costs| (goal.clone(), costs)));
        }
    }
    parallel_map(&combinations, |(goal, costs)| match goal.size().n_cells() {
        ..=16 => walk::<Nibbles>(goal, *costs),
        17..=25 => walk::<FiveBits>(goal, *costs),
        _ => walk::<Bytes>(goal, *costs),
    });
}

/// The cost from each state to the goal, by Dijkstra's algorithm over reversed moves: of
/// all states, or of the nearest `most`.
fn truth(goal: &Board, costs: Costs, most: usize) -> HashMap<State<Nibbles>, Cost> {
    let space = SlidingTiles::<Nibbles>::new(goal, costs, MoveOrder::default());
    let mut settled = HashMap::new();
    let mut open = BinaryHeap::from([(Reverse(0), 0)]);
    let mut states = vec![space.state(goal)];
    while let Some((Reverse(cost), i)) = open.pop() {
        let state = states[i];
        if settled.contains_key(&state) {
            continue;
        }
        settled.insert(state, cost);
        if settled.len() == most {
            break;
        }
        for action in space.actions(&state) {
            let before = space.apply(&state, action);
            if !settled.contains_key(&before) {
                // From `before` it is the reverse of this action that leads here.
                let forth = space.inverse(action).unwrap();
                open.push((Reverse(cost + space.cost(&before, forth)), states.len()));
                states.push(before);
            }
        }
    }
    settled
}

struct Claims<'a> {
    expr: &'a HeuristicExpr,
    space: &'a SlidingTiles<Nibbles>,
    goal: &'a Board,
    truth: &'a HashMap<State<Nibbles>, Cost>,
}

impl HeuristicVisitor<Nibbles> for Claims<'_> {
    type Output = ();
    fn visit<H: Heuristic<SlidingTiles<Nibbles>>>(self, heuristic: H) {
        let Claims {
            expr,
            space,
            goal,
            truth,
        } = self;
        let (admissible, consistent) = (expr.is_admissible(), expr.is_consistent());
        if admissible {
            let h = heuristic.estimate(&space.state(goal));
            assert_eq!(h, 0, "{expr} at the goal");
        }
        for (state, &cost) in truth {
            let h = heuristic.estimate(state);
            if admissible {
                assert!(h <= cost, "{expr} says {h}, not {cost}: {state:?}");
            }
            for action in space.actions(state).filter(|_| consistent) {
                let child = space.apply(state, action);
                let after = heuristic.update(h, state, action, &child);
                let fell = h.saturating_sub(after);
                assert!(
                    fell <= space.cost(state, action),
                    "{expr} fell {fell}: {state:?}"
                );
            }
        }
    }
}

#[test]
fn claimed_properties_hold() {
    for (size, n_states) in [(size(2, 3), 360), (size(3, 2), 360), (size(3, 3), 181_440)] {
        for (i, goal) in goals(size).iter().enumerate() {
            for costs in all_costs() {
                // One goal with all costs and all goals with equal costs are tried in all states,
                // the rest in the nearest.
                let is_whole = i == 0 || costs == Costs::UNIT;
                let most = if is_whole {
                    n_states
                } else {
                    n_states.min(20_000)
                };
                let truth = &truth(goal, costs, most);
                assert_eq!(truth.len(), most);
                let space = &SlidingTiles::new(goal, costs, MoveOrder::default());
                for expr in &heuristics(size).collect::<Vec<_>>() {
                    visit(
                        expr,
                        goal,
                        costs,
                        Claims {
                            expr,
                            space,
                            goal,
                            truth,
                        },
                    );
                }
            }
        }
    }
}

/// Looks for a state where it overestimates, and for an action by which it falls by more
/// than the action costs.
struct Counterexamples<'a> {
    space: &'a SlidingTiles<Nibbles>,
    truth: &'a HashMap<State<Nibbles>, Cost>,
}

impl HeuristicVisitor<Nibbles> for Counterexamples<'_> {
    type Output = (bool, bool);
    fn visit<H: Heuristic<SlidingTiles<Nibbles>>>(self, heuristic: H) -> (bool, bool) {
        let Counterexamples { space, truth } = self;
        let overestimates = truth
            .iter()
            .any(|(state, &cost)| heuristic.estimate(state) > cost);
        let falls = truth.keys().any(|state| {
            let h = heuristic.estimate(state);
            space.actions(state).any(|action| {
                let after = heuristic.estimate(&space.apply(state, action));
                h.saturating_sub(after) > space.cost(state, action)
            })
        });
        (overestimates, falls)
    }
}

#[test]
fn unclaimed_properties_fail_somewhere() {
    let size = size(3, 3);
    for expr in HEURISTICS.iter().copied().flat_map(HeuristicExpr::samples) {
        let mut found = None;
        for goal in goals(size) {
            let truth = &truth(&goal, Costs::UNIT, 20_000);
            let space = &SlidingTiles::new(&goal, Costs::UNIT, MoveOrder::default());
            match expr.dispatch(&goal, Costs::UNIT, Counterexamples { space, truth }) {
                Ok((overestimates, falls)) => {
                    let (before, then) = found.unwrap_or((false, false));
                    found = Some((before || overestimates, then || falls));
                }
                Err(error) => assert!(matches!(error, HeuristicError::Unsupported(_)), "{error}"),
            }
        }
        // One that fits no board of this size is not judged here.
        if let Some((overestimates, falls)) = found {
            let claims = (expr.is_admissible(), expr.is_consistent());
            assert_eq!((!overestimates, !falls), claims, "{expr}");
        }
    }
}

/// A heuristic that ignored its argument would pass every other test.
#[test]
fn the_argument_changes_the_estimate() {
    let goal = GoalPreset::BlankLast.board(size(3, 3));
    let mut rng = fastrand::Rng::with_seed(7);
    let boards: Vec<Board> = (0..20)
        .map(|_| scramble::solvable(&goal, &mut rng))
        .collect();
    for about in HEURISTICS {
        let values: Vec<Vec<Cost>> = HeuristicExpr::samples(about)
            .iter()
            .map(|expr| {
                let value = |board| expr.value(board, &goal, Costs::UNIT);
                boards.iter().map_while(|board| value(board).ok()).collect()
            })
            .collect();
        for pair in values.windows(2) {
            // It may not fit this board.
            assert!(pair[0].is_empty() || pair[0] != pair[1], "{}", about.key);
        }
    }
}

#[test]
fn the_first_tiles_weaken_the_manhattan_distance() {
    let goal = GoalPreset::BlankLast.board(size(3, 3));
    let mut rng = fastrand::Rng::with_seed(9);
    for _ in 0..50 {
        let board = scramble::solvable(&goal, &mut rng);
        let value = |text: &str| {
            let expr: HeuristicExpr = text.parse().unwrap();
            expr.value(&board, &goal, Costs::UNIT).unwrap()
        };
        let values: Vec<Cost> = (1..=9)
            .map(|k| value(&format!("first-tiles({k})")))
            .collect();
        assert!(values.is_sorted(), "{values:?}");
        assert_eq!(values[7..], [value("manhattan"); 2]);
    }
}

#[test]
fn the_registry_is_in_order() {
    let fits_somewhere = |about: &HeuristicAbout| {
        let goals = Size::all().flat_map(|size| GoalPreset::ALL.map(|preset| preset.board(size)));
        goals.into_iter().any(|goal| match about.preparation {
            Preparation::LargeTables => partition(about.key, &goal).is_some(),
            _ => value(about.key, &goal, &goal, Costs::UNIT).is_ok(),
        })
    };
    for (i, about) in HEURISTICS.iter().enumerate() {
        let HeuristicAbout {
            key,
            name,
            other_names: _,
            summary,
            relaxes,
            admissible,
            consistent,
            preparation: _,
            parameter,
            text,
        } = about;
        assert!(fits_somewhere(about), "{key}");
        assert!(
            HEURISTICS[..i]
                .iter()
                .all(|other| other.key != *key && other.name != *name)
        );
        assert!(
            key.chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        );
        assert!(
            summary.chars().count() <= 90,
            "{key}: the summary is too long"
        );
        for sentence in [summary, relaxes, text] {
            assert!(
                sentence.ends_with('.') && !sentence.contains("  "),
                "{key}: {sentence}"
            );
        }
        if let Some(Parameter {
            name,
            hint,
            min,
            max,
            default,
        }) = parameter
        {
            assert!(!name.is_empty() && hint.ends_with('.'), "{key}: {hint}");
            assert!(min < max && (min..=max).contains(&default), "{key}");
        }
        assert!(
            *admissible || !consistent,
            "{key}: what is consistent is admissible"
        );
    }
    let goal = GoalPreset::BlankLast.board(size(3, 3));
    let error = value("manhatten", &goal, &goal, Costs::UNIT).unwrap_err();
    assert_eq!(error.to_string(), "there is no heuristic “manhatten”");
}
