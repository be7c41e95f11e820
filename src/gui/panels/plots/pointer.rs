//! The pointer in a plot: it moves the cursor, selects a range and zooms.

use super::curves::{Against, Scale};
use super::view::Chart;
use egui::{CursorIcon, PointerButton, Rangef, Rect, Response, Stroke, Ui};
use egui_plot::{PlotPoint, PlotTransform};
use tilescope_trace::Moment;

/// A request made with the pointer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event {
    Seek(Moment),
    /// Another range of the horizontal axis; `None` is all of it.
    Part(Option<[f64; 2]>),
}

/// A drag in progress.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Drag {
    Cursor,
    /// Selects a range of the axis, from this expansion or second.
    Part(f64),
}

/// A drag that begins this close to the cursor, in points, moves it.
const GRASP: f32 = 6.0;
/// Minimum width of a selected range, in points. A shorter drag counts as a click.
const MIN_PART: f32 = 6.0;
/// Zoom per point of scrolling.
const WHEEL: f32 = 0.004;

/// Paints the cursor and the selection, and returns what the pointer requests.
pub fn ui(
    ui: &Ui,
    chart: &Chart,
    response: &Response,
    transform: &PlotTransform,
    drag: &mut Option<Drag>,
) -> Option<Event> {
    let frame = *transform.frame();
    let painter = ui.painter().with_clip_rect(frame.expand(1.0));
    let to_screen = |x: f64| {
        let place = PlotPoint::new(chart.x_place(x), 0.0);
        transform.position_from_point(&place).x
    };
    let cursor = cursor(chart).map(to_screen);
    if let Some(x) = cursor {
        let stroke = Stroke::new(1.5, chart.palette.accent);
        painter.vline(x, frame.y_range(), stroke);
    }

    // A drag whose end was not seen here is over.
    if !response.dragged() && !response.drag_stopped() {
        *drag = None;
    }
    let pointer = response.interact_pointer_pos().or(response.hover_pos())?;
    let value_at = |x: f32| {
        let place = transform.value_from_position(egui::pos2(x, 0.0)).x;
        chart.view.scale.value(place)
    };
    let here = value_at(pointer.x.clamp(frame.left(), frame.right()));
    let is_near = cursor.is_some_and(|x| (x - pointer.x).abs() <= GRASP);
    if is_near || *drag == Some(Drag::Cursor) {
        ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
    }

    if response.drag_started_by(PointerButton::Primary) {
        let origin = ui.input(|input| input.pointer.press_origin());
        let from = origin.map_or(pointer.x, |origin| origin.x);
        let takes_cursor = cursor.is_some_and(|x| (x - from).abs() <= GRASP);
        *drag = Some(if takes_cursor {
            Drag::Cursor
        } else {
            Drag::Part(value_at(from))
        });
    }
    if response.double_clicked() && chart.view.part.is_some() {
        return Some(Event::Part(None));
    }
    if response.clicked() {
        return moment(chart, here).map(Event::Seek);
    }
    match *drag {
        Some(Drag::Cursor) => {
            if response.drag_stopped() {
                *drag = None;
            }
            moment(chart, here).map(Event::Seek)
        }
        Some(Drag::Part(from)) => {
            let edges = [
                to_screen(from),
                pointer.x.clamp(frame.left(), frame.right()),
            ];
            let marked = Rangef::new(edges[0].min(edges[1]), edges[0].max(edges[1]));
            let ground = chart.palette.accent.gamma_multiply(0.2);
            painter.rect_filled(Rect::from_x_y_ranges(marked, frame.y_range()), 0.0, ground);
            if !response.drag_stopped() {
                return None;
            }
            *drag = None;
            let part = [from.min(here), from.max(here)];
            let is_wide = marked.span() >= MIN_PART && is_wide(part, chart.extent);
            is_wide.then_some(Event::Part(Some(part)))
        }
        None => wheel(ui, chart, value_at(pointer.x)),
    }
}

/// The cursor's coordinate on the horizontal axis.
pub fn cursor(chart: &Chart) -> Option<f64> {
    let run = &chart.model.runs().active()?.run;
    let t = f64::from(chart.model.cursor().t);
    match chart.view.against {
        Against::Expansions => Some(t),
        Against::Time => {
            let sample = Against::Expansions.find(run.series().samples(), t)?;
            Some(sample.seconds)
        }
    }
}

/// The step of the shown run nearest to `x`.
fn moment(chart: &Chart, x: f64) -> Option<Moment> {
    let run = &chart.model.runs().active()?.run;
    Some(match chart.view.against {
        Against::Expansions => x.round() as Moment,
        Against::Time => Against::Time.find(run.series().samples(), x)?.expanded as Moment,
    })
}

/// The wheel zooms about the pointer; horizontal scrolling pans.
fn wheel(ui: &Ui, chart: &Chart, about: f64) -> Option<Event> {
    let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta, input.zoom_delta()));
    let factor = f64::from((-scroll.y * WHEEL).exp() / pinch);
    let [left, right] = chart.shown().map(|x| chart.x_place(x));
    let aside = f64::from(-scroll.x) * (right - left) / f64::from(ui.available_width().max(100.0));
    if factor == 1.0 && aside == 0.0 {
        return None;
    }
    let about = chart.x_place(about);
    let ends = [left, right].map(|end| about + (end - about) * factor + aside);
    let whole = match chart.view.scale {
        Scale::Linear => [0.0, chart.extent[1]],
        Scale::Log => chart.extent,
    };
    let [first, last] = whole.map(|x| chart.x_place(x));
    if ends[0] <= first && ends[1] >= last {
        return Some(Event::Part(None));
    }
    let part = [ends[0].max(first), ends[1].min(last)].map(|end| chart.view.scale.value(end));
    is_wide(part, whole).then_some(Event::Part(Some(part)))
}

/// Whether figures can tell the ends of a part of the axis apart.
fn is_wide(part: [f64; 2], whole: [f64; 2]) -> bool {
    part[1] - part[0] > (whole[1] - whole[0]) * 1e-9
}
