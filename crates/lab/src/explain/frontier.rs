//! The order of the frontier in words, and where a node stands in it.

use super::evaluation;
use super::keeps_path_alone;
use super::levels::level_f_text;
use super::reasons::{MAX_SCANNED, Recorded};
use crate::{Job, Problem, format};
use tilescope_search::{Cost, Pruning, Selection, TieBreaking};
use tilescope_trace::frontier::{Key, Order, Standing, Tie};
use tilescope_trace::{Moment, NodeId};

/// The order in which the algorithm of `job` takes nodes off its frontier.
pub fn order(job: &Job) -> Order {
    Order::of(job.settings.algorithm, &job.settings.options)
}

/// How the frontier is ordered, in a sentence.
pub fn frontier_rule(job: &Job) -> String {
    let settings = &job.settings;
    let strategy = settings.strategy();
    let name = evaluation::name(job);
    let cut = settings
        .list_width()
        .map_or(String::new(), |width| match width {
            1 => " Only the first node is kept.".to_owned(),
            n => format!(" The first {} nodes are kept.", format::count(n as u64)),
        });
    match strategy.selection {
        Selection::LowestF | Selection::MergedList => {
            format!("The lowest {name} first; {}.", tie_rule(job))
        }
        Selection::LowestBackedUpF => "Ordered by f, the deepest first among equals. The search \
             takes the lowest backed-up f, which may be higher than f where nodes were forgotten."
            .to_owned(),
        Selection::LowestPairBound => {
            "Ordered by f, then by g. The search takes the pair of nodes, \
             one of each tree, with the minimum lower bound."
                .to_owned()
        }
        Selection::Oldest if strategy.pruning == Pruning::Commitment => {
            "The oldest first. All are discarded when a node with a lower h is found.".to_owned()
        }
        Selection::Oldest => "A queue: the oldest first.".to_owned(),
        Selection::Deepest if keeps_path_alone(strategy) => {
            "Only the node that is expanded next: the search keeps a path, and generates the \
             alternatives along it when it comes back to them."
                .to_owned()
        }
        Selection::Deepest => {
            format!(
                "A stack: the successors of the node expanded last first. It has the alternatives \
                 along the path, the deepest first.{cut}"
            )
        }
        Selection::SortedStack => format!(
            "A stack: the successors of the node expanded last first, the lowest {name} of these \
             first.{cut}"
        ),
        Selection::Level => match order(job).key {
            Key::Level { is_sorted: true } => {
                "Level by level, the lowest h of a level first.".to_owned()
            }
            _ => "Level by level, in the order in which the nodes were generated.".to_owned(),
        },
        Selection::BetterSuccessor | Selection::RandomSuccessor => {
            "Only the node that the search moves to next.".to_owned()
        }
        Selection::Game => "The board of the game, then that of the shortest solution.".to_owned(),
        Selection::Mixed => "The method decides.".to_owned(),
    }
}

/// How a frontier is ordered by backed-up values, in a sentence: see
/// [`BackedUp::order`](super::BackedUp::order).
pub fn replayed_rule(job: &Job) -> &'static str {
    match job.settings.strategy().pruning {
        Pruning::NodeBudget => {
            "The lowest backed-up f first; among equals the deepest, then the newest. A node of \
             which some successors were forgotten is here too."
        }
        _ => "The lowest backed-up f first; among equals the deepest.",
    }
}

/// “1 node”, “12 nodes”.
pub fn nodes_text(n: u64) -> String {
    match n {
        1 => "1 node".to_owned(),
        n => format!("{} nodes", format::count(n)),
    }
}

/// How many nodes have the least backed-up f: “The lowest backed-up f is 14, and 3 nodes have it.”
/// `order` is that of [`BackedUp::order`](super::BackedUp::order). Empty if there is none.
pub fn least_value_text(job: &Job, order: &[(NodeId, Cost)]) -> String {
    let Some(&(_, least)) = order.first() else {
        return String::new();
    };
    let n_least = order.partition_point(|&(_, value)| value == least);
    let have = if n_least == 1 { "has" } else { "have" };
    let least = format::cost(least.into(), job.problem.unit());
    let nodes = nodes_text(n_least as u64);
    format!("The lowest backed-up f is {least}, and {nodes} {have} it.")
}

/// What decides between nodes of equal f: “among equals the lowest h, then the newest”.
pub fn tie_rule(job: &Job) -> &'static str {
    match job.settings.options.ties {
        _ if job.settings.strategy().selection == Selection::MergedList => {
            "among equals a successor of the node expanded last"
        }
        TieBreaking::Fifo => "among equals the oldest",
        TieBreaking::Lifo => "among equals the newest",
        TieBreaking::LowH => "among equals the lowest h, then the newest",
        TieBreaking::HighG => "among equals the highest g, then the newest",
        TieBreaking::Random => "among equals one is drawn at random",
    }
}

/// The key of a tie: “f = 57”, “depth 12”; `None` for an order without keys.
pub fn key_text(job: &Job, key: u64) -> Option<String> {
    match order(job).key {
        Key::Evaluation { .. } => {
            let name = evaluation::name(job);
            Some(format!("{name} = {}", level_f_text(job, key)))
        }
        Key::Deepest { .. } => {
            let depth = Order::DEEPEST.saturating_sub(key);
            Some(format!("depth {}", format::count(depth)))
        }
        Key::Level { .. } => Some(format!("depth {}", format::count(key))),
        Key::None => None,
    }
}

/// Which nodes may be taken next: “12 nodes tie at f = 57: a textbook allows any of these.” `tie` is
/// the first of the frontier. Empty if nothing is compared.
pub fn next_text(job: &Job, tie: Option<&Tie>) -> String {
    let n_tied = tie.map_or(0, |tie| tie.rows.len());
    let n = format::count(n_tied as u64);
    match (n_tied, tie.and_then(|tie| key_text(job, tie.key))) {
        (1, Some(key)) => format!("{key} comes first, and one node has it."),
        (_, Some(key)) if job.settings.strategy().selection.is_best_first() => {
            let rule = match job.settings.options.ties {
                TieBreaking::Random => "one of these is drawn at random",
                _ => "a textbook allows any of these",
            };
            format!("{n} nodes tie at {key}: {rule}.")
        }
        (_, Some(key)) => format!("The first {n} nodes have {key}."),
        (_, None) => String::new(),
    }
}

impl Recorded<'_> {
    /// Where `node` stands on the frontier at `t`; `None` if there is no index and counting would
    /// take long.
    pub fn standing(&self, node: NodeId, t: Moment) -> Option<Standing> {
        let trace = self.trace;
        if let Some(index) = self.index.filter(|index| index.covers(trace, t)) {
            return Some(index.at(trace, t).standing(trace, node));
        }
        (trace.n_generated(t) <= MAX_SCANNED)
            .then(|| Standing::scan(trace, order(self.job), node, t))
    }

    /// “node 27”; on a road map “Timisoara, node 2”.
    fn named(&self, node: NodeId) -> String {
        let number = format::count(node.into());
        match (&self.job.problem, self.trace.action(node)) {
            (Problem::Route(_), Some(road)) => {
                format!("{}, node {number}", self.job.problem.action_name(road))
            }
            _ => format!("node {number}"),
        }
    }

    /// What decided between the selected `node` and those that tied with it: “, tied with 2
    /// others; its h = 4 was the lowest of these. Next in line was node 27”.
    pub fn tie(&self, node: NodeId, standing: &Standing) -> String {
        let &Standing {
            n_tied,
            n_equal,
            first,
            ..
        } = standing;
        let next = first.map_or(String::new(), |next| {
            format!(". Next in line was {}", self.named(next))
        });
        if n_tied == 0 {
            return format!(", with no ties{next}");
        }
        let others = match n_tied {
            1 => "1 other".to_owned(),
            n => format!("{} others", format::count(n as u64)),
        };
        let trace = self.trace;
        let cost = |name, n: u32, least| {
            let value = self.cost(n.into());
            match n_equal {
                0 => format!("its {name} = {value} was the {least} of these"),
                n => format!(
                    "its {name} = {value} was the {least} of these, and of the {} with that {name} \
                     it was the newest",
                    format::count(n as u64 + 1)
                ),
            }
        };
        match self.job.settings.options.ties {
            _ if self.job.settings.strategy().selection == Selection::MergedList => format!(
                ", tied with {others}; in the list it stood before these, for a successor stands \
                 before older equals{next}"
            ),
            TieBreaking::Fifo => format!(", tied with {others}; it was the oldest of these{next}"),
            TieBreaking::Lifo => format!(", tied with {others}; it was the newest of these{next}"),
            TieBreaking::LowH => {
                let decided = cost("h", trace.h(node), "lowest");
                format!(", tied with {others}; {decided}{next}")
            }
            TieBreaking::HighG => {
                let decided = cost("g", trace.g(node), "highest");
                format!(", tied with {others}; {decided}{next}")
            }
            TieBreaking::Random => format!(", tied with {others}; it was drawn at random"),
        }
    }

    /// Why `node`, which is on the frontier, is not expanded yet: “ 14 nodes stand before it, the
    /// first of them node 77.” Empty if that is not known.
    pub fn not_yet(&self, standing: &Standing) -> String {
        let &Standing {
            n_lower,
            n_tied,
            n_before,
            first,
            ..
        } = standing;
        let order = order(self.job);
        match (n_before, first) {
            (_, None) => " It is next in line.".to_owned(),
            _ if !order.is_exact && !self.job.settings.strategy().selection.is_best_first() => {
                String::new()
            }
            _ if !order.is_exact => match (n_lower, n_tied) {
                (_, 0) => String::new(),
                (0, tied) => format!(
                    " One of these {} is drawn at random next.",
                    format::count(tied as u64 + 1)
                ),
                (_, tied) => format!(
                    " Among these {} one is drawn at random after them.",
                    format::count(tied as u64 + 1)
                ),
            },
            (0, _) => " It is next in line.".to_owned(),
            (1, Some(first)) => format!(" Before it stands {}.", self.named(first)),
            (n, Some(first)) => format!(
                " {} nodes stand before it, the first of them {}.",
                format::count(n as u64),
                self.named(first)
            ),
        }
    }
}
