//! A run that is made of a game, on a thread: most of it is the search for shortest solutions.

use crate::gui::hints;
use crate::gui::requests::{Notice, Request, Wake};
use crate::gui::work::{Work, WorkState};
use std::time::Duration;
use tilescope_lab::game::{self, Game, Search};
use tilescope_lab::trace_file::Loaded;

/// The time for all distances that are searched for.
const PATIENCE: Duration = Duration::from_secs(60);

/// The work, if there is any.
#[derive(Default)]
pub struct Recording(Option<Work<Loaded>>);

impl Recording {
    pub fn begin(game: Game, has_large: bool, wake: &Wake) -> Self {
        let work = Work::spawn("record game", wake, move |interrupt, progress| {
            let search = Search {
                settings: &|puzzle| hints::shortest(puzzle, has_large),
                time: PATIENCE,
            };
            let loaded = game::record(&game, &search, interrupt, progress);
            loaded.map_err(|_| "The game was not recorded.")
        });
        Recording(Some(work))
    }

    /// How much of it is done, from 0 to 1; `None` if there is none.
    pub fn done(&self) -> Option<f64> {
        match self.0.as_ref()?.state() {
            WorkState::Working(done) => Some(done),
            _ => Some(1.0),
        }
    }

    /// The run, once.
    pub fn poll(&mut self, requests: &mut Vec<Request>) -> Option<Loaded> {
        let mut work = self.0.take()?;
        work.poll();
        match work.take() {
            Ok(loaded) => Some(loaded),
            Err(work) => {
                match work.state() {
                    WorkState::Failed(reason) => {
                        requests.push(Request::Notify(Notice::Failed(reason.to_owned())));
                    }
                    _ => self.0 = Some(work),
                }
                None
            }
        }
    }
}
