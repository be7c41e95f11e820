//! Background threads for work other than searches: experiments, exports, tables.

use super::Interrupt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// The handle to background work that sends messages of type `M` and returns a `T`. Dropping it
/// interrupts the work without waiting.
#[derive(Debug)]
pub struct Worker<M, T> {
    interrupt: Interrupt,
    events: Receiver<Event<M, T>>,
}

/// What a worker sends; the last two are final.
enum Event<M, T> {
    Message(M),
    Finished(T),
    Failed(WorkerError),
}

/// Why background work failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WorkerError {
    #[error("a thread could not be started ({0})")]
    NoThread(String),
    #[error("internal error")]
    Panic,
}

impl<M: Send + 'static, T: Send + 'static> Worker<M, T> {
    /// Runs `work` on a thread named `name`. The [`Interrupt`] tells it to stop; the callback sends
    /// messages. `wake` is called from the thread after each message and at the end.
    pub fn spawn(
        name: impl Into<String>,
        mut wake: impl FnMut() + Send + 'static,
        work: impl FnOnce(&Interrupt, &mut (dyn FnMut(M) + Send)) -> T + Send + 'static,
    ) -> Self {
        let (sender, events) = mpsc::channel();
        let interrupt = Interrupt::default();
        let (worker_interrupt, worker_sender) = (interrupt.clone(), sender.clone());
        let body = move || {
            let mut send = move |event| {
                // Fails only if the handle was dropped.
                let _ = worker_sender.send(event);
                wake();
            };
            let attempt = catch_unwind(AssertUnwindSafe(|| {
                work(&worker_interrupt, &mut |message| {
                    send(Event::Message(message))
                })
            }));
            send(attempt.map_or(Event::Failed(WorkerError::Panic), Event::Finished));
        };
        if let Err(error) = thread::Builder::new().name(name.into()).spawn(body) {
            let error = WorkerError::NoThread(error.to_string());
            // Cannot fail: the receiver is still here.
            let _ = sender.send(Event::Failed(error));
        }
        Worker { interrupt, events }
    }

    /// Passes the messages so far to `on_message`; returns the result once, when the work has
    /// ended. Never blocks.
    pub fn poll(&self, mut on_message: impl FnMut(M)) -> Option<Result<T, WorkerError>> {
        for event in self.events.try_iter() {
            match event {
                Event::Message(message) => on_message(message),
                Event::Finished(result) => return Some(Ok(result)),
                Event::Failed(error) => return Some(Err(error)),
            }
        }
        None
    }
}

impl<M, T> Worker<M, T> {
    /// What the work looks at: it pauses work that obeys pauses.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Interrupts the work; its result still arrives.
    pub fn stop(&self) {
        self.interrupt.stop();
    }
}

impl<M, T> Drop for Worker<M, T> {
    fn drop(&mut self) {
        self.interrupt.stop();
    }
}
