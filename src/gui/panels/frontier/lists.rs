//! The rows of the frontier panel: read from the index a page at a time, or sorted.

use crate::gui::widgets::table::Sorting;
use std::sync::Arc;
use tilescope_lab::{Job, explain, format};
use tilescope_search::SearchDirection;
use tilescope_trace::frontier::{Frontier, Key, Tie};
use tilescope_trace::{FrontierIndex, Moment, NodeId, Trace};

/// The frontier at a moment, a list for each tree.
pub struct Lists {
    lists: [List; 2],
}

/// The frontier of one tree.
pub struct List {
    frontier: Frontier,
    side: SearchDirection,
    ties: Vec<Tie>,
    /// The first row of the page, and its nodes.
    page: (usize, Vec<NodeId>),
    /// The first rows in another order: the row and the node of each.
    sorted: Option<(Sorting, Vec<(usize, NodeId)>)>,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct ListRow {
    /// Its place in the order of the algorithm, from 0.
    pub rank: usize,
    pub node: NodeId,
}

/// The rows that are read at once.
const PAGE: usize = 256;
/// The rows that are sorted by a column: the first ones.
const MAX_SORTED: usize = 10_000;

impl Lists {
    pub fn new(index: &Arc<FrontierIndex>, trace: &Trace, t: Moment) -> Self {
        let frontier = index.at(trace, t);
        let list = |side| List {
            ties: frontier.ties(side),
            frontier: frontier.clone(),
            side,
            page: (0, Vec::new()),
            sorted: None,
        };
        Lists {
            lists: SearchDirection::BOTH.map(list),
        }
    }

    /// Whether it is of this index and this moment.
    pub fn is_of(&self, index: &Arc<FrontierIndex>, t: Moment) -> bool {
        let frontier = &self.lists[0].frontier;
        Arc::ptr_eq(frontier.index(), index) && frontier.t() == t
    }

    pub fn list(&mut self, side: SearchDirection) -> &mut List {
        &mut self.lists[side as usize]
    }
}

impl List {
    /// The greatest number of rows in the table: a taller one could not be scrolled exactly.
    pub const MAX_ROWS: usize = 400_000;

    pub fn side(&self) -> SearchDirection {
        self.side
    }

    pub fn len(&self) -> usize {
        self.frontier.len(self.side)
    }

    /// The number of rows in the table.
    pub fn n_rows(&self, sorting: Sorting) -> usize {
        match sorting {
            Sorting::None => self.len().min(Self::MAX_ROWS),
            _ => self.len().min(MAX_SORTED),
        }
    }

    /// The row at this place of the table.
    pub fn row(&mut self, trace: &Trace, sorting: Sorting, i: usize) -> Option<ListRow> {
        if let Some((of, rows)) = &self.sorted
            && *of == sorting
        {
            return rows.get(i).map(|&(rank, node)| ListRow { rank, node });
        }
        let (start, nodes) = &mut self.page;
        if !(*start..*start + nodes.len()).contains(&i) {
            *start = i / PAGE * PAGE;
            *nodes = (self.frontier).rows(trace, self.side, *start..*start + PAGE);
        }
        let node = *nodes.get(i.checked_sub(*start)?)?;
        Some(ListRow { rank: i, node })
    }

    /// Sorts the first rows, if that is asked for: by `key`, which is given the column and the row.
    pub fn sort<K: Ord>(
        &mut self,
        trace: &Trace,
        sorting: Sorting,
        key: impl Fn(usize, ListRow) -> K,
    ) {
        if self.sorted.as_ref().is_some_and(|(of, _)| *of == sorting) {
            return;
        }
        self.sorted = None;
        let (Sorting::Up(column) | Sorting::Down(column)) = sorting else {
            return;
        };
        let nodes = self.frontier.first(trace, self.side, MAX_SORTED);
        let mut rows: Vec<(usize, NodeId)> = nodes.into_iter().enumerate().collect();
        rows.sort_by_cached_key(|&(rank, node)| key(column, ListRow { rank, node }));
        if matches!(sorting, Sorting::Down(_)) {
            rows.reverse();
        }
        self.sorted = Some((sorting, rows));
    }

    /// The row of a node in the table; `None` if it has none.
    pub fn place(&self, trace: &Trace, node: NodeId) -> Option<usize> {
        if trace.direction(node) != self.side {
            return None;
        }
        if let Some((_, rows)) = &self.sorted {
            return rows.iter().position(|&(_, other)| other == node);
        }
        let rank = self.frontier.rank(trace, node);
        rank.filter(|rank| *rank < Self::MAX_ROWS)
    }

    /// The tie of a row, and its number; `None` if the algorithm compares nothing, so that nothing
    /// ties.
    pub fn tie(&self, rank: usize) -> Option<(usize, &Tie)> {
        if self.frontier.index().order().key == Key::None {
            return None;
        }
        let number = self.ties.partition_point(|tie| tie.rows.end <= rank);
        self.ties.get(number).map(|tie| (number, tie))
    }

    /// Which node is taken next, or which nodes: “12 nodes tie at f = 57: any of these may come
    /// next.” And what is sorted or left out.
    pub fn first_words(&self, job: &Job, sorting: &Sorting) -> String {
        if self.len() == 0 {
            return "The frontier is empty at this step.".to_owned();
        }
        let next = explain::next_text(job, self.tie(0).map(|(_, tie)| tie));
        let most = format::count(self.n_rows(*sorting) as u64);
        let rest = match sorting {
            _ if self.n_rows(*sorting) == self.len() => String::new(),
            Sorting::None => format!(" The first {most} rows are listed."),
            _ => format!(" The first {most} rows are sorted."),
        };
        format!("{next}{rest}").trim().to_owned()
    }
}
