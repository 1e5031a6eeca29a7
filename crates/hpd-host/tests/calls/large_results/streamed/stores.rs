//! Texts that are kept while they are read, in stores that fail or have little room.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_executor::block_on;
use hpd_host::approval::{Owner, StoreError};
use hpd_host::results::{KeptResult, LargeResults, MemoryResults, ResultStore};
use hpd_host::system::{BoxFuture, Timestamp};
use hpd_host::{Outcome, Session, Toolbox};
use serde_json::json;

use super::super::{call, id_of};
use super::{CHUNK, KIB, Source, read_on};

#[test]
fn a_store_of_little_room_keeps_half_of_it() {
    let large = LargeResults::new().store(MemoryResults::of_capacity(4 * CHUNK));
    let source = Source::of_lines(4 * CHUNK);
    let toolbox = Toolbox::builder().plugin(source.clone()).large_results(large).build().unwrap();
    let session = Session::new();
    let id = id_of(&call(&toolbox, &session, "log", &json!({})));
    assert!(read_on(&toolbox, &session, &id).ends_with(&source.text[..2 * CHUNK]));
}

/// A store that takes so many results, and then fails.
struct Failing {
    inner: Arc<MemoryResults>,
    left: AtomicUsize,
}

impl ResultStore for Failing {
    fn keep(&self, result: KeptResult) -> BoxFuture<'_, Result<(), StoreError>> {
        let takes = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        match takes {
            Ok(_) => self.inner.keep(result),
            Err(_) => Box::pin(async { Err(StoreError::new("the disk is full")) }),
        }
    }

    fn kept<'a>(
        &'a self,
        owner: &'a Owner,
        id: &'a str,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Option<KeptResult>, StoreError>> {
        self.inner.kept(owner, id, now)
    }

    fn drop_expired(&self, now: Timestamp) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.inner.drop_expired(now)
    }

    fn erase_results<'a>(&'a self, session: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        self.inner.erase_results(session)
    }
}

fn outcome_with_room_for(results: usize, source: &Source) -> Outcome {
    let store = Failing { inner: Arc::default(), left: AtomicUsize::new(results) };
    let large = LargeResults::new().store(store);
    let toolbox = Toolbox::builder().plugin(source.clone()).large_results(large).build().unwrap();
    call(&toolbox, &Session::new(), "log", &json!({}))
}

#[test]
fn a_store_that_fails_ends_the_text() {
    let source = Source::of_lines(3 * CHUNK);
    let bytes = 64 * KIB - 512;
    let note = |bytes: usize| {
        format!(
            "[The text is not whole: these are its first {bytes} bytes, since the rest can't be kept right now.]\n"
        )
    };
    // Three chunks behind the first one, the first one, the index.
    for room in 0..5 {
        let outcome = outcome_with_room_for(room, &source);
        assert_eq!(outcome.kept(), [""; 0], "{room}");
        assert!(outcome.for_model_as_text() == note(bytes) + &source.text[..bytes], "{room}");
    }
    assert!(outcome_with_room_for(5, &source).kept()[0].starts_with('p'));
    let failing = Source { fails: true, ..source.clone() };
    let (pages, all) = (source.text.len().div_ceil(1_000), source.text.len());
    let reason = format!(
        "[The text is not whole: its source failed after {pages} pages and {all} bytes. The rest is missing.]\n"
    );
    let outcome = outcome_with_room_for(4, &failing);
    assert!(outcome.for_model_as_text() == reason + &note(bytes) + &source.text[..bytes]);
}

#[test]
fn a_lost_chunk_is_a_lost_result() {
    let source = Source::of_lines(3 * CHUNK);
    let store = Arc::new(MemoryResults::of_capacity(8 * CHUNK));
    let failing = Failing { inner: Arc::clone(&store), left: AtomicUsize::new(usize::MAX) };
    let large = LargeResults::new().store(failing);
    let toolbox = Toolbox::builder().plugin(source).large_results(large).build().unwrap();
    let session = Session::with_id("s1");
    let id = id_of(&call(&toolbox, &session, "log", &json!({})));
    // Others make room: the oldest chunk goes first.
    let owner = Owner { session: "s2".to_owned(), principal: hpd_host::Principal::default() };
    let at = Timestamp::from_millis;
    block_on(store.keep(KeptResult::new(owner, "x".repeat(6 * CHUNK), at(0), at(1)))).unwrap();
    assert_eq!(
        call(&toolbox, &session, "read_result", &json!({ "id": id, "text": "line 7" })).for_model_as_text(),
        format!("There is no result '{id}', or its time is over. Call the tool again that gave it.")
    );
    assert_eq!(block_on(store.erase_results("s1")).unwrap(), 3);
}
