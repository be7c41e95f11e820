//! The result panel: how the shown run ended, or its progress, and its solution.

use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::run_status::{RunStatus, memory, memory_parts, nodes_per_second};
use crate::gui::runs::RunEntry;
use crate::gui::text::sentence;
use crate::gui::theme;
use crate::gui::timeline::TimelineAction;
use crate::gui::widgets::{
    above_strip, coloured_row, list_item, note, rows, seek_first, value_row, words_row,
};
use egui::{Button, RichText, Role, Ui, WidgetInfo};
use egui_material_icons::icons::{ICON_ARROW_DROP_DOWN, ICON_PLAY_ARROW};
use tilescope_lab::solution::SolutionForm;
use tilescope_lab::{BestNode, Problem, Report, Run, RunOutcome, format, strip};
use tilescope_puzzle::{Direction, MoveNotation, Puzzle, TableFormat, notation};
use tilescope_search as search;

/// Shown for a value that doesn't exist (yet).
const NONE: &str = "–";

/// Maximum number of moves shown. Copy copies all of them.
const MAX_MOVES: usize = 500;

/// The height of the strip of buttons.
const STRIP: f32 = theme::space::S + theme::size::CONTROL + theme::space::M;

/// Stateless: the model has the runs.
#[derive(Default)]
pub struct ResultPanel;

impl Panel for ResultPanel {
    fn shows_active_run(&self) -> bool {
        true
    }

    fn head_ui(&mut self, ui: &mut Ui, model: &Model, _: &mut Vec<Action>) {
        if let Some(entry) = model.runs().active() {
            let title = RichText::new(entry.run.job().title());
            let title = title.small().color(theme::palette(ui).dim);
            ui.add(egui::Label::new(title).truncate());
        }
    }

    fn ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
        let active = model.runs().active();
        let mut pressed = Vec::new();
        above_strip(
            ui,
            STRIP,
            |ui| match active {
                Some(entry) => {
                    published_ui(ui, entry);
                    figures_ui(ui, model, entry);
                    for what in entry.run.notes() {
                        let text = RichText::new(sentence(&what)).small();
                        let colour = theme::palette(ui).warning;
                        ui.add(egui::Label::new(text.color(colour)).wrap());
                    }
                    words_ui(ui, entry);
                }
                None => {
                    let text = "The outcome of a search and its figures appear here. Press Solve \
                                to start one.";
                    note(ui, text);
                }
            },
            |ui| {
                if let Some(entry) = active {
                    buttons_ui(ui, entry, &mut pressed);
                }
            },
        );
        actions.append(&mut pressed);
    }
}

/// The figures, in the same rows during the run and after it.
fn figures_ui(ui: &mut Ui, model: &Model, entry: &RunEntry) {
    let (run, runs) = (&entry.run, model.runs());
    let counts = run.counts();
    let report = run.report();
    let solution = report.and_then(solution);
    let run_status = RunStatus::of(run, theme::palette(ui));
    let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.into());
    rows(ui, |ui| {
        coloured_row(ui, "Outcome", run_status.detail, run_status.colour);
        let so_far = run.incumbent();
        let moves = solution.map(|(moves, _)| format::count(moves.len() as u64));
        let moves = moves.or(so_far.map(|it| words_so_far(format::count(it.n_moves as u64))));
        value_row(ui, "Moves", &or_none(moves));
        let unit = run.job().problem.unit();
        if !run.job().problem.has_unit_costs() {
            let cost = solution.map(|(_, cost)| format::cost(cost, unit));
            let cost = cost.or(so_far.map(|it| words_so_far(format::cost(it.cost.into(), unit))));
            value_row(ui, "Cost", &or_none(cost));
        }
        if let Some(least) = model.optima().of(runs, entry) {
            let name = match run.job().problem.has_unit_costs() {
                true => "Shortest",
                false => "Least cost",
            };
            let is_least = solution.is_some_and(|(_, cost)| cost == u64::from(least));
            let words = if is_least { ": this is optimal" } else { "" };
            let value = format!("{}{words}", format::cost(least.into(), unit));
            let row = value_row(ui, name, &value);
            row.on_hover_text("What a solution costs at least: this search does not prove it");
        }
        if run.job().settings.algorithm.is_engine() {
            let bound = lower_bound(run).map(|bound| format::cost(bound, unit));
            let row = value_row(ui, "Lower bound", &or_none(bound));
            row.on_hover_text("It is proved that no solution has fewer moves");
        }
        if let Some(used) = report.and_then(Report::used) {
            words_row(ui, "Used", &used);
        }
        if let Some(goal_test) = run.job().settings.goal_test() {
            value_row(ui, "Goal test", goal_test.label());
        }
        value_row(ui, "Expanded", &format::count(counts.expanded));
        value_row(ui, "Generated", &format::count(counts.generated));
        let peak = counts.peak_frontier.map(format::count);
        value_row(ui, "Peak frontier", &or_none(peak));
        let branching = report.and_then(Report::effective_branching_factor);
        value_row(ui, "b*", &or_none(branching.map(|b| format!("{b:.2}")))).on_hover_text(
            "The effective branching factor: that of a uniform tree of the solution's depth \
             with as many nodes as were generated",
        );
        value_row(ui, "Time", &format::duration(counts.elapsed));
        let speed = nodes_per_second(run).map(format::count);
        value_row(ui, "Nodes/s", &or_none(speed));
        value_row(ui, "Memory", &memory(entry)).on_hover_ui(|ui| {
            ui.label(memory_parts(runs, entry));
        });
    });
}

fn words_so_far(figure: String) -> String {
    format!("{figure} so far")
}

/// The lower bound on the solution's cost, as far as the engine of `run` has proved it: the bound
/// of its current iteration.
fn lower_bound(run: &Run) -> Option<u64> {
    match run.report().map(|report| &report.outcome) {
        Some(RunOutcome::Solved {
            cost,
            optimal: true,
            ..
        }) => Some(u64::from(*cost)),
        _ => run.counts().bound.map(u64::from),
    }
}

/// The buttons for a solution or, if there is none, for the best node.
fn buttons_ui(ui: &mut Ui, entry: &RunEntry, actions: &mut Vec<Action>) {
    let report = entry.run.report();
    let moves = report.and_then(solution).map(|(moves, _)| moves);
    let problem = &entry.run.job().problem;
    ui.horizontal(|ui| match report.and_then(|report| report.best) {
        Some(best) if moves.is_none() => best_ui(ui, entry, best, actions),
        _ => moves_ui(ui, problem, moves, actions),
    });
}

fn moves_ui(
    ui: &mut Ui,
    problem: &Problem,
    moves: Option<&[search::Action]>,
    actions: &mut Vec<Action>,
) {
    let named = |name| move || WidgetInfo::labeled(Role::Button, moves.is_some(), name);
    let icon = ICON_PLAY_ARROW.rich_text().size(16.0);
    let play = ui.add_enabled(moves.is_some(), Button::new((icon, "Play solution")));
    play.widget_info(named("Play solution"));
    let (play_hint, copy_hint) = match problem {
        Problem::Tiles(_) => (
            "Slide the tiles along the solution",
            "The moves of the blank as letters",
        ),
        Problem::Route(_) => ("Drive along the solution", "The cities of the way"),
    };
    let play = play.on_hover_text(play_hint);
    if play.clicked() {
        actions.push(Action::PlaySolution);
    }
    let copy = ui.add_enabled(moves.is_some(), Button::new("Copy"));
    copy.widget_info(named("Copy moves"));
    let copy = copy.on_hover_text(copy_hint);
    if copy.clicked() {
        actions.push(Action::copy_solution(problem, moves.unwrap_or_default()));
    }
    if let Problem::Tiles(puzzle) = problem {
        let icon = ICON_ARROW_DROP_DOWN.rich_text().size(16.0);
        let more = ui.add_enabled(moves.is_some(), Button::new(icon));
        more.widget_info(named("Copy or save the solution as"));
        let more = more.on_hover_text(
            "Copy the solution in another notation, as a table or as a strip, or save it",
        );
        seek_first(&more);
        egui::Popup::menu(&more)
            .align(egui::RectAlign::TOP_END)
            .show(|ui| copy_menu_ui(ui, puzzle, moves.unwrap_or_default(), actions));
    }
}

/// The notations and tables in which a solution can be copied.
fn copy_menu_ui(ui: &mut Ui, puzzle: &Puzzle, moves: &[search::Action], actions: &mut Vec<Action>) {
    ui.set_width(theme::size::POPUP);
    let directions = || {
        moves
            .iter()
            .copied()
            .map(Direction::from)
            .collect::<Vec<_>>()
    };
    for notation in MoveNotation::ALL {
        if list_item(ui, false, notation.name(), "").clicked() {
            actions.push(Action::Copy("the moves", notation.write(&directions())));
        }
    }
    for table in TableFormat::ALL {
        if list_item(ui, false, table.name(), "").clicked()
            && let Some(text) = table.write(&puzzle.start, &directions())
        {
            actions.push(Action::Copy("the solution as a table", text));
        }
    }
    if list_item(ui, false, "SVG strip of boards", "").clicked()
        && let Some(text) = strip::svg(&puzzle.start, &directions())
    {
        actions.push(Action::Copy("the solution as an SVG strip", text));
    }
    ui.separator();
    for form in SolutionForm::ALL {
        let name = format!("Save: {}…", form.name());
        if list_item(ui, false, &name, "").clicked() {
            actions.push(Action::save_solution(puzzle, moves, form));
        }
    }
}

fn best_ui(ui: &mut Ui, entry: &RunEntry, best: BestNode, actions: &mut Vec<Action>) {
    let node = best.node.and_then(|node| entry.node(node));
    let button = Button::new("Show the best node");
    let button = ui.add_enabled(node.is_some(), button);
    let button = button
        .on_hover_text(format!("h = {}, g = {}", best.h, best.g))
        .on_disabled_hover_text("It was not recorded");
    if button.clicked() {
        actions.push(TimelineAction::Select(node).into());
    }
}

/// The solution as letters, or why there is none.
fn words_ui(ui: &mut Ui, entry: &RunEntry) {
    if let Some(report) = entry.run.report() {
        match solution(report) {
            Some((moves, _)) => note(ui, &written(&entry.run.job().problem, moves)),
            None => note(ui, &format!("{}.", report.sentence())),
        };
    }
}

/// What was published of the search, beside what the run has measured.
fn published_ui(ui: &mut Ui, entry: &RunEntry) {
    let Some(publication) = &entry.publication else {
        return;
    };
    let palette = theme::palette(ui);
    note(ui, &format!("{}:", publication.name())).on_hover_text(publication.experiment.source);
    let report = entry.run.report();
    for comparison in publication.comparisons(report) {
        let colour = match comparison.agrees {
            None => palette.text,
            Some(true) => palette.good,
            Some(false) => palette.warning,
        };
        let text = RichText::new(format!("{}.", comparison.text)).small();
        ui.add(egui::Label::new(text.color(colour)).wrap());
    }
    for reason in report
        .map(|report| publication.reasons(report))
        .unwrap_or_default()
    {
        note(ui, &reason);
    }
    ui.add_space(theme::space::S);
}

fn solution(report: &Report) -> Option<(&[search::Action], u64)> {
    match &report.outcome {
        RunOutcome::Solved { moves, cost, .. } => Some((moves, u64::from(*cost))),
        RunOutcome::Unsolvable { .. }
        | RunOutcome::Exhausted(_)
        | RunOutcome::Stopped(_)
        | RunOutcome::Failed(_) => None,
    }
}

/// The moves in groups of five, or the cities, up to the maximum shown.
fn written(problem: &Problem, moves: &[search::Action]) -> String {
    let shown = &moves[..moves.len().min(MAX_MOVES)];
    let mut text = match problem {
        Problem::Tiles(_) => {
            let directions = |group: &[search::Action]| -> String {
                notation::moves(group.iter().copied().map(Direction::from))
            };
            let groups: Vec<String> = shown.chunks(5).map(directions).collect();
            groups.join(" ")
        }
        Problem::Route(_) => problem.path_line(shown),
    };
    let more = moves.len() - shown.len();
    if more > 0 {
        text.push_str(&format!(" … and {} more", format::count(more as u64)));
    }
    text
}
