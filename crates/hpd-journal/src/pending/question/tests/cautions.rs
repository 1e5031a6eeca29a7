//! Cautions before a question: the same as those of the question.

use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;
use proptest::prelude::*;

use super::Call;
use crate::pending::question::caution::is_surely_plain;
use crate::pending::question::{CautionInput, cautions};

impl Call {
    fn before(&self) -> CautionInput<'_> {
        CautionInput {
            name: self.name,
            title: self.title.as_deref(),
            plugin: Some("Bookkeeping"),
            arguments: &self.arguments,
            sensitive: &self.sensitive,
            question: self.question,
            known: &self.known,
        }
    }

    /// The cautions, which are those of the question.
    fn cautions(&self) -> Option<Risk> {
        let found = cautions(&self.before());
        let asked = self.ask();
        assert_eq!(found, (asked.risk > self.risk).then_some(Risk::High), "{}", asked.question.text());
        found
    }

    fn is_surely_plain(&self) -> bool {
        is_surely_plain(&self.before())
    }
}

fn call(arguments: &str) -> Call {
    Call::new("create_payment", Risk::Low, arguments)
}

#[test]
fn invariant_3_what_a_question_cant_show_is_found_before_it() {
    for arguments in [
        format!(r#"{{"Memo": "{}"}}"#, "x".repeat(1_001)),
        r#"{"Memo": "a\u202eb"}"#.to_owned(),
        r#"{"Memo": "INV\u202e-1\u200b"}"#.to_owned(),
        r#"{"Me\u200bmo": 1}"#.to_owned(),
        r#"{"Memo": 1, "Memo": 2}"#.to_owned(),
        r#"{"Lines": [{"a": 1, "a": 2}]}"#.to_owned(),
        r#"{"To": "РАУРАL"}"#.to_owned(),
        r#"{"From": "ACC-10", "To": "ACC-1O"}"#.to_owned(),
        r#"{"From": "PAYPA", "To": "РАУРА"}"#.to_owned(),
        format!("{{{}}}", (0..51).map(|at| format!(r#""f{at}": 1"#)).collect::<Vec<_>>().join(",")),
        format!(
            "{{{}}}",
            (0..20).map(|at| format!(r#""f{at}": "{}""#, "x".repeat(500))).collect::<Vec<_>>().join(",")
        ),
    ] {
        assert_eq!(call(&arguments).cautions(), Some(Risk::High), "{arguments}");
    }
}

#[test]
fn what_a_question_shows_raises_nothing() {
    for arguments in [
        "{}".to_owned(),
        r#"{"Memo": "R&D <x>\n*y*", "Name": "Müller", "f 1": [1, {"a": null}]}"#.to_owned(),
        r#"{"To": "РАУРА", "Note": "❤️ मिला"}"#.to_owned(),
        format!(r#"{{"Memo": "{}"}}"#, "x".repeat(900)),
        format!(r#"{{"Memo": "{}"}}"#, "*".repeat(160)),
    ] {
        assert_eq!(call(&arguments).cautions(), None, "{arguments}");
    }
}

#[test]
fn names_titles_and_known_texts_count() {
    let mut titled = call("{}");
    titled.title = Some("Get \u{202e}rehtaew".to_owned());
    assert_eq!(titled.cautions(), Some(Risk::High));
    let mut known = call(r#"{"To": "INV-O42"}"#);
    known.known = vec!["INV-042"];
    assert_eq!(known.cautions(), Some(Risk::High));
    known.known = vec!["INV-043", "Müller"];
    assert_eq!(known.cautions(), None);
}

#[test]
fn a_value_that_a_sentence_cuts_counts() {
    let mut asked = call(&format!(r#"{{"Memo": "{}"}}"#, "x".repeat(300)));
    assert_eq!(asked.cautions(), None);
    asked.question = Some("Note {Memo}?");
    assert_eq!(asked.cautions(), Some(Risk::High));
}

#[test]
fn a_hidden_value_raises_nothing() {
    let mut hidden = call(r#"{"Pin": "a\u202eb", "To": "PAYPA"}"#);
    hidden.sensitive = vec!["Pin"];
    hidden.known = vec!["x"];
    assert_eq!(hidden.cautions(), None);
}

#[test]
fn plain_calls_are_only_scanned() {
    let mut plain = call(
        r#"{"AccountId": "ACC-7", "Amount": 5000.00, "Paid": true, "Reference": null,
            "Applications": [{"InvoiceId": "INV-042", "Amount": 5000}], "Memo": "Acme & Sons, see mail of 2024-01-31."}"#,
    );
    plain.known = vec!["ACC-7", "ACC-8", "Acme"];
    assert!(plain.is_surely_plain());
    assert!(!call(r#"{"To": "Müller"}"#).is_surely_plain());
}

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[ -~]{0,12}",
        1 => "[0OlI1mrn]{0,4}",
        1 => "[ *<>&_.@]{0,30}",
        1 => "[a-z ]{100,400}",
        1 => "\\PC{0,4}",
    ];
    prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

fn node() -> impl Strategy<Value = Node<'static>> {
    let leaf = prop_oneof![
        text().prop_map(|text| Node::String(text.into())),
        "[1-9][0-9]{0,20}".prop_map(|text| Node::Number(text.into())),
        any::<bool>().prop_map(Node::Bool),
        Just(Node::Null),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Node::Array),
            prop::collection::vec((text(), inner), 0..6).prop_map(object),
        ]
    })
}

fn object(members: Vec<(String, Node<'static>)>) -> Node<'static> {
    Node::Object(members.into_iter().map(|(key, value)| (key.into(), value)).collect())
}

proptest! {
    #[test]
    fn cautions_are_those_of_the_question(
        members in prop::collection::vec((text(), node()), 0..8),
        is_asked in any::<bool>(),
        sensitive in any::<bool>(),
    ) {
        let mut call = Call::of("create_payment", Risk::Low, object(members));
        if is_asked {
            call.question = Some("Pay {a}?");
        }
        if sensitive {
            call.sensitive = vec!["a"];
        }
        call.known = vec!["INV-042", "Acme", "l0rn"];
        call.cautions();
    }
}
