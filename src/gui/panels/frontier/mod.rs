//! The frontier panel: the nodes on the frontier at the cursor's moment, in the order in which the
//! algorithm takes them.

mod by_value;
mod large;
mod lists;
mod path;
mod scroll;
mod table;

use crate::gui::actions::Action;
use crate::gui::frontiers::FrontierState;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::replay::Replay;
use crate::gui::runs::{RunEntry, RunNode};
use crate::gui::theme;
use crate::gui::widgets::note;
use egui::{Margin, RichText, Ui};
use lists::Lists;
use std::sync::Arc;
use table::ListView;
use tilescope_lab::{explain, format};
use tilescope_search::SearchDirection;
use tilescope_trace::FrontierIndex;

pub use large::LargeFrontier;

/// The frontier panel's view state.
#[derive(Default)]
pub struct FrontierPanel {
    lists: Option<Lists>,
    replay: Replay,
    /// By the direction of the tree.
    views: [ListView; 2],
    /// The node that was selected in the last frame.
    selected: Option<RunNode>,
    /// The node of the row that the pointer is on.
    pointed: Option<RunNode>,
}

impl Panel for FrontierPanel {
    fn shows_active_run(&self) -> bool {
        true
    }

    fn copy(&self) -> Option<Box<dyn Panel>> {
        Some(Box::new(FrontierPanel {
            views: self.views,
            ..FrontierPanel::default()
        }))
    }

    fn head_ui(&mut self, ui: &mut Ui, model: &Model, _: &mut Vec<Action>) {
        let Some(entry) = model.runs().active() else {
            return;
        };
        let trace = entry.run.trace();
        let t = model.cursor().t;
        let nodes = explain::nodes_text(trace.frontier_size(t).into());
        let text = format!("{nodes} at step {}", format::count(t.into()));
        ui.label(RichText::new(text).small().color(theme::palette(ui).dim));
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let t = model.cursor().t;
        let state = model
            .runs()
            .active()
            .map(|entry| (entry, model.frontiers().state(entry, t)));
        let Some((entry, FrontierState::Ready(index))) = state else {
            self.lists = None;
            empty_ui(ui, state.map(|(_, state)| state));
            return;
        };
        self.frontier_ui(ui, model, entry, index, actions);
    }
}

impl FrontierPanel {
    fn frontier_ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        entry: &RunEntry,
        index: &Arc<FrontierIndex>,
        actions: &mut Vec<Action>,
    ) {
        let t = model.cursor().t;
        let trace = entry.run.trace();
        let lists = Lists::present(&mut self.lists, ui, index, entry, t);
        let job = entry.run.job();
        margin(ui, |ui| {
            match lists.list(SearchDirection::Forward).by_value() {
                Some(_) => note(ui, explain::replayed_rule(job)),
                None => note(ui, &explain::frontier_rule(job)),
            };
        });
        if explain::keeps_path_alone(job.settings.strategy()) {
            margin(ui, |ui| path::ui(ui, entry, t, theme::text::SMALL, actions));
            return;
        }
        let selected = model.selection();
        let is_another = selected.and_then(|node| entry.node(node));
        let is_another = std::mem::replace(&mut self.selected, is_another) != is_another;
        let frame = table::Frame {
            entry,
            t,
            selected,
            pointed: model.pointed(),
            reveals: is_another,
        };
        let mut pointed = None;
        let views = &mut self.views;
        let replay = &mut self.replay;
        let mut list_ui = |ui: &mut Ui, side: SearchDirection, title: Option<&str>| {
            let list = lists.list(side);
            let view = &mut views[side as usize];
            margin(ui, |ui| {
                if let Some(title) = title {
                    ui.label(RichText::new(title).strong());
                }
                let words = list.first_words(entry, view.sorting);
                if !words.is_empty() {
                    note(ui, &words);
                }
            });
            let row = table::ui(ui, &frame, list, replay, view, actions);
            pointed = row.or(pointed);
        };
        if trace.root(SearchDirection::Backward).is_none() {
            list_ui(ui, SearchDirection::Forward, None);
        } else {
            two_lists_ui(ui, list_ui);
        }
        let pointed = pointed.and_then(|node| entry.node(node));
        let before = std::mem::replace(&mut self.pointed, pointed);
        if before != pointed {
            actions.push(Action::Point(before, pointed));
        }
    }
}

/// The lists of both trees, beside each other.
fn two_lists_ui(ui: &mut Ui, mut list_ui: impl FnMut(&mut Ui, SearchDirection, Option<&str>)) {
    ui.columns(2, |columns| {
        list_ui(
            &mut columns[0],
            SearchDirection::Forward,
            Some("From the start"),
        );
        list_ui(
            &mut columns[1],
            SearchDirection::Backward,
            Some("From the goal"),
        );
    });
}

fn margin(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let margin = Margin {
        bottom: theme::space::XS as i8,
        ..Margin::symmetric(theme::space::L as i8, 0)
    };
    egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        contents(ui);
    });
}

/// Shows why there is no list.
fn empty_ui(ui: &mut Ui, state: Option<FrontierState>) {
    margin(ui, |ui| {
        note(ui, &lists::empty_words(state));
        if let Some(FrontierState::Building(done)) = state {
            ui.add(egui::ProgressBar::new(done as f32).desired_height(4.0));
        }
    });
}
