//! Changes by an attacker with write access to the database.

use super::super::{Damage, Verification};
use super::{damage, damage_with, erase, journal, key, keys, relink, verify};
use crate::journal::chain::payload_hash;
use crate::journal::{ChainKey, Entry};
use crate::system::Timestamp;

#[test]
fn nothing_is_wrong_with_what_nobody_touched() {
    for key in keys() {
        let found = verify(&journal(key.as_ref()), key.as_ref());
        assert_eq!(found, Verification { entries: 6, ..Verification::default() });
        assert!(found.is_whole());
    }
}

#[test]
fn each_field_that_was_edited_is_found_once() {
    type Edit = fn(&mut Entry);
    let edits: [(&str, Edit); 15] = [
        ("session", |entry| entry.session.push('x')),
        ("seq", |entry| entry.seq += 1),
        ("turn", |entry| entry.turn = Some("other".to_owned())),
        ("no turn", |entry| entry.turn = entry.turn.is_none().then(String::new)),
        ("call_id", |entry| entry.call_id = Some("other".to_owned())),
        ("no call_id", |entry| entry.call_id = entry.call_id.is_none().then(String::new)),
        ("at", |entry| entry.at = Timestamp::from_millis(1_001)),
        ("kind", |entry| entry.kind = "tool_result".to_owned()),
        ("payload", |entry| entry.payload = entry.payload.take().map(|text| text.replace('v', "w") + " ")),
        ("salt", |entry| entry.salt = Some("0".repeat(32))),
        ("no salt", |entry| entry.salt = None),
        ("contents behind the salt", |entry| {
            let contents = entry.payload.replace(String::new()).unwrap();
            entry.salt.as_mut().unwrap().push_str(&contents);
        }),
        ("a byte of the contents behind the salt", |entry| {
            let first = entry.payload.as_mut().unwrap().remove(0);
            entry.salt.as_mut().unwrap().push(first);
        }),
        ("payload_hash", |entry| entry.payload_hash = "0".repeat(64)),
        ("hash", |entry| entry.hash = "0".repeat(64)),
    ];
    for key in keys() {
        for number in 1..=6 {
            for (name, edit) in edits {
                let mut entries = journal(key.as_ref());
                edit(&mut entries[number - 1]);
                let wanted = [Damage::Edited { entry: number as u64 }];
                assert_eq!(damage(&entries, key.as_ref()), wanted, "{name} of {number}");
            }
        }
    }
}

#[test]
fn contents_that_were_edited_with_their_hash_are_found() {
    for number in 1..=6 {
        let mut entries = journal(None);
        let entry = &mut entries[number - 1];
        entry.payload_hash = payload_hash(entry.salt.as_ref().unwrap(), "{}");
        entry.payload = Some("{}".to_owned());
        assert_eq!(damage(&entries, None), [Damage::Edited { entry: number as u64 }]);
    }
}

#[test]
fn contents_that_went_back_without_their_salt_are_found() {
    let mut entries = journal(None);
    entries[1].payload = None;
    assert_eq!(damage(&entries, None), [Damage::Edited { entry: 2 }]);
}

#[test]
fn contents_that_are_gone_are_found() {
    for number in 1..=6 {
        let mut entries = journal(None);
        erase(&mut entries[number - 1]);
        assert_eq!(damage(&entries, None), [Damage::Erased { entry: number as u64 }]);
    }
}

#[test]
fn entries_that_are_gone_are_found() {
    for key in keys() {
        for first in 1..=5 {
            for last in first..=5 {
                let mut entries = journal(key.as_ref());
                entries.drain(first - 1..last);
                let wanted = [Damage::Missing { first: first as u64, last: last as u64 }];
                assert_eq!(damage(&entries, key.as_ref()), wanted);
            }
        }
    }
}

#[test]
fn entries_that_are_gone_at_the_end_are_found_by_a_head_alone() {
    let whole = journal(None);
    let head = whole[5].head();
    assert_eq!(damage_with(&whole, &head), []);
    for length in 0..=5 {
        assert_eq!(damage(&whole[..length], None), []);
        assert_eq!(damage_with(&whole[..length], &head), [Damage::NotTheHead { entry: 6 }]);
    }
}

#[test]
fn a_head_in_a_gap_is_told_as_missing() {
    let mut entries = journal(None);
    let head = entries.remove(2).head();
    assert_eq!(damage_with(&entries, &head), [Damage::Missing { first: 3, last: 3 }]);
}

#[test]
fn a_head_whose_entry_was_edited_is_told_once() {
    let mut entries = journal(None);
    let head = entries[2].head();
    entries[2].hash = "0".repeat(64);
    assert_eq!(damage_with(&entries, &head), [Damage::Edited { entry: 3 }]);
}

#[test]
fn two_entries_that_changed_places_are_found() {
    for (one, other) in (0..6).flat_map(|one| (one + 1..6).map(move |other| (one, other))) {
        let mut entries = journal(None);
        entries.swap(one, other);
        entries.iter_mut().zip(1..).for_each(|(entry, number)| entry.number = number);
        let found = damage(&entries, None);
        let places: Vec<_> = found.iter().map(Damage::place).collect();
        assert_eq!(places.first(), Some(&(one as u64 + 1)), "{one} and {other}: {found:?}");
        assert!(places.contains(&(other as u64 + 1)), "{one} and {other}: {found:?}");
    }
}

#[test]
fn neighbours_that_changed_places_are_not_linked() {
    let mut entries = journal(None);
    entries.swap(2, 3);
    entries.iter_mut().zip(1..).for_each(|(entry, number)| entry.number = number);
    let not_linked = [3, 4, 5].map(|entry| Damage::NotLinked { entry });
    assert_eq!(damage(&entries, None), not_linked);
}

#[test]
fn an_entry_that_is_there_twice_is_not_linked() {
    for index in 0..6 {
        let mut entries = journal(None);
        let copy = entries[index].clone();
        let entry = copy.number;
        entries.insert(index, copy);
        assert_eq!(damage(&entries, None), [Damage::NotLinked { entry }]);
    }
}

#[test]
fn an_entry_that_was_put_between_is_found() {
    for key in keys() {
        let mut entries = journal(key.as_ref());
        let mut put = entries[0].clone();
        put.number = 4;
        // Its link fits, for those who do not use a key.
        put.hash = put.link(&entries[2].hash, None);
        entries.insert(3, put);
        entries.iter_mut().zip(1..).for_each(|(entry, number)| entry.number = number);
        let wanted: Vec<_> = match key {
            None => vec![5, 6, 7],
            Some(_) => vec![4, 5, 6, 7],
        };
        let wanted: Vec<_> = wanted.into_iter().map(|entry| Damage::NotLinked { entry }).collect();
        assert_eq!(damage(&entries, key.as_ref()), wanted);
    }
}

#[test]
fn an_entry_that_was_put_at_the_end_is_found_if_its_link_does_not_fit() {
    let mut entries = journal(None);
    let copy = Entry { number: 7, ..entries[2].clone() };
    entries.push(copy);
    assert_eq!(damage(&entries, None), [Damage::Edited { entry: 7 }]);
}

#[test]
fn two_causes_are_told_as_two() {
    let mut entries = journal(None);
    entries[1].seq += 1;
    entries[4].at = Timestamp::from_millis(5);
    assert_eq!(damage(&entries, None), [Damage::Edited { entry: 2 }, Damage::Edited { entry: 5 }]);
}

#[test]
fn whoever_works_out_all_links_again_is_found_by_a_head_or_a_key() {
    let forge = |entries: &mut Vec<Entry>| {
        entries[2].session = "another".to_owned();
        relink(entries);
    };
    let mut entries = journal(None);
    let (early, late) = (entries[1].head(), entries[5].head());
    forge(&mut entries);
    // A chain without a key does not detect this.
    assert_eq!(damage(&entries, None), []);
    assert_eq!(damage_with(&entries, &early), []);
    assert_eq!(damage_with(&entries, &late), [Damage::NotTheHead { entry: 6 }]);
    let mut keyed = journal(Some(&key()));
    forge(&mut keyed);
    assert_eq!(damage(&keyed, Some(&key())).len(), 6);
}

#[test]
fn another_key_fits_nothing() {
    let entries = journal(Some(&key()));
    for other in [None, Some(ChainKey::new([8; 32]))] {
        assert_eq!(damage(&entries, other.as_ref()).len(), 6);
    }
}
