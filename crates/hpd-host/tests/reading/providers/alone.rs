//! Messages for Anthropic that may hold results alone. Shape: Anthropic's guides "Server tools" (turns with server and
//! client tools), "Handling stop reasons", and "Programmatic tool calling".

use futures_executor::block_on;
use hpd_host::args::{CallOrigin, Caller};
use hpd_host::list::{ModelOptions, Recovery, ToolSearch};
use hpd_host::system::BoxFuture;
use hpd_host::{Provider, RawCall, Session, Tool, ToolError, Toolbox, scope};

use super::native::{builder, native};
use super::read;

const MIXED: &str = include_str!("messages/documented/anthropic_mixed.json");

struct Plain;

#[scope("Plain")]
impl Plain {
    /// One.
    #[ai_function(read_only)]
    fn one(&self) -> i64 {
        1
    }
}

const LATER: &str = r"\n\nThe tools named here are not loaded yet. To load them, call close_month again: alone, and not from a program.";

fn answer(toolbox: &Toolbox, session: &Session, calls: &[RawCall]) -> String {
    let outcomes = block_on(toolbox.turn(session, calls));
    let [message] = &Provider::Anthropic.results(&outcomes)[..] else { panic!("one message") };
    message.get().to_owned()
}

fn by_program(call: RawCall) -> RawCall {
    let program = Caller::parse(r#"{"type":"code_execution_20250825","tool_id":"srvtoolu_1"}"#).unwrap();
    call.with_origin(CallOrigin::new().by(program))
}

fn are_alone(message: &str) -> bool {
    let calls = read(Provider::Anthropic, message).calls;
    let alone = calls.iter().filter(|call| call.origin.as_ref().is_some_and(|origin| origin.results_alone));
    let count = alone.count();
    assert!(count == 0 || count == calls.len(), "{message}");
    count > 0
}

#[test]
fn a_server_tool_that_waits_takes_results_alone() {
    let (toolbox, session) = (builder().build().unwrap(), native());
    let reply = read(Provider::Anthropic, MIXED);
    assert_eq!((reply.calls.len(), reply.host_calls.len()), (2, 0));
    assert_eq!(
        answer(&toolbox, &session, &reply.calls),
        format!(
            concat!(
                r#"{{"role":"user","content":["#,
                r#"{{"type":"tool_result","tool_use_id":"toolu_d6a","content":"#,
                r#""close_month is open. Functions: balance.\n\nCheck the suspense account first.{}"}},"#,
                r#"{{"type":"tool_result","tool_use_id":"toolu_d6b","content":"#,
                r#""Ledger is open. Functions: balance, owner.\n\nBalances are in euros.{}"}}]}}"#
            ),
            LATER,
            LATER.replace("close_month", "Ledger")
        )
    );
    // As the text says.
    let again = [RawCall::new("toolu_2", "close_month", "{}")];
    assert_eq!(
        answer(&toolbox, &session, &again),
        concat!(
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_2","content":["#,
            r#"{"type":"tool_reference","tool_name":"balance"}]},"#,
            r#"{"type":"text","text":"close_month is open. Functions: balance.\n\nCheck the suspense account first."}]}"#
        )
    );
}

#[test]
fn calls_wait_for_a_server_tool_without_its_result() {
    let message = |before: &str, after: &str| {
        let call = r#"{"type":"tool_use","id":"t1","name":"time","input":{}}"#;
        format!(r#"{{"role":"assistant","stop_reason":"tool_use","content":[{before}{call}{after}]}}"#)
    };
    let server = r#"{"type":"server_tool_use","id":"s1","name":"web_search","input":{}},"#;
    let other = r#"{"type":"mcp_tool_use","id":"m1","name":"find","server_name":"maps","input":{}},"#;
    let result = r#"{"type":"web_search_tool_result","tool_use_id":"s1","content":[]},"#;
    let program = r#","caller":{"type":"code_execution_20250825","tool_id":"s0"}}"#;
    // The host's own, beside a usual call.
    let hosts = format!(
        r#",{{"type":"tool_use","id":"t2","name":"key","input":{{}},"toolset_name":"computer"{program}"#
    );
    for (before, after, alone) in [
        (String::new(), String::new(), false),
        (server.to_owned(), String::new(), true),
        (other.to_owned(), String::new(), true),
        ([server, result].concat(), String::new(), false),
        ([server, other, result].concat(), String::new(), true),
        ([server, other, &result.replace("s1", "m1")].concat(), String::new(), true),
        ([other, &result.replace("s1", "m1").replace("web_search", "mcp")].concat(), String::new(), false),
        // The result is another one's, or none.
        ([server, &result.replace("s1", "s2")].concat(), String::new(), true),
        ([server, &result.replace("web_search_tool_result", "note")].concat(), String::new(), true),
        (String::new(), hosts.clone(), true),
        (String::new(), hosts.replace(program, "}"), false),
    ] {
        let message = message(&before, &after);
        assert_eq!(are_alone(&message), alone, "{message}");
        // An unusual message is read alike.
        let unusual = message.replace(r#""input":{}"#, r#""input":"{}""#);
        assert_eq!(are_alone(&unusual), alone, "{unusual}");
    }
}

#[test]
fn a_message_for_a_program_has_results_alone() {
    let (toolbox, session) = (builder().build().unwrap(), native());
    let calls =
        [RawCall::new("toolu_1", "close_month", "{}"), by_program(RawCall::new("toolu_2", "time", "{}"))];
    assert_eq!(
        answer(&toolbox, &session, &calls),
        format!(
            concat!(
                r#"{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"toolu_1","content":"#,
                r#""close_month is open. Functions: balance.\n\nCheck the suspense account first.{}"}},"#,
                r#"{{"type":"tool_result","tool_use_id":"toolu_2","content":"noon"}}]}}"#
            ),
            LATER
        )
    );
}

#[test]
fn only_calls_of_the_model_load_tools() {
    let (toolbox, session) = (Toolbox::builder().plugin(Plain).build().unwrap(), native());
    let calls = [RawCall::new("toolu_1", "Plain", "{}"), by_program(RawCall::new("toolu_2", "Plain", "{}"))];
    assert_eq!(
        answer(&toolbox, &session, &calls),
        format!(
            concat!(
                r#"{{"role":"user","content":["#,
                r#"{{"type":"tool_result","tool_use_id":"toolu_1","content":["#,
                r#"{{"type":"tool_reference","tool_name":"one"}}]}},"#,
                r#"{{"type":"tool_result","tool_use_id":"toolu_2","content":"Plain is open. Functions: one.{}"}}]}}"#
            ),
            LATER.replace("close_month", "Plain")
        )
    );
}

struct First;

impl ToolSearch for First {
    fn search<'a>(
        &'a self,
        _: &'a str,
        _: &'a [&'a Tool],
        _: usize,
    ) -> BoxFuture<'a, Result<Vec<usize>, ToolError>> {
        Box::pin(async { Ok(vec![0]) })
    }
}

#[test]
fn a_search_loads_what_the_model_itself_finds() {
    let (toolbox, session) = (builder().tool_search(First).build().unwrap(), native());
    let call = |id: &str| RawCall::new(id, "search_tools", r#"{"query":"money"}"#);
    let none = r#"{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}"#;
    assert_eq!(
        answer(&toolbox, &session, &[call("toolu_1"), by_program(call("toolu_2"))]),
        format!(
            concat!(
                r#"{{"role":"user","content":["#,
                r#"{{"type":"tool_result","tool_use_id":"toolu_1","content":["#,
                r#"{{"type":"tool_reference","tool_name":"balance"}}]}},"#,
                r#"{{"type":"tool_result","tool_use_id":"toolu_2","content":"Found 1 tool. Call it by name:"#,
                r#"\n- balance: The balance.\n  Arguments: {}{}"}}]}}"#
            ),
            none,
            LATER.replace("close_month", "search_tools")
        )
    );
}

#[test]
fn the_text_of_a_recovered_call_stands_behind_what_it_loads() {
    let model = ModelOptions::new().recovery(Recovery::Expand);
    let (toolbox, session) = (Toolbox::builder().plugin(Plain).model(model).build().unwrap(), native());
    assert_eq!(
        answer(&toolbox, &session, &[RawCall::new("toolu_1", "Plain", r#"{"account":7}"#)]),
        concat!(
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":["#,
            r#"{"type":"tool_reference","tool_name":"one"}]},{"type":"text","text":"Plain is open. Functions: one.\n\n"#,
            r#"The arguments were not used, since a container takes none. Now call the function you need by its own "#,
            r#"name, with its own arguments."}]}"#
        )
    );
}
