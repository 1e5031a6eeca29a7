//! Properties of any message.

use proptest::prelude::*;

use super::{
    ADDRESS, AMOUNT, ANY, CODE, COUNT, DATE, GIFT, ITEM, LIST, NAME, NODE, OPEN, PHONE, SPEED, read,
    read_open,
};
use crate::reply::{Reply, ReplyWords};

/// Messages of words that mean something, with anything between them.
fn message() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("yes".to_owned()),
        Just("cancel".to_owned()),
        Just("my".to_owned()),
        Just("phone is".to_owned()),
        Just("it's".to_owned()),
        Just("please".to_owned()),
        Just(": ".to_owned()),
        Just("5.".to_owned()),
        Just("\"milk\"".to_owned()),
        Just("?".to_owned()),
        Just("\u{200b}".to_owned()),
        "[a-z]{1,5}",
        "\\PC{0,3}",
        any::<String>(),
    ];
    prop::collection::vec(word, 0..6).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_question_is_never_an_answer(text in message()) {
        let words = ReplyWords::english();
        let text = format!("{text}?");
        for parameter in [ITEM, ADDRESS, NAME, PHONE, NODE, COUNT, AMOUNT, GIFT, SPEED, DATE, CODE, ANY, LIST] {
            let reply = read(parameter, &text, &words);
            prop_assert!(matches!(reply, Reply::Unclear | Reply::NewRequest), "{reply:?}");
        }
        for (missing, uncertain) in OPEN {
            let reply = read_open(missing, uncertain, &text, &words);
            prop_assert!(matches!(reply, Reply::Unclear | Reply::NewRequest), "{reply:?}");
        }
    }

    #[test]
    fn a_value_stands_in_the_message(text in message()) {
        for parameter in [ITEM, ADDRESS, NAME, PHONE, NODE, DATE, CODE, ANY] {
            if let Reply::Value(value) = read(parameter, &text, &ReplyWords::english()) {
                let value = value.as_str().unwrap_or_default().to_owned();
                prop_assert!(!value.is_empty() && text.contains(&value), "{value}");
            }
        }
    }

    #[test]
    fn only_a_confirmation_is_confirmed(text in message()) {
        for (missing, uncertain) in OPEN {
            let reply = read_open(missing, uncertain, &text, &ReplyWords::english());
            let is_confirmation = missing.is_empty() && !uncertain.is_empty();
            prop_assert!(is_confirmation || !matches!(reply, Reply::Yes | Reply::No), "{reply:?}");
            if let Reply::Parts { confirmed, .. } = reply {
                prop_assert!(!uncertain.is_empty() || confirmed.is_empty(), "{confirmed:?}");
            }
        }
    }
}
