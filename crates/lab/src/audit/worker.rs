//! Audits on a thread of their own, for a window.

use super::{Audit, AuditError, AuditReport, Limits, audit_knowing, misled};
use crate::worker::Worker;
use std::time::{Duration, Instant};

/// An audit under way, or its result. Dropping it stops it.
pub struct AuditRun {
    audit: Audit,
    worker: Worker<Message, Result<AuditReport, AuditError>>,
    done: f64,
    /// The result, or why there is none, and the time that it took.
    result: Option<(Result<AuditReport, String>, Duration)>,
    began: Instant,
    /// Whether A\* is still searching from the witnesses of the report.
    is_searching: bool,
}

enum Message {
    /// The fraction done.
    Done(f64),
    /// All but the searches from the witnesses.
    Report(Box<AuditReport>),
}

/// Between two updates of the progress.
const UPDATE_INTERVAL: Duration = Duration::from_millis(50);

impl AuditRun {
    /// Starts the audit on a new named thread, which calls `wake` when there is something to poll.
    /// A sample takes the distances of `known`, a report on the same boards.
    pub fn spawn(
        what: Audit,
        known: Option<&AuditReport>,
        limits: Limits,
        wake: impl Fn() + Send + 'static,
    ) -> Self {
        let own = what.clone();
        let known = known.map_or(Vec::new(), |report| report.known_for(&what).to_vec());
        let worker = Worker::spawn("audit", wake, move |interrupt, send| {
            let mut updated = Instant::now();
            let mut report = audit_knowing(&own, &known, limits, interrupt, &mut |done| {
                if updated.elapsed() >= UPDATE_INTERVAL {
                    updated = Instant::now();
                    send(Message::Done(done));
                }
            })?;
            send(Message::Report(Box::new(report.clone())));
            misled::search(&mut report, interrupt);
            Ok(report)
        });
        AuditRun {
            audit: what,
            worker,
            done: 0.0,
            result: None,
            began: Instant::now(),
            is_searching: false,
        }
    }

    /// Receives progress and result; never blocks.
    pub fn poll(&mut self) {
        let mut first = None;
        let ended = self.worker.poll(|message| match message {
            Message::Done(done) => self.done = done,
            Message::Report(report) => first = Some(*report),
        });
        if let Some(report) = first {
            self.result = Some((Ok(report), self.began.elapsed()));
            self.is_searching = true;
        }
        let Some(ended) = ended else { return };
        self.is_searching = false;
        // The searches from the witnesses are not part of the time.
        let elapsed = self.elapsed().unwrap_or_else(|| self.began.elapsed());
        let result = match ended {
            Ok(Ok(report)) => Ok(report),
            Ok(Err(error)) => Err(error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        self.result = Some((result, elapsed));
    }

    /// What is audited.
    pub fn audit(&self) -> &Audit {
        &self.audit
    }

    /// The fraction done, from 0 to 1.
    pub fn done(&self) -> f64 {
        self.done
    }

    /// The estimated remaining time; `None` while unknown.
    pub fn remaining(&self) -> Option<Duration> {
        crate::tables::remaining(self.done, self.began.elapsed())
    }

    /// The report, or why there is none, once the audit has ended.
    pub fn result(&self) -> Option<Result<&AuditReport, &str>> {
        let (result, _) = self.result.as_ref()?;
        Some(result.as_ref().map_err(String::as_str))
    }

    /// The time that the audit took, once it has ended.
    pub fn elapsed(&self) -> Option<Duration> {
        Some(self.result.as_ref()?.1)
    }

    /// Whether the report is there, and A* is searching from its witnesses.
    pub fn is_searching(&self) -> bool {
        self.is_searching
    }

    /// Stops it; it still ends with a result.
    pub fn stop(&self) {
        self.worker.stop();
    }
}
