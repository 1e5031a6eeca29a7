//! The journal in memory keeps every rule of the kit, and the kit names the rules that broken journals break.

use hpd_host::journal::{ChainKey, JournalOptions, MemoryJournal};
use hpd_host::testing::journal_kit::{RULES, check_journal, journal_on};
use hpd_host::testing::{journal, pending_store};

use crate::broken::{Broken, Fault};

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

/// The rules that a journal with this fault breaks, and what it did about the first.
fn broken(fault: Fault) -> (Vec<&'static str>, String) {
    let broken = check_journal(|| Broken::new(fault), |future| futures_executor::block_on(future));
    let first = broken.first().map(|rule| rule.found.clone()).unwrap_or_default();
    (broken.into_iter().map(|rule| rule.rule).collect(), first)
}

#[test]
fn show() {
    for (name, fault) in [
        ("SkipsNumbers", Fault::SkipsNumbers),
        ("BeginsAgain", Fault::BeginsAgain),
        ("ForgetsPosted", Fault::ForgetsPosted),
        ("ReadsTooLong", Fault::ReadsTooLong),
        ("LimitsFirst", Fault::LimitsFirst),
        ("LosesTurns", Fault::LosesTurns),
        ("TellsNothing", Fault::TellsNothing),
        ("TellsAgain", Fault::TellsAgain),
        ("PublishesNothing", Fault::PublishesNothing),
        ("PublishesFirst", Fault::PublishesFirst),
        ("PublishesBackwards", Fault::PublishesBackwards),
        ("KeepsSecrets", Fault::KeepsSecrets),
        ("LosesSecrets", Fault::LosesSecrets),
        ("ErasesNothing", Fault::ErasesNothing),
        ("ErasesAll", Fault::ErasesAll),
        ("HidesErasures", Fault::HidesErasures),
        ("ErasesAround", Fault::ErasesAround),
        ("PrunesTooMuch", Fault::PrunesTooMuch),
        ("PrunesNothing", Fault::PrunesNothing),
        ("TrustsHeads", Fault::TrustsHeads),
        ("HasNoHead", Fault::HasNoHead),
        ("Fails", Fault::Fails),
    ] {
        let (rules, first) = broken(fault);
        println!("@@ {name}\n{rules:?}\n{}", first.chars().take(600).collect::<String>());
    }
    let _ = RULES;
}
