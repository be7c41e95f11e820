//! A parallel map over a slice.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Applies `work` to each item, on two threads. Returns the results in the items' order.
pub fn parallel_map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || -> Vec<(usize, R)> {
        let mut results = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(i) else {
                return results;
            };
            results.push((i, work(item)));
        }
    };
    let mut results = std::thread::scope(|scope| {
        let workers = [scope.spawn(worker), scope.spawn(worker)];
        let joined = workers.map(|worker| worker.join().expect("no worker panicked"));
        joined.into_iter().flatten().collect::<Vec<_>>()
    });
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}
