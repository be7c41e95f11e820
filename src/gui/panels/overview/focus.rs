//! Which part of the tree the overview shows, and the path of larger parts above it.

use crate::gui::runs::RunEntry;
use crate::gui::theme;
use crate::gui::widgets::{head_button, list, list_item, value_button};
use egui::{RichText, Ui};
use tilescope_lab::explain;
use tilescope_lab::format;
use tilescope_search::SearchDirection;
use tilescope_trace::subtrees::Extent;
use tilescope_trace::{Iteration, NodeId, Subtrees, Trace};

/// A part of a run's tree.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Focus {
    #[default]
    Whole,
    /// The nodes of one iteration, numbered from 0.
    Iteration(usize),
    /// The subtree of a node.
    Node(NodeId),
}

impl Focus {
    /// The subtree of `node`. That of the only root is the whole tree.
    pub fn of_node(trace: &Trace, node: NodeId) -> Self {
        let is_only_root = node == 0 && trace.root(SearchDirection::Backward).is_none();
        match is_only_root {
            true => Focus::Whole,
            false => Focus::Node(node),
        }
    }

    /// The part that it is in; `None` for the whole tree.
    pub fn above(self, trace: &Trace) -> Option<Focus> {
        match self {
            Focus::Whole => None,
            Focus::Iteration(_) => Some(Focus::Whole),
            Focus::Node(node) => Some(match trace.parent(node) {
                None => Focus::Whole,
                Some(parent) if trace.parent(parent).is_none() && trace.n_iterations() > 1 => {
                    let iteration = trace.iteration_of(node);
                    iteration.map_or(Focus::Whole, Focus::Iteration)
                }
                Some(parent) => Focus::of_node(trace, parent),
            }),
        }
    }

    pub fn extent(self, trace: &Trace, subtrees: &Subtrees) -> Extent {
        let extent = match self {
            Focus::Whole => None,
            Focus::Iteration(number) => Extent::of_iteration(trace, subtrees, number),
            Focus::Node(node) => Some(Extent::of_node(trace, subtrees, node)),
        };
        extent.unwrap_or_else(|| Extent::whole(trace, subtrees))
    }

    /// The node whose subtree it is, or the root.
    pub fn node(self) -> NodeId {
        match self {
            Focus::Whole | Focus::Iteration(_) => 0,
            Focus::Node(node) => node,
        }
    }
}

/// The last parts above the present one that have buttons of their own, at most, and the room that one
/// needs.
const MAX_PARTS: usize = 6;
const PART: f32 = 118.0;
/// A list of more iterations would be too long.
const MAX_ITERATIONS: usize = 200;

/// The path of parts from the whole tree to the present one. Returns a part that was chosen.
pub fn path_ui(ui: &mut Ui, entry: &RunEntry, focus: Focus) -> Option<Focus> {
    let trace = entry.run.trace();
    let above = std::iter::successors(focus.above(trace), |part| part.above(trace));
    // The whole tree and the present part have their places in any case.
    let n_parts = (ui.available_width() / PART) as usize;
    let n_parts = n_parts.saturating_sub(2).min(MAX_PARTS);
    let mut parts: Vec<Focus> = above.take(n_parts).collect();
    let is_cut = focus != Focus::Whole && parts.last() != Some(&Focus::Whole);
    parts.reverse();
    let palette = theme::palette(ui);
    let mut chosen = None;
    if is_cut && head_button(ui, &name(entry, Focus::Whole)).clicked() {
        chosen = Some(Focus::Whole);
    }
    let between = |ui: &mut Ui, text: &str| {
        ui.label(RichText::new(text).small().color(palette.faint));
    };
    if is_cut {
        between(ui, "› … ›");
    }
    for part in parts {
        if head_button(ui, &name(entry, part)).clicked() {
            chosen = Some(part);
        }
        between(ui, "›");
    }
    let here = RichText::new(name(entry, focus)).small().strong();
    ui.label(here.color(palette.text));
    chosen
}

/// The name of a part.
fn name(entry: &RunEntry, part: Focus) -> String {
    match part {
        Focus::Whole => "Whole tree".to_owned(),
        Focus::Iteration(number) => {
            explain::iteration_name(entry.run.job().settings.algorithm, number)
        }
        Focus::Node(node) => format!("Node {}", format::count(node.into())),
    }
}

/// The list of iterations, if there are several. Returns the part that was chosen.
pub fn iterations_ui(ui: &mut Ui, entry: &RunEntry, focus: Focus) -> Option<Focus> {
    let trace = entry.run.trace();
    if !(2..=MAX_ITERATIONS).contains(&trace.n_iterations()) {
        return None;
    }
    let (word, _) = explain::iteration_words(entry.run.job().settings.algorithm);
    let all = format!("All {}", word.to_lowercase());
    let shown = match focus {
        Focus::Whole => all.clone(),
        Focus::Iteration(number) => name(entry, Focus::Iteration(number)),
        Focus::Node(node) => trace.iteration_of(node).map_or(String::new(), |number| {
            name(entry, Focus::Iteration(number))
        }),
    };
    let mut chosen = None;
    let button = value_button(ui, "Iteration of the overview", &shown);
    list(&button, theme::size::POPUP, |ui| {
        if list_item(ui, focus == Focus::Whole, &all, "").clicked() {
            chosen = Some(Focus::Whole);
        }
        for iteration in iterations(trace) {
            let part = Focus::Iteration(iteration.number);
            let title = explain::iteration(entry.run.job(), trace, &iteration);
            if list_item(ui, focus == part, &title, "").clicked() {
                chosen = Some(part);
            }
        }
    });
    chosen
}

fn iterations(trace: &Trace) -> impl Iterator<Item = Iteration> + '_ {
    std::iter::successors(trace.iteration(0), |before| {
        let next = before.moments.end() + 1;
        let iteration = (next <= trace.n_expanded()).then(|| trace.iteration(next));
        iteration.flatten()
    })
}
