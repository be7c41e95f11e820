//! The lines on the game in play mode: the clock, the fewest moves, where the game has left a shortest
//! path, and the best games before. Each is always one line, so that nothing below it moves.

use super::setup::reason_height;
use crate::gui::actions::Action;
use crate::gui::commands::Command;
use crate::gui::games::{Comparison, Game, GamesAction, PathSoFar};
use crate::gui::model::Model;
use crate::gui::player::{Player, PlayerAction};
use crate::gui::text::{clock, exact_clock, moves};
use crate::gui::theme::{self, space};
use crate::gui::widgets::note;
use egui::{Align, Button, Label, Layout, RichText, Role, TextStyle, Ui, Vec2, WidgetInfo};
use tilescope_lab::{Problem, format};
use tilescope_puzzle::Puzzle;

/// The outcome, or how the game stands; and below it how it compares with a shortest path. In place of both
/// why the goal can't be reached, if it can't. They have the same height, so that nothing moves.
pub fn ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    if model.puzzle().is_none() {
        outcome_ui(ui, model, actions);
        return;
    }
    let lines = ui.text_style_height(&TextStyle::Body) + space::XS + theme::size::ROW;
    let height = lines.max(reason_height(ui)).ceil();
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        ui.set_min_height(height);
        outcome_ui(ui, model, actions);
    });
}

fn outcome_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    let verdict = model.puzzle().map(Puzzle::solvability);
    if let Some(verdict) = verdict.filter(|verdict| !verdict.is_solvable()) {
        note(ui, &verdict.reason());
        return;
    }
    let palette = theme::palette(ui);
    let player = model.player();
    let is_goal = *player.state() == model.problem().goal();
    let (text, colour) = match (is_goal, model.game()) {
        (true, game) => (goal_reached(model, player.at(), game), palette.good),
        (false, Some(game)) if !game.is_won() => (standing(model, game), palette.text),
        (false, _) if player.moves().is_empty() => (how_to_begin(player), palette.dim),
        // Short, since it shares a line with the counter in the narrowest place.
        (false, _) => ("Not at the goal.".to_owned(), palette.dim),
    };
    // As a solution of a run of another puzzle.
    let is_own = player.begins_as(model.problem());
    let text = match is_own {
        true => text,
        false => "Moves of another start.".to_owned(),
    };
    let row = Vec2::new(ui.available_width(), ui.text_style_height(&TextStyle::Body));
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        // Before the first move the counter would say nothing; at the goal the outcome says it.
        let n_moves = player.moves().len();
        let is_told = is_goal && is_own && player.at() == n_moves;
        if n_moves > 0 && !is_told {
            counter_ui(ui, player);
        }
        let left = Layout::left_to_right(Align::Center);
        ui.with_layout(left, |ui| {
            ui.add(Label::new(RichText::new(text).color(colour)).truncate());
        });
    });
    if model.puzzle().is_some() {
        comparison_ui(ui, model, is_goal, actions);
    }
}

/// Which of the moves is the last that was made: “move 2 of 18”.
fn counter_ui(ui: &mut Ui, player: &Player) {
    let (at, n) = (player.at() as u64, player.moves().len() as u64);
    let text = format!("move {} of {}", format::count(at), format::count(n));
    ui.colored_label(theme::palette(ui).dim, text);
}

fn goal_reached(model: &Model, n_moves: usize, game: Option<&Game>) -> String {
    let fewest = match fewest(model) {
        Some(fewest) if fewest < n_moves => format!(" (fewest {})", format::count(fewest as u64)),
        _ => String::new(),
    };
    let n_moves = moves(n_moves as u64);
    match game.filter(|game| game.is_won()) {
        Some(game) => {
            let hints = if game.had_hint() { ", with hints" } else { "" };
            let time = exact_clock(game.time());
            format!("Solved in {n_moves}{fewest}, {time}{hints}.")
        }
        None => format!("Goal reached in {n_moves}."),
    }
}

/// “0:42, fewest 18”, once they are known.
fn standing(model: &Model, game: &Game) -> String {
    let time = clock(game.time());
    match fewest(model) {
        Some(fewest) => format!("{time}, fewest {}", format::count(fewest as u64)),
        None => time,
    }
}

/// The fewest moves: found beside the game, or known of the puzzle before.
fn fewest(model: &Model) -> Option<usize> {
    match model.games().comparison()? {
        Comparison::Found { fewest, .. } => Some(fewest),
        Comparison::Searching | Comparison::NotFound => {
            let known = model.known_length().filter(|known| known.optimal)?;
            known.moves.try_into().ok()
        }
    }
}

fn how_to_begin(player: &Player) -> String {
    match player.problem() {
        Problem::Tiles(_) => "Click tiles or use the arrows.",
        Problem::Route(_) => "Click a city at the end of a road.",
    }
    .to_owned()
}

fn comparison_ui(ui: &mut Ui, model: &Model, is_goal: bool, actions: &mut Vec<Action>) {
    // As high with its button as without.
    let row = Vec2::new(ui.available_width(), theme::size::ROW);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_height(theme::size::ROW);
        ui.spacing_mut().item_spacing.x = space::S;
        if model.game().is_none() {
            return;
        }
        let palette = theme::palette(ui);
        let known = fewest(model);
        let (text, colour) = match model.games().comparison() {
            None => return,
            Some(_) if is_goal && known == Some(model.player().at()) => {
                ("No solution is shorter.".into(), palette.good)
            }
            Some(Comparison::Searching) => match known {
                Some(_) => ("Looking for a shortest path…".into(), palette.dim),
                None => ("Looking for the fewest moves…".into(), palette.dim),
            },
            Some(Comparison::NotFound) => match known {
                Some(_) => ("No shortest path was found in time.".into(), palette.dim),
                None => (
                    "The fewest moves were not found in time.".into(),
                    palette.dim,
                ),
            },
            Some(Comparison::Found { fewest, path }) => match path {
                PathSoFar::Shortest => ("On a shortest path so far.".into(), palette.dim),
                PathSoFar::Checking(n) => {
                    let next = format::count(n as u64 + 1);
                    (format!("Checking move {next}…"), palette.dim)
                }
                PathSoFar::KnownTo(n) => (known_to(n, is_goal), palette.dim),
                PathSoFar::LeftAt(left_at) => {
                    let n = format::count(left_at as u64);
                    let show = ui.small_button("Show");
                    let what = format!(
                        "From the board before move {n}, the goal is {} away",
                        moves((fewest + 1 - left_at) as u64)
                    );
                    if show.on_hover_text(what).clicked() {
                        actions.push(Action::Player(PlayerAction::Seek(left_at - 1)));
                    }
                    (format!("Left a shortest path at move {n}"), palette.text)
                }
            },
        };
        ui.add(Label::new(RichText::new(text).color(colour)).truncate());
    });
}

/// What is said of a game that is known to be on a shortest path for `n` moves alone.
fn known_to(n: usize, is_goal: bool) -> String {
    match (is_goal, n) {
        (true, _) => "Where it left a shortest path is not known.".to_owned(),
        (false, 0) => "Not known if on a shortest path.".to_owned(),
        (false, n) => {
            let n = format::count(n as u64);
            format!("On a shortest path up to move {n}.")
        }
    }
}

/// A button that makes a run of the game, or how far that is and a way to stop it.
pub fn run_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    let command = Command::RecordGame;
    let entry = command.entry();
    let Some(done) = model.games().recorded() else {
        let button = ui.add_enabled(command.is_enabled(model), Button::new(entry.name));
        let button = button.on_hover_text(entry.tooltip);
        let button = button.on_disabled_hover_text("There is no game yet: move a tile.");
        if button.clicked() {
            actions.extend(command.action(model));
        }
        return;
    };
    let button = ui.button(format!("Stop at {:.0} %", (100.0 * done).floor()));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Stop recording the game"));
    let button = button.on_hover_text("Looking for the distances of the boards of the game");
    if button.clicked() {
        actions.push(Action::Games(GamesAction::StopRecording));
    }
}

/// The fewest moves and the least time in which the puzzle was ever won.
pub fn best_ui(ui: &mut Ui, model: &Model) {
    let Some(puzzle) = model.puzzle() else { return };
    let Some(best) = model.games().best(puzzle) else {
        // The line has its place before, so that nothing moves when the goal is reached.
        let height = ui.text_style_height(&TextStyle::Body);
        ui.allocate_space(Vec2::new(0.0, height));
        return;
    };
    let palette = theme::palette(ui);
    let text = format!(
        "Your best: {}, {}.",
        moves(best.moves),
        exact_clock(best.time)
    );
    let label = Label::new(RichText::new(text).color(palette.dim)).truncate();
    ui.add(label)
        .on_hover_text("The fewest moves and the least time without a hint");
}
