//! A solution as a sequence of frames, for an animation in pixels.

use super::animation::{MOVE, REST, SLIDE};
use tilescope_puzzle::{Board, Direction};

/// The frames of a slide, before the tile is in its new cell.
const N_SLIDING: u32 = 5;

/// With more moves than this, tiles are not shown on their way.
const MAX_SLIDES: usize = 1000;

/// One picture of the animation.
#[derive(Clone, Debug)]
pub struct Frame {
    /// With a tile that slides still in the cell that it leaves.
    pub board: Board,
    /// Where a tile slides from and to, and which part of the way it has gone, from 0 to 1.
    pub slide: Option<(usize, usize, f32)>,
    pub milliseconds: u16,
}

/// The frames of a solution, from the start to the goal. `None` if a move leaves the board.
pub fn frames(start: &Board, moves: &[Direction]) -> Option<Vec<Frame>> {
    let milliseconds = |seconds: f64| (1000.0 * seconds).round() as u16;
    let n_sliding = match moves.len() {
        0..=MAX_SLIDES => N_SLIDING,
        _ => 0,
    };
    let step = milliseconds(SLIDE) / N_SLIDING as u16;
    let still = |board: &Board, milliseconds: u16| Frame {
        board: board.clone(),
        slide: None,
        milliseconds,
    };
    let mut board = start.clone();
    let mut frames = vec![still(&board, milliseconds(REST))];
    for &direction in moves {
        let before = board.clone();
        if !board.slide(direction) {
            return None;
        }
        for n in 1..=n_sliding {
            let part = n as f32 / (N_SLIDING + 1) as f32;
            frames.push(Frame {
                board: before.clone(),
                slide: Some((board.blank(), before.blank(), part)),
                milliseconds: step,
            });
        }
        frames.push(still(&board, milliseconds(MOVE) - n_sliding as u16 * step));
    }
    if let Some(last) = frames.last_mut() {
        last.milliseconds = milliseconds(REST);
    }
    Some(frames)
}
