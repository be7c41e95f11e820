//! A quick hash for packed states.

use std::hash::{BuildHasherDefault, Hash, Hasher};

/// The hash of `key`. Each of its bits depends on every bit of the key.
#[inline(always)]
pub fn hash<K: Hash>(key: &K) -> u64 {
    let mut mixer = Mixer(0);
    key.hash(&mut mixer);
    mixer.0
}

/// For the standard library's maps of packed states.
pub type QuickHash = BuildHasherDefault<Mixer>;

/// Multiplies each word into 128 bits and folds the halves. Quick, not safe: someone who
/// chooses the keys can make them clash.
#[derive(Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        // The fractions of √2 and of the golden ratio: odd, with ones and zeros well mixed.
        let product = u128::from(self.0 ^ word ^ 0x6a09_e667_f3bc_c909)
            * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    #[inline(always)]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    #[inline(always)]
    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut padded = [0; 8];
            padded[..word.len()].copy_from_slice(word);
            self.write_u64(u64::from_le_bytes(padded));
        }
    }
}
