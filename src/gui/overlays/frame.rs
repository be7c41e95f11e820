//! The frame of every page: in the middle of the window, with a margin around its contents.

use crate::gui::theme;
use crate::gui::widgets::{follow_focus, scrolled_together};
use egui::{Align, Layout, Response, RichText, ScrollArea, Ui, Vec2};

/// The modal window of a page.
pub struct Page(egui::Modal);

/// The modal window of the page `name`.
pub fn page(name: &str, style: &egui::Style) -> Page {
    let frame = egui::Frame::popup(style).inner_margin(theme::space::XL as i8);
    Page(egui::Modal::new(egui::Id::unique(name)).frame(frame))
}

impl Page {
    /// The room that every page has without scrolling.
    const ROOM: Vec2 = Vec2::new(960.0, 600.0);

    /// Changes the modal window itself.
    pub fn with(self, change: impl FnOnce(egui::Modal) -> egui::Modal) -> Self {
        Page(change(self.0))
    }

    /// Shows the page. In a small window, what does not fit scrolls.
    pub fn show<T>(
        self,
        ctx: &egui::Context,
        contents: impl FnOnce(&mut Ui) -> T,
    ) -> egui::ModalResponse<T> {
        let size = ctx.content_rect().size();
        self.0.show(ctx, |ui| {
            if size.x >= Self::ROOM.x && size.y >= Self::ROOM.y {
                return contents(ui);
            }
            let room = size - Vec2::splat(2.0 * theme::space::XL);
            let area = ScrollArea::both().max_width(room.x).max_height(room.y);
            area.show(ui, |ui| follow_focus(ui, contents)).inner
        })
    }
}

/// Whether a press of Escape or a click beside the page closes it. While a list of the page is open, they close
/// only the list.
pub fn is_left<T>(page: &egui::ModalResponse<T>) -> bool {
    !page.any_popup_open && page.should_close()
}

/// Whether the page was not shown in the frame before.
pub fn is_new(ui: &Ui) -> bool {
    ui.memory(|memory| !memory.areas().visible_last_frame(&ui.layer_id()))
}

/// Gives the focus to what a page is opened for, so that Enter does it.
pub fn focus_first(ui: &Ui, usual: &Response) {
    if is_new(ui) {
        usual.request_focus();
    }
}

/// The title of a page, and the button that closes it; whether that was pressed.
pub fn head(ui: &mut Ui, title: &str) -> bool {
    let shown = ui.horizontal(|ui| {
        ui.label(RichText::new(title).size(16.0).family(theme::semibold()));
        let right = Layout::right_to_left(Align::Center);
        ui.with_layout(right, |ui| ui.button("Close").clicked())
            .inner
    });
    shown.inner
}

/// A column of a page, at most of this size. The wheel scrolls it by itself, keys all columns of the page.
pub fn column(ui: &mut Ui, salt: &str, size: Vec2, contents: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.set_width(size.x);
        // Without the least height it would stay as low as the page was so far.
        let area = ScrollArea::vertical().id_salt(salt).max_height(size.y);
        area.min_scrolled_height(size.y)
            .auto_shrink([false, true])
            .show(ui, |ui| scrolled_together(ui, contents));
    });
}
