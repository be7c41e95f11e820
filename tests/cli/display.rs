//! The window without a display: which one is tried, and what is said if none answers.

use crate::support::text;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

/// No X server has this number.
const NO_X_SERVER: (&str, &str) = ("DISPLAY", ":4095");

/// The error line of a window that is to be opened on these displays.
fn refused(session: &Path, displays: &[(&str, &str)]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .env("XDG_RUNTIME_DIR", session)
        .env("XDG_CONFIG_HOME", session)
        .env("XDG_DATA_HOME", session)
        .envs(displays.iter().copied())
        .output()
        .unwrap();
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.contains("the window cannot be opened: "), "{line}");
    for foreign in ["./run", ".rs", "/root", "/home"] {
        assert!(!line.contains(foreign), "{line}");
    }
    line.to_owned()
}

#[test]
fn without_a_display_the_line_says_what_to_do() {
    let session = tempfile::tempdir().unwrap();
    let line = refused(session.path(), &[]);
    assert!(
        line.contains("neither WAYLAND_DISPLAY nor DISPLAY"),
        "{line}"
    );
    assert!(line.contains("remote machine"), "{line}");
    let line = refused(session.path(), &[("WAYLAND_DISPLAY", "wayland-9")]);
    assert!(line.contains("no Wayland compositor answers"), "{line}");
}

/// There is no socket, nobody listens on it any more, or nobody answers.
#[test]
fn x11_is_tried_where_no_compositor_answers() {
    let session = tempfile::tempdir().unwrap();
    drop(UnixListener::bind(session.path().join("wayland-8")).unwrap());
    let _silent = UnixListener::bind(session.path().join("wayland-7")).unwrap();
    for socket in ["wayland-9", "wayland-8", "wayland-7"] {
        let displays = [("WAYLAND_DISPLAY", socket), NO_X_SERVER];
        let line = refused(session.path(), &displays);
        let is_of_x11 = line.contains("X server") || line.contains("xlib");
        assert!(is_of_x11 && !line.contains("ayland"), "{line}");
    }
}
