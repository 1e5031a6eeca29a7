use hpd_journal::pending::PendingId;
use hpd_runtime::Principal;
use hpd_runtime::args::Node;
use hpd_runtime::spec::QualifiedId;

use super::{MAX, Speakers};
use crate::collect::{Heard, Statement};

const PHONE: Node<'static> = Node::String(std::borrow::Cow::Borrowed("555-1234"));

impl Speakers {
    fn told(&mut self, who: Option<&Principal>, text: &str) {
        self.hear(who, &Statement::new(text), false);
    }

    fn has_said(&self, who: &Principal, value: &Node<'_>) -> bool {
        let tool = QualifiedId::new(Some("buy"), "place_order");
        self.heard(who, &tool, &[("phone", value)], |_| false) == [Heard::Mentioned]
    }
}

#[test]
fn what_one_says_is_not_anothers() {
    let (anna, bob) = (Principal::new("anna"), Principal::new("bob"));
    let mut speakers = Speakers::default();
    speakers.told(Some(&bob), "555-1234");
    assert!(speakers.has_said(&bob, &PHONE));
    assert!(!speakers.has_said(&anna, &PHONE));
    assert!(!speakers.has_said(&bob.in_tenant("acme"), &PHONE));
}

#[test]
fn what_nobody_in_particular_says_is_the_first_callers() {
    let (anna, bob) = (Principal::new("anna"), Principal::new("bob"));
    let mut speakers = Speakers::default();
    speakers.told(None, "555-1234");
    assert!(!speakers.has_said(&anna, &PHONE), "no one made a call");
    assert_eq!(speakers.would_mention(&anna, &[("phone", &PHONE)]), [true]);
    speakers.claim(&anna);
    speakers.claim(&bob);
    assert!(speakers.has_said(&anna, &PHONE));
    assert!(!speakers.has_said(&bob, &PHONE));
    assert_eq!(speakers.would_mention(&bob, &[("phone", &PHONE)]), [false]);
}

#[test]
fn a_message_that_is_recorded_twice_is_one() {
    let anna = Principal::new("anna");
    let statement = Statement::new("Buy a tv");
    let tv = Node::String("tv".into());
    let both = |speakers: &Speakers| {
        let tool = QualifiedId::new(None, "order");
        speakers.heard(&anna, &tool, &[("item", &tv), ("address", &tv)], |_| false)
    };
    for (first, second) in
        [(None, None), (None, Some(&anna)), (Some(&anna), None), (Some(&anna), Some(&anna))]
    {
        let mut speakers = Speakers::default();
        speakers.hear(first, &statement, false);
        speakers.hear(second, &statement, true);
        assert_eq!(speakers.has_unclaimed(), second.is_none() && first.is_none());
        speakers.claim(&anna);
        assert!(speakers.has_said(&anna, &tv));
        assert_eq!(both(&speakers), [Heard::Nothing; 2], "{first:?} {second:?}");
        speakers.hear(second, &statement, false);
        speakers.claim(&anna);
        assert_eq!(both(&speakers), [Heard::Mentioned; 2], "{first:?} {second:?}");
    }
}

#[test]
fn the_same_words_of_two_people_are_two_messages() {
    let (anna, bob) = (Principal::new("anna"), Principal::new("bob"));
    let mut speakers = Speakers::default();
    speakers.told(Some(&bob), "555-1234");
    speakers.hear(Some(&anna), &Statement::new("555-1234"), true);
    assert!(speakers.has_said(&anna, &PHONE) && speakers.has_said(&bob, &PHONE));
}

#[test]
fn the_later_message_is_the_last_one_whoever_it_is_claimed_by() {
    let anna = Principal::new("anna");
    let mut speakers = Speakers::default();
    speakers.told(None, "first");
    speakers.told(Some(&anna), "second");
    speakers.claim(&anna);
    assert!(speakers.last_message(&anna).unwrap().is(2, &Statement::new("second")));
    speakers.told(None, "third");
    speakers.claim(&anna);
    assert!(speakers.last_message(&anna).unwrap().is(3, &Statement::new("third")));
    speakers.note_question(&PendingId::new("1"));
    speakers.end_answers();
    assert!(speakers.last_message(&anna).is_none());
}

#[test]
fn what_one_confirms_is_not_anothers() {
    let (anna, bob) = (Principal::new("anna"), Principal::new("bob"));
    let tool = QualifiedId::new(Some("buy"), "place_order");
    let mut speakers = Speakers::default();
    speakers.confirm(&anna, &tool, &[("phone".to_owned(), PHONE)]);
    assert!(speakers.confirmed_by(&anna).contains(&tool, "phone", &PHONE));
    assert!(!speakers.confirmed_by(&bob).contains(&tool, "phone", &PHONE));
}

#[test]
fn the_first_of_too_many_is_forgotten() {
    let principal = |index: usize| Principal::new(index.to_string());
    let mut speakers = Speakers::default();
    for index in 0..=MAX {
        speakers.told(Some(&principal(index)), "555-1234");
    }
    assert!(!speakers.has_said(&principal(0), &PHONE));
    assert!(speakers.has_said(&principal(1), &PHONE));
    assert!(speakers.has_said(&principal(MAX), &PHONE));
}

#[test]
fn debug_shows_no_words() {
    let mut speakers = Speakers::default();
    speakers.told(None, "my pin is s3cret");
    speakers.told(Some(&Principal::new("anna")), "my pin is s3cret");
    assert!(!format!("{speakers:?}").contains("s3cret"));
}
