//! Required fields: there, not null, not empty.

use hpd_json::__private::Path;
use hpd_json::{Limits, Node};
use hpd_schema::__private::error::{Findings, ValidationErrorResponse, text};

/// A field that has to be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequiredField<'a> {
    /// Absent, `null` and `""` are missing.
    Scalar(&'a str),
    /// Has to be an array with at least one item.
    NonEmptyArray(&'a str),
}

/// Checks that all of `fields` are present. The tool's schema is not consulted. For tools without checks of their own.
///
/// ```
/// use hpd_runtime::__private::{check_required, RequiredField};
/// use hpd_runtime::args::{Limits, Node};
///
/// let arguments =
///     Node::parse(r#"{"AccountId": "acc-1", "Amount": ""}"#, &Limits::default()).unwrap();
/// let fields = [
///     RequiredField::Scalar("AccountId"),
///     RequiredField::Scalar("Amount"),
///     RequiredField::NonEmptyArray("Applications"),
/// ];
/// let errors = check_required(&arguments, &fields).unwrap_err().errors;
/// let messages: Vec<_> = errors.iter().map(|error| error.error_message.as_str()).collect();
/// assert_eq!(messages, ["Amount is required", "Applications must be a non-empty array"]);
/// ```
///
/// # Errors
///
/// All missing fields.
pub fn check_required(
    arguments: &Node<'_>,
    fields: &[RequiredField<'_>],
) -> Result<(), Box<ValidationErrorResponse>> {
    let mut findings = Findings::new(&Limits::default());
    for field in fields {
        match *field {
            RequiredField::Scalar(name) => {
                let value = arguments.get(name);
                if matches!(value, None | Some(Node::Null)) || value.and_then(Node::as_str) == Some("") {
                    findings.report(&Path::ROOT.key(name), value, || text::required(name));
                }
            }
            RequiredField::NonEmptyArray(name) => {
                let value = arguments.get(name);
                if !matches!(value, Some(Node::Array(items)) if !items.is_empty()) {
                    findings.report(&Path::ROOT.key(name), value, || text::empty_array(name));
                }
            }
        }
    }
    if findings.is_empty() { Ok(()) } else { Err(Box::new(findings.into_response())) }
}
