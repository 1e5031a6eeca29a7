//! Conditions that must hold after each kill.

use std::collections::BTreeMap;

use hpd_host::approval::{CallState, PendingCall, PendingId, PendingVerdict};

use crate::found::Found;
use crate::promises::Promises;
use crate::told::{may_be_told_without_row, must_be_told, told};

/// The promises of a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Contract {
    /// No call has its effect twice, and none that was not taken to run has one.
    OneEffect,
    /// Stored calls and decisions stay.
    NothingLost,
    /// No success is reported without its row, and no row has a success without its effect.
    NoSuccessAlone,
    /// A call that is found running is unknown.
    FoundRunningIsUnknown,
    /// Numbers have no gaps.
    NoGaps,
    /// The chain is whole.
    ChainWhole,
    /// The events of each call match its end.
    EventsMatch,
}

/// Something that does not hold.
#[derive(Debug, Clone)]
pub(crate) struct Violation {
    pub(crate) contract: Contract,
    pub(crate) what: String,
}

/// Looks for broken promises.
pub(crate) fn check(found: &Found, promises: &Promises) -> Vec<Violation> {
    let mut check = Check { found, promises, violations: Vec::new() };
    check.effects();
    check.promised();
    check.successes();
    check.found_running();
    check.without_promises();
    check.violations
}

/// The same without promises: the contents are consistent.
pub(crate) fn check_alone(found: &Found) -> Vec<Violation> {
    let mut check = Check { found, promises: &Promises::default(), violations: Vec::new() };
    check.without_promises();
    check.violations
}

struct Check<'a> {
    found: &'a Found,
    promises: &'a Promises,
    violations: Vec<Violation>,
}

impl Check<'_> {
    fn without_promises(&mut self) {
        self.numbers();
        self.chain();
        self.events();
    }

    fn expect(&mut self, contract: Contract, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.violations.push(Violation { contract, what: what() });
        }
    }

    fn effects(&mut self) {
        let contract = Contract::OneEffect;
        for (key, count) in &self.found.effects {
            self.expect(contract, *count == 1, || format!("{key} had its effect {count} times"));
            let row = self.found.row(&PendingId::new(&**key));
            let was_taken = row.is_some_and(|row| row.lease.is_some());
            self.expect(contract, was_taken, || format!("{key} had its effect, and was not taken to run"));
        }
    }

    fn promised(&mut self) {
        let promises = self.promises;
        for id in &promises.inserted {
            self.expect_row(id, "inserted", |_| true);
        }
        for (id, verdict) in &promises.decided {
            self.expect_row(id, "decided", |row| row.verdict.as_ref() == Some(verdict));
        }
        for id in &promises.claimed {
            self.expect_row(id, "claimed", |row| row.lease.is_some());
        }
        for (id, state) in &promises.finished {
            self.expect_row(id, "finished", |row| row.state == *state);
        }
        for id in &promises.resumed {
            let is_done =
                |row: &PendingCall| row.verdict == Some(PendingVerdict::Approved) && row.lease.is_some();
            self.expect_row(id, "resumed", is_done);
        }
    }

    fn expect_row(&mut self, id: &PendingId, step: &str, holds: impl FnOnce(&PendingCall) -> bool) {
        let row = self.found.row(id);
        let is_right = row.is_some_and(holds);
        self.expect(Contract::NothingLost, is_right, || format!("{id} was {step}, and is {row:?}"));
    }

    fn successes(&mut self) {
        let contract = Contract::NoSuccessAlone;
        for call in self.promises.successes.iter().filter(|call| !call.ends_with("-look")) {
            let has_row = self.found.in_state(CallState::Succeeded).any(|row| row.sent.id == *call);
            self.expect(contract, has_row, || format!("{call} was called a success, and is none"));
        }
        for row in self.found.in_state(CallState::Succeeded) {
            let effects = self.found.effects_of(row);
            self.expect(contract, effects == 1, || format!("{row:?} succeeded, and had {effects} effects"));
        }
    }

    fn found_running(&mut self) {
        for id in &self.promises.unknown {
            let state = self.found.row(id).map(|row| row.state);
            let is_unknown = state == Some(CallState::Unknown);
            self.expect(Contract::FoundRunningIsUnknown, is_unknown, || {
                format!("{id} was found running, and is {state:?}")
            });
        }
    }

    /// Erased entries are not read; they keep their numbers.
    fn numbers(&mut self) {
        let erased = self.found.erased();
        let mut numbers: Vec<_> = self.found.events.iter().map(|record| record.entry).collect();
        numbers.extend(&erased);
        numbers.sort_unstable();
        let all: Vec<_> = (1..=self.found.verification.entries).collect();
        self.expect(Contract::NoGaps, numbers == all, || format!("these are the entries: {numbers:?}"));
        let mut last = BTreeMap::<&str, u64>::new();
        for record in &self.found.events {
            let before = last.insert(&record.session, record.seq).unwrap_or_default();
            let (entry, seq) = (record.entry, record.seq);
            self.expect(Contract::NoGaps, seq > before, || {
                format!("entry {entry} is number {seq} of its session, after {before}")
            });
        }
        let (of_sessions, in_all) = (last.values().sum::<u64>(), self.found.head.number);
        // The last entry of a session may be erased.
        let fits = (of_sessions..=of_sessions + erased.len() as u64).contains(&in_all);
        self.expect(Contract::NoGaps, fits, || {
            format!("all sessions together have {of_sessions} entries of {in_all}")
        });
    }

    fn chain(&mut self) {
        let verification = &self.found.verification;
        self.expect(Contract::ChainWhole, verification.is_whole(), || format!("{verification:?}"));
        let (entries, last) = (verification.entries, self.found.head.number);
        self.expect(Contract::ChainWhole, entries == last, || format!("{entries} entries end with {last}"));
    }

    fn events(&mut self) {
        let contract = Contract::EventsMatch;
        let mut told = told(&self.found.events);
        for row in &self.found.rows {
            let of_row = told.remove(&*row.sent.id).unwrap_or_default();
            let expected = must_be_told(row);
            self.expect(contract, of_row == expected, || {
                format!("of {row:?} is told {of_row:?} and not {expected:?}")
            });
        }
        for (call, of_call) in told {
            let may_be = may_be_told_without_row(&of_call);
            self.expect(contract, may_be, || format!("of {call}, which has no row, is told {of_call:?}"));
        }
    }
}
