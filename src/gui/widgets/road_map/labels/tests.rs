//! Tests of the places of names and lengths.

use super::*;
use egui::pos2;
use tilescope_lab::{Job, Problem, RunOutcome, Settings, examples};
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_puzzle::routes::Map;
use tilescope_search::DEFAULT_ALGORITHM;

const CANVAS: Rect = Rect {
    min: pos2(0.0, 0.0),
    max: pos2(400.0, 300.0),
};

/// Cities with names of the same size, and roads without lengths.
fn content(cities: &[(f32, f32)], roads: &[[(f32, f32); 2]]) -> Content {
    let road = |ends: &[(f32, f32); 2]| Road {
        ends: ends.map(Pos2::from),
        is_of_solution: false,
    };
    Content {
        canvas: CANVAS,
        cities: cities.iter().map(|&at| at.into()).collect(),
        radii: vec![8.0; cities.len()],
        names: vec![vec2(60.0, 20.0); cities.len()],
        roads: roads.iter().map(road).collect(),
        lengths: Vec::new(),
        half_line: 3.5,
        flag: Rect::from_min_size(pos2(-100.0, -100.0), Vec2::splat(20.0)),
    }
}

fn names(cities: &[(f32, f32)], roads: &[[(f32, f32); 2]]) -> Vec<Rect> {
    let placed = place(&content(cities, roads)).names.into_iter();
    let free = placed.inspect(|(rect, covered)| assert_eq!(*covered, 0.0, "{rect:?}"));
    free.map(|(rect, _)| rect).collect()
}

#[test]
fn a_name_stands_at_the_right_where_nothing_is() {
    assert_eq!(
        names(&[(100.0, 100.0)], &[])[0],
        Rect::from_min_size(pos2(108.0, 90.0), vec2(60.0, 20.0))
    );
}

#[test]
fn a_name_that_would_be_cut_is_moved_into_the_canvas() {
    // A road on every side but the right one, where the canvas ends.
    let roads = [
        (-60.0, 0.0),
        (0.0, 60.0),
        (0.0, -60.0),
        (-60.0, 60.0),
        (-60.0, -60.0),
    ];
    let roads = roads.map(|(x, y)| [(370.0, 150.0), (370.0 + x, 150.0 + y)]);
    for place in place(&content(&[(370.0, 150.0)], &roads)).names {
        assert!(CANVAS.contains_rect(place.0), "{place:?}");
    }
}

#[test]
fn names_make_way_for_roads_edges_and_each_other() {
    let at = names(&[(100.0, 100.0)], &[[(100.0, 100.0), (300.0, 100.0)]])[0];
    assert!(at.max.x < 100.0 || !at.y_range().contains(100.0), "{at:?}");
    let at = names(&[(390.0, 100.0)], &[])[0];
    assert!(at.max.x < 390.0, "{at:?}");
    let [a, b] = names(&[(200.0, 100.0), (230.0, 100.0)], &[])[..] else {
        panic!("two names, two places");
    };
    assert!(!a.intersects(b), "{a:?} {b:?}");
}

/// A road between two cities, with its length.
fn road_with_length(is_of_solution: bool) -> Content {
    let ends = [(100.0, 100.0), (300.0, 100.0)];
    let mut content = content(&ends, &[ends]);
    content.lengths = vec![vec2(30.0, 14.0)];
    content.roads[0].is_of_solution = is_of_solution;
    content
}

#[test]
fn a_length_stands_on_its_road_and_beside_the_solution() {
    let on_road = place(&road_with_length(false)).lengths[0].expect("there is room");
    assert_eq!(on_road.center(), pos2(200.0, 100.0));
    let beside = place(&road_with_length(true)).lengths[0].expect("there is room");
    assert!(
        !beside.y_range().intersects(egui::Rangef::new(96.5, 103.5)),
        "{beside:?}"
    );
}

#[test]
fn a_length_without_room_is_left_out_unless_it_is_of_the_solution() {
    for is_of_solution in [false, true] {
        let mut content = road_with_length(is_of_solution);
        // Nothing fits in so low a canvas but the names.
        content.canvas = Rect::from_min_max(pos2(90.0, 94.0), pos2(310.0, 106.0));
        content.names = vec![vec2(105.0, 12.0); 2];
        assert_eq!(place(&content).lengths[0].is_some(), is_of_solution);
    }
}

#[test]
fn type_shrinks_until_names_do_not_overlap() {
    let crowd = (CANVAS, 2, true);
    let rect = |x| (Rect::from_min_size(pos2(x, 0.0), vec2(60.0, 20.0)), 0.0);
    let mut placed = Placed {
        names: vec![rect(0.0), rect(40.0)],
        lengths: Vec::new(),
    };
    let mut known = Places {
        found: Some((content(&[], &[]), placed.clone())),
        ..Places::default()
    };
    assert!(known.shrink(crowd));
    assert!(known.part(crowd) < 1.0);
    assert_eq!(known.part((CANVAS, 3, true)), 1.0);
    placed.names.truncate(1);
    known.found = Some((content(&[], &[]), placed));
    assert!(!known.shrink(crowd));
}

#[test]
fn a_line_is_measured_where_it_is_inside() {
    let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(10.0, 10.0));
    let check = |from: (f32, f32), to: (f32, f32), expected: f32| {
        let length = inside(rect, [from.into(), to.into()]);
        assert!((length - expected).abs() < 1e-3, "{length}");
    };
    check((-5.0, 5.0), (15.0, 5.0), 10.0);
    check((-5.0, 5.0), (5.0, 100.0), 0.0);
    check((5.0, 5.0), (5.0, 100.0), 5.0);
    check((-5.0, 20.0), (15.0, 20.0), 0.0);
    check((0.0, 0.0), (10.0, 10.0), 200.0_f32.sqrt());
    check((20.0, 20.0), (30.0, 30.0), 0.0);
}

/// A map that ships in an area of this size, with type of this size and the solution of A\*. Figures
/// stand below the names.
fn shipped(name: &str, size: Vec2, letters: f32) -> Content {
    let problem = examples::open(name).expect("it ships");
    let tilescope_lab::files::Opened::Problem(problem @ Problem::Route(_)) = problem else {
        panic!("{name} is no map");
    };
    let job = Job {
        problem: problem.clone(),
        settings: Settings::new(DEFAULT_ALGORITHM, DEFAULT_HEURISTIC),
        search_unsolvable: false,
        record: 0,
    };
    let solved = tilescope_lab::solve(&job).expect("it can be searched");
    let RunOutcome::Solved { moves, .. } = solved.outcome else {
        panic!("{name} has a solution");
    };
    let Problem::Route(route) = problem else {
        unreachable!()
    };
    let map: &Map = &route.map;
    let mut way = vec![route.start];
    way.extend(moves.iter().map(|&road| map.destination(road)));
    let area = Rect::from_min_size(pos2(0.0, 0.0), size);
    let margin = vec2((letters * 10.5).min(size.x * 0.2), letters * 3.2);
    let cities = super::super::paint::project(map, area, margin);
    let text = |n_letters: usize, size: f32| vec2(n_letters as f32 * size * 0.55, size * 1.25);
    let names = map.cities().map(|city| {
        let (name, sum) = (
            text(map.name(city).len(), letters),
            text(15, letters * 0.92),
        );
        vec2(name.x.max(sum.x), name.y + sum.y - 1.0)
    });
    let is_of_solution = |ends: [_; 2]| {
        way.windows(2)
            .any(|it| it == ends || it == [ends[1], ends[0]])
    };
    let at = |city: tilescope_puzzle::routes::City| cities[city.index()];
    let roads = map.roads().iter();
    Content {
        canvas: area.shrink(4.0).with_min_y(34.0),
        radii: vec![11.0; cities.len()],
        names: names.collect(),
        roads: (roads.clone())
            .map(|road| Road {
                ends: road.ends.map(at),
                is_of_solution: is_of_solution(road.ends),
            })
            .collect(),
        lengths: roads
            .map(|road| text(road.length.to_string().len(), letters * 0.85) + vec2(4.0, -1.0))
            .collect(),
        half_line: 3.5,
        flag: Rect::from_min_size(
            at(route.goal) - vec2(4.0, letters * 1.5 + 4.0),
            Vec2::splat(letters * 1.5),
        ),
        cities,
    }
}

#[test]
fn on_the_maps_that_ship_nothing_is_covered_and_no_length_is_missing() {
    for (width, height, letters) in [(980.0, 560.0, 13.5), (1150.0, 760.0, 15.5)] {
        for name in ["romania", "delhi-hyderabad"] {
            let content = shipped(name, vec2(width, height), letters);
            let placed = place(&content);
            let mut boxes: Vec<Rect> = placed.names.iter().map(|it| it.0).collect();
            for (i, length) in placed.lengths.iter().enumerate() {
                boxes.push(length.unwrap_or_else(|| panic!("{name}, {width}: road {i}")));
            }
            let disc = |&at: &Pos2| Rect::from_center_size(at, Vec2::splat(12.0));
            let fixed: Vec<Rect> = content.cities.iter().map(disc).collect();
            for (i, one) in boxes.iter().enumerate() {
                let one = one.shrink(1.5);
                let others = boxes[..i].iter().chain(&fixed);
                for other in others {
                    assert!(
                        !one.intersects(*other),
                        "{name}, {width}: {one:?} {other:?}"
                    );
                }
                let solution = content.roads.iter().filter(|road| road.is_of_solution);
                for road in solution {
                    assert_eq!(inside(one, road.ends), 0.0, "{name}, {width}: {one:?}");
                }
            }
        }
    }
}
