//! What the application has asked other threads for when it began: the best games, the user's
//! heuristics, and whether the system wants reduced motion.

use super::App;
use crate::gui::actions::Action;
use crate::gui::best_games::{News, Store};
use crate::gui::games::GamesAction;
use crate::gui::motion::Motion;
use crate::gui::own_heuristics::OwnHeuristicsAction;
use crate::gui::pictures::{self, PicturesAction};
use crate::gui::requests::Notice;
use crate::gui::theme;
use egui::Context;
use tilescope_lab::own_heuristics;

impl App {
    /// Begins to read what the user has kept, and to find out what the system wants.
    pub(super) fn ask_system(&mut self, ctx: &Context) {
        let wake = ctx.clone();
        self.motion = Some(Motion::find_out(move || wake.request_repaint()));
        let wake = ctx.clone();
        if let Some(store) = Store::open(move || wake.request_repaint()) {
            self.keep_games(store);
        }
        if let Some(path) = own_heuristics::file::path() {
            self.model.apply(OwnHeuristicsAction::KeepIn(path).into());
        }
        if let Some(path) = pictures::pasted_path() {
            self.model.apply(PicturesAction::KeepPastedIn(path).into());
        }
    }

    /// Keeps the best games in this file, and shows what it holds.
    pub fn keep_games(&mut self, store: Store) {
        self.best_games = Some(store);
    }

    /// Takes the answers that have come.
    pub(super) fn take_answers(&mut self, ctx: &Context, actions: &mut Vec<Action>) {
        let news = self.best_games.as_ref().map(Store::news);
        actions.extend(news.into_iter().flatten().map(|news| match news {
            News::Games(best) => GamesAction::Best(best.into()).into(),
            News::Failed(text) => Action::Notify(Notice::Failed(text)),
        }));
        let is_back = egui::Event::WindowFocused(true);
        if ctx.input(|input| input.events.contains(&is_back)) {
            actions.push(OwnHeuristicsAction::Reload.into());
        }
        if self.motion.take_if(|motion| motion.is_reduced()).is_some() {
            theme::stand_still(ctx);
        }
    }
}
