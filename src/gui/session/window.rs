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
    const LEAST: Vec2 = Vec2::new(640.0, 400.0);
    /// Height or width that a title bar and the bars of a desktop may take of a monitor.
    const BARS: f32 = 48.0;
    /// More than any screen has.
    const MOST: f32 = 32_768.0;
    /// As far as the user can zoom.
    const ZOOM: std::ops::RangeInclusive<f32> = 0.2..=5.0;

    /// What was saved, or the default if there is none or it is no size of a window.
    pub(super) fn take(saved: Option<Value>) -> Self {
        let state = saved.and_then(|saved| WindowState::deserialize(saved).ok());
        let is_sound = |state: &WindowState| {
            let fits = |(size, least)| (least..=Self::MOST).contains(&size);
            let least: [f32; 2] = Self::LEAST.into();
            state.size.into_iter().zip(least).all(fits) && Self::ZOOM.contains(&state.zoom)
        };
        state.filter(is_sound).unwrap_or_default()
    }

    /// The least size on a monitor of this size, in points.
    pub fn least_on(monitor: Option<Vec2>) -> Vec2 {
        monitor.map_or(Self::LEAST, |monitor| {
            Self::LEAST.min(Self::within(monitor))
        })
    }

    /// The size of a new window on a monitor of this size, in points without zoom.
    pub fn size_on(&self, monitor: Option<Vec2>) -> Vec2 {
        let size = Vec2::from(self.size);
        monitor.map_or(size, |monitor| size.min(Self::within(monitor)))
    }

    /// The part of a monitor that a window may take.
    fn within(monitor: Vec2) -> Vec2 {
        (monitor - Vec2::splat(Self::BARS)).max(Vec2::splat(1.0))
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
            let size = (inner.size() * zoom).max(Self::LEAST);
            self.size = size.round().into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::WindowState;
    use egui::{Vec2, vec2};

    #[test]
    fn a_new_window_fits_the_monitor_and_may_be_small() {
        let large = WindowState::default();
        for (monitor, size, least) in [
            (None, [1600.0, 1000.0], [640.0, 400.0]),
            (Some([1920.0, 1080.0]), [1600.0, 1000.0], [640.0, 400.0]),
            (Some([1280.0, 800.0]), [1232.0, 752.0], [640.0, 400.0]),
            // A scale of 2 on 1920×1080, and of 3.
            (Some([960.0, 540.0]), [912.0, 492.0], [640.0, 400.0]),
            (Some([640.0, 360.0]), [592.0, 312.0], [592.0, 312.0]),
        ] {
            let monitor = monitor.map(Vec2::from);
            assert_eq!(large.size_on(monitor), size.into(), "{monitor:?}");
            assert_eq!(WindowState::least_on(monitor), least.into(), "{monitor:?}");
        }
        let small = WindowState {
            size: [700.0, 450.0],
            ..large
        };
        assert_eq!(
            small.size_on(Some(vec2(1920.0, 1080.0))),
            vec2(700.0, 450.0)
        );
    }
}
