//! Values of sensitive parameters: no table has them.

use hpd_host::Timestamp;
use hpd_host::approval::{CallState, OutcomeNotes, PendingCall, PendingStore, StoredOutcome, Verdict};
use hpd_host::journal::JournalOptions;
use hpd_host::testing::store_kit::sample_call;
use tokio_postgres::Client;

use crate::desk::{Desk, new_schema};
use crate::sample::patient;

/// All rows of all tables, as texts.
pub(crate) async fn tables(client: &Client) -> String {
    let names = "SELECT format('%I', tablename) FROM pg_tables WHERE schemaname = current_schema()";
    let mut text = String::new();
    let names = client.query(names, &[]).await.unwrap();
    assert_eq!(names.len(), 6);
    for name in names {
        let name: &str = name.get(0);
        for row in client.query(&format!("SELECT one::text FROM {name} AS one"), &[]).await.unwrap() {
            text += row.get(0);
            text.push('\n');
        }
    }
    // Quotes in JSON are doubled in texts of rows.
    text.replace("\"\"", "\"")
}

/// Those of the texts that stand in tables.
async fn found(client: &Client, texts: &[String]) -> Vec<String> {
    let tables = tables(client).await;
    assert!(tables.contains("INV-042"), "the rest is there");
    texts.iter().filter(|text| tables.contains(&***text)).cloned().collect()
}

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

fn call(number: usize, secret: &str) -> PendingCall {
    let state = if number.is_multiple_of(2) { CallState::AwaitingApproval } else { CallState::Approved };
    let mut call = patient(sample_call(&format!("call {number}"), state), "session");
    call.notes.sensitive = vec!["pin".to_owned()];
    call.notes.is_write = true;
    let pin = if number % 3 == 2 { secret.to_owned() } else { format!("\"{secret}\"") };
    call.frozen.arguments = format!(r#"{{"InvoiceId":"INV-042","pin":{pin}}}"#);
    call.sent.arguments = format!("{{'InvoiceId': 'INV-042', 'pin': {pin}, // {secret}\n}}");
    call.sealed()
}

#[test]
fn no_table_ever_has_a_secret() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    let client = desk.client(&schema);
    let secrets = secrets();
    let calls: Vec<_> = (0..).zip(&secrets).map(|(number, secret)| call(number, secret)).collect();
    let now = calls[0].created;
    desk.block_on(async {
        for call in &calls {
            journal.insert(call.clone(), 1_000).await.unwrap();
        }
        assert_eq!(found(&client, &secrets).await, [""; 0], "after insert");

        for call in calls.iter().step_by(4) {
            journal.decide(&call.id, Verdict::Approved, now).await.unwrap();
        }
        for call in calls.iter().skip(2).step_by(8) {
            journal.decide(&call.id, Verdict::Rejected, now).await.unwrap();
        }
        assert_eq!(found(&client, &secrets).await, [""; 0], "after decide");

        let mut claimed = Vec::new();
        for (number, call) in calls.iter().enumerate() {
            let taken = journal.claim(&call.id, now, Timestamp::from_millis(u64::MAX)).await.unwrap();
            if let Some(taken) = taken {
                // What runs has them.
                assert_eq!(taken.frozen.arguments, call.frozen.arguments);
                claimed.push(number);
            }
        }
        assert_eq!(claimed.len(), 75);
        assert_eq!(found(&client, &secrets).await, [""; 0], "after claim");

        for number in claimed {
            let state = if number.is_multiple_of(2) { CallState::Failed } else { CallState::Succeeded };
            let text = format!(r#"{{"accepted": "{}"}}"#, secrets[number]);
            let outcome = StoredOutcome { is_error: false, text, notes: OutcomeNotes::default() };
            assert!(journal.finish(&calls[number].id, state, outcome).await.unwrap());
        }
        assert_eq!(found(&client, &secrets).await, [""; 0], "after finish");

        assert_eq!(journal.expire(Timestamp::from_millis(u64::MAX)).await.unwrap().len(), 12);
        assert_eq!(found(&client, &secrets).await, [""; 0], "after expire");
    });
}
