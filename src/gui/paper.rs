//! What is drawn for an image, where nothing can be pressed: controls are left out there.

use egui::{Context, Id, Ui};

fn id() -> Id {
    Id::unique("drawn for an image")
}

/// From now on, what is drawn here is for an image.
pub fn draw_for_image(ctx: &Context) {
    ctx.data_mut(|data| data.insert_temp(id(), true));
}

/// Whether what is drawn here is for an image.
pub fn is_image(ui: &Ui) -> bool {
    ui.ctx().data(|data| data.get_temp(id()).unwrap_or(false))
}
