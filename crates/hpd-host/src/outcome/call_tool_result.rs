//! An outcome as the result of an MCP tool.

use std::borrow::Cow;

use hpd_runtime::Output;
use hpd_runtime::output::{FileContent, JsonText, Part, StructuredOutput};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use super::{Extent, FunctionResult, Outcome, OutcomeKind, ShortStructured, json_of};

impl Outcome {
    /// The structured value of a result, as a JSON text: an object that the function returned, or the value of a
    /// [`StructuredOutput`]. It is whole, even if the model reads only a part. `None` for other results, and for results
    /// that go to the user.
    pub fn structured(&self) -> Option<&str> {
        structured_of(self.whole_output()?)
    }

    /// The JSON text of MCP's `CallToolResult`: content, structured content, and whether it is an error.
    ///
    /// Structured content is as it was written. The content also has it as a text, for clients that read nothing else. Of
    /// a result that is [too long](crate::results::LargeResults), the content is a preview, and structured content is left
    /// out. If the tool has an output schema, clients refuse results without: then arrays and strings end early, unless the
    /// schema takes only the whole. Errors and questions are texts. Results of other MCP servers keep their parts, annotations and `_meta`.
    ///
    /// ```
    /// use hpd_host::{RawCall, Session, Toolbox, plugin};
    ///
    /// struct Clock;
    ///
    /// #[derive(serde::Serialize)]
    /// struct Time { minute: u8, hour: u8 }
    ///
    /// #[plugin]
    /// impl Clock {
    ///     /// Tells the time.
    ///     #[ai_function(read_only)]
    ///     fn now(&self) -> Time {
    ///         Time { minute: 30, hour: 12 }
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder().plugin(Clock).build()?;
    /// let outcome = toolbox.call(&Session::new(), &RawCall::new("1", "now", "{}")).await;
    /// assert_eq!(
    ///     outcome.call_tool_result().get(),
    ///     concat!(
    ///         r#"{"content":[{"type":"text","text":"{\"minute\":30,\"hour\":12}"}],"#,
    ///         r#""structuredContent":{"minute":30,"hour":12},"isError":false}"#,
    ///     )
    /// );
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    pub fn call_tool_result(&self) -> Box<RawValue> {
        // Texts and JSON can be written.
        to_raw_value(&CallToolResult::of(self)).unwrap_or_else(|_| RawValue::NULL.to_owned())
    }

    /// The result for the model as the function gave it.
    fn whole_output(&self) -> Option<&Output> {
        match &self.kind {
            OutcomeKind::Result(FunctionResult { output, direct: false, whole, .. }) => {
                Some(whole.as_deref().unwrap_or(output))
            }
            _ => None,
        }
    }
}

/// The result of a call, for MCP.
#[derive(Debug)]
pub(crate) struct CallToolResult<'a> {
    content: Vec<Block<'a>>,
    structured: Option<&'a RawValue>,
    /// Of the server's result.
    members: Option<&'a JsonText>,
    is_error: bool,
}

/// An entry of the content.
#[derive(Debug)]
enum Block<'a> {
    Text(Cow<'a, str>),
    Part(&'a Part),
}

impl<'a> CallToolResult<'a> {
    pub(crate) fn of(outcome: &'a Outcome) -> Self {
        let Some(whole) = outcome.whole_output() else {
            let message = outcome.for_model();
            let content = vec![Block::Text(message.text)];
            return Self { content, structured: None, members: None, is_error: message.is_error };
        };
        // A value that a function wrote by hand may be none.
        let structured = structured_content(outcome).and_then(|json| serde_json::from_str(json).ok());
        let members = match whole {
            Output::Structured(output) => output.members(),
            _ => None,
        };
        Self { content: content(outcome), structured, members, is_error: false }
    }
}

/// The structured value of an output, as a JSON text.
pub(crate) fn structured_of(output: &Output) -> Option<&str> {
    match output {
        Output::Structured(output) => output.structured().map(JsonText::as_str),
        Output::Json(text) if text.trim_start().starts_with('{') => Some(text),
        _ => None,
    }
}

/// The structured content for clients: of a result that was too long, as much as they need.
fn structured_content(outcome: &Outcome) -> Option<&str> {
    match &outcome.kind {
        OutcomeKind::Result(FunctionResult { extra, .. }) => match extra.extent() {
            Extent::Short(short) => match &short.structured {
                ShortStructured::None => None,
                ShortStructured::Replaced(structured) => Some(structured),
                ShortStructured::Whole => outcome.structured(),
            },
            _ => outcome.structured(),
        },
        _ => outcome.structured(),
    }
}

/// The content of a result, as far as the model reads it.
fn content(outcome: &Outcome) -> Vec<Block<'_>> {
    let OutcomeKind::Result(FunctionResult { output, extra, .. }) = &outcome.kind else { return Vec::new() };
    let parts: &[Part] = match output {
        Output::Structured(output) => output.parts(),
        Output::Content(parts) => parts,
        _ => &[],
    };
    let has_more = |output: &StructuredOutput| !output.is_complete_without_structured();
    let structured = match output {
        Output::Structured(output) if has_more(output) => output.structured().map(JsonText::as_str),
        _ => None,
    };
    let is_empty = parts.iter().all(|part| part.to_text().is_empty()) && structured.is_none();
    if is_empty || (json_of(output).is_some() && structured.is_some()) {
        // One text, with the note in it.
        return vec![Block::Text(outcome.for_model().text)];
    }
    let note = extra.note().map(|note| note.line().into());
    let texts = structured.map(Cow::Borrowed).into_iter().chain(note).map(Block::Text);
    parts.iter().map(Block::Part).chain(texts).collect()
}

impl Serialize for CallToolResult<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("content", &self.content)?;
        if let Some(structured) = self.structured {
            map.serialize_entry("structuredContent", structured)?;
        }
        map.serialize_entry("isError", &self.is_error)?;
        write_members(self.members, &mut map)?;
        map.end()
    }
}

/// Writes further members as they are.
fn write_members<M: SerializeMap>(members: Option<&JsonText>, map: &mut M) -> Result<(), M::Error> {
    for (key, value) in members.map_or_else(Vec::new, JsonText::members) {
        map.serialize_entry(&key, value)?;
    }
    Ok(())
}

impl Serialize for Block<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (part, members, of_resource) = match self {
            Self::Text(text) => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("type", "text")?;
                map.serialize_entry("text", text)?;
                return map.end();
            }
            Self::Part(Part::Other { json }) => return json.serialize(serializer),
            Self::Part(Part::Extended { part, members, resource_members }) => {
                (part.plain(), Some(members), resource_members.as_ref())
            }
            Self::Part(part) => (*part, None, None),
        };
        let mut map = serializer.serialize_map(None)?;
        write_part(part, of_resource, &mut map)?;
        write_members(members, &mut map)?;
        map.end()
    }
}

fn write_part<M: SerializeMap>(
    part: &Part,
    of_resource: Option<&JsonText>,
    map: &mut M,
) -> Result<(), M::Error> {
    match part {
        Part::Text { text } => {
            map.serialize_entry("type", "text")?;
            map.serialize_entry("text", text)
        }
        Part::Image { data, mime_type } | Part::Audio { data, mime_type } => {
            let kind = if matches!(part, Part::Image { .. }) { "image" } else { "audio" };
            map.serialize_entry("type", kind)?;
            map.serialize_entry("data", data)?;
            map.serialize_entry("mimeType", mime_type)
        }
        Part::File { uri, mime_type, content } => {
            map.serialize_entry("type", "resource")?;
            map.serialize_entry("resource", &Resource { uri, mime_type, content, members: of_resource })
        }
        Part::Link { uri, name, mime_type, description } => {
            map.serialize_entry("type", "resource_link")?;
            map.serialize_entry("uri", uri)?;
            map.serialize_entry("name", name)?;
            if let Some(description) = description {
                map.serialize_entry("description", description)?;
            }
            match mime_type {
                Some(mime_type) => map.serialize_entry("mimeType", mime_type),
                None => Ok(()),
            }
        }
        // Only for parts in parts, which nobody reads: a kind makes it a block nevertheless.
        Part::Extended { .. } | Part::Other { .. } => {
            map.serialize_entry("type", "text")?;
            map.serialize_entry("text", &part.to_text())
        }
    }
}

/// The resource in an embedded resource.
struct Resource<'a> {
    uri: &'a str,
    mime_type: &'a Option<String>,
    content: &'a FileContent,
    members: Option<&'a JsonText>,
}

impl Serialize for Resource<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("uri", self.uri)?;
        if let Some(mime_type) = self.mime_type {
            map.serialize_entry("mimeType", mime_type)?;
        }
        match self.content {
            FileContent::Text(text) => map.serialize_entry("text", text)?,
            FileContent::Base64(data) => map.serialize_entry("blob", data)?,
        }
        write_members(self.members, &mut map)?;
        map.end()
    }
}
