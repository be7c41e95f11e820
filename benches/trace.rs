//! The cost of recording a run and of laying out its tree.
//!
//! `cargo bench -p tilescope-benches --features times --bench trace`

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tilescope_search::{Action, NodeOutcome, Observer};
use tilescope_trace::subtrees::{Extent, Grid};
use tilescope_trace::{
    Batch, Fold, HiddenCounts, Layout, NodeId, Recorder, Status, Subtrees, Trace,
};

/// Which frontier node an artificial search expands next.
#[derive(Clone, Copy, Debug)]
enum ExpansionOrder {
    /// A random one: a bushy tree whose children are generated long after their parents.
    Random,
    /// The newest: a tree half as deep as it has nodes.
    LastInFirstOut,
}

/// Reports to `observer` a search that generates `n` nodes: each expansion adds two nodes to the
/// frontier, and every fifth node is a duplicate.
fn search(n: NodeId, order: ExpansionOrder, observer: &mut impl Observer<Node = NodeId>) {
    let mut random = fastrand::Rng::with_seed(1);
    let mut frontier = vec![(observer.root(50), 0)];
    let mut n_nodes = 1;
    while n_nodes < n {
        let index = match order {
            ExpansionOrder::Random => random.usize(..frontier.len()),
            ExpansionOrder::LastInFirstOut => frontier.len() - 1,
        };
        let (node, g) = frontier.swap_remove(index);
        if observer.expand(node).is_err() {
            return;
        }
        for action in 0..2 + u8::from(n_nodes % 2 == 0) {
            let outcome = if action == 2 {
                NodeOutcome::Duplicate
            } else {
                NodeOutcome::Frontier
            };
            let child = observer.generated(node, Action(action), g + 1, 50, outcome);
            n_nodes += 1;
            if outcome.is_on_frontier() {
                frontier.push((child, g + 1));
            }
        }
    }
}

fn batches(n: NodeId, order: ExpansionOrder) -> Vec<Batch> {
    let mut batches = Vec::new();
    let mut recorder = Recorder::new(NodeId::MAX, |batch| batches.push(batch));
    search(n, order, &mut recorder);
    recorder.flush();
    batches
}

fn build_trace(batches: &[Batch]) -> Trace {
    let mut trace = Trace::default();
    batches.iter().for_each(|batch| trace.append(batch));
    trace
}

const SIZES: [NodeId; 3] = [100_000, 1_000_000, 10_000_000];

fn append(c: &mut Criterion) {
    let mut group = c.benchmark_group("append");
    group.sample_size(10);
    for order in [ExpansionOrder::Random, ExpansionOrder::LastInFirstOut] {
        for n in SIZES {
            let batches = batches(n, order);
            let trace = build_trace(&batches);
            let bytes = trace.bytes() as f64 / f64::from(trace.n_nodes());
            println!(
                "{order:?}, {n} nodes, {} expansions, depth {}: {bytes:.1} bytes a node",
                trace.n_expanded(),
                trace.max_depth()
            );
            drop(trace);
            group.throughput(Throughput::Elements(n.into()));
            group.bench_function(BenchmarkId::new(format!("{order:?}"), n), |b| {
                b.iter_batched(|| (), |()| build_trace(&batches), BatchSize::PerIteration);
            });
        }
    }
}

fn layout(c: &mut Criterion) {
    let mut group = c.benchmark_group("layout");
    group.sample_size(10);
    for order in [ExpansionOrder::Random, ExpansionOrder::LastInFirstOut] {
        for n in SIZES {
            let trace = build_trace(&batches(n, order));
            for budget in [16_000, 100_000] {
                let fold = Fold::new(0..trace.n_nodes(), budget);
                let name = format!("{order:?}, {budget} of");
                group.bench_function(BenchmarkId::new(name, n), |b| {
                    b.iter(|| Layout::new(&trace, &fold));
                });
            }
        }
        let trace = build_trace(&batches(200_000, order));
        let fold = Fold::new(0..trace.n_nodes(), usize::MAX);
        group.bench_function(BenchmarkId::new(format!("{order:?} whole"), 200_000), |b| {
            b.iter(|| Layout::new(&trace, &fold));
        });
    }
}

/// Counting the hidden nodes of a whole run, and a frame's part of that.
fn census(c: &mut Criterion) {
    const NODES_PER_FRAME: NodeId = 1 << 14;
    let mut group = c.benchmark_group("census");
    group.sample_size(10);
    for order in [ExpansionOrder::Random, ExpansionOrder::LastInFirstOut] {
        for n in SIZES {
            let trace = build_trace(&batches(n, order));
            let layout = Layout::new(&trace, &Fold::new(0..trace.n_nodes(), 100_000));
            let mut started = HiddenCounts::default();
            started.set_unfolding(&trace, layout.unfolding());
            group.throughput(Throughput::Elements(n.into()));
            group.bench_function(BenchmarkId::new(format!("{order:?}"), n), |b| {
                b.iter_batched_ref(
                    || started.clone(),
                    |census| census.advance(&trace, NodeId::MAX, NodeId::MAX),
                    BatchSize::PerIteration,
                );
            });
            let mut under_way = started.clone();
            under_way.advance(&trace, NodeId::MAX, n - NODES_PER_FRAME);
            group.throughput(Throughput::Elements(NODES_PER_FRAME.into()));
            let name = format!("{order:?}, {NODES_PER_FRAME} of");
            group.bench_function(BenchmarkId::new(name, n), |b| {
                b.iter_batched_ref(
                    || under_way.clone(),
                    |census| census.advance(&trace, NodeId::MAX, NODES_PER_FRAME),
                    BatchSize::PerIteration,
                );
            });
        }
    }
}

/// Measuring all subtrees of a run, and a picture of its whole tree.
fn subtrees(c: &mut Criterion) {
    const COLUMNS: usize = 1600;
    const MAX_ROWS: usize = 900;
    let mut group = c.benchmark_group("subtrees");
    group.sample_size(10);
    for order in [ExpansionOrder::Random, ExpansionOrder::LastInFirstOut] {
        for n in SIZES {
            let trace = build_trace(&batches(n, order));
            group.throughput(Throughput::Elements(n.into()));
            group.bench_function(BenchmarkId::new(format!("{order:?}"), n), |b| {
                b.iter_with_large_drop(|| Subtrees::new(&trace));
            });
            let index = Subtrees::new(&trace);
            let extent = Extent::whole(&trace, &index);
            let name = format!("{order:?}, picture of {COLUMNS} columns");
            group.bench_function(BenchmarkId::new(name, n), |b| {
                b.iter_with_large_drop(|| {
                    Grid::new(&trace, &index, extent.clone(), COLUMNS, MAX_ROWS)
                });
            });
        }
    }
}

/// The statuses of many nodes at one moment, as a frame needs them.
fn statuses(c: &mut Criterion) {
    let trace = build_trace(&batches(10_000_000, ExpansionOrder::Random));
    let mut random = fastrand::Rng::with_seed(2);
    let nodes: Vec<_> = (0..10_000).map(|_| random.u32(..trace.n_nodes())).collect();
    let t = trace.n_expanded() / 2;
    c.bench_function("status of 10,000 in 10,000,000", |b| {
        b.iter(|| {
            let is_open = |&&node: &&NodeId| trace.status(node, t) == Status::Frontier;
            black_box(&nodes).iter().filter(is_open).count()
        });
    });
}

/// The same search, with an observer that only counts and with a recorder.
fn record(c: &mut Criterion) {
    struct Count(NodeId);
    impl Observer for Count {
        type Node = NodeId;
        fn root(&mut self, _: u32) -> NodeId {
            0
        }
        fn generated(&mut self, _: NodeId, _: Action, _: u32, _: u32, _: NodeOutcome) -> NodeId {
            self.0 += 1;
            self.0
        }
        fn expand(&mut self, _: NodeId) -> Result<(), tilescope_search::StopReason> {
            Ok(())
        }
        fn discard(&mut self, _: NodeId, _: NodeOutcome) {}
        fn requeued(&mut self, parent: Self::Node, action: Action, g: u32, h: u32) -> Self::Node {
            self.generated(parent, action, g, h, NodeOutcome::Reopened)
        }
        fn solution(&mut self, _: Self::Node, _: u32, _: &[Action]) {}
        fn meeting(&mut self, _: Self::Node, _: Self::Node) {}
        fn iteration(&mut self, _: u32) {}
        fn reserve(&mut self, _: usize) -> Result<(), tilescope_search::StopReason> {
            Ok(())
        }
    }
    let mut group = c.benchmark_group("record");
    group.sample_size(10);
    group.throughput(Throughput::Elements(1_000_000));
    group.bench_function("counted", |b| {
        b.iter(|| search(1_000_000, ExpansionOrder::LastInFirstOut, &mut Count(0)));
    });
    group.bench_function("recorded", |b| {
        b.iter(|| {
            let mut recorder = Recorder::new(NodeId::MAX, |batch| drop(black_box(batch)));
            search(1_000_000, ExpansionOrder::LastInFirstOut, &mut recorder);
        });
    });
}

criterion_group!(benches, append, layout, census, subtrees, statuses, record);
criterion_main!(benches);
