//! The rules for every store of pending calls, one function each, all in [`RULES`].
//!
//! A test of an implementation is one line. Each rule gets a new, empty store. A failure names its rule:
//!
//! ```
//! use hpd_journal::pending::MemoryStore;
//! use hpd_journal::testing::store_kit::pending_store;
//!
//! pending_store(MemoryStore::new);
//! ```
//!
//! Some rules run many threads on one call. If the store's futures need a runtime, use [`pending_store_on`]:
//!
//! ```
//! use hpd_journal::pending::MemoryStore;
//! use hpd_journal::testing::store_kit::pending_store_on;
//!
//! let runtime = tokio::runtime::Builder::new_multi_thread().build().unwrap();
//! pending_store_on(MemoryStore::new, |future| runtime.block_on(future));
//! ```

mod decide;
mod insert;
mod list;
mod model;
mod operation;
mod person;
mod race;
mod records;
mod run;
mod sample;
mod sequence;
mod time;
mod under_test;

use std::fmt;

use crate::pending::PendingStore;
use futures_util::future::LocalBoxFuture;

use decide::{
    another_answer_is_a_conflict, each_verdict_makes_its_transition, nothing_is_decided_after_its_time,
    the_same_answer_is_repeated, the_third_wrong_phrase_rejects,
};
use insert::{
    a_call_is_found_as_it_was_inserted, an_id_is_inserted_once, calls_that_are_over_do_not_count,
    no_more_are_open_than_may, only_new_calls_are_inserted, what_is_not_there_is_not_found,
};
use list::{
    a_step_changes_one_call, calls_are_listed_by_age, calls_are_listed_by_principal_tool_and_time,
    calls_are_listed_by_session_and_state,
};
pub use operation::StoreOperation;
use person::the_person_who_decided_is_kept;
use race::{
    a_call_is_cancelled_or_claimed, many_inserts_keep_to_the_limit, one_of_many_claims_wins,
    one_of_many_decisions_is_made, one_of_many_inserts_wins, one_of_many_results_is_kept,
    wrong_phrases_at_once_are_all_counted,
};
pub(super) use records::{keeps_records, owner, record};
use records::{
    one_of_many_session_records_is_written, session_records_are_of_their_owners,
    session_records_have_revisions,
};
use run::{
    a_call_ends_in_a_result_only, a_call_that_runs_is_finished_once, an_approved_call_is_claimed_once,
    nothing_is_claimed_after_its_time, only_approved_calls_are_claimed, only_calls_that_run_are_finished,
};
pub use sample::sample_call;
use sequence::any_order_of_steps;
pub use sequence::check_operations;
use time::{
    calls_expire_at_their_time, calls_that_run_are_unknown_after_their_lease, what_is_done_with_stays,
};
pub(super) use under_test::{BlockOn, failure, same, same_call, word};
pub use under_test::{RuleResult, StoreUnderTest};

/// A rule of [`PendingStore`].
#[derive(Clone, Copy)]
pub struct StoreRule {
    /// The rule: the name of the function that checks it.
    pub name: &'static str,
    /// Checks the rule on a store that is empty at the start.
    pub check: for<'a> fn(&'a StoreUnderTest<'a>) -> LocalBoxFuture<'a, RuleResult>,
}

/// A rule that a store breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenRule {
    /// The rule's name.
    pub rule: &'static str,
    /// The store's behaviour.
    pub found: String,
}

impl fmt::Display for BrokenRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.found)
    }
}

impl std::error::Error for BrokenRule {}

macro_rules! rules {
    ($($name:ident)*) => {
        &[$(StoreRule { name: stringify!($name), check: |store| Box::pin($name(store)) }),*]
    };
}

/// All rules.
pub const RULES: &[StoreRule] = rules![
    a_call_is_found_as_it_was_inserted
    what_is_not_there_is_not_found
    an_id_is_inserted_once
    only_new_calls_are_inserted
    no_more_are_open_than_may
    calls_that_are_over_do_not_count
    each_verdict_makes_its_transition
    the_same_answer_is_repeated
    another_answer_is_a_conflict
    the_third_wrong_phrase_rejects
    nothing_is_decided_after_its_time
    the_person_who_decided_is_kept
    an_approved_call_is_claimed_once
    only_approved_calls_are_claimed
    nothing_is_claimed_after_its_time
    a_call_that_runs_is_finished_once
    only_calls_that_run_are_finished
    a_call_ends_in_a_result_only
    calls_expire_at_their_time
    calls_that_run_are_unknown_after_their_lease
    what_is_done_with_stays
    calls_are_listed_by_age
    calls_are_listed_by_session_and_state
    calls_are_listed_by_principal_tool_and_time
    a_step_changes_one_call
    one_of_many_inserts_wins
    many_inserts_keep_to_the_limit
    one_of_many_decisions_is_made
    wrong_phrases_at_once_are_all_counted
    one_of_many_claims_wins
    a_call_is_cancelled_or_claimed
    one_of_many_results_is_kept
    session_records_have_revisions
    session_records_are_of_their_owners
    one_of_many_session_records_is_written
    any_order_of_steps
];

/// Checks a store against all [`RULES`]. `make` creates an empty store whose futures need no runtime.
///
/// # Panics
///
/// The store breaks rules. The message names each rule and the store's behaviour.
pub fn pending_store<S: PendingStore>(make: impl Fn() -> S) {
    pending_store_on(make, |future| futures_executor::block_on(future));
}

/// As [`pending_store`], for stores whose futures need a runtime: `block_on` drives a future to its end, on any thread.
///
/// # Panics
///
/// As [`pending_store`].
pub fn pending_store_on<S: PendingStore>(
    make: impl Fn() -> S,
    block_on: impl Fn(LocalBoxFuture<'_, ()>) + Sync,
) {
    let broken = check_pending_store(make, block_on);
    let list: Vec<_> = broken.iter().map(|rule| format!("\n- {rule}")).collect();
    assert!(broken.is_empty(), "the store of pending calls breaks {} rules:{}", broken.len(), list.concat());
}

/// As [`pending_store_on`], but returns the rules that the store breaks, in the order of [`RULES`], instead of
/// panicking.
pub fn check_pending_store<S: PendingStore>(
    make: impl Fn() -> S,
    block_on: impl Fn(LocalBoxFuture<'_, ()>) + Sync,
) -> Vec<BrokenRule> {
    let broken = RULES.iter().filter_map(|rule| {
        let store = make();
        let test = StoreUnderTest::new(&store, &block_on);
        let found = test.block_on((rule.check)(&test)).err()?;
        Some(BrokenRule { rule: rule.name, found })
    });
    broken.collect()
}
