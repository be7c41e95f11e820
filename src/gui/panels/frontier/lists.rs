//! The rows of the frontier panel: read from the index a page at a time, replayed, or sorted.

use super::by_value::{self, ByValue};
use crate::gui::frontiers::FrontierState;
use crate::gui::image_context;
use crate::gui::requests::Wake;
use crate::gui::runs::RunEntry;
use crate::gui::widgets::table::Sorting;
use crate::gui::work::{Work, WorkState};
use egui::Ui;
use std::sync::Arc;
use tilescope_lab::{Interrupt, explain, format};
use tilescope_search::{Cost, SearchDirection};
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
    /// The rows by backed-up f, if the search takes them so, once they are replayed.
    by_value: Option<Work<ByValue>>,
    /// The rows in another order, once they are sorted.
    sorted: Option<(Sorting, Work<Vec<ListRow>>)>,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct ListRow {
    /// Its place in the order of the algorithm, from 0.
    pub rank: u32,
    pub node: NodeId,
    /// Its backed-up f, where that is known.
    pub value: Option<Cost>,
}

/// The rows that are read at once.
const PAGE: usize = 256;
/// So few rows are sorted at once: it takes no longer than a frame.
const MAX_AT_ONCE: usize = 10_000;
/// The bytes that sorting takes for a row, at most.
const BYTES: u64 = 40;

impl Lists {
    pub fn new(
        index: &Arc<FrontierIndex>,
        entry: &RunEntry,
        t: Moment,
        is_image: bool,
        wake: &Wake,
    ) -> Self {
        let trace = entry.run.trace();
        let frontier = index.at(trace, t);
        let list = |side| List {
            ties: frontier.ties(side),
            frontier: frontier.clone(),
            side,
            page: (0, Vec::new()),
            // These searches have one tree.
            by_value: match side {
                SearchDirection::Forward => by_value::find(entry, t, is_image, wake),
                SearchDirection::Backward => None,
            },
            sorted: None,
        };
        Lists {
            lists: SearchDirection::BOTH.map(list),
        }
    }

    /// The lists at the moment `t`, found anew if those that are `kept` are of another one.
    pub fn present<'a>(
        kept: &'a mut Option<Self>,
        ui: &Ui,
        index: &Arc<FrontierIndex>,
        entry: &RunEntry,
        t: Moment,
    ) -> &'a mut Self {
        let present = kept.take().filter(|lists| lists.is_of(index, t));
        let lists = kept.insert(present.unwrap_or_else(|| {
            let ctx = ui.ctx().clone();
            let wake: Wake = Arc::new(move || ctx.request_repaint());
            Self::new(index, entry, t, image_context::is_image(ui), &wake)
        }));
        lists.poll();
        lists
    }

    /// Takes what was replayed.
    pub fn poll(&mut self) {
        for list in &mut self.lists {
            if let Some(work) = &mut list.by_value
                && let WorkState::Working(_) = work.state()
            {
                work.poll();
                list.sorted = None;
            }
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
    pub fn side(&self) -> SearchDirection {
        self.side
    }

    pub fn len(&self) -> usize {
        let by_value = self.by_value().map(|it| it.rows.len());
        by_value.unwrap_or_else(|| self.frontier.len(self.side))
    }

    /// Whether the rows have a backed-up f.
    pub fn has_values(&self) -> bool {
        self.by_value.is_some()
    }

    /// The rows by backed-up f; `None` if the search takes them in another order, or they are not
    /// replayed yet.
    pub fn by_value(&self) -> Option<&ByValue> {
        match self.by_value.as_ref()?.state() {
            WorkState::Done(rows) => Some(rows),
            _ => None,
        }
    }

    /// The row at this place of the table.
    pub fn row(&mut self, trace: &Trace, i: usize) -> Option<ListRow> {
        if let Some(rows) = self.sorted() {
            return rows.get(i).copied();
        }
        if let Some(by_value) = self.by_value() {
            let (node, value) = by_value.rows.get(i).copied()?;
            return Some(ListRow {
                rank: i as u32,
                node,
                value: Some(value),
            });
        }
        let (start, nodes) = &mut self.page;
        if !(*start..*start + nodes.len()).contains(&i) {
            *start = i / PAGE * PAGE;
            *nodes = (self.frontier).rows(trace, self.side, *start..*start + PAGE);
        }
        let node = *nodes.get(i.checked_sub(*start)?)?;
        Some(ListRow {
            rank: i as u32,
            node,
            value: None,
        })
    }

    /// The rows in the order of a column; `None` while they are in that of the algorithm.
    fn sorted(&self) -> Option<&[ListRow]> {
        match self.sorted.as_ref()?.1.state() {
            WorkState::Done(rows) => Some(rows),
            _ => None,
        }
    }

    /// How much is sorted, from 0 to 1, while rows are being sorted.
    fn progress(&self) -> Option<f64> {
        match self.sorted.as_ref()?.1.state() {
            WorkState::Working(done) => Some(done),
            _ => None,
        }
    }

    /// Puts the rows back in the order of the algorithm.
    pub fn unsort(&mut self) {
        self.sorted = None;
    }

    /// Sorts the rows of `entry`, if that is asked for, by `key`: few at once, many on a thread. In an
    /// image many rows stay in the order of the algorithm.
    pub fn sort(
        &mut self,
        entry: &RunEntry,
        sorting: Sorting,
        is_image: bool,
        wake: &Wake,
        key: impl Fn(&Trace, ListRow) -> u64 + Send + 'static,
    ) {
        if let Some((of, work)) = &mut self.sorted
            && *of == sorting
        {
            work.poll();
            return;
        }
        self.sorted = None;
        if let Some(by_value) = self.by_value() {
            let rows = (0..)
                .zip(&by_value.rows)
                .map(|(rank, &(node, value))| ListRow {
                    rank,
                    node,
                    value: Some(value),
                });
            let mut rows: Vec<ListRow> = rows.collect();
            let trace = entry.run.trace();
            rows.sort_by_cached_key(|row| (key(trace, *row), row.rank));
            if matches!(sorting, Sorting::Down(_)) {
                rows.reverse();
            }
            self.sorted = Some((sorting, Work::done(Ok::<_, &str>(rows))));
            return;
        }
        let is_large = self.len() > MAX_AT_ONCE;
        if is_large && (is_image || too_large(entry, self.len()).is_some()) {
            return;
        }
        let (frontier, side) = (self.frontier.clone(), self.side);
        let is_down = matches!(sorting, Sorting::Down(_));
        let work = match is_large {
            false => Work::done(sorted(
                &frontier,
                entry.run.trace(),
                side,
                is_down,
                key,
                &Interrupt::default(),
                &mut |_| {},
            )),
            true => {
                let trace = entry.run.shared_trace();
                Work::spawn("sort frontier", wake, move |interrupt, progress| {
                    sorted(&frontier, &trace, side, is_down, key, interrupt, progress)
                })
            }
        };
        self.sorted = Some((sorting, work));
    }

    /// The place of a node in the table; `None` if it has none.
    pub fn place(&self, trace: &Trace, node: NodeId) -> Option<usize> {
        if trace.direction(node) != self.side {
            return None;
        }
        match self.sorted() {
            Some(rows) => rows.iter().position(|row| row.node == node),
            None => match self.by_value() {
                Some(by_value) => by_value.rows.iter().position(|row| row.0 == node),
                None => self.frontier.rank(trace, node),
            },
        }
    }

    /// The tie of a row, and its number; `None` if the algorithm compares nothing, so that nothing
    /// ties.
    pub fn tie(&self, rank: u32) -> Option<(usize, &Tie)> {
        if self.frontier.index().order().key == Key::None {
            return None;
        }
        let ties = self.by_value().map_or(&self.ties, |it| &it.ties);
        let number = ties.partition_point(|tie| tie.rows.end <= rank as usize);
        ties.get(number).map(|tie| (number, tie))
    }

    /// Which node is taken next, or which nodes: “12 nodes tie at f = 57: any of these may come
    /// next.” How much is sorted, while rows are; or why they can't be.
    pub fn first_words(&self, entry: &RunEntry, sorting: Sorting) -> String {
        if self.len() == 0 {
            return "The frontier is empty at this step.".to_owned();
        }
        if let Some(WorkState::Working(done)) = self.by_value.as_ref().map(Work::state) {
            let percent = (100.0 * done).floor();
            return format!("Replaying the record for the backed-up f: {percent:.0} %");
        }
        // In the place of the other words, so that the rows stay where they are.
        if let Some(done) = self.progress() {
            let n_rows = format::count(self.len() as u64);
            return format!("Sorting {n_rows} rows: {:.0} %", (100.0 * done).floor());
        }
        let job = entry.run.job();
        let next = match self.by_value() {
            Some(by_value) => explain::least_value_text(job, &by_value.rows),
            None => explain::next_text(job, self.tie(0).map(|(_, tie)| tie)),
        };
        // A line that comes and goes would move the head of a column while it is clicked.
        if next.is_empty() && self.len() > MAX_AT_ONCE && self.sorted().is_some() {
            return format!("{} rows are sorted.", format::count(self.len() as u64));
        }
        let rest = match too_large(entry, self.len()) {
            Some([needed, left]) if sorting != Sorting::None => format!(
                " Sorting these rows takes up to {}, and the memory limit of this run leaves {}, so \
                 they stay in the order of the algorithm.",
                format::bytes(needed),
                format::bytes(left)
            ),
            _ => String::new(),
        };
        format!("{next}{rest}").trim().to_owned()
    }
}

/// The bytes that sorting `n_rows` rows takes and those that the run's memory limit leaves, if they are
/// too few.
fn too_large(entry: &RunEntry, n_rows: usize) -> Option<[u64; 2]> {
    let limit = entry.run.job().settings.limits.memory?;
    let left = limit.saturating_sub(entry.run.trace().bytes() as u64);
    let needed = BYTES * n_rows as u64;
    (n_rows > MAX_AT_ONCE && needed > left).then_some([needed, left])
}

/// The frontier of one tree, sorted by `key` and then by rank.
fn sorted(
    frontier: &Frontier,
    trace: &Trace,
    side: SearchDirection,
    is_down: bool,
    key: impl Fn(&Trace, ListRow) -> u64,
    interrupt: &Interrupt,
    progress: &mut dyn FnMut(f64),
) -> Result<Vec<ListRow>, &'static str> {
    /// The rows that are read and sorted between two looks at the interrupt.
    const PART: usize = 1 << 18;
    let n = frontier.len(side);
    let mut rows: Vec<(u64, u32, NodeId)> = Vec::with_capacity(n);
    for from in (0..n).step_by(PART) {
        if interrupt.is_stopped() {
            return Err("stopped");
        }
        let begin = rows.len();
        let nodes = frontier.rows(trace, side, from..from + PART).into_iter();
        rows.extend((from as u32..).zip(nodes).map(|(rank, node)| {
            let row = ListRow {
                rank,
                node,
                value: None,
            };
            (key(trace, row), rank, node)
        }));
        rows[begin..].sort();
        progress(0.8 * rows.len() as f64 / n as f64);
    }
    // The sort finds the sorted parts, and merges them.
    rows.sort();
    if is_down {
        rows.reverse();
    }
    let row = |(_, rank, node)| ListRow {
        rank,
        node,
        value: None,
    };
    Ok(rows.into_iter().map(row).collect())
}

/// The reason why there is no list.
pub fn empty_words(state: Option<FrontierState>) -> String {
    match state {
        None => {
            "The nodes on the frontier at each step, in the order in which the algorithm takes \
                 them. Solve to see them."
                .to_owned()
        }
        Some(FrontierState::NoRecord) => {
            "No nodes are recorded, so there is no frontier to show. Algorithms record theirs: A* \
             is one. Engines don't."
                .to_owned()
        }
        Some(FrontierState::WaitsForPause) => {
            "The frontier is put in order when the run is paused or ends.".to_owned()
        }
        Some(FrontierState::TooLarge { needed, limit }) => {
            let [needed, limit] = [needed, limit].map(format::bytes);
            format!(
                "Putting the frontier in order takes up to {needed}, and the memory limit of this \
                 run leaves {limit}. Raise “Max. memory” and run it again."
            )
        }
        Some(FrontierState::Building(done)) => {
            let percent = (100.0 * done).floor();
            format!("Putting the frontier in order: {percent:.0} %")
        }
        Some(FrontierState::Ready(_) | FrontierState::AsOf(..)) => String::new(),
    }
}
