//! Results of functions.

use serde::Serialize;

use super::{JsonText, Part};

/// The result of a function.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// The function returns nothing.
    Nothing,
    /// Plain text.
    Text(String),
    /// A JSON text.
    Json(String),
    /// Several content parts.
    Content(Vec<Part>),
    /// A structured value, content parts, or both.
    Structured(Box<StructuredOutput>),
}

/// A structured value with content parts, as in the results of MCP.
///
/// The model reads the value once, as it is written, after the parts. Programs read it as JSON:
///
/// ```
/// use hpd_runtime::Output;
/// use hpd_runtime::output::{JsonText, Part, StructuredOutput};
///
/// let value = JsonText::parse(r#"{"total": 1.0, "chart": 1}"#)?;
/// let chart = Part::image(b"..", "image/png");
/// let output = StructuredOutput::new(value).with_parts(vec![chart]);
/// assert_eq!(output.structured().unwrap().as_str(), r#"{"total": 1.0, "chart": 1}"#);
/// let output = Output::from(output);
/// # assert!(matches!(output, Output::Structured(_)));
/// # Ok::<(), hpd_runtime::output::JsonTextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StructuredOutput {
    pub(super) structured: Option<JsonText>,
    pub(super) parts: Vec<Part>,
    pub(super) members: Option<JsonText>,
    pub(super) copy: TextCopy,
}

/// What the parts say of the structured value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum TextCopy {
    /// Nothing: a text of the value is added for clients that read content only.
    #[default]
    Missing,
    /// They are what such clients read, and more than the value.
    Other,
    /// They are what such clients read, and only repeat the value.
    Whole,
}

impl StructuredOutput {
    /// A structured value alone.
    pub const fn new(structured: JsonText) -> Self {
        Self { structured: Some(structured), parts: Vec::new(), members: None, copy: TextCopy::Missing }
    }

    /// A structured value alone, in the order of its fields.
    ///
    /// # Errors
    ///
    /// The value can't be serialised.
    pub fn of(value: &(impl Serialize + ?Sized)) -> Result<Self, serde_json::Error> {
        JsonText::of(value).map(Self::new)
    }

    /// Sets the parts before the value.
    #[must_use]
    pub fn with_parts(self, parts: Vec<Part>) -> Self {
        Self { parts, copy: TextCopy::Missing, ..self }
    }

    /// The structured value.
    pub const fn structured(&self) -> Option<&JsonText> {
        self.structured.as_ref()
    }

    /// The parts, as the function or the server wrote them.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The parts for the model. There are none if they only repeat the structured value.
    pub fn parts_for_model(&self) -> &[Part] {
        if self.copy == TextCopy::Whole { &[] } else { &self.parts }
    }

    /// Whether the parts are complete without the structured value, for clients that read content only.
    pub fn is_complete_without_structured(&self) -> bool {
        self.structured.is_none() || self.copy != TextCopy::Missing
    }

    /// Further members of a result of MCP, as a JSON object: `_meta`, for example.
    pub const fn members(&self) -> Option<&JsonText> {
        self.members.as_ref()
    }
}

impl From<StructuredOutput> for Output {
    fn from(output: StructuredOutput) -> Self {
        Self::Structured(Box::new(output))
    }
}
