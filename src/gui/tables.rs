//! Pattern databases: which exist, and the jobs that build, check and delete them.
//!
//! The work is done on threads of `lab::tables::jobs`, with the page open or closed.

use super::requests::{Notice, Page, Request, Wake};
use super::text::sentence;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tilescope_engines::pattern_database::large_partition;
use tilescope_lab::cache::{Cache, CacheError, CachedDatabase, Damage, Unfinished, VARIABLE};
use tilescope_lab::format;
use tilescope_lab::tables::jobs::{self, Task};
use tilescope_lab::tables::{BuildError, Built, Pace};
use tilescope_puzzle::heuristics::required_patterns;
use tilescope_puzzle::pattern_database::{Partition, Pattern, registry};
use tilescope_puzzle::{Board, Costs};

/// Something that can happen to pattern databases.
#[derive(Clone, Debug)]
pub enum TablesAction {
    /// Lists those on disk and in memory.
    List,
    /// Lists them and reads each file to check it.
    Check,
    /// Builds the missing ones of these patterns, within this many bytes of memory.
    Build(Vec<Pattern>, u64),
    /// Stops building or checking.
    Stop,
    /// Deletes one, on disk and in memory.
    Delete(Pattern),
    /// Deletes the temporary files that ended processes have left.
    DeleteUnfinished,
    /// Opens the page, to paint these patterns of this goal.
    Paint(Board, Partition),
    /// These patterns of this goal are painted there now: they are there again when the page is
    /// opened the next time, by the next window too.
    Painted(Board, Partition),
    /// Another folder than the user's, for tests and for windows that are photographed.
    KeepIn(PathBuf),
}

/// A database on disk or in memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub pattern: Pattern,
    pub n_bytes: u64,
    pub is_on_disk: bool,
    pub is_in_memory: bool,
    /// The damage of its file, if any was found.
    pub damage: Option<Damage>,
}

/// The pattern databases and their jobs.
pub struct Tables {
    /// `None` where there is no folder for them.
    cache: Option<Cache>,
    /// Sorted by pattern.
    there: Vec<Table>,
    is_listed: bool,
    listing: Option<Listing>,
    /// The temporary files in the folder.
    unfinished: Option<Unfinished>,
    listing_unfinished: Option<Task<Option<Unfinished>>>,
    building: Option<Building>,
    deleting: Option<Task<Result<usize, CacheError>>>,
    /// The speed of the last build.
    pace: Option<Pace>,
    /// The last failure.
    trouble: Option<String>,
    painted: Option<(Board, Partition)>,
    /// What was painted when tables were built, the newest first.
    built: Vec<(Board, Partition)>,
    /// Counts the requests to paint other patterns.
    n_painted: u32,
}

struct Listing {
    task: Task<Vec<CachedDatabase>>,
    reads_all: bool,
}

struct Building {
    patterns: Vec<Pattern>,
    task: Task<Result<Built, BuildError>>,
    began: Instant,
}

/// Progress from 0 to 1, and the remaining time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BuildProgress {
    pub done: f64,
    pub remaining: Option<Duration>,
}

impl BuildProgress {
    fn of<T: Send + 'static>(task: &Task<T>) -> Self {
        BuildProgress {
            done: task.done(),
            remaining: task.remaining(),
        }
    }
}

impl Default for Tables {
    fn default() -> Self {
        Tables {
            cache: Cache::for_user(),
            there: Vec::new(),
            is_listed: false,
            listing: None,
            unfinished: None,
            listing_unfinished: None,
            building: None,
            deleting: None,
            pace: None,
            trouble: None,
            painted: None,
            built: Vec::new(),
            n_painted: 0,
        }
    }
}

impl Tables {
    /// Ends all jobs, and forgets what they have found.
    pub fn begin_anew(&mut self) {
        *self = Tables {
            cache: self.cache.take(),
            pace: self.pace,
            n_painted: self.n_painted,
            ..Tables::default()
        };
    }

    /// Where they are kept; `None` if nowhere.
    pub fn folder(&self) -> Option<&Path> {
        self.cache.as_ref().map(Cache::folder)
    }

    /// Those that there are, on disk and in memory.
    pub fn there(&self) -> &[Table] {
        &self.there
    }

    /// The temporary files of tables, if there are any.
    pub fn unfinished(&self) -> Option<Unfinished> {
        self.unfinished
    }

    /// Whether anything is being listed, checked, built or deleted.
    pub fn is_at_work(&self) -> bool {
        self.listing.is_some()
            || self.listing_unfinished.is_some()
            || self.building.is_some()
            || self.deleting.is_some()
    }

    /// Whether it has been found out which there are.
    pub fn is_listed(&self) -> bool {
        self.is_listed
    }

    /// Whether the table of `pattern` is on disk, and whole as far as is known.
    pub fn is_kept(&self, pattern: &Pattern) -> bool {
        let table = self.there.iter().find(|table| table.pattern == *pattern);
        table.is_some_and(|table| table.is_on_disk && table.damage.is_none())
    }

    /// The patterns of the tables that are on disk, and whole as far as is known.
    pub fn on_disk(&self) -> impl Iterator<Item = &Pattern> {
        let is_on_disk = |table: &&Table| table.is_on_disk && table.damage.is_none();
        let on_disk = self.there.iter().filter(is_on_disk);
        on_disk.map(|table| &table.pattern)
    }

    /// The patterns of the tables that are in memory.
    pub fn in_memory(&self) -> impl Iterator<Item = &Pattern> {
        let in_memory = self.there.iter().filter(|table| table.is_in_memory);
        in_memory.map(|table| &table.pattern)
    }

    /// Whether the table of `pattern` is in memory, and so needs no building.
    pub fn is_in_memory(&self, pattern: &Pattern) -> bool {
        let table = self.there.iter().find(|table| table.pattern == *pattern);
        table.is_some_and(|table| table.is_in_memory)
    }

    /// How far the building is, while there is one.
    pub fn building(&self) -> Option<BuildProgress> {
        let building = self.building.as_ref()?;
        Some(BuildProgress::of(&building.task))
    }

    /// What is being built, while it is.
    pub fn patterns_building(&self) -> &[Pattern] {
        let building = self.building.as_ref();
        building.map_or(&[], |building| &building.patterns)
    }

    /// How far the reading of all files is, while there is one.
    pub fn checking(&self) -> Option<BuildProgress> {
        let listing = self.listing.as_ref().filter(|listing| listing.reads_all)?;
        Some(BuildProgress::of(&listing.task))
    }

    /// How quickly this machine builds, as far as it was seen to build.
    pub fn pace(&self) -> Option<Pace> {
        self.pace
    }

    /// Takes up what an earlier window has seen of this machine.
    pub fn set_pace(&mut self, pace: Option<Pace>) {
        self.pace = pace;
    }

    /// What went wrong last, in a sentence.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Whether the large tables of the engine for this goal are there, on disk or in memory, and
    /// whole as far as is known; not before they were listed.
    pub fn has_large(&self, goal: &Board) -> bool {
        let is_there = |pattern: &Pattern| {
            let mut whole = self.there.iter().filter(|table| table.damage.is_none());
            whole.any(|table| table.pattern == *pattern)
        };
        let wanted =
            large_partition(goal).map(|partition| required_patterns(goal, Costs::UNIT, &partition));
        matches!(wanted, Some(Ok(wanted)) if wanted.iter().all(is_there))
    }

    /// The patterns that are painted or to be painted, and a number that changes whenever there are others.
    pub fn painted(&self) -> (u32, Option<&(Board, Partition)>) {
        (self.n_painted, self.painted.as_ref())
    }

    /// What was painted when tables were built by this window, the newest first: it says which of
    /// the tiles that share a table the user means.
    pub fn built(&self) -> &[(Board, Partition)] {
        &self.built
    }

    /// Does what `action` says; what has to happen outside is returned.
    pub fn apply(&mut self, action: TablesAction, wake: &Wake) -> Option<Request> {
        match action {
            TablesAction::List => self.list(false, wake),
            TablesAction::Check => self.list(true, wake),
            TablesAction::Build(patterns, memory) => self.build(patterns, memory, wake),
            TablesAction::Stop => {
                if let Some(building) = &self.building {
                    building.task.stop();
                }
                if let Some(listing) = &self.listing {
                    listing.task.stop();
                }
            }
            TablesAction::Delete(pattern) => self.delete(pattern, wake),
            TablesAction::DeleteUnfinished => self.delete_unfinished(wake),
            TablesAction::Paint(goal, partition) => {
                self.painted = Some((goal, partition));
                self.n_painted += 1;
                return Some(Request::Show(Page::Tables));
            }
            TablesAction::Painted(goal, partition) => self.painted = Some((goal, partition)),
            TablesAction::KeepIn(folder) => {
                self.cache = Some(Cache::at(folder));
                self.is_listed = false;
            }
        }
        None
    }

    /// Takes in what the threads have found and done; its end is to be told, once.
    pub fn poll(&mut self, wake: &Wake) -> Option<Request> {
        let listed = self.listing.as_ref().and_then(|it| it.task.poll());
        if let Some(listed) = listed {
            let checked = self.listing.take().is_some_and(|listing| listing.reads_all);
            match listed {
                Ok(kept) => self.take_in(kept, checked),
                Err(fault) => {
                    self.is_listed = true;
                    return Some(self.tell_trouble(&fault));
                }
            }
        }
        if let Some(found) = self.listing_unfinished.as_ref().and_then(Task::poll) {
            self.listing_unfinished = None;
            self.unfinished = found.unwrap_or_default();
        }
        if let Some(deleted) = self.deleting.as_ref().and_then(Task::poll) {
            self.deleting = None;
            self.list(false, wake);
            match deleted {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => return Some(self.tell_trouble(&error)),
                Err(fault) => return Some(self.tell_trouble(&fault)),
            }
        }
        let came_to = self.building.as_ref().and_then(|it| it.task.poll())?;
        let building = self.building.take()?;
        if matches!(came_to, Ok(Ok(_))) {
            let anew = |table: &&mut Table| building.patterns.contains(&table.pattern);
            let anew = self.there.iter_mut().filter(anew);
            anew.for_each(|table| table.damage = None);
        }
        self.list(false, wake);
        match came_to {
            Ok(Ok(built)) => {
                self.pace = built.pace.or(self.pace);
                let time = format::duration(building.began.elapsed());
                let text = match built.n_tables {
                    0 => "All of these tables are there already.".into(),
                    1 => format!("Built 1 table in {time}"),
                    n => format!("Built {n} tables in {time}"),
                };
                Some(Request::Notify(Notice::Done(text)))
            }
            Ok(Err(BuildError::Interrupted)) => None,
            Ok(Err(error)) => Some(self.tell_trouble(&error)),
            Err(fault) => Some(self.tell_trouble(&fault)),
        }
    }

    /// A run has ended, and may have kept tables: those who look see them.
    pub fn run_ended(&mut self, wake: &Wake) {
        if self.is_listed {
            self.list(false, wake);
        }
    }

    fn tell_trouble(&mut self, error: &dyn std::error::Error) -> Request {
        let text = sentence(&error.to_string());
        self.trouble = Some(text.clone());
        Request::Notify(Notice::Failed(text))
    }

    fn list(&mut self, reads_all: bool, wake: &Wake) {
        let Some(cache) = self.cache.clone() else {
            self.take_in(Vec::new(), true);
            return;
        };
        let wake_again = wake.clone();
        let unfinished = jobs::list_unfinished(cache.clone(), move || wake_again());
        self.listing_unfinished = Some(unfinished);
        // A list that comes while all are read would only hide what that finds.
        if self.checking().is_some() {
            return;
        }
        let wake = wake.clone();
        let task = match reads_all {
            true => jobs::check(cache, move || wake()),
            false => jobs::list(cache, move || wake()),
        };
        self.listing = Some(Listing { task, reads_all });
    }

    fn build(&mut self, patterns: Vec<Pattern>, memory: u64, wake: &Wake) {
        let Some(cache) = self.cache.clone().filter(|_| self.building.is_none()) else {
            return;
        };
        self.trouble = None;
        if let Some(painted) = &self.painted {
            self.built.retain(|built| built != painted);
            self.built.insert(0, painted.clone());
        }
        let wake = wake.clone();
        let wanted = patterns.clone();
        let task = jobs::spawn_build(cache, wanted, None, memory, move || wake());
        self.building = Some(Building {
            patterns,
            task,
            began: Instant::now(),
        });
    }

    fn delete(&mut self, pattern: Pattern, wake: &Wake) {
        let Some(cache) = self.cache.clone().filter(|_| self.deleting.is_none()) else {
            return;
        };
        self.trouble = None;
        let wake = wake.clone();
        let task = jobs::spawn_delete(cache, vec![pattern], move || wake());
        self.deleting = Some(task);
    }

    fn delete_unfinished(&mut self, wake: &Wake) {
        let Some(cache) = self.cache.clone().filter(|_| self.deleting.is_none()) else {
            return;
        };
        self.trouble = None;
        let wake = wake.clone();
        let task = jobs::spawn_delete_unfinished(cache, move || wake());
        self.deleting = Some(task);
    }

    /// Puts what is on disk and what is in memory together. What all files were read for is
    /// known until the next time.
    fn take_in(&mut self, kept: Vec<CachedDatabase>, checked: bool) {
        self.is_listed = true;
        let in_memory = registry::patterns();
        let known = std::mem::take(&mut self.there);
        let was_damaged = |pattern: &Pattern, n_bytes: u64| {
            let before = known.iter().find(|table| table.pattern == *pattern);
            let before = before.filter(|table| table.n_bytes == n_bytes && !checked);
            before.and_then(|table| table.damage)
        };
        let on_disk = kept.into_iter().map(|kept| Table {
            is_in_memory: in_memory.contains(&kept.pattern),
            damage: (kept.damage).or_else(|| was_damaged(&kept.pattern, kept.n_bytes)),
            n_bytes: kept.n_bytes,
            is_on_disk: true,
            pattern: kept.pattern,
        });
        self.there = on_disk.collect();
        for pattern in &in_memory {
            if self.there.iter().all(|table| table.pattern != *pattern) {
                self.there.push(Table {
                    n_bytes: pattern.n_bytes(),
                    pattern: pattern.clone(),
                    is_on_disk: false,
                    is_in_memory: true,
                    damage: None,
                });
            }
        }
        self.there.sort_by(|a, b| a.pattern.cmp(&b.pattern));
    }
}

/// Why there is no folder for tables.
pub fn no_folder() -> String {
    format!("There is no folder to keep tables in: {VARIABLE} names none.")
}
