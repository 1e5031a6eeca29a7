//! Answers as people write them: 60 that say yes, 60 that say no, and 60 that say neither.

use hpd_runtime::args::Node;

use super::{ADDRESS, COUNT, ITEM, NAME, NODE, PHONE, Parameter, Reply, ReplyWords, read_open};
use crate::reply::WordList;

const BOTH: &[Parameter] = &[ADDRESS, PHONE];

const YES: &str = "Yes|yes!|Yes.|yep|Yup|yeah|yea|y|Yes please|yes, please!|Yes, that's correct|Yes, that is correct.|\
    yes, correct|Yes, that's right|Yes it is|Yes, both are correct|Yes, go ahead|\
    Yes, please place the order|Right|Yes, thank you|Yes, use those|Yes for both|Looks good|\
    Looks good to me|All good|That's right, thanks|Correct, thank you|Yes they are|Yes, they're both right|\
    Yep, all correct|Exactly|Absolutely!|Definitely|Of course|Sure|Sure thing|Sure, go ahead|OK|\
    Okay, thanks|ok sounds good|Sounds good|Yes, I confirm|I confirm|Confirmed|Yes indeed|Indeed.|\
    Yes, you can use that|Yeah, that's fine|That works|Yes, everything is correct|It is|They are|\
    It's correct|Yes, all of it is right|Perfect, thanks|Please go ahead|Go ahead, please|\
    yes, still the same|Yes, do it|You got it right|Yes sir|Affirmative|Proceed|Thanks, that's right.|\
    Yes - that's right|yes,that's correct|Yes! Thank you so much|Both are still correct|that’s right|\
    Thats right|YES PLEASE|Yes, order it|Yes, please go ahead and place the order|yes, please do so|\
    Alright, go ahead|Fine by me|No changes needed|Yes, nothing has changed|Yes, those are mine";

const NO: &str = "No|no!|No.|nope|Nah|No thanks|No, thank you|Wrong|incorrect|Not correct|That's wrong|No, that's wrong|\
    no that's not right|No it isn't|No, it's not|no they're not|Not really|Negative|Not right|No, neither|\
    Neither|No way|Nope, wrong|No, sorry|Sorry, no|No, they are wrong|No, both are wrong|Both are wrong|\
    They're wrong|That is not right|That isn't right|It's not correct|It isn't|It is not|They aren't|\
    No, that's incorrect|No, that is outdated|That's out of date|It's outdated|No no|Of course not|\
    Certainly not|Absolutely not|Definitely not|I don't think so|I do not think so|Don't|Please don't|\
    No, please don't|Not at all|No, not at all|None of them|No, none of them|That doesn't look right|\
    No, that's not it|I disagree|Unfortunately not|I'm afraid not|No, don't do that|No, all wrong|\
    They are not right|Everything is wrong|that’s not right|Not quite";

const NEITHER: &str = "yes?|Yes, but|Yes, but use another address|yes and delete the other too|not yes|Yes, if it's cheaper|\
    yesterday|right after lunch|no, that's correct|Yes, no|yes... or no|yeah right|Yeah, right!|\
    Yes to the address, no to the phone|The phone is wrong|Yes, except the phone|maybe|Perhaps|I think so|\
    I guess|probably|not sure|I don't know|hm|Hmm...|what?|Is that correct?|correct me if I'm wrong|\
    Right or wrong?|yes please don't|Yes, cancel it|ok stop|okay then what|sure, why not?|Yes, later|\
    Yes, but thanks|yes and no|Let me check|Ask my wife|both|one of them|The first one|yess|ye|👍|Not yet|\
    wait|Yes, wait|Yes I said no|I said yes|He says yes|\"yes\" is what he said|Yes, yes, stop|\
    If you say so|whatever|Right, next question|Right now|go ahead and cancel|Go ahead tomorrow|\
    That's correct except the phone|Correct the address|Confirm the address first|please confirm|\
    can you confirm|Good question|good|fine|thanks|please|Yes for the address|Yes, all wrong|ok, no|\
    true or false|Yes it was|It was correct last year|no idea|No problem|yes\u{200b}";

fn read(text: &str) -> Reply {
    read_open(&[], BOTH, text, &ReplyWords::english())
}

#[test]
fn what_says_yes() {
    let others: Vec<_> = YES.split('|').filter(|text| read(text) != Reply::Yes).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn what_says_no() {
    let others: Vec<_> = NO.split('|').filter(|text| read(text) != Reply::No).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn what_says_neither() {
    let is_neither = |text: &&str| matches!(read(text), Reply::Unclear | Reply::NewRequest);
    let others: Vec<_> = NEITHER.split('|').filter(|text| !is_neither(text)).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn both_are_two() {
    for (uncertain, reply) in [
        (&[ADDRESS][..], Reply::NewRequest),
        (BOTH, Reply::Yes),
        (&[ADDRESS, PHONE, NAME], Reply::NewRequest),
    ] {
        let words = ReplyWords::english();
        assert_eq!(read_open(&[], uncertain, "Yes, both are correct", &words), reply, "{uncertain:?}");
        assert_eq!(read_open(&[], uncertain, "Yes, all correct", &words), Reply::Yes);
    }
}

/// The meaning of a message for values: given ones and confirmed ones.
#[track_caller]
fn parts(missing: &[Parameter], uncertain: &[Parameter], text: &str) -> String {
    match read_open(missing, uncertain, text, &ReplyWords::english()) {
        Reply::Parts { values, confirmed, .. } => {
            let values = values.iter().map(|(name, value)| format!("{name}={}", value.to_json()));
            values.chain(confirmed).collect::<Vec<_>>().join(" ")
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn a_yes_with_a_correction_is_both() {
    for (text, said) in [
        ("The address is right, but my phone is 555-9999", r#"phone="555-9999" address"#),
        ("Address is correct. Phone: 555-9999", r#"phone="555-9999" address"#),
        ("my phone is 555-9999, the address is fine", r#"phone="555-9999" address"#),
        ("Yes, but my phone is 555-9999", r#"phone="555-9999" address"#),
        ("yes except the phone number is 555-9999", r#"phone="555-9999" address"#),
        ("Yes, and my phone should be 555-9999 please", r#"phone="555-9999" address"#),
        ("my phone is 555-9999", r#"phone="555-9999""#),
        ("No, my phone is 555-9999", r#"phone="555-9999""#),
        (
            "my address is 5 Elm St, Springfield, and my phone is 555-9999",
            r#"address="5 Elm St, Springfield" phone="555-9999""#,
        ),
        ("The address is right", "address"),
        ("Yes, that's my address", "address"),
        ("Yes, that's the right address", "address"),
        ("Yes, please use that address", "address"),
        ("The address and the phone are both correct", "address phone"),
    ] {
        assert_eq!(parts(&[], BOTH, text), said, "{text}");
    }
}

#[test]
fn a_correction_that_is_none_is_for_the_model() {
    for text in [
        "Yes, but my phone is broken",
        "Yes, but the phone is wrong",
        "The address is right, but not the phone",
        "The address is right after the bridge",
        "Yes, but deliver it tomorrow",
        "The address is right, but my phone is 555-9999 or 555-9998",
        "The address is right, no, my phone is 555-9999, wait",
        "my phone is 555-9999 and my phone is 555-9998",
        "No, the address is right",
        "Is my phone 555-9999?",
        "456 Oak Ave",
        "no milk",
    ] {
        assert_eq!(parts(&[], BOTH, text), "NewRequest", "{text}");
    }
}

#[test]
fn a_single_value_beside_an_uncertain_one() {
    for (missing, uncertain, text, said) in [
        (PHONE, ADDRESS, "555-1234", r#"phone="555-1234""#),
        (PHONE, ADDRESS, "It's 555-1234.", r#"phone="555-1234""#),
        (PHONE, ADDRESS, "my phone is 555-1234", r#"phone="555-1234""#),
        (PHONE, ADDRESS, "555-1234, and the address is right", r#"phone="555-1234" address"#),
        (PHONE, ADDRESS, "Yes, 555-1234", r#"phone="555-1234" address"#),
        (PHONE, ADDRESS, "The address is right", "address"),
        (ADDRESS, PHONE, "456 Oak Ave", r#"address="456 Oak Ave""#),
        (NAME, ADDRESS, "John", r#"contact_name="John""#),
        (ITEM, ADDRESS, "milk and eggs", r#"item="milk and eggs""#),
        (NODE, ADDRESS, "test-node-1", r#"node_id="test-node-1""#),
        (COUNT, NAME, "5 please", "guests=5"),
        // They may correct an uncertain value.
        (ADDRESS, PHONE, "555-1234", "NewRequest"),
        (ITEM, ADDRESS, "456 Oak Ave", "NewRequest"),
        (ITEM, NAME, "Jim", "NewRequest"),
        (PHONE, ADDRESS, "No, 555-1234", "NewRequest"),
        (PHONE, ADDRESS, "555-1234?", "NewRequest"),
        (PHONE, ADDRESS, "555-1234 or 555-1235", "NewRequest"),
        (ITEM, ADDRESS, "no milk", "NewRequest"),
        (ITEM, ADDRESS, "What's the weather in Paris?", "NewRequest"),
    ] {
        assert_eq!(parts(&[missing], &[uncertain], text), said, "{text}");
    }
}

#[test]
fn named_values_fill_some_of_several() {
    assert_eq!(parts(BOTH, &[], "my phone is 555-1234"), r#"phone="555-1234""#);
    assert_eq!(
        parts(BOTH, &[], "phone: 555-1234, address: 5 Elm St"),
        r#"phone="555-1234" address="5 Elm St""#
    );
    assert_eq!(parts(BOTH, &[], "my phone is right"), "NewRequest");
}

/// French, by the public lists alone.
fn french() -> ReplyWords {
    ReplyWords::new()
        .cancel(["annule", "laisse tomber"])
        .yes(["oui", "ouais", "d'accord", "exact", "c'est ça", "bien sûr"])
        .no(["non", "pas du tout"])
        .with(WordList::Agrees, ["les deux", "tout à fait", "allez-y"])
        .with(WordList::Subject, ["c'est", "tout est", "les deux sont"])
        .with(WordList::Right, ["correct", "juste", "bon", "corrects"])
        .with(WordList::Wrong, ["faux", "pas correct"])
        .with(WordList::Both, ["deux"])
        .with(WordList::Join, ["mais", "et"])
        .with(WordList::My, ["mon", "ma", "le", "la"])
        .with(WordList::Is, ["est"])
        .with(WordList::Please, ["merci", "s'il vous plaît"])
        .with(WordList::Mark, ["je", "ne", "pas"])
}

#[test]
fn another_language_is_a_table() {
    let parameters: [Parameter; 2] =
        [("adresse", "", r#"{"type": "string"}"#), ("telefon", "Téléphone.", r#"{"type": "string"}"#)];
    let said = |text| read_open(&[], &parameters, text, &french());
    for text in [
        "Oui",
        "Oui, c'est correct",
        "c’est bon, merci",
        "Oui, les deux sont corrects",
        "D'accord, allez-y !",
    ] {
        assert_eq!(said(text), Reply::Yes, "{text}");
    }
    for text in ["Non", "Non merci", "Non, c'est faux", "pas du tout"] {
        assert_eq!(said(text), Reply::No, "{text}");
    }
    for text in ["oui ?", "Oui, mais demain", "je ne sais pas", "yes"] {
        assert!(matches!(said(text), Reply::Unclear | Reply::NewRequest), "{text}");
    }
    assert_eq!(said("Laisse tomber"), Reply::Cancel);
    assert_eq!(
        said("Oui, mais mon téléphone est 555-9999"),
        Reply::Parts {
            values: vec![("telefon".to_owned(), Node::String("555-9999".into()))],
            confirmed: vec!["adresse".to_owned()],
            by_bare_yes: true,
        }
    );
}
