//! Keeps the best games in a file of the user's data folder, on a thread of its own. Several windows
//! share the file: each game is added to what it holds then.

use super::games::{BestGames, WonGame};
use crate::gui::text::sentence;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use tilescope_lab::files::shared::{self, Loaded};

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
            let tell = |loaded: Result<Loaded<BestGames>, String>| {
                let failed = |text: String| News::Failed(sentence(&text));
                let told = match loaded {
                    Ok(Loaded { content, note }) => [note.map(failed), Some(News::Games(content))],
                    Err(reason) => [Some(failed(reason)), None],
                };
                // Fails only when the window is gone.
                let _ = told
                    .into_iter()
                    .flatten()
                    .try_for_each(|it| sender.send(it));
                wake();
            };
            tell(shared::load(&path));
            while let Ok(game) = games.recv() {
                tell(shared::change(&path, |games: &mut BestGames| {
                    games.add(&game);
                    Ok(())
                }));
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
