//! The ends of responses: the receipt, errors, panics, journals that can't be read.

use hpd_host::RawCall;
use hpd_host::events::responses::{CannotRespond, ResponseWriter, Responses};
use serde_json::json;

use super::desk::{Desk, Ended, frames, names, says};

async fn voids(response: &mut ResponseWriter) {
    let call = RawCall::new("call_1", "void_invoice", r#"{"invoice": "INV-042"}"#);
    response.turn(&[call]).await;
}

#[test]
fn the_checked_text_is_for_the_conversation() {
    let text = Desk::new().ask_host(says("run-1", "Void INV-042"), async |mut response| -> Ended {
        voids(&mut response).await;
        response.text("INV-042 was voided.");
        let checked = response.final_answer().await?;
        assert_eq!(checked.text, "Void invoice waits for your confirmation.");
        Ok(())
    });
    // Once, although the end of the loop would do it too.
    assert_eq!(names(&text).iter().filter(|name| *name == "receipt").count(), 1);
}

#[test]
fn a_held_answer_never_shows_the_false_claim() {
    let text = Desk::new().ask_host(says("run-1", "Void INV-042"), async |mut response| -> Ended {
        voids(&mut response).await;
        response.held_answer("INV-042 was voided.").await?;
        Ok(())
    });
    assert!(!text.contains("was voided.\"}"), "{text}");
    assert!(text.contains("\"delta\":\"Void invoice waits for your confirmation.\""), "{text}");
    assert_eq!(names(&text).iter().filter(|name| *name == "receipt").count(), 1);
}

#[test]
fn data_of_the_host_has_its_place() {
    let text = Desk::new().ask_host(says("run-1", "Hello"), async |mut response| -> Ended {
        response.data(&json!({"type": "STATE_SNAPSHOT", "snapshot": {"step": 1}}))?;
        response.text("Hello!");
        Ok(())
    });
    assert_eq!(
        names(&text),
        [
            "RUN_STARTED",
            "turn_started",
            "STATE_SNAPSHOT",
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_END",
            "receipt",
            "RUN_FINISHED"
        ]
    );
}

#[test]
fn an_error_of_the_loop_is_a_text_for_the_user() {
    let text = Desk::new().ask_host(says("run-1", "Hello"), async |mut response| -> Ended {
        response.text("Hel");
        Err("the model at 10.0.0.7 refused the key".into())
    });
    let last = frames(&text).pop().unwrap();
    assert_eq!(last, json!({"type": "RUN_ERROR", "message": "This did not work. Please try again."}));
    assert!(!text.contains("10.0.0.7"));
}

#[test]
fn a_panic_of_the_loop_is_the_same() {
    let mut desk = Desk::new();
    desk.responses = Responses::new().failure_text("Es ging nicht.");
    let text = desk.ask_host(says("run-1", "Hello"), async |response| -> Ended {
        assert!(response.request().text().is_none(), "secret-42");
        Ok(())
    });
    assert_eq!(frames(&text).pop().unwrap(), json!({"type": "RUN_ERROR", "message": "Es ging nicht."}));
    assert!(!text.contains("secret-42"));
}

#[test]
fn a_receipt_has_the_language_of_the_request() {
    let desk = Desk::new();
    let text = desk.ask_host(says("run-1", "Hallo").in_language("de"), async |mut response| -> Ended {
        response.text("Hallo!");
        Ok(())
    });
    let frames = frames(&text);
    let receipt = frames.iter().find(|frame| frame["name"] == "receipt").unwrap();
    assert_eq!(receipt["value"]["text"], "Es wurde nichts geändert.");
}

#[test]
fn a_program_without_a_journal_is_told_so() {
    let toolbox = hpd_host::Toolbox::builder().build().unwrap();
    let desk = Desk::new();
    let host = async |_| -> Ended { Ok(()) };
    let (request, user) = (says("run-1", "Hello"), Desk::user());
    let error = desk.responses.respond(&toolbox, &desk.session, user, request, host).err().unwrap();
    assert_eq!(error, CannotRespond::NoJournal);
    assert_eq!(error.to_string(), "the toolbox has no journal: call `ToolboxBuilder::journal`");

    let session = std::sync::Arc::new(hpd_host::Session::new());
    let (request, user) = (says("run-1", "Hello"), Desk::user());
    let error = desk.responses.respond(&desk.toolbox, &session, user, request, host).err().unwrap();
    assert_eq!(error, CannotRespond::NoSessionId);
    assert_eq!(error.to_string(), "the session has no id: create it by `Session::with_id`");
}

#[test]
fn work_that_is_dropped_ends_the_body() {
    let desk = Desk::new();
    let host = async |_| -> Ended { std::future::pending().await };
    let (body, work) = desk
        .responses
        .respond(&desk.toolbox, &desk.session, Desk::user(), says("run-1", "Hello"), host)
        .unwrap();
    drop(work);
    assert_eq!(super::desk::text_of(body), "");
    assert!(desk.responses.again(&desk.toolbox, "s1", &Desk::user()).is_none());
}
