//! A window in the monkey's hands.

use super::acts::{Sight, Step, act};
use super::keeper::Keeper;
use crate::window::{Dropped, Window, app, window};
use egui::{Event, Pos2, Rect, vec2};
use egui_kittest::kittest::Queryable;
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilescope::gui::document::DocumentAction;

/// What is to be done.
#[derive(Clone)]
pub struct Plan {
    pub seed: u64,
    /// The acts that are done, by number.
    pub acts: Vec<usize>,
    /// The number of events after which it ends.
    pub events: usize,
}

/// How far it got.
#[derive(Default)]
pub struct Progress {
    pub act: Cell<usize>,
    pub events: Cell<usize>,
    pub frames: Cell<usize>,
}

/// The frames between two looks at what there is to point at.
const BETWEEN_LOOKS: usize = 12;

/// Does what `plan` says. Panics if the window does.
pub fn run(plan: &Plan, progress: &Progress) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut monkey = Monkey {
        window: window(),
        keeper: Keeper::new(folder.path()),
        sight: Sight {
            size: vec2(1600.0, 1000.0),
            targets: Vec::new(),
            pointer: Pos2::ZERO,
        },
        folder: folder.path(),
        progress,
        unlooked: BETWEEN_LOOKS,
    };
    monkey.begin();
    for &i in &plan.acts {
        if progress.events.get() >= plan.events {
            break;
        }
        progress.act.set(i);
        for step in act(plan.seed, i, &mut monkey.sight) {
            monkey.step(step);
        }
    }
    monkey.frame();
}

struct Monkey<'a> {
    window: Window,
    keeper: Keeper,
    sight: Sight,
    folder: &'a Path,
    progress: &'a Progress,
    /// The frames since the targets were looked for.
    unlooked: usize,
}

impl Monkey<'_> {
    fn begin(&mut self) {
        // Dialogs begin in the folder of the last file.
        let path = self.file("first.json", "1 2 3 / 4 5 6 / 7 _ 8");
        let open = DocumentAction::Open(path);
        app(&mut self.window).model.apply(open.into());
        self.window.run_steps(3);
        self.window.set_size(self.sight.size);
        self.keeper.keep(app(&mut self.window));
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        std::fs::write(&path, text).expect("a file in a temporary folder");
        path
    }

    fn step(&mut self, step: Step) {
        let n_events = &self.progress.events;
        n_events.set(n_events.get() + usize::from(!matches!(step, Step::Frame)));
        match step {
            Step::Event(event) => self.window.input_mut().events.push(event),
            Step::Frame => self.frame(),
            Step::Resize(size) => {
                self.sight.size = size;
                self.window.set_size(size);
            }
            Step::Command(command) => {
                let ctx = self.window.ctx.clone();
                app(&mut self.window).carry_out_command(&ctx, command);
            }
            Step::Drop(text) => {
                let path = self.file("dropped.json", text);
                let dropped = &mut self.window.input_mut().dropped_files;
                dropped.push(Arc::new(Dropped(path)));
            }
            Step::Close => {
                let viewports = &mut self.window.input_mut().viewports;
                let root = viewports.entry(egui::ViewportId::ROOT).or_default();
                root.events.push(egui::ViewportEvent::Close);
            }
            Step::Access(at) => self.click_accesskit(at),
        }
    }

    fn frame(&mut self) {
        self.window.step();
        self.progress.frames.set(self.progress.frames.get() + 1);
        let viewports = &mut self.window.input_mut().viewports;
        viewports.values_mut().for_each(|it| it.events.clear());
        while self.keeper.keep(app(&mut self.window)) {
            self.window.step();
        }
        self.answer_dialog();
        self.unlooked += 1;
        if self.unlooked >= BETWEEN_LOOKS {
            self.unlooked = 0;
            self.look();
        }
    }

    /// Looks for everything that can be pointed at.
    fn look(&mut self) {
        let screen = Rect::from_min_size(Pos2::ZERO, self.sight.size);
        let nodes = self
            .window
            .query_all_by(|node| node.bounding_box().is_some());
        let rects = nodes.map(|node| node.rect());
        self.sight.targets = (rects.map(|rect| rect.intersect(screen)))
            .filter(|rect| rect.is_positive() && rect.area() < screen.area() * 0.2)
            .collect();
    }

    fn click_accesskit(&mut self, at: Pos2) {
        let found = (self
            .window
            .query_all_by(|node| node.bounding_box().is_some()))
        .rfind(|node| node.rect().contains(at));
        if let Some(node) = found {
            node.click_accesskit();
        }
    }

    /// The dialog of the window's own could reach any folder: it is answered, not played with.
    fn answer_dialog(&mut self) {
        if !app(&mut self.window).has_file_dialog() {
            return;
        }
        let cancel = !self.progress.events.get().is_multiple_of(3);
        self.window.input_mut().events.clear();
        self.window.input_mut().events.push(Event::PointerGone);
        for _ in 0..8 {
            self.window.step();
            let label = if cancel {
                ["Cancel"; 2]
            } else {
                ["Save", "Open"]
            };
            let button = self.window.query_all_by(|node| {
                label
                    .iter()
                    .any(|text| node.label().as_deref() == Some(*text))
                    && node.role() == egui::accesskit::Role::Button
            });
            if let Some(button) = button.last() {
                button.click_accesskit();
            }
            self.window.step();
            if !app(&mut self.window).has_file_dialog() {
                return;
            }
        }
        let escape = egui::Key::Escape;
        self.window.key_press(escape);
        self.window.step();
        if app(&mut self.window).has_file_dialog() {
            self.cancel();
        }
    }

    fn cancel(&mut self) {
        let button = self.window.query_all_by_label("Cancel").last();
        button.expect("a dialog can be cancelled").click_accesskit();
        self.window.step();
    }
}
