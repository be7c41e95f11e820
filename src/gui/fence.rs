//! A fence around each part of the window: if drawing a part panics, the rest of the window lives.
//! The part is not drawn again until the user resets it. An action that panics is caught too.

use super::theme::{self, space};
use super::widgets::note;
use egui::{Context, RichText, Ui};
use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

#[cfg(not(panic = "unwind"))]
compile_error!("a panic that does not unwind cannot be caught: remove `panic` from the profile");

thread_local! {
    /// The file and the line of the last panic on this thread, which only a hook is told.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// The part that stands for actions: what they change is put back.
pub const ACTION: &str = "The last action";

/// A panic that was caught, without anything of the user's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crash {
    pub message: String,
    /// The file and the line.
    pub place: String,
}

/// What the user wants done about a crash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remedy {
    Reset,
    /// Copies this report.
    Copy(String),
}

/// The parts of the window that have panicked, by their names.
pub struct Fence {
    fallen: Vec<(&'static str, Crash)>,
    /// Whether one has fallen since [`Self::take_news`].
    has_news: bool,
    /// Whether the session is saved.
    pub saves: bool,
}

impl Fence {
    pub fn new() -> Self {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                let place = info.location();
                PLACE.set(place.map(|at| format!("{}:{}", short_path(at.file()), at.line())));
                before(info);
            }));
        });
        Fence {
            fallen: Vec::new(),
            has_news: false,
            saves: false,
        }
    }

    /// Calls `draw`, unless `part` has fallen. `None` if it has, or falls now.
    pub fn draw<R>(&mut self, part: &'static str, draw: impl FnOnce() -> R) -> Option<R> {
        self.draw_parts(part, |_| draw())
    }

    /// As [`Self::draw`], for a part that has parts inside the fence.
    pub fn draw_parts<R>(
        &mut self,
        part: &'static str,
        draw: impl FnOnce(&mut Self) -> R,
    ) -> Option<R> {
        if self.crash(part).is_some() {
            return None;
        }
        // What a panic leaves half done is egui's state of this frame, which it makes anew for the
        // next, and the part's own, which is dropped when it is reset.
        match catch(|| draw(self)) {
            Ok(drawn) => Some(drawn),
            Err(crash) => {
                self.note(part, crash);
                None
            }
        }
    }

    /// Takes down that `part` has fallen. The first crash says more than those that follow.
    pub fn note(&mut self, part: &'static str, crash: Crash) {
        if self.crash(part).is_none() {
            self.fallen.push((part, crash));
        }
        self.has_news = true;
    }

    /// Why `part` is not drawn, if it has fallen.
    pub fn crash(&self, part: &str) -> Option<&Crash> {
        let found = self.fallen.iter().find(|(fallen, _)| *fallen == part);
        found.map(|(_, crash)| crash)
    }

    /// The parts that have fallen.
    pub fn fallen(&self) -> impl Iterator<Item = (&'static str, &Crash)> {
        self.fallen.iter().map(|(part, crash)| (*part, crash))
    }

    /// Draws `part` again.
    pub fn reset(&mut self, part: &str) {
        self.fallen.retain(|(fallen, _)| *fallen != part);
    }

    /// Whether a part has fallen since this was last called.
    pub fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.has_news)
    }

    /// What stands in the place of a part that has fallen.
    pub fn crash_ui(&self, ui: &mut Ui, part: &'static str) -> Option<Remedy> {
        let crash = self.crash(part)?;
        let mut remedy = None;
        ui.spacing_mut().item_spacing.y = space::S;
        let is_action = part == ACTION;
        let what = match is_action {
            true => "failed",
            false => "stopped working",
        };
        let title = format!("{part} {what}");
        ui.label(RichText::new(title).family(theme::semibold()));
        let rest = match (is_action, self.saves) {
            (true, true) => {
                "An error in Tilescope. Your puzzle and settings are as they were before the \
                 action, and are saved. Searches that had not ended were stopped."
            }
            (true, false) => {
                "An error in Tilescope. Your puzzle and settings are as they were before the \
                 action. Searches that had not ended were stopped."
            }
            (false, true) => {
                "An error in Tilescope. The rest of the window works, and your puzzle and settings \
                 are saved."
            }
            (false, false) => "An error in Tilescope. The rest of the window works.",
        };
        ui.add(egui::Label::new(rest).wrap());
        note(ui, &format!("{} ({})", crash.message, crash.place));
        ui.horizontal_wrapped(|ui| {
            let (reset, hint) = match is_action {
                true => ("Continue", "Close this message"),
                false => ("Reset", "Show it again as at the start"),
            };
            if ui.button(reset).on_hover_text(hint).clicked() {
                remedy = Some(Remedy::Reset);
            }
            let copy = ui.button("Copy report");
            let hint = "Version, message and place in the source; nothing of your work";
            if copy.on_hover_text(hint).clicked() {
                remedy = Some(Remedy::Copy(crash.report(part)));
            }
        });
        remedy
    }

    /// Shows the first crash of a part that has no place of its own, over the window.
    pub fn page_ui(&self, ctx: &Context, part: &'static str) -> Option<Remedy> {
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(space::XL as i8);
        let modal = egui::Modal::new(egui::Id::unique("crash")).frame(frame);
        let shown = modal.show(ctx, |ui| {
            ui.set_width(420.0);
            self.crash_ui(ui, part)
        });
        shown.inner
    }
}

impl Crash {
    /// What a maintainer needs to know.
    fn report(&self, part: &str) -> String {
        format!(
            "Tilescope {} on {} {}\nPart: {part}\nMessage: {}\nPlace: {}\n",
            env!("CARGO_PKG_VERSION"),
            std::env::consts::OS,
            std::env::consts::ARCH,
            self.message,
            self.place
        )
    }
}

/// Calls `act`.
///
/// # Errors
/// If it panics.
pub fn catch<R>(act: impl FnOnce() -> R) -> Result<R, Crash> {
    panic::catch_unwind(AssertUnwindSafe(act)).map_err(|panic| Crash {
        message: message(panic.as_ref()),
        place: PLACE.take().unwrap_or_default(),
    })
}

/// A sentence on a panic in work on files, of which nothing is shown.
pub fn told(crash: &Crash) -> String {
    format!(
        "Nothing was opened or saved: an error in Tilescope itself ({}, at {}). Please report it.",
        crash.message.trim_end_matches('.'),
        crash.place
    )
}

/// The message of a panic, without the values that it may quote.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    without_values(text.unwrap_or("no message"))
}

/// The first line as far as it quotes no value: what follows “value: ” (an error that was
/// unwrapped), “ of `” or “inside ” (a text that was cut) and quotation marks may be the user's.
fn without_values(text: &str) -> String {
    const LONGEST: usize = 200;
    let line = text.lines().next().unwrap_or_default();
    let cuts = ["value: ", " of `", "inside ", "\"", "“"];
    let end = cuts.iter().filter_map(|cut| line.find(cut)).min();
    let kept: String = line[..end.unwrap_or(line.len())]
        .chars()
        .take(LONGEST)
        .collect();
    if kept.len() < text.len() {
        format!("{}…", kept.trim_end())
    } else {
        kept
    }
}

/// A path in the source, without the folders of the machine that built the program.
fn short_path(path: &str) -> &str {
    let after = |mark: &str| path.find(mark).map(|at| &path[at + mark.len()..]);
    if let Some(in_registry) = after("/registry/src/") {
        return in_registry
            .split_once('/')
            .map_or(in_registry, |(_, it)| it);
    }
    match after("/library/") {
        Some(in_std) => in_std,
        None if path.starts_with('/') => path.rsplit('/').next().unwrap_or(path),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_panics_is_not_drawn_until_it_is_reset() {
        let mut fence = Fence::new();
        let fails = || -> u32 { panic!("the index is {}", 7) };
        assert_eq!(fence.draw("Tree", fails), None);
        assert!(fence.take_news() && !fence.take_news());
        let crash = fence.crash("Tree").expect("it has fallen").clone();
        assert_eq!(crash.message, "the index is 7");
        assert!(
            crash.place.starts_with("src/gui/fence.rs:"),
            "{}",
            crash.place
        );
        assert_eq!(fence.draw("Tree", || 1), None, "it is not drawn");
        assert_eq!(fence.draw("Plots", || 2), Some(2), "another part is");
        fence.reset("Tree");
        assert_eq!(fence.draw("Tree", || 3), Some(3));
        let report = crash.report("Tree");
        assert!(report.contains(env!("CARGO_PKG_VERSION")) && report.contains("Part: Tree"));
    }

    #[test]
    fn a_report_quotes_nothing_of_the_user() {
        for (message, kept) in [
            (
                "index out of bounds: the len is 4",
                "index out of bounds: the len is 4",
            ),
            (
                "called `Result::unwrap()` on an `Err` value: Name(\"Ada\")",
                "called `Result::unwrap()` on an `Err`…",
            ),
            (
                "byte index 1 is not a char boundary; it is inside 'ä' (bytes 0..2) of `ädä`",
                "byte index 1 is not a char boundary; it is…",
            ),
            ("no puzzle “Ada”", "no puzzle…"),
            ("first\nsecond", "first…"),
        ] {
            assert_eq!(without_values(message), kept);
        }
    }

    #[test]
    fn a_place_names_no_folder_of_the_machine_that_built_it() {
        for (path, short) in [
            ("src/gui/app.rs", "src/gui/app.rs"),
            (
                "/home/ada/.cargo/registry/src/index-1/egui-0.37.0/src/ui.rs",
                "egui-0.37.0/src/ui.rs",
            ),
            (
                "/rustc/0f3a/library/core/src/num/f32.rs",
                "core/src/num/f32.rs",
            ),
            ("/home/ada/elsewhere/lib.rs", "lib.rs"),
        ] {
            assert_eq!(short_path(path), short);
        }
    }
}
