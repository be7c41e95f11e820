//! The session: what an earlier window saved is restored, and kept from then on.

use super::App;
use crate::gui::actions::Action;
use crate::gui::experiments::ExperimentAction;
use crate::gui::fence;
use crate::gui::layout;
use crate::gui::layout_names::SHIPPED;
use crate::gui::layouts::{Layouts, NamedLayout};
use crate::gui::library::{CollectionFile, CollectionSource, LibraryAction};
use crate::gui::model::Model;
use crate::gui::panel::Panel;
use crate::gui::panel_image::{self, Animation, Image, SolutionImages, SolutionPicture};
use crate::gui::panels::BoardImage;
use crate::gui::requests::{
    ImageForm, LayoutChange, Notice, SaveAnimation, SaveImage, SaveSolution,
};
use crate::gui::session::{SavedLayout, SavedLayouts, Session, Store, UnsavedCollections};
use crate::gui::workspace::Workspace;
use egui::Vec2;
use std::path::PathBuf;
use tilescope_lab::format;

impl App {
    /// Draws a panel, and asks where to save the image.
    pub(super) fn save_image(&mut self, image: &SaveImage) {
        let size = image.points(Self::shown_size(&self.workspace, &self.model, image.panel));
        if let Some(refusal) = image.refusal(size) {
            self.notices.show(Notice::Failed(refusal));
            return;
        }
        let mut board = BoardImage;
        let (title, panel): (_, &mut dyn Panel) = match self.panels.get(&image.panel.into()) {
            Some((about, panel)) => (about.title, panel),
            None => (BoardImage::KEY, &mut board),
        };
        let model = &self.model;
        match fence::catch(|| panel_image::draw(panel, model, image, size)) {
            Ok(drawing) => self.io.ask_image(Image {
                title,
                drawing: drawing.into(),
            }),
            Err(crash) => self.fence.note(title, crash),
        }
    }

    /// Draws the board, and copies it once a thread has painted it. The picture can be pasted as the
    /// board.
    pub(super) fn copy_picture(&mut self, ctx: &egui::Context) {
        let image = SaveImage {
            panel: BoardImage::KEY,
            form: ImageForm::Png,
            is_dark: ctx.theme() == egui::Theme::Dark,
            size: None,
            scale: 2,
        };
        let Some(size) = BoardImage::size(&self.model) else {
            return;
        };
        let drawing = panel_image::draw(&mut BoardImage, &self.model, &image, size);
        let board = self.model.problem().state_line(&self.model.shown_state());
        self.io.copy_board(drawing, board);
    }

    /// Begins to draw an animation.
    pub(super) fn save_animation(&mut self, path: PathBuf, wanted: &SaveAnimation) {
        let panel = wanted.image.panel;
        let points = (wanted.image).points(Self::shown_size(&self.workspace, &self.model, panel));
        if let Some(refusal) = wanted.refusal(points, self.model.end_of_animation()) {
            self.notices.show(Notice::Failed(refusal));
            return;
        }
        let Some(run) = self.model.runs().active().map(|entry| entry.id) else {
            return;
        };
        let Some((about, panel)) = self.panels.get(&wanted.image.panel.into()) else {
            return;
        };
        let panel = panel.copy().unwrap_or_else(about.new);
        let wake = self.io.wake();
        let animation = Animation::new(about.title, panel, run, path, wanted, points, wake);
        self.animation = Some(animation);
    }

    /// Begins to draw a solution in the colours of the window, with the picture that is on the tiles.
    pub(super) fn save_solution(
        &mut self,
        ctx: &egui::Context,
        path: PathBuf,
        wanted: &SaveSolution,
    ) {
        let pictures = self.model.pictures();
        let goal = self.model.puzzle().map(|puzzle| &puzzle.goal);
        let goal = goal.filter(|goal| goal.size() == wanted.start.size());
        let picture = pictures.picture().zip(goal);
        let picture = picture.map(|(picture, goal)| SolutionPicture {
            image: picture.image.clone(),
            whole_on: goal.clone(),
            has_numbers: pictures.has_numbers(),
        });
        let is_dark = ctx.theme() == egui::Theme::Dark;
        let images = SolutionImages::new(&wanted.start, &wanted.moves, is_dark, picture);
        if let Some(images) = images {
            self.animation = Some(Animation::of_solution(images, path, self.io.wake()));
        }
    }

    /// Draws the panel once for the animation that is being saved, and tells when that is written.
    pub(super) fn advance_animation(&mut self, ctx: &egui::Context) {
        let Some(animation) = &mut self.animation else {
            return;
        };
        let run = self.model.runs().active().map(|entry| entry.id);
        if let Some(t) = animation.next_moment(run) {
            self.model.apply(Action::Visit(Some(t)));
            let drawn = fence::catch(|| animation.draw(&self.model));
            self.model.apply(Action::Visit(None));
            if let Err(crash) = drawn {
                self.fence.note(animation.title(), crash);
                self.animation = None;
                return;
            }
            ctx.request_repaint();
        }
        if let Some(ended) = animation.poll() {
            self.animation = None;
            self.notices.show(ended);
        }
    }

    /// Restores what an earlier window saved, and saves to the same file from now on.
    pub fn restore(&mut self, (mut store, session, saved): (Store, Session, SavedLayouts)) {
        let mut lost = session.unreadable().to_vec();
        self.apply(ExperimentAction::KeepBeside(store.path().to_owned()).into());
        if self.apply(Action::Restore(session.into())).is_none() {
            lost.push("session".into());
        }
        self.window = saved.window;
        let layouts = restored(saved, &mut lost);
        self.apply(Action::OwnLayouts(layouts.own_names()));
        self.workspace = Workspace::new(layouts);
        for text in store.report(&lost) {
            self.notices.show(Notice::Failed(text));
        }
        self.restore_collections(&store);
        // Another program may have changed it while no window watched it.
        if let Some(path) = self.model.file() {
            self.io.examine(path.to_owned());
        }
        if let Some(path) = self.model.experiments().file() {
            self.io.examine_experiment(path.to_owned());
        }
        self.store = Some(store);
        self.fence.saves = true;
    }

    /// Saves or deletes a layout of the user's own.
    pub(super) fn change_layouts(&mut self, ctx: &egui::Context, change: LayoutChange) {
        self.workspace.change_layouts(ctx, change);
        let names = self.workspace.layouts().own_names();
        self.model.apply(Action::OwnLayouts(names));
    }

    /// Opens the collections that were in no file when an earlier window crashed.
    fn restore_collections(&mut self, store: &Store) {
        let (unsaved, left) = UnsavedCollections::open(store.path());
        self.unsaved = Some(unsaved);
        let mut n_opened = 0;
        for left in left {
            match left {
                Err(text) => self.notices.show(Notice::Failed(text)),
                Ok(collection) => {
                    let source = CollectionSource::Generated;
                    let file = CollectionFile::new(source, collection, Vec::new(), 0);
                    // It may have been.
                    let file = file.with_chosen_name();
                    self.apply(LibraryAction::Opened(file.into()).into());
                    n_opened += 1;
                }
            }
        }
        let text = match n_opened {
            0 => return,
            1 => "The collection that was not saved is open again.".to_owned(),
            n => format!("The {n} collections that were not saved are open again."),
        };
        self.notices.show(Notice::Done(text));
    }

    /// Saves the session when that is due, or at once, and a collection that is in no file.
    pub(super) fn save_session(&mut self, ctx: &egui::Context, at_once: bool) {
        let zoom = ctx.zoom_factor();
        ctx.input(|input| self.window.note(input.viewport(), zoom));
        self.window.zoom = self.workspace.zoom(ctx);
        let window = self.window;
        let Some(store) = &mut self.store else {
            return;
        };
        let session = || self.model.session();
        let layouts = || self.workspace.layouts().content();
        if self.may_close {
            store.close(|| self.model.last_session(), layouts, window);
        } else if store.write(session, layouts, window, at_once) {
            ctx.request_repaint_after(Store::INTERVAL);
        }
        if let Some(text) = store.failure() {
            self.notices.show(Notice::Failed(text));
        }
        if let Some(unsaved) = &mut self.unsaved {
            let open = self.model.library().open().iter();
            // Whoever lets the window close has given them up.
            let kept = open.filter(|it| it.is_lost_by_crash() && !self.may_close);
            unsaved.keep(kept.map(|it| (it.collection(), it.unsaved_results())));
            if let Some(text) = unsaved.failure() {
                self.notices.show(Notice::Failed(text));
            }
        }
    }

    /// The width and height that a panel has in the window, or the board alone.
    pub(super) fn shown_size(
        workspace: &Workspace,
        model: &Model,
        panel: &'static str,
    ) -> Option<Vec2> {
        match panel {
            BoardImage::KEY => BoardImage::size(model),
            _ => workspace.body_size(panel),
        }
    }
}

/// The layouts that were saved. The names of those that are damaged are added to `lost`.
fn restored(saved: SavedLayouts, lost: &mut Vec<String>) -> Layouts {
    const SHOWN: &str = "layout of the panels";
    let mut layouts = Vec::new();
    let mut take = |saved: SavedLayout, what: String| {
        let layout = saved.layout.and_then(|it| layout::restore(*it).ok());
        let name = saved.name;
        match layout {
            Some(layout) => layouts.push(NamedLayout { name, layout }),
            None => lost.push(what),
        }
    };
    let mut shown = String::new();
    if let Some(mut saved) = saved.shown {
        if saved.name.is_empty() {
            saved.name = SHIPPED[0].into();
        }
        shown.clone_from(&saved.name);
        take(saved, SHOWN.into());
    }
    for other in saved.others {
        let what = format!("layout “{}”", format::excerpt(&other.name));
        take(other, what);
    }
    if saved.has_lost {
        lost.push("other layouts".into());
    }
    Layouts::restored(layouts, &shown)
}
