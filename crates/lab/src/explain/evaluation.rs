//! f of a node as a formula and as a number.

use crate::{Job, format};
use tilescope_search::{Cost, EvaluationFunction, FValue};

/// f of a node with these g and h; `None` if the algorithm compares no costs.
pub fn f(job: &Job, g: Cost, h: Cost) -> Option<FValue> {
    let settings = &job.settings;
    settings.strategy().evaluation.f(g, h, &settings.options)
}

/// f of a node with these g and h, formatted exactly; `None` if the algorithm compares no costs.
pub fn f_text(job: &Job, g: Cost, h: Cost) -> Option<String> {
    f(job, g, h).map(|f| text(job, f, |f| f))
}

/// The formula of f, such as “f = g + h”; “g” for an algorithm that compares no costs.
pub fn formula(job: &Job) -> String {
    match job.settings.strategy().evaluation.formula() {
        Some(formula) => format!("f = {formula}"),
        None => "g".to_owned(),
    }
}

/// f of a node with these g and h, and its terms: “393”, “ = 140 + 253”. There are no terms if f is
/// g or h alone. If the algorithm compares no costs, g stands in for f.
pub fn terms(job: &Job, g: Cost, h: Cost) -> (String, String) {
    let evaluation = job.settings.strategy().evaluation;
    let number = |n: Cost| format::cost(n.into(), job.problem.unit());
    let Some((f, formula)) = f(job, g, h).zip(evaluation.formula()) else {
        return (number(g), String::new());
    };
    let terms = match evaluation {
        EvaluationFunction::Sum | EvaluationFunction::WeightedSum => {
            let weight = job.settings.options.weight.get();
            let terms = formula.chars().map(|letter| match letter {
                'g' => number(g),
                'h' => number(h),
                'w' => weight.to_string(),
                sign => sign.into(),
            });
            format!(" = {}", terms.collect::<String>())
        }
        EvaluationFunction::PathCost | EvaluationFunction::Heuristic | EvaluationFunction::None => {
            String::new()
        }
    };
    // One decimal, without a trailing zero.
    let rounded = |f: f64| (f * 10.0).round() / 10.0;
    (text(job, f, rounded), terms)
}

/// f of a node with these g and h as an equation, such as “f = g + h = 140 + 253 = 393”; “h = 7” or
/// “g = 7” for an algorithm that compares these. `None` if it compares no costs.
pub fn equation(job: &Job, g: Cost, h: Cost) -> Option<String> {
    f(job, g, h)?;
    let (value, terms) = terms(job, g, h);
    Some(format!("{}{terms} = {value}", compared(job)))
}

/// The cost by which an algorithm compares nodes: “f = g + h”, “h” or “g”; “g” too if it compares
/// no costs.
pub fn compared(job: &Job) -> String {
    match job.settings.strategy().evaluation {
        EvaluationFunction::Sum | EvaluationFunction::WeightedSum => formula(job),
        EvaluationFunction::Heuristic => "h".to_owned(),
        EvaluationFunction::PathCost | EvaluationFunction::None => "g".to_owned(),
    }
}

/// The costs that a search has at a node with these g and h, each with its name: g; h, if the
/// search has one; f, if it is a sum of the two.
pub fn costs(job: &Job, g: Cost, h: Cost) -> Vec<(&'static str, String)> {
    let number = |n: Cost| format::cost(n.into(), job.problem.unit());
    let has_h = job.settings.algorithm.has_h();
    let f = f_text(job, g, h).filter(|_| has_sum(job));
    [("g", number(g))]
        .into_iter()
        .chain(has_h.then(|| ("h", number(h))))
        .chain(f.map(|f| ("f", f)))
        .collect()
}

/// Returns true if an algorithm compares nodes by a sum of g and h, so that f is neither of these.
pub fn has_sum(job: &Job) -> bool {
    matches!(
        job.settings.strategy().evaluation,
        EvaluationFunction::Sum | EvaluationFunction::WeightedSum
    )
}

/// Formats f: whole costs as costs, others as decimals after `round`.
fn text(job: &Job, f: FValue, round: impl Fn(f64) -> f64) -> String {
    let unit = job.problem.unit();
    match f.whole() {
        Some(f) => format::cost(f, unit),
        None => round(f.get() / f64::from(unit)).to_string(),
    }
}

/// The name of f in a sentence: “f” if it is g + h, else its formula.
pub(super) fn name(job: &Job) -> &'static str {
    match job.settings.strategy().evaluation {
        EvaluationFunction::Sum => "f",
        evaluation => evaluation.formula().unwrap_or("f"),
    }
}
