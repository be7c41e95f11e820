//! How every algorithm ends without a solution, with little memory or at a limit, and that it
//! reserves memory before allocating. Driven by the registries.

use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic};
use tilescope_puzzle::{Board, Costs, MoveOrder, Nibbles, SlidingTiles, notation};
use tilescope_search::{
    self as search, ALGORITHMS, About, Action, Algorithm, AlgorithmVisitor, Applies, BeamOrder,
    Completeness, Cost, Duplicates, GoalTest, NodeOutcome, Observer, Options, Outcome, StopReason,
    TieBreaking,
};

/// Counts, and stops a search at its limits.
#[derive(Default)]
struct Warden {
    n_generated: u64,
    n_expanded: u64,
    n_bytes: usize,
    /// Whether a node was expanded after one that was generated later.
    jumped_back: bool,
    last: u64,
    most_expanded: Option<u64>,
    most_bytes: Option<usize>,
}

impl Observer for Warden {
    type Node = u64;
    fn root(&mut self, _: Cost) -> u64 {
        0
    }
    fn generated(&mut self, parent: u64, _: Action, _: Cost, _: Cost, _: NodeOutcome) -> u64 {
        assert!(
            parent <= self.n_generated,
            "a parent is born before its child"
        );
        self.n_generated += 1;
        self.n_generated
    }
    fn expand(&mut self, node: u64) -> Result<(), StopReason> {
        assert!(node <= self.n_generated);
        if self.most_expanded == Some(self.n_expanded) {
            return Err(StopReason::Expanded);
        }
        self.n_expanded += 1;
        self.jumped_back |= node < self.last;
        self.last = node;
        Ok(())
    }
    fn discard(&mut self, node: u64, _: NodeOutcome) {
        assert!(node <= self.n_generated);
    }
    fn requeued(&mut self, parent: Self::Node, action: Action, g: Cost, h: Cost) -> Self::Node {
        self.generated(parent, action, g, h, NodeOutcome::Reopened)
    }
    fn solution(&mut self, _: Self::Node, _: Cost, _: &[Action]) {}
    fn meeting(&mut self, _: Self::Node, _: Self::Node) {}
    fn iteration(&mut self, _: Cost) {}
    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.n_bytes += bytes;
        match self.most_bytes {
            Some(most) if self.n_bytes > most => Err(StopReason::Memory),
            _ => Ok(()),
        }
    }
}

struct Run<'a> {
    start: &'a Board,
    goal: &'a Board,
    warden: &'a mut Warden,
}

impl AlgorithmVisitor for Run<'_> {
    type Output = Outcome<u64>;
    fn visit<A: Algorithm>(self, algorithm: A) -> Outcome<u64> {
        let space = SlidingTiles::<Nibbles>::new(self.goal, Costs::UNIT, MoveOrder::default());
        let heuristic = Manhattan::new(self.goal, Costs::UNIT).expect("it fits every board");
        algorithm.search(&space, &heuristic, space.state(self.start), self.warden)
    }
}

fn run(
    about: &About,
    options: &Options,
    puzzle: (&str, &str),
    warden: &mut Warden,
) -> Outcome<u64> {
    let board = |text| notation::parse_board(text).expect("a board");
    let (start, goal) = (&board(puzzle.0), &board(puzzle.1));
    search::dispatch(
        about.key,
        options,
        Run {
            start,
            goal,
            warden,
        },
    )
    .expect("a key")
}

/// Every treatment of duplicates that an algorithm offers.
fn treatments(about: &About) -> Vec<Options> {
    let choices = about.options.iter().find_map(|applies| match *applies {
        Applies::Duplicates(choices) => Some(choices),
        _ => None,
    });
    let treat = |&duplicates| Options {
        duplicates,
        ..about.defaults()
    };
    choices.map_or(vec![about.defaults()], |choices| {
        choices.iter().map(treat).collect()
    })
}

/// Whether an algorithm goes from one state to the next and forgets the rest.
fn is_local(about: &About) -> bool {
    let has_treatment = |applies: &Applies| matches!(applies, Applies::Duplicates(_));
    about.complete == Completeness::Never && !about.options.iter().any(has_treatment)
}

const UNSOLVABLE: (&str, &str) = ("2 1 / 3 _", "1 2 / 3 _");
const SIX_MOVES: (&str, &str) = ("_ 3 / 2 1", "1 2 / 3 _");
const TWENTY_MOVES: (&str, &str) = ("7 6 2 / 5 3 1 / _ 4 8", "_ 1 2 / 3 4 5 / 6 7 8");

/// No solution, but half of all boards to search.
const SWAPPED: (&str, &str) = ("1 2 3 / 4 5 6 / 8 7 _", "1 2 3 / 4 5 6 / 7 8 _");

#[test]
fn the_start_may_be_the_goal() {
    for about in ALGORITHMS {
        for goal_test in GoalTest::ALL {
            let options = Options {
                goal_test: *goal_test,
                ..about.defaults()
            };
            let mut warden = Warden::default();
            let Outcome::Solved(solution) =
                run(about, &options, ("1 2 / 3 _", "1 2 / 3 _"), &mut warden)
            else {
                panic!("{} did not see that it was there", about.key);
            };
            assert_eq!(
                (solution.actions.len(), solution.cost, solution.node),
                (0, 0, 0)
            );
            assert_eq!(
                (warden.n_expanded, warden.n_generated),
                (0, 0),
                "{}",
                about.key
            );
        }
    }
}

#[test]
fn without_a_solution_the_space_is_exhausted() {
    for about in ALGORITHMS {
        for options in treatments(about) {
            let mut warden = Warden {
                most_expanded: Some(20_000),
                ..Warden::default()
            };
            let ending = run(about, &options, UNSOLVABLE, &mut warden);
            let remembers = matches!(
                options.duplicates,
                Duplicates::Path | Duplicates::Graph | Duplicates::GraphWithoutReopening
            );
            if is_local(about) {
                // At least each state once; a search without a closed list, again and again.
                let is_proof = ending == Outcome::Exhausted && warden.n_expanded >= 12;
                let is_open = matches!(
                    ending,
                    Outcome::CutOff | Outcome::Stopped(StopReason::Expanded)
                );
                assert!(is_proof || is_open, "{} ended {ending:?}", about.key);
                continue;
            }
            let expected = if remembers {
                Outcome::Exhausted
            } else if options.depth_limit.is_some() && options.duplicates == Duplicates::Parent {
                // A cycle of twelve states: there are only two paths around it.
                Outcome::CutOff
            } else {
                Outcome::Stopped(StopReason::Expanded)
            };
            assert_eq!(ending, expected, "{} {options:?}", about.key);
            if options.duplicates == Duplicates::Graph {
                // Greedy search reopens some, by cheaper paths.
                assert!(warden.n_expanded >= 12, "{}: each state", about.key);
            }
        }
    }
}

#[test]
fn a_depth_limit_prunes_deeper_nodes() {
    let limited = |about: &&&About| {
        let is_limit = |applies: &Applies| matches!(applies, Applies::DepthLimit(_));
        about.options.iter().any(is_limit)
    };
    for about in ALGORITHMS.iter().filter(limited) {
        for options in treatments(about) {
            for depth_limit in 0..12 {
                let options = Options {
                    depth_limit: Some(depth_limit),
                    ..options.clone()
                };
                match run(about, &options, SIX_MOVES, &mut Warden::default()) {
                    Outcome::Solved(solution) => {
                        assert!((6..=depth_limit).contains(&solution.cost), "{options:?}");
                    }
                    ending => {
                        assert_eq!(ending, Outcome::CutOff, "{options:?}");
                        assert!(depth_limit < 6, "{options:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_narrow_beam_exhausts_its_nodes() {
    let about = ALGORITHMS
        .iter()
        .find(|about| about.key == "beam")
        .expect("a key");
    let options = Options {
        beam_width: 1,
        ..about.defaults()
    };
    assert_eq!(
        run(about, &options, SWAPPED, &mut Warden::default()),
        Outcome::CutOff
    );
}

#[test]
fn a_beam_expands_its_nodes_in_the_chosen_order() {
    let about = ALGORITHMS
        .iter()
        .find(|about| about.key == "beam")
        .expect("a key");
    for (beam_order, jumps_back) in [(BeamOrder::Sorted, true), (BeamOrder::Unsorted, false)] {
        let options = Options {
            beam_width: 10,
            beam_order,
            ..about.defaults()
        };
        let mut warden = Warden::default();
        let ending = run(about, &options, TWENTY_MOVES, &mut warden);
        assert!(matches!(ending, Outcome::Solved(_)), "{beam_order:?}");
        assert_eq!(warden.jumped_back, jumps_back, "{beam_order:?}");
    }
}

#[test]
fn every_search_stops_at_its_limits() {
    for about in ALGORITHMS {
        for n in [0, 1, 5, 20] {
            let mut warden = Warden {
                most_expanded: Some(n),
                ..Warden::default()
            };
            let ending = run(about, &about.defaults(), TWENTY_MOVES, &mut warden);
            if is_local(about) && ending == Outcome::CutOff {
                assert!(warden.n_expanded <= n, "{} was over before", about.key);
                continue;
            }
            assert_eq!(
                ending,
                Outcome::Stopped(StopReason::Expanded),
                "{}",
                about.key
            );
            assert_eq!(warden.n_expanded, n, "{}", about.key);
        }
        // With less memory than it needs, it stops properly.
        let mut warden = Warden::default();
        let ending = run(about, &about.defaults(), TWENTY_MOVES, &mut warden);
        assert!(
            matches!(ending, Outcome::Solved(_)) || about.complete == Completeness::Never,
            "{} ended {ending:?}",
            about.key
        );
        let needed = warden.n_bytes;
        assert!(needed > 0, "{} needs some memory", about.key);
        for most in [0, 1, needed / 16, needed / 2, needed - 1] {
            let mut warden = Warden {
                most_bytes: Some(most),
                ..Warden::default()
            };
            let ending = run(about, &about.defaults(), TWENTY_MOVES, &mut warden);
            assert_eq!(
                ending,
                Outcome::Stopped(StopReason::Memory),
                "{} {most}",
                about.key
            );
        }
    }
}

#[test]
fn depth_first_search_may_visit_every_state_on_one_path() {
    let about = ALGORITHMS
        .iter()
        .find(|about| about.key == "depth-first")
        .expect("a key");
    let options = Options {
        duplicates: Duplicates::Graph,
        ..about.defaults()
    };
    let mut warden = Warden::default();
    assert_eq!(
        run(about, &options, SWAPPED, &mut warden),
        Outcome::Exhausted
    );
    assert_eq!(warden.n_expanded, 181_440);
}

/// Every random choice comes from the seed.
#[test]
fn the_same_seed_gives_the_same_search() {
    let with_seed = |about: &&&About| about.options.contains(&Applies::Seed);
    let mut n_differing = 0;
    for about in ALGORITHMS.iter().filter(with_seed) {
        let search = |seed| {
            let options = Options {
                seed,
                ties: TieBreaking::Random,
                ..about.defaults()
            };
            let mut warden = Warden::default();
            let ending = run(about, &options, TWENTY_MOVES, &mut warden);
            (ending, warden.n_expanded, warden.n_generated)
        };
        assert_eq!(search(3), search(3), "{}", about.key);
        n_differing += usize::from(search(3) != search(4));
    }
    assert!(n_differing >= 5, "another seed, another search");
}
