//! A provider's own form of a search for tools names no tool. The journal has the tool that searches, and no other one that
//! has the form's name.

use std::future::ready;

use futures_executor::block_on;
use hpd_host::dialect::Dialect;
use hpd_host::list::{ListMode, ModelOptions, ToolSearch};
use hpd_host::receipt::ReceiptLanguages;
use hpd_host::system::BoxFuture;
use hpd_host::{Provider, RawCall, Tool, ToolError, ToolboxBuilder, plugin};

use crate::journaled::desk::Desk;

/// Finds nothing.
struct Nothing;

impl ToolSearch for Nothing {
    fn search<'a>(
        &'a self,
        query: &'a str,
        _: &'a [&'a Tool],
        _: usize,
    ) -> BoxFuture<'a, Result<Vec<usize>, ToolError>> {
        Box::pin(ready(if query == "fail" { Err(ToolError::new("Not now.")) } else { Ok(Vec::new()) }))
    }
}

/// A write with the name of the form, and a parameter that a strict dialect needs in another form.
struct Web;

#[plugin]
impl Web {
    /// Searches the web, and keeps the words.
    #[ai_function(write, risk = low)]
    fn search_tools(
        /** The words to find. */
        query: Option<String>,
    ) -> String {
        query.unwrap_or_default()
    }
}

fn desk(settings: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Desk {
    let desk = Desk::with(|builder| settings(builder.tool_search(Nothing)));
    desk.session.set_list_mode(ListMode::Native);
    desk
}

fn searches(desk: &Desk, query: &str) {
    let body = format!(
        r#"[{{"type": "tool_search_call", "call_id": "1", "execution": "client", "arguments": {{"query": {query}}}}}]"#
    );
    let reply = Provider::OpenAiResponses.read_in(&body, &desk.toolbox, Dialect::OpenAiStrict).unwrap();
    block_on(desk.toolbox.turn(&desk.session, &reply.calls));
}

#[test]
fn a_write_with_the_name_of_the_form_is_not_told_of() {
    let desk = desk(|builder| builder.plugin(Web).model(ModelOptions::new().search_tools_as("find")));
    desk.session.user_says("Find the ledger");
    searches(&desk, r#""ledger""#);
    assert_eq!(
        desk.data("tool_call"),
        [
            r#"{"arguments":"{\"query\": \"ledger\"}","is_write":false,"tool":"find","tool_id":"search_tools"}"#
        ]
    );
    assert_eq!(
        desk.data("tool_result"),
        [concat!(
            r#"{"attempts":1,"is_write":false,"#,
            r#""result":"No further tool is about 'ledger'. Other words may find one.","#,
            r#""status":"ok","success":true,"tool":"find"}"#
        )]
    );
    let receipt = block_on(desk.toolbox.receipt(&desk.session)).unwrap();
    assert_eq!(receipt.text(ReceiptLanguages::default().of("en")), "Nothing was changed.");
}

#[test]
fn another_name_of_the_search_is_known() {
    let desk = desk(|builder| builder.model(ModelOptions::new().search_tools_as("find")));
    searches(&desk, r#""ledger""#);
    assert_eq!(
        desk.data("tool_call"),
        [
            r#"{"arguments":"{\"query\": \"ledger\"}","is_write":false,"tool":"find","tool_id":"search_tools"}"#
        ]
    );
}

#[test]
fn arguments_of_a_search_are_read_by_its_own_schema() {
    let desk = desk(|builder| builder.plugin(Web).model(ModelOptions::new().search_tools_as("find")));
    // The write of this name takes null, and a strict dialect writes null for nothing.
    searches(&desk, "null");
    assert_eq!(
        desk.data("tool_call"),
        [r#"{"arguments":"{\"query\": null}","is_write":false,"tool":"find","tool_id":"search_tools"}"#]
    );
    assert!(desk.data("write_validation").is_empty());
}

#[test]
fn failed_searches_are_not_counted_for_the_write() {
    let desk = desk(|builder| builder.plugin(Web).model(ModelOptions::new().search_tools_as("find")));
    for _ in 0..3 {
        searches(&desk, r#""fail""#);
        searches(&desk, "7");
    }
    let call = RawCall::new("2", "search_tools", r#"{"query": "cats"}"#);
    assert_eq!(block_on(desk.toolbox.call(&desk.session, &call)).status(), "confirm");
    assert!(desk.data("tool_retry").is_empty(), "{:?}", desk.told());
}
