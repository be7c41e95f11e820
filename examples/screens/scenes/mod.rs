//! The scenes: each sets up a state of the window for a picture.

mod engines;
mod pages;
mod questions;
mod routes;
mod searches;

use super::steps::has_ended;
use eframe::egui::{Context, RawInput};
use tilescope::gui::app::App;

/// All scenes, grouped by what they show.
pub static SCENES: [&[Scene]; 5] = [
    searches::SCENES,
    engines::SCENES,
    pages::SCENES,
    questions::SCENES,
    routes::SCENES,
];

/// A state of the program to photograph.
pub struct Scene {
    pub name: &'static str,
    pub set_up: fn(&mut App, &Context),
    /// Whether the picture can be taken.
    pub is_ready: fn(&App) -> bool,
    /// Input for a frame, given the number of quiet frames before it.
    pub input: fn(u32, &mut RawInput),
}

const SCENE: Scene = Scene {
    name: "",
    set_up: |_, _| {},
    is_ready: has_ended,
    input: |_, _| {},
};

/// A scene that is ready when its runs have ended.
const fn scene(name: &'static str, set_up: fn(&mut App, &Context)) -> Scene {
    Scene {
        name,
        set_up,
        ..SCENE
    }
}
