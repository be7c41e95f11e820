//! The table of the frontier panel.

use super::lists::{List, ListRow};
use super::scroll::RowScroll;
use crate::gui::actions::Action;
use crate::gui::image_context;
use crate::gui::replay::Replay;
use crate::gui::requests::Wake;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, space};
use crate::gui::timeline::TimelineAction;
use crate::gui::widgets::table::{Column, Row, Sorting, Table, paint_text};
use egui::{Rect, StrokeKind, Ui};
use std::sync::Arc;
use tilescope_lab::{Job, explain, format};
use tilescope_search::SearchDirection;
use tilescope_trace::{Moment, NodeId, Trace};

/// States up to this width, in points, are not cut off. A longer one is cut off rather than all
/// other figures left out.
const MAX_STATE: f32 = 160.0;
/// A narrower list shows figures rather than states, in points.
const MIN_FOR_STATES: f32 = 260.0;

/// Longer lists are scrolled by the numbers of their rows.
const MAX_SCROLLED: usize = 100_000;

/// What is shown.
pub struct Frame<'a> {
    pub entry: &'a RunEntry,
    pub t: Moment,
    pub selected: Option<NodeId>,
    /// The node that the pointer is on in the tree.
    pub pointed: Option<NodeId>,
    /// Whether the selected node is scrolled into view.
    pub reveals: bool,
}

/// What a column shows of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Figure {
    Rank,
    State,
    BackedUpF,
    F,
    G,
    H,
    Depth,
    Age,
    Node,
}

impl Figure {
    const ALL: [Figure; 9] = [
        Figure::Rank,
        Figure::State,
        Figure::BackedUpF,
        Figure::F,
        Figure::G,
        Figure::H,
        Figure::Depth,
        Figure::Age,
        Figure::Node,
    ];

    fn column(self) -> Column {
        match self {
            Figure::Rank => Column::figure("Rank", 44.0),
            Figure::State => Column::rest("State", 72.0).left_out(3),
            Figure::BackedUpF => Column::figure("Backed up", 64.0),
            Figure::F => Column::figure("f", 36.0),
            Figure::G => Column::figure("g", 36.0).left_out(3),
            Figure::H => Column::figure("h", 36.0).left_out(2),
            Figure::Depth => Column::figure("Depth", 44.0).left_out(4),
            Figure::Age => Column::figure("Age", 52.0).left_out(5),
            Figure::Node => Column::figure("Node", 60.0),
        }
    }

    /// The order of the rows when they are sorted by it.
    fn sort_key(self, job: &Job, trace: &Trace, row: ListRow) -> u64 {
        let ListRow { rank, node, value } = row;
        let (g, h) = (trace.g(node), trace.h(node));
        match self {
            Figure::BackedUpF => value.unwrap_or(0).into(),
            // States have no order of their own.
            Figure::Rank | Figure::State => rank.into(),
            Figure::F => explain::f(job, g, h).map_or(0, |f| (f.get() * 1000.0) as u64),
            Figure::G => g.into(),
            Figure::H => h.into(),
            Figure::Depth => trace.depth(node).into(),
            // The nodes are numbered in the order of their generation.
            Figure::Age => (NodeId::MAX - node).into(),
            Figure::Node => node.into(),
        }
    }

    fn text(self, frame: &Frame, row: ListRow, state: &str) -> String {
        let entry = frame.entry;
        let (job, trace) = (entry.run.job(), entry.run.trace());
        let ListRow { rank, node, value } = row;
        let (g, h) = (trace.g(node), trace.h(node));
        match self {
            Figure::BackedUpF => value.map_or("–".to_owned(), |it| entry.cost(it.into())),
            Figure::Rank => format::count(u64::from(rank) + 1),
            Figure::State => state.to_owned(),
            Figure::F => explain::f_text(job, g, h).unwrap_or_default(),
            Figure::G => entry.cost(g.into()),
            Figure::H => entry.cost(h.into()),
            Figure::Depth => format::count(trace.depth(node).into()),
            Figure::Age => format::count(age(trace, node, frame.t).into()),
            Figure::Node => format::count(node.into()),
        }
    }
}

/// A state as long as any other.
fn start(frame: &Frame) -> String {
    let problem = &frame.entry.run.job().problem;
    problem.state_line(&problem.start())
}

/// The width of a state as text, in points.
fn state_width(ui: &Ui, frame: &Frame) -> f32 {
    let font = egui::FontId::proportional(theme::text::SMALL);
    let colour = theme::palette(ui).text;
    let galley = ui.painter().layout_no_wrap(start(frame), font, colour);
    galley.size().x
}

/// The number of steps since a node was generated.
fn age(trace: &Trace, node: NodeId, t: Moment) -> Moment {
    t.saturating_sub(trace.generated_at(node))
}

/// How the list of one tree is sorted and scrolled.
#[derive(Clone, Copy, Default)]
pub struct ListView {
    pub sorting: Sorting,
    scroll: RowScroll,
}

/// The list of one tree. A click selects a node, here and in the tree. Returns the node that the pointer
/// is on.
pub fn ui(
    ui: &mut Ui,
    frame: &Frame,
    list: &mut List,
    replay: &mut Replay,
    view: &mut ListView,
    actions: &mut Vec<Action>,
) -> Option<NodeId> {
    let ListView { sorting, scroll } = view;
    let entry = frame.entry;
    let (job, trace) = (entry.run.job(), entry.run.trace());
    let has = |figure: &Figure| match figure {
        Figure::F => explain::has_sum(job),
        Figure::H => job.settings.algorithm.has_h(),
        Figure::BackedUpF => list.has_values(),
        _ => true,
    };
    let figures: Vec<Figure> = Figure::ALL.into_iter().filter(has).collect();
    if let Sorting::Up(column) | Sorting::Down(column) = *sorting {
        let figure = figures.get(column).copied().unwrap_or(Figure::Rank);
        let ctx = ui.ctx().clone();
        let wake: Wake = Arc::new(move || ctx.request_repaint());
        let job = job.clone();
        let key = move |trace: &Trace, row| figure.sort_key(&job, trace, row);
        list.sort(entry, *sorting, image_context::is_image(ui), &wake, key);
    } else {
        list.unsort();
    }
    let n_rows = list.len();
    let columns = columns(ui, frame, list, &figures);
    let present = *sorting;
    let mut pointed = None;
    let palette = theme::palette(ui);
    let salt = match list.side() {
        SearchDirection::Forward => "frontier",
        SearchDirection::Backward => "backward frontier",
    };
    let revealed = frame.selected.filter(|_| frame.reveals);
    let table = Table::new(salt, &columns).inset(space::L);
    let max_width = table.min_width() + state_width(ui, frame);
    let table = table.max_width(max_width).sorting(sorting);
    let revealed = revealed.and_then(|node| list.place(trace, node));
    let mut row_ui = |row: &mut Row, first: usize| {
        let Some(shown) = list.row(trace, first + row.index()) else {
            return;
        };
        let state = replay.state(entry, shown.node);
        let state = state.map_or(String::new(), |state| job.problem.state_line(state));
        let tie = list.tie(shown.rank);
        let name = name(
            frame,
            &figures,
            shown,
            &state,
            tie.map(|(_, tie)| tie.rows.len()),
        );
        let is_selected = frame.selected == Some(shown.node);
        let key = (salt, shown.node);
        let response = row.selectable(key, &name, is_selected);
        if let Some((number, tie)) = tie.filter(|_| present == Sorting::None) {
            // A bar beside the rows that tie, and a line between them and the next.
            let rect = response.rect;
            let painter = ui_painter(&response, rect);
            let colour = match number.is_multiple_of(2) {
                true => palette.accent,
                false => palette.faint,
            };
            if tie.rows.len() > 1 {
                let bar = Rect::from_min_max(rect.min, rect.max)
                    .with_max_x(rect.left() + 3.0)
                    .translate(egui::vec2(space::XS, 0.0));
                painter.rect_filled(bar, 0.0, colour);
            }
            if shown.rank as usize == tie.rows.start && shown.rank > 0 {
                let stroke = egui::Stroke::new(1.0, palette.line);
                painter.hline(rect.x_range(), rect.top(), stroke);
            }
        }
        if response.hovered() {
            pointed = Some(shown.node);
        } else if frame.pointed == Some(shown.node) {
            let stroke = egui::Stroke::new(1.5, palette.accent);
            let rect = response.rect.shrink2(egui::vec2(space::S, 1.0));
            let painter = ui_painter(&response, response.rect);
            painter.rect_stroke(rect, theme::radius::CONTROL, stroke, StrokeKind::Inside);
        }
        if response.clicked()
            && let Some(node) = entry.node(shown.node)
        {
            actions.push(TimelineAction::Reveal(node).into());
        }
        row.cells(|ui, column| {
            let figure = figures[column];
            let text = figure.text(frame, shown, &state);
            let colour = match figure {
                Figure::Rank | Figure::Age | Figure::Node => palette.dim,
                _ => palette.text,
            };
            paint_text(
                ui,
                &text,
                theme::text::SMALL,
                colour,
                columns[column].is_figure,
            );
        });
        row.end(|_| {});
    };
    if n_rows > MAX_SCROLLED {
        scroll.ui(ui, n_rows, revealed, |ui, first, n_shown| {
            let table = table.without_scrolling();
            table.show(ui, n_shown, |row| row_ui(row, first));
        });
    } else {
        let table = table.reveal(revealed).fill_height();
        table.show(ui, n_rows, |row| row_ui(row, 0));
    }
    pointed
}

/// A painter over a row.
fn ui_painter(response: &egui::Response, rect: Rect) -> egui::Painter {
    let painter = egui::Painter::new(
        response.ctx.clone(),
        response.layer_id,
        response.interact_rect,
    );
    painter.with_clip_rect(response.interact_rect.intersect(rect))
}

/// The columns, wide enough for the figures of the first and the last rows.
fn columns(ui: &Ui, frame: &Frame, list: &mut List, figures: &[Figure]) -> Vec<Column> {
    let trace = frame.entry.run.trace();
    let n = list.len();
    let ends: Vec<ListRow> = [0, n.saturating_sub(1)]
        .into_iter()
        .filter_map(|i| list.row(trace, i))
        .map(|row| ListRow {
            rank: n as u32,
            ..row
        })
        .collect();
    let width = state_width(ui, frame);
    let rank = match ui.available_width() < MIN_FOR_STATES {
        true => 6,
        false => 1,
    };
    let column = |figure: &Figure| {
        if *figure == Figure::State && width <= MAX_STATE {
            return Column::rest("State", width.ceil() + 1.0).left_out(rank);
        }
        let texts: Vec<String> = match figure {
            Figure::State => Vec::new(),
            // No number of a node is longer than that of the last.
            Figure::Node => vec![format::count(trace.n_nodes().into())],
            Figure::Age => vec![format::count(frame.t.into())],
            _ => ends
                .iter()
                .map(|row| figure.text(frame, *row, ""))
                .collect(),
        };
        let texts = texts.iter().map(String::as_str);
        figure.column().fit(ui, theme::text::SMALL, texts)
    };
    figures.iter().map(column).collect()
}

/// “Row 1: node 5 120, 1 2 3 / 4 _ 5, f 57, g 40, h 17, depth 40, age 3, one of 12 that tie”.
fn name(
    frame: &Frame,
    figures: &[Figure],
    row: ListRow,
    state: &str,
    n_tied: Option<usize>,
) -> String {
    let text = |figure: Figure| figure.text(frame, row, state);
    let mut name = format!(
        "Row {}: node {}, {state}",
        text(Figure::Rank),
        text(Figure::Node)
    );
    for (figure, word) in [
        (Figure::BackedUpF, "backed-up f"),
        (Figure::F, "f"),
        (Figure::G, "g"),
        (Figure::H, "h"),
        (Figure::Depth, "depth"),
        (Figure::Age, "age"),
    ] {
        if figures.contains(&figure) {
            name += &format!(", {word} {}", text(figure));
        }
    }
    if let Some(n) = n_tied.filter(|n| *n > 1) {
        name += &format!(", one of {} that tie", format::count(n as u64));
    }
    name
}
