//! Random searches, recorded and queried, compared with a model that stores everything.

use proptest::prelude::*;
use tilescope_search::{Action, NodeOutcome, Observer, SearchDirection};
use tilescope_trace::{NodeId, Recorder, Status, Trace};

/// The model's data of a node.
struct Known {
    parent: Option<usize>,
    action: u8,
    g: u32,
    h: u32,
    outcome: NodeOutcome,
    born_at: u32,
    expanded_at: Option<u32>,
    discarded_at: Option<(u32, NodeOutcome)>,
    children: Vec<NodeId>,
}

impl Known {
    fn new(outcome: NodeOutcome, h: u32) -> Self {
        Known {
            parent: None,
            action: 0,
            g: 0,
            h,
            outcome,
            born_at: 0,
            expanded_at: None,
            discarded_at: None,
            children: Vec::new(),
        }
    }
}

#[derive(Default)]
struct Model {
    nodes: Vec<Known>,
    /// The nodes that may be expanded or discarded, in any order.
    waiting: Vec<usize>,
    expansions: Vec<usize>,
    /// When each iteration began, after how many generated nodes.
    iterations: Vec<(u32, usize)>,
}

impl Model {
    fn status(&self, node: usize, t: u32) -> Status {
        let known = &self.nodes[node];
        if known.born_at > t {
            return Status::NotGenerated;
        }
        match known.outcome {
            NodeOutcome::Goal => return Status::Goal,
            NodeOutcome::Frontier | NodeOutcome::Improved | NodeOutcome::Reopened => {}
            outcome => return Status::Discarded(outcome),
        }
        if known.expanded_at.is_some_and(|at| at <= t) {
            return Status::Expanded;
        }
        match known.discarded_at {
            Some((at, outcome)) if at <= t => Status::Discarded(outcome),
            _ => Status::Frontier,
        }
    }

    fn birth(&mut self, node: Known) {
        if node.outcome.is_on_frontier() {
            self.waiting.push(self.nodes.len());
        }
        self.nodes.push(node);
    }

    /// Takes a node from the frontier, if there is one, chosen by `pick`.
    fn select(&mut self, pick: usize) -> Option<usize> {
        let index = pick.checked_rem(self.waiting.len())?;
        Some(self.waiting.swap_remove(index))
    }
}

#[derive(Clone, Debug)]
enum Event {
    /// Expand one of the frontier.
    Expand(usize),
    /// Give one of the expanded nodes a child: any, as a lazy search does.
    Generate(usize, u8, u32, u32, u8),
    Discard(usize, bool),
    Restart,
    Flush,
}

fn event() -> impl Strategy<Value = Event> {
    let small_or_large = || prop_oneof![9 => 0..200u32, 1 => any::<u32>()];
    prop_oneof![
        4 => any::<usize>().prop_map(Event::Expand),
        8 => (any::<usize>(), 0..254u8, small_or_large(), small_or_large(), any::<u8>())
            .prop_map(|(node, action, g, h, outcome)| Event::Generate(node, action, g, h, outcome)),
        2 => (any::<usize>(), any::<bool>()).prop_map(|(node, cut)| Event::Discard(node, cut)),
        1 => Just(Event::Restart),
        1 => Just(Event::Flush),
    ]
}

const FATES: [NodeOutcome; 9] = [
    NodeOutcome::Frontier,
    NodeOutcome::Frontier,
    NodeOutcome::Frontier,
    NodeOutcome::Improved,
    NodeOutcome::Reopened,
    NodeOutcome::Duplicate,
    NodeOutcome::Cycle,
    NodeOutcome::Cut,
    NodeOutcome::Goal,
];

/// Plays `events` to a recorder and to the model, after `n_roots` roots.
fn play(n_roots: u32, events: impl Iterator<Item = Event>) -> (Trace, Model) {
    let mut trace = Trace::default();
    let mut recorder = Recorder::new(NodeId::MAX, |batch| trace.append(&batch));
    let mut model = Model::default();
    for root in 0..n_roots {
        assert_eq!(recorder.root(5), root);
        model.birth(Known::new(NodeOutcome::Frontier, 5));
    }
    for event in events {
        let now = model.expansions.len() as u32;
        match event {
            Event::Expand(pick) => {
                if let Some(node) = model.select(pick) {
                    recorder
                        .expand(node as NodeId)
                        .expect("a recorder never stops a search");
                    model.nodes[node].expanded_at = Some(now + 1);
                    model.expansions.push(node);
                }
            }
            Event::Generate(pick, action, g, h, outcome) => {
                if model.expansions.is_empty() {
                    continue;
                }
                let parent = model.expansions[pick % model.expansions.len()];
                let outcome = FATES[usize::from(outcome) % FATES.len()];
                let node = recorder.generated(parent as NodeId, Action(action), g, h, outcome);
                assert_eq!(node as usize, model.nodes.len());
                model.nodes[parent].children.push(node);
                model.birth(Known {
                    parent: Some(parent),
                    action,
                    g,
                    born_at: now,
                    ..Known::new(outcome, h)
                });
            }
            Event::Discard(pick, cut) => {
                if let Some(node) = model.select(pick) {
                    let outcome = if cut {
                        NodeOutcome::Cut
                    } else {
                        NodeOutcome::Duplicate
                    };
                    recorder.discard(node as NodeId, outcome);
                    model.nodes[node].discarded_at = Some((now, outcome));
                }
            }
            Event::Restart => {
                recorder.iteration(now);
                model.iterations.push((now, model.nodes.len()));
                if model.nodes[0].expanded_at.is_some() {
                    recorder.expand(0).expect("a recorder never stops a search");
                    model.expansions.push(0);
                }
            }
            Event::Flush => recorder.flush(),
        }
    }
    recorder.flush();
    (trace, model)
}

fn check_moment(trace: &Trace, model: &Model, t: u32) {
    let born = model.nodes.iter().filter(|node| node.born_at <= t).count();
    assert_eq!(trace.n_generated(t) as usize, born);
    let mut frontier = Vec::new();
    for node in 0..model.nodes.len() {
        let status = model.status(node, t);
        assert_eq!(
            trace.status(node as NodeId, t),
            status,
            "node {node} at {t}"
        );
        if status == Status::Frontier {
            frontier.push(node as NodeId);
        }
    }
    assert_eq!(trace.frontier_size(t) as usize, frontier.len(), "at {t}");
    assert!(trace.frontier(t).eq(frontier));
    let before = t
        .checked_sub(1)
        .map(|t| model.expansions[t as usize] as NodeId);
    assert_eq!(trace.expanded_node(t), before);

    let begun = model.iterations.iter().filter(|start| start.0 < t).count();
    let iteration = trace.iteration(t);
    assert_eq!(iteration.is_some(), !model.iterations.is_empty());
    if let Some(iteration) = iteration {
        assert_eq!(iteration.number, begun.saturating_sub(1));
        assert_eq!(iteration.bound, model.iterations[iteration.number].0);
        assert!(iteration.moments.contains(&t));
        let first = model.iterations[iteration.number].1.max(1);
        assert_eq!(iteration.nodes.start as usize, first);
    }
}

fn check_node(trace: &Trace, model: &Model, node: usize) {
    let id = node as NodeId;
    let known = &model.nodes[node];
    assert_eq!(trace.parent(id).map(|parent| parent as usize), known.parent);
    let action = known.parent.map(|_| Action(known.action));
    assert_eq!(trace.action(id), action);
    assert_eq!((trace.g(id), trace.h(id)), (known.g, known.h));
    assert_eq!(trace.outcome(id), known.outcome);
    assert_eq!(trace.generated_at(id), known.born_at);
    assert_eq!(trace.expanded_at(id), known.expanded_at);
    assert!(trace.children(id).eq(known.children.iter().copied()));
    let mut path = vec![id];
    let mut above = known.parent;
    while let Some(parent) = above {
        path.insert(0, parent as NodeId);
        above = model.nodes[parent].parent;
    }
    assert_eq!(trace.depth(id) as usize, path.len() - 1);
    assert_eq!(trace.path(id), path);
    let end = if path[0] == 0 {
        SearchDirection::Forward
    } else {
        SearchDirection::Backward
    };
    assert_eq!(trace.direction(id), end);
}

proptest! {
    #[test]
    fn a_trace_tells_what_happened(
        n_roots in 1..=2u32,
        events in prop::collection::vec(event(), 0..200),
    ) {
        let (trace, model) = play(n_roots, events.into_iter());
        assert_eq!(trace.n_nodes() as usize, model.nodes.len());
        assert_eq!(trace.n_expanded() as usize, model.expansions.len());
        (0..=trace.n_expanded()).for_each(|t| check_moment(&trace, &model, t));
        (0..model.nodes.len()).for_each(|node| check_node(&trace, &model, node));
        let levels = |depth| (0..trace.n_nodes()).filter(|&n| trace.depth(n) == depth).count();
        for (depth, &n) in (0..).zip(trace.levels()) {
            prop_assert_eq!(n as usize, levels(depth));
        }
    }
}

/// Enough nodes and expansions to go through several batches and chunks.
#[test]
fn a_long_trace_matches_the_model() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut events = Vec::new();
    for i in 0..400_000 {
        // Mostly numbers of one byte, later of two and four, in the middle of a chunk.
        let large = [200, 60_000, u32::MAX][i / 150_000];
        let pick = random.usize(..);
        events.push(match random.u8(..10) {
            0..3 => Event::Expand(pick),
            3 => Event::Discard(pick, random.bool()),
            _ => {
                let (g, h) = (random.u32(..large), random.u32(..large));
                Event::Generate(pick, random.u8(..4), g, h, random.u8(..))
            }
        });
    }
    let (trace, model) = play(1, events.into_iter());
    assert!(trace.n_nodes() > 3 << 16 && trace.n_expanded() > 1 << 16);
    for _ in 0..20 {
        check_moment(&trace, &model, random.u32(..=trace.n_expanded()));
    }
    check_moment(&trace, &model, trace.n_expanded());
    for _ in 0..20_000 {
        check_node(&trace, &model, random.usize(..model.nodes.len()));
    }
    let bytes = trace.bytes() as f64 / f64::from(trace.n_nodes());
    assert!((20.0..50.0).contains(&bytes), "{bytes} bytes a node");
}
