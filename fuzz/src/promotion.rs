//! Promotion of values towards a schema.

use hpd_runtime::args::{Leniency, Limits, Node, Warning, WarningCode};
use hpd_runtime::shape::{CompileOptions, PromoteRules, Shape};
use libfuzzer_sys::Corpus;

use crate::pair::read_pair;
use crate::verdicts::agreement::is_rounded;

/// Checks the promotion of a value.
///
/// # Panics
///
/// An invariant is violated.
pub fn check_promotion(data: &[u8]) -> Corpus {
    let Some((schema, value)) = read_pair(data) else { return Corpus::Reject };
    let limits = Limits::default();
    let Ok(own) = Shape::compile(&schema, CompileOptions::own()) else { return Corpus::Reject };
    let Ok(outside) = Shape::compile(&schema, CompileOptions::outside(&limits)) else {
        return Corpus::Reject;
    };
    let theirs = jsonschema::options().should_validate_formats(true).build(&schema).ok();
    let theirs = theirs.filter(|_| !is_rounded(&schema, &value));
    let node = Node::from_value(&value);
    for leniency in [Leniency::Strict, Leniency::Safe, Leniency::Lenient] {
        for shape in [&own, &outside] {
            let promoted = check_one(shape, &node, leniency, &limits);
            let Some(theirs) = theirs.as_ref().filter(|_| is_comparable(shape, &own)) else { continue };
            if shape.accepts(&promoted) && !shape.accepts(&node) {
                assert!(theirs.is_valid(&promoted.to_value()), "{value} became {}", promoted.to_json());
            }
        }
    }
    Corpus::Keep
}

/// Whether the `jsonschema` crate means the same: native formats are nothing to it.
fn is_comparable(shape: &Shape, own: &Shape) -> bool {
    !std::ptr::eq(shape, own) && shape.unsupported().is_empty()
}

fn check_one(shape: &Shape, node: &Node<'_>, leniency: Leniency, limits: &Limits) -> Node<'static> {
    let (promoted, warnings) = promote(shape, node, leniency, limits);
    let json = promoted.to_json();
    let is_changed = json != node.to_json();
    assert_eq!(is_changed, !warnings.is_empty(), "{leniency:?} made {json} with {warnings:?}");
    assert!(!is_changed || leniency != Leniency::Strict, "strict made {json}");
    assert!(!is_changed || !shape.accepts(node), "it was accepted, and became {json}");
    assert!(warnings.len() <= LISTED, "{} warnings", warnings.len());
    // Inside of a text, a lenient reading guesses nothing more: that would be two guesses about one value.
    let is_unpacked =
        |warning: &Warning| matches!(warning.code, WarningCode::StringToArray | WarningCode::StringToObject);
    if leniency == Leniency::Lenient && warnings.iter().any(is_unpacked) {
        return promoted;
    }
    let (twice, more) = promote(shape, &promoted, leniency, limits);
    assert_eq!((twice.to_json(), more), (json, vec![]), "{leniency:?} a second time");
    promoted
}

/// Warnings at most: each kind is listed up to twenty times, and then counted.
const LISTED: usize = 21 * 13;

fn promote(
    shape: &Shape,
    node: &Node<'_>,
    leniency: Leniency,
    limits: &Limits,
) -> (Node<'static>, Vec<Warning>) {
    let mut tree = node.clone().into_owned();
    let mut warnings = Vec::new();
    shape.promote(&mut tree, &PromoteRules { leniency, lenient_params: &[], limits }, &mut warnings);
    (tree, warnings)
}
