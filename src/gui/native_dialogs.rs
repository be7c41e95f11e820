//! Whether this system can show file dialogs of its own.

use std::sync::{Arc, OnceLock};

/// The answer, once it is known; looked for on a thread of its own.
#[derive(Clone, Default)]
pub struct NativeDialogs(Arc<OnceLock<bool>>);

impl NativeDialogs {
    /// Starts to find out, and calls `wake` when it is known.
    pub fn find_out(wake: impl FnOnce() + Send + 'static) -> Self {
        let answer = NativeDialogs::default();
        let cell = answer.clone();
        let look = move || {
            // Only this thread sets the cell.
            let _ = cell.0.set(available());
            wake();
        };
        if std::thread::Builder::new()
            .name("dialog service".into())
            .spawn(look)
            .is_err()
        {
            let _ = answer.0.set(false);
        }
        answer
    }

    /// The answer, for tests and for windows that are photographed.
    pub fn known(available: bool) -> Self {
        NativeDialogs(Arc::new(OnceLock::from(available)))
    }

    /// `None` while it is being found out.
    pub fn available(&self) -> Option<bool> {
        self.0.get().copied()
    }
}

#[cfg(any(target_os = "windows", target_os = "macos"))]
fn available() -> bool {
    true
}

/// A desktop portal that answers, or zenity: `rfd` tries these two, and when it has neither
/// it answers as if the user had cancelled.
#[cfg(not(any(target_os = "windows", target_os = "macos")))]
fn available() -> bool {
    zenity_is_there() || portal_answers()
}

#[cfg(not(any(target_os = "windows", target_os = "macos")))]
fn zenity_is_there() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join("zenity").is_file())
}

#[cfg(not(any(target_os = "windows", target_os = "macos")))]
fn portal_answers() -> bool {
    const PATIENCE: std::time::Duration = std::time::Duration::from_secs(2);
    let ask = || -> zbus::Result<u32> {
        let bus = zbus::blocking::connection::Builder::session()?
            .method_timeout(PATIENCE)
            .build()?;
        let portal = zbus::blocking::Proxy::new(
            &bus,
            "org.freedesktop.portal.Desktop",
            "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.FileChooser",
        )?;
        portal.get_property("version")
    };
    let runtime_bus = std::env::var_os("XDG_RUNTIME_DIR")
        .is_some_and(|folder| std::path::Path::new(&folder).join("bus").exists());
    let has_bus = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some() || runtime_bus;
    has_bus && ask().is_ok()
}
