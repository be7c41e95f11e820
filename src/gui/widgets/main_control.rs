//! The control that a panel or a page is about: keys that lead there give it the focus.

use egui::{Context, Id, LayerId, Pos2, Rect, Response, Ui};

/// The main controls that were drawn in one pass, each with its layer and a point of its panel.
#[derive(Clone, Default)]
struct MainControls {
    pass: u64,
    drawn: Vec<(LayerId, Pos2, Id)>,
}

impl MainControls {
    fn key() -> Id {
        Id::unique("main controls")
    }
}

/// Names `control` as what its panel or page is about. The last that is named is meant, and it may be scrolled
/// out of sight.
pub fn main_control(ui: &Ui, control: &Response) {
    let pass = ui.ctx().cumulative_pass_nr();
    let at = ui.clip_rect().center();
    ui.data_mut(|data| {
        let main: &mut MainControls = data.get_temp_mut_or_default(MainControls::key());
        if main.pass != pass {
            main.drawn.clear();
            main.pass = pass;
        }
        main.drawn.push((ui.layer_id(), at, control.id));
    });
}

/// What the panel or the page at this place of a layer has named in this pass.
pub fn main_control_at(ctx: &Context, layer: LayerId, panel: Rect) -> Option<Id> {
    let main: MainControls = ctx.data(|data| data.get_temp(MainControls::key()))?;
    if main.pass != ctx.cumulative_pass_nr() {
        return None;
    }
    let mut drawn = main.drawn.into_iter();
    drawn
        .rfind(|(on, at, _)| *on == layer && panel.contains(*at))
        .map(|(.., id)| id)
}
