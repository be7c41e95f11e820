//! Questions that are asked before work would be lost: whether to save changes first, and whether
//! to overwrite a file.

use super::frame::focus_first;
use crate::gui::actions::Action;
use crate::gui::bookmarks::{Before, BookmarksAction, Question};
use crate::gui::document::{self, Confirmation, DocumentAction, Resolution};
use crate::gui::experiments::ExperimentAction;
use crate::gui::library::{LibraryAction, Reason};
use crate::gui::model::Model;
use crate::gui::runs::{RunId, RunsAction, names_of};
use crate::gui::theme;
use crate::gui::widgets::{primary_button, unbroken};
use egui::{Context, Id, Label, Response, RichText, Ui};
use tilescope_lab::format;

const WIDTH: f32 = 420.0;

/// Whether one of these questions is open.
pub fn is_open(model: &Model) -> bool {
    let library = model.library();
    model.conflict().is_some()
        || model.question().is_some()
        || library.conflict().is_some()
        || library.question().is_some()
        || model.experiments().asked_before().is_some()
        || model.bookmarks().question().is_some()
        || model.runs().asks_to_clear()
}

/// Asks whether to save changes first, whether to overwrite a file, or whether to clear the runs, if
/// one of these is open; the answer goes to `actions`. Returns whether something was asked.
pub fn ui(ctx: &Context, model: &Model, actions: &mut Vec<Action>) -> bool {
    if let Some((path, is_own)) = model.conflict() {
        let answer = |resolution| DocumentAction::Resolve(resolution).into();
        let overwritten = match is_own {
            true => Overwritten::Changed(
                "Reloading it shows them instead of yours, which undo brings back.",
            ),
            false => Overwritten::Other,
        };
        conflict_ui(ctx, &format::file_name(path), overwritten, &answer, actions);
    } else if let Some(conflict) = model.library().conflict() {
        let answer = |resolution| LibraryAction::Resolve(resolution).into();
        let file = format::file_name(conflict.path);
        let overwritten = match (conflict.open, conflict.is_own) {
            (Some(_), true) => {
                Overwritten::Changed("Reloading it shows them, without what was found here.")
            }
            (Some(open), false) => Overwritten::Open(open.name()),
            (None, _) => Overwritten::Other,
        };
        conflict_ui(ctx, &file, overwritten, &answer, actions);
    } else if let Some(question) = model.question() {
        let head = ("Save changes first?", puzzle_text(&question));
        let answer = |confirmation| DocumentAction::Confirm(confirmation).into();
        unsaved_ui(ctx, head, "Discard changes", &answer, actions);
    } else if model.library().question().is_some() {
        collection_ui(ctx, model, actions);
    } else if let Some(action) = model.experiments().asked_before() {
        let experiments = model.experiments();
        let name = match experiments.draft().name.trim() {
            "" => experiments.name(),
            name => name.to_owned(),
        };
        experiment_ui(ctx, &name, action, actions);
    } else if let Some(question) = model.bookmarks().question() {
        bookmarks_ui(ctx, model, question, actions);
    } else if model.runs().asks_to_clear() {
        clear_ui(ctx, actions);
    } else {
        return false;
    }
    true
}

/// Which puzzle has changes, and what loses them.
fn puzzle_text(question: &document::Question<'_>) -> String {
    let what = match &*question.name {
        "" => "This puzzle has no name, and its changes are not saved.".to_owned(),
        name => format!("“{}” has changes that are not saved.", shortened(name)),
    };
    let since = match question.is_shown {
        true => "They are",
        // It is not on the screen: why it is asked about must be said.
        false => "They were made before the present puzzle took its place, and are",
    };
    let loss = match (question.before, question.is_shown) {
        (DocumentAction::Quit, _) => "lost when the window closes",
        (_, true) => "lost when another puzzle takes its place",
        (_, false) => "lost when another puzzle is opened",
    };
    format!("{what} {since} {loss}.")
}

/// Whether to save the open collection first.
fn collection_ui(ctx: &Context, model: &Model, actions: &mut Vec<Action>) {
    let Some((open, reason)) = model.library().question() else {
        return;
    };
    let name = open.title(model.library().open());
    let name = shortened(&name);
    let (what, is_one) = match (open.is_in_no_file(), open.n_unsaved_results()) {
        (false, 0) => (format!("The new name “{name}” is not saved."), true),
        (true, _) if open.is_kept_beside_file() => {
            (format!("“{name}” as you kept it is in no file."), true)
        }
        (true, _) => (format!("The puzzles of “{name}” are in no file."), false),
        (false, 1) => {
            let what = format!("A length that was found here in “{name}” is not saved.");
            (what, true)
        }
        (false, n) => {
            let n = format::count(n as u64);
            let what = format!("{n} lengths that were found here in “{name}” are not saved.");
            (what, false)
        }
    };
    let subject = if is_one { "It is" } else { "They are" };
    let loss = match reason {
        Reason::Quits => "when the window closes",
        Reason::Closes => "when the collection is closed",
        Reason::ReadsOtherwise => "when its file is read in another way",
    };
    let n_others = match reason {
        Reason::Quits => model.library().n_left() - 1,
        Reason::Closes | Reason::ReadsOtherwise => 0,
    };
    let others = match n_others {
        0 => String::new(),
        1 => " Another collection is not saved either.".to_owned(),
        n => format!(
            " {} other collections are not saved either.",
            format::count(n as u64)
        ),
    };
    let text = format!("{what} {subject} lost {loss}.{others}");
    let answer = |confirmation| LibraryAction::Confirm(confirmation).into();
    let mut choices = vec![
        ("Save", Confirmation::Save),
        ("Discard", Confirmation::Discard),
    ];
    let all = format!("Discard all {}", n_others + 1);
    if n_others > 0 {
        choices.push((&all, Confirmation::DiscardAll));
    }
    let head = ("Save the collection first?", text);
    question_ui(ctx, head, &choices, &answer, actions);
}

/// Whether to save the experiment before `action` loses its changes.
fn experiment_ui(ctx: &Context, name: &str, action: &ExperimentAction, actions: &mut Vec<Action>) {
    let what = match name {
        "" => "The experiment has changes that are in no file.".to_owned(),
        name => format!(
            "The experiment “{}” has changes that are in no file.",
            shortened(name)
        ),
    };
    let loss = match action {
        ExperimentAction::Quit => "They are lost when the window closes.",
        _ => "They are lost when another experiment takes its place.",
    };
    let head = ("Save changes first?", format!("{what} {loss}"));
    let answer = |confirmation| ExperimentAction::Confirm(confirmation).into();
    unsaved_ui(ctx, head, "Discard changes", &answer, actions);
}

/// Whether to save the traces whose bookmarks are in no file.
fn bookmarks_ui(ctx: &Context, model: &Model, question: &Question, actions: &mut Vec<Action>) {
    let runs = &question.runs;
    let loss = match question.before {
        Before::Quit => "when the window closes",
        Before::Runs(RunsAction::Clear) => "when the runs are cleared",
        Before::Runs(RunsAction::Remove(_)) => "when the run is removed",
        Before::Runs(_) | Before::Race(_) | Before::Open(_) => "when another run takes its place",
    };
    let mut text = format!(
        "The bookmarks of {} are in no file. They are lost {loss}.",
        names_of(runs)
    );
    let is_ended = |run: &RunId| {
        let entry = model.runs().get(*run);
        entry.is_some_and(|entry| entry.run.report().is_some())
    };
    let can_save = runs.iter().all(is_ended);
    text += match can_save {
        true => " A trace keeps them.",
        false => " They can be saved in a trace when the run has ended: stop it first.",
    };
    let answer = |confirmation| BookmarksAction::Confirm(confirmation).into();
    let head = ("Save the bookmarks first?", text);
    if can_save {
        unsaved_ui(ctx, head, "Discard", &answer, actions);
    } else {
        question_ui(
            ctx,
            head,
            &[("Discard", Confirmation::Discard)],
            &answer,
            actions,
        );
    }
}

fn unsaved_ui(
    ctx: &Context,
    head: (&str, String),
    discard: &str,
    answer: &dyn Fn(Confirmation) -> Action,
    actions: &mut Vec<Action>,
) {
    let choices = [
        ("Save", Confirmation::Save),
        (discard, Confirmation::Discard),
    ];
    question_ui(ctx, head, &choices, answer, actions);
}

/// A question, these answers to it, of which the first is the usual one, and *Cancel*.
fn question_ui(
    ctx: &Context,
    (question, text): (&str, String),
    choices: &[(&str, Confirmation)],
    answer: &dyn Fn(Confirmation) -> Action,
    actions: &mut Vec<Action>,
) {
    // A question may follow another at once: it begins at its usual answer too.
    let is_next = ctx.data_mut(|data| {
        let last: &mut String = data.get_temp_mut_or_default(Id::unique("the last question"));
        *last != text && {
            last.clone_from(&text);
            true
        }
    });
    let begin_at = |ui: &Ui, button: &Response| match is_next {
        true => button.request_focus(),
        false => focus_first(ui, button),
    };
    let modal = super::frame::page("save changes first", &ctx.global_style()).show(ctx, |ui| {
        head_ui(ui, question, &text);
        ui.horizontal(|ui| {
            for (i, &(name, confirmation)) in choices.iter().enumerate() {
                let size = egui::vec2(96.0, theme::size::CONTROL);
                let pressed = match i {
                    0 => primary_button(ui, name, size),
                    _ => ui.button(name),
                };
                if confirmation == Confirmation::Save {
                    begin_at(ui, &pressed);
                }
                // The second click of two was for the question before.
                let is_chosen = pressed.clicked() && !pressed.double_clicked();
                actions.extend(is_chosen.then(|| answer(confirmation)));
            }
            let cancel = ui.button("Cancel");
            if !choices.iter().any(|(_, it)| *it == Confirmation::Save) {
                begin_at(ui, &cancel);
            }
            if cancel.clicked() {
                actions.push(answer(Confirmation::Cancel));
            }
        });
    });
    if super::frame::is_left(&modal) {
        actions.push(answer(Confirmation::Cancel));
    }
}

fn clear_ui(ctx: &Context, actions: &mut Vec<Action>) {
    let modal = super::frame::page("clear the runs", &ctx.global_style()).show(ctx, |ui| {
        let text = "A run is still working, or took long. Its tree and its figures are lost.";
        head_ui(ui, "Clear the runs?", text);
        ui.horizontal(|ui| {
            let size = egui::vec2(96.0, theme::size::CONTROL);
            let clear = primary_button(ui, "Clear all runs", size).clicked();
            let cancel = ui.button("Cancel");
            focus_first(ui, &cancel);
            if clear || cancel.clicked() {
                actions.push(RunsAction::ConfirmClear(clear).into());
            }
        });
    });
    if super::frame::is_left(&modal) {
        actions.push(RunsAction::ConfirmClear(false).into());
    }
}

/// What is in a file that would be overwritten.
#[derive(Clone, Copy)]
enum Overwritten<'a> {
    Other,
    /// The open collection of this name.
    Open(&'a str),
    /// What is saved, changed by another program; it is said what reloading it does.
    Changed(&'a str),
}

/// Whether to overwrite a file.
fn conflict_ui(
    ctx: &Context,
    name: &str,
    overwritten: Overwritten,
    answer: &dyn Fn(Resolution) -> Action,
    actions: &mut Vec<Action>,
) {
    let modal = super::frame::page("overwrite a file", &ctx.global_style()).show(ctx, |ui| {
        let name = shortened(name);
        let what = match overwritten {
            Overwritten::Changed(reloading) => format!(
                "“{name}” was changed by another program since it was last read or saved here. \
                 Overwriting it loses those changes. {reloading}"
            ),
            Overwritten::Open(collection) => format!(
                "“{name}” is the file of the open collection “{}”. Overwriting it loses its content.",
                shortened(collection)
            ),
            Overwritten::Other => {
                format!("There is already a file “{name}”. Overwriting it loses its content.")
            }
        };
        head_ui(ui, "Overwrite the file?", &what);
        ui.horizontal(|ui| {
            let save_as = primary_button(ui, "Save as…", egui::vec2(96.0, theme::size::CONTROL));
            focus_first(ui, &save_as);
            let mut pressed = vec![
                (save_as.clicked(), Resolution::SaveAs),
                (ui.button("Overwrite").clicked(), Resolution::Overwrite),
            ];
            if matches!(overwritten, Overwritten::Changed(_)) {
                pressed.push((ui.button("Reload").clicked(), Resolution::Reload));
            }
            pressed.push((ui.button("Cancel").clicked(), Resolution::Cancel));
            let pressed = pressed.into_iter().filter(|(pressed, _)| *pressed);
            actions.extend(pressed.map(|(_, resolution)| answer(resolution)));
        });
    });
    if super::frame::is_left(&modal) {
        actions.push(answer(Resolution::Cancel));
    }
}

/// A question, and below it what is at stake.
fn head_ui(ui: &mut Ui, question: &str, text: &str) {
    ui.set_width(WIDTH);
    let question = RichText::new(question).size(16.0);
    ui.label(question.family(theme::semibold()));
    ui.add_space(theme::space::XS);
    let shown = ui.add(Label::new(unbroken(text)).wrap());
    (ui.ctx()).accesskit_node_builder(shown.id, |node| node.set_value(text));
    ui.add_space(theme::space::M);
}

/// A name that does not fill the window.
fn shortened(name: &str) -> String {
    const MAX: usize = 80;
    match name.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}
