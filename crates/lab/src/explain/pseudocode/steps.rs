//! The steps of an algorithm, from what its [`About`] says of it and from the options.
//!
//! [`About`]: tilescope_search::About

use super::super::{evaluation, has_restarts};
use super::{Step, StepKind};
use crate::Job;
use tilescope_search::{Combining, Directionality, Duplicates, GoalTest, Pruning, Selection};

/// The steps of the algorithm of `job`, with its options. Empty for an engine that chooses between
/// several methods.
pub fn steps(job: &Job) -> Vec<Step> {
    let mut writer = Writer {
        job,
        indent: 0,
        steps: Vec::new(),
    };
    let algorithm = job.settings.algorithm;
    let is_both_ends = algorithm.directionality == Directionality::Bidirectional;
    let strategy = job.settings.strategy();
    if let Some(combining) = algorithm.combining(&job.settings.options) {
        writer.list(combining);
        return writer.steps;
    }
    match (strategy.selection, strategy.pruning) {
        (Selection::Mixed, _) => {}
        (Selection::Game, _) => writer.game(),
        (_, Pruning::Commitment) => writer.commitment(),
        (Selection::LowestPairBound, _) => writer.both_ends(
            "while the lower bound is less than the cost of best",
            "u, v ← the pair of nodes, one of each frontier, with the lowest bound; expand both",
        ),
        (_, _) if is_both_ends => writer.both_ends(
            "while both frontiers have nodes and no path is proved shortest",
            "node ← remove the oldest node from one frontier",
        ),
        (Selection::LowestBackedUpF, Pruning::Backtracking) => writer.recursive(),
        (Selection::LowestBackedUpF, _) => writer.memory_bounded(),
        (Selection::Deepest, Pruning::FBound) => writer.bounded_f(),
        (Selection::Level, _) => writer.level(),
        (Selection::BetterSuccessor, _) => writer.climb(),
        (Selection::RandomSuccessor, _) => writer.random_walk(),
        (
            Selection::LowestF
            | Selection::MergedList
            | Selection::Oldest
            | Selection::Deepest
            | Selection::SortedStack,
            _,
        ) => writer.frontier(),
    }
    writer.steps
}

struct Writer<'a> {
    job: &'a Job,
    indent: u8,
    steps: Vec<Step>,
}

use StepKind::{Control, Cut, Duplicate, Forget, Goal, Insert, Iteration, Replace, Select, Start};

impl Writer<'_> {
    fn line(&mut self, kind: StepKind, text: impl Into<String>) {
        self.steps.push(Step {
            indent: self.indent,
            text: text.into(),
            kind,
        });
    }

    /// A line that begins a loop.
    fn begin(&mut self, kind: StepKind, text: impl Into<String>) {
        self.line(kind, text);
        self.indent += 1;
    }

    fn end(&mut self) {
        self.indent -= 1;
    }

    /// Search with a frontier: best-first, breadth-first and depth-first.
    fn frontier(&mut self) {
        let strategy = self.job.settings.strategy();
        let name = evaluation::name(self.job);
        let (kind, which) = match strategy.selection {
            Selection::LowestF => (
                format!("a priority queue by {}", evaluation::formula(self.job)),
                format!("node with the lowest {name}"),
            ),
            Selection::Oldest => ("a queue".to_owned(), "oldest node".to_owned()),
            _ => ("a stack".to_owned(), "newest node".to_owned()),
        };
        let iterates = strategy.pruning == Pruning::DepthBound;
        if iterates {
            self.begin(Iteration, "for limit ← 0, 1, 2, …");
        }
        self.line(Start, format!("frontier ← the root, in {kind}"));
        self.begin(Control, "while the frontier is not empty");
        self.line(
            Select,
            format!("node ← remove the {which} from the frontier"),
        );
        let keeps_best = strategy.pruning == Pruning::BestSolution;
        let is_early = self.tests_early();
        if keeps_best {
            let text = "if g + h of node is not below the cost of best: discard node";
            self.line(Forget, text);
        } else if !is_early {
            self.line(Goal, "if node is a goal: return its path");
        }
        if matches!(strategy.pruning, Pruning::DepthLimit | Pruning::DepthBound) {
            self.line(Forget, "if depth(node) has reached the limit: discard node");
        }
        self.begin(Control, "for each child of node");
        if keeps_best {
            self.line(
                Goal,
                "if child is a goal and costs less than best: best ← its path",
            );
        } else if is_early {
            self.line(Goal, "if child is a goal: return its path");
        }
        if let Some(text) = self.cut() {
            self.line(Cut, text);
        }
        self.duplicates("child");
        self.line(Insert, "otherwise: add child to the frontier");
        self.end();
        self.end();
        if iterates {
            self.end();
        }
        self.line(
            Control,
            match keeps_best {
                true => "return best",
                false => "return failure",
            },
        );
    }

    /// Whether children are tested for being goals when they are generated.
    fn tests_early(&self) -> bool {
        self.job.settings.goal_test() == Some(GoalTest::Early)
    }

    /// Why a child of a search with a frontier is cut; `None` if none is, or if the nodes themselves
    /// are.
    fn cut(&self) -> Option<&'static str> {
        match self.job.settings.strategy().pruning {
            Pruning::BestSolution => {
                Some("if g + h of child is not below the cost of best: discard child")
            }
            Pruning::FBound => Some("if f(child) exceeds the bound: discard child"),
            Pruning::BeamWidth => Some("if child is not among the best of its level: discard it"),
            Pruning::Chance => Some("if chance decides against child: discard it"),
            Pruning::NodeBudget => Some("if memory is full: discard the child with the highest f"),
            Pruning::OtherSuccessors | Pruning::Backtracking | Pruning::Mixed => {
                Some("if another child is better: discard child")
            }
            Pruning::None | Pruning::DepthLimit | Pruning::DepthBound | Pruning::Commitment => None,
        }
    }

    /// What becomes of a child whose state was reached before.
    fn duplicates(&mut self, child: &str) {
        let compares = !matches!(
            self.job.settings.strategy().evaluation,
            tilescope_search::EvaluationFunction::None
                | tilescope_search::EvaluationFunction::Heuristic
        );
        let state = format!("the state of {child}");
        let reached = match compares {
            true => "was reached at no greater cost",
            false => "was reached before",
        };
        match self.job.settings.options.duplicates {
            Duplicates::Path => {
                self.line(
                    Duplicate,
                    format!("if {state} is on the path to node: discard {child}"),
                );
            }
            Duplicates::Frontier => {
                self.line(
                    Duplicate,
                    format!("if {state} is on the frontier: discard {child}"),
                );
            }
            Duplicates::Graph => {
                self.line(Duplicate, format!("if {state} {reached}: discard {child}"));
                let text = format!("else if {state} was reached: {child} takes the place there");
                self.line(Replace, text);
            }
            Duplicates::GraphWithoutReopening => {
                let text = format!("if {state} was expanded, or {reached}: discard {child}");
                self.line(Duplicate, text);
                let text = format!("else if {state} is on the frontier: {child} takes its place");
                self.line(Replace, text);
            }
            _ => {}
        }
    }

    /// List search.
    fn list(&mut self, combining: Combining) {
        let name = evaluation::name(self.job);
        self.line(Start, "list ← the root");
        self.begin(Control, "while the list is not empty");
        self.line(Select, "node ← remove the first of the list");
        self.line(Goal, "if node is a goal: return its path");
        self.begin(Control, "for each child of node");
        self.line(
            Duplicate,
            "if the state of child is on the path to node: discard child",
        );
        self.line(Insert, "otherwise: add child to the successors");
        self.end();
        let (sorts, combines) = match combining {
            Combining::BreadthFirst => (false, "list ← the list, then the successors".to_owned()),
            Combining::DepthFirst | Combining::Beam => {
                (false, "list ← the successors, then the list".to_owned())
            }
            Combining::DirectedBeam | Combining::HillClimbing => {
                (true, "list ← the successors, then the list".to_owned())
            }
            Combining::BestFirst | Combining::AStar => {
                let text = format!("list ← both, merged by {name}, successors before equals");
                (true, text)
            }
        };
        if sorts {
            self.line(Control, format!("sort the successors by {name}"));
        }
        self.line(Control, combines);
        if let Some(width) = self.job.settings.list_width() {
            let text = format!("discard all of the list but the first {width}");
            self.line(Forget, text);
        }
        if matches!(combining, Combining::BestFirst | Combining::AStar) {
            let text = "of the nodes of the list with the same state, discard all but the first";
            self.line(Replace, text);
        }
        self.end();
        self.line(Control, "return failure");
    }

    /// Enforced hill climbing: breadth-first searches, each until a lower h is found.
    fn commitment(&mut self) {
        self.line(Start, "best ← the root");
        self.begin(Control, "while best is not a goal");
        self.line(Control, "frontier ← best, in a queue");
        self.begin(Control, "while no child with a lower h than best is found");
        self.line(Select, "node ← remove the oldest node from the frontier");
        self.begin(Control, "for each child of node");
        self.line(Goal, "if child is a goal: return its path");
        self.duplicates("child");
        self.line(Insert, "otherwise: add child to the frontier");
        self.end();
        self.end();
        self.line(
            Forget,
            "best ← that child; discard all others on the frontier",
        );
        self.end();
    }

    /// The record of a game.
    fn game(&mut self) {
        self.line(Start, "board ← the start");
        self.begin(Control, "until the game ends");
        self.line(Select, "board ← the board that the player has moved to");
        self.line(Insert, "add the next board of the game");
        self.line(Goal, "if it is the goal: the game is won");
        self.end();
        self.line(
            Control,
            "do the same for a shortest solution from where the game left it",
        );
    }

    fn both_ends(&mut self, loop_text: &str, select: &str) {
        self.line(
            Start,
            "frontiers ← the start, and the goal for the search backward",
        );
        self.begin(Control, loop_text);
        self.line(Select, select);
        self.begin(Control, "for each child of an expanded node");
        self.line(
            Duplicate,
            "if its tree reached the state before, by no worse path: discard child",
        );
        self.line(
            Replace,
            "else if its tree reached the state: child takes the place there",
        );
        self.line(Insert, "otherwise: add child to its frontier");
        self.line(
            Goal,
            "if the other tree has the state: best ← the path through both, if better",
        );
        self.end();
        self.end();
        self.line(Control, "return best");
    }

    /// Recursive best-first search.
    fn recursive(&mut self) {
        self.line(Start, "RBFS(the root, ∞)");
        self.begin(Control, "RBFS(node, limit):");
        self.line(Goal, "if node is a goal: return its path");
        self.line(Select, "expand node");
        self.begin(Control, "for each child of node");
        self.duplicates("child");
        self.line(
            Insert,
            "F(child) ← f(child), or F(node) if that is known and higher",
        );
        self.end();
        self.begin(Control, "repeat");
        self.line(Control, "best ← the child with the lowest F");
        self.line(Forget, "if F(best) > limit: forget all children;");
        self.line(
            Replace,
            "    node waits again, with F(node) ← F(best); return",
        );
        self.line(
            Control,
            "RBFS(best, the lower of limit and the second lowest F)",
        );
    }

    /// Simplified memory-bounded A\*.
    fn memory_bounded(&mut self) {
        self.line(Start, "frontier ← the root");
        self.begin(Control, "while the frontier is not empty");
        self.line(
            Select,
            "node ← the deepest node with the lowest F on the frontier",
        );
        self.line(Goal, "if node is a goal: return its path");
        self.begin(Control, "for each child of node");
        self.line(
            Duplicate,
            "if the state of child is on the path to node: discard child",
        );
        self.line(
            Cut,
            "if a longer path would not fit into memory: F(child) ← ∞; discard it",
        );
        self.line(
            Insert,
            "otherwise: F(child) ← the higher of f(child) and F(node); add it",
        );
        self.end();
        self.begin(Control, "while memory is full");
        self.line(Forget, "forget the shallowest leaf with the highest F;");
        self.line(
            Replace,
            "    its parent waits again, with the lowest F of what was forgotten",
        );
    }

    /// IDA\*.
    fn bounded_f(&mut self) {
        let f = evaluation::name(self.job);
        self.line(Start, format!("bound ← {f}(the root)"));
        self.begin(
            Iteration,
            "repeat, with the lowest f that exceeded the bound as the next",
        );
        self.begin(Control, "depth-first, from the root:");
        self.line(
            Select,
            "node ← the child that was generated last; expand it",
        );
        self.begin(Control, "for each child of node");
        self.duplicates("child");
        self.line(Cut, format!("if {f}(child) > bound: discard child"));
        self.line(Goal, "if child is a goal: return its path");
        self.line(Insert, "otherwise: search below child next");
    }

    /// Beam search.
    fn level(&mut self) {
        self.line(Start, "level ← the root");
        self.begin(Control, "while level is not empty");
        self.begin(Control, "for each node of level");
        self.line(Select, "take node");
        self.line(Goal, "if node is a goal: return its path");
        self.begin(Control, "for each child of node");
        self.duplicates("child");
        self.line(Insert, "otherwise: add child to the successors");
        self.end();
        self.end();
        let width = self.job.settings.options.beam_width;
        let name = evaluation::name(self.job);
        let text = format!("discard all successors but the {width} with the lowest {name}");
        self.line(Forget, text);
        self.line(Control, "level ← the successors that are left");
        self.end();
        self.line(Control, "return failure");
    }

    /// Hill climbing.
    fn climb(&mut self) {
        let restarts = has_restarts(self.job.settings.algorithm);
        self.line(Start, "node ← the root");
        if restarts {
            self.begin(
                Iteration,
                "repeat, each time from the end of another random walk",
            );
        }
        self.begin(Control, "repeat");
        self.line(Goal, "if node is a goal: return its path");
        self.line(Select, "expand node");
        self.begin(Control, "for each child of node");
        self.duplicates("child");
        self.line(
            Insert,
            "if h(child) is low enough, and the lowest so far: best ← child",
        );
        self.line(Cut, "otherwise: discard child");
        self.line(
            Forget,
            "discard the best child before, and any that is not gone on to",
        );
        self.end();
        self.line(Control, "if there is no best child: end of the climb");
        self.line(Control, "node ← best");
    }

    /// Simulated annealing.
    fn random_walk(&mut self) {
        self.line(Start, "node ← the root; T ← the temperature at the start");
        self.begin(Control, "repeat");
        self.line(Goal, "if node is a goal: return its path");
        self.line(
            Select,
            "expand node; child ← one of its children, at random",
        );
        self.duplicates("child");
        self.line(
            Insert,
            "if h(child) ≤ h(node), or by chance, which T decides: node ← child",
        );
        self.line(Cut, "otherwise: discard child and stay at node");
        self.line(Control, "T ← T · cooling");
    }
}
