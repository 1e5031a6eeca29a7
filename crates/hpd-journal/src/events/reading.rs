//! Events about what became of a call's text, and of a session's list.

use std::collections::BTreeMap;

use hpd_runtime::args::Warning;
use hpd_runtime::values::Provenance;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::setters::setters;

/// The data of [`Event::ArgumentsRead`](super::Event::ArgumentsRead): how the arguments of a call were read. The event
/// exists only if they were not read as the model wrote them. The text was repaired, a value was promoted, or a value
/// does not come from the model.
///
/// Values of sensitive parameters are hidden, as in all events. The event is left out where [free
/// text](crate::journal::FreeText) is not recorded.
///
/// ```
/// use hpd_journal::events::{ArgumentsReadEvent, Event, ReadingNote};
/// use serde_json::json;
///
/// let note = ReadingNote::new("STRING_TO_NUMBER", "/amount", "a string was read as a number")
///     .from(Some("\"20\"".to_owned()))
///     .to(Some("20".to_owned()));
/// let read = ArgumentsReadEvent::new("pay").arguments(Some(json!({"amount": 20}))).notes(vec![note]);
/// let json = serde_json::to_value(Event::ArgumentsRead(read))?;
/// assert_eq!(json["data"]["notes"][0]["to"], "20");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ArgumentsReadEvent {
    /// The name of the tool.
    pub tool: String,
    /// The arguments, as they were read; left out where they are not known yet, or all of them may be sensitive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Value>,
    /// Where each argument comes from, as far as it was looked up. An argument that is not listed comes from the model.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub provenance: BTreeMap<String, Provenance>,
    /// The repairs and promotions, in the order of reading.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<ReadingNote>,
}

/// A repair, or a promotion, in the text of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ReadingNote {
    /// The stable name of the kind, as in [`WarningCode::as_str`](hpd_runtime::args::WarningCode::as_str).
    pub code: String,
    /// JSON pointer to the place; empty for the arguments as a whole.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pointer: String,
    /// The change in words, without a value.
    pub message: String,
    /// Byte offset of the repair in the text of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
    /// The value as sent, shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The value as read, shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// The data of [`Event::Collapsed`](super::Event::Collapsed).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CollapsedEvent {
    /// The name of the container.
    pub container: String,
}

impl ArgumentsReadEvent {
    /// A call of a tool, without details yet.
    #[must_use]
    pub fn new(tool: impl Into<String>) -> Self {
        Self { tool: tool.into(), arguments: None, provenance: BTreeMap::new(), notes: Vec::new() }
    }
}

impl ReadingNote {
    /// A note about the value at a pointer.
    #[must_use]
    pub fn new(code: impl Into<String>, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        let (code, pointer, message) = (code.into(), pointer.into(), message.into());
        Self { code, pointer, message, offset: None, from: None, to: None }
    }

    /// The note about a warning. `hide` gives back each text without sensitive values.
    #[must_use]
    pub fn of(warning: &Warning, hide: impl Fn(&str) -> String) -> Self {
        Self {
            code: warning.code.as_str().to_owned(),
            pointer: hide(&warning.pointer),
            message: hide(&warning.message),
            offset: warning.offset,
            from: warning.from.as_deref().map(&hide),
            to: warning.to.as_deref().map(&hide),
        }
    }
}

impl CollapsedEvent {
    /// The collapse of a container.
    #[must_use]
    pub fn new(container: impl Into<String>) -> Self {
        Self { container: container.into() }
    }
}

setters!(ArgumentsReadEvent { tool: String, arguments: Option<Value>, provenance: BTreeMap<String, Provenance>, notes: Vec<ReadingNote> });
setters!(ReadingNote { code: String, pointer: String, message: String, offset: Option<usize>, from: Option<String>, to: Option<String> });
setters!(CollapsedEvent { container: String });
