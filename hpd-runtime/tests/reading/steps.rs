//! Reading in steps: the understood arguments, the fields that may be filled, and the errors then.

use hpd_runtime::__private::FieldNotes;
use hpd_runtime::__private::{ArgumentPlan, Reader, SchemaPlan};
use hpd_runtime::__private::{PreparedCall, prepare};
use hpd_runtime::args::{Leniency, Limits, Node, Reading, StopReason};
use hpd_runtime::schema::SchemaSettings;
use hpd_runtime::shape::{PromoteRules, Shape};
use hpd_runtime::{CallContext, Output, Plugin, RawCall, TurnContext, plugin};
use serde_json::{Value, json};

struct Bank;

#[plugin]
#[expect(clippy::unused_self, reason = "calls are read, not run")]
impl Bank {
    /// Pays.
    #[ai_function(write, risk = low)]
    fn pay(
        &self,
        /// From where.
        #[param(profile_key = "bank.account", length(max = 9))]
        account: String,
        /// How much.
        amount: u32,
        /// A telephone number.
        #[param(config_key = "phone", ask = "Which number?")]
        phone: String,
        /// The code.
        #[param(sensitive)]
        code: Option<u16>,
        /// How often.
        #[param(default = 1)]
        times: u8,
        /// Why.
        #[param(custom = short)]
        note: Option<String>,
    ) -> String {
        format!("{account} {amount} {phone} {code:?} {times} {note:?}")
    }
}

#[expect(clippy::ref_option, reason = "a check gets a reference to its parameter")]
fn short(note: &Option<String>) -> Result<(), &'static str> {
    if note.as_ref().is_some_and(|note| note.len() > 3) { Err("note must be short") } else { Ok(()) }
}

fn plan() -> ArgumentPlan {
    let info = Bank::SPEC.functions[0].info;
    ArgumentPlan::new(info, &SchemaSettings::default(), Limits::default()).unwrap()
}

fn tree(json: &str) -> Node<'_> {
    Node::parse(json, &Limits::default()).unwrap()
}

/// A value that no model sent, as a parameter takes it.
fn promoted<'a>(shape: &Shape, name: &str, json: &'a str) -> Node<'a> {
    let rules = PromoteRules { leniency: Leniency::Safe, lenient_params: &[], limits: &Limits::default() };
    let mut value = tree(json);
    shape.promote_argument(name, &mut value, &rules);
    value
}

/// The understood arguments, as JSON, and the codes of the warnings.
fn understood(text: &str) -> (String, Vec<&'static str>) {
    let understood = plan().understand(text, StopReason::Unknown).unwrap();
    let codes = understood.warnings.iter().map(|warning| warning.code.as_str()).collect();
    (understood.tree.to_json(), codes)
}

/// The errors while `awaited` are asked for, one a line.
fn errors(arguments: &str, awaited: &[&str]) -> Vec<String> {
    let (plan, mut findings) = (plan(), plan().findings());
    plan.shape().check_awaiting(&tree(arguments), &|name| awaited.contains(&name), &mut findings);
    match findings.into_result() {
        Ok(()) => Vec::new(),
        Err(response) => response
            .to_string()
            .lines()
            .filter_map(|line| line.strip_prefix("- "))
            .map(str::to_owned)
            .collect(),
    }
}

#[test]
fn texts_are_repaired_and_promoted_but_not_filled() {
    assert_eq!(
        understood("```json\n{'amount': \"5\", phone: 30123}\n```"),
        (
            r#"{"amount":5,"phone":"30123"}"#.to_owned(),
            vec!["FENCE_REMOVED", "QUOTES", "UNQUOTED_KEY", "STRING_TO_NUMBER", "NUMBER_TO_STRING"]
        )
    );
    assert_eq!(understood(""), ("{}".to_owned(), vec!["EMPTY_ARGUMENTS"]));
    // Wrong values stay as they were sent.
    assert_eq!(understood(r#"{"amount":-1}"#), (r#"{"amount":-1}"#.to_owned(), vec![]));
}

#[test]
fn null_is_absent_unless_it_is_a_value() {
    let all = r#"{"account":null,"amount":null,"phone":null,"code":null,"times":null,"note":null}"#;
    assert_eq!(understood(all), (r#"{"code":null,"note":null}"#.to_owned(), vec![]));
    // Duplicate members stay, so that they are refused.
    let twice = r#"{"account":"a","account":null,"times":null,"times":2}"#;
    let read = plan().understand(twice, StopReason::Unknown).unwrap();
    assert_eq!(read.tree.to_json(), r#"{"account":"a","account":null,"times":1,"times":2}"#);
    assert_eq!(
        errors(twice, &["amount", "phone"]),
        ["account was sent more than once", "times was sent more than once"]
    );
}

#[test]
fn a_text_that_can_not_be_read_is_refused_as_ever() {
    let text = r#"{"amount": 5, "phone": "30"#;
    let refused = plan().understand(text, StopReason::Length).unwrap_err();
    assert_eq!(refused.errors[0].error_code.as_str(), "TRUNCATED");
    assert_eq!(
        refused.errors[0].error_message,
        "the arguments end inside a string: send them again, complete, or send less at once"
    );
}

#[test]
fn sensitive_values_are_hidden_in_warnings() {
    let read = plan().understand(r#"{"code":"4711","amount":"5"}"#, StopReason::Unknown).unwrap();
    let shown: Vec<_> = read.warnings.iter().map(|warning| warning.from.as_deref()).collect();
    assert_eq!(shown, [Some("[hidden]"), Some("\"5\"")]);
}

#[test]
fn what_is_awaited_is_not_missed() {
    assert_eq!(
        errors("{}", &[]),
        [
            "account is required (expected: a string of 1 to 9 characters)",
            "amount is required (expected: an integer of at least 0)",
            "phone is required (expected: a non-empty string)",
        ]
    );
    assert_eq!(errors("{}", &["account", "amount", "phone"]), [] as [&str; 0]);
    // Everything else is still checked, the values sent for `awaited` included.
    assert_eq!(
        errors(r#"{"account":"","amount":-1,"times":300}"#, &["account", "phone"]),
        ["account must not be empty", "amount must be at least 0", "times must be at most 255",]
    );
    // A key similar to an awaited one is an error of its own: with the right name there is no need to ask.
    assert_eq!(
        errors(r#"{"acount":"a","amount":1}"#, &["account", "phone"]),
        ["acount is not a known field; did you mean account?"]
    );
}

#[test]
fn what_is_awaited_is_awaited_at_the_top_alone() {
    let schema =
        json!({"properties": {"a": {"properties": {"id": {}}, "required": ["id"]}}, "required": ["id", "a"]});
    let plan = SchemaPlan::new(&schema, Limits::default()).unwrap();
    let mut findings = plan.findings();
    plan.shape().check_awaiting(&tree(r#"{"a":{}}"#), &|name| name == "id", &mut findings);
    let refused = findings.into_result().unwrap_err();
    assert_eq!(refused.errors.len(), 1);
    assert_eq!(refused.errors[0].error_message, "a.id is required");
}

#[test]
fn values_from_elsewhere_are_brought_to_the_type() {
    let plan = plan();
    let promoted = |name, json| promoted(plan.shape(), name, json).to_json();
    assert_eq!(promoted("phone", "30123"), r#""30123""#);
    assert_eq!(promoted("amount", "\"5\""), "5");
    assert_eq!(promoted("amount", "5.5"), "5.5");
    assert_eq!(promoted("amount", "\"five\""), "\"five\"");
    assert_eq!(promoted("account", "true"), "true");
    assert_eq!(promoted("nothing", "\"5\""), "\"5\"");
}

#[test]
fn values_pass_by_all_rules_of_their_parameter() {
    let plan = plan();
    assert!(plan.shape().accepts_argument("account", &tree("\"123456789\"")));
    assert!(!plan.shape().accepts_argument("account", &tree("\"1234567890\"")));
    assert!(!plan.shape().accepts_argument("account", &Node::Null));
    assert!(plan.shape().accepts_argument("code", &Node::Null));
    assert!(!plan.shape().accepts_argument("amount", &tree("\"5\"")));
    assert!(!plan.shape().accepts_argument("nothing", &tree("5")));
}

#[test]
fn a_filled_call_is_read_like_any_other() {
    let plan = plan();
    let mut read = plan.understand(r#"{"amount": "5", "note": "so"}"#, StopReason::Unknown).unwrap();
    let Node::Object(members) = &mut read.tree else { panic!("no object") };
    members.push(("account".into(), promoted(plan.shape(), "account", "77")));
    members.push(("phone".into(), promoted(plan.shape(), "phone", "30")));
    let mut findings = plan.findings();
    plan.shape().check(&read.tree, &mut findings);
    findings.into_result().unwrap();
    let text = read.tree.to_json();
    let (call, turn) = (RawCall::new("1", "pay", text.as_str()), TurnContext::empty());
    let context = CallContext::new(&call, &turn);
    let mut reader = Reader::new(&text, &plan);
    let prepared = prepare(&Bank::SPEC.functions[0], &Bank, &mut reader, &context);
    let Ok(PreparedCall::Sync(run)) = prepared else { panic!("{}", reader.into_response()) };
    let Ok(Output::Text(text)) = run() else { panic!("no text") };
    assert_eq!(text, "77 5 30 None 1 Some(\"so\")");
}

#[test]
fn null_stays_where_the_schema_does_not_say_what_a_required_argument_is() {
    let plan =
        SchemaPlan::new(&json!({"type": "object", "required": ["account"]}), Limits::default()).unwrap();
    let reading = Reading { leniency: Leniency::Strict, writes: false, stop_reason: StopReason::Unknown };
    let accepted = plan.read(r#"{"account":null}"#, &reading).unwrap();
    assert_eq!(accepted.arguments, r#"{"account":null}"#);
}

#[test]
fn tools_from_outside_are_read_in_the_same_steps() {
    let schema = json!({
        "type": "object",
        "properties": {"account": {"type": "string"}, "amount": {"type": "integer"}, "unit": {"type": "string", "default": "EUR"}},
        "required": ["account", "amount"],
        "additionalProperties": false,
    });
    let plan = SchemaPlan::new(&schema, Limits::default()).unwrap().with_notes(vec![
        ("amount".into(), FieldNotes { sensitive: true, ..FieldNotes::default() }),
        ("unit".into(), FieldNotes::default()),
    ]);
    let reading = Reading { leniency: Leniency::Safe, writes: true, stop_reason: StopReason::Unknown };
    let mut read = plan.understand(r#"{"account": null, "amount": "5", "unit": null}"#, &reading).unwrap();
    assert_eq!(read.tree.to_json(), r#"{"amount":5}"#);
    let from: Vec<_> =
        read.warnings.iter().map(|warning| (warning.code.as_str(), warning.from.as_deref())).collect();
    assert_eq!(from, [("STRING_TO_NUMBER", Some("[hidden]")), ("NULL_IGNORED", Some("null"))]);
    let mut findings = plan.findings();
    plan.shape().check_awaiting(&read.tree, &|name| name == "account", &mut findings);
    findings.into_result().unwrap();
    let Node::Object(members) = &mut read.tree else { panic!("no object") };
    members.push(("account".into(), promoted(plan.shape(), "account", "77")));
    let accepted = plan.read(&read.tree.to_json(), &reading).unwrap();
    assert!(accepted.warnings.is_empty());
    assert_eq!(
        serde_json::from_str::<Value>(&accepted.arguments).unwrap(),
        json!({"account": "77", "amount": 5})
    );
}
