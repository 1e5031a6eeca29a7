//! Rules about sensitive values.

use serde_json::json;

use super::sample::call;
use super::table::{NOW, claim};
use super::under_test::{JournalUnderTest, Step, heard};
use crate::events::Event;
use crate::pending::{CallState, PendingCall, PendingReason, PendingVerdict};
use crate::testing::store_kit::{RuleResult, same, same_call};

use CallState::{AwaitingApproval, Succeeded};

/// Values of the parameters `Token` and `Card`, as they are and as JSON and questions write them.
const SECRETS: [&str; 5] = ["tok \"7731\"", r#"tok \"7731\""#, r"tok \u{22}7731", "4000-1234", "918273"];

/// A function's result that repeats its arguments.
const ECHO: &str = r#"{"said":"tok \"7731\" for 4000-1234","pin":918273}"#;

fn sensitive() -> PendingCall {
    let mut call = call("one", AwaitingApproval);
    let arguments = json!({
        "InvoiceId": "INV-042", "Token": "tok \"7731\"", "Card": {"number": "4000-1234", "pin": 918_273},
        "Memo": "with card 4000-1234", "Details": {"tok \"7731\"": [json!({"pin": 918_273}).to_string()]},
    });
    if let PendingReason::Approval { phrase, question, .. } = &mut call.awaits {
        *phrase = Some("VOID 4000-1234".to_owned());
        *question = question
            .replace("VOID INV-042", "VOID 4000-1234")
            .replace(
                r#""changes":null"#,
                r#""changes":[{"field":"Note","before":"\"\"","after":"\"tok \\u{22}7731\""}]"#,
            )
            .replace(r#"{"InvoiceId":"INV-042"}"#, r#"{"InvoiceId":"INV-042","Memo":"with card 4000-1234"}"#)
            .replace(r#""value":"\"INV-042\"""#, r#""value":"\"INV-042 by 4000-1234\"""#);
    }
    call.frozen.arguments = arguments.to_string();
    call.sent.arguments = format!("{} ", call.frozen.arguments);
    call.notes.sensitive = vec!["Token".to_owned(), "Card".to_owned()];
    call.sealed(None)
}

fn hides(what: &str, text: &str) -> RuleResult {
    match SECRETS.iter().find(|secret| text.contains(**secret)) {
        // They are the kit's own: they may be shown.
        Some(secret) => Err(format!("{what} holds {secret}: {text}")),
        None => Ok(()),
    }
}

/// No event and no stored outcome holds sensitive values. Not even when other parameters, the question, and the
/// function's result repeat them.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn sensitive_values_stand_nowhere(journal: &JournalUnderTest<'_>) -> RuleResult {
    let mut listener = journal.hub().subscribe(None, 1_000);
    journal.take(Step::Insert(Box::new(sensitive()))).await?;
    journal.take(Step::Insert(Box::new(sensitive()))).await?;
    journal.take(Step::Decide("one", PendingVerdict::Approved, NOW)).await?;
    journal.take(claim()).await?;
    same("the end of the call", journal.take(Step::Finish("one", Succeeded, ECHO)).await?, "finished")?;
    for event in journal.all().await? {
        hides("an event", &serde_json::to_string(&event).unwrap_or_default())?;
        hides("an event's text", &event_text(&event.event))?;
    }
    for event in heard(&mut listener) {
        hides("an event that was heard", &serde_json::to_string(&event).unwrap_or_default())?;
    }
    let done = journal.get("one").await?.ok_or("the call is gone")?;
    let outcome = done.outcome.ok_or("the outcome is gone")?;
    hides("the outcome", &outcome.text)
}

/// The result of an event as a text, if it is one.
fn event_text(event: &Event) -> String {
    match event {
        Event::ToolResult(result) => {
            result.result.as_ref().and_then(|result| result["said"].as_str()).unwrap_or_default().to_owned()
        }
        _ => String::new(),
    }
}

/// A running call has its sensitive values, to the last byte. A decided call has them too, even if the answer is
/// repeated.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn sensitive_values_reach_what_runs(journal: &JournalUnderTest<'_>) -> RuleResult {
    let wanted = sensitive();
    journal.take(Step::Insert(Box::new(wanted.clone()))).await?;
    same("a second insert", journal.take(Step::Insert(Box::new(sensitive()))).await?, "exists")?;
    let found = journal.get("one").await?.ok_or("the call is gone")?;
    same_call("the call that was inserted", &found, &wanted)?;
    journal.take(Step::Decide("one", PendingVerdict::Approved, NOW)).await?;
    let claimed = journal.claim("one", NOW).await?;
    same("the arguments that run", &claimed.frozen.arguments, &wanted.frozen.arguments)?;
    same("the arguments that were sent", &claimed.sent.arguments, &wanted.sent.arguments)?;
    same("whether the digest is right", &claimed.digest_is_right(None), &true)?;
    journal.take(Step::Finish("one", Succeeded, "done")).await?;
    let done = journal.get("one").await?.ok_or("the call is gone")?;
    same("whether the digest is right afterwards", &done.digest_is_right(None), &true)
}
