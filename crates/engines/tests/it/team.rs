//! Threads that share a search: the observer stops them whatever they do.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use tilescope_engines::team;
use tilescope_search::{Checked, Progress, StopReason};

/// The first thread has no more work, and the other one reports only after the observer has stopped
/// the search.
#[test]
fn a_thread_that_does_not_report_keeps_nobody_from_stopping() {
    let (stop, stopped) = channel();
    let stopped = Mutex::new(Some(stopped));
    let mut n_reports = 0;
    let mut observer = Checked::new(|_| {
        n_reports += 1;
        // The first report is the first thread's own.
        if n_reports == 1 {
            return Ok(());
        }
        stop.send(()).unwrap();
        Err(StopReason::Time)
    });
    let threads = NonZero::new(2).unwrap();
    let first = std::thread::current().id();
    let found = team::run(threads, &mut observer, |report| {
        if std::thread::current().id() != first {
            let stopped = stopped.lock().unwrap().take();
            stopped.expect("there is one other thread").recv().unwrap();
        }
        report(Progress::default())
    });
    assert_eq!(found, Err(StopReason::Time));
}
