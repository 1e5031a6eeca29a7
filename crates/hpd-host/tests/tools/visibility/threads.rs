//! One session from many threads, and many sessions on one toolbox.

use std::thread;

use hpd_host::{Session, Toolbox};

use super::{id, names, text};
use crate::support::Math;

#[test]
fn one_session_is_used_from_many_threads() {
    let toolbox = Toolbox::builder().plugin(Math).build().unwrap();
    let session = Session::new();
    let math = id("Math");
    thread::scope(|scope| {
        for worker in 0..8 {
            let (toolbox, session, math) = (&toolbox, &session, &math);
            scope.spawn(move || {
                for round in 0..200 {
                    match (worker + round) % 4 {
                        0 => drop(session.expand(math)),
                        1 => drop(session.collapse(math)),
                        2 => assert!(matches!(toolbox.tools(session).len(), 1 | 8)),
                        _ => assert!(matches!(toolbox.tool_list(session).len(), 1 | 8)),
                    }
                }
            });
        }
    });
    session.expand(&math);
    assert_eq!(names(&toolbox, &session).len(), 8);
}

#[test]
fn sessions_do_not_see_each_other() {
    let toolbox = Toolbox::builder().plugin(Math).build().unwrap();
    thread::scope(|scope| {
        for worker in 0..8 {
            let toolbox = toolbox.clone();
            scope.spawn(move || {
                let session = Session::new();
                if worker % 2 == 0 {
                    text(&toolbox, &session, "Math", "{}");
                    assert_eq!(text(&toolbox, &session, "Add", r#"{"a":1,"b":2}"#), "3");
                }
                assert_eq!(names(&toolbox, &session).len(), if worker % 2 == 0 { 8 } else { 1 });
            });
        }
    });
}
