//! The pictures of README.md and docs/: each is a scene at its own size, dark and light.

use std::path::Path;

/// A picture, kept as `NAME-dark.png` and `NAME-light.png`.
pub struct Picture {
    pub name: &'static str,
    pub scene: &'static str,
    pub size: [f32; 2],
}

pub const PICTURES: &[Picture] = &[
    picture("window", "compared", [1920.0, 1080.0]),
    picture("tree", "half-way-tree", [1280.0, 720.0]),
    picture("why", "half-way-node", [760.0, 500.0]),
    picture("plots", "panel-plots", [1280.0, 560.0]),
    picture("state-space", "state-space", [1280.0, 800.0]),
    picture("overview", "overview", [1280.0, 720.0]),
    picture("tables", "tables", [1280.0, 800.0]),
    picture("experiments", "classics", [1280.0, 800.0]),
    picture("route", "route-half-way", [1920.0, 1080.0]),
];

/// Where the repository keeps them.
pub fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/screenshots"))
}

const fn picture(name: &'static str, scene: &'static str, size: [f32; 2]) -> Picture {
    Picture { name, scene, size }
}
