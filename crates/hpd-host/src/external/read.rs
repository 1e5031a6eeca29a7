//! Tool lists of other programs, in their JSON forms.

use std::fmt;

use hpd_journal::__private::parse_trusted;
use hpd_runtime::__private::has_reserved_key;
use hpd_runtime::args::Node;
use hpd_runtime::output::JsonText;
use serde_json::{Map, Value, json};

use super::order::at;
use super::{ExternalTool, TaskSupport, ToolAnnotations};

/// A list of external tools, and the entries that are not tools.
///
/// An unreadable entry does not affect the others. It is listed in [`problems`](Self::problems);
/// [`Toolbox::reports`](crate::Toolbox::reports) lists it too.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct ExternalToolList {
    /// The tools, in order.
    pub tools: Vec<ExternalTool>,
    /// The entries that are not tools, in order.
    pub problems: Vec<ExternalToolError>,
}

impl From<Vec<ExternalTool>> for ExternalToolList {
    fn from(tools: Vec<ExternalTool>) -> Self {
        Self { tools, problems: Vec::new() }
    }
}

impl FromIterator<ExternalTool> for ExternalToolList {
    fn from_iter<I: IntoIterator<Item = ExternalTool>>(tools: I) -> Self {
        Self::from(Vec::from_iter(tools))
    }
}

/// Why something is not a tool, or not a list of tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExternalToolError {
    message: String,
}

impl ExternalToolError {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl fmt::Display for ExternalToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ExternalToolError {}

/// Where the forms keep the schema of the arguments: MCP, Anthropic, `OpenAI` and Gemini, Gemini.
const SCHEMA_KEYS: [&str; 4] = ["inputSchema", "input_schema", "parameters", "parametersJsonSchema"];

impl ExternalTool {
    /// Reads a tool in the form of MCP, `OpenAI` (chat completions or responses), Anthropic or Gemini.
    ///
    /// ```
    /// use hpd_host::external::ExternalTool;
    /// use serde_json::json;
    ///
    /// let function = json!({"name": "get_me", "parameters": {"type": "object"}});
    /// let tool = json!({"type": "function", "function": function});
    /// assert_eq!(ExternalTool::from_json(&tool)?.name, "get_me");
    /// # Ok::<(), hpd_host::external::ExternalToolError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// It has no name, a field is of the wrong type, or it is a tool that the provider runs itself.
    pub fn from_json(tool: &Value) -> Result<Self, ExternalToolError> {
        // OpenAI's chat completions put the tool one level down.
        let fields = tool.get("function").unwrap_or(tool);
        let Value::Object(fields) = fields else {
            return Err(ExternalToolError::new("a tool must be an object"));
        };
        let name = match text(fields, "name")? {
            Some(name) if !name.is_empty() => name,
            _ => return Err(ExternalToolError::new("a tool must have a `name`")),
        };
        let schema = SCHEMA_KEYS.iter().find_map(|key| fields.get(*key)).filter(|schema| !schema.is_null());
        let kind = text(tool.as_object().unwrap_or(fields), "type")?;
        if let (None, Some(kind)) = (schema, kind.filter(|kind| kind != "function")) {
            return Err(ExternalToolError::new(format!("`{name}` is of the type `{kind}`, not a function")));
        }
        let annotations = fields.get("annotations").and_then(Value::as_object);
        let shown_title = annotations.and_then(|hints| hints.get("title")).and_then(Value::as_str);
        Ok(Self {
            title: text(fields, "title")?.or_else(|| shown_title.map(str::to_owned)),
            output_schema: fields.get("outputSchema").filter(|schema| !schema.is_null()).cloned(),
            annotations: annotations.map(ToolAnnotations::of).unwrap_or_default(),
            icons: fields.get("icons").filter(|icons| icons.is_array()).map(JsonText::from),
            meta: fields.get("_meta").filter(|meta| meta.is_object()).map(JsonText::from),
            task_support: fields
                .get("execution")
                .and_then(|execution| execution.get("taskSupport")?.as_str())
                .and_then(TaskSupport::of),
            ..Self::new(
                name,
                text(fields, "description")?.unwrap_or_default(),
                schema.cloned().unwrap_or_else(|| json!({ "type": "object" })),
            )
        })
    }

    /// Reads a list of tools: an array, the result of MCP's `tools/list` with or without its envelope, or any object
    /// with `tools`. Prefer [`list_from_text`](Self::list_from_text) for a text.
    ///
    /// # Errors
    ///
    /// The document has no list of tools. An entry that is not a tool is no error: it is listed in
    /// [`problems`](ExternalToolList::problems).
    pub fn list_from_json(document: &Value) -> Result<ExternalToolList, ExternalToolError> {
        let mut list = ExternalToolList::default();
        for entry in entries(document)? {
            list.add(Self::from_json(entry.tool), &entry.place);
        }
        Ok(list)
    }

    /// Reads a list of tools from a text. Models then see properties in the source's order, which often groups related
    /// ones. A `serde_json::Value` may have lost this order.
    ///
    /// ```
    /// use hpd_host::external::{ExternalSource, ExternalTool};
    /// use hpd_host::Toolbox;
    ///
    /// let list = ExternalTool::list_from_text(
    ///     r#"{"tools": [{"name": "ship", "inputSchema":
    ///         {"type": "object", "properties": {"to": {}, "by": {}}}}]}"#,
    /// )?;
    /// let toolbox = Toolbox::builder().external(ExternalSource::mcp("shop", list)).build()?;
    /// assert_eq!(
    ///     toolbox.tool("ship").unwrap().input_schema(),
    ///     r#"{"type":"object","properties":{"to":{},"by":{}}}"#
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is not JSON, has a key that is reserved for `serde_json`, or has no list of tools.
    pub fn list_from_text(text: &str) -> Result<ExternalToolList, ExternalToolError> {
        if has_reserved_key(text) {
            return Err(ExternalToolError::new(
                "the list of tools has a key that begins with `$serde_json::private::`",
            ));
        }
        let document: Value = serde_json::from_str(text).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            ExternalToolError::new(format!("the list of tools is not JSON: see line {line}, column {column}"))
        })?;
        // Schemas that can't be read this way are listed in alphabetical order.
        let tree = parse_trusted(text).unwrap_or(Node::Null);
        let mut list = ExternalToolList::default();
        for entry in entries(&document)? {
            let tool = Self::from_json(entry.tool).map(|tool| match at(&tree, &entry.pointer) {
                Some(written) => tool.with_texts(written),
                None => tool,
            });
            list.add(tool, &entry.place);
        }
        Ok(list)
    }
}

impl ExternalTool {
    /// The same with the texts of the source: a `serde_json::Value` keeps neither the order of keys nor each number.
    fn with_texts(self, tool: &Node<'_>) -> Self {
        let text = |key: &str| tool.get(key).map(Node::to_json);
        let json = |key: &str| JsonText::parse(&text(key)?).ok();
        Self {
            written: written_schema(tool),
            written_output: self.output_schema.as_ref().and_then(|_| text("outputSchema")).map(Into::into),
            icons: self.icons.map(|icons| json("icons").unwrap_or(icons)),
            meta: self.meta.map(|meta| json("_meta").unwrap_or(meta)),
            ..self
        }
    }
}

/// An entry of a list of tools.
struct Entry<'d> {
    tool: &'d Value,
    /// Its place in errors: `0`, or `0.1` in a group.
    place: String,
    /// JSON pointer to it.
    pointer: String,
}

/// The entries of a list of tools, in order.
fn entries(document: &Value) -> Result<Vec<Entry<'_>>, ExternalToolError> {
    let array_at = |place: &'static str| Some((place, document.pointer(place)?.as_array()?));
    let Some((root, listed)) = ["", "/tools", "/result/tools"].into_iter().find_map(array_at) else {
        return Err(ExternalToolError::new(
            "there is no list of tools: neither an array nor an object with `tools`",
        ));
    };
    let mut entries = Vec::new();
    for (index, tool) in listed.iter().enumerate() {
        let pointer = format!("{root}/{index}");
        // Gemini groups its tools.
        let group_at = |key: &'static str| Some((key, tool.get(key)?.as_array()?));
        match ["functionDeclarations", "function_declarations"].into_iter().find_map(group_at) {
            Some((key, group)) => entries.extend(group.iter().enumerate().map(|(place, tool)| Entry {
                tool,
                place: format!("{index}.{place}"),
                pointer: format!("{pointer}/{key}/{place}"),
            })),
            None => entries.push(Entry { tool, place: index.to_string(), pointer }),
        }
    }
    Ok(entries)
}

/// The text of the schema of a tool.
fn written_schema(tool: &Node<'_>) -> Option<Box<str>> {
    let fields = tool.get("function").unwrap_or(tool);
    SCHEMA_KEYS.iter().find_map(|key| fields.get(key)).map(|schema| schema.to_json().into())
}

impl ExternalToolList {
    fn add(&mut self, tool: Result<ExternalTool, ExternalToolError>, place: &str) {
        match tool {
            Ok(tool) => self.tools.push(tool),
            Err(error) => {
                self.problems.push(ExternalToolError::new(format!("entry {place}: {}", error.message)));
            }
        }
    }
}

impl ToolAnnotations {
    fn of(annotations: &Map<String, Value>) -> Self {
        let hint = |key: &str| annotations.get(key).and_then(Value::as_bool);
        // A source that says something unreadable about destruction does not say that the tool only reads.
        let is_clear =
            matches!(annotations.get("destructiveHint"), None | Some(Value::Null | Value::Bool(_)));
        let read_only = hint("readOnlyHint").filter(|reads| is_clear || !reads);
        Self {
            read_only,
            destructive: hint("destructiveHint"),
            idempotent: hint("idempotentHint"),
            open_world: hint("openWorldHint"),
        }
    }
}

/// A text, if it is there.
fn text(fields: &Map<String, Value>, key: &str) -> Result<Option<String>, ExternalToolError> {
    match fields.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(ExternalToolError::new(format!("`{key}` of a tool must be a text"))),
    }
}
