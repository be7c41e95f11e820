//! Two unregistered algorithms: explanations of their runs follow from their `ABOUT` alone.

use tilescope_lab::files::from_start;
use tilescope_lab::{Job, Settings, explain};
use tilescope_puzzle::heuristics::{Manhattan, TileHeuristic};
use tilescope_puzzle::notation::parse_board;
use tilescope_puzzle::{MoveOrder, Nibbles, SlidingTiles};
use tilescope_search::{
    About, Action, Algorithm, Applies, Completeness, Cost, Directionality, EvaluationFunction,
    Heuristic, Kind, NodeOutcome, Observer, Optimality, Options, Outcome, Pruning, Selection,
    Solution, Space, Weight,
};
use tilescope_trace::{NodeId, Recorder, Status, Trace};

/// Depth-first branch and bound: it continues after a solution and prunes nodes that cannot lead
/// to a cheaper one.
struct BranchAndBound {
    depth_limit: Option<u32>,
}

impl Algorithm for BranchAndBound {
    const ABOUT: About = About {
        key: "branch-and-bound",
        name: "Depth-first branch and bound",
        other_names: &[],
        summary: "Searches depth-first for ever cheaper solutions.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::Sum,
        selection: Selection::Deepest,
        pruning: Pruning::BestSolution,
        directionality: Directionality::Unidirectional,
        complete: Completeness::WithinDepthLimit,
        optimal: Optimality::Admissible,
        uses_heuristic: true,
        options: &[Applies::DepthLimit(Some(9))],
        description: "",
    };

    fn with(options: &Options) -> Self {
        BranchAndBound {
            depth_limit: options.depth_limit,
        }
    }

    fn search<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Outcome<O::Node> {
        let h = heuristic.estimate(&start);
        let mut frontier = vec![(start, 0, h, Vec::new(), observer.root(h))];
        let mut best: Option<Solution<O::Node>> = None;
        while let Some((state, g, h, path, node)) = frontier.pop() {
            if best.as_ref().is_some_and(|best| g + h >= best.cost) {
                observer.discard(node, NodeOutcome::Cut);
                continue;
            }
            if let Err(reason) = observer.expand(node) {
                return Outcome::Stopped(reason);
            }
            for action in space.actions(&state) {
                let child = space.apply(&state, action);
                let g = g + space.cost(&state, action);
                let h = heuristic.update(h, &state, action, &child);
                let path: Vec<Action> = path.iter().copied().chain([action]).collect();
                let is_too_deep = self.depth_limit.is_some_and(|it| path.len() > it as usize);
                let is_worse = best.as_ref().is_some_and(|best| g + h >= best.cost);
                let outcome = match space.is_goal(&child) {
                    _ if is_too_deep || is_worse => NodeOutcome::Cut,
                    true => NodeOutcome::Goal,
                    false => NodeOutcome::Frontier,
                };
                let node = observer.generated(node, action, g, h, outcome);
                match outcome {
                    NodeOutcome::Goal => {
                        best = Some(Solution {
                            actions: path,
                            cost: g,
                            node,
                        });
                    }
                    NodeOutcome::Frontier => frontier.push((child, g, h, path, node)),
                    _ => {}
                }
            }
        }
        best.map_or(Outcome::Exhausted, Outcome::Solved)
    }
}

/// Weighted best-first search of a tree, the frontier a list that is looked through.
struct ScannedList(Options);

impl Algorithm for ScannedList {
    const ABOUT: About = About {
        key: "scanned-list",
        name: "Search of a scanned list",
        other_names: &[],
        summary: "Expands the node with the lowest g + w · h of a list.",
        kind: Kind::Algorithm,
        evaluation: EvaluationFunction::WeightedSum,
        selection: Selection::LowestF,
        pruning: Pruning::None,
        directionality: Directionality::Unidirectional,
        complete: Completeness::Always,
        optimal: Optimality::WithinWeight,
        uses_heuristic: true,
        options: &[Applies::Weight],
        description: "",
    };

    fn with(options: &Options) -> Self {
        ScannedList(options.clone())
    }

    fn search<S: Space, H: Heuristic<S>, O: Observer>(
        &self,
        space: &S,
        heuristic: &H,
        start: S::State,
        observer: &mut O,
    ) -> Outcome<O::Node> {
        let h = heuristic.estimate(&start);
        let mut frontier = vec![(start, 0, h, Vec::new(), observer.root(h))];
        let f = |g: Cost, h: Cost| Self::ABOUT.evaluation.f(g, h, &self.0);
        while let Some(i) = (0..frontier.len()).min_by_key(|&i| f(frontier[i].1, frontier[i].2)) {
            let (state, g, h, actions, node) = frontier.remove(i);
            if space.is_goal(&state) {
                return Outcome::Solved(Solution {
                    actions,
                    cost: g,
                    node,
                });
            }
            if let Err(reason) = observer.expand(node) {
                return Outcome::Stopped(reason);
            }
            for action in space.actions(&state) {
                let child = space.apply(&state, action);
                let g = g + space.cost(&state, action);
                let h = heuristic.update(h, &state, action, &child);
                let actions = actions.iter().copied().chain([action]).collect();
                let node = observer.generated(node, action, g, h, NodeOutcome::Frontier);
                frontier.push((child, g, h, actions, node));
            }
        }
        Outcome::Exhausted
    }
}

/// A puzzle, searched by `A` with Manhattan distance, and the record.
fn run<A: Algorithm>(options: &Options) -> (Job, Trace) {
    let about: &'static About = const { &A::ABOUT };
    let puzzle = from_start(parse_board("1 8 2 / _ 4 3 / 7 6 5").unwrap());
    let space = SlidingTiles::<Nibbles>::new(&puzzle.goal, puzzle.costs, MoveOrder::default());
    let heuristic = Manhattan::new(&puzzle.goal, puzzle.costs).unwrap();
    let start = space.state(&puzzle.start);
    let mut trace = Trace::default();
    let mut recorder = Recorder::new(NodeId::MAX, |batch| trace.append(&batch));
    let outcome = A::with(options).search(&space, &heuristic, start, &mut recorder);
    recorder.flush();
    drop(recorder);
    let Outcome::Solved(solution) = outcome else {
        panic!("it is solved");
    };
    assert!(solution.actions.len() >= 9, "it takes nine moves");
    let settings = Settings {
        options: options.clone(),
        ..Settings::new(about, &Manhattan::ABOUT)
    };
    let job = Job {
        problem: puzzle.into(),
        settings,
        search_unsolvable: false,
        record: NodeId::MAX,
    };
    (job, trace)
}

/// The nodes with this status when the search has ended.
fn with_status(trace: &Trace, status: Status) -> impl Iterator<Item = NodeId> {
    let end = trace.n_expanded();
    (0..trace.n_nodes()).filter(move |&node| trace.status(node, end) == status)
}

fn texts(job: &Job) -> Vec<&'static str> {
    let legend = explain::legend(&job.settings);
    legend.into_iter().map(|(text, _)| text).collect()
}

#[test]
fn branch_and_bound_is_explained() {
    let (job, trace) = run::<BranchAndBound>(&BranchAndBound::ABOUT.defaults());
    assert_eq!(texts(&job), ["frontier", "expanded", "duplicate", "cut"]);
    assert_eq!(explain::formula(&job), "f = g + h");
    assert_eq!(
        explain::terms(&job, 3, 7),
        ("10".to_owned(), " = 3 + 7".to_owned())
    );

    let end = trace.n_expanded();
    let mut n_chosen = 0;
    for node in with_status(&trace, Status::Expanded).skip(1).take(200) {
        let why = explain::why(&job, &trace, node, end);
        assert!(why.contains(": no frontier node was deeper."), "{why}");
        n_chosen += 1;
    }
    assert!(n_chosen > 10, "{n_chosen}");
    let cut = Status::Discarded(NodeOutcome::Cut);
    let pruned = with_status(&trace, cut).find(|&node| {
        let f = trace.g(node) + trace.h(node);
        let why = explain::why(&job, &trace, node, end);
        why.ends_with(&format!(
            "its g + h = {f} is no less than the cost of the best solution so far."
        ))
    });
    assert!(pruned.is_some());
}

#[test]
fn a_search_of_a_scanned_list_is_explained() {
    let options = Options {
        weight: Weight::new(1.1).unwrap(),
        ..ScannedList::ABOUT.defaults()
    };
    let (job, trace) = run::<ScannedList>(&options);
    assert_eq!(texts(&job), ["frontier", "expanded", "duplicate"]);
    assert_eq!(explain::formula(&job), "f = g + w · h");
    assert_eq!(
        explain::terms(&job, 3, 7),
        ("10.7".to_owned(), " = 3 + 1.1 · 7".to_owned())
    );

    let end = trace.n_expanded();
    let mut n_fractions = 0;
    for node in with_status(&trace, Status::Expanded).skip(1) {
        let f = f64::from(trace.g(node)) + 1.1 * f64::from(trace.h(node));
        let f = (f * 1000.0).round() / 1000.0;
        let why = explain::why(&job, &trace, node, end);
        let expected = format!(": its g + w · h = {f} was the lowest on the frontier");
        assert!(why.contains(&expected), "{why}, not {expected}");
        n_fractions += u32::from(f.fract() > 0.0);
    }
    assert!(n_fractions > 5, "{n_fractions}");
    let waiting = with_status(&trace, Status::Frontier).last().unwrap();
    let why = explain::why(&job, &trace, waiting, end);
    assert!(why.starts_with("On the frontier since"), "{why}");
    assert!(why.contains(" with g + w · h = "), "{why}");
}
