//! The program in a real window: driven by mouse and keyboard, judged by its pictures and files.
//!
//! `./test window` runs this on a display of its own; the packages it needs are in
//! `.ci/setup.sh`. Every other test of the window needs no display.

mod monkey;

use egui::Color32;
use image::RgbaImage;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tilescope::gui::theme;
use tilescope_lab::files;
use tilescope_puzzle::Puzzle;

#[test]
#[ignore = "takes the mouse and the keyboard: `./test window` gives it a display of its own"]
fn solves_and_saves_a_puzzle() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("puzzle.json");
    let saved = Path::new(env!("CARGO_MANIFEST_DIR")).join("saved_puzzles/twenty-moves.json");
    std::fs::copy(saved, &file).expect("a puzzle that ships");
    let puzzle = load(&file).expect("it is one");
    let colours = theme::palette_of(true);

    let mut program = Program::start(folder.path(), Some(&file));
    let window = Window::wait_for(&mut program);
    let first = wait("the first picture", || {
        Some(window.picture()).filter(|it| n_colours(it) > 50)
    });
    let solved = |what: &str| {
        wait(what, || {
            let more = count(&window.picture(), colours.solution);
            (more > count(&first, colours.solution) + 200).then_some(())
        });
    };

    window.click(middle(&first, colours.accent));
    solved("a solution after a click on Solve");

    window.command("swap start");
    window.keys("ctrl+s");
    let swapped = wait("a saved edit", || load(&file).filter(|it| *it != puzzle));
    assert_eq!(
        (swapped.start, swapped.goal),
        (puzzle.goal.clone(), puzzle.start.clone())
    );

    window.keys("ctrl+z");
    window.keys("ctrl+s");
    wait("the saved first puzzle", || {
        load(&file).filter(|it| *it == puzzle)
    });

    window.keys("Return");
    solved("a solution after Enter");
    let end = window.picture();
    window.keys("Home");
    wait("another picture at the first step", || {
        (window.picture() != end).then_some(())
    });

    window.command("swap start");
    let session = folder.path().join("config/tilescope/session.json");
    wait("a session with an unsaved change", || {
        let text = std::fs::read_to_string(&session).ok()?;
        let kept = serde_json::from_str::<Value>(&text).ok()?;
        (kept["session"]["puzzle"] != kept["session"]["saved"]).then_some(())
    });
    drop(program);
    let mut program = Program::start(folder.path(), None);
    let window = Window::wait_for(&mut program);
    wait("the first picture after a crash", || {
        (n_colours(&window.picture()) > 50).then_some(())
    });
    window.keys("ctrl+s");
    wait("the change from before the crash", || {
        load(&file).filter(|it| *it != puzzle)
    });

    window.keys("ctrl+q");
    let status = wait("the end after Ctrl+Q", || program.status());
    assert!(status.success(), "{status}");
}

fn load(file: &Path) -> Option<Puzzle> {
    files::load(file).ok()?.into_puzzle()
}

/// The program under test; killed when this ends, if it still runs.
struct Program {
    child: Child,
    /// The file with what it has said on its standard error.
    said: PathBuf,
}

impl Program {
    /// Starts it with a home of its own, without dialog service, so that nothing that the
    /// user of this machine has plays a part.
    fn start(home: &Path, file: Option<&Path>) -> Self {
        let said = home.join("said.txt");
        let errors = std::fs::File::create(&said).expect("a file in a temporary folder");
        let child = Command::new(env!("CARGO_BIN_EXE_tilescope"))
            .args(file)
            .env("HOME", home)
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("XDG_DATA_HOME", home.join("data"))
            .env("XDG_CACHE_HOME", home.join("cache"))
            .env_remove("DBUS_SESSION_BUS_ADDRESS")
            .env_remove("WAYLAND_DISPLAY")
            .current_dir(home)
            .stdin(Stdio::null())
            .stderr(errors)
            .spawn()
            .expect("the program starts");
        Program { child, said }
    }

    fn status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("a child of this test")
    }

    /// The panics that it has told of.
    fn panics(&self) -> String {
        let said = std::fs::read_to_string(&self.said).unwrap_or_default();
        let panics = said
            .split("\nthread ")
            .filter(|part| part.contains("panicked at"));
        panics.collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended: then there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            eprint!(
                "{}",
                std::fs::read_to_string(&self.said).unwrap_or_default()
            );
        }
    }
}

/// Its window, by the number that X gives it.
struct Window(String);

impl Window {
    /// Waits until it is there and has the keyboard.
    fn wait_for(program: &mut Program) -> Self {
        wait("the window", || {
            assert_eq!(
                program.status(),
                None,
                "the program ended before its window opened"
            );
            let active = String::from_utf8(ask("xdotool", &["getactivewindow"])?).ok()?;
            // That of a program which was killed may still be there for a moment.
            let owner =
                String::from_utf8(ask("xdotool", &["getwindowpid", active.trim()])?).ok()?;
            (owner.trim().parse() == Ok(program.child.id())).then(|| Window(active.trim().into()))
        })
    }

    fn keys(&self, keys: &str) {
        ask("xdotool", &["key", keys]).expect("xdotool presses keys");
    }

    /// Runs a command by its name, from the palette.
    fn command(&self, name: &str) {
        self.keys("ctrl+k");
        ask("xdotool", &["sleep", "0.5", "type", "--delay", "50", name]).expect("xdotool types");
        self.keys("Return");
    }

    fn click(&self, (x, y): (u32, u32)) {
        let (x, y) = (x.to_string(), y.to_string());
        ask(
            "xdotool",
            &[
                "mousemove",
                "--sync",
                "--window",
                &self.0,
                &x,
                &y,
                "sleep",
                "0.1",
                "click",
                "1",
            ],
        )
        .expect("xdotool moves the mouse");
    }

    fn picture(&self) -> RgbaImage {
        // It fails while the window is being put on the screen.
        let png = wait("a picture", || {
            ask("import", &["-window", &self.0, "png:-"])
        });
        image::load_from_memory(&png)
            .expect("import writes PNG")
            .into_rgba8()
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/real_window.png");
            if ask("import", &["-window", "root", path]).is_some() {
                eprintln!("the screen as it was: {path}");
            }
        }
    }
}

/// What a program prints, if it succeeds.
fn ask(program: &str, arguments: &[&str]) -> Option<Vec<u8>> {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}; see .ci/setup.sh"));
    output.status.success().then_some(output.stdout)
}

/// Looks again and again until there is something to see.
fn wait<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "waited a minute for {what}"
        );
        #[allow(clippy::disallowed_methods, reason = "another program sends no news")]
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn places(picture: &RgbaImage, colour: Color32) -> impl Iterator<Item = (u32, u32)> {
    let [r, g, b, _] = colour.to_array();
    picture
        .enumerate_pixels()
        .filter(move |(.., it)| it.0[..3] == [r, g, b])
        .map(|(x, y, _)| (x, y))
}

/// How many pixels have this very colour.
fn count(picture: &RgbaImage, colour: Color32) -> usize {
    places(picture, colour).count()
}

fn n_colours(picture: &RgbaImage) -> usize {
    picture
        .pixels()
        .collect::<std::collections::HashSet<_>>()
        .len()
}

/// A point in the longest row of pixels of this colour: inside the largest button that has it.
fn middle(picture: &RgbaImage, colour: Color32) -> (u32, u32) {
    let mut longest = (0, (0, 0));
    let mut row = (0, (0, 0));
    for (x, y) in places(picture, colour) {
        row = if row.1 == (x.wrapping_sub(1), y) {
            (row.0 + 1, (x, y))
        } else {
            (1, (x, y))
        };
        longest = longest.max(row);
    }
    let (length, (x, y)) = longest;
    (x - length / 2, y)
}
