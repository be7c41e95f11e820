//! Two runs compared, against a naive comparison of the states that they expand.

use crate::breakpoint::{a_job, algorithms, whole};
use std::collections::{BTreeMap, BTreeSet};
use tilescope_lab::trace_file::{
    CompareError, Comparison, MAX_EXAMPLES, Parting, Recorded, StepSet, compare, comparison_bytes,
};
use tilescope_lab::{Interrupt, Job, Problem, explain};
use tilescope_search::{NodeOutcome, SearchDirection};
use tilescope_trace::{Moment, Trace};

/// The boards that a run expands, one a step, each replayed from its root.
fn expanded(job: &Job, trace: &Trace) -> Vec<String> {
    let problem = &job.problem;
    let line = |step: Moment| {
        let node = trace.expanded_node(step).unwrap();
        let direction = trace.direction(node);
        let mut state = match direction {
            SearchDirection::Forward => problem.start(),
            SearchDirection::Backward => problem.goal(),
        };
        for action in trace.path(node).iter().filter_map(|&it| trace.action(it)) {
            problem.apply(
                &mut state,
                match direction {
                    SearchDirection::Forward => action,
                    SearchDirection::Backward => problem.inverse(action),
                },
            );
        }
        problem.state_line(&state)
    };
    (1..=trace.n_expanded()).map(line).collect()
}

fn naive(runs: [(&Job, &Trace); 2]) -> Comparison {
    let steps = runs.map(|(job, trace)| expanded(job, trace));
    let n_steps = steps[0].len().max(steps[1].len());
    let boards = |i: usize| [0, 1].map(|which| steps[which].get(i).cloned());
    let parts = (0..n_steps).find(|&i| {
        let [first, second] = boards(i);
        first != second
    });
    // The first step of each board.
    let first_steps = [0, 1].map(|which| {
        let mut first: BTreeMap<&str, Moment> = BTreeMap::new();
        for (board, step) in steps[which].iter().zip(1..) {
            first.entry(board).or_insert(step);
        }
        first
    });
    let group = |which: usize, other_has: bool| {
        let other = &first_steps[1 - which];
        let of_group = first_steps[which]
            .iter()
            .filter(|(board, _)| other.contains_key(*board) == other_has);
        let steps: BTreeSet<Moment> = of_group.map(|(_, step)| *step).collect();
        let examples: Vec<Moment> = steps.iter().copied().take(MAX_EXAMPLES).collect();
        (steps.len() as u64, examples)
    };
    let count = |outcome| {
        runs.map(|(_, trace)| {
            let nodes = (0..trace.n_nodes()).filter(|&node| trace.outcome(node) == outcome);
            nodes.count() as u64
        })
    };
    let shared_steps = [0, 1].map(|which| {
        let mut set = StepSet::new(steps[which].len() as Moment).unwrap();
        for (board, step) in steps[which].iter().zip(1..) {
            if first_steps[1 - which].contains_key(&**board) {
                set.insert(step);
            }
        }
        set
    });
    let [only_first, only_second] = [group(0, false), group(1, false)];
    let (in_both, examples_in_both) = group(0, true);
    Comparison {
        parting: parts.map(|i| Parting {
            step: i as Moment + 1,
            boards: boards(i),
        }),
        in_both,
        only: [only_first.0, only_second.0],
        examples_in_both,
        examples_only: [only_first.1, only_second.1],
        shared_steps,
        duplicates: count(NodeOutcome::Duplicate),
        reopened: count(NodeOutcome::Reopened),
        rises: runs.map(|(job, trace)| {
            let f = |step| {
                let node = trace.expanded_node(step)?;
                explain::f(job, trace.g(node), trace.h(node))
            };
            let is_rise =
                |&step: &Moment| f(step).is_some() && (1..step).all(|before| f(before) < f(step));
            let rises = (1..=trace.n_expanded()).filter(is_rise);
            rises.map(|step| (f(step).unwrap(), step)).collect()
        }),
    }
}

#[test]
fn each_algorithm_is_compared_with_the_next() {
    let runs: Vec<(Job, Trace)> = algorithms()
        .map(|algorithm| {
            let job = a_job(algorithm);
            let (_, trace) = whole(&job);
            (job, trace)
        })
        .filter(|(_, trace)| trace.n_expanded() < 3000)
        .collect();
    assert!(runs.len() > 10, "{} runs", runs.len());
    for pair in runs.windows(2) {
        let pair = [(&pair[0].0, &pair[0].1), (&pair[1].0, &pair[1].1)];
        let recorded = pair.map(|(job, trace)| Recorded { job, trace });
        let compared = compare(recorded, &Interrupt::default(), &mut |_| {}).unwrap();
        let titles = pair.map(|(job, _)| job.title());
        assert_eq!(compared, naive(pair), "{titles:?}");
        let steps = pair.map(|(_, trace)| trace.n_expanded());
        let bytes = steps.map(|n| 8 * u64::from(n) + StepSet::bytes(n));
        assert_eq!(comparison_bytes(recorded), bytes.into_iter().sum::<u64>());
    }
}

#[test]
fn runs_of_other_boards_are_refused() {
    let job = a_job("a-star");
    let (_, trace) = whole(&job);
    let mut other = job.clone();
    let Problem::Tiles(puzzle) = &mut other.problem else {
        unreachable!("it is a puzzle");
    };
    puzzle.start = puzzle.goal.clone();
    let runs = [&job, &other].map(|job| Recorded { job, trace: &trace });
    let refused = compare(runs, &Interrupt::default(), &mut |_| {});
    assert_eq!(refused, Err(CompareError::DifferentProblems));
}

#[test]
fn a_set_of_steps_has_what_was_inserted() {
    let mut set = StepSet::new(200).unwrap();
    let steps = [1, 63, 64, 65, 128, 200];
    steps.into_iter().for_each(|step| set.insert(step));
    let has: Vec<Moment> = (0..=300).filter(|&step| set.contains(step)).collect();
    assert_eq!(has, steps);
    assert!(StepSet::bytes(200) >= 200 / 8);
}
