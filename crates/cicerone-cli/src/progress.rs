//! How far something is that takes a while: a line on standard error that is gone
//! when it is done. Without a terminal, or with `--quiet`, nothing is shown.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::is_quiet;

/// A line that tells what is done just now, and for how long.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Something of so many parts; 0 if nobody knows.
    pub(crate) fn of(parts: usize) -> Progress {
        let (bar, template) = match parts {
            0 => (ProgressBar::new_spinner(), "{spinner} {msg}  {elapsed}"),
            parts => {
                let template = "{bar:30} {pos}/{len}  {msg}  {elapsed}, {eta} left";
                (ProgressBar::new(parts as u64), template)
            }
        };
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        if is_quiet() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar }
    }

    /// What is done now.
    pub(crate) fn at(&self, what: impl Into<String>) {
        self.bar.set_message(what.into());
    }

    /// One part is done.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
