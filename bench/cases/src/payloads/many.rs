//! Ten thousand external tools.

/// How many sources there are.
pub const SOURCES: u32 = 500;
/// How many tools a source has.
pub const TOOLS_A_SOURCE: u32 = 20;

const NOUNS: [&str; TOOLS_A_SOURCE as usize] = [
    "invoice", "contact", "payment", "order", "account", "item", "quote", "receipt", "project", "budget",
    "asset", "journal", "branch", "issue", "release", "message", "folder", "calendar", "ticket", "customer",
];

/// The list of a source, as a server of the Model Context Protocol writes it.
pub fn source_list(source: u32) -> String {
    let tools: Vec<String> = NOUNS.iter().map(|noun| tool(source, noun)).collect();
    format!(r#"{{"tools": [{}]}}"#, tools.join(", "))
}

fn tool(source: u32, noun: &str) -> String {
    format!(
        r#"{{"name": "update_{noun}_{source}", "description": "Changes the {noun} of area {source}, and returns it as it is then.", "inputSchema": {{"type": "object", "properties": {{"id": {{"type": "string", "description": "Id of the {noun}", "minLength": 1}}, "name": {{"type": "string", "description": "Name that people read"}}, "count": {{"type": "integer", "description": "How many there are", "minimum": 0}}, "amount": {{"type": "number", "description": "Amount in the book currency"}}, "state": {{"type": "string", "enum": ["open", "paid", "void"]}}, "tags": {{"type": "array", "items": {{"type": "string"}}, "description": "Labels"}}}}, "required": ["id", "name", "count", "amount", "state", "tags"], "additionalProperties": false}}, "annotations": {{"readOnlyHint": false}}}}"#
    )
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_source_has_twenty_tools() {
        let list: Value = serde_json::from_str(&source_list(7)).unwrap();
        assert_eq!(list["tools"].as_array().unwrap().len(), 20);
        assert_eq!(list["tools"][0]["name"], "update_invoice_7");
    }
}
