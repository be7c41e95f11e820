//! The figures that a node carries, in the tree and on the map: which line is chosen, and its text.

use super::cell::CaptionWidths;
use crate::gui::runs::RunEntry;
use crate::gui::widgets::choice_shown_as;
use egui::{FontId, Painter, Ui};
use std::borrow::Cow;
use tilescope_lab::{explain, format};
use tilescope_search::{Cost, EvaluationFunction};
use tilescope_trace::{Moment, NodeId};

/// Which figures are shown.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Choice {
    /// What the algorithm compares nodes by.
    #[default]
    Automatic,
    Line(Line),
    None,
}

/// A line of figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// f = g + h, with its terms.
    Sum,
    PathCost,
    Heuristic,
    /// The step of the node's expansion.
    Expansion,
}

/// The figures of a run's nodes.
#[derive(Clone, Copy)]
pub struct Figures<'a> {
    entry: &'a RunEntry,
    line: Option<Line>,
}

impl Line {
    const ALL: [Line; 4] = [Line::Sum, Line::PathCost, Line::Heuristic, Line::Expansion];

    /// The line that shows how the algorithm of a run compares nodes.
    fn automatic(entry: &RunEntry) -> Line {
        match entry.run.job().settings.strategy().evaluation {
            EvaluationFunction::Sum | EvaluationFunction::WeightedSum => Line::Sum,
            EvaluationFunction::PathCost => Line::PathCost,
            EvaluationFunction::Heuristic => Line::Heuristic,
            EvaluationFunction::None => Line::Expansion,
        }
    }

    /// Whether the nodes of a run have these figures: without a heuristic there is no h.
    fn applies(self, entry: &RunEntry) -> bool {
        match self {
            Line::Sum | Line::Heuristic => entry.run.job().settings.algorithm.has_h(),
            Line::PathCost | Line::Expansion => true,
        }
    }

    fn name(self, entry: &RunEntry) -> Cow<'static, str> {
        match self {
            Line::Sum if explain::has_sum(entry.run.job()) => {
                explain::formula(entry.run.job()).into()
            }
            Line::Sum => "g + h".into(),
            Line::PathCost => "g".into(),
            Line::Heuristic => "h".into(),
            Line::Expansion => "order of expansion".into(),
        }
    }
}

impl Choice {
    /// The figures that the nodes of a run carry.
    pub fn figures(self, entry: &RunEntry) -> Figures<'_> {
        let line = match self {
            Choice::None => None,
            Choice::Line(line) if line.applies(entry) => Some(line),
            Choice::Line(_) | Choice::Automatic => Some(Line::automatic(entry)),
        };
        Figures { entry, line }
    }

    /// Whether the algorithm determines the line.
    pub fn is_automatic(self) -> bool {
        self == Choice::Automatic
    }

    /// The list of the lines that apply to a run.
    pub fn ui(&mut self, ui: &mut Ui, entry: &RunEntry) {
        let name = |choice: Choice| match choice {
            Choice::Automatic => format!("Automatic: {}", Line::automatic(entry).name(entry)),
            Choice::Line(line) => line.name(entry).into_owned(),
            Choice::None => "no figures".to_owned(),
        };
        let lines = Line::ALL.into_iter().filter(|line| line.applies(entry));
        let choices: Vec<(Choice, String)> = [Choice::Automatic]
            .into_iter()
            .chain(lines.map(Choice::Line))
            .chain([Choice::None])
            .map(|choice| (choice, name(choice)))
            .collect();
        let choices: Vec<(Choice, &str)> = (choices.iter())
            .map(|(choice, name)| (*choice, name.as_str()))
            .collect();
        let figures = self.figures(entry);
        let shown = match figures.line {
            Some(line) => line.name(entry),
            None => "no figures".into(),
        };
        let is_listed = choices.iter().any(|(choice, _)| choice == self);
        let chosen = if is_listed { *self } else { Choice::Automatic };
        let choice = choice_shown_as(ui, "Figures at the nodes", &shown, chosen, &choices);
        *self = choice.unwrap_or(*self);
    }
}

impl Figures<'_> {
    /// The figures of a node at a moment: its value, and the terms that it is the sum of, such as
    /// “393” and “140 + 253”. Empty where there is none.
    pub fn of(&self, node: NodeId, t: Moment) -> (String, String) {
        let trace = self.entry.run.trace();
        match self.line {
            None => Default::default(),
            Some(Line::Expansion) => {
                let step = trace.expanded_at(node).filter(|&at| at <= t);
                let step = step.map(|at| format::count(at.into()));
                (step.unwrap_or_default(), String::new())
            }
            Some(line) => self.costs(line, trace.g(node), trace.h(node)),
        }
    }

    fn costs(&self, line: Line, g: Cost, h: Cost) -> (String, String) {
        let cost = |cost: u64| self.entry.cost(cost);
        match line {
            Line::Sum if explain::has_sum(self.entry.run.job()) => {
                let (value, terms) = explain::terms(self.entry.run.job(), g, h);
                (value, terms.trim_start_matches(" = ").to_owned())
            }
            Line::Sum => (
                cost(u64::from(g) + u64::from(h)),
                format!("{} + {}", cost(g.into()), cost(h.into())),
            ),
            Line::PathCost => (cost(g.into()), String::new()),
            Line::Heuristic => (cost(h.into()), String::new()),
            Line::Expansion => Default::default(),
        }
    }

    /// What the figures are, in words; empty if there are none.
    pub fn name(&self) -> Cow<'static, str> {
        self.line.map_or("".into(), |line| line.name(self.entry))
    }

    /// What is put before a value that could be taken for another one: “g ” or “h ”.
    pub fn letter(&self) -> &'static str {
        match self.line {
            Some(Line::PathCost) => "g ",
            Some(Line::Heuristic) => "h ",
            Some(Line::Sum | Line::Expansion) | None => "",
        }
    }

    /// The widths of the widest figures, for nodes with at most these g and h.
    pub fn widths(&self, painter: &Painter, (g, h): (Cost, Cost)) -> CaptionWidths {
        // Digits differ a little in width.
        const SLACK: f32 = 1.06;
        const FONT: f32 = 20.0;
        let Some(line) = self.line else {
            return CaptionWidths::default();
        };
        let (value, terms) = match line {
            Line::Expansion => {
                let last = self.entry.run.trace().n_expanded().max(1);
                (format::count(last.into()), String::new())
            }
            _ => self.costs(line, g, h),
        };
        let width = |text: String| {
            let font = FontId::proportional(FONT);
            let galley = painter.layout_no_wrap(text, font, egui::Color32::PLACEHOLDER);
            galley.size().x / FONT * SLACK
        };
        let value = format!("{}{value}", self.letter());
        match terms.is_empty() {
            true => CaptionWidths {
                whole: width(value.clone()),
                terms: 0.0,
                value: width(value),
            },
            false => CaptionWidths {
                whole: width(format!("{value} = {terms}")),
                terms: width(terms),
                value: width(value),
            },
        }
    }
}
