//! Permissions of the host, grants of the user and results of rules, through a toolbox.

use std::sync::Arc;
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::{
    AmountAbove, ArgumentChange, Assessed, Bulk, Lifetime, NewPayee, Permission, Preview, Raise, UserChannel,
};
use hpd_host::args::{Decimal, Node};
use hpd_host::spec::Risk;
use hpd_host::system::BoxFuture;
use hpd_host::{Approval, Outcome, RawCall, Session, ToolboxBuilder};

use crate::approval::bank::{Office, office, office_with, question, turn_of, yes};

const PAY: &str = r#"{"to":"Acme","amount":5}"#;
const LIMIT: &str = r#"{"account":"A","limit":1}"#;
const VOID: &str = r#"{"invoice":"INV-042"}"#;
const ACCOUNT: &str = r#"{"account":"A"}"#;

fn grant(office: &Office, tool: &str, permission: Permission, lifetime: Lifetime) {
    let tool = office.toolbox.tool(tool).unwrap();
    office.session.grant(UserChannel::local().grant(tool, permission, lifetime));
}

fn statuses(office: &Office, calls: &[(&str, &str)]) -> Vec<&'static str> {
    // Another message each time: no call is delivered twice.
    let call = |(name, arguments): &(&str, &str)| {
        office.session.new_user_message();
        office.call(name, arguments).status()
    };
    calls.iter().map(call).collect()
}

#[test]
fn writes_are_asked_about_and_reads_are_not() {
    let office = office();
    let calls = [("pay", PAY), ("set_limit", LIMIT), ("void", VOID), ("balance", ACCOUNT)];
    assert_eq!(statuses(&office, &calls), ["confirm", "confirm", "confirm", "ok"]);
}

#[test]
fn what_the_host_allows_runs_and_is_stored() {
    let approval = Approval::new().permission("Bank.void", Permission::Allow);
    let office = office_with(|builder| builder.approval(approval));
    let outcome = office.call("void", VOID);
    assert_eq!(outcome.for_model().text, "Done: void INV-042");
    assert_eq!(office.states(), ["succeeded"]);
}

#[test]
fn a_read_is_asked_about_or_denied_if_the_host_says_so() {
    let asking =
        office_with(|builder| builder.approval(Approval::new().permission("Bank.balance", Permission::Ask)));
    let asked = asking.ask("balance", ACCOUNT);
    assert_eq!(asked.text(), "Confirm: Balance?\nTool: balance of Bank. Risk: low.\n- account: \"A\"");
    assert_eq!(asking.confirmed(&asked), "A has 100.");
    let denying =
        office_with(|builder| builder.approval(Approval::new().permission("Bank.balance", Permission::Deny)));
    assert_eq!(
        denying.call("balance", ACCOUNT).for_model().text,
        "{\"error_type\":\"call_denied\",\"tool_name\":\"balance\",\"error_message\":\"This is not permitted \
         here.\",\"retry_guidance\":\"'balance' did not run. Do not send the same call again: go on without it, or \
         tell the user.\"}"
    );
}

/// A read that was asked about is no write that a rule counts.
#[test]
fn a_read_that_was_confirmed_is_no_write() {
    let rule = Bulk::new(1, Duration::from_secs(60)).of_all_tools();
    let office = office_with(|builder| {
        builder.approval(Approval::new().permission("Bank.balance", Permission::Ask).escalation(rule))
    });
    office.confirm(&office.ask("balance", ACCOUNT)).unwrap();
    assert_eq!(office.ask("pay", PAY).risk(), Risk::Low);
}

#[test]
fn a_user_allows_a_tool_for_the_session() {
    let office = office();
    grant(&office, "pay", Permission::Allow, Lifetime::Session);
    let calls = [("pay", PAY), ("pay", PAY), ("set_limit", LIMIT)];
    assert_eq!(statuses(&office, &calls), ["ok", "ok", "confirm"]);
}

#[test]
fn once_is_used_up() {
    for (permission, first) in [(Permission::Allow, "ok"), (Permission::Deny, "error")] {
        let office = office();
        grant(&office, "pay", permission, Lifetime::Once);
        assert_eq!(statuses(&office, &[("pay", PAY), ("pay", PAY)]), [first, "confirm"]);
    }
    // Asking for one call is the default anyway; after it, the session allows again.
    let office = office();
    grant(&office, "pay", Permission::Allow, Lifetime::Session);
    grant(&office, "pay", Permission::Ask, Lifetime::Once);
    assert_eq!(statuses(&office, &[("pay", PAY), ("pay", PAY)]), ["confirm", "ok"]);
}

#[test]
fn a_user_lifts_no_high_risk_and_no_rule_of_the_host() {
    let office =
        office_with(|builder| builder.approval(Approval::new().permission("Bank.pay", Permission::Ask)));
    for tool in ["pay", "set_limit", "void"] {
        grant(&office, tool, Permission::Allow, Lifetime::Session);
    }
    let calls = [("pay", PAY), ("set_limit", LIMIT), ("void", VOID)];
    assert_eq!(statuses(&office, &calls), ["confirm", "ok", "confirm"]);
}

#[test]
fn a_user_denies_a_read() {
    let office = office();
    grant(&office, "balance", Permission::Deny, Lifetime::Session);
    assert_eq!(statuses(&office, &[("balance", ACCOUNT), ("pay", PAY)]), ["error", "confirm"]);
}

#[test]
fn a_permission_is_for_its_user() {
    let office = office();
    let sign = office.toolbox.tool("sign").unwrap();
    office.session.grant(UserChannel::of("ada").grant(sign, Permission::Allow, Lifetime::Session));
    let call = RawCall::new("1", "sign", r#"{"text":"it"}"#);
    let status = |who| block_on(office.toolbox.call_with(&office.session, &turn_of(who), &call)).status();
    assert_eq!([status("ada"), status("eve")], ["ok", "confirm"]);
}

#[test]
fn permissions_are_stored_with_the_session() {
    let mut office = office();
    grant(&office, "pay", Permission::Allow, Lifetime::Once);
    block_on(office.toolbox.sync_permissions(&office.session, &UserChannel::local())).unwrap();
    office.session = Session::from_json(&office.session.to_json()).unwrap();
    assert_eq!(statuses(&office, &[("pay", PAY), ("pay", PAY)]), ["ok", "confirm"]);
    office.session = Session::from_json(&office.session.to_json()).unwrap();
    assert_eq!(statuses(&office, &[("pay", PAY)]), ["confirm"]);
}

#[test]
fn an_unknown_tool_in_a_permission_is_an_error_of_the_build() {
    let builder: ToolboxBuilder =
        hpd_host::Toolbox::builder().approval(Approval::new().permission("Bank.pya", Permission::Deny));
    assert_eq!(
        builder.build().unwrap_err().to_string(),
        "the toolbox can't be built: a permission was set for `Bank.pya`, which there is not"
    );
}

fn risk(office: &Office, arguments: &str) -> Risk {
    let asked = office.ask("pay", arguments);
    office.decide(crate::approval::bank::no(&asked)).unwrap();
    asked.risk()
}

#[test]
fn amounts_and_payees_raise_the_risk() {
    let office = office_with(|builder| {
        builder.approval(
            Approval::new()
                .escalation(AmountAbove::new("amount", Decimal::from(1_000_u128)))
                .escalation(NewPayee::new("to", |payee| payee == "Acme").raise(Raise::To(Risk::Medium))),
        )
    });
    assert_eq!(risk(&office, PAY), Risk::Low);
    assert_eq!(risk(&office, r#"{"to":"Mallory","amount":5}"#), Risk::Medium);
    assert_eq!(risk(&office, r#"{"to":"Acme","amount":1001}"#), Risk::High);
    assert_eq!(risk(&office, r#"{"to":"Mallory","amount":1001}"#), Risk::High);
}

/// A call whose risk a rule raises needs a question, even where the host and the user allow the tool.
#[test]
fn a_rule_asks_whatever_is_allowed() {
    let rule = || AmountAbove::new("amount", Decimal::from(1_000_u128)).raise(Raise::To(Risk::Medium));
    let office =
        office_with(|builder| builder.approval(Approval::new().writes(Permission::Allow).escalation(rule())));
    grant(&office, "pay", Permission::Allow, Lifetime::Session);
    assert_eq!(
        statuses(&office, &[("pay", PAY), ("pay", r#"{"to":"Acme","amount":1001}"#)]),
        ["ok", "confirm"]
    );
}

#[test]
fn a_rule_that_panics_denies() {
    let office = office_with(|builder| {
        builder.approval(Approval::new().escalation(|_: &Assessed<'_>| -> Raise { panic!("no table") }))
    });
    assert_eq!(
        office.call("pay", PAY).for_model_as_text(),
        "The call is not allowed. 'pay' did not run. Do not send the same call again: go on without it, or tell the \
         user."
    );
}

/// The change of a limit.
struct Limits;

impl Preview for Limits {
    fn changes<'a>(&'a self, arguments: &'a Node<'a>) -> BoxFuture<'a, Option<Vec<ArgumentChange>>> {
        Box::pin(async move {
            let after = arguments.get("limit")?.clone().into_owned();
            Some(vec![ArgumentChange {
                field: "limit".to_owned(),
                before: Node::Number("100".into()),
                after,
            }])
        })
    }
}

#[test]
fn a_preview_shows_before_and_after() {
    let office = office_with(|builder| builder.approval(Approval::new().preview("Bank.set_limit", Limits)));
    assert_eq!(
        office.ask("set_limit", LIMIT).text(),
        "Confirm: Set limit?\nTool: set_limit of Bank. Risk: medium.\nIt runs with:\n- account: \"A\"\n- limit: \
         1\n\nWhat changes:\n- limit: 100 -> 1"
    );
}

struct Broken;

impl Preview for Broken {
    fn changes<'a>(&'a self, _: &'a Node<'a>) -> BoxFuture<'a, Option<Vec<ArgumentChange>>> {
        panic!("no connection")
    }
}

#[test]
fn a_preview_that_panics_shows_nothing() {
    let office = office_with(|builder| builder.approval(Approval::new().preview("Bank.set_limit", Broken)));
    assert_eq!(
        office.ask("set_limit", LIMIT).text(),
        "Confirm: Set limit?\nTool: set_limit of Bank. Risk: medium.\nIt runs with:\n- account: \"A\"\n- limit: 1"
    );
}

/// Rules see the arguments that would run, defaults among them, and where they come from.
#[test]
fn rules_see_what_would_run() {
    let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
    let notes = Arc::clone(&seen);
    let office = office_with(|builder| {
        builder.approval(Approval::new().escalation(move |call: &Assessed<'_>| {
            let source = call.provenance("note");
            notes.lock().unwrap().push(format!("{} {} {source:?}", call.tool(), call.arguments().to_json()));
            Raise::No
        }))
    });
    let asked: Outcome = office.call("pay", PAY);
    office.decide(yes(&question(&asked))).unwrap();
    assert_eq!(
        *seen.lock().unwrap(),
        [r#"Bank.pay {"to":"Acme","amount":5,"note":"thanks"} Some(Declared)"#; 2]
    );
}
