//! A call with its arguments, read without a schema.

use std::sync::Arc;

use hpd_json::{Leniency, Limits, Node, Reading, SyntaxError, Warning};
use hpd_repair::__private::{merge_duplicates, repair};
use hpd_schema::__private::error::{Findings, ValidationError};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::Arguments;
use super::convert::Converter;
use crate::request::RawCall;

/// A call with its arguments. [`parse`](Self::parse) and [`parse_as`](Self::parse_as) read them without a schema.
/// [`CallContext::request`](crate::CallContext::request) reads them by the schema of the function.
///
/// Without a schema, values keep their JSON types, with one exception: the strings `"true"`, `"false"` and `"null"`
/// become a boolean or null, with a warning. A text that is not JSON is repaired if it has one meaning, with warnings
/// too. Names and items keep their order, and numbers are never rounded. A duplicate name with different values is an
/// error. The text of the arguments is always kept.
///
/// ```
/// use hpd_runtime::args::ToolCallRequest;
/// use hpd_runtime::RawCall;
///
/// let request = ToolCallRequest::parse(&RawCall::new(
///     "call_1",
///     "search",
///     r#"{"limit": 5, "exact": "true"}"#,
/// ));
/// let arguments = request.arguments.as_ref().unwrap();
/// assert_eq!(arguments.get("limit").and_then(|limit| limit.as_i64()), Some(5));
/// assert_eq!(arguments.get("exact").and_then(|exact| exact.as_bool()), Some(true));
/// assert_eq!(
///     request.parse_warning.as_deref(),
///     Some("string literal converted to boolean true")
/// );
/// assert_eq!(request.warnings()[0].pointer, "/exact");
///
/// let request = ToolCallRequest::parse(&RawCall::new("call_2", "search", "[5]"));
/// assert_eq!(request.arguments, None);
/// assert_eq!(request.parse_error.as_deref(), Some("the arguments must be a JSON object"));
/// assert_eq!(&*request.raw_arguments, "[5]");
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ToolCallRequest {
    /// The name of the tool, as the model wrote it.
    pub tool_name: Arc<str>,
    /// The provider's id of the call.
    pub tool_call_id: Arc<str>,
    /// The text of the arguments, as the model wrote it.
    pub raw_arguments: Arc<str>,
    /// The arguments; `None` if they could not be read.
    pub arguments: Option<Arguments>,
    /// The reason why the arguments could not be read.
    pub parse_error: Option<String>,
    /// The repairs and promotions as one text; [`warnings`](Self::warnings) has the parts.
    pub parse_warning: Option<String>,
    warnings: Vec<Warning>,
    errors: Vec<ValidationError>,
}

impl ToolCallRequest {
    /// Reads the arguments of a call under [`Leniency::Safe`], with the default limits. A text with one meaning is
    /// repaired. A possibly truncated text is not completed, as if the tool were a write.
    pub fn parse(call: &RawCall) -> Self {
        let reading = Reading { leniency: Leniency::Safe, writes: true, stop_reason: call.stop_reason };
        Self::parse_as(call, &reading, &Limits::default())
    }

    /// Reads the arguments of a call. [`Leniency::Strict`] repairs nothing and promotes no strings. Even
    /// then, empty text and `null` are read as `{}`.
    pub fn parse_as(call: &RawCall, reading: &Reading, limits: &Limits) -> Self {
        let mut warnings = Vec::new();
        let read = read(&call.arguments, *reading, limits, &mut warnings);
        if read.is_err() {
            // Repairs do not count here.
            warnings.clear();
        }
        Self::with(call, read, warnings)
    }

    /// The request of a call whose arguments were understood by their schema.
    pub(crate) fn understood(call: &RawCall, tree: Node<'_>, warnings: Vec<Warning>) -> Self {
        let findings = Findings::new(&Limits::default());
        Self::with(call, Converter::new(false, findings).root(tree), warnings)
    }

    /// The request of a call whose text can't be read.
    pub(crate) fn unread(call: &RawCall, error: &SyntaxError) -> Self {
        Self::with(call, Err(Findings::from_syntax_error(error, &call.arguments)), Vec::new())
    }

    fn with(call: &RawCall, read: Result<Arguments, Findings>, warnings: Vec<Warning>) -> Self {
        let (arguments, errors) = match read {
            Ok(arguments) => (Some(arguments), Vec::new()),
            Err(findings) => (None, findings.into_response().errors),
        };
        Self {
            tool_name: call.name.clone(),
            tool_call_id: call.id.clone(),
            raw_arguments: call.raw_text().clone(),
            arguments,
            parse_error: joined(errors.iter().map(|error| error.error_message.as_str())),
            parse_warning: joined(warnings.iter().map(|warning| warning.message.as_str())),
            warnings,
            errors,
        }
    }

    /// The errors of arguments that could not be read, each with all details. For a name that comes twice,
    /// `attempted_value` has all values of the name, cut as in every error.
    pub fn errors(&self) -> &[ValidationError] {
        &self.errors
    }

    /// The repairs of the text, then the promotions of its values.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }
}

fn read(
    text: &str,
    reading: Reading,
    limits: &Limits,
    warnings: &mut Vec<Warning>,
) -> Result<Arguments, Findings> {
    let forgiving = reading.leniency != Leniency::Strict;
    let mut tree = if let Ok(tree) = Node::parse_object(text, limits) {
        tree
    } else {
        let repaired = repair(text, &reading, limits);
        let repaired = repaired.map_err(|error| Findings::from_syntax_error(&error, text))?;
        warnings.extend(repaired.warnings);
        repaired.tree
    };
    if forgiving {
        merge_duplicates(&mut tree, warnings);
    }
    let mut converter = Converter::new(forgiving, Findings::new(limits));
    let arguments = converter.root(tree)?;
    warnings.append(&mut converter.warnings);
    Ok(arguments)
}

fn joined<'m>(messages: impl Iterator<Item = &'m str>) -> Option<String> {
    let messages: Vec<_> = messages.collect();
    (!messages.is_empty()).then(|| messages.join("; "))
}

impl Serialize for ToolCallRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("ToolCallRequest", 6)?;
        fields.serialize_field("tool_name", &*self.tool_name)?;
        fields.serialize_field("tool_call_id", &*self.tool_call_id)?;
        fields.serialize_field("raw_arguments", &*self.raw_arguments)?;
        fields.serialize_field("arguments", &self.arguments)?;
        fields.serialize_field("parse_error", &self.parse_error)?;
        fields.serialize_field("parse_warning", &self.parse_warning)?;
        fields.end()
    }
}
