//! Answers to questions, on the page.

use axum::http::StatusCode;
use hpd_host::approval::{CallState, PendingFilter, UserChannel};
use hpd_host::journal::SqliteJournal;
use hpd_host::{NoSessions, RawCall, Session, Toolbox};
use hpd_inspector::Inspector;
use serde_json::json;

use crate::books::{Books, builder};
use crate::site::Site;

const VOID: &str = r#"{"invoice": "INV-042"}"#;

#[tokio::test]
async fn a_phrase_is_typed_and_the_call_runs() {
    let site = Site::new().await;
    site.call("c1", "void_invoice", VOID).await;
    let question = site.question().await;
    let (status, said) =
        site.answer(&question, &json!({"choice": "confirm", "phrase": "void inv-042"})).await;
    assert_eq!((status, &said["done"]), (StatusCode::OK, &json!(false)));
    assert_eq!(said["text"], "This is not the phrase: nothing was done yet. 2 more tries are left.");
    let (status, said) = site.answer(&question, &json!({"choice": "confirm", "phrase": ""})).await;
    assert_eq!((status, &said["done"]), (StatusCode::OK, &json!(false)));
    let (status, said) =
        site.answer(&question, &json!({"choice": "confirm", "phrase": "VOID INV-042"})).await;
    assert_eq!((status, said), (StatusCode::OK, json!({"text": "INV-042 is void.", "done": true})));
    assert_eq!(*site.voided.lock().unwrap(), ["INV-042"]);
    site.get("/approvals").await.assert_has(&["Nothing waits for you."]);
    site.get("/session/s1").await.assert_has(&["✅ APPROVED", "via inspector", "✅ done"]);
}

#[tokio::test]
async fn the_second_of_two_tabs_is_told() {
    let site = Site::new().await;
    site.call("c1", "void_invoice", VOID).await;
    let question = site.question().await;
    let no = json!({"choice": "cancel", "reason": "It is paid."});
    let (status, said) = site.answer(&question, &no).await;
    assert_eq!(status, StatusCode::OK);
    assert!(said["text"].as_str().unwrap().contains(r#"The user's reason: "It is paid.""#), "{said}");
    let (status, said) =
        site.answer(&question, &json!({"choice": "confirm", "phrase": "VOID INV-042"})).await;
    assert_eq!((status, &said["done"]), (StatusCode::OK, &json!(true)));
    assert_eq!(
        said["text"],
        "This question is not open any more: it was answered, in another tab or by somebody else, or its time is over. \
         Nothing was done now."
    );
    assert!(site.voided.lock().unwrap().is_empty());
}

#[tokio::test]
async fn changed_values_are_asked_about_again() {
    let site = Site::new().await;
    site.call("c1", "void_invoice", VOID).await;
    let question = site.question().await;
    let edit = json!({"choice": "confirm", "phrase": "VOID INV-042", "edit": {"invoice": "INV-043"}});
    let (_, said) = site.answer(&question, &edit).await;
    assert_eq!(said["text"], "You are asked again, about the call as it is now.");
    let again = site.question().await;
    assert_ne!(again, question);
    site.answer(&again, &json!({"choice": "confirm", "phrase": "VOID INV-043"})).await;
    assert_eq!(*site.voided.lock().unwrap(), ["INV-043"]);
}

#[tokio::test]
async fn an_answer_with_an_unknown_key_is_refused() {
    let site = Site::new().await;
    site.call("c1", "void_invoice", VOID).await;
    let question = site.question().await;
    let (status, _) = site.answer(&question, &json!({"choice": "confirm", "nonce": "x"})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_reader_whom_the_program_does_not_know_answers_nothing() {
    let toolbox = builder(Books::default()).build().unwrap();
    let site = Site::with(Inspector::of(&toolbox).approvals(|_| None)).await;
    site.get("/approvals").await.assert_has(&["The program does not know who you are"]);
    let (status, _) = site.answer("/approvals/x", &json!({"choice": "confirm"})).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn without_approvals_there_is_no_such_page() {
    let toolbox = builder(Books::default()).build().unwrap();
    let site = Site::with(Inspector::of(&toolbox)).await;
    assert_eq!(site.get("/approvals").await.status, StatusCode::NOT_FOUND);
    assert!(!site.get("/").await.html.contains("/approvals"));
}

/// The dangerous gap of a page beside the program: the effect must be in the program, not in the page.
#[tokio::test]
async fn a_process_without_the_function_records_and_the_program_runs() {
    let folder = tempfile::tempdir().unwrap();
    let journal = || SqliteJournal::open(folder.path().join("journal.db")).unwrap();
    let books = Books::default();
    let voided = std::sync::Arc::clone(&books.voided);
    let program = builder(books).journal(journal()).build().unwrap();
    program.call(&Session::with_id("s1"), &RawCall::new("c1", "void_invoice", VOID)).await;

    let page = Toolbox::builder().journal(journal()).build().unwrap();
    let site = Site::with(Inspector::of(&page).approvals(|_| Some(UserChannel::local().via("page")))).await;
    let question = site.question().await;
    let (status, said) =
        site.answer(&question, &json!({"choice": "confirm", "phrase": "VOID INV-042"})).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        said["text"],
        "Your approval is recorded. A process that has the function carries the call out."
    );
    assert!(voided.lock().unwrap().is_empty());
    assert_eq!(program.resume_approved(&NoSessions).await.unwrap().len(), 1);
    assert_eq!(*voided.lock().unwrap(), ["INV-042"]);
    let rows = page.journal().unwrap().list(&PendingFilter::default()).await.unwrap();
    assert_eq!(rows[0].state, CallState::Succeeded);
    site.get("/session/s1").await.assert_has(&["in a process that has the function"]);
}
