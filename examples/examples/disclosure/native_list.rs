//! Anthropic's list with deferred tools, as a model reads it: a definition is read where a message refers to it.

use serde_json::Value;
use serde_json::value::RawValue;

/// The end of the definition of a deferred tool.
const DEFERRED: &str = r#","defer_loading":true}"#;

/// A native list, as a model reads it.
pub(crate) struct NativeList {
    text: String,
    /// What is not deferred.
    first: String,
    /// References, and the definitions that a provider reads in their places.
    deferred: Vec<(String, String)>,
}

impl NativeList {
    pub(crate) fn read(list: &str) -> serde_json::Result<Self> {
        let tools: Vec<Box<RawValue>> = serde_json::from_str(list)?;
        let (mut first, mut deferred) = (Vec::new(), Vec::new());
        for tool in &tools {
            let text = tool.get();
            let Some(open) = text.strip_suffix(DEFERRED) else {
                first.push(text);
                continue;
            };
            let known: Value = serde_json::from_str(text)?;
            let reference = format!(r#"{{"type":"tool_reference","tool_name":{}}}"#, known["name"]);
            deferred.push((reference, format!("{open}}}")));
        }
        Ok(Self { text: list.to_owned(), first: format!("[{}]", first.join(",")), deferred })
    }

    /// Whether it is this text.
    pub(crate) fn is(&self, list: &str) -> bool {
        self.text == list
    }

    /// What a model reads before the conversation.
    pub(crate) fn first(&self) -> &str {
        &self.first
    }

    /// A message with definitions in the places of references.
    pub(crate) fn loaded(&self, message: &str) -> String {
        let mut loaded = message.to_owned();
        if message.contains(r#""tool_reference""#) {
            for (reference, definition) in &self.deferred {
                loaded = loaded.replace(reference, definition);
            }
        }
        loaded
    }
}

#[cfg(test)]
mod tests {
    use super::NativeList;

    #[test]
    fn a_reference_is_read_as_its_definition() {
        let list = r#"[{"name":"Math"},{"name":"add","input_schema":{},"defer_loading":true}]"#;
        let native = NativeList::read(list).unwrap();
        assert!(native.is(list) && !native.is("[]"));
        assert_eq!(native.first(), r#"[{"name":"Math"}]"#);
        assert_eq!(
            native.loaded(r#"{"content":[{"type":"tool_reference","tool_name":"add"}]}"#),
            r#"{"content":[{"name":"add","input_schema":{}}]}"#
        );
        assert_eq!(native.loaded(r#"{"content":"add"}"#), r#"{"content":"add"}"#);
    }
}
