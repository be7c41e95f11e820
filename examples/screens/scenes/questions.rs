//! What the panels answer about a search, and pages and layouts for a lecture and for research.

use super::super::steps::{choose, compare, open_example, run, solve};
use super::{SCENE, Scene, scene};
use tilescope::gui::app::App;
use tilescope::gui::commands::Command;
use tilescope::gui::races::{Begin, RaceAction};
use tilescope::gui::timeline::TimelineAction;
use tilescope_lab::job;

pub const SCENES: &[Scene] = &[
    scene("frontier", |app, _| {
        hardest(app, "breadth-first");
        let half = app.model.end() / 2;
        app.model.apply(TimelineAction::Seek(half).into());
        app.show_only("Frontier");
    }),
    scene("levels", |app, _| {
        hardest(app, "a-star");
        app.show_only("Levels");
    }),
    scene("levels-iterations", |app, _| {
        hardest(app, "ida-star");
        app.show_only("Levels");
    }),
    scene("compare", |app, _| {
        compare(app);
        app.show_only("Compare");
    }),
    scene("pseudocode", |app, _| {
        hardest(app, "a-star");
        app.model.apply(TimelineAction::Seek(1_000).into());
        app.show_only("Pseudocode");
    }),
    Scene {
        name: "race",
        set_up: |app, _| {
            open_example(app, "twenty-moves");
            let searches = ["breadth-first", "a-star", "ida-star"];
            let settings = searches.map(|key| {
                let algorithm = job::algorithm(key).expect("a registered algorithm");
                app.model.settings().with_algorithm(algorithm)
            });
            let start = RaceAction::Start(settings.into(), Begin::Together);
            app.model.apply(start.into());
            app.show_only("Race");
        },
        is_ready: |app| {
            let (races, runs) = (app.model.races(), app.model.runs());
            races.n_searches() == 3 && !races.is_searching(runs) && races.at() >= 1.0
        },
        ..SCENE
    },
    scene("research", |app, ctx| {
        hardest(app, "a-star");
        app.carry_out_command(ctx, Command::LayoutResearch);
    }),
    scene("presentation", |app, ctx| {
        open_example(app, "spiral-in-five-moves");
        solve(app, "a-star", "manhattan");
        app.carry_out_command(ctx, Command::Presentation);
    }),
    scene("library", |app, ctx| {
        app.carry_out_command(ctx, Command::Library);
    }),
];

/// Solves an 8-puzzle of 31 moves.
fn hardest(app: &mut App, algorithm: &str) {
    open_example(app, "hardest-8-puzzle-a");
    choose(app, algorithm, "manhattan");
    run(app);
}
