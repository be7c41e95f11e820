//! Notices when another program changes a file that is open, or removes it: a thread looks at its size and
//! the time of its last change, each second while the window has the focus, and when it gets it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, SystemTime};

/// Between two looks.
const INTERVAL: Duration = Duration::from_secs(1);
/// A file is gone after this many looks in a row without it: one that is being replaced may be missing for a
/// moment.
const MAX_MISSES: u32 = 3;

/// The files that are watched.
pub struct FileWatch {
    files: Vec<PathBuf>,
    is_focused: bool,
    orders: Sender<Order>,
    touched: Receiver<Touched>,
}

/// What another program has done to a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Touched {
    Changed(PathBuf),
    Gone(PathBuf),
}

enum Order {
    /// These are the files now.
    Watch(Vec<PathBuf>),
    /// The window has the focus, or no more.
    Focus(bool),
}

/// The size of a file and when it was changed last; `None` if it is not there.
type Stamp = Option<(u64, Option<SystemTime>)>;

/// What is known of a file.
#[derive(Clone, Copy)]
struct Known {
    stamp: Stamp,
    /// The looks since it was seen last.
    n_misses: u32,
}

impl FileWatch {
    /// Begins to watch; without a thread no change is noticed before a file is saved. `wake` is called
    /// from that thread.
    pub fn new(wake: impl Fn() + Send + 'static) -> FileWatch {
        let (orders, received) = mpsc::channel();
        let (sender, touched) = mpsc::channel();
        let work = move || look_at(&received, &sender, &wake);
        let thread = std::thread::Builder::new().name("watch files".into());
        // Without it the receiver of the orders is gone, and nothing is touched.
        let _ = thread.spawn(work);
        FileWatch {
            files: Vec::new(),
            is_focused: false,
            orders,
            touched,
        }
    }

    /// Watches these files; returns what has happened to them since this was last called.
    pub fn poll<'a>(
        &mut self,
        files: impl Iterator<Item = &'a Path> + Clone,
        is_focused: bool,
    ) -> Vec<Touched> {
        if !files.clone().eq(self.files.iter().map(PathBuf::as_path)) {
            self.files = files.map(Path::to_owned).collect();
            // Fails if there is no thread.
            let _ = self.orders.send(Order::Watch(self.files.clone()));
        }
        if is_focused != self.is_focused {
            self.is_focused = is_focused;
            let _ = self.orders.send(Order::Focus(is_focused));
        }
        self.touched.try_iter().collect()
    }
}

/// Watches the files of the latest order, until the sender of orders is gone.
fn look_at(orders: &Receiver<Order>, touched: &Sender<Touched>, wake: &dyn Fn()) {
    let mut watched: BTreeMap<PathBuf, Known> = BTreeMap::new();
    let mut is_focused = false;
    loop {
        let order = match is_focused && !watched.is_empty() {
            true => orders.recv_timeout(INTERVAL),
            false => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match order {
            Err(RecvTimeoutError::Disconnected) => return,
            Ok(Order::Watch(files)) => {
                let before = std::mem::take(&mut watched);
                for file in files {
                    let known = before.get(&file).copied().unwrap_or_else(|| Known {
                        stamp: stamp_of(&file),
                        n_misses: 0,
                    });
                    watched.insert(file, known);
                }
                continue;
            }
            Ok(Order::Focus(now)) => is_focused = now,
            Err(RecvTimeoutError::Timeout) => {}
        }
        for (file, known) in &mut watched {
            if let Some(news) = known.look(file) {
                if touched.send(news).is_err() {
                    return;
                }
                wake();
            }
        }
    }
}

impl Known {
    /// Looks at the file again.
    fn look(&mut self, file: &Path) -> Option<Touched> {
        let stamp = stamp_of(file);
        let before = std::mem::replace(&mut self.stamp, stamp);
        let n_misses = match stamp {
            Some(_) => 0,
            None => self.n_misses.saturating_add(1),
        };
        self.n_misses = n_misses;
        if stamp.is_some() && stamp != before {
            return Some(Touched::Changed(file.to_owned()));
        }
        (n_misses == MAX_MISSES).then(|| Touched::Gone(file.to_owned()))
    }
}

fn stamp_of(file: &Path) -> Stamp {
    let found = std::fs::metadata(file).ok()?;
    Some((found.len(), found.modified().ok()))
}
