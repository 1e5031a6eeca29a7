//! A reference model of a store: its documentation as plain code, without threads, futures and calls.

use std::collections::BTreeMap;

use super::StoreOperation;
use super::sequence::{MAX_OPEN, describe_parts, id_of, ticks_after};
use crate::pending::{CallState, PendingVerdict};
use crate::system::Timestamp;

use CallState::{Approved, AwaitingApproval, Blocked, Cancelled, Executing, Expired, NeedsInput, Rejected};

#[derive(Default)]
pub(super) struct Model {
    now: Timestamp,
    calls: BTreeMap<u8, Known>,
}

struct Known {
    state: CallState,
    created: Timestamp,
    expires: Timestamp,
    tries: u8,
    answer: Option<PendingVerdict>,
    lease: Option<Timestamp>,
    outcome: Option<&'static str>,
}

impl Known {
    const fn is_open(&self) -> bool {
        matches!(self.state, NeedsInput | AwaitingApproval | Approved)
    }

    fn expire(&mut self, now: Timestamp) -> bool {
        let is_over = self.is_open() && now >= self.expires;
        if is_over {
            self.state = Expired;
        }
        is_over
    }

    fn decide(&mut self, verdict: &PendingVerdict, now: Timestamp) -> &'static str {
        if self.expire(now) {
            return "conflict";
        }
        let waits = self.state == AwaitingApproval;
        let next = match verdict {
            PendingVerdict::Approved if waits => Approved,
            PendingVerdict::Rejected if waits => Rejected,
            PendingVerdict::WrongPhrase if waits && self.tries < 2 => {
                self.tries += 1;
                return "done";
            }
            PendingVerdict::WrongPhrase if waits => {
                self.tries += 1;
                Rejected
            }
            PendingVerdict::Blocked if self.state == Approved => Blocked,
            PendingVerdict::Cancelled | PendingVerdict::Replaced { .. } if self.is_open() => Cancelled,
            _ => return self.answer_again(verdict),
        };
        self.state = next;
        self.answer = Some(verdict.clone());
        "done"
    }

    fn answer_again(&self, verdict: &PendingVerdict) -> &'static str {
        let is_same = self.answer.as_ref() == Some(verdict)
            || (*verdict == PendingVerdict::Approved && self.answer == Some(PendingVerdict::Blocked));
        if is_same && *verdict != PendingVerdict::WrongPhrase && self.state != Expired {
            "repeated"
        } else {
            "conflict"
        }
    }
}

impl Model {
    pub(super) const fn now(&self) -> Timestamp {
        self.now
    }

    pub(super) fn operate(&mut self, operation: &StoreOperation) -> String {
        let now = self.now;
        match operation {
            StoreOperation::Insert { call, state, lives } => self.insert(*call, *state, *lives).to_owned(),
            StoreOperation::Decide { call, verdict } => match self.calls.get_mut(call) {
                Some(known) => {
                    let answer = known.decide(verdict, now);
                    format!("{answer}: {}", known.state)
                }
                None => "missing".to_owned(),
            },
            StoreOperation::Claim { call, lease } => {
                let claimed = self.calls.get_mut(call).is_some_and(|known| {
                    let may = known.state == Approved && !known.expire(now);
                    if may {
                        known.state = Executing;
                        known.lease = Some(ticks_after(now, *lease));
                    }
                    may
                });
                if claimed { "claimed" } else { "not claimed" }.to_owned()
            }
            StoreOperation::Finish { call, state } => {
                let is_result =
                    matches!(state, CallState::Succeeded | CallState::Failed | CallState::Unknown);
                match self.calls.get_mut(call).filter(|known| is_result && known.state == Executing) {
                    Some(known) => {
                        known.state = *state;
                        known.outcome = Some(state.as_str());
                        "finished".to_owned()
                    }
                    None => "not finished".to_owned(),
                }
            }
            StoreOperation::Expire => self.expire(),
            StoreOperation::Clock { to } => {
                self.now = Timestamp::from_millis(u64::from(*to));
                String::new()
            }
        }
    }

    fn insert(&mut self, number: u8, state: CallState, lives: u8) -> &'static str {
        if !matches!(state, NeedsInput | AwaitingApproval | Approved) {
            return "not new";
        }
        if self.calls.contains_key(&number) {
            return "exists";
        }
        let now = self.now;
        let mut open = 0;
        for (_, known) in self.calls.iter_mut().filter(|(other, _)| *other % 2 == number % 2) {
            known.expire(now);
            open += usize::from(known.is_open());
        }
        if open >= MAX_OPEN {
            return "too many";
        }
        let expires = ticks_after(now, lives);
        let known =
            Known { state, created: now, expires, tries: 0, answer: None, lease: None, outcome: None };
        self.calls.insert(number, known);
        "inserted"
    }

    fn expire(&mut self) -> String {
        let now = self.now;
        let mut ended = Vec::new();
        for (number, known) in &mut self.calls {
            let crashed = known.state == Executing && known.lease.is_some_and(|lease| now >= lease);
            if crashed {
                known.state = CallState::Unknown;
            }
            if crashed || known.expire(now) {
                ended.push((known.created, *number, known.state));
            }
        }
        ended.sort_by_key(|(created, number, _)| (*created, *number));
        let ended: Vec<_> = ended.into_iter().map(|(_, number, state)| (id_of(number), state)).collect();
        format!("{ended:?}")
    }

    /// All calls, as a list must show them.
    pub(super) fn describe(&self) -> Vec<String> {
        let mut calls: Vec<_> = self.calls.iter().collect();
        calls.sort_by_key(|(number, known)| (known.created, **number));
        calls
            .into_iter()
            .map(|(number, known)| {
                let Known { state, tries, answer, lease, outcome, .. } = known;
                describe_parts(&id_of(*number), *state, *tries, answer.as_ref(), *lease, *outcome)
            })
            .collect()
    }
}
