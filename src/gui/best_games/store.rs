//! Keeps the best games in a file of the user's data folder, on a thread of its own. Several windows
//! share the file: each game is added to what it holds then.

use super::games::{BestGames, WonGame};
use crate::gui::session::{Found, keep_aside, move_aside, read_file};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use tilescope_lab::{files, format};

/// What the thread has to tell.
pub enum News {
    /// What the file holds.
    Games(BestGames),
    /// What has failed, in a sentence.
    Failed(String),
}

/// The file of the best games.
pub struct Store {
    /// Sends games to the thread that writes them; `None` while it ends, and if there is no thread.
    writer: Option<(Sender<WonGame>, JoinHandle<()>)>,
    news: Receiver<News>,
}

impl Store {
    /// The user's best games; `None` if there is no folder for them.
    pub fn open(wake: impl Fn() + Send + 'static) -> Option<Store> {
        let folders = directories::ProjectDirs::from("", "", "tilescope")?;
        Some(Self::open_at(folders.data_dir().join("games.json"), wake))
    }

    /// The best games in the file at `path`. `wake` is called when there is news.
    pub fn open_at(path: PathBuf, wake: impl Fn() + Send + 'static) -> Store {
        let (writer, games) = mpsc::channel();
        let (sender, news) = mpsc::channel();
        let work = move || {
            let tell = |told| {
                // Fails only when the window is gone.
                let _ = sender.send(told);
                wake();
            };
            tell(load(&path, &tell).map_or_else(News::Failed, News::Games));
            while let Ok(game) = games.recv() {
                tell(add(&path, &game, &tell).map_or_else(News::Failed, News::Games));
            }
        };
        let thread = std::thread::Builder::new().name("best games".into());
        // Without the thread nothing is kept, but the window works.
        let writer = thread.spawn(work).ok().map(|thread| (writer, thread));
        Store { writer, news }
    }

    /// Adds a game to the file; [`News`] follow.
    pub fn keep(&self, game: WonGame) {
        if let Some((writer, _)) = &self.writer {
            // Fails only if the thread has ended; then nothing can be kept.
            let _ = writer.send(game);
        }
    }

    /// The news since this was last called.
    pub fn news(&self) -> Vec<News> {
        self.news.try_iter().collect()
    }
}

impl Drop for Store {
    /// Waits until the last game is written.
    fn drop(&mut self) {
        if let Some((writer, thread)) = self.writer.take() {
            drop(writer);
            let _ = thread.join();
        }
    }
}

/// What the file holds. A damaged file is kept aside.
fn load(path: &Path, tell: &dyn Fn(News)) -> Result<BestGames, String> {
    let refused = |reason: &str| {
        format!(
            "The best games cannot be read, and none is kept: {reason}, in {}.",
            format::path(path)
        )
    };
    let (games, aside) = match read_file(path) {
        Found::Nothing | Found::Empty(_) => return Ok(BestGames::default()),
        Found::Refused(reason) => return Err(refused(&reason)),
        Found::TooLarge => (BestGames::default(), move_aside(path)),
        Found::Bytes(bytes) => {
            let parsed = BestGames::parse(&bytes).map_err(|reason| refused(&reason))?;
            if !parsed.is_damaged {
                return Ok(parsed.games);
            }
            (parsed.games, keep_aside(path, &bytes))
        }
    };
    let aside = aside.map_err(|error| refused(&format!("no copy can be kept ({error})")))?;
    // What was read is whole from now on, so the damage is told once.
    save(path, &games)?;
    tell(News::Failed(format!(
        "Part of the best games could not be read. The damaged file is kept as {}.",
        format::path(&aside)
    )));
    Ok(games)
}

fn add(path: &Path, game: &WonGame, tell: &dyn Fn(News)) -> Result<BestGames, String> {
    // Without the folder, opening the lock fails.
    let _ = path.parent().map(fs::create_dir_all);
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path.with_extension("lock"));
    // Where the file system has no locks, another window's game may be lost in the same moment.
    let _held = lock.ok().filter(|lock| lock.lock().is_ok());
    let mut games = load(path, tell)?;
    games.add(game);
    save(path, &games)?;
    Ok(games)
}

fn save(path: &Path, games: &BestGames) -> Result<(), String> {
    files::save_text(path, &games.to_json())
        .map_err(|error| format!("The best games cannot be saved: {error}."))
}
