//! Several programs over one journal: what one asks is approved on the page of another one, and runs once.

#[path = "../../../../crates/hpd-host/tests/support/postgres.rs"]
mod postgres;
mod program;

use std::time::Duration;

use program::Program;
use serde_json::json;

const CALL: &str = r#"void_invoice {"InvoiceId": "INV-042"}"#;

/// Where the programs have their journal.
struct Place {
    _folder: tempfile::TempDir,
    address: String,
}

fn sqlite() -> Place {
    let folder = tempfile::tempdir().unwrap();
    let address = folder.path().join("journal.db").display().to_string();
    Place { _folder: folder, address }
}

/// A database of its own; `None` where there is no server.
fn postgres(name: &str) -> Option<Place> {
    let server = postgres::server()?;
    let made = server.program("createdb").unwrap().arg(name).status().unwrap();
    assert!(made.success());
    Some(Place { _folder: tempfile::tempdir().unwrap(), address: server.url(name) })
}

/// How often a kind of event is on a page.
fn times(page: &str, kind: &str) -> usize {
    page.matches(&format!("&quot;type&quot;: &quot;{kind}&quot;")).count()
}

/// Asks in one program, and answers on the page of another one. Returns what the page says, and the address of the form.
fn asked_and_approved(asking: &mut Program, page: &Program) -> (String, String) {
    asking.say("> Void the invoice INV-042");
    asking.say(CALL);
    let asked = asking.line();
    assert!(asked.starts_with("confirm: "), "{asked}");
    let (action, phrase) = page.question();
    let wrong = page.answer(&action, &json!({"choice": "confirm", "phrase": phrase.to_lowercase()}));
    assert!(wrong.contains("This is not the phrase"), "{wrong}");
    (page.answer(&action, &json!({"choice": "confirm", "phrase": phrase})), action)
}

/// A page without the functions records the decision; of the two programs that have them, one carries the call out.
fn pages_alone_record_and_one_program_runs(place: &Place) {
    let mut hosts = [Program::start(&place.address, &[]), Program::start(&place.address, &[])];
    let mut pages = Program::start(&place.address, &["--pages"]);
    let (said, action) = asked_and_approved(&mut hosts[0], &pages);
    assert!(said.contains("Your approval is recorded."), "{said}");
    let resumed: Vec<_> = Program::first_lines(&mut hosts, Duration::from_secs(20), Duration::from_secs(1));
    assert_eq!(resumed.len(), 1, "one of them claims it: {resumed:?}");
    assert!(resumed[0].starts_with("resumed desk: ") && resumed[0].contains("Voided"), "{resumed:?}");
    assert_eq!(pages.line_within(Duration::from_millis(100)), None, "the effect is not here");
    for page in [&pages, &hosts[0], &hosts[1]] {
        let shown = page.get("/session/desk");
        assert_eq!(times(&shown, "tool_started"), 1, "{shown}");
        assert_eq!(times(&shown, "turn_started"), 1, "the call stays in its turn: {shown}");
        assert!(shown.contains("✅ SUCCESS"), "{shown}");
    }
    // A second tab still has the form.
    let late = pages.answer(&action, &json!({"choice": "confirm", "phrase": "VOID INV-042"}));
    assert!(late.contains("This question is not open any more"), "{late}");
}

/// The page of a program with the functions: it carries the call out itself, and the other one does not.
fn a_page_with_functions_runs_what_another_program_asked(place: &Place) {
    let mut hosts = [Program::start(&place.address, &[]), Program::start(&place.address, &[])];
    let [asking, page] = &mut hosts;
    let (said, _) = asked_and_approved(asking, page);
    assert!(said.contains("Voided"), "{said}");
    assert_eq!(asking.line_within(Duration::from_secs(1)), None, "it runs once");
    let shown = asking.get("/session/desk");
    assert_eq!(times(&shown, "tool_started"), 1, "{shown}");
    assert!(shown.contains("✅ SUCCESS"), "{shown}");
}

#[test]
fn pages_alone_record_and_one_program_runs_over_sqlite() {
    pages_alone_record_and_one_program_runs(&sqlite());
}

#[test]
fn pages_alone_record_and_one_program_runs_over_postgres() {
    let Some(place) = postgres("recorded") else { return };
    pages_alone_record_and_one_program_runs(&place);
}

#[test]
fn a_page_with_functions_runs_what_another_program_asked_over_sqlite() {
    a_page_with_functions_runs_what_another_program_asked(&sqlite());
}

#[test]
fn a_page_with_functions_runs_what_another_program_asked_over_postgres() {
    let Some(place) = postgres("decided") else { return };
    a_page_with_functions_runs_what_another_program_asked(&place);
}
