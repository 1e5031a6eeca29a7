//! What a link is made of, to the last byte.

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
fn contents_are_hashed_behind_their_salt() {
    assert_eq!(entry().payload_hash, "f234f20a092337f0716be0f67d906a4f5a83a3115e5296ee6b87a4b5711f7776");
}

#[test]
fn a_link_is_made_of_all_parts() {
    assert_eq!(link(&entry()), "264a38111e5efe06e6175ad2a6a53dcb5456c4402a4c7f7b0d3e2c62cfb64855");
}

#[test]
fn a_link_with_a_key_is_another() {
    let before = ChainHead::default().hash;
    assert_eq!(
        entry().link(&before, Some(&ChainKey::new([7; 32]))),
        "8e55c04cd866a3953927fee0baaa411313d51faba94e85c36ff4c6a7d1887175"
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
