//! Single panels, dialogs, and overlays.

use super::super::steps::show_only;
use super::{SCENE, Scene, scene};
use std::time::Duration;
use tilescope::gui::actions::Action;
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::{Edit, Side};
use tilescope::gui::experiments::ExperimentAction;
use tilescope::gui::published::PublishedAction;
use tilescope::gui::requests::Notice;
use tilescope_lab::experiment::Draft;
use tilescope_lab::published::{ExperimentState, PUBLISHED_EXPERIMENTS};

pub const SCENES: &[Scene] = &[
    scene("panel-puzzle", |app, _| show_only(app, "Puzzle")),
    scene("panel-search", |app, _| show_only(app, "Search")),
    scene("panel-tree", |app, _| show_only(app, "Tree")),
    scene("panel-plots", |app, _| show_only(app, "Plots")),
    scene("panel-node", |app, _| show_only(app, "Node")),
    scene("panel-result", |app, _| show_only(app, "Result")),
    scene("panel-runs", |app, _| show_only(app, "Runs")),
    scene("error", |app, _| {
        let text = "row 2, column 3: tile 4 is there twice (first in row 1, column 1), and \
                        tile 7 is missing, in start, in puzzle.json";
        app.model.apply(Action::Notify(Notice::Failed(text.into())));
    }),
    scene("export", |app, ctx| {
        app.carry_out_command(ctx, Command::ExportGraph)
    }),
    scene("dialog-open", |app, _| {
        app.model.apply(DocumentAction::OpenDialog.into())
    }),
    scene("dialog-save", |app, _| {
        app.model.apply(DocumentAction::SaveAs.into())
    }),
    scene("dialog-unsaved", |app, _| {
        app.model.apply(Edit::Swap(Side::Start, 0, 1).into());
        app.model.apply(DocumentAction::OpenDialog.into());
    }),
    scene("palette", |app, ctx| {
        app.carry_out_command(ctx, Command::Palette)
    }),
    scene("keys", |app, ctx| app.carry_out_command(ctx, Command::Keys)),
    Scene {
        name: "classics",
        set_up: |app, ctx| {
            let kantz = PUBLISHED_EXPERIMENTS[0];
            app.model.apply(PublishedAction::Run(kantz).into());
            app.carry_out_command(ctx, Command::PublishedExperiments);
        },
        is_ready: |app| {
            let run = app.model.published().of(PUBLISHED_EXPERIMENTS[0]);
            run.is_some_and(|run| *run.state() == ExperimentState::Done)
        },
        ..SCENE
    },
    Scene {
        name: "experiment",
        set_up: |app, _| {
            app.model
                .apply(ExperimentAction::Edit(experiment().into()).into());
            app.model.apply(Action::Tick(Duration::ZERO));
            show_only(app, "Experiment");
        },
        is_ready: |app| app.model.experiments().progress().is_some(),
        ..SCENE
    },
    scene("about", |app, ctx| {
        app.carry_out_command(ctx, Command::About)
    }),
];

/// Two algorithms on the 8-puzzles farthest from the goal.
fn experiment() -> Draft {
    let mut draft = Draft::default();
    draft.name = "The hardest 8-puzzles".into();
    draft.add_bundled("farthest-8-puzzles");
    for key in ["a-star", "ida-star"] {
        draft.algorithms.push(key.into());
    }
    draft.heuristics = vec!["manhattan".into(), "linear-conflict".into()];
    draft
}
