//! What is served beside the tools: prompts, completions, resources, and news of them.

use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, CustomRequest, CustomResult, ErrorData,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, ListPromptsResult, ListResourcesResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};

use super::desk::{Lines, server};

struct Notes;

type Context = RequestContext<RoleServer>;

fn result<T: serde::de::DeserializeOwned>(json: Value) -> T {
    serde_json::from_value(json).unwrap()
}

impl ServerHandler for Notes {
    fn get_info(&self) -> ServerConfig {
        let can = ServerCapabilities::builder()
            .enable_completions()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_subscribe();
        ServerConfig::new(can.build())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(result(json!({"prompts": [{"name": "greet"}]})))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        let text = format!("Prompt {}", request.name);
        let message = json!({"role": "user", "content": {"type": "text", "text": text}});
        Ok(result::<GetPromptResult>(json!({"messages": [message]})).into())
    }

    async fn complete(&self, _: CompleteRequestParams, _: Context) -> Result<CompleteResult, ErrorData> {
        Ok(CompleteResult::new(CompletionInfo::new(vec!["INV-7".to_owned()]).unwrap()))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(result(json!({"resources": [{"uri": "note://1", "name": "One"}]})))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let contents = json!([{"uri": request.uri, "text": "First."}]);
        Ok(result::<ReadResourceResult>(json!({"contents": contents})).into())
    }

    async fn on_custom_request(&self, request: CustomRequest, _: Context) -> Result<CustomResult, ErrorData> {
        Ok(CustomResult::new(json!({"asked": request.method})))
    }
}

#[tokio::test]
async fn what_is_no_tool_is_answered_by_the_handler_beside() {
    let mut client = Lines::begun(server().beside(Notes), "unknown", false).await;
    let prompts = client.request("prompts/list", json!({})).await;
    assert_eq!(prompts["result"]["prompts"], json!([{"name": "greet"}]));
    let prompt = client.request("prompts/get", json!({"name": "greet"})).await;
    assert_eq!(prompt["result"]["messages"][0]["content"]["text"], "Prompt greet");
    let wanted =
        json!({"ref": {"type": "ref/prompt", "name": "greet"}, "argument": {"name": "id", "value": "I"}});
    let completed = client.request("completion/complete", wanted).await;
    assert_eq!(completed["result"]["completion"]["values"], json!(["INV-7"]));
    let asked = client.request("notes/count", json!({})).await;
    assert_eq!(asked["result"], json!({"asked": "notes/count"}));
}

#[tokio::test]
async fn resources_of_skills_come_before_those_of_the_handler() {
    let mut client = Lines::begun(server().beside(Notes), "unknown", false).await;
    let listed = client.request("resources/list", json!({})).await;
    let uris: Vec<_> =
        listed["result"]["resources"].as_array().unwrap().iter().map(|resource| &resource["uri"]).collect();
    assert_eq!(
        json!(uris),
        json!(["skill://close-month/SKILL.md", "skill://close-month/references/order.md", "note://1"])
    );
    let read = client.request("resources/read", json!({"uri": "note://1"})).await;
    assert_eq!(read["result"]["contents"], json!([{"uri": "note://1", "text": "First."}]));
    // The handler has no templates. A server with resources has an empty list of them.
    let templates = client.request("resources/templates/list", json!({})).await;
    assert_eq!(templates["result"]["resourceTemplates"], json!([]));
}

#[tokio::test]
async fn without_a_handler_a_server_has_the_resources_of_its_skills_alone() {
    let mut client = Lines::begun(server(), "unknown", false).await;
    let listed = client.request("resources/list", json!({})).await;
    assert_eq!(listed["result"]["resources"].as_array().unwrap().len(), 2);
    let read = client.request("resources/read", json!({"uri": "note://1"})).await;
    assert_eq!(read["error"]["message"], "There is no resource note://1");
    for (method, params) in [
        ("resources/subscribe", json!({"uri": "note://1"})),
        ("logging/setLevel", json!({"level": "error"})),
        ("prompts/list", json!({})),
    ] {
        let refused = client.request(method, params).await;
        assert_eq!(refused["error"]["code"], -32601, "{method}: {refused}");
    }
    let beyond = client.request("tools/list", json!({"cursor": "2"})).await;
    assert_eq!(beyond["error"]["message"], "The cursor is none of this server");
}

#[tokio::test]
async fn a_client_is_told_of_changes_and_of_the_resources_that_it_wants() {
    let server = server().beside(Notes);
    let changes = server.changes();
    let mut client = Lines::begun(server, "unknown", false).await;
    for uri in ["note://1", "note://2"] {
        let subscribed = client.request("resources/subscribe", json!({"uri": uri})).await;
        assert_eq!(subscribed["result"], json!({}));
    }
    client.request("resources/unsubscribe", json!({"uri": "note://2"})).await;
    changes.resource_updated("note://2");
    changes.resource_updated("note://3");
    changes.resource_updated("note://1");
    changes.prompts_changed();
    changes.resources_changed();
    changes.tools_changed();
    let mut told = Vec::new();
    for _ in 0..4 {
        let message = client.message().await;
        told.push((message["method"].clone(), message["params"]["uri"].clone()));
    }
    assert_eq!(
        json!(told),
        json!([
            ["notifications/resources/updated", "note://1"],
            ["notifications/prompts/list_changed", null],
            ["notifications/resources/list_changed", null],
            ["notifications/tools/list_changed", null],
        ])
    );
}

#[tokio::test]
async fn a_client_subscribes_to_at_most_a_thousand_resources() {
    let mut client = Lines::begun(server().beside(Notes), "unknown", false).await;
    for number in 0..1_000 {
        client.request("resources/subscribe", json!({"uri": format!("note://{number}")})).await;
    }
    let refused = client.request("resources/subscribe", json!({"uri": "note://1000"})).await;
    assert_eq!(refused["error"]["message"], "At most 1000 resources");
}

#[tokio::test]
async fn a_client_says_how_severe_messages_have_to_be() {
    let mut client = Lines::begun(server().logging(), "unknown", false).await;
    let set = client.request("logging/setLevel", json!({"level": "error"})).await;
    assert_eq!(set["result"], json!({}));
}
