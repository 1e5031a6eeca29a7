//! Tool lists of other programs, in their JSON forms.

use std::fmt;

use serde_json::{Map, Value, json};

use super::{ExternalTool, ToolAnnotations};

/// A list of tools from outside, and what in it is no tool.
///
/// One entry that can't be read does not keep the others from being used: it is a problem, which
/// [`Toolbox::reports`](crate::Toolbox::reports) repeats.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct ExternalToolList {
    /// The tools, in order.
    pub tools: Vec<ExternalTool>,
    /// The entries that are no tools, in order.
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
    /// use hpd_host::ExternalTool;
    /// use serde_json::json;
    ///
    /// let tool = json!({"type": "function", "function": {"name": "get_me", "parameters": {"type": "object"}}});
    /// assert_eq!(ExternalTool::from_json(&tool)?.name, "get_me");
    /// # Ok::<(), hpd_host::ExternalToolError>(())
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
            ..Self::new(
                name,
                text(fields, "description")?.unwrap_or_default(),
                schema.cloned().unwrap_or_else(|| json!({ "type": "object" })),
            )
        })
    }

    /// Reads a list of tools: an array of them, the result of MCP's `tools/list` with or without its envelope, or any
    /// object with `tools`.
    ///
    /// # Errors
    ///
    /// There is no list. An entry that is no tool is a [problem](ExternalToolList::problems) of the list.
    pub fn list_from_json(document: &Value) -> Result<ExternalToolList, ExternalToolError> {
        let places = [Some(document), document.get("tools"), document.pointer("/result/tools")];
        let Some(entries) = places.into_iter().flatten().find_map(Value::as_array) else {
            return Err(ExternalToolError::new(
                "there is no list of tools: neither an array nor an object with `tools`",
            ));
        };
        let mut list = ExternalToolList::default();
        for (index, entry) in entries.iter().enumerate() {
            // Gemini groups its tools.
            let grouped = entry.get("functionDeclarations").or_else(|| entry.get("function_declarations"));
            match grouped.and_then(Value::as_array) {
                Some(group) => {
                    for (place, tool) in group.iter().enumerate() {
                        list.add(Self::from_json(tool), &format!("{index}.{place}"));
                    }
                }
                None => list.add(Self::from_json(entry), &index.to_string()),
            }
        }
        Ok(list)
    }
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
        Self {
            read_only: hint("readOnlyHint"),
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
