//! Answers to questions, on the page.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};

use axum::http::StatusCode;
use hpd_host::approval::{CallState, PendingFilter, StoreError, StoreErrorKind, UserChannel};
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

/// Enter beside a reason must never run a call.
#[tokio::test]
async fn a_reason_belongs_to_a_no() {
    let site = Site::new().await;
    site.call("c1", "void_invoice", VOID).await;
    let question = site.question().await;
    let yes = json!({"choice": "confirm", "phrase": "VOID INV-042", "reason": "wrong customer"});
    let (status, said) = site.answer(&question, &yes).await;
    let text = "Nothing was done: a reason belongs to a no. Take the reason away to say yes, or press the button for no.";
    assert_eq!((status, said), (StatusCode::OK, json!({"text": text, "done": false})));
    assert!(site.voided.lock().unwrap().is_empty());
    // Blanks are no reason, and the question is still open.
    let yes = json!({"choice": "confirm", "phrase": "VOID INV-042", "reason": " "});
    assert_eq!(site.answer(&question, &yes).await.1["text"], "INV-042 is void.");
}

#[tokio::test]
async fn after_the_last_wrong_phrase_the_question_is_over() {
    let site = Site::new().await;
    site.call("c1", "void_invoice", VOID).await;
    let question = site.question().await;
    for (text, is_done) in [
        ("This is not the phrase: nothing was done yet. 2 more tries are left.", false),
        ("This is not the phrase: nothing was done yet. One more try is left.", false),
        ("This is not the phrase. It was the last try: nothing was done.", true),
    ] {
        let (_, said) = site.answer(&question, &json!({"choice": "confirm", "phrase": "void"})).await;
        assert_eq!(said, json!({"text": text, "done": is_done}));
    }
    site.get("/approvals").await.assert_has(&["Nothing waits for you."]);
}

/// The script shows what it gets at the question: a page would be there as its source.
#[tokio::test]
async fn a_journal_that_fails_is_said_at_the_question() {
    let fails = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&fails);
    let tap = move |on: &Asked<'_>| match on {
        Asked::List(_) | Asked::Get(_) if asked.load(Ordering::SeqCst) => {
            Err(StoreError::of_kind(StoreErrorKind::Busy, "database is locked"))
        }
        _ => Ok(()),
    };
    let journal = Tapped::new(MemoryJournal::new(), tap);
    let site = Site::of(builder(Books::default()).journal(journal).build().unwrap()).await;
    site.call("c1", "void_invoice", VOID).await;
    let question = site.question().await;
    fails.store(true, Ordering::SeqCst);
    let text = "Another program holds the database, and did not let go of it in time. Load the page again in a moment. \
        Nothing was changed. The database says: database is locked.";
    let wanted = (StatusCode::SERVICE_UNAVAILABLE, json!({"text": text, "done": false}));
    assert_eq!(site.answer(&question, &json!({"choice": "cancel"})).await, wanted);
    let values = site.answer(&format!("{question}/values"), &json!({"choice": "decline"})).await;
    assert_eq!(values, wanted);
    fails.store(false, Ordering::SeqCst);
    assert_eq!(site.answer(&question, &json!({"choice": "cancel"})).await.1["done"], json!(true));
}

/// Without the script, a browser would send a form by itself: never in the address.
#[tokio::test]
async fn a_form_without_the_script_sends_nothing() {
    let site = Site::new().await;
    site.call("c1", "void_invoice", VOID).await;
    let page = site.get("/approvals").await;
    for part in [
        "method=\"post\"",
        "value=\"confirm\" disabled",
        "value=\"cancel\" disabled",
        "<noscript><p class=\"note\">Answers are sent by the script of this page, and it does not run: let this site run \
         JavaScript.</p></noscript>",
    ] {
        assert!(page.html.contains(part), "no {part} in:\n{}", page.html);
    }
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
