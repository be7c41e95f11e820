//! Small pictures of both trees, each row a depth and each node as wide as its subtree has nodes: what
//! both runs expanded, and what this one alone did.

use super::columns::halves;
use crate::gui::model::Model;
use crate::gui::panels::overview::{Focus, GridKey, Picture, Sampling};
use crate::gui::runs::RunEntry;
use crate::gui::subtrees::SubtreeState;
use crate::gui::theme::{self, space};
use crate::gui::widgets::note;
use egui::{Rect, RichText, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use std::sync::Arc;
use tilescope_lab::format;
use tilescope_lab::trace_file::Comparison;

/// The height of a picture, in points.
const HEIGHT: f32 = 132.0;
/// The side of a mark of the legend.
const MARK: f32 = 10.0;

/// The pictures.
#[derive(Default)]
pub struct Trees([(Sampling, Picture); 2]);

impl Trees {
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        entries: [&RunEntry; 2],
        comparison: &Comparison,
    ) {
        legend_ui(ui);
        let (area, _) = ui.allocate_exact_size(
            vec2(ui.available_width(), HEIGHT + theme::size::ROW),
            Sense::hover(),
        );
        for (which, place) in halves(area).into_iter().enumerate() {
            ui.scope_builder(UiBuilder::new().id_salt(which).max_rect(place), |ui| {
                let head = format!("Run {}", entries[which].id.0);
                ui.label(RichText::new(head).small().strong());
                self.tree_ui(ui, model, entries[which], which, comparison);
            });
        }
    }

    fn tree_ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        entry: &RunEntry,
        which: usize,
        comparison: &Comparison,
    ) {
        let trace = entry.run.trace();
        let end = trace.n_expanded();
        let index = match model.subtrees().state(entry, end) {
            SubtreeState::Ready(index) => index,
            SubtreeState::Building(done) => {
                let done = (100.0 * done).floor();
                note(ui, &format!("Measuring the tree: {done:.0} %"));
                return;
            }
            SubtreeState::TooLarge { .. } => {
                note(
                    ui,
                    "The memory limit of this run leaves too little for a picture of its tree.",
                );
                return;
            }
            SubtreeState::AsOf(..) | SubtreeState::WaitsForPause | SubtreeState::NoRecord => {
                note(ui, "The tree is measured after that of the other run.");
                return;
            }
        };
        let size = vec2(ui.available_width(), HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let n_rows = trace.max_depth() as usize + 1;
        let key = GridKey {
            run: entry.id,
            index: Arc::clone(index),
            focus: Focus::Whole,
            size: [rect.width() as usize, n_rows.min(HEIGHT as usize)],
        };
        let (sampling, picture) = &mut self.0[which];
        let palette = theme::palette(ui);
        ui.painter()
            .rect_filled(rect, theme::radius::MARK, palette.canvas);
        let Some(grid) = sampling.grid(ui, entry, key) else {
            return;
        };
        let shared = &comparison.shared_steps[which];
        let colour = |node| match trace.expanded_at(node) {
            None => palette.line,
            Some(step) if shared.contains(step) => palette.expanded,
            Some(_) => palette.accent,
        };
        let texture =
            picture.paint_groups(ui, &grid, sampling.generation(), entry.moment(end), &colour);
        // A flat tree keeps its rows low.
        let height = (grid.n_rows() as f32 * 12.0).min(HEIGHT);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let place = rect.with_max_y(rect.top() + height);
        ui.painter().image(texture, place, whole, theme::UNTINTED);
        let n = format::count(trace.n_nodes().into());
        let name = format!(
            "Tree of run {}: {n} nodes, coloured by the comparison",
            entry.id.0
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    }
}

/// What the colours mean.
fn legend_ui(ui: &mut Ui) {
    let palette = theme::palette(ui);
    ui.horizontal_wrapped(|ui| {
        for (colour, text) in [
            (palette.expanded, "expanded by both"),
            (palette.accent, "by this run alone"),
            (palette.line, "not expanded"),
        ] {
            let (rect, _) = ui.allocate_exact_size(vec2(MARK, MARK), Sense::hover());
            ui.painter().rect_filled(rect, 2.0, colour);
            ui.label(RichText::new(text).small().color(palette.dim));
            ui.add_space(space::S);
        }
    });
}
