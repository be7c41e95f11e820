//! Below the board or map in play mode: transport controls, the moves, and the outcome.

use super::controls::{help_ui, wrapping_row};
use super::game;
use crate::gui::actions::Action;
use crate::gui::commands::Command;
use crate::gui::edit::BoardView;
use crate::gui::model::Model;
use crate::gui::player::Player;
use crate::gui::player::PlayerAction;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{choice_shown_as, icon_button};
use egui::style::HandleShape;
use egui::text::LayoutJob;
use egui::{Align, Button, Color32, FontId, Label, Layout, Slider, Stroke, TextFormat, Ui};
use egui_material_icons::icons::{
    ICON_CHEVRON_LEFT, ICON_CHEVRON_RIGHT, ICON_PAUSE, ICON_PLAY_ARROW, ICON_SKIP_NEXT,
    ICON_SKIP_PREVIOUS,
};
use std::ops::Range;
use tilescope_lab::Problem;
use tilescope_puzzle::Direction;

/// Letters are grouped by this many.
const GROUP: usize = 5;
/// Stands for the moves before a page and after it.
const MORE: &str = "…";

/// `n_lines` is the number of lines for the moves. Returns where what is needed to play ends, these lines included:
/// a part of one would look like a fault.
pub fn ui(ui: &mut Ui, model: &Model, n_lines: usize, actions: &mut Vec<Action>) -> f32 {
    // Tight spacing, so that the board is large in a low panel too.
    ui.spacing_mut().item_spacing.y = space::XS;
    let player = model.player();
    transport_ui(ui, player, actions);
    game::ui(ui, model, actions);
    ui.add_space(space::XS);
    wrapping_row(ui, |ui| {
        let command = Command::PlaySolution;
        let entry = command.entry();
        let button = ui.add_enabled(command.is_enabled(model), Button::new(entry.name));
        let button = button.on_hover_text(entry.tooltip);
        let button = button.on_disabled_hover_text(command.refusal(model).unwrap_or_default());
        if button.clicked() {
            actions.extend(command.action(model));
        }
        if model.puzzle().is_some() {
            game::run_ui(ui, model, actions);
            help_ui(ui, false);
        }
        if !player.begins_as(model.problem()) {
            let button = ui.button("Play from start");
            let hint = "These moves belong to another start; begin with the present one";
            if button.on_hover_text(hint).clicked() {
                actions.push(Action::View(BoardView::Play));
            }
        }
    });
    game::best_ui(ui, model);
    // They have their place before there are moves, so that the board stays as large as it is.
    let lines = vec!["U"; n_lines].join("\n");
    let painter = ui.painter();
    let lines = painter.layout_no_wrap(lines, moves_font(), Color32::PLACEHOLDER);
    let end = ui.min_rect().bottom() + ui.spacing().item_spacing.y + lines.size().y;
    ui.scope(|ui| {
        ui.set_min_height(lines.size().y + space::XS);
        if !player.moves().is_empty() {
            moves_ui(ui, player, n_lines);
        }
    });
    end
}

fn transport_ui(ui: &mut Ui, player: &Player, actions: &mut Vec<Action>) {
    let (at, n) = (player.at(), player.moves().len());
    let mut wanted = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let play = if player.playing {
            (ICON_PAUSE, "Pause the moves")
        } else {
            (ICON_PLAY_ARROW, "Play the moves")
        };
        for (icon, name, can, action) in [
            (
                ICON_SKIP_PREVIOUS,
                "First board",
                at > 0,
                Action::Player(PlayerAction::Seek(0)),
            ),
            (
                ICON_CHEVRON_LEFT,
                "Move back",
                at > 0,
                Action::Player(PlayerAction::Seek(at.saturating_sub(1))),
            ),
            (play.0, play.1, n > 0, Action::Player(PlayerAction::Toggle)),
            (
                ICON_CHEVRON_RIGHT,
                "Move forward",
                at < n,
                Action::Player(PlayerAction::Seek(at + 1)),
            ),
            (
                ICON_SKIP_NEXT,
                "Last board",
                at < n,
                Action::Player(PlayerAction::Seek(n)),
            ),
        ] {
            let button = ui.add_enabled_ui(can, |ui| icon_button(ui, icon, name));
            if button.inner.on_hover_text(name).clicked() {
                wanted = Some(action);
            }
        }
        // One row, so that the board is as large as it can be.
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            seek_ui(ui, player, actions);
        });
    });
    actions.extend(wanted);
}

/// The slider over all moves, and the speed.
fn seek_ui(ui: &mut Ui, player: &Player, actions: &mut Vec<Action>) {
    let (mut at, n) = (player.at(), player.moves().len());
    let speeds = Player::SPEEDS.map(|speed| (speed, format!("{speed} a second")));
    let choices = speeds
        .each_ref()
        .map(|(speed, text)| (*speed, text.as_str()));
    let short = format!("{}/s", player.speed);
    let speed = choice_shown_as(ui, "Speed of the moves", &short, player.speed, &choices);
    actions.extend(speed.map(PlayerAction::Speed).map(Action::Player));
    ui.add_space(space::S);
    ui.add_enabled_ui(n > 0, |ui| slider_ui(ui, &mut at, n));
    if at != player.at() {
        actions.push(Action::Player(PlayerAction::Seek(at)));
    }
}

/// A slider styled like the timeline: a thin line, a round handle.
fn slider_ui(ui: &mut Ui, at: &mut usize, n: usize) {
    const HANDLE: f32 = 7.0;
    let palette = theme::palette(ui);
    ui.spacing_mut().slider_rail_height = 3.0;
    ui.spacing_mut().interact_size.y = 16.0;
    ui.spacing_mut().slider_width = ui.available_width();
    ui.visuals_mut().selection.bg_fill = palette.accent;
    ui.visuals_mut().widgets.inactive.bg_fill = palette.line;
    let range = 0..=n.max(1);
    let slider = Slider::new(at, range).show_value(false);
    let slider = ui.add(slider.handle_shape(HandleShape::Circle));
    ui.ctx()
        .accesskit_node_builder(slider.id, |node| node.set_label("Move shown"));
    // egui's handle has the colour of the rail, so ours covers it.
    let ends = slider.rect.x_range().shrink(slider.rect.height() / 2.5);
    let x = egui::lerp(ends.min..=ends.max, *at as f32 / n.max(1) as f32);
    let colour = if n > 0 { palette.accent } else { palette.line };
    let centre = egui::pos2(x, slider.rect.center().y);
    ui.painter().circle_filled(centre, HANDLE, colour);
    if slider.has_focus() {
        let stroke = Stroke::new(1.5, palette.text);
        ui.painter().circle_stroke(centre, HANDLE + 2.0, stroke);
    }
}

fn moves_font() -> FontId {
    FontId::monospace(theme::text::SMALL)
}

/// The groups of moves on the page that has the group `shown`: as many as `n_lines` lines hold. Pages turn as moves
/// are made. All widths are in points, each with a blank after it: of the groups, of a line, and of the `mark` that
/// stands for other pages.
fn page(shown: usize, widths: &[f32], n_lines: usize, line_width: f32, mark: f32) -> Range<usize> {
    let (mut from, mut line, mut x) = (0, 1, 0.0);
    for (group, needed) in widths.iter().enumerate() {
        let end = match line == n_lines {
            true => line_width - mark,
            false => line_width,
        };
        if x > 0.0 && x + needed > end {
            line += 1;
            x = 0.0;
        }
        if line > n_lines {
            if shown < group {
                return from..group;
            }
            (from, line, x) = (group, 1, mark);
        }
        x += needed;
    }
    from..widths.len()
}

/// A page of the moves, as letters or cities: those already made in full colour, the last of them marked.
fn moves_ui(ui: &mut Ui, player: &Player, n_lines: usize) {
    let problem = player.problem();
    let font = moves_font();
    let names: Vec<String> = (player.moves().iter())
        .map(|&action| match problem {
            Problem::Tiles(_) => Direction::from(action).letter().to_string(),
            Problem::Route(_) => problem.action_name(action).to_owned(),
        })
        .collect();
    let group = if problem.route().is_some() { 1 } else { GROUP };
    let last = player.at().checked_sub(1);
    let room = ui.available_width();
    let page = ui.fonts_mut(|fonts| {
        let mut width = |text: &str| -> f32 {
            text.chars()
                .map(|letter| fonts.glyph_width(&font, letter))
                .sum()
        };
        let blank = width(" ");
        let widths: Vec<f32> = (names.chunks(group))
            .map(|names| names.iter().map(|name| width(name)).sum::<f32>() + blank)
            .collect();
        let mark = width(MORE) + blank;
        page(
            last.unwrap_or(0) / group,
            &widths,
            n_lines,
            room + blank,
            mark,
        )
    });
    let (from, to) = (page.start * group, names.len().min(page.end * group));

    let palette = theme::palette(ui);
    let mut job = LayoutJob::default();
    let mut add = |text: &str, format: TextFormat| job.append(text, 0.0, format);
    let plain = |colour| TextFormat::simple(font.clone(), colour);
    if from > 0 {
        add(MORE, plain(palette.faint));
        add(" ", plain(palette.faint));
    }
    for (i, name) in names.iter().enumerate().take(to).skip(from) {
        if last == Some(i) {
            let format = TextFormat {
                background: palette.accent,
                ..plain(palette.on_accent)
            };
            add(name, format);
        } else if i < player.at() {
            add(name, plain(palette.text));
        } else {
            add(name, plain(palette.dim));
        }
        if (i + 1) % group == 0 {
            add(" ", plain(palette.dim));
        }
    }
    if to < names.len() {
        add(MORE, plain(palette.faint));
    }
    let hint = match problem {
        Problem::Tiles(_) => "The moves of the blank: Up, Left, Right, Down",
        Problem::Route(_) => "The cities that the roads lead to",
    };
    ui.add(Label::new(job).wrap()).on_hover_text(hint);
}
