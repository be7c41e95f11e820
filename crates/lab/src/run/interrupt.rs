//! Stops or pauses a run that goes on, from anywhere.

use crate::control::Control;
use std::sync::Arc;

/// Stops a run from another thread, such as a signal handler.
#[derive(Clone, Debug)]
pub struct Interrupt(pub(super) Arc<Control>);

impl Default for Interrupt {
    fn default() -> Self {
        Interrupt(Arc::new(Control::new(false)))
    }
}

impl Interrupt {
    /// Stops the run, before its first expansion if it has not begun.
    pub fn stop(&self) {
        self.0.stop();
    }

    /// Pauses the run, until it is resumed or stopped. The time of the pause does not count.
    pub fn pause(&self) {
        self.0.pause();
    }

    /// Lets a paused run go on.
    pub fn resume(&self) {
        self.0.resume();
    }

    /// Whether a pause was requested.
    pub fn is_paused(&self) -> bool {
        self.0.is_paused()
    }

    /// Blocks this thread while the run is paused.
    pub(crate) fn wait_while_paused(&self) {
        self.0.wait_as_helper();
    }

    /// Whether a stop was requested.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
