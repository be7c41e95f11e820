//! The scenes: what is set up before the picture is taken.

mod engines;
mod pages;
mod routes;
mod searches;

use super::steps::has_ended;
use eframe::egui::{Context, RawInput};
use tilescope::gui::app::App;

/// All of them, by what they show.
pub static SCENES: [&[Scene]; 4] = [
    searches::SCENES,
    engines::SCENES,
    pages::SCENES,
    routes::SCENES,
];

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

/// A scene that is ready when all has ended.
const fn scene(name: &'static str, set_up: fn(&mut App, &Context)) -> Scene {
    Scene {
        name,
        set_up,
        ..SCENE
    }
}
