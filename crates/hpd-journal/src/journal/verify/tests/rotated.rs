//! Journals whose key was rotated.

use super::super::{Damage, Verification};
use super::{add, damage, event, journal, verify, verify_behind};
use crate::KeyRing;
use crate::journal::{ChainHead, ChainKey, Entry};

fn old() -> ChainKey {
    KeyRing::new("old", [1; 32]).unwrap().chain_key()
}

fn rotated() -> ChainKey {
    KeyRing::new("new", [2; 32]).unwrap().verifying("old", [1; 32]).unwrap().chain_key()
}

/// The old key is not in it.
fn new() -> ChainKey {
    KeyRing::new("new", [2; 32]).unwrap().chain_key()
}

/// Three entries before the rotation, and three after it.
fn rotated_journal() -> Vec<Entry> {
    let mut entries = Vec::new();
    (1..=3).for_each(|number| add(&mut entries, event(number), Some(&old())));
    (4..=6).for_each(|number| add(&mut entries, event(number), Some(&rotated())));
    entries
}

#[test]
fn a_chain_continues_after_a_rotation() {
    let entries = rotated_journal();
    let wanted = Verification { entries: 6, ..Verification::default() };
    assert_eq!(verify(&entries, Some(&rotated())), wanted);
    let known = entries[1].head();
    let found = verify_behind(ChainHead::default(), &entries, Some(&rotated()), Some(&known));
    assert_eq!(found, wanted);
}

#[test]
fn new_links_are_made_with_the_current_key() {
    let entries = rotated_journal();
    for (before, entry) in entries.iter().zip(&entries[1..]) {
        let keys = [old(), new()].map(|key| entry.has_link(&before.hash, Some(&key)));
        let is_new = entry.number > 3;
        assert_eq!(keys, [!is_new, is_new], "{}", entry.number);
    }
}

#[test]
fn a_ring_without_the_old_key_does_not_fit() {
    assert!(!verify(&rotated_journal(), Some(&new())).is_whole());
    assert!(!verify(&rotated_journal(), Some(&old())).is_whole());
    assert!(!verify(&rotated_journal(), None).is_whole());
}

#[test]
fn each_edit_is_found_around_a_rotation() {
    for number in 1..=6 {
        for edit in
            [|entry: &mut Entry| entry.session.push('x'), |entry: &mut Entry| entry.hash = "0".repeat(64)]
        {
            let mut entries = rotated_journal();
            edit(&mut entries[number - 1]);
            assert_eq!(damage(&entries, Some(&rotated())), [Damage::Edited { entry: number as u64 }]);
        }
    }
}

#[test]
fn an_entry_of_another_key_is_found() {
    let mut entries = rotated_journal();
    let stranger = KeyRing::new("new", [3; 32]).unwrap().chain_key();
    for key in [Some(&stranger), None] {
        add(&mut entries, event(7), key);
        assert_eq!(damage(&entries, Some(&rotated())), [Damage::Edited { entry: 7 }]);
        entries.pop();
    }
}

/// A seal of the ring, or its bytes, is no key of the chain.
#[test]
fn the_key_of_a_chain_is_its_own() {
    assert!(!verify(&journal(Some(&ChainKey::new([2; 32]))), Some(&new())).is_whole());
    assert!(verify(&journal(Some(&new())), Some(&new())).is_whole());
}
