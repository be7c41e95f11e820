//! `tilescope bench`: benchmark results as a table or as JSON.

use super::arguments::Bench;
use super::{Refusal, print};
use serde_json::json;
use std::io;
use std::time::Duration;
use tilescope_lab::bench::{Extent, Measured, Row, machine};
use tilescope_lab::cache::Cache;
use tilescope_lab::format;

/// Runs the named benchmarks and prints each result; returns the exit status and the result of
/// printing.
pub fn bench(arguments: &Bench) -> Result<(u8, io::Result<()>), Refusal> {
    let rows = chosen(arguments)?;
    // Results must not depend on cached tables.
    Cache::disable();
    Ok((0, run(&rows, arguments.json)))
}

fn chosen(arguments: &Bench) -> Result<Vec<&'static Row>, Refusal> {
    if arguments.names.is_empty() {
        let is_chosen = |row: &&Row| !arguments.quick || row.extent == Extent::Quick;
        return Ok(Row::all().filter(is_chosen).collect());
    }
    let by_key = |key: &String| {
        Row::by_key(key).ok_or_else(|| {
            let keys: Vec<_> = Row::all().map(|row| row.key).collect();
            Refusal(format!(
                "there is no benchmark “{}”; choose one of {}",
                format::excerpt(key),
                keys.join(", ")
            ))
        })
    };
    arguments.names.iter().map(by_key).collect()
}

fn run(rows: &[&Row], is_json: bool) -> io::Result<()> {
    let keys = rows.iter().map(|row| row.key.chars().count());
    let works = rows.iter().map(|row| row.work.chars().count());
    let widths = (keys.max().unwrap_or(0), works.max().unwrap_or(0));
    if !is_json {
        let head = [
            "CPU", "clock", "nodes", "nodes/s", "B/node", "required", "aim",
        ];
        let head = line(widths, "NAME", "WORK", head.map(String::from));
        print(&format!("{}\n\n{head}", machine()))?;
    }
    for row in rows {
        let measured = row.measure();
        print(&if is_json {
            json(row, &measured)
        } else {
            text(widths, row, &measured)
        })?;
    }
    Ok(())
}

fn text(widths: (usize, usize), row: &Row, measured: &Result<Measured, String>) -> String {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".into());
    let cells = match measured {
        Ok(measured) => {
            let counted = &measured.counted;
            [
                short(measured.processor),
                short(measured.clock),
                or_dash(match (counted.nodes, measured.longest) {
                    (Some(nodes), _) => Some(format!("{} {}", format::count(nodes), counted.done)),
                    (None, longest) => longest.map(|key| format!("by {key}")),
                }),
                or_dash(match counted.speed_up {
                    Some(times) => Some(format!("{times:.2} ×")),
                    None => measured.nodes_per_second().map(rate),
                }),
                or_dash(counted.bytes_a_node().map(|bytes| format!("{bytes:.1}"))),
                row.required.into(),
                row.aim.into(),
            ]
        }
        Err(why) => {
            let width = widths.0;
            return format!("{:width$}  not available: {why}\n", row.key);
        }
    };
    line(widths, row.key, row.work, cells)
}

/// A row of the table, its columns aligned.
fn line(widths: (usize, usize), key: &str, work: &str, cells: [String; 7]) -> String {
    const WIDTHS: [usize; 7] = [8, 8, 24, 10, 8, 10, 9];
    let cells = cells.iter().zip(WIDTHS);
    let cells: String = cells
        .map(|(cell, width)| format!("  {cell:>width$}"))
        .collect();
    let line = format!("{key:0$}  {work:1$}{cells}", widths.0, widths.1);
    format!("{}\n", line.trim_end())
}

/// A time with three significant digits.
fn short(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 {
        format!("{:.3} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

fn rate(nodes_per_second: f64) -> String {
    if nodes_per_second >= 1e9 {
        format!("{:.2} G/s", nodes_per_second / 1e9)
    } else {
        format!("{:.1} M/s", nodes_per_second / 1e6)
    }
}

fn json(row: &Row, measured: &Result<Measured, String>) -> String {
    let done = measured.as_ref().ok();
    let counted = done.map(|measured| measured.counted);
    let object = json!({
        "name": row.key,
        "work": row.work,
        "cpu_seconds": done.map(|measured| measured.processor.as_secs_f64()),
        "clock_seconds": done.map(|measured| measured.clock.as_secs_f64()),
        "runs": done.map(|measured| measured.n_runs),
        "nodes": counted.and_then(|counted| counted.nodes),
        "nodes_are": counted.map(|counted| counted.done),
        "nodes_per_cpu_second": done.and_then(Measured::nodes_per_second),
        "peak_bytes": counted.and_then(|counted| counted.peak_bytes),
        "bytes_per_node": counted.and_then(|counted| counted.bytes_a_node()),
        "longest": done.and_then(|measured| measured.longest),
        "speed_up": counted.and_then(|counted| counted.speed_up),
        "least": row.required,
        "aim": row.aim,
        "not_here": measured.as_ref().err(),
        "machine": machine(),
    });
    format!("{object}\n")
}
