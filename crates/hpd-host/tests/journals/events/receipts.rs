//! Receipts in the streams for front ends.

use hpd_host::events::EventRecord;
use hpd_host::events::ag_ui::AgUiMapper;
use hpd_host::events::vercel::UiMessageMapper;
use hpd_host::receipt::{Receipt, ReceiptLanguages};
use serde_json::{Value, json};

use crate::events::ag_ui_schema::validator;
use crate::events::conversation::first_turn;
use crate::events::vercel_schema::validators;

/// The first turn of the conversation, and its receipt.
fn turn() -> (Vec<EventRecord>, Receipt) {
    let records = first_turn();
    let turn = records[0].turn.clone().unwrap();
    let receipt = Receipt::of_events(&records, &turn);
    assert!(!receipt.is_empty());
    (records, receipt)
}

/// The receipt as both streams send it.
fn data(receipt: &Receipt, tag: &str) -> Value {
    let languages = ReceiptLanguages::default();
    let mut data = serde_json::to_value(receipt).unwrap();
    data["text"] = json!(receipt.text(languages.of(tag)));
    data["status"] = json!(receipt.status_line(languages.of(tag)));
    data
}

#[test]
fn ag_ui_has_the_receipt_as_a_custom_event() {
    let (records, receipt) = turn();
    let languages = ReceiptLanguages::default();
    let mut mapper = AgUiMapper::new();
    assert!(mapper.receipt(&receipt, languages.of("de")).is_err(), "no run is open");
    let mut events: Vec<_> = records.iter().flat_map(|record| mapper.events(record)).collect();
    events.extend(mapper.text("Done!").unwrap());
    let told = mapper.receipt(&receipt, languages.of("de")).unwrap();
    let told: Vec<_> = told.iter().map(|event| serde_json::to_value(event).unwrap()).collect();
    assert_eq!(told[0]["type"], "TEXT_MESSAGE_END");
    assert_eq!(told[1], json!({"type": "CUSTOM", "name": "receipt", "value": data(&receipt, "de")}));
    assert_eq!(told.len(), 2);
    for event in &told {
        assert!(validator().is_valid(event), "{event}");
    }
}

#[test]
fn ui_message_streams_have_the_receipt_as_a_data_part() {
    let (records, receipt) = turn();
    let languages = ReceiptLanguages::default();
    let mut mapper = UiMessageMapper::new();
    for record in &records {
        let _ = mapper.chunks(record);
    }
    mapper.text("Done!");
    let told = mapper.receipt(&receipt, languages.of("en"));
    let told: Vec<_> = told.iter().map(|chunk| serde_json::to_value(chunk).unwrap()).collect();
    assert_eq!(told[0]["type"], "text-end");
    let id = format!("{}/receipt", receipt.turn.as_deref().unwrap());
    assert_eq!(told[1], json!({"type": "data-receipt", "id": id, "data": data(&receipt, "en")}));
    for chunk in &told {
        assert!(validators().iter().all(|validator| validator.is_valid(chunk)), "{chunk}");
    }
    let names = UiMessageMapper::new().receipt(&receipt, languages.of("en"));
    let names: Vec<_> = names.iter().map(|chunk| chunk.name().to_owned()).collect();
    assert_eq!(names, ["start", "start-step", "data-receipt"]);
}

#[test]
fn the_receipt_of_the_conversation_is_this_text() {
    let (_, receipt) = turn();
    let text = receipt.text(ReceiptLanguages::default().of("en"));
    assert_eq!(text, "- Create payment PAY-001 (Amount: 5000): carried out");
}
