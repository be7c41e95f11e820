//! Compares two runs, and colours nodes by what is found.

use super::Model;
use crate::gui::colouring::ColourBy;
use crate::gui::comparisons::{ComparisonAction, ComparisonState};
use crate::gui::requests::Request;

impl Model {
    pub(super) fn compare(&mut self, action: ComparisonAction) {
        if matches!(action, ComparisonAction::Pair(_)) {
            self.requests.push(Request::ShowPanel("Compare"));
        }
        self.comparisons.apply(action, &self.runs, &self.wake);
    }

    /// Nodes get other colours.
    pub(super) fn colour_by(&mut self, chosen: ColourBy) {
        self.colouring.choose(chosen);
        if chosen == ColourBy::Comparison {
            self.requests.push(Request::ShowPanel("Tree"));
        }
    }

    /// Takes what was found. If nodes have the colours of a comparison, one that is due begins.
    pub(super) fn poll_comparison(&mut self) {
        self.comparisons.poll(&self.runs);
        let entries = self.comparisons.entries(&self.runs);
        let is_due = entries
            .is_some_and(|entries| matches!(self.comparisons.state(entries), ComparisonState::Due));
        if is_due && self.colouring.chosen() == ColourBy::Comparison {
            self.compare(ComparisonAction::Begin);
        }
    }
}
