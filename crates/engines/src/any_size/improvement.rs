//! Local improvement of a solution: segments of the path are searched again (local rewriting,
//! Ratner & Warmuth 1990).

use super::beam::BeamOutcome;
use super::evaluation::Evaluation;
use super::{AnytimeSearch, after};
use tilescope_puzzle::Board;
use tilescope_search::{Cost, StopReason};

/// The lengths of the segments, in this order, and how many times narrower their beams are than
/// those from the start.
const SEGMENTS: [(usize, usize); 3] = [(50, 8), (100, 4), (200, 2)];

/// The power of distances in their beams.
const SEGMENT_POWER: f64 = 1.3;

impl AnytimeSearch<'_, '_, '_> {
    /// Searches longer and longer segments of the best solution again.
    pub(super) fn improve(&mut self, width: usize) -> Result<(), StopReason> {
        for (length, divisor) in SEGMENTS {
            if length < self.best.len() {
                self.improve_segments(length, width / divisor)?;
            }
        }
        Ok(())
    }

    /// Searches segments of `length` moves again until none gets shorter. The segments of a pass
    /// follow one another; those of the next pass are moved by a part of their length.
    fn improve_segments(&mut self, length: usize, width: usize) -> Result<(), StopReason> {
        let mut n_failed = 0;
        let mut offset = 0;
        while n_failed < 2 {
            let n_moves = self.best.len();
            self.improve_each_segment(length, offset, width)?;
            n_failed = if self.best.len() < n_moves {
                0
            } else {
                n_failed + 1
            };
            offset = (offset + length / 2) % length;
        }
        Ok(())
    }

    /// One pass over the path. The first segment has `offset` moves, unless that is 0.
    fn improve_each_segment(
        &mut self,
        length: usize,
        offset: usize,
        width: usize,
    ) -> Result<(), StopReason> {
        let (first, rest) = self.best.split_at(offset.min(self.best.len()));
        let segments: Vec<_> = std::iter::once(first).chain(rest.chunks(length)).collect();
        let mut boards: Vec<Board> = vec![self.start.clone()];
        for segment in &segments {
            let board = after(&boards[boards.len() - 1], segment);
            boards.push(board);
        }
        let improved = self.team.run(
            segments.len(),
            width,
            length as Cost,
            |number, beam, report| {
                let limit = segments[number].len() as Cost;
                let evaluation = Evaluation::plain(&boards[number + 1], SEGMENT_POWER, None);
                let outcome = beam.search(&evaluation, &boards[number], width, limit, report)?;
                Ok(match outcome {
                    BeamOutcome::Found(path) => Some(path),
                    BeamOutcome::Nearest(_) | BeamOutcome::Exhausted => None,
                })
            },
        )?;
        let segments = segments.into_iter().zip(&improved);
        let best: Vec<_> = segments
            .flat_map(|(segment, improved)| improved.as_deref().unwrap_or(segment))
            .copied()
            .collect();
        if best.len() < self.best.len() {
            self.best = best;
            self.method = format!("segments of {length} moves, beams of {width}");
            self.report();
        }
        Ok(())
    }
}
