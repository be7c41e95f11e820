//! The entries in the lists of heuristics and databases, and the edits of an expression that they
//! make.

use crate::gui::fitness;
use crate::gui::widgets::{Pick, painter};
use tilescope_lab::own_heuristics::{OwnHeuristic, OwnHeuristics};
use tilescope_puzzle::heuristics::formula::text_in_formula;
use tilescope_puzzle::heuristics::{COMBINABLE, Expr, partition};
use tilescope_puzzle::{Board, Costs, HEURISTICS, HeuristicAbout, HeuristicExpr};
use tilescope_search::Weight;

/// An entry in the list for a part of an expression.
#[derive(Clone, Copy)]
pub enum Choice {
    Registered(&'static HeuristicAbout),
    /// The one at this place in the list of the user's.
    Saved(usize),
    Max,
    Sum,
    Weighted,
    Patterns,
    Formula,
    /// The engine chooses by itself.
    Own,
}

/// The kinds of expression that can be composed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Offer {
    Heuristics,
    /// Pattern databases and the maximum of several: the input of a database engine.
    Databases,
}

pub const MAX: &str = "Maximum of several";
pub const SUM: &str = "Sum of several";
pub const WEIGHTED: &str = "Weight on another";
pub const PATTERNS: &str = "Patterns of your own";
pub const FORMULA: &str = "Formula of your own";
pub const OWN: &str = "Its own choice";

/// The entries of a list. A list of databases has those for this goal and, at its root, the
/// engine's own choice.
pub fn choices<'a>(
    offer: Offer,
    saved: &'a OwnHeuristics,
    goal: &'a Board,
    is_root: bool,
) -> impl Iterator<Item = Pick<'a, Choice>> {
    let is_offered = move |about: &&&HeuristicAbout| {
        offer == Offer::Heuristics || partition(about.key, goal).is_some()
    };
    let registered = HEURISTICS.iter().filter(is_offered).map(|about| Pick {
        value: Choice::Registered(about),
        name: about.name,
        other_names: about.other_names,
        summary: about.summary,
        heading: None,
    });
    let own = Pick {
        value: Choice::Own,
        name: OWN,
        other_names: &[],
        summary: "The best available for the puzzle, or those that are quick to build.",
        heading: None,
    };
    let own = (offer == Offer::Databases && is_root).then_some(own);
    let mut single: Vec<_> = own.into_iter().chain(registered).collect();
    if let Some(first) = single.first_mut() {
        first.heading = Some(match offer {
            Offer::Heuristics => "Heuristics",
            Offer::Databases => "Databases",
        });
    }
    let put_together = [
        (
            Choice::Max,
            MAX,
            "The greatest of them: admissible and consistent, if all of them are.",
        ),
        (
            Choice::Sum,
            SUM,
            "The sum of all of them. It may overestimate: one move may count twice.",
        ),
        (
            Choice::Weighted,
            WEIGHTED,
            "A multiple of another heuristic. With a weight above 1 it may overestimate.",
        ),
        (
            Choice::Patterns,
            PATTERNS,
            "Pattern databases of any partition: paint the tiles of each pattern.",
        ),
        (
            Choice::Formula,
            FORMULA,
            "A formula that you write, such as manhattan + 2*count(dr == 1 and dc == 1).",
        ),
    ];
    let is_for_all = |choice: &Choice| matches!(choice, Choice::Max | Choice::Patterns);
    let put_together = put_together
        .into_iter()
        .filter(move |(choice, ..)| offer == Offer::Heuristics || is_for_all(choice))
        .enumerate();
    let is_offered = move |own: &OwnHeuristic| match offer {
        Offer::Heuristics => true,
        Offer::Databases => own.expr.partition(goal).is_some(),
    };
    let saved = saved.iter().enumerate();
    let saved = saved.filter(move |(_, own)| is_offered(own)).enumerate();
    let saved = saved.map(|(i, (place, own))| Pick {
        value: Choice::Saved(place),
        name: own.name.as_str(),
        other_names: &[],
        summary: own.summary(),
        heading: (i == 0).then_some("Yours"),
    });
    single
        .into_iter()
        .chain(saved)
        .chain(put_together.map(|(i, (value, name, summary))| Pick {
            value,
            name,
            other_names: &[],
            summary,
            heading: (i == 0).then_some("Put together"),
        }))
}

/// Why a choice does not fit the goal.
pub fn misfit(
    choice: &Choice,
    saved: &OwnHeuristics,
    goal: &Board,
    costs: Costs,
) -> Option<String> {
    match choice {
        Choice::Registered(about) => fitness::of_heuristic(&(*about).into(), goal, costs),
        Choice::Saved(place) => fitness::of_heuristic(&saved.at(*place)?.expr, goal, costs),
        _ => None,
    }
}

/// The expression after this choice. It keeps as much of `formula` as possible.
pub fn made_of(
    choice: Choice,
    saved: &OwnHeuristics,
    formula: &HeuristicExpr,
    offer: Offer,
    goal: &Board,
) -> Option<HeuristicExpr> {
    let parts = || match formula.expr() {
        Expr::Max(parts) | Expr::Sum(parts) => parts.to_vec(),
        _ => {
            let other = another(std::slice::from_ref(formula), offer, goal);
            vec![formula.clone(), other]
        }
    };
    match choice {
        Choice::Registered(about) => Some(about.into()),
        Choice::Saved(place) => Some(saved.at(place)?.expr.clone()),
        Choice::Max => HeuristicExpr::max(parts()).ok(),
        Choice::Sum => HeuristicExpr::sum(parts()).ok(),
        Choice::Weighted => {
            let weight = Weight::new(1.5).ok()?;
            HeuristicExpr::weighted(weight, formula.clone()).ok()
        }
        Choice::Formula => match formula.formula() {
            Some(_) => Some(formula.clone()),
            None => format!("({})", text_in_formula(formula)).parse().ok(),
        },
        Choice::Patterns | Choice::Own => None,
    }
}

/// A new part to add to `parts`, if possible one that they lack: a heuristic that fits every board,
/// or databases for this goal.
pub fn another(parts: &[HeuristicExpr], offer: Offer, goal: &Board) -> HeuristicExpr {
    let mut formulas: Vec<HeuristicExpr> = match offer {
        Offer::Heuristics => COMBINABLE.iter().map(|about| (*about).into()).collect(),
        Offer::Databases => databases(goal),
    };
    let new = formulas.iter().position(|formula| !parts.contains(formula));
    match (new, formulas.is_empty()) {
        (Some(new), _) => formulas.swap_remove(new),
        (None, false) => formulas.swap_remove(0),
        (None, true) => HEURISTICS[0].into(),
    }
}

/// Initial databases for this goal: the fastest to build.
pub fn databases(goal: &Board) -> Vec<HeuristicExpr> {
    let fits = |about: &&&'static HeuristicAbout| partition(about.key, goal).is_some();
    let mut named: Vec<_> = HEURISTICS.iter().filter(fits).collect();
    named.sort_by_key(|about| about.preparation);
    let named = named.into_iter().map(|about| HeuristicExpr::from(*about));
    named
        .chain(HeuristicExpr::patterns(painter::groups(goal)))
        .collect()
}

/// `formula`, a maximum or a sum, with other parts.
pub fn with_parts(formula: &HeuristicExpr, parts: Vec<HeuristicExpr>) -> Option<HeuristicExpr> {
    match formula.expr() {
        Expr::Sum(_) => HeuristicExpr::sum(parts).ok(),
        _ => HeuristicExpr::max(parts).ok(),
    }
}

/// `formula` with `part` at `place`.
pub fn replaced(
    formula: &HeuristicExpr,
    place: &[usize],
    part: HeuristicExpr,
) -> Option<HeuristicExpr> {
    let Some((&i, rest)) = place.split_first() else {
        return Some(part);
    };
    match formula.expr() {
        Expr::Max(parts) | Expr::Sum(parts) => {
            let mut all = parts.to_vec();
            let place = all.get_mut(i)?;
            *place = replaced(place, rest, part)?;
            with_parts(formula, all)
        }
        Expr::Weighted(weight, inner) => {
            HeuristicExpr::weighted(*weight, replaced(inner, rest, part)?).ok()
        }
        Expr::Registered(..) | Expr::Patterns(_) | Expr::KeepBlank(_) | Expr::Formula(_) => None,
    }
}
