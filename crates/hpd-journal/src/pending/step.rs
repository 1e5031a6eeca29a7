//! The steps of a pending call. A store reads a call, takes a step, and writes the call if its row has not changed
//! since.

use super::{CallState, Decided, DecidedBy, PendingCall, PendingVerdict, StoredOutcome};
use crate::system::Timestamp;

impl PendingVerdict {
    /// Whether this repeats the earlier answer. An approval repeats itself even if the call was blocked afterwards. A
    /// wrong phrase never repeats: each one is a new try.
    fn repeats(&self, before: &Self) -> bool {
        match (self, before) {
            (Self::WrongPhrase, _) => false,
            (Self::Approved, Self::Blocked) => true,
            _ => self == before,
        }
    }
}

/// The steps, for stores. They touch nothing but the call; a `bool` says whether the step was taken.
impl PendingCall {
    /// Whether the call may be inserted: pending or approved, without a wrong phrase, a verdict, a run or an end.
    pub fn is_new(&self) -> bool {
        self.state.is_open()
            && self.tries == 0
            && self.verdict.is_none()
            && self.lease.is_none()
            && self.outcome.is_none()
    }

    /// The state that the call has at this moment if no step is taken before. The call itself stays unchanged. Pending
    /// and approved calls expire. A running call becomes unknown after its lease.
    pub fn state_at(&self, now: Timestamp) -> CallState {
        match (self.over_at(), self.state) {
            (Some(end), CallState::Executing) if end <= now => CallState::Unknown,
            (Some(end), _) if end <= now => CallState::Expired,
            (_, state) => state,
        }
    }

    /// When the time of the call is over, if it is pending, approved or running: from then on it is in another
    /// [state](Self::state_at). `None` for a call that ended.
    pub fn over_at(&self) -> Option<Timestamp> {
        match self.state {
            CallState::Executing => self.lease,
            state if state.is_open() => Some(self.expires),
            _ => None,
        }
    }

    /// Ends the call if its time is over at this moment. Returns whether the state changed.
    pub fn end_if_over(&mut self, now: Timestamp) -> bool {
        let before = self.state;
        self.state = self.state_at(now);
        before != self.state
    }

    /// Gives a verdict. Write the returned call even after a conflict: its state may have become expired.
    #[must_use]
    pub fn decided(self, verdict: PendingVerdict, now: Timestamp) -> Decided {
        self.with_verdict(verdict, None, now)
    }

    /// Gives a verdict, as [`decided`](Self::decided) does, and keeps the person if the verdict ended the question.
    #[must_use]
    pub fn with_verdict(mut self, verdict: PendingVerdict, by: Option<DecidedBy>, now: Timestamp) -> Decided {
        if self.state.is_open() && self.end_if_over(now) {
            return Decided::Conflict(self);
        }
        let Some(next) = self.state.after(&verdict, self.tries) else {
            let is_repeated = self.state != CallState::Expired
                && self.verdict.as_ref().is_some_and(|before| verdict.repeats(before));
            return if is_repeated { Decided::Repeated(self) } else { Decided::Conflict(self) };
        };
        if verdict == PendingVerdict::WrongPhrase {
            self.tries = self.tries.saturating_add(1);
        }
        if next != self.state {
            self.verdict = Some(verdict);
            // A later verdict of the program, such as a block, keeps the person who approved.
            self.decided_by = by.or(self.decided_by);
        }
        self.state = next;
        Decided::Done(self)
    }

    /// Takes the call to run it. Returns `false` if the call is not approved, or if its time is over. In the second
    /// case, the call becomes expired.
    pub fn claim(&mut self, now: Timestamp, lease: Timestamp) -> bool {
        if self.state != CallState::Approved || self.end_if_over(now) {
            return false;
        }
        self.state = CallState::Executing;
        self.lease = Some(lease);
        self.notes.claimed = Some(now);
        true
    }

    /// Reports the end of a running call: succeeded, failed or unknown.
    pub fn finish(&mut self, state: CallState, outcome: StoredOutcome) -> bool {
        if self.state != CallState::Executing || !state.is_result() {
            return false;
        }
        self.state = state;
        self.outcome = Some(outcome);
        true
    }
}

#[cfg(test)]
mod tests;
