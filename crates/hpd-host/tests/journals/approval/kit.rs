//! The store in memory keeps every rule of the kit, and the kit names the rules that broken stores break.

use hpd_host::approval::MemoryStore;
use hpd_host::testing::store_kit::pending_store;
use hpd_host::testing::store_kit::{RULES, check_pending_store, pending_store_on};

use crate::approval::broken::{Broken, Fault};

#[test]
fn the_store_in_memory_keeps_all_rules() {
    pending_store(MemoryStore::new);
}

#[test]
fn the_kit_runs_on_a_runtime() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
    pending_store_on(MemoryStore::new, |future| runtime.block_on(future));
}

/// The rules that a store with this fault breaks, and the finding of the first one.
fn broken(fault: Fault) -> (Vec<&'static str>, String) {
    let broken = check_pending_store(|| Broken::new(fault), |future| futures_executor::block_on(future));
    let first = broken.first().map(|rule| rule.found.clone()).unwrap_or_default();
    (broken.into_iter().map(|rule| rule.rule).collect(), first)
}

#[test]
fn a_store_that_writes_over_calls() {
    let (rules, first) = broken(Fault::InsertsOver);
    assert_eq!(rules, ["an_id_is_inserted_once", "one_of_many_inserts_wins", "any_order_of_steps"]);
    assert_eq!(first, r#"the second insert: "inserted", not "exists""#);
}

#[test]
fn a_store_without_a_limit() {
    let (rules, first) = broken(Fault::IgnoresLimit);
    assert_eq!(
        rules,
        [
            "no_more_are_open_than_may",
            "calls_that_are_over_do_not_count",
            "many_inserts_keep_to_the_limit",
            "any_order_of_steps"
        ]
    );
    assert_eq!(first, r#"none may: "inserted", not "too many""#);
}

#[test]
fn a_store_without_a_clock() {
    let (rules, first) = broken(Fault::IgnoresTime);
    assert_eq!(
        rules,
        [
            "each_verdict_makes_its_transition",
            "nothing_is_decided_after_its_time",
            "an_approved_call_is_claimed_once",
            "only_approved_calls_are_claimed",
            "nothing_is_claimed_after_its_time",
            "only_calls_that_run_are_finished",
            "what_is_done_with_stays",
            "any_order_of_steps"
        ]
    );
    assert_eq!(first, "the state of expired 0: Cancelled, not Expired");
}

#[test]
fn a_store_that_takes_an_approval_twice() {
    let (rules, first) = broken(Fault::RepeatsAsDone);
    assert_eq!(rules, ["the_same_answer_is_repeated", "one_of_many_decisions_is_made", "any_order_of_steps"]);
    assert_eq!(first, r#"Approved again: "done: approved", not "repeated: approved""#);
}

#[test]
fn a_store_that_forgets_who_decided() {
    let (rules, first) = broken(Fault::ForgetsPerson);
    assert_eq!(rules, ["the_person_who_decided_is_kept"]);
    let kim = r#"DecidedBy { principal: Principal { id: Some("kim"), tenant: Some("acme") }, channel: Some("web"), at: Timestamp(1000001), shown: Some("0123456789abcdef"), runs_elsewhere: false, seal: None }"#;
    assert_eq!(first, format!("who decided with Approved: None, not Some({kim})"));
}

#[test]
fn a_store_that_counts_no_tries() {
    let (rules, first) = broken(Fault::ForgetsTries);
    assert_eq!(
        rules,
        [
            "each_verdict_makes_its_transition",
            "another_answer_is_a_conflict",
            "the_third_wrong_phrase_rejects",
            "nothing_is_decided_after_its_time",
            "wrong_phrases_at_once_are_all_counted",
            "any_order_of_steps"
        ]
    );
    assert_eq!(first, r#"WrongPhrase of a call that is blocked: "done: blocked", not "conflict: blocked""#);
}

#[test]
fn a_store_that_gives_a_call_to_whoever_asks() {
    let (mut rules, first) = broken(Fault::ClaimsTwice);
    // It is broken only if a claim comes before all that cancel.
    rules.retain(|rule| *rule != "a_call_is_cancelled_or_claimed");
    assert_eq!(
        rules,
        [
            "an_approved_call_is_claimed_once",
            "only_approved_calls_are_claimed",
            "calls_that_run_are_unknown_after_their_lease",
            "one_of_many_claims_wins",
            "any_order_of_steps"
        ]
    );
    assert_eq!(first, "claimed while it runs: true, not false");
}

#[test]
fn a_store_that_looks_before_it_writes() {
    let (rules, first) = broken(Fault::ClaimsAfterLooking);
    assert_eq!(rules, ["one_of_many_claims_wins"]);
    assert_eq!(first, "claimed: 64, not 1");
}

#[test]
fn a_store_that_runs_what_nobody_approved() {
    let (rules, first) = broken(Fault::ClaimsUnapproved);
    assert_eq!(rules, ["only_approved_calls_are_claimed", "any_order_of_steps"]);
    assert_eq!(first, "a claim of a call that is awaiting_approval: true, not false");
}

#[test]
fn a_store_that_takes_any_result() {
    let (rules, first) = broken(Fault::FinishesAsAnything);
    assert_eq!(rules, ["a_call_ends_in_a_result_only"]);
    assert_eq!(first, "proposed as a result: true, not false");
}

#[test]
fn a_store_that_loses_outcomes() {
    let (rules, first) = broken(Fault::LosesOutcome);
    assert_eq!(
        rules,
        [
            "the_same_answer_is_repeated",
            "a_call_that_runs_is_finished_once",
            "one_of_many_results_is_kept",
            "any_order_of_steps"
        ]
    );
    assert_eq!(first, r#"the outcome: Some(""), not Some("first")"#);
}

#[test]
fn a_store_that_expires_nothing() {
    let (rules, first) = broken(Fault::ForgetsLeases);
    assert_eq!(
        rules,
        ["calls_expire_at_their_time", "calls_that_run_are_unknown_after_their_lease", "any_order_of_steps"]
    );
    assert_eq!(first, r#"at the first one's time: [], not [(PendingId("first"), Expired)]"#);
}

#[test]
fn a_store_whose_clock_is_late() {
    let (rules, first) = broken(Fault::ExpiresLate);
    assert_eq!(
        rules,
        ["calls_expire_at_their_time", "calls_that_run_are_unknown_after_their_lease", "any_order_of_steps"]
    );
    assert_eq!(first, r#"at the first one's time: [], not [(PendingId("first"), Expired)]"#);
}

#[test]
fn a_store_that_mixes_sessions() {
    let (rules, first) = broken(Fault::ListsAllSessions);
    assert_eq!(
        rules,
        ["calls_are_listed_by_session_and_state", "calls_are_listed_by_principal_tool_and_time"]
    );
    assert_eq!(
        first,
        r#"PendingFilter { session: Some("session"), states: [], principal: None, tool: None, from: None }: ["approved", "awaiting_approval", "far", "needs_input"], not ["approved", "awaiting_approval", "needs_input"]"#
    );
}

#[test]
fn a_store_that_loses_questions() {
    let (rules, _) = broken(Fault::LosesQuestion);
    assert_eq!(
        rules,
        [
            "a_call_is_found_as_it_was_inserted",
            "an_id_is_inserted_once",
            "the_third_wrong_phrase_rejects",
            "calls_expire_at_their_time",
            "calls_are_listed_by_age",
            "a_step_changes_one_call",
            "any_order_of_steps"
        ]
    );
}

#[test]
fn a_store_that_mixes_tools() {
    let (rules, first) = broken(Fault::ListsAllTools);
    assert_eq!(rules, ["calls_are_listed_by_principal_tool_and_time"]);
    assert!(first.contains(r#"tool: Some(QualifiedId("Books.void_invoice"))"#), "{first}");
}

#[test]
fn a_store_that_mixes_tenants() {
    let (rules, first) = broken(Fault::MixesTenants);
    assert_eq!(rules, ["session_records_are_of_their_owners"]);
    assert!(first.starts_with("the record of Owner { ") && first.ends_with(", not None"), "{first}");
}

#[test]
fn a_store_that_writes_any_revision() {
    let (rules, first) = broken(Fault::IgnoresRevisions);
    assert_eq!(
        rules,
        [
            "session_records_have_revisions",
            "session_records_are_of_their_owners",
            "one_of_many_session_records_is_written"
        ]
    );
    assert_eq!(first, "revision 0 first: true, not false");
}

/// The default of the methods: rules about session records are skipped.
#[test]
fn a_store_without_session_records_keeps_all_rules() {
    assert_eq!(broken(Fault::KeepsNoRecords), (Vec::new(), String::new()));
}

#[test]
fn a_store_that_fails_breaks_every_rule() {
    let (rules, first) = broken(Fault::Fails);
    assert_eq!(rules, RULES.iter().map(|rule| rule.name).collect::<Vec<_>>());
    assert_eq!(first, "insert: the store failed: no connection");
}

#[test]
fn the_kit_panics_with_every_broken_rule() {
    let panic = std::panic::catch_unwind(|| pending_store(|| Broken::new(Fault::ClaimsUnapproved)));
    assert_eq!(
        *panic.unwrap_err().downcast::<String>().unwrap(),
        "the store of pending calls breaks 2 rules:\n\
    - only_approved_calls_are_claimed: a claim of a call that is awaiting_approval: true, not false\n\
    - any_order_of_steps: operation 29 at 0, Claim { call: 6, lease: 28 }: \"claimed\", not \"not claimed\""
    );
}
