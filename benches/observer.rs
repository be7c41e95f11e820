//! The cost of the observer: IDA* with the observer `()` against the same recursion without an
//! observer, and the nodes per second that each algorithm generates.
//!
//! With `()`, IDA* takes 11 to 18 % longer (wall-clock time on a Zen 4, three pairs). The only cost
//! of `()` that remains is the stop check: a recursive call returns an error, not a `bool`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tilescope_benches::Problem;
use tilescope_search::{
    ALGORITHMS, Action, Algorithm, AlgorithmVisitor, Cost, Counter, Heuristic, MovesVisitor,
    Options, Space, dispatch, ida_star::IdaStar,
};

/// `IdaStar` without its observer. It skips only moves that undo the last one, and always recurses,
/// because the paths are short here.
struct PlainIdaStar<'a, S, H> {
    space: &'a S,
    heuristic: &'a H,
    min_excess: u64,
    /// The solution, last action first.
    actions: Vec<Action>,
}

/// A node whose moves are being tried.
struct Expanded<S: Space> {
    state: S::State,
    slack: u64,
    h: Cost,
}

impl<S: Space, H: Heuristic<S>> PlainIdaStar<'_, S, H> {
    fn search(mut self, start: S::State) -> Option<Vec<Action>> {
        let h = self.heuristic.estimate(&start);
        let mut bound = u64::from(h);
        if self.space.is_goal(&start) {
            return Some(self.actions);
        }
        while !self.search_below(start, bound, h, self.space.moves(&start, None)) {
            bound = bound.checked_add(self.min_excess)?;
            self.min_excess = u64::MAX;
        }
        self.actions.reverse();
        Some(self.actions)
    }

    fn search_below<K: Into<S::Moves>>(
        &mut self,
        state: S::State,
        slack: u64,
        h: Cost,
        untried: K,
    ) -> bool {
        let untried = untried.into();
        let node = Expanded { state, slack, h };
        let Some((first, rest)) = split_first(untried) else {
            return false;
        };
        let Some((second, rest)) = split_first(rest) else {
            return self.try_move(&node, first);
        };
        let Some((third, rest)) = split_first(rest) else {
            return self.try_move(&node, first) || self.try_move(&node, second);
        };
        if split_first(rest).is_none() {
            return self.try_move(&node, first)
                || self.try_move(&node, second)
                || self.try_move(&node, third);
        }
        self.try_many(node, untried)
    }

    #[inline(never)]
    fn try_many(&mut self, node: Expanded<S>, mut untried: S::Moves) -> bool {
        untried.any(|chosen| self.try_move(&node, chosen))
    }

    #[inline(always)]
    fn try_move(&mut self, node: &Expanded<S>, chosen: S::Move) -> bool {
        let child = self.space.successor(&node.state, chosen);
        let h = (self.heuristic).update(node.h, &node.state, child.action, &child.state);
        let cost_to_go = u64::from(child.cost) + u64::from(h);
        if cost_to_go > node.slack {
            let excess = cost_to_go - node.slack;
            if excess < self.min_excess {
                self.min_excess = excess;
            }
            return false;
        }
        let is_done = self.space.is_goal(&child.state) || {
            let moves = self.space.moves(&child.state, Some(child.action));
            let slack = node.slack - u64::from(child.cost);
            let (space, state) = (self.space, child.state);
            let below = Below {
                search: self,
                state,
                slack,
                h,
            };
            space.visit_moves(chosen, moves, below)
        };
        is_done && self.backtrack(child.action)
    }

    #[cold]
    #[inline(never)]
    fn backtrack(&mut self, action: Action) -> bool {
        self.actions.push(action);
        true
    }
}

/// Continues the search below a node with the moves it is given.
struct Below<'a, 'b, S: Space, H> {
    search: &'a mut PlainIdaStar<'b, S, H>,
    state: S::State,
    slack: u64,
    h: Cost,
}

impl<S: Space, H: Heuristic<S>> MovesVisitor<S::Moves> for Below<'_, '_, S, H> {
    type Output = bool;

    #[inline(always)]
    fn visit<K: Into<S::Moves> + Copy>(self, moves: K) -> bool {
        (self.search).search_below(self.state, self.slack, self.h, moves)
    }
}

#[inline(always)]
fn split_first<I: Iterator + Copy>(mut moves: I) -> Option<(I::Item, I)> {
    let first = moves.next()?;
    Some((first, moves))
}

fn observed(criterion: &mut Criterion) {
    let Problem {
        space,
        heuristic,
        start,
        ..
    } = &Problem::korf(12);
    let options = IdaStar::ABOUT.defaults();
    let mut group = criterion.benchmark_group("IDA* on Korf 12");
    group.bench_function("without observer", |bencher| {
        bencher.iter(|| {
            let start = black_box(*start);
            let plain = PlainIdaStar {
                space,
                heuristic,
                min_excess: u64::MAX,
                actions: Vec::new(),
            };
            plain.search(start)
        });
    });
    group.bench_function("observer ()", |bencher| {
        let ida_star = IdaStar::with(black_box(&options));
        bencher.iter(|| ida_star.search(space, heuristic, black_box(*start), &mut ()));
    });
    group.finish();
}

struct Count<'a>(&'a Problem);

impl AlgorithmVisitor for Count<'_> {
    type Output = u64;
    fn visit<A: Algorithm>(self, algorithm: A) -> u64 {
        let Count(problem) = self;
        let mut counter = Counter::default();
        algorithm.search(
            &problem.space,
            &problem.heuristic,
            problem.start,
            &mut counter,
        );
        counter.generated
    }
}

struct Bench<'a, 'b>(&'a Problem, &'a mut criterion::Bencher<'b>);

impl AlgorithmVisitor for Bench<'_, '_> {
    type Output = ();
    fn visit<A: Algorithm>(self, algorithm: A) {
        let Bench(problem, bencher) = self;
        bencher.iter(|| {
            algorithm.search(
                &problem.space,
                &problem.heuristic,
                black_box(problem.start),
                &mut (),
            )
        });
    }
}

/// Every algorithm on an 8-puzzle, and some on a 15-puzzle. The throughput is nodes generated.
fn generated(criterion: &mut Criterion) {
    let row = |criterion: &mut Criterion, problem: &Problem, key: &str, options: &Options| {
        let n_generated = dispatch(key, options, Count(problem)).expect("a key");
        let mut group = criterion.benchmark_group("nodes generated");
        group
            .throughput(Throughput::Elements(n_generated))
            .sample_size(20);
        group.bench_function(
            BenchmarkId::new(key, problem.puzzle.name.as_str()),
            |bencher| dispatch(key, options, Bench(problem, bencher)).expect("a key"),
        );
        group.finish();
    };
    for about in ALGORITHMS {
        row(
            criterion,
            &Problem::farthest(),
            about.key,
            &about.defaults(),
        );
    }
    for key in [
        "a-star",
        "weighted-a-star",
        "greedy-best-first",
        "ida-star",
        "beam",
    ] {
        let about = ALGORITHMS
            .iter()
            .find(|about| about.key == key)
            .expect("a key");
        row(criterion, &Problem::korf(12), key, &about.defaults());
    }
}

criterion_group!(benches, observed, generated);
criterion_main!(benches);
