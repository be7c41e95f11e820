//! A quick hash for packed states.

use std::hash::{BuildHasherDefault, Hasher};

/// Builds [`Mixer`]s, for the standard library's tables.
pub type Mixing = BuildHasherDefault<Mixer>;

/// Multiplies each word into 128 bits and folds the halves, so that every bit of a state
/// reaches every bit of its hash. Not for keys chosen by an enemy.
#[derive(Clone, Copy, Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        // The fraction of the golden ratio: odd, with ones and zeros well mixed.
        let product = u128::from(self.0 ^ word ^ 0x2545_f491_4f6c_dd1d)
            * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    #[inline(always)]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.write_u64(u64::from_le_bytes(word.try_into().expect("eight bytes")));
        }
        for &byte in words.remainder() {
            self.write_u64(byte.into());
        }
    }
}
