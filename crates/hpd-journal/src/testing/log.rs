//! The log lines of a piece of work.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex, Once, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::{NoSubscriber, set_global_default, with_default};
use tracing::{Event, Level, Metadata, Subscriber};

/// Records the events of one target.
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
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).push(line.0);
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
        // Writing to a `String` does not fail.
        let _ = write!(self.0, " {}={value:?}", field.name());
    }
}

/// Runs `work` and returns the log lines of one target, such as `hpd::collect`, up to a level: the level and the fields
/// of each event. Only the current thread is recorded.
///
/// The first use sets a global subscriber that records nothing, unless the program has one. With a single subscriber,
/// `tracing` would keep the answer of the thread that comes to an event first, for all threads.
pub fn log_lines(target: &'static str, level: Level, work: impl FnOnce()) -> Vec<String> {
    static GLOBAL: Once = Once::new();
    GLOBAL.call_once(|| drop(set_global_default(NoSubscriber::new())));
    let lines = Arc::default();
    with_default(Recorder { target, level, lines: Arc::clone(&lines) }, work);
    std::mem::take(&mut *lines.lock().unwrap_or_else(PoisonError::into_inner))
}
