//! Growing a container only after asking.

use super::{Halt, Observer};
use std::collections::VecDeque;

/// A container that asks the observer before it allocates.
pub trait MakeRoom {
    /// Makes room for `n` more items, so that adding as many allocates nothing.
    ///
    /// # Errors
    /// If the observer, or the machine, has no memory for it.
    fn make_room<O: Observer>(&mut self, n: usize, observer: &mut O) -> Result<(), Halt>;
}

/// Grows by half, for containers that all have the same methods by no common trait.
macro_rules! make_room {
    ($($container:ident),+) => {$(
        impl<T> MakeRoom for $container<T> {
            #[inline(always)]
            fn make_room<O: Observer>(&mut self, n: usize, observer: &mut O) -> Result<(), Halt> {
                if self.capacity() - self.len() >= n {
                    return Ok(());
                }
                #[cold]
                fn grow<T, O: Observer>(
                    items: &mut $container<T>,
                    n: usize,
                    observer: &mut O,
                ) -> Result<(), Halt> {
                    let more = (items.capacity() / 2).max(n).max(8);
                    observer.grow(more * size_of::<T>())?;
                    let free = items.capacity() - items.len();
                    items.try_reserve_exact(free + more).map_err(|_| Halt::Memory)
                }
                grow(self, n, observer)
            }
        }
    )+};
}
make_room!(Vec, VecDeque);
