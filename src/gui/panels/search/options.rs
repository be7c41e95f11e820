//! The rows of the search panel: the options that apply to the algorithm, the order of the
//! actions, and the limits.

use crate::gui::theme;
use crate::gui::widgets::{self, Number, choice, list, number, option_row, rows, value_button};
use crate::lab::{Settings, is_engine};
use crate::puzzle::Order;
use crate::search::sma_star::SmaStar;
use crate::search::{
    Applies, BeamOrder, Climb, Cooling, Duplicates, GoalTest, Temperature, Ties, Weight,
};
use egui::{Button, Grid, Ui};
use std::num::NonZero;
use std::time::Duration;

const GIB: f64 = (1_u64 << 30) as f64;

/// The largest whole number that a double holds exactly together with all below it.
const MOST_WHOLE: f64 = 9_007_199_254_740_992.0;

const WEIGHT: Number = Number {
    range: 0.0..=1000.0,
    speed: 0.02,
    decimals: 3,
    unit: "",
};
const BEAM_WIDTH: Number = whole(1.0, 1e9, "");
const NODE_BUDGET: Number = whole(SmaStar::LEAST_NODES as f64, 1e9, "");
const DEPTH_LIMIT: Number = whole(0.0, 1e6, "");
const TEMPERATURE: Number = Number {
    range: 0.0..=1000.0,
    speed: 0.02,
    decimals: 3,
    unit: "",
};
const COOLING: Number = Number {
    range: 0.0..=1.0,
    speed: 0.0001,
    decimals: 6,
    unit: "",
};
const COUNT: Number = whole(0.0, u32::MAX as f64, "");
const SEED: Number = whole(0.0, MOST_WHOLE, "");
const THREADS: Number = whole(1.0, 1024.0, "");
const EXPANSIONS: Number = whole(1.0, MOST_WHOLE, "");
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

const fn whole(least: f64, most: f64, unit: &'static str) -> Number {
    Number {
        range: least..=most,
        speed: 0.25,
        decimals: 0,
        unit,
    }
}

/// All rows, that of the moves only if the search `is_for_tiles`. Returns the settings as they
/// were changed this frame, if they were.
pub fn ui(ui: &mut Ui, settings: &Settings, is_for_tiles: bool) -> Option<Settings> {
    let mut edited = settings.clone();
    let changed = rows(ui, |ui| {
        let mut changed = false;
        for applies in settings.algorithm.options {
            if *applies != Applies::Seed || settings.uses_seed() {
                changed |= option_ui(ui, *applies, &mut edited);
            }
        }
        if is_for_tiles && !is_engine(settings.algorithm) {
            changed |= order_ui(ui, &mut edited.order);
        }
        changed | limits_ui(ui, &mut edited)
    });
    changed.then_some(edited)
}

/// One option; whether it was changed.
fn option_ui(ui: &mut Ui, applies: Applies, settings: &mut Settings) -> bool {
    let options = &mut settings.options;
    match applies {
        Applies::Duplicates(choices) => {
            let label = Duplicates::label;
            choice_row(ui, "Duplicates", &mut options.duplicates, choices, label)
        }
        Applies::Ties(choices) => choice_row(ui, "Ties", &mut options.ties, choices, Ties::label),
        Applies::GoalTest(choices) => {
            let label = GoalTest::label;
            choice_row(ui, "Goal test", &mut options.goal_test, choices, label)
        }
        Applies::Weight => {
            let weight = number_row(ui, "Weight w", options.weight.get(), &WEIGHT);
            set(
                &mut options.weight,
                weight.and_then(|weight| Weight::new(weight).ok()),
            )
        }
        Applies::BeamWidth => {
            let width = number_row(ui, "Beam width", options.beam_width as f64, &BEAM_WIDTH);
            set(&mut options.beam_width, width.map(|width| width as usize))
        }
        Applies::DepthLimit(Some(_)) => {
            let depth = f64::from(options.depth_limit.unwrap_or_default());
            let limit = number_row(ui, "Depth limit", depth, &DEPTH_LIMIT);
            set(
                &mut options.depth_limit,
                limit.map(|depth| Some(depth as u32)),
            )
        }
        Applies::DepthLimit(None) => {
            let depth = options.depth_limit.map(f64::from);
            let presets = [10.0, 20.0, 30.0, 50.0, 80.0];
            let limit = limit_row(ui, "Depth limit", depth, &presets, &DEPTH_LIMIT);
            set(
                &mut options.depth_limit,
                limit.map(|limit| limit.map(|depth| depth as u32)),
            )
        }
        Applies::NodeBudget => {
            let budget = options.node_budget as f64;
            let budget = number_row(ui, "Node budget", budget, &NODE_BUDGET);
            set(
                &mut options.node_budget,
                budget.map(|budget| budget as usize),
            )
        }
        Applies::BeamOrder(choices) => choice_row(
            ui,
            "Beam order",
            &mut options.beam_order,
            choices,
            BeamOrder::label,
        ),
        Applies::Climb(choices) => {
            choice_row(ui, "Climb", &mut options.climb, choices, Climb::label)
        }
        Applies::Sideways => count_row(ui, "Sideways moves", &mut options.sideways),
        Applies::Restarts => count_row(ui, "Restarts", &mut options.restarts),
        Applies::Temperature => {
            let value = options.temperature.get();
            let value = number_row(ui, "Temperature", value, &TEMPERATURE);
            let temperature = value.and_then(|value| Temperature::new(value).ok());
            set(&mut options.temperature, temperature)
        }
        Applies::Cooling => {
            let value = number_row(ui, "Cooling", options.cooling.get(), &COOLING);
            let cooling = value.and_then(|value| Cooling::new(value).ok());
            set(&mut options.cooling, cooling)
        }
        Applies::Steps => count_row(ui, "Steps", &mut options.steps),
        Applies::Seed => {
            let seed = number_row(ui, "Seed", options.seed as f64, &SEED);
            set(&mut options.seed, seed.map(|seed| seed as u64))
        }
        Applies::Threads => {
            let threads = options.threads.map(|n| n.get() as f64);
            let changed = option_row(ui, "Threads", |ui| {
                widgets::number_or(
                    ui,
                    "Threads",
                    "all",
                    threads,
                    &[1.0, 2.0, 4.0, 8.0],
                    &THREADS,
                )
            });
            let threads = |n: Option<f64>| n.and_then(|n| NonZero::new(n as usize));
            set(&mut options.threads, changed.map(threads))
        }
    }
}

/// A cell of the table of orders.
const CELL: egui::Vec2 = egui::vec2(56.0, 24.0);
/// The room that “Up Left Right Down” and its arrow take.
const WIDTH_OF_WORDS: f32 = 140.0;

/// The order of the actions: all 24, a column for each first move.
fn order_ui(ui: &mut Ui, order: &mut Order) -> bool {
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
                    let orders = Order::all();
                    let n_rows = orders.len() / 4;
                    for row in 0..n_rows {
                        for column in 0..4 {
                            let one = orders[column * n_rows + row];
                            let name = words(one);
                            let item = Button::selectable(one == *order, one.to_string());
                            let item = ui.add(item.min_size(CELL));
                            item.widget_info(|| {
                                let role = egui::Role::ListBoxOption;
                                egui::WidgetInfo::selected(role, true, one == *order, &name)
                            });
                            if item.on_hover_text(&name).clicked() {
                                chosen = Some(one);
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
fn words(order: Order) -> String {
    order
        .directions()
        .map(|direction| direction.name())
        .join(" ")
}

fn limits_ui(ui: &mut Ui, settings: &mut Settings) -> bool {
    let limits = &mut settings.limits;
    let expanded = limit_row(
        ui,
        "Most expansions",
        limits.expanded.map(|n| n as f64),
        &[1e3, 1e4, 1e5, 1e6, 1e7, 1e8],
        &EXPANSIONS,
    );
    let memory = limit_row(
        ui,
        "Most memory",
        limits.memory.map(|bytes| bytes as f64 / GIB),
        &[0.25, 1.0, 2.0, 4.0, 8.0, 16.0],
        &MEMORY,
    );
    let time = limit_row(
        ui,
        "Most time",
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

fn choice_row<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    place: &mut T,
    choices: &[T],
    label: fn(T) -> &'static str,
) -> bool {
    let labelled: Vec<(T, &str)> = choices.iter().map(|one| (*one, label(*one))).collect();
    let chosen = option_row(ui, name, |ui| choice(ui, name, *place, &labelled));
    set(place, chosen)
}

fn number_row(ui: &mut Ui, name: &str, value: f64, kind: &Number) -> Option<f64> {
    option_row(ui, name, |ui| number(ui, name, value, kind))
}

fn count_row(ui: &mut Ui, name: &str, count: &mut u32) -> bool {
    let value = number_row(ui, name, f64::from(*count), &COUNT);
    set(count, value.map(|value| value as u32))
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

/// Sets `place` if there is something to set it to; whether there was.
fn set<T>(place: &mut T, value: Option<T>) -> bool {
    let is_some = value.is_some();
    if let Some(value) = value {
        *place = value;
    }
    is_some
}
