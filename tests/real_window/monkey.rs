//! A monkey at the real window: random mouse and keys through X, for as long as wanted.
//!
//! `./test monkey [SEED [SECONDS]]` runs it on a display of its own. The monkey of `tests/gui` is
//! quicker, and its failures can be repeated exactly; this one sees what only a real window has.

use super::{Program, Window, ask, n_colours, wait};
use fastrand::Rng;
use std::path::Path;
use std::time::{Duration, Instant};

/// The acts of a call of xdotool. Each call begins with Escape, so that no file dialog is walked
/// about in for long.
const ACTS: usize = 12;

const KEYS: &[&str] = &[
    "Up",
    "Down",
    "Left",
    "Right",
    "Up",
    "Down",
    "Left",
    "Right",
    "Return",
    "Return",
    "Tab",
    "Tab",
    "Escape",
    "space",
    "Home",
    "End",
    "Prior",
    "Next",
    "plus",
    "minus",
    "F1",
    "F2",
    "a",
    "c",
    "f",
    "g",
    "h",
    "r",
    "s",
    "0",
    "1",
    "2",
    "3",
    "8",
    "ctrl+k",
    "ctrl+n",
    "ctrl+z",
    "ctrl+y",
    "ctrl+c",
    "ctrl+v",
    "ctrl+Return",
    "ctrl+plus",
    "ctrl+minus",
    "ctrl+0",
    "shift+Left",
    "shift+Right",
    "shift+Tab",
    "alt+f",
    "Delete",
    "BackSpace",
];

#[test]
#[ignore = "takes the mouse and the keyboard: `./test monkey` gives it a display of its own"]
fn a_monkey_ends_nothing() {
    let number = |name: &str, usual: u64| {
        let text = std::env::var(name).unwrap_or_default();
        text.parse().unwrap_or(usual)
    };
    let seed = number("MONKEY_SEED", 1);
    let seconds = number("MONKEY_SECONDS", 120);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut program, mut window) = begin(folder.path());

    let mut rng = Rng::with_seed(seed);
    let (began, mut n_acts) = (Instant::now(), 0);
    while began.elapsed() < Duration::from_secs(seconds) {
        let mut words: Vec<String> = vec!["key".into(), "Escape".into()];
        for _ in 0..ACTS {
            act(&mut rng, &window.0, &mut words);
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        // It fails when the window is gone; the program is asked next.
        let _ = ask("xdotool", &words);
        n_acts += ACTS;
        let panics = program.panics();
        assert!(panics.is_empty(), "seed {seed}, {n_acts} acts:\n{panics}");
        if let Some(status) = program.status() {
            // It may have chosen Quit. The next window restores the session.
            assert!(status.success(), "seed {seed}, {n_acts} acts: {status}");
            (program, window) = begin(folder.path());
        }
    }
    println!("seed {seed}: {n_acts} acts in {seconds} s");
}

fn begin(home: &Path) -> (Program, Window) {
    let mut program = Program::start(home, None);
    let window = Window::wait_for(&mut program);
    wait("the first picture", || {
        (n_colours(&window.picture()) > 50).then_some(())
    });
    (program, window)
}

/// Adds what xdotool is to do.
fn act(rng: &mut Rng, window: &str, words: &mut Vec<String>) {
    let mut say = |text: &str| words.extend(text.split(' ').map(str::to_owned));
    let (width, height) = (1600, 1000);
    let (x, y) = (rng.u32(0..width), rng.u32(0..height));
    match rng.u32(0..20) {
        0..10 => {
            say(&format!("mousemove --window {window} {x} {y}"));
            match rng.u32(0..12) {
                0 => say("click 3"),
                1 => say("click --repeat 2 --delay 60 1"),
                2 => say("click --repeat 3 --delay 20 4"),
                3 => say("click --repeat 3 --delay 20 5"),
                4 => {
                    let (to_x, to_y) = (rng.u32(0..width), rng.u32(0..height));
                    say("mousedown 1 sleep 0.05");
                    say(&format!("mousemove --window {window} {to_x} {to_y}"));
                    say("sleep 0.05 mouseup 1");
                }
                _ => say("click 1"),
            }
        }
        10..19 => say(&format!("key {}", KEYS[rng.usize(0..KEYS.len())])),
        _ => {
            let (width, height) = (rng.u32(960..1900), rng.u32(600..1060));
            say(&format!("windowsize {window} {width} {height}"));
        }
    }
    say("sleep 0.02");
}
