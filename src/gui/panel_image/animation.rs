//! An animation while it is saved. Of a panel the window draws the frames, one in each of its own, and a
//! thread paints and writes them. Of a solution the thread draws them too.

use super::apng::{self, Frame};
use super::offscreen::Offscreen;
use super::solution::SolutionImages;
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::requests::{Notice, SaveAnimation, Wake};
use crate::gui::runs::RunId;
use crate::gui::theme;
use crate::gui::widgets::{button, note};
use egui::{Context, Key, ProgressBar, RichText, Vec2};
use std::path::PathBuf;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use tilescope_lab::format::{self, count};
use tilescope_lab::worker::Worker;
use tilescope_trace::Moment;

const WIDTH: f32 = 360.0;
const BUTTON: Vec2 = Vec2::new(112.0, theme::size::PRIMARY);

/// The height of the progress bar.
const BAR: f32 = 6.0;

/// How often the panel is drawn for the first frame, and for each of the others, until sizes and places
/// have settled.
const N_FIRST: usize = 3;
const N_NEXT: usize = 2;

/// An animation that is being saved. Dropping it leaves no file.
pub struct Animation {
    /// What it shows.
    title: &'static str,
    path: PathBuf,
    n_frames: u32,
    n_written: u32,
    /// Of a panel, until all its frames are sent.
    frames: Option<PanelFrames>,
    worker: Worker<u32, Result<(), String>>,
    end: Option<End>,
}

/// The frames of a panel, as the window draws them.
struct PanelFrames {
    /// A copy of the window's.
    panel: Box<dyn Panel>,
    offscreen: Offscreen,
    run: RunId,
    moments: Vec<Moment>,
    /// Frames a second.
    rate: u8,
    n_drawn: usize,
    /// How often the panel was drawn for the next frame.
    n_tries: usize,
    /// A frame that was drawn while the one before was still waiting.
    waiting: Option<Frame>,
    sender: SyncSender<Frame>,
}

/// Why it ends before its last frame.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Cancelled,
    OtherRun,
}

impl Animation {
    /// Begins to write an animation of `run` to `path`, in frames of `size` points.
    pub fn new(
        title: &'static str,
        panel: Box<dyn Panel>,
        run: RunId,
        path: PathBuf,
        wanted: &SaveAnimation,
        size: Vec2,
        wake: Wake,
    ) -> Self {
        let (sender, frames) = sync_channel(1);
        let n_frames = wanted.n_frames();
        let target = path.clone();
        let worker = Worker::spawn(
            "save animation",
            move || wake(),
            move |interrupt, send| {
                apng::save(
                    &target,
                    n_frames,
                    &mut || frames.recv().ok(),
                    interrupt,
                    send,
                )
            },
        );
        Animation {
            title,
            path,
            n_frames,
            n_written: 0,
            frames: Some(PanelFrames {
                panel,
                offscreen: Offscreen::new(&wanted.image, size),
                run,
                moments: wanted.moments().collect(),
                rate: wanted.rate,
                n_drawn: 0,
                n_tries: 0,
                waiting: None,
                sender,
            }),
            worker,
            end: None,
        }
    }

    /// Begins to write an animation of a solution to `path`.
    pub fn of_solution(images: SolutionImages, path: PathBuf, wake: Wake) -> Self {
        let target = path.clone();
        let n_frames = images.n_frames();
        let worker = Worker::spawn(
            "save solution",
            move || wake(),
            move |interrupt, send| images.save(&target, interrupt, send),
        );
        Animation {
            title: "the solution",
            path,
            n_frames,
            n_written: 0,
            frames: None,
            worker,
            end: None,
        }
    }

    /// What it shows: a panel's title.
    pub fn title(&self) -> &'static str {
        self.title
    }

    /// The moment whose frame can be drawn now; `None` if the thread has enough to do, or all are drawn.
    /// `run` is the active one.
    pub fn next_moment(&mut self, run: Option<RunId>) -> Option<Moment> {
        let frames = self.frames.as_mut()?;
        if run != Some(frames.run) {
            self.end.get_or_insert(End::OtherRun);
        }
        if self.end.is_some() || !self.send() {
            return None;
        }
        let frames = self.frames.as_ref()?;
        frames.moments.get(frames.n_drawn).copied()
    }

    /// Draws the panel once at that moment, at which `model` is. The frame is made once it has settled.
    pub fn draw(&mut self, model: &Model) {
        if let Some(frames) = &mut self.frames {
            frames.draw(model);
        }
        self.send();
    }

    /// Gives the thread the frame that waits; tells whether it could take it.
    fn send(&mut self) -> bool {
        let Some(frames) = &mut self.frames else {
            return true;
        };
        if let Some(frame) = frames.waiting.take() {
            match frames.sender.try_send(frame) {
                Ok(()) => {}
                Err(TrySendError::Full(frame)) => {
                    frames.waiting = Some(frame);
                    return false;
                }
                // The thread has failed, and says why.
                Err(TrySendError::Disconnected(_)) => self.frames = None,
            }
        }
        self.frames
            .take_if(|frames| frames.n_drawn == frames.moments.len());
        true
    }

    /// Takes in what the thread has told; what came of it, once it has ended.
    pub fn poll(&mut self) -> Option<Notice> {
        let n_written = &mut self.n_written;
        let ended = self.worker.poll(|n| *n_written = n);
        let because = |why: &str| Notice::Failed(format!("The animation was not saved: {why}."));
        match (self.end, ended) {
            (Some(End::Cancelled), _) => Some(Notice::Done("The animation was not saved.".into())),
            (Some(End::OtherRun), _) => Some(because("another run is shown now")),
            (None, None) => None,
            (None, Some(Ok(Ok(())))) => Some(Notice::Saved(
                format!(
                    "Saved {} frames of {} to {}",
                    count(self.n_written.into()),
                    self.title,
                    format::file_name(&self.path)
                ),
                self.path.clone(),
            )),
            (None, Some(Ok(Err(why)))) => Some(Notice::Failed(why)),
            (None, Some(Err(error))) => Some(because(&error.to_string())),
        }
    }

    /// Shows how far it is, over the panels, and a way to give it up.
    pub fn ui(&mut self, ctx: &Context) {
        let style = ctx.global_style();
        let frame = egui::Frame::popup(&style).inner_margin(theme::space::XL as i8);
        let id = egui::Id::unique("animation page");
        egui::Modal::new(id).frame(frame).show(ctx, |ui| {
            ui.set_width(WIDTH);
            let title = RichText::new("Saving an animation").size(16.0);
            ui.label(title.family(theme::semibold()));
            ui.add_space(theme::space::S);
            let done = self.n_written as f32 / self.n_frames.max(1) as f32;
            ui.visuals_mut().extreme_bg_color = theme::palette(ui).line;
            let bar = ProgressBar::new(done).fill(theme::palette(ui).accent);
            let bar = bar.desired_width(WIDTH).desired_height(BAR);
            let bar = ui.add(bar.corner_radius(BAR / 2.0));
            ui.ctx()
                .accesskit_node_builder(bar.id, |node| node.set_label("Frames written"));
            ui.add_space(theme::space::S);
            let words = format!(
                "{} of {} frames of {} in {}",
                count(self.n_written.into()),
                count(self.n_frames.into()),
                self.title,
                format::file_name(&self.path)
            );
            note(ui, &words);
            ui.add_space(theme::space::L);
            let is_escaped = ui.input(|input| input.key_pressed(Key::Escape));
            let cancel = ui.horizontal(|ui| button(ui, "Cancel", BUTTON)).inner;
            if cancel.clicked() || is_escaped {
                self.end.get_or_insert(End::Cancelled);
            }
        });
    }
}

impl PanelFrames {
    fn draw(&mut self, model: &Model) {
        let drawing = self.offscreen.draw(&mut *self.panel, model, 1);
        self.n_tries += 1;
        let n_tries = if self.n_drawn == 0 { N_FIRST } else { N_NEXT };
        if self.n_tries < n_tries {
            return;
        }
        self.n_tries = 0;
        self.n_drawn += 1;
        let delay = match self.n_drawn == self.moments.len() {
            true => [SaveAnimation::REST, 1],
            false => [1, self.rate.into()],
        };
        self.waiting = Some(Frame {
            drawing,
            delay,
            is_over: false,
        });
    }
}
