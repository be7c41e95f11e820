//! A one-line description of this machine.

use crate::format;
use std::fs;
use std::thread;

/// Processor, cores, memory and operating system, as far as known.
pub fn machine() -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut parts = vec![
        field("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown processor".into()),
        format!("{cores} {}", if cores == 1 { "core" } else { "cores" }),
    ];
    let kibibytes = field("/proc/meminfo", "MemTotal");
    let kibibytes = kibibytes.and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    parts.extend(kibibytes.map(|n| format::bytes(n * 1024)));
    parts.push(format!(
        "{} {}",
        std::env::consts::OS,
        std::env::consts::ARCH
    ));
    parts.join(", ")
}

/// The value of the field `name` in a file of lines `name: value`.
pub(crate) fn field(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let mut lines = text.lines().filter_map(|line| line.split_once(':'));
    let (_, value) = lines.find(|(key, _)| key.trim() == name)?;
    Some(value.split_whitespace().collect::<Vec<_>>().join(" "))
}
