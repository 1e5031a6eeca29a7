//! The contracts of every store of pending calls, and of every journal.

use hpd_host::journal::{ChainKey, Durability, JournalOptions};
use hpd_host::testing::journal_kit::journal_on;
use hpd_host::testing::store_kit::pending_store_on;

use crate::desk::{Desk, new_schema};

#[test]
fn it_is_a_store_of_pending_calls() {
    let Some(desk) = Desk::new() else { return };
    pending_store_on(|| desk.journal(), |future| desk.block_on(future));
}

#[test]
fn it_keeps_all_rules_of_journals() {
    let Some(desk) = Desk::new() else { return };
    journal_on(|| desk.journal(), |future| desk.block_on(future));
}

#[test]
fn it_keeps_all_rules_with_a_key_and_without_waiting_for_the_disk() {
    let Some(desk) = Desk::new() else { return };
    let options = || JournalOptions {
        key: Some(ChainKey::new([7; 32])),
        durability: Durability::Relaxed,
        ..JournalOptions::default()
    };
    journal_on(|| desk.journal_in(&new_schema(), options()), |future| desk.block_on(future));
}
