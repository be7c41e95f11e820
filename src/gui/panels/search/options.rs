//! The rows of the search panel for the options that apply to the algorithm, the order of the
//! actions, and the limits.

use crate::gui::theme;
use crate::gui::widgets::{self, Number, choice, list, number, option_row, rows, value_button};
use egui::{Button, Grid, RichText, Ui};
use std::time::Duration;
use tilescope_lab::Settings;
use tilescope_puzzle::MoveOrder;
use tilescope_search::{Applies, Options, Takes, Value};

const GIB: f64 = (1_u64 << 30) as f64;

/// The largest n such that a double holds all whole numbers up to n exactly.
const MAX_WHOLE: f64 = 9_007_199_254_740_992.0;

const EXPANSIONS: Number = whole(1.0, MAX_WHOLE, "");
const MEMORY: Number = Number {
    range: 0.001..=1024.0 * 1024.0,
    speed: 0.05,
    decimals: 3,
    unit: "GiB",
};
const TIME: Number = Number {
    range: 0.001..=1e7,
    speed: 0.25,
    decimals: 3,
    unit: "s",
};

const fn whole(min: f64, max: f64, unit: &'static str) -> Number {
    Number {
        range: min..=max,
        speed: 0.25,
        decimals: 0,
        unit,
    }
}

/// All rows; the move order only if the search `is_for_tiles`. Returns the new settings if they
/// were changed this frame.
pub fn ui(ui: &mut Ui, settings: &Settings, is_for_tiles: bool) -> Option<Settings> {
    let mut edited = settings.clone();
    let changed = rows(ui, |ui| {
        let mut changed = false;
        for applies in settings.algorithm.options {
            if settings.algorithm.uses(applies, &settings.options) {
                let row = ui.scope(|ui| option_ui(ui, applies, &mut edited.options));
                row.response.on_hover_text(applies.about().hint);
                changed |= row.inner;
            }
        }
        if is_for_tiles && !settings.algorithm.is_engine() {
            changed |= order_ui(ui, &mut edited.order);
        }
        changed | limits_ui(ui, &mut edited)
    });
    changed.then_some(edited)
}

/// One option. Returns whether it was changed.
fn option_ui(ui: &mut Ui, applies: &Applies, options: &mut Options) -> bool {
    let row = applies.about();
    let edited = match (row.takes, row.get(options)) {
        (Takes::Choice(all), Value::Choice(chosen)) => {
            let choices = applies.choices().into_iter();
            let label = |key| all.iter().find(|(one, _)| *one == key).copied();
            let labelled: Vec<_> = choices.filter_map(label).collect();
            let chosen = option_row(ui, row.name, |ui| choice(ui, row.name, chosen, &labelled));
            chosen.map(Value::Choice)
        }
        (Takes::Decimal { max, places }, Value::Decimal(number)) => {
            let kind = Number {
                range: 0.0..=max,
                speed: 2.0 * 0.1_f64.powi(places as i32 - 1),
                decimals: places,
                unit: "",
            };
            number_row(ui, row.name, number, &kind).map(Value::Decimal)
        }
        (Takes::WholeOr { none, usual, .. }, value) if applies.has(Value::None) => {
            let number = match value {
                Value::Whole(number) => Some(number as f64),
                _ => None,
            };
            let usual: Vec<f64> = usual.iter().map(|&number| number as f64).collect();
            let kind = whole_kind(row.takes);
            let edited = option_row(ui, row.name, |ui| {
                widgets::number_or(ui, row.name, none, number, &usual, &kind)
            });
            edited.map(|number| number.map_or(Value::None, |number| Value::Whole(number as u64)))
        }
        (_, Value::Whole(number)) => {
            let number = number_row(ui, row.name, number as f64, &whole_kind(row.takes));
            number.map(|number| Value::Whole(number as u64))
        }
        // No other kind of value is in the table.
        _ => None,
    };
    edited.is_some_and(|value| row.set(options, value).is_ok())
}

/// The format and the range of a whole number.
fn whole_kind(takes: Takes) -> Number {
    match takes {
        Takes::Whole(min, max) | Takes::WholeOr { min, max, .. } => {
            whole(min as f64, (max as f64).min(MAX_WHOLE), "")
        }
        Takes::Choice(_) | Takes::Decimal { .. } => whole(0.0, MAX_WHOLE, ""),
    }
}

/// The size of a cell in the table of orders.
const CELL: egui::Vec2 = egui::vec2(56.0, 24.0);
/// The room for “Up Left Right Down” and its arrow.
const WIDTH_OF_WORDS: f32 = 140.0;

/// The order of the actions: all 24, a column for each first move.
fn order_ui(ui: &mut Ui, order: &mut MoveOrder) -> bool {
    const NAME: &str = "Action order";
    let mut chosen = None;
    option_row(ui, NAME, |ui| {
        let fits = ui.available_width() >= WIDTH_OF_WORDS;
        let text = if fits {
            words(*order)
        } else {
            order.to_string()
        };
        let button = value_button(ui, NAME, &text)
            .on_hover_text("The moves of the blank, in the order in which they are tried");
        let width = 4.0 * CELL.x + 3.0 * theme::space::XS;
        list(&button, width, |ui| {
            Grid::new("orders")
                .spacing([theme::space::XS, theme::space::XS])
                .show(ui, |ui| {
                    let orders = MoveOrder::all();
                    let n_rows = orders.len() / 4;
                    for row in 0..n_rows {
                        for column in 0..4 {
                            let one = orders[column * n_rows + row];
                            let name = words(one);
                            let text =
                                RichText::new(one.to_string()).color(theme::palette(ui).text);
                            let item = Button::selectable(one == *order, text);
                            let item = ui.add(item.min_size(CELL));
                            item.widget_info(|| {
                                let role = egui::Role::ListBoxOption;
                                egui::WidgetInfo::selected(role, true, one == *order, &name)
                            });
                            if item.on_hover_text(&name).clicked() {
                                chosen = Some(one);
                                // egui closes the list after a click, but not after Enter.
                                ui.close();
                            }
                        }
                        ui.end_row();
                    }
                });
        });
    });
    set(order, chosen)
}

/// “Up Left Right Down”.
fn words(order: MoveOrder) -> String {
    order
        .directions()
        .map(|direction| direction.name())
        .join(" ")
}

fn limits_ui(ui: &mut Ui, settings: &mut Settings) -> bool {
    let limits = &mut settings.limits;
    let expanded = limit_row(
        ui,
        "Max. expansions",
        limits.expanded.map(|n| n as f64),
        &[1e3, 1e4, 1e5, 1e6, 1e7, 1e8],
        &EXPANSIONS,
    );
    let memory = ui.scope(|ui| {
        limit_row(
            ui,
            "Max. memory",
            limits.memory.map(|bytes| bytes as f64 / GIB),
            &[0.25, 1.0, 2.0, 4.0, 8.0, 16.0],
            &MEMORY,
        )
    });
    memory.response.on_hover_text(
        "The search, its record and the records of the other runs together. An algorithm records \
         every node, which takes memory and time; an engine records none.",
    );
    let memory = memory.inner;
    let time = limit_row(
        ui,
        "Max. time",
        limits.time.map(|time| time.as_secs_f64()),
        &[1.0, 10.0, 60.0, 600.0],
        &TIME,
    );
    set(
        &mut limits.expanded,
        expanded.map(|limit| limit.map(|n| n as u64)),
    ) | set(
        &mut limits.memory,
        memory.map(|limit| limit.map(|gib| (gib * GIB) as u64)),
    ) | set(
        &mut limits.time,
        time.map(|limit| limit.map(Duration::from_secs_f64)),
    )
}

fn number_row(ui: &mut Ui, name: &str, value: f64, kind: &Number) -> Option<f64> {
    option_row(ui, name, |ui| number(ui, name, value, kind))
}

fn limit_row(
    ui: &mut Ui,
    name: &str,
    value: Option<f64>,
    presets: &[f64],
    kind: &Number,
) -> Option<Option<f64>> {
    option_row(ui, name, |ui| {
        widgets::limit(ui, name, value, presets, kind)
    })
}

/// Sets `place` to `value` if that is `Some`. Returns whether it was.
fn set<T>(place: &mut T, value: Option<T>) -> bool {
    let is_some = value.is_some();
    if let Some(value) = value {
        *place = value;
    }
    is_some
}
