//! Work on many items, on two threads.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Does `work` on each item, on two threads; the results in the items' order.
pub fn parallel_map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take = || -> Vec<(usize, R)> {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(i) else {
                return done;
            };
            done.push((i, work(item)));
        }
    };
    let mut done = std::thread::scope(|scope| {
        let workers = [scope.spawn(take), scope.spawn(take)];
        let joined =
            workers.map(|worker| worker.join().expect("a worker that found nothing wrong"));
        joined.into_iter().flatten().collect::<Vec<_>>()
    });
    done.sort_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, result)| result).collect()
}
