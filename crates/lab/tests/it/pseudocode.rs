//! The pseudocode of every algorithm: every event of a recorded run is one of its steps.

use crate::explain::{jobs, run};
use std::collections::BTreeSet;
use tilescope_lab::explain::pseudocode::{Event, Step, StepKind, event, events, steps, variables};
use tilescope_lab::{Job, job};
use tilescope_search::{ALGORITHMS, About, Applies, NodeOutcome, Value};

/// The kinds of step that fit an event, written down independently.
fn fits(event: Event, kind: StepKind) -> bool {
    use NodeOutcome as Outcome;
    match event {
        Event::Begin => kind == StepKind::Start,
        Event::Iteration => kind == StepKind::Iteration,
        Event::Select => kind == StepKind::Select,
        Event::Goal | Event::Generated(Outcome::Goal) => kind == StepKind::Goal,
        Event::Generated(Outcome::Frontier) => kind == StepKind::Insert,
        Event::Generated(Outcome::Improved | Outcome::Reopened) => {
            matches!(kind, StepKind::Replace | StepKind::Insert)
        }
        Event::Generated(Outcome::Duplicate | Outcome::Cycle) => kind == StepKind::Duplicate,
        Event::Generated(Outcome::Cut) => kind == StepKind::Cut,
        Event::Discarded(Outcome::Cut) => matches!(kind, StepKind::Forget | StepKind::Cut),
        Event::Discarded(_) => matches!(kind, StepKind::Replace | StepKind::Duplicate),
    }
}

/// The jobs of an algorithm, with every way of treating duplicates and goals.
fn jobs_by_choices(about: &'static About) -> Vec<Job> {
    let mut all = Vec::new();
    for job in jobs(about) {
        all.push(job.clone());
        for applies in about.options {
            if matches!(applies, Applies::Duplicates(_) | Applies::GoalTest(_)) {
                for choice in applies.choices().iter().skip(1) {
                    let mut job = job.clone();
                    let options = &mut job.settings.options;
                    applies.about().set(options, Value::Choice(choice)).unwrap();
                    job.settings.limits.expanded = Some(2000);
                    all.push(job);
                }
            }
        }
    }
    all
}

#[test]
fn every_event_of_a_run_is_a_step_of_its_algorithm() {
    let mut missing = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for about in ALGORITHMS {
        for job in jobs_by_choices(about) {
            let steps = steps(&job);
            let run = run(&job);
            let trace = run.trace();
            let mut told = |event: Event| {
                let step: Option<&Step> = event.step(&steps).and_then(|i| steps.get(i));
                seen.insert(format!("{event:?}"));
                if !step.is_some_and(|step| fits(event, step.kind)) {
                    let duplicates = job.settings.options.duplicates;
                    missing.insert(format!("{}, {duplicates:?}: {event:?}", about.key));
                }
            };
            for t in 0..=trace.n_expanded().min(400) {
                let all = events(trace, t);
                assert!(!all.is_empty(), "{}: nothing at {t}", about.key);
                all.into_iter().for_each(|(event, _)| told(event));
            }
            for node in 0..trace.n_nodes().min(2000) {
                let born = trace.generated_at(node);
                for t in [born, trace.n_expanded()] {
                    told(event(trace, node, t).unwrap());
                }
            }
        }
    }
    let missing: Vec<String> = missing.into_iter().collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(seen.len() >= 10, "{seen:?}");
}

#[test]
fn every_algorithm_has_steps_in_the_order_of_the_textbook() {
    for about in ALGORITHMS {
        for job in jobs_by_choices(about) {
            let steps = steps(&job);
            let place = |kind| steps.iter().position(|step: &Step| step.kind == kind);
            let name = about.key;
            assert!((6..=15).contains(&steps.len()), "{name}: {}", steps.len());
            assert!(place(StepKind::Start) < place(StepKind::Select), "{name}");
            assert!(place(StepKind::Select).is_some(), "{name}");
            assert!(place(StepKind::Insert).is_some(), "{name}");
            assert!(place(StepKind::Goal).is_some(), "{name}");
            // A step stands at most one deeper than the one above it.
            let pairs = steps.windows(2);
            assert!(steps[0].indent == 0, "{name}");
            for pair in pairs {
                assert!(
                    pair[1].indent <= pair[0].indent + 1,
                    "{name}: {}",
                    pair[1].text
                );
            }
            for step in &steps {
                assert!(step.text.chars().count() <= 90, "{name}: {}", step.text);
            }
        }
    }
}

#[test]
fn the_variables_have_the_values_of_the_step() {
    let about = job::algorithm("ida-star").unwrap();
    let run = run(&jobs(about)[0]);
    let trace = run.trace();
    let t = trace.n_expanded() / 2;
    let node = trace.expanded_node(t).unwrap();
    let values = variables(run.job(), trace, node, t);
    let value = |name: &str| {
        let found = values.iter().find(|(it, _)| *it == name);
        found
            .map(|(_, value)| value.replace('\u{2009}', ""))
            .unwrap()
    };
    assert_eq!(value("node"), node.to_string());
    let f = trace.g(node) + trace.h(node);
    assert!(value("f(node)").starts_with(&format!("{f} = ")));
    let bound = trace.iteration(t).unwrap().bound;
    assert!(value("iteration").ends_with(&format!("bound {bound}")));
    let frontier = match trace.frontier_size(t) {
        1 => "1 node".to_owned(),
        n => format!("{n} nodes"),
    };
    assert_eq!(value("frontier"), frontier);
    let begin = variables(run.job(), trace, 0, 0);
    assert!(begin.contains(&("frontier", "1 node".to_owned())));
}
