//! `tilescope predict`: how many nodes IDA* will expand.

use super::arguments::{Predict as Arguments, ReadingOptions};
use super::progress::ProgressLine;
use super::solve::{Source, board, read_problem};
use super::{Refusal, heuristics, print, quantity, signals, tell};
use serde_json::{Value, json};
use std::fmt::Write;
use std::io;
use tilescope_lab::Problem;
use tilescope_lab::audit::intervals::Estimated;
use tilescope_lab::audit::{AuditError, Limits};
use tilescope_lab::format::count;
use tilescope_lab::predict::conditional::{Conditional, Model};
use tilescope_lab::predict::{COSTS, Method, PredictError, Predicted, Prediction, predict};
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Board, Solvability};

/// The bounds that are shown, up to the greatest.
const N_SHOWN: usize = 12;

/// Predicts and prints; returns the exit status and the result of printing.
pub fn run(arguments: &Arguments) -> Result<(u8, io::Result<()>), Refusal> {
    let (start, goal) = boards(arguments)?;
    let prediction = Prediction {
        goal,
        heuristic: heuristics::read(&arguments.heuristic)?,
        bound: arguments.bound,
    };
    let limits = Limits {
        threads: arguments.threads,
        memory: arguments.max_memory,
    };
    let interrupt = signals::interrupt()?;
    let progress = ProgressLine::new("Counting boards");
    let on_progress = &mut |done| progress.set(done);
    let average = match predict(&prediction, limits, &interrupt, on_progress) {
        Ok(predicted) => predicted,
        Err(error) => return refused(error),
    };
    let from_start = start.map(|start| {
        let Prediction {
            goal,
            heuristic,
            bound,
        } = &prediction;
        let model = Model::count(goal, heuristic, limits, &interrupt, on_progress)?;
        Ok(FromStart {
            predicted: model.predict(&start, *bound, &interrupt)?,
            measured: model.measure(&start, *bound, arguments.measure, &interrupt)?,
            start,
        })
    });
    let from_start = match from_start.transpose() {
        Ok(from_start) => from_start,
        Err(error) => return refused(error),
    };
    drop(progress);
    let report = Report {
        prediction,
        average,
        from_start,
    };
    Ok((
        0,
        print(&match arguments.json {
            true => report.json(),
            false => report.text(),
        }),
    ))
}

fn refused(error: PredictError) -> Result<(u8, io::Result<()>), Refusal> {
    match error {
        PredictError::Audit(AuditError::Interrupted) => Ok((3, Ok(()))),
        error => Err(Refusal::because(error)),
    }
}

/// What is known of iterations from one start.
struct FromStart {
    start: Board,
    predicted: Conditional,
    /// The nodes that were counted by searching, for the bounds from 0 on.
    measured: Vec<u64>,
}

/// What was predicted.
struct Report {
    prediction: Prediction,
    /// Over all starts.
    average: Predicted,
    /// If a puzzle was given.
    from_start: Option<FromStart>,
}

/// The start, if the arguments name a puzzle and no size, and the goal.
fn boards(arguments: &Arguments) -> Result<(Option<Board>, Board), Refusal> {
    let of_size = arguments
        .puzzle
        .to_str()
        .and_then(|text| quantity::size(text).ok());
    let given = |size| match &arguments.goal {
        Some(goal) => board("--goal", goal, size),
        None => board("--goal", "blank-last", size),
    };
    if let Some(size) = of_size {
        let goal = given(size)?;
        return match goal.size() == size {
            true => Ok((None, goal)),
            false => Err(Refusal(format!(
                "the goal is a {} board, but SIZE is {size}: both must be the same",
                goal.size()
            ))),
        };
    }
    let found = read_problem(&Source {
        puzzle: &arguments.puzzle,
        choose: None,
        goal: arguments.goal.as_deref(),
        reading: &ReadingOptions::default(),
    })?;
    let Problem::Tiles(puzzle) = found.problem else {
        return Err(Refusal(
            "a prediction needs a sliding-tile puzzle, not a road map".into(),
        ));
    };
    if puzzle.costs != COSTS {
        return Err(Refusal(
            "a prediction needs moves that cost 1 each: IDA* with other costs has other bounds"
                .into(),
        ));
    }
    if let Some(note) = found.note {
        tell(&note);
    }
    let goal = match &arguments.goal {
        Some(_) => given(puzzle.size())?,
        None => puzzle.goal,
    };
    let start = puzzle.start;
    if goal.size() != start.size() {
        return Err(Refusal(format!(
            "the goal is a {} board, but the start is {}: both must be the same",
            goal.size(),
            start.size()
        )));
    }
    if !Solvability::new(&start, &goal).is_solvable() {
        return Err(Refusal(format!(
            "the goal {} can't be reached from {}: their parities differ, so there is no search to predict",
            board_line(&goal),
            board_line(&start)
        )));
    }
    Ok((Some(start), goal))
}

impl Report {
    fn text(&self) -> String {
        let Prediction {
            goal,
            heuristic,
            bound,
        } = &self.prediction;
        let mut text = format!("IDA* with {heuristic} to {}\n\n", board_line(goal));
        let mut columns: Vec<(&str, Column)> = Vec::new();
        let average = &self.average;
        let mean = match average.method {
            Method::Sample(_) => interval(average.mean_h, &|h| format!("{h:.2}")),
            _ => format!("{:.4}", average.mean_h.value),
        };
        let quality = interval(average.quality, &|eta| format!("{eta:.6e}"));
        let _ = write!(
            text,
            "All starts        {}\nMean h            {mean}\nBranching factor  {:.7}\n\
             Quality η         {quality}\n",
            number_of_boards(average.n_boards),
            average.branching_factor,
        );
        if let Method::Sample(n_drawn) = average.method {
            let _ = writeln!(
                text,
                "Method            a sample of {} boards; in brackets: where a figure is with 95 % \
                 confidence",
                count(n_drawn)
            );
        }
        columns.push(("Mean of all starts", Column::Expected(&average.expanded)));
        columns.push((
            "Without a heuristic",
            Column::Predicted(&average.brute_force),
        ));
        if let Some(from) = &self.from_start {
            let Conditional {
                h_of_start,
                n_boards,
                is_exhaustive,
                n_types,
                n_searched,
                expanded,
            } = &from.predicted;
            let boards = match is_exhaustive {
                true => "all",
                false => "a sample of",
            };
            let _ = writeln!(
                text,
                "This start        {}, h = {h_of_start}\nConditional       {} types of nodes, on {boards} \
                 {} boards; {n_searched} levels searched",
                board_line(&from.start),
                count(*n_types as u64),
                count(*n_boards),
            );
            columns.push(("This start", Column::Predicted(expanded)));
            columns.push(("Measured", Column::Measured(&from.measured)));
        }
        let shown = (bound + 1).saturating_sub(N_SHOWN)..=*bound;
        let width = |column: &Column| {
            let cells = shown.clone().map(|d| column.cell(d).chars().count());
            cells.max().unwrap_or(0).max(WIDTH)
        };
        let widths: Vec<usize> = columns.iter().map(|(_, column)| width(column)).collect();
        text.push_str(&histogram(&average.histogram));
        text.push_str("\nBound");
        for ((name, _), width) in columns.iter().zip(widths.iter().copied()) {
            let _ = write!(text, "  {name:>width$}");
        }
        text.push('\n');
        for d in shown.clone() {
            let _ = write!(text, "{d:>5}");
            for ((_, column), width) in columns.iter().zip(widths.iter().copied()) {
                let _ = write!(text, "  {:>width$}", column.cell(d));
            }
            text.push('\n');
        }
        text
    }

    fn json(&self) -> String {
        let Prediction {
            goal,
            heuristic,
            bound,
        } = &self.prediction;
        let average = &self.average;
        let is_sample = matches!(average.method, Method::Sample(_));
        // What is exact has no interval.
        let bounds = |of: &dyn Fn(&Estimated) -> f64| {
            let values = average.expanded.iter().map(of);
            is_sample.then(|| values.collect::<Vec<f64>>())
        };
        let drawn = match average.method {
            Method::Sample(n_drawn) => Some(n_drawn),
            Method::Counting | Method::Enumeration => None,
        };
        let values: Vec<f64> = average.expanded.iter().map(|it| it.value).collect();
        let from_start = self.from_start.as_ref().map(|from| {
            let Conditional {
                h_of_start,
                n_boards,
                is_exhaustive,
                n_types,
                n_searched,
                expanded,
            } = &from.predicted;
            json!({
                "start": board_line(&from.start),
                "h": h_of_start,
                "expanded": expanded,
                "boards": n_boards,
                "method": if *is_exhaustive { "enumeration" } else { "sample" },
                "types": n_types,
                "levels_searched": n_searched,
                "measured": from.measured,
            })
        });
        let object = json!({
            "goal": board_line(goal),
            "heuristic": heuristic.to_string(),
            "bound": bound,
            "boards": whole(average.n_boards),
            "method": average.method.key(),
            // Null if every board was counted.
            "drawn": drawn,
            "mean_h": average.mean_h.value,
            "branching_factor": average.branching_factor,
            "quality": average.quality.value,
            "histogram": average.histogram.iter().map(|n| whole(*n)).collect::<Vec<_>>(),
            "expanded": values,
            "expanded_low": bounds(&|it| it.low),
            "expanded_high": bounds(&|it| it.high),
            "brute_force": average.brute_force,
            "from_start": from_start,
        });
        format!("{object}\n")
    }
}

/// A number of boards as an integer, as long as that is exact.
fn whole(n: f64) -> Value {
    const MAX_EXACT: f64 = 9e15;
    match n.fract() == 0.0 && n <= MAX_EXACT {
        true => Value::from(n as u64),
        false => Value::from(n),
    }
}

fn number_of_boards(n: f64) -> String {
    match n < 1e15 {
        true => count(n as u64),
        false => format!("{n:.6e}"),
    }
}

/// A figure, and its interval if it has one.
fn interval(figure: Estimated, text: &dyn Fn(f64) -> String) -> String {
    let Estimated { value, low, high } = figure;
    match low == high {
        true => text(value),
        false => format!("{} ({} to {})", text(value), text(low.max(0.0)), text(high)),
    }
}

/// The number of boards by h, with bars; several values of h in a line where there are many.
fn histogram(counts: &[f64]) -> String {
    const MAX_LINES: usize = 32;
    const MAX_BAR: f64 = 50.0;
    let width = counts.len().div_ceil(MAX_LINES).max(1);
    let lines: Vec<f64> = counts.chunks(width).map(|part| part.iter().sum()).collect();
    let most = lines.iter().copied().fold(0.0, f64::max);
    let mut text = format!("\n{:>7}  {:>WIDTH$}\n", "h", "Boards");
    for (line, n) in lines.iter().enumerate() {
        let first = line * width;
        let last = (first + width).min(counts.len()) - 1;
        let name = match first == last {
            true => first.to_string(),
            false => format!("{first}–{last}"),
        };
        let bar = "#".repeat((MAX_BAR * n / most).round() as usize);
        let line = format!("{name:>7}  {:>WIDTH$}  {bar}", number_of_boards(*n));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The width of a column of numbers.
const WIDTH: usize = 20;

enum Column<'a> {
    Expected(&'a [Estimated]),
    Predicted(&'a [f64]),
    Measured(&'a [u64]),
}

impl Column<'_> {
    fn cell(&self, bound: usize) -> String {
        match self {
            Column::Expected(expanded) => interval(expanded[bound], &nodes),
            Column::Predicted(expanded) => nodes(expanded[bound]),
            Column::Measured(counts) => match counts.get(bound) {
                Some(n) => count(*n),
                None => "–".into(),
            },
        }
    }
}

/// A number of nodes with two decimals, or by its power of ten.
fn nodes(n: f64) -> String {
    if n >= 1e15 {
        return format!("{n:.6e}");
    }
    let hundredths = (n * 100.0).round() as u64;
    format!("{}.{:02}", count(hundredths / 100), hundredths % 100)
}
