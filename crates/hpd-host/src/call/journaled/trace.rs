//! The journal handle of a call.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use hpd_journal::__private::{Secrets, id_to_keep, mask};
use hpd_journal::events::RecoveredEvent;
use hpd_journal::pending::CallNotes;
use hpd_runtime::Principal;

use super::facts::CallFacts;

/// A call with a journal. Clones are the same handle.
#[derive(Debug, Clone)]
pub(in super::super) struct JournalHandle {
    turn: Option<String>,
    /// On whose behalf the call is made.
    pub(super) principal: Principal,
    began: Instant,
    /// The id and the name of the call, as the journal has them.
    pub(super) call_id: String,
    pub(super) called: String,
    known: Arc<Known>,
}

/// What becomes known of a call.
#[derive(Debug)]
struct Known {
    /// The turn in which the model made the call, if that is another one.
    made_in: OnceLock<String>,
    is_recorded: AtomicBool,
    /// Whether it is told how the arguments were read.
    is_read: AtomicBool,
    /// The event of a recovery, until it is known whether anything runs.
    recovered: Mutex<Option<RecoveredEvent>>,
    /// Known sensitive values: of the conversation, of the call, and from the host.
    secrets: Mutex<Secrets>,
}

impl JournalHandle {
    pub(super) fn new(turn: Option<String>, principal: Principal, facts: &CallFacts) -> Self {
        Self {
            turn,
            principal,
            call_id: id_to_keep(&facts.call_id),
            called: facts.tool.clone(),
            began: Instant::now(),
            known: Arc::new(Known {
                made_in: OnceLock::new(),
                is_recorded: AtomicBool::new(false),
                is_read: AtomicBool::new(false),
                recovered: Mutex::new(None),
                secrets: Mutex::new(facts.secrets.clone()),
            }),
        }
    }

    /// Resumes a stored call: its events stay in the turn of the model's call.
    pub(in super::super) fn go_on(&self, stored: &CallNotes) {
        self.go_on_in(stored.turn.as_deref());
    }

    /// The call was made in this turn, which the user's next message may have ended.
    pub(in super::super) fn go_on_in(&self, turn: Option<&str>) {
        if let Some(made_in) = turn {
            self.known.made_in.get_or_init(|| made_in.to_owned());
        }
    }

    /// The id of the call's turn in the journal.
    pub(in super::super) fn turn(&self) -> Option<&str> {
        self.known.made_in.get().or(self.turn.as_ref()).map(String::as_str)
    }

    /// Microseconds since the call began.
    pub(in super::super) fn elapsed_us(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// The call is stored: from now on the journal records it itself.
    pub(in super::super) fn note_recorded(&self) {
        self.known.is_recorded.store(true, Ordering::Relaxed);
    }

    /// Whether it is not told yet how the arguments were read; it is from now on.
    pub(super) fn is_first_reading(&self) -> bool {
        !self.known.is_read.swap(true, Ordering::Relaxed)
    }

    /// Hides the values of these parameters, from any source. `arguments` is a JSON text.
    pub(in super::super) fn hide(&self, arguments: &str, sensitive: &[&str]) {
        if !sensitive.is_empty() {
            let sensitive: Vec<_> = sensitive.iter().map(|name| (*name).to_owned()).collect();
            self.lock().learn(&mask(arguments, &sensitive).1);
        }
    }

    /// Hides these values in all that is recorded of the call.
    pub(in super::super) fn hide_values(&self, secrets: &Secrets) {
        self.lock().learn(secrets);
    }

    /// Sensitive values of the call that it is taken for.
    pub(super) fn learn(&self, secrets: &Secrets) {
        self.lock().learn(secrets);
    }

    pub(super) fn note_recovered(&self, event: RecoveredEvent) {
        *self.known.recovered.lock().unwrap_or_else(PoisonError::into_inner) = Some(event);
    }

    /// The event of the recovery, once.
    pub(super) fn take_recovered(&self) -> Option<RecoveredEvent> {
        self.known.recovered.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Sensitive values that are known by now.
    pub(in super::super) fn secrets(&self) -> Secrets {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Secrets> {
        // The list is always consistent, so a panic in another holder leaves nothing half done.
        self.known.secrets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_recorded(&self) -> bool {
        self.known.is_recorded.load(Ordering::Relaxed)
    }
}
