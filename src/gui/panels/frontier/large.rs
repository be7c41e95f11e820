//! The frontier in large type: the first nodes that the algorithm takes, each with its state and its
//! costs.

use super::lists::{Lists, empty_words};
use super::path;
use crate::gui::actions::Action;
use crate::gui::frontiers::FrontierState;
use crate::gui::model::Model;
use crate::gui::replay::Replay;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, Palette, space};
use crate::gui::timeline::TimelineAction;
use crate::gui::widgets::mini_state::MiniStates;
use egui::{
    Align2, FontId, Label, Rect, RichText, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2,
};
use tilescope_lab::{Problem, explain, format};
use tilescope_search::SearchDirection;
use tilescope_trace::NodeId;

/// The sizes of type, in points.
const LARGE: f32 = 17.0;
const SMALL: f32 = 14.0;
/// The side of a board up to 3×3, and of a larger one.
const BOARD: f32 = 54.0;
const LARGE_BOARD: f32 = 84.0;
/// The height of a row with a city, which has no board.
const CITY: f32 = 46.0;

/// The first nodes of the frontier, in type that can be read from afar.
#[derive(Default)]
pub struct LargeFrontier {
    lists: Option<Lists>,
    replay: Replay,
}

impl LargeFrontier {
    pub fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        ui.spacing_mut().item_spacing.y = space::S;
        let t = model.cursor().t;
        let active = model.runs().active();
        let state = active.map(|entry| (entry, model.frontiers().state(entry, t)));
        let Some((entry, FrontierState::Ready(index))) = state else {
            self.lists = None;
            let words = match state {
                Some((_, state)) => empty_words(Some(state)),
                None => {
                    "The frontier stands here, the node that is expanded next first.".to_owned()
                }
            };
            text_ui(ui, &words, SMALL);
            return;
        };
        let job = entry.run.job();
        let trace = entry.run.trace();
        let nodes = explain::nodes_text(trace.frontier_size(t).into());
        ui.label(RichText::new(nodes).size(LARGE).family(theme::semibold()));
        let lists = Lists::present(&mut self.lists, ui, index, entry, t);
        let rule = match lists.list(SearchDirection::Forward).by_value() {
            Some(_) => explain::replayed_rule(job).to_owned(),
            None => explain::frontier_rule(job),
        };
        text_ui(ui, &rule, SMALL);
        if explain::keeps_path_alone(job.settings.strategy()) {
            path::ui(ui, entry, t, SMALL, actions);
            return;
        }
        let mut room = ui.available_rect_before_wrap();
        if trace.root(SearchDirection::Backward).is_none() {
            self.rows_ui(ui, room, entry, SearchDirection::Forward, model, actions);
            return;
        }
        for (side, title) in [
            (SearchDirection::Forward, "From the start"),
            (SearchDirection::Backward, "From the goal"),
        ] {
            let (part, rest) = match side {
                SearchDirection::Forward => room.split_top_bottom_at_fraction(0.5),
                SearchDirection::Backward => (room, room),
            };
            room = rest;
            let (head, rows) = part.split_top_bottom_at_y(part.min.y + 2.0 * SMALL);
            let font = FontId::new(SMALL, theme::medium());
            let colour = theme::palette(ui).dim;
            ui.painter()
                .text(head.left_center(), Align2::LEFT_CENTER, title, font, colour);
            self.rows_ui(ui, rows, entry, side, model, actions);
        }
    }

    /// The first nodes of one tree, as many as there is room for, and how many more there are.
    fn rows_ui(
        &mut self,
        ui: &mut Ui,
        room: Rect,
        entry: &RunEntry,
        side: SearchDirection,
        model: &Model,
        actions: &mut Vec<Action>,
    ) {
        let Some(lists) = &mut self.lists else { return };
        let list = lists.list(side);
        let (trace, problem) = (entry.run.trace(), &entry.run.job().problem);
        let palette = theme::palette(ui);
        let extent = match problem {
            Problem::Tiles(puzzle) if puzzle.size().rows().max(puzzle.size().columns()) > 3 => {
                LARGE_BOARD
            }
            Problem::Tiles(_) => BOARD,
            Problem::Route(_) => CITY,
        };
        let states = MiniStates::new(ui.painter(), Vec2::splat(extent), problem, palette);
        let height = match problem {
            Problem::Tiles(_) => states.extent().y + space::M,
            Problem::Route(_) => CITY,
        };
        let rest = 2.0 * SMALL;
        let n_all = list.len();
        let n_fit = (room.height() / height).max(0.0) as usize;
        let n_shown = match n_all <= n_fit {
            true => n_all,
            false => ((room.height() - rest) / height).max(0.0) as usize,
        };
        for i in 0..n_shown {
            let Some(node) = list.row(trace, i).map(|row| row.node) else {
                break;
            };
            let Some(state) = self.replay.state(entry, node) else {
                break;
            };
            let top = room.min.y + i as f32 * height;
            let rect = Rect::from_x_y_ranges(room.x_range(), top..=top + height - space::XS);
            let row = ui.interact(
                rect,
                ui.scope_id().with(("row", side as u8, node)),
                Sense::click(),
            );
            let line = problem.state_line(state);
            let [value, terms] = costs(entry, node);
            let name = format!("{}: {line}, {value} {terms}", i + 1);
            let is_selected = model.selection() == Some(node);
            row.widget_info(|| {
                WidgetInfo::selected(Role::ListBoxOption, true, is_selected, name.trim())
            });
            if row.clicked() {
                let node = entry.node(node);
                actions.extend(node.map(|node| TimelineAction::Reveal(node).into()));
            }
            row_ground(ui, palette, rect, i == 0, is_selected || row.hovered());
            let inside = rect.shrink2(vec2(space::M, 0.0));
            let left = match problem {
                Problem::Tiles(_) => {
                    let at = inside.left_center() - vec2(0.0, states.extent().y / 2.0);
                    states.paint(ui.painter(), at, state, Stroke::NONE);
                    inside.min.x + states.extent().x + space::M
                }
                Problem::Route(_) => inside.min.x,
            };
            let head = match problem {
                Problem::Tiles(_) => value.clone(),
                Problem::Route(_) => line,
            };
            let below = match problem {
                Problem::Tiles(_) => terms.trim_start_matches(" = ").to_owned(),
                Problem::Route(_) => format!("{value}{terms}"),
            };
            let middle = egui::pos2(left, rect.center().y);
            let strong = FontId::new(LARGE, theme::semibold());
            let plain = FontId::proportional(SMALL);
            let painter = ui.painter().with_clip_rect(rect);
            match below.is_empty() {
                true => {
                    painter.text(middle, Align2::LEFT_CENTER, head, strong, palette.text);
                }
                false => {
                    painter.text(middle, Align2::LEFT_BOTTOM, head, strong, palette.text);
                    painter.text(middle, Align2::LEFT_TOP, below, plain, palette.dim);
                }
            }
        }
        if n_shown < n_all {
            let text = format!("and {} more", format::count((n_all - n_shown) as u64));
            let at = egui::pos2(
                room.min.x + space::M,
                room.min.y + n_shown as f32 * height + rest / 2.0,
            );
            let font = FontId::proportional(SMALL);
            ui.painter()
                .text(at, Align2::LEFT_CENTER, text, font, palette.dim);
        }
    }
}

/// The ground of a row: the next node has a bar at its left.
fn row_ground(ui: &Ui, palette: &Palette, rect: Rect, is_next: bool, is_lit: bool) {
    let radius = theme::radius::CONTROL;
    if is_next {
        ui.painter()
            .rect_filled(rect, radius, palette.accent_ground);
        let bar = rect.with_max_x(rect.min.x + 3.0);
        ui.painter().rect_filled(bar, 1, palette.accent);
    }
    if is_lit {
        let stroke = Stroke::new(1.5, palette.accent);
        let inside = egui::StrokeKind::Inside;
        ui.painter().rect_stroke(rect, radius, stroke, inside);
    }
}

/// The cost by which the algorithm compares a node, and its terms: “f = 393” and “ = 140 + 253”. The
/// depth, if it compares no costs.
fn costs(entry: &RunEntry, node: NodeId) -> [String; 2] {
    let (job, trace) = (entry.run.job(), entry.run.trace());
    let (g, h) = (trace.g(node), trace.h(node));
    if explain::f(job, g, h).is_none() {
        let depth = format::count(trace.depth(node).into());
        return [format!("depth {depth}"), String::new()];
    }
    let (value, terms) = explain::terms(job, g, h);
    let name = match explain::has_sum(job) {
        true => "f".to_owned(),
        false => explain::compared(job),
    };
    [format!("{name} = {value}"), terms]
}

fn text_ui(ui: &mut Ui, text: &str, size: f32) {
    let text = RichText::new(text).size(size).color(theme::palette(ui).dim);
    ui.add(Label::new(text).wrap());
}
