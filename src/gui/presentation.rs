//! The lecture view: one panel in type that is read from the last row of a lecture hall, below a line
//! that says what is searched, and beside it the reason for the shown node, the frontier or the
//! pseudocode. A presenter's remote steps through the search.

use super::actions::Action;
use super::commands::Command;
use super::dock;
use super::fence::Fence;
use super::image_context;
use super::model::Model;
use super::panel_key::PanelKey;
use super::panels::{LargeFrontier, LargeWhy, Panels, Steps};
use super::run_status;
use super::runs::{RunEntry, RunsAction};
use super::theme::{self, space};
use super::timeline::TimelineAction;
use super::widgets::mini_state::MiniStates;
use super::widgets::{icon_button, segmented_small};
use egui::{
    Align2, Area, Context, Event, FontId, Id, Key, Label, Order, Popup, Rect, RichText, Role,
    Sense, Stroke, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};
use egui_material_icons::icons::ICON_CLOSE;
use tilescope_lab::{Job, Problem, format};

/// The size of the window, in points, at which type has the size that it has on a desk. In a larger
/// window everything grows with it.
const WINDOW: Vec2 = Vec2::new(960.0, 600.0);
const MAX_ZOOM: f32 = 4.0;
/// The part of the width beside the panel, and the least and greatest width of that in points.
const WHY: (f32, (f32, f32)) = (0.26, (200.0, 300.0));
const FRONTIER: (f32, (f32, f32)) = (0.28, (220.0, 320.0));
/// The lines of the pseudocode are longer.
const STEPS: (f32, (f32, f32)) = (0.38, (260.0, 440.0));
/// The size of the letters of the pseudocode, in points.
const STEPS_TYPE: f32 = 14.0;
/// The height of the control above what stands beside the panel.
const CHOICE: f32 = 36.0;
/// The height of the line on top, and of the goal's board in it.
const HEADLINE: f32 = 52.0;
const GOAL: f32 = 40.0;
/// The sizes of type in the line on top, in points.
const TITLE: f32 = 18.0;
const LABEL: f32 = 13.0;

/// The explanation beside the panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Beside {
    Why,
    Frontier,
    Pseudocode,
}

impl Beside {
    const ALL: [(Beside, &'static str); 3] = [
        (Beside::Why, "Why"),
        (Beside::Frontier, "Frontier"),
        (Beside::Pseudocode, "Pseudocode"),
    ];

    /// The panel that shows the same.
    fn panel(self) -> &'static str {
        match self {
            Beside::Why => "Node",
            Beside::Frontier => "Frontier",
            Beside::Pseudocode => "Pseudocode",
        }
    }

    /// Width beside the panel in a window of this width, in points.
    fn width(self, whole: f32) -> f32 {
        let (part, (least, most)) = match self {
            Beside::Why => WHY,
            Beside::Frontier => FRONTIER,
            Beside::Pseudocode => STEPS,
        };
        (whole * part).clamp(least, most)
    }
}

/// A presentation, and what it will leave behind.
pub struct Presentation {
    /// The key of the panel that is shown.
    panel: &'static str,
    beside: Beside,
    why: LargeWhy,
    frontier: LargeFrontier,
    steps: Steps,
    /// True while the screen is black, so that the audience looks at the lecturer.
    is_black: bool,
    /// The zoom of the window before.
    earlier_zoom: f32,
    /// The zoom that was set; another one is the user's.
    zoom: f32,
    /// The size of the window for which it was set, in points.
    size: Vec2,
}

impl Presentation {
    /// Shows `panel`. The window goes back to the zoom `earlier`.
    pub fn new(ctx: &Context, panel: &'static str, earlier: f32) -> Self {
        Presentation {
            panel,
            beside: Beside::Why,
            why: LargeWhy::default(),
            frontier: LargeFrontier::default(),
            steps: Steps::default(),
            is_black: false,
            earlier_zoom: earlier,
            zoom: ctx.zoom_factor(),
            size: Vec2::ZERO,
        }
    }

    /// Shows another panel.
    pub fn show(&mut self, panel: &'static str) {
        self.panel = panel;
    }

    /// The zoom of the window before.
    pub fn earlier_zoom(&self) -> f32 {
        self.earlier_zoom
    }

    /// Goes back to the zoom from before.
    pub fn end(self, ctx: &Context) {
        ctx.set_zoom_factor(self.earlier_zoom);
    }

    /// Shows the presentation over the whole window. Returns the command to leave it if that was
    /// chosen.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        panels: &mut Panels,
        fence: &mut Fence,
        model: &Model,
        actions: &mut Vec<Action>,
    ) -> Option<Command> {
        self.fit_type(ui.ctx());
        let left_by_key = self.take_keys(ui.ctx(), model, actions);
        let area = ui.available_rect_before_wrap();
        let (headline, rest) = area.split_top_bottom_at_y(area.min.y + HEADLINE);
        let left_by_button = headline_ui(&mut place(ui, "headline", headline), model);
        let key = PanelKey::from(self.panel);
        let shows_steps = panels.get(&key);
        let shows_steps = shows_steps.is_some_and(|(_, panel)| panel.shows_steps());
        let choices = Beside::ALL.into_iter();
        let choices = choices.filter(|(beside, _)| shows_steps && beside.panel() != self.panel);
        let choices: Vec<(Beside, &str)> = choices.collect();
        let is_offered = |it: Beside| choices.iter().any(|(beside, _)| *beside == it);
        let beside = Some(self.beside).filter(|it| is_offered(*it));
        let beside = beside.or(choices.first().map(|(beside, _)| *beside));
        let width = beside.map_or(0.0, |beside| beside.width(area.width()));
        let (main, side) = rest.split_left_right_at_x((rest.max.x - width).round());
        dock::pane_ui(
            &mut place(ui, "main", main),
            &key,
            dock::Head::Whole,
            panels,
            fence,
            model,
            actions,
        );
        if let Some(beside) = beside {
            self.side_ui(ui, side, beside, &choices, model, actions);
        }
        ui.advance_cursor_after_rect(area);
        if self.is_black {
            self.black_ui(ui.ctx());
        }
        (left_by_key || left_by_button).then_some(Command::Presentation)
    }

    fn side_ui(
        &mut self,
        ui: &mut Ui,
        side: Rect,
        beside: Beside,
        choices: &[(Beside, &str)],
        model: &Model,
        actions: &mut Vec<Action>,
    ) {
        let palette = theme::palette(ui);
        ui.painter().rect_filled(side, 0.0, palette.panel);
        let line = Stroke::new(1.0, palette.line);
        ui.painter().vline(side.min.x, side.y_range(), line);
        let inside = side.shrink2(vec2(space::L, space::M));
        let (choice, inside) = inside.split_top_bottom_at_y(inside.min.y + CHOICE);
        let chosen = segmented_small(&mut place(ui, "choice", choice), beside, choices);
        self.beside = chosen.unwrap_or(self.beside);
        let mut place = place(ui, "beside", inside);
        match beside {
            Beside::Why => self.why.ui(&mut place, model),
            Beside::Frontier => self.frontier.ui(&mut place, model, actions),
            Beside::Pseudocode => self.steps.with_variables_ui(&mut place, model, STEPS_TYPE),
        }
    }

    /// Takes the keys that a presenter's remote sends, unless they are typed into something. Returns
    /// true if the lecture view is left.
    fn take_keys(&mut self, ctx: &Context, model: &Model, actions: &mut Vec<Action>) -> bool {
        let is_covered = ctx.memory(|memory| memory.top_modal_layer().is_some());
        if is_covered || ctx.text_edit_focused() || Popup::is_any_open(ctx) {
            return false;
        }
        let mut keys = Vec::new();
        let is_black = self.is_black;
        ctx.input_mut(|input| {
            input.events.retain(|event| match event {
                Event::Key {
                    key,
                    pressed: true,
                    modifiers,
                    ..
                } => {
                    // What is below a black screen gets no keys.
                    let is_taken =
                        !modifiers.any() && is_of_remote(*key) || is_black && !is_window_key(*key);
                    keys.extend(is_taken.then_some(*key));
                    !is_taken
                }
                Event::Text(_) => !is_black,
                _ => true,
            });
        });
        let mut is_left = false;
        for key in keys {
            match key {
                Key::Escape => is_left = true,
                _ if self.is_black => self.is_black = false,
                Key::B | Key::Period => self.is_black = true,
                Key::PageDown => actions.extend(forward(model)),
                Key::PageUp => actions.extend(back(model)),
                _ => {}
            }
        }
        is_left
    }

    /// Covers everything. A click shows it again.
    fn black_ui(&mut self, ctx: &Context) {
        let screen = ctx.content_rect();
        let area = Area::new(Id::unique("black screen"))
            .order(Order::Tooltip)
            .fixed_pos(screen.min);
        area.show(ctx, |ui| {
            let black = ui.allocate_rect(screen, Sense::click());
            black.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Black screen"));
            ui.painter().rect_filled(screen, 0.0, theme::BLACK);
            if black.clicked() {
                self.is_black = false;
                ctx.request_repaint();
            }
        });
        ctx.set_cursor_icon(egui::CursorIcon::None);
    }

    /// Zooms so that type takes the same part of a window of any size, unless the user has zoomed.
    fn fit_type(&mut self, ctx: &Context) {
        let size = ctx.content_rect().size();
        let zoom = ctx.zoom_factor();
        if size == self.size || zoom != self.zoom {
            return;
        }
        self.size = size;
        let wanted = (size * zoom / WINDOW).min_elem().clamp(1.0, MAX_ZOOM);
        let wanted = (wanted * 20.0).round() / 20.0;
        if wanted != zoom {
            self.zoom = wanted;
            ctx.set_zoom_factor(wanted);
        }
    }
}

fn is_of_remote(key: Key) -> bool {
    matches!(
        key,
        Key::PageDown | Key::PageUp | Key::B | Key::Period | Key::Escape
    )
}

/// The keys that leave the lecture view and full screen, which work on a black screen too.
fn is_window_key(key: Key) -> bool {
    matches!(key, Key::F5 | Key::F11)
}

/// One step on: the next of the record, else the next of the search. A finished search is not begun
/// again.
fn forward(model: &Model) -> Vec<Action> {
    if model.cursor().t < model.end() {
        return step(model, 1);
    }
    if model.would_repeat() || !Command::Step.is_enabled(model) {
        return Vec::new();
    }
    vec![TimelineAction::Select(None).into(), RunsAction::Step.into()]
}

fn back(model: &Model) -> Vec<Action> {
    match model.cursor().t {
        0 => Vec::new(),
        _ => step(model, -1),
    }
}

/// Another step, and the node that it expands.
fn step(model: &Model, by: i64) -> Vec<Action> {
    let unselect = model.selection().map(|_| TimelineAction::Select(None));
    let seek = TimelineAction::SeekBy(by);
    unselect
        .into_iter()
        .chain([seek])
        .map(Action::from)
        .collect()
}

fn place(ui: &mut Ui, name: &str, rect: Rect) -> Ui {
    let place = UiBuilder::new().id_salt(name).max_rect(rect);
    ui.new_child(place.ui_stack_info(image_context::lecture()))
}

/// The algorithm, the heuristic, the goal and the counts at the shown step, and the button that leads
/// back. Returns true if that is pressed.
fn headline_ui(ui: &mut Ui, model: &Model) -> bool {
    let palette = theme::palette(ui);
    let area = ui.max_rect();
    ui.painter().rect_filled(area, 0.0, palette.panel);
    let line = Stroke::new(1.0, palette.line);
    ui.painter().hline(area.x_range(), area.max.y - 0.5, line);
    let next;
    let entry = model.runs().active();
    let job = match entry {
        Some(entry) => entry.run.job(),
        None => {
            next = model.next_job();
            &next
        }
    };
    let mut room = area.shrink2(vec2(space::L, 0.0));
    let (rest, leave) = room.split_left_right_at_x(room.max.x - theme::size::CONTROL);
    room = rest.with_max_x(rest.max.x - space::M);
    let leave = Rect::from_center_size(leave.center(), Vec2::splat(theme::size::CONTROL));
    let button = icon_button(
        &mut ui.new_child(UiBuilder::new().max_rect(leave)),
        ICON_CLOSE,
        "Leave the lecture view",
    );
    let keys = Command::Presentation.entry().keys.first();
    let keys = keys.map_or(String::new(), |keys| ui.ctx().format_shortcut(keys));
    let button = button.on_hover_text(format!("Leave the lecture view ({keys}, Escape)"));
    if let Some(entry) = entry {
        let counts = counts(model, entry);
        let last = counts_at_end(model, entry);
        for ((label, value), (_, widest)) in counts.iter().zip(&last).rev() {
            room.max.x = count_ui(ui, room, label, value, widest) - space::XL;
        }
    }
    let goal = goal_width(ui, job);
    let title = RichText::new(job.title()).size(TITLE);
    let title = title.family(theme::semibold());
    let title_room = room.with_max_x((room.max.x - goal - space::XL).max(room.min.x));
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let builder = UiBuilder::new().max_rect(title_room).layout(layout);
    let shown = ui.new_child(builder).add(Label::new(title).truncate());
    let left = shown.rect.max.x + space::XL;
    if left + goal <= room.max.x + 1.0 {
        goal_ui(ui, room.with_min_x(left), job);
    }
    button.clicked()
}

/// The counts at the shown step.
fn counts(model: &Model, entry: &RunEntry) -> [(&'static str, String); 2] {
    let trace = entry.run.trace();
    let t = model.cursor().t;
    let is_recorded = trace.n_nodes() > 0;
    let expanded = match is_recorded {
        true => format::count(t.into()),
        false => format::count(entry.run.counts().expanded),
    };
    let frontier = match is_recorded {
        true => Some(trace.frontier_size(t).into()),
        false => run_status::frontier(&entry.run),
    };
    let frontier = frontier.map_or("–".to_owned(), format::count);
    [("expanded", expanded), ("frontier", frontier)]
}

/// Counts as wide as any of the run, so that nothing moves from step to step.
fn counts_at_end(model: &Model, entry: &RunEntry) -> [(&'static str, String); 2] {
    let most = entry.run.counts();
    let expanded = most.expanded.max(model.end().into());
    let frontier = most.peak_frontier.unwrap_or(most.generated);
    [
        ("expanded", format::count(expanded.max(100))),
        ("frontier", format::count(frontier.max(100))),
    ]
}

/// A count at the right end of `room`, below its name. Returns where it begins.
fn count_ui(ui: &mut Ui, room: Rect, label: &str, value: &str, widest: &str) -> f32 {
    let palette = theme::palette(ui);
    let label_font = FontId::proportional(LABEL);
    let value_font = FontId::new(TITLE, theme::semibold());
    let layout = |text: &str, font: &FontId, colour| {
        ui.painter()
            .layout_no_wrap(text.to_owned(), font.clone(), colour)
    };
    let name = layout(label, &label_font, palette.dim);
    let widest = layout(widest, &value_font, palette.text).size().x;
    let width = name.size().x.max(widest);
    let rect = room.with_min_x(room.max.x - width);
    let middle = rect.center().y;
    let shown = ui.interact(rect, ui.scope_id().with(label), Sense::hover());
    let words = format!("{label}: {value}");
    shown.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let painter = ui.painter();
    let above = pos2(rect.max.x, middle - 2.0);
    painter.text(above, Align2::RIGHT_BOTTOM, label, label_font, palette.dim);
    let below = pos2(rect.max.x, middle - 3.0);
    painter.text(below, Align2::RIGHT_TOP, value, value_font, palette.text);
    rect.min.x
}

const GOAL_LABEL: &str = "goal";

fn goal_width(ui: &Ui, job: &Job) -> f32 {
    let width = |text: &str, font: FontId| {
        let colour = theme::palette(ui).dim;
        let galley = ui.painter().layout_no_wrap(text.to_owned(), font, colour);
        galley.size().x
    };
    let label = width(GOAL_LABEL, FontId::proportional(LABEL));
    let state = match &job.problem {
        Problem::Tiles(_) => GOAL,
        Problem::Route(route) => {
            let name = route.map.name(route.goal);
            width(name, FontId::new(TITLE, theme::medium()))
        }
    };
    label + space::S + state
}

/// The goal: its board, or the name of its city.
fn goal_ui(ui: &mut Ui, room: Rect, job: &Job) {
    let palette = theme::palette(ui);
    let problem = &job.problem;
    let goal = problem.goal();
    let name = format!("goal: {}", problem.state_line(&goal));
    let rect = room.with_max_x(room.min.x + goal_width(ui, job));
    let shown = ui.interact(rect, ui.scope_id().with("goal"), Sense::hover());
    shown.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let font = FontId::proportional(LABEL);
    let at = rect.left_center();
    let label = (ui.painter()).text(at, Align2::LEFT_CENTER, GOAL_LABEL, font, palette.dim);
    let at = pos2(label.max.x + space::S, rect.center().y);
    match problem {
        Problem::Tiles(_) => {
            let states = MiniStates::new(ui.painter(), Vec2::splat(GOAL), problem, palette);
            let min = at - vec2(0.0, states.extent().y / 2.0);
            states.paint(ui.painter(), min, &goal, Stroke::NONE);
        }
        Problem::Route(route) => {
            let city = route.map.name(route.goal);
            let font = FontId::new(TITLE, theme::medium());
            (ui.painter()).text(at, Align2::LEFT_CENTER, city, font, palette.text);
        }
    }
}
