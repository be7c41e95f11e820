//! Road maps: every algorithm against all shortest ways, estimates against what they claim,
//! the textbook's figures, and files that hold a route.

use std::num::NonZero;
use tilescope_lab::files::{self, from_json, to_json};
use tilescope_lab::{self as lab, Job, JobError, Limits, Problem, RunOutcome, Settings, State};
use tilescope_lab::{examples, job};
use tilescope_puzzle::routes::{City, CityData, Map, ROUTE_HEURISTICS};
use tilescope_puzzle::routes::{Route, RouteExpr, RouteHeuristic};
use tilescope_search::{ALGORITHMS, Completeness, Optimality};

const MAPS: [&str; 2] = ["delhi-hyderabad", "romania"];

fn route(name: &str) -> Route {
    match examples::by_file(name) {
        Some(Problem::Route(route)) => route,
        other => panic!("{name}: {other:?}"),
    }
}

fn a_job(route: &Route, algorithm: &str, heuristic: RouteHeuristic) -> Job {
    let about = job::algorithm(algorithm).unwrap();
    let mut settings = Settings::new(about, job::heuristic("zero").unwrap());
    settings.route_heuristic = heuristic.into();
    settings.limits = Limits {
        expanded: Some(100_000),
        ..Limits::default()
    };
    Job {
        problem: route.clone().into(),
        settings,
        search_unsolvable: false,
        record: 0,
    }
}

/// The length of the way that was found, which is driven to the goal.
#[track_caller]
fn solve(job: &Job) -> Option<(u32, bool)> {
    let route = job.problem.route().unwrap();
    let report = lab::solve(job).unwrap();
    let RunOutcome::Solved {
        moves,
        cost,
        optimal,
    } = &report.outcome
    else {
        return None;
    };
    let mut at = job.problem.start();
    let mut length = 0;
    for &action in moves {
        assert!(job.problem.apply(&mut at, action), "no road there");
        length += route.map.road(action).length;
    }
    assert_eq!(at, State::City(route.goal));
    assert_eq!(length, *cost);
    Some((*cost, *optimal))
}

#[test]
fn every_algorithm_drives_as_it_claims_between_all_cities() {
    for name in MAPS {
        let mut route = route(name);
        for goal in route.map.cities() {
            let ways = route.map.distances_to(goal);
            for (start, shortest) in route.map.cities().zip(&ways) {
                (route.start, route.goal) = (start, goal);
                for about in ALGORITHMS {
                    check(&route, about.key, shortest.unwrap());
                }
            }
        }
    }
}

#[track_caller]
fn check(route: &Route, algorithm: &str, shortest: u32) {
    for about in ROUTE_HEURISTICS {
        let job = a_job(route, algorithm, about.heuristic);
        let algorithm = job.settings.algorithm;
        let found = solve(&job);
        let what = || format!("{} with {} on {}", algorithm.key, about.key, route.name);
        if algorithm.complete == Completeness::Always {
            assert!(found.is_some(), "{} finds nothing", what());
        }
        if let Some((length, claims)) = found {
            assert!(length >= shortest);
            assert!(!claims || length == shortest, "{} claims {length}", what());
            if matches!(algorithm.optimal, Optimality::Admissible) && about.key == "as-drawn" {
                assert_eq!(length, shortest, "{}", what());
            }
        }
    }
}

#[test]
fn the_safe_estimates_are_admissible_and_consistent_for_every_goal() {
    for name in MAPS {
        let mut route = route(name);
        for goal in route.map.cities() {
            route.goal = goal;
            for estimate in [RouteHeuristic::AsDrawn, RouteHeuristic::Zero] {
                assert_eq!(route.overestimates(&estimate.into()), []);
                let h = estimate.estimates_to(&route.map, goal);
                assert_eq!(h.value(goal), 0);
                for road in route.map.roads() {
                    let [a, b] = road.ends.map(|city| h.value(city));
                    assert!(a.abs_diff(b) <= road.length, "{name}");
                }
            }
        }
    }
}

#[test]
fn the_published_straight_lines_are_safe_in_romania_and_not_in_india() {
    assert_eq!(
        route("romania").overestimates(&RouteHeuristic::StraightLine.into()),
        []
    );
    let india = route("delhi-hyderabad");
    let named: Vec<_> = (india
        .overestimates(&RouteHeuristic::StraightLine.into())
        .iter())
    .map(|over| (india.map.name(over.city), over.estimate, over.distance))
    .collect();
    assert_eq!(named, [("Mumbai", 12, 8), ("Lucknow", 16, 15)]);
}

#[test]
fn the_textbook_goes_from_arad_to_bucharest() {
    let route = route("romania");
    for (algorithm, way, length, expanded) in [
        (
            "a-star",
            "Arad, Sibiu, Rimnicu Vilcea, Pitesti, Bucharest",
            418,
            5,
        ),
        (
            "greedy-best-first",
            "Arad, Sibiu, Fagaras, Bucharest",
            450,
            3,
        ),
    ] {
        let job = a_job(&route, algorithm, RouteHeuristic::StraightLine);
        let report = lab::solve(&job).unwrap();
        let RunOutcome::Solved { moves, cost, .. } = &report.outcome else {
            panic!("{report:?}");
        };
        assert_eq!(
            (job.problem.path_line(moves).as_str(), *cost),
            (way, length)
        );
        assert_eq!(report.counts.expanded, expanded, "{algorithm}");
    }
    let breadth_first = a_job(&route, "breadth-first", RouteHeuristic::Zero);
    assert_eq!(solve(&breadth_first), Some((450, false)));
}

#[test]
fn a_city_that_no_road_leads_to_is_proved_to_be_out_of_reach() {
    let site = |name: &str, at| CityData {
        name: name.into(),
        at,
        straight_line: None,
    };
    let sites = vec![
        site("A", [0.0, 0.0]),
        site("B", [1.0, 0.0]),
        site("C", [2.0, 0.0]),
    ];
    let map = Map::new(sites, &[("A", "B", 5)], None).unwrap();
    let [start, _, goal] = ["A", "B", "C"].map(|name| map.city(name).unwrap());
    let route = Route {
        name: "An island".into(),
        map: map.into(),
        start,
        goal,
        notes: String::new(),
        source: String::new(),
    };
    let job = a_job(&route, "a-star", RouteHeuristic::StraightLine);
    let outcome = lab::solve(&job).unwrap().outcome;
    assert_eq!(outcome, RunOutcome::Unsolvable { by_parity: false });
}

#[test]
fn an_engine_is_refused() {
    let mut job = a_job(&route("romania"), "a-star", RouteHeuristic::Zero);
    job.settings.algorithm = job::algorithm("fast-ida-star").unwrap();
    job.settings.options.threads = NonZero::new(1);
    let refused = JobError::TilesOnly(job.settings.algorithm.name);
    assert_eq!(lab::solve(&job), Err(refused));
}

#[test]
fn what_is_saved_is_what_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("route.json");
    for name in MAPS {
        let mut route = route(name);
        route.name = "“Quoted” \"\\\n".into();
        std::mem::swap(&mut route.start, &mut route.goal);
        let problem = Problem::from(route);
        files::save(&problem, &path).unwrap();
        assert_eq!(files::load(&path).unwrap(), problem);
        assert_eq!(from_json(&to_json(&problem)).unwrap(), problem);
    }
}

#[test]
fn what_is_no_route_is_refused_in_a_sentence() {
    let whole = to_json(&route("delhi-hyderabad").into());
    let check = |from: &str, to: &str, words: &str| {
        assert!(whole.contains(from), "{from}");
        let error = from_json(&whole.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.to_string(), words);
    };
    check(
        r#""start": "Delhi""#,
        r#""start": "Oslo""#,
        "there is no city “Oslo” on this map, in “start”",
    );
    check(
        r#"["Delhi", "Mumbai", 12]"#,
        r#"["Delhi", "Mumbai"]"#,
        r#"roads[0] is not written as ["Arad", "Zerind", 75]"#,
    );
    check(
        r#"["Delhi", "Mumbai", 12]"#,
        r#"["Delhi", "Mumbai", 0]"#,
        "the road between Delhi and Mumbai is 0 long, not from 1 to 1000000, in “roads”",
    );
    check(
        r#"["Delhi", "Mumbai", 12]"#,
        r#"["Delhi", "Delhi", 12]"#,
        "the road from Delhi leads back to it, in “roads”",
    );
    check(
        r#"["Delhi", "Mumbai", 12]"#,
        r#"["Lucknow", "Delhi", 12]"#,
        "there are two roads between Delhi and Lucknow, in “roads”",
    );
    check(
        r#""name": "Mumbai""#,
        r#""name": "Delhi""#,
        "Delhi is listed twice among the cities, in “cities”",
    );
    check(
        r#""name": "Mumbai""#,
        r#""name": "A, B""#,
        "city 2 has no name that can be used: from 1 to 30 letters, with no comma, quote or \
         space at its ends, in “cities”",
    );
    check(
        r#", "straight_line": 12"#,
        "",
        "Mumbai has no straight line, but other cities have: give all of them or none, in “cities”",
    );
    check(
        r#""straight_lines_to": "Hyderabad","#,
        "",
        "straight lines are given, but not to which city, in “straight_lines_to”",
    );
    check(
        r#""roads""#,
        r#""streets""#,
        "a route has no field “streets”; its fields are format, version, name, cities, roads, \
         straight_lines_to, start, goal, notes, source",
    );
    check(
        r#""version": 1"#,
        r#""version": 2"#,
        "“version” is 2, but this Tilescope reads up to version 1: update Tilescope to open it",
    );
}

#[test]
fn a_truncated_or_garbled_file_is_refused() {
    let whole = to_json(&route("delhi-hyderabad").into());
    for end in 0..whole.trim_end().len() {
        assert!(from_json(&whole[..end]).is_err(), "{end}");
    }
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..2_000 {
        let mut bytes = whole.clone().into_bytes();
        for _ in 0..3 {
            let at = rng.usize(..bytes.len());
            bytes[at] = rng.choice(b"0-9.eE[]{},:\"aZ ").unwrap().to_owned();
        }
        // A digit for a digit may give another map; it must only not panic.
        if let Ok(text) = String::from_utf8(bytes)
            && let Ok(problem) = from_json(&text)
            && let Some(route) = problem.route()
        {
            for estimate in ROUTE_HEURISTICS {
                route.overestimates(&estimate.heuristic.into());
            }
        }
    }
}

#[test]
fn a_city_is_found_by_its_name_alone() {
    let map = route("romania").map;
    let cities: Vec<City> = map.cities().collect();
    for city in cities {
        assert_eq!(map.city(map.name(city)), Ok(city));
        // Roads are listed by the names of the cities that they lead to.
        let to: Vec<&str> = map
            .actions(city)
            .map(|action| map.name(map.destination(action)))
            .collect();
        assert!(to.is_sorted(), "{to:?}");
    }
    assert!(map.city("arad").is_err());
}

#[test]
fn a_formula_is_a_heuristic_of_a_map() {
    let romania = route("romania");
    let expr = |text: &str| text.parse::<RouteExpr>().unwrap();
    let h = |text: &str| {
        let estimates = expr(text).estimates_to(&romania.map, romania.goal);
        estimates.value(romania.start)
    };
    for (text, expected) in [
        ("straight-line", 366),
        (" straight-line ", 366),
        ("2*straight-line", 732),
        ("2 * straight_line", 732),
        ("straight_line/4", 91),
        ("max(straight-line, as-drawn) - straight_line", 0),
        ("min(straight_line, 100) + 1", 101),
        ("zero - 1", 0),
    ] {
        assert_eq!(h(text), expected, "{text}");
        assert_eq!(expr(&expr(text).to_string()), expr(text), "{text}");
    }
    for (text, message) in [
        (
            "2*crow",
            "there is no heuristic, function or property “crow”, at character 3",
        ),
        ("2*straight-line +", "a value is missing, at character 18"),
        (
            "count(dr)",
            "there is no heuristic, function or property “count”, at character 1",
        ),
    ] {
        let error = text.parse::<RouteExpr>().unwrap_err();
        assert_eq!(error.to_string(), message);
    }

    let mut job = a_job(&romania, "a-star", RouteHeuristic::Zero);
    job.settings.route_heuristic = expr("2*straight-line");
    let report = lab::solve(&job).unwrap();
    let RunOutcome::Solved { cost, optimal, .. } = report.outcome else {
        panic!("{report:?}");
    };
    assert_eq!((cost, optimal), (450, false), "it leads astray");
    assert!(
        !romania
            .overestimates(&job.settings.route_heuristic)
            .is_empty()
    );
    assert!(
        romania
            .overestimates(&expr("straight_line*9/10"))
            .is_empty()
    );
}
