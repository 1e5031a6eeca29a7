//! Values of sensitive parameters: no file has them.

use futures_executor::block_on;
use hpd_host::Timestamp;
use hpd_host::approval::{CallState, OutcomeNotes, PendingCall, PendingStore, StoredOutcome, Verdict};
use hpd_host::testing::store_kit::sample_call;

use crate::{Folder, patient};

/// Secrets, by the number of their call: with what JSON writes otherwise, and as a number.
fn secrets() -> Vec<String> {
    (0..100)
        .map(|number| match number % 3 {
            0 => format!("hunter-{number}-of-the-snark"),
            1 => format!("{number}\u{fc}ber-geheim-\u{1f511}"),
            _ => format!("9{number:02}4716253849"),
        })
        .collect()
}

fn call(number: usize, secret: &str, state: CallState) -> PendingCall {
    let mut call = patient(sample_call(&format!("call {number}"), state), "session");
    call.notes.sensitive = vec!["pin".to_owned()];
    call.notes.is_write = true;
    let pin = if number % 3 == 2 { secret.to_owned() } else { format!("\"{secret}\"") };
    call.frozen.arguments = format!(r#"{{"InvoiceId":"INV-042","pin":{pin}}}"#);
    call.sent.arguments = format!("{{'InvoiceId': 'INV-042', 'pin': {pin}, // {secret}\n}}");
    call.sealed()
}

fn outcome(secret: &str) -> StoredOutcome {
    let text = format!(r#"{{"accepted": "{secret}"}}"#);
    StoredOutcome { is_error: false, text, notes: OutcomeNotes::default() }
}

#[test]
fn no_file_ever_has_a_secret() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    let secrets = secrets();
    let calls: Vec<_> = (0..)
        .zip(&secrets)
        .map(|(number, secret)| {
            let state = if number % 2 == 0 { CallState::AwaitingApproval } else { CallState::Approved };
            call(number, secret, state)
        })
        .collect();
    let now = calls[0].created;

    for call in &calls {
        block_on(journal.insert(call.clone(), 1_000)).unwrap();
    }
    assert_eq!(folder.found(&secrets), [""; 0], "after insert");

    for call in calls.iter().step_by(4) {
        block_on(journal.decide(&call.id, Verdict::Approved, now)).unwrap();
    }
    for call in calls.iter().skip(2).step_by(8) {
        block_on(journal.decide(&call.id, Verdict::Rejected, now)).unwrap();
    }
    assert_eq!(folder.found(&secrets), [""; 0], "after decide");

    let mut claimed = Vec::new();
    for (number, call) in calls.iter().enumerate() {
        if let Some(taken) = block_on(journal.claim(&call.id, now, Timestamp::from_millis(u64::MAX))).unwrap()
        {
            // What runs has them.
            assert_eq!(taken.frozen.arguments, call.frozen.arguments);
            claimed.push(number);
        }
    }
    assert_eq!(claimed.len(), 75);
    assert_eq!(folder.found(&secrets), [""; 0], "after claim");

    for number in claimed {
        let id = &calls[number].id;
        let state = if number % 2 == 0 { CallState::Failed } else { CallState::Succeeded };
        assert!(block_on(journal.finish(id, state, outcome(&secrets[number]))).unwrap());
    }
    assert_eq!(folder.found(&secrets), [""; 0], "after finish");

    block_on(journal.expire(Timestamp::from_millis(u64::MAX))).unwrap();
    assert_eq!(folder.found(&secrets), [""; 0], "after expire");
    drop(journal);
    assert_eq!(folder.found(&secrets), [""; 0], "after the end");
    assert_eq!(folder.found(&["INV-042".to_owned()]), ["INV-042"], "the rest is there");
}
