//! Calls that would pass under a permission for something else.

use futures_executor::block_on;
use hpd_host::approval::{
    Answer, Bulk, Choice, DecisionError, Lifetime, OfferScope, Permission, Question, UserChannel,
};
use hpd_host::external::{ExternalSource, Rules, ToolRules};
use hpd_host::filter::{Filters, ListContext};
use hpd_host::spec::Risk;
use hpd_host::{Approval, Principal, RawCall, Session, Tool, Toolbox, TurnContext, plugin};
use serde_json::{Value, json};

use crate::bank::{Ran, answer, built, call, lax, listed, question};

fn destroyer(name: &str) -> hpd_host::external::ExternalTool {
    listed(name, &json!({ "destructiveHint": true }))
}

/// A server can't name a tool like the host's pattern, and so get the permission of a full id.
#[test]
fn a_pattern_is_no_full_id() {
    for (pattern, name) in [("books.*", "*"), ("MCP_books.*", "*"), ("books.get*", "get*"), ("*", "x")] {
        let ran = Ran::default();
        let source = ExternalSource::mcp("books", vec![destroyer(name)]).handler(ran.clone());
        let toolbox = built(lax().permission(pattern, Permission::Allow), [source]);
        let tool = toolbox.all_tools().iter().find(|tool| !tool.is_container()).unwrap();
        question(&call(&toolbox, &Session::new(), tool.name(), "{}"));
        assert!(ran.take().is_empty(), "{pattern} {name}");
    }
}

#[test]
fn no_permission_for_many_tools_covers_high_risk() {
    for scope in ["books", "MCP_books", "books.*", "*.tidy", "*", "MCP_*"] {
        let ran = Ran::default();
        let source = ExternalSource::mcp("books", vec![destroyer("tidy"), listed("rates", &json!({}))]);
        let toolbox = built(lax().permission(scope, Permission::Allow), [source.handler(ran.clone())]);
        question(&call(&toolbox, &Session::new(), "tidy", "{}"));
        assert!(ran.take().is_empty(), "{scope}");
    }
}

struct Books;

#[plugin(name = "books")]
impl Books {
    /// Tidies the books.
    #[ai_function(write, risk = high)]
    fn tidy(&self) {}
}

/// `books.tidy` is the full id of a function of this program, and also the short one of a server's tool.
#[test]
fn the_permission_for_an_own_function_covers_no_tool_of_a_server() {
    let ran = Ran::default();
    let source = ExternalSource::mcp("books", vec![destroyer("tidy")]).handler(ran.clone());
    let approval = Approval::new().permission("books.tidy", Permission::Allow);
    let built = Toolbox::builder().plugin(Books).external(source).approval(approval).build();
    if let Ok(toolbox) = built {
        let server = toolbox.all_tools().iter().find(|tool| tool.annotations().is_some()).unwrap();
        question(&call(&toolbox, &Session::new(), server.name(), "{}"));
    }
    assert!(ran.take().is_empty());
}

#[test]
fn the_permission_for_a_server_covers_no_client_of_the_same_name() {
    let ran = Ran::default();
    let sources = || {
        [
            ExternalSource::mcp("books", vec![destroyer("tidy")]).handler(ran.clone()),
            ExternalSource::frontend("books", vec![destroyer("tidy")]).handler(ran.clone()),
        ]
    };
    let toolbox = built(Approval::new().permission("MCP_books.tidy", Permission::Allow), sources());
    let client = toolbox.all_tools().iter().find(|tool| tool.id().as_str() == "Frontend_books.tidy").unwrap();
    question(&call(&toolbox, &Session::new(), client.name(), "{}"));
    assert!(ran.take().is_empty());
    // The short id is for both.
    let both = Toolbox::builder().approval(Approval::new().permission("books.tidy", Permission::Deny));
    let both = sources().into_iter().fold(both, hpd_host::ToolboxBuilder::external).build();
    if let Ok(toolbox) = both {
        for tool in toolbox.all_tools() {
            call(&toolbox, &Session::new(), tool.name(), "{}");
        }
        assert!(ran.take().is_empty());
    }
}

/// A source whose name has a dot is no other source.
#[test]
fn the_permission_for_a_source_covers_no_source_whose_name_begins_so() {
    let ran = Ran::default();
    let source = |name| ExternalSource::mcp(name, vec![listed("tidy", &json!({}))]).handler(ran.clone());
    let approval = || Approval::new().permission("MCP_a", Permission::Allow);
    let builder = Toolbox::builder().external(source("a")).external(source("a.b"));
    let Ok(toolbox) = builder.approval(approval()).build() else { return };
    let other = toolbox.all_tools().iter().find(|tool| tool.id().as_str() == "MCP_a.b.tidy").unwrap();
    let asked = call(&toolbox, &Session::new(), other.name(), "{}");
    assert!(question(&asked).text().contains("MCP_a.b"), "{}", question(&asked).text());
    assert!(ran.take().is_empty());
}

fn two(name: &str) -> ExternalSource {
    ExternalSource::mcp(name, vec![listed("balance", &json!({})), listed("rates", &json!({}))])
}

fn offered(question: &Question, scope: OfferScope) -> Vec<&str> {
    let offer = question.offers().iter().find(|offer| offer.scope() == scope);
    offer.map(|offer| offer.tools().iter().map(String::as_str).collect()).unwrap_or_default()
}

#[test]
fn an_offer_for_a_server_has_no_tool_of_another_source() {
    let client =
        ExternalSource::frontend("books", vec![listed("click", &json!({})), listed("look", &json!({}))]);
    let toolbox = built(Approval::new(), [two("books"), client]);
    let asked = call(&toolbox, &Session::new(), "balance", "{}");
    assert_eq!(offered(question(&asked), OfferScope::Source), ["balance", "rates"]);
}

#[test]
fn an_offer_names_no_tool_that_is_hidden_from_the_user() {
    let tools =
        vec![listed("balance", &json!({})), listed("rates", &json!({})), listed("salaries", &json!({}))];
    let shown = |tool: &ListContext<'_>| tool.name() != "salaries";
    let toolbox = Toolbox::builder()
        .external(ExternalSource::mcp("books", tools))
        .filters(Filters::new().list(shown))
        .build()
        .unwrap();
    let asked = call(&toolbox, &Session::new(), "balance", "{}");
    assert_eq!(offered(question(&asked), OfferScope::Source), ["balance", "rates"]);
}

#[test]
fn an_offer_has_no_write_and_no_tool_that_the_host_named() {
    let tools = vec![
        listed("balance", &json!({})),
        listed("rates", &json!({})),
        listed("tidy", &json!({ "destructiveHint": true })),
        listed("note", &json!({ "readOnlyHint": false })),
        listed("send_mail", &json!({ "readOnlyHint": true })),
        listed("audit", &json!({})),
        listed("closed", &json!({})),
        listed("known", &json!({})),
    ];
    let rules = Rules::new().tool("known", ToolRules::new().write(Risk::Low));
    let approval = Approval::new()
        .permission("books.audit", Permission::Ask)
        .permission("books.closed", Permission::Deny);
    let toolbox = built(approval, [ExternalSource::mcp("books", tools).rules(rules)]);
    let session = Session::new();
    let asked = call(&toolbox, &session, "balance", "{}");
    assert_eq!(offered(question(&asked), OfferScope::Source), ["balance", "rates"]);
    for (name, of_tool) in [("tidy", false), ("note", true), ("send_mail", true), ("audit", false)] {
        let asked = call(&toolbox, &session, name, "{}");
        assert_eq!(offered(question(&asked), OfferScope::Tool).len(), usize::from(of_tool), "{name}");
        assert!(offered(question(&asked), OfferScope::Source).is_empty(), "{name}");
        // An answer takes no offer that its question does not make.
        let refused = answer(&toolbox, &session, question(&asked), Choice::ConfirmSource);
        assert!(matches!(refused, Err(DecisionError::NotOffered)), "{name}");
    }
}

#[test]
fn an_offer_that_one_user_takes_is_none_for_another() {
    let toolbox = built(Approval::new(), [two("books").handler(Ran::default())]);
    let session = Session::with_id("s");
    session.expand(toolbox.tool("MCP_books").unwrap().id());
    let ask = |who: &str, id: &str, tool: &str| {
        let turn = TurnContext::on_behalf_of(Principal::new(who));
        block_on(toolbox.call_with(&session, &turn, &RawCall::new(id, tool, "{}")))
    };
    let asked = ask("ada", "1", "balance");
    let answer = Answer {
        pending_id: question(&asked).pending_id().clone(),
        nonce: question(&asked).nonce().to_owned(),
        choice: Choice::ConfirmSource,
        phrase: None,
        reason: None,
        edit: None,
    };
    let ended = block_on(toolbox.decide(&session, &UserChannel::of("ada").decision(answer))).unwrap();
    assert_eq!(ended.status(), "ok");
    assert_eq!([ask("ben", "2", "rates").status(), ask("ada", "3", "rates").status()], ["confirm", "ok"]);
}

#[test]
fn an_offer_for_a_server_lists_every_tool_that_it_covers() {
    for number in [2, 51, 400] {
        let tools = (0..number).map(|index| listed(&format!("tool_{index}_of_the_large_server"), &json!({})));
        let toolbox = built(Approval::new(), [ExternalSource::mcp("books", tools.collect::<Vec<_>>())]);
        let session = Session::new();
        let asked = call(&toolbox, &session, "tool_0_of_the_large_server", "{}");
        let (text, offered) = (question(&asked).text(), offered(question(&asked), OfferScope::Source));
        let event = question(&asked).to_mcq().to_string();
        assert_eq!(offered.len(), number);
        for name in offered {
            assert!(text.contains(name) && event.contains(name), "{name}");
        }
    }
}

/// What can't be shown as it is, in a value.
fn hidden_values() -> [Value; 6] {
    [
        json!("INV\u{202e}1-VNI"),
        json!("INV\u{200b}-1"),
        json!("INV\u{2066}1"),
        json!(["INV", { "deep": "INV\u{e0041}" }]),
        json!("A".repeat(60_000)),
        json!(["\u{440}aypal", "paypal"]),
    ]
}

#[test]
fn no_permission_but_a_full_id_covers_what_cant_be_shown() {
    let ran = Ran::default();
    let source =
        || ExternalSource::mcp("books", vec![listed("note", &json!({})), listed("send", &json!({}))]);
    for approval in [
        lax(),
        lax().permission("books", Permission::Allow),
        lax().permission("MCP_books.*", Permission::Allow),
        Approval::new(),
    ] {
        let toolbox = built(approval, [source().handler(ran.clone())]);
        for name in ["note", "send"] {
            for value in hidden_values() {
                let session = Session::new();
                let tool = toolbox.tool(name).unwrap();
                for lifetime in [Lifetime::Session, Lifetime::Once] {
                    session.grant(UserChannel::local().grant(tool, Permission::Allow, lifetime));
                }
                let session = Session::from_json(&session.to_json()).unwrap();
                let asked = call(&toolbox, &session, name, &json!({ "to": value }).to_string());
                assert_eq!(question(&asked).risk(), Risk::High);
                // The key of a value is shown as well.
                let asked = call(&toolbox, &session, name, &json!({ "to\u{200b}": 1 }).to_string());
                assert_eq!(question(&asked).risk(), Risk::High);
            }
        }
    }
    assert!(ran.take().is_empty());
}

fn grant(session: &Session, tool: &Tool, lifetime: Lifetime) {
    session.grant(UserChannel::local().grant(tool, Permission::Allow, lifetime));
}

/// Earlier versions stored permissions without a fingerprint.
#[test]
fn a_stored_permission_without_a_fingerprint_allows_nothing() {
    let ran = Ran::default();
    let toolbox = built(Approval::new(), [two("books").handler(ran.clone())]);
    let session = Session::with_id("s");
    grant(&session, toolbox.tool("balance").unwrap(), Lifetime::Session);
    let mut stored: Value = serde_json::from_str(&session.to_json()).unwrap();
    stored["permissions"][0].as_object_mut().unwrap().remove("fingerprint").unwrap();
    let older = Session::from_json(&stored.to_string()).unwrap();
    question(&call(&toolbox, &older, "balance", "{}"));
    assert!(ran.take().is_empty());
    call(&toolbox, &session, "balance", "{}");
    assert_eq!(ran.take(), ["balance"]);
}

/// A server that reads names without case would take the other value.
#[test]
fn a_permission_for_a_value_covers_no_second_spelling_of_its_name() {
    let ran = Ran::default();
    let schema = json!({ "type": "object", "properties": { "token": { "type": "string" } } });
    let tool = hpd_host::external::ExternalTool::new("rates", "", schema);
    let toolbox = built(Approval::new(), [ExternalSource::mcp("books", vec![tool]).handler(ran.clone())]);
    let session = Session::new();
    let grant =
        UserChannel::local().grant(toolbox.tool("rates").unwrap(), Permission::Allow, Lifetime::Session);
    session.grant(grant.only_with("token", json!("Bob")).unwrap());
    for arguments in [
        r#"{"token":"Bob","TOKEN":"Eve"}"#,
        r#"{"TOKEN":"Eve","token":"Bob"}"#,
        "{\"token\":\"Bob\",\"to\u{212a}en\":\"Eve\"}",
        r#"{"token":"Bo\u0062 "}"#,
        r#"{"token":["Bob"]}"#,
        r#"{"Token":"Bob","arguments":{"token":"Eve"},"toKEN":"Eve"}"#,
        "{}",
    ] {
        call(&toolbox, &session, "rates", arguments);
        assert!(ran.take().is_empty(), "{arguments}");
    }
    call(&toolbox, &session, "rates", r#"{"token":"Bob"}"#);
    assert_eq!(ran.take(), ["rates"]);
}

#[test]
fn calls_of_unclassified_tools_count_as_many_writes() {
    let ran = Ran::default();
    let rule = Bulk::new(3, std::time::Duration::from_secs(60));
    let toolbox = built(lax().escalation(rule), [two("books").handler(ran.clone())]);
    let session = Session::new();
    let statuses: Vec<_> = (0..5).map(|_| call(&toolbox, &session, "balance", "{}").status()).collect();
    assert_eq!(statuses, ["ok", "ok", "ok", "confirm", "confirm"]);
}
