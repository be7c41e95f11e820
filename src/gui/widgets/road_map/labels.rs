//! Placing the names of cities and the lengths of roads on a map. They keep clear of cities, of the
//! solution's roads and of each other; a length that has no such place is left out.

use super::arrange::{Candidate, Item, arrange, overlap};
use egui::{Pos2, Rect, Vec2, vec2};

/// What a map shows, in points.
#[derive(Clone, PartialEq, Debug)]
pub struct Content {
    pub canvas: Rect,
    pub cities: Vec<Pos2>,
    /// The radius of each city, with what is drawn around it.
    pub radii: Vec<f32>,
    /// The size of each city's name, with what stands below it.
    pub names: Vec<Vec2>,
    pub roads: Vec<Road>,
    /// The size of each road's length; none if lengths are not shown.
    pub lengths: Vec<Vec2>,
    /// Half the width of the line along the solution.
    pub half_line: f32,
    /// The goal's flag.
    pub flag: Rect,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Road {
    pub ends: [Pos2; 2],
    pub is_of_solution: bool,
}

/// The places on a map.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Placed {
    /// Of each name, and how much it covers: 0 for nothing.
    pub names: Vec<(Rect, f32)>,
    /// Of each length, if it is shown.
    pub lengths: Vec<Option<Rect>>,
}

/// The places of names and lengths. They are found again only when the content changes.
#[derive(Default)]
pub struct Places {
    found: Option<(Content, Placed)>,
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

    /// Makes the type smaller if names overlap. Returns whether it did.
    pub fn shrink(&mut self, crowd: Crowd) -> bool {
        let part = self.part(crowd);
        let names = self.found.as_ref().map(|(_, placed)| &*placed.names);
        let shrinks = part > BRIEF && overlap_each_other(names.unwrap_or_default());
        let part = if shrinks { part * 0.9 } else { part };
        self.part = Some((crowd, part));
        shrinks
    }

    pub fn of(&mut self, content: Content) -> &Placed {
        let known = self.found.take().filter(|(known, _)| *known == content);
        let known = known.unwrap_or_else(|| {
            let placed = place(&content);
            (content, placed)
        });
        &self.found.insert(known).1
    }
}

/// How much a name or a length weighs where it overlaps another one.
const NAME: f32 = 2.4;
const LENGTH: f32 = 2.0;

fn place(content: &Content) -> Placed {
    let names = content.cities.iter().zip(&content.names).enumerate();
    let names = names.map(|(i, (&at, &size))| name(content, i, at, size));
    let lengths = content.roads.iter().zip(&content.lengths).enumerate();
    let lengths = lengths.map(|(i, (road, &size))| length(content, i, road, size));
    let items: Vec<Item> = names.chain(lengths).collect();
    let found = arrange(&items);
    let mut rects = items.iter().zip(found).map(|(item, (index, covered))| {
        let candidate = item.candidates[index];
        (candidate.rect, covered)
    });
    let names: Vec<(Rect, f32)> = rects.by_ref().take(content.names.len()).collect();
    let lengths: Vec<Rect> = rects.map(|(rect, _)| rect).collect();
    let lengths = shown_lengths(content, &names, &lengths);
    Placed { names, lengths }
}

/// Leaves out the lengths that cover something. Those of the solution are seen in any case.
fn shown_lengths(content: &Content, names: &[(Rect, f32)], rects: &[Rect]) -> Vec<Option<Rect>> {
    /// In points of overlap.
    const MAX_COVERED: f32 = 2.0;
    let is_of_solution = |i: usize| content.roads[i].is_of_solution;
    let mut taken: Vec<Rect> = names.iter().map(|(rect, _)| *rect).collect();
    taken.push(content.flag);
    let solution: Vec<&Road> = content
        .roads
        .iter()
        .filter(|it| it.is_of_solution)
        .collect();
    let mut shown = vec![None; rects.len()];
    let (first, others): (Vec<_>, Vec<_>) = (0..rects.len()).partition(|&i| is_of_solution(i));
    for i in first.into_iter().chain(others) {
        let rect = rects[i];
        let wide = rect.expand(content.half_line - MAX_COVERED);
        let on_line = solution.iter().any(|road| inside(wide, road.ends) > 0.0);
        let on_city = content.in_cities(rect, None) > MAX_COVERED;
        let is_cut = !content.canvas.contains_rect(rect.shrink(0.5));
        let covers =
            is_cut || on_line || on_city || taken.iter().any(|it| overlap(rect, *it) > MAX_COVERED);
        if is_of_solution(i) || !covers {
            taken.push(rect);
            shown[i] = Some(rect);
        }
    }
    shown
}

/// A city's name: around the city, preferably at its right, and a little further off.
fn name(content: &Content, own: usize, at: Pos2, size: Vec2) -> Item {
    const SIDES: [Vec2; 20] = [
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
        vec2(0.4, -1.0),
        vec2(-0.4, -1.0),
        vec2(0.4, 1.0),
        vec2(-0.4, 1.0),
        vec2(0.75, -1.0),
        vec2(-0.75, -1.0),
        vec2(0.75, 1.0),
        vec2(-0.75, 1.0),
    ];
    let near = SIDES.map(|side| (side, 0.0));
    let far = SIDES.map(|side| (side, 0.7));
    let sides = near.into_iter().chain(far).zip(0_u8..);
    let candidates = sides.map(|((side, further), preference)| {
        let radius = content.radii[own];
        let rect = beside_city(content.canvas, (at, radius), size, side, further);
        // A name that was moved into the canvas may lie on its own city.
        let on_own = in_disc(rect, at, 0.55 * radius);
        let on_cities = 8.0 * (on_own + content.in_cities(rect, Some(own)));
        let covered = covered(content, rect, None) + on_cities + content.mistaken(rect, own);
        let dislike = f32::from(preference);
        Candidate {
            rect,
            covered,
            dislike,
        }
    });
    Item {
        candidates: candidates.collect(),
        weight: NAME,
    }
}

/// The rectangle of a name on this side of its city, moved into the canvas if it is cut there.
fn beside_city(
    canvas: Rect,
    (at, radius): (Pos2, f32),
    size: Vec2,
    side: Vec2,
    further: f32,
) -> Rect {
    // Diagonally it may be closer.
    let slant = match side.x.abs().min(side.y.abs()) {
        0.0 => 1.0,
        least if least < 1.0 => 0.9,
        _ => 0.6,
    };
    let reach = radius * (slant + further);
    let middle = match side.y.abs() {
        // Above and below, a share of the width alone.
        1.0 if side.x.abs() < 1.0 => vec2(side.x * size.x / 2.0, side.y * (size.y / 2.0 + reach)),
        _ => side * (size / 2.0 + Vec2::splat(reach)),
    };
    let rect = Rect::from_center_size(at + middle, size);
    let inside =
        |low: f32, high: f32, from: f32, to: f32| (from - low).max(0.0) - (high - to).max(0.0);
    rect.translate(vec2(
        inside(rect.min.x, rect.max.x, canvas.min.x, canvas.max.x),
        inside(rect.min.y, rect.max.y, canvas.min.y, canvas.max.y),
    ))
}

/// A road's length: on the road, preferably in the middle, or beside it. The line along the solution
/// is kept free.
fn length(content: &Content, own: usize, road: &Road, size: Vec2) -> Item {
    const PARTS: [f32; 15] = [
        0.5, 0.46, 0.54, 0.42, 0.58, 0.38, 0.62, 0.34, 0.66, 0.3, 0.7, 0.26, 0.74, 0.2, 0.8,
    ];
    /// How much less a place beside a road is liked.
    const BESIDE: f32 = 6.0;
    let [from, to] = road.ends;
    let normal = (to - from).normalized().rot90();
    let reach = normal.x.abs() * size.x / 2.0 + normal.y.abs() * size.y / 2.0;
    let line = if road.is_of_solution {
        content.half_line
    } else {
        0.0
    };
    let away = |gap: f32| normal * (reach + line + gap);
    let beside = [1.0, 5.0, 9.0].map(|gap| [away(gap), -away(gap)]);
    let mut candidates = Vec::new();
    let mut add = |shift: Vec2, dislike: f32| {
        for (part, preference) in PARTS.into_iter().zip(0_u8..) {
            let rect = Rect::from_center_size(from.lerp(to, part) + shift, size);
            let on_cities = 6.0 * content.in_cities(rect, None);
            // A length that hides its road says little.
            let hidden = inside(rect, road.ends) / (to - from).length().max(1.0);
            candidates.push(Candidate {
                rect,
                covered: covered(content, rect, Some(own)) + on_cities,
                dislike: dislike + 0.4 * f32::from(preference) + 20.0 * (hidden - 0.4).max(0.0),
            });
        }
    };
    if !road.is_of_solution {
        add(Vec2::ZERO, 0.0);
    }
    for ([left, right], dislike) in beside.into_iter().zip([0.0, 3.0, 6.0]) {
        add(left, BESIDE + dislike);
        add(right, BESIDE + dislike + 0.2);
    }
    Item {
        candidates,
        weight: LENGTH,
    }
}

/// How much a rectangle covers of the map beside cities, in points of road or the equivalent. Its own
/// road does not count, unless it belongs to the solution.
fn covered(content: &Content, rect: Rect, own: Option<usize>) -> f32 {
    let mut sum = 2.0 * overlap(rect, content.flag);
    if !content.canvas.contains_rect(rect.shrink(0.5)) {
        sum += 400.0;
    }
    for (i, road) in content.roads.iter().enumerate() {
        sum += match road.is_of_solution {
            true => 4.0 * inside(rect.expand(content.half_line - 0.5), road.ends),
            false if own == Some(i) => 0.0,
            false => inside(rect, road.ends),
        };
    }
    sum
}

impl Content {
    /// How far a rectangle reaches into the cities, except this one, in points.
    fn in_cities(&self, rect: Rect, except: Option<usize>) -> f32 {
        let cities = self.cities.iter().zip(&self.radii).enumerate();
        let others = cities.filter(|(i, _)| Some(*i) != except);
        others
            .map(|(_, (&at, &radius))| in_disc(rect, at, radius))
            .sum()
    }

    /// How bad it is that a name is hardly nearer to its own city than to another, in points of road.
    fn mistaken(&self, rect: Rect, own: usize) -> f32 {
        const MISTAKEN: f32 = 30.0;
        // A larger radius is for what is drawn around a city.
        let least = self.radii.iter().copied().fold(f32::INFINITY, f32::min);
        let from = |i: usize| rect.distance_to_pos(self.cities[i]) + least - self.radii[i];
        let is_mistaken = (0..self.cities.len()).any(|i| i != own && from(i) < 1.2 * from(own));
        f32::from(u8::from(is_mistaken)) * MISTAKEN
    }
}

/// How far a rectangle reaches into a disc: at its middle, twice the radius.
fn in_disc(rect: Rect, at: Pos2, radius: f32) -> f32 {
    2.0 * (radius - rect.distance_to_pos(at)).max(0.0)
}

/// Whether two names overlap by more than their margins.
fn overlap_each_other(places: &[(Rect, f32)]) -> bool {
    let rect = |place: &(Rect, f32)| place.0.shrink(1.0);
    (places.iter().enumerate())
        .any(|(i, a)| (places[..i].iter()).any(|b| rect(a).intersects(rect(b))))
}

/// The length of a line segment inside a rectangle (Liang and Barsky).
fn inside(rect: Rect, [from, to]: [Pos2; 2]) -> f32 {
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

#[cfg(test)]
mod tests;
