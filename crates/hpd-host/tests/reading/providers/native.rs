//! Containers in the providers' own words. Shape: `OpenAI`'s guide "Tool search"; Anthropic's guide "Tool search tool",
//! section on a custom search.

use futures_executor::block_on;
use hpd_host::dialect::Dialect;
use hpd_host::filter::{Filters, ListContext};
use hpd_host::list::ListMode;
use hpd_host::{Principal, Provider, RawCall, Session, Toolbox, ToolboxBuilder, TurnContext, plugin, scope};

#[derive(Default)]
struct Ledger;

#[scope("Bookkeeping", post_expansion = "Balances are in euros.")]
impl Ledger {
    /// The balance.
    #[ai_function(read_only)]
    pub(crate) fn balance(&self) -> i64 {
        7
    }

    /// The owner.
    #[ai_function(read_only)]
    pub(crate) fn owner(&self) -> &'static str {
        "Ann"
    }
}

struct Desk;

#[plugin]
impl Desk {
    /// The time.
    #[ai_function(read_only)]
    fn time(&self) -> &'static str {
        "noon"
    }

    /// Closes a month.
    #[skill(functions(Ledger::balance), instructions = "Check the suspense account first.")]
    fn close_month() {}
}

pub(super) fn builder() -> ToolboxBuilder {
    Toolbox::builder().plugin(Desk).plugin(Ledger)
}

pub(super) fn native() -> Session {
    let session = Session::new();
    session.set_list_mode(ListMode::Native);
    session
}

fn list(provider: Provider, toolbox: &Toolbox, session: &Session) -> String {
    provider.list(&toolbox.tool_list(session), None).unwrap()
}

const NONE: &str = r#"{"type":"object","properties":{},"additionalProperties":false}"#;

#[test]
fn containers_are_namespaces_whose_functions_are_deferred() {
    let toolbox = builder().build().unwrap();
    let entry = |name: &str, text: &str, rest: &str| {
        format!(
            r#"{{"type":"function","name":"{name}","description":"{text}","parameters":{NONE},"strict":false{rest}}}"#
        )
    };
    let reader = Provider::OpenAiResponses.tools(&[toolbox.tool("read_result").unwrap()]);
    let skill = Provider::OpenAiResponses.tools(&[toolbox.tool("close_month").unwrap()]);
    let deferred = r#","defer_loading":true"#;
    let expected = format!(
        r#"[{},{},{{"type":"namespace","name":"Ledger","description":"{}","tools":[{},{}]}},{},{{"type":"tool_search"}}]"#,
        entry("time", "The time.", ""),
        skill.trim_matches(['[', ']']),
        "Bookkeeping. It has 2 functions: balance, owner. Balances are in euros.",
        entry("balance", "The balance.", deferred),
        entry("owner", "The owner.", deferred),
        reader.strip_prefix('[').unwrap().strip_suffix(']').unwrap(),
    );
    assert_eq!(list(Provider::OpenAiResponses, &toolbox, &native()), expected);
}

#[test]
fn members_are_deferred_tools_for_anthropic() {
    let toolbox = builder().build().unwrap();
    let written = list(Provider::Anthropic, &toolbox, &native());
    let value: serde_json::Value = serde_json::from_str(&written).unwrap();
    let listed: Vec<_> = value
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| (tool["name"].as_str().unwrap(), tool["defer_loading"] == true))
        .collect();
    assert_eq!(
        listed,
        [
            ("time", false),
            ("close_month", false),
            ("Ledger", false),
            ("read_result", false),
            ("balance", true),
            ("owner", true)
        ]
    );
    let strict = Provider::Anthropic.list(&toolbox.tool_list(&native()), Dialect::AnthropicStrict).unwrap();
    assert!(strict.ends_with(r#","strict":true,"defer_loading":true}]"#), "{strict}");
}

/// Each provider's lists: with the schemas as they are, and in its dialects.
const LISTS: [(Provider, Option<Dialect>); 6] = [
    (Provider::OpenAiResponses, None),
    (Provider::OpenAiResponses, Some(Dialect::OpenAi)),
    (Provider::OpenAiResponses, Some(Dialect::OpenAiStrict)),
    (Provider::Anthropic, None),
    (Provider::Anthropic, Some(Dialect::Anthropic)),
    (Provider::Anthropic, Some(Dialect::AnthropicStrict)),
];

#[test]
fn an_expansion_changes_no_byte_of_the_list() {
    // With a list filter, too, as long as it hides the same tools.
    let hides = |name: &'static str| Filters::new().list(move |tool: &ListContext<'_>| tool.name() != name);
    for toolbox in [builder().build().unwrap(), builder().filters(hides("owner")).build().unwrap()] {
        for (provider, dialect) in LISTS {
            let session = native();
            let written = || provider.list(&toolbox.tool_list(&session), dialect).unwrap();
            let before = written();
            for container in ["Ledger", "close_month"] {
                block_on(toolbox.call(&session, &RawCall::new("1", container, "{}")));
                assert_eq!(written(), before, "{provider:?} {dialect:?}");
            }
            // Nor does a long result.
            session.expand(toolbox.tool("read_result").unwrap().id());
            assert_eq!(written(), before, "{provider:?} {dialect:?}");
        }
    }
}

#[test]
fn another_view_is_another_list() {
    let shown = |tool: &ListContext<'_>| tool.name() != "owner" || *tool.principal() == Principal::new("ann");
    let toolbox = builder().filters(Filters::new().list(shown)).build().unwrap();
    let session = native();
    let list = |principal: &str| {
        let turn = TurnContext::on_behalf_of(Principal::new(principal));
        Provider::Anthropic.list(&toolbox.tools_with(&session, &turn), None).unwrap()
    };
    let of_ann = list("ann");
    assert_ne!(list("bob"), of_ann);
    assert_eq!(list("ann"), of_ann);
}

#[test]
fn the_answer_of_a_container_loads_its_members() {
    let (toolbox, session) = (builder().build().unwrap(), native());
    let calls = [RawCall::new("toolu_1", "Ledger", "{}"), RawCall::new("toolu_2", "time", "{}")];
    let outcomes = block_on(toolbox.turn(&session, &calls));
    assert_eq!(
        Provider::Anthropic.results(&outcomes)[0].get(),
        concat!(
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":["#,
            r#"{"type":"tool_reference","tool_name":"balance"},{"type":"tool_reference","tool_name":"owner"}]},"#,
            r#"{"type":"tool_result","tool_use_id":"toolu_2","content":"noon"},"#,
            r#"{"type":"text","text":"Ledger is open. Functions: balance, owner.\n\nBalances are in euros."}]}"#
        )
    );
    let skill = block_on(toolbox.call(&session, &RawCall::new("toolu_3", "close_month", "{}")));
    assert_eq!(
        Provider::Anthropic.results(&[skill])[0].get(),
        concat!(
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_3","content":["#,
            r#"{"type":"tool_reference","tool_name":"balance"}]},"#,
            r#"{"type":"text","text":"close_month is open. Functions: balance.\n\nCheck the suspense account first."}]}"#
        )
    );
}

#[test]
fn a_container_without_instructions_answers_with_its_members_alone() {
    struct Plain;
    #[scope("Plain")]
    impl Plain {
        /// One.
        #[ai_function(read_only)]
        fn one(&self) -> i64 {
            1
        }
    }
    let (toolbox, session) = (Toolbox::builder().plugin(Plain).build().unwrap(), native());
    let outcome = block_on(toolbox.call(&session, &RawCall::new("toolu_1", "Plain", "{}")));
    assert_eq!(
        Provider::Anthropic.results(&[outcome])[0].get(),
        concat!(
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":["#,
            r#"{"type":"tool_reference","tool_name":"one"}]}]}"#
        )
    );
}

#[test]
fn a_loaded_tool_is_called_without_an_expansion() {
    let (toolbox, session) = (builder().build().unwrap(), native());
    let body = r#"{"output": [{"type": "function_call", "call_id": "c1", "name": "balance", "namespace": "Ledger",
        "arguments": "{}"}]}"#;
    let calls = Provider::OpenAiResponses.calls(body).unwrap();
    let outcomes = block_on(toolbox.turn(&session, &calls));
    assert_eq!(
        Provider::OpenAiResponses.results(&outcomes)[0].get(),
        r#"{"type":"function_call_output","call_id":"c1","output":"7"}"#
    );
}

#[test]
fn what_a_filter_hides_is_in_no_list_and_loads_nothing() {
    let toolbox = builder()
        .filters(Filters::new().list(|tool: &ListContext<'_>| tool.name() != "owner"))
        .build()
        .unwrap();
    let session = native();
    let written = list(Provider::Anthropic, &toolbox, &session);
    assert!(written.contains(r#""name":"balance""#) && !written.contains(r#""name":"owner""#), "{written}");
    let outcome = block_on(toolbox.call(&session, &RawCall::new("1", "Ledger", "{}")));
    assert!(!Provider::Anthropic.results(&[outcome])[0].get().contains("owner"));
}

#[test]
fn providers_without_deferred_tools_get_all_of_them() {
    let toolbox = builder().build().unwrap();
    let written = list(Provider::OpenAiChat, &toolbox, &native());
    assert!(written.contains(r#""name":"owner""#) && !written.contains("defer_loading"));
    assert_eq!(
        list(Provider::Anthropic, &toolbox, &Session::new()),
        Provider::Anthropic.tools(&toolbox.tools(&Session::new()))
    );
}

#[test]
fn deferred_tools_are_explained() {
    let (toolbox, session) = (builder().build().unwrap(), native());
    let told: Vec<_> = toolbox.explain(&session).iter().map(ToString::to_string).collect();
    assert!(
        told.contains(
            &"`Ledger.owner` is listed: the list is native, and defers it with `Ledger`".to_owned()
        ),
        "{told:?}"
    );
}
