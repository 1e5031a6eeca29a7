//! Tools whose schemas are written as JSON.

use hpd_host::external::{Arguments, Classification, ExternalHandler, ExternalSource, ExternalTool};
use hpd_host::system::BoxFuture;
use hpd_host::{CallContext, Output, ToolError};
use serde_json::json;

/// The tools with their handler.
pub(crate) fn source() -> ExternalSource {
    let address = json!({"street": {"type": "string"}, "city": {"type": "string"}});
    let keywords = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {"$anchor": "address", "type": "object", "properties": address}},
        "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
        "allOf": [{"anyOf": [{"required": ["name"]}, {"required": ["address"]}]}],
        "if": {"required": ["address"]},
        "then": {"properties": {"address": {"required": ["street"]}}},
        "else": {"required": ["name"]},
        "additionalProperties": false,
    });
    let headers = json!({
        "type": "object",
        "properties": {"value": {"type": "string", "x-mcp-header": "Value"}},
        "required": ["value"],
    });
    let tool = |name, description, schema| {
        ExternalTool::new(name, description, schema).classified(Classification::Read)
    };
    let tools = vec![
        tool("json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features", keywords),
        tool("test_custom_header", "Repeats a value that a header has too", headers),
    ];
    ExternalSource::list("Schemas", tools).handler(Echo)
}

/// Repeats its arguments.
struct Echo;

impl ExternalHandler for Echo {
    fn call<'a>(
        &'a self,
        _: &'a str,
        arguments: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move { Ok(Output::Text(arguments.text().to_owned())) })
    }
}
