//! The scenes: what is set up before the picture is taken.

use super::steps::{
    board, choose, compare, cost_of_tiles, has_ended, has_hint, keep_tables_aside, large, limit,
    open_example, run, size, solve,
};
use eframe::egui::{Context, RawInput};
use tilescope::gui::actions::{Action, BoardView, Edit, Notice, Side};
use tilescope::gui::app::App;
use tilescope::gui::commands::Command;
use tilescope::gui::panels::PanelKind;
use tilescope::gui::tables::TablesAction;
use tilescope::lab::classics::{CLASSICS, ClassicState};
use tilescope::puzzle::heuristics::wanted;
use tilescope::puzzle::pattern_database::{Blank, Partition};
use tilescope::puzzle::{Costs, GoalPreset, Size, TileCosts, notation};

/// A state of the program that is worth a look.
pub struct Scene {
    pub name: &'static str,
    pub set_up: fn(&mut App, &Context),
    /// Whether all that was started has come to rest.
    pub is_ready: fn(&App) -> bool,
    /// Input for the frame after so many quiet ones.
    pub input: fn(u32, &mut RawInput),
}

const SCENE: Scene = Scene {
    name: "",
    set_up: |_, _| {},
    is_ready: has_ended,
    input: |_, _| {},
};

const fn panel_scene(name: &'static str, set_up: fn(&mut App, &Context)) -> Scene {
    Scene {
        name,
        set_up,
        ..SCENE
    }
}

pub static SCENES: &[Scene] = &[
    Scene {
        name: "first-start",
        ..SCENE
    },
    Scene {
        name: "editing",
        set_up: |app, _| app.model.apply(Action::Edit(Edit::Swap(Side::Start, 0, 1))),
        ..SCENE
    },
    Scene {
        name: "solved",
        set_up: |app, _| solve(app, "a-star", "manhattan"),
        ..SCENE
    },
    Scene {
        name: "compared",
        set_up: |app, _| compare(app),
        ..SCENE
    },
    Scene {
        name: "half-way",
        set_up: |app, _| {
            solve(app, "a-star", "misplaced");
            app.model.apply(Action::Seek(app.model.end() / 2));
        },
        ..SCENE
    },
    Scene {
        name: "running",
        set_up: |app, _| {
            open_example(app, "korf-1");
            choose(app, "a-star", "manhattan");
            app.model.apply(Action::Solve);
        },
        is_ready: |app| app.model.end() > 20_000,
        ..SCENE
    },
    Scene {
        name: "iterations",
        set_up: |app, _| solve(app, "ida-star", "misplaced"),
        ..SCENE
    },
    Scene {
        name: "two-trees",
        set_up: |app, _| {
            solve(app, "bidirectional-breadth-first", "zero");
            let entry = app.model.runs().active();
            let meeting = entry.and_then(|entry| entry.run.trace().meeting());
            let node = meeting.map(|meeting| meeting.back);
            app.model.apply(Action::Select(node));
        },
        ..SCENE
    },
    Scene {
        name: "two-trees-large",
        set_up: |app, _| {
            board(app, "8 6 7 / 2 5 4 / 3 _ 1");
            solve(app, "nbs", "manhattan");
        },
        ..SCENE
    },
    Scene {
        name: "playing",
        set_up: |app, _| {
            solve(app, "a-star", "manhattan");
            app.model.apply(Action::PlaySolution);
            app.model.apply(Action::PlayerSeek(5));
        },
        ..SCENE
    },
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
            app.model.apply(Action::Edit(Edit::Scramble));
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
            app.model.apply(Action::SolveOptimally);
        },
        is_ready: |app| {
            let player = app.model.player();
            !player.moves().is_empty() && player.at() == player.moves().len()
        },
        ..SCENE
    },
    Scene {
        name: "stopped",
        set_up: |app, _| {
            open_example(app, "korf-1");
            choose(app, "a-star", "manhattan");
            limit(app, 5_000);
            run(app);
        },
        ..SCENE
    },
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
        name: "tables",
        set_up: |app, ctx| {
            size(app, 4, 4);
            keep_tables_aside(app);
            let partition = [
                vec![1, 2, 3, 5, 6, 7],
                vec![4, 8, 12],
                vec![9, 10, 11, 13, 14, 15],
            ];
            let goal = GoalPreset::BlankLast.board(Size::EIGHT_PUZZLE);
            let tables = wanted(
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
            keep_tables_aside(app);
            let Some(goal) = app.model.puzzle().map(|puzzle| puzzle.goal.clone()) else {
                return;
            };
            let tables = [
                vec![1, 2, 3, 4, 5, 6, 7, 8],
                vec![9, 10, 11, 12, 13, 14, 15],
            ];
            let tables = wanted(&goal, Costs::UNIT, &tables.into()).unwrap_or_default();
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
    Scene {
        name: "about",
        set_up: |app, ctx| app.carry_out_command(ctx, Command::About),
        ..SCENE
    },
    Scene {
        name: "put-together",
        set_up: |app, _| {
            choose(
                app,
                "a-star",
                "max(linear-conflict, 0.9*pdb:1,2,3,4|5,6,7,8, inversion-distance)",
            );
            cost_of_tiles(app, TileCosts::Inverse);
            run(app);
        },
        ..SCENE
    },
    panel_scene("databases", |app, _| {
        size(app, 4, 4);
        let both = "max(keep-blank(pdb-5-5-5), pdb:1,2,3,4|5,6,7,8,9|10,11,12,13,14,15)";
        solve(app, "pattern-databases", both);
    }),
    panel_scene("blank-kept", |app, _| {
        solve(app, "a-star", "keep-blank(pdb-4-4)");
    }),
    Scene {
        name: "measured",
        set_up: |app, _| {
            choose(app, "a-star", "manhattan");
            let mut settings = app.model.settings().clone();
            settings.measure_to = notation::parse_board("1 2 3 / 8 _ 4 / 7 6 5").ok();
            app.model.apply(Action::Settings(settings.into()));
            run(app);
        },
        ..SCENE
    },
    Scene {
        name: "board-2x2",
        set_up: |app, _| {
            board(app, "3 2 / 1 _");
            solve(app, "breadth-first", "zero");
        },
        ..SCENE
    },
    Scene {
        name: "board-3x4",
        set_up: |app, _| {
            size(app, 3, 4);
            solve(app, "a-star", "linear-conflict");
        },
        ..SCENE
    },
    Scene {
        name: "board-5x5",
        set_up: |app, _| {
            size(app, 5, 5);
            solve(app, "a-star", "linear-conflict");
        },
        ..SCENE
    },
    Scene {
        name: "board-10x10",
        set_up: |app, _| {
            size(app, 10, 10);
            solve(app, "greedy-best-first", "manhattan");
        },
        ..SCENE
    },
    Scene {
        name: "route",
        set_up: |app, _| open_example(app, "romania"),
        ..SCENE
    },
    Scene {
        name: "route-half-way",
        set_up: |app, _| {
            open_example(app, "romania");
            solve(app, "a-star", "manhattan");
            app.model.apply(Action::Seek(4));
        },
        ..SCENE
    },
    Scene {
        name: "route-solved",
        set_up: |app, _| {
            open_example(app, "romania");
            solve(app, "a-star", "manhattan");
        },
        ..SCENE
    },
    Scene {
        name: "route-both-ends",
        set_up: |app, _| {
            open_example(app, "romania");
            solve(app, "nbs", "manhattan");
        },
        ..SCENE
    },
    Scene {
        name: "route-playing",
        set_up: |app, _| {
            open_example(app, "delhi-hyderabad");
            solve(app, "a-star", "manhattan");
            app.model.apply(Action::PlaySolution);
            app.model.apply(Action::PlayerSeek(1));
        },
        ..SCENE
    },
    Scene {
        name: "route-slide",
        set_up: |app, _| {
            open_example(app, "romania");
            solve(app, "a-star", "manhattan");
            app.model.apply(Action::Seek(5));
            app.show_only(PanelKind::Tree);
        },
        ..SCENE
    },
    Scene {
        name: "tree-100000",
        set_up: |app, _| {
            open_example(app, "korf-1");
            choose(app, "a-star", "manhattan");
            limit(app, 50_000);
            run(app);
        },
        ..SCENE
    },
    Scene {
        name: "tree-deep",
        set_up: |app, _| solve(app, "depth-first", "zero"),
        ..SCENE
    },
];
