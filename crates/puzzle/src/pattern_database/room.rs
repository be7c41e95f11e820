//! PageBuffer for a large table, that says when there is none.

use memmap2::MmapMut;
use std::ops::{Deref, DerefMut};

/// Bytes in pages of their own, large ones where the system has them: a lookup in hundreds of
/// megabytes then finds its page without a second look at memory.
pub struct PageBuffer(Option<MmapMut>);

impl PageBuffer {
    /// `n` zeros; `None` if there is no memory for them.
    pub fn zeros(n: usize) -> Option<PageBuffer> {
        // There are no pages of no bytes.
        if n == 0 {
            return Some(PageBuffer(None));
        }
        let pages = MmapMut::map_anon(n).ok()?;
        #[cfg(target_os = "linux")]
        {
            // If it has none, smaller ones do.
            let _ = pages.advise(memmap2::Advice::HugePage);
        }
        Some(PageBuffer(Some(pages)))
    }
}

impl Deref for PageBuffer {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        self.0.as_deref().unwrap_or(&[])
    }
}

impl DerefMut for PageBuffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        self.0.as_deref_mut().unwrap_or(&mut [])
    }
}
