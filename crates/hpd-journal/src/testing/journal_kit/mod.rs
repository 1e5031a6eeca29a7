//! The rules for every journal, one function each, all in [`RULES`].
//! [`pending_store`](super::store_kit::pending_store) checks a journal's role as a store of pending calls.
//!
//! A test of an implementation is one line. Each rule gets a new, empty journal. A failure names its rule:
//!
//! ```
//! use hpd_journal::journal::MemoryJournal;
//! use hpd_journal::testing::journal_kit::journal;
//!
//! journal(MemoryJournal::new);
//! ```
//!
//! The journal's clock must show a moment later than 10,000 seconds after the Unix epoch, as all clocks of today do. If
//! the journal's futures need a runtime, use [`journal_on`].

mod broadcast;
mod compact;
mod erase;
mod filters;
mod future;
mod kinds;
mod missing;
mod numbers;
mod prune;
mod records;
mod results;
mod sample;
mod secrets;
mod sessions;
mod slices;
mod steps;
mod table;
mod under_test;
mod verify;
mod windows;

use crate::journal::Journal;
use crate::testing::store_kit::{BrokenRule, RuleResult};
use futures_util::future::LocalBoxFuture;

use broadcast::{events_are_published_after_they_are_written, events_are_published_in_their_order};
use compact::a_journal_is_the_same_after_its_files_became_smaller;
use erase::{
    a_session_is_erased, a_turn_is_erased, calls_that_wait_are_cancelled_before_they_are_erased,
    the_query_of_a_turn_is_erased, what_is_erased_once_is_not_erased_again,
    what_was_before_a_moment_is_erased,
};
use filters::filters_take_what_they_say;
use future::{
    an_entry_from_the_future_is_erased_with_the_next_one,
    an_entry_from_the_future_is_removed_with_the_next_one, an_entry_from_the_future_stays_with_a_young_one,
};
use missing::what_became_of_missing_events_is_known;
use numbers::{
    events_are_numbered_without_gaps, events_are_read_as_they_were_written,
    events_of_many_at_once_are_numbered_without_gaps, tools_are_registered_again_and_again,
    what_is_posted_comes_before_what_is_written_later,
};
use prune::{
    calls_are_removed_with_their_entries, calls_that_were_done_with_are_removed,
    entries_up_to_a_number_are_removed, nothing_behind_a_later_entry_is_removed,
    numbers_go_on_after_entries_were_removed, the_oldest_entries_are_removed,
};
use records::{old_session_records_are_removed, session_records_are_erased_with_their_session};
use results::{
    long_results_are_erased_with_their_session, long_results_are_of_their_owners,
    old_long_results_are_removed,
};
#[cfg(test)]
pub(crate) use sample::call;
pub use sample::sample_event;
use secrets::{sensitive_values_reach_what_runs, sensitive_values_stand_nowhere};
use sessions::sessions_are_listed;
use slices::{others_change_a_journal_between_slices, slices_find_what_the_whole_finds};
use steps::{
    a_step_of_many_at_once_is_told_once, a_step_that_is_not_taken_tells_nothing, each_step_tells_its_events,
};
pub use under_test::JournalUnderTest;
use verify::{a_journal_that_nobody_touched_is_whole, another_head_is_found};
use windows::windows_take_what_they_say;

/// A rule of [`Journal`].
#[derive(Clone, Copy)]
pub struct JournalRule {
    /// The rule: the name of the function that checks it.
    pub name: &'static str,
    /// Checks the rule on a journal that is empty at the start.
    pub check: for<'a> fn(&'a JournalUnderTest<'a>) -> LocalBoxFuture<'a, RuleResult>,
}

macro_rules! rules {
    ($($name:ident)*) => {
        &[$(JournalRule { name: stringify!($name), check: |journal| Box::pin($name(journal)) }),*]
    };
}

/// All rules.
pub const RULES: &[JournalRule] = rules![
    events_are_read_as_they_were_written
    events_are_numbered_without_gaps
    events_of_many_at_once_are_numbered_without_gaps
    what_is_posted_comes_before_what_is_written_later
    filters_take_what_they_say
    windows_take_what_they_say
    sessions_are_listed
    what_became_of_missing_events_is_known
    each_step_tells_its_events
    a_step_that_is_not_taken_tells_nothing
    a_step_of_many_at_once_is_told_once
    events_are_published_in_their_order
    events_are_published_after_they_are_written
    sensitive_values_stand_nowhere
    sensitive_values_reach_what_runs
    a_journal_that_nobody_touched_is_whole
    another_head_is_found
    slices_find_what_the_whole_finds
    others_change_a_journal_between_slices
    a_session_is_erased
    a_turn_is_erased
    the_query_of_a_turn_is_erased
    what_was_before_a_moment_is_erased
    calls_that_wait_are_cancelled_before_they_are_erased
    what_is_erased_once_is_not_erased_again
    the_oldest_entries_are_removed
    nothing_behind_a_later_entry_is_removed
    numbers_go_on_after_entries_were_removed
    calls_that_were_done_with_are_removed
    entries_up_to_a_number_are_removed
    calls_are_removed_with_their_entries
    an_entry_from_the_future_is_removed_with_the_next_one
    an_entry_from_the_future_stays_with_a_young_one
    an_entry_from_the_future_is_erased_with_the_next_one
    a_journal_is_the_same_after_its_files_became_smaller
    session_records_are_erased_with_their_session
    old_session_records_are_removed
    long_results_are_of_their_owners
    long_results_are_erased_with_their_session
    old_long_results_are_removed
    tools_are_registered_again_and_again
];

/// Checks a journal against all [`RULES`]. `make` creates an empty journal whose futures need no runtime.
///
/// # Panics
///
/// The journal breaks rules. The message names each rule and the journal's behaviour.
pub fn journal<J: Journal>(make: impl Fn() -> J) {
    journal_on(make, |future| futures_executor::block_on(future));
}

/// As [`journal`], for journals whose futures need a runtime: `block_on` drives a future to its end, on any thread.
///
/// # Panics
///
/// As [`journal`].
pub fn journal_on<J: Journal>(make: impl Fn() -> J, block_on: impl Fn(LocalBoxFuture<'_, ()>) + Sync) {
    let broken = check_journal(make, block_on);
    let list: Vec<_> = broken.iter().map(|rule| format!("\n- {rule}")).collect();
    assert!(broken.is_empty(), "the journal breaks {} rules:{}", broken.len(), list.concat());
}

/// As [`journal_on`], but returns the rules that the journal breaks, in the order of [`RULES`], instead of panicking.
pub fn check_journal<J: Journal>(
    make: impl Fn() -> J,
    block_on: impl Fn(LocalBoxFuture<'_, ()>) + Sync,
) -> Vec<BrokenRule> {
    let broken = RULES.iter().filter_map(|rule| {
        let journal = make();
        let test = JournalUnderTest::new(&journal, &block_on);
        let found = test.block_on((rule.check)(&test)).err()?;
        Some(BrokenRule { rule: rule.name, found })
    });
    broken.collect()
}
