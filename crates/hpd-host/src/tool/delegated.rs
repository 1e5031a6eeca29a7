//! The keywords that a Shape does not know, by the `jsonschema` crate. Its texts quote whole values, so that they are not
//! passed on: an error says which keyword is broken, and where.

use hpd_runtime::__private::Findings;
use hpd_runtime::args::Node;
use serde_json::Value;

#[cfg(feature = "jsonschema")]
#[derive(Debug)]
pub(super) struct Rest(jsonschema::Validator);

#[cfg(feature = "jsonschema")]
impl Rest {
    /// `None` if that crate can't read the schema either.
    pub(super) fn new(schema: &Value) -> Option<Self> {
        jsonschema::validator_for(schema).ok().map(Self)
    }

    pub(super) fn check(&self, arguments: &Node<'_>, findings: &mut Findings) {
        use hpd_runtime::error::Violation;

        for error in self.0.iter_errors(&arguments.to_value()) {
            let property = property_of(error.instance_path().as_str());
            let keyword = error.schema_path().as_str().rsplit('/').next().unwrap_or_default().to_owned();
            let subject = if property.is_empty() { "the arguments" } else { &property };
            let violation = Violation::new(format!("{subject} must satisfy `{keyword}` of the schema"));
            findings.add_violations(None, Some(arguments), violation.property(property));
        }
    }
}

/// From a JSON pointer to the name that errors use: `/Lines/0/Amount` is `Lines[0].Amount`.
#[cfg(feature = "jsonschema")]
fn property_of(pointer: &str) -> String {
    let mut property = String::new();
    for token in pointer.split('/').skip(1) {
        if token.bytes().all(|byte| byte.is_ascii_digit()) && !token.is_empty() {
            property.extend(["[", token, "]"]);
            continue;
        }
        if !property.is_empty() {
            property.push('.');
        }
        property.push_str(&token.replace("~1", "/").replace("~0", "~"));
    }
    property
}

/// Without the `jsonschema` crate nothing checks the rest; the toolbox reports it.
#[cfg(not(feature = "jsonschema"))]
#[derive(Debug)]
pub(super) enum Rest {}

#[cfg(not(feature = "jsonschema"))]
impl Rest {
    pub(super) fn new(_: &Value) -> Option<Self> {
        None
    }

    pub(super) fn check(&self, _: &Node<'_>, _: &mut Findings) {
        match *self {}
    }
}
