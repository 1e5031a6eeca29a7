//! Results that are too long for a model: what it reads in their place, and how it reads the rest.

mod bounds;
mod errors;
mod pages;
mod sessions;
mod streamed;
mod structured;

use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::UserChannel;
use hpd_host::external::{ExternalSource, ExternalTool, Rules, ToolRules};
use hpd_host::list::ListMode;
use hpd_host::outcome::Replied;
use hpd_host::output::{Part, StructuredOutput};
use hpd_host::results::{LargeResults, MemoryResults};
use hpd_host::system::{System, Timestamp};
use hpd_host::testing::FakeClock;
use hpd_host::{
    Limits, Output, Principal, Provider, RawCall, Session, Toolbox, ToolboxBuilder, TurnContext, plugin,
};
use serde_json::{Value, json};

struct Shop;

#[plugin]
#[expect(clippy::unused_self, reason = "tools of a shop are its methods")]
impl Shop {
    /// All orders.
    #[ai_function(read_only)]
    fn orders(&self) -> Value {
        let rows: Vec<_> = (0..400).map(|id| json!({ "id": id, "item": "tea" })).collect();
        json!({ "next": "p2", "rows": rows })
    }

    /// The log.
    #[ai_function(read_only)]
    fn log(&self) -> String {
        lines(400)
    }

    /// A picture and a text.
    #[ai_function(read_only)]
    fn page(&self) -> Vec<Part> {
        vec![Part::image(vec![7; 9_000], "image/png"), Part::text("word ".repeat(2_000))]
    }

    /// Hands a token on.
    #[ai_function(read_only)]
    fn echo(
        &self,
        /** A token. */
        #[param(sensitive)]
        token: String,
    ) -> String {
        format!("{} {token}", "word ".repeat(2_000))
    }

    /// Sends a letter.
    #[ai_function(write, risk = low)]
    fn send(
        &self,
        /** The text. */
        text: String,
    ) -> String {
        format!("{text}: {}", "sent ".repeat(2_000))
    }
}

/// So many numbered lines.
fn lines(count: usize) -> String {
    let mut lines: Vec<_> = (1..=count).map(|line| format!("line {line}")).collect();
    lines.push(String::new());
    lines.join("\n")
}

fn builder() -> ToolboxBuilder {
    Toolbox::builder().plugin(Shop).large_results(LargeResults::new().limit(1_000).preview(100))
}

fn call(toolbox: &Toolbox, session: &Session, name: &str, arguments: &Value) -> hpd_host::Outcome {
    block_on(toolbox.call(session, &RawCall::new("1", name, arguments.to_string())))
}

fn text(toolbox: &Toolbox, session: &Session, name: &str, arguments: &Value) -> String {
    call(toolbox, session, name, arguments).for_model().text.into_owned()
}

fn id_of(outcome: &hpd_host::Outcome) -> String {
    outcome.kept()[0].clone()
}

#[test]
fn json_is_shown_by_its_shape_and_its_first_elements() {
    let toolbox = builder().build().unwrap();
    let outcome = call(&toolbox, &Session::new(), "orders", &json!({}));
    let id = id_of(&outcome);
    let expected = format!(
        "[The result has 9512 bytes, about 4411 tokens, and is kept as \"{id}\". It is an object with next (string), rows \
         (array of 400). Below is a preview. To read more, call read_result with this id and a pointer, an offset, or a text \
         to look for.]\n\n\
         {{\"next\":\"p2\",\"rows\":[{{\"id\":0,\"item\":\"tea\"}},{{\"id\":1,\"item\":\"tea\"}},\
         {{\"id\":2,\"item\":\"tea\"}},{{\"id\":3,\"item\":\"tea\"}},{{\"id\":4,\"item\":\"tea\"}},\
         {{\"id\":5,\"item\":\"tea\"}},{{\"id\":6,\"item\":\"tea\"}},{{\"id\":7,\"item\":\"tea\"}},\
         \"[392 of 400 elements follow: offset 8 of /rows]\"]}}"
    );
    assert_eq!(outcome.for_model().text, expected);
    assert_eq!(outcome.for_host()["result"]["rows"].as_array().unwrap().len(), 400);
}

#[test]
fn texts_are_shown_by_their_first_lines() {
    let toolbox = builder().build().unwrap();
    let outcome = call(&toolbox, &Session::new(), "log", &json!({}));
    let shown = lines(38);
    let expected = format!(
        "[The result has 3492 bytes, about 1200 tokens, in 400 lines, and is kept as \"{}\". Below are the first 295 bytes. To \
         read more, call read_result with this id and lines (\"120-180\"), the offset 295, or a text to look for.]\n\n{shown}",
        id_of(&outcome)
    );
    assert_eq!(outcome.for_model().text, expected);
}

#[test]
fn the_rest_is_read_by_pointer_lines_and_text() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    let orders = id_of(&call(&toolbox, &session, "orders", &json!({})));
    let log = id_of(&call(&toolbox, &session, "log", &json!({})));
    for (arguments, read) in [
        (json!({ "id": orders, "pointer": "/rows/399/id" }), "399"),
        (
            json!({ "id": orders, "pointer": "/rows", "offset": 398 }),
            r#"[{"id":398,"item":"tea"},{"id":399,"item":"tea"}]"#,
        ),
        (json!({ "id": orders, "text": "P2" }), "/next: p2\n"),
        (json!({ "id": log, "lines": "399-500" }), "line 399\nline 400\n"),
        (json!({ "id": log, "text": "line 40" }), "40: line 40\n400: line 400\n"),
    ] {
        assert_eq!(text(&toolbox, &session, "read_result", &arguments), read);
    }
    let part = call(&toolbox, &session, "read_result", &json!({ "id": orders, "pointer": "/rows" }));
    assert_eq!(part.kept(), [""; 0], "a part is never kept again");
    assert!(part.for_model().text.contains(" of 400 elements follow: offset "));
}

#[test]
fn a_result_is_read_by_its_session_and_principal_alone() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    let turn = |id: &str| TurnContext { principal: Principal::new(id), ..TurnContext::default() };
    let orders = RawCall::new("1", "orders", "{}");
    let outcome = block_on(toolbox.turn_with(&session, &turn("anna"), &[orders])).remove(0);
    let id = id_of(&outcome);
    let read = RawCall::new("2", "read_result", json!({ "id": id, "pointer": "/next" }).to_string());
    let unknown =
        format!("There is no result '{id}', or its time is over. Call the tool again that gave it.");
    let read_by = |session: &Session, turn: &TurnContext| {
        block_on(toolbox.turn_with(session, turn, std::slice::from_ref(&read)))
            .remove(0)
            .for_model_as_text()
            .into_owned()
    };
    assert_eq!(read_by(&session, &turn("anna")), "p2");
    assert_eq!(read_by(&session, &turn("bob")), unknown);
    let other = Session::new();
    call(&toolbox, &other, "log", &json!({}));
    assert_eq!(read_by(&other, &turn("anna")), unknown);
}

#[test]
fn results_end_with_their_time_and_with_their_session() {
    let clock = FakeClock::at(Timestamp::from_millis(0));
    let large = LargeResults::new().limit(1_000).kept_for(Duration::from_secs(60));
    let toolbox = builder().large_results(large).system(System::new().clock(clock.clone())).build().unwrap();
    let session = Session::with_id("s1");
    let id = id_of(&call(&toolbox, &session, "orders", &json!({})));
    let read = || text(&toolbox, &session, "read_result", &json!({ "id": id, "pointer": "/next" }));
    assert_eq!(read(), "p2");
    assert_eq!(block_on(toolbox.erase_results("s1")).unwrap(), 1);
    assert!(read().contains("There is no result"));
    call(&toolbox, &session, "orders", &json!({}));
    assert_eq!(read(), "p2");
    clock.advance(Duration::from_secs(60));
    assert!(read().contains("There is no result"));
}

#[test]
fn sensitive_values_are_neither_kept_nor_shown() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    session.user_says("The token is tok-1234567");
    assert_eq!(call(&toolbox, &session, "echo", &json!({ "token": "tok-1234567" })).status(), "ask_user");
    let replied = block_on(toolbox.reply(&session, &UserChannel::local().message("Yes"))).unwrap();
    let Replied::Answered(outcome) = replied else { panic!("{replied:?}") };
    let found = text(&toolbox, &session, "read_result", &json!({ "id": id_of(&outcome), "text": "tok-" }));
    assert_eq!(found, "Nothing in the result contains 'tok-'.");
    let hidden =
        text(&toolbox, &session, "read_result", &json!({ "id": id_of(&outcome), "text": "[hidden]" }));
    assert!(hidden.ends_with(" [hidden]\n"), "{hidden}");
}

#[test]
fn the_tool_is_listed_once_there_is_something_to_read() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    let names = |session: &Session| {
        toolbox.tools(session).iter().map(|tool| tool.name().to_owned()).collect::<Vec<_>>()
    };
    let before = names(&session);
    assert_eq!(before, ["orders", "log", "page", "echo", "send"]);
    let early = call(&toolbox, &session, "read_result", &json!({ "id": "x" }));
    assert_eq!(
        early.for_model_as_text(),
        "'read_result' is not available. Call a tool by exactly the name in the list of tools."
    );
    call(&toolbox, &session, "orders", &json!({}));
    assert_eq!(names(&session), [before, vec!["read_result".to_owned()]].concat());
    assert_eq!(
        toolbox.explain(&session).last().unwrap().to_string(),
        "`read_result` is listed: a long result is kept for the session"
    );
    // A stored session knows it again.
    let restored = Session::from_json(&session.to_json()).unwrap();
    assert_eq!(names(&restored), names(&session));
    restored.set_list_mode(ListMode::Constant);
    assert!(!names(&restored).contains(&"read_result".to_owned()));
}

#[test]
fn constant_lists_read_through_the_tool_that_calls_functions() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    session.set_list_mode(ListMode::Constant);
    let outcome = call(&toolbox, &session, "orders", &json!({}));
    assert!(outcome.for_model().text.contains(" It is called through 'call_function'.]\n\n"));
    let inner = json!({ "name": "read_result", "arguments": { "id": id_of(&outcome), "pointer": "/next" } });
    assert_eq!(text(&toolbox, &session, "call_function", &inner), "p2");
}

#[test]
fn flat_lists_get_the_tool_too() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    session.set_list_mode(ListMode::Flat);
    let outcome = call(&toolbox, &session, "orders", &json!({}));
    assert_eq!(toolbox.tools(&session).last().unwrap().name(), "read_result");
    let read = json!({ "id": id_of(&outcome), "pointer": "/next" });
    assert_eq!(text(&toolbox, &session, "read_result", &read), "p2");
}

#[test]
fn pictures_stay_and_the_text_beside_them_is_kept() {
    let toolbox = builder().build().unwrap();
    let outcome = call(&toolbox, &Session::new(), "page", &json!({}));
    let message = &Provider::Anthropic.results(&[outcome])[0];
    let message: Value = serde_json::from_str(message.get()).unwrap();
    let content = &message["content"][0]["content"];
    assert_eq!(content[0]["source"]["data"].as_str().unwrap().len(), 12_000);
    assert!(
        content[1]["text"].as_str().unwrap().starts_with("[The result has 10000 bytes, about 2000 tokens")
    );
}

#[test]
fn structured_content_of_a_server_counts() {
    let rows: Vec<_> = (0..500).map(|id| json!({ "id": id })).collect();
    let result = json!({
        "content": [{ "type": "text", "text": "500 rows" }],
        "structuredContent": { "rows": rows },
    });
    let output = Output::from_call_tool_result(&result.to_string()).unwrap();
    let tool = ExternalTool::new("rows", "All rows", json!({ "type": "object" }));
    let rules = Rules::new().tool("rows", ToolRules::new().read());
    let source = ExternalSource::mcp("db", vec![tool]);
    let toolbox = builder().external(source.rules(rules)).build().unwrap();
    let session = Session::new();
    let forwarded = call(&toolbox, &session, "rows", &json!({}));
    assert_eq!(forwarded.status(), "forward");
    let outcome = block_on(toolbox.complete(&session, "1", Ok(output))).unwrap();
    let shown = outcome.for_model().text.into_owned();
    assert!(shown.starts_with("500 rows\n[The result has 5400 bytes"), "{shown}");
    let id = id_of(&outcome);
    let read = json!({ "id": id, "pointer": "/rows/499" });
    assert_eq!(text(&toolbox, &session, "read_result", &read), r#"{"id":499}"#);
    // Clients of a server of this program read the same.
    let result: Value = serde_json::from_str(outcome.call_tool_result().get()).unwrap();
    assert_eq!(result.get("structuredContent"), None);
    assert!(outcome.structured().unwrap().len() > 5_000, "the host has the whole");
}

#[test]
fn a_result_that_comes_back_is_kept_for_whoever_made_the_call() {
    let tool = ExternalTool::new("rows", "All rows", json!({ "type": "object" }));
    let rules = Rules::new().tool("rows", ToolRules::new().read());
    let toolbox = builder().external(ExternalSource::mcp("db", vec![tool]).rules(rules)).build().unwrap();
    let session = Session::new();
    let turn_of = |name: &str| TurnContext::on_behalf_of(Principal::new(name));
    let (anna, bob) = (turn_of("anna"), turn_of("bob"));
    block_on(toolbox.call_with(&session, &anna, &RawCall::new("1", "rows", "{}")));
    let outcome = block_on(toolbox.complete(&session, "1", Ok(Output::Text(lines(400))))).unwrap();
    let read = json!({ "id": id_of(&outcome), "lines": "400" }).to_string();
    let read = |turn: &TurnContext| {
        let outcome = block_on(toolbox.call_with(&session, turn, &RawCall::new("2", "read_result", &*read)));
        outcome.for_model().text.into_owned()
    };
    assert!(read(&anna).starts_with("line 400"), "{}", read(&anna));
    assert!(!read(&bob).contains("line 400"));
    assert!(!read(&TurnContext::empty()).contains("line 400"));
}

#[test]
fn the_result_of_a_write_is_kept_before_its_end_is_stored() {
    let approval = hpd_host::Approval::new().writes(hpd_host::approval::Permission::Allow);
    let toolbox = builder().approval(approval).build().unwrap();
    let session = Session::new();
    session.user_says("Send hello");
    let outcome = call(&toolbox, &session, "send", &json!({ "text": "hello" }));
    assert_eq!(outcome.status(), "ok");
    let read = json!({ "id": id_of(&outcome), "lines": "1" });
    assert!(text(&toolbox, &session, "read_result", &read).starts_with("hello: sent sent "));
}

#[test]
fn without_the_tool_results_are_cut() {
    let toolbox = Toolbox::builder()
        .plugin(Shop)
        .limits(Limits::new().result_bytes(1_024))
        .large_results(LargeResults::off())
        .build()
        .unwrap();
    assert!(toolbox.tool("read_result").is_none());
    assert!(
        text(&toolbox, &Session::new(), "log", &json!({}))
            .contains("[Cut: these are the first 909 of 3492 bytes")
    );
}

#[test]
fn a_store_that_is_full_cuts() {
    let toolbox = builder()
        .limits(Limits::new().result_bytes(1_024))
        .large_results(LargeResults::new().limit(1_000).store(MemoryResults::of_capacity(100)))
        .build()
        .unwrap();
    assert!(
        text(&toolbox, &Session::new(), "log", &json!({}))
            .contains("[Cut: these are the first 909 of 3492 bytes")
    );
}

#[test]
fn snapshots_share_the_results() {
    let (toolbox, session) = (builder().build().unwrap(), Session::new());
    let id = id_of(&call(&toolbox, &session, "orders", &json!({})));
    let next = toolbox.to_builder().build().unwrap();
    assert_eq!(text(&next, &session, "read_result", &json!({ "id": id, "pointer": "/next" })), "p2");
}

#[test]
fn structured_outputs_without_parts_are_json() {
    struct Rows;
    #[plugin]
    #[expect(clippy::unused_self, reason = "tools of a plugin are its methods")]
    impl Rows {
        /// Rows.
        #[ai_function(read_only)]
        fn rows(&self) -> StructuredOutput {
            StructuredOutput::of(&(0..3_000).collect::<Vec<u32>>()).unwrap()
        }
    }
    let toolbox = builder().plugin(Rows).build().unwrap();
    let outcome = call(&toolbox, &Session::new(), "rows", &json!({}));
    assert!(outcome.for_model().text.contains("It is an array of 3000."));
}
