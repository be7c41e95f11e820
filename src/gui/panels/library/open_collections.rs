//! The open collections, a row each: its name, how many puzzles it has, whether anything of it is not
//! saved, and a cross that closes it. A click lists its puzzles, and a double click renames it.

use crate::gui::actions::Action;
use crate::gui::library::{CollectionId, Library, LibraryAction, OpenCollection};
use crate::gui::theme::{self, space};
use crate::gui::widgets::{Draft, Radios, elided, icon_button_sensing, take_keys};
use egui::{
    CornerRadius, EventFilter, Key, Modifiers, Rect, Response, Role, ScrollArea, Sense, TextEdit,
    Ui, Vec2, WidgetInfo,
};
use egui_material_icons::icons::ICON_CLOSE;
use tilescope_lab::format;

/// Rows that are seen at once; a part of the next shows that there are more.
const MAX_ROWS: f32 = 4.5;
const MIN_ROWS: f32 = 1.3;

/// Below them there is room for the buttons, the filter and two puzzles; where the panel is narrower than
/// `WIDE`, buttons take a line more.
const BELOW: f32 = 266.0;
const BELOW_NARROW: f32 = 310.0;
const WIDE: f32 = 560.0;

/// The view state of the list.
#[derive(Default)]
pub struct OpenCollections {
    /// The one whose name is edited.
    renamed: Option<(CollectionId, Draft)>,
    /// How often a name was to be typed.
    n_names_asked: u64,
    /// The one whose row or cross has the focus.
    pub focused: Option<CollectionId>,
    /// The one whose name was edited, until its row has the focus again.
    pub wants_focus: Option<CollectionId>,
}

impl OpenCollections {
    /// Whether a name is edited.
    pub fn is_named(&self) -> bool {
        self.renamed.is_some()
    }

    /// `readings` is the height of the readings of the active one, which stand below the list.
    pub fn ui(&mut self, ui: &mut Ui, library: &Library, readings: f32, actions: &mut Vec<Action>) {
        let active = library.active().map(OpenCollection::id);
        let below = match ui.available_width() < WIDE {
            true => BELOW_NARROW,
            false => BELOW,
        };
        let rows = (ui.available_height() - below - readings) / theme::size::ROW;
        let rows = rows.clamp(MIN_ROWS, MAX_ROWS);
        let id = ui.scope_id().with("active collection");
        let n_names_asked = library.n_names_asked();
        if std::mem::replace(&mut self.n_names_asked, n_names_asked) != n_names_asked {
            self.renamed = active.map(|id| (id, Draft::focused()));
        }
        let height = rows * theme::size::ROW;
        // Where others are opened before it, as after a restart, it is farther down; fewer rows may leave it out.
        let now = (active, library.n_opened(), height as u32);
        let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(id), now));
        let scroll = ScrollArea::vertical().id_salt("open collections");
        let scroll = scroll.max_height(height).min_scrolled_height(height);
        scroll.auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing = Vec2::ZERO;
            ui.spacing_mut().interact_size.y = theme::size::ROW;
            let all = library.open();
            let at = all.iter().position(|it| active == Some(it.id()));
            let group = ui.scope_id().with("collections");
            let mut radios = Radios::of_rows(ui, group, at, all.len());
            for open in all {
                let is_active = active == Some(open.id());
                let title = open.title(all);
                let row = self.row_ui(ui, &mut radios, (open, &title), is_active, actions);
                // It is seen too where a key or a file has made it the active one.
                if is_active && before != now {
                    ui.scroll_to_rect(row, None);
                }
            }
        });
    }

    /// A row, or the field of its name.
    fn row_ui(
        &mut self,
        ui: &mut Ui,
        radios: &mut Radios,
        (open, title): (&OpenCollection, &str),
        is_active: bool,
        actions: &mut Vec<Action>,
    ) -> Rect {
        if let Some((_, draft)) = self.renamed.as_mut().filter(|(id, _)| *id == open.id()) {
            radios.leave_next_out();
            let size = Vec2::new(ui.available_width(), theme::size::ROW);
            let field = ui.scope(|ui| {
                draft.show(ui, "Name of the collection", open.name(), |ui, text| {
                    // As high as a row, which it stands in for.
                    let margin = egui::Margin::symmetric(4, 3);
                    let line = TextEdit::singleline(text).margin(margin);
                    ui.add_sized(size, line.align(egui::Align2::LEFT_CENTER))
                })
            });
            let (field, output) = (field.response.rect, field.inner);
            actions.extend(
                output
                    .text
                    .map(|name| LibraryAction::Rename(open.id(), name).into()),
            );
            if output.is_left {
                self.renamed = None;
                // A click elsewhere has given the focus away.
                let is_free = ui.memory(|memory| memory.focused().is_none());
                self.wants_focus = is_free.then_some(open.id());
                ui.ctx().request_repaint();
            }
            return field;
        }
        let palette = theme::palette(ui);
        let n = open.collection().puzzles.len();
        let count = format::count(n as u64);
        ui.horizontal(|ui| {
            let size = Vec2::new(ui.available_width() - theme::size::ROW, theme::size::ROW);
            let (_, rect) = ui.allocate_space(size);
            // As its ground, so that the ring of the focus does not touch the name.
            let place = rect.with_min_x(rect.left() - space::S / 2.0);
            let response = radios.show_next(|id, sense| ui.interact(place, id, sense));
            // It is seen too where the next row is reached by a key.
            if response.gained_focus() {
                response.scroll_to_me(None);
            }
            let (row, has_focus) = (response.id, response.has_focus());
            response.widget_info(|| {
                let puzzles = if n == 1 { "puzzle" } else { "puzzles" };
                let unsaved = if open.is_unsaved() { ", not saved" } else { "" };
                let name = format!("{title}, {count} {puzzles}{unsaved}");
                WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_active, name)
            });
            let ground = rect.expand2(Vec2::new(space::S / 2.0, 0.0));
            let radius = CornerRadius::same(theme::radius::CONTROL);
            if is_active || response.hovered() {
                ui.painter().rect_filled(ground, radius, palette.raised);
            }
            let right = figure_ui(ui, rect, &count, open.is_unsaved());
            let room = right - space::M - rect.left();
            let colour = if is_active { palette.text } else { palette.dim };
            let name = elided(ui, title, theme::text::BODY, colour, room);
            let top = rect.center().y - name.size().y / 2.0;
            (ui.painter()).galley(egui::pos2(rect.left(), top), name, colour);
            if self.wants_focus == Some(open.id()) {
                self.wants_focus = None;
                response.request_focus();
            }
            if response.double_clicked() {
                self.renamed = Some((open.id(), Draft::focused()));
            } else if response.changed() {
                actions.push(LibraryAction::Show(open.id()).into());
            }
            response.on_hover_text(about(open, title));
            // Keys lead to the cross of the row that they have chosen.
            let sense = match is_active {
                true => Sense::click(),
                false => Sense::CLICK,
            };
            let name = format!("Close {title}");
            let close = icon_button_sensing(ui, ICON_CLOSE, &name, sense);
            if close.gained_focus() {
                close.scroll_to_me(None);
            }
            if close.has_focus() && is_left_pressed(ui, &close) {
                ui.memory_mut(|memory| memory.request_focus(row));
            }
            if has_focus || close.has_focus() {
                self.focused = Some(open.id());
            }
            if close.on_hover_text("Close the collection").clicked() {
                actions.push(LibraryAction::Close(open.id()).into());
            }
            rect
        })
        .inner
    }
}

/// Whether Left leads from a cross back to its row; otherwise egui would go to what is nearest below it.
fn is_left_pressed(ui: &Ui, close: &Response) -> bool {
    let filter = EventFilter {
        horizontal_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(close.id, filter));
    !take_keys(ui, Modifiers::NONE, &[Key::ArrowLeft]).is_empty()
}

/// The number of puzzles, and before it a dot if anything is not saved. Returns where they begin.
fn figure_ui(ui: &Ui, rect: Rect, count: &str, is_unsaved: bool) -> f32 {
    let palette = theme::palette(ui);
    let count = elided(ui, count, theme::text::SMALL, palette.dim, rect.width());
    let at = rect.right_center() - Vec2::new(count.size().x + space::XS, count.size().y / 2.0);
    ui.painter().galley(at, count, palette.dim);
    if !is_unsaved {
        return at.x;
    }
    const RADIUS: f32 = 3.0;
    let centre = egui::pos2(at.x - space::S, rect.center().y);
    (ui.painter()).circle_filled(centre, RADIUS, palette.accent);
    centre.x - RADIUS
}

/// The whole name, the file, and what the collection says of itself.
fn about(open: &OpenCollection, title: &str) -> String {
    let collection = open.collection();
    let path = open.file().path().map(|path| format::path(path));
    let unsaved = open.is_unsaved().then(|| "Not saved.".to_owned());
    let texts = [
        Some(title.to_owned()),
        path,
        unsaved,
        Some(collection.notes.trim().to_owned()),
        Some(collection.source.trim().to_owned()),
        Some("Double-click to rename it (F2).".to_owned()),
    ];
    let texts = texts.into_iter().flatten().filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join("\n\n")
}
