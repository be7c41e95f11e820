//! Road maps.

use super::super::steps::{open_example, solve};
use super::{Scene, scene};
use tilescope::gui::actions::Action;
use tilescope::gui::player::PlayerAction;
use tilescope::gui::timeline::TimelineAction;

pub const SCENES: &[Scene] = &[
    scene("route", |app, _| open_example(app, "romania")),
    scene("route-half-way", |app, _| {
        open_example(app, "romania");
        solve(app, "a-star", "manhattan");
        app.model.apply(TimelineAction::Seek(4).into());
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
        app.model.apply(PlayerAction::Seek(1).into());
    }),
    scene("route-slide", |app, _| {
        open_example(app, "romania");
        solve(app, "a-star", "manhattan");
        app.model.apply(TimelineAction::Seek(5).into());
        app.show_only("Tree");
    }),
];
