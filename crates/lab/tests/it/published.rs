//! Published figures come out here as they were published.

use std::collections::BTreeMap;
use tilescope_lab::Interrupt;
use tilescope_lab::published::{Extent, Figure, PUBLISHED_EXPERIMENTS, PublishedExperiment, Value};

/// The figures of a publication. Panics if one is not as expected.
#[track_caller]
fn figures(key: &str, extent: Extent) -> Vec<Figure> {
    let experiment = PublishedExperiment::by_key(key).expect("a publication");
    let mut figures = Vec::new();
    let ended = experiment.run(extent, &Interrupt::default(), &mut |figure| {
        figures.push(figure);
    });
    assert_eq!(ended, Ok(()));
    for figure in &figures {
        assert!(figure.is_as_expected(), "{figure:?}");
        assert!(
            figure.agrees() != Some(false) || !figure.note.is_empty(),
            "it differs and does not say why: {figure:?}"
        );
    }
    figures
}

fn measured<'a>(figures: &'a [Figure], experiment: &str, quantity: &str) -> &'a Value {
    let figure = figures
        .iter()
        .find(|figure| figure.experiment == experiment && figure.quantity == quantity);
    &figure.expect("a figure").measured
}

/// The figures are repeated here, so that a change to the published ones is noticed.
#[test]
fn kantz_figures_are_reproduced() {
    let figures = figures("kantz-2005", Extent::Short);
    let none = || Value::from("none");
    let check = |experiment: &str, expansions: u64, boards: Value| {
        let measured = |quantity| measured(&figures, experiment, quantity);
        assert_eq!(
            *measured("expansions"),
            Value::Count(expansions),
            "{experiment}"
        );
        assert_eq!(
            *measured("boards on the solution path"),
            boards,
            "{experiment}"
        );
    };
    check("hill climbing", 182, none());
    check("beam of 3", 5527, 5478.into());
    check("breadth-first", 48, 6.into());
    check("best-first", 39, 16.into());
    check("A*", 19, 6.into());
    check("best-first, harder", 515, 128.into());
    check("A*, harder", 122, 14.into());
    for name in ["hill climbing", "beam of 3", "best-first", "A*"] {
        check(&format!("{name}, measured to the goal"), 5, 6.into());
    }
}

#[test]
fn the_notebook_printed_the_same_boards() {
    let figures = figures("best-first-demo", Extent::Short);
    for (experiment, cost) in [("every move costs 1", 5), ("Up costs 2", 6)] {
        assert_eq!(*measured(&figures, experiment, "path"), "LURRD".into());
        assert_eq!(*measured(&figures, experiment, "cost"), Value::Count(cost));
    }
    let n_boards = figures
        .iter()
        .filter(|f| f.quantity.starts_with("board"))
        .count();
    assert_eq!(n_boards, 5);
}

#[test]
fn korf_generated_as_many_nodes() {
    let figures = figures("korf-1985", Extent::Instance(79));
    assert_eq!(*measured(&figures, "instance 79", "moves"), 42.into());
    assert_eq!(
        *measured(&figures, "instance 79", "nodes generated"),
        540_860.into()
    );
}

#[test]
fn ruby_article_figures_are_in_the_range_of_random_orders() {
    let figures = figures("ruby-article", Extent::Short);
    let is_spread_around = |experiment: &str, published: u64| {
        let measured = measured(&figures, experiment, "boards examined");
        let Value::Spread { min, max, .. } = measured else {
            panic!("{experiment} depends on the order: {measured:?}");
        };
        assert!(
            (min..=max).contains(&&published),
            "{experiment}: {measured:?}"
        );
    };
    is_spread_around("breadth-first", 47_892);
    is_spread_around("uniform-cost", 51_963);
    is_spread_around("A*, blank counted", 736);
    for optimal in ["breadth-first", "uniform-cost", "A*, Manhattan"] {
        assert_eq!(
            *measured(&figures, optimal, "moves"),
            20.into(),
            "{optimal}"
        );
    }
    let outcome = |experiment| measured(&figures, experiment, "outcome");
    assert_eq!(
        *outcome("breadth-first, no closed list"),
        "stopped at the memory limit".into()
    );
    assert_eq!(
        *outcome("depth-first, with cycles"),
        "stopped at the limit on expansions".into()
    );
}

#[test]
fn the_article_of_2013_is_decided_by_parity_and_its_sums_are_set_right() {
    let figures = figures("a-star-2013", Extent::Short);
    let by_parity = |quantity| measured(&figures, "7 and 8 swapped, by parity", quantity);
    assert_eq!(*by_parity("verdict"), "no solution".into());
    assert_eq!(*by_parity("expansions"), 0.into());
    for heuristic in ["misplaced", "manhattan"] {
        let experiment = format!("7 and 8 swapped, A* with {heuristic}");
        assert_eq!(
            *measured(&figures, &experiment, "expansions"),
            181_440.into()
        );
    }
    let journey = |quantity| measured(&figures, "Delhi to Hyderabad, A*", quantity);
    assert_eq!(*journey("f(Delhi → Mumbai)"), 24.into());
    assert_eq!(*journey("f(Delhi → Lucknow)"), 23.into());
    assert_eq!(*journey("f(Lucknow → Kolkata)"), 21.into());
    assert_eq!(*journey("f(Kolkata → Hyderabad)"), 22.into());
    assert_eq!(*journey("length"), 22.into());
    assert_eq!(
        *measured(&figures, "the same, uniform-cost", "length"),
        20.into()
    );
}

#[test]
fn the_graph_has_two_halves() {
    let figures = figures("brown-graph", Extent::Short);
    let graph = |quantity| measured(&figures, "the graph", quantity);
    assert_eq!(*graph("boards"), 362_880.into());
    assert_eq!(*graph("moves"), 967_680.into());
    assert_eq!(*graph("components"), 2.into());
    for component in ["component 1", "component 2"] {
        assert_eq!(*measured(&figures, component, "boards"), 181_440.into());
    }
}

#[test]
fn the_eight_puzzle_is_solved_completely() {
    let figures = figures("reinefeld-1993", Extent::Short);
    let is_at_distance = |figure: &&Figure| figure.experiment == "boards by distance";
    assert_eq!(figures.iter().filter(is_at_distance).count(), 32);
    let differing: Vec<_> = figures
        .iter()
        .filter(|f| f.agrees() == Some(false))
        .collect();
    assert_eq!(differing.len(), 1, "one misprint: {differing:?}");
    assert_eq!(differing[0].measured, 748.into());
}

#[test]
fn an_interrupt_ends_every_published_experiment() {
    let interrupt = Interrupt::default();
    interrupt.stop();
    for experiment in PUBLISHED_EXPERIMENTS {
        let mut n_figures = 0;
        let ended = experiment.run(Extent::Short, &interrupt, &mut |_| n_figures += 1);
        assert!(
            ended.is_err(),
            "{} ran on after {n_figures} figures",
            experiment.key
        );
    }
}

#[test]
fn keys_of_published_experiments_are_unique() {
    let keys: BTreeMap<&str, &PublishedExperiment> =
        PUBLISHED_EXPERIMENTS.iter().map(|&c| (c.key, c)).collect();
    assert_eq!(keys.len(), PUBLISHED_EXPERIMENTS.len());
}

#[test]
fn mean_heuristic_values_match_korf_and_felner() {
    let figures = figures("korf-felner-2002", Extent::Short);
    let mean = |quantity| match measured(&figures, "initial h, mean", quantity) {
        Value::Mean { mean, .. } => *mean,
        other => panic!("{other:?}"),
    };
    assert!((mean("Manhattan") - 36.942).abs() < 0.6);
    assert!(mean("linear conflict") > mean("Manhattan") + 1.5);
    assert!(mean("databases 5-5-5, and mirror image") > mean("linear conflict") + 1.5);
}

/// Every search that opens by itself gives the figures that the experiments report, also when it is
/// recorded.
#[test]
fn every_published_search_is_a_job_that_gives_its_figures() {
    let mut n_searches = 0;
    for key in [
        "kantz-2005",
        "ruby-article",
        "a-star-2013",
        "best-first-demo",
    ] {
        let experiment = PublishedExperiment::by_key(key).unwrap();
        let reported = figures(key, Extent::Short);
        for search in experiment.searches() {
            let mut job = search.job.clone();
            job.record = 1_000_000;
            // A record takes memory, so a limit on memory stops such a search earlier.
            let memory = job.settings.limits.memory;
            if memory.is_some_and(|memory| memory < 1 << 30) {
                job.record = 0;
            }
            let run = crate::explain::run(&job);
            let report = run.report().unwrap();
            if job.record > 0 {
                assert_eq!(u64::from(run.trace().n_expanded()), report.counts.expanded);
            }
            for figure in search.figures(report) {
                assert!(figure.is_as_expected(), "{key}: {figure:?}");
                let of = reported.iter().find(|it| {
                    (&it.experiment, &it.quantity) == (&figure.experiment, &figure.quantity)
                });
                let of = of.unwrap_or_else(|| panic!("{key}: {figure:?} is not reported"));
                match &of.measured {
                    // The experiments try random orders, the search one.
                    Value::Spread { min, max, .. } => {
                        let Value::Count(n) = figure.measured else {
                            panic!("{figure:?}");
                        };
                        assert!(n > min / 2 && n < 2 * max, "{figure:?}, {of:?}");
                    }
                    // How much fits into little memory depends on what else the run holds.
                    Value::Count(_) if job.record == 0 => {}
                    measured => assert_eq!(*measured, figure.measured, "{key}"),
                }
                n_searches += 1;
            }
        }
    }
    assert!(n_searches > 40, "{n_searches}");
}

#[test]
fn what_was_published_of_a_search_is_known_before_it_runs() {
    let n_searches = |key| PublishedExperiment::by_key(key).unwrap().searches().len();
    assert_eq!(n_searches("kantz-2005"), 11);
    assert_eq!(n_searches("korf-1985"), 100);
    assert_eq!(n_searches("ruby-article"), 8);
    for experiment in PUBLISHED_EXPERIMENTS {
        let searches = experiment.searches();
        let names: BTreeMap<&str, usize> = (searches.iter().enumerate())
            .map(|(i, search)| (search.name.as_str(), i))
            .collect();
        assert_eq!(names.len(), searches.len(), "{}", experiment.key);
        for search in searches {
            search.job.check().unwrap();
        }
    }
    let kantz = PublishedExperiment::by_key("kantz-2005")
        .unwrap()
        .searches();
    let published: Vec<(&str, &Value)> = kantz[0].published().collect();
    let none = Value::from("none");
    assert_eq!(
        published,
        [
            ("expansions", &Value::Count(182)),
            ("boards on the solution path", &none)
        ]
    );
}
