//! Calls that would pass by the host's rules, and rules that would never apply.

use hpd_host::approval::{AmountAbove, Assessed, Lifetime, NewPayee, Permission, Raise, UserChannel};
use hpd_host::args::Decimal;
use hpd_host::external::{ExternalSource, ExternalTool, Rules, ToolRules};
use hpd_host::spec::Risk;
use hpd_host::{Approval, Session, Toolbox, ToolboxBuilder, plugin};
use serde_json::{Value, json};

use crate::bank::{Ran, call, listed, question};

fn above(field: &str) -> AmountAbove {
    AmountAbove::new(field, Decimal::from(100_u128))
}

fn pay(schema: Value) -> ExternalTool {
    ExternalTool::new("pay", "", schema)
}

fn source(tool: ExternalTool, ran: &Ran) -> ExternalSource {
    ExternalSource::mcp("books", vec![tool]).handler(ran.clone())
}

/// Servers of some languages read names without case.
#[test]
fn an_amount_under_another_spelling_of_its_name_is_asked_about() {
    let ran = Ran::default();
    let approval = Approval::new().writes(Permission::Allow).permission("books.pay", Permission::Allow);
    let approval = approval
        .escalation(above("Amount").raise(Raise::Ask))
        .escalation(above("Payment.Amount").raise(Raise::Ask))
        .escalation(NewPayee::new("Payment.Token", |payee| payee == "Bob").raise(Raise::Ask));
    let open = pay(json!({ "type": "object" }));
    let toolbox = Toolbox::builder().approval(approval).external(source(open, &ran)).build().unwrap();
    for arguments in [
        r#"{"Amount":1000000}"#,
        r#"{"amount":1000000}"#,
        r#"{"AMOUNT":"1000000"}"#,
        r#"{"Amount":1,"amount":1000000}"#,
        r#"{"amount":-1000000}"#,
        r#"{"Amount":[]}"#.trim_end_matches("[]}"),
        r#"{"Amount":"1,000,000"}"#,
        r#"{"Amount":{"value":1000000}}"#,
        r#"{"\u0061mount":1000000}"#,
        r#"{"Payment":{"amount":1000000}}"#,
        r#"{"payment":{"AMOUNT":1000000}}"#,
        r#"{"payment":[{"AMOUNT":60},{"amount":60}]}"#,
        r#"{"payment.amount":1000000}"#,
        r#"{"payment":{"token":"Eve"}}"#,
        "{\"payment\":{\"to\u{212a}en\":\"Eve\"}}",
        r#"{"payment":{"Token":"Bob","token":"Eve"}}"#,
    ] {
        call(&toolbox, &Session::new(), "pay", arguments);
        assert!(ran.take().is_empty(), "{arguments}");
    }
    call(&toolbox, &Session::new(), "pay", r#"{"Amount":100,"payment":{"token":"Bob"}}"#);
    assert_eq!(ran.take(), ["pay"]);
}

/// A server would read one of two values, and the user can't know which one.
#[test]
fn a_name_in_two_cases_is_asked_about() {
    let ran = Ran::default();
    let open = || pay(json!({ "type": "object" }));
    for approval in [
        Approval::new().writes(Permission::Allow),
        Approval::new().permission("books", Permission::Allow),
        Approval::new(),
    ] {
        let toolbox = Toolbox::builder().approval(approval).external(source(open(), &ran)).build().unwrap();
        let session = Session::new();
        let tool = toolbox.tool("pay").unwrap();
        session.grant(UserChannel::local().grant(tool, Permission::Allow, Lifetime::Session));
        for arguments in [r#"{"to":"Bob","To":"Eve"}"#, r#"{"a":[{"b":{"x":1,"X":2}}]}"#] {
            let asked = call(&toolbox, &session, "pay", arguments);
            assert_eq!(question(&asked).risk(), Risk::High);
        }
    }
    assert!(ran.take().is_empty());
}

#[test]
fn a_field_with_rules_has_no_second_spelling() {
    let ran = Ran::default();
    let rules = ToolRules::new().write(Risk::Low).above("Amount", 0.0).sensitive(["Pin"]);
    for schema in [
        json!({ "type": "object" }),
        json!({ "type": "object", "properties": { "Amount": { "type": "number" }, "Pin": {} } }),
    ] {
        let source = source(pay(schema), &ran).rules(Rules::new().tool("pay", rules.clone()));
        let approval = Approval::new().writes(Permission::Allow);
        let toolbox = Toolbox::builder().approval(approval).external(source).build().unwrap();
        for arguments in [r#"{"amount":-5}"#, r#"{"Amount":1,"AMOUNT":-5}"#, r#"{"Amount":1,"pin":"1234"}"#] {
            let ended = call(&toolbox, &Session::new(), "pay", arguments);
            // A corrected name has the rules of the field: a sensitive value is asked about.
            assert!(!ended.for_model_as_text().contains("1234"), "{arguments}");
            assert!(ran.take().is_empty(), "{arguments}");
        }
        call(&toolbox, &Session::new(), "pay", r#"{"Amount":1}"#);
        assert_eq!(ran.take(), ["pay"]);
    }
    let both = json!({ "type": "object", "properties": { "Amount": {}, "amount": {}, "Pin": {} } });
    let source = source(pay(both), &ran).rules(Rules::new().tool("pay", rules));
    let toolbox = Toolbox::builder().external(source).build().unwrap();
    question(&call(&toolbox, &Session::new(), "pay", r#"{"amount":1}"#));
}

struct Shop(Ran);

#[plugin]
impl Shop {
    /// Orders.
    #[ai_function(write, risk = low)]
    async fn order(
        &self,
        /** The amount. */
        amount: u32,
    ) -> String {
        self.0.note(format!("order {amount}"));
        "ok".to_owned()
    }

    /// Looks.
    #[ai_function]
    fn look(
        &self,
        /** The path. */
        path: String,
    ) -> String {
        self.0.note(format!("look {path}"));
        path
    }
}

fn shop(approval: Approval) -> ToolboxBuilder {
    let closed = json!({ "type": "object", "properties": { "Total": {} }, "additionalProperties": false });
    Toolbox::builder()
        .plugin(Shop(Ran::default()))
        .external(source(pay(closed), &Ran::default()))
        .approval(approval)
}

#[test]
fn a_rule_that_can_never_apply_fails_the_build() {
    let rule = |_: &Assessed<'_>| Raise::Ask;
    let never = [
        Approval::new().escalation(above("Ammount")),
        Approval::new().escalation(above("Amount")),
        Approval::new().escalation(above("amount.value")),
        Approval::new().escalation(above("amount ")),
        Approval::new().escalation(NewPayee::new("to", |_| true)),
        Approval::new().escalation_for("Shop.order", above("Total")),
        Approval::new().escalation_for("books", above("amount")),
        Approval::new().escalation_for("Shop.look", above("amount")),
        Approval::new().escalation_for("Shop.ordr", rule),
        Approval::new().escalation_for("Shop.o*x", rule),
        Approval::new().escalation_for("shop", rule),
        Approval::new().permission("shop.order", Permission::Deny),
        Approval::new().permission("Shop.order ", Permission::Deny),
        Approval::new().permission("order", Permission::Deny),
        Approval::new().permission("MCP_book", Permission::Deny),
        Approval::new().permission("MCP_books.Pay", Permission::Deny),
        Approval::new().permission("", Permission::Deny),
    ];
    for (number, approval) in never.into_iter().enumerate() {
        assert!(shop(approval).build().is_err(), "{number}");
    }
    for approval in [
        Approval::new().escalation(above("amount")),
        Approval::new().escalation(above("total")),
        Approval::new().escalation_for("books.p*", above("TOTAL")),
        Approval::new().permission("Shop.*", Permission::Deny),
    ] {
        shop(approval).build().unwrap();
    }
}

struct Vault(Ran);

#[plugin]
impl Vault {
    /// Transfers.
    #[ai_function(write, risk = high)]
    async fn transfer(
        &self,
        /** The amount. */
        amount: u32,
        /** The payee. */
        to: String,
    ) -> String {
        self.0.note(format!("{amount} {to}"));
        "ok".to_owned()
    }
}

/// The rules raise to high risk, which the function has already.
#[test]
fn a_rule_applies_to_an_allowed_function_of_high_risk() {
    let ran = Ran::default();
    let approval = Approval::new()
        .permission("Vault.transfer", Permission::Allow)
        .escalation(above("amount"))
        .escalation(NewPayee::new("to", |payee| payee == "Bob"));
    let toolbox = Toolbox::builder().plugin(Vault(ran.clone())).approval(approval).build().unwrap();
    for arguments in [r#"{"amount":1000000,"to":"Bob"}"#, r#"{"amount":1,"to":"Eve"}"#] {
        question(&call(&toolbox, &Session::new(), "transfer", arguments));
    }
    assert!(ran.take().is_empty());
    call(&toolbox, &Session::new(), "transfer", r#"{"amount":1,"to":"Bob"}"#);
    assert_eq!(ran.take(), ["1 Bob"]);
}

#[test]
fn a_rule_for_a_read_is_asked_about_it() {
    let ran = Ran::default();
    for (scope, raise) in [
        ("Shop.look", Raise::deny("no", "no")),
        ("Shop", Raise::deny("no", "no")),
        ("*.look", Raise::Ask),
        ("Shop.l*", Raise::To(Risk::High)),
        ("Shop.look", Raise::To(Risk::Low)),
    ] {
        let said = raise.clone();
        let approval = Approval::new()
            .permission("Shop.look", Permission::Allow)
            .escalation_for(scope, move |_: &Assessed<'_>| said.clone());
        let toolbox = Toolbox::builder().plugin(Shop(ran.clone())).approval(approval).build().unwrap();
        call(&toolbox, &Session::new(), "look", r#"{"path":"/etc/shadow"}"#);
        assert!(ran.take().is_empty(), "{scope} {raise:?}");
    }
}

#[test]
fn a_denial_holds_over_every_permission() {
    let ran = Ran::default();
    for scope in ["MCP_books.pay", "books.pay", "MCP_books", "books", "books.*", "*", "MCP_*.p*"] {
        let approval = Approval::new()
            .permission("MCP_books.pay", Permission::Allow)
            .permission("books.pay", Permission::Allow)
            .permission(scope, Permission::Deny)
            .permission("books", Permission::Allow)
            .unclassified(Permission::Allow)
            .writes(Permission::Allow);
        let source = source(listed("pay", &json!({})), &ran);
        let toolbox = Toolbox::builder().approval(approval).external(source).build().unwrap();
        let session = Session::new();
        for lifetime in [Lifetime::Session, Lifetime::Once] {
            let tool = toolbox.tool("pay").unwrap();
            session.grant(UserChannel::local().grant(tool, Permission::Allow, lifetime));
        }
        assert!(call(&toolbox, &session, "pay", "{}").for_model().is_error, "{scope}");
    }
    assert!(ran.take().is_empty());
}

/// A server renames the field of a rule: the tool is blocked.
#[test]
fn a_server_takes_no_field_from_a_rule() {
    let schema = |field: &str| json!({ "type": "object", "properties": { field: { "type": "number" } } });
    let ran = Ran::default();
    let approval = Approval::new().escalation(above("Amount"));
    let toolbox =
        Toolbox::builder().approval(approval).external(source(pay(schema("Amount")), &ran)).build().unwrap();
    let renamed = toolbox.with_source(source(pay(schema("Total")), &ran)).unwrap();
    assert!(renamed.tool("pay").unwrap().is_blocked());
    let again = renamed.with_source(source(pay(schema("Total")), &ran)).unwrap();
    assert!(again.tool("pay").unwrap().is_blocked());
    let back = again.with_source(source(pay(schema("amount")), &ran)).unwrap();
    assert!(!back.tool("pay").unwrap().is_blocked());
}
