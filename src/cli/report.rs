//! Reports as text and as JSON.

use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use tilescope_engines::team;
use tilescope_lab::breakpoint::Hit;
use tilescope_lab::{Counts, Job, Problem, Report, RunOutcome, StoppedBy, TablesSource, format};
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Board, Direction, GoalPreset, MoveNotation};
use tilescope_search::{Action, Applies, OPTIONS, OptionAbout, Value as OptionValue};

/// The maximum number of moves per line of a path.
const PATH_WIDTH: usize = 60;

/// The report as text: start and goal, the outcome, the counts.
///
/// The moves of a solution are written in `notation`.
pub fn text(job: &Job, report: &Report, notation: MoveNotation) -> String {
    let task = match &job.problem {
        Problem::Tiles(puzzle) => side_by_side(&puzzle.start, &puzzle.goal),
        Problem::Route(route) => {
            let [start, goal] = [route.start, route.goal].map(|city| route.map.name(city));
            format!("{start} → {goal}\n")
        }
    };
    let title = job.title();
    let sentence = report.sentence();
    let rows: String = rows(job, report, notation)
        .into_iter()
        .map(|(name, value)| format!("{name:<11}{value}\n"))
        .collect();
    format!("{task}\n{title}\n{sentence}\n\n{rows}")
}

fn rows(job: &Job, report: &Report, notation: MoveNotation) -> Vec<(&'static str, String)> {
    let counts = &report.counts;
    let mut rows = Vec::new();
    if let RunOutcome::Solved { moves, cost, .. } = &report.outcome {
        if !moves.is_empty() {
            rows.push(("Path", path(&job.problem, moves, notation)));
        }
        rows.push(("Cost", format::cost((*cost).into(), report.unit)));
    }
    if report.outcome == (RunOutcome::Unsolvable { by_parity: true }) {
        if let Some(puzzle) = job.problem.puzzle() {
            let goals = GoalPreset::solvable(&puzzle.start);
            rows.extend(goals.map(|goal| ("Solvable", format!("with --goal {}", goal.key()))));
        }
        return rows;
    }
    if let Some(used) = report.used() {
        rows.push(("Used", used));
    }
    if let Some(hit) = &report.breakpoint {
        rows.push(("Breakpoint", hit.to_string()));
    }
    if job.settings.uses_seed() {
        rows.push(("Seed", job.settings.options.seed.to_string()));
    }
    if let Some(goal_test) = job.settings.goal_test() {
        let value = format!("{} ({})", goal_test.label(), goal_test.key());
        rows.push(("Goal test", value));
    }
    rows.extend([
        ("Expanded", format::count(counts.expanded)),
        ("Generated", format::count(counts.generated)),
    ]);
    if let Some(peak) = counts.peak_frontier {
        let peak = format::count(peak);
        rows.push(("Frontier", format!("{peak} at its peak")));
    }
    rows.extend([
        (
            "Memory",
            counted_bytes(job, counts).map_or("not counted".into(), format::bytes),
        ),
        ("Time", format::duration(counts.elapsed)),
    ]);
    if let Some(b) = report.effective_branching_factor() {
        rows.push(("b*", format!("{b:.2}")));
    }
    rows
}

/// The peak of memory. `None` if an engine has searched and counts none, as the one that solves line
/// by line.
fn counted_bytes(job: &Job, counts: &Counts) -> Option<u64> {
    let has_searched = job.settings.algorithm.is_engine() && counts.generated > 0;
    (counts.peak_bytes > 0 || !has_searched).then_some(counts.peak_bytes)
}

/// A path broken into lines: letters in groups of five, or cities.
fn path(problem: &Problem, actions: &[Action], notation: MoveNotation) -> String {
    let lines: Vec<String> = match problem {
        Problem::Tiles(_) => lines_of_letters(actions, notation),
        Problem::Route(_) => lines_of_cities(&problem.path_line(actions)),
    };
    lines.join(&format!("\n{:11}", ""))
}

/// Cities, wrapped.
fn lines_of_cities(path: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for city in path.split_inclusive(", ") {
        match lines.last_mut() {
            Some(line) if line.chars().count() + city.trim_end().chars().count() <= PATH_WIDTH => {
                line.push_str(city);
            }
            _ => lines.push(city.to_owned()),
        }
    }
    lines
        .iter()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

fn lines_of_letters(actions: &[Action], notation: MoveNotation) -> Vec<String> {
    let moves: Vec<Direction> = actions.iter().copied().map(Direction::from).collect();
    if let MoveNotation::BlankRuns | MoveNotation::TileRuns = notation {
        let mut lines = vec![String::new()];
        // A run is a letter and its number, and stays on one line.
        for run in moves.chunk_by(|a, b| a == b).map(|run| notation.write(run)) {
            match lines.last_mut() {
                Some(line) if line.len() + run.len() <= PATH_WIDTH => line.push_str(&run),
                _ => lines.push(run),
            }
        }
        return lines;
    }
    moves
        .chunks(PATH_WIDTH)
        .map(|line| {
            let groups: Vec<String> = line.chunks(5).map(|group| notation.write(group)).collect();
            groups.join(" ")
        })
        .collect()
}

/// Two boards with an arrow between them.
fn side_by_side(start: &Board, goal: &Board) -> String {
    let (left, right) = (grid(start), grid(goal));
    let middle = (left.len() - 1) / 2;
    let rows = left.iter().zip(&right).enumerate();
    rows.map(|(i, (left, right))| {
        let arrow = if i == middle { "→" } else { " " };
        format!("{left}   {arrow}   {right}\n")
    })
    .collect()
}

/// The rows of a board, aligned, a blank for the blank.
fn grid(board: &Board) -> Vec<String> {
    let width = (board.size().n_cells() - 1).to_string().len();
    let tile = |&tile: &u8| match tile {
        0 => format!("{:>width$}", "·"),
        tile => format!("{tile:>width$}"),
    };
    let rows = board.tiles().chunks(board.size().columns());
    rows.map(|row| row.iter().map(tile).collect::<Vec<_>>().join(" "))
        .collect()
}

/// The report as one JSON object on a line. What is not known, or does not apply, is null.
pub fn json(job: &Job, report: &Report) -> String {
    let text = serde_json::to_string(&JsonReport::new(job, report))
        .expect("numbers, texts and lists are JSON");
    text + "\n"
}

/// The same as a value.
pub fn value(job: &Job, report: &Report) -> Value {
    serde_json::to_value(JsonReport::new(job, report)).expect("numbers, texts and lists are JSON")
}

#[derive(Serialize)]
struct JsonReport {
    outcome: &'static str,
    /// Also if it had found a solution and looked for a better one.
    stopped_by: Option<&'static str>,
    /// Where a breakpoint held.
    breakpoint: Option<Hit>,
    /// Whether that was while tables were built.
    while_building: bool,
    moves: Option<usize>,
    /// To the nearest double where it is a fraction.
    cost: Option<Value>,
    /// Exactly, where it is a fraction.
    cost_fraction: Option<String>,
    path: Option<String>,
    optimal: Option<bool>,
    expanded: u64,
    generated: u64,
    peak_frontier: Option<u64>,
    /// Null where an engine does not count it.
    peak_bytes: Option<u64>,
    seconds: f64,
    effective_branching_factor: Option<f64>,
    method: Option<String>,
    /// Those that the search asked for its estimates.
    tables: Option<JsonTables>,
    /// What was noticed, such as values of a formula that had to be changed.
    notes: Vec<String>,
    settings: JsonSettings,
}

#[derive(Serialize)]
struct JsonTables {
    bytes: u64,
    /// `built`, `disk`, or `memory` if they were there already.
    from: &'static str,
    /// How long it took until they were there.
    seconds: f64,
}

#[derive(Serialize)]
struct JsonSettings {
    start: String,
    goal: String,
    costs: Option<JsonCosts>,
    tile_costs: Option<&'static str>,
    algorithm: &'static str,
    heuristic: Option<String>,
    measure_to: Option<String>,
    order: Option<String>,
    /// Every option of the table; null where the algorithm does not have it.
    #[serde(flatten)]
    options: BTreeMap<&'static str, Option<OptionValue>>,
    search_unsolvable: bool,
    max_expanded: Option<u64>,
    max_memory: Option<u64>,
    max_time: Option<f64>,
}

#[derive(Serialize)]
#[serde(rename_all = "UPPERCASE")]
struct JsonCosts {
    u: u32,
    l: u32,
    r: u32,
    d: u32,
}

impl JsonReport {
    fn new(job: &Job, report: &Report) -> Self {
        let solution = report.outcome.solution();
        let counts = &report.counts;
        JsonReport {
            outcome: report.outcome.key(),
            stopped_by: report.stopped_by.map(StoppedBy::key),
            breakpoint: report.breakpoint.clone(),
            while_building: report.while_building,
            moves: solution.map(|(moves, ..)| moves.len()),
            cost: solution.map(|(_, cost, _)| match cost % report.unit {
                0 => (cost / report.unit).into(),
                _ => (f64::from(cost) / f64::from(report.unit)).into(),
            }),
            cost_fraction: solution
                .and_then(|(_, cost, _)| format::fraction(cost.into(), report.unit)),
            path: solution.map(|(moves, ..)| job.problem.path_line(moves)),
            optimal: solution.map(|(.., optimal)| optimal),
            expanded: counts.expanded,
            generated: counts.generated,
            peak_frontier: counts.peak_frontier,
            peak_bytes: counted_bytes(job, counts),
            seconds: counts.elapsed.as_secs_f64(),
            effective_branching_factor: report.effective_branching_factor(),
            method: report.method.clone(),
            tables: report.tables.map(|tables| JsonTables {
                bytes: tables.n_bytes,
                from: match tables.from {
                    TablesSource::Built => "built",
                    TablesSource::Disk => "disk",
                    TablesSource::Memory => "memory",
                },
                seconds: tables.elapsed.as_secs_f64(),
            }),
            notes: report.notes.clone(),
            settings: JsonSettings::new(job),
        }
    }
}

impl JsonSettings {
    fn new(job: &Job) -> Self {
        let (problem, settings) = (&job.problem, &job.settings);
        let limits = &settings.limits;
        let puzzle = problem.puzzle();
        let option = |row: &&'static OptionAbout| {
            let has = settings.algorithm.option(row);
            let value = has.map(|applies| match (applies, row.get(&settings.options)) {
                // The number actually used.
                (Applies::Threads, _) => {
                    OptionValue::Whole(team::n_threads(settings.options.threads).get() as u64)
                }
                (_, value) => value,
            });
            (row.field, value)
        };
        JsonSettings {
            start: problem.state_line(&problem.start()),
            goal: problem.state_line(&problem.goal()),
            costs: puzzle.map(|puzzle| JsonCosts {
                u: puzzle.costs.direction_cost(Direction::Up),
                l: puzzle.costs.direction_cost(Direction::Left),
                r: puzzle.costs.direction_cost(Direction::Right),
                d: puzzle.costs.direction_cost(Direction::Down),
            }),
            tile_costs: puzzle.map(|puzzle| puzzle.costs.tiles().key()),
            algorithm: settings.algorithm.key,
            heuristic: job.heuristic(),
            measure_to: settings.measure_to.as_ref().map(board_line),
            order: puzzle
                .filter(|_| !settings.algorithm.is_engine())
                .map(|_| settings.order.to_string()),
            options: OPTIONS.iter().map(option).collect(),
            search_unsolvable: job.search_unsolvable,
            max_expanded: limits.expanded,
            max_memory: limits.memory,
            max_time: limits.time.map(|time| time.as_secs_f64()),
        }
    }
}
