//! Tool lists in the forms of protocols and providers.

use hpd_host::external::{ExternalSource, ExternalTool, ExternalToolList, Rules, ToolAnnotations, ToolRules};
use serde_json::{Value, json};

use crate::external::{reports, toolbox};

fn one(tool: &Value) -> ExternalTool {
    ExternalTool::from_json(tool).unwrap()
}

#[test]
fn every_form_of_a_tool_is_read() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "integer" } } });
    let expected = ExternalTool::new("a", "Does a", schema.clone());
    for tool in [
        json!({ "name": "a", "description": "Does a", "inputSchema": schema }),
        json!({ "name": "a", "description": "Does a", "input_schema": schema }),
        json!({ "type": "custom", "name": "a", "description": "Does a", "input_schema": schema }),
        json!({ "type": "function", "function": { "name": "a", "description": "Does a", "parameters": schema } }),
        json!({ "type": "function", "name": "a", "description": "Does a", "parameters": schema, "strict": true }),
        json!({ "name": "a", "description": "Does a", "parametersJsonSchema": schema }),
    ] {
        assert_eq!(one(&tool), expected, "{tool}");
    }
}

#[test]
fn what_mcp_says_besides_is_kept() {
    let tool = one(&json!({
        "name": "a",
        "title": "Does A",
        "outputSchema": { "type": "object" },
        "annotations": { "title": "Other", "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false }
    }));
    assert_eq!(tool.title.as_deref(), Some("Does A"));
    assert_eq!(tool.output_schema, Some(json!({ "type": "object" })));
    let annotations = ToolAnnotations {
        read_only: Some(true),
        destructive: Some(false),
        idempotent: Some(true),
        open_world: Some(false),
    };
    assert_eq!(tool.annotations, annotations);
    assert_eq!(tool.description, "");
    assert_eq!(tool.input_schema, json!({ "type": "object" }));
}

#[test]
fn every_form_of_a_list_is_read() {
    let tool = json!({ "name": "a" });
    for list in [
        json!([tool]),
        json!({ "tools": [tool] }),
        json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": [tool], "nextCursor": "x" } }),
        json!([{ "functionDeclarations": [tool] }]),
        json!({ "tools": [{ "function_declarations": [tool] }] }),
    ] {
        let read = ExternalTool::list_from_json(&list).unwrap();
        assert_eq!((read.tools, read.problems), (vec![one(&tool)], Vec::new()), "{list}");
    }
    for nothing in [json!({}), json!("tools"), json!(null), json!({ "tools": {} })] {
        assert_eq!(
            ExternalTool::list_from_json(&nothing).unwrap_err().to_string(),
            "there is no list of tools: neither an array nor an object with `tools`"
        );
    }
}

#[test]
fn an_entry_that_is_no_tool_is_reported_and_the_others_stay() {
    let list = json!([
        { "name": "a" },
        "b",
        { "description": "no name" },
        { "name": 7 },
        { "type": "web_search_20250305", "name": "web_search" },
        { "functionDeclarations": [{ "name": "c" }, { "name": "" }] },
        { "name": "d", "description": ["x"] }
    ]);
    let source = ExternalSource::mcp("srv", ExternalTool::list_from_json(&list).unwrap());
    let toolbox = toolbox(source);
    let names: Vec<_> = toolbox.all_tools().iter().map(hpd_host::Tool::name).collect();
    assert_eq!(names, ["MCP_srv", "a", "c"]);
    assert_eq!(
        reports(&toolbox),
        [
            "`MCP_srv` lists something that is no tool: entry 1: a tool must be an object",
            "`MCP_srv` lists something that is no tool: entry 2: a tool must have a `name`",
            "`MCP_srv` lists something that is no tool: entry 3: `name` of a tool must be a text",
            "`MCP_srv` lists something that is no tool: entry 4: `web_search` is of the type `web_search_20250305`, not a function",
            "`MCP_srv` lists something that is no tool: entry 5.1: a tool must have a `name`",
            "`MCP_srv` lists something that is no tool: entry 6: `description` of a tool must be a text",
        ]
    );
}

/// The rules of the host come after the text of the source.
#[test]
fn a_text_keeps_the_order_in_which_a_schema_was_written() {
    let schema = r#"{"type":"object","properties":{"to":{"type":"string","minLength":1},"amount":{"items":[{"b":1,"a":2}]},"by":{}},"required":["to"],"$comment":""}"#;
    for text in [
        format!(r#"[{{"name":"pay","inputSchema":{schema}}}]"#),
        format!(r#"{{"tools":[{{"type":"function","function":{{"name":"pay","parameters":{schema}}}}}]}}"#),
        format!(r#"{{"result":{{"tools":[{{"name":"pay","input_schema":{schema}}}]}}}}"#),
        format!(r#"[{{"functionDeclarations":[{{"name":"pay","parametersJsonSchema":{schema}}}]}}]"#),
    ] {
        let list = ExternalTool::list_from_text(&text).unwrap();
        let rules = Rules::new().tool("pay", ToolRules::new().reject_unknown_fields());
        let toolbox = toolbox(ExternalSource::mcp("srv", list).rules(rules));
        assert_eq!(
            toolbox.tool("pay").unwrap().input_schema(),
            format!("{},\"additionalProperties\":false}}", schema.strip_suffix('}').unwrap())
        );
    }
}

#[test]
fn a_text_says_the_same_as_its_value() {
    let text =
        r#"{"tools":[{"name":"a","description":"A.","inputSchema":{"b":1,"a":2}},{"x":1},{"name":"c"}]}"#;
    let of_text = ExternalTool::list_from_text(text).unwrap();
    let of_value = ExternalTool::list_from_json(&serde_json::from_str(text).unwrap()).unwrap();
    assert_eq!(of_text.problems, of_value.problems);
    let seen = |list: &ExternalToolList| -> Vec<_> {
        list.tools.iter().map(|tool| (tool.name.clone(), tool.input_schema.clone())).collect()
    };
    assert_eq!(seen(&of_text), seen(&of_value));
}

#[test]
fn a_text_that_is_no_list_says_so() {
    let error = |text| ExternalTool::list_from_text(text).unwrap_err().to_string();
    assert_eq!(error("{\"tools\":\n[}"), "the list of tools is not JSON: see line 2, column 2");
    assert_eq!(error("{}"), "there is no list of tools: neither an array nor an object with `tools`");
}
