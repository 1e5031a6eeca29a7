use std::error::Error;

use super::{Answer, Choice, Decision, UserChannel};
use crate::approval::{DecisionError, Grant};
use hpd_journal::pending::{Owner, PendingId, PendingVerdict, StoreError};
use hpd_runtime::Principal;

/// Does not compile if the type implements the trait: then there are two ways to read `of`.
macro_rules! assert_is_not {
    ($kind:ty, $name:path) => {{
        trait Ambiguous<A> {
            fn of() {}
        }
        impl<T: ?Sized> Ambiguous<()> for T {}
        struct Implements;
        impl<T: ?Sized + $name> Ambiguous<Implements> for T {}
        <$kind as Ambiguous<_>>::of();
    }};
}

#[test]
fn invariant_8_decisions_and_grants_come_from_the_user_channel_alone() {
    assert_is_not!(Decision, serde::de::DeserializeOwned);
    assert_is_not!(Decision, Default);
    assert_is_not!(Decision, Clone);
    assert_is_not!(Decision, From<Answer>);
    assert_is_not!(Decision, std::str::FromStr);
    assert_is_not!(Grant, serde::de::DeserializeOwned);
    assert_is_not!(Grant, Default);
    assert_is_not!(Grant, Clone);
    assert_is_not!(UserChannel, serde::de::DeserializeOwned);
    assert_is_not!(UserChannel, Default);
}

fn answer(choice: Choice, phrase: Option<&str>) -> Answer {
    let phrase = phrase.map(str::to_owned);
    Answer {
        pending_id: PendingId::new("8c6f"),
        nonce: "51d0".to_owned(),
        choice,
        phrase,
        reason: None,
        edit: None,
    }
}

fn verdict(choice: Choice, typed: Option<&str>, expected: Option<&str>) -> Option<PendingVerdict> {
    UserChannel::local().decision(answer(choice, typed)).verdict(expected)
}

#[test]
fn an_answer_has_four_keys_and_no_others() {
    let read = |text: &str| serde_json::from_str::<Answer>(text).map_err(|error| error.to_string());
    assert_eq!(
        read(r#"{"pending_id": "8c6f", "nonce": "51d0", "choice": "confirm", "phrase": "VOID 1"}"#),
        Ok(answer(Choice::Confirm, Some("VOID 1")))
    );
    assert_eq!(
        read(r#"{"pending_id": "8c6f", "nonce": "51d0", "choice": "cancel"}"#),
        Ok(answer(Choice::Cancel, None))
    );
    for wrong in [
        r#"{"pending_id": "8c6f", "nonce": "51d0", "choice": "confirm", "arguments": {}}"#,
        r#"{"pending_id": "8c6f", "nonce": "51d0", "choice": "confirm", "pending_args": {"Amount": 1}}"#,
        r#"{"pending_id": "8c6f", "nonce": "51d0", "choice": "confirm", "risk": "low"}"#,
        r#"{"pending_id": "8c6f", "nonce": "51d0", "choice": "yes"}"#,
        r#"{"pending_id": "8c6f", "nonce": "51d0", "choice": "Confirm"}"#,
        r#"{"pending_id": "8c6f", "nonce": "51d0", "choice": true}"#,
        r#"{"pending_id": "8c6f", "choice": "confirm"}"#,
        r#"{"nonce": "51d0", "choice": "confirm"}"#,
        r#"{"pending_id": "8c6f", "nonce": "51d0"}"#,
        r#""yes""#,
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_yes_needs_the_phrase_if_there_is_one() {
    let phrase = Some("VOID INV-042");
    assert_eq!(verdict(Choice::Confirm, None, None), Some(PendingVerdict::Approved));
    assert_eq!(verdict(Choice::Confirm, Some("anything"), None), Some(PendingVerdict::Approved));
    assert_eq!(verdict(Choice::Confirm, phrase, phrase), Some(PendingVerdict::Approved));
    assert_eq!(verdict(Choice::Confirm, Some("VOID INV-041"), phrase), Some(PendingVerdict::WrongPhrase));
}

#[test]
fn a_yes_for_which_no_phrase_was_typed_is_no_verdict() {
    for typed in [None, Some(""), Some(" "), Some("\t\n\u{3000}")] {
        assert_eq!(verdict(Choice::Confirm, typed, Some("VOID INV-042")), None, "{typed:?}");
    }
}

#[test]
fn blanks_around_the_phrase_are_not_part_of_it() {
    let phrase = Some("VOID INV-042");
    for typed in
        [" VOID INV-042", "VOID INV-042 ", "  VOID INV-042  ", "\tVOID INV-042\r\n", "VOID INV-042\u{a0}"]
    {
        assert_eq!(
            verdict(Choice::Confirm, Some(typed), phrase),
            Some(PendingVerdict::Approved),
            "{typed:?}"
        );
    }
    for typed in ["VOID  INV-042", "VOIDINV-042", "\u{200b}VOID INV-042", "VOID INV-042 ."] {
        assert_eq!(
            verdict(Choice::Confirm, Some(typed), phrase),
            Some(PendingVerdict::WrongPhrase),
            "{typed:?}"
        );
    }
    // A value at the end of the template may end with one.
    assert_eq!(verdict(Choice::Confirm, phrase, Some("VOID INV-042 ")), Some(PendingVerdict::Approved));
}

#[test]
fn a_no_needs_none() {
    assert_eq!(verdict(Choice::Cancel, None, Some("VOID INV-042")), Some(PendingVerdict::Rejected));
    assert_eq!(verdict(Choice::Cancel, Some("wrong"), Some("VOID INV-042")), Some(PendingVerdict::Rejected));
    assert_eq!(verdict(Choice::Cancel, None, None), Some(PendingVerdict::Rejected));
}

#[test]
fn a_decision_is_of_the_user_of_the_channel() {
    let owner = |principal: Option<&str>, tenant: Option<&str>| Owner {
        session: "s".to_owned(),
        principal: Principal { id: principal.map(str::to_owned), tenant: tenant.map(str::to_owned) },
    };
    let decide = |channel: UserChannel| channel.decision(answer(Choice::Confirm, None));
    let ada = decide(UserChannel::of("ada").in_tenant("acme"));
    assert!(ada.is_from(&owner(Some("ada"), Some("acme"))));
    for other in [
        owner(Some("bob"), Some("acme")),
        owner(Some("ada"), Some("other")),
        owner(Some("ada"), None),
        owner(None, Some("acme")),
        owner(None, None),
    ] {
        assert!(!ada.is_from(&other), "{other:?}");
    }
    let local = decide(UserChannel::local());
    assert!(local.is_from(&owner(None, None)));
    assert!(!local.is_from(&owner(Some("ada"), None)));
}

#[test]
fn a_decision_answers_the_question_with_its_nonce() {
    let decision = UserChannel::local().decision(answer(Choice::Confirm, None));
    assert_eq!(decision.pending_id().as_str(), "8c6f");
    assert_eq!(decision.choice(), Choice::Confirm);
    assert!(decision.answers("51d0"));
    for other in ["", "51d", "51d1", "51D0", "51d0 "] {
        assert!(!decision.answers(other), "{other}");
    }
}

#[test]
fn errors_say_what_was_done() {
    let texts = [
        DecisionError::NotFound,
        DecisionError::Expired,
        DecisionError::Conflict,
        DecisionError::NoPhrase,
        DecisionError::WrongPhrase { tries_left: 2 },
        DecisionError::WrongPhrase { tries_left: 1 },
        DecisionError::WrongPhrase { tries_left: 0 },
        DecisionError::Store(StoreError::new("disk of host db7 is full")),
    ]
    .map(|error| error.to_string());
    assert_eq!(
        texts,
        [
            "No open question belongs to this answer.",
            "The answer came too late: nothing was done.",
            "This question was answered otherwise before: that answer holds.",
            "Please type the phrase that is shown to confirm: nothing was done yet.",
            "This is not the phrase: nothing was done yet. 2 more tries are left.",
            "This is not the phrase: nothing was done yet. One more try is left.",
            "This is not the phrase. It was the last try: nothing was done.",
            "The answer could not be stored: nothing was done. Please answer again.",
        ]
    );
    let source = DecisionError::Store(StoreError::new("full"));
    assert_eq!(source.source().unwrap().to_string(), "the store failed");
}

#[test]
fn debug_shows_neither_nonce_nor_phrase() {
    let answer = answer(Choice::Confirm, Some("VOID INV-042"));
    assert_eq!(format!("{answer:?}"), "Answer { pending_id: PendingId(\"8c6f\"), choice: Confirm, .. }");
    let channel = UserChannel::of("ada");
    assert_eq!(format!("{channel:?}"), "UserChannel");
    assert_eq!(
        format!("{:?}", channel.decision(answer)),
        "Decision { pending_id: PendingId(\"8c6f\"), choice: Confirm, .. }"
    );
}
