//! Which documents can be read, and when.

use hpd_host::list::VisibilityPolicy;
use hpd_host::outcome::OutcomeKind;
use hpd_host::spec::QualifiedId;
use hpd_host::{Session, Toolbox, plugin, scope};

use crate::skills::office::{Archive, Ledger, MonthEnd, office};
use crate::skills::{expanded, names, read};
use crate::support::{answer, text};

#[test]
fn the_reader_is_listed_whenever_any_skill_has_documents() {
    let toolbox = office().build().unwrap();
    assert_eq!(
        names(&toolbox, &Session::new()),
        ["open_invoices", "remind", "MonthEnd", "read_skill_document"]
    );
    let reader = toolbox.tool("read_skill_document").unwrap();
    assert_eq!(
        reader.description(),
        "Reads a document of a skill by its id. Expanding a skill lists the ids of its documents."
    );
    assert_eq!(
        reader.input_schema(),
        concat!(
            r#"{"type":"object","properties":{"document_id":{"type":"string","minLength":1,"description":"The id of the document."},"#,
            r#""offset":{"type":"integer","minimum":0,"description":"Where to go on in a document that was cut: the number that the cut names. Leave it out to start at the beginning."}},"#,
            r#""required":["document_id"],"additionalProperties":false}"#
        )
    );
    assert_eq!(serde_json::to_string(reader.metadata()).unwrap(), "{}");
    assert_eq!(
        toolbox.explain_tool(&Session::new(), "read_skill_document").unwrap().to_string(),
        "`read_skill_document` is listed: nothing groups it"
    );
}

struct Plain;

#[plugin]
impl Plain {
    /// Has no documents.
    #[skill(instructions = "Just do it.")]
    fn plain(&self) {}
}

#[test]
fn without_documents_there_is_no_reader() {
    let toolbox = Toolbox::builder().plugin(Plain).documents(Archive::default()).build().unwrap();
    assert_eq!(names(&toolbox, &Session::new()), ["plain"]);
}

#[test]
fn a_document_can_be_read_once_one_of_its_skills_is_expanded() {
    let toolbox = office().build().unwrap();
    let session = expanded(&toolbox, &["MonthEnd", "closing"]);
    assert_eq!(read(&toolbox, &session, "steps"), "First reminders, then the rest.");
    assert_eq!(read(&toolbox, &session, "tone"), "Friendly.");
    assert_eq!(
        read(&toolbox, &session, "law"),
        concat!(
            r#"{"error_type":"document_not_readable","document_id":"law","container_name":"reminders","#,
            r#""error_message":"'law' is a document of the skill 'reminders', which is not expanded yet.","#,
            r#""retry_guidance":"First call 'reminders' with NO arguments to expand it, then read the document again."}"#
        )
    );
    text(&toolbox, &session, "reminders", "{}");
    assert_eq!(read(&toolbox, &session, "law"), "Wait for thirty days.");
}

#[test]
fn collapsing_its_skill_closes_a_document() {
    let toolbox = office().build().unwrap();
    let session = expanded(&toolbox, &["MonthEnd", "closing"]);
    session.collapse(&QualifiedId::new(None, "MonthEnd.closing"));
    assert!(read(&toolbox, &session, "steps").contains("document_not_readable"));
}

#[test]
fn an_error_names_the_outermost_container_to_expand() {
    let toolbox = office().build().unwrap();
    assert_eq!(
        read(&toolbox, &Session::new(), "steps"),
        concat!(
            r#"{"error_type":"document_not_readable","document_id":"steps","container_name":"MonthEnd","#,
            r#""error_message":"'steps' is a document of the skill 'closing', which is not expanded yet.","#,
            r#""retry_guidance":"First call 'MonthEnd' with NO arguments to expand it, then call 'closing' with NO arguments, "#,
            r#"then read the document again."}"#
        )
    );
}

#[test]
fn a_document_of_two_skills_names_the_one_that_can_be_expanded() {
    let toolbox = office().build().unwrap();
    let session = Session::new();
    session.expand(&QualifiedId::new(None, "MonthEnd"));
    let error = answer(&toolbox, &session, "read_skill_document", r#"{"document_id":"tone"}"#);
    assert_eq!(
        error.error().unwrap().to_string(),
        "'tone' is a document of the skill 'reminders', which is not expanded yet. First call 'reminders' with NO arguments to \
         expand it, then read the document again."
    );
}

#[test]
fn a_wrong_id_gets_the_nearest_of_those_that_can_be_read() {
    let toolbox = office().build().unwrap();
    let session = expanded(&toolbox, &["MonthEnd", "closing"]);
    assert_eq!(
        read(&toolbox, &session, "Stepps"),
        concat!(
            r#"{"error_type":"unknown_document","document_id":"Stepps","suggestion":"steps","#,
            r#""readable_documents":["tone","steps"],"error_message":"There is no document 'Stepps'.","#,
            r#""retry_guidance":"Did you mean 'steps'? These can be read: tone, steps."}"#
        )
    );
    assert_eq!(
        read(&toolbox, &session, "lawn"),
        concat!(
            r#"{"error_type":"unknown_document","document_id":"lawn","readable_documents":["tone","steps"],"#,
            r#""error_message":"There is no document 'lawn'.","retry_guidance":"These can be read: tone, steps."}"#
        )
    );
}

#[test]
fn nothing_is_said_of_documents_as_long_as_none_can_be_read() {
    let toolbox = office().build().unwrap();
    assert_eq!(
        read(&toolbox, &Session::new(), "toner"),
        concat!(
            r#"{"error_type":"unknown_document","document_id":"toner","error_message":"There is no document 'toner'.","#,
            r#""retry_guidance":"No skill with documents is expanded. Expanding a skill lists its documents."}"#
        )
    );
}

#[test]
fn a_wrong_id_is_repeated_short_and_plain() {
    let toolbox = office().build().unwrap();
    let id = format!("a\u{202e}\u{7}{}", "b".repeat(100));
    let shown = format!("a{}…", "b".repeat(63));
    assert_eq!(
        read(&toolbox, &Session::new(), &id),
        format!(
            r#"{{"error_type":"unknown_document","document_id":"{shown}","error_message":"There is no document '{shown}'.","retry_guidance":"No skill with documents is expanded. Expanding a skill lists its documents."}}"#
        )
    );
}

mod hidden {
    use super::{Ledger, plugin, scope};

    #[derive(Default)]
    pub(super) struct Secret;

    #[scope("Nobody sees it")]
    impl Secret {
        /// Nobody sees it.
        #[skill(
            functions(Ledger::open_invoices),
            documents(document(id = "plan", description = "The plan", text = ".."))
        )]
        pub(super) fn inner(&self) {}

        /// Nobody refers to it.
        #[skill(
            instructions = "..",
            documents(document(id = "other", description = "The other", text = ".."))
        )]
        pub(super) fn orphan(&self) {}
    }

    #[derive(Default)]
    pub(super) struct Open;

    #[plugin]
    impl Open {
        /// Leads to the inner one.
        #[skill(skills(Secret::inner))]
        fn outer(&self) {}
    }
}

#[test]
fn a_document_that_nothing_leads_to_does_not_exist() {
    let toolbox = Toolbox::builder().plugin(hidden::Open).build().unwrap();
    let error = read(&toolbox, &Session::new(), "other");
    assert!(
        error.starts_with(r#"{"error_type":"unknown_document","document_id":"other","error_message""#),
        "{error}"
    );
    // The other document is reached through a skill that refers to its skill.
    let error = read(&toolbox, &Session::new(), "plan");
    assert!(error.contains(r#""container_name":"outer""#), "{error}");
}

#[test]
fn an_error_of_the_source_shows_the_model_its_text_and_the_host_its_cause() {
    let toolbox = office().build().unwrap();
    let session = expanded(&toolbox, &["MonthEnd", "reminders"]);
    let outcome = answer(&toolbox, &session, "read_skill_document", r#"{"document_id":"lost"}"#);
    assert_eq!(
        outcome.for_model().text,
        r#"{"error_type":"function_error","error_message":"The archive is closed."}"#
    );
    assert_eq!(outcome.for_host()["source"], "connection refused");
}

#[test]
fn a_source_is_asked_only_when_a_document_is_read() {
    let archive = std::sync::Arc::new(Archive::default());
    let toolbox =
        Toolbox::builder().plugin(Ledger).plugin(MonthEnd).documents(archive.clone()).build().unwrap();
    let session = expanded(&toolbox, &["MonthEnd", "reminders"]);
    assert_eq!(*archive.read.lock().unwrap(), [""; 0]);
    let call = hpd_host::RawCall::new("1", "read_skill_document", r#"{"document_id":"law"}"#);
    assert!(toolbox.check(&session, &call).is_ok());
    assert_eq!(*archive.read.lock().unwrap(), [""; 0]);
    read(&toolbox, &session, "law");
    assert_eq!(*archive.read.lock().unwrap(), ["law"]);
}

#[test]
fn the_first_source_that_knows_a_document_gives_it() {
    struct All;
    impl hpd_host::skills::DocumentSource for All {
        fn read<'a>(
            &'a self,
            id: &'a str,
        ) -> hpd_host::system::BoxFuture<'a, Result<String, hpd_host::ToolError>> {
            Box::pin(async move { Ok(format!("all of {id}")) })
        }
    }
    struct None;
    impl hpd_host::skills::DocumentSource for None {
        fn has(&self, _: &str) -> bool {
            false
        }

        fn read<'a>(
            &'a self,
            _: &'a str,
        ) -> hpd_host::system::BoxFuture<'a, Result<String, hpd_host::ToolError>> {
            Box::pin(async { Ok("nothing".to_owned()) })
        }
    }
    let builder = Toolbox::builder().plugin(MonthEnd).documents(None).documents(All);
    let toolbox = builder.documents(Archive::default()).build().unwrap();
    let session = expanded(&toolbox, &["MonthEnd", "reminders"]);
    assert_eq!(read(&toolbox, &session, "law"), "all of law");
}

#[test]
fn reading_a_document_is_a_use_of_its_skill() {
    let policy = VisibilityPolicy::new().max_expanded(3);
    let toolbox = office().visibility(policy).build().unwrap();
    let session = expanded(&toolbox, &["MonthEnd", "closing", "reminders"]);
    // Without it, `closing` would be the least recently used: the scope is used with each call of a skill in it.
    read(&toolbox, &session, "steps");
    text(&toolbox, &session, "counting", "{}");
    let left: Vec<_> = session.expanded().iter().map(ToString::to_string).collect();
    assert_eq!(left, ["MonthEnd", "MonthEnd.closing", "MonthEnd.counting"]);
}

#[test]
fn a_result_is_text() {
    let toolbox = office().build().unwrap();
    let session = expanded(&toolbox, &["MonthEnd", "closing"]);
    let outcome = answer(&toolbox, &session, "read_skill_document", r#"{"document_id":"tone"}"#);
    let OutcomeKind::Result(result) = outcome.kind else { panic!("{outcome:?}") };
    assert_eq!(result.output, hpd_host::Output::Text("Friendly.".to_owned()));
    let call = hpd_host::RawCall::new("1", "read_skill_document", r#"{"document_id":"tone"}"#);
    let checked = toolbox.check(&session, &call).unwrap();
    assert_eq!(checked.arguments.as_deref(), Some(r#"{"document_id":"tone"}"#));
}
