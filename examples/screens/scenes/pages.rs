//! Panels by themselves, dialogs, and pages over the window.

use super::super::steps::large;
use super::{SCENE, Scene, panel_scene};
use tilescope::gui::actions::{Action, Edit, Notice};
use tilescope::gui::commands::Command;
use tilescope::gui::panels::PanelKind;
use tilescope::lab::classics::{CLASSICS, ClassicState};

pub const SCENES: &[Scene] = &[
    panel_scene("panel-puzzle", |app, _| large(app, PanelKind::Puzzle)),
    panel_scene("panel-search", |app, _| large(app, PanelKind::Search)),
    panel_scene("panel-tree", |app, _| large(app, PanelKind::Tree)),
    panel_scene("panel-plots", |app, _| large(app, PanelKind::Plots)),
    panel_scene("panel-node", |app, _| large(app, PanelKind::Node)),
    panel_scene("panel-result", |app, _| large(app, PanelKind::Result)),
    panel_scene("panel-runs", |app, _| large(app, PanelKind::Runs)),
    Scene {
        name: "error",
        set_up: |app, _| {
            let text = "row 2, column 3: tile 4 is there twice (first in row 1, column 1), and \
                        tile 7 is missing, in start, in puzzle.json";
            app.model.apply(Action::Tell(Notice::Failed(text.into())));
        },
        ..SCENE
    },
    Scene {
        name: "export",
        set_up: |app, ctx| app.carry_out_command(ctx, Command::ExportGraph),
        ..SCENE
    },
    Scene {
        name: "dialog-open",
        set_up: |app, _| app.model.apply(Action::OpenDialog),
        ..SCENE
    },
    Scene {
        name: "dialog-save",
        set_up: |app, _| app.model.apply(Action::SaveAs),
        ..SCENE
    },
    Scene {
        name: "dialog-unsaved",
        set_up: |app, _| {
            app.model.apply(Action::Edit(Edit::Scramble));
            app.model.apply(Action::OpenDialog);
        },
        ..SCENE
    },
    Scene {
        name: "palette",
        set_up: |app, ctx| app.carry_out_command(ctx, Command::Palette),
        ..SCENE
    },
    Scene {
        name: "keys",
        set_up: |app, ctx| app.carry_out_command(ctx, Command::Keys),
        ..SCENE
    },
    Scene {
        name: "classics",
        set_up: |app, ctx| {
            let kantz = CLASSICS[0];
            app.model.apply(Action::RunClassic(kantz));
            app.carry_out_command(ctx, Command::Classics);
        },
        is_ready: |app| {
            let run = app.model.classics().of(CLASSICS[0]);
            run.is_some_and(|run| *run.state() == ClassicState::Done)
        },
        ..SCENE
    },
    Scene {
        name: "about",
        set_up: |app, ctx| app.carry_out_command(ctx, Command::About),
        ..SCENE
    },
];
