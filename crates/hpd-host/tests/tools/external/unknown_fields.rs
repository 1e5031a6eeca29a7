//! Fields that a source's schema does not list, defaults of schemas, and calls for other tools.

use std::sync::{Arc, Mutex};

use hpd_host::external::{
    Arguments, ExternalHandler, ExternalSource, ExternalTool, Rules, ToolRules, UnknownFields,
};
use hpd_host::spec::Risk;
use hpd_host::system::BoxFuture;
use hpd_host::{CallContext, Output, Session, ToolError, Toolbox};
use serde_json::{Value, json};

use super::rules::{errors, pay};
use crate::external::{tool, toolbox};
use crate::support::answer;

/// The calls that reached the server.
#[derive(Default)]
struct Server(Mutex<Vec<String>>);

impl ExternalHandler for Server {
    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        self.0.lock().unwrap().push(format!("{name} {}", arguments.text()));
        Box::pin(async { Ok(Output::Json(r#"{"jobs":[]}"#.to_owned())) })
    }
}

fn jobs() -> Value {
    json!({
        "type": "object",
        "properties": { "path": { "type": "string" }, "dry_run": { "type": "boolean", "default": true } },
        "required": ["path"]
    })
}

/// A read and a write of one server.
fn tools() -> Vec<ExternalTool> {
    vec![tool("list_jobs", jobs()), tool("delete_jobs", jobs())]
}

fn server(source: impl FnOnce(ExternalSource) -> ExternalSource) -> (Toolbox, Arc<Server>, Session) {
    let server = Arc::new(Server::default());
    let rules = Rules::new().tool("delete_jobs", ToolRules::new().write(Risk::Low));
    let listed = ExternalSource::mcp("jobs", tools()).rules(rules).handler(server.clone());
    let (toolbox, session) = (toolbox(source(listed)), Session::new());
    session.expand(toolbox.tool("MCP_jobs").unwrap().id());
    (toolbox, server, session)
}

#[test]
fn a_model_reads_which_fields_were_passed_on() {
    let (toolbox, server, session) = server(|source| source);
    for (arguments, text, sent) in [
        (r#"{"path":"x"}"#, r#"{"jobs":[]}"#, r#"list_jobs {"path":"x"}"#),
        (
            r#"{"path":"x","simulate":true}"#,
            r#"{"jobs":[],"argument_warnings":["Not known to this tool: simulate; passed on unread."]}"#,
            r#"list_jobs {"path":"x","simulate":true}"#,
        ),
        (
            r#"{"path":"x","a":1,"b":{"c":1}}"#,
            r#"{"jobs":[],"argument_warnings":["Not known to this tool: a, b; passed on unread."]}"#,
            r#"list_jobs {"path":"x","a":1,"b":{"c":1}}"#,
        ),
        (r#"{"path":"x","dryRun":true}"#, r#"{"jobs":[]}"#, r#"list_jobs {"path":"x","dry_run":true}"#),
    ] {
        assert_eq!(answer(&toolbox, &session, "list_jobs", arguments).for_model().text, text, "{arguments}");
        assert_eq!(server.0.lock().unwrap().pop().as_deref(), Some(sent));
    }
}

#[test]
fn a_write_does_not_run_with_fields_that_it_does_not_know() {
    for (arguments, error) in [
        (r#"{"path":"x","simulate":true}"#, "simulate is not a known field"),
        (
            r#"{"path":"x","dry_run":false,"dryRun":true}"#,
            "dryRun is one of several spellings of dry_run: send dry_run once",
        ),
        (
            r#"{"name":"list_jobs","arguments":{"path":"x"}}"#,
            "the arguments hold a call of another tool: call that tool itself, or send the fields of this one",
        ),
        (
            r#"{"name":"cancel_delete_jobs","arguments":{"path":"x"}}"#,
            "the arguments hold a call of another tool: call that tool itself, or send the fields of this one",
        ),
    ] {
        let (toolbox, server, session) = server(|source| source);
        let outcome = answer(&toolbox, &session, "delete_jobs", arguments);
        assert_eq!(outcome.status(), "error", "{arguments}");
        assert!(server.0.lock().unwrap().is_empty());
        let text = outcome.for_model().text;
        assert!(text.contains(&format!(r#""error_message":"{error}""#)), "{text}");
    }
    for arguments in [
        r#"{"path":"x","dryRun":true}"#,
        r#"{"name":"jobs.delete_jobs","arguments":{"path":"x","dry_run":true}}"#,
    ] {
        let (toolbox, server, session) = server(|source| source);
        assert_eq!(answer(&toolbox, &session, "delete_jobs", arguments).status(), "ok");
        let sent = server.0.lock().unwrap().pop();
        assert_eq!(sent.as_deref(), Some(r#"delete_jobs {"dry_run":true,"path":"x"}"#));
    }
}

#[test]
fn a_source_and_each_of_its_tools_have_a_setting() {
    let strange = r#"{"path":"x","simulate":true}"#;
    let (of_source, _, session) = server(|source| source.unknown_fields(UnknownFields::Reject));
    assert_eq!(answer(&of_source, &session, "list_jobs", strange).status(), "error");
    let schema: Value = serde_json::from_str(of_source.tool("list_jobs").unwrap().input_schema()).unwrap();
    assert_eq!(schema["additionalProperties"], false);

    let (of_source, _, session) = server(|source| source.unknown_fields(UnknownFields::Pass));
    let read = answer(&of_source, &session, "list_jobs", strange);
    assert_eq!(read.for_model().text, r#"{"jobs":[]}"#);
    assert_eq!(answer(&of_source, &session, "delete_jobs", strange).for_model().text, r#"{"jobs":[]}"#);

    let warn = ToolRules::new().write(Risk::Low).unknown_fields(UnknownFields::Warn);
    let (of_tool, _, session) = server(|source| {
        source.unknown_fields(UnknownFields::Reject).rules(Rules::new().tool("delete_jobs", warn))
    });
    assert_eq!(answer(&of_tool, &session, "list_jobs", strange).status(), "error");
    assert_eq!(
        answer(&of_tool, &session, "delete_jobs", strange).for_model().text,
        r#"{"jobs":[],"argument_warnings":["Not known to this tool: simulate; passed on unread."]}"#
    );
}

/// The server checks nothing: the fields of the rules are not all there are.
#[test]
fn rules_do_not_close_a_schema_without_fields() {
    let lax = pay(json!({ "type": "object" }), ToolRules::new().required(["Account"]));
    assert_eq!(errors(&lax, r#"{"Account":"a","Note":"b"}"#), [] as [&str; 0]);
    assert_eq!(errors(&lax, r#"{"Account":"a","account":"b"}"#), ["account must be spelled Account"]);
    let listed = json!({ "type": "object", "properties": { "Note": { "type": "string" } } });
    let listed = pay(listed, ToolRules::new().required(["Account"]));
    assert_eq!(errors(&listed, r#"{"Account":"a","Memo":"b"}"#), ["Memo is not a known field"]);
}

#[test]
fn unknown_fields_are_errors_before_the_user_is_asked() {
    let rules = ToolRules::new().ask("path", "Which folder?");
    let toolbox = pay(jobs(), rules);
    assert_eq!(errors(&toolbox, r#"{"path":"x","simulate":true}"#), ["simulate is not a known field"]);
}

#[test]
fn a_default_of_the_host_is_sent_and_one_of_the_source_is_not() {
    let rules = ToolRules::new().default_value("path", "/tmp").default_value("dry_run", "no boolean");
    let schema = json!({
        "type": "object",
        "properties": { "path": { "type": "string" }, "dry_run": { "type": "boolean", "default": true } }
    });
    let server = Arc::new(Server::default());
    let source = ExternalSource::list("jobs", vec![tool("list", schema)]);
    let toolbox = toolbox(source.rules(Rules::new().tool("list", rules.read())).handler(server.clone()));
    answer(&toolbox, &Session::new(), "list", "{}");
    answer(&toolbox, &Session::new(), "list", r#"{"path":"/","dry_run":null}"#);
    assert_eq!(*server.0.lock().unwrap(), [r#"list {"path":"/tmp"}"#, r#"list {"path":"/"}"#]);
}
