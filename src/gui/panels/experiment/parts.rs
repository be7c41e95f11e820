//! What the views of the experiment panel share: heads, lists of entries, sentences.

use crate::gui::experiments::Experiments;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{elided, icon_button, note, rows};
use egui::{Align, Layout, Rect, Role, Sense, Ui, UiBuilder, Vec2, WidgetInfo};
use egui_material_icons::icons::ICON_CLOSE;

/// More entries of a list than this are counted, not shown.
const MAX_ENTRIES: usize = 100;

/// A head, and at its right a control.
pub fn head_ui<R>(ui: &mut Ui, text: &str, control: impl FnOnce(&mut Ui) -> R) -> R {
    ui.add_space(space::S);
    ui.horizontal(|ui| {
        ui.set_height(theme::size::CONTROL);
        ui.label(theme::head(text, theme::palette(ui)));
        ui.with_layout(Layout::right_to_left(Align::Center), control)
            .inner
    })
    .inner
}

/// Entries with a button each that removes them; the index of the one that was removed.
pub fn entries_ui(
    ui: &mut Ui,
    texts: impl ExactSizeIterator<Item = String>,
    empty: &str,
) -> Option<usize> {
    let n_entries = texts.len();
    if n_entries == 0 {
        note(ui, empty);
        return None;
    }
    let mut removed = None;
    rows(ui, |ui| {
        for (index, text) in texts.take(MAX_ENTRIES).enumerate() {
            let size = Vec2::new(ui.available_width(), theme::size::ROW);
            let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
            let side = theme::size::CONTROL;
            let palette = theme::palette(ui);
            let room = rect.width() - side - space::XS;
            let galley = elided(ui, &text, theme::text::BODY, palette.text, room);
            let is_cut = galley.elided;
            let top = rect.center().y - galley.size().y / 2.0;
            let at = egui::pos2(rect.left(), top);
            ui.painter().galley(at, galley, palette.text);
            let place = Rect::from_center_size(
                egui::pos2(rect.right() - side / 2.0, rect.center().y),
                Vec2::splat(side),
            );
            let builder = UiBuilder::new().id_salt(("remove", index)).max_rect(place);
            let mut inside = ui.new_child(builder);
            if icon_button(&mut inside, ICON_CLOSE, &format!("Remove {text}")).clicked() {
                removed = Some(index);
            }
            if is_cut {
                response.on_hover_text(&text);
            }
        }
    });
    if n_entries > MAX_ENTRIES {
        let more = counted(n_entries - MAX_ENTRIES, "more entry");
        note(ui, &more.replace("entrys", "entries"));
    }
    removed
}

/// Why there are no runs, if the experiment has a mistake. One that is only begun has none.
pub fn mistake(experiments: &Experiments) -> Option<String> {
    let (draft, error) = (experiments.draft(), experiments.error()?);
    let is_begun = draft.instances.is_empty() || draft.algorithms.is_empty();
    let is_known = !is_begun && experiments.checking().is_none();
    is_known.then(|| format!("Setup has a mistake, so no runs are shown. {error}"))
}

/// “1 run”, “2 runs”.
pub fn counted(n: usize, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", tilescope_lab::format::count(n as u64))
}
