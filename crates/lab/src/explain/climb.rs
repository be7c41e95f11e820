//! Why a local search moved to a node, and why it did not move to the others: climbs, random
//! walks and annealing.

use super::reasons::Recorded;
use super::why::step;
use crate::{Problem, format};
use tilescope_search::Climb;
use tilescope_trace::{Moment, NodeId};

/// How a climb or a walk made a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Climb,
    Walk,
    /// The record shows a single successor, which fits both.
    Either,
}

impl Recorded<'_> {
    /// Why a climb or a walk went on to `node`, a successor of the node of step `before`.
    pub fn better_successor(&self, node: NodeId, before: Moment) -> String {
        let trace = self.trace;
        let Some(parent) = trace.parent(node) else {
            return String::new();
        };
        let (h, parent_h) = (trace.h(node), trace.h(parent));
        let parent_name = format::count(parent.into());
        let [h_text, parent_text] = [h, parent_h].map(|h| self.cost(h.into()));
        let options = &self.job.settings.options;
        let mode = self.mode(before);
        let walk = || match trace.iteration(before) {
            Some(iteration) => {
                let number = format::count(iteration.number as u64);
                format!("the random walk of restart {number}")
            }
            None => "the random walk".to_owned(),
        };
        if mode == Mode::Walk {
            return format!(
                ": {} drew it among the successors of node {parent_name}",
                walk()
            );
        }
        if h >= parent_h {
            let n = format::count(options.sideways.into());
            let times = if options.sideways == 1 {
                "once"
            } else {
                "in a row"
            };
            let sideways = format!(
                "no successor of node {parent_name} has an h below {parent_text}, so the search \
                 moved sideways ({n} {times} at most)"
            );
            return match mode {
                Mode::Either => format!(": {} drew it, or {sideways}", walk()),
                Mode::Climb | Mode::Walk => format!(": {sideways}"),
            };
        }
        let others = trace.generated_in(before).filter(|&other| other != node);
        let n_others = others.clone().count();
        let n_tied = others.filter(|&other| trace.h(other) == h).count();
        let reason = match options.climb {
            Climb::Steepest if n_others == 0 => {
                format!("its h = {h_text} is below that of its parent, {parent_text}")
            }
            Climb::Steepest => {
                let tie = match n_tied {
                    0 => String::new(),
                    1 => ", tied with 1 other (one is drawn)".to_owned(),
                    n => format!(", tied with {n} others (one is drawn)"),
                };
                format!(
                    "its h = {h_text} was the lowest of the {} successors of node {parent_name}, \
                     below that node's h = {parent_text}{tie}",
                    n_others + 1
                )
            }
            Climb::FirstChoice => format!(
                "of the successors of node {parent_name}, tried in random order, it was the first \
                 with an h below {parent_text}: {h_text}"
            ),
        };
        match mode {
            Mode::Either => format!(": {} drew it, or {reason}", walk()),
            Mode::Climb | Mode::Walk => format!(": {reason}"),
        }
    }

    /// Why a climb did not go on to `node`, a successor of the node of step `at`.
    pub fn other_successor(&self, node: NodeId, at: Moment) -> String {
        let trace = self.trace;
        let when = step(at);
        let h = trace.h(node);
        let own = self.cost(h.into());
        let is_chosen = |other: &NodeId| {
            *other != node
                && trace.outcome(*other).is_on_frontier()
                && trace.discarded_at(*other).is_none()
        };
        if let Some(chosen) = trace.generated_in(at).find(is_chosen) {
            let name = format::count(chosen.into());
            let lower = self.cost(trace.h(chosen).into());
            return match trace.h(chosen) < h {
                true => format!(
                    "Discarded at step {when}: the search moved to node {name}, whose h = {lower} is \
                     lower than its h = {own}."
                ),
                false => format!(
                    "Discarded at step {when}: the search moved to node {name}, which has the same \
                     h = {own} and was drawn first."
                ),
            };
        }
        let parent_h = trace.parent(node).map_or(h, |parent| trace.h(parent));
        let parent = self.cost(parent_h.into());
        format!("Discarded at step {when}: its h = {own} is not lower than its parent's, {parent}.")
    }

    /// What a climb found at the node of step `at`, if it ended there: “None has a lower h: this is
    /// a local minimum.”
    pub fn end_of_climb(&self, node: NodeId, at: Moment) -> Option<String> {
        let trace = self.trace;
        let mut children = trace.generated_in(at);
        let went_on = children
            .clone()
            .any(|child| trace.outcome(child).is_on_frontier());
        if went_on || children.is_empty() {
            return None;
        }
        let h = self.cost(trace.h(node).into());
        let is_plateau = children.any(|child| trace.h(child) == trace.h(node));
        Some(match (is_plateau, self.job.settings.options.sideways) {
            (false, _) => format!("None has an h below {h}: this is a local minimum."),
            (true, 0) => {
                format!("None has an h below {h}, and sideways moves are off: this is a plateau.")
            }
            (true, limit) => format!(
                "None has an h below {h}, and the limit of {} in a row is reached: this is a \
                 plateau.",
                match limit {
                    1 => "1 sideways move".to_owned(),
                    n => format!("{} sideways moves", format::count(n.into())),
                }
            ),
        })
    }

    /// Why annealing went on to `node`.
    pub fn drawn_successor(&self, node: NodeId) -> String {
        let trace = self.trace;
        let Some(parent) = trace.parent(node) else {
            return String::new();
        };
        let [h, parent_h] = [node, parent].map(|node| self.cost(trace.h(node).into()));
        match self.acceptance(node, parent) {
            None => format!(
                ": drawn at random, and accepted because its h = {h} does not exceed its parent's, \
                 {parent_h}"
            ),
            Some(Acceptance {
                temperature,
                probability,
            }) => format!(
                ": drawn at random, and accepted although it raises h from {parent_h} to {h}: at \
                 the temperature T = {temperature} the probability of that is {probability}"
            ),
        }
    }

    /// Why annealing rejected `node` at step `at`.
    pub fn rejected(&self, node: NodeId, at: Moment) -> String {
        let trace = self.trace;
        let when = step(at);
        let parent = trace.parent(node).unwrap_or(node);
        let [h, parent_h] = [node, parent].map(|node| self.cost(trace.h(node).into()));
        match self.acceptance(node, parent) {
            Some(Acceptance {
                temperature,
                probability,
            }) => format!(
                "Rejected at step {when}: it would have raised h from {parent_h} to {h}; at the \
                 temperature T = {temperature} that is accepted with probability {probability}, \
                 and the draw went against it."
            ),
            None => format!("Rejected at step {when} by a random draw."),
        }
    }

    /// The temperature at which `node` was drawn and the probability of accepting it; `None` if it
    /// does not raise h. Every draw generates one node and lowers the temperature once.
    fn acceptance(&self, node: NodeId, parent: NodeId) -> Option<Acceptance> {
        let options = &self.job.settings.options;
        let rise = self.trace.h(node).checked_sub(self.trace.h(parent))?;
        if rise == 0 {
            return None;
        }
        let n_draws = i32::try_from(node.saturating_sub(1)).unwrap_or(i32::MAX);
        let temperature = options.temperature.get() * options.cooling.get().powi(n_draws);
        let probability = (-f64::from(rise) / temperature).exp();
        Some(Acceptance {
            temperature: three_digits(temperature),
            probability: three_digits(probability),
        })
    }

    /// Whether the step was made by a climb or by the walk before it.
    fn mode(&self, at: Moment) -> Mode {
        let trace = self.trace;
        let Some(iteration) = trace.iteration(at).filter(|it| it.number > 0) else {
            return Mode::Climb;
        };
        if !super::has_restarts(self.job.settings.algorithm) {
            return Mode::Climb;
        }
        let options = &self.job.settings.options;
        // Whether a state may have a single successor.
        let has_dead_ends = match &self.job.problem {
            Problem::Tiles(puzzle) => puzzle.size().rows().min(puzzle.size().columns()) == 1,
            Problem::Route(_) => true,
        };
        let climbs_alone = has_dead_ends || options.climb == Climb::FirstChoice;
        // A walk comes first and generates one successor at each step. A climb generates only one
        // if that is lower, or if there is no other.
        let mode = |at: Moment| {
            let children = trace.generated_in(at);
            let mut steps = children.clone().filter_map(|child| {
                let parent_h = trace.h(trace.parent(child)?);
                Some(trace.h(child).cmp(&parent_h))
            });
            match (children.len(), steps.next()) {
                (1, Some(rise))
                    if !climbs_alone || rise.is_gt() || rise.is_eq() && options.sideways == 0 =>
                {
                    // A climb would have discarded it.
                    let is_cut = !trace.outcome(children.start).is_on_frontier();
                    if is_cut { Mode::Climb } else { Mode::Walk }
                }
                (1, Some(_)) => Mode::Either,
                _ => Mode::Climb,
            }
        };
        let begin = *iteration.moments.start();
        let mut earlier = begin..at;
        if at - begin >= MAX_WALK || earlier.any(|at| mode(at) == Mode::Climb) {
            return Mode::Climb;
        }
        let end = (begin + MAX_WALK).min(iteration.moments.end() + 1);
        let (mut later, mut found) = (at..end, Mode::Either);
        while let Some(at) = later.next().filter(|_| found == Mode::Either) {
            found = mode(at);
        }
        // The first decided step is a climb's: the walk may have ended anywhere before.
        match (mode(at), found) {
            (Mode::Either, Mode::Climb) => Mode::Either,
            (mode @ (Mode::Climb | Mode::Walk), _) => mode,
            (Mode::Either, found) => found,
        }
    }
}

/// No walk of a restart is longer. The record does not show its length.
const MAX_WALK: Moment = 100;

struct Acceptance {
    temperature: String,
    probability: String,
}

/// A number with three significant digits: “0.0231”, “1.24”, “812”.
fn three_digits(n: f64) -> String {
    if n < 1e-9 {
        return "practically 0".to_owned();
    }
    let n_places = (2 - n.log10().floor() as i32).max(0) as usize;
    let text = format!("{n:.n_places$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}
