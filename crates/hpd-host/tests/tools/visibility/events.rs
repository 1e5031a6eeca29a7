//! The decisions as events of `tracing`.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};

use hpd_host::{Session, Toolbox};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use super::id;
use super::world::Delta;
use crate::support::log::with_subscriber;

/// Writes down the events of one target.
#[derive(Clone)]
struct Recorder {
    target: &'static str,
    level: Level,
    lines: Arc<Mutex<Vec<String>>>,
}

impl Subscriber for Recorder {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == self.target && *metadata.level() <= self.level
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(event.metadata().level().to_string());
        event.record(&mut line);
        self.lines.lock().unwrap().push(line.0);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

fn recorded(level: Level, work: impl FnOnce()) -> Vec<String> {
    recorded_of("hpd::visibility", level, work)
}

fn recorded_of(target: &'static str, level: Level, work: impl FnOnce()) -> Vec<String> {
    let recorder = Recorder { target, level, lines: Arc::default() };
    let lines = Arc::clone(&recorder.lines);
    with_subscriber(recorder, work);
    let lines = lines.lock().unwrap();
    lines.clone()
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
    let lines = recorded_of("hpd::visibility::list", Level::DEBUG, || {
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
    assert_eq!(recorded_of("hpd::visibility::list", Level::INFO, list), [""; 0]);
}

#[test]
fn nothing_is_said_to_who_does_not_listen() {
    let toolbox = Toolbox::builder().plugin(Delta).build().unwrap();
    assert_eq!(recorded(Level::INFO, || drop(toolbox.tools(&Session::new()))), [""; 0]);
}
