//! The map of a route, beside the tree or alone. It shows the search at the cursor's step, or the
//! planned journey before the first run.

use super::access::status_word;
use super::colours::Colours;
use super::figures::{Choice, Figures};
use crate::gui::actions::Action;
use crate::gui::city_states::{self, CityStates, Reached};
use crate::gui::edit::{BoardView, Edit, Side};
use crate::gui::model::Model;
use crate::gui::player::PlayerAction;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, Palette, space};
use crate::gui::timeline::TimelineAction;
use crate::gui::widgets::road_map::{self, CityStyle, Gesture, MapWidget, Shown};
use crate::gui::widgets::{choice, segmented_small};
use egui::{Rect, RichText, Stroke, Ui, UiBuilder, Vec2, pos2, vec2};
use tilescope_lab::{explain, format};
use tilescope_puzzle::routes::{City, Route};
use tilescope_search::SearchDirection;
use tilescope_trace::{Moment, Status};

/// What the panel shows of a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Split {
    Map,
    Both,
    Tree,
}

/// How much room the head of the panel has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeadRoom {
    Ample,
    Narrow,
}

/// With a map, a head with all choices needs this width.
const AMPLE_HEAD: f32 = 400.0;

impl HeadRoom {
    pub fn of(ui: &Ui, has_map: bool) -> Self {
        match has_map && ui.available_width() < AMPLE_HEAD {
            true => HeadRoom::Narrow,
            false => HeadRoom::Ample,
        }
    }

    /// The distance between two choices, beside the usual one.
    pub fn gap(self) -> f32 {
        match self {
            HeadRoom::Ample => space::M,
            HeadRoom::Narrow => 0.0,
        }
    }
}

/// From this canvas size on, map and tree are both shown unless the user has chosen.
const ROOMY: Vec2 = vec2(1000.0, 420.0);

/// The height of the notes in the upper corners.
const NOTES: f32 = 26.0;

#[derive(Default)]
pub struct MapPart {
    widget: MapWidget,
    city_states: CityStates,
    chosen: Option<Split>,
    /// Whether h is written at the cities that the search has not reached.
    shows_h: bool,
    /// The canvas size in the last frame, and whether there was a tree.
    room: Vec2,
    has_tree: bool,
}

/// The route on the map: the shown run's, or else the current problem's.
pub fn route_of(model: &Model) -> Option<&Route> {
    match model.runs().active() {
        Some(entry) => entry.run.job().problem.route(),
        None => model.route(),
    }
}

impl MapPart {
    /// One with the same choices.
    pub fn copy(&self) -> Self {
        MapPart {
            chosen: self.chosen,
            shows_h: self.shows_h,
            ..MapPart::default()
        }
    }

    /// The control that chooses map, tree or both.
    pub fn head_ui(&mut self, ui: &mut Ui, room: HeadRoom) {
        let choices = [
            (Split::Map, "Map"),
            (Split::Both, "Both"),
            (Split::Tree, "Tree"),
        ];
        let split = self.split();
        let chosen = match room {
            HeadRoom::Ample => segmented_small(ui, split, &choices),
            HeadRoom::Narrow => choice(ui, "Map or tree", split, &choices),
        };
        self.chosen = chosen.or(self.chosen);
        ui.add_space(room.gap());
    }

    /// The panel's title when it shows a map.
    pub fn title(&self) -> Option<&'static str> {
        match self.split() {
            Split::Map => Some("Map"),
            Split::Both => Some("Map and tree"),
            Split::Tree => None,
        }
    }

    /// Whether the map is shown alone.
    pub fn is_alone(&self) -> bool {
        self.split() == Split::Map
    }

    fn split(&self) -> Split {
        let is_roomy = self.room.x >= ROOMY.x && self.room.y >= ROOMY.y;
        let usual = if is_roomy && self.has_tree {
            Split::Both
        } else {
            Split::Map
        };
        self.chosen.unwrap_or(usual)
    }

    /// The parts of the canvas for the map and for the tree.
    pub fn divide(
        &mut self,
        ui: &Ui,
        canvas: Rect,
        has_tree: bool,
    ) -> (Option<Rect>, Option<Rect>) {
        self.room = canvas.size();
        self.has_tree = has_tree;
        match self.split() {
            Split::Map => return (Some(canvas), None),
            Split::Tree => return (None, Some(canvas)),
            Split::Both => {}
        }
        let line = Stroke::new(1.0, theme::palette(ui).link);
        let (map, tree) = if canvas.width() > canvas.height() * 1.3 {
            let x = (canvas.min.x + canvas.width() * 0.6).round();
            ui.painter().vline(x, canvas.y_range(), line);
            canvas.split_left_right_at_x(x)
        } else {
            let y = (canvas.min.y + canvas.height() * 0.6).round();
            ui.painter().hline(canvas.x_range(), y, line);
            canvas.split_top_bottom_at_y(y)
        };
        (Some(map), Some(tree))
    }

    /// Shows the map in `area`.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        model: &Model,
        route: &Route,
        choice: Choice,
        actions: &mut Vec<Action>,
    ) {
        let palette = theme::palette(ui);
        let entry = model.runs().active();
        // The algorithm's own figures need no choice.
        let figures = entry.filter(|_| !choice.is_automatic());
        let figures = figures.map(|entry| choice.figures(entry));
        let t = model.cursor().t;
        let reached: &[Option<Reached>] = match entry {
            Some(entry) => self.city_states.at(entry, route, t),
            None => &[],
        };
        let styles = styles(model, route, reached, figures, self.shows_h, palette);
        let links = links(route, reached, palette);
        let (way, is_solution) = match (entry, model.shown_node()) {
            (Some(entry), Some(node)) => city_states::way(entry, route, node, t),
            _ => (Vec::new(), false),
        };
        let way_colour = if is_solution {
            palette.solution
        } else {
            palette.accent.gamma_multiply(0.55)
        };
        let solution = entry.and_then(|entry| city_states::solution(entry, route));
        let solution = solution.unwrap_or_default();
        let shown = Shown {
            name: "Map",
            route,
            styles: &styles,
            links: &links,
            way: &way,
            way_colour,
            solution: &solution,
            head: NOTES + space::S,
            traveller: None,
            can_edit: model
                .route()
                .is_some_and(|present| present.map == route.map),
            is_small: false,
        };
        let gesture = self.widget.ui(ui, area, &shown);
        let node = |city: City| reached.get(city.index()).copied().flatten();
        match gesture {
            Some(Gesture::Choose(city)) if entry.is_some() => {
                let reached = entry.zip(node(city));
                let node = reached.and_then(|(entry, reached)| entry.node(reached.node));
                actions.push(TimelineAction::Select(node).into());
            }
            Some(gesture) => actions.extend(done_to(model, gesture)),
            None => {}
        }
        self.notes_ui(ui, area, model, route, figures);
    }

    /// Where the journey goes and by what, and the switch for h: in the upper corners.
    fn notes_ui(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        model: &Model,
        route: &Route,
        figures: Option<Figures>,
    ) {
        let palette = theme::palette(ui);
        let [start, goal] = [route.start, route.goal].map(|city| route.map.name(city));
        let mut notes = vec![format!("{start} → {goal}")];
        if let Some(entry) = model.runs().active() {
            let compared = || explain::compared(entry.run.job()).into();
            let name = figures.map_or_else(compared, |figures| figures.name());
            notes.extend((!name.is_empty()).then(|| name.into_owned()));
            let trace = entry.run.trace();
            if let Some(iteration) = trace.iteration(model.cursor().t) {
                notes.push(explain::iteration(entry.run.job(), trace, &iteration));
            }
            if let Some(planned) = planned(model, route) {
                notes.push(format!("planned: {planned}"));
            }
        }
        let corner = area.min + vec2(space::M, space::S);
        let room = Rect::from_min_size(corner, vec2((area.width() - 96.0).max(60.0), NOTES));
        let mut place = ui.new_child(UiBuilder::new().max_rect(room));
        let text = RichText::new(notes.join("   ·   ")).color(palette.dim);
        place.add(egui::Label::new(text).truncate());

        let side = vec2(64.0, NOTES);
        let corner = pos2(area.max.x - space::M - side.x, area.min.y + space::S);
        let button = egui::Button::new("Show h").selected(self.shows_h);
        let button = button.wrap_mode(egui::TextWrapMode::Extend).min_size(side);
        let button = ui.put(Rect::from_min_size(corner, side), button);
        let hint = "Write the estimate h at the cities that the search has not reached";
        if button.on_hover_text(hint).clicked() {
            self.shows_h = !self.shows_h;
        }
    }
}

/// The planned journey as text, if it differs from the shown run's on the same map.
fn planned(model: &Model, shown: &Route) -> Option<String> {
    let route = model.route()?;
    let is_other = (route.start, route.goal) != (shown.start, shown.goal);
    let [start, goal] = [route.start, route.goal].map(|city| route.map.name(city));
    (is_other && route.map == shown.map).then(|| format!("{start} → {goal}"))
}

/// The action for a gesture on a map, which changes the planned journey.
pub fn done_to(model: &Model, gesture: Gesture) -> Option<Action> {
    Some(match gesture {
        Gesture::Start(city) => Action::from(Edit::City(Side::Start, city)),
        Gesture::Goal(city) => Action::from(Edit::City(Side::Goal, city)),
        Gesture::Choose(city) => match model.view() {
            BoardView::Edit(side) => Action::from(Edit::City(side, city)),
            BoardView::Play => {
                let route = model.route()?;
                let at = model.player().state();
                let tilescope_lab::State::City(at) = at else {
                    return None;
                };
                let mut roads = route.map.actions(*at);
                Action::Player(PlayerAction::Move(
                    roads.find(|&road| route.map.destination(road) == city)?,
                ))
            }
        },
        Gesture::Enter => {
            let solve = crate::gui::commands::Command::Solve;
            return solve
                .is_enabled(model)
                .then(|| solve.action(model))
                .flatten();
        }
    })
}

fn styles(
    model: &Model,
    route: &Route,
    reached: &[Option<Reached>],
    figures: Option<Figures>,
    shows_h: bool,
    palette: &'static Palette,
) -> Vec<CityStyle> {
    let entry = model.runs().active();
    let trace = entry.map(|entry| entry.run.trace());
    let t = model.cursor().t;
    let city_of = |node| Some(city_states::city_of(trace?, route, node));
    let current = trace.and_then(|trace| trace.expanded_node(t));
    let current = current.and_then(city_of);
    let selected = model.selection().and_then(city_of);
    let settings = entry.map_or(model.settings(), |entry| &entry.run.job().settings);
    let h = shows_h.then(|| {
        settings
            .route_heuristic
            .estimates_to(&route.map, route.goal)
    });
    let colours = entry.and_then(|entry| Colours::of_run(model, entry, palette));
    let style = |city: City| {
        let known = reached.get(city.index()).copied().flatten();
        let sum = match (entry, known, &h) {
            (Some(entry), Some(known), _) => explain::terms(entry.run.job(), known.g, known.h),
            (_, None, Some(h)) => {
                let h = format::count(h.value(city).into());
                (format!("h {h}"), String::new())
            }
            _ => Default::default(),
        };
        CityStyle {
            status: known.map(|known| known.status),
            colour: known.and_then(|known| match &colours {
                Some(colours) => Some(colours.of(known.node)),
                None => (known.end == SearchDirection::Backward).then_some(palette.back),
            }),
            words: words(entry, route, city, known, &sum),
            sum: match (figures, known) {
                (Some(figures), Some(known)) => chosen_sum(figures, known, t),
                _ => sum,
            },
            is_current: current == Some(city),
            is_selected: selected == Some(city),
        }
    };
    route.map.cities().map(style).collect()
}

/// The figures of a city on the line that the user chose.
fn chosen_sum(figures: Figures, known: Reached, t: Moment) -> (String, String) {
    let (value, terms) = figures.of(known.node, t);
    let terms = if terms.is_empty() {
        terms
    } else {
        format!(" = {terms}")
    };
    (value, terms)
}

/// “Sibiu: expanded, f = g + h, 393 = 140 + 253; roads to Arad 140, Fagaras 99”.
fn words(
    entry: Option<&RunEntry>,
    route: &Route,
    city: City,
    known: Option<Reached>,
    sum: &(String, String),
) -> String {
    let mut words = road_map::name_of(route, city);
    match (entry, known) {
        (Some(entry), Some(known)) => {
            let status = status_word(known.status);
            let letters = explain::compared(entry.run.job());
            words += &format!(": {status}, {letters}, {}{}", sum.0, sum.1);
        }
        (Some(_), None) => words += ": not reached",
        _ => {}
    }
    if known.is_none() && !sum.0.is_empty() {
        words += &format!(", {}", sum.0);
    }
    words + &road_map::roads_in_words(route, city)
}

/// The roads along which cities were reached.
fn links(
    route: &Route,
    reached: &[Option<Reached>],
    palette: &Palette,
) -> Vec<(City, City, egui::Color32)> {
    let cities = route.map.cities().zip(reached);
    let link = |(city, known): (City, &Option<Reached>)| {
        let known = known.as_ref()?;
        let colour = match (known.end, known.status) {
            (_, Status::Discarded(_)) => return None,
            (SearchDirection::Backward, _) => palette.back,
            (SearchDirection::Forward, Status::Frontier) => palette.frontier,
            (SearchDirection::Forward, _) => palette.expanded,
        };
        Some((known.from?, city, colour))
    };
    cities.filter_map(link).collect()
}
