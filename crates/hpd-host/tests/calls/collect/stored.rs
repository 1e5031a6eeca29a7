//! A store of questions that fails, or is tampered with.

use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use hpd_host::approval::{MemoryStore, StoreError};
use hpd_host::outcome::Replied;
use hpd_host::testing::{Answered, Asked, Tap, Tapped};
use hpd_host::{Approval, Values};

use crate::collect::shop::{Shop, profile};

/// A fault of the store.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    /// This method fails.
    In(&'static str),
    /// The address of the pending call is changed.
    Changed,
}

/// The fault of a store.
#[derive(Default)]
struct Faulty(Mutex<Option<Fault>>);

impl Faulty {
    fn set(&self, fault: Option<Fault>) {
        *self.0.lock().unwrap() = fault;
    }
}

impl Tap for Faulty {
    fn before(&self, asked: &Asked<'_>) -> Result<(), StoreError> {
        let fails = *self.0.lock().unwrap() == Some(Fault::In(asked.method()));
        if fails { Err(StoreError::new("the disk is full")) } else { Ok(()) }
    }

    fn after(&self, asked: &Asked<'_>, answered: &mut Answered<'_>) -> Result<(), StoreError> {
        if matches!(asked, Asked::List(_)) && *self.0.lock().unwrap() == Some(Fault::Changed) {
            for row in answered.calls() {
                row.frozen.arguments = row.frozen.arguments.replace("123 Main St", "6 Evil St");
            }
        }
        Ok(())
    }
}

const MILK: &str = r#"{"item":"milk"}"#;

fn shop() -> (Arc<Tapped<MemoryStore, Faulty>>, Shop) {
    let store = Arc::<Tapped<MemoryStore, Faulty>>::default();
    let shop = Shop::new(|builder| {
        builder
            .values(Values::new().profile(profile()))
            .approval(Approval::new().pending_store(store.clone()))
    });
    (store, shop)
}

#[test]
fn a_question_that_cannot_be_stored_is_not_asked() {
    for fault in [Fault::In("insert"), Fault::In("list")] {
        let (store, shop) = shop();
        store.tap().set(Some(fault));
        assert_eq!(
            shop.order(MILK).for_model_as_text(),
            "'place_order' can't be carried out right now. It did not run. Do not call it again. Tell the user that it \
             can't be done right now.",
            "{fault:?}"
        );
        store.tap().set(None);
        assert_eq!((shop.states(), shop.buy.orders()), (vec![], 0));
    }
}

#[test]
fn an_answer_that_cannot_be_stored_runs_nothing_and_may_come_again() {
    for fault in [Fault::In("decide"), Fault::In("list")] {
        let (store, shop) = shop();
        shop.session.user_says("Hello");
        shop.order(MILK);
        store.tap().set(Some(fault));
        let message = shop.user.message("yes");
        let failed = block_on(shop.toolbox.reply_with(&shop.session, &shop.turn, &message));
        assert_eq!(failed.unwrap_err().to_string(), "the store failed");
        assert_eq!(shop.buy.orders(), 0);
        store.tap().set(None);
        assert!(shop.answered("yes").contains("address: 123 Main St (user)"));
        assert_eq!(shop.buy.orders(), 1);
    }
}

#[test]
fn an_old_question_that_cannot_be_closed_stops_the_new_call() {
    let (store, shop) = shop();
    shop.order(MILK);
    shop.reply("Actually use 456 Oak Ave and 555-1234");
    store.tap().set(Some(Fault::In("decide")));
    let whole = r#"{"item":"milk","address":"456 Oak Ave","phone":"555-1234"}"#;
    assert!(shop.order(whole).error().is_some());
    assert_eq!(shop.buy.orders(), 0);
    store.tap().set(None);
    assert!(shop.order(whole).error().is_none());
    assert_eq!((shop.states(), shop.buy.orders()), (vec!["cancelled"], 1));
}

#[test]
fn a_question_that_was_changed_in_the_store_takes_no_answer() {
    let (store, shop) = shop();
    shop.order(MILK);
    store.tap().set(Some(Fault::Changed));
    assert_eq!(shop.reply("yes"), Replied::NotAnAnswer);
    assert_eq!(shop.buy.orders(), 0);
}
