//! Stops a run that goes on, from anywhere.

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

    /// Whether a stop was requested.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
