//! How long work may go on.
//!
//! A [`Budget`] is in force on a thread while [`Budget::during`] runs there.
//! Every stage whose work grows with what it is given asks [`check`] as it goes
//! along: a search every few hundred places, a plan every leg, a decoder every
//! word, a reader of maps every level. Work that is over its time stops there,
//! with an error that says so ([`Error::is_stopped`]); where nobody set a budget
//! it goes on to its end.
//!
//! Who has others waiting may do more than end work: [`Budget::paced_by`] names
//! what is called wherever work asks, and that may let it rest for a while.
//!
//! It is in force rather than handed on, because hardly anything below a stage
//! has a use for it, and who replaces a stage needs not know of it.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{Error, Result};

/// What somebody is ready to spend on some work. Clones are the same budget.
///
/// ```
/// use cicerone::Budget;
/// use cicerone::world::{Journey, embedded};
/// use std::time::Duration;
///
/// let office = embedded::world("office")?;
/// let journey = Journey::between("0,0", "14,8");
/// assert!(Budget::of(Duration::from_secs(60)).during(|| journey.route(&office)).is_ok());
/// let stopped = Budget::of(Duration::ZERO).during(|| journey.route(&office)).unwrap_err();
/// assert!(stopped.is_stopped());
/// # Ok::<(), cicerone::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Budget {
    until: Option<Instant>,
    time: Duration,
    is_stopped: Arc<AtomicBool>,
    pace: Option<Pace>,
}

/// What is called wherever work asks.
#[derive(Clone)]
struct Pace(Arc<dyn Fn() + Send + Sync>);

impl fmt::Debug for Pace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Pace")
    }
}

thread_local! {
    static IN_FORCE: RefCell<Option<Budget>> = const { RefCell::new(None) };
}

impl Budget {
    /// So much time from now on.
    pub fn of(time: Duration) -> Budget {
        // A time beyond all clocks is as good as none.
        let until = Instant::now().checked_add(time);
        Budget { until, time, is_stopped: Arc::default(), pace: None }
    }

    /// All the time there is, until somebody says [`stop`](Self::stop).
    pub fn unlimited() -> Budget {
        Budget { until: None, time: Duration::MAX, is_stopped: Arc::default(), pace: None }
    }

    /// The same, under which `pace` is called wherever the work asks, on its thread
    /// and often. It may keep the work waiting: the time goes on meanwhile.
    #[must_use]
    pub fn paced_by(self, pace: impl Fn() + Send + Sync + 'static) -> Budget {
        Budget { pace: Some(Pace(Arc::new(pace))), ..self }
    }

    /// Ends the work, from whichever thread: nobody waits for it any more.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// True if no more should be spent.
    pub fn is_spent(&self) -> bool {
        self.is_stopped() || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// True if somebody said [`stop`](Self::stop).
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Does some work under this budget. What is finished too late is refused
    /// like what is not, so that nothing half done can pass for an answer.
    pub fn during<T, E: From<Error>>(
        &self,
        work: impl FnOnce() -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        struct Restore(Option<Budget>);
        impl Drop for Restore {
            fn drop(&mut self) {
                let before = self.0.take();
                IN_FORCE.with(|in_force| *in_force.borrow_mut() = before);
            }
        }
        let before = IN_FORCE.with(|in_force| in_force.borrow_mut().replace(self.clone()));
        let _restore = Restore(before);
        let done = work()?;
        match self.is_spent() {
            true => Err(self.spent().into()),
            false => Ok(done),
        }
    }

    /// Lets the work wait if it should, and tells whether it is over.
    fn ask(&self) -> bool {
        if let Some(Pace(pace)) = &self.pace {
            pace();
        }
        self.is_spent()
    }

    fn spent(&self) -> Error {
        match self.is_stopped() {
            true => Error::stopped("it was stopped before it was done"),
            false => Error::stopped(format!(
                "it took longer than {} seconds and was stopped; ask for less, or allow more time",
                self.time.as_secs_f64()
            )),
        }
    }
}

/// An error if the budget in force is spent.
pub fn check() -> Result<()> {
    IN_FORCE.with(|in_force| match &*in_force.borrow() {
        Some(budget) if budget.ask() => Err(budget.spent()),
        _ => Ok(()),
    })
}

/// True if the budget in force is spent: for loops that have no error to give.
/// They may break off, if a [`check`] follows before anybody uses the result.
pub fn is_spent() -> bool {
    IN_FORCE.with(|in_force| in_force.borrow().as_ref().is_some_and(Budget::ask))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_stopped_where_it_asks_and_only_while_the_budget_is_in_force() {
        let spent = Budget::of(Duration::ZERO);
        let error = spent.during(check).unwrap_err();
        assert!(error.is_stopped() && !error.is_input() && !error.is_io(), "{error}");
        assert!(error.to_string().contains("longer than 0 seconds"), "{error}");
        assert!(check().is_ok() && !is_spent());
        assert!(spent.during(|| Ok::<(), Error>(())).unwrap_err().is_stopped());
        let outer = Budget::of(Duration::from_secs(3600));
        let within = outer.during(|| {
            assert!(spent.during(check).is_err());
            check()
        });
        assert!(within.is_ok());
        assert!(Budget::of(Duration::MAX).during(check).is_ok());
    }

    #[test]
    fn another_thread_can_stop_it() {
        let budget = Budget::unlimited();
        let work = std::thread::spawn({
            let budget = budget.clone();
            move || budget.during(loop_until_stopped)
        });
        budget.stop();
        assert!(work.join().unwrap().unwrap_err().to_string().contains("was stopped"));
    }

    #[test]
    fn whoever_sets_the_pace_is_asked_wherever_work_asks() {
        let asked = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let count = asked.clone();
        let budget = Budget::unlimited();
        let paced = budget.clone().paced_by(move || {
            if count.fetch_add(1, Ordering::Relaxed) == 1 {
                budget.stop();
            }
        });
        let done = paced.during(|| {
            check()?;
            assert!(is_spent(), "it was stopped while it rested");
            Ok::<(), Error>(())
        });
        assert!(done.is_err() && asked.load(Ordering::Relaxed) == 2);
        assert!(check().is_ok() && asked.load(Ordering::Relaxed) == 2);
    }

    fn loop_until_stopped() -> Result<()> {
        loop {
            check()?;
            std::thread::yield_now();
        }
    }
}
