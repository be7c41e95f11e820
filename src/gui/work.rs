//! Work on a thread of its own: how much of it is done, and what came of it.

use super::requests::Wake;
use std::fmt::Display;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope_lab::Interrupt;
use tilescope_lab::worker::Worker;

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
