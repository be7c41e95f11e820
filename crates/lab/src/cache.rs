//! The on-disk cache of pattern databases, one file each.
//!
//! A file is a header of 32 bytes and the database's content as [`Database`] has it in memory.
//! Numbers are little-endian.
//!
//! | bytes | content |
//! | --- | --- |
//! | 0 to 7 | `TSTABLES` |
//! | 8 to 11 | format version: 1, or 2 if the database depends on the blank |
//! | 12, 13, 14 | rows and columns of the board, and the blank's cell in the goal |
//! | 15 | number of tiles in the pattern |
//! | 16 to 23 | their cells in the goal, ascending, padded with 0 |
//! | 24 to 27 | CRC-32 of bytes 0 to 23 |
//! | 28 to 31 | CRC-32 of the content |
//!
//! Files are written to a temporary name and renamed, so they are always complete. Two processes
//! that write the same file write the same content. `unfinished` has the temporary files.

mod unfinished;

pub use unfinished::Unfinished;

use super::format;
#[cfg(unix)]
use atomic_write_file::unix::OpenOptionsExt;
use crc32fast::Hasher;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use tilescope_engines::team;
use tilescope_puzzle::pattern_database::{Blank, Database, PageBuffer, Pattern};

const MAGIC: &[u8; 8] = b"TSTABLES";
/// Older programs treat version 2 as damaged and ignore it.
const VERSIONS: [(Blank, u32); 2] = [(Blank::Minimised, 1), (Blank::Kept, 2)];
const HEADER_BYTES: usize = 32;
const EXTENSION: &str = "tables";

/// The environment variable that overrides the cache folder; empty disables the cache.
pub const VARIABLE: &str = "TILESCOPE_CACHE";

/// Bytes written between two checks for a stop: a few milliseconds' work.
const WRITE_CHUNK: usize = 4 << 20;

/// Bytes read before their checksum is computed, while they are in the L2 cache.
const READ_CHUNK: usize = 256 << 10;

/// The file size from which several threads read, and their maximum number: more don't help, since
/// memory is the bottleneck.
const MIN_PARALLEL_BYTES: usize = 8 << 20;
const MAX_READERS: usize = 4;

/// A cache folder.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// Why a database was not read, written or deleted.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    #[error("{} is damaged ({damage}), so it is not used", format::path(.path))]
    Damaged { damage: Damage, path: PathBuf },
    #[error("{} cannot be read ({error}), so it is not used", format::path(.path))]
    Unreadable { error: io::Error, path: PathBuf },
    #[error("the tables could not be saved: {cause} in {}; set {VARIABLE} to use another folder", format::path(.folder))]
    Unwritable { cause: String, folder: PathBuf },
    #[error("{} cannot be deleted ({error})", format::path(.path))]
    Undeletable { error: io::Error, path: PathBuf },
}

/// A cached database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CachedDatabase {
    pub pattern: Pattern,
    /// The file's length.
    pub n_bytes: u64,
    /// Damage found so far; a damaged database is rebuilt when needed.
    pub damage: Option<Damage>,
}

/// The kind of damage to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    #[error("invalid header")]
    Header,
    #[error("wrong length")]
    Length,
    #[error("wrong checksum")]
    Content,
}

/// Whether the user's cache is disabled.
static IS_DISABLED: AtomicBool = AtomicBool::new(false);

impl Cache {
    /// The cache in the folder that [`VARIABLE`] names, else in the user's cache folder; `None` if
    /// there is none.
    pub fn for_user() -> Option<Cache> {
        match std::env::var_os(VARIABLE) {
            _ if IS_DISABLED.load(Ordering::Relaxed) => None,
            Some(folder) if folder.is_empty() => None,
            Some(folder) => Some(Cache::at(folder.into())),
            None => {
                let folders = directories::ProjectDirs::from("", "", "tilescope")?;
                Some(Cache::at(folders.cache_dir().join("tables")))
            }
        }
    }

    /// Disables the user's cache for this process: benchmarks and tests must not depend on its
    /// content.
    pub fn disable() {
        IS_DISABLED.store(true, Ordering::Relaxed);
    }

    /// The cache in `folder`, which is created on the first save.
    pub fn at(folder: PathBuf) -> Cache {
        Cache { folder }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of a pattern's database.
    pub fn path(&self, pattern: &Pattern) -> PathBuf {
        self.folder.join(file_name(pattern))
    }

    /// Reads the database of `pattern`; `None` if there is no file or reading was stopped.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn load(
        &self,
        pattern: &Pattern,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Database>, CacheError> {
        self.delete_unfinished();
        let path = self.path(pattern);
        match read(&path, pattern, is_stopped) {
            Ok(Ok(database)) => Ok(database),
            Ok(Err(damage)) => Err(CacheError::Damaged { damage, path }),
            Err(error) if is_absence(&error) => Ok(None),
            Err(error) => Err(CacheError::Unreadable { error, path }),
        }
    }

    /// Writes a database, unless stopped.
    ///
    /// # Errors
    /// If it cannot be written; an existing file is unchanged.
    pub fn save(
        &self,
        database: &Database,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<(), CacheError> {
        let write = || -> io::Result<()> {
            fs::create_dir_all(&self.folder)?;
            self.delete_unfinished();
            let _writing = self.lock_for_writing();
            let path = self.path(database.pattern());
            let in_the_way = fs::symlink_metadata(&path).map(|it| it.file_type());
            if in_the_way.is_ok_and(|it| !it.is_file() && !it.is_symlink()) {
                return Err(io::Error::other(format!(
                    "{NOT_A_FILE}: {}",
                    format::path(&path)
                )));
            }
            let mut options = atomic_write_file::AtomicWriteFile::options();
            // Everyone may write a symbolic link. The file that replaces it doesn't inherit that.
            #[cfg(unix)]
            options.preserve_mode(!path.is_symlink());
            let mut file = options.open(path)?;
            file.write_all(&header(database.pattern(), database.bytes()))?;
            for part in database.bytes().chunks(WRITE_CHUNK) {
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
                    "not enough disk space for {}",
                    format::bytes(database.bytes().len() as u64)
                ),
                ErrorKind::FileTooLarge => format!(
                    "a file of {} is too large",
                    format::bytes(database.bytes().len() as u64)
                ),
                ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                    "permission denied".into()
                }
                ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
                    "part of the path is a file".into()
                }
                _ => format!("write error ({error})"),
            },
            folder: self.folder.clone(),
        })
    }

    /// The cached databases, with headers and file lengths checked.
    pub fn list(&self) -> Vec<CachedDatabase> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut cached: Vec<CachedDatabase> = files
            .filter_map(|file| {
                let pattern = parse_file_name(&file.path())?;
                let n_bytes = fs::metadata(file.path()).ok()?.len();
                let header = open(&file.path()).and_then(|mut file| {
                    let mut header = [0; HEADER_BYTES];
                    file.read_exact(&mut header).map(|()| header)
                });
                let damage = if n_bytes != HEADER_BYTES as u64 + pattern.n_bytes() {
                    Some(Damage::Length)
                } else if header
                    .ok()
                    .and_then(|header| self::pattern(&header))
                    .as_ref()
                    != Some(&pattern)
                {
                    Some(Damage::Header)
                } else {
                    None
                };
                Some(CachedDatabase {
                    pattern,
                    n_bytes,
                    damage,
                })
            })
            .collect();
        cached.sort_unstable_by(|one, other| one.pattern.cmp(&other.pattern));
        cached
    }

    /// Deletes the database of `pattern`; `false` if there was none.
    ///
    /// # Errors
    /// If it cannot be deleted.
    pub fn delete(&self, pattern: &Pattern) -> Result<bool, CacheError> {
        let path = self.path(pattern);
        match fs::remove_file(&path) {
            Ok(()) => Ok(true),
            Err(error) if is_absence(&error) => Ok(false),
            Err(error) => Err(CacheError::Undeletable { error, path }),
        }
    }
}

/// Whether there is no such file, and perhaps no such folder.
fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// The suffix of the blank's cell in file names of databases that depend on the blank.
const BLANK_SUFFIX: &str = "-kept";

/// The file name of a pattern's database.
fn file_name(pattern: &Pattern) -> String {
    let homes: Vec<String> = pattern.homes().iter().map(u8::to_string).collect();
    let size = pattern.size();
    format!(
        "{}x{}-blank-{}{}-tiles-{}.{EXTENSION}",
        size.rows(),
        size.columns(),
        pattern.blank(),
        if pattern.keeps_blank() {
            BLANK_SUFFIX
        } else {
            ""
        },
        homes.join("-")
    )
}

/// Parses a file name.
fn parse_file_name(path: &Path) -> Option<Pattern> {
    let stem = path.file_name()?.to_str()?.strip_suffix(EXTENSION)?;
    let (size, rest) = stem.strip_suffix('.')?.split_once("-blank-")?;
    let (rows, columns) = size.split_once('x')?;
    let (blank, homes) = rest.split_once("-tiles-")?;
    let homes: Result<Vec<u8>, _> = homes.split('-').map(str::parse).collect();
    let size = (rows.parse().ok()?, columns.parse().ok()?);
    let (blank, of_blank) = match blank.strip_suffix(BLANK_SUFFIX) {
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

/// Parses a header.
fn pattern(header: &[u8; HEADER_BYTES]) -> Option<Pattern> {
    let is_whole = header[24..28] == crc32fast::hash(&header[..24]).to_le_bytes();
    let version = u32::from_le_bytes(*header[8..].first_chunk()?);
    let (of_blank, _) = VERSIONS.iter().find(|(_, known)| *known == version)?;
    let homes = header[16..24].get(..header[15].into())?;
    let size = (header[12].into(), header[13].into());
    (is_whole && header[..8] == *MAGIC)
        .then(|| Pattern::from_cells(size, header[14], homes, *of_blank))?
}

const NOT_A_FILE: &str = "it is a folder, a device or a pipe, not a file";

/// Opens a regular file. Opening a pipe would wait for a writer.
fn open(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other(NOT_A_FILE));
    }
    File::open(path)
}

/// Reads the database of `wanted`.
fn read(
    path: &Path,
    wanted: &Pattern,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> io::Result<Result<Option<Database>, Damage>> {
    let n_bytes = wanted.n_bytes();
    let mut file = open(path)?;
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

/// Reads the content of a file with several threads, each a share of it. Returns its CRC-32, or
/// `None` if stopped. The time goes into memory accesses, so two threads take half as long.
fn read_content(
    path: &Path,
    content: &mut [u8],
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> io::Result<Option<u32>> {
    let n_threads = if content.len() < MIN_PARALLEL_BYTES {
        1
    } else {
        thread::available_parallelism().map_or(1, |n| n.get().min(MAX_READERS))
    };
    let share_bytes = content.len().div_ceil(n_threads).max(1);
    let read_share = &|number: usize, share: &mut [u8]| -> io::Result<Option<Hasher>> {
        let mut file = open(path)?;
        file.seek(SeekFrom::Start(
            (HEADER_BYTES + number * share_bytes) as u64,
        ))?;
        let mut sum = Hasher::new();
        for part in share.chunks_mut(READ_CHUNK) {
            if is_stopped() {
                return Ok(None);
            }
            file.read_exact(part)?;
            sum.update(part);
        }
        Ok(Some(sum))
    };
    thread::scope(|scope| {
        let mut shares = content.chunks_mut(share_bytes).enumerate();
        let first = shares.next();
        let mut others = Vec::new();
        for (number, share) in shares {
            let read = move || read_share(number, share);
            let thread = team::spawn(scope, "read tables", read);
            others.push(thread.ok_or(ErrorKind::OutOfMemory)?);
        }
        let mut total = match first {
            Some((number, share)) => read_share(number, share)?,
            None => Some(Hasher::new()),
        };
        for other in others {
            let other = other.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            match (&mut total, other) {
                (Some(total), Some(other)) => total.combine(&other),
                _ => total = None,
            }
        }
        Ok(total.map(Hasher::finalize))
    })
}
