//! Paints a road map: roads first, then the path driven, then cities and their names.

use super::labels::{self, Content, Places};
use super::shown::{CityStyle, Shown, colour};
use crate::gui::theme::{self, Palette};
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align2, Color32, FontFamily, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2,
    pos2, vec2,
};
use egui_material_icons::icons::{ICON_DIRECTIONS_CAR, ICON_FLAG};
use std::sync::Arc;
use tilescope_lab::format;
use tilescope_puzzle::routes::{City, Map, Route};
use tilescope_trace::Status;

/// On a small map, a name that would cover more than this is left out.
const MAX_COVERED: f32 = 26.0;
/// The ground left and right of a name, in points.
const BESIDE_NAME: f32 = 2.0;
/// A small map with more roads than this has no road lengths.
const MAX_ROADS: usize = 12;

/// A map as a frame shows it.
pub struct Scene<'a> {
    pub palette: &'static Palette,
    shown: &'a Shown<'a>,
    /// The position of each city.
    places: Vec<Pos2>,
    /// The radius of a city.
    radius: f32,
    /// The font size, in points.
    letters: f32,
    is_brief: bool,
    names: Vec<Name>,
    /// The lengths of roads.
    figures: Vec<(Rect, Arc<Galley>)>,
}

/// A city's name and the text below it.
struct Name {
    name: Arc<Galley>,
    sum: Option<Arc<Galley>>,
    rect: Rect,
    /// The name's alignment in its rectangle: left, centre or right.
    align: f32,
    is_seen: bool,
}

impl<'a> Scene<'a> {
    pub fn new(ui: &Ui, area: Rect, shown: &'a Shown<'a>, known: &mut Places) -> Self {
        let has_sums = shown.has_sums();
        let crowd = (area, shown.styles.len(), has_sums);
        loop {
            let scene = Self::with_type(ui, area, shown, known, known.part(crowd));
            if shown.is_small || !known.shrink(crowd) {
                return scene;
            }
        }
    }

    /// The scene with type of this part of its usual size.
    fn with_type(ui: &Ui, area: Rect, shown: &'a Shown<'a>, known: &mut Places, part: f32) -> Self {
        let palette = theme::palette(ui);
        let grown = (area.width().min(area.height() * 1.5) / 700.0).clamp(0.85, 1.5);
        let (radius, letters) = if shown.is_small {
            (5.0, 10.5)
        } else {
            (7.5 * grown, theme::text::BODY * grown.max(0.9) * part)
        };
        let map = &shown.route.map;
        let has_sums = shown.has_sums();
        // Names at the edges, and the values below them, lie outside the map.
        let beside = match (shown.is_small, has_sums) {
            (true, _) => 20.0,
            (false, false) => letters * 6.5,
            (false, true) => (letters * 10.5).min(area.width() * 0.2),
        };
        let margin = vec2(beside, if shown.is_small { 18.0 } else { letters * 3.2 });
        let places = project(map, area, margin);
        let mut scene = Scene {
            palette,
            shown,
            places,
            radius,
            letters,
            is_brief: part <= labels::BRIEF,
            names: Vec::new(),
            figures: Vec::new(),
        };
        scene.lay_out(ui, area, known);
        scene
    }

    pub fn at(&self, city: City) -> Pos2 {
        self.places[city.index()]
    }

    /// How close to a city the pointer has to be, in points.
    pub fn reach(&self) -> f32 {
        self.radius + 6.0
    }

    fn style(&self, city: City) -> &CityStyle {
        &self.shown.styles[city.index()]
    }

    /// The texts of the roads' lengths; none if they are not shown.
    fn lengths(&self, painter: &Painter) -> Vec<Arc<Galley>> {
        let roads = self.shown.route.map.roads();
        if self.shown.is_small && roads.len() > MAX_ROADS {
            return Vec::new();
        }
        let font = FontId::proportional(self.letters * 0.85);
        let length = |length: u64| {
            let text = format::count(length);
            painter.layout_no_wrap(text, font.clone(), self.palette.dim)
        };
        roads
            .iter()
            .map(|road| length(road.length.into()))
            .collect()
    }

    /// Places names and lengths.
    fn lay_out(&mut self, ui: &Ui, area: Rect, known: &mut Places) {
        let painter = ui.painter();
        let texts = self.texts(painter);
        let lengths = self.lengths(painter);
        let content = Content {
            canvas: area
                .shrink(4.0)
                .with_min_y(area.min.y + self.shown.head.max(4.0)),
            cities: self.places.clone(),
            radii: (self.shown.route.map.cities())
                .map(|city| match city == self.shown.route.start {
                    // With the ring around it.
                    true => self.radius + 7.5,
                    false => self.radius + 4.0,
                })
                .collect(),
            names: (texts.iter())
                .map(|(size, ..)| *size + vec2(2.0 * BESIDE_NAME, 0.0))
                .collect(),
            roads: self.roads_to_avoid(),
            lengths: (lengths.iter())
                .map(|galley| galley.size() + vec2(4.0, -1.0))
                .collect(),
            half_line: self.width_of_way() / 2.0,
            flag: self.flag(),
        };
        let placed = known.of(content);
        let lengths = lengths.into_iter().zip(&placed.lengths);
        self.figures = lengths
            .filter_map(|(galley, rect)| Some(((*rect)?, galley)))
            .collect();
        let seen = self.seen(&placed.names);
        let cities = self.shown.route.map.cities().zip(texts).zip(&placed.names);
        let names = cities.map(|((city, (_, name, sum)), &(rect, _))| Name {
            name,
            sum,
            rect,
            align: ((self.at(city).x - rect.min.x) / rect.width()).clamp(0.0, 1.0),
            is_seen: seen[city.index()],
        });
        self.names = names.collect();
    }

    /// Which names are seen: on a small map only those that cover little, and no name that is seen.
    fn seen(&self, names: &[(Rect, f32)]) -> Vec<bool> {
        let cities = self.shown.route.map.cities();
        let mut seen = vec![!self.shown.is_small; names.len()];
        if !self.shown.is_small {
            return seen;
        }
        let (ends, others): (Vec<City>, Vec<City>) = cities.partition(|&city| self.is_end(city));
        for city in ends.into_iter().chain(others) {
            let (rect, covered) = names[city.index()];
            let rect = rect.shrink(1.0);
            let is_clear = |(other, it): (&(Rect, f32), &bool)| !it || !other.0.intersects(rect);
            let is_free = covered <= MAX_COVERED && names.iter().zip(&seen).all(is_clear);
            seen[city.index()] = is_free || self.is_end(city);
        }
        seen
    }

    fn roads_to_avoid(&self) -> Vec<labels::Road> {
        let is_of_solution = |[from, to]: [City; 2]| {
            let mut pairs = self.shown.solution.windows(2).map(|it| (it[0], it[1]));
            pairs.any(|pair| pair == (from, to) || pair == (to, from))
        };
        let roads = self.shown.route.map.roads().iter();
        roads
            .map(|road| labels::Road {
                ends: road.ends.map(|end| self.at(end)),
                is_of_solution: is_of_solution(road.ends),
            })
            .collect()
    }

    /// The texts at each city: the room that they take, the name, and what stands below it.
    fn texts(&self, painter: &Painter) -> Vec<(Vec2, Arc<Galley>, Option<Arc<Galley>>)> {
        let map = &self.shown.route.map;
        let galley = |text: &str, family, size: f32, colour| {
            painter.layout_no_wrap(text.to_owned(), FontId::new(size, family), colour)
        };
        let small = self.letters * 0.92;
        let has_sums = self.shown.has_sums();
        let dim = self.palette.dim;
        let widest = widest_sum(self.shown.route, self.is_brief);
        let widest = galley(&widest, FontFamily::Proportional, small, dim).size();
        let texts = map.cities().map(|city| {
            let (style, name) = (self.style(city), map.name(city));
            let strong = galley(name, theme::semibold(), self.letters, self.palette.text);
            let mut size = strong.size();
            if has_sums {
                size = vec2(size.x.max(widest.x), size.y + widest.y - 1.0);
            }
            let is_plain = style.status.is_none() && has_sums && !self.is_end(city);
            let name = if is_plain {
                galley(name, theme::medium(), self.letters, dim)
            } else {
                strong
            };
            (size, name, self.sum(painter, style, small))
        });
        texts.collect()
    }

    fn is_end(&self, city: City) -> bool {
        [self.shown.route.start, self.shown.route.goal].contains(&city)
    }

    fn sum(&self, painter: &Painter, style: &CityStyle, size: f32) -> Option<Arc<Galley>> {
        let (strong, plain) = &style.sum;
        if strong.is_empty() {
            return None;
        }
        let format = |family, color| TextFormat {
            font_id: FontId::new(size, family),
            color,
            ..TextFormat::default()
        };
        let mut job = LayoutJob::default();
        let ink = match style.status {
            Some(Status::Frontier) => style.colour.unwrap_or(self.palette.frontier),
            Some(Status::Goal | Status::Meeting) => self.palette.good,
            None => self.palette.dim,
            _ => self.palette.text,
        };
        job.append(strong, 0.0, format(theme::semibold(), ink));
        if !self.is_brief {
            let plain_format = format(FontFamily::Proportional, self.palette.dim);
            job.append(plain, 0.0, plain_format);
        }
        Some(painter.layout_job(job))
    }

    pub fn paint(&self, painter: &Painter, hovered: Option<usize>, cursor: Option<usize>) {
        self.roads(painter);
        for city in self.shown.route.map.cities() {
            self.city(painter, city);
        }
        let ring = |i: usize, stroke: Stroke| {
            painter.circle_stroke(self.places[i], self.radius + 7.0, stroke);
        };
        if let Some(i) = hovered {
            ring(i, Stroke::new(1.5, self.palette.dim));
        }
        if let Some(i) = cursor {
            ring(i, Stroke::new(2.0, self.palette.accent));
        }
        self.paint_flag(painter);
        for (i, name) in self.names.iter().enumerate() {
            if name.is_seen || hovered == Some(i) || cursor == Some(i) {
                self.name(painter, name);
            }
        }
        self.traveller(painter);
    }

    fn roads(&self, painter: &Painter) {
        let width = self.width_of_road();
        let line = |from: City, to: City, stroke: Stroke| {
            painter.line_segment([self.at(from), self.at(to)], stroke);
        };
        for road in self.shown.route.map.roads() {
            let [from, to] = road.ends;
            line(from, to, Stroke::new(width, self.palette.link));
        }
        for &(from, to, colour) in self.shown.links {
            line(from, to, Stroke::new(width + 0.5, colour));
        }
        let way: Vec<Pos2> = self.shown.way.iter().map(|&city| self.at(city)).collect();
        if way.len() > 1 {
            let wide = Stroke::new(self.width_of_way(), self.shown.way_colour);
            for &at in &way {
                painter.circle_filled(at, wide.width / 2.0, wide.color);
            }
            painter.add(Shape::line(way, wide));
        }
        for (rect, galley) in &self.figures {
            let ground = self.ground();
            painter.rect_filled(*rect, theme::radius::MARK, ground);
            let at = rect.center() - galley.size() / 2.0;
            painter.galley(at, galley.clone(), self.palette.dim);
        }
    }

    fn width_of_road(&self) -> f32 {
        if self.shown.is_small { 2.0 } else { 3.0 }
    }

    fn width_of_way(&self) -> f32 {
        self.width_of_road() * 2.0 + 1.0
    }

    fn ground(&self) -> Color32 {
        if self.shown.is_small {
            self.palette.panel
        } else {
            self.palette.canvas
        }
    }

    fn city(&self, painter: &Painter, city: City) {
        let (style, at, radius) = (self.style(city), self.at(city), self.radius);
        let (palette, ground) = (self.palette, self.ground());
        let colour = colour(palette, style);
        disc(painter, ground, style.status, colour, at, radius);
        if city == self.shown.route.start {
            painter.circle_stroke(at, radius + 4.0, Stroke::new(2.0, palette.text));
        }
        if style.is_current {
            just_expanded(painter, palette, at, radius);
        }
        if style.is_selected {
            painter.circle_stroke(at, radius + 7.0, Stroke::new(2.0, palette.accent));
        }
    }

    /// The rectangle of the goal's flag.
    fn flag(&self) -> Rect {
        let side = self.letters * 1.5;
        let at = self.at(self.shown.route.goal);
        // The foot of its pole, at the left of the icon, is at the city.
        let foot = at - vec2(side * 0.22, self.radius * 0.5);
        Rect::from_min_size(foot - vec2(0.0, side), Vec2::splat(side))
    }

    fn paint_flag(&self, painter: &Painter) {
        let rect = self.flag();
        let icon = ICON_FLAG.codepoint;
        let font = theme::icon(rect.height());
        painter.text(
            rect.center(),
            Align2::CENTER_CENTER,
            icon,
            font,
            self.palette.good,
        );
    }

    fn name(&self, painter: &Painter, name: &Name) {
        let sum_size = name.sum.as_ref().map_or(Vec2::ZERO, |sum| sum.size());
        let height = name.name.size().y + (sum_size.y - 1.0).max(0.0);
        let wide = name.name.size().x.max(sum_size.x);
        let room = name.rect.shrink2(vec2(BESIDE_NAME, 0.0));
        let left = |width: f32| room.min.x + (room.width() - width) * name.align;
        // A name without a second line is centred in the room for two.
        let top = name.rect.center().y - height / 2.0;
        let used = Rect::from_min_size(pos2(left(wide), top), vec2(wide, height));
        let ground = self.ground().gamma_multiply(0.78);
        painter.rect_filled(
            used.expand2(vec2(BESIDE_NAME, -1.0)),
            theme::radius::MARK,
            ground,
        );
        let at = pos2(left(name.name.size().x), top);
        painter.galley(at, name.name.clone(), self.palette.text);
        if let Some(sum) = &name.sum {
            let at = pos2(left(sum_size.x), top + name.name.size().y - 1.0);
            painter.galley(at, sum.clone(), self.palette.text);
        }
    }

    fn traveller(&self, painter: &Painter) {
        let Some((from, to, part)) = self.shown.traveller else {
            return;
        };
        let at = self.at(from).lerp(self.at(to), part);
        let radius = self.radius + 4.0;
        let ring = Stroke::new(1.5, self.palette.on_accent);
        painter.circle(at, radius, self.palette.accent, ring);
        let icon = ICON_DIRECTIONS_CAR.codepoint;
        let font = theme::icon(radius * 1.5);
        painter.text(
            at,
            Align2::CENTER_CENTER,
            icon,
            font,
            self.palette.on_accent,
        );
    }
}

/// The widest text that may stand below a name. Reserving its room keeps names in place when values
/// change.
fn widest_sum(route: &Route, is_brief: bool) -> String {
    let ways = route.map.distances_to(route.goal);
    let longest = ways.into_iter().flatten().max().unwrap_or(0);
    let figure = "8".repeat(longest.to_string().len());
    match is_brief {
        true => figure,
        false => format!("{figure} = {figure} + {figure}"),
    }
}

/// A city in the shape and colour of its status.
fn disc(
    painter: &Painter,
    ground: Color32,
    status: Option<Status>,
    colour: Color32,
    at: Pos2,
    radius: f32,
) {
    let small = || {
        let line = Stroke::new(1.8, colour);
        painter.circle(at, radius * 0.62, ground, line);
    };
    painter.circle_filled(at, radius + 2.5, ground);
    match status {
        None | Some(Status::NotGenerated) => small(),
        Some(Status::Frontier) => {
            let line = Stroke::new(radius * 0.42, colour);
            painter.circle(at, radius * 0.85, ground, line);
        }
        Some(Status::Expanded) => {
            painter.circle_filled(at, radius, colour);
        }
        Some(Status::Discarded(_)) => {
            small();
            let arm = vec2(radius * 0.9, 0.0);
            painter.line_segment([at - arm, at + arm], Stroke::new(2.5, colour));
        }
        Some(Status::Goal | Status::Meeting) => {
            painter.circle_filled(at, radius * 1.1, colour);
        }
    }
}

fn just_expanded(painter: &Painter, palette: &Palette, at: Pos2, radius: f32) {
    painter.circle_filled(at, radius, palette.accent);
    let halo = palette.accent.gamma_multiply(0.45);
    painter.circle_stroke(at, radius + radius * 0.45, Stroke::new(radius * 0.5, halo));
}

/// A city for a legend: with a status, or just expanded (`None`).
pub fn sample(
    painter: &Painter,
    palette: &Palette,
    ground: Color32,
    status: Option<Status>,
    at: Pos2,
) {
    const RADIUS: f32 = 5.0;
    let style = CityStyle {
        status,
        ..CityStyle::default()
    };
    match status {
        Some(_) => disc(painter, ground, status, colour(palette, &style), at, RADIUS),
        None => just_expanded(painter, palette, at, RADIUS),
    }
}

/// The screen positions of the cities: as large as fits, north up, with a margin for names.
pub fn project(map: &Map, area: Rect, margin: Vec2) -> Vec<Pos2> {
    let room = area.shrink2(margin.min(area.size() * 0.25));
    let places = || map.cities().map(|city| map.city_data(city).at);
    let range = |axis: usize| {
        let all = places().map(|at| at[axis]);
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| {
            (low.min(at), high.max(at))
        })
    };
    let ((west, east), (south, north)) = (range(0), range(1));
    let scale = |room: f32, span: f64| f64::from(room) / span.max(f64::MIN_POSITIVE);
    let scale = scale(room.width(), east - west).min(scale(room.height(), north - south));
    let middle = ((west + east) / 2.0, (south + north) / 2.0);
    let on_screen = |[x, y]: [f64; 2]| {
        let from_middle = vec2(
            ((x - middle.0) * scale) as f32,
            ((middle.1 - y) * scale) as f32,
        );
        room.center() + from_middle
    };
    places().map(on_screen).collect()
}
