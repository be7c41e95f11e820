//! What an algorithm says of itself: its names, what it guarantees, which options it has.

use super::{BeamOrder, Climb, Combining, Duplicates, GoalTest, TieBreaking};
use super::{EvaluationFunction, Pruning, Selection, Strategy};
use super::{OptionAbout, Options, Value};

/// An algorithm's entry in the registry; the only source of what the window, the command
/// line, the guide and the tests say or check about it.
#[derive(Debug)]
pub struct About {
    /// The name on the command line and in files, such as `a-star`.
    pub key: &'static str,
    /// The textbook's name, such as `A*`.
    pub name: &'static str,
    /// What others call it, such as `BFS`: it is found by these names too.
    pub other_names: &'static [&'static str],
    /// One sentence: what it expands next, or what it does.
    pub summary: &'static str,
    /// Whether it is written for any state space, or for some puzzles alone.
    pub kind: Kind,
    /// How it compares nodes, with the options of [`About::defaults`]: what f is in plots, on maps and in the sentence about a node.
    pub evaluation: EvaluationFunction,
    /// Which node it expands next, with the same options: why a node was chosen.
    pub selection: Selection,
    /// Which nodes it discards beside duplicates, with the same options: why a node was cut, and whether the legend
    /// has such nodes.
    pub pruning: Pruning,
    /// Where it begins.
    pub directionality: Directionality,
    /// Whether it finds a solution wherever there is one, with the options of
    /// [`About::defaults`].
    pub complete: Completeness,
    /// Whether its solutions are cheapest, with the options of [`About::defaults`]. Most other
    /// choices keep that, and those that don't say so in its text.
    pub optimal: Optimality,
    /// Whether it looks at the heuristic at all.
    pub uses_heuristic: bool,
    /// The options that apply to it, in the order in which they are shown.
    pub options: &'static [Applies],
    /// A textbook's paragraph or two: how it works, what it costs, who described it.
    pub description: &'static str,
}

/// What an algorithm is written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Any state space. Each node is told to the observer, so a run can be recorded.
    Algorithm,
    /// An engine: some puzzles alone. It reports counts and no nodes, so a run has no record.
    Engine(Databases),
}

/// The pattern databases that an engine searches with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Databases {
    /// None.
    None,
    /// Those it chooses by itself.
    Own,
    /// Those that the user chose; if there is no choice, those it chooses by itself.
    Chosen,
}

/// An option that applies to an algorithm; where there are choices, the first is the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Applies {
    Duplicates(&'static [Duplicates]),
    TieBreaking(&'static [TieBreaking]),
    GoalTest(&'static [GoalTest]),
    Weight,
    BeamWidth,
    BeamOrder(&'static [BeamOrder]),
    Climb(&'static [Climb]),
    /// The way decides on the [`Strategy`].
    Combining(&'static [Combining]),
    NodeBudget,
    Sideways,
    Restarts,
    Temperature,
    Cooling,
    Steps,
    /// With its default. If that is a number of actions, the limit cannot be removed.
    DepthLimit(Option<u32>),
    Seed,
    Threads,
}

/// Where an algorithm begins to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Directionality {
    /// At the start.
    Unidirectional,
    /// At the start and, going back, at the goal: there are two trees, and a heuristic is asked
    /// for the way to the goal in one and for the way from the start in the other.
    Bidirectional,
}

/// Where an algorithm finds a solution if there is one, given time and memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completeness {
    /// In every finite space.
    Always,
    /// In every finite space unless a depth limit cuts it off.
    WithinDepthLimit,
    /// In every finite space unless the path to it does not fit into its memory.
    WithinNodeBudget,
    /// Not even there.
    Never,
}

/// Under which conditions an algorithm's solution is a cheapest one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Optimality {
    /// Always.
    Always,
    /// If all actions cost the same.
    EqualCosts,
    /// If the heuristic never overestimates.
    Admissible,
    /// If the heuristic never overestimates, the cost is at most the weight (or 1, if the
    /// weight is less) times the least.
    WithinWeight,
    /// It promises nothing.
    Never,
}

impl Completeness {
    /// What it means, to stand at the beginning of a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Completeness::Always => "Complete",
            Completeness::WithinDepthLimit => "Complete within its depth limit",
            Completeness::WithinNodeBudget => "Complete within its memory",
            Completeness::Never => "Not complete",
        }
    }
}

impl Optimality {
    /// What it means, to stand inside a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Optimality::Always => "optimal",
            Optimality::EqualCosts => "optimal if all moves cost the same",
            Optimality::Admissible => "optimal if h never overestimates",
            Optimality::WithinWeight => "within w times the optimum if h never overestimates",
            Optimality::Never => "not optimal",
        }
    }
}

/// A key names one algorithm.
impl PartialEq for About {
    fn eq(&self, other: &About) -> bool {
        self.key == other.key
    }
}

impl About {
    /// Whether it is an engine: for some puzzles alone, and without a record.
    pub fn is_engine(&self) -> bool {
        matches!(self.kind, Kind::Engine(_))
    }

    /// Whether its nodes have an h: that of a heuristic or, in the record of a game, the distance to
    /// the goal.
    pub fn has_h(&self) -> bool {
        self.uses_heuristic || self.selection == Selection::Game
    }

    /// Whether the user may choose the pattern databases that it searches with.
    pub fn takes_databases(&self) -> bool {
        self.kind == Kind::Engine(Databases::Chosen)
    }

    /// How it searches with these options. Only [`Applies::Combining`] makes it another strategy
    /// than that of its fields.
    pub fn strategy(&self, options: &Options) -> Strategy {
        match self.combining(options) {
            Some(combining) => combining.strategy(),
            None => Strategy {
                evaluation: self.evaluation,
                selection: self.selection,
                pruning: self.pruning,
                complete: self.complete,
                optimal: self.optimal,
            },
        }
    }

    /// How it combines successors with its list, if it is a list search.
    pub fn combining(&self, options: &Options) -> Option<Combining> {
        let combines = |applies: &Applies| matches!(applies, Applies::Combining(_));
        let has_list = self.options.iter().any(combines);
        has_list.then_some(options.combining)
    }

    /// Whether an option that applies to it makes a difference with these options: a seed is not
    /// needed if nothing is drawn, nor a width where nothing is cut.
    pub fn uses(&self, applies: &Applies, options: &Options) -> bool {
        let breaks_ties = |applies: &Applies| matches!(applies, Applies::TieBreaking(_));
        match applies {
            Applies::Seed if self.options.iter().any(breaks_ties) => {
                options.ties == TieBreaking::Random
            }
            Applies::BeamWidth => self
                .combining(options)
                .is_none_or(|it| matches!(it, Combining::Beam | Combining::DirectedBeam)),
            _ => true,
        }
    }

    /// The option of this row of the table, as it applies to the algorithm.
    pub fn option(&self, row: &OptionAbout) -> Option<&Applies> {
        self.options
            .iter()
            .find(|applies| applies.about().key == row.key)
    }

    /// The options of a run that has only the algorithm chosen. What differs from these was chosen.
    pub fn defaults(&self) -> Options {
        let mut options = Options::default();
        for applies in self.options {
            if let Applies::DepthLimit(limit) = *applies {
                options.depth_limit = limit;
            }
            if let Some(first) = applies.choices().first() {
                let first = Value::Choice(first);
                (applies.about().set(&mut options, first)).expect("it has its own choices");
            }
        }
        options
    }

    /// The defaults of Tilescope 0.1, in which every algorithm tested for the goal when it selected a
    /// node. Experiments of version 1, records, sessions and traces mean these where they do not name
    /// an option.
    pub fn defaults_of_first_version(&self) -> Options {
        Options {
            goal_test: GoalTest::Late,
            ..self.defaults()
        }
    }
}
