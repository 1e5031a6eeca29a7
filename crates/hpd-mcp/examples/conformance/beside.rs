//! What is no tool: prompts, resources, templates and completions, by an rmcp handler.

use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, ErrorData, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, InputRequiredResult, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};

use crate::content::PNG;

/// The handler.
pub(crate) struct Beside;

type Context = RequestContext<RoleServer>;

/// A result of the protocol by its JSON.
fn result<T: serde::de::DeserializeOwned>(json: Value) -> Result<T, ErrorData> {
    serde_json::from_value(json).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

impl ServerHandler for Beside {
    fn get_info(&self) -> ServerConfig {
        let can = ServerCapabilities::builder()
            .enable_completions()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_subscribe();
        ServerConfig::new(can.build())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        result(json!({"resultType": "complete", "resources": [
            {"uri": "test://static-text", "name": "Static text", "mimeType": "text/plain"},
            {"uri": "test://static-binary", "name": "Static image", "mimeType": "image/png"},
        ]}))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        result(json!({"resultType": "complete", "resourceTemplates": [
            {"uriTemplate": "test://template/{id}/data", "name": "Data by id", "mimeType": "application/json"},
        ]}))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let id = uri.strip_prefix("test://template/").and_then(|rest| rest.strip_suffix("/data"));
        let contents = match (&*uri, id) {
            ("test://static-text", _) => {
                let text = "This is the content of the static text resource.";
                json!({"uri": uri, "mimeType": "text/plain", "text": text})
            }
            ("test://static-binary", _) => json!({"uri": uri, "mimeType": "image/png", "blob": PNG}),
            (_, Some(id)) => {
                let data = json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
                json!({"uri": uri, "mimeType": "application/json", "text": data.to_string()})
            }
            _ => {
                let data = json!({"uri": uri});
                return Err(ErrorData::resource_not_found("Resource not found", Some(data)));
            }
        };
        let read: ReadResourceResult = result(json!({"resultType": "complete", "contents": [contents]}))?;
        Ok(read.into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        let argument = |name, required| json!({"name": name, "description": "A text", "required": required});
        result(json!({"resultType": "complete", "prompts": [
            {"name": "test_simple_prompt", "description": "A prompt"},
            {"name": "test_prompt_with_arguments", "description": "A prompt with arguments",
                "arguments": [argument("arg1", true), argument("arg2", true)]},
            {"name": "test_prompt_with_embedded_resource", "description": "A prompt with a resource",
                "arguments": [argument("resourceUri", true)]},
            {"name": "test_prompt_with_image", "description": "A prompt with an image"},
            {"name": "test_input_required_result_prompt", "description": "A prompt that asks"},
        ]}))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = request.arguments.clone().unwrap_or_default();
        let argument =
            |name: &str| arguments.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let text = |text: &str| json!({"type": "text", "text": text});
        let contents = match &*request.name {
            "test_simple_prompt" => vec![text("This is a simple prompt for testing.")],
            "test_prompt_with_arguments" => {
                let (one, two) = (argument("arg1"), argument("arg2"));
                vec![text(&format!("Prompt with arguments: arg1='{one}', arg2='{two}'"))]
            }
            "test_prompt_with_embedded_resource" => {
                let embedded = json!({
                    "uri": argument("resourceUri"),
                    "mimeType": "text/plain",
                    "text": "Embedded resource content for testing.",
                });
                let resource = json!({"type": "resource", "resource": embedded});
                vec![resource, text("Please process the embedded resource above.")]
            }
            "test_prompt_with_image" => {
                let image = json!({"type": "image", "data": PNG, "mimeType": "image/png"});
                vec![image, text("Please analyze the image above.")]
            }
            "test_input_required_result_prompt" => match answered_context(&request) {
                Some(context) => vec![text(&format!("The context is {context}."))],
                None => return ask_for_context(),
            },
            other => return Err(ErrorData::invalid_params(format!("There is no prompt {other}"), None)),
        };
        let messages: Vec<_> =
            contents.into_iter().map(|content| json!({"role": "user", "content": content})).collect();
        let prompt: GetPromptResult = result(json!({"resultType": "complete", "messages": messages}))?;
        Ok(prompt.into())
    }

    async fn complete(&self, _: CompleteRequestParams, _: Context) -> Result<CompleteResult, ErrorData> {
        Ok(CompleteResult::new(CompletionInfo::default()))
    }
}

fn answered_context(request: &GetPromptRequestParams) -> Option<String> {
    let answer = request.input_responses.as_ref()?.get("user_context")?;
    answer.pointer("/content/context")?.as_str().map(str::to_owned)
}

fn ask_for_context() -> Result<GetPromptResponse, ErrorData> {
    let schema =
        json!({"type": "object", "properties": {"context": {"type": "string"}}, "required": ["context"]});
    let params =
        json!({"mode": "form", "message": "What context should the prompt use?", "requestedSchema": schema});
    let request = result(json!({"method": "elicitation/create", "params": params}))?;
    let requests = [("user_context".to_owned(), request)].into_iter().collect();
    Ok(InputRequiredResult::from_input_requests(requests).into())
}
