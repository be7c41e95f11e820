//! The menu bar: the mark, the menus, and the field that opens the palette.

use super::actions::Action;
use super::commands::{COMMANDS, Command, CommandInfo};
use super::examples;
use super::model::Model;
use super::theme;
use super::widgets::{beside, follow_focus, pressed_with};
use crate::gui::document::DocumentAction;
use crate::gui::puzzle_lists::PuzzleListsAction;
use crate::gui::requests::Listed;
use egui::{
    Align2, FocusDirection, InnerResponse, Key, Modifiers, Popup, RichText, SetOpenCommand,
    Tooltip, UiKind, UiStackInfo, Vec2,
};
use egui_material_icons::icons::ICON_CHECK;
use tilescope_lab::format;

/// The menu bar: the mark, the menus, and the field that opens the palette.
///
/// `is_on` says of a command that switches something whether that is on, of another `None`. Returns
/// the free part of the bar, between the menus and the field.
pub fn ui(
    ui: &mut egui::Ui,
    model: &Model,
    is_on: &dyn Fn(Command) -> Option<bool>,
    actions: &mut Vec<Action>,
    chosen: &mut Vec<Command>,
) -> egui::Rect {
    let palette = theme::palette(ui);
    let frame = egui::Frame::new()
        .fill(palette.panel)
        .inner_margin(egui::Margin::symmetric(12, 0));
    let bar = egui::Panel::top("menu bar")
        .exact_size(theme::size::MENU_BAR)
        .frame(frame);
    let shown = bar.show(ui, |ui| {
        let whole = ui.max_rect();
        let mut free = whole;
        let width = (whole.width() * 0.25).clamp(160.0, 310.0);
        let at = egui::Rect::from_min_max(
            egui::pos2(whole.right() - width, whole.center().y - 13.0),
            egui::pos2(whole.right(), whole.center().y + 13.0),
        );
        ui.scope_builder(egui::UiBuilder::new().max_rect(whole), |ui| {
            ui.horizontal_centered(|ui| {
                mark_ui(ui);
                ui.label(RichText::new("Tilescope").family(theme::semibold()));
                ui.add_space(theme::space::M);
                egui::MenuBar::new().ui(ui, |ui| {
                    let mut menus: Vec<&str> = COMMANDS.iter().map(|entry| entry.menu).collect();
                    menus.dedup();
                    let opened = opened_by_key(ui, &menus);
                    let before = actions.len() + chosen.len();
                    let was_open = open_menu(ui);
                    let mut open = None;
                    for (i, menu) in menus.iter().enumerate() {
                        let is_other_open = was_open.is_some_and(|it| it.menu != i);
                        let shown = menu_button(ui, menu, is_other_open, |ui| {
                            in_window(ui, |ui| menu_ui(ui, menu, model, is_on, actions, chosen))
                        });
                        free.min.x = shown.response.rect.right();
                        if opened == Some(i) {
                            let popup = Popup::default_response_id(&shown.response);
                            Popup::open_id(ui.ctx(), popup);
                            shown.response.request_focus();
                            ui.data_mut(|data| data.insert_temp(by_key_id(), true));
                        }
                        if let Some(has_submenu) = shown.inner {
                            open = Some(Open {
                                menu: i,
                                has_submenu,
                            });
                        }
                    }
                    ui.data_mut(|data| data.insert_temp(open_id(), open));
                    // A choice by keyboard leaves a menu open.
                    if actions.len() + chosen.len() > before {
                        Popup::close_all(ui.ctx());
                    }
                });
            });
        });
        if ui.put(at, palette_field_ui).clicked() {
            chosen.push(Command::Palette);
        }
        free.with_max_x(at.left())
    });
    shown.inner
}

/// The menu that is open, and whether the arrow keys belong to one of its submenus.
#[derive(Clone, Copy)]
struct Open {
    menu: usize,
    has_submenu: bool,
}

fn open_id() -> egui::Id {
    egui::Id::unique("open menu")
}

/// The menu that was open in the frame before.
fn open_menu(ui: &egui::Ui) -> Option<Open> {
    ui.data(|data| data.get_temp(open_id())).flatten()
}

/// Whether the first entry of the open menu is to get the focus, because a key has opened it.
fn by_key_id() -> egui::Id {
    egui::Id::unique("menu opened by key")
}

/// The menu that a key opens: Alt and its first letter, or an arrow from the open menu to the next.
fn opened_by_key(ui: &egui::Ui, menus: &[&str]) -> Option<usize> {
    if !ui.memory(|memory| memory.allows_interaction(ui.layer_id())) {
        return None;
    }
    let letter = |menu: &&str| Key::from_name(menu.get(..1)?);
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let by_letter = |menu: &&str| letter(menu).is_some_and(|key| pressed(Modifiers::ALT, key));
    if let Some(i) = menus.iter().position(by_letter) {
        return Some(i);
    }
    // As everywhere on desktops, where it has another meaning with Shift.
    let is_alone = pressed_with(ui, Key::F10) == Some(Modifiers::NONE);
    if is_alone && pressed(Modifiers::NONE, Key::F10) {
        return Some(0);
    }
    let open = open_menu(ui).filter(|open| !open.has_submenu)?;
    let steps = [(Key::ArrowRight, 1), (Key::ArrowLeft, menus.len() - 1)];
    let step = steps
        .into_iter()
        .find(|(key, _)| pressed(Modifiers::NONE, *key));
    let to = (open.menu + step?.1) % menus.len();
    ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    Some(to)
}

/// A menu of the bar. While another is open, it opens as soon as the pointer moves over its name. A pointer that
/// rests there leaves the menus to the keys; with `Ui::menu_button` it would open its own in their place.
fn menu_button<R>(
    ui: &mut egui::Ui,
    name: &str,
    is_other_open: bool,
    entries: impl FnOnce(&mut egui::Ui) -> R,
) -> InnerResponse<Option<R>> {
    let response = ui.button(name);
    let has_moved = ui.input(|input| input.pointer.delta() != Vec2::ZERO);
    let mut popup = Popup::menu(&response);
    if is_other_open && has_moved && response.hovered() && !response.clicked() {
        popup = popup.open_memory(Some(SetOpenCommand::Bool(true)));
    }
    let shown = popup.info(UiStackInfo::new(UiKind::Menu)).show(entries);
    InnerResponse::new(shown.map(|it| it.inner), response)
}

/// The entries of a menu; they scroll if the window is lower.
fn in_window<R>(ui: &mut egui::Ui, entries: impl FnOnce(&mut egui::Ui) -> R) -> R {
    let room = ui.ctx().content_rect().height() - theme::size::MENU_BAR - theme::space::XL;
    // A menu's own limit is lower.
    let scroll = egui::ScrollArea::vertical().max_height(room);
    let scroll = scroll.min_scrolled_height(room);
    scroll.show(ui, |ui| follow_focus(ui, entries)).inner
}

/// The longest menu and the longest submenu fit the smallest window.
fn lower_entries(ui: &mut egui::Ui) {
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = theme::size::ROW;
}

/// Shows a menu. Returns whether the arrow keys belong to one of its submenus.
fn menu_ui(
    ui: &mut egui::Ui,
    menu: &str,
    model: &Model,
    is_on: &dyn Fn(Command) -> Option<bool>,
    actions: &mut Vec<Action>,
    chosen: &mut Vec<Command>,
) -> bool {
    ui.set_min_width(220.0);
    lower_entries(ui);
    let mut has_submenu = false;
    let is_here = |entry: &&CommandInfo| {
        entry.menu == menu && entry.is_in_menu && entry.command.applies(model)
    };
    let has_marks = (COMMANDS.iter().filter(is_here)).any(|entry| is_on(entry.command).is_some());
    let entries: Vec<&CommandInfo> = COMMANDS.iter().filter(is_here).collect();
    for group in entries.chunk_by(|one, next| one.submenu.is_some() && one.submenu == next.submenu)
    {
        let entry = group[0];
        if entry.begins_group {
            ui.separator();
        }
        if let Some(name) = entry.submenu {
            let contents = |ui: &mut egui::Ui| {
                lower_entries(ui);
                for entry in group {
                    entry_ui(ui, entry, model, has_marks, is_on, chosen);
                }
            };
            let submenu = match has_marks {
                true => ui.menu_button((mark_place(), name), contents),
                false => ui.menu_button(name, contents),
            };
            has_submenu |= is_used(&submenu);
            continue;
        }
        entry_ui(ui, entry, model, has_marks, is_on, chosen);
        // Where one looks for them: right below “Open”.
        if entry.command == Command::Open {
            has_submenu |= recent_ui(ui, model, actions);
            has_submenu |= examples_ui(ui, actions);
        }
    }
    has_submenu
}

/// A command in a menu. With `has_marks`, those that are on have a check mark, and there is room for
/// it before all.
fn entry_ui(
    ui: &mut egui::Ui,
    entry: &CommandInfo,
    model: &Model,
    has_marks: bool,
    is_on: &dyn Fn(Command) -> Option<bool>,
    chosen: &mut Vec<Command>,
) {
    let keys = entry.keys.first();
    let keys = keys.map(|keys| ui.ctx().format_shortcut(keys));
    let keys = keys.unwrap_or_default();
    let name = entry.command.title(model);
    let button_ui = |ui: &mut egui::Ui| match has_marks {
        true => marked_button_ui(ui, name, keys, is_on(entry.command)),
        false => ui.add(egui::Button::new(name).shortcut_text(keys)),
    };
    let is_enabled = entry.command.is_enabled(model);
    let button = ui.add_enabled_ui(is_enabled, button_ui).inner;
    if button.enabled() && ui.data_mut(|data| data.remove_temp(by_key_id())) == Some(true) {
        button.request_focus();
    }
    let text = entry.command.refusal(model).unwrap_or(entry.tooltip);
    if explained_beside(button, text).clicked() {
        chosen.push(entry.command);
    }
}

/// A tooltip beside a menu.
fn explained_beside(entry: egui::Response, text: impl Into<egui::WidgetText>) -> egui::Response {
    let tooltip = match entry.enabled() {
        true => Tooltip::for_enabled(&entry),
        false => Tooltip::for_disabled(&entry),
    };
    beside(tooltip).show(|ui| {
        ui.label(text);
    });
    entry
}

/// The size of a check mark.
const MARK: f32 = 14.0;
const MARK_NAME: &str = "mark";

/// The room for a check mark before the name of an entry.
fn mark_place<'a>() -> egui::Atom<'a> {
    egui::Atom::custom(egui::IdSalt::new(MARK_NAME), egui::Vec2::splat(MARK))
}

fn marked_button_ui(
    ui: &mut egui::Ui,
    name: &str,
    keys: String,
    is_on: Option<bool>,
) -> egui::Response {
    let button = egui::Button::new((mark_place(), name)).shortcut_text(keys);
    let shown = button.atom_ui(ui);
    if is_on == Some(true)
        && let Some(place) = shown.rect(egui::IdSalt::new(MARK_NAME))
    {
        let (centre, font) = (Align2::CENTER_CENTER, theme::icon(MARK));
        let colour = ui.style().interact(&shown.response).text_color();
        let sign = ICON_CHECK.codepoint;
        (ui.painter()).text(place.center(), centre, sign, font, colour);
    }
    if let Some(is_on) = is_on {
        let is_enabled = ui.is_enabled();
        let info = || egui::WidgetInfo::selected(egui::Role::Button, is_enabled, is_on, name);
        shown.response.widget_info(info);
    }
    shown.response
}

/// Whether the arrow keys belong to a submenu: it is open, or its entry has the focus.
fn is_used<R>(submenu: &egui::InnerResponse<Option<R>>) -> bool {
    submenu.inner.is_some() || submenu.response.has_focus()
}

fn recent_ui(ui: &mut egui::Ui, model: &Model, actions: &mut Vec<Action>) -> bool {
    let shown = ui.add_enabled_ui(!model.recent().is_empty(), |ui| {
        let submenu = ui.menu_button("Open recent", |ui| {
            for path in model.recent() {
                let button = ui.button(format::file_name(path));
                if explained_beside(button, format::path(path)).clicked() {
                    actions.push(DocumentAction::Open(path.clone()).into());
                }
            }
        });
        is_used(&submenu)
    });
    shown.inner
}

fn examples_ui(ui: &mut egui::Ui, actions: &mut Vec<Action>) -> bool {
    let submenu = ui.menu_button("Examples", |ui| {
        // A long name widens the menu rather than breaking.
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        in_window(ui, |ui| {
            lower_entries(ui);
            let palette = theme::palette(ui);
            for (title, problems) in examples::groups() {
                ui.add_space(theme::space::XS);
                ui.label(theme::head(title, palette));
                for problem in problems {
                    let button = ui.button(problem.name());
                    let button = explained_beside(button, problem.task());
                    if button.clicked() {
                        actions.push(DocumentAction::Example(problem.into()).into());
                    }
                }
            }
            ui.add_space(theme::space::XS);
            ui.label(theme::head("Collections", palette));
            for (file, title) in examples::COLLECTIONS {
                if ui.button(*title).clicked() {
                    let listed = Listed::Bundled((*file).into());
                    actions.push(PuzzleListsAction::Open(listed).into());
                }
            }
        });
    });
    is_used(&submenu)
}

/// The program's mark: three tiles and a lens.
fn mark_ui(ui: &mut egui::Ui) {
    const SIDE: f32 = 18.0;
    let palette = theme::palette(ui);
    let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(SIDE), egui::Sense::hover());
    let tile = SIDE * 0.42;
    for (i, corner) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
        .into_iter()
        .enumerate()
    {
        let offset = egui::vec2(corner.0, corner.1) * (SIDE - tile);
        let cell = egui::Rect::from_min_size(rect.min + offset, egui::Vec2::splat(tile));
        if i == 3 {
            let ring = egui::Stroke::new(2.0, palette.solution);
            ui.painter()
                .circle_stroke(cell.center(), tile / 2.0 - 1.0, ring);
        } else {
            let colour = if i == 0 {
                palette.accent
            } else {
                palette.expanded
            };
            ui.painter()
                .rect_filled(cell, f32::from(theme::radius::MARK), colour);
        }
    }
}

fn palette_field_ui(ui: &mut egui::Ui) -> egui::Response {
    let palette = theme::palette(ui);
    let (rect, field) = ui.allocate_exact_size(ui.available_size(), egui::Sense::click());
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Search commands"));
    let edge = if field.hovered() || field.has_focus() {
        palette.faint
    } else {
        palette.line
    };
    ui.painter().rect(
        rect,
        f32::from(theme::radius::CONTROL),
        palette.canvas,
        egui::Stroke::new(1.0, edge),
        egui::StrokeKind::Inside,
    );
    let inner = rect.shrink2(egui::vec2(10.0, 0.0));
    let font = egui::TextStyle::Small.resolve(ui.style());
    let keys = Command::Palette.entry().keys[0];
    let keys = ui.ctx().format_shortcut(&keys);
    let painter = ui.painter().with_clip_rect(inner);
    let place = inner.left_center();
    let hint = egui::Align2::LEFT_CENTER;
    let hint = painter.text(place, hint, "Search commands", font.clone(), palette.dim);
    let keys = painter.layout_no_wrap(keys, font, palette.dim);
    let place = egui::Align2::RIGHT_CENTER.anchor_size(inner.right_center(), keys.size());
    if hint.right() + theme::space::S <= place.left() {
        painter.galley(place.min, keys, palette.dim);
    }
    field
}
