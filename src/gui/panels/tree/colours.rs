//! The colours of nodes by a number, such as f or their age, or by a comparison: the choice, and the
//! scale with its histogram.

use crate::gui::actions::Action;
use crate::gui::colouring::{ColourBy, ColouringAction, Counts, Viewer};
use crate::gui::comparisons::ComparisonState;
use crate::gui::image_context;
use crate::gui::model::Model;
use crate::gui::runs::RunEntry;
use crate::gui::theme::{self, Palette, space};
use crate::gui::widgets::{dimmed_item, head_button, list, list_item, note, value_button_within};
use egui::{Align, Label, Layout, RichText, UiBuilder};
use egui::{
    Align2, Color32, FontId, Painter, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};
use tilescope_lab::distribution::Bin;
use tilescope_lab::trace_file::StepSet;
use tilescope_lab::{Distribution, Quantity, format};
use tilescope_trace::{NodeId, Trace};

/// The colours of a run's nodes.
#[derive(Clone, Copy)]
pub struct Colours<'a> {
    trace: &'a Trace,
    palette: &'static Palette,
    scheme: Scheme<'a>,
}

/// What they follow from.
#[derive(Clone, Copy)]
enum Scheme<'a> {
    /// A number; `None` until something is counted.
    Number(Option<&'a Distribution>),
    /// The steps that expand a state which the other run expands too.
    Comparison(&'a StepSet),
}

impl<'a> Colours<'a> {
    /// `None` if nodes are coloured by their status.
    pub fn of_run(
        model: &'a Model,
        entry: &'a RunEntry,
        palette: &'static Palette,
    ) -> Option<Colours<'a>> {
        let scheme = match model.colouring().chosen() {
            ColourBy::Status => return None,
            ColourBy::Quantity(_) => {
                model.colouring().quantity_of(entry)?;
                Scheme::Number(model.colouring().of(entry))
            }
            ColourBy::Comparison => {
                let (comparison, which, _) = model.comparisons().of(model.runs(), entry.id)?;
                Scheme::Comparison(&comparison.shared_steps[which])
            }
        };
        Some(Colours {
            trace: entry.run.trace(),
            palette,
            scheme,
        })
    }

    /// The colour of a node; faint if its value is not known, or if it was never expanded.
    pub fn of(&self, node: NodeId) -> Color32 {
        match self.scheme {
            Scheme::Number(distribution) => {
                let share = distribution.and_then(|it| it.share(self.trace, node));
                share.map_or(self.palette.faint, |share| self.palette.scale(share))
            }
            Scheme::Comparison(shared) => match self.trace.expanded_at(node) {
                None => self.palette.faint,
                Some(step) if shared.contains(step) => self.palette.expanded,
                Some(_) => self.palette.accent,
            },
        }
    }
}

/// What the choice is called when nodes are coloured by what became of them.
const STATUS: &str = "status";

/// What it is called when they are coloured by a comparison.
const COMPARISON: &str = "comparison";

/// The list of the numbers by which nodes can be coloured. Those that the run lacks say why. It leaves
/// `beside` points of the width.
pub fn choice_ui(
    ui: &mut Ui,
    model: &Model,
    entry: &RunEntry,
    beside: f32,
    actions: &mut Vec<Action>,
) {
    let (job, trace) = (entry.run.job(), entry.run.trace());
    let chosen = chosen(model, entry);
    let shown = match chosen {
        ColourBy::Status => STATUS,
        ColourBy::Quantity(quantity) => quantity.name(),
        ColourBy::Comparison => COMPARISON,
    };
    let titled = format!("Colour: {shown}");
    let room = ui.available_width() - beside;
    let button = value_button_within(ui, "Colour of the nodes", [&titled, shown], room);
    list(&button, theme::size::POPUP, |ui| {
        let status = "status: frontier, expanded, duplicate …";
        if list_item(ui, chosen == ColourBy::Status, status, "").clicked() {
            actions.push(Action::ColourBy(ColourBy::Status));
        }
        let comparison = "comparison: expanded by both runs, or by one";
        match obstacle(model, entry) {
            Some(reason) => {
                dimmed_item(ui, comparison, reason);
            }
            None => {
                if list_item(ui, chosen == ColourBy::Comparison, comparison, "").clicked() {
                    actions.push(Action::ColourBy(ColourBy::Comparison));
                }
            }
        }
        for quantity in Quantity::ALL {
            let title = quantity.title(job);
            match quantity.missing(job, trace) {
                Some(reason) => {
                    dimmed_item(ui, &title, reason);
                }
                None => {
                    let colour_by = ColourBy::Quantity(quantity);
                    if list_item(ui, chosen == colour_by, &title, "").clicked() {
                        actions.push(Action::ColourBy(colour_by));
                    }
                }
            }
        }
    });
}

/// What the nodes of a run are coloured by: what is chosen, or their status if the run lacks that.
fn chosen(model: &Model, entry: &RunEntry) -> ColourBy {
    let chosen = model.colouring().chosen();
    let is_lacking = match chosen {
        ColourBy::Status => false,
        ColourBy::Quantity(_) => model.colouring().quantity_of(entry).is_none(),
        ColourBy::Comparison => obstacle(model, entry).is_some(),
    };
    if is_lacking { ColourBy::Status } else { chosen }
}

/// Why a run can't be coloured by its comparison with another one.
fn obstacle(model: &Model, entry: &RunEntry) -> Option<&'static str> {
    let comparisons = model.comparisons();
    let Some(entries) = comparisons.entries(model.runs()) else {
        return Some("Solve the puzzle twice, with different settings, to compare the runs.");
    };
    if entries.iter().all(|it| it.id != entry.id) {
        return Some("Choose this run in the panel Compare.");
    }
    match comparisons.state(entries) {
        ComparisonState::Done(_) | ComparisonState::Due | ComparisonState::Working(_) => None,
        _ => Some("The panel Compare says why there is no comparison."),
    }
}

/// The bars of the histogram, at most.
const N_BARS: usize = 24;
const BAR: f32 = 6.0;
const BARS_HEIGHT: f32 = 20.0;
const STRIP_HEIGHT: f32 = 6.0;
/// The height of the scale.
const HEIGHT: f32 = 38.0;
/// A canvas that is lower has no room for it.
const MIN_CANVAS: f32 = 160.0;

/// The height of the scale above a canvas of this height; 0 if nodes are coloured by their status.
pub fn height(model: &Model, canvas: f32) -> f32 {
    let entry = model.runs().active();
    let is_shown = entry.is_some_and(|entry| chosen(model, entry) != ColourBy::Status);
    match is_shown && canvas >= MIN_CANVAS {
        true => HEIGHT,
        false => 0.0,
    }
}

/// The scale: what the colours mean, from the least value to the greatest, and how many nodes have
/// each. Where h\* is found of the nodes alone that the `viewer` shows, it says how far.
pub fn scale_ui(ui: &mut Ui, area: Rect, model: &Model, viewer: Viewer, actions: &mut Vec<Action>) {
    let colouring = model.colouring();
    let Some(entry) = model.runs().active() else {
        return;
    };
    let palette = theme::palette(ui);
    ui.painter().rect_filled(area, 0.0, palette.panel);
    let line = Stroke::new(1.0, palette.line);
    ui.painter().hline(area.x_range(), area.max.y - 0.5, line);
    let quantity = match chosen(model, entry) {
        ColourBy::Status => return,
        ColourBy::Comparison => return comparison_ui(ui, area, model, entry),
        ColourBy::Quantity(quantity) => quantity,
    };
    let job = entry.run.job();
    let response = ui.interact(area, ui.scope_id().with("scale"), Sense::hover());
    let painter = ui.painter().with_clip_rect(area);
    let font = FontId::proportional(theme::text::SMALL);
    let write = |at, align, text: &str| painter.text(at, align, text, font.clone(), palette.dim);
    let inside = area.shrink2(vec2(space::L, space::XS));
    let is_of_visible = colouring.is_of_visible(entry);
    let (at, align) = match is_of_visible {
        true => (inside.left_top(), Align2::LEFT_TOP),
        false => (inside.left_center(), Align2::LEFT_CENTER),
    };
    let title = write(at, align, &quantity.title(job));
    let right_of_progress = match is_of_visible {
        true => {
            let counts = colouring.visible().counts(viewer);
            progress_ui(ui, inside, viewer, counts, actions)
        }
        false => 0.0,
    };
    let title_right = title.right().max(right_of_progress);

    let distribution = colouring.of(entry);
    let range = distribution.and_then(|it| Some((it, it.range()?)));
    let Some((distribution, (least, greatest))) = range else {
        let words = match (distribution, quantity) {
            (None, Quantity::Error) => "h* is being computed…",
            (Some(_), Quantity::Error) if is_of_visible => "no h* is known yet",
            _ => "no node has a value",
        };
        write(inside.right_center(), Align2::RIGHT_CENTER, words);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, words));
        return;
    };
    let [low, high] = [least, greatest].map(|value| quantity.text(job, value));
    let right = write(inside.right_center(), Align2::RIGHT_CENTER, &high);
    let width = N_BARS as f32 * BAR;
    let bins = distribution.bins(entry.run.trace(), N_BARS);
    let bars = Rect::from_min_size(
        pos2(right.left() - space::S - width, inside.min.y),
        vec2(width, BARS_HEIGHT),
    );
    // In a narrow panel the name gives way.
    let left = pos2(bars.left() - space::S, inside.center().y);
    let ground = Rect::from_min_max(pos2(left.x - 60.0, area.min.y), area.max - vec2(0.0, 1.0));
    if title_right > ground.left() {
        painter.rect_filled(ground, 0.0, palette.panel);
        write(inside.right_center(), Align2::RIGHT_CENTER, &high);
    }
    write(left, Align2::RIGHT_CENTER, &low);
    let strip = Rect::from_min_size(
        bars.left_bottom() + vec2(0.0, 2.0),
        vec2(width, STRIP_HEIGHT),
    );
    bars_ui(&painter, palette, bars, &bins);
    strip_ui(&painter, palette, strip);
    let name = quantity.name();
    response.widget_info(|| {
        let words = format!("Colours: {name} from {low} to {high}");
        WidgetInfo::labeled(Role::Image, true, words)
    });
    if let Some(pointer) = response.hover_pos() {
        let mut words = Vec::new();
        let i = ((pointer.x - bars.min.x) / bars.width() * bins.len() as f32).floor();
        if i >= 0.0
            && let Some(bin) = bins.get(i as usize)
        {
            let [first, last] = [bin.first, bin.last].map(|value| quantity.text(job, value));
            let values = match first == last {
                true => first,
                false => format!("{first} to {last}"),
            };
            let n = match bin.n_nodes {
                1 => "1 node".to_owned(),
                n => format!("{} nodes", format::count(n)),
            };
            words.push(format!("{name} {values}: {n}"));
        }
        let counted = match is_of_visible {
            true => "The nodes whose h* was found; bars are logarithmic",
            false => "All nodes of the record; bars are logarithmic",
        };
        words.push(counted.to_owned());
        let left = colouring.n_left_out(entry);
        if left > 0 {
            let left = format::count(left.into());
            words.push(format!("Not known of the last {left} nodes"));
        }
        response.on_hover_text_at_pointer(words.join("\n"));
    }
}

/// How far h\* of the viewer's nodes is found, with a button to stop that; returns where it ends.
fn progress_ui(
    ui: &mut Ui,
    area: Rect,
    viewer: Viewer,
    counts: Counts,
    actions: &mut Vec<Action>,
) -> f32 {
    let mut ui = ui.new_child(
        UiBuilder::new()
            .max_rect(area)
            .layout(Layout::left_to_right(Align::Max)),
    );
    ui.set_clip_rect(area.intersect(ui.clip_rect()));
    ui.spacing_mut().item_spacing.x = space::M;
    let [known, visible, without] =
        [counts.n_known, counts.n_visible, counts.n_without].map(|n| format::count(n as u64));
    let nodes = match viewer {
        Viewer::Tree => format!("{visible} visible nodes"),
        Viewer::Overview => format!("the {visible} widest nodes"),
    };
    let mut words = format!("h* of {known} of {nodes}");
    if counts.n_known < counts.n_visible {
        words += "; the others are grey";
    }
    let palette = theme::palette(&ui);
    let text = RichText::new(words).small().color(palette.dim);
    let label = ui.add(Label::new(text).selectable(false));
    let mut right = label.rect.right();
    if counts.n_without > 0 {
        let words = format!("Not found for {without} nodes within the limit of 10 s a board");
        label.on_hover_text(words);
    }
    if counts.is_unfinished() && !image_context::is_image(&ui) {
        let (name, hint) = match counts.is_stopped {
            true => ("Find h*", "Go on finding h* of these nodes"),
            false => ("Stop h*", "Find h* of no more nodes"),
        };
        let button = head_button(&mut ui, name).on_hover_text(hint);
        right = button.rect.right();
        if button.clicked() {
            let action = ColouringAction::Stop(!counts.is_stopped);
            actions.push(Action::Colouring(action));
        }
    }
    right
}

/// What the colours of a comparison mean, and how many states each group has.
fn comparison_ui(ui: &mut Ui, area: Rect, model: &Model, entry: &RunEntry) {
    let palette = theme::palette(ui);
    let inside = area.shrink2(vec2(space::L, space::XS));
    let mut ui = ui.new_child(
        UiBuilder::new()
            .max_rect(inside)
            .layout(Layout::left_to_right(Align::Center)),
    );
    ui.set_clip_rect(area.intersect(ui.clip_rect()));
    ui.spacing_mut().item_spacing.x = space::S;
    let Some((comparison, which, other)) = model.comparisons().of(model.runs(), entry.id) else {
        note(&mut ui, "The runs are being compared…");
        return;
    };
    let groups = [
        (
            palette.expanded,
            format!("by both runs, this and run {}", other.0),
            comparison.in_both,
        ),
        (
            palette.accent,
            format!("by run {} alone", entry.id.0),
            comparison.only[which],
        ),
    ];
    note(&mut ui, "Expanded");
    for (colour, words, n) in groups {
        let (mark, _) = ui.allocate_exact_size(egui::Vec2::splat(MARK), Sense::hover());
        ui.painter().rect_filled(mark, 2.0, colour);
        let text = format!("{words}: {} states", format::count(n));
        let text = RichText::new(text).small().color(palette.dim);
        ui.add(Label::new(text).truncate());
        ui.add_space(space::S);
    }
}

/// The side of a square in the legend of a comparison.
const MARK: f32 = 10.0;

/// A bar for each bin, in its colour, as high as the logarithm of its number of nodes.
fn bars_ui(painter: &Painter, palette: &Palette, area: Rect, bins: &[Bin]) {
    let most = bins.iter().map(|bin| bin.n_nodes).max().unwrap_or(0);
    let height = |n: u64| (1.0 + n as f32).ln() / (1.0 + most.max(1) as f32).ln();
    let width = area.width() / bins.len().max(1) as f32;
    let last = bins.len().saturating_sub(1).max(1) as f32;
    for (i, bin) in bins.iter().enumerate().filter(|(_, bin)| bin.n_nodes > 0) {
        let share = if bins.len() == 1 {
            1.0
        } else {
            i as f32 / last
        };
        let x = area.min.x + i as f32 * width;
        let top = area.max.y - (area.height() * height(bin.n_nodes)).max(1.0);
        let gap = if width > 3.0 { 1.0 } else { 0.0 };
        let bar = Rect::from_min_max(pos2(x, top), pos2(x + width - gap, area.max.y));
        painter.rect_filled(bar, 0.0, palette.scale(share));
    }
}

/// The colours from the least value to the greatest.
fn strip_ui(painter: &Painter, palette: &Palette, area: Rect) {
    const N: usize = 48;
    let width = area.width() / N as f32;
    for i in 0..N {
        let x = area.min.x + i as f32 * width;
        let step = Rect::from_min_max(pos2(x, area.min.y), pos2(x + width + 0.5, area.max.y));
        painter.rect_filled(
            step.intersect(area),
            0.0,
            palette.scale(i as f32 / (N - 1) as f32),
        );
    }
}
