//! A zeroed byte buffer for large tables, whose allocation may fail.

use memmap2::MmapMut;
use std::ops::{Deref, DerefMut};
use tilescope_search::memory::check_machine;

/// Bytes in memory pages of their own, huge pages where the system has them. With huge pages a
/// lookup in hundreds of megabytes rarely misses the TLB.
pub struct PageBuffer(Option<MmapMut>);

impl PageBuffer {
    /// `n` zero bytes; `None` if memory is exhausted.
    pub fn zeros(n: usize) -> Option<PageBuffer> {
        // An empty mapping is an error.
        if n == 0 {
            return Some(PageBuffer(None));
        }
        check_machine(n).ok()?;
        let pages = MmapMut::map_anon(n).ok()?;
        #[cfg(target_os = "linux")]
        {
            // Huge pages are optional.
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
