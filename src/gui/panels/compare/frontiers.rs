//! The first rows of each run's frontier at the shown step, below what it expands there.

use crate::gui::frontiers::FrontierState;
use crate::gui::model::Model;
use crate::gui::replay::Replay;
use crate::gui::runs::{RunEntry, RunMoment};
use crate::gui::theme::{self, space};
use crate::gui::widgets::note;
use crate::gui::widgets::table::{Column, Table};
use egui::Ui;
use tilescope_lab::{explain, format};
use tilescope_search::SearchDirection;
use tilescope_trace::Moment;

/// The rows that are shown.
const N_ROWS: usize = 5;

/// The rows of one run.
#[derive(Default)]
pub struct FirstRows {
    /// The moment, and its rows: state, f and node.
    rows: Option<(RunMoment, Vec<[String; 3]>)>,
    replay: Replay,
}

impl FirstRows {
    /// Shows the first rows of the frontier of `entry` at `t`.
    pub fn ui(&mut self, ui: &mut Ui, model: &Model, entry: &RunEntry, t: Moment) {
        let run = entry.id.0;
        let index = match model.frontiers().state(entry, t) {
            FrontierState::Ready(index) => index,
            FrontierState::Building(done) => {
                let done = (100.0 * done).floor();
                note(ui, &format!("Putting the frontier in order: {done:.0} %"));
                return;
            }
            FrontierState::TooLarge { .. } => {
                note(
                    ui,
                    "The memory limit of this run leaves too little to list its frontier.",
                );
                return;
            }
            FrontierState::AsOf(..) | FrontierState::WaitsForPause => {
                note(
                    ui,
                    "The frontier is put in order after that of the other run.",
                );
                return;
            }
            FrontierState::NoRecord => return,
        };
        let moment = entry.moment(t);
        let is_its = |(of, _): &(RunMoment, _)| *of == moment;
        if !self.rows.as_ref().is_some_and(is_its) {
            let (job, trace) = (entry.run.job(), entry.run.trace());
            let frontier = index.at(trace, t);
            let side = SearchDirection::Forward;
            let nodes = frontier.first(trace, side, N_ROWS).into_iter();
            let rows = nodes.map(|node| {
                let state = self.replay.state(entry, node);
                let state = state.map_or(String::new(), |it| job.problem.state_line(it));
                let f = explain::f_text(job, trace.g(node), trace.h(node));
                [state, f.unwrap_or_default(), format::count(node.into())]
            });
            self.rows = Some((moment, rows.collect()));
        }
        let Some((_, rows)) = &self.rows else {
            return;
        };
        if rows.is_empty() {
            note(ui, "The frontier is empty.");
            return;
        }
        note(ui, "First on its frontier:");
        let texts = |i: usize| rows.iter().map(move |row| row[i].as_str());
        let mut columns = vec![Column::rest("State", 60.0)];
        let has_f = rows.iter().any(|row| !row[1].is_empty());
        if has_f {
            columns.push(Column::figure("f", 24.0).fit(ui, theme::text::SMALL, texts(1)));
        }
        columns.push(Column::figure("Node", 36.0).fit(ui, theme::text::SMALL, texts(2)));
        let palette = theme::palette(ui);
        let table = Table::new("first rows", &columns).without_scrolling();
        table.show(ui, rows.len(), |row| {
            let i = row.index();
            let [state, f, node] = &rows[i];
            let of_f = if has_f {
                format!(", f {f}")
            } else {
                String::new()
            };
            let rank = i + 1;
            let name = format!("Frontier of run {run}, row {rank}: node {node}, {state}{of_f}");
            row.readable((run, i), &name, false);
            row.text(theme::text::SMALL, |column| match column {
                0 => (state.as_str(), palette.text),
                1 if has_f => (f.as_str(), palette.text),
                _ => (node.as_str(), palette.dim),
            });
            row.end(|_| {});
        });
        ui.add_space(space::XS);
    }
}
