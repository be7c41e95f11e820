//! A mark on the contexts in which images of panels are drawn. Nothing can be pressed there, so a panel
//! that finds the mark leaves out its controls.

use egui::{Context, Id, Ui};

fn id() -> Id {
    Id::unique("drawn for an image")
}

/// Marks `ctx` as one that draws an image.
pub fn mark(ctx: &Context) {
    ctx.data_mut(|data| data.insert_temp(id(), true));
}

/// Whether `ui` is drawn for an image.
pub fn is_image(ui: &Ui) -> bool {
    ui.ctx().data(|data| data.get_temp(id()).unwrap_or(false))
}
