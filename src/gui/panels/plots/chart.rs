//! One plot: the curves of all visible runs, the cursor, and pointer input.

use super::axis::{self, Unit};
use super::cache::{Cache, Key};
use super::curves::{self, Against, Record, Scale};
use super::pointer::{self, Drag, Event};
use super::quantities::{Line, Quantity};
use super::readout;
use super::view::Chart;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, Dash};
use crate::gui::widgets::note;
use egui::{Color32, FontId, Rangef, Sense, Ui};
use egui_plot::{AxisHints, LineStyle, Plot, PlotPoint, PlotPoints, Points};
use std::rc::Rc;

/// The points of a curve, thinned and placed on the axes.
struct Curve {
    points: Rc<[PlotPoint]>,
    colour: Color32,
    style: LineStyle,
    /// Whether rings along it tell it from the other curve of its run.
    has_rings: bool,
}

/// The distance of rings along a curve, in points, and their radius.
const RING_DISTANCE: f32 = 44.0;
pub const RING: f32 = 3.0;

/// Minimum distances of grid lines, in points.
const GAPS: [f64; 2] = [64.0, 30.0];
/// The width of the vertical axis's labels, in points.
const LABELS: f32 = 52.0;
/// The margin on either side of the curves, as a fraction of the visible width.
const MARGIN: f64 = 0.01;
/// Extra margin on the right, in points: half of the last label extends past the axis.
const HALF_A_LABEL: f32 = 10.0;
/// The margin below zero, as a fraction of the height above.
const BELOW: f64 = 0.04;
impl Chart<'_> {
    /// Draws the plot in the rest of `ui`. `drag` is the drag in progress in this plot.
    pub fn ui(&self, ui: &mut Ui, drag: &mut Option<Drag>, cache: &mut Cache) -> Option<Event> {
        let scale = self.view.scale;
        let width = ui.available_width().max(16.0);
        let mut curves = Vec::new();
        for entry in self.entries() {
            for (i, line) in self.quantity.lines().iter().enumerate() {
                let curve = self.curve(entry, *line, width, cache);
                let has_rings = i > 0;
                curves.push(Curve { has_rings, ..curve });
            }
        }
        let has_none = |curve: &Curve| curve.points.is_empty();
        if curves.iter().all(has_none) && self.view.part.is_none() {
            note(ui, &self.quantity.why_empty(self.model));
            return None;
        }
        let [left, right] = self.shown().map(|x| self.x_place(x));
        let margin = (right - left) * MARGIN;
        let half_a_label = (right - left) * f64::from(HALF_A_LABEL / width);
        let (left, right) = (left - margin, right + margin + half_a_label);
        let [bottom, top] = self.y_places(&curves);

        let unit = match self.view.against {
            Against::Expansions => Unit::Count,
            Against::Time => Unit::Seconds,
        };
        let y_unit = match self.quantity {
            Quantity::Memory => Unit::Bytes,
            Quantity::Branching => Unit::Number,
            _ => Unit::Count,
        };
        // A frame of an animation has the curves up to its step.
        let until = pointer::cursor(self).filter(|_| self.model.is_visiting());
        let until = until.map_or(f64::INFINITY, |x| self.x_place(x));
        let ring_distance = (right - left) * f64::from(RING_DISTANCE / width);
        let plot = Plot::new(("plot", self.quantity))
            .show_background(false)
            .show_x(false)
            .show_y(false)
            .show_grid([false, true])
            .grid_color(self.palette.line)
            .grid_spacing(1.0..=2.0)
            .x_grid_spacer(move |input| axis::marks(&input, scale, unit, GAPS[0]))
            .y_grid_spacer(move |input| axis::marks(&input, scale, y_unit, GAPS[1]))
            .custom_x_axes(vec![self.hints(AxisHints::new_x(), unit)])
            .custom_y_axes(vec![
                self.hints(AxisHints::new_y(), y_unit).min_thickness(LABELS),
            ])
            .allow_zoom(false)
            .allow_scroll(false)
            .allow_drag(false)
            .allow_boxed_zoom(false)
            .allow_axis_zoom_drag(false)
            .allow_double_click_reset(false)
            .sense(Sense::CLICK | Sense::DRAG);
        let response = plot.show(ui, |plot| {
            plot.set_plot_bounds_x(left..=right);
            plot.set_plot_bounds_y(bottom..=top);
            for curve in &curves {
                let n_drawn = curve.points.partition_point(|point| point.x <= until);
                let points = &curve.points[..n_drawn];
                if curve.has_rings {
                    let rings = rings(points, ring_distance);
                    plot.points(
                        Points::new("", PlotPoints::Owned(rings))
                            .filled(false)
                            .radius(RING)
                            .color(curve.colour),
                    );
                }
                let line = egui_plot::Line::new("", PlotPoints::Borrowed(points))
                    .color(curve.colour)
                    .width(1.5)
                    .style(curve.style)
                    // The points are thinned already, and a band would widen steep steps.
                    .allow_band(false);
                plot.line(line);
                // A line needs two.
                if let [only] = points {
                    plot.points(
                        Points::new("", PlotPoints::Owned(vec![*only]))
                            .radius(RING)
                            .color(curve.colour),
                    );
                }
            }
        });
        let (response, transform) = (response.response, response.transform);
        response.widget_info(|| {
            let of = self.view.pair.map_or("", |_| " of both runs");
            let name = format!("Plot of {}{of}", self.quantity.title());
            egui::WidgetInfo::labeled(egui::Role::Image, true, name)
        });
        let event = pointer::ui(ui, self, &response, &transform, drag);
        if drag.is_none() && response.hovered() {
            readout::ui(ui, self, &response, &transform);
        }
        event
    }

    fn curve(&self, entry: &RunEntry, line: Line, width: f32, cache: &mut Cache) -> Curve {
        let (colour, dash) = self.style(entry);
        let style = match dash {
            Dash::Solid => LineStyle::Solid,
            Dash::Dashed => LineStyle::Dashed { length: 8.0 },
            // The dots are as wide as two lines.
            Dash::Dotted => LineStyle::Dotted { spacing: 8.0 },
        };
        let record = Record::of(self.model, entry);
        let samples = record.samples;
        let key = Key {
            n_samples: samples.len(),
            last: samples.last().map_or(0, |sample| sample.expanded),
            n_nodes: entry.run.trace().n_nodes(),
            is_counted: record.is_counted(),
            view: self.view,
            extent: self.extent,
            width,
        };
        let points = cache.points(entry.id, line, key, || {
            // On a curve that oscillates within every column, dashes need many shapes.
            let column = match dash {
                Dash::Solid => 1.0,
                Dash::Dashed => 4.0,
                Dash::Dotted => 8.0,
            };
            self.points(record, line, column / width)
        });
        Curve {
            points,
            colour,
            style,
            has_rings: false,
        }
    }

    /// The points of a curve, thinned to columns of this fraction of the width.
    fn points(&self, record: Record, line: Line, column: f32) -> Vec<PlotPoint> {
        let [left, right] = self.shown().map(|x| self.x_place(x));
        // A logarithmic axis has no place for values before the first positive one.
        let has_place = |x: f64| self.view.scale == Scale::Linear || x >= self.extent[0];
        let mut points: Vec<[f64; 2]> = (record.points(line, self.view.against, self.shown()))
            .filter(|[x, _]| has_place(*x))
            .map(|[x, y]| [self.x_place(x), self.y_place(y)])
            .collect();
        // What is left free beside the curves is less than this.
        let beside = right - left;
        curves::clip(&mut points, [left - beside, right + beside]);
        let thinned = curves::thin(&points, (right - left) * f64::from(column));
        thinned.into_iter().map(PlotPoint::from).collect()
    }

    /// The ends of the vertical axis: the range of the visible curves, with a margin.
    fn y_places(&self, curves: &[Curve]) -> [f64; 2] {
        let ys = curves
            .iter()
            .flat_map(|curve| curve.points.iter())
            .map(|p| p.y);
        let (min, max) = ys.fold((f64::MAX, f64::MIN), |(min, max), y| {
            (min.min(y), max.max(y))
        });
        if min > max {
            return [0.0, 1.0];
        }
        let air = match self.view.scale {
            Scale::Linear => 1.0,
            Scale::Log => 0.1,
        };
        if self.quantity.is_from_zero() {
            let top = (max * 1.06).max(air);
            [-top * BELOW, top]
        } else {
            let air = air.max((max - min) * 0.06);
            [min - air, max + air]
        }
    }

    fn hints<'h>(&self, hints: AxisHints<'h>, unit: Unit) -> AxisHints<'h> {
        let scale = self.view.scale;
        hints
            .label_spacing(Rangef::new(1.0, 2.0))
            .tick_label_color(self.palette.dim)
            .tick_label_font(FontId::proportional(theme::text::HEAD))
            .formatter(move |mark, range| {
                let value = scale.value(mark.value);
                let end = match scale {
                    Scale::Linear => *range.end(),
                    // Each label has a unit of its own.
                    Scale::Log => value,
                };
                axis::label(value, unit, end)
            })
    }
}

/// The places of rings along a curve, at least this far apart.
fn rings(points: &[PlotPoint], distance: f64) -> Vec<PlotPoint> {
    let mut next = f64::NEG_INFINITY;
    let mut is_ring = |point: &&PlotPoint| {
        let is_ring = point.x >= next;
        if is_ring {
            next = point.x + distance;
        }
        is_ring
    };
    points.iter().filter(&mut is_ring).copied().collect()
}
