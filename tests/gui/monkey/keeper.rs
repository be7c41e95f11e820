//! Keeps what the monkey starts small: boards, searches, tables and experiments that would take
//! minutes are stopped.

use std::path::Path;
use std::time::Duration;
use tilescope::gui::app::App;
use tilescope::gui::edit::Edit;
use tilescope::gui::exports::ExportAction;
use tilescope::gui::hints::Hint;
use tilescope::gui::published::PublishedAction;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::tables::TablesAction;
use tilescope_lab::published::{ExperimentState, PUBLISHED_EXPERIMENTS};
use tilescope_lab::{Limits, RunOutcome, RunState, Settings};
use tilescope_puzzle::Size;

pub struct Keeper {
    tables: std::path::PathBuf,
    is_first: bool,
    /// For how many frames a run has been working, and something else has.
    run_for: usize,
    busy_for: usize,
}

/// The frames after which work is stopped.
const MAX_FRAMES: usize = 40;

impl Keeper {
    /// Tables are kept in a folder below `folder`.
    pub fn new(folder: &Path) -> Self {
        Keeper {
            tables: folder.join("tables"),
            is_first: true,
            run_for: 0,
            busy_for: 0,
        }
    }

    /// Looks after the window between two frames. Returns whether a frame should pass before
    /// anything else happens: a run that works is waited for, so that a replay sees the same.
    pub fn keep(&mut self, app: &mut App) -> bool {
        let model = &mut app.model;
        if std::mem::take(&mut self.is_first) {
            model.apply(TablesAction::KeepIn(self.tables.clone()).into());
        }
        let limits = Limits {
            expanded: Some(model.settings().limits.expanded.unwrap_or(200).min(2_000)),
            memory: Some(256 << 20),
            time: Some(Duration::from_millis(100)),
        };
        if model.settings().limits != limits {
            let settings = Settings {
                limits,
                ..model.settings().clone()
            };
            model.apply(tilescope::gui::Action::Settings(settings.into()));
        }
        self.keep_others(app);
        let model = &mut app.model;
        for entry in model.runs().iter() {
            if let Some(RunOutcome::Failed(why)) = entry.run.report().map(|report| &report.outcome)
            {
                assert!(
                    !why.contains("internal error"),
                    "a search has panicked: {why}"
                );
            }
        }
        let works = |entry: &tilescope::gui::runs::RunEntry| entry.run.state() == RunState::Running;
        if model.runs().working().is_none_or(|entry| !works(entry)) {
            self.run_for = 0;
            return false;
        }
        self.run_for += 1;
        if self.run_for > MAX_FRAMES {
            model.apply(RunsAction::Stop.into());
        }
        std::thread::yield_now();
        true
    }

    /// Ends jobs that take long.
    fn keep_others(&mut self, app: &mut App) {
        let model = &mut app.model;
        let is_large = model
            .puzzle()
            .is_some_and(|puzzle| puzzle.size().n_cells() > 9);
        let is_searching = model.hint() == Some(&Hint::Searching);
        let is_experimenting = PUBLISHED_EXPERIMENTS.iter().any(|one| {
            model
                .published()
                .of(one)
                .is_some_and(|run| *run.state() == ExperimentState::Running)
        });
        let is_building = model.tables().building().is_some();
        let is_exporting = model.exports().is_running();
        if !(is_large || is_searching || is_experimenting || is_building || is_exporting) {
            self.busy_for = 0;
            return;
        }
        self.busy_for += 1;
        if self.busy_for <= MAX_FRAMES {
            return;
        }
        self.busy_for = 0;
        for one in PUBLISHED_EXPERIMENTS {
            model.apply(PublishedAction::Stop(one).into());
        }
        model.apply(TablesAction::Stop.into());
        model.apply(ExportAction::Stop.into());
        if is_large || is_searching {
            let size = Size::new(3, 3).expect("a size");
            model.apply(Edit::Resize(size).into());
        }
    }
}
