//! A set of steps of a run, one bit each.

use tilescope_trace::Moment;

/// A set of steps, from 1.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StepSet(Vec<u64>);

impl StepSet {
    /// The size in memory of a set for a run of `n_steps` steps, in bytes.
    pub fn bytes(n_steps: Moment) -> u64 {
        u64::from(n_steps) / 8 + 8
    }

    /// An empty set for a run of `n_steps` steps; `None` if memory runs out.
    pub fn new(n_steps: Moment) -> Option<Self> {
        let mut words = Vec::new();
        let n_words = n_steps as usize / 64 + 1;
        words.try_reserve_exact(n_words).ok()?;
        words.resize(n_words, 0);
        Some(StepSet(words))
    }

    pub fn insert(&mut self, step: Moment) {
        if let Some(word) = self.0.get_mut(step as usize / 64) {
            *word |= 1 << (step % 64);
        }
    }

    pub fn contains(&self, step: Moment) -> bool {
        let word = self.0.get(step as usize / 64);
        word.is_some_and(|word| word >> (step % 64) & 1 == 1)
    }
}
