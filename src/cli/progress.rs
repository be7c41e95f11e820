//! A bar on the terminal while something takes long; nothing where there is no terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error, cleared when it is dropped.
pub struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// How finely it is told how much is done.
    const WHOLE: u64 = 10_000;

    /// A bar with what is being done before it.
    pub fn new(what: &'static str) -> Self {
        let style = "{msg} {bar:30} {percent:>3} %, {eta} left";
        let style = ProgressStyle::with_template(style).expect("the template is one");
        let bar = ProgressBar::new(Self::WHOLE).with_style(style);
        ProgressLine(bar.with_message(what))
    }

    /// So much is done, from 0 to 1.
    pub fn set(&self, done: f64) {
        self.0.set_position((done * Self::WHOLE as f64) as u64);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
