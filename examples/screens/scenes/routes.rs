//! Road maps.

use super::super::steps::{open_example, solve};
use super::{Scene, scene};
use tilescope::gui::actions::Action;
use tilescope::gui::panels::PanelKind;

pub const SCENES: &[Scene] = &[
    scene("route", |app, _| open_example(app, "romania")),
    scene("route-half-way", |app, _| {
        open_example(app, "romania");
        solve(app, "a-star", "manhattan");
        app.model.apply(Action::Seek(4));
    }),
    scene("route-solved", |app, _| {
        open_example(app, "romania");
        solve(app, "a-star", "manhattan");
    }),
    scene("route-both-ends", |app, _| {
        open_example(app, "romania");
        solve(app, "nbs", "manhattan");
    }),
    scene("route-playing", |app, _| {
        open_example(app, "delhi-hyderabad");
        solve(app, "a-star", "manhattan");
        app.model.apply(Action::PlaySolution);
        app.model.apply(Action::PlayerSeek(1));
    }),
    scene("route-slide", |app, _| {
        open_example(app, "romania");
        solve(app, "a-star", "manhattan");
        app.model.apply(Action::Seek(5));
        app.show_only(PanelKind::Tree);
    }),
];
