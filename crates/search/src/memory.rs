//! Memory for many small items: reserved with the observer's permission, in large pages, and
//! prefetched.

use super::{Observer, StopReason};
use memmap2::MmapMut;
use std::fmt;
use std::ops::{Index, IndexMut};

/// A container that asks the observer before it allocates.
pub trait ReserveWith {
    /// Reserves capacity for `n` more items.
    ///
    /// # Errors
    /// If the observer refuses it, or the machine has no memory.
    fn reserve_with<O: Observer>(&mut self, n: usize, observer: &mut O) -> Result<(), StopReason>;
}

/// Grows by half.
impl<T> ReserveWith for Vec<T> {
    #[inline(always)]
    fn reserve_with<O: Observer>(&mut self, n: usize, observer: &mut O) -> Result<(), StopReason> {
        if self.capacity() - self.len() >= n {
            return Ok(());
        }
        #[cold]
        fn grow<T, O: Observer>(
            items: &mut Vec<T>,
            n: usize,
            observer: &mut O,
        ) -> Result<(), StopReason> {
            let more = (items.capacity() / 2).max(n).max(8);
            observer.reserve(more * size_of::<T>())?;
            let free = items.capacity() - items.len();
            (items.try_reserve_exact(free + more)).map_err(|_| StopReason::Memory)
        }
        grow(self, n, observer)
    }
}

/// A vector in chunks of a fixed length. It grows by a chunk at a time, so its items are never
/// moved, and never take memory twice.
pub struct ChunkedVec<T> {
    /// The chunks before the last one in use are full, those after it empty.
    chunks: Vec<Vec<T>>,
    len: usize,
    /// Reserved capacity, in items. A chunk gets capacity when all chunks before it have theirs.
    capacity: usize,
}

impl<T> fmt::Debug for ChunkedVec<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut column = f.debug_struct("ChunkedVec");
        column.field("len", &self.len).finish_non_exhaustive()
    }
}

impl<T> Default for ChunkedVec<T> {
    fn default() -> Self {
        ChunkedVec {
            chunks: Vec::new(),
            len: 0,
            capacity: 0,
        }
    }
}

impl<T> ChunkedVec<T> {
    /// The length of a full chunk: a power of two, at most 16 MiB.
    const CHUNK: usize = 1 << Self::SHIFT;
    const SHIFT: u32 = ((16 << 20) / size_of::<T>()).ilog2();

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Reserved capacity, in items.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Adds an item.
    ///
    /// # Panics
    /// If no capacity was reserved for it.
    #[inline(always)]
    pub fn push(&mut self, item: T) {
        self.chunks[self.len >> Self::SHIFT].push(item);
        self.len += 1;
    }

    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<&T> {
        (self.chunks.get(index >> Self::SHIFT)?).get(index & (Self::CHUNK - 1))
    }

    #[inline(always)]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        (self.chunks.get_mut(index >> Self::SHIFT)?).get_mut(index & (Self::CHUNK - 1))
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }

    /// The items, one slice a chunk.
    pub fn slices_mut(&mut self) -> impl Iterator<Item = &mut [T]> {
        self.chunks.iter_mut().map(Vec::as_mut_slice)
    }

    /// Drops every item; keeps the memory.
    pub fn clear(&mut self) {
        self.chunks.iter_mut().for_each(Vec::clear);
        self.len = 0;
    }

    /// The first chunk starts small and grows by half; the others are allocated whole.
    #[cold]
    fn grow<O: Observer>(&mut self, n: usize, observer: &mut O) -> Result<(), StopReason> {
        while self.capacity - self.len < n {
            if self.capacity == self.chunks.len() * Self::CHUNK {
                self.chunks.reserve_with(1, observer)?;
                self.chunks.push(Vec::new());
            }
            let more = if self.capacity < Self::CHUNK {
                let short = n - (self.capacity - self.len);
                (self.capacity / 2)
                    .max(short)
                    .max(8)
                    .min(Self::CHUNK - self.capacity)
            } else {
                Self::CHUNK
            };
            observer.reserve(more * size_of::<T>())?;
            let chunk = self.chunks.last_mut().expect("one was put there");
            let capacity = self.capacity % Self::CHUNK + more;
            (chunk.try_reserve_exact(capacity - chunk.len())).map_err(|_| StopReason::Memory)?;
            want_large_pages(chunk);
            self.capacity += more;
        }
        Ok(())
    }
}

impl<T> ReserveWith for ChunkedVec<T> {
    #[inline(always)]
    fn reserve_with<O: Observer>(&mut self, n: usize, observer: &mut O) -> Result<(), StopReason> {
        if self.capacity - self.len >= n {
            return Ok(());
        }
        self.grow(n, observer)
    }
}

impl<T> Index<usize> for ChunkedVec<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, index: usize) -> &T {
        &self.chunks[index >> Self::SHIFT][index & (Self::CHUNK - 1)]
    }
}

impl<T> IndexMut<usize> for ChunkedVec<T> {
    #[inline(always)]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.chunks[index >> Self::SHIFT][index & (Self::CHUNK - 1)]
    }
}

/// Checks that the system grants this much memory, in bytes, and leaves some for what cannot be
/// refused: the stack of the main thread, which grows, small allocations, and the report. Where
/// they fail, the program is aborted.
///
/// # Errors
/// If it grants less.
pub fn check_machine(bytes: usize) -> Result<(), StopReason> {
    const SPARE: usize = 8 << 20;
    /// Less is taken from what is spare.
    const SMALL: usize = 64 << 10;
    if bytes < SMALL {
        return Ok(());
    }
    // Not through the allocator: memory that it keeps is none for stacks and tables.
    let mapped = MmapMut::map_anon(bytes.saturating_add(SPARE));
    mapped.map(drop).map_err(|_| StopReason::Memory)
}

/// Prefetches the memory of `item` without waiting for it.
#[inline(always)]
pub fn prefetch<T>(item: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[allow(
            unsafe_code,
            reason = "A* on Korf 1 takes 2.6 s, not 4.1 s; with a plain read here it takes 4.4 s"
        )]
        // SAFETY: every x86-64 processor has this instruction. It has no effect that the program
        // could observe.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast());
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = item;
}

/// Asks the system for large pages for the memory of `items`, before it is used. With small pages
/// a random access in hundreds of megabytes takes a second one, to the page table.
pub fn want_large_pages<T>(items: &Vec<T>) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        const PAGE: usize = 2 << 20;
        let n_bytes = items.capacity() * size_of::<T>();
        let skipped = items.as_ptr().addr().wrapping_neg() % PAGE;
        if n_bytes < skipped + PAGE {
            return;
        }
        let start = items.as_ptr().wrapping_byte_add(skipped).cast_mut().cast();
        #[allow(unsafe_code, reason = "A* on Korf 1 takes 2.6 s, not 2.9 s")]
        // SAFETY: the bytes are within the allocation of `items`, and the advice changes none of
        // them. If it is not followed, the pages are smaller.
        unsafe {
            libc::madvise(start, n_bytes - skipped, libc::MADV_HUGEPAGE);
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = items;
}

/// Lets all threads allocate from two arenas. Each arena reserves 64 MiB of address space, which a
/// program under a limit (`ulimit -v`) hasn't for each thread.
pub fn share_arenas() {
    #[cfg(all(target_os = "linux", target_env = "gnu", not(miri)))]
    {
        #[allow(
            unsafe_code,
            reason = "with an arena a thread, reading a trace of 16 MB under a limit of 200 MiB aborts"
        )]
        // SAFETY: it may be called at any time, on any thread.
        unsafe {
            libc::mallopt(libc::M_ARENA_MAX, 2);
        }
    }
}

/// Returns memory that was freed, and that the allocator keeps for later, to the system. Takes some
/// milliseconds where much was freed.
pub fn return_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu", not(miri)))]
    {
        #[allow(
            unsafe_code,
            reason = "without it, 140 MB stay resident after a search of 300 MB has ended"
        )]
        // SAFETY: it may be called at any time, on any thread.
        unsafe {
            libc::malloc_trim(0);
        }
    }
}
