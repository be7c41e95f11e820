//! What a plot shows: which runs, which range of the axes, and at which scale.

use super::curves::{Against, Scale};
use super::quantities::Quantity;
use crate::gui::model::Model;
use crate::gui::runs::{RunEntry, RunId};
use crate::gui::theme::{self, Dash, Palette};
use egui::Color32;

/// How the plots are drawn. Both share it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    pub against: Against,
    pub scale: Scale,
    pub puzzles: Puzzles,
    /// The only runs that have curves, if others have none.
    pub pair: Option<[RunId; 2]>,
    /// The visible range of the horizontal axis; `None` is all of it.
    pub part: Option<[f64; 2]>,
}

/// Which puzzles' runs have curves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Puzzles {
    Present,
    All,
}

/// A plot to draw.
pub struct Chart<'a> {
    pub model: &'a Model,
    pub palette: &'static Palette,
    pub quantity: Quantity,
    pub view: View,
    /// The smallest positive value and the end of the horizontal axis, over all visible runs.
    pub extent: [f64; 2],
}

/// Values below this are drawn at the bottom of a logarithmic axis.
const FLOOR: f64 = 1.0;

impl Chart<'_> {
    /// The runs with visible curves.
    pub fn entries(&self) -> impl Iterator<Item = &RunEntry> {
        visible(self.model, self.view)
    }

    /// The colour and the dash of a run's curves, as in the list of runs. Of two runs that are compared the
    /// colours may be much alike: if their dashes are the same, the second is dashed alone.
    pub fn style(&self, entry: &RunEntry) -> (Color32, Dash) {
        let style = |entry: &RunEntry| theme::run_style(self.palette, entry.style);
        let (colour, dash) = style(entry);
        let Some(pair) = self.view.pair else {
            return (colour, dash);
        };
        let has_it = |id| {
            self.model
                .runs()
                .get(id)
                .is_some_and(|it| style(it).1 == dash)
        };
        match pair.into_iter().all(has_it) {
            true if entry.id == pair[0] => (colour, Dash::Solid),
            true => (colour, Dash::Dashed),
            false => (colour, dash),
        }
    }

    /// The visible range of the horizontal axis.
    pub fn shown(&self) -> [f64; 2] {
        let [floor, end] = self.extent;
        let start = match self.view.scale {
            Scale::Linear => 0.0,
            Scale::Log => floor,
        };
        self.view.part.unwrap_or([start, end])
    }

    /// The coordinate of an expansion or a second on the horizontal axis.
    pub fn x_place(&self, x: f64) -> f64 {
        self.view.scale.place(x, self.extent[0])
    }

    /// The coordinate of a value on the vertical axis.
    pub fn y_place(&self, y: f64) -> f64 {
        self.view.scale.place(y, FLOOR)
    }
}

/// The runs with visible curves.
pub fn visible(model: &Model, view: View) -> impl Iterator<Item = &RunEntry> {
    let is_shown = move |entry: &&RunEntry| match view.pair {
        Some(pair) => pair.contains(&entry.id),
        None => entry.visible && (view.puzzles == Puzzles::All || entry.is_of(model.problem())),
    };
    let runs = model.runs().iter().filter(is_shown);
    runs.filter(|entry| !entry.run.series().samples().is_empty())
}
