//! A store of questions that fails, or is tampered with.

use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use hpd_host::Replied;
use hpd_host::Timestamp;
use hpd_host::approval::{
    CallState, Decided, InsertError, MemoryStore, PendingCall, PendingFilter, PendingId, PendingStore,
    StoreError, StoreFuture, StoredOutcome, Verdict,
};

use crate::shop::{Shop, profile};

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    Insert,
    Decide,
    List,
    /// Somebody changes the address of what waits.
    Changed,
}

/// A store with a fault.
#[derive(Default)]
struct Faulty {
    inner: MemoryStore,
    fault: Mutex<Option<Fault>>,
}

impl Faulty {
    fn set(&self, fault: Option<Fault>) {
        *self.fault.lock().unwrap() = fault;
    }

    fn fails(&self, fault: Fault) -> Result<(), StoreError> {
        let fails = *self.fault.lock().unwrap() == Some(fault);
        if fails { Err(StoreError::new("the disk is full")) } else { Ok(()) }
    }
}

impl PendingStore for Faulty {
    fn insert(&self, call: PendingCall, most_open: usize) -> StoreFuture<'_, Result<(), InsertError>> {
        Box::pin(async move {
            self.fails(Fault::Insert).map_err(InsertError::Store)?;
            self.inner.insert(call, most_open).await
        })
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> StoreFuture<'a, Result<Option<PendingCall>, StoreError>> {
        self.inner.get(id)
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: Verdict,
        now: Timestamp,
    ) -> StoreFuture<'a, Result<Decided, StoreError>> {
        Box::pin(async move {
            self.fails(Fault::Decide)?;
            self.inner.decide(id, verdict, now).await
        })
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> StoreFuture<'a, Result<Option<PendingCall>, StoreError>> {
        self.inner.claim(id, now, lease)
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> StoreFuture<'a, Result<bool, StoreError>> {
        self.inner.finish(id, state, outcome)
    }

    fn expire(&self, now: Timestamp) -> StoreFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        self.inner.expire(now)
    }

    fn list<'a>(
        &'a self,
        filter: &'a PendingFilter,
    ) -> StoreFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        Box::pin(async move {
            self.fails(Fault::List)?;
            let mut rows = self.inner.list(filter).await?;
            if self.fails(Fault::Changed).is_err() {
                for row in &mut rows {
                    row.frozen.arguments = row.frozen.arguments.replace("123 Main St", "6 Evil St");
                }
            }
            Ok(rows)
        })
    }
}

const MILK: &str = r#"{"item":"milk"}"#;

fn shop() -> (Arc<Faulty>, Shop) {
    let store = Arc::new(Faulty::default());
    let shop = Shop::new(|builder| builder.profile(profile()).pending_store(store.clone()));
    (store, shop)
}

#[test]
fn a_question_that_cannot_be_stored_is_not_asked() {
    for fault in [Fault::Insert, Fault::List] {
        let (store, shop) = shop();
        store.set(Some(fault));
        assert_eq!(
            shop.order(MILK).for_model_as_text(),
            "'place_order' can't be carried out right now. It did not run. Do not call it again. Tell the user that it \
             can't be done right now.",
            "{fault:?}"
        );
        store.set(None);
        assert_eq!((shop.states(), shop.buy.orders()), (vec![], 0));
    }
}

#[test]
fn an_answer_that_cannot_be_stored_runs_nothing_and_may_come_again() {
    for fault in [Fault::Decide, Fault::List] {
        let (store, shop) = shop();
        shop.session.user_says("Hello");
        shop.order(MILK);
        store.set(Some(fault));
        let message = shop.user.message("yes");
        let failed = block_on(shop.toolbox.reply_with(&shop.session, &shop.turn, &message));
        assert_eq!(failed.unwrap_err().to_string(), "the store failed");
        assert_eq!(shop.buy.orders(), 0);
        store.set(None);
        assert!(shop.answered("yes").contains("address: 123 Main St (user)"));
        assert_eq!(shop.buy.orders(), 1);
    }
}

#[test]
fn an_old_question_that_cannot_be_closed_stops_the_new_call() {
    let (store, shop) = shop();
    shop.order(MILK);
    shop.reply("Actually use 456 Oak Ave and 555-1234");
    store.set(Some(Fault::Decide));
    let whole = r#"{"item":"milk","address":"456 Oak Ave","phone":"555-1234"}"#;
    assert!(shop.order(whole).error().is_some());
    assert_eq!(shop.buy.orders(), 0);
    store.set(None);
    assert!(shop.order(whole).error().is_none());
    assert_eq!((shop.states(), shop.buy.orders()), (vec!["cancelled"], 1));
}

#[test]
fn a_question_that_was_changed_in_the_store_takes_no_answer() {
    let (store, shop) = shop();
    shop.order(MILK);
    store.set(Some(Fault::Changed));
    assert_eq!(shop.reply("yes"), Replied::NotAnAnswer);
    assert_eq!(shop.buy.orders(), 0);
}
