//! What a painted partition comes to, and whether it can be built.

use crate::gui::model::Model;
use crate::gui::tables::{Tables, no_folder};
use crate::gui::text::about;
use crate::gui::widgets::{rows, value_row};
use egui::Ui;
use tilescope_lab::format;
use tilescope_lab::tables::jobs::{BuildEstimate, estimate_of, loading_time};
use tilescope_puzzle::heuristics::required_patterns;
use tilescope_puzzle::pattern_database::{Partition, Pattern};
use tilescope_puzzle::{Board, Costs};

/// What a painted partition comes to.
pub struct Figures {
    pub goal: Board,
    pub partition: Partition,
    /// The databases, and what it takes to build those that are not there, or all if none is
    /// missing. `None` if it will not do; the painter says why.
    pub of: Option<(Vec<Pattern>, BuildEstimate)>,
    missing: Vec<Pattern>,
}

impl Figures {
    pub fn new(goal: Board, partition: Partition) -> Self {
        let wanted = required_patterns(&goal, Costs::UNIT, &partition).ok();
        Figures {
            missing: wanted.clone().unwrap_or_default(),
            of: wanted.map(|patterns| {
                let estimate = estimate_of(&patterns);
                (patterns, estimate)
            }),
            goal,
            partition,
        }
    }

    /// Tables may have come and gone.
    pub fn update(&mut self, tables: &Tables) {
        let Some((patterns, estimate)) = &mut self.of else {
            return;
        };
        let is_missing = |it: &&Pattern| !tables.is_kept(it) && !tables.is_in_memory(it);
        let missing: Vec<Pattern> = patterns.iter().filter(is_missing).cloned().collect();
        if missing != self.missing {
            *estimate = match missing.is_empty() {
                true => estimate_of(patterns),
                false => estimate_of(&missing),
            };
            self.missing = missing;
        }
    }
}

/// What the tables come to that are not there yet.
pub fn figures_ui(ui: &mut Ui, figures: Option<&(Vec<Pattern>, BuildEstimate)>, model: &Model) {
    const NONE: &str = "–";
    let of = |value: &dyn Fn(&BuildEstimate) -> String| {
        figures.map_or(NONE.to_owned(), |(_, estimate)| value(estimate))
    };
    let n_there = figures.map_or(0, |(patterns, _)| {
        let there = patterns.iter().filter(|it| model.tables().is_kept(it));
        there.count()
    });
    let n_patterns = figures.map_or(0, |(patterns, _)| patterns.len());
    let n_tables = figures.map_or(NONE.to_owned(), |(patterns, _)| match n_there {
        0 => patterns.len().to_string(),
        n if n == patterns.len() => format!("{n}, all on disk already"),
        n => format!("{}, {n} on disk already", patterns.len()),
    });
    rows(ui, |ui| {
        value_row(ui, "Tables", &n_tables);
        if n_there > 0 && n_there == n_patterns {
            value_row(
                ui,
                "Memory once loaded",
                &of(&|it| format::bytes(it.n_bytes)),
            );
            value_row(ui, "States to search", "none");
            let time = of(&|it| about(loading_time(it.n_bytes)));
            value_row(ui, "Time to load them", &time);
            return;
        }
        let peak = of(&|it| format::bytes(it.peak_bytes));
        value_row(ui, "Memory while they are built", &peak);
        value_row(
            ui,
            "States to search",
            &of(&|it| format::count(it.n_states)),
        );
        value_row(ui, "Time", &of(&|it| about(it.time(model.tables().pace()))));
    });
}

/// Why these cannot be built now, or need not be.
pub fn obstacle(figures: &Figures, model: &Model) -> Option<String> {
    let Some((patterns, estimate)) = &figures.of else {
        return Some(
            "Every tile has to be in one pattern, and no pattern may be too large.".into(),
        );
    };
    let tables = model.tables();
    if tables.folder().is_none() {
        return Some(no_folder());
    }
    if patterns.iter().all(|pattern| tables.is_kept(pattern)) {
        return Some("All of them are there: searches take them from disk.".into());
    }
    match model.settings().limits.memory {
        Some(limit) if estimate.peak_bytes > limit => Some(format!(
            "There is not enough memory: it takes {}, and the limit of the search panel is {}.",
            format::bytes(estimate.peak_bytes),
            format::bytes(limit)
        )),
        _ => None,
    }
}
