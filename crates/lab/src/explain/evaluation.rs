//! f of a node, in letters and in figures.

use crate::{Job, format};
use tilescope_search::{Cost, EvaluationFunction, FValue};

/// f of a node with these g and h; `None` if the algorithm compares no costs.
pub fn f(job: &Job, g: Cost, h: Cost) -> Option<FValue> {
    let settings = &job.settings;
    settings.algorithm.evaluation.f(g, h, &settings.options)
}

/// f of a node with these g and h in figures, exact; `None` if the algorithm compares no costs.
pub fn f_in_figures(job: &Job, g: Cost, h: Cost) -> Option<String> {
    f(job, g, h).map(|f| text(job, f, |f| f))
}

/// What f is, in letters: “f = g + h”; “g” for an algorithm that compares no costs.
pub fn formula(job: &Job) -> String {
    match job.settings.algorithm.evaluation.formula() {
        Some(formula) => format!("f = {formula}"),
        None => "g".to_owned(),
    }
}

/// f of a node with these g and h, and the sum that it is: “393”, “ = 140 + 253”. The sum is empty
/// if f is g or h alone; in place of f stands g if the algorithm compares no costs.
pub fn terms(job: &Job, g: Cost, h: Cost) -> (String, String) {
    let evaluation = job.settings.algorithm.evaluation;
    let number = |n: Cost| format::cost(n.into(), job.problem.unit());
    let Some((f, formula)) = f(job, g, h).zip(evaluation.formula()) else {
        return (number(g), String::new());
    };
    let terms = match evaluation {
        EvaluationFunction::Sum | EvaluationFunction::WeightedSum => {
            let weight = job.settings.options.weight.get();
            let figures = formula.chars().map(|letter| match letter {
                'g' => number(g),
                'h' => number(h),
                'w' => weight.to_string(),
                sign => sign.into(),
            });
            format!(" = {}", figures.collect::<String>())
        }
        EvaluationFunction::PathCost | EvaluationFunction::Heuristic | EvaluationFunction::None => {
            String::new()
        }
    };
    // To a tenth, and no more digits than that needs.
    let rounded = |f: f64| (f * 10.0).round() / 10.0;
    (text(job, f, rounded), terms)
}

/// f in figures: whole numbers of costs as costs, others as decimals after `round`.
fn text(job: &Job, f: FValue, round: impl Fn(f64) -> f64) -> String {
    let unit = job.problem.unit();
    match f.whole() {
        Some(f) => format::cost(f, unit),
        None => round(f.get() / f64::from(unit)).to_string(),
    }
}

/// What f is called in a sentence: “f”, or what it consists of if that is not g + h.
pub(super) fn name(job: &Job) -> &'static str {
    match job.settings.algorithm.evaluation {
        EvaluationFunction::Sum => "f",
        evaluation => evaluation.formula().unwrap_or("f"),
    }
}
