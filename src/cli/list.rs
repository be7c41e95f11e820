//! `tilescope list`: the registered algorithms and heuristics with their properties.

use super::arguments::List;
use super::solve::flags;
use serde_json::{Value, json};
use tilescope_engines as engines;
use tilescope_lab::catalogue;
use tilescope_lab::files::from_start;
use tilescope_puzzle::heuristics::Parameter;
use tilescope_puzzle::routes::ROUTE_HEURISTICS;
use tilescope_puzzle::{Costs, GoalPreset, HEURISTICS, HeuristicAbout, Puzzle, Size, TileCosts};
use tilescope_search::{About, Applies, Completeness, Optimality};

/// The lists as text or as one JSON object.
pub fn list(arguments: &List) -> String {
    if arguments.json {
        let algorithms: Vec<Value> = catalogue().map(algorithm).collect();
        let heuristics: Vec<Value> = HEURISTICS.iter().map(|about| heuristic(about)).collect();
        let for_maps = ROUTE_HEURISTICS
            .iter()
            .map(|about| json!({"key": about.key, "name": about.name, "summary": about.summary}));
        let for_maps: Vec<Value> = for_maps.collect();
        return format!(
            "{}\n",
            json!({
                "algorithms": algorithms,
                "heuristics": heuristics,
                "heuristics_of_road_maps": for_maps,
                "own_heuristics": super::heuristics::values(&super::heuristics::all()),
            })
        );
    }
    let mut algorithms = vec![["ALGORITHM", "COMPLETE", "OPTIMAL", "OPTIONS"].map(String::from)];
    algorithms.extend(catalogue().map(|about| {
        [
            about.key.into(),
            completeness(about.complete).into(),
            optimality(about.optimal).into(),
            flags(about).join(" ").replace("--", ""),
        ]
    }));
    let mut heuristics =
        vec![["HEURISTIC", "ADMISSIBLE", "CONSISTENT", "SUMMARY"].map(String::from)];
    heuristics.extend(HEURISTICS.iter().map(|about| {
        [
            about.key.into(),
            yes_or_no(about.admissible).into(),
            yes_or_no(about.consistent).into(),
            match about.parameter {
                Some(_) => format!("{} Written {}.", about.summary, about.syntax()),
                None => about.summary.into(),
            },
        ]
    }));
    let mut for_maps = vec![["HEURISTIC FOR ROAD MAPS", "SUMMARY"].map(String::from)];
    for_maps.extend(
        ROUTE_HEURISTICS
            .iter()
            .map(|about| [about.key.into(), about.summary.into()]),
    );
    for_maps.push(["2*straight-line", "A formula over these heuristics."].map(String::from));
    let mut own = vec![["HEURISTIC OF YOUR OWN", "EXPRESSION", "COMMENT"].map(String::from)];
    let saved = super::heuristics::all();
    own.extend(saved.iter().map(|own| {
        let expression = own.expr.to_string();
        [own.name.clone(), expression, own.comment.clone()]
    }));
    let own = match saved.is_empty() {
        true => String::new(),
        false => format!("\n{}", table(&own)),
    };
    format!(
        "{}\nEvery algorithm also has order, costs and tile-costs; those with heuristic also have measure-to.\n{}\n\n{}\n{}\n{}{own}",
        table(&algorithms),
        of_engines(),
        table(&heuristics),
        table(&EXPRESSIONS.map(|row| row.map(String::from))),
        table(&for_maps)
    )
}

/// What the engines, which the table lists too, have of these options.
fn of_engines() -> String {
    let engines = catalogue().filter(|about| about.is_engine());
    let (any_costs, unit_costs): (Vec<&About>, Vec<&About>) =
        engines.partition(|about| takes_costs(about));
    let keys = |engines: Vec<&About>| {
        let keys: Vec<&str> = engines.iter().map(|about| about.key).collect();
        keys.join(", ")
    };
    format!(
        "Engines have none of these, except costs and tile-costs of {}: {}.",
        keys(any_costs),
        keys(unit_costs)
    )
}

/// Whether an engine solves puzzles whose moves differ in cost.
fn takes_costs(about: &About) -> bool {
    let goal = GoalPreset::BlankLast.board(Size::new(3, 3).expect("a size"));
    let puzzle = Puzzle {
        costs: Costs::UNIT.with_tiles(TileCosts::Number),
        ..from_start(goal)
    };
    engines::check(about.key, &puzzle, &about.defaults()).is_ok()
}

/// The syntax of heuristic expressions.
const EXPRESSIONS: [[&str; 3]; 8] = [
    ["HEURISTIC EXPRESSION", "", ""],
    [
        "first-tiles(6)",
        "a heuristic with a number; without one it has its default",
        "as listed above",
    ],
    [
        "max(manhattan, inversion-distance)",
        "the maximum of several",
        "admissible and consistent if all of them are",
    ],
    [
        "sum(manhattan, misplaced)",
        "the sum of several",
        "neither: a move may be counted twice",
    ],
    [
        "1.5*manhattan",
        "a weighted heuristic, weight 0 to 1000; rounded down",
        "as unweighted up to weight 1; neither above",
    ],
    [
        "pdb:1,2,3,4|5,6,7,8",
        "pattern databases of any partition; no mirror image is looked up",
        "admissible, not consistent",
    ],
    [
        "keep-blank(pdb-6-6-3)",
        "pattern databases that include the blank",
        "admissible and consistent",
    ],
    [
        "max(pdb:1,2,3,4|5,6,7,8, 0.5*manhattan)",
        "expressions may be nested",
        "",
    ],
];

/// Rows with aligned columns.
fn table<const N: usize>(rows: &[[String; N]]) -> String {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(widths);
        let line: String = cells
            .map(|(cell, width)| format!("{cell:<width$}  "))
            .collect();
        text += line.trim_end();
        text.push('\n');
    }
    text
}

fn completeness(complete: Completeness) -> &'static str {
    match complete {
        Completeness::Always => "yes",
        Completeness::WithinDepthLimit => "to its depth limit",
        Completeness::WithinNodeBudget => "within its memory",
        Completeness::Never => "no",
    }
}

fn optimality(optimal: Optimality) -> &'static str {
    match optimal {
        Optimality::Always => "yes",
        Optimality::EqualCosts => "if costs are equal",
        Optimality::Admissible => "if h is admissible",
        Optimality::WithinWeight => "within the weight",
        Optimality::Never => "no",
    }
}

fn yes_or_no(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

fn algorithm(about: &About) -> Value {
    json!({
        "key": about.key,
        "name": about.name,
        "summary": about.summary,
        "complete": match about.complete {
            Completeness::Always => "always",
            Completeness::WithinDepthLimit => "within-depth-limit",
            Completeness::WithinNodeBudget => "within-node-budget",
            Completeness::Never => "never",
        },
        "optimal": match about.optimal {
            Optimality::Always => "always",
            Optimality::EqualCosts => "equal-costs",
            Optimality::Admissible => "admissible",
            Optimality::WithinWeight => "within-weight",
            Optimality::Never => "never",
        },
        "engine": about.is_engine(),
        "uses_heuristic": about.uses_heuristic,
        "options": about.options.iter().map(option).collect::<Vec<_>>(),
    })
}

/// An option's name and its choices, the default first; null if it takes a number.
fn option(option: &Applies) -> Value {
    let choices = Some(option.choices()).filter(|choices| !choices.is_empty());
    json!({"name": option.about().key, "choices": choices})
}

fn heuristic(about: &HeuristicAbout) -> Value {
    json!({
        "key": about.key,
        "name": about.name,
        "summary": about.summary,
        "relaxes": about.relaxes,
        "admissible": about.admissible,
        "consistent": about.consistent,
        "parameter": about.parameter.map(parameter),
    })
}

fn parameter(parameter: Parameter) -> Value {
    let Parameter {
        name,
        hint,
        min,
        max,
        default,
    } = parameter;
    json!({"name": name, "hint": hint, "min": min, "max": max, "default": default})
}
