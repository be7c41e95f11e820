//! Searches from both ends, which go back against edges that lead one way.

use super::DETOUR;
use super::graph::{Estimates, Graph, NONE, check, options, run};
use tilescope_search::{Action, BidirectionalHeuristic, Outcome};

/// Roads that lead one way only: none of them is to be taken from z to a.
const ONE_WAY: Graph = Graph {
    edges: &[
        (b'a', b'b', 1),
        (b'z', b'y', 1),
        (b'y', b'a', 1),
        (b'b', b'c', 1),
        (b'c', b'z', 1),
    ],
    goal: b'z',
};

#[test]
fn searches_from_both_ends_go_back_against_the_edges() {
    for key in ["bidirectional-breadth-first", "nbs"] {
        let (_, ending) = run(&ONE_WAY, &NONE, key, &options(key));
        let Outcome::Solved(solution) = ending else {
            panic!("{key} ended {ending:?}");
        };
        assert_eq!(solution.actions, [0, 3, 4].map(Action), "{key}");
        let no_way = Graph {
            edges: &[(b'a', b'b', 1), (b'z', b'a', 1), (b'c', b'z', 1)],
            goal: b'z',
        };
        assert_eq!(
            run(&no_way, &NONE, key, &options(key)).1,
            Outcome::Exhausted
        );
    }
}

#[test]
fn breadth_first_from_both_ends_grows_the_smaller_frontier() {
    let key = "bidirectional-breadth-first";
    // Both have one node: first the start, then the goal, as that still has one. The path is a
    // short one, not a cheap one.
    check(
        (&DETOUR, &NONE),
        key,
        &options(key),
        "e0 ff e1 f m2-4",
        "adz",
        10,
    );
}

#[test]
fn nbs_expands_pairs_until_no_path_can_be_cheaper() {
    let options = options("nbs");
    // Without estimates: g + g + 1 is 7 for b and d, whose expansion finds the path of 8, and
    // 9 for the next pair.
    let log = "e0 ff e1 f m2-4  e3 f e4 ff m5-7";
    check((&DETOUR, &NONE), "nbs", &options, log, "abcdz", 8);
    // With the true costs from the start, the goal's tree leaves all others of the fan alone.
    let fan = Graph {
        edges: &[
            (b'a', b'b', 1),
            (b'b', b'z', 4),
            (b'c', b'z', 1),
            (b'd', b'z', 2),
            (b'x', b'c', 1),
            (b'x', b'd', 1),
        ],
        goal: b'z',
    };
    let backward = Estimates(&[(b'b', 1), (b'c', 9), (b'd', 9), (b'x', 9), (b'z', 5)]);
    let both = BidirectionalHeuristic {
        forward: NONE,
        backward,
    };
    check(
        (&fan, &both),
        "nbs",
        &options,
        "e0 f e1 f m2-3 ff",
        "abz",
        5,
    );
    let without = "e0 f e1 f m2-3 ff e2 f e4 f";
    check((&fan, &NONE), "nbs", &options, without, "abz", 5);
}
