//! Erasures and removals on purpose, and imitations of them.

use std::iter;

use super::super::{Damage, Verification};
use super::{AT, add, damage, erase, erase_all, event, journal, keys, verify, verify_behind};
use crate::events::NewEvent;
use crate::journal::filter::{erased, pruned};
use crate::journal::{ChainHead, ChainKey, Entry};

#[test]
fn what_was_erased_on_purpose_is_counted() {
    for key in keys() {
        let mut entries = journal(key.as_ref());
        add(&mut entries, erased([2, 3, 5].into_iter().collect(), "asked for", AT), key.as_ref());
        erase_all(&mut entries, &[1, 2, 4]);
        let found = verify(&entries, key.as_ref());
        assert_eq!(found, Verification { entries: 7, erased: 3, ..Verification::default() });
    }
}

#[test]
fn what_no_event_names_was_not_erased_on_purpose() {
    let mut entries = journal(None);
    add(&mut entries, erased([2, 5].into_iter().collect(), "asked for", AT), None);
    erase_all(&mut entries, &[1, 2, 4]);
    let found = verify(&entries, None);
    assert_eq!((found.erased, found.damage), (2, vec![Damage::Erased { entry: 3 }]));
}

#[test]
fn what_is_told_of_several_erasures_counts_together() {
    let mut entries = journal(None);
    add(&mut entries, erased((1..=4).collect(), "first", AT), None);
    add(&mut entries, erased((2..=3).collect(), "second", AT), None);
    add(&mut entries, erased((6..=6).collect(), "third", AT), None);
    erase_all(&mut entries, &[0, 3, 5]);
    assert_eq!(verify(&entries, None), Verification { entries: 9, erased: 3, ..Verification::default() });
}

#[test]
fn an_erasure_is_not_believed_of_what_comes_later() {
    let mut entries = Vec::new();
    add(&mut entries, erased((1..=100).collect(), "all of it", AT), None);
    add(&mut entries, event(2), None);
    erase(&mut entries[1]);
    assert_eq!(damage(&entries, None), [Damage::Erased { entry: 2 }]);
}

#[test]
fn an_erasure_is_believed_of_the_journal_alone() {
    for of in ["session", ""] {
        let mut entries = journal(None);
        let told = erased((2..=2).collect(), "asked for", AT);
        let turn = of.is_empty().then(|| "turn".to_owned());
        add(&mut entries, NewEvent { session: of.to_owned(), turn, ..told }, None);
        erase(&mut entries[1]);
        assert_eq!(damage(&entries, None), [Damage::Erased { entry: 2 }]);
    }
}

#[test]
fn an_erasure_that_was_edited_is_not_believed() {
    let mut entries = journal(None);
    add(&mut entries, erased((2..=2).collect(), "asked for", AT), None);
    erase(&mut entries[1]);
    erase(&mut entries[3]);
    let told = &mut entries[6].payload;
    *told = told.take().map(|text| text.replace("[[2,2]]", "[[1,6]]"));
    let wanted = [Damage::Erased { entry: 2 }, Damage::Erased { entry: 4 }, Damage::Edited { entry: 7 }];
    assert_eq!(damage(&entries, None), wanted);
}

/// A journal without its first three entries, removed on purpose, and the head of the removal.
fn pruned_journal(key: Option<&ChainKey>) -> (ChainHead, Vec<Entry>) {
    let mut entries = journal(key);
    let anchor = entries[2].head();
    add(&mut entries, pruned(&anchor, "old", AT), key);
    entries.drain(..3);
    (anchor, entries)
}

#[test]
fn what_was_removed_on_purpose_is_no_damage() {
    for key in keys() {
        let heads: Vec<_> = journal(key.as_ref()).iter().map(Entry::head).collect();
        let (anchor, entries) = pruned_journal(key.as_ref());
        for known in heads.iter().map(Some).chain(iter::once(None)) {
            let found = verify_behind(anchor.clone(), &entries, key.as_ref(), known);
            assert_eq!(found, Verification { entries: 4, pruned_through: 3, ..Verification::default() });
        }
    }
}

#[test]
fn what_no_event_removed_is_missing() {
    let entries = journal(None);
    let anchor = entries[2].head();
    let found = verify_behind(anchor, &entries[3..], None, None);
    assert_eq!((found.pruned_through, found.damage), (0, vec![Damage::Missing { first: 1, last: 3 }]));
}

#[test]
fn what_was_removed_beyond_what_is_told_is_missing() {
    let (_, mut entries) = pruned_journal(None);
    let anchor = entries[0].head();
    entries.remove(0);
    let found = verify_behind(anchor, &entries, None, None);
    assert_eq!((found.pruned_through, found.damage), (3, vec![Damage::Missing { first: 4, last: 4 }]));
}

#[test]
fn an_end_of_what_was_removed_that_is_lost_is_missing() {
    let (_, entries) = pruned_journal(None);
    let found = verify_behind(ChainHead::default(), &entries, None, None);
    assert_eq!(found.damage, [Damage::Missing { first: 1, last: 3 }]);
}

#[test]
fn a_journal_of_which_all_is_gone_but_the_anchor_is_missing() {
    let (anchor, entries) = pruned_journal(None);
    let head = entries[3].head();
    let found = verify_behind(anchor, &[], None, Some(&head));
    assert_eq!(found.damage, [Damage::Missing { first: 1, last: 3 }, Damage::NotTheHead { entry: 7 }]);
}

#[test]
fn a_head_that_is_not_the_anchor_is_found() {
    let (anchor, entries) = pruned_journal(None);
    let other = ChainHead { hash: "1".repeat(64), ..anchor.clone() };
    let found = verify_behind(anchor, &entries, None, Some(&other));
    assert_eq!(found.damage, [Damage::NotTheHead { entry: 3 }]);
}
