//! Memory for many small things: asked for before it is taken, in large pages, and sent for
//! before it is needed.

use super::{Observer, StopReason};
use std::fmt;
use std::ops::{Index, IndexMut};

/// A container that asks the observer before it allocates.
pub trait ReserveWith {
    /// Makes room for `n` more items, so that adding as many allocates nothing.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for it.
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

/// A vector in pieces of a fixed length. A long one grows by a piece at a time, and what is in
/// it stays where it is: it is never copied, nor held twice.
pub struct ChunkedVec<T> {
    /// Those before the last one that holds anything are full, those after it empty.
    pieces: Vec<Vec<T>>,
    len: usize,
    /// So many items have room, those that are there included. Room is made from the front: a
    /// piece gets some when those before it have all of theirs.
    room: usize,
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
            pieces: Vec::new(),
            len: 0,
            room: 0,
        }
    }
}

impl<T> ChunkedVec<T> {
    /// So many items are in a full piece: a power of two, and at most 16 MiB.
    const PIECE: usize = 1 << Self::SHIFT;
    const SHIFT: u32 = ((16 << 20) / size_of::<T>()).ilog2();

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many items have room, those that are there included.
    pub fn room(&self) -> usize {
        self.room
    }

    /// Adds an item.
    ///
    /// # Panics
    /// If no room was made for it.
    #[inline(always)]
    pub fn push(&mut self, item: T) {
        self.pieces[self.len >> Self::SHIFT].push(item);
        self.len += 1;
    }

    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<&T> {
        (self.pieces.get(index >> Self::SHIFT)?).get(index & (Self::PIECE - 1))
    }

    #[inline(always)]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        (self.pieces.get_mut(index >> Self::SHIFT)?).get_mut(index & (Self::PIECE - 1))
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.pieces.iter().flatten()
    }

    /// The items, one slice a piece.
    pub fn slices_mut(&mut self) -> impl Iterator<Item = &mut [T]> {
        self.pieces.iter_mut().map(Vec::as_mut_slice)
    }

    /// Drops every item; keeps the memory for others.
    pub fn clear(&mut self) {
        self.pieces.iter_mut().for_each(Vec::clear);
        self.len = 0;
    }

    /// The first piece starts small and grows by half; the others come whole.
    #[cold]
    fn grow<O: Observer>(&mut self, n: usize, observer: &mut O) -> Result<(), StopReason> {
        while self.room - self.len < n {
            if self.room == self.pieces.len() * Self::PIECE {
                self.pieces.reserve_with(1, observer)?;
                self.pieces.push(Vec::new());
            }
            let more = if self.room < Self::PIECE {
                let short = n - (self.room - self.len);
                (self.room / 2)
                    .max(short)
                    .max(8)
                    .min(Self::PIECE - self.room)
            } else {
                Self::PIECE
            };
            observer.reserve(more * size_of::<T>())?;
            let piece = self.pieces.last_mut().expect("one was put there");
            let room = self.room % Self::PIECE + more;
            (piece.try_reserve_exact(room - piece.len())).map_err(|_| StopReason::Memory)?;
            want_large_pages(piece);
            self.room += more;
        }
        Ok(())
    }
}

impl<T> ReserveWith for ChunkedVec<T> {
    #[inline(always)]
    fn reserve_with<O: Observer>(&mut self, n: usize, observer: &mut O) -> Result<(), StopReason> {
        if self.room - self.len >= n {
            return Ok(());
        }
        self.grow(n, observer)
    }
}

impl<T> Index<usize> for ChunkedVec<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, index: usize) -> &T {
        &self.pieces[index >> Self::SHIFT][index & (Self::PIECE - 1)]
    }
}

impl<T> IndexMut<usize> for ChunkedVec<T> {
    #[inline(always)]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.pieces[index >> Self::SHIFT][index & (Self::PIECE - 1)]
    }
}

/// Sends for the memory that holds `item`, without waiting for it. Nothing depends on it but
/// the time.
#[inline(always)]
pub fn prefetch<T>(item: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[allow(
            unsafe_code,
            reason = "A* on Korf 1 takes 2.6 s, not 4.1 s; with a plain read here it takes 4.4 s"
        )]
        // SAFETY: every such processor has the instruction, which reads nothing that the program
        // could see, and changes nothing.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast());
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = item;
}

/// Asks the system for large pages, if `items` has much memory, before that is used: a look at
/// any place in hundreds of megabytes then finds its page without another look at memory.
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
        // SAFETY: the bytes are within those that `items` has allocated, and the advice changes
        // none of them. If it is not taken, smaller pages do.
        unsafe {
            libc::madvise(start, n_bytes - skipped, libc::MADV_HUGEPAGE);
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = items;
}
