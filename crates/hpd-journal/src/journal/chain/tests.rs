//! The contents of a link, to the last byte.

use super::{ChainHead, ChainKey, payload_hash};
use crate::journal::Entry;
use crate::system::Timestamp;

fn entry() -> Entry {
    Entry {
        number: 17,
        session: "session".to_owned(),
        seq: 3,
        turn: Some("turn".to_owned()),
        call_id: None,
        at: Timestamp::from_millis(1_767_225_600_000),
        kind: "turn_started".to_owned(),
        payload: None,
        salt: None,
        payload_hash: payload_hash(&"0".repeat(32), r#"{"type":"turn_started","data":{"query":null}}"#),
        hash: String::new(),
    }
}

fn link(entry: &Entry) -> String {
    entry.link(&ChainHead::default().hash, None)
}

#[test]
fn contents_are_hashed_behind_their_salt_each_with_its_length() {
    assert_eq!(entry().payload_hash, "2df8ef2c6c32a08b91636dfa68b1f5e92516b51de477f8ae4841b55106640ebe");
}

#[test]
fn no_byte_can_move_from_contents_to_their_salt() {
    let (salt, contents) = ("0".repeat(32), "{}");
    let whole = payload_hash(&salt, contents);
    for moved in 1..=contents.len() {
        let (front, rest) = contents.split_at(moved);
        assert_ne!(payload_hash(&format!("{salt}{front}"), rest), whole, "{moved}");
    }
    assert_ne!(payload_hash(&salt[1..], &format!("0{contents}")), whole);
}

#[test]
fn a_link_is_made_of_all_parts() {
    assert_eq!(link(&entry()), "fa161549be8ac0fd1be89e36f9eb7f525ab02d21e7b06c5aa6602b3887f5a0ce");
}

#[test]
fn a_link_with_a_key_is_another() {
    let before = ChainHead::default().hash;
    assert_eq!(
        entry().link(&before, Some(&ChainKey::new([7; 32]))),
        "6a58d749b29309c565d5e9e64e96fb279adb4b3facdfd6d2b5ba0d3002e4fc63"
    );
    assert_ne!(
        entry().link(&before, Some(&ChainKey::new([8; 32]))),
        entry().link(&before, Some(&ChainKey::new([7; 32])))
    );
}

#[test]
fn no_byte_can_move_from_one_part_to_the_next() {
    let of = |session: &str, turn: Option<&str>, call_id: Option<&str>| {
        let (turn, call_id) = (turn.map(str::to_owned), call_id.map(str::to_owned));
        link(&Entry { session: session.to_owned(), turn, call_id, ..entry() })
    };
    let links = [
        of("ab", Some("c"), None),
        of("a", Some("bc"), None),
        of("abc", Some(""), None),
        of("abc", None, None),
        of("abc", None, Some("")),
        of("ab", None, Some("c")),
        of("", Some("ab"), Some("c")),
        of("", Some("a"), Some("bc")),
    ];
    for (index, link) in links.iter().enumerate() {
        assert!(!links[..index].contains(link), "{index}");
    }
}

#[test]
fn no_digit_can_move_from_one_number_to_the_next() {
    let one = Entry { number: 1, session: "2".to_owned(), seq: 3, ..entry() };
    let other = Entry { number: 12, session: String::new(), seq: 3, ..entry() };
    assert_ne!(link(&one), link(&other));
}

#[test]
fn the_link_before_is_part_of_a_link() {
    assert_ne!(entry().link(&"1".repeat(64), None), link(&entry()));
}

#[test]
fn contents_and_salt_are_no_part_of_a_link() {
    let with = Entry { payload: Some("{}".to_owned()), salt: Some("0".repeat(32)), ..entry() };
    assert_eq!(link(&with), link(&entry()));
}

#[test]
fn a_key_is_not_shown() {
    assert_eq!(format!("{:?}", ChainKey::new(*b"a key that nobody else may know.")), "ChainKey(..)");
}
