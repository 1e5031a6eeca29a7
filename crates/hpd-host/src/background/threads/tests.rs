//! The pool: its bound, its panics, and its end.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, mpsc};

use super::{NotRun, Threads};

/// A pool of this many threads, all of them busy until the barrier is reached.
fn busy(max: usize) -> (Threads, Arc<Barrier>) {
    let threads = Threads::default();
    threads.set_max(max);
    let (begun, end) = (Arc::new(Barrier::new(max + 1)), Arc::new(Barrier::new(max + 1)));
    for _ in 0..max {
        let (begun, end) = (Arc::clone(&begun), Arc::clone(&end));
        threads
            .run(move || {
                begun.wait();
                end.wait();
            })
            .unwrap();
    }
    begun.wait();
    (threads, end)
}

#[test]
fn a_full_pool_takes_no_job() {
    let (threads, end) = busy(3);
    assert!(matches!(threads.run(|| {}), Err(NotRun::Busy)));
    assert_eq!(format!("{threads:?}"), "Threads { running: 3, .. }");
    end.wait();
    // The threads are used again.
    let (sender, receiver) = mpsc::channel();
    for number in 0..100 {
        let sender = sender.clone();
        while threads
            .run({
                let sender = sender.clone();
                move || sender.send(number).unwrap()
            })
            .is_err()
        {
            std::thread::yield_now();
        }
    }
    drop(sender);
    assert_eq!(receiver.iter().count(), 100);
    assert_eq!(threads.shared.lock().threads, 3);
}

#[test]
fn work_that_no_caller_waits_for_gets_the_next_free_thread() {
    let (threads, end) = busy(1);
    let (sender, receiver) = mpsc::channel();
    for number in 0..3 {
        let sender = sender.clone();
        assert!(threads.run_later(move || sender.send(number).unwrap()));
    }
    assert!(receiver.try_recv().is_err());
    end.wait();
    drop(sender);
    assert_eq!(receiver.iter().collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn the_list_of_waiting_work_is_bounded() {
    let (threads, end) = busy(1);
    let taken = (0..2_000).filter(|_| threads.run_later(|| {})).count();
    assert_eq!(taken, 1_024);
    end.wait();
}

#[test]
fn a_panic_leaves_the_thread_alive() {
    let threads = Threads::default();
    threads.set_max(1);
    let ran = Arc::new(AtomicUsize::new(0));
    let (sender, receiver) = mpsc::channel();
    for _ in 0..3 {
        let (ran, sender) = (Arc::clone(&ran), sender.clone());
        assert!(threads.run_later(move || {
            ran.fetch_add(1, Ordering::SeqCst);
            sender.send(()).unwrap();
            panic!("on purpose")
        }));
        receiver.recv().unwrap();
    }
    assert_eq!(ran.load(Ordering::SeqCst), 3);
    assert_eq!(threads.shared.lock().threads, 1);
}

#[test]
fn threads_end_with_the_pool() {
    let (threads, end) = busy(2);
    let shared = Arc::downgrade(&threads.shared);
    drop(threads);
    end.wait();
    // Each thread has a share of the state until it ends.
    while shared.strong_count() > 0 {
        std::thread::yield_now();
    }
}
