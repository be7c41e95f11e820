//! Engines, hints and pattern databases.

use super::super::steps::{
    board, build_tables, choose, has_hint, run, size, solve, use_empty_cache,
};
use super::{SCENE, Scene, scene};
use tilescope::gui::actions::Action;
use tilescope::gui::commands::Command;
use tilescope::gui::edit::{BoardView, Edit};
use tilescope::gui::runs::RunsAction;
use tilescope::gui::tables::TablesAction;
use tilescope_lab::RunState;
use tilescope_puzzle::heuristics::required_patterns;
use tilescope_puzzle::pattern_database::{Blank, Partition};
use tilescope_puzzle::{Costs, GoalPreset, Size};

/// Patterns that take long to build and are not likely to be in the cache.
const LARGE: &str = "pdb:2,4,6,8,10,12,14|1,3,5,7,9,11,13,15";

pub const SCENES: &[Scene] = &[
    Scene {
        name: "hint",
        set_up: |app, _| {
            board(app, "1 2 3 4 / 5 6 _ 8 / 9 10 7 12 / 13 14 11 15");
            app.model.apply(Action::Hint);
        },
        is_ready: has_hint,
        ..SCENE
    },
    Scene {
        name: "hint-large",
        set_up: |app, _| {
            size(app, 10, 10);
            app.model.apply(Edit::Scramble.into());
            app.model.apply(Action::View(BoardView::Play));
            app.model.apply(Action::Hint);
        },
        is_ready: has_hint,
        ..SCENE
    },
    Scene {
        name: "solved-optimally",
        set_up: |app, _| {
            size(app, 4, 4);
            app.model.apply(RunsAction::SolveOptimally.into());
        },
        is_ready: |app| {
            let player = app.model.player();
            !player.moves().is_empty() && player.at() == player.moves().len()
        },
        ..SCENE
    },
    Scene {
        name: "tables",
        set_up: |app, ctx| {
            size(app, 4, 4);
            use_empty_cache(app);
            let partition = [
                vec![1, 2, 3, 5, 6, 7],
                vec![4, 8, 12],
                vec![9, 10, 11, 13, 14, 15],
            ];
            let goal = GoalPreset::BlankLast.board(Size::EIGHT_PUZZLE);
            let tables = required_patterns(
                &goal,
                Costs::UNIT,
                &[vec![1, 2, 3, 4], vec![5, 6, 7, 8]].into(),
            );
            let build = TablesAction::Build(tables.unwrap_or_default(), 1 << 30);
            app.model.apply(Action::Tables(build));
            if let Some(goal) = app.model.puzzle().map(|puzzle| puzzle.goal.clone()) {
                let paint = TablesAction::Paint(goal, Partition::from(partition).with(Blank::Kept));
                app.model.apply(Action::Tables(paint));
            }
            app.carry_out_command(ctx, Command::Tables);
        },
        is_ready: |app| {
            let tables = app.model.tables();
            tables.building().is_none() && !tables.there().is_empty()
        },
        ..SCENE
    },
    Scene {
        name: "tables-building",
        set_up: |app, ctx| {
            size(app, 4, 4);
            use_empty_cache(app);
            let Some(goal) = app.model.puzzle().map(|puzzle| puzzle.goal.clone()) else {
                return;
            };
            let tables = [
                vec![1, 2, 3, 4, 5, 6, 7, 8],
                vec![9, 10, 11, 12, 13, 14, 15],
            ];
            let tables = required_patterns(&goal, Costs::UNIT, &tables.into()).unwrap_or_default();
            let build = TablesAction::Build(tables, 4 << 30);
            app.model.apply(Action::Tables(build));
            app.carry_out_command(ctx, Command::Tables);
        },
        is_ready: |app| {
            let building = app.model.tables().building();
            building.is_some_and(|progress| progress.remaining.is_some())
        },
        ..SCENE
    },
    scene("databases", |app, _| {
        size(app, 4, 4);
        let both = "max(keep-blank(pdb-5-5-5), pdb:1,2,3,4|5,6,7,8,9|10,11,12,13,14,15)";
        solve(app, "pattern-databases", both);
    }),
    scene("blank-kept", |app, _| {
        solve(app, "a-star", "keep-blank(pdb-4-4)");
    }),
    Scene {
        name: "run-building",
        set_up: |app, _| {
            size(app, 4, 4);
            choose(app, "a-star", LARGE);
            build_tables(app);
        },
        is_ready: |app| app.model.runs().working().is_some(),
        ..SCENE
    },
    Scene {
        name: "run-building-paused",
        set_up: |app, _| {
            size(app, 4, 4);
            choose(app, "pattern-databases", LARGE);
            build_tables(app);
            app.model.apply(RunsAction::Pause.into());
        },
        is_ready: |app| {
            let working = app.model.runs().working();
            working.is_some_and(|entry| entry.run.state() == RunState::Paused)
        },
        ..SCENE
    },
    scene("run-building-stopped", |app, _| {
        size(app, 4, 4);
        choose(app, "pattern-databases", LARGE);
        build_tables(app);
        app.model.apply(RunsAction::Stop.into());
    }),
    Scene {
        name: "any-size",
        set_up: |app, _| {
            size(app, 10, 10);
            app.model.apply(Edit::Scramble.into());
            choose(app, "any-size", "manhattan");
            app.model.apply(RunsAction::Solve.into());
        },
        is_ready: |app| {
            let working = app.model.runs().working();
            working.is_some_and(|entry| entry.run.counts().elapsed.as_secs() >= 5)
        },
        ..SCENE
    },
    scene("unsolvable", |app, _| {
        board(app, "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 _");
        choose(app, "fastest-optimal", "manhattan");
        run(app);
    }),
];
