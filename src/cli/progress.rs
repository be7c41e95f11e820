//! A progress bar on the terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar on standard error, if that is a terminal; cleared when dropped.
pub struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// The number of steps.
    const N_STEPS: u64 = 10_000;

    /// A bar with a label.
    pub fn new(label: &'static str) -> Self {
        let style = "{msg} {bar:30} {percent:>3} %, {eta} left";
        let style = ProgressStyle::with_template(style).expect("the template is valid");
        let bar = ProgressBar::new(Self::N_STEPS).with_style(style);
        ProgressLine(bar.with_message(label))
    }

    /// Sets the fraction done, from 0 to 1.
    pub fn set(&self, done: f64) {
        self.0.set_position((done * Self::N_STEPS as f64) as u64);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
