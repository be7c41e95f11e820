//! Where a tooltip is.

use crate::gui::theme;
use egui::{RectAlign, Tooltip};

/// The tooltip to the right of its widget, or to its left: it does not cover what is below.
pub fn beside(mut tooltip: Tooltip<'_>) -> Tooltip<'_> {
    let popup = tooltip.popup.align(RectAlign::RIGHT_START);
    let elsewhere = &[RectAlign::LEFT_START, RectAlign::BOTTOM_START];
    tooltip.popup = popup.align_alternatives(elsewhere).gap(theme::space::M);
    tooltip
}
