//! The databases that there are: kept for the next one who wants them.

use super::{BuildsInFlight, Database, Pattern, Supervisor, build};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tilescope_search::StopReason;

/// How many bytes of databases are kept that nobody uses any more.
const MOST_BYTES: usize = 512 << 20;

/// All that somebody holds, and those that were wanted last, the last one at the end.
struct Registry {
    all: Vec<Weak<Database>>,
    kept: Vec<Arc<Database>>,
}

/// Those that are being built.
static SITES: BuildsInFlight<Pattern> = BuildsInFlight::new();

static STOCK: Mutex<Registry> = Mutex::new(Registry {
    all: Vec::new(),
    kept: Vec::new(),
});

/// The database of `pattern`, if it is there.
pub fn find(pattern: &Pattern) -> Option<Arc<Database>> {
    let mut stock = stock();
    let mut there = stock.all.iter().filter_map(Weak::upgrade);
    let found = there.find(|database| database.pattern() == pattern)?;
    stock.keep(&found);
    Some(found)
}

/// Takes the database of `pattern` from stock, or from where `supervisor` keeps it, or builds it
/// and gives it there; and puts it in stock. If somebody else is at it, that one's is waited for.
///
/// # Errors
/// If `supervisor` stops it, or there is no memory.
pub fn obtain(
    pattern: &Pattern,
    supervisor: &mut dyn Supervisor,
) -> Result<Arc<Database>, StopReason> {
    let site = match find(pattern) {
        Some(_) => None,
        None => Some(SITES.claim(pattern, supervisor)?),
    };
    if let Some(database) = find(pattern).or_else(|| supervisor.kept(pattern)) {
        supervisor.grow(database.bytes().len())?;
        return Ok(database);
    }
    supervisor.builds();
    let database = put(build(pattern, supervisor)?);
    // Who waits for it needs not wait until it is kept.
    drop(site);
    supervisor.keep(&database);
    Ok(database)
}

/// The patterns of the databases that are there, sorted.
pub fn patterns() -> Vec<Pattern> {
    let stock = stock();
    let there = stock.all.iter().filter_map(Weak::upgrade);
    let mut patterns: Vec<Pattern> = there.map(|database| database.pattern().clone()).collect();
    patterns.sort_unstable();
    patterns
}

/// Puts a database in stock; that which was there first, if two were built at once.
pub fn put(database: Database) -> Arc<Database> {
    if let Some(earlier) = find(database.pattern()) {
        return earlier;
    }
    let database = Arc::new(database);
    let mut stock = stock();
    stock.all.retain(|there| there.strong_count() > 0);
    stock.all.push(Arc::downgrade(&database));
    stock.keep(&database);
    database
}

/// Lets go of the database of `pattern`: its memory is free once nobody uses it.
pub fn forget(pattern: &Pattern) {
    stock().kept.retain(|kept| kept.pattern() != pattern);
}

impl Registry {
    fn keep(&mut self, database: &Arc<Database>) {
        self.kept.retain(|kept| !Arc::ptr_eq(kept, database));
        self.kept.push(Arc::clone(database));
        let bytes =
            |kept: &[Arc<Database>]| -> usize { kept.iter().map(|kept| kept.bytes().len()).sum() };
        while self.kept.len() > 1 && bytes(&self.kept) > MOST_BYTES {
            self.kept.remove(0);
        }
    }
}

/// No change of the stock is ever half done.
fn stock() -> MutexGuard<'static, Registry> {
    STOCK.lock().unwrap_or_else(PoisonError::into_inner)
}
