//! `tilescope tables`: manages the pattern databases on disk.

use super::arguments::{TablesCommand, TablesName};
use super::progress::ProgressLine;
use super::solve::board;
use super::{Refusal, print, signals};
use std::io;
use std::time::Instant;
use tilescope_lab::cache::{Cache, CachedDatabase, Unfinished, VARIABLE};
use tilescope_lab::format;
use tilescope_lab::tables::{BuildError, MIN_CACHED_BYTES, build};
use tilescope_puzzle::heuristics::HeuristicExpr;
use tilescope_puzzle::heuristics::required_patterns;
use tilescope_puzzle::pattern_database::{Pattern, Plan};
use tilescope_puzzle::{Costs, GoalPreset, Size};

/// Lists, builds or deletes databases; returns the exit status and the result of printing.
pub fn tables(command: &TablesCommand) -> Result<(u8, io::Result<()>), Refusal> {
    let cache = Cache::for_user().ok_or_else(|| {
        Refusal(format!(
            "there is no folder for tables: set {VARIABLE} to one"
        ))
    })?;
    match command {
        TablesCommand::List => Ok((0, print(&list(&cache)))),
        TablesCommand::Build {
            what,
            threads,
            max_memory,
        } => {
            let patterns = patterns(what)?;
            let interrupt = signals::interrupt()?;
            announce(&patterns)?;
            let progress = ProgressLine::new("Building");
            let began = Instant::now();
            let on_progress = &mut |done| progress.set(done);
            let built = build(
                &patterns,
                &cache,
                *threads,
                *max_memory,
                &interrupt,
                on_progress,
            );
            drop(progress);
            match built {
                Ok(built) => {
                    let time = format::duration(began.elapsed());
                    let folder = format::path(cache.folder());
                    let text = match built.n_tables {
                        0 => format!("Nothing to build: all tables are in {folder}\n"),
                        _ => format!("Built in {time} and saved in {folder}\n"),
                    };
                    Ok((0, print(&text)))
                }
                Err(BuildError::Interrupted) => Ok((3, Ok(()))),
                Err(error) => Err(Refusal::because(error)),
            }
        }
        TablesCommand::Delete { what } => {
            let mut n_deleted = 0;
            for pattern in patterns(what)? {
                n_deleted += u32::from(cache.delete(&pattern).map_err(Refusal::because)?);
            }
            let mut text = match n_deleted {
                0 => "No tables to delete\n".into(),
                1 => "Deleted 1 table\n".into(),
                n => format!("Deleted {n} tables\n"),
            };
            match cache.delete_unfinished() {
                0 => {}
                1 => text += "Deleted 1 unfinished file\n",
                n => text += &format!("Deleted {n} unfinished files\n"),
            }
            Ok((0, print(&text)))
        }
    }
}

fn list(cache: &Cache) -> String {
    let cached = cache.list();
    let folder = format::path(cache.folder());
    let unfinished = cache.unfinished();
    if cached.is_empty() && unfinished.is_none() {
        return format!("No tables in {folder}\n");
    }
    let mut text = format!("{folder}\n\n");
    for CachedDatabase {
        pattern,
        n_bytes,
        damage,
    } in cached
    {
        let homes: Vec<String> = pattern.homes().iter().map(u8::to_string).collect();
        let damage = damage.map_or_else(String::new, |damage| format!(", damaged ({damage})"));
        text += &format!(
            "{:>10}  {}, blank in cell {}{}, tiles of cells {}{damage}\n",
            format::bytes(n_bytes),
            pattern.size(),
            pattern.blank(),
            if pattern.keeps_blank() { " (kept)" } else { "" },
            homes.join(" ")
        );
    }
    if let Some(Unfinished {
        n_files,
        n_bytes,
        is_in_use,
    }) = unfinished
    {
        let files = if n_files == 1 { "file" } else { "files" };
        let state = if is_in_use {
            "being written"
        } else {
            "left by an ended process; deleted when tables are next used"
        };
        text += &format!(
            "{:>10}  {n_files} unfinished {files}, {state}\n",
            format::bytes(n_bytes)
        );
    }
    text
}

/// Prints the cost of the build to standard error.
fn announce(patterns: &[Pattern]) -> Result<(), Refusal> {
    let n_bytes = patterns.iter().map(Pattern::n_bytes).sum();
    let plans = patterns.iter().map(Plan::new);
    let (n_states, peak) = plans.fold((0, 0), |(n_states, peak), plan| {
        (n_states + plan.n_states(), peak.max(plan.peak_bytes()))
    });
    let text = format!(
        "{} states, {} of tables; building takes {}\n",
        format::count(n_states),
        format::bytes(n_bytes),
        format::bytes(peak as u64)
    );
    io::Write::write_all(&mut io::stderr(), text.as_bytes()).map_err(Refusal::because)
}

/// The patterns of the named partition.
fn patterns(what: &TablesName) -> Result<Vec<Pattern>, Refusal> {
    let expr: HeuristicExpr = what.name.parse().map_err(Refusal::because)?;
    let goal = match &what.goal {
        Some(text) => board("--goal", text, square(&expr)?)?,
        None => GoalPreset::BlankLast.board(square(&expr)?),
    };
    let partition = expr.partition(&goal).ok_or_else(|| {
        Refusal(format!(
            "{} has no tables for this {} board: name pattern databases, such as pdb-7-8",
            what.name,
            goal.size()
        ))
    })?;
    let mut patterns =
        required_patterns(&goal, Costs::UNIT, &partition).map_err(Refusal::because)?;
    // Smaller databases are built on demand and never cached.
    patterns.retain(|pattern| pattern.n_bytes() >= MIN_CACHED_BYTES);
    if patterns.is_empty() {
        return Err(Refusal(format!(
            "the tables of {} are too small to be saved: they are built on demand",
            what.name
        )));
    }
    Ok(patterns)
}

/// The size of the square board that the partition covers.
fn square(expr: &HeuristicExpr) -> Result<Size, Refusal> {
    let fits = |size: &Size| {
        let goal = GoalPreset::BlankLast.board(*size);
        let partition = expr.partition(&goal);
        size.rows() == size.columns()
            && partition
                .is_some_and(|partition| required_patterns(&goal, Costs::UNIT, &partition).is_ok())
    };
    Size::all().find(fits).ok_or_else(|| {
        Refusal(format!(
            "{expr} is not a partition of the tiles of a square board: name pattern databases, \
             such as pdb-7-8, or the tiles of each pattern, and the goal with --goal"
        ))
    })
}
