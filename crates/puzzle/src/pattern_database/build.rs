//! Builds a database by breadth-first search backward from the goal, on the supervisor's threads.

use super::plan::{Move, Plan};
use super::{Database, PageBuffer, Pattern, Supervisor};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use tilescope_search::StopReason;

/// Builds the database of `pattern`, where every move costs 1.
///
/// The search goes level by level, with one bit per state for *seen* and one for membership in the
/// level. The states of the next level are pulled into each block from its predecessor blocks, so
/// each block is written by one thread. A move along a row keeps the order, so 64 states move at
/// once. Building 7-8 takes 0.7 of the processor time, and 0.46 of the memory, of a C++ kernel
/// with one byte per state and 512-bit vectors.
///
/// Levels are counted from 1; 0 means not reached. The search ends at level 254: lower values are
/// admissible.
///
/// # Errors
/// If `supervisor` stops it, or memory is exhausted.
pub fn build(pattern: &Pattern, supervisor: &mut dyn Supervisor) -> Result<Database, StopReason> {
    let plan = Plan::supervised(pattern, supervisor)?;
    let (n_words, n_sets) = (plan.ranking.n_words(), plan.ranking.n_sets());
    let n_orders = plan.ranking.n_orders();
    supervisor.reserve(plan.peak_bytes())?;
    let mut seen = zeros(plan.n_blocks() * n_words * WORD)?;
    let level = || -> Result<Level, StopReason> {
        Ok(Level {
            states: zeros(plan.n_blocks() * n_words * WORD)?,
            is_there: vec![false; plan.n_blocks()],
        })
    };
    let (mut now, mut next) = (level()?, level()?);
    let mut levels = zeros(plan.n_columns() * n_orders)?;

    // The goal cells ascend, so the goal's order has rank 0.
    let first = 1_u64.to_ne_bytes();
    words_mut(&mut seen)[plan.goal * n_words] = first;
    words_mut(&mut now.states)[plan.goal * n_words] = first;
    now.is_there[plan.goal] = true;
    let home = plan.column(plan.ranking.set_number(pattern.set()), plan.goal);
    levels[home * n_orders] = 1;

    let mut n_seen = 1;
    for level in 2..=u8::MAX {
        let work = Mutex::new(Work {
            sets: 0..n_sets,
            plan: &plan,
            rest: Blocks {
                seen: words_mut(&mut seen),
                next: words_mut(&mut next.states),
                is_next: &mut next.is_there,
                levels: &mut levels,
            },
            n_seen,
            stop_reason: None,
        });
        supervisor.on_all_threads(&|report| {
            let mut gathered = [0; MAX_WORDS];
            let mut n_found = 0;
            loop {
                // The lock is released at the end of this line.
                let taken = lock(&work).take(n_found);
                let Some((sets, mut blocks, done)) = taken else {
                    break;
                };
                n_found = blocks.advance(&plan, sets, &now, level, &mut gathered);
                if let Err(stop_reason) = report(done) {
                    lock(&work).stop_reason = Some(stop_reason);
                }
            }
        });
        let work = work.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(stop_reason) = work.stop_reason {
            return Err(stop_reason);
        }
        if work.n_seen == n_seen {
            break;
        }
        n_seen = work.n_seen;
        std::mem::swap(&mut now, &mut next);
    }
    drop((seen, now, next));
    let Plan {
        ranking,
        components,
        ..
    } = plan;
    Database::pack(pattern, ranking, components, levels, supervisor)
}

/// The fraction of the time that has passed when `n_seen` of all states were seen. All levels take
/// about equal time, and many pass before the first hundredth of the states: a fifth of the time,
/// in which the number of states grows exponentially. Another fifth is for packing.
fn part_done(n_seen: u64, n_states: u64) -> f64 {
    let (seen, all) = (n_seen.max(1) as f64, n_states.max(2) as f64);
    0.2 * seen.ln() / all.ln() + (SEARCHED - 0.2) * seen / all
}

/// The fraction of the time that the search takes.
pub(super) const SEARCHED: f64 = 0.8;

/// The words that hold a bit per order of the largest pattern: every 16-bit rank has a bit.
const MAX_WORDS: usize = 1 << 10;

/// The states of a level.
struct Level {
    /// A bit for each order of each block.
    states: PageBuffer,
    /// Whether each block has states in this level; if not, its bits are stale.
    is_there: Vec<bool>,
}

/// The remaining work of a level.
struct Work<'a> {
    sets: Range<usize>,
    plan: &'a Plan,
    rest: Blocks<'a>,
    n_seen: u64,
    stop_reason: Option<StopReason>,
}

/// The data of a run of consecutive sets.
#[derive(Default)]
struct Blocks<'a> {
    seen: &'a mut [Word],
    next: &'a mut [Word],
    is_next: &'a mut [bool],
    /// For each order of each column, the level at which it was first reached; 0 if it was not.
    levels: &'a mut [u8],
}

impl<'a> Work<'a> {
    /// Takes the next batch of sets, a fraction of a millisecond's work, and the progress so far.
    /// `n_found` is the number of states found in the batch before.
    fn take(&mut self, n_found: u64) -> Option<(Range<usize>, Blocks<'a>, f64)> {
        const BATCH: usize = 1 << 15;
        self.n_seen += n_found;
        if self.sets.is_empty() || self.stop_reason.is_some() {
            return None;
        }
        let Plan { ranking, .. } = self.plan;
        let n_sets = (BATCH / ranking.n_words()).clamp(1, self.sets.len());
        let sets = self.sets.start..self.sets.start + n_sets;
        self.sets.start = sets.end;
        let (first, end) = (
            self.plan.blocks(sets.start).start,
            self.plan.blocks(sets.end - 1).end,
        );
        let n_blocks = end - first;
        let n_columns = self.plan.column(sets.end, end) - self.plan.column(sets.start, first);
        let blocks = Blocks {
            seen: split(&mut self.rest.seen, n_blocks * ranking.n_words()),
            next: split(&mut self.rest.next, n_blocks * ranking.n_words()),
            is_next: split(&mut self.rest.is_next, n_blocks),
            levels: split(&mut self.rest.levels, n_columns * ranking.n_orders()),
        };
        let done = part_done(self.n_seen, self.plan.n_states());
        Some((sets, blocks, done))
    }
}

impl Blocks<'_> {
    /// Finds the states of the next level in these blocks, and returns their number.
    fn advance(
        &mut self,
        plan: &Plan,
        sets: Range<usize>,
        now: &Level,
        level: u8,
        gathered: &mut [u64; MAX_WORDS],
    ) -> u64 {
        let (n_words, n_orders) = (plan.ranking.n_words(), plan.ranking.n_orders());
        let mut n_found = 0;
        let first = plan.blocks(sets.start).start;
        let first_column = plan.column(sets.start, first);
        for set in sets {
            for block in plan.blocks(set) {
                let column = plan.column(set, block) - first_column;
                let levels = &mut self.levels[column * n_orders..][..n_orders];
                let mut is_reached = false;
                let moves = plan.moves(block).iter();
                for step in moves.filter(|step| now.is_there[step.from as usize]) {
                    if !std::mem::replace(&mut is_reached, true) {
                        gathered[..n_words].fill(0);
                    }
                    let from = &words(&now.states)[step.from as usize * n_words..][..n_words];
                    gather(gathered, from, step, plan);
                }
                let at = block - first;
                let words = at * n_words..(at + 1) * n_words;
                self.is_next[at] = is_reached && {
                    let (seen, next) = (&mut self.seen[words.clone()], &mut self.next[words]);
                    let found = settle(&gathered[..n_words], seen, next, levels, level);
                    n_found += found;
                    found > 0
                };
            }
        }
        n_found
    }
}

/// Adds the successors of the states in `from` by one move to `gathered`.
fn gather(gathered: &mut [u64; MAX_WORDS], from: &[Word], step: &Move, plan: &Plan) {
    if step.from_position == step.to_position {
        for (gathered, from) in gathered.iter_mut().zip(from) {
            *gathered |= u64::from_ne_bytes(*from);
        }
        return;
    }
    let slides = plan.slides(step.from_position.into(), step.to_position.into());
    for (slides, &from) in slides.as_chunks::<64>().0.iter().zip(from) {
        let mut rest = u64::from_ne_bytes(from);
        while rest != 0 {
            let to = slides[rest.trailing_zeros() as usize % 64];
            gathered[usize::from(to / 64)] |= 1 << (to % 64);
            rest &= rest - 1;
        }
    }
}

/// Records the new states of a block, and returns their number.
fn settle(
    gathered: &[u64],
    seen: &mut [Word],
    next: &mut [Word],
    levels: &mut [u8],
    level: u8,
) -> u64 {
    let mut n_found = 0;
    let words = gathered.iter().zip(seen).zip(next);
    for (((gathered, seen), next), levels) in words.zip(levels.chunks_mut(64)) {
        let before = u64::from_ne_bytes(*seen);
        let new = gathered & !before;
        *seen = (before | new).to_ne_bytes();
        *next = new.to_ne_bytes();
        n_found += u64::from(new.count_ones());
        let mut rest = new;
        while rest != 0 {
            let known = &mut levels[rest.trailing_zeros() as usize];
            *known = if *known == 0 { level } else { *known };
            rest &= rest - 1;
        }
    }
    n_found
}

/// 64 bits of a [`PageBuffer`]. Its huge pages are released a hundred times as fast as small ones:
/// a gigabyte of those takes 0.1 s, which would delay cancellation.
type Word = [u8; WORD];
const WORD: usize = 8;

fn words(buffer: &PageBuffer) -> &[Word] {
    buffer.as_chunks().0
}

fn words_mut(buffer: &mut PageBuffer) -> &mut [Word] {
    buffer.as_chunks_mut().0
}

/// `n` zero bytes, if memory suffices.
fn zeros(n: usize) -> Result<PageBuffer, StopReason> {
    PageBuffer::zeros(n).ok_or(StopReason::Memory)
}

/// Splits off the first `n` items of `rest`.
fn split<'a, T>(rest: &mut &'a mut [T], n: usize) -> &'a mut [T] {
    let (first, others) = std::mem::take(rest).split_at_mut(n);
    *rest = others;
    first
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
