//! `tilescope solve`: one puzzle, one search, one report.

use super::arguments::{LimitOptions, ReadingOptions, SearchOptions, Solve};
use super::options::Given;
use super::outputs::{self, Prints};
use super::solution_file::{PaintSolution, SolutionFile};
use super::{Refusal, convert, heuristics, input, print, report, signals, tell};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;
use std::rc::Rc;
use tilescope_lab::breakpoint::Breakpoint;
use tilescope_lab::files::Opened;
use tilescope_lab::files::exchange::{self, Boards, Choices, Goal, How, Reading};
use tilescope_lab::recording_listener::{NoSink, TraceSink};
use tilescope_lab::trace_file::TraceFile;
use tilescope_lab::{Job, JobError, Limits, Problem, Report, RunOutcome, Settings};
use tilescope_lab::{examples, files, format, job, solve_recorded, solve_under, solve_until};
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::presets::GoalPreset;
use tilescope_puzzle::{Board, Size};
use tilescope_search::{About, Applies, OptionAbout, Value};

/// Solves a puzzle and prints the report; returns the exit status and the result of printing.
pub fn solve(
    arguments: Solve,
    paint: Option<PaintSolution>,
) -> Result<(u8, io::Result<()>), Refusal> {
    check_outputs(&arguments)?;
    let found = problem(&arguments)?;
    let job = job(&arguments, found.problem)?;
    if arguments.trace.is_some() {
        check_traceable(job.settings.algorithm)?;
    }
    let solution = match &arguments.solution {
        Some(path) => Some(SolutionFile::new(path, &job.problem, paint)?),
        None => None,
    };
    let breakpoint = (arguments.stop_when.as_deref())
        .map(|condition| breakpoint(condition, &job))
        .transpose()?;
    let interrupt = signals::interrupt()?;
    let trace = (arguments.trace.as_deref())
        .map(|path| TraceFile::create(path, &job).map(Rc::new))
        .transpose()
        .map_err(Refusal::because)?;
    if let Some(note) = found.note {
        tell(&note);
    }
    let sink = trace.clone().map(|trace| trace as Rc<dyn TraceSink>);
    let report = match (breakpoint, sink) {
        (Some(breakpoint), sink) => {
            let sink = sink.unwrap_or_else(|| Rc::new(NoSink));
            solve_until(&job, breakpoint, &interrupt, sink)
        }
        (None, Some(sink)) => solve_recorded(&job, &interrupt, sink),
        (None, None) => solve_under(&job, &interrupt),
    };
    let report = report.map_err(Refusal::because)?;
    print_warnings(&report);
    let text = if arguments.json {
        report::json(&job, &report)
    } else {
        report::text(&job, &report, arguments.notation)
    };
    let status = match (&report.outcome, report.stopped_by) {
        (RunOutcome::Failed(message), _) => return Err(Refusal(message.clone())),
        // Even if it had found a solution and was looking for a better one.
        (RunOutcome::Stopped(_), _) | (_, Some(_)) => 3,
        (RunOutcome::Solved { .. }, None) => 0,
        (RunOutcome::Unsolvable { .. } | RunOutcome::Exhausted(_), None) => 1,
    };
    let printed = print(&text);
    // The result comes first: the search took longer than the record is worth.
    if let Some(solution) = solution {
        solution.write(&job.problem, &report, &interrupt)?;
    }
    match trace.map_or(Ok(()), |trace| trace.finish(&report)) {
        Ok(()) => Ok((status, printed)),
        Err(error) => Err(Refusal::because(error)),
    }
}

/// Refuses to overwrite the puzzle or what is printed, and to write both outputs to one file.
fn check_outputs(arguments: &Solve) -> Result<(), Refusal> {
    let puzzle = Path::new(&arguments.puzzle);
    let mut inputs = vec![("the puzzle", puzzle)];
    if let Some((file, _)) = collection_and_choice(&arguments.puzzle) {
        inputs.push(("the collection", Path::new(file)));
    }
    let outputs = [
        ("--solution", arguments.solution.as_deref()),
        ("--trace", arguments.trace.as_deref()),
    ];
    let outputs = outputs
        .into_iter()
        .filter_map(|(name, path)| Some((name, path?)));
    outputs::check(&inputs, &outputs.collect::<Vec<_>>(), Prints::Report)
}

/// Refuses to write the trace of an engine.
fn check_traceable(algorithm: &About) -> Result<(), Refusal> {
    if algorithm.is_engine() {
        return Err(Refusal(format!(
            "--trace does not apply to {}: engines do not record nodes; choose an algorithm, such \
             as a-star",
            algorithm.name
        )));
    }
    Ok(())
}

/// The breakpoint of `--stop-when`.
fn breakpoint(condition: &str, job: &Job) -> Result<Breakpoint, Refusal> {
    let algorithm = job.settings.algorithm;
    if algorithm.is_engine() {
        return Err(Refusal(format!(
            "--stop-when does not apply to {}: engines do not report nodes; choose an algorithm, \
             such as a-star",
            algorithm.name
        )));
    }
    Breakpoint::parse(condition, job).map_err(|error| {
        Refusal(format!(
            "the condition cannot be read: {error}, in --stop-when"
        ))
    })
}

/// Prints the warnings to standard error.
fn print_warnings(report: &Report) {
    for note in &report.notes {
        tell(note);
    }
}

/// The job that the arguments describe.
fn job(arguments: &Solve, problem: Problem) -> Result<Job, Refusal> {
    let settings = settings(arguments, &problem)?;
    let job = Job {
        problem,
        settings,
        search_unsolvable: arguments.search.search_unsolvable,
        record: arguments.trace.as_ref().map_or(0, |_| u32::MAX),
    };
    job.check().map_err(Refusal::because)?;
    Ok(job)
}

fn problem(arguments: &Solve) -> Result<Found, Refusal> {
    let mut found = read_problem(&Source {
        puzzle: &arguments.puzzle,
        choose: arguments.choose.as_deref(),
        goal: arguments.goal.as_deref(),
        reading: &arguments.reading,
    })?;
    match &mut found.problem {
        Problem::Tiles(puzzle) => {
            if let Some(goal) = &arguments.goal {
                puzzle.goal = board("--goal", goal, puzzle.start.size())?;
            }
            let given = &arguments.search;
            if let Some(costs) = given.costs {
                puzzle.costs = costs.with_tiles(puzzle.costs.tiles());
            }
            if let Some(tiles) = given.tile_costs {
                puzzle.costs = puzzle.costs.with_tiles(tiles);
            }
        }
        Problem::Route(route) => {
            check_no_tile_options(&arguments.search)?;
            if let Some(goal) = &arguments.goal {
                let goal = route.map.city(goal);
                route.goal = goal.map_err(|error| Refusal(format!("{error}, in --goal")))?;
            }
        }
    }
    Ok(found)
}

/// Refuses options that do not apply to road maps.
fn check_no_tile_options(given: &SearchOptions) -> Result<(), Refusal> {
    let for_tiles = [
        (given.order.is_some(), "--order"),
        (given.measure_to.is_some(), "--measure-to"),
        (given.costs.is_some(), "--costs"),
        (given.tile_costs.is_some(), "--tile-costs"),
        (given.search_unsolvable, "--search-unsolvable"),
    ];
    match for_tiles.into_iter().find(|(is_given, _)| *is_given) {
        None => Ok(()),
        Some((_, option)) => Err(Refusal(format!(
            "{option} only applies to sliding tiles, not to road maps; leave it out"
        ))),
    }
}

/// Where a problem comes from.
pub struct Source<'a> {
    pub puzzle: &'a OsStr,
    /// The number or the name of a puzzle in a collection; so is what stands after `#` in a file's
    /// name.
    pub choose: Option<&'a str>,
    pub goal: Option<&'a str>,
    /// How the numbers of a foreign file are read.
    pub reading: &'a ReadingOptions,
}

/// A problem, as it was read.
pub struct Found {
    pub problem: Problem,
    /// How its numbers were read, if they could mean something else.
    pub note: Option<String>,
}

impl From<Problem> for Found {
    fn from(problem: Problem) -> Self {
        Found {
            problem,
            note: None,
        }
    }
}

/// Standard input, a literal board, a file, a bundled problem, or the text of a puzzle in any
/// notation, in this order of precedence.
pub fn read_problem(source: &Source) -> Result<Found, Refusal> {
    let chosen = source.choose;
    let path = Path::new(source.puzzle);
    let Some(text) = source.puzzle.to_str().filter(|text| *text != "-") else {
        return load(path, chosen, source);
    };
    let not_a_board = match parse_board(text) {
        Ok(start) if chosen.is_none() => return literal(text, start, source),
        Ok(_) => {
            return Err(Refusal(
                "--puzzle chooses from a collection, but PUZZLE is a board: leave it out".into(),
            ));
        }
        Err(error) => error,
    };
    if fs::symlink_metadata(path).is_ok() {
        return load(path, chosen, source);
    }
    if let Some(problem) = examples::by_file(text).filter(|_| chosen.is_none()) {
        return Ok(problem.into());
    }
    let why = match files::opened_text(text, &choices(source)?) {
        Ok((opened, how)) => return one_of(opened, how, chosen, PUZZLE, source),
        Err(why) => why,
    };
    // A board has spaces between numbers. A file name may too, but then the file exists.
    let is_begun_by_a_tile = text.starts_with(|c: char| c.is_ascii_digit() || "_x. ".contains(c));
    if text.trim().contains(char::is_whitespace) && is_begun_by_a_tile && !text.contains('\n') {
        return Err(Refusal(format!("{not_a_board}, in {PUZZLE}")));
    }
    if text.contains('\n') || text.starts_with(['[', '(', '{']) || is_digits(text) {
        return Err(Refusal(format!("{why}, in {PUZZLE}")));
    }
    match collection_and_choice(source.puzzle) {
        Some((file, number)) if chosen.is_none() => load(Path::new(file), Some(number), source),
        _ => load(path, chosen, source),
    }
}

/// Name of the argument in messages.
const PUZZLE: &str = "PUZZLE";

fn is_digits(text: &str) -> bool {
    text.len() >= 4 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A board that stands on the command line. Its goal is the usual one, also where a file with the
/// same line has another: then a note says so.
fn literal(text: &str, start: Board, source: &Source) -> Result<Found, Refusal> {
    if source.reading.is_given() {
        let mut choices = choices(source)?;
        let usual = Goal::Preset(GoalPreset::BlankLast);
        choices.goal.get_or_insert(usual);
        let read = files::opened_text(text, &choices);
        let (opened, how) = read.map_err(|why| Refusal(format!("{why}, in {PUZZLE}")))?;
        return one_of(opened, how, None, PUZZLE, source);
    }
    let puzzle = files::from_start(start);
    let in_file = files::opened_text(text, &Choices::default());
    let other = in_file.ok().and_then(|(opened, _)| match opened {
        Opened::Problem(Problem::Tiles(other)) => Some(other.goal),
        _ => None,
    });
    let usual = |goal: &Board| {
        let of_goal = |preset: &GoalPreset| preset.board(goal.size()) == *goal;
        GoalPreset::ALL
            .into_iter()
            .find(of_goal)
            .map_or("another", GoalPreset::key)
    };
    let other = other.filter(|other| *other != puzzle.goal && source.goal.is_none());
    let note = other.map(|other| {
        format!(
            "{PUZZLE}: the goal is blank-last; in a file, this line has the goal {}: choose one with \
             --goal",
            usual(&other)
        )
    });
    Ok(Found {
        problem: puzzle.into(),
        note,
    })
}

/// The file and the puzzle of an argument such as `korf-100.json#40`.
fn collection_and_choice(puzzle: &OsStr) -> Option<(&str, &str)> {
    puzzle.to_str()?.rsplit_once('#')
}

/// The puzzle in a file, or the `chosen` one of a collection.
fn load(path: &Path, chosen: Option<&str>, source: &Source) -> Result<Found, Refusal> {
    let choices = choices(source)?;
    let (opened, how) = match input::stream(path)? {
        Some(text) => {
            files::opened_text(&text, &choices).map_err(|error| input::refused(path, &error))?
        }
        None => files::open_with(path, &choices).map_err(Refusal::because)?,
    };
    one_of(opened, how, chosen, &input::name(path), source)
}

/// The only puzzle of what was opened, or the `chosen` one of a collection. `how` it was read is
/// noted if something was assumed.
fn one_of(
    opened: Opened,
    how: Option<How>,
    chosen: Option<&str>,
    place: &str,
    source: &Source,
) -> Result<Found, Refusal> {
    let how = how.filter(How::is_assumed);
    let note = how.as_ref().map(|how| convert::how_read(place, how));
    let collection = match (opened, chosen) {
        (Opened::Problem(problem), None) => return Ok(Found { problem, note }),
        // A file of another program may have one puzzle by chance.
        (Opened::Problem(problem), Some("1")) if note.is_some() => {
            return Ok(Found { problem, note });
        }
        (Opened::Problem(_), Some(_)) => {
            return Err(Refusal(format!(
                "a puzzle can be chosen from a collection only, but this is a single one: {place}"
            )));
        }
        (Opened::Collection(collection), _) => collection,
    };
    let index = match (chosen, collection.puzzles.len()) {
        (Some(chosen), _) => collection
            .find(chosen)
            .map_err(|error| Refusal(format!("{error}, in {place}")))?,
        (None, 1) => 0,
        (None, n_puzzles) => {
            let is_file = place == format::path(Path::new(source.puzzle));
            let by_name = if is_file {
                format!("{place}#1 or ")
            } else {
                String::new()
            };
            let is_pair = |reading: &Reading| reading.boards == Some(Boards::StartAndGoal);
            let pair = match how.is_some_and(|how| how.alternatives.iter().any(is_pair)) {
                true => "; if the second is the goal of the first, --two-boards start-goal",
                false => "",
            };
            return Err(Refusal(format!(
                "this collection has {n_puzzles} puzzles: choose one by number or name, as in \
                 {by_name}--puzzle 1{pair}"
            )));
        }
    };
    let entry = collection.puzzles.get(index);
    let problem = entry.map(|entry| entry.puzzle.into());
    let missing = || Refusal(format!("there is no puzzle {}, in {place}", index + 1));
    Ok(Found {
        problem: problem.ok_or_else(missing)?,
        note,
    })
}

/// Returns the chosen interpretation of a text of another program.
fn choices(source: &Source) -> Result<Choices, Refusal> {
    // The goal of a file of Tilescope's own may be a city.
    let is_city = source.goal.filter(|_| !source.reading.is_given());
    match convert::choices(source.reading, source.goal) {
        Err(_) if is_city.is_some() => Ok(Choices::default()),
        choices => choices,
    }
}

/// A board in any notation, or the key of a preset.
pub fn board(option: &str, text: &str, size: Size) -> Result<Board, Refusal> {
    let preset = GoalPreset::ALL
        .into_iter()
        .find(|preset| preset.key() == text);
    match preset {
        Some(preset) => Ok(preset.board(size)),
        None => exchange::board(text).map_err(|error| Refusal(format!("{error}, in {option}"))),
    }
}

fn settings(arguments: &Solve, problem: &Problem) -> Result<Settings, Refusal> {
    let algorithm = job::algorithm(&arguments.algorithm).map_err(Refusal::because)?;
    let heuristic = arguments.heuristic.as_deref();
    check_that_options_apply(algorithm, heuristic, &arguments.search).map_err(Refusal::because)?;
    let given = &arguments.search;
    let mut settings = match problem {
        Problem::Tiles(puzzle) => {
            let expr = match heuristic {
                Some(text) => heuristics::read(text)?,
                None => DEFAULT_HEURISTIC.into(),
            };
            let mut settings = Settings::new(algorithm, expr.clone());
            settings.databases = heuristic.map(|_| expr);
            if let Some(to) = &given.measure_to {
                settings.measure_to = Some(board("--measure-to", to, puzzle.size())?);
            }
            settings
        }
        Problem::Route(_) => {
            let mut settings = Settings::new(algorithm, DEFAULT_HEURISTIC);
            if let Some(key) = heuristic {
                settings.route_heuristic = job::route_heuristic(key).map_err(Refusal::because)?;
            }
            settings
        }
    };
    settings.order = given.order.unwrap_or(settings.order);
    for (row, value) in &given.options.0 {
        (row.set(&mut settings.options, *value)).expect("the flag's parser has checked the value");
    }

    let LimitOptions {
        max_expanded,
        max_memory,
        max_time,
    } = arguments.limits;
    settings.limits = Limits {
        expanded: max_expanded,
        memory: Some(max_memory),
        time: max_time,
    };
    Ok(settings)
}

/// Refuses options that the algorithm does not have.
fn check_that_options_apply(
    algorithm: &About,
    heuristic: Option<&str>,
    given: &SearchOptions,
) -> Result<(), JobError> {
    let is_informed = algorithm.uses_heuristic;
    let takes_heuristic = is_informed || algorithm.takes_databases();
    let of_settings = [
        (heuristic.is_some() && !takes_heuristic, "--heuristic"),
        (given.measure_to.is_some() && !is_informed, "--measure-to"),
        (given.order.is_some() && algorithm.is_engine(), "--order"),
    ];
    let mut refused = of_settings.iter().filter(|(is_refused, _)| *is_refused);
    let refused = refused.next().map(|(_, flag)| (*flag).to_owned());
    let refused = refused.or_else(|| refused_option(algorithm, &given.options));
    match refused {
        None => Ok(()),
        Some(option) => Err(JobError::DoesNotApply {
            option,
            algorithm: algorithm.name,
            options: match &flags(algorithm)[..] {
                [] => "no options of its own".to_owned(),
                flags => flags.join(", "),
            },
        }),
    }
}

/// The first of the given options that the algorithm does not have.
fn refused_option(algorithm: &About, given: &Given) -> Option<String> {
    let threads = Applies::Threads.about().key;
    let is_refused = |(row, value): &&(&OptionAbout, Value)| {
        // Every algorithm uses one thread.
        let is_one_thread = row.key == threads && *value == Value::Whole(1);
        algorithm.option(row).is_none() && !is_one_thread
    };
    let (row, _) = given.0.iter().find(is_refused)?;
    Some(match row.key == threads {
        true => format!("{} above 1", row.flag()),
        false => row.flag(),
    })
}

/// The flags of the algorithm's own options.
pub fn flags(algorithm: &About) -> Vec<String> {
    let takes_heuristic = algorithm.uses_heuristic || algorithm.takes_databases();
    let heuristic = takes_heuristic.then(|| "--heuristic".to_owned());
    let own = algorithm
        .options
        .iter()
        .map(|applies| applies.about().flag());
    heuristic.into_iter().chain(own).collect()
}
