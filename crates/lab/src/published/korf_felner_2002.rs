//! Korf & Felner, “Disjoint pattern database heuristics”, 2002: what heuristics say of random
//! 15-puzzles.

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
    summary: "What Manhattan distance, linear conflict and pattern databases say of random \
              15-puzzles, on the mean.",
    n_instances: 0,
    run,
};

const GOAL: &str = "_ 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";

/// How many boards the published means are of.
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
    context.tell(
        Figure::measured(of_boards, "boards", n_boards as u64).noting(format!(
            "Drawn with equal chance from all that have a solution. The published means are of \
         {N_PUBLISHED} others: a measured one agrees if the two differ by no more than three \
         times the standard error of their difference."
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

/// Tells what the databases of a partition say, here as there the greater of the values of a
/// board and of its mirror image.
fn databases<H: TileHeuristic + Heuristic<SlidingTiles<Nibbles>>>(
    context: &mut ExperimentContext,
    boards: &[State<Nibbles>],
    name: &str,
    published: f64,
) -> Result<(), Interrupted> {
    context.check()?;
    let databases = H::new(&board(GOAL), Costs::UNIT).expect("it is for the 15-puzzle");
    let quantity = format!("databases {name}, and mirrored");
    let published = Published::OfSomePartition(published);
    mean(context, boards, &quantity, published, &|board| {
        databases.estimate(board)
    })
}

/// Tells the mean over `boards`.
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
    // Of the difference of two means, one of so many boards and one of those published.
    let error = (variance / n + variance / N_PUBLISHED as f64).sqrt();
    let measured = Value::Mean {
        mean,
        tolerance: 3.0 * error,
    };
    let figure = Figure::measured("initial h, mean", quantity, measured);
    context.tell(match published {
        Published::Nothing => figure,
        Published::Exactly(published) => figure.as_published(published),
        Published::OfSomePartition(published) if (published - mean).abs() <= 3.0 * error => {
            figure.as_published(published)
        }
        Published::OfSomePartition(published) => figure.unlike_published(
            published,
            "Which tiles are together is not said where it is quoted, and another partition has \
             another mean.",
        ),
    });
    Ok(())
}

/// What was published of a heuristic.
#[derive(Clone, Copy)]
enum Published {
    Nothing,
    /// The mean of the very same heuristic.
    Exactly(f64),
    /// The mean of databases of as many tiles, which may be others.
    OfSomePartition(f64),
}
