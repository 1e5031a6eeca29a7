//! Answers to questions, on the page.

use std::sync::{Arc, Barrier};

use axum::http::StatusCode;
use hpd_host::approval::{CallState, PendingFilter, UserChannel};
use hpd_host::journal::{MemoryJournal, SqliteJournal};
use hpd_host::testing::{Asked, Tapped};
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

/// Two tabs send at the same moment: one answer counts, and the call runs at most once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_answers_at_once_one_counts() {
    let answers = [
        json!({"choice": "confirm", "phrase": "VOID INV-042"}),
        json!({"choice": "cancel", "reason": "It is paid."}),
    ];
    for round in 0..6 {
        let (books, both) = (Books::default(), Barrier::new(2));
        let voided = Arc::clone(&books.voided);
        // Neither is taken before both are checked.
        let tap = move |asked: &Asked<'_>| {
            if matches!(asked, Asked::Decide(..)) {
                both.wait();
            }
            Ok(())
        };
        let journal = Tapped::new(MemoryJournal::new(), tap);
        let site = Site { voided, ..Site::of(builder(books).journal(journal).build().unwrap()).await };
        let site = Arc::new(site);
        site.call("c1", "void_invoice", VOID).await;
        let question = site.question().await;
        let send = |answer: &serde_json::Value| {
            let (site, question, answer) = (Arc::clone(&site), question.clone(), answer.clone());
            tokio::spawn(async move { site.answer(&question, &answer).await })
        };
        // Each is the first in half of the rounds; in every third round both say the same.
        let [first, second] = match round % 3 {
            0 => [&answers[0], &answers[0]],
            1 => [&answers[0], &answers[1]],
            _ => [&answers[1], &answers[0]],
        };
        let (one, other) = (send(first), send(second));
        let said = [one.await.unwrap(), other.await.unwrap()].map(|(status, said)| {
            assert_eq!(status, StatusCode::OK);
            said["text"].as_str().unwrap().to_owned()
        });
        let ran = site.voided.lock().unwrap().len();
        let confirmed = said.iter().filter(|text| *text == "INV-042 is void.").count();
        let refused = said.iter().filter(|text| text.contains("The user's reason: \"It is paid.\"")).count();
        assert!(ran <= 1 && (confirmed > 0) == (ran == 1), "{said:?}");
        assert!(ran == 1 || refused == 1, "{said:?}");
        let page = site.get("/session/s1").await;
        let runs = page.html.matches("&quot;type&quot;: &quot;tool_started&quot;").count();
        assert_eq!(runs, ran);
    }
}
