//! `tilescope predict`: how many nodes IDA* will expand.

use super::arguments::{Predict as Arguments, ReadingOptions};
use super::progress::ProgressLine;
use super::solve::{Source, board, read_problem};
use super::{Refusal, heuristics, print, quantity, signals, tell};
use serde_json::json;
use std::fmt::Write;
use std::io;
use tilescope_lab::Problem;
use tilescope_lab::audit::{AuditError, Limits};
use tilescope_lab::format::count;
use tilescope_lab::predict::conditional::{Conditional, Model, RADIUS};
use tilescope_lab::predict::{COSTS, PredictError, Predicted, Prediction, predict};
use tilescope_puzzle::Board;
use tilescope_puzzle::notation::board_line;

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
        Ok(predicted) => Ok(predicted),
        // A start can be predicted all the same.
        Err(error @ PredictError::TooLarge { .. }) if start.is_some() => Err(error.to_string()),
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
    /// Over all starts; why not, if it is not known.
    average: Result<Predicted, String>,
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
    match goal.size() == puzzle.start.size() {
        true => Ok((Some(puzzle.start), goal)),
        false => Err(Refusal(format!(
            "the goal is a {} board, but the start is {}: both must be the same",
            goal.size(),
            puzzle.start.size()
        ))),
    }
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
        match &self.average {
            Ok(average) => {
                let _ = write!(
                    text,
                    "All starts        {}\nMean h            {:.4}\nBranching factor  {:.7}\n\
                     Quality η         {:.6e}\n",
                    count(average.n_boards),
                    average.mean_h,
                    average.branching_factor,
                    average.quality,
                );
                columns.push(("Mean of all starts", Column::Predicted(&average.expanded)));
                columns.push((
                    "Without a heuristic",
                    Column::Predicted(&average.brute_force),
                ));
            }
            Err(reason) => {
                let _ = writeln!(text, "No mean of all starts: {reason}.");
            }
        }
        if let Some(from) = &self.from_start {
            let Conditional {
                h_of_start,
                n_boards,
                is_exhaustive,
                n_types,
                expanded,
            } = &from.predicted;
            let boards = match is_exhaustive {
                true => "all",
                false => "a sample of",
            };
            let _ = writeln!(
                text,
                "This start        {}, h = {h_of_start}\nConditional       {} types of nodes, on {boards} \
                 {} boards; {RADIUS} levels searched",
                board_line(&from.start),
                count(*n_types as u64),
                count(*n_boards),
            );
            columns.push(("This start", Column::Predicted(expanded)));
            columns.push(("Measured", Column::Measured(&from.measured)));
        }
        text.push_str("\nBound");
        for (name, _) in &columns {
            let _ = write!(text, "  {name:>WIDTH$}");
        }
        text.push('\n');
        for d in (bound + 1).saturating_sub(N_SHOWN)..=*bound {
            let _ = write!(text, "{d:>5}");
            for (_, column) in &columns {
                let _ = write!(text, "  {:>WIDTH$}", column.cell(d));
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
        let average = self.average.as_ref().ok();
        let from_start = self.from_start.as_ref().map(|from| {
            let Conditional {
                h_of_start,
                n_boards,
                is_exhaustive,
                n_types,
                expanded,
            } = &from.predicted;
            json!({
                "start": board_line(&from.start),
                "h": h_of_start,
                "expanded": expanded,
                "boards": n_boards,
                "method": if *is_exhaustive { "enumeration" } else { "sample" },
                "types": n_types,
                "levels_searched": RADIUS,
                "measured": from.measured,
            })
        });
        let object = json!({
            "goal": board_line(goal),
            "heuristic": heuristic.to_string(),
            "bound": bound,
            "boards": average.map(|it| it.n_boards),
            "method": average.map(|it| it.method.key()),
            "mean_h": average.map(|it| it.mean_h),
            "branching_factor": average.map(|it| it.branching_factor),
            "quality": average.map(|it| it.quality),
            "histogram": average.map(|it| &it.histogram),
            "expanded": average.map(|it| &it.expanded),
            "brute_force": average.map(|it| &it.brute_force),
            "from_start": from_start,
        });
        format!("{object}\n")
    }
}

/// The width of a column of numbers.
const WIDTH: usize = 20;

enum Column<'a> {
    Predicted(&'a [f64]),
    Measured(&'a [u64]),
}

impl Column<'_> {
    fn cell(&self, bound: usize) -> String {
        match self {
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
