//! What is kept when an action panics: the document and the settings as they were before it, and
//! the runs that had ended.

use super::Model;
use crate::gui::conversions::Conversions;
use crate::gui::edit::{BoardView, Side};
use crate::gui::exports::Exports;
use crate::gui::finds::Finds;
use crate::gui::generation::Generation;
use crate::gui::hints::Hints;
use crate::gui::pasting::Pasting;
use crate::gui::player::Player;
use crate::gui::published::PublishedRuns;
use crate::gui::races::Races;
use crate::gui::restore_point::RestorePoint;
use crate::gui::timeline::Timeline;

impl Model {
    pub fn restore_point(&self) -> RestorePoint {
        RestorePoint {
            document: self.document.clone(),
            settings: self.settings.clone(),
        }
    }

    /// Takes back what a panic may have left half changed. Whatever a tick polls begins anew, so
    /// that it doesn't panic again.
    pub(super) fn recover(&mut self, to: RestorePoint) {
        let RestorePoint { document, settings } = to;
        self.player = Player::new(document.problem().clone(), Vec::new());
        self.document = document;
        self.settings = settings;
        self.view = BoardView::Edit(Side::Start);
        self.runs.keep_ended();
        self.timeline = Timeline::default();
        self.finds = Finds::default();
        self.tables.begin_anew();
        self.exports = Exports::default();
        self.races = Races::default();
        self.published = PublishedRuns::default();
        self.games.begin_anew();
        self.generation = Generation::default();
        self.pasting = Pasting::default();
        self.conversions = Conversions::default();
        self.hints = Hints::default();
    }
}
