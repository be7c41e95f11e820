//! A chunk: its kind, its sizes, its checksum and its content, which is compressed where that helps.
//!
//! | bytes | |
//! | --- | --- |
//! | 4 | kind, in letters |
//! | 4 | length in the file |
//! | 4 | length of the content; if it is the same, the content is not compressed |
//! | 4 | CRC-32 of the twelve bytes before and of the bytes in the file |
//! | … | the content, compressed as an LZ4 block |

use std::io::{self, ErrorKind, Read, Write};

pub const JOB: [u8; 4] = *b"JOB ";
pub const NODES: [u8; 4] = *b"NODE";
pub const SAMPLES: [u8; 4] = *b"SMPL";
pub const MEMORY: [u8; 4] = *b"SMEM";
pub const BOOKMARKS: [u8; 4] = *b"MARK";
pub const REPORT: [u8; 4] = *b"REPT";

/// The greatest length of a content in bytes.
pub const MAX_BYTES: usize = 16 << 20;

const HEAD: usize = 16;

/// A chunk that was read.
pub struct Chunk {
    pub kind: [u8; 4],
    pub content: Vec<u8>,
    /// Its length in the file, with its head.
    pub n_bytes: u64,
}

/// Why there is no further chunk.
#[derive(Debug)]
pub enum ChunkError {
    /// The file ends between two chunks.
    End,
    /// The file ends within a chunk.
    CutShort,
    /// It is no chunk.
    Damaged(&'static str),
    Unreadable(io::Error),
}

/// Writes a chunk at once; returns its length in the file.
pub fn write(out: &mut dyn Write, kind: [u8; 4], content: &[u8]) -> io::Result<u64> {
    if content.len() > MAX_BYTES {
        return Err(io::Error::other("a part of the trace is too large"));
    }
    let compressed = lz4_flex::block::compress(content);
    let stored = match compressed.len() < content.len() {
        true => &compressed[..],
        false => content,
    };
    let mut chunk = Vec::with_capacity(HEAD + stored.len());
    chunk.extend_from_slice(&kind);
    chunk.extend_from_slice(&(stored.len() as u32).to_le_bytes());
    chunk.extend_from_slice(&(content.len() as u32).to_le_bytes());
    chunk.extend_from_slice(&checksum(&chunk, stored).to_le_bytes());
    chunk.extend_from_slice(stored);
    out.write_all(&chunk)?;
    Ok(chunk.len() as u64)
}

/// Reads the next chunk. No more memory is taken than there are bytes in the file, and
/// [`MAX_BYTES`] for the content.
pub fn read(input: &mut dyn Read) -> Result<Chunk, ChunkError> {
    let mut head = Vec::with_capacity(HEAD);
    read_up_to(input, HEAD, &mut head)?;
    if head.is_empty() {
        return Err(ChunkError::End);
    }
    let Some((fields, &expected)) = head
        .split_first_chunk::<12>()
        .and_then(|(fields, rest)| Some((fields, rest.first_chunk::<4>()?)))
    else {
        return Err(ChunkError::CutShort);
    };
    let word = |at: usize| {
        fields[at..at + 4]
            .iter()
            .rev()
            .fold(0, |n, &b| n << 8 | usize::from(b))
    };
    let kind = [fields[0], fields[1], fields[2], fields[3]];
    let (n_stored, n_content) = (word(4), word(8));
    if n_content > MAX_BYTES || n_stored > n_content {
        return Err(ChunkError::Damaged("a length is not possible"));
    }
    let mut stored = Vec::new();
    read_up_to(input, n_stored, &mut stored)?;
    if stored.len() < n_stored {
        return Err(ChunkError::CutShort);
    }
    if checksum(fields, &stored) != u32::from_le_bytes(expected) {
        return Err(ChunkError::Damaged("a checksum is wrong"));
    }
    let content = match n_stored == n_content {
        true => stored,
        false => {
            let content = lz4_flex::block::decompress(&stored, n_content).ok();
            (content.filter(|content| content.len() == n_content))
                .ok_or(ChunkError::Damaged("it cannot be decompressed"))?
        }
    };
    Ok(Chunk {
        kind,
        content,
        n_bytes: (HEAD + n_stored) as u64,
    })
}

/// Reads `n` bytes, or all that are left.
fn read_up_to(input: &mut dyn Read, n: usize, bytes: &mut Vec<u8>) -> Result<(), ChunkError> {
    match input.take(n as u64).read_to_end(bytes) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(()),
        Err(error) => Err(ChunkError::Unreadable(error)),
    }
}

fn checksum(head: &[u8], stored: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(stored);
    hasher.finalize()
}
