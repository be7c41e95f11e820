//! The process-wide registry of databases, so that a database is built once and shared.

use super::{BuildsInFlight, Database, Pattern, Supervisor, build};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tilescope_search::StopReason;

/// Databases that are no longer in use are kept up to this many bytes.
const MAX_UNUSED_BYTES: usize = 512 << 20;

/// All live databases, and the most recently used ones, the latest last.
struct Registry {
    known: Vec<Weak<Database>>,
    recent: Vec<Arc<Database>>,
}

/// Builds in flight.
static BUILDS: BuildsInFlight<Pattern> = BuildsInFlight::new();

static REGISTRY: Mutex<Registry> = Mutex::new(Registry {
    known: Vec::new(),
    recent: Vec::new(),
});

/// The database of `pattern`, if it is in memory.
pub fn get(pattern: &Pattern) -> Option<Arc<Database>> {
    let mut registry = lock();
    let mut databases = registry.known.iter().filter_map(Weak::upgrade);
    let found = databases.find(|database| database.pattern() == pattern)?;
    registry.touch(&found);
    Some(found)
}

/// Returns the database of `pattern`: from memory, else from the supervisor's store, else built
/// and stored there. Concurrent requests for one pattern share a single build.
///
/// # Errors
/// If `supervisor` stops the build, or memory is exhausted.
pub fn get_or_build(
    pattern: &Pattern,
    supervisor: &mut dyn Supervisor,
) -> Result<Arc<Database>, StopReason> {
    let claim = match get(pattern) {
        Some(_) => None,
        None => Some(BUILDS.claim(pattern, supervisor)?),
    };
    if let Some(database) = get(pattern).or_else(|| supervisor.load(pattern)) {
        supervisor.reserve(database.bytes().len())?;
        return Ok(database);
    }
    supervisor.build_started();
    let database = insert(build(pattern, supervisor)?);
    // Waiting threads may go on before the database is stored.
    drop(claim);
    supervisor.store(&database);
    Ok(database)
}

/// The patterns of all databases in memory, sorted.
pub fn patterns() -> Vec<Pattern> {
    let registry = lock();
    let databases = registry.known.iter().filter_map(Weak::upgrade);
    let mut patterns: Vec<Pattern> = databases
        .map(|database| database.pattern().clone())
        .collect();
    patterns.sort_unstable();
    patterns
}

/// Registers a database, and returns the registered one: an earlier one if two were built at once.
pub fn insert(database: Database) -> Arc<Database> {
    if let Some(earlier) = get(database.pattern()) {
        return earlier;
    }
    let database = Arc::new(database);
    let mut registry = lock();
    registry.known.retain(|entry| entry.strong_count() > 0);
    registry.known.push(Arc::downgrade(&database));
    registry.touch(&database);
    database
}

/// Drops the registry's reference to the database of `pattern`. Its memory is freed once it is no
/// longer in use.
pub fn release(pattern: &Pattern) {
    lock().recent.retain(|recent| recent.pattern() != pattern);
}

impl Registry {
    fn touch(&mut self, database: &Arc<Database>) {
        self.recent.retain(|recent| !Arc::ptr_eq(recent, database));
        self.recent.push(Arc::clone(database));
        let bytes = |recent: &[Arc<Database>]| -> usize {
            recent.iter().map(|recent| recent.bytes().len()).sum()
        };
        while self.recent.len() > 1 && bytes(&self.recent) > MAX_UNUSED_BYTES {
            self.recent.remove(0);
        }
    }
}

/// The lock is recovered after a panic: the registry is consistent between statements.
fn lock() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}
