//! The timeline: which step of the record is shown, and the playback controls.

use super::bookmarks;
use crate::gui::actions::Action;
use crate::gui::commands;
use crate::gui::cursor::Cursor;
use crate::gui::image_context;
use crate::gui::model::Model;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, Palette, space};
use crate::gui::timeline::{self, TimelineAction};
use crate::gui::widgets::choice;
use egui::accesskit;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Button, Event, EventFilter, FontId, Layout, MouseWheelUnit, Rect, Response, Role, Sense,
    Stroke, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};
use egui_material_icons::MaterialIcon;
use egui_material_icons::icons::{
    ICON_CHEVRON_LEFT, ICON_CHEVRON_RIGHT, ICON_PAUSE, ICON_PLAY_ARROW, ICON_SKIP_NEXT,
    ICON_SKIP_PREVIOUS,
};
use tilescope_lab::condition::Matches;
use tilescope_lab::{RunState, explain, format};
use tilescope_trace::Moment;

const BUTTON: f32 = 28.0;
const SPEED_WIDTH: f32 = 104.0;
const HANDLE: f32 = 6.5;
/// Room before the step's number for the dot that marks a live run.
const DOT_ROOM: f32 = 28.0;
/// The radius of that dot.
const DOT: f32 = 3.0;
/// The slider's minimum width. Controls that don't fit are left out.
const MIN_SLIDER: f32 = 80.0;

/// The width of the buttons.
const BUTTONS: f32 = 5.0 * BUTTON;
/// The height of the strip with the slider in a row of its own.
const TWO_ROWS: f32 = 68.0;

/// The height of the timeline in a panel of this width: a narrow one has a second row for slider
/// and speed. An image has none.
pub fn height(ui: &Ui, width: f32, model: &Model) -> f32 {
    if image_context::is_image(ui) {
        return 0.0;
    }
    let end = model.end();
    let step = step_text(ui, theme::palette(ui), Words::All, end, end)
        .size()
        .x
        + DOT_ROOM;
    let beside = 2.0 * space::M + BUTTONS + space::S + step + SPEED_WIDTH;
    match width >= beside + MIN_SLIDER {
        true => theme::size::TIMELINE,
        false => TWO_ROWS,
    }
}

/// Shows the timeline in `strip`.
pub fn ui(ui: &mut Ui, strip: Rect, model: &Model, actions: &mut Vec<Action>) {
    if !strip.is_positive() {
        return;
    }
    let n_actions = actions.len();
    let palette = theme::palette(ui);
    ui.painter().rect_filled(strip, 0.0, palette.panel);
    let mut room = strip.shrink2(vec2(space::M, 0.0));
    let end = model.end();
    let step_width = step_text(ui, palette, Words::All, end, end).size().x + DOT_ROOM;
    if height(ui, strip.width(), model) > theme::size::TIMELINE {
        let middle = strip.center().y;
        let (upper, lower) = room.split_top_bottom_at_y(middle + space::XS);
        let (buttons, step) = upper.split_left_right_at_x(upper.min.x + BUTTONS);
        row(ui, buttons, Align::Min, |ui| buttons_ui(ui, model, actions));
        step_ui(ui, step, model);
        let (slider, speed) = lower.split_left_right_at_x(lower.max.x - SPEED_WIDTH);
        row(ui, speed, Align::Max, |ui| speed_ui(ui, model, actions));
        slider_ui(ui, slider.shrink2(vec2(HANDLE, 0.0)), model, actions);
        if actions.len() > n_actions {
            ui.ctx().request_repaint();
        }
        return;
    }

    let (buttons, rest) = room.split_left_right_at_x(room.min.x + BUTTONS);
    row(ui, buttons, Align::Min, |ui| buttons_ui(ui, model, actions));
    room = rest;
    room.min.x += space::S;

    if room.width() >= SPEED_WIDTH + step_width + MIN_SLIDER {
        let (rest, speed) = room.split_left_right_at_x(room.max.x - SPEED_WIDTH);
        row(ui, speed, Align::Max, |ui| speed_ui(ui, model, actions));
        room = rest;
    }
    if room.width() >= step_width + MIN_SLIDER {
        let (rest, step) = room.split_left_right_at_x(room.max.x - step_width);
        step_ui(ui, step, model);
        room = rest;
    }
    slider_ui(ui, room.shrink2(vec2(HANDLE, 0.0)), model, actions);
    if actions.len() > n_actions {
        ui.ctx().request_repaint();
    }
}

fn row(ui: &mut Ui, rect: Rect, align: Align, contents: impl FnOnce(&mut Ui)) {
    let layout = match align {
        Align::Max => Layout::right_to_left(Align::Center),
        _ => Layout::left_to_right(Align::Center),
    };
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
    child.spacing_mut().item_spacing.x = 0.0;
    child.spacing_mut().button_padding = Vec2::ZERO;
    contents(&mut child);
}

fn buttons_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    let Cursor { t, playing, .. } = *model.cursor();
    let end = model.end();
    let play = if playing {
        (ICON_PAUSE, "Pause")
    } else {
        (ICON_PLAY_ARROW, "Play")
    };
    let buttons = [
        (
            ICON_SKIP_PREVIOUS,
            "First step",
            "Home",
            t > 0,
            Action::Timeline(TimelineAction::Seek(0)),
        ),
        (
            ICON_CHEVRON_LEFT,
            "Step back",
            "←",
            t > 0,
            Action::Timeline(TimelineAction::SeekBy(-1)),
        ),
        (
            play.0,
            play.1,
            "Space",
            end > 0,
            Action::Timeline(TimelineAction::TogglePlay),
        ),
        (
            ICON_CHEVRON_RIGHT,
            "Step forward",
            "→",
            t < end,
            Action::Timeline(TimelineAction::SeekBy(1)),
        ),
        (
            ICON_SKIP_NEXT,
            "Last step",
            "End",
            end > 0,
            Action::Timeline(TimelineAction::SeekEnd),
        ),
    ];
    for (icon, name, key, is_enabled, action) in buttons {
        if icon_button(ui, icon, name, key, is_enabled).clicked() {
            actions.push(action);
        }
    }
}

fn icon_button(
    ui: &mut Ui,
    icon: MaterialIcon,
    name: &str,
    key: &str,
    is_enabled: bool,
) -> Response {
    let icon = icon.rich_text().size(20.0);
    let button = Button::new(icon).frame_when_inactive(false);
    let button = button.min_size(Vec2::splat(BUTTON));
    let response = ui.add_enabled(is_enabled, button);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_enabled, name));
    response.on_hover_text(format!("{name} ({key})"))
}

fn speed_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    let labels = Cursor::SPEEDS.map(|speed| {
        let unit = if speed == 1.0 { "step/s" } else { "steps/s" };
        format!("{} {unit}", format::count(speed as u64))
    });
    let speeds: Vec<(f32, &str)> = Cursor::SPEEDS
        .into_iter()
        .zip(labels.iter().map(String::as_str))
        .collect();
    if let Some(speed) = choice(ui, "Speed", model.cursor().speed, &speeds) {
        actions.push(TimelineAction::Speed(speed).into());
    }
}

/// How much of “step 31 of 37” is written, the most first.
#[derive(Clone, Copy)]
enum Words {
    All,
    /// “31 of 37”.
    Figures,
    /// “31”.
    Step,
}

impl Words {
    /// The most that fits whatever the step is, so that nothing jumps.
    fn that_fit(ui: &Ui, palette: &Palette, end: Moment, width: f32) -> Self {
        let fits = |words| step_text(ui, palette, words, end, end).size().x + space::XS <= width;
        let mut most = [Words::All, Words::Figures].into_iter();
        most.find(|words| fits(*words)).unwrap_or(Words::Step)
    }
}

/// “step 31 of 37”, the first figure in strong type.
fn step_text(
    ui: &Ui,
    palette: &Palette,
    words: Words,
    t: Moment,
    end: Moment,
) -> std::sync::Arc<egui::Galley> {
    let format = |family, color| TextFormat {
        font_id: FontId::new(theme::text::BODY, family),
        color,
        ..TextFormat::default()
    };
    let plain = || format(egui::FontFamily::Proportional, palette.dim);
    let mut job = LayoutJob::default();
    if matches!(words, Words::All) {
        job.append("step ", 0.0, plain());
    }
    let strong = format(theme::semibold(), palette.text);
    job.append(&format::count(t.into()), 0.0, strong);
    if !matches!(words, Words::Step) {
        let of = format!(" of {}", format::count(end.into()));
        job.append(&of, 0.0, plain());
    }
    ui.painter().layout_job(job)
}

/// The step's number, right-aligned, with a dot before it while the view follows a live run.
fn step_ui(ui: &mut Ui, rect: Rect, model: &Model) {
    let palette = theme::palette(ui);
    let Cursor { t, follows, .. } = *model.cursor();
    let (end, name) = (
        model.end(),
        step_text(ui, palette, Words::All, t, model.end()),
    );
    let words = Words::that_fit(ui, palette, end, rect.width());
    let text = step_text(ui, palette, words, t, end);
    let works = model
        .runs()
        .active()
        .is_some_and(|entry| matches!(entry.run.state(), RunState::Running | RunState::Stopping));
    let response = ui.allocate_rect(rect, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, name.text()));
    let left = rect.max.x - space::XS - text.size().x;
    let top = rect.center().y - text.size().y / 2.0;
    if works {
        let dot = pos2(left - 10.0, rect.center().y);
        if dot.x - DOT < rect.min.x {
            // No room for it beside the buttons.
        } else if follows {
            ui.painter().circle_filled(dot, DOT, palette.accent);
        } else {
            let ring = Stroke::new(1.2, palette.faint);
            ui.painter().circle_stroke(dot, DOT, ring);
        }
        response.on_hover_text(if follows {
            "Follows the search as it goes on"
        } else {
            "Held while the search goes on; Last step follows it again"
        });
    }
    ui.painter().galley(pos2(left, top), text, palette.text);
}

fn slider_ui(ui: &mut Ui, rect: Rect, model: &Model, actions: &mut Vec<Action>) {
    let (t, end) = (model.cursor().t, model.end());
    let id = ui.scope_id().with("step slider");
    let sense = if end > 0 {
        Sense::click_and_drag()
    } else {
        Sense::hover()
    };
    let response = ui.interact(rect, id, sense);
    slider_access(ui, &response, t, end);

    let seek = |to: i64| {
        let to = to.clamp(0, end.into());
        (to != i64::from(t)).then(|| Action::Timeline(TimelineAction::SeekBy(to - i64::from(t))))
    };
    if let Some(pointer) = response.interact_pointer_pos() {
        let part = (pointer.x - rect.min.x) / rect.width().max(1.0);
        actions.extend(seek((f64::from(part) * f64::from(end)).round() as i64));
        response.request_focus();
    } else if response.hovered() {
        actions.extend(seek(i64::from(t) + wheel_steps(ui)));
    }
    if response.has_focus() {
        let filter = EventFilter {
            horizontal_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        actions.extend(commands::take_unfocused(ui.ctx(), model));
    }
    for (request, by) in [
        (accesskit::Action::Increment, 1),
        (accesskit::Action::Decrement, -1),
    ] {
        let n = ui.input(|input| input.num_accesskit_action_requests(id, request));
        if n > 0 {
            actions.extend(seek(i64::from(t) + by * n as i64));
        }
    }
    paint_slider(ui, rect, &response, t, end);
    if let Some(entry) = model.runs().active() {
        iterations_ui(ui, rect, &response, entry, end);
        if let Some(found) = model.finds().matches() {
            paint_found(ui, rect, entry, found, end);
        }
        bookmarks::ui(ui, rect, model, actions);
    }
}

/// A tick above the slider at each step that generates a node that was found.
fn paint_found(ui: &Ui, rect: Rect, entry: &RunEntry, found: &Matches, end: Moment) {
    let trace = entry.run.trace();
    let per_step = f64::from(rect.width()) / f64::from(end.max(1));
    let stroke = Stroke::new(1.5, theme::palette(ui).found);
    // Ticks too close to the last one are left out.
    let skip = (f64::from(TICK_DISTANCE) / per_step) as Moment;
    let mut next = found.first_from(0);
    while let Some(node) = next {
        let t = trace.generated_at(node);
        let x = rect.min.x + (f64::from(t) * per_step) as f32;
        let top = pos2(x, rect.center().y - 10.0);
        ui.painter()
            .line_segment([top, top + vec2(0.0, 5.0)], stroke);
        let after = t.saturating_add(skip);
        next = (after < trace.n_expanded())
            .then(|| found.first_from(trace.n_generated(after)))
            .flatten();
    }
}

/// The minimum distance between ticks.
const TICK_DISTANCE: f32 = 4.0;

/// A tick at the beginning of each iteration but the first, and the name of the iteration under the
/// pointer.
fn iterations_ui(ui: &Ui, rect: Rect, response: &Response, entry: &RunEntry, end: Moment) {
    let trace = entry.run.trace();
    if end == 0 || trace.n_iterations() < 2 {
        return;
    }
    let colour = theme::palette(ui).dim;
    let per_step = f64::from(rect.width()) / f64::from(end);
    let x = |t: Moment| rect.min.x + (f64::from(t) * per_step) as f32;
    // Ticks too close to the last one are left out.
    let skip = (f64::from(TICK_DISTANCE) / per_step) as Moment;
    let mut next = timeline::next_iteration(trace, 0);
    while let Some(t) = next {
        let top = pos2(x(t), rect.center().y + 5.0);
        let stroke = Stroke::new(1.0, colour);
        ui.painter()
            .line_segment([top, top + vec2(0.0, 5.0)], stroke);
        next = timeline::next_iteration(trace, t.saturating_add(skip));
    }
    if let Some(pointer) = response.hover_pos().filter(|_| !response.dragged()) {
        let part = f64::from((pointer.x - rect.min.x) / rect.width().max(1.0));
        let t = (part.clamp(0.0, 1.0) * f64::from(end)).round() as Moment;
        if let Some(iteration) = trace.iteration(t) {
            let name = explain::iteration(entry.run.job(), trace, &iteration);
            (response.clone())
                .on_hover_text_at_pointer(format!("Step {}: {name}", format::count(t.into())));
        }
    }
}

/// The wheel steps of this frame.
fn wheel_steps(ui: &Ui) -> i64 {
    let steps = ui.input(|input| {
        let wheel = |event: &Event| match event {
            Event::MouseWheel { unit, delta, .. } => {
                let per_step = match unit {
                    MouseWheelUnit::Point => 24.0,
                    MouseWheelUnit::Line | MouseWheelUnit::Page => 1.0,
                };
                (delta.y - delta.x) / per_step
            }
            _ => 0.0,
        };
        input.events.iter().map(wheel).sum::<f32>()
    });
    steps.round() as i64
}

fn slider_access(ui: &Ui, response: &Response, t: Moment, end: Moment) {
    response.widget_info(|| WidgetInfo::slider(end > 0, t.into(), "Step"));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(end.into());
        node.set_numeric_value_step(1.0);
        node.add_action(accesskit::Action::Increment);
        node.add_action(accesskit::Action::Decrement);
    });
}

fn paint_slider(ui: &Ui, rect: Rect, response: &Response, t: Moment, end: Moment) {
    let palette = theme::palette(ui);
    let painter = ui.painter();
    let part = if end > 0 { t as f32 / end as f32 } else { 0.0 };
    let handle = pos2(rect.min.x + part * rect.width(), rect.center().y);
    let bar = |from: f32, to: f32| {
        Rect::from_min_max(
            pos2(from, rect.center().y - 1.5),
            pos2(to, rect.center().y + 1.5),
        )
    };
    painter.rect_filled(bar(rect.min.x, rect.max.x), 1.5, palette.line);
    if end == 0 {
        return;
    }
    painter.rect_filled(bar(rect.min.x, handle.x), 1.5, palette.accent);
    if response.has_focus() {
        let halo = palette.accent.gamma_multiply(0.35);
        painter.circle_filled(handle, HANDLE + 3.5, halo);
    }
    let grown = if response.hovered() || response.dragged() {
        1.0
    } else {
        0.0
    };
    painter.circle_filled(handle, HANDLE + grown, palette.accent);
}
