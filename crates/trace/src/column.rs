//! Columns that grow in chunks of fixed size, so that growing never moves existing entries.
//!
//! Doubling a vector of ten million entries blocks its owner while they are copied; a chunked
//! column never copies more than one chunk of 65,536 entries. The first chunk grows by doubling,
//! so the trace of a small puzzle stays small.

use tilescope_search::memory::prefetch;

/// Entries in a chunk, as a power of two.
const BITS: u32 = 16;
const CHUNK: usize = 1 << BITS;
const MASK: usize = CHUNK - 1;

/// A growing column of plain values.
#[derive(Clone, Debug)]
pub(super) struct Column<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for Column<T> {
    fn default() -> Self {
        Column {
            chunks: Vec::new(),
            len: 0,
        }
    }
}

impl<T: Copy> Column<T> {
    /// The number of entries in every chunk but the last.
    pub const CHUNK: usize = CHUNK;

    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub fn get(&self, i: usize) -> T {
        self.chunks[i >> BITS][i & MASK]
    }

    #[inline]
    pub fn set(&mut self, i: usize, value: T) {
        self.chunks[i >> BITS][i & MASK] = value;
    }

    #[inline]
    pub fn push(&mut self, value: T) {
        if self.len & MASK == 0 {
            self.chunks.push(first_or_full(self.chunks.len()));
        }
        self.len += 1;
        self.chunks
            .last_mut()
            .expect("a chunk was pushed when the last was full")
            .push(value);
    }

    pub fn extend_from_slice(&mut self, mut values: &[T]) {
        while !values.is_empty() {
            if self.len & MASK == 0 {
                self.chunks.push(first_or_full(self.chunks.len()));
            }
            let (now, later) = values.split_at(values.len().min(CHUNK - (self.len & MASK)));
            self.chunks
                .last_mut()
                .expect("a chunk was pushed when the last was full")
                .extend_from_slice(now);
            self.len += now.len();
            values = later;
        }
    }

    /// Copies the entries from `first` on.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn copy_to(&self, mut first: usize, mut to: &mut [T]) {
        while !to.is_empty() {
            let (here, later) = to.split_at_mut(to.len().min(CHUNK - (first & MASK)));
            let range = first & MASK..(first & MASK) + here.len();
            here.copy_from_slice(&self.chunks[first >> BITS][range]);
            first += here.len();
            to = later;
        }
    }

    /// Prefetches entry `i`, if there is one.
    #[inline]
    pub fn prefetch(&self, i: usize) {
        let chunk = self.chunks.get(i >> BITS);
        if let Some(entry) = chunk.and_then(|chunk| chunk.get(i & MASK)) {
            prefetch(entry);
        }
    }

    /// Appends `value` `n` times.
    pub fn extend_with(&mut self, value: T, n: usize) {
        let len = self.len + n;
        while self.len < len {
            if self.len & MASK == 0 {
                self.chunks.push(first_or_full(self.chunks.len()));
            }
            let chunk = self
                .chunks
                .last_mut()
                .expect("a chunk was pushed when the last was full");
            let end = CHUNK.min(chunk.len() + (len - self.len));
            self.len += end - chunk.len();
            chunk.resize(end, value);
        }
    }

    /// Removes the entries of the last chunk.
    pub fn drop_last_chunk(&mut self) {
        self.len -= self.chunks.pop().map_or(0, |chunk| chunk.len());
    }

    /// The number of leading entries for which `holds`, which must hold for no later one.
    pub fn partition_point(&self, holds: impl Fn(T) -> bool) -> usize {
        let chunk = self
            .chunks
            .partition_point(|chunk| chunk.last().is_some_and(|&value| holds(value)));
        match self.chunks.get(chunk) {
            Some(entries) => chunk * CHUNK + entries.partition_point(|&value| holds(value)),
            None => self.len,
        }
    }

    pub fn bytes(&self) -> usize {
        let entries: usize = self.chunks.iter().map(Vec::capacity).sum();
        entries * size_of::<T>() + self.chunks.capacity() * size_of::<Vec<T>>()
    }
}

/// The first chunk grows as needed; the others are allocated at once.
fn first_or_full<T>(n_chunks: usize) -> Vec<T> {
    Vec::with_capacity(if n_chunks == 0 { 0 } else { CHUNK })
}

/// A growing column of numbers, each chunk one, two or four bytes wide, as its largest number
/// needs. Path costs, estimates and depths seldom need more than one.
#[derive(Clone, Debug, Default)]
pub(super) struct NarrowColumn {
    chunks: Vec<Narrow>,
    len: usize,
}

#[derive(Clone, Debug)]
enum Narrow {
    One(Vec<u8>),
    Two(Vec<u16>),
    Four(Vec<u32>),
}

impl NarrowColumn {
    #[inline]
    pub fn get(&self, i: usize) -> u32 {
        match &self.chunks[i >> BITS] {
            Narrow::One(chunk) => chunk[i & MASK].into(),
            Narrow::Two(chunk) => chunk[i & MASK].into(),
            Narrow::Four(chunk) => chunk[i & MASK],
        }
    }

    /// Copies the entries from `first` on.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn copy_to(&self, mut first: usize, mut to: &mut [u32]) {
        fn copy<T: Copy + Into<u32>>(to: &mut [u32], from: &[T]) {
            to.iter_mut()
                .zip(from)
                .for_each(|(to, &from)| *to = from.into());
        }
        while !to.is_empty() {
            let (here, later) = to.split_at_mut(to.len().min(CHUNK - (first & MASK)));
            let range = first & MASK..(first & MASK) + here.len();
            match &self.chunks[first >> BITS] {
                Narrow::One(chunk) => copy(here, &chunk[range]),
                Narrow::Two(chunk) => copy(here, &chunk[range]),
                Narrow::Four(chunk) => copy(here, &chunk[range]),
            }
            first += here.len();
            to = later;
        }
    }

    /// Replaces an entry.
    #[inline]
    pub fn set(&mut self, i: usize, value: u32) {
        let chunk = &mut self.chunks[i >> BITS];
        chunk.widen(value);
        match chunk {
            Narrow::One(chunk) => chunk[i & MASK] = value as u8,
            Narrow::Two(chunk) => chunk[i & MASK] = value as u16,
            Narrow::Four(chunk) => chunk[i & MASK] = value,
        }
    }

    pub fn extend_from_slice(&mut self, mut values: &[u32]) {
        while !values.is_empty() {
            if self.len & MASK == 0 {
                let chunk = first_or_full(self.chunks.len());
                self.chunks.push(Narrow::One(chunk));
            }
            let (now, later) = values.split_at(values.len().min(CHUNK - (self.len & MASK)));
            let chunk = self.chunks.last_mut();
            let chunk = chunk.expect("a chunk was pushed when the last was full");
            chunk.widen(now.iter().copied().max().unwrap_or_default());
            match chunk {
                Narrow::One(chunk) => chunk.extend(now.iter().map(|&value| value as u8)),
                Narrow::Two(chunk) => chunk.extend(now.iter().map(|&value| value as u16)),
                Narrow::Four(chunk) => chunk.extend_from_slice(now),
            }
            self.len += now.len();
            values = later;
        }
    }

    /// Prefetches entry `i`, if there is one.
    #[inline]
    pub fn prefetch(&self, i: usize) {
        match self.chunks.get(i >> BITS) {
            Some(Narrow::One(chunk)) => chunk.get(i & MASK).map_or((), prefetch),
            Some(Narrow::Two(chunk)) => chunk.get(i & MASK).map_or((), prefetch),
            Some(Narrow::Four(chunk)) => chunk.get(i & MASK).map_or((), prefetch),
            None => {}
        }
    }

    /// Removes the entries of the last chunk.
    pub fn drop_last_chunk(&mut self) {
        self.chunks.pop();
        self.len = self.chunks.len() * CHUNK;
    }

    #[inline]
    pub fn push(&mut self, value: u32) {
        if self.len & MASK == 0 {
            let chunk = first_or_full(self.chunks.len());
            self.chunks.push(Narrow::One(chunk));
        }
        self.len += 1;
        let chunk = self
            .chunks
            .last_mut()
            .expect("a chunk was pushed when the last was full");
        chunk.widen(value);
        match chunk {
            Narrow::One(chunk) => chunk.push(value as u8),
            Narrow::Two(chunk) => chunk.push(value as u16),
            Narrow::Four(chunk) => chunk.push(value),
        }
    }

    pub fn bytes(&self) -> usize {
        let entries: usize = self.chunks.iter().map(Narrow::bytes).sum();
        entries + self.chunks.capacity() * size_of::<Narrow>()
    }
}

impl Narrow {
    /// Widens the chunk, if necessary, to hold `value`, by copying it.
    #[inline]
    fn widen(&mut self, value: u32) {
        match self {
            Narrow::One(_) if value <= u8::MAX.into() => {}
            Narrow::Two(_) if value <= u16::MAX.into() => {}
            Narrow::Four(_) => {}
            _ => self.widen_now(value),
        }
    }

    #[cold]
    fn widen_now(&mut self, value: u32) {
        let (narrow, room): (Vec<u32>, usize) = match self {
            Narrow::One(chunk) => (chunk.iter().map(|&v| v.into()).collect(), chunk.capacity()),
            Narrow::Two(chunk) => (chunk.iter().map(|&v| v.into()).collect(), chunk.capacity()),
            Narrow::Four(_) => return,
        };
        if value <= u16::MAX.into() {
            let mut wide = Vec::with_capacity(room);
            wide.extend(narrow.iter().map(|&v| v as u16));
            *self = Narrow::Two(wide);
        } else {
            let mut wide = Vec::with_capacity(room);
            wide.extend(narrow);
            *self = Narrow::Four(wide);
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Narrow::One(chunk) => chunk.capacity(),
            Narrow::Two(chunk) => chunk.capacity() * 2,
            Narrow::Four(chunk) => chunk.capacity() * 4,
        }
    }
}
