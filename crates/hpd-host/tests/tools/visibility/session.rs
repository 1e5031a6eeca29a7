//! A session by itself, and as JSON.

use hpd_host::Session;
use hpd_host::error::SessionError;

use super::{expanded, id};

fn ids(session: &Session) -> Vec<String> {
    session.expanded().iter().map(ToString::to_string).collect()
}

#[test]
fn expansions_are_kept_in_their_order() {
    let session = expanded(&["B", "A.x", "C"]);
    assert_eq!(ids(&session), ["B", "A.x", "C"]);
    assert!(session.is_expanded(&id("A.x")));
    assert!(!session.expand(&id("B")));
    assert_eq!(ids(&session), ["B", "A.x", "C"]);
    assert!(session.collapse(&id("B")));
    assert!(!session.collapse(&id("B")));
    session.expand(&id("B"));
    assert_eq!(ids(&session), ["A.x", "C", "B"]);
    session.collapse_all();
    assert_eq!(ids(&session), [""; 0]);
}

#[test]
fn the_revision_grows_with_changes_alone() {
    let session = Session::new();
    assert_eq!(session.revision(), 0);
    session.expand(&id("A"));
    session.expand(&id("A"));
    assert_eq!(session.revision(), 1);
    session.collapse(&id("B"));
    assert_eq!(session.revision(), 1);
    session.collapse(&id("A"));
    assert_eq!(session.revision(), 2);
    session.collapse_all();
    assert_eq!(session.revision(), 2);
}

#[test]
fn as_json() {
    assert_eq!(Session::new().to_json(), r#"{"version":1,"expanded":[]}"#);
    let session = expanded(&["Math", "Skills.quick"]);
    let json = r#"{"version":1,"expanded":["Math","Skills.quick"]}"#;
    assert_eq!(session.to_json(), json);
    assert_eq!(serde_json::to_string(&session).unwrap(), json);
    assert_eq!(Session::from_json(json).unwrap().to_json(), json);
    let read: Session = serde_json::from_str(json).unwrap();
    assert_eq!(ids(&read), ["Math", "Skills.quick"]);
}

#[test]
fn the_order_of_use_is_stored_where_it_differs() {
    let session = expanded(&["A", "B", "C"]);
    session.expand(&id("A"));
    let json = r#"{"version":1,"expanded":["A","B","C"],"by_use":["B","C","A"]}"#;
    assert_eq!(session.to_json(), json);
    assert_eq!(Session::from_json(json).unwrap().to_json(), json);
}

#[test]
fn an_id_that_stands_there_twice_counts_once() {
    assert_eq!(ids(&Session::from_json(r#"{"version":1,"expanded":["A","B","A"]}"#).unwrap()), ["A", "B"]);
}

#[test]
fn what_can_not_be_read_is_said() {
    for (json, problem) in [
        ("{", "the stored session is not JSON"),
        ("[]", "the stored session must be a JSON object"),
        ("{}", "`version` of the stored session must be a whole number"),
        (r#"{"version":"1"}"#, "`version` of the stored session must be a whole number"),
        (
            r#"{"version":2,"expanded":[]}"#,
            "the stored session has version 2, and this program reads version 1: read it with the program that wrote it",
        ),
        (r#"{"version":1}"#, "`expanded` of the stored session must be a list of the ids of containers"),
        (
            r#"{"version":1,"expanded":["A",1]}"#,
            "`expanded` of the stored session must be a list of the ids of containers",
        ),
        (
            r#"{"version":1,"expanded":[],"by_use":"A"}"#,
            "`by_use` of the stored session must be a list of the ids of containers",
        ),
        (r#"{"version":1,"expanded":[],"turn":1}"#, "`turn` of the stored session must be a text"),
    ] {
        assert_eq!(Session::from_json(json).unwrap_err().to_string(), problem, "{json}");
    }
    assert_eq!(Session::from_json(r#"{"version":2}"#).unwrap_err(), SessionError::Version { found: 2 });
    let error = serde_json::from_str::<Session>("[]").unwrap_err();
    assert_eq!(error.to_string(), "the stored session must be a JSON object");
}
