//! How large the window is, and how large everything in it.

use egui::Vec2;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The window's size, which the next window opens with.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct WindowState {
    /// Width and height while it is not maximised, in points without zoom.
    pub size: [f32; 2],
    pub is_maximized: bool,
    /// The zoom while nothing is presented; 1 is none.
    pub zoom: f32,
}

impl Default for WindowState {
    fn default() -> Self {
        WindowState {
            size: [1600.0, 1000.0],
            is_maximized: false,
            zoom: 1.0,
        }
    }
}

impl WindowState {
    /// The least window in which all can be reached.
    pub const LEAST: [f32; 2] = [960.0, 600.0];
    /// More than any screen has.
    const MOST: f32 = 32_768.0;
    /// As far as the user can zoom.
    const ZOOM: std::ops::RangeInclusive<f32> = 0.2..=5.0;

    /// What was saved, or the default if there is none or it is no size of a window.
    pub(super) fn take(saved: Option<Value>) -> Self {
        let state = saved.and_then(|saved| WindowState::deserialize(saved).ok());
        let is_sound = |state: &WindowState| {
            let fits = |(size, least)| (least..=Self::MOST).contains(&size);
            state.size.into_iter().zip(Self::LEAST).all(fits) && Self::ZOOM.contains(&state.zoom)
        };
        state.filter(is_sound).unwrap_or_default()
    }

    /// Takes over how the window is in this frame, where all is drawn with `zoom`.
    pub fn note(&mut self, viewport: &egui::ViewportInfo, zoom: f32) {
        let is_set = |state: Option<bool>| state.unwrap_or(false);
        if is_set(viewport.minimized) || is_set(viewport.fullscreen) {
            return;
        }
        self.is_maximized = is_set(viewport.maximized);
        let inner = viewport.inner_rect.filter(|_| !self.is_maximized);
        if let Some(inner) = inner {
            let size = (inner.size() * zoom).max(Vec2::from(Self::LEAST));
            self.size = size.round().into();
        }
    }
}
