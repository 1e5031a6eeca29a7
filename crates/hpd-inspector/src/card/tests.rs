//! The exact HTML of a card.

use hpd_host::approval::{CallState, PendingId};
use hpd_host::events::{
    DecisionEvent, Event, EventRecord, McqEvent, ToolCallEvent, ValidationStatus, WriteValidationEvent,
};
use hpd_host::journal::timelines;
use hpd_host::system::Timestamp;

use super::{Board, Ends, card};
use crate::inspector::Arrays;

/// A text without its parts from a begin to an end.
fn without(html: &str, begin: &str, end: &str) -> String {
    html.split(begin)
        .enumerate()
        .map(|(at, part)| if at == 0 { part } else { part.split_once(end).map_or(part, |(_, rest)| rest) })
        .collect()
}

#[test]
fn a_blocked_write_is_this_card() {
    let at = Timestamp::from_millis(1_772_200_985_000);
    let record =
        |entry, event| EventRecord::new(entry, "s1", entry, at, event).call_id(Some("c1".to_owned()));
    let call =
        ToolCallEvent::new("create_payment", true).arguments(Some("{\"AccountId\": \"<b>\"}".to_owned()));
    let check = WriteValidationEvent::new("create_payment", ValidationStatus::Blocked)
        .missing_fields(vec!["Amount".to_owned(), "Applications".to_owned()])
        .duration_ms(Some(2.0));
    let calls = timelines([record(7, Event::ToolCall(call)), record(8, Event::WriteValidation(check))]);
    let arrays = Arrays::with("create_payment", &["Applications"]);
    let ends = Ends::default();
    let board = Board { base: "/inspect", arrays: &arrays, ends: &ends, has_approvals: false, longest: None };
    let html = card(&calls[0], board).into_string();
    // Raw events and pipelines have tests of their own.
    let html =
        without(&without(&html, "<details class=\"raw\">", "</details>"), "<ol class=\"pipeline\"", "</ol>");
    assert_eq!(
        html,
        "<article class=\"card\" id=\"c-7\" data-entry=\"7\" data-seq=\"7\" data-kind=\"call\" data-state=\"warn\" aria-labelledby=\"c-7-t\">\
         <header><h2 id=\"c-7-t\">create_payment</h2><span class=\"state\">❌ blocked</span>\
         <time datetime=\"2026-02-27T14:03:05.000Z\">2026-02-27 14:03:05 UTC</time>\
         <a href=\"/inspect/call/7\" aria-label=\"Link to call 7\">call 7</a></header>\
         <ol class=\"steps\">\
         <li class=\"step\" data-step=\"tool_call\" data-state=\"pass\"><h3>Step 9a: Tool Call</h3>\
         <dl><div><dt>Tool</dt><dd>create_payment</dd></div><div><dt>Write</dt><dd>yes</dd></div></dl>\
         <h4>Text of the model</h4><pre>{&quot;AccountId&quot;: &quot;&lt;b&gt;&quot;}</pre></li>\
         <li class=\"step\" data-step=\"write_validation\" data-state=\"warn\"><h3>Step 9e: Write Validation</h3>\
         <span class=\"after\" title=\"Since the first event of the call\">+0ms</span>\
         <p class=\"detail\">Blocked: missing Amount, Applications</p>\
         <dl><div><dt>Tool</dt><dd>create_payment</dd></div><div><dt>Status</dt><dd>❌ BLOCKED</dd></div>\
         <div><dt>Missing</dt><dd>Amount, Applications[]</dd></div>\
         <div><dt>Action</dt><dd>Returning error to LLM for self-correction</dd></div>\
         <div><dt>Duration</dt><dd>2ms</dd></div></dl></li></ol></article>"
    );
}

#[test]
fn a_card_has_neither_nonce_nor_phrase() {
    let asked = serde_json::json!({
        "question": "Void it?\nType \"VOID 7\" to confirm.", "nonce": "n-0123", "phrase": "VOID 7"
    });
    let asked = Event::Mcq(McqEvent(asked.as_object().unwrap().clone()));
    let record = EventRecord::new(1, "s1", 1, Timestamp::from_millis(0), asked);
    let (calls, arrays) = (timelines([record]), Arrays::default());
    let ends = Ends::default();
    let board = Board { base: "", arrays: &arrays, ends: &ends, has_approvals: true, longest: None };
    let html = card(&calls[0], board).into_string();
    assert!(html.contains("<pre>Void it?</pre>") && html.contains("type to confirm"), "{html}");
    assert!(!html.contains("n-0123") && !html.contains("VOID 7"), "{html}");
}

#[test]
fn a_call_is_headed_by_its_last_check_or_decision() {
    let check = |status| Event::WriteValidation(WriteValidationEvent::new("pay", status));
    let decision = |verdict: &str, state| {
        Event::Decision(DecisionEvent::new("pay", PendingId::new("p1"), verdict, state))
    };
    let heading = |events: &[Event]| {
        let call = Event::ToolCall(ToolCallEvent::new("pay", true));
        let record = |(entry, event): (u64, &Event)| {
            EventRecord::new(entry, "s1", entry, Timestamp::from_millis(0), event.clone())
                .call_id(Some("c1".to_owned()))
        };
        let calls = timelines((1..).zip(std::iter::once(&call).chain(events)).map(record));
        super::words_of(&calls[0], &Ends::default())
    };
    let (blocked, passed) = (check(ValidationStatus::Blocked), check(ValidationStatus::Passed));
    let rejected = decision("rejected", CallState::Rejected);
    assert_eq!(heading(std::slice::from_ref(&blocked)), "❌ blocked");
    assert_eq!(heading(&[blocked.clone(), passed, rejected.clone()]), "▲ not carried out");
    assert_eq!(heading(&[blocked, rejected]), "▲ not carried out");
    assert_eq!(heading(&[decision("blocked", CallState::Blocked)]), "❌ blocked");
    assert_eq!(heading(&[decision("wrong_phrase", CallState::AwaitingApproval)]), "⏳ waiting");
    assert_eq!(heading(&[decision("wrong_phrase", CallState::Rejected)]), "▲ not carried out");
}
