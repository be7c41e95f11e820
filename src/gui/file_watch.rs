//! Notices when another program changes a file that is open: a thread looks at its size and the time of
//! its last change, each second while the window has the focus, and when it gets it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, SystemTime};

/// Between two looks.
const INTERVAL: Duration = Duration::from_secs(1);

/// The files that are watched.
pub struct FileWatch {
    files: Vec<PathBuf>,
    is_focused: bool,
    orders: Sender<Order>,
    touched: Receiver<PathBuf>,
}

enum Order {
    /// These are the files now.
    Watch(Vec<PathBuf>),
    /// The window has the focus, or no more.
    Focus(bool),
}

/// The size of a file and when it was changed last; `None` if it is not there.
type Stamp = Option<(u64, Option<SystemTime>)>;

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

    /// Watches these files; returns those that were touched since this was last called.
    pub fn poll<'a>(
        &mut self,
        files: impl Iterator<Item = &'a Path> + Clone,
        is_focused: bool,
    ) -> Vec<PathBuf> {
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
fn look_at(orders: &Receiver<Order>, touched: &Sender<PathBuf>, wake: &dyn Fn()) {
    let mut stamps: BTreeMap<PathBuf, Stamp> = BTreeMap::new();
    let mut is_focused = false;
    loop {
        let order = match is_focused && !stamps.is_empty() {
            true => orders.recv_timeout(INTERVAL),
            false => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match order {
            Err(RecvTimeoutError::Disconnected) => return,
            Ok(Order::Watch(files)) => {
                let known = std::mem::take(&mut stamps);
                for file in files {
                    let stamp = known.get(&file).copied();
                    let stamp = stamp.unwrap_or_else(|| stamp_of(&file));
                    stamps.insert(file, stamp);
                }
                continue;
            }
            Ok(Order::Focus(now)) => is_focused = now,
            Err(RecvTimeoutError::Timeout) => {}
        }
        for (file, known) in &mut stamps {
            let stamp = stamp_of(file);
            let before = std::mem::replace(known, stamp);
            // One that is being replaced may be missing for a moment.
            if stamp.is_some() && stamp != before {
                if touched.send(file.clone()).is_err() {
                    return;
                }
                wake();
            }
        }
    }
}

fn stamp_of(file: &Path) -> Stamp {
    let found = std::fs::metadata(file).ok()?;
    Some((found.len(), found.modified().ok()))
}
