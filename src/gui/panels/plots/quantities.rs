//! What can be plotted: the quantities, and the curves of each.

use crate::gui::model::Model;
use tilescope_lab::format;

/// The quantity that a plot shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantity {
    Frontier,
    Nodes,
    F,
    LeastF,
    H,
    Depth,
    Duplicates,
    Speed,
    Memory,
    Branching,
}

impl Quantity {
    pub const ALL: [Quantity; 10] = [
        Quantity::Frontier,
        Quantity::Nodes,
        Quantity::F,
        Quantity::LeastF,
        Quantity::H,
        Quantity::Depth,
        Quantity::Duplicates,
        Quantity::Speed,
        Quantity::Memory,
        Quantity::Branching,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Quantity::Frontier => "Frontier size",
            Quantity::Nodes => "Expanded and generated",
            Quantity::F => "Evaluation of the expanded node",
            Quantity::LeastF => "Least f or bound",
            Quantity::H => "h of the expanded node",
            Quantity::Depth => "Depth of the expanded node",
            Quantity::Duplicates => "Duplicates",
            Quantity::Speed => "Nodes generated a second",
            Quantity::Memory => "Memory of the search",
            Quantity::Branching => "Branching factor",
        }
    }

    /// The curves of each run in a plot of this quantity.
    pub fn lines(self) -> &'static [Line] {
        match self {
            Quantity::Frontier => &[Line::Frontier],
            Quantity::Nodes => &[Line::Expanded, Line::Generated],
            Quantity::F => &[Line::F],
            Quantity::LeastF => &[Line::LeastF],
            Quantity::H => &[Line::H],
            Quantity::Depth => &[Line::Depth],
            Quantity::Duplicates => &[Line::Duplicates],
            Quantity::Speed => &[Line::Speed],
            Quantity::Memory => &[Line::Memory],
            Quantity::Branching => &[Line::Branching],
        }
    }

    /// Whether the axis begins at zero.
    pub fn is_from_zero(self) -> bool {
        !matches!(self, Quantity::F | Quantity::LeastF | Quantity::Branching)
    }

    /// Whether its values are counted from the records.
    pub fn is_counted(self) -> bool {
        matches!(self, Quantity::LeastF | Quantity::Duplicates)
    }

    /// What is said where no curve has a value.
    pub fn why_empty(self, model: &Model) -> String {
        let counts = model.curve_counts();
        match self {
            Quantity::Frontier => "No frontier is known: most engines keep none.".into(),
            Quantity::LeastF | Quantity::Duplicates => match counts.progress() {
                Some(done) => format!("Counting the nodes: {:.0} %", (100.0 * done).floor()),
                None if model.runs().working().is_some() => {
                    "The nodes are counted when the run is paused or ends.".into()
                }
                None if self == Quantity::LeastF => {
                    "No least f is known: these runs have no record, or compare no costs.".into()
                }
                None => "No duplicates are known: these runs have no record of their nodes.".into(),
            },
            Quantity::H | Quantity::Depth => {
                "These runs have no record of their nodes: engines make none.".into()
            }
            Quantity::Memory => "The memory of these runs is not known.".into(),
            Quantity::Nodes | Quantity::F | Quantity::Speed | Quantity::Branching => {
                "There are too few samples yet.".into()
            }
        }
    }
}

/// One curve.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Line {
    Expanded,
    Generated,
    Frontier,
    F,
    LeastF,
    H,
    Depth,
    Duplicates,
    Speed,
    Memory,
    Branching,
}

impl Line {
    pub const ALL: [Line; 11] = [
        Line::Expanded,
        Line::Generated,
        Line::Frontier,
        Line::F,
        Line::LeastF,
        Line::H,
        Line::Depth,
        Line::Duplicates,
        Line::Speed,
        Line::Memory,
        Line::Branching,
    ];

    /// Its title in the readout.
    pub fn title(self) -> &'static str {
        match self {
            Line::Frontier => "frontier",
            Line::Expanded => "expanded",
            Line::Generated => "generated",
            Line::F => "f",
            Line::LeastF => "least f or bound",
            Line::H => "h",
            Line::Depth => "depth",
            Line::Duplicates => "duplicates",
            Line::Speed => "nodes/s",
            Line::Memory => "memory",
            Line::Branching => "branching factor",
        }
    }

    /// Its value in the readout.
    pub fn format(self, value: f64) -> String {
        match self {
            Line::Branching => format!("{value:.2}"),
            Line::F | Line::LeastF | Line::H if value.fract() > 0.0 => format!("{value:.2}"),
            Line::Memory => format::bytes(value as u64),
            _ => format::count(value as u64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_counts_and_f_as_a_fraction() {
        for (line, value, expected) in [
            (Line::Frontier, 12345.0, format::count(12345)),
            (Line::F, 13.0, "13".into()),
            (Line::F, 2.75, "2.75".into()),
            (Line::Branching, 2.0, "2.00".into()),
            (Line::Memory, 2048.0, format::bytes(2048)),
        ] {
            assert_eq!(line.format(value), expected);
        }
    }

    #[test]
    fn every_curve_has_a_plot() {
        let drawn = Quantity::ALL.iter().flat_map(|quantity| quantity.lines());
        let drawn: std::collections::HashSet<_> = drawn.collect();
        assert_eq!(drawn, Line::ALL.iter().collect());
    }
}
