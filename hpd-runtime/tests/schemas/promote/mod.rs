//! Shared parts of the tests of promotion.
#![allow(dead_code, reason = "each test uses a part")]

use hpd_runtime::__private::Findings;
use hpd_runtime::args::{Leniency, Limits, Node, Warning};
use hpd_runtime::shape::{CompileOptions, PromoteRules, Shape};
use serde_json::{Value, json};

/// A value as it is sent, its result, and the codes of the warnings.
pub(crate) type Expected = (&'static str, &'static str, &'static [&'static str]);

/// A schema of our own, and of an object whose `v` has to be as `schema` says.
pub(crate) fn shape_of(schema: &Value) -> Shape {
    let definitions =
        json!({"Point": {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}});
    let whole =
        json!({"type": "object", "properties": {"v": schema}, "required": ["v"], "$defs": definitions});
    Shape::compile(&whole, CompileOptions::own()).expect("a schema")
}

pub(crate) fn parse(text: &str) -> Node<'_> {
    Node::parse(text, &Limits::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Promotes a copy of a value.
pub(crate) fn promote(
    shape: &Shape,
    value: &Node<'_>,
    leniency: Leniency,
    lenient_params: &[&str],
) -> (Node<'static>, Vec<Warning>) {
    let limits = Limits::default();
    let mut tree = value.clone().into_owned();
    let mut warnings = Vec::new();
    shape.promote(&mut tree, &PromoteRules { leniency, lenient_params, limits: &limits }, &mut warnings);
    (tree, warnings)
}

pub(crate) fn has_errors(shape: &Shape, value: &Node<'_>) -> bool {
    let mut findings = Findings::new(&Limits::default());
    shape.check(value, &mut findings);
    !findings.is_empty()
}

/// The result of promoting `v`, as a text, and the codes of the warnings.
fn become_under(
    shape: &Shape,
    sent: &str,
    leniency: Leniency,
    lenient_params: &[&str],
) -> (String, Vec<&'static str>) {
    let tree = parse(sent);
    let whole = Node::Object(vec![("v".into(), tree)]);
    let (tree, warnings) = promote(shape, &whole, leniency, lenient_params);
    let (again, more) = promote(shape, &tree, leniency, lenient_params);
    assert_eq!((again.to_json(), more.len()), (tree.to_json(), 0), "{sent} a second time");
    let value = tree.get("v").expect("it is required").to_json();
    (value, warnings.iter().map(|warning| warning.code.as_str()).collect())
}

/// Checks one row of the table.
pub(crate) fn assert_row(
    target: &str,
    schema: &Value,
    safe: &[Expected],
    lenient: &[Expected],
    never: &[&str],
) {
    let shape = shape_of(schema);
    let unchanged = |sent: &str, leniency: Leniency| {
        let (value, codes) = become_under(&shape, sent, leniency, &[]);
        assert_eq!((value, codes), (parse(sent).to_json(), vec![]), "{sent} for {target} under {leniency:?}");
    };
    for (sent, expected, codes) in safe {
        for leniency in [Leniency::Safe, Leniency::Lenient] {
            let (value, said) = become_under(&shape, sent, leniency, &[]);
            assert_eq!(
                (value.as_str(), said.as_slice()),
                (*expected, *codes),
                "{sent} for {target} under {leniency:?}"
            );
        }
        unchanged(sent, Leniency::Strict);
    }
    for (sent, expected, codes) in lenient {
        for (leniency, params) in
            [(Leniency::Lenient, [].as_slice()), (Leniency::Strict, &["v"]), (Leniency::Safe, &["v"])]
        {
            let (value, said) = become_under(&shape, sent, leniency, params);
            assert_eq!(
                (value.as_str(), said.as_slice()),
                (*expected, *codes),
                "{sent} for {target}, lenient"
            );
        }
        unchanged(sent, Leniency::Safe);
    }
    for sent in never {
        // An object is a text where that is lenient, which is a row of its own.
        let is_text_leniently = lenient.iter().any(|(other, _, _)| other == sent);
        assert!(!is_text_leniently, "{sent} for {target} stands there twice");
        for leniency in [Leniency::Strict, Leniency::Safe, Leniency::Lenient] {
            unchanged(sent, leniency);
        }
    }
}
