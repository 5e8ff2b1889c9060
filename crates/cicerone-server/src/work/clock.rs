//! How long a thread has worked.

/// Seconds that the processor has worked for this thread.
#[cfg(unix)]
pub(super) fn thread_seconds() -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Where nobody tells, seconds that went by: stretches of work are measured, so
/// that rests between them do not count.
#[cfg(not(unix))]
pub(super) fn thread_seconds() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_secs_f64()
}
