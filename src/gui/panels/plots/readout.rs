//! The readout at the pointer: a mark on each curve, and the values in a tooltip.

use super::curves::{Against, Record};
use super::quantities::Line;
use super::view::Chart;
use crate::gui::theme;
use egui::{Grid, Response, RichText, Stroke, Tooltip, Ui};
use egui_plot::{PlotPoint, PlotTransform};
use std::time::Duration;
use tilescope_lab::format;

/// The values of one run at the pointer.
struct Reading {
    title: String,
    colour: egui::Color32,
    /// One for each line of the plot.
    values: Vec<Option<f64>>,
}

/// Marks the curves at the pointer and shows their values.
pub fn ui(ui: &Ui, chart: &Chart, response: &Response, transform: &PlotTransform) {
    let Some(pointer) = response.hover_pos() else {
        return;
    };
    let place = transform.value_from_position(pointer).x;
    let x = chart.view.scale.value(place);
    let frame = *transform.frame();
    let painter = ui.painter().with_clip_rect(frame.expand(4.0));
    let stroke = Stroke::new(1.0, chart.palette.faint);
    painter.vline(pointer.x, frame.y_range(), stroke);

    let against = chart.view.against;
    let lines = chart.quantity.lines();
    let mut readings = Vec::new();
    for entry in chart.entries() {
        let record = Record::of(chart.model, entry);
        let samples = record.samples;
        let after = samples.partition_point(|sample| against.of(sample) <= x);
        // A run that ended before this point has no value here.
        let (Some(i), true) = (after.checked_sub(1), reaches(samples, against, x)) else {
            continue;
        };
        let (colour, _) = chart.style(entry);
        let values: Vec<Option<f64>> = lines.iter().map(|line| record.value(*line, i)).collect();
        for y in values.iter().flatten() {
            let x = chart.x_place(against.of(&samples[i]));
            let at = transform.position_from_point(&PlotPoint::new(x, chart.y_place(*y)));
            painter.circle(at, 3.5, colour, Stroke::new(1.5, chart.palette.panel));
        }
        readings.push(Reading {
            title: entry.run.job().title(),
            colour,
            values,
        });
    }
    Tooltip::for_widget(response)
        .at_pointer()
        .gap(12.0)
        .show(|ui| table_ui(ui, chart, x, lines, &readings));
}

/// Whether the samples reach `x`, with a tolerance.
fn reaches(samples: &[tilescope_trace::series::Sample], against: Against, x: f64) -> bool {
    let last = samples.last().map_or(0.0, |sample| against.of(sample));
    x <= last * 1.02 + 0.5
}

fn table_ui(ui: &mut Ui, chart: &Chart, x: f64, lines: &[Line], readings: &[Reading]) {
    let small = |text: String| RichText::new(text).small().color(chart.palette.dim);
    Grid::new("readout")
        .spacing([theme::space::L, theme::space::XS])
        .min_row_height(0.0)
        .show(ui, |ui| {
            ui.label(small(match chart.view.against {
                Against::Expansions => {
                    format!("after {} expansions", format::count(x.max(0.0) as u64))
                }
                Against::Time => {
                    let time = Duration::try_from_secs_f64(x).unwrap_or_default();
                    format!("after {}", format::duration(time))
                }
            }));
            for line in lines {
                right(ui, small(line.title().into()));
            }
            ui.end_row();
            for reading in readings {
                ui.label(RichText::new(&reading.title).small().color(reading.colour));
                for (line, value) in lines.iter().zip(&reading.values) {
                    let text = value.map_or("–".into(), |value| line.format(value));
                    right(ui, RichText::new(text).small());
                }
                ui.end_row();
            }
        });
}

fn right(ui: &mut Ui, text: RichText) {
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    ui.with_layout(layout, |ui| ui.label(text));
}
