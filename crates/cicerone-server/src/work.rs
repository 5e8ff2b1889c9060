//! Work off the async threads, on a queue that does not grow.

use std::sync::Arc;

use axum::http::StatusCode;
use tokio::sync::Semaphore;

use crate::problem::Problem;

/// A fixed number of workers and a fixed number of places to wait for one.
#[derive(Debug)]
pub(crate) struct WorkQueue {
    /// One for every request that works or waits.
    places: Arc<Semaphore>,
    /// One for every request that works.
    workers: Arc<Semaphore>,
    size: usize,
}

impl WorkQueue {
    pub(crate) fn new(workers: usize, waiting: usize) -> WorkQueue {
        let workers = workers.max(1);
        let size = workers + waiting;
        WorkQueue {
            places: Arc::new(Semaphore::new(size)),
            workers: Arc::new(Semaphore::new(workers)),
            size,
        }
    }

    /// How many requests work or wait.
    pub(crate) fn depth(&self) -> usize {
        self.size - self.places.available_permits()
    }

    /// Does the work on a thread made for it. If no place is left, the caller
    /// is told to come back rather than to wait for longer and longer.
    ///
    /// A client who goes away while it waits gives its place back; work that
    /// has begun keeps both permits until it is done, so that slow requests
    /// nobody waits for any more still count.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let full = || {
            Problem::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "more requests wait than the server takes in; try again shortly",
            )
            .retry_after(1)
        };
        let place = self.places.clone().try_acquire_owned().map_err(|_| full())?;
        let worker = self.workers.clone().acquire_owned().await.map_err(|_| full())?;
        let done = tokio::task::spawn_blocking(move || {
            let _held = (place, worker);
            work()
        });
        done.await.unwrap_or_else(|panic| Err(Problem::internal(panic)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_queue_refuses_and_empties_again() {
        let queue = Arc::new(WorkQueue::new(1, 1));
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let first = tokio::spawn({
            let queue = queue.clone();
            async move { queue.run(move || Ok(wait.recv().is_ok())).await.is_ok() }
        });
        let second = tokio::spawn({
            let queue = queue.clone();
            async move { queue.run(|| Ok(())).await.is_ok() }
        });
        while queue.depth() < 2 {
            tokio::task::yield_now().await;
        }
        assert!(queue.run(|| Ok(())).await.is_err());
        release.send(()).unwrap();
        assert!(first.await.unwrap() && second.await.unwrap());
        assert!(queue.run(|| Ok(())).await.is_ok());
        assert_eq!(queue.depth(), 0);
    }

    #[tokio::test]
    async fn a_panic_is_one_answer_and_not_the_end() {
        let queue = WorkQueue::new(1, 0);
        let work = || -> Result<(), Problem> { panic!("a fault of ours") };
        assert!(queue.run(work).await.is_err());
        assert!(queue.run(|| Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn who_leaves_the_queue_gives_its_place_back() {
        let queue = Arc::new(WorkQueue::new(1, 1));
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let first = tokio::spawn({
            let queue = queue.clone();
            async move { queue.run(move || Ok(wait.recv().is_ok())).await.is_ok() }
        });
        while queue.workers.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let waiting =
            tokio::time::timeout(std::time::Duration::from_millis(20), queue.run(|| Ok(())));
        assert!(waiting.await.is_err());
        assert_eq!(queue.depth(), 1);
        release.send(()).unwrap();
        assert!(first.await.unwrap());
    }
}
