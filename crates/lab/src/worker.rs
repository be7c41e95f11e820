//! Work on a thread of its own that is no search: experiments, exports, tables.

use super::Interrupt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// The handle to work that tells an `N` as it goes and comes to a `T`. Dropping it interrupts
/// the work and does not wait for it.
#[derive(Debug)]
pub struct Worker<N, T> {
    interrupt: Interrupt,
    told: Receiver<Told<N, T>>,
}

/// What a worker tells; it ends with one of the last two.
enum Told<N, T> {
    News(N),
    SearchDirection(T),
    Fault(Fault),
}

/// Why work came to nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    #[error("the system has no thread for it ({0})")]
    NoThread(String),
    #[error("the work broke off by a fault of this program")]
    Panic,
}

impl<N: Send + 'static, T: Send + 'static> Worker<N, T> {
    /// Does `work` on a thread of that name. It is told by an [`Interrupt`] when to stop, and
    /// tells its news; `wake` is called after each, from its thread, and at the end.
    pub fn spawn(
        name: impl Into<String>,
        mut wake: impl FnMut() + Send + 'static,
        work: impl FnOnce(&Interrupt, &mut (dyn FnMut(N) + Send)) -> T + Send + 'static,
    ) -> Self {
        let (sender, told) = mpsc::channel();
        let interrupt = Interrupt::default();
        let (orders, to_handle) = (interrupt.clone(), sender.clone());
        let body = move || {
            let mut tell = move |told| {
                // Fails only when the handle is gone: then nobody wants to know.
                let _ = to_handle.send(told);
                wake();
            };
            let attempt = catch_unwind(AssertUnwindSafe(|| {
                work(&orders, &mut |news| tell(Told::News(news)))
            }));
            tell(attempt.map_or(Told::Fault(Fault::Panic), Told::SearchDirection));
        };
        if let Err(error) = thread::Builder::new().name(name.into()).spawn(body) {
            let fault = Fault::NoThread(error.to_string());
            // The receiver is here.
            let _ = sender.send(Told::Fault(fault));
        }
        Worker { interrupt, told }
    }

    /// Hands what it has told to `listen`, and once, when it has ended, what it came to. Never
    /// blocks.
    pub fn poll(&self, mut listen: impl FnMut(N)) -> Option<Result<T, Fault>> {
        for told in self.told.try_iter() {
            match told {
                Told::News(news) => listen(news),
                Told::SearchDirection(came_to) => return Some(Ok(came_to)),
                Told::Fault(fault) => return Some(Err(fault)),
            }
        }
        None
    }
}

impl<N, T> Worker<N, T> {
    /// Interrupts the work; what it came to still comes.
    pub fn stop(&self) {
        self.interrupt.stop();
    }
}

impl<N, T> Drop for Worker<N, T> {
    fn drop(&mut self) {
        self.interrupt.stop();
    }
}
