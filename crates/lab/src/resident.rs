//! The memory that the system says this process holds.

/// The resident memory of this process in bytes, as Linux tells it in `/proc/self/status`; `None`
/// on other systems.
pub fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib << 10)
}
