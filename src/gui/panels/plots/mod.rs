//! The plots panel: curves of the runs, in one or two plots, with the cursor t.

mod axis;
mod cache;
mod chart;
mod curves;
mod legend;
mod pointer;
mod quantities;
mod readout;
mod view;

use crate::gui::actions::Action;
use crate::gui::image_context;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::requests::SaveText;
use crate::gui::runs::RunId;
use crate::gui::theme;
use crate::gui::timeline::TimelineAction;
use crate::gui::widgets::{head_button, head_choice, note, segmented_small};
use cache::Cache;
use curves::{Against, Scale};
use egui::{
    Align, Layout, Popup, PopupCloseBehavior, Rect, Role, Stroke, Ui, UiBuilder, Vec2, WidgetInfo,
};
use pointer::{Drag, Event};
use quantities::Quantity;
use view::{Chart, Puzzles, View, visible};

/// Below this width, one plot is shown.
const MIN_WIDTH_FOR_TWO: f32 = 520.0;
/// Below this height, two plots are not stacked.
const MIN_HEIGHT_FOR_TWO: f32 = 320.0;
/// Below this width, the head's controls move to a popup.
const MIN_HEAD: f32 = 540.0;

/// Which plots are shown, and how.
pub struct PlotsPanel {
    quantities: [Quantity; 2],
    number: Number,
    /// Whether two plots had room in the frame before.
    has_room_for_two: bool,
    /// Whether the switches were in the menu then.
    has_menu: bool,
    view: View,
    /// For each plot, the drag in progress.
    drags: [Option<Drag>; 2],
    cache: Cache,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    One,
    Two,
}

impl Default for PlotsPanel {
    fn default() -> Self {
        PlotsPanel {
            quantities: [Quantity::Frontier, Quantity::Nodes],
            number: Number::Two,
            has_room_for_two: true,
            has_menu: false,
            view: View {
                against: Against::Expansions,
                scale: Scale::Linear,
                puzzles: Puzzles::Present,
                pair: None,
                part: None,
            },
            drags: [None; 2],
            cache: Cache::default(),
        }
    }
}

impl Panel for PlotsPanel {
    fn shows_steps(&self) -> bool {
        true
    }

    fn copy(&self) -> Option<Box<dyn Panel>> {
        Some(Box::new(PlotsPanel {
            quantities: self.quantities,
            number: self.number,
            view: self.view,
            ..PlotsPanel::default()
        }))
    }

    fn head_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        self.has_menu = ui.available_width() < MIN_HEAD;
        if !self.has_menu {
            self.switches_ui(ui, model, actions);
            return;
        }
        let button = head_button(ui, "View");
        Popup::menu(&button)
            .align(egui::RectAlign::BOTTOM_END)
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .layout(Layout::top_down(Align::Min))
            .show(|ui| {
                ui.set_width(theme::size::LIST);
                self.switches_ui(ui, model, actions);
            });
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        self.cache.tidy(model);
        let whole = ui.available_rect_before_wrap();
        let is_wide = whole.width() >= MIN_WIDTH_FOR_TWO;
        let is_high = whole.height() >= MIN_HEIGHT_FOR_TWO;
        self.has_room_for_two = is_wide || is_high;
        let Some(extent) = extent(model, self.view) else {
            let margin = egui::Margin::symmetric(theme::space::L as i8, 0);
            egui::Frame::new().inner_margin(margin).show(ui, |ui| {
                note(ui, why_empty(model, self.view.puzzles, self.has_menu));
            });
            (self.view.part, self.drags) = (None, [None; 2]);
            return;
        };
        let shown = match self.number {
            Number::One => &self.quantities[..1],
            Number::Two => &self.quantities[..],
        };
        if shown.iter().any(|it| it.is_counted()) && !model.curve_counts().is_wanted() {
            actions.push(Action::WantCurveCounts);
        }
        // A part that was chosen on the curves of a longer run may have nothing in it.
        self.view.part = self.view.part.filter(|[from, _]| *from < extent[1]);
        let stroke = Stroke::new(1.0, theme::palette(ui).line);
        let places: &[Rect] = match self.number {
            Number::Two if is_wide => {
                let middle = whole.center().x;
                ui.painter().vline(middle, whole.y_range(), stroke);
                &<[Rect; 2]>::from(whole.split_left_right_at_x(middle))
            }
            Number::Two if is_high => {
                let middle = whole.center().y;
                ui.painter().hline(whole.x_range(), middle, stroke);
                &<[Rect; 2]>::from(whole.split_top_bottom_at_y(middle))
            }
            Number::One | Number::Two => &[whole],
        };
        let mut events = Vec::new();
        for (i, place) in places.iter().enumerate() {
            let place = place.shrink2(Vec2::new(theme::space::L, theme::space::XS));
            ui.scope_builder(UiBuilder::new().id_salt(i).max_rect(place), |ui| {
                events.extend(self.chart_ui(ui, i, model, extent));
            });
        }
        // After both plots are drawn, so that they show the same range in this frame.
        for event in events {
            match event {
                Event::Seek(t) => actions.push(TimelineAction::Seek(t).into()),
                Event::Part(part) => self.view.part = part,
            }
        }
    }
}

impl PlotsPanel {
    fn switches_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let View {
            against,
            scale,
            puzzles,
            part,
            ..
        } = &mut self.view;
        let choices = [(Number::One, "One"), (Number::Two, "Two")];
        let switch = ui.add_enabled_ui(self.has_room_for_two, |ui| {
            segmented_small(ui, self.number, &choices)
        });
        self.number = switch.inner.unwrap_or(self.number);
        if !self.has_room_for_two {
            (switch.response).on_hover_text("There is room for one plot only: enlarge the panel.");
        }
        let choices = [(Scale::Linear, "Linear"), (Scale::Log, "Log")];
        if let Some(chosen) = segmented_small(ui, *scale, &choices) {
            *scale = chosen;
        }
        let choices = [(Against::Expansions, "Expansions"), (Against::Time, "Time")];
        if let Some(chosen) = segmented_small(ui, *against, &choices) {
            *against = chosen;
            *part = None;
        }
        let choices = [
            (Puzzles::Present, "This puzzle"),
            (Puzzles::All, "All puzzles"),
        ];
        if let Some(chosen) = segmented_small(ui, *puzzles, &choices) {
            *puzzles = chosen;
            *part = None;
        }
        if part.is_some() && head_button(ui, "Show all").clicked() {
            *part = None;
        }
        let runs = || visible(model, self.view);
        let has_curves = runs().next().is_some();
        let save = ui.add_enabled_ui(has_curves, |ui| head_button(ui, "Save…"));
        let name = "Save curves…";
        save.inner
            .widget_info(|| WidgetInfo::labeled(Role::Button, has_curves, name));
        let save = save
            .inner
            .on_hover_text("Save all curves as a table, in CSV");
        if save.clicked() {
            let curves = curves::table(model, runs());
            actions.push(Action::SaveText(SaveText::Curves(curves)));
        }
    }

    /// Plot `i`: its head, with the choice of quantity, and its curves.
    fn chart_ui(
        &mut self,
        ui: &mut Ui,
        i: usize,
        model: &Model,
        extent: [f64; 2],
    ) -> Option<Event> {
        ui.spacing_mut().item_spacing.y = theme::space::XS;
        ui.horizontal(|ui| {
            let quantity = &mut self.quantities[i];
            if image_context::is_image(ui) {
                ui.label(theme::head(quantity.title(), theme::palette(ui)));
            } else {
                let name = match self.view.pair {
                    Some(_) => "Plot of both runs",
                    None => ["First plot", "Second plot"][i],
                };
                let choices = Quantity::ALL.map(|quantity| (quantity, quantity.title()));
                if let Some(chosen) = head_choice(ui, name, *quantity, &choices) {
                    *quantity = chosen;
                }
            }
            if !image_context::is_image(ui) {
                legend::lines_ui(ui, quantity.lines());
            }
        });
        let chart = Chart {
            model,
            palette: theme::palette(ui),
            quantity: self.quantities[i],
            view: self.view,
            extent,
        };
        if image_context::is_image(ui) || self.view.pair.is_some() {
            legend::runs_ui(ui, &chart);
        }
        chart.ui(ui, &mut self.drags[i], &mut self.cache)
    }
}

/// The curves of two runs in one plot, for another panel.
pub struct PairPlot(PlotsPanel);

impl Default for PairPlot {
    fn default() -> Self {
        PairPlot(PlotsPanel {
            number: Number::One,
            ..PlotsPanel::default()
        })
    }
}

impl PairPlot {
    /// Draws them, as high as `ui`.
    pub fn ui(&mut self, ui: &mut Ui, model: &Model, pair: [RunId; 2], actions: &mut Vec<Action>) {
        self.0.view.pair = Some(pair);
        self.0.ui(ui, model, actions);
    }
}

/// The text shown when there is nothing to plot.
fn why_empty(model: &Model, puzzles: Puzzles, has_menu: bool) -> &'static str {
    if model.runs().is_empty() {
        "The curves of each search will be drawn here while it runs. Solve starts one."
    } else if puzzles == Puzzles::Present
        && !(model.runs().iter()).any(|entry| entry.is_of(model.problem()))
    {
        match has_menu {
            true => {
                "No run of this puzzle yet. “All puzzles”, in the menu View above, shows the curves \
                 of the others."
            }
            false => {
                "No run of this puzzle yet. The switch “All puzzles” shows the curves of the others."
            }
        }
    } else if model.runs().working().is_some() {
        "The curves begin with the search."
    } else if (model.runs().iter()).any(|entry| entry.visible && entry.run.counts().expanded > 0) {
        "The curves of earlier runs are not kept: Solve again draws them."
    } else if model.runs().iter().any(|entry| entry.visible) {
        "There are no curves: nothing was expanded."
    } else {
        "All curves are hidden: the mark before a run's name shows them."
    }
}

/// The smallest positive value and the end of the horizontal axis, over all visible runs; `None` if
/// there is nothing to plot.
fn extent(model: &Model, view: View) -> Option<[f64; 2]> {
    let against = view.against;
    let mut extent: Option<[f64; 2]> = None;
    for entry in visible(model, view) {
        let samples = entry.run.series().samples();
        let first = samples.iter().map(|sample| against.of(sample));
        let floor = first.into_iter().find(|x| *x > 0.0).unwrap_or(1.0);
        let end = samples.last().map_or(floor, |sample| against.of(sample));
        let [old_floor, old_end] = extent.unwrap_or([floor, end]);
        extent = Some([floor.min(old_floor), end.max(old_end)]);
    }
    // The axis has a positive length even if nothing was expanded.
    extent.map(|[floor, end]| [floor, end.max(floor * 1.001)])
}
