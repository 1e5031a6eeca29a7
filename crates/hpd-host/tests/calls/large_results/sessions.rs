//! Sessions that are made anew for each request, or in another process.

use hpd_host::approval::Permission;
use hpd_host::journal::MemoryJournal;
use hpd_host::list::{Access, ListMode};
use hpd_host::{Approval, Limits, Session};
use serde_json::json;

use super::{builder, call, id_of, text};

#[test]
fn a_session_that_nobody_knows_again_gets_a_cut_result() {
    let toolbox = builder().limits(Limits::new().result_bytes(1_024)).build().unwrap();
    let session = Session::new();
    session.set_access(Access::Open);
    let outcome = call(&toolbox, &session, "log", &json!({}));
    assert_eq!(outcome.kept(), [""; 0]);
    let shown = outcome.for_model().text.into_owned();
    assert!(shown.ends_with(
        "[Cut: these are the first 909 of 3492 bytes of the result. To see what is missing, ask for less at once.]"
    ), "{shown}");
    let known = Session::with_id("s1");
    known.set_access(Access::Open);
    assert_eq!(call(&toolbox, &known, "log", &json!({})).kept().len(), 1);
}

#[test]
fn a_session_that_is_known_by_its_id_alone_reads_what_it_kept() {
    for (mode, through) in [(ListMode::Constant, true), (ListMode::Growing, false), (ListMode::Flat, false)] {
        let toolbox = builder().build().unwrap();
        // Each request of the client makes the session anew.
        let session = |id: &str| {
            let session = Session::with_id(id);
            session.set_access(Access::Open);
            session.set_list_mode(mode);
            session
        };
        let id = id_of(&call(&toolbox, &session("s1"), "orders", &json!({})));
        let read = json!({ "id": id, "pointer": "/next" });
        let (name, arguments) = if through {
            ("call_function", json!({ "name": "read_result", "arguments": read }))
        } else {
            ("read_result", read)
        };
        assert_eq!(text(&toolbox, &session("s1"), name, &arguments), "p2", "{mode:?}");
        let unknown = text(&toolbox, &session("s2"), name, &arguments);
        assert!(unknown.contains(&format!("There is no result '{id}'")), "{unknown}");
    }
}

#[test]
fn a_repeated_end_with_a_preview_brings_its_reader() {
    let approval = Approval::new().writes(Permission::Allow);
    let toolbox = builder().approval(approval).journal(MemoryJournal::new()).build().unwrap();
    let session = Session::with_id("s1");
    session.user_says("Send hello");
    let before = session.to_json();
    let first = call(&toolbox, &session, "send", &json!({ "text": "hello" }));
    // A process that ended before it stored the session gets the call once more.
    let again = Session::from_json(&before).unwrap();
    let repeated = call(&toolbox, &again, "send", &json!({ "text": "hello" }));
    assert_eq!((repeated.status(), repeated.kept()), ("settled", first.kept()));
    assert!(toolbox.tools(&again).iter().any(|tool| tool.name() == "read_result"));
    let read = json!({ "id": id_of(&repeated), "lines": "1" });
    assert!(text(&toolbox, &again, "read_result", &read).starts_with("hello: sent sent "));
}
