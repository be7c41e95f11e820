//! What the monkey does: each act follows from the seed and its number alone, so that a run can be
//! repeated with some acts left out.

use egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, Rect};
use egui::{TouchPhase, Vec2, vec2};
use fastrand::Rng;
use tilescope::gui::commands::{COMMANDS, Command};

/// A part of an act.
pub enum Step {
    Event(Event),
    /// A frame passes.
    Frame,
    Resize(Vec2),
    Command(Command),
    /// A file with this text is dropped on the window.
    Drop(&'static str),
    /// The user closes the window.
    Close,
    /// Assistive technology clicks what is there.
    Access(Pos2),
}

/// What the window looks like to the monkey.
pub struct Sight {
    pub size: Vec2,
    /// Where there is something to point at.
    pub targets: Vec<Rect>,
    pub pointer: Pos2,
}

const BUTTONS: [PointerButton; 8] = {
    use PointerButton::*;
    [
        Primary, Primary, Primary, Primary, Primary, Secondary, Secondary, Middle,
    ]
};

/// Those that something in the window is bound to, and a few others.
const KEYS: &[Key] = {
    use Key::*;
    &[
        ArrowUp, ArrowDown, ArrowLeft, ArrowRight, ArrowUp, ArrowDown, ArrowLeft, ArrowRight,
        Enter, Enter, Escape, Escape, Tab, Tab, Tab, Space, Space, Home, End, PageUp, PageDown,
        Delete, Backspace, Insert, F1, F2, F5, F10, F11, Plus, Minus, Equals, Comma, Period, Slash,
        Num0, Num1, Num2, Num3, Num8, Num9, A, C, D, F, G, H, I, K, L, M, N, O, P, Q, R, S, T, U,
        V, X, Y, Z,
    ]
};

/// Typed or pasted.
const TEXTS: &[&str] = &[
    "",
    "0",
    "1",
    "3",
    "8",
    "12",
    "255",
    "99999999999",
    "-1",
    "1.5",
    "x",
    "a star",
    "walking",
    "1 2 3 / 4 5 6 / 7 _ 8",
    "1 2 / 3 _",
    "8 6 7 / 2 5 4 / 3 _ 1",
    "1 1 1",
    "{",
    "{}",
    "ü–é",
    "1 2 3 4 / 5 6 7 8 / 9 10 11 _",
    "max(manhattan, misplaced)",
    "4 5 / 6",
    "  ",
    "15 2 1 12 / 8 5 6 11 / 4 9 10 7 / 3 14 13 _",
];

/// Act number `i` of `seed`, in a window that looks like this.
pub fn act(seed: u64, i: usize, sight: &mut Sight) -> Vec<Step> {
    let mut rng = Rng::with_seed(seed.wrapping_mul(1_000_003).wrapping_add(i as u64));
    let mut steps = Vec::new();
    let hand = &mut Hand {
        rng: &mut rng,
        sight,
        steps: &mut steps,
    };
    match hand.rng.u32(0..100) {
        0..20 => hand.wander(),
        20..42 => hand.click(),
        42..46 => hand.double_click(),
        46..56 => hand.drag(),
        56..64 => hand.wheel(),
        64..85 => hand.keys(),
        85..89 => hand.text(),
        89..91 => hand.clipboard(),
        91..93 => hand.resize(),
        93..95 => hand.command(),
        95..98 => hand.access(),
        98 => hand.drop_file(),
        _ => hand.window_event(),
    }
    // Several events may come in one frame.
    if rng.u32(0..8) == 0 {
        steps.push(Step::Frame);
    }
    steps
}

struct Hand<'a> {
    rng: &'a mut Rng,
    sight: &'a mut Sight,
    steps: &'a mut Vec<Step>,
}

impl Hand<'_> {
    fn event(&mut self, event: Event) {
        self.steps.push(Step::Event(event));
    }

    /// A place: mostly on something, sometimes anywhere, also beside the window.
    fn place(&mut self) -> Pos2 {
        let (a, b) = (self.rng.f32(), self.rng.f32());
        let n = self.sight.targets.len();
        if n > 0 && self.rng.u32(0..5) > 0 {
            let target = self.sight.targets[self.rng.usize(0..n)];
            target.min + target.size() * vec2(0.1 + 0.8 * a, 0.1 + 0.8 * b)
        } else {
            (self.sight.size * vec2(a * 1.04 - 0.02, b * 1.04 - 0.02)).to_pos2()
        }
    }

    fn modifiers(&mut self) -> Modifiers {
        match self.rng.u32(0..16) {
            0 | 1 => Modifiers::COMMAND | Modifiers::CTRL,
            2 => Modifiers::SHIFT,
            3 => Modifiers::ALT,
            4 => Modifiers::COMMAND | Modifiers::CTRL | Modifiers::SHIFT,
            _ => Modifiers::NONE,
        }
    }

    /// Does `act` with modifiers held.
    fn with_modifiers(&mut self, act: impl FnOnce(&mut Self, Modifiers)) {
        let modifiers = self.modifiers();
        self.event(Event::ModifiersChanged(modifiers));
        act(self, modifiers);
        self.event(Event::ModifiersChanged(Modifiers::NONE));
    }

    fn go(&mut self, to: Pos2) {
        self.sight.pointer = to;
        self.event(Event::PointerMoved(to));
    }

    fn button(&mut self, button: PointerButton, pressed: bool, modifiers: Modifiers) {
        let pos = self.sight.pointer;
        self.event(Event::PointerButton {
            pos,
            button,
            pressed,
            modifiers,
        });
    }

    fn wander(&mut self) {
        let to = self.place();
        let (from, n) = (self.sight.pointer, self.rng.usize(1..5));
        for i in 1..=n {
            self.go(from.lerp(to, i as f32 / n as f32));
        }
    }

    fn click(&mut self) {
        let to = self.place();
        self.go(to);
        let button = BUTTONS[self.rng.usize(0..BUTTONS.len())];
        self.with_modifiers(|hand, modifiers| {
            hand.button(button, true, modifiers);
            if hand.rng.u32(0..3) == 0 {
                hand.steps.push(Step::Frame);
            }
            hand.button(button, false, modifiers);
        });
    }

    fn double_click(&mut self) {
        let to = self.place();
        self.go(to);
        for pressed in [true, false, true, false] {
            self.button(PointerButton::Primary, pressed, Modifiers::NONE);
            if !pressed && self.rng.bool() {
                self.steps.push(Step::Frame);
            }
        }
    }

    fn drag(&mut self) {
        let (from, to) = (self.place(), self.place());
        let button = BUTTONS[self.rng.usize(0..BUTTONS.len())];
        self.go(from);
        self.with_modifiers(|hand, modifiers| {
            hand.button(button, true, modifiers);
            hand.steps.push(Step::Frame);
            for i in 1..=4 {
                hand.go(from.lerp(to, i as f32 / 4.0));
                if i == 3 {
                    hand.steps.push(Step::Frame);
                }
            }
            if hand.rng.u32(0..12) == 0 {
                hand.event(Event::PointerGone);
            }
            hand.button(button, false, modifiers);
        });
    }

    fn wheel(&mut self) {
        let to = self.place();
        self.go(to);
        let unit = [MouseWheelUnit::Point, MouseWheelUnit::Line][self.rng.usize(0..2)];
        let far = self.rng.f32() * 30.0 - 15.0;
        let delta = if self.rng.bool() {
            vec2(0.0, far)
        } else {
            vec2(far, 0.0)
        };
        self.with_modifiers(|hand, modifiers| {
            for _ in 0..hand.rng.usize(1..4) {
                hand.event(Event::MouseWheel {
                    unit,
                    delta,
                    phase: TouchPhase::Move,
                    source: MouseWheelSource::Wheel,
                    modifiers,
                });
            }
        });
    }

    fn keys(&mut self) {
        self.with_modifiers(|hand, modifiers| {
            for _ in 0..hand.rng.usize(1..4) {
                let key = KEYS[hand.rng.usize(0..KEYS.len())];
                let name = key.symbol_or_name();
                for pressed in [true, false] {
                    hand.event(Event::Key {
                        key,
                        physical_key: None,
                        pressed,
                        repeat: false,
                        modifiers,
                    });
                    if pressed && modifiers == Modifiers::NONE && name.len() == 1 {
                        hand.event(Event::Text(name.to_lowercase()));
                    }
                }
            }
        });
    }

    fn text(&mut self) {
        let text = TEXTS[self.rng.usize(0..TEXTS.len())];
        for c in text.chars().take(8) {
            self.event(Event::Text(c.into()));
        }
    }

    fn clipboard(&mut self) {
        let text = TEXTS[self.rng.usize(0..TEXTS.len())];
        let event = match self.rng.u32(0..4) {
            0 => Event::Copy,
            1 => Event::Cut,
            _ => Event::Paste(text.into()),
        };
        self.event(event);
    }

    fn resize(&mut self) {
        let size = vec2(
            320.0 + 1700.0 * self.rng.f32(),
            200.0 + 1000.0 * self.rng.f32(),
        );
        self.steps.push(Step::Resize(size));
        self.steps.push(Step::Frame);
    }

    fn command(&mut self) {
        let command = COMMANDS[self.rng.usize(0..COMMANDS.len())].command;
        self.steps.push(Step::Command(command));
    }

    fn access(&mut self) {
        let at = self.place();
        self.steps.push(Step::Access(at));
    }

    fn drop_file(&mut self) {
        let text = TEXTS[self.rng.usize(0..TEXTS.len())];
        self.steps.push(Step::Drop(text));
    }

    fn window_event(&mut self) {
        match self.rng.u32(0..4) {
            0 => self.event(Event::PointerGone),
            1 => self.event(Event::WindowFocused(false)),
            2 => self.event(Event::WindowFocused(true)),
            _ => self.steps.push(Step::Close),
        }
    }
}
