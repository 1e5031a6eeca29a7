//! Changes between two slices.

use super::super::{Damage, Verification, VerifyProgress, VerifySlice};
use super::{AT, add, erase, event, journal, slice, verify};
use crate::journal::filter::{erased, pruned};
use crate::journal::{ChainHead, Entry};

/// Verifies six entries: the first slice has three of them, then `change` changes the journal and its anchor, and another slice
/// has the rest.
fn found_after(change: impl FnOnce(&mut Vec<Entry>, &mut ChainHead)) -> Verification {
    let (mut entries, mut anchor) = (journal(None), ChainHead::default());
    let VerifySlice::More(progress) = slice(VerifyProgress::new(None), &anchor, &entries, None, 3) else {
        panic!("there are more");
    };
    assert_eq!((progress.checked(), progress.through(), progress.head()), (3, 3, 6));
    change(&mut entries, &mut anchor);
    match slice(progress, &anchor, &entries, None, 100) {
        VerifySlice::Done(found) => found,
        VerifySlice::More(progress) => panic!("there are no more: {progress:?}"),
    }
}

/// Removes entries up to this one on purpose.
fn prune(entries: &mut Vec<Entry>, anchor: &mut ChainHead, through: usize) {
    *anchor = entries[through - 1].head();
    add(entries, pruned(anchor, "old", AT), None);
    entries.drain(..through);
}

#[test]
fn entries_that_are_written_are_looked_at() {
    let found = found_after(|entries, _| add(entries, event(7), None));
    assert_eq!(found, Verification { entries: 7, ..Verification::default() });
}

#[test]
fn entries_that_are_removed_on_purpose_do_not_count() {
    for through in 1..=6 {
        let found = found_after(|entries, anchor| prune(entries, anchor, through));
        let pruned_through = through as u64;
        let wanted = Verification { entries: 7 - pruned_through, pruned_through, ..Verification::default() };
        assert_eq!(found, wanted, "{through}");
    }
}

#[test]
fn entries_that_are_removed_twice_do_not_count() {
    let found = found_after(|entries, anchor| {
        prune(entries, anchor, 2);
        prune(entries, anchor, 3);
    });
    assert_eq!(found, Verification { entries: 3, pruned_through: 5, ..Verification::default() });
}

#[test]
fn what_no_event_removed_is_missing() {
    for through in 1..=6 {
        let found = found_after(|entries, anchor| {
            prune(entries, anchor, through);
            entries.pop();
        });
        let last = through as u64;
        assert_eq!(found.damage, [Damage::Missing { first: 1, last }], "{through}");
    }
}

#[test]
fn contents_that_are_erased_after_their_slice_are_no_damage() {
    let found = found_after(|entries, _| {
        add(entries, erased([2, 5].into_iter().collect(), "asked for", AT), None);
        erase(&mut entries[1]);
        erase(&mut entries[4]);
    });
    assert_eq!(found, Verification { entries: 7, erased: 1, ..Verification::default() });
}

/// The event of the erasure was removed with the entry.
#[test]
fn contents_that_were_erased_and_then_removed_are_no_damage() {
    let (mut entries, mut anchor) = (journal(None), ChainHead::default());
    erase(&mut entries[1]);
    add(&mut entries, erased([2].into_iter().collect(), "asked for", AT), None);
    let VerifySlice::More(progress) = slice(VerifyProgress::new(None), &anchor, &entries, None, 3) else {
        panic!("there are more");
    };
    prune(&mut entries, &mut anchor, 7);
    let VerifySlice::Done(found) = slice(progress, &anchor, &entries, None, 100) else {
        panic!("there are no more");
    };
    assert_eq!(found, Verification { entries: 1, pruned_through: 7, ..Verification::default() });
}

#[test]
fn changes_of_later_entries_are_found() {
    let found = found_after(|entries, _| entries[4].seq += 1);
    assert_eq!(found.damage, [Damage::Edited { entry: 5 }]);
    let found = found_after(|entries, _| drop(entries.remove(4)));
    assert_eq!(found.damage, [Damage::Missing { first: 5, last: 5 }]);
    let found = found_after(|entries, _| erase(&mut entries[5]));
    assert_eq!(found.damage, [Damage::Erased { entry: 6 }]);
}

#[test]
fn a_change_after_the_slice_of_its_entry_is_not_found() {
    let found = found_after(|entries, _| entries[1].seq += 1);
    assert_eq!(found, Verification { entries: 6, ..Verification::default() });
}

#[test]
fn the_last_entry_of_a_slice_has_to_stay() {
    let found = found_after(|entries, _| entries[2].hash = "0".repeat(64));
    assert_eq!(found.damage, [Damage::NotTheHead { entry: 3 }]);
    let found = found_after(|entries, _| drop(entries.remove(2)));
    assert_eq!(found.damage, [Damage::Missing { first: 3, last: 3 }]);
    let found = found_after(|entries, _| entries.truncate(2));
    assert_eq!(found.damage, [Damage::NotTheHead { entry: 3 }]);
}

#[test]
fn an_anchor_that_goes_back_is_found() {
    let (mut entries, mut anchor) = (journal(None), ChainHead::default());
    prune(&mut entries, &mut anchor, 2);
    let VerifySlice::More(progress) = slice(VerifyProgress::new(None), &anchor, &entries, None, 2) else {
        panic!("there are more");
    };
    let VerifySlice::Done(found) = slice(progress, &ChainHead::default(), &entries, None, 100) else {
        panic!("there are no more");
    };
    assert_eq!(found.damage, [Damage::Missing { first: 1, last: 2 }]);
}

/// Each entry is damage, as with a wrong key.
#[test]
fn so_much_damage_is_kept() {
    let mut entries = Vec::new();
    (1..=10_003).for_each(|number| add(&mut entries, event(number), None));
    entries.iter_mut().for_each(erase);
    let found = verify(&entries, None);
    assert_eq!((found.damage.len(), found.damage_left_out), (10_000, 3));
    assert_eq!(found.damage.last(), Some(&Damage::Erased { entry: 10_000 }));
}
