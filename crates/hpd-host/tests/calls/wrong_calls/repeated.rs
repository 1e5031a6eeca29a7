//! The same call, failing in the same way again and again.

use std::sync::atomic::{AtomicU32, Ordering};

use hpd_host::list::Recovery;
use hpd_host::{Session, ToolError, Toolbox, plugin};

use super::{caught, math};
use crate::support::{answer, text};

/// Fails as long as the test wants.
#[derive(Default)]
struct Door {
    closed: AtomicU32,
}

#[plugin]
impl Door {
    /// Opens the door.
    #[ai_function]
    fn open(
        &self,
        /// Which.
        door: u32,
    ) -> Result<String, ToolError> {
        match self.closed.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)) {
            Ok(_) => Err(ToolError::new("The door is closed.")),
            Err(_) => Ok(format!("Door {door} is open.")),
        }
    }
}

const FAILED: &str = r#"{"error_type":"function_error","error_message":"The door is closed."}"#;

fn door(closed: u32) -> (Toolbox, Session) {
    let plugin = Door { closed: AtomicU32::new(closed) };
    (Toolbox::builder().plugin(plugin).build().unwrap(), Session::new())
}

fn third(tool: &str, attempts: u32, error: &str) -> String {
    format!(
        r#"{{"error_type":"repeated_call","tool_name":"{tool}","attempts":{attempts},"error_message":"This call of '{tool}' has failed {attempts} times with the same error.","error":{error},"retry_guidance":"Do NOT send the same call again. Change the arguments as the error says, use another tool, or ask the user."}}"#
    )
}

#[test]
fn the_third_failure_of_the_same_call_is_answered_differently() {
    let (toolbox, session) = door(9);
    assert_eq!(text(&toolbox, &session, "open", r#"{"door":1}"#), FAILED);
    assert_eq!(text(&toolbox, &session, "open", r#"{ "door": 1 }"#), FAILED);
    let outcome = answer(&toolbox, &session, "open", r#"{"door":1.0}"#);
    assert_eq!(outcome.for_model().text, third("open", 3, FAILED));
    assert_eq!(
        outcome.for_model_as_text(),
        "This call of 'open' has failed 3 times with the same error. Do NOT send the same call again. Change the arguments \
         as the error says, use another tool, or ask the user. The error: The door is closed."
    );
    assert_eq!(text(&toolbox, &session, "open", r#"{"door":1}"#), third("open", 4, FAILED));
    assert_eq!(caught(&toolbox), "failed 4, repeated 2");
}

#[test]
fn other_arguments_are_another_call() {
    let (toolbox, session) = door(9);
    for number in 1..=4 {
        assert_eq!(text(&toolbox, &session, "open", &format!(r#"{{"door":{number}}}"#)), FAILED);
    }
}

#[test]
fn a_success_starts_anew() {
    let (toolbox, session) = door(2);
    let open = || text(&toolbox, &session, "open", r#"{"door":1}"#);
    assert_eq!([open(), open(), open()], [FAILED, FAILED, "Door 1 is open."]);
    let (toolbox, session) = door(2);
    let fail = || text(&toolbox, &session, "open", r#"{"door":"x"}"#);
    let first = fail();
    assert_eq!(fail(), first);
    text(&toolbox, &session, "open", r#"{"door":1}"#);
    text(&toolbox, &session, "open", r#"{"door":1}"#);
    assert_eq!(text(&toolbox, &session, "open", r#"{"door":1}"#), "Door 1 is open.");
    assert_eq!(fail(), first);
}

#[test]
fn a_new_message_of_the_user_starts_anew() {
    let (toolbox, session) = door(9);
    let open = || text(&toolbox, &session, "open", r#"{"door":1}"#);
    assert_eq!([open(), open()], [FAILED, FAILED]);
    session.new_user_message();
    assert_eq!([open(), open()], [FAILED, FAILED]);
    assert_eq!(open(), third("open", 3, FAILED));
}

#[test]
fn every_kind_of_failure_is_recognised() {
    for (name, arguments) in [("Math", r#"{"a":1}"#), ("Add", "{}"), ("nothing", "{}"), ("Math.Add", "{}")] {
        let (toolbox, session) = (math(Recovery::Reject), Session::new());
        let first = text(&toolbox, &session, name, arguments);
        assert_eq!(text(&toolbox, &session, name, arguments), first);
        assert_eq!(text(&toolbox, &session, name, arguments), third(name, 3, &first));
    }
}

#[test]
fn sessions_count_for_themselves() {
    let (toolbox, _) = door(9);
    for _ in 0..4 {
        assert_eq!(text(&toolbox, &Session::new(), "open", r#"{"door":1}"#), FAILED);
    }
}
