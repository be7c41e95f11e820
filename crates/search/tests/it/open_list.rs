//! The frontier of a best-first search against a list that is searched from end to end.

use tilescope_search::open_list::OpenList;
use tilescope_search::{Cost, TieBreaking};

/// What waits, in the order in which it came.
type Waiting = Vec<(u64, Cost, Cost, u32)>;

/// Takes out what `ties` wants next. With random ties any of the lowest will do: `taken`.
fn next(waiting: &mut Waiting, ties: TieBreaking, taken: Option<u32>) -> Option<u32> {
    let lowest = waiting.iter().map(|(f, ..)| *f).min()?;
    let among = waiting
        .iter()
        .enumerate()
        .filter(|(_, (f, ..))| *f == lowest);
    let at = match ties {
        TieBreaking::Fifo => among.min_by_key(|(i, _)| *i),
        TieBreaking::Lifo => among.max_by_key(|(i, _)| *i),
        TieBreaking::LowH => among.max_by_key(|&(i, (_, _, h, _))| (Cost::MAX - h, i)),
        TieBreaking::HighG => among.max_by_key(|&(i, (_, g, _, _))| (*g, i)),
        TieBreaking::Random => among
            .into_iter()
            .find(|(_, (.., node))| Some(*node) == taken),
    };
    Some(waiting.remove(at?.0).3)
}

#[test]
fn the_lowest_evaluation_leaves_first() {
    let mut rng = fastrand::Rng::with_seed(1);
    // Numbers in the vectors, on both sides of their end, and far apart.
    for most in [20, 1500, 5_000_000, Cost::MAX] {
        for &ties in TieBreaking::ALL {
            let mut open = OpenList::new(ties, 7);
            let mut waiting = Waiting::new();
            for node in 0..3000 {
                // Some numbers again and again, so that there are ties.
                let mut number = || rng.u32(..=most) / rng.u32(1..20).pow(2);
                let (g, h) = (number(), number());
                let f = u64::from(g) + u64::from(h);
                open.push(f, g, h, node, &mut ()).unwrap();
                waiting.push((f, g, h, node));
                while rng.u8(..3) == 0 {
                    let taken = open.pop();
                    assert_eq!(taken, next(&mut waiting, ties, taken), "{ties:?} to {most}");
                }
            }
            while let Some(taken) = open.pop() {
                let expected = next(&mut waiting, ties, Some(taken));
                assert_eq!(Some(taken), expected, "{ties:?} to {most}");
            }
            assert!(waiting.is_empty());
        }
    }
}
