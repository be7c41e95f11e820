//! The whole space on several threads.

use std::num::NonZero;
use tilescope_engines::whole_space;
use tilescope_puzzle::{GoalPreset, Size, WholeSpace};
use tilescope_search::{Checked, Counter, StopReason};

#[test]
fn several_threads_find_the_same() {
    for threads in [1, 2, 3].map(NonZero::new) {
        for (rows, columns) in [(2, 2), (3, 3), (5, 2)] {
            let goal = GoalPreset::BlankLast.board(Size::new(rows, columns).unwrap());
            let alone = WholeSpace::search(&goal, &mut ()).unwrap();
            let together = whole_space::search(&goal, threads, &mut ()).unwrap();
            assert_eq!(together.levels(), alone.levels());
            assert_eq!(together.farthest(&goal, 100), alone.farthest(&goal, 100));
        }
    }
}

#[test]
fn two_threads_stop_when_they_are_told_to() {
    let goal = GoalPreset::BlankLast.board(Size::new(2, 5).unwrap());
    let mut observer = Checked::new(|counter: &Counter| match counter.expanded {
        0..=100_000 => Ok(()),
        _ => Err(StopReason::Interrupt),
    });
    let stopped = whole_space::search(&goal, NonZero::new(2), &mut observer);
    assert_eq!(stopped.map(|_| ()), Err(StopReason::Interrupt));
}
