//! Whole-space searches: the distances of all boards of a size.

use super::{Counted, Extent, Row, Watch};
use std::num::NonZero;
use tilescope_engines::whole_space;
use tilescope_puzzle::{GoalPreset, Size};
use tilescope_search::Counter;

pub const ROWS: &[Row] = &[
    Row {
        key: "whole-3x3",
        work: "Whole space, 3×3, 1 thread",
        required: "5 ms",
        aim: "1 ms",
        extent: Extent::Quick,
        run: |watch| whole(watch, (3, 3), 1),
    },
    Row {
        key: "whole-3x4",
        work: "Whole space, 3×4, 1 thread",
        required: "6 s",
        aim: "1 s",
        extent: Extent::Quick,
        run: |watch| whole(watch, (3, 4), 1),
    },
    Row {
        key: "whole-3x4-threads-2",
        work: "Whole space, 3×4, 2 threads",
        required: "",
        aim: "",
        extent: Extent::Quick,
        run: |watch| whole(watch, (3, 4), 2),
    },
];

fn whole(
    watch: &mut Watch,
    (rows, columns): (usize, usize),
    threads: usize,
) -> Result<Counted, String> {
    let size = Size::new(rows, columns).map_err(|error| error.to_string())?;
    let goal = GoalPreset::BlankLast.board(size);
    let mut counts = Counter::default();
    let space = watch.time(|| {
        counts = Counter::default();
        whole_space::search(&goal, NonZero::new(threads), &mut counts)
    });
    let space = space.map_err(|_| "not enough memory")?;
    Ok(Counted::nodes(space.n_states(), "states").with_peak(counts.bytes))
}
