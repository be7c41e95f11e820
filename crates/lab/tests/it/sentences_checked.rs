//! A hundred thousand random sentences of all algorithms, each checked against what a plain look at
//! every node of the record and at its state says.

use crate::explain::run;
use crate::frontier::{index, jobs_by_ties};
use crate::originals::originals;
use crate::sentences::{after, number};
use fastrand::Rng;
use std::collections::BTreeMap;
use tilescope_lab::{Job, Problem, State, explain};
use tilescope_search::{
    ALGORITHMS, BeamOrder, NodeOutcome, SearchDirection, Selection, TieBreaking,
};
use tilescope_trace::{Moment, NodeId, Trace};

/// What is known of a run without its indices.
struct Plain<'a> {
    job: &'a Job,
    trace: &'a Trace,
    states: Vec<State>,
    /// The step that generated each node, and the one from which it is not on the frontier.
    born: Vec<Moment>,
    left: Vec<Moment>,
}

impl<'a> Plain<'a> {
    fn new(job: &'a Job, trace: &'a Trace) -> Self {
        let problem = &job.problem;
        let n = trace.n_nodes() as usize;
        let mut states: Vec<State> = Vec::with_capacity(n);
        for node in 0..trace.n_nodes() {
            let is_forward = trace.direction(node) == SearchDirection::Forward;
            let state = match trace.parent(node).zip(trace.action(node)) {
                None if is_forward => problem.start(),
                None => problem.goal(),
                Some((parent, action)) => {
                    let mut state = states[parent as usize].clone();
                    let action = match is_forward {
                        true => action,
                        false => problem.inverse(action),
                    };
                    assert!(problem.apply(&mut state, action));
                    state
                }
            };
            states.push(state);
        }
        let mut left = vec![Moment::MAX; n];
        for t in (1..=trace.n_expanded()).rev() {
            left[trace.expanded_node(t).unwrap() as usize] = t;
        }
        for node in 0..trace.n_nodes() {
            if let Some((at, _)) = trace.discarded_at(node) {
                left[node as usize] = at;
            }
        }
        let mut born = Vec::with_capacity(n);
        for t in 0..=trace.n_expanded() {
            born.resize(trace.n_generated(t) as usize, t);
        }
        Plain {
            job,
            trace,
            states,
            born,
            left,
        }
    }

    fn frontier(&self, t: Moment) -> Vec<NodeId> {
        let nodes = 0..self.trace.n_nodes();
        let is_there = |&node: &NodeId| {
            let i = node as usize;
            self.trace.outcome(node).is_on_frontier() && self.born[i] <= t && self.left[i] > t
        };
        nodes.filter(is_there).collect()
    }

    fn f(&self, node: NodeId) -> Option<f64> {
        let f = explain::f(self.job, self.trace.g(node), self.trace.h(node));
        f.map(|f| f.get())
    }

    /// The place of a node in the order of the algorithm; `None` if the record does not fix it.
    fn place(&self, node: NodeId) -> Option<(f64, i64, i64)> {
        let (trace, options) = (self.trace, &self.job.settings.options);
        let (g, h) = (i64::from(trace.g(node)), i64::from(trace.h(node)));
        let id = i64::from(node);
        let born = -i64::from(self.born[node as usize]);
        Some(match self.job.settings.strategy().selection {
            Selection::LowestF => match options.ties {
                TieBreaking::Fifo => (self.f(node)?, 0, id),
                TieBreaking::Lifo => (self.f(node)?, 0, -id),
                TieBreaking::LowH => (self.f(node)?, h, -id),
                TieBreaking::HighG => (self.f(node)?, -g, -id),
                TieBreaking::Random => return None,
            },
            Selection::Oldest => (0.0, 0, id),
            Selection::MergedList => (self.f(node)?, born, id),
            Selection::Deepest => (0.0, born, id),
            Selection::SortedStack => (born as f64, h, id),
            Selection::Level => match options.beam_order {
                BeamOrder::Sorted => (f64::from(trace.depth(node)), h, id),
                BeamOrder::Unsorted => (f64::from(trace.depth(node)), 0, id),
            },
            _ => return None,
        })
    }

    /// The newest node before `node` with its state that was kept.
    fn latest(&self, node: NodeId) -> Option<NodeId> {
        let trace = self.trace;
        let is_it = |&other: &NodeId| {
            self.states[other as usize] == self.states[node as usize]
                && trace.direction(other) == trace.direction(node)
                && (trace.outcome(other).is_on_frontier()
                    || trace.outcome(other) == NodeOutcome::Goal)
        };
        (0..node).rev().find(is_it)
    }

    fn bound(&self, a: NodeId, b: NodeId) -> u64 {
        let trace = self.trace;
        let g = |node| u64::from(trace.g(node));
        let f = |node| g(node) + u64::from(trace.h(node));
        let least = u64::from(self.job.problem.least_cost());
        f(a).max(f(b)).max(g(a) + g(b) + least)
    }
}

/// How often each fact was checked.
type Facts = BTreeMap<&'static str, u32>;

fn check(run: &Plain, frontier: &[NodeId], (node, t): (NodeId, Moment), why: &str, n: &mut Facts) {
    let trace = run.trace;
    let i = node as usize;
    let count = |marker: &str| after(why, marker).filter(|it| !it.is_empty()).map(number);
    let told = || format!("{}, node {node} at {t}: {why}", run.job.title());
    let mut fact = |name: &'static str, holds: bool| {
        assert!(holds, "{name}: {}", told());
        *n.entry(name).or_default() += 1;
    };
    for marker in ["since step ", "generated, at step ", "generated: step "] {
        if let Some(step) = count(marker) {
            fact("generated", step == f64::from(run.born[i]));
        }
    }
    for marker in ["Selected at step ", "Removed from the frontier at step "] {
        if let Some(step) = count(marker) {
            fact("left", step == f64::from(run.left[i]));
        }
    }
    let n_successors = count("It has ").or_else(|| count("Its expansion generated "));
    if let Some(successors) = n_successors.filter(|_| why.contains(" successors.")) {
        // A root is expanded again in each iteration.
        let iteration = |t| trace.iteration(t).filter(|_| trace.parent(node).is_none());
        let number = |t| iteration(t).map(|it| it.number);
        let began = count("At step ").map(|step| step as Moment);
        let at = began.unwrap_or(run.left[i]);
        let children = (0..trace.n_nodes()).filter(|&other| {
            let is_of_it = number(at) == number(run.born[other as usize]);
            trace.parent(other) == Some(node) && is_of_it
        });
        fact("successors", successors == children.count() as f64);
        if let Some(began) = began {
            let iteration = iteration(t).expect("a search with iterations");
            fact("began the iteration", began == *iteration.moments.start());
            let generated = iteration.nodes.map(|other| trace.parent(other));
            fact(
                "in the iteration",
                generated.clone().any(|it| it == Some(node)),
            );
        }
    }
    if let Some(depth) = count("reached at depth ") {
        let other = count("by node ").unwrap() as NodeId;
        fact("duplicate", depth == f64::from(trace.depth(other)));
        let is_same = run.states[other as usize] == run.states[i] && other < node;
        fact(
            "duplicate's state",
            is_same && trace.direction(other) == trace.direction(node),
        );
        // The action that undoes the last one is dropped without a look-up.
        let above = trace.parent(node).and_then(|parent| trace.parent(parent));
        fact(
            "latest",
            run.latest(node) == Some(other) || above == Some(other),
        );
        if why.contains("at no higher cost") {
            fact("no higher cost", trace.g(other) <= trace.g(node));
        }
    }
    if let Some(from) = count("because g fell from ") {
        let other = count("(node ").unwrap() as NodeId;
        fact(
            "fall",
            from == f64::from(trace.g(other)) && trace.g(other) > trace.g(node),
        );
        fact("fall's state", run.latest(node) == Some(other));
    }
    if let Some(step) = count("Removed from the frontier at step ") {
        let other = count(": node ").unwrap() as NodeId;
        let is_same = run.states[other as usize] == run.states[i];
        let is_cheaper = trace.g(other) < trace.g(node);
        let is_new = f64::from(run.born[other as usize]) == step;
        fact("replacement", is_same && is_cheaper && is_new);
    }
    if let Some(step) = count("Removed from the list at step ") {
        let other = count(": node ").unwrap() as NodeId;
        let is_same = run.states[other as usize] == run.states[i];
        let stays = run.left[other as usize] > run.left[i];
        fact("left the list", step == f64::from(run.left[i]));
        fact("stays on the list", is_same && stays);
    }
    if let Some(bound) = count("exceeds the bound ") {
        fact(
            "bound",
            trace.iteration(run.born[i]).unwrap().bound == bound as u32,
        );
        fact("beyond", f64::from(trace.g(node) + trace.h(node)) > bound);
    }
    // Of a selected node the frontier before, of another that at t.
    let is_waiting = why.contains("since step ");
    let side = |other: &NodeId| trace.direction(*other) == trace.direction(node) && *other != node;
    let before = count("Selected at step ").map(|step| run.frontier(step as Moment - 1));
    let others: Vec<NodeId> = before
        .as_deref()
        .unwrap_or(frontier)
        .iter()
        .copied()
        .filter(side)
        .collect();
    let n_with = |is: &dyn Fn(NodeId) -> bool| others.iter().filter(|&&it| is(it)).count();
    if run.job.settings.strategy().selection.is_best_first() && (is_waiting || before.is_some()) {
        let lower = n_with(&|it| run.f(it) < run.f(node));
        let tied = n_with(&|it| run.f(it) == run.f(node));
        if before.is_some() {
            fact("least", lower == 0);
            fact("tied", count("tied with ").unwrap_or(0.0) == tied as f64);
        } else if why.contains("a lower") {
            let number_before = |marker: &str| {
                let text = why.split(marker).next()?;
                let from = text.rfind("; ")? + 2;
                number(&text[from..]).into()
            };
            let told = match why.contains("no frontier node has a lower") {
                true => Some(0.0),
                false => number_before(" other"),
            };
            fact("lower", told == Some(lower as f64));
        } else {
            fact("alone", lower + tied == 0);
        }
        if let Some(n) = count("One of these ").or(count("Among these ")) {
            fact("equals", n == tied as f64 + 1.0);
        }
    }
    if let Some(place) = run.place(node).filter(|_| is_waiting) {
        let ahead = n_with(&|it| run.place(it) < Some(place));
        let text = why.replace('\u{2009}', "");
        match ahead {
            0 => fact("next", text.contains("It is next in line.")),
            1 => fact("one before", text.contains("Before it stands ")),
            n => fact(
                "before",
                text.contains(&format!(" {n} nodes stand before it")),
            ),
        }
        if let Some(first) = count("the first of them node ") {
            let least = others
                .iter()
                .copied()
                .min_by(|&a, &b| run.place(a).partial_cmp(&run.place(b)).unwrap());
            fact("first", least == Some(first as NodeId));
        }
    }
    if why.contains("the lowest in memory. It is next") && t < trace.n_expanded() {
        let next = trace.expanded_node(t + 1).unwrap();
        let is_it = run.states[next as usize] == run.states[i];
        fact(
            "next by value",
            is_it && trace.depth(next) == trace.depth(node),
        );
    }
    if let Some(one) = count("The pair that comes next is node ") {
        let other = count(" and node ").unwrap() as NodeId;
        let bound = count("with the lower bound ").unwrap();
        fact("pair", bound == run.bound(one as NodeId, other) as f64);
        let is_beyond = run.left[one as usize] >= t && run.left[other as usize] > t;
        fact("pair comes", is_beyond);
    }
    if let Some(least) = count("The least of a pair with this node is ") {
        let across = frontier
            .iter()
            .filter(|&&it| trace.direction(it) != trace.direction(node));
        let naive = across.map(|&it| run.bound(node, it)).min();
        fact("least of a pair", naive == Some(least as u64));
    }
}

#[test]
fn a_hundred_thousand_sentences_are_true() {
    let mut random = Rng::with_seed(6);
    let (mut n_sentences, mut facts) = (0, Facts::new());
    for about in ALGORITHMS {
        let jobs = jobs_by_ties(about);
        let n_moments = 6_500_usize.div_ceil(jobs.len() * 25);
        for job in jobs {
            let run = run(&job);
            let trace = run.trace();
            let plain = Plain::new(&job, trace);
            let (index, originals) = (index(&run), originals(&job, trace));
            let cities: Vec<String> = match &job.problem {
                Problem::Route(route) => {
                    let cities = route.map.cities();
                    cities
                        .map(|it| format!("{}, node ", route.map.name(it)))
                        .collect()
                }
                Problem::Tiles(_) => Vec::new(),
            };
            let is_replaced = |&node: &NodeId| {
                let discarded = trace.discarded_at(node).map(|it| it.1);
                trace.outcome(node).is_on_frontier() && discarded == Some(NodeOutcome::Duplicate)
            };
            let replaced: Vec<NodeId> = (0..trace.n_nodes()).filter(is_replaced).collect();
            for _ in 0..n_moments {
                let t = random.u32(0..trace.n_expanded().max(1));
                let frontier = plain.frontier(t);
                for i in 0..25 {
                    // Most nodes are expanded or dropped long before or after, and few are replaced.
                    let some = match i % 6 {
                        0 | 3 => random.choice(&frontier),
                        1 => random.choice(&replaced),
                        _ => None,
                    };
                    let node = some.copied();
                    let node = node.unwrap_or_else(|| random.u32(..trace.n_nodes()));
                    let original = explain::original(&job, trace, Some(&originals), node, t);
                    let mut why =
                        explain::why_with(&job, trace, Some(&index), original.node(), node, t);
                    for city in &cities {
                        why = why.replace(city.as_str(), "node ");
                    }
                    check(&plain, &frontier, (node, t), &why, &mut facts);
                    n_sentences += 1;
                }
            }
        }
    }
    assert!(n_sentences >= 100_000, "{n_sentences}");
    assert!(facts.len() >= 20, "{facts:?}");
    let rare = facts.iter().filter(|&(_, &n)| n < 20);
    assert_eq!(rare.count(), 0, "{facts:?}");
}
