//! The frame of every page: in the middle of the window, with a margin around its contents.

use crate::gui::theme;

/// The modal window of the page `name`.
pub fn page(name: &str, style: &egui::Style) -> egui::Modal {
    let frame = egui::Frame::popup(style).inner_margin(theme::space::XL as i8);
    egui::Modal::new(egui::Id::unique(name)).frame(frame)
}
