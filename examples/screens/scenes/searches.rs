//! Recorded searches: before, during and after the run, and on boards of all sizes.

use super::super::steps::{
    board, choose, compare, cost_of_tiles, halfway, limit, open_example, run, size, solve,
};
use super::{SCENE, Scene, scene};
use tilescope::gui::actions::Action;
use tilescope::gui::edit::{Edit, Side};
use tilescope::gui::player::PlayerAction;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::timeline::TimelineAction;
use tilescope_puzzle::{TileCosts, notation};

pub const SCENES: &[Scene] = &[
    Scene {
        name: "first-start",
        ..SCENE
    },
    scene("editing", |app, _| {
        app.model.apply(Edit::Swap(Side::Start, 0, 1).into())
    }),
    scene("solved", |app, _| solve(app, "a-star", "manhattan")),
    scene("compared", |app, _| compare(app)),
    scene("half-way", |app, _| halfway(app)),
    scene("half-way-tree", |app, _| {
        halfway(app);
        app.show_only("Tree");
    }),
    scene("half-way-node", |app, _| {
        halfway(app);
        app.show_only("Node");
    }),
    Scene {
        name: "running",
        set_up: |app, _| {
            open_example(app, "korf-1");
            choose(app, "a-star", "manhattan");
            app.model.apply(RunsAction::Solve.into());
        },
        is_ready: |app| app.model.end() > 20_000,
        ..SCENE
    },
    Scene {
        name: "state-space",
        set_up: |app, _| {
            open_example(app, "hardest-8-puzzle-a");
            solve(app, "a-star", "manhattan");
            app.show_only("State space");
        },
        is_ready: |app| {
            let active = app.model.runs().active();
            active.is_some_and(|entry| app.model.spaces().reached(entry).is_some())
        },
        ..SCENE
    },
    Scene {
        name: "overview",
        set_up: |app, _| {
            open_example(app, "hardest-8-puzzle-a");
            solve(app, "a-star", "manhattan");
            app.show_only("Overview");
        },
        is_ready: |app| {
            let active = app.model.runs().active();
            active.is_some_and(|entry| app.model.subtrees().is_wanted(entry.id))
        },
        ..SCENE
    },
    scene("iterations", |app, _| solve(app, "ida-star", "misplaced")),
    scene("two-trees", |app, _| {
        solve(app, "bidirectional-breadth-first", "zero");
        let node = app.model.runs().active().and_then(|entry| {
            let meeting = entry.run.trace().meeting()?;
            entry.node(meeting.backward)
        });
        app.model.apply(TimelineAction::Select(node).into());
    }),
    scene("two-trees-large", |app, _| {
        board(app, "8 6 7 / 2 5 4 / 3 _ 1");
        solve(app, "nbs", "manhattan");
    }),
    scene("playing", |app, _| {
        solve(app, "a-star", "manhattan");
        app.model.apply(Action::PlaySolution);
        app.model.apply(PlayerAction::Seek(5).into());
    }),
    scene("stopped", |app, _| {
        open_example(app, "korf-1");
        choose(app, "a-star", "manhattan");
        limit(app, 5_000);
        run(app);
    }),
    scene("put-together", |app, _| {
        choose(
            app,
            "a-star",
            "max(linear-conflict, 0.9*pdb:1,2,3,4|5,6,7,8, inversion-distance)",
        );
        cost_of_tiles(app, TileCosts::Inverse);
        run(app);
    }),
    scene("measured", |app, _| {
        choose(app, "a-star", "manhattan");
        let mut settings = app.model.settings().clone();
        settings.measure_to = notation::parse_board("1 2 3 / 8 _ 4 / 7 6 5").ok();
        app.model.apply(Action::Settings(settings.into()));
        run(app);
    }),
    scene("tree-100000", |app, _| {
        open_example(app, "korf-1");
        choose(app, "a-star", "manhattan");
        limit(app, 50_000);
        run(app);
    }),
    scene("tree-deep", |app, _| solve(app, "depth-first", "zero")),
    scene("board-2x2", |app, _| {
        board(app, "3 2 / 1 _");
        solve(app, "breadth-first", "zero");
    }),
    scene("board-3x4", |app, _| {
        size(app, 3, 4);
        solve(app, "a-star", "linear-conflict");
    }),
    scene("board-5x5", |app, _| {
        size(app, 5, 5);
        solve(app, "a-star", "linear-conflict");
    }),
    scene("board-10x10", |app, _| {
        size(app, 10, 10);
        solve(app, "greedy-best-first", "manhattan");
    }),
];
