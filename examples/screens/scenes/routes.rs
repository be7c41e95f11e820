//! Road maps.

use super::super::steps::{open_example, solve};
use super::{SCENE, Scene};
use tilescope::gui::actions::Action;
use tilescope::gui::panels::PanelKind;

pub const SCENES: &[Scene] = &[
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
];
