//! A cache of the curves' points: most runs have ended, and their curves no longer change.

use super::quantities::Line;
use super::view::View;
use crate::gui::model::Model;
use crate::gui::runs::RunId;
use egui_plot::PlotPoint;
use std::collections::HashMap;
use std::rc::Rc;
use tilescope_trace::NodeId;

/// Everything that the points of a run's curve depend on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Key {
    pub n_samples: usize,
    /// The expansions at the last sample, which is updated in place.
    pub last: u64,
    /// The nodes of the record that have arrived.
    pub n_nodes: NodeId,
    /// Whether what is counted from the record is known.
    pub is_counted: bool,
    pub view: View,
    pub extent: [f64; 2],
    /// The width of the plot, in points.
    pub width: f32,
}

/// The points of the curves, thinned and placed on the axes, and what they were computed from.
#[derive(Default)]
pub struct Cache(HashMap<(RunId, Line), CachedCurve>);

type CachedCurve = (Key, Rc<[PlotPoint]>);

impl Cache {
    /// The points of a curve, from the cache or from `make`.
    pub fn points(
        &mut self,
        run: RunId,
        line: Line,
        key: Key,
        make: impl FnOnce() -> Vec<PlotPoint>,
    ) -> Rc<[PlotPoint]> {
        match self.0.get(&(run, line)) {
            Some((old, points)) if *old == key => Rc::clone(points),
            _ => {
                let points: Rc<[PlotPoint]> = make().into();
                self.0.insert((run, line), (key, Rc::clone(&points)));
                points
            }
        }
    }

    /// Drops the curves of removed runs.
    pub fn tidy(&mut self, model: &Model) {
        self.0
            .retain(|(run, _), _| model.runs().get(*run).is_some());
    }
}
