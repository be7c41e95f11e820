//! Tilescope's own format of traces: everything that a run showed, in few bytes.
//!
//! `docs/trace-format.md` describes it byte by byte. A file is a signature and chunks; a chunk has
//! a checksum of its own. The first chunk is the job, then come nodes and samples in the order in
//! which they were recorded, then bookmarks if there are any, and the report is the last. So a file
//! that is cut short opens up to its last whole chunk.

mod bookmarks;
mod chunk;
mod form;
mod load;
mod read;
mod results;
mod samples;
mod write;

pub use bookmarks::Bookmark;
pub use load::{Loaded, load};
pub use read::{Damage, Piece, Reader};
pub use results::RunResults;
pub use write::Writer;

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// The extension of such files.
pub const EXTENSION: &str = "tilescope-trace";

/// The version that is written, and the newest that is read.
pub const VERSION: u32 = 1;

/// The first bytes of every version. A transfer that takes the file for text changes them.
const SIGNATURE: [u8; 8] = *b"\x89TST\r\n\x1a\n";

/// Whether a regular file begins as a trace of this format does, of any version.
pub fn is_trace_file(path: &Path) -> bool {
    // Opening a pipe would wait for a writer.
    let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    let mut beginning = [0; SIGNATURE.len()];
    let read = |mut file: File| file.read_exact(&mut beginning);
    is_file && File::open(path).and_then(read).is_ok() && beginning == SIGNATURE
}
