//! How much there may be of everything.

use std::time::Duration;

use hpd_runtime::args;

use super::replace;
use crate::results::{LEAST_RESULT_BYTES, RESULT_BYTES};
use crate::tool::PART_BYTES;
use crate::toolbox::Amounts;

/// More calls than this in one message are a model out of hand.
const MAX_CALLS_PER_TURN: usize = 16;
/// More forwarded calls than this are likely abandoned.
const MAX_WAITING_CALLS: usize = 64;
/// A model that got it wrong three times does not know better.
const MAX_CORRECTIONS: u32 = 2;
/// The default time limit of a call.
const TIMEOUT: Duration = Duration::from_secs(60);

/// How much there may be of everything: a group of settings of a toolbox.
///
/// ```
/// use hpd_host::{Limits, RawCall, Session, Toolbox, args};
///
/// # futures_executor::block_on(async {
/// let arguments = args::Limits { text: 1024, ..args::Limits::default() };
/// let limits = Limits::new().calls_per_turn(1).arguments(arguments);
/// let toolbox = Toolbox::builder().limits(limits).build()?;
///
/// let calls = [RawCall::new("1", "first", "{}"), RawCall::new("2", "second", "{}")];
/// let outcomes = toolbox.turn(&Session::new(), &calls).await;
/// assert_eq!(outcomes[1].error().map(|error| error.error_type()), Some("too_many_calls"));
/// # Ok::<(), hpd_host::BuildError>(())
/// # }).unwrap();
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Limits {
    arguments: Option<args::Limits>,
    calls_per_turn: Option<usize>,
    forwarded_calls: Option<usize>,
    result_bytes: Option<usize>,
    document_bytes: Option<usize>,
    corrections: Option<u32>,
    timeout: Option<Duration>,
    threads: Option<usize>,
}

impl Limits {
    /// The default limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How much the arguments of one call may hold.
    #[must_use]
    pub const fn arguments(mut self, limits: args::Limits) -> Self {
        self.arguments = Some(limits);
        self
    }

    /// How many calls of one model message are answered; the rest are errors. 16 by default.
    #[must_use]
    pub const fn calls_per_turn(mut self, calls: usize) -> Self {
        self.calls_per_turn = Some(calls);
        self
    }

    /// Maximum [forwarded](crate::outcome::OutcomeKind::Forward) calls of a session without a result; a further one is
    /// an error. 64 by default.
    #[must_use]
    pub const fn forwarded_calls(mut self, calls: usize) -> Self {
        self.forwarded_calls = Some(calls);
        self
    }

    /// Maximum bytes of one result for the model: 64 KiB by default, at least 1 KiB. Of a longer one, the model gets a
    /// preview, and [reads the rest](crate::results::LargeResults). Where that is off, the result is cut, with a note about
    /// the missing part. [`Outcome::for_host`](crate::Outcome::for_host) has the whole. Images are not cut, nor are results
    /// for the user. The message of an error is kept or cut in the same way. Texts of containers are cut in any case.
    ///
    /// ```
    /// use hpd_host::results::LargeResults;
    /// use hpd_host::{Limits, RawCall, Session, Toolbox, plugin};
    ///
    /// struct Logs;
    ///
    /// #[plugin]
    /// impl Logs {
    ///     /// The whole log.
    ///     #[ai_function]
    ///     fn whole_log(&self) -> String {
    ///         "x".repeat(2000)
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder()
    ///     .plugin(Logs)
    ///     .limits(Limits::new().result_bytes(1024))
    ///     .large_results(LargeResults::off())
    ///     .build()?;
    /// let outcome = toolbox.call(&Session::new(), &RawCall::new("1", "whole_log", "{}")).await;
    /// assert_eq!(
    ///     outcome.for_model().text.trim_start_matches('x'),
    ///     "\n\n[Cut: these are the first 916 of 2000 bytes of the result. \
    ///      To see what is missing, ask for less at once.]"
    /// );
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub const fn result_bytes(mut self, bytes: usize) -> Self {
        self.result_bytes = Some(bytes);
        self
    }

    /// Maximum bytes of a document in one read: 64 KiB by default, at least 1 KiB, at most [a result's
    /// maximum](Self::result_bytes). Further calls read the rest: each part names the offset of the next one.
    #[must_use]
    pub const fn document_bytes(mut self, bytes: usize) -> Self {
        self.document_bytes = Some(bytes);
        self
    }

    /// How many corrections of a write may fail before the user is asked for the details: two by default. The first
    /// wrong call is not a correction: by default, the third wrong call asks. After as many wrong calls of a read, the
    /// user is asked for its missing values.
    #[must_use]
    pub const fn corrections(mut self, corrections: u32) -> Self {
        self.corrections = Some(corrections);
        self
    }

    /// The time limit of each attempt of a call, unless its function declares a `timeout`: 60 s by default. An earlier
    /// [deadline](crate::TurnContext::deadline) of the turn takes precedence. `Duration::MAX` means no limit.
    ///
    /// A read that exceeds the limit counts as failed. The effect of a write that exceeds it is unknown, and the model
    /// reads this. hpd does not repeat the call, unless it is `idempotent`.
    ///
    /// Asynchronous functions and handlers are dropped at the time limit. A synchronous function can't be interrupted.
    /// A write, or a function with a `timeout`, runs on one of the [threads](Self::threads) of the toolbox and continues
    /// there after the limit. Other synchronous functions run in place: no time limit ends a read that does not declare
    /// `timeout`.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use hpd_host::approval::Permission;
    /// use hpd_host::system::System;
    /// use hpd_host::testing::FakeTimer;
    /// use hpd_host::{Approval, Limits, RawCall, Session, Toolbox, plugin};
    ///
    /// struct Mail;
    ///
    /// #[plugin]
    /// impl Mail {
    ///     /// Sends a message.
    ///     #[ai_function(write, risk = low)]
    ///     async fn send(&self, /** The text. */ text: String) -> String {
    ///         std::future::pending().await
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let timer = FakeTimer::new();
    /// let mail = Toolbox::builder()
    ///     .plugin(Mail)
    ///     .approval(Approval::new().writes(Permission::Allow))
    ///     .limits(Limits::new().timeout(Duration::from_secs(5)))
    ///     .system(System::new().timer(timer.clone()))
    ///     .build()?;
    /// let (session, call) = (Session::new(), RawCall::new("1", "send", r#"{"text": "Hello"}"#));
    /// let late = async { timer.advance(Duration::from_secs(5)) };
    /// let (outcome, ()) = futures_util::future::join(mail.call(&session, &call), late).await;
    /// assert_eq!(
    ///     outcome.for_model_as_text(),
    ///     "The function was not done within 5 s. Nobody knows whether it took effect. \
    ///      Do NOT call it again. Check first whether it took effect, and tell the user \
    ///      that this is not known."
    /// );
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// The number of threads for synchronous writes, synchronous functions with a `timeout`, and futures that can't
    /// leave their thread: 4 for each core by default, at least 16. The toolbox and its
    /// [snapshots](crate::Toolbox::to_builder) share them; the newest setting counts. A thread starts when it is needed,
    /// and ends after 10 s without work.
    ///
    /// A call that finds all threads busy fails at once, and did not run. It does not wait: the function that holds a
    /// thread may be the one that made the call. A function that continues after its time limit keeps its thread.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use hpd_host::{Limits, RawCall, Session, Toolbox, plugin};
    ///
    /// struct Books;
    ///
    /// #[plugin]
    /// impl Books {
    ///     /// Adds up everything.
    ///     #[ai_function(timeout = "20ms")]
    ///     fn total(&self) -> &'static str {
    ///         std::thread::sleep(Duration::from_millis(500));
    ///         "done"
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder().plugin(Books).limits(Limits::new().threads(1)).build()?;
    /// let session = Session::new();
    /// let late = toolbox.call(&session, &RawCall::new("1", "total", "{}")).await;
    /// assert!(late.for_model().text.contains("not done within 20 ms"));
    ///
    /// // The first call still has the only thread.
    /// let outcome = toolbox.call(&session, &RawCall::new("2", "total", "{}")).await;
    /// assert_eq!(
    ///     outcome.for_model_as_text(),
    ///     "Too many functions run at the moment. This one did not run. \
    ///      You may call it again when other calls are done."
    /// );
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Takes over what a newer group says.
    pub(in crate::toolbox) fn merge(&mut self, newer: &Self) {
        replace(&mut self.arguments, newer.arguments);
        replace(&mut self.calls_per_turn, newer.calls_per_turn);
        replace(&mut self.forwarded_calls, newer.forwarded_calls);
        replace(&mut self.result_bytes, newer.result_bytes);
        replace(&mut self.document_bytes, newer.document_bytes);
        replace(&mut self.corrections, newer.corrections);
        replace(&mut self.timeout, newer.timeout);
        replace(&mut self.threads, newer.threads);
    }

    pub(in crate::toolbox) fn arguments_or_default(&self) -> args::Limits {
        self.arguments.unwrap_or_default()
    }

    pub(in crate::toolbox) fn corrections_or_default(&self) -> u32 {
        self.corrections.unwrap_or(MAX_CORRECTIONS)
    }

    pub(in crate::toolbox) const fn max_threads(&self) -> Option<usize> {
        self.threads
    }

    pub(in crate::toolbox) fn timeout_or_default(&self) -> Duration {
        self.timeout.unwrap_or(TIMEOUT)
    }

    /// Bytes of one part of a document. A part is a result: it must not be cut again, by a note that can't be gone on
    /// from.
    pub(in crate::toolbox) fn part_bytes(&self) -> usize {
        self.document_bytes.unwrap_or(PART_BYTES).min(self.max_result_bytes())
    }

    fn max_result_bytes(&self) -> usize {
        self.result_bytes.unwrap_or(RESULT_BYTES).max(LEAST_RESULT_BYTES)
    }

    pub(in crate::toolbox) fn amounts(&self, result_tokens: usize) -> Amounts {
        Amounts {
            calls_per_turn: self.calls_per_turn.unwrap_or(MAX_CALLS_PER_TURN),
            waiting_calls: self.forwarded_calls.unwrap_or(MAX_WAITING_CALLS),
            result_bytes: self.max_result_bytes(),
            result_tokens,
        }
    }
}
