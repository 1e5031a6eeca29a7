//! Questions whose answer comes in a later request. The client holds a handle that says nothing; the question stays here.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hpd_host::{Outcome, Principal, Session};
use serde_json::Value;

/// A call that waits for its client.
pub(in crate::server) struct OpenQuestion {
    /// The outcome with the question.
    pub(in crate::server) asked: Outcome,
    pub(in crate::server) session: Arc<Session>,
    /// The call as the client made it: it has to make the same again.
    pub(in crate::server) tool: String,
    pub(in crate::server) arguments: Arc<str>,
    pub(in crate::server) principal: Principal,
}

/// The open questions of a server.
pub(in crate::server) struct OpenQuestions {
    questions: Mutex<HashMap<String, (OpenQuestion, Instant)>>,
    /// The most questions. One more ends the one that would end next.
    limit: usize,
    time: Duration,
}

/// Why a handle leads to no question. The client learns no difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::server) struct NoQuestion;

impl fmt::Display for NoQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "requestState is of no open question of this call. It counts once, for the same tool and arguments, \
             and for a limited time.",
        )
    }
}

impl OpenQuestions {
    pub(in crate::server) fn new(limit: usize, time: Duration) -> Self {
        Self { questions: Mutex::default(), limit: limit.max(1), time }
    }

    /// Keeps a question. Returns its handle, or `None` if the system has no random bytes.
    pub(in crate::server) fn keep(&self, question: OpenQuestion) -> Option<String> {
        let handle = new_handle()?;
        let now = Instant::now();
        let mut questions = self.questions();
        questions.retain(|_, (_, end)| *end > now);
        if questions.len() >= self.limit {
            let next = questions.iter().min_by_key(|(_, (_, end))| *end).map(|(handle, _)| handle.clone());
            if let Some(next) = next {
                questions.remove(&next);
            }
        }
        questions.insert(handle.clone(), (question, now + self.time));
        Some(handle)
    }

    /// Takes the question of a handle, for the client that was asked, with the call that it is about. A handle counts
    /// once; one that is shown by another principal or with another call stays valid for its own.
    pub(in crate::server) fn take(
        &self,
        handle: &str,
        tool: &str,
        arguments: &str,
        principal: &Principal,
    ) -> Result<OpenQuestion, NoQuestion> {
        let mut questions = self.questions();
        let (question, end) = questions.get(handle).ok_or(NoQuestion)?;
        let is_of_it = question.tool == tool
            && question.principal == *principal
            && is_same_json(&question.arguments, arguments);
        if !is_of_it || *end <= Instant::now() {
            return Err(NoQuestion);
        }
        questions.remove(handle).map(|(question, _)| question).ok_or(NoQuestion)
    }

    fn questions(&self) -> MutexGuard<'_, HashMap<String, (OpenQuestion, Instant)>> {
        // Each change leaves a whole map.
        self.questions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Clients write the same arguments anew. What runs are those of the first request, whatever is sent.
fn is_same_json(one: &str, other: &str) -> bool {
    let parsed = |text| serde_json::from_str::<Value>(text).ok();
    one == other || parsed(one).is_some_and(|one| Some(one) == parsed(other))
}

/// 192 random bits: nobody guesses one.
fn new_handle() -> Option<String> {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes).ok()?;
    let write = |mut handle: String, byte: &u8| {
        // Writing to a `String` never fails.
        let _ = write!(handle, "{byte:02x}");
        handle
    };
    Some(bytes.iter().fold(String::with_capacity(2 * bytes.len()), write))
}

#[cfg(test)]
mod tests;
