//! A publication whose experiments run on a worker thread, and the handle to it.

use super::{Classic, Extent, Figure, Interrupted};
use crate::lab::Interrupt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Where the experiments of a publication stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassicState {
    Running,
    Done,
    Interrupted,
    /// They broke off: why.
    Failed(String),
}

/// The handle to running experiments. Dropping it interrupts them.
pub struct ClassicRun {
    classic: &'static Classic,
    interrupt: Interrupt,
    news: Receiver<News>,
    figures: Vec<Figure>,
    state: ClassicState,
}

/// What a worker tells.
enum News {
    Figure(Figure),
    /// The last one.
    Ended(ClassicState),
}

impl ClassicRun {
    /// Runs what takes seconds of `classic` on a named thread of its own. `wake` is called
    /// from there when there is something new to poll.
    pub fn spawn(classic: &'static Classic, wake: impl Fn() + Send + 'static) -> ClassicRun {
        let (sender, news) = channel();
        let interrupt = Interrupt::default();
        let stopped_by = interrupt.clone();
        let worker = std::thread::Builder::new()
            .name(format!("classic {}", classic.key))
            .spawn(move || work(classic, &stopped_by, &sender, &wake));
        let state = match worker {
            Ok(_) => ClassicState::Running,
            Err(error) => {
                ClassicState::Failed(format!("the system has no thread for it ({error})"))
            }
        };
        ClassicRun {
            classic,
            interrupt,
            news,
            figures: Vec::new(),
            state,
        }
    }

    /// Takes in what the worker has told; never blocks.
    pub fn poll(&mut self) {
        for news in self.news.try_iter() {
            match news {
                News::Figure(figure) => self.figures.push(figure),
                News::Ended(state) => self.state = state,
            }
        }
    }

    pub fn classic(&self) -> &'static Classic {
        self.classic
    }

    /// What has been told so far.
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    pub fn state(&self) -> &ClassicState {
        &self.state
    }

    /// Interrupts it; it still ends with a state.
    pub fn stop(&self) {
        self.interrupt.stop();
    }
}

impl Drop for ClassicRun {
    /// Does not wait for the worker, which ends by itself at its next step.
    fn drop(&mut self) {
        self.interrupt.stop();
    }
}

/// The worker's whole life.
fn work(classic: &Classic, interrupt: &Interrupt, sender: &Sender<News>, wake: &impl Fn()) {
    let tell = |news| {
        // Fails only when the handle is gone: then nobody wants to know.
        let _ = sender.send(news);
        wake();
    };
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        classic.run(Extent::Short, interrupt, &mut |figure| {
            tell(News::Figure(figure))
        })
    }));
    tell(News::Ended(match attempt {
        Ok(Ok(())) => ClassicState::Done,
        Ok(Err(Interrupted)) => ClassicState::Interrupted,
        Err(_) => ClassicState::Failed("a fault of this program".into()),
    }));
}
