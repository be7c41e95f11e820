//! Korf & Felner, “Disjoint pattern database heuristics”, 2002: mean h over random 15-puzzles.

use super::context::{ExperimentContext, Extent, Interrupted, board};
use super::{Figure, PublishedExperiment, Value};
use tilescope_puzzle::heuristics::{
    LinearConflict, Manhattan, Pdb78, Pdb555, Pdb663, TileHeuristic,
};
use tilescope_puzzle::{Costs, MoveOrder, Nibbles, SlidingTiles, State, scramble};
use tilescope_search::Heuristic;

pub const EXPERIMENT: PublishedExperiment = PublishedExperiment {
    key: "korf-felner-2002",
    title: "Korf & Felner 2002",
    source: "R. E. Korf & A. Felner, Disjoint Pattern Database Heuristics, Artificial \
             Intelligence 134, 2002; the means as Felner quotes them, from Felner, Korf & Hanan, \
             Additive Pattern Database Heuristics, JAIR 22, 2004, in lectures on heuristic \
             search.",
    summary: "The mean h of Manhattan distance, linear conflict and pattern databases over random \
              15-puzzles.",
    n_instances: 0,
    searches: Vec::new,
    run,
};

const GOAL: &str = "_ 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";

/// The sample size of the published means.
const N_PUBLISHED: usize = 1000;

fn run(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    let n_boards = match context.extent {
        Extent::All => 100_000,
        Extent::Short | Extent::Instance(_) => 20_000,
    };
    let goal = board(GOAL);
    let mut rng = fastrand::Rng::with_seed(2002);
    let space = SlidingTiles::<Nibbles>::new(&goal, Costs::UNIT, MoveOrder::default());
    let mut boards = Vec::with_capacity(n_boards);
    for i in 0..n_boards {
        if i % 1000 == 0 {
            context.check()?;
        }
        boards.push(space.state(&scramble::solvable(&goal, &mut rng)));
    }

    let of_boards = "random boards";
    context.report(
        Figure::measured(of_boards, "boards", n_boards as u64).with_note(format!(
            "Uniform random solvable boards. The published means are over {N_PUBLISHED} other boards. \
         Means agree if they differ by at most three standard errors of their difference."
        )),
    );
    let manhattan = Manhattan::new(&goal, Costs::UNIT).expect("it fits every board");
    mean(
        context,
        &boards,
        "Manhattan",
        Published::Exactly(36.942),
        &|board| manhattan.estimate(board),
    )?;
    let linear_conflict = LinearConflict::new(&goal, Costs::UNIT).expect("it fits every board");
    mean(
        context,
        &boards,
        "linear conflict",
        Published::Nothing,
        &|board| linear_conflict.estimate(board),
    )?;
    databases::<Pdb555>(context, &boards, "5-5-5", 41.562)?;
    if context.extent == Extent::All {
        databases::<Pdb663>(context, &boards, "6-6-3", 42.924)?;
        databases::<Pdb78>(context, &boards, "7-8", 45.632)?;
    }
    Ok(())
}

/// Reports the mean of the databases of a partition, as in the paper the maximum over a board and
/// its mirror image.
fn databases<H: TileHeuristic + Heuristic<SlidingTiles<Nibbles>>>(
    context: &mut ExperimentContext,
    boards: &[State<Nibbles>],
    name: &str,
    published: f64,
) -> Result<(), Interrupted> {
    context.check()?;
    let databases = H::new(&board(GOAL), Costs::UNIT).expect("it is for the 15-puzzle");
    let quantity = format!("databases {name}, and mirror image");
    let published = Published::OfSomePartition(published);
    mean(context, boards, &quantity, published, &|board| {
        databases.estimate(board)
    })
}

/// Reports the mean over `boards`.
fn mean(
    context: &mut ExperimentContext,
    boards: &[State<Nibbles>],
    quantity: &str,
    published: Published,
    h: &dyn Fn(&State<Nibbles>) -> u32,
) -> Result<(), Interrupted> {
    let (mut sum, mut squares) = (0.0, 0.0);
    for some in boards.chunks(1000) {
        context.check()?;
        for board in some {
            let h = f64::from(h(board));
            sum += h;
            squares += h * h;
        }
    }
    let n = boards.len() as f64;
    let mean = sum / n;
    let variance = squares / n - mean * mean;
    // The standard error of the difference of the two means.
    let error = (variance / n + variance / N_PUBLISHED as f64).sqrt();
    let measured = Value::Mean {
        mean,
        tolerance: 3.0 * error,
    };
    let figure = Figure::measured("initial h, mean", quantity, measured);
    context.report(match published {
        Published::Nothing => figure,
        Published::Exactly(published) => figure.as_published(published),
        Published::OfSomePartition(published) if (published - mean).abs() <= 3.0 * error => {
            figure.as_published(published)
        }
        Published::OfSomePartition(published) => figure.unlike_published(
            published,
            "The quotation does not give the partition, and each partition has a different mean.",
        ),
    });
    Ok(())
}

/// The published mean of a heuristic.
#[derive(Clone, Copy)]
enum Published {
    Nothing,
    /// The mean of the very same heuristic.
    Exactly(f64),
    /// The mean of a partition with the same pattern sizes.
    OfSomePartition(f64),
}
