//! Whether this system asks for reduced motion.

use std::sync::{Arc, OnceLock};

/// The answer, once it is known; looked for on a thread of its own.
#[derive(Clone, Default)]
pub struct Motion(Arc<OnceLock<bool>>);

impl Motion {
    /// Starts to find out, and calls `wake` when it is known.
    pub fn find_out(wake: impl FnOnce() + Send + 'static) -> Self {
        let answer = Motion::default();
        let cell = answer.clone();
        let look = move || {
            // Only this thread sets the cell.
            let _ = cell.0.set(is_reduced());
            wake();
        };
        let thread = std::thread::Builder::new().name("reduced motion".into());
        // Without the thread everything moves.
        let _ = thread.spawn(look);
        answer
    }

    /// Whether motion is known to be reduced.
    pub fn is_reduced(&self) -> bool {
        self.0.get() == Some(&true)
    }
}

/// There the system is not asked yet.
#[cfg(any(target_os = "windows", target_os = "macos"))]
fn is_reduced() -> bool {
    false
}

/// The desktop portal knows: by a setting of its own, or by the one of GNOME.
#[cfg(not(any(target_os = "windows", target_os = "macos")))]
fn is_reduced() -> bool {
    let reduced = setting("org.freedesktop.appearance", "reduced-motion");
    if let Some(reduced) = reduced.and_then(|value| u32::try_from(value).ok()) {
        return reduced == 1;
    }
    let animated = setting("org.gnome.desktop.interface", "enable-animations");
    animated.and_then(|value| bool::try_from(value).ok()) == Some(false)
}

/// A setting, as the portal has it; `None` without a portal, or if that does not know it.
#[cfg(not(any(target_os = "windows", target_os = "macos")))]
fn setting(namespace: &str, key: &str) -> Option<zbus::zvariant::OwnedValue> {
    const PATIENCE: std::time::Duration = std::time::Duration::from_secs(2);
    let bus = zbus::blocking::connection::Builder::session().ok()?;
    let bus = bus.method_timeout(PATIENCE).build().ok()?;
    let portal = zbus::blocking::Proxy::new(
        &bus,
        "org.freedesktop.portal.Desktop",
        "/org/freedesktop/portal/desktop",
        "org.freedesktop.portal.Settings",
    )
    .ok()?;
    portal.call("ReadOne", &(namespace, key)).ok()
}
