//! More writes than a session record remembers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::{Assessed, Bulk, Escalation, Raise};
use hpd_host::{RawCall, Session};
use serde_json::json;

use super::more::lax;
use super::{builder, over, pay};
use crate::bank::Ran;

/// A turn of many writes, whose request is sent again as a whole.
#[test]
fn a_turn_of_three_hundred_writes_that_is_sent_again_runs_once() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, lax());
    for _ in 0..2 {
        let session = Session::with_id("s");
        session.user_says("Pay all of them");
        for id in 0..300 {
            pay(&toolbox, &session, &format!("c{id}"), &format!("payee {id}"));
        }
    }
    let mut times = BTreeMap::<String, usize>::new();
    ran.take().into_iter().for_each(|line| *times.entry(line).or_default() += 1);
    let again = times.values().filter(|times| **times > 1).count();
    assert_eq!((times.len(), again), (300, 0));
}

struct Pad;

#[hpd_host::plugin]
impl Pad {
    /// Notes something.
    #[ai_function(write, risk = low)]
    fn note(
        &self,
        /** The text. */
        text: String,
    ) -> String {
        text
    }
}

/// A rule for payments alone.
struct OfPayments(Bulk);

impl Escalation for OfPayments {
    fn assess(&self, call: &Assessed<'_>) -> Raise {
        if call.tool().as_str() == "Bank.pay" { self.0.assess(call) } else { Raise::No }
    }
}

/// Harmless writes between the payments, more than a record remembers.
#[test]
fn many_writes_of_another_tool_hide_no_payment_from_a_count() {
    let (store, ran) = (Arc::default(), Ran::default());
    let bulk = Bulk::new(3, Duration::from_secs(3_600));
    let approval = lax().escalation(OfPayments(bulk));
    let toolbox = builder(&store, &ran, approval).plugin(Pad).build().unwrap();
    let session = Session::with_id("s");
    for round in 0..2 {
        for id in 0..3 {
            pay(&toolbox, &session, &format!("p{round}{id}"), &format!("payee {round} {id}"));
        }
        for id in 0..260 {
            let text = json!({ "text": format!("note {id}") }).to_string();
            block_on(toolbox.call(&session, &RawCall::new(format!("n{round}{id}"), "note", text)));
        }
    }
    assert_eq!(ran.take().len(), 3);
}

/// A rule for more writes than a record remembers.
#[test]
fn a_rule_for_three_hundred_writes_applies() {
    let (store, ran) = (Arc::default(), Ran::default());
    let bulk = Bulk::new(300, Duration::from_secs(3_600));
    let toolbox = over(&store, &ran, lax().escalation(bulk));
    let session = Session::with_id("s");
    for id in 0..310 {
        pay(&toolbox, &session, &id.to_string(), &format!("payee {id}"));
    }
    assert_eq!(ran.take().len(), 255);
}
