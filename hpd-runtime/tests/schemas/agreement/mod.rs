//! The Shape of a schema and the `jsonschema` crate agree on a value. The fuzz targets compare them with the same code.

use hpd_runtime::__private::Findings;
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::shape::Shape;
use serde_json::Value;

/// The validator that is right by definition.
pub(crate) fn reference(schema: &Value, formats: bool) -> Option<jsonschema::Validator> {
    jsonschema::options().should_validate_formats(formats).build(schema).ok()
}

/// Holds the verdicts on a value against each other, and the list of errors against the verdict.
pub(crate) fn compare(
    schema: &Value,
    ours: &Shape,
    theirs: &jsonschema::Validator,
    value: &Value,
) -> Result<(), String> {
    if is_rounded(schema, value) {
        return Ok(());
    }
    let node = Node::from_value(value);
    let accepted = ours.accepts(&node);
    if accepted != theirs.is_valid(value) {
        return Err(format!("accepted is {accepted}, and not to jsonschema: {schema} against {value}"));
    }
    let mut findings = Findings::new(&Limits::default());
    ours.check(&node, &mut findings);
    if findings.is_empty() != accepted {
        return Err(format!("accepted is {accepted}: {schema} against {value}: {findings:?}"));
    }
    Ok(())
}

/// Whether `jsonschema` would divide a number that it does not have exactly, since it divides doubles. Beyond 2^53 that
/// happens with a fraction, as in 9007199254740993 by 1.5, or with another such number. Beyond 10^22 it happens with
/// every
/// divisor, since a double is not the written number.
pub(crate) fn is_rounded(schema: &Value, value: &Value) -> bool {
    let divides = any(schema, &|schema| schema.get("multipleOf").is_some());
    let by_inexact = any(schema, &|schema| schema.get("multipleOf").is_some_and(is_inexact));
    (by_inexact && any(value, &|value| is_beyond(value, 2_f64.powi(53))))
        || (divides && any(value, &|value| is_beyond(value, 1e22)))
}

fn is_inexact(divisor: &Value) -> bool {
    divisor.as_f64().is_some_and(|divisor| divisor.fract() != 0.0 || divisor >= 2_f64.powi(53))
}

fn is_beyond(value: &Value, bound: f64) -> bool {
    value.as_f64().is_some_and(|number| number.abs() >= bound)
}

fn any(value: &Value, test: &impl Fn(&Value) -> bool) -> bool {
    test(value)
        || match value {
            Value::Array(items) => items.iter().any(|item| any(item, test)),
            Value::Object(members) => members.values().any(|member| any(member, test)),
            _ => false,
        }
}
