//! A segmented control, a row of choices with one selected: “Start | Goal | Play”.

use super::main_control::main_control;
use super::radio::Radios;
use crate::gui::theme;
use egui::{CornerRadius, FontId, Rect, Response, Role, StrokeKind, Ui, Vec2, WidgetInfo};

/// A segmented control of the full width. Returns the choice made this frame if it differs from
/// `chosen`.
///
/// Each segment is a radio button with its text as its name: Tab focuses the chosen one, arrows choose.
pub fn segmented<T: Copy + PartialEq>(ui: &mut Ui, chosen: T, choices: &[(T, &str)]) -> Option<T> {
    segmented_shown(ui, chosen, choices).0
}

/// The same for what a page is about: keys lead to the chosen segment.
pub fn segmented_main<T: Copy + PartialEq>(
    ui: &mut Ui,
    chosen: T,
    choices: &[(T, &str)],
) -> Option<T> {
    let (choice, shown) = segmented_shown(ui, chosen, choices);
    if let Some(shown) = shown {
        main_control(ui, &shown);
    }
    choice
}

fn segmented_shown<T: Copy + PartialEq>(
    ui: &mut Ui,
    chosen: T,
    choices: &[(T, &str)],
) -> (Option<T>, Option<Response>) {
    let width = ui.available_width() / choices.len().max(1) as f32;
    let style = Style {
        height: theme::size::CONTROL + 2.0,
        text: theme::text::BODY,
        inset: 3.0,
    };
    show(ui, &style, chosen, choices, |_| width)
}

/// A segmented control as wide as its texts, for the head of a panel; closer where there is less room.
pub fn segmented_small<T: Copy + PartialEq>(
    ui: &mut Ui,
    chosen: T,
    choices: &[(T, &str)],
) -> Option<T> {
    let style = Style {
        height: 22.0,
        text: theme::text::SMALL,
        inset: 2.0,
    };
    let font = FontId::proportional(style.text);
    let texts: Vec<f32> = choices
        .iter()
        .map(|(_, text)| {
            let galley = ui.painter().layout_no_wrap(
                (*text).to_owned(),
                font.clone(),
                theme::palette(ui).text,
            );
            galley.size().x
        })
        .collect();
    let free = ui.available_width() - texts.iter().sum::<f32>();
    let padding =
        (free / choices.len().max(1) as f32).clamp(theme::space::S, 2.0 * theme::space::S);
    show(ui, &style, chosen, choices, |i| texts[i] + padding).0
}

struct Style {
    height: f32,
    text: f32,
    /// The gap between the background and the marker of the chosen segment.
    inset: f32,
}

fn show<T: Copy + PartialEq>(
    ui: &mut Ui,
    style: &Style,
    chosen: T,
    choices: &[(T, &str)],
    width: impl Fn(usize) -> f32,
) -> (Option<T>, Option<Response>) {
    let palette = theme::palette(ui);
    let total = (0..choices.len()).map(&width).sum();
    let (id, ground) = ui.allocate_space(Vec2::new(total, style.height));
    ui.painter().rect_filled(
        ground,
        CornerRadius::same(theme::radius::CONTROL + 1),
        palette.raised,
    );
    let at = choices.iter().position(|(value, _)| *value == chosen);
    let mut radios = Radios::side_by_side(ui, id, at, choices.len());
    let (mut choice, mut shown) = (None, None);
    let mut left = ground.left();
    for (i, &(value, text)) in choices.iter().enumerate() {
        let size = Vec2::new(width(i), style.height);
        let rect = Rect::from_min_size(egui::pos2(left, ground.top()), size);
        left = rect.right();
        let response = radios.show_next(|id, sense| ui.interact(rect, id, sense));
        let is_chosen = value == chosen;
        response.widget_info(|| {
            WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, text)
        });
        if response.changed() && !is_chosen {
            choice = Some(value);
        }
        let marker = rect.shrink(style.inset);
        let radius = CornerRadius::same(theme::radius::CONTROL - 1);
        if is_chosen {
            ui.painter().rect_filled(marker, radius, palette.panel);
            let stroke = egui::Stroke::new(1.0, palette.line);
            ui.painter()
                .rect_stroke(marker, radius, stroke, StrokeKind::Inside);
        }
        let colour = if is_chosen || response.hovered() {
            palette.text
        } else {
            palette.dim
        };
        let galley =
            ui.painter()
                .layout_no_wrap(text.to_owned(), FontId::proportional(style.text), colour);
        let at = rect.center() - galley.size() / 2.0;
        ui.painter().galley(at, galley, colour);
        if is_chosen {
            shown = Some(response);
        }
    }
    (choice, shown)
}
