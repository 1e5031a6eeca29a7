//! The model's view: the list of tools, and the results of its last calls, both as the texts of a request.

use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// The model's view in one turn.
pub(crate) struct Sight {
    tools: Vec<SeenTool>,
    /// The results since its last message.
    pub(crate) results: Vec<SeenResult>,
}

/// A tool as it is listed.
pub(crate) struct SeenTool {
    pub(crate) name: String,
    pub(crate) description: String,
    /// The names of its parameters.
    pub(crate) parameters: Vec<String>,
}

/// The result of a call.
pub(crate) struct SeenResult {
    pub(crate) call_id: String,
    pub(crate) text: String,
}

impl Sight {
    pub(crate) fn of(tools: &str, messages: &[Box<RawValue>]) -> Result<Self, serde_json::Error> {
        let tools: Vec<Value> = serde_json::from_str(tools)?;
        let messages = messages.iter().map(|message| serde_json::from_str(message.get()));
        let messages: Vec<Value> = messages.collect::<Result<_, _>>()?;
        let is_result = |message: &&Value| message["role"] == "tool";
        let mut results: Vec<_> = messages.iter().rev().take_while(is_result).map(SeenResult::of).collect();
        results.reverse();
        Ok(Self { tools: tools.iter().map(|tool| SeenTool::of(&tool["function"])).collect(), results })
    }

    /// The first tool with this word in its description.
    pub(crate) fn tool_about(&self, word: &str) -> Option<&SeenTool> {
        self.tools.iter().find(|tool| tool.description.contains(word))
    }

    /// The first tool with this word in its name.
    pub(crate) fn tool_named(&self, word: &str) -> Option<&SeenTool> {
        self.tools.iter().find(|tool| tool.name.contains(word))
    }

    /// The tool of this name.
    pub(crate) fn tool(&self, name: &str) -> Option<&SeenTool> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

impl SeenTool {
    fn of(function: &Value) -> Self {
        let parameters = function["parameters"]["properties"].as_object();
        Self {
            name: text(&function["name"]),
            description: text(&function["description"]),
            parameters: parameters.map(|parameters| parameters.keys().cloned().collect()).unwrap_or_default(),
        }
    }
}

impl SeenResult {
    fn of(message: &Value) -> Self {
        Self { call_id: text(&message["tool_call_id"]), text: text(&message["content"]) }
    }

    /// The result as an error. This service knows results as texts alone: an error is an object that says its type.
    pub(crate) fn error(&self) -> Option<Map<String, Value>> {
        let object: Map<String, Value> = serde_json::from_str(&self.text).ok()?;
        object.contains_key("error_type").then_some(object)
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
