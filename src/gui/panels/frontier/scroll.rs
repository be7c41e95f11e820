//! Scrolls a list by the numbers of its rows, so that it may have any number of them. A scroll area
//! measures in points, and tens of millions of rows are more points than its numbers tell apart.

use crate::gui::theme;
use egui::{
    Event, EventFilter, Key, MouseWheelUnit, Rect, Sense, Ui, UiBuilder, WidgetInfo, accesskit,
};

/// Where a list is scrolled to.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowScroll {
    /// The first row that is shown. A fraction is the part of it that was scrolled away.
    top: f64,
}

/// The width of the bar, and the least height of its handle.
const BAR: f32 = 10.0;
const HANDLE: f32 = 28.0;

impl RowScroll {
    /// Shows rows of a list in the rest of `ui`, below a head of one row: `rows_ui` gets the first and
    /// their number. `revealed` is scrolled into view.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        n_rows: usize,
        revealed: Option<usize>,
        rows_ui: impl FnOnce(&mut Ui, usize, usize),
    ) {
        let area = ui.available_rect_before_wrap();
        let height = theme::size::ROW;
        let n_shown = (((area.height() - height) / height).max(1.0) as usize).min(n_rows);
        let last_top = (n_rows - n_shown) as f64;
        let (rows, bar) = area.split_left_right_at_x(area.right() - BAR);
        let bar = bar.with_min_y(bar.top() + height);

        if let Some(row) = revealed
            && !(self.top as usize..self.top as usize + n_shown).contains(&row)
        {
            self.top = row as f64 - (n_shown / 2) as f64;
        }
        if ui.rect_contains_pointer(area) {
            self.top += wheel_rows(ui, height, n_shown);
        }
        self.bar_ui(ui, bar, n_shown, last_top);
        self.top = self.top.clamp(0.0, last_top);
        let first = self.top.floor() as usize;
        ui.scope_builder(UiBuilder::new().max_rect(rows), |ui| {
            rows_ui(ui, first, n_shown);
        });
        ui.advance_cursor_after_rect(area);
    }

    /// The bar: dragged, clicked, or moved by keys while it has the focus.
    fn bar_ui(&mut self, ui: &mut Ui, bar: Rect, n_shown: usize, last_top: f64) {
        let id = ui.scope_id().with("rows bar");
        let response = ui.interact(bar, id, Sense::click_and_drag());
        let part = n_shown as f64 / (last_top + n_shown as f64);
        let height = (bar.height() * part as f32).max(HANDLE).min(bar.height());
        let way = f64::from((bar.height() - height).max(1.0));
        if let Some(at) = response.interact_pointer_pos() {
            let y = f64::from(at.y - bar.top() - height / 2.0);
            self.top = (y / way).clamp(0.0, 1.0) * last_top;
            response.request_focus();
        }
        if response.has_focus() {
            let filter = EventFilter {
                vertical_arrows: true,
                ..EventFilter::default()
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
            let page = n_shown as f64;
            let n = |key: Key| ui.input(|input| input.num_presses(key)) as f64;
            self.top += n(Key::ArrowDown) - n(Key::ArrowUp);
            self.top += page * (n(Key::PageDown) - n(Key::PageUp));
            match (n(Key::Home) > 0.0, n(Key::End) > 0.0) {
                (true, _) => self.top = 0.0,
                (_, true) => self.top = last_top,
                _ => {}
            }
        }
        for (request, by) in [
            (accesskit::Action::Increment, 1.0),
            (accesskit::Action::Decrement, -1.0),
        ] {
            let n = ui.input(|input| input.num_accesskit_action_requests(id, request));
            self.top += by * (n * n_shown) as f64;
        }
        self.top = self.top.clamp(0.0, last_top);
        let row = self.top.floor() + 1.0;
        response.widget_info(|| WidgetInfo::slider(true, row, "First row shown"));
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_min_numeric_value(1.0);
            node.set_max_numeric_value(last_top + 1.0);
            node.set_numeric_value_step(n_shown as f64);
            node.add_action(accesskit::Action::Increment);
            node.add_action(accesskit::Action::Decrement);
        });
        let palette = theme::palette(ui);
        let top = bar.top() + (self.top / last_top.max(1.0) * way) as f32;
        let handle = Rect::from_x_y_ranges(bar.x_range(), top..=top + height).shrink(2.0);
        let is_lit = response.hovered() || response.dragged() || response.has_focus();
        let colour = if is_lit { palette.dim } else { palette.faint };
        ui.painter()
            .rect_filled(bar.shrink(2.0), 3.0, palette.raised);
        ui.painter().rect_filled(handle, 3.0, colour);
    }
}

/// The rows by which the wheel scrolls in this frame.
fn wheel_rows(ui: &Ui, height: f32, n_shown: usize) -> f64 {
    /// A notch of the wheel, in rows.
    const NOTCH: f32 = 3.0;
    let rows = |event: &Event| match event {
        Event::MouseWheel { unit, delta, .. } => match unit {
            MouseWheelUnit::Point => delta.y / height,
            MouseWheelUnit::Line => delta.y * NOTCH,
            MouseWheelUnit::Page => delta.y * n_shown as f32,
        },
        _ => 0.0,
    };
    -f64::from(ui.input(|input| input.events.iter().map(rows).sum::<f32>()))
}
