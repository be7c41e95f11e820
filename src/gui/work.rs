//! Work on a thread of its own, which leaves the processor to the window's: how much of it is done, and what
//! came of it.

use super::requests::Wake;
use std::fmt::Display;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope_lab::worker::Worker;
use tilescope_lab::{Interrupt, priority};

/// What became of some work.
#[derive(Debug)]
pub enum WorkState<'a, T> {
    /// It can begin.
    Due,
    /// This part of it is done, from 0 to 1.
    Working(f64),
    /// The user has stopped it.
    Stopped,
    Failed(&'a str),
    Done(&'a T),
}

/// Work on a thread. Dropping it stops the thread.
pub struct Work<T>(Stage<T>);

enum Stage<T> {
    Working(Worker<f64, Result<T, String>>, f64),
    Stopped,
    Failed(String),
    Done(T),
}

/// Between two updates of the progress.
const UPDATE_INTERVAL: Duration = Duration::from_millis(50);

impl<T: Send + 'static> Work<T> {
    /// Starts work on a thread of this name. `work` looks at the interrupt, and tells the part that
    /// is done.
    pub fn spawn<E: Display>(
        name: &str,
        wake: &Wake,
        work: impl FnOnce(&Interrupt, &mut (dyn FnMut(f64) + Send)) -> Result<T, E> + Send + 'static,
    ) -> Self {
        let wake = Arc::clone(wake);
        let work = move |interrupt: &Interrupt, send: &mut (dyn FnMut(f64) + Send)| {
            priority::lower();
            let mut updated = Instant::now();
            let result = work(interrupt, &mut |done| {
                if updated.elapsed() >= UPDATE_INTERVAL {
                    updated = Instant::now();
                    send(done);
                }
            });
            result.map_err(|error| error.to_string())
        };
        Work(Stage::Working(
            Worker::spawn(name, move || wake(), work),
            0.0,
        ))
    }

    /// Receives progress and result; never blocks.
    pub fn poll(&mut self) {
        let Stage::Working(worker, done) = &mut self.0 else {
            return;
        };
        self.0 = match worker.poll(|part| *done = part) {
            None => return,
            Some(Ok(Ok(result))) => Stage::Done(result),
            Some(Ok(Err(reason))) => Stage::Failed(reason),
            Some(Err(error)) => Stage::Failed(error.to_string()),
        };
    }
}

impl<T> Work<T> {
    /// Work that needed no thread.
    pub fn done<E: Display>(result: Result<T, E>) -> Self {
        Work(match result {
            Ok(result) => Stage::Done(result),
            Err(error) => Stage::Failed(error.to_string()),
        })
    }

    pub fn stop(&mut self) {
        if let Stage::Working(..) = self.0 {
            self.0 = Stage::Stopped;
        }
    }

    /// The result, if it is done.
    ///
    /// # Errors
    /// If it is not done; gives the work back.
    pub fn take(self) -> Result<T, Self> {
        match self.0 {
            Stage::Done(result) => Ok(result),
            stage => Err(Work(stage)),
        }
    }

    pub fn state(&self) -> WorkState<'_, T> {
        match &self.0 {
            Stage::Working(_, done) => WorkState::Working(*done),
            Stage::Stopped => WorkState::Stopped,
            Stage::Failed(reason) => WorkState::Failed(reason),
            Stage::Done(result) => WorkState::Done(result),
        }
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use std::sync::mpsc;

    /// The niceness of the calling thread: the 19th field of its state, and the name before it, which is in
    /// parentheses, may have spaces.
    fn niceness() -> Option<i32> {
        let state = std::fs::read_to_string("/proc/thread-self/stat").ok()?;
        let (_, after_name) = state.rsplit_once(") ")?;
        after_name.split(' ').nth(16)?.parse().ok()
    }

    #[test]
    fn work_leaves_the_processor_to_the_window() {
        let (sender, receiver) = mpsc::channel();
        let own = niceness();
        let wake: Wake = Arc::new(move || sender.send(()).unwrap_or_default());
        let mut work = Work::spawn("a test", &wake, |_, _| Ok::<_, String>(niceness()));
        while let WorkState::Working(_) = work.state() {
            receiver.recv().unwrap();
            work.poll();
        }
        let WorkState::Done(&of_work) = work.state() else {
            panic!("{:?}", work.state());
        };
        assert!(own.is_some() && own < of_work, "{own:?}, {of_work:?}");
        assert_eq!(niceness(), own);
    }
}
