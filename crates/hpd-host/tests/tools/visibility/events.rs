//! The decisions as events of `tracing`.

use hpd_host::testing::log_lines;
use hpd_host::{Session, Toolbox};
use tracing::Level;

use super::id;
use super::world::Delta;

fn recorded(level: Level, work: impl FnOnce()) -> Vec<String> {
    log_lines("hpd::visibility", level, work)
}

#[test]
fn each_decision_about_a_new_list_is_an_event() {
    let toolbox = Toolbox::builder().plugin(Delta).build().unwrap();
    let session = Session::new();
    session.expand(&id("Delta"));
    let lines = recorded(Level::DEBUG, || {
        toolbox.tools(&session);
        // Nothing changed: no message.
        toolbox.tools(&session);
    });
    assert_eq!(
        lines[..3],
        [
            "DEBUG message=`Delta` is listed: it is the way to its members tool=Delta visible=true rule=\"container\"",
            "DEBUG message=`Delta.d1` is listed: its container `Delta` is expanded tool=Delta.d1 visible=true rule=\"scope\" container=Delta",
            "DEBUG message=`Delta.ds` is listed: its container `Delta` is expanded tool=Delta.ds visible=true rule=\"scope\" container=Delta",
        ]
    );
    assert_eq!(lines.len(), toolbox.all_tools().len());
}

#[test]
fn a_new_list_is_summed_up_in_one_line() {
    let toolbox = Toolbox::builder().plugin(Delta).build().unwrap();
    let session = Session::new();
    let list = || drop(toolbox.tools(&session));
    let lines = log_lines("hpd::visibility::list", Level::DEBUG, || {
        list();
        list();
        session.expand(&id("Delta"));
        list();
    });
    assert_eq!(
        lines,
        [
            "DEBUG message=returning 1 of 10 tools listed=1 tools=10",
            "DEBUG message=returning 3 of 10 tools listed=3 tools=10",
        ]
    );
    assert_eq!(log_lines("hpd::visibility::list", Level::INFO, list), [""; 0]);
}

#[test]
fn nothing_is_said_to_who_does_not_listen() {
    let toolbox = Toolbox::builder().plugin(Delta).build().unwrap();
    assert_eq!(recorded(Level::INFO, || drop(toolbox.tools(&Session::new()))), [""; 0]);
}
