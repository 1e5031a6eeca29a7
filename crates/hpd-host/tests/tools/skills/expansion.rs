//! The text for the model when a skill is expanded.

use hpd_host::Session;
use hpd_host::list::{ListMode, VisibilityPolicy};
use hpd_host::outcome::OutcomeKind;

use crate::skills::office::office;
use crate::skills::{expanded, names};
use crate::support::{answer, text};

#[test]
fn a_skill_says_what_it_reveals_then_its_instructions_then_its_documents() {
    let toolbox = office().build().unwrap();
    let session = expanded(&toolbox, &["MonthEnd"]);
    assert_eq!(
        text(&toolbox, &session, "reminders", "{}"),
        "reminders expanded. Functions: open_invoices, remind.\n\n\
         Write to a customer once, with all open invoices.\n\n\
         Documents (read with read_skill_document):\n\
         tone - The tone of a reminder\n\
         law - What the law says\n\
         lost - Nobody knows where it is"
    );
    assert_eq!(
        text(&toolbox, &session, "closing", "{}"),
        "closing expanded. Skills: reminders.\n\n\
         Documents (read with read_skill_document):\n\
         tone - How to write\n\
         steps - What to do, in order"
    );
}

#[test]
fn a_skill_without_documents_says_nothing_of_them() {
    let toolbox = office().build().unwrap();
    let session = expanded(&toolbox, &["MonthEnd"]);
    assert_eq!(
        text(&toolbox, &session, "counting", "{}"),
        "counting expanded. Functions: open_invoices.\n\nCount twice."
    );
}

#[test]
fn expanding_again_says_all_of_it_again() {
    let toolbox = office().build().unwrap();
    let session = expanded(&toolbox, &["MonthEnd", "closing"]);
    assert_eq!(
        text(&toolbox, &session, "closing", "{}"),
        "closing is already expanded. Skills: reminders.\n\n\
         Documents (read with read_skill_document):\n\
         tone - How to write\n\
         steps - What to do, in order"
    );
}

#[test]
fn the_host_sees_the_documents_too() {
    let toolbox = office().build().unwrap();
    let session = expanded(&toolbox, &["MonthEnd"]);
    let outcome = answer(&toolbox, &session, "closing", "{}");
    assert_eq!(outcome.for_host()["documents"], serde_json::json!(["tone", "steps"]));
    let OutcomeKind::Expanded(expansion) = outcome.kind else { panic!("{outcome:?}") };
    assert_eq!(expansion.documents[1].description, "What to do, in order");
}

#[test]
fn a_list_that_never_changes_has_the_reader_too() {
    let policy = VisibilityPolicy::new().list(ListMode::Constant);
    let toolbox = office().visibility(policy).build().unwrap();
    assert_eq!(
        names(&toolbox, &Session::new()),
        ["open_invoices", "remind", "MonthEnd", "read_skill_document", "call_function"]
    );
    let session = expanded(&toolbox, &["MonthEnd"]);
    let call = r#"{"name": "closing"}"#;
    assert!(text(&toolbox, &session, "call_function", call).ends_with(
        "\n\nDocuments (read with read_skill_document):\ntone - How to write\nsteps - What to do, in order"
    ));
    assert_eq!(crate::skills::read(&toolbox, &session, "tone"), "Friendly.");
}
