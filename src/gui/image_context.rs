//! Marks that tell a panel where it is drawn: for an image, in which nothing can be pressed, so that it
//! leaves out its controls; or in the lecture view, where it is read from afar.

use egui::{Context, Id, Ui, UiStackInfo};

const LECTURE: &str = "lecture";

/// Marks a part of the window as the lecture view.
pub fn lecture() -> UiStackInfo {
    UiStackInfo::default().with_tag(LECTURE)
}

/// Returns true if `ui` is a part of the lecture view.
pub fn is_lecture(ui: &Ui) -> bool {
    ui.stack().iter().any(|it| it.tags().contains(LECTURE))
}

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
