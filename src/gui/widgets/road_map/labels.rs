//! Placing the names of cities beside them, where they cover as little as possible.

use egui::{Pos2, Rect, Vec2, vec2};

/// A name to be placed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Label {
    /// The city's position.
    pub at: Pos2,
    /// The size of the name.
    pub size: Vec2,
}

/// The things that a label should not cover.
pub struct Obstacles<'a> {
    pub canvas: Rect,
    pub roads: &'a [(Pos2, Pos2)],
    /// The lengths of the roads.
    pub figures: &'a [Rect],
    /// The radius of a city.
    pub radius: f32,
}

/// Twelve directions from the city, the preferred ones first.
const DIRECTIONS: [Vec2; 12] = [
    vec2(1.0, 0.0),
    vec2(-1.0, 0.0),
    vec2(0.0, -1.0),
    vec2(0.0, 1.0),
    vec2(1.0, -1.0),
    vec2(1.0, 1.0),
    vec2(-1.0, -1.0),
    vec2(-1.0, 1.0),
    vec2(1.0, -0.5),
    vec2(1.0, 0.5),
    vec2(-1.0, -0.5),
    vec2(-1.0, 0.5),
];

/// The positions of labels, and how much each covers: 0 for nothing. Computed again only when the
/// labels or the obstacles change.
#[derive(Default)]
pub struct Places {
    /// The canvas, the labels, and the figures of the roads.
    made_for: Option<(Rect, Vec<Label>, Vec<Rect>)>,
    found: Vec<(Rect, f32)>,
    /// The part of its usual size that the type has, and what it was found for.
    part: Option<(Crowd, f32)>,
}

/// Type of this part or less of its usual size has brief figures: f without its terms. It does not
/// shrink further.
pub const BRIEF: f32 = 0.85;

/// What decides how small the type is: the area, the number of cities, and whether they have
/// figures.
pub type Crowd = (Rect, usize, bool);

impl Places {
    /// The part of its usual size that type has in this crowd.
    pub fn part(&self, crowd: Crowd) -> f32 {
        let known = self.part.filter(|(found_for, _)| *found_for == crowd);
        known.map_or(1.0, |(_, part)| part)
    }

    /// Makes the type smaller if labels overlap. Returns whether it did.
    pub fn shrink(&mut self, crowd: Crowd) -> bool {
        let part = self.part(crowd);
        let shrinks = part > BRIEF && overlap_each_other(&self.found);
        let part = if shrinks { part * 0.9 } else { part };
        self.part = Some((crowd, part));
        shrinks
    }

    pub fn of(&mut self, labels: &[Label], obstacles: &Obstacles) -> &[(Rect, f32)] {
        let Obstacles {
            canvas, figures, ..
        } = *obstacles;
        let is_known = (self.made_for.as_ref())
            .is_some_and(|made| made.0 == canvas && made.1 == labels && made.2 == figures);
        if !is_known {
            self.found = place(labels, obstacles);
            self.made_for = Some((canvas, labels.to_vec(), figures.to_vec()));
        }
        &self.found
    }
}

/// Places each label: the best result of four starting positions.
fn place(labels: &[Label], obstacles: &Obstacles) -> Vec<(Rect, f32)> {
    let found = (0..4).map(|first| place_from(DIRECTIONS[first], labels, obstacles));
    let sum = |places: &Vec<(Rect, f32)>| places.iter().map(|place| place.1).sum::<f32>();
    let best = found.min_by(|a, b| sum(a).total_cmp(&sum(b)));
    best.unwrap_or_default()
}

/// Starts with all labels on one side, then moves each in turn to where it covers least, in a few
/// rounds.
fn place_from(first: Vec2, labels: &[Label], obstacles: &Obstacles) -> Vec<(Rect, f32)> {
    let first = |label: &Label| (rect(label, first, obstacles), 0.0);
    let mut places: Vec<(Rect, f32)> = labels.iter().map(first).collect();
    for _ in 0..6 {
        for (i, label) in labels.iter().enumerate() {
            let candidates = (0..).zip(DIRECTIONS).map(|(preference, direction)| {
                let rect = rect(label, direction, obstacles);
                let covered = covered(rect, i, labels, &places, obstacles);
                (rect, covered, covered + preference as f32)
            });
            let best = candidates.min_by(|a, b| a.2.total_cmp(&b.2));
            places[i] = best.map_or(places[i], |(rect, covered, _)| (rect, covered));
        }
    }
    places
}

/// The label's rectangle in this direction, moved into the canvas if it is cut there.
fn rect(label: &Label, direction: Vec2, obstacles: &Obstacles) -> Rect {
    let Obstacles { canvas, radius, .. } = *obstacles;
    // Diagonally it may be closer.
    let slant = if direction.x * direction.y == 0.0 {
        1.0
    } else {
        0.6
    };
    let middle = label.size / 2.0 + Vec2::splat(radius * slant);
    let rect = Rect::from_center_size(label.at + direction * middle, label.size);
    let inside =
        |low: f32, high: f32, from: f32, to: f32| (from - low).max(0.0) - (high - to).max(0.0);
    rect.translate(vec2(
        inside(rect.min.x, rect.max.x, canvas.min.x, canvas.max.x),
        inside(rect.min.y, rect.max.y, canvas.min.y, canvas.max.y),
    ))
}

/// How much a rectangle covers, in points of road or the equivalent.
fn covered(
    rect: Rect,
    own: usize,
    labels: &[Label],
    places: &[(Rect, f32)],
    obstacles: &Obstacles,
) -> f32 {
    let mut sum = 0.0;
    if !obstacles.canvas.contains_rect(rect) {
        sum += 400.0;
    }
    for &(from, to) in obstacles.roads {
        sum += inside(rect, from, to);
    }
    for figure in obstacles.figures {
        // Road lengths can be moved away.
        sum += 0.4 * overlap(rect, *figure);
    }
    for (i, (label, place)) in labels.iter().zip(places).enumerate() {
        let disc = Rect::from_center_size(label.at, Vec2::splat(2.0 * obstacles.radius));
        if i == own {
            // A label that was moved into the canvas may lie on its own city.
            let core = Rect::from_center_size(label.at, disc.size() * 0.55);
            sum += 8.0 * overlap(rect, core);
        } else {
            sum += 8.0 * overlap(rect, disc) + 4.0 * overlap(rect, place.0);
        }
    }
    sum
}

/// Whether two labels overlap by more than their margins.
fn overlap_each_other(places: &[(Rect, f32)]) -> bool {
    let rect = |place: &(Rect, f32)| place.0.shrink(1.0);
    (places.iter().enumerate())
        .any(|(i, a)| (places[..i].iter()).any(|b| rect(a).intersects(rect(b))))
}

/// The overlap of two rectangles, as the side of a square of the same area.
fn overlap(a: Rect, b: Rect) -> f32 {
    let common = a.intersect(b);
    if common.is_positive() {
        common.area().sqrt()
    } else {
        0.0
    }
}

/// The length of a line segment inside a rectangle (Liang and Barsky).
fn inside(rect: Rect, from: Pos2, to: Pos2) -> f32 {
    let way = to - from;
    let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
    for (step, low, high) in [
        (way.x, rect.min.x - from.x, rect.max.x - from.x),
        (way.y, rect.min.y - from.y, rect.max.y - from.y),
    ] {
        if step == 0.0 {
            if low > 0.0 || high < 0.0 {
                return 0.0;
            }
            continue;
        }
        let (a, b) = (low / step, high / step);
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    (leave - enter).max(0.0) * way.length()
}

/// Moves a road's length along the road to where it covers the least of `taken`, preferably the
/// middle. Also returns how much it covers.
pub fn along(figure: Rect, from: Pos2, to: Pos2, taken: &[Rect]) -> (Rect, f32) {
    let place = |part: f32| Rect::from_center_size(from.lerp(to, part), figure.size());
    let covered = |rect: Rect| -> f32 { taken.iter().map(|it| overlap(rect, *it)).sum() };
    let parts = [
        0.5, 0.46, 0.54, 0.42, 0.58, 0.38, 0.62, 0.34, 0.66, 0.3, 0.7, 0.26, 0.74, 0.22, 0.78,
    ];
    let places = parts.map(|part| (place(part), covered(place(part))));
    let best = places.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
    best.unwrap_or((figure, 0.0))
}

/// Moves a road's length beside the road, where there is no room on it: to where it covers the least
/// of `taken`. Also returns how much it covers.
pub fn beside(figure: Rect, from: Pos2, to: Pos2, taken: &[Rect]) -> (Rect, f32) {
    const GAP: f32 = 3.0;
    let normal = (to - from).normalized().rot90();
    let half = figure.size() / 2.0;
    let away = normal * (normal.x.abs() * half.x + normal.y.abs() * half.y + GAP);
    let sides = [away, -away].map(|away| along(figure, from + away, to + away, taken));
    match sides {
        [left, right] if right.1 < left.1 => right,
        [left, _] => left,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    const CANVAS: Rect = Rect {
        min: pos2(0.0, 0.0),
        max: pos2(400.0, 300.0),
    };

    fn label(x: f32, y: f32) -> Label {
        Label {
            at: pos2(x, y),
            size: vec2(60.0, 20.0),
        }
    }

    fn obstacles(roads: &[(Pos2, Pos2)]) -> Obstacles<'_> {
        Obstacles {
            canvas: CANVAS,
            roads,
            figures: &[],
            radius: 8.0,
        }
    }

    fn places(labels: &[Label], roads: &[(Pos2, Pos2)]) -> Vec<Rect> {
        let places = place(labels, &obstacles(roads));
        places
            .into_iter()
            .map(|(rect, covered)| {
                assert_eq!(covered, 0.0, "{rect:?}");
                rect
            })
            .collect()
    }

    #[test]
    fn a_name_stands_at_the_right_where_nothing_is() {
        let place = places(&[label(100.0, 100.0)], &[])[0];
        assert_eq!(
            place,
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
        let at = pos2(370.0, 150.0);
        let roads = roads.map(|(x, y)| (at, at + vec2(x, y)));
        for place in place(&[label(at.x, at.y)], &obstacles(&roads)) {
            assert!(CANVAS.contains_rect(place.0), "{place:?}");
        }
    }

    #[test]
    fn a_length_without_room_on_its_road_is_beside_it() {
        let figure = Rect::from_center_size(pos2(100.0, 100.0), vec2(24.0, 14.0));
        let (from, to) = (pos2(80.0, 100.0), pos2(120.0, 100.0));
        let taken = [Rect::from_center_size(pos2(100.0, 97.0), vec2(60.0, 12.0))];
        assert!(along(figure, from, to, &taken).1 > 7.0);
        let (place, covered) = beside(figure, from, to, &taken);
        assert_eq!(covered, 0.0, "{place:?}");
    }

    #[test]
    fn type_shrinks_until_names_do_not_overlap() {
        let crowd = (CANVAS, 2, true);
        let found = vec![
            (Rect::from_min_size(pos2(0.0, 0.0), vec2(60.0, 20.0)), 0.0),
            (Rect::from_min_size(pos2(40.0, 0.0), vec2(60.0, 20.0)), 0.0),
        ];
        let mut known = Places {
            found,
            ..Places::default()
        };
        assert!(known.shrink(crowd));
        assert!(known.part(crowd) < 1.0);
        assert_eq!(known.part((CANVAS, 3, true)), 1.0);
        known.found.truncate(1);
        assert!(!known.shrink(crowd));
    }

    #[test]
    fn names_make_way_for_roads_edges_and_each_other() {
        let road = (pos2(100.0, 100.0), pos2(300.0, 100.0));
        let at = places(&[label(100.0, 100.0)], &[road])[0];
        assert!(at.max.x < 100.0, "{at:?}");
        let at = places(&[label(390.0, 100.0)], &[])[0];
        assert!(at.max.x < 390.0, "{at:?}");
        let pair = [label(200.0, 100.0), label(230.0, 100.0)];
        let [a, b] = places(&pair, &[])[..] else {
            panic!("two labels, two places");
        };
        assert!(!a.intersects(b), "{a:?} {b:?}");
    }

    #[test]
    fn a_line_is_measured_where_it_is_inside() {
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(10.0, 10.0));
        let check = |from: (f32, f32), to: (f32, f32), expected: f32| {
            let length = inside(rect, from.into(), to.into());
            assert!((length - expected).abs() < 1e-3, "{length}");
        };
        check((-5.0, 5.0), (15.0, 5.0), 10.0);
        check((5.0, 5.0), (5.0, 100.0), 5.0);
        check((-5.0, 20.0), (15.0, 20.0), 0.0);
        check((0.0, 0.0), (10.0, 10.0), 200.0_f32.sqrt());
        check((20.0, 20.0), (30.0, 30.0), 0.0);
    }
}
