//! Functions that ask the user, the client's model, and the client.

use hpd_host::output::{InputError, InputRequest};
use hpd_host::{CallContext, ToolError, plugin};
use hpd_mcp::server::{Client, roots, sampling};
use serde_json::{Value, json};

fn object(message: &str, properties: impl Into<Value>, required: &[&str]) -> InputRequest {
    let properties = properties.into();
    InputRequest::new(message, json!({"type": "object", "properties": properties, "required": required}))
}

fn text(message: &str, name: &str) -> InputRequest {
    object(message, json!({name: {"type": "string"}}), &[name])
}

fn prompt(text: &str, max_tokens: u32) -> InputRequest {
    let message = json!({"role": "user", "content": {"type": "text", "text": text}});
    sampling(json!({"messages": [message], "maxTokens": max_tokens}))
}

/// Functions that ask once.
pub(crate) struct Inputs;

#[plugin]
impl Inputs {
    /// Asks the client's model.
    #[ai_function(read_only)]
    fn test_sampling(
        &self,
        /** The prompt. */
        prompt: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        let answer: Value = ctx.input_with("answer", self::prompt(&prompt, 100))?;
        Ok(format!("LLM response: {}", answer["content"]["text"].as_str().unwrap_or_default()))
    }

    /// Asks the user for a name and an address.
    #[ai_function(read_only)]
    fn test_elicitation(
        &self,
        /** The question. */
        message: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        let properties = json!({
            "username": {"type": "string", "description": "User's response"},
            "email": {"type": "string", "description": "User's email address"},
        });
        let answer: Value = ctx.input_with("user", object(&message, properties, &["username", "email"]))?;
        Ok(format!("User response: {answer}"))
    }

    /// Asks with a default for each kind of field.
    #[ai_function(read_only)]
    fn test_elicitation_sep1034_defaults(
        &self,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        let status = ["active", "inactive", "pending"];
        let properties = json!({
            "name": {"type": "string", "description": "User name", "default": "John Doe"},
            "age": {"type": "integer", "description": "User age", "default": 30},
            "score": {"type": "number", "description": "User score", "default": 95.5},
            "status": {"type": "string", "description": "User status", "enum": status, "default": "active"},
            "verified": {"type": "boolean", "description": "Verification status", "default": true},
        });
        let answer: Value = ctx.input_with("defaults", object("Please check the values", properties, &[]))?;
        Ok(format!("Elicitation completed: {answer}"))
    }

    /// Asks with each kind of choice.
    #[ai_function(read_only)]
    fn test_elicitation_sep1330_enums(&self, #[context] ctx: &CallContext<'_>) -> Result<String, ToolError> {
        let options = ["option1", "option2", "option3"];
        let titled = |word: &str| {
            json!([
                {"const": "value1", "title": format!("First {word}")},
                {"const": "value2", "title": format!("Second {word}")},
                {"const": "value3", "title": format!("Third {word}")},
            ])
        };
        let names = ["Option One", "Option Two", "Option Three"];
        let properties = json!({
            "untitledSingle": {"type": "string", "enum": options},
            "titledSingle": {"type": "string", "oneOf": titled("Option")},
            "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": names},
            "untitledMulti": {"type": "array", "items": {"type": "string", "enum": options}},
            "titledMulti": {"type": "array", "items": {"anyOf": titled("Choice")}},
        });
        let answer: Value = ctx.input_with("choices", object("Please choose", properties, &[]))?;
        Ok(format!("Enum elicitation completed: {answer}"))
    }

    /// Needs a client whose model answers.
    #[ai_function(read_only)]
    fn test_missing_capability(&self, #[context] ctx: &CallContext<'_>) -> Result<String, ToolError> {
        let answer: Value = ctx.input_with("answer", prompt("Are you there?", 10))?;
        Ok(answer.to_string())
    }

    /// Asks the user before it ends.
    #[ai_function(read_only)]
    fn test_streaming_elicitation(&self, #[context] ctx: &CallContext<'_>) -> Result<String, ToolError> {
        let answer: Value = ctx.input_with("color", text("Which colour?", "color"))?;
        Ok(answer.to_string())
    }
}

/// Functions that ask and are called again.
pub(crate) struct Rounds;

#[plugin]
impl Rounds {
    /// Greets the user by name.
    #[ai_function(read_only)]
    fn test_input_required_result_elicitation(
        &self,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        let answer: Value = ctx.input_with("user_name", text("What is your name?", "name"))?;
        Ok(format!("Hello, {}!", answer["name"].as_str().unwrap_or_default()))
    }

    /// Asks the client's model for a capital.
    #[ai_function(read_only)]
    fn test_input_required_result_sampling(
        &self,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        let answer: Value =
            ctx.input_with("capital_question", prompt("What is the capital of France?", 100))?;
        Ok(answer["content"]["text"].as_str().unwrap_or_default().to_owned())
    }

    /// Names the client's folders.
    #[ai_function(read_only)]
    fn test_input_required_result_list_roots(
        &self,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        let answer: Value = ctx.input_with("client_roots", roots())?;
        Ok(format!("Roots: {}", answer["roots"]))
    }

    /// Asks for a confirmation.
    #[ai_function(read_only)]
    fn test_input_required_result_request_state(
        &self,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        let answer: Value = ctx.input_with("confirm", confirmation())?;
        Ok(format!("state-ok, {answer}"))
    }

    /// Asks three at once.
    #[ai_function(read_only)]
    fn test_input_required_result_multiple_inputs(
        &self,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        // All are asked for before the first one is needed, so the client answers them together.
        let name = ctx.input_with::<Value>("user_name", text("What is your name?", "name"));
        let greeting = ctx.input_with::<Value>("greeting", prompt("Generate a greeting", 50));
        let folders = ctx.input_with::<Value>("client_roots", roots());
        Ok(format!("{}, {}, {}", name?, greeting?, folders?))
    }

    /// Asks twice, one after the other.
    #[ai_function(read_only)]
    fn test_input_required_result_multi_round(
        &self,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        let name: Value = ctx.input_with("step1", text("Step 1: What is your name?", "name"))?;
        let color: Value = ctx.input_with("step2", text("Step 2: What is your favorite color?", "color"))?;
        Ok(format!("{name}, {color}"))
    }

    /// Asks for a confirmation, with a state that can't be forged.
    #[ai_function(read_only)]
    fn test_input_required_result_tampered_state(
        &self,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        let answer: Value = ctx.input_with("confirm", confirmation())?;
        Ok(answer.to_string())
    }

    /// Asks what the client can answer.
    #[ai_function(read_only)]
    fn test_input_required_result_capabilities(
        &self,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        let client = ctx.extension::<Client>();
        let ask = |can: fn(&Client) -> bool, key: &str, request: InputRequest| {
            client.is_some_and(can).then(|| ctx.input_with::<Value>(key, request))
        };
        let name = ask(Client::can_ask_user, "user_name", text("What is your name?", "name"));
        let greeting = ask(Client::can_sample, "greeting", prompt("Generate a greeting", 50));
        let answers = [name, greeting].into_iter().flatten().collect::<Result<Vec<Value>, InputError>>()?;
        Ok(json!(answers).to_string())
    }
}

fn confirmation() -> InputRequest {
    object("Please confirm", json!({"ok": {"type": "boolean"}}), &["ok"])
}
