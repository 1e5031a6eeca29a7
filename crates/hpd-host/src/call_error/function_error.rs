//! The function ran, or was about to, and did not succeed.

use std::any::Any;
use std::fmt;
use std::time::Duration;

use hpd_runtime::__private::text::{CutNote, cut_with_note, visible};
use hpd_runtime::output::{AskRequest, Failure, FailureEffect};
use serde::Serialize;

use crate::results::is_long_text;

/// The function ran, or was about to, and did not succeed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FunctionError {
    error_type: FunctionErrorType,
    /// The text for the model: a preview, where the message is longer than [a model may
    /// read](crate::results::LargeResults::limit).
    pub error_message: String,
    #[serde(rename = "outcome", skip_serializing_if = "is_known")]
    effect: FailureEffect,
    /// Guidance for the model, unless the message has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_guidance: Option<&'static str>,
    /// The cause, for the log alone.
    #[serde(skip)]
    pub source: Option<String>,
    #[serde(skip)]
    attempts: u32,
    #[serde(skip)]
    pub(super) ask: Option<Box<AskRequest>>,
    /// What became of a message that is too long. It is decided once.
    #[serde(skip)]
    long: Option<Box<LongMessage>>,
}

/// A message that is too long for its reader.
#[derive(Clone, PartialEq, Eq)]
struct LongMessage {
    /// The message as the function gave it, where the text for the model is another one.
    whole: Option<String>,
    /// By which it is read; none if it is not kept.
    ids: Vec<String>,
}

/// Leaves out the message: debug output may be logged.
impl fmt::Debug for LongMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LongMessage").field("ids", &self.ids).finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum FunctionErrorType {
    FunctionError,
    FunctionPanicked,
    FunctionTimeout,
    FunctionBusy,
    Cancelled,
}

/// How long a call could take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TimeLimit {
    /// As long as one attempt may take.
    Timeout(Duration),
    /// Until the deadline of its turn.
    Deadline,
}

/// The model's text for a failure without a reason.
const FAILED: &str = "The function failed, and does not say why.";
/// Guidance for an unknown effect.
const CHECK_FIRST: &str =
    "Do NOT call it again. Check first whether it took effect, and tell the user that this is not known.";
/// Guidance for an external read whose server does not know its effect.
const READ_AGAIN: &str = "It only reads: you may call it again.";
/// Guidance for a function that got no thread.
const LATER: &str = "You may call it again when other calls are done.";
/// Guidance for a function that takes too long.
const ASK_FOR_LESS: &str = "Ask for less at once, or go on without it.";

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
const fn is_known(effect: &FailureEffect) -> bool {
    !matches!(effect, FailureEffect::Unknown)
}

impl FunctionError {
    #[cold]
    fn new(error_type: FunctionErrorType, message: impl Into<String>, effect: FailureEffect) -> Self {
        Self { error_type, error_message: message.into(), ..Self::nothing_said() }.with_effect(effect)
    }

    const fn nothing_said() -> Self {
        Self {
            error_type: FunctionErrorType::FunctionError,
            error_message: String::new(),
            effect: FailureEffect::Failed,
            retry_guidance: None,
            source: None,
            attempts: 1,
            ask: None,
            long: None,
        }
    }

    fn with_effect(self, effect: FailureEffect) -> Self {
        let retry_guidance = if is_known(&effect) { self.retry_guidance } else { Some(CHECK_FIRST) };
        Self { effect, retry_guidance, ..self }
    }

    /// A function that ended in the middle: its effect is unknown.
    fn ended(error_type: FunctionErrorType, what: &str, only_read: &str, writes: bool) -> Self {
        if writes {
            let message = format!("{what}. Nobody knows whether it took effect.");
            return Self::new(error_type, message, FailureEffect::Unknown);
        }
        Self::new(error_type, format!("{what}{only_read}"), FailureEffect::Failed)
    }

    #[cold]
    pub(crate) fn failed(failure: Failure) -> Self {
        let Failure { message, source, effect, ask, .. } = failure;
        let message = if message.trim().is_empty() { FAILED.into() } else { visible(&message).into_owned() };
        Self { source, ask, ..Self::new(FunctionErrorType::FunctionError, message, effect) }
    }

    /// The check can't decide without the user.
    #[cold]
    pub(crate) fn undecided(failure: &Failure) -> Self {
        Self::failed(failure.clone())
    }

    /// The function asks for input in a way that nobody can answer.
    #[cold]
    pub(crate) fn wrong_input(key: &str, cause: impl fmt::Display) -> Self {
        let message =
            format!("The function asks for the input {key:?}, which can't be asked for. It did not run.");
        let error = Self::new(FunctionErrorType::FunctionError, message, FailureEffect::NotRun);
        Self { source: Some(cause.to_string()), ..error }
    }

    /// The error, unless it asks for input after the effect began: nobody knows then what happened.
    pub(crate) fn in_time(self, has_effect_begun: bool) -> Self {
        if !has_effect_begun || self.ask.as_ref().is_none_or(|ask| ask.inputs.is_empty()) {
            return self;
        }
        let message = "The function asked for input after its effect had begun.";
        let late = Self::new(FunctionErrorType::FunctionError, message, FailureEffect::Unknown);
        Self { source: self.source, attempts: self.attempts, ..late }
    }

    #[cold]
    pub(crate) fn panicked(panic: &(dyn Any + Send), writes: bool) -> Self {
        let what = "The function stopped because of an internal error";
        let only_read = ". What it did until then is unknown.";
        let error = Self::ended(FunctionErrorType::FunctionPanicked, what, only_read, writes);
        Self { source: panic_text(panic), ..error }
    }

    /// Its thread ended without an answer, which can't happen.
    #[cold]
    pub(crate) fn lost(writes: bool) -> Self {
        Self::panicked(&"the thread of the function ended without an answer", writes)
    }

    /// Reading or checking the arguments panicked: code of the function's types does part of it.
    #[cold]
    pub(crate) fn not_checked(panic: &(dyn Any + Send)) -> Self {
        let message =
            "The arguments can't be checked because of an internal error. The function did not run.";
        let error = Self::new(FunctionErrorType::FunctionPanicked, message, FailureEffect::NotRun);
        Self { source: panic_text(panic), ..error }
    }

    #[cold]
    pub(crate) fn not_started(cause: impl fmt::Display) -> Self {
        let message = "The function can't be started right now. It did not run.";
        let error = Self::new(FunctionErrorType::FunctionError, message, FailureEffect::NotRun);
        Self { source: Some(cause.to_string()), ..error }
    }

    /// All threads of the toolbox are busy.
    #[cold]
    pub(crate) fn busy() -> Self {
        let message = "Too many functions run at the moment. This one did not run.";
        let error = Self::new(FunctionErrorType::FunctionBusy, message, FailureEffect::NotRun);
        Self { retry_guidance: Some(LATER), ..error }
    }

    /// The call was cancelled before it ran.
    #[cold]
    pub(crate) fn cancelled() -> Self {
        let message = "The call was cancelled.";
        Self::new(FunctionErrorType::Cancelled, message, FailureEffect::NotRun)
    }

    #[cold]
    pub(crate) fn cancelled_while_running(writes: bool) -> Self {
        if writes {
            let what = "The call was cancelled while it ran";
            return Self::ended(FunctionErrorType::Cancelled, what, "", writes);
        }
        Self::cancelled().with_effect(FailureEffect::Failed)
    }

    #[cold]
    pub(crate) fn too_late(limit: TimeLimit, writes: bool) -> Self {
        let when = match limit {
            TimeLimit::Timeout(limit) => format!("within {}", in_words(limit)),
            TimeLimit::Deadline => "before the deadline".to_owned(),
        };
        let what = format!("The function was not done {when}");
        let error = Self::ended(FunctionErrorType::FunctionTimeout, &what, " and was given up.", writes);
        Self { retry_guidance: error.retry_guidance.or(Some(ASK_FOR_LESS)), ..error }
    }

    /// The deadline of the turn is over before the call runs.
    #[cold]
    pub(crate) fn after_deadline() -> Self {
        let message = "The deadline is over. The function did not run.";
        Self::new(FunctionErrorType::FunctionTimeout, message, FailureEffect::NotRun)
    }

    /// The error of a function that only reads, and so had no effect.
    pub(crate) fn of_read(self) -> Self {
        if is_known(&self.effect) {
            return self;
        }
        Self { effect: FailureEffect::Failed, retry_guidance: None, ..self }
    }

    /// The error of an external tool that is classified as a read. Its handler's word on the effect stays.
    pub(crate) fn of_external_read(self) -> Self {
        let retry_guidance = if is_known(&self.effect) { self.retry_guidance } else { Some(READ_AGAIN) };
        Self { retry_guidance, ..self }
    }

    /// The error of a call whose attempt before this one ended in `first`: it may have taken effect then.
    #[cold]
    pub(crate) fn after(self, first: &Self) -> Self {
        let effect = if is_known(&first.effect) { self.effect } else { FailureEffect::Unknown };
        Self { attempts: first.attempts.saturating_add(1), ..self.with_effect(effect) }
    }

    /// Whether the message is longer than its reader may read, and nothing was decided about it.
    #[cold]
    pub(crate) fn is_long(&self, bytes: usize, tokens: usize) -> bool {
        self.long.is_none() && is_long_text(&self.error_message, bytes, tokens)
    }

    /// Puts the preview of a kept message in its place.
    #[cold]
    pub(crate) fn replace(&mut self, preview: String, ids: Vec<String>) {
        let whole = Some(std::mem::replace(&mut self.error_message, preview));
        self.long = Some(Box::new(LongMessage { whole, ids }));
    }

    /// Cuts a message that can't be kept, beyond `max` bytes.
    #[cold]
    pub(crate) fn cut(&mut self, max: usize) {
        let whole = (self.error_message.len() > max).then(|| self.error_message.clone());
        cut_with_note(&mut self.error_message, max, CutNote::AskForLess);
        self.long = Some(Box::new(LongMessage { whole, ids: Vec::new() }));
    }

    /// Cuts the question to the user beyond `max` bytes.
    #[cold]
    pub(crate) fn shorten_question(&mut self, max: usize) {
        if let Some(ask) = &mut self.ask {
            cut_with_note(&mut ask.question, max, CutNote::AskForLess);
        }
    }

    /// The ids under which a long message is kept.
    pub(crate) fn kept(&self) -> &[String] {
        self.long.as_deref().map_or(&[], |long| &long.ids)
    }
}

impl FunctionError {
    /// The value of the key `error_type`, for the model.
    pub const fn error_type(&self) -> &'static str {
        match self.error_type {
            FunctionErrorType::FunctionError => "function_error",
            FunctionErrorType::FunctionPanicked => "function_panicked",
            FunctionErrorType::FunctionTimeout => "function_timeout",
            FunctionErrorType::FunctionBusy => "function_busy",
            FunctionErrorType::Cancelled => "cancelled",
        }
    }

    /// The effect of the call, over all attempts.
    pub const fn effect(&self) -> FailureEffect {
        self.effect
    }

    /// The message as the function gave it, where [`error_message`](Self::error_message) is a preview or was cut. Values
    /// that are sensitive are replaced by `[hidden]`.
    pub fn whole_message(&self) -> &str {
        self.long.as_deref().and_then(|long| long.whole.as_deref()).unwrap_or(&self.error_message)
    }

    /// How often the function was attempted.
    pub const fn attempts(&self) -> u32 {
        self.attempts
    }

    /// The question to the user, if the function needs an answer. `None` if the effect is unknown, since an answer
    /// would repeat the call.
    pub fn ask_request(&self) -> Option<&AskRequest> {
        self.ask.as_deref().filter(|_| is_known(&self.effect))
    }

    /// Whether the function did not end in time.
    pub const fn is_timeout(&self) -> bool {
        matches!(self.error_type, FunctionErrorType::FunctionTimeout)
    }

    /// Whether the function did not run because all [threads](crate::Limits::threads) of the toolbox are busy.
    pub const fn is_busy(&self) -> bool {
        matches!(self.error_type, FunctionErrorType::FunctionBusy)
    }

    /// Whether the host cancelled the call.
    pub const fn is_cancelled(&self) -> bool {
        matches!(self.error_type, FunctionErrorType::Cancelled)
    }

    /// Whether the message is the function's own, and not this crate's.
    pub(super) fn is_in_own_words(&self) -> bool {
        matches!(self.error_type, FunctionErrorType::FunctionError) && self.error_message != FAILED
    }

    /// Whether the function panicked.
    pub const fn is_panic(&self) -> bool {
        matches!(self.error_type, FunctionErrorType::FunctionPanicked)
    }
}

impl fmt::Display for FunctionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error_message)?;
        match self.retry_guidance {
            Some(guidance) => write!(f, " {guidance}"),
            None => Ok(()),
        }
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> Option<String> {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
}

/// `60 s`, `1.5 s`, `250 ms`.
fn in_words(duration: Duration) -> String {
    match duration.as_millis() {
        millis @ 0..1000 => format!("{millis} ms"),
        _ => format!("{} s", duration.as_secs_f64()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::in_words;

    #[test]
    fn a_time_is_said_as_people_say_it() {
        let said = [60_000, 1_500, 1_000, 250, 0].map(|millis| in_words(Duration::from_millis(millis)));
        assert_eq!(said, ["60 s", "1.5 s", "1 s", "250 ms", "0 ms"]);
    }
}
