//! The journal in memory keeps every rule of the kit, and the kit names the rules that broken journals break.

use hpd_host::journal::{ChainKey, JournalOptions, MemoryJournal};
use hpd_host::testing::journal_kit::journal;
use hpd_host::testing::journal_kit::{RULES, check_journal, journal_on};
use hpd_host::testing::store_kit::pending_store;

use crate::journal::broken::{Broken, Fault};

#[test]
fn the_journal_in_memory_keeps_all_rules() {
    journal(MemoryJournal::new);
}

#[test]
fn the_journal_in_memory_keeps_all_rules_with_a_key() {
    let options = || JournalOptions { key: Some(ChainKey::new([7; 32])), ..JournalOptions::default() };
    journal(|| MemoryJournal::with_options(options()));
}

#[test]
fn the_journal_in_memory_is_a_store_of_pending_calls() {
    pending_store(MemoryJournal::new);
}

#[test]
fn the_kit_runs_on_a_runtime() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
    journal_on(MemoryJournal::new, |future| runtime.block_on(future));
}

/// The rules that a journal with this fault breaks, and the finding of the first one.
fn broken(fault: Fault) -> (Vec<&'static str>, String) {
    let broken = check_journal(|| Broken::new(fault), |future| futures_executor::block_on(future));
    let first = broken.first().map(|rule| rule.found.clone()).unwrap_or_default();
    (broken.into_iter().map(|rule| rule.rule).collect(), first)
}

#[test]
fn a_journal_with_gaps_in_its_numbers() {
    let (rules, first) = broken(Fault::SkipsNumbers);
    assert_eq!(
        rules,
        [
            "events_are_numbered_without_gaps",
            "events_of_many_at_once_are_numbered_without_gaps",
            "filters_take_what_they_say",
            "events_are_published_in_their_order",
            "events_are_published_after_they_are_written",
            "a_session_is_erased",
            "numbers_go_on_after_entries_were_removed"
        ]
    );
    assert_eq!(first, r#"the numbers, number 1: (1, "one", 2), not (1, "one", 1)"#);
}

#[test]
fn a_journal_that_begins_again_once_entries_were_removed() {
    let (rules, first) = broken(Fault::BeginsAgain);
    assert_eq!(rules, ["numbers_go_on_after_entries_were_removed"]);
    assert_eq!(first, "the next numbers: [(5, 1)], not [(5, 4)]");
}

#[test]
fn a_journal_that_forgets_what_is_posted() {
    let (rules, first) = broken(Fault::ForgetsPosted);
    assert_eq!(
        rules,
        [
            "events_of_many_at_once_are_numbered_without_gaps",
            "what_is_posted_comes_before_what_is_written_later"
        ]
    );
    assert_eq!(first, "the numbers in the journal, number 130: nothing, not 130");
}

#[test]
fn a_journal_that_reads_a_moment_too_long() {
    let (rules, first) = broken(Fault::ReadsTooLong);
    assert_eq!(rules, ["filters_take_what_they_say", "windows_take_what_they_say"]);
    assert_eq!(
        first,
        "the entries for EventFilter { session: None, turn: None, call_id: None, calls: {}, tool: None, principal: None, tenant: None, after_seq: Some(0), before_seq: None, after_entry: None, before_entry: None, from: None, until: Some(Timestamp(1024)), kinds: [], limit: None, newest: false, outline: false }: [1, 2, 3, 4, 7, 8, 9, 12, 13, 14, 17, 18, 19, 22, 23, 24, 25, 27, 28, 29, 30, 32, 33, 34, 35], not [1, 2, 3, 4, 7, 8, 9, 12, 13, 14, 17, 18, 19, 22, 23, 24, 27, 28, 29, 30, 32, 33, 34, 35]"
    );
}

#[test]
fn a_journal_that_counts_before_it_looks() {
    let (rules, first) = broken(Fault::LimitsFirst);
    assert_eq!(rules, ["filters_take_what_they_say", "windows_take_what_they_say", "sessions_are_listed"]);
    assert_eq!(
        first,
        r#"the entries for EventFilter { session: Some("s1"), turn: None, call_id: None, calls: {}, tool: None, principal: None, tenant: None, after_seq: None, before_seq: None, after_entry: None, before_entry: None, from: None, until: None, kinds: [], limit: Some(3), newest: false, outline: false }: [2], not [2, 5, 8]"#
    );
}

#[test]
fn a_journal_that_gives_the_first_for_the_newest() {
    let (rules, first) = broken(Fault::FirstForNewest);
    assert_eq!(rules, ["filters_take_what_they_say", "windows_take_what_they_say"]);
    assert_eq!(
        first,
        "the entries for EventFilter { session: None, turn: None, call_id: None, calls: {}, tool: None, principal: None, tenant: None, after_seq: None, before_seq: None, after_entry: None, before_entry: None, from: None, until: None, kinds: [], limit: Some(3), newest: true, outline: false }: [1, 2, 3], not [34, 35, 36]"
    );
}

#[test]
fn a_journal_that_loses_turns() {
    let (rules, first) = broken(Fault::LosesTurns);
    assert_eq!(
        rules,
        [
            "events_are_read_as_they_were_written",
            "events_of_many_at_once_are_numbered_without_gaps",
            "filters_take_what_they_say",
            "windows_take_what_they_say",
            "each_step_tells_its_events",
            "events_are_published_in_their_order",
            "events_are_published_after_they_are_written"
        ]
    );
    assert_eq!(
        first,
        r#"an event: NewEvent { session: "sé ssion😀'\"\\", turn: None, call_id: Some("call_1"), principal: None, tenant: Some("acme"), at: Timestamp(1767225600001), event: TurnStarted(TurnStartedEvent { query: None, channel: None }) }, not NewEvent { session: "sé ssion😀'\"\\", turn: Some("turn 1"), call_id: Some("call_1"), principal: None, tenant: Some("acme"), at: Timestamp(1767225600001), event: TurnStarted(TurnStartedEvent { query: None, channel: None }) }"#
    );
}

#[test]
fn a_journal_whose_steps_tell_nothing() {
    let (rules, first) = broken(Fault::TellsNothing);
    assert_eq!(
        rules,
        [
            "each_step_tells_its_events",
            "a_step_of_many_at_once_is_told_once",
            "events_are_published_in_their_order",
            "sensitive_values_stand_nowhere",
            "a_journal_that_nobody_touched_is_whole",
            "a_session_is_erased",
            "a_turn_is_erased",
            "what_was_before_a_moment_is_erased",
            "calls_that_wait_are_cancelled_before_they_are_erased",
            "calls_that_were_done_with_are_removed",
            "calls_are_removed_with_their_entries"
        ]
    );
    assert_eq!(
        first,
        r#"what step 0 of the table tells, number 1: nothing, not Object {"data": Object {"asks_user": Bool(true), "errors": Array [String("reason is required"), String("InvoiceId must be confirmed by the user")], "message": String("reason is required; InvoiceId must be confirmed by the user"), "missing_fields": Array [String("reason")], "status": String("blocked"), "tool": String("void_invoice")}, "type": String("write_validation")}"#
    );
}

#[test]
fn a_journal_that_tells_a_repeated_answer_again() {
    let (rules, first) = broken(Fault::TellsAgain);
    assert_eq!(rules, ["a_step_that_is_not_taken_tells_nothing", "a_step_of_many_at_once_is_told_once"]);
    assert_eq!(
        first,
        r#"what was told of a step that is not taken (repeated), number 1: Object {"data": Object {"pending_id": String("one"), "state": String("approved"), "tool": String("void_invoice"), "verdict": String("approved")}, "type": String("decision")}, not nothing"#
    );
}

#[test]
fn a_journal_that_nobody_hears_of() {
    let (rules, _) = broken(Fault::PublishesNothing);
    assert_eq!(
        rules,
        [
            "events_are_published_in_their_order",
            "events_are_published_after_they_are_written",
            "calls_that_wait_are_cancelled_before_they_are_erased"
        ]
    );
}

#[test]
fn a_journal_that_is_heard_of_before_it_is_written() {
    let (rules, _) = broken(Fault::PublishesFirst);
    assert_eq!(
        rules,
        [
            "events_are_published_in_their_order",
            "events_are_published_after_they_are_written",
            "calls_that_wait_are_cancelled_before_they_are_erased"
        ]
    );
}

#[test]
fn a_journal_that_is_heard_of_backwards() {
    let (rules, _) = broken(Fault::PublishesBackwards);
    assert_eq!(
        rules,
        ["events_are_published_in_their_order", "calls_that_wait_are_cancelled_before_they_are_erased"]
    );
}

#[test]
fn a_journal_that_keeps_sensitive_values() {
    let (rules, _) = broken(Fault::KeepsSecrets);
    assert_eq!(rules, ["sensitive_values_stand_nowhere", "sensitive_values_reach_what_runs"]);
}

#[test]
fn a_journal_that_loses_sensitive_values() {
    let (rules, _) = broken(Fault::LosesSecrets);
    assert_eq!(rules, ["sensitive_values_reach_what_runs"]);
}

#[test]
fn a_journal_that_erases_nothing() {
    let (rules, first) = broken(Fault::ErasesNothing);
    assert_eq!(
        rules,
        [
            "each_step_tells_its_events",
            "events_are_published_in_their_order",
            "a_session_is_erased",
            "a_turn_is_erased",
            "the_query_of_a_turn_is_erased",
            "what_was_before_a_moment_is_erased",
            "calls_that_wait_are_cancelled_before_they_are_erased",
            "what_is_erased_once_is_not_erased_again",
            "the_oldest_entries_are_removed",
            "an_entry_from_the_future_is_erased_with_the_next_one",
            "session_records_are_erased_with_their_session",
            "old_session_records_are_removed",
            "long_results_are_erased_with_their_session",
            "old_long_results_are_removed"
        ]
    );
    assert_eq!(first, r#"step 1 of the table: "exists", not "inserted""#);
}

#[test]
fn a_journal_that_erases_everything() {
    let (rules, first) = broken(Fault::ErasesAll);
    assert_eq!(
        rules,
        [
            "a_session_is_erased",
            "a_turn_is_erased",
            "the_query_of_a_turn_is_erased",
            "what_was_before_a_moment_is_erased",
            "what_is_erased_once_is_not_erased_again",
            "the_oldest_entries_are_removed",
            "an_entry_from_the_future_is_erased_with_the_next_one",
            "session_records_are_erased_with_their_session",
            "old_session_records_are_removed",
            "long_results_are_erased_with_their_session",
            "old_long_results_are_removed"
        ]
    );
    assert_eq!(first, r#"how many entries Session("one") erases: 11, not 5"#);
}

#[test]
fn a_journal_that_hides_what_was_erased() {
    let (rules, first) = broken(Fault::HidesErasures);
    assert_eq!(
        rules,
        [
            "events_are_read_as_they_were_written",
            "filters_take_what_they_say",
            "a_session_is_erased",
            "a_turn_is_erased",
            "the_query_of_a_turn_is_erased",
            "what_was_before_a_moment_is_erased",
            "calls_that_wait_are_cancelled_before_they_are_erased",
            "what_is_erased_once_is_not_erased_again",
            "the_oldest_entries_are_removed",
            "an_entry_from_the_future_is_erased_with_the_next_one",
            "session_records_are_erased_with_their_session",
            "long_results_are_erased_with_their_session"
        ]
    );
    assert_eq!(first, "the number of events: 18, not 19");
}

#[test]
fn a_journal_that_leaves_calls_that_wait() {
    let (rules, first) = broken(Fault::ErasesAround);
    assert_eq!(rules, ["each_step_tells_its_events", "calls_that_wait_are_cancelled_before_they_are_erased"]);
    assert_eq!(first, r#"step 1 of the table: "exists", not "inserted""#);
}

#[test]
fn a_journal_that_removes_too_much() {
    let (rules, first) = broken(Fault::PrunesTooMuch);
    assert_eq!(
        rules,
        [
            "the_oldest_entries_are_removed",
            "nothing_behind_a_later_entry_is_removed",
            "calls_that_were_done_with_are_removed",
            "old_session_records_are_removed"
        ]
    );
    assert_eq!(first, "how many are removed: 4, not 3");
}

#[test]
fn a_journal_that_removes_nothing() {
    let (rules, first) = broken(Fault::PrunesNothing);
    assert_eq!(
        rules,
        [
            "events_are_published_in_their_order",
            "the_oldest_entries_are_removed",
            "nothing_behind_a_later_entry_is_removed",
            "numbers_go_on_after_entries_were_removed",
            "calls_that_were_done_with_are_removed",
            "an_entry_from_the_future_is_removed_with_the_next_one",
            "an_entry_from_the_future_stays_with_a_young_one",
            "old_session_records_are_removed",
            "old_long_results_are_removed"
        ]
    );
    assert_eq!(first, r#"what was heard of an erasure and a removal, number 2: nothing, not "pruned""#);
}

#[test]
fn a_journal_that_removes_an_entry_too_much_by_number() {
    let (rules, first) = broken(Fault::PrunesFurther);
    assert_eq!(
        rules,
        [
            "entries_up_to_a_number_are_removed",
            "calls_are_removed_with_their_entries",
            "old_long_results_are_removed"
        ]
    );
    assert_eq!(first, "how many are removed up to none: 1, not 0");
}

#[test]
fn a_journal_whose_slices_never_end() {
    let (rules, first) = broken(Fault::NeverEnds);
    assert_eq!(rules, ["slices_find_what_the_whole_finds", "others_change_a_journal_between_slices"]);
    assert_eq!(
        first,
        "after 200 slices of 0 entries there are more: VerifyProgress { checked: 0, through: 0, head: 0, damage: [], .. }"
    );
}

#[test]
fn a_journal_that_trusts_any_head() {
    let (rules, first) = broken(Fault::TrustsHeads);
    assert_eq!(rules, ["another_head_is_found"]);
    assert_eq!(
        first,
        r#"the damage, with ChainHead { number: 1, hash: "1111111111111111111111111111111111111111111111111111111111111111" }: [], not [NotTheHead { entry: 1 }]"#
    );
}

#[test]
fn a_journal_without_a_head() {
    let (rules, first) = broken(Fault::HasNoHead);
    assert_eq!(
        rules,
        [
            "each_step_tells_its_events",
            "a_step_that_is_not_taken_tells_nothing",
            "a_journal_that_nobody_touched_is_whole",
            "a_session_is_erased",
            "a_turn_is_erased",
            "the_query_of_a_turn_is_erased",
            "what_was_before_a_moment_is_erased",
            "calls_that_wait_are_cancelled_before_they_are_erased",
            "what_is_erased_once_is_not_erased_again",
            "the_oldest_entries_are_removed",
            "an_entry_from_the_future_is_erased_with_the_next_one",
            "a_journal_is_the_same_after_its_files_became_smaller",
            "old_long_results_are_removed"
        ]
    );
    assert_eq!(
        first,
        r#"what step 1 of the table tells, number 1: Object {"data": Object {"entries": Array [Array [Number(1), Number(3)]], "reason": String("asked for")}, "type": String("erased")}, not Object {"data": Object {"fields_validated": Array [String("InvoiceId")], "status": String("passed"), "tool": String("void_invoice")}, "type": String("write_validation")}"#
    );
}

#[test]
fn a_journal_that_fails_breaks_every_rule() {
    let (rules, first) = broken(Fault::Fails);
    assert_eq!(rules, RULES.iter().map(|rule| rule.name).collect::<Vec<_>>());
    assert_eq!(first, "read: the store failed: no connection");
}

#[test]
fn the_kit_panics_with_every_broken_rule() {
    let panic = std::panic::catch_unwind(|| journal(|| Broken::new(Fault::PrunesTooMuch)));
    assert_eq!(
        *panic.unwrap_err().downcast::<String>().unwrap(),
        "the journal breaks 4 rules:\n\
        - the_oldest_entries_are_removed: how many are removed: 4, not 3\n\
        - nothing_behind_a_later_entry_is_removed: how many are removed: 4, not 1\n\
        - calls_that_were_done_with_are_removed: whether the call later is there: false, not true\n\
        - old_session_records_are_removed: the records after that: [Some(2), None, None, None], not [Some(2), None, None, Some(1)]"
    );
}
