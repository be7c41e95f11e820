//! Databases kept on disk, a file each, in the user's cache folder.
//!
//! A file is a header of 32 bytes and the database's content, as
//! [`Database`] has it in memory. Numbers have their
//! lowest byte first.
//!
//! | bytes | what they are |
//! | --- | --- |
//! | 0 to 7 | `TSTABLES` |
//! | 8 to 11 | the version of this format: 1, or 2 if the blank is kept |
//! | 12, 13, 14 | rows and columns of the board, and the blank's cell in the goal |
//! | 15 | how many tiles the pattern has |
//! | 16 to 23 | their cells in the goal, in rising order; 0 behind them |
//! | 24 to 27 | CRC-32 of the bytes before |
//! | 28 to 31 | CRC-32 of the content |
//!
//! A file is written beside its place and then put there, so at any time it is whole: of two
//! programs that write the same one, each puts its own there, and they are equal.

use super::format;
use crc32fast::Hasher;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use tilescope_puzzle::pattern_database::{Blank, Database, PageBuffer, Pattern};

const MAGIC: &[u8; 8] = b"TSTABLES";
/// Programs that know the first alone take the other for damaged, and leave it alone.
const VERSIONS: [(Blank, u32); 2] = [(Blank::Minimised, 1), (Blank::Kept, 2)];
const HEADER_BYTES: usize = 32;
const EXTENSION: &str = "tables";

/// The variable that names another folder than the user's; empty for none at all.
pub const VARIABLE: &str = "TILESCOPE_CACHE";

/// So many bytes are written before it is asked whether to stop: a few milliseconds' work.
const AT_A_TIME: usize = 4 << 20;

/// So many bytes are read before they are added up, while they are in the second cache.
const READ_AT_A_TIME: usize = 256 << 10;

/// So many bytes are worth more threads, and so many threads are as quick as memory.
const WORTH_A_THREAD: usize = 8 << 20;
const MOST_READERS: usize = 4;

/// A folder of databases.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// Why a database was not read or written: what, where, and what comes of it.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    #[error("{} is damaged ({damage}), so it is not used", .path.display())]
    Damaged { damage: Damage, path: PathBuf },
    #[error("{} cannot be read ({error}), so it is not used", .path.display())]
    Unreadable { error: io::Error, path: PathBuf },
    #[error("the tables are not kept: {cause} in {}; {VARIABLE} names another folder", .folder.display())]
    Unwritable { cause: String, folder: PathBuf },
    #[error("{} cannot be deleted ({error})", .path.display())]
    Undeletable { error: io::Error, path: PathBuf },
}

/// A database that is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    pub pattern: Pattern,
    /// The length of its file.
    pub n_bytes: u64,
    /// What is wrong with it, as far as it was looked at: it is built again when it is wanted.
    pub damage: Option<Damage>,
}

/// What is wrong with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    #[error("its beginning")]
    Header,
    #[error("its length")]
    Length,
    #[error("its content")]
    Content,
}

/// Whether the user's folder is left alone.
static IS_OFF: AtomicBool = AtomicBool::new(false);

impl Cache {
    /// The folder that [`VARIABLE`] names, else the user's; `None` if there is none.
    pub fn of_user() -> Option<Cache> {
        match std::env::var_os(VARIABLE) {
            _ if IS_OFF.load(Ordering::Relaxed) => None,
            Some(folder) if folder.is_empty() => None,
            Some(folder) => Some(Cache::at(folder.into())),
            None => {
                let folders = directories::ProjectDirs::from("", "", "tilescope")?;
                Some(Cache::at(folders.cache_dir().join("tables")))
            }
        }
    }

    /// From now on and as long as the program runs, the user's folder is neither read nor
    /// written: for benchmarks and tests, for which what somebody keeps must make no difference.
    pub fn turn_off() {
        IS_OFF.store(true, Ordering::Relaxed);
    }

    /// The cache in `folder`, which is made when something is kept there.
    pub fn at(folder: PathBuf) -> Cache {
        Cache { folder }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a pattern's database.
    pub fn path(&self, pattern: &Pattern) -> PathBuf {
        self.folder.join(name(pattern))
    }

    /// Reads the database of `pattern`; `None` if there is no file, or it was stopped.
    ///
    /// # Errors
    /// If there is one, but it cannot be read or is damaged.
    pub fn load(
        &self,
        pattern: &Pattern,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Database>, CacheError> {
        let path = self.path(pattern);
        match read(&path, pattern, is_stopped) {
            Ok(Ok(database)) => Ok(database),
            Ok(Err(damage)) => Err(CacheError::Damaged { damage, path }),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(CacheError::Unreadable { error, path }),
        }
    }

    /// Writes a database, unless it is stopped.
    ///
    /// # Errors
    /// If it cannot be written; what was there before is there still.
    pub fn save(
        &self,
        database: &Database,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<(), CacheError> {
        let write = || -> io::Result<()> {
            fs::create_dir_all(&self.folder)?;
            let path = self.path(database.pattern());
            let mut file = atomic_write_file::AtomicWriteFile::open(path)?;
            file.write_all(&header(database.pattern(), database.bytes()))?;
            for part in database.bytes().chunks(AT_A_TIME) {
                if is_stopped() {
                    return Ok(());
                }
                file.write_all(part)?;
            }
            file.commit()
        };
        write().map_err(|error| CacheError::Unwritable {
            cause: match error.kind() {
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded => format!(
                    "the disk has no room for {}",
                    format::bytes(database.bytes().len() as u64)
                ),
                ErrorKind::FileTooLarge => format!(
                    "no file may be as large as {}",
                    format::bytes(database.bytes().len() as u64)
                ),
                ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                    "there is no permission to write".into()
                }
                _ => format!("there was an error ({error})"),
            },
            folder: self.folder.clone(),
        })
    }

    /// The databases that are there, as far as names, beginnings and lengths of files tell.
    pub fn list(&self) -> Vec<Kept> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut there: Vec<Kept> = files
            .filter_map(|file| {
                let pattern = named(&file.path())?;
                let n_bytes = file.metadata().ok()?.len();
                let begins = File::open(file.path()).and_then(|mut file| {
                    let mut header = [0; HEADER_BYTES];
                    file.read_exact(&mut header).map(|()| header)
                });
                let damage = if n_bytes != HEADER_BYTES as u64 + pattern.n_bytes() {
                    Some(Damage::Length)
                } else if begins
                    .ok()
                    .and_then(|header| self::pattern(&header))
                    .as_ref()
                    != Some(&pattern)
                {
                    Some(Damage::Header)
                } else {
                    None
                };
                Some(Kept {
                    pattern,
                    n_bytes,
                    damage,
                })
            })
            .collect();
        there.sort_unstable_by(|one, other| one.pattern.cmp(&other.pattern));
        there
    }

    /// Deletes the database of `pattern`; whether there was one.
    ///
    /// # Errors
    /// If it cannot be deleted.
    pub fn delete(&self, pattern: &Pattern) -> Result<bool, CacheError> {
        let path = self.path(pattern);
        match fs::remove_file(&path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(CacheError::Undeletable { error, path }),
        }
    }
}

/// What stands behind the blank's cell in the name of a file if the blank is kept.
const KEPT: &str = "-kept";

/// What the file of a pattern's database is called.
fn name(pattern: &Pattern) -> String {
    let homes: Vec<String> = pattern.homes().iter().map(u8::to_string).collect();
    let size = pattern.size();
    format!(
        "{}x{}-blank-{}{}-tiles-{}.{EXTENSION}",
        size.rows(),
        size.columns(),
        pattern.blank(),
        if pattern.keeps_blank() { KEPT } else { "" },
        homes.join("-")
    )
}

/// The pattern whose database a file is called after.
fn named(path: &Path) -> Option<Pattern> {
    let stem = path.file_name()?.to_str()?.strip_suffix(EXTENSION)?;
    let (size, rest) = stem.strip_suffix('.')?.split_once("-blank-")?;
    let (rows, columns) = size.split_once('x')?;
    let (blank, homes) = rest.split_once("-tiles-")?;
    let homes: Result<Vec<u8>, _> = homes.split('-').map(str::parse).collect();
    let size = (rows.parse().ok()?, columns.parse().ok()?);
    let (blank, of_blank) = match blank.strip_suffix(KEPT) {
        Some(blank) => (blank, Blank::Kept),
        None => (blank, Blank::Minimised),
    };
    Pattern::from_cells(size, blank.parse().ok()?, &homes.ok()?, of_blank)
}

fn header(pattern: &Pattern, content: &[u8]) -> [u8; HEADER_BYTES] {
    let mut header = [0; HEADER_BYTES];
    header[..8].copy_from_slice(MAGIC);
    let is_version = |(blank, _): &&(Blank, u32)| *blank == pattern.blank_mode();
    let version = VERSIONS
        .iter()
        .find(is_version)
        .map_or(0, |(_, version)| *version);
    header[8..12].copy_from_slice(&version.to_le_bytes());
    header[12] = pattern.size().rows() as u8;
    header[13] = pattern.size().columns() as u8;
    header[14] = pattern.blank() as u8;
    header[15] = pattern.homes().len() as u8;
    header[16..16 + pattern.homes().len()].copy_from_slice(pattern.homes());
    let sum = crc32fast::hash(&header[..24]);
    header[24..28].copy_from_slice(&sum.to_le_bytes());
    header[28..].copy_from_slice(&crc32fast::hash(content).to_le_bytes());
    header
}

/// The pattern that a header names, if it is one.
fn pattern(header: &[u8; HEADER_BYTES]) -> Option<Pattern> {
    let is_whole = header[24..28] == crc32fast::hash(&header[..24]).to_le_bytes();
    let version = u32::from_le_bytes(*header[8..].first_chunk()?);
    let (of_blank, _) = VERSIONS.iter().find(|(_, known)| *known == version)?;
    let homes = header[16..24].get(..header[15].into())?;
    let size = (header[12].into(), header[13].into());
    (is_whole && header[..8] == *MAGIC)
        .then(|| Pattern::from_cells(size, header[14], homes, *of_blank))?
}

/// Reads a file that is to hold the database of `wanted`.
fn read(
    path: &Path,
    wanted: &Pattern,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> io::Result<Result<Option<Database>, Damage>> {
    let n_bytes = wanted.n_bytes();
    let mut file = File::open(path)?;
    if file.metadata()?.len() != HEADER_BYTES as u64 + n_bytes {
        return Ok(Err(Damage::Length));
    }
    let mut header = [0; HEADER_BYTES];
    file.read_exact(&mut header)?;
    if pattern(&header).as_ref() != Some(wanted) {
        return Ok(Err(Damage::Header));
    }
    let mut content = PageBuffer::zeros(n_bytes as usize).ok_or(ErrorKind::OutOfMemory)?;
    let Some(sum) = read_content(path, &mut content, is_stopped)? else {
        return Ok(Ok(None));
    };
    if header[28..] != sum.to_le_bytes() {
        return Ok(Err(Damage::Content));
    }
    let database = Database::from_bytes(wanted, content);
    Ok(database.ok_or(Damage::Length).map(Some))
}

/// Reads the content of a file on several threads, each a share of it; its CRC-32, or `None` if
/// it was stopped. What takes the time is memory: to clear it, to copy, to add up; so two threads
/// take half as long.
fn read_content(
    path: &Path,
    content: &mut [u8],
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> io::Result<Option<u32>> {
    let n_threads = if content.len() < WORTH_A_THREAD {
        1
    } else {
        thread::available_parallelism().map_or(1, |n| n.get().min(MOST_READERS))
    };
    let n_of_each = content.len().div_ceil(n_threads).max(1);
    let read_share = &|number: usize, share: &mut [u8]| -> io::Result<Option<Hasher>> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start((HEADER_BYTES + number * n_of_each) as u64))?;
        let mut sum = Hasher::new();
        for part in share.chunks_mut(READ_AT_A_TIME) {
            if is_stopped() {
                return Ok(None);
            }
            file.read_exact(part)?;
            sum.update(part);
        }
        Ok(Some(sum))
    };
    thread::scope(|scope| {
        let mut shares = content.chunks_mut(n_of_each).enumerate();
        let mine = shares.next();
        let mut others = Vec::new();
        for (number, share) in shares {
            let name = thread::Builder::new().name("read tables".into());
            others.push(name.spawn_scoped(scope, move || read_share(number, share))?);
        }
        let mut all = match mine {
            Some((number, share)) => read_share(number, share)?,
            None => Some(Hasher::new()),
        };
        for other in others {
            let other = other.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            match (&mut all, other) {
                (Some(all), Some(other)) => all.combine(&other),
                _ => all = None,
            }
        }
        Ok(all.map(Hasher::finalize))
    })
}
