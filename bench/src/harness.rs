//! A case is one contender on one payload. Cases are described first and set up only when they run, so that the run of
//! one
//! case pays for nothing else.

use std::borrow::Cow;
use std::fmt;
use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use crate::payloads;

/// The payload of a case. Contenders are compared within a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    /// Two numbers.
    Add,
    /// An invoice of five lines.
    Invoice,
    /// A journal entry of fifty lines.
    Journal,
    /// A small invoice with three errors.
    ThreeErrors,
    /// The five-line invoice with three errors.
    ThreeErrorsFull,
}

impl Group {
    /// All groups, in the order of the report.
    pub(crate) const ALL: [Self; 5] =
        [Self::Add, Self::Invoice, Self::Journal, Self::ThreeErrors, Self::ThreeErrorsFull];
    /// The groups whose call succeeds.
    pub(crate) const GOOD: [Self; 3] = [Self::Add, Self::Invoice, Self::Journal];
    /// The groups whose call is refused.
    pub(crate) const BAD: [Self; 2] = [Self::ThreeErrors, Self::ThreeErrorsFull];

    /// The name in case names and tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Invoice => "invoice",
            Self::Journal => "journal",
            Self::ThreeErrors => "bad3",
            Self::ThreeErrorsFull => "bad3full",
        }
    }

    /// The tool that is called.
    pub(crate) fn tool(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Journal => "create_journal_entry",
            Self::Invoice | Self::ThreeErrors | Self::ThreeErrorsFull => "create_invoice",
        }
    }

    /// The text of the arguments.
    pub(crate) fn payload(self) -> String {
        match self {
            Self::Add => payloads::add(),
            Self::Invoice => payloads::invoice(),
            Self::Journal => payloads::journal(),
            Self::ThreeErrors => payloads::three_errors(),
            Self::ThreeErrorsFull => payloads::three_errors_full(),
        }
    }
}

/// The result of a call.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The text that goes back.
    Text(String),
    /// The errors, by the contenders that list them without rendering one text.
    Issues(Vec<Issue>),
}

/// An error in an argument.
#[derive(Debug)]
pub(crate) struct Issue {
    /// Where, as a JSON pointer.
    pub pointer: String,
    /// Which rule, by the name of the schema keyword or its path.
    pub rule: Cow<'static, str>,
    /// The problem.
    pub message: String,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Issues(issues) => issues.iter().try_for_each(|issue| {
                let Issue { pointer, rule, message } = issue;
                writeln!(f, "{pointer}: {message} ({rule})")
            }),
        }
    }
}

/// One call, ready to be repeated.
pub(crate) type Call = Box<dyn FnMut() -> Answer>;

/// One contender on one payload.
pub(crate) struct Case {
    /// The payload.
    pub group: Group,
    /// Who is called, and how.
    pub contender: &'static str,
    set_up: Box<dyn Fn() -> Call>,
}

impl Case {
    /// Describes a case; `set_up` is run when the case is.
    pub(crate) fn new<F>(group: Group, contender: &'static str, set_up: impl Fn() -> F + 'static) -> Self
    where
        F: FnMut() -> Answer + 'static,
    {
        Self { group, contender, set_up: Box::new(move || Box::new(set_up())) }
    }

    /// The unique name: the group, then the contender.
    pub(crate) fn name(&self) -> String {
        format!("{}: {}", self.group.name(), self.contender)
    }

    /// Sets the case up and calls it once, so that nothing lazy is left.
    pub(crate) fn warmed_up(&self) -> Call {
        let mut call = (self.set_up)();
        black_box(call());
        call
    }
}

/// Repeats a call. Callgrind counts inside this function only: it goes by the name.
#[inline(never)]
pub(crate) fn measured_calls(call: &mut Call, times: u32) {
    for _ in 0..times {
        black_box(call());
    }
}

/// The output of a future that is ready at once, as the benchmark's calls are. It avoids the cost of an executor.
pub(crate) fn ready<F: Future>(future: F) -> F::Output {
    match pin!(future).as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("no call of the benchmark waits for anything"),
    }
}
