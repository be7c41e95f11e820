//! The algorithms on small explicit graphs, where every expansion is known.

mod both_ends;
mod graph;

use graph::{Estimates, Graph, NONE, check, options, run};
use tilescope_search::{
    Cost, Duplicates, GoalTest, MAX_ACTION_COST, Options, Outcome, TieBreaking, Weight,
};

/// The way over d is dear but short, the one over b and c cheap and long.
const DETOUR: Graph = Graph {
    edges: &[
        (b'a', b'd', 5),
        (b'a', b'b', 1),
        (b'b', b'c', 1),
        (b'c', b'd', 1),
        (b'd', b'z', 5),
    ],
    goal: b'z',
};
/// Admissible, not consistent: it holds b back until d was expanded by the dear way.
const HOLDS_BACK: Estimates = Estimates(&[(b'b', 7), (b'a', 1)]);

/// A cycle, and two ways to c.
const ROUND: Graph = Graph {
    edges: &[
        (b'a', b'b', 1),
        (b'a', b'c', 1),
        (b'b', b'a', 1),
        (b'b', b'c', 1),
        (b'c', b'z', 1),
    ],
    goal: b'z',
};

/// d is met at depth 3 first, then at depth 2.
const SHORTER_LATER: Graph = Graph {
    edges: &[
        (b'a', b'b', 1),
        (b'a', b'e', 1),
        (b'b', b'c', 1),
        (b'c', b'd', 1),
        (b'e', b'd', 1),
        (b'd', b'z', 1),
    ],
    goal: b'z',
};

#[test]
fn breadth_first_takes_the_shallowest_goal() {
    let early = options("breadth-first");
    let late = Options {
        goal_test: GoalTest::Late,
        ..early.clone()
    };
    check(
        (&DETOUR, &NONE),
        "breadth-first",
        &late,
        "e0 ff e1 f e2 f",
        "adz",
        10,
    );
    check(
        (&DETOUR, &NONE),
        "breadth-first",
        &early,
        "e0 ff e1 g",
        "adz",
        10,
    );
}

#[test]
fn best_first_differs_by_its_evaluation_alone() {
    let check = |key, log, path, cost| {
        check((&DETOUR, &HOLDS_BACK), key, &options(key), log, path, cost);
    };
    check("uniform-cost", "e0 ff e2 f e3 i-1d e4 f", "abcdz", 8);
    check("greedy-best-first", "e0 ff e1 f", "adz", 10);
    // d is expanded by the dear way first, then reopened; z waits and is replaced.
    check("a-star", "e0 ff e1 f e2 f e4 r e5 i-3d", "abcdz", 8);
    // f(b) = 1 + 1.5 · 7 = 11.5 lets z, f = 10, go first: dearer, but within 1.5 times.
    check("weighted-a-star", "e0 ff e1 f", "adz", 10);
}

#[test]
fn duplicates_are_treated_as_chosen() {
    let check = |key, duplicates, log, path, cost| {
        let options = Options {
            duplicates,
            goal_test: GoalTest::Late,
            ..options(key)
        };
        check((&ROUND, &NONE), key, &options, log, path, cost);
    };
    check(
        "breadth-first",
        Duplicates::Graph,
        "e0 ff e1 dd e2 f",
        "acz",
        2,
    );
    check(
        "breadth-first",
        Duplicates::Frontier,
        "e0 ff e1 fd e2 f e3 ff",
        "acz",
        2,
    );
    check(
        "breadth-first",
        Duplicates::Path,
        "e0 ff e1 cf e2 f e4 f",
        "acz",
        2,
    );
    check(
        "breadth-first",
        Duplicates::None,
        "e0 ff e1 ff e2 f e3 ff e4 f",
        "acz",
        2,
    );
    check(
        "uniform-cost",
        Duplicates::Path,
        "e0 ff e1 cf e2 f e4 f",
        "acz",
        2,
    );
    check(
        "uniform-cost",
        Duplicates::Frontier,
        "e0 ff e1 fd e2 f e3 ff",
        "acz",
        2,
    );
    check(
        "depth-first",
        Duplicates::Path,
        "e0 ff e1 cf e4 f",
        "abcz",
        3,
    );
    check(
        "depth-first",
        Duplicates::Graph,
        "e0 ff e1 dd e2 f",
        "acz",
        2,
    );
    check(
        "ida-star",
        Duplicates::Path,
        "i0 e0 xx i1 e0 f e3 cxf e6 x i2 e0 f e8 cf e10 xf e12 f",
        "acz",
        2,
    );
}

/// The first goal that is made lies behind the dear way.
#[test]
fn best_first_may_take_the_first_goal_that_is_generated() {
    let graph = Graph {
        edges: &[(b'a', b'b', 1), (b'a', b'z', 5), (b'b', b'z', 1)],
        goal: b'z',
    };
    for key in [
        "uniform-cost",
        "greedy-best-first",
        "a-star",
        "weighted-a-star",
    ] {
        let early = Options {
            goal_test: GoalTest::Early,
            ..options(key)
        };
        check((&graph, &NONE), key, &early, "e0 fg", "az", 5);
    }
    let late = options("a-star");
    check((&graph, &NONE), "a-star", &late, "e0 ff e1 i-2d", "abz", 2);
}

/// The state d is expanded by the dear way first. Only reopening finds the cheap one, as the
/// estimates are not consistent; with consistent ones d waits for it.
#[test]
fn without_reopening_a_star_needs_a_consistent_heuristic() {
    let options = Options {
        duplicates: Duplicates::GraphWithoutReopening,
        ..options("a-star")
    };
    let log = "e0 ff e1 f e2 f e4 d";
    check((&DETOUR, &HOLDS_BACK), "a-star", &options, log, "adz", 10);
    // A node that waits still gives way to a better one.
    let log = "e0 ff e2 f e3 i-1d e4 f";
    check((&DETOUR, &NONE), "a-star", &options, log, "abcdz", 8);
}

#[test]
fn depth_first_reopens_under_a_limit_alone() {
    let check = |depth_limit, log, path, cost| {
        let options = Options {
            duplicates: Duplicates::Graph,
            depth_limit,
            ..options("depth-first")
        };
        check(
            (&SHORTER_LATER, &NONE),
            "depth-first",
            &options,
            log,
            path,
            cost,
        );
    };
    check(None, "e0 ff e1 f e3 f e4 f", "abcdz", 4);
    check(Some(4), "e0 ff e1 f e3 f e4 f", "abcdz", 4);
    check(Some(3), "e0 ff e1 f e3 f-4x e2 r e5 f", "aedz", 3);
}

#[test]
fn ida_star_raises_its_bound_to_the_least_f_that_was_cut() {
    let log = "i1 e0 xx i5 e0 f e3 xx i8 e0 f e6 xf e8 f e9 f e10 f";
    check(
        (&DETOUR, &HOLDS_BACK),
        "ida-star",
        &options("ida-star"),
        log,
        "abcdz",
        8,
    );
}

#[test]
fn a_beam_keeps_the_lowest_h_and_the_first_among_equals() {
    let graph = Graph {
        edges: &[
            (b'a', b'b', 1),
            (b'a', b'c', 1),
            (b'a', b'd', 1),
            (b'c', b'z', 1),
        ],
        goal: b'z',
    };
    let estimates = Estimates(&[(b'b', 3), (b'c', 1), (b'd', 1)]);
    let narrow = Options {
        beam_width: 1,
        ..options("beam")
    };
    check(
        (&graph, &estimates),
        "beam",
        &narrow,
        "e0 fff-3x-1x e2 f",
        "acz",
        2,
    );
}

/// Nodes b, c, d, e with numbers 1 to 4; nothing else, so all are expanded.
const FAN: &[(u8, u8, Cost)] = &[
    (b'a', b'b', 1),
    (b'a', b'c', 2),
    (b'a', b'd', 3),
    (b'a', b'e', 1),
];

#[test]
fn ties_are_broken_as_chosen() {
    let fan = Graph {
        edges: FAN,
        goal: b'z',
    };
    let log = |key, estimates: &Estimates, ties, seed| {
        run(
            &fan,
            estimates,
            key,
            &Options {
                ties,
                seed,
                ..options(key)
            },
        )
        .0
    };
    // f = 4 for all.
    let equal_f = Estimates(&[(b'b', 3), (b'c', 2), (b'd', 1), (b'e', 3)]);
    let a_star = |ties| log("a-star", &equal_f, ties, 1);
    assert_eq!(a_star(TieBreaking::Fifo), "e0 ffff e1  e2  e3  e4");
    assert_eq!(a_star(TieBreaking::Lifo), "e0 ffff e4  e3  e2  e1");
    assert_eq!(a_star(TieBreaking::LowH), "e0 ffff e3  e2  e4  e1");
    assert_eq!(a_star(TieBreaking::HighG), "e0 ffff e3  e2  e4  e1");
    let greedy = log("greedy-best-first", &NONE, TieBreaking::HighG, 1);
    assert_eq!(greedy, "e0 ffff e3  e2  e4  e1");

    let random = |seed| log("a-star", &equal_f, TieBreaking::Random, seed);
    assert_eq!(random(1), random(1));
    let mut orders: Vec<String> = (0..500).map(random).collect();
    orders.sort();
    orders.dedup();
    assert_eq!(orders.len(), 24, "every order of four comes up");
}

#[test]
fn high_and_sparse_evaluations_keep_their_order() {
    let fan = Graph {
        edges: &[
            (b'a', b'b', 1_000_000),
            (b'a', b'c', 70_000),
            (b'a', b'd', 3),
            (b'a', b'e', 1023),
            (b'a', b'f', 1024),
            (b'e', b'g', 69_000),
            (b'g', b'h', MAX_ACTION_COST),
            (b'h', b'i', MAX_ACTION_COST),
        ],
        goal: b'z',
    };
    let order = "e0 fffff e3  e4 f e5  e2  e6 f e1  e7 f e8";
    for ties in TieBreaking::ALL {
        for key in ["uniform-cost", "a-star", "weighted-a-star"] {
            let weight = Weight::new(1000.0).expect("a weight");
            let options = Options {
                ties: *ties,
                weight,
                ..options(key)
            };
            assert_eq!(
                run(&fan, &NONE, key, &options),
                (order.into(), Outcome::Exhausted),
                "{key}"
            );
        }
    }
}
