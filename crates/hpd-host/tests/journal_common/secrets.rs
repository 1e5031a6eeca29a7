//! Values of sensitive parameters: no database has them.

use hpd_host::approval::{CallState, OutcomeNotes, PendingCall, PendingStore, PendingVerdict, StoredOutcome};
use hpd_host::system::Timestamp;
use hpd_host::testing::store_kit::sample_call;

use crate::Tested;
use crate::common::database::{Database, patient};

/// Secrets, by the number of their call: with characters that JSON may escape, and as a number.
fn secrets() -> Vec<String> {
    (0..100)
        .map(|number| match number % 3 {
            0 => format!("hunter-{number}-of-the-snark"),
            1 => format!("{number}\u{fc}ber-geheim-\u{1f511}"),
            _ => format!("9{number:02}4716253849"),
        })
        .collect()
}

fn call(number: usize, secret: &str) -> PendingCall {
    let state = if number.is_multiple_of(2) { CallState::AwaitingApproval } else { CallState::Approved };
    let mut call = patient(sample_call(&format!("call {number}"), state), "session");
    call.notes.sensitive = vec!["pin".to_owned()];
    call.notes.is_write = true;
    let pin = if number % 3 == 2 { secret.to_owned() } else { format!("\"{secret}\"") };
    call.frozen.arguments = format!(r#"{{"InvoiceId":"INV-042","pin":{pin}}}"#);
    call.sent.arguments = format!("{{'InvoiceId': 'INV-042', 'pin': {pin}, // {secret}\n}}");
    call.sealed(None)
}

fn outcome(secret: &str) -> StoredOutcome {
    let text = format!(r#"{{"accepted": "{secret}"}}"#);
    StoredOutcome { is_error: false, text, notes: OutcomeNotes::default() }
}

#[test]
fn the_database_never_has_a_secret() {
    let Some(database) = Tested::empty() else { return };
    let journal = database.relaxed();
    let secrets = secrets();
    let calls: Vec<_> = (0..).zip(&secrets).map(|(number, secret)| call(number, secret)).collect();
    let now = calls[0].created;
    let assert_none = |after: &str| {
        assert_eq!(database.found(&secrets), [""; 0], "after {after}");
        assert_eq!(database.found(&["INV-042".to_owned()]), ["INV-042"], "the rest is there");
    };

    for call in &calls {
        database.block_on(journal.insert(call.clone(), 1_000)).unwrap();
    }
    assert_none("insert");

    for call in calls.iter().step_by(4) {
        database.block_on(journal.decide(&call.id, PendingVerdict::Approved, now)).unwrap();
    }
    for call in calls.iter().skip(2).step_by(8) {
        database.block_on(journal.decide(&call.id, PendingVerdict::Rejected, now)).unwrap();
    }
    assert_none("decide");

    let mut claimed = Vec::new();
    for (number, call) in calls.iter().enumerate() {
        let taken = journal.claim(&call.id, now, Timestamp::from_millis(u64::MAX));
        if let Some(taken) = database.block_on(taken).unwrap() {
            // The call that runs has them.
            assert_eq!(taken.frozen.arguments, call.frozen.arguments);
            claimed.push(number);
        }
    }
    assert_eq!(claimed.len(), 75);
    assert_none("claim");

    for number in claimed {
        let state = if number.is_multiple_of(2) { CallState::Failed } else { CallState::Succeeded };
        let finish = journal.finish(&calls[number].id, state, outcome(&secrets[number]));
        assert!(database.block_on(finish).unwrap());
    }
    assert_none("finish");

    let expired = database.block_on(journal.expire(Timestamp::from_millis(u64::MAX))).unwrap();
    assert_eq!(expired.len(), 12);
    assert_none("expire");
    drop(journal);
    assert_none("the end");
}
