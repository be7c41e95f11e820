//! Chooses between Wayland and X11 before the window opens, and explains why there is no window.

/// Says what to do without a display.
const WITHOUT_DISPLAY: &str = "on a remote machine, use `ssh -X` or a virtual desktop; the commands \
                               need no display: `tilescope --help`";

/// Says which packages have the libraries of X11.
const WITHOUT_X11: &str = "install libx11-6, libx11-xcb1, libxcursor1 and libxi6 on Debian and \
                           Ubuntu, libX11, libX11-xcb, libXcursor and libXi on Fedora, libx11, \
                           libxcursor and libxi on Arch";

/// Says which packages have OpenGL, and what to do on a remote machine.
const WITHOUT_OPENGL: &str = "install libegl1 and libgl1-mesa-dri on Debian and Ubuntu, \
                              mesa-libEGL and mesa-dri-drivers on Fedora, mesa on Arch, or the \
                              driver of your graphics card; on a remote machine, set \
                              LIBGL_ALWAYS_SOFTWARE=1 or use a virtual desktop";

/// Explains in a line why the window cannot be opened, and what may help.
pub(super) fn explain(error: &eframe::Error) -> String {
    let cause = match error {
        eframe::Error::Winit(error) => without_display(&error.to_string()),
        eframe::Error::WinitEventLoop(error) => without_display(&error.to_string()),
        eframe::Error::Glutin(error) => without_opengl(error),
        eframe::Error::NoGlutinConfigs(_, error) => without_opengl(error),
        eframe::Error::OpenGL(error) => without_opengl(error),
        eframe::Error::AppCreation(error) => error.to_string(),
    };
    format!("the window cannot be opened: {cause}")
}

fn without_display(error: &str) -> String {
    let cause = without_source(error);
    let remedy = match cause.contains("shared libraries") {
        true => WITHOUT_X11,
        false => WITHOUT_DISPLAY,
    };
    format!("{cause}; {remedy}")
}

fn without_opengl(error: impl std::fmt::Display) -> String {
    format!("OpenGL is missing or fails ({error}); {WITHOUT_OPENGL}")
}

/// Removes the path and the line of a source file, which winit puts before the cause.
fn without_source(message: &str) -> &str {
    let after = message.split_once("os error at ").map(|(_, rest)| rest);
    let cause = after.and_then(|rest| rest.split_once(": "));
    cause.map_or(message, |(_, cause)| cause)
}

#[cfg(all(unix, not(target_os = "macos")))]
pub(super) use unix::choose;

/// There is one kind of display only.
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub(super) fn choose() -> Result<Option<eframe::EventLoopBuilderHook>, String> {
    Ok(None)
}

#[cfg(all(unix, not(target_os = "macos")))]
mod unix {
    use super::WITHOUT_DISPLAY;
    use std::env;
    use std::ffi::OsString;
    use std::io::{self, Read, Write};
    use std::os::unix::net::UnixStream;
    use std::path::PathBuf;
    use std::time::Duration;
    use tilescope_lab::format;
    use winit::platform::x11::EventLoopBuilderExtX11;

    /// Chooses X11 if no compositor answers at `WAYLAND_DISPLAY`, which may be left over from a
    /// session that has ended. winit cannot try another display once it has tried one.
    ///
    /// # Errors
    /// If there is no display.
    pub fn choose() -> Result<Option<eframe::EventLoopBuilderHook>, String> {
        let variable = |name| env::var_os(name).filter(|value| !value.is_empty());
        // It is the number of a connection that is open already.
        let is_connected = variable("WAYLAND_SOCKET").is_some();
        let has_x11 = variable("DISPLAY").is_some();
        match variable("WAYLAND_DISPLAY") {
            _ if is_connected => Ok(None),
            Some(name) if answers(socket(name.clone())) => Ok(None),
            Some(_) | None if has_x11 => Ok(Some(Box::new(|builder| {
                builder.with_x11();
            }))),
            Some(name) => Err(format!(
                "the window cannot be opened: no Wayland compositor answers at {}, and DISPLAY is \
                 not set; {WITHOUT_DISPLAY}",
                format::excerpt(&name.to_string_lossy())
            )),
            None => Err(format!(
                "the window cannot be opened: neither WAYLAND_DISPLAY nor DISPLAY is set; \
                 {WITHOUT_DISPLAY}"
            )),
        }
    }

    /// The socket of a compositor: a path, or a name in the folder of the user's session.
    fn socket(name: OsString) -> PathBuf {
        PathBuf::from(env::var_os("XDG_RUNTIME_DIR").unwrap_or_default()).join(name)
    }

    /// Returns true if a compositor answers a request.
    fn answers(socket: PathBuf) -> bool {
        /// A compositor that takes longer has stopped.
        const PATIENCE: Duration = Duration::from_secs(2);
        // Object 1, the display, is asked by request 0 (sync), of 12 bytes, to answer to object 2.
        let words: [u32; 3] = [1, 12 << 16, 2];
        let ask = || -> io::Result<()> {
            let mut stream = UnixStream::connect(socket)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_write_timeout(Some(PATIENCE))?;
            stream.write_all(words.map(u32::to_ne_bytes).as_flattened())?;
            stream.read_exact(&mut [0; 8])
        };
        ask().is_ok()
    }
}
