//! Rules of the host: one declaration is shown to the model and enforced.

use hpd_host::args::Leniency;
use hpd_host::error::Violation;
use hpd_host::external::{ExternalSource, ExternalTool, Rules, ToolRules};
use hpd_host::spec::Risk;
use hpd_host::{Session, Toolbox};
use serde_json::{Value, json};

use crate::external::{lax, reports, tool, toolbox};
use crate::support::{answer, call};

/// One tool, `pay`, under rules.
pub(crate) fn pay(schema: Value, rules: ToolRules) -> Toolbox {
    let source = ExternalSource::list("bank", vec![tool("pay", schema)]);
    toolbox(source.rules(Rules::new().tool("pay", rules.write(Risk::Low))))
}

/// The errors of a call of `pay` as a model reads them, one per line; empty if it is valid.
pub(crate) fn errors(toolbox: &Toolbox, arguments: &str) -> Vec<String> {
    match toolbox.check(&Session::new(), &call("pay", arguments)) {
        Ok(_) => Vec::new(),
        Err(error) => {
            let text = error.to_string();
            text.lines().filter_map(|line| line.strip_prefix("- ")).map(str::to_owned).collect()
        }
    }
}

pub(crate) fn shown(toolbox: &Toolbox) -> Value {
    serde_json::from_str(toolbox.tool("pay").unwrap().input_schema()).unwrap()
}

#[test]
fn required_fields_are_there_and_not_empty() {
    let toolbox = pay(json!({ "type": "object" }), ToolRules::new().required(["Account", "Amount"]));
    assert!(reports(&toolbox).is_empty());
    assert_eq!(errors(&toolbox, "{}"), ["Account is required", "Amount is required"]);
    assert_eq!(
        errors(&toolbox, r#"{"Account":"","Amount":null}"#),
        ["Account must not be empty", "Amount is required"]
    );
    assert_eq!(errors(&toolbox, r#"{"Account":"a","Amount":0}"#), [] as [&str; 0]);
    let types = json!(["string", "number", "boolean", "array", "object"]);
    assert_eq!(
        shown(&toolbox),
        json!({
            "type": "object",
            "properties": {
                "Account": { "type": types, "minLength": 1 },
                "Amount": { "type": types, "minLength": 1 }
            },
            "required": ["Account", "Amount"]
        })
    );
}

#[test]
fn non_empty_fields_hold_something() {
    let schema = json!({
        "type": "object",
        "properties": { "Lines": { "type": ["array", "null"], "default": null }, "Note": { "type": "string" } }
    });
    let toolbox = pay(schema, ToolRules::new().non_empty(["Lines", "Note"]));
    assert_eq!(
        errors(&toolbox, "{}"),
        [
            "Lines is required (expected: a non-empty array)",
            "Note is required (expected: a non-empty string)"
        ]
    );
    assert_eq!(
        errors(&toolbox, r#"{"Lines":[],"Note":""}"#),
        ["Lines must be a non-empty array", "Note must not be empty"]
    );
    assert_eq!(errors(&toolbox, r#"{"Lines":[1],"Note":"x"}"#), [] as [&str; 0]);
    assert_eq!(
        shown(&toolbox)["properties"],
        json!({ "Lines": { "type": "array", "minItems": 1 }, "Note": { "type": "string", "minLength": 1 } })
    );
}

/// Where a schema gives a field no type, the rules do.
#[test]
fn rules_give_a_field_its_types() {
    let rules = ToolRules::new().non_empty(["Lines"]).required(["Amount"]).above("Amount", 0);
    let toolbox = pay(json!({ "type": "object" }), rules);
    assert_eq!(
        errors(&toolbox, r#"{"Lines":5,"Amount":"much"}"#),
        [
            "Amount must be a number, but a string was sent (expected: a number above 0)",
            "Lines must be a non-empty array, but a number was sent",
        ]
    );
    assert_eq!(
        errors(&toolbox, r#"{"Lines":{},"Amount":null}"#),
        [
            "Amount is required (expected: a number above 0)",
            "Lines must be a non-empty array, but an object was sent",
        ]
    );
}

#[test]
fn null_is_taken_out_of_every_form_of_a_field() {
    let schema = json!({
        "type": "object",
        "$defs": { "name": { "type": ["string", "null"] } },
        "properties": {
            "any": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
            "choice": { "enum": ["a", null] },
            "nullable": { "type": "string", "nullable": true },
            "reference": { "$ref": "#/$defs/name" }
        }
    });
    let fields = ["any", "choice", "nullable", "reference"];
    let toolbox = pay(schema, ToolRules::new().required(fields));
    let all_null = r#"{"any":null,"choice":null,"nullable":null,"reference":null}"#;
    assert_eq!(errors(&toolbox, all_null).len(), 4, "{:?}", errors(&toolbox, all_null));
    let right = r#"{"any":"x","choice":"a","nullable":"x","reference":"x"}"#;
    assert_eq!(errors(&toolbox, right), [] as [&str; 0]);
    assert_eq!(errors(&toolbox, &right.replace("\"x\"", "\"\"")).len(), 3);
}

#[test]
fn bounds_and_choices_are_shown_and_enforced() {
    let rules = ToolRules::new()
        .above("Amount", 0)
        .at_least("Days", 1)
        .min_items("Lines", 2)
        .one_of("Currency", ["EUR", "INR"]);
    let schema = json!({ "type": "object", "properties": { "Days": { "type": "integer", "minimum": 0 } } });
    let toolbox = pay(schema, rules);
    assert_eq!(
        errors(&toolbox, r#"{"Amount":0,"Days":0,"Lines":[1],"Currency":"USD"}"#),
        [
            "Amount must be greater than 0",
            "Currency must be one of: \"EUR\", \"INR\"",
            "Days must be at least 1",
            "Lines must have at least 2 items",
        ]
    );
    assert_eq!(
        errors(&toolbox, r#"{"Amount":0.01,"Days":1,"Lines":[1,2],"Currency":"EUR"}"#),
        [] as [&str; 0]
    );
    assert_eq!(errors(&toolbox, "{}"), [] as [&str; 0]);
    assert_eq!(shown(&toolbox)["properties"]["Days"], json!({ "type": "integer", "minimum": 1 }));
}

#[test]
fn a_stricter_schema_keeps_its_bounds() {
    let schema = json!({ "type": "object", "properties": { "Note": { "type": "string", "minLength": 5 } } });
    let toolbox = pay(schema, ToolRules::new().required(["Note"]));
    assert_eq!(shown(&toolbox)["properties"]["Note"], json!({ "type": "string", "minLength": 5 }));
}

#[test]
fn errors_say_how_to_get_the_value() {
    let rules = ToolRules::new()
        .required(["InvoiceId", "Amount"])
        .obtain("InvoiceId", "list.invoices")
        .hint("Amount", "The amount that arrived");
    let source = ExternalSource::list("bank", vec![lax("pay"), lax("list.invoices")])
        .rules(Rules::new().tool("pay", rules.write(Risk::Low)));
    let toolbox = toolbox(source);
    assert!(reports(&toolbox).is_empty());
    let session = Session::new();
    answer(&toolbox, &session, "bank", "{}");
    assert_eq!(
        answer(&toolbox, &session, "pay", "{}").for_model().text,
        concat!(
            r#"{"error_type":"validation_error","errors":["#,
            r#"{"property":"Amount","attempted_value":null,"error_message":"Amount is required","error_code":"REQUIRED_FIELD","hint":"The amount that arrived"},"#,
            r#"{"property":"InvoiceId","attempted_value":null,"error_message":"InvoiceId is required","error_code":"REQUIRED_FIELD","obtain":"list_invoices"}],"#,
            r#""retry_guidance":"The provided arguments are invalid. Please review the errors, correct the arguments based on the function schema, and try again."}"#,
        )
    );
}

#[test]
fn sensitive_values_are_never_shown() {
    let rules = ToolRules::new().sensitive(["Pin"]).one_of("Pin", ["0000"]).write(Risk::Low);
    let source = ExternalSource::list("bank", vec![lax("pay"), lax("balance")]);
    let toolbox = toolbox(source.rules(Rules::new().tool("pay", rules)));
    let session = Session::new();
    let error = answer(&toolbox, &session, "bank", r#"{"function":"pay","Pin":"4711"}"#);
    assert!(!error.for_model().text.contains("4711"), "{}", error.for_model().text);
    answer(&toolbox, &session, "bank", "{}");
    let error = answer(&toolbox, &session, "pay", r#"{"Pin":"4711"}"#);
    assert!(error.for_model().text.contains(r#""attempted_value":"[hidden]""#), "{}", error.for_model().text);
    assert!(!error.for_model().text.contains("4711"));
}

#[test]
fn unknown_fields_are_as_the_rule_says() {
    let schema = |closed: bool| json!({ "type": "object", "properties": { "a": { "type": "integer" } }, "additionalProperties": !closed });
    let reject = pay(schema(false), ToolRules::new().reject_unknown_fields());
    assert_eq!(errors(&reject, r#"{"a":1,"b":2}"#), ["b is not a known field"]);
    let allow = pay(schema(true), ToolRules::new().allow_unknown_fields());
    assert_eq!(errors(&allow, r#"{"a":1,"b":2}"#), [] as [&str; 0]);
}

#[test]
fn a_policy_is_of_one_tool() {
    let schema = || json!({ "type": "object", "properties": { "a": { "type": "integer" } } });
    let strict = ToolRules::new().leniency(Leniency::Strict);
    let source = ExternalSource::list("bank", vec![tool("pay", schema()), tool("read", schema())]);
    let toolbox = toolbox(source.rules(Rules::new().tool("pay", strict.write(Risk::Low))));
    let session = Session::new();
    answer(&toolbox, &session, "bank", "{}");
    assert_eq!(answer(&toolbox, &session, "pay", r#"{"a":"1"}"#).status(), "error");
}

#[test]
fn bookings_balance_exactly() {
    let toolbox = pay(json!({ "type": "object" }), ToolRules::new().balanced("Lines", "Debit", "Credit"));
    let lines = |lines: &str| errors(&toolbox, &format!("{{\"Lines\":[{lines}]}}"));
    assert_eq!(lines(r#"{"Debit":0.1},{"Debit":0.2},{"Credit":0.30}"#), [] as [&str; 0]);
    assert_eq!(
        lines(r#"{"Debit":150},{"Credit":149.99}"#),
        ["the sum of Debit (150) must equal the sum of Credit (149.99) in Lines"]
    );
    assert_eq!(
        lines(r#"{"Debit":1,"Credit":1},{"Debit":-5},{"Credit":"x"},{}"#),
        [0, 1, 2, 3]
            .map(|n| format!("Lines[{n}] must have either Debit or Credit, above zero, and not both"))
    );
    assert_eq!(errors(&toolbox, "{}"), [] as [&str; 0]);
}

#[test]
fn a_check_in_code_sees_what_the_schema_accepts() {
    let rules = ToolRules::new().required(["to"]).check(|arguments| {
        let to = arguments.get("to").and_then(|to| to.as_str()).unwrap_or_default();
        if to.ends_with("@example.com") {
            return Ok(());
        }
        Err(Violation::new("to must be an address of example.com").property("to"))
    });
    let toolbox = pay(json!({ "type": "object" }), rules);
    assert_eq!(errors(&toolbox, "{}"), ["to is required"]);
    assert_eq!(errors(&toolbox, r#"{"to":"a@b.c"}"#), ["to must be an address of example.com"]);
    assert_eq!(errors(&toolbox, r#"{"to":"a@example.com"}"#), [] as [&str; 0]);
}

#[test]
fn odd_rules_are_reported() {
    let rules = Rules::new()
        .tool("pay", ToolRules::new().required(["Amout"]).obtain("Amount", "list_prices").write(Risk::Low))
        .tool("pya", ToolRules::new());
    let schema = json!({ "type": "object", "properties": { "Amount": { "type": "number" } } });
    let source = ExternalSource::list("bank", vec![tool("pay", schema)]).rules(rules);
    assert_eq!(
        reports(&toolbox(source)),
        [
            "there are rules for `pya`, which `bank` does not have: all of its tools are blocked: did you mean `pay`?",
            "`bank.pay`: its rules name Amout, which its schema does not list: did you mean `Amount`?",
            "`bank.pay`: Amount is to be obtained from `list_prices`, which is not in the toolbox",
        ]
    );
}

/// A tool whose rules can't be kept is not offered without them.
#[test]
fn rules_that_a_schema_contradicts_leave_the_tool_out() {
    let closed = json!({ "type": "object", "properties": { "Amount": { "type": "number" } }, "additionalProperties": false });
    let number = json!({ "type": "object", "properties": { "Lines": { "type": "number" }, "Note": { "type": "null" } } });
    let tools = vec![
        tool("a", closed),
        tool("b", number.clone()),
        tool("c", number.clone()),
        tool("d", number),
        lax("e"),
    ];
    let rules = Rules::new()
        .tool("a", ToolRules::new().required(["Amout"]))
        .tool("b", ToolRules::new().non_empty(["Lines"]))
        .tool("c", ToolRules::new().required(["Note"]))
        .tool("d", ToolRules::new().write(Risk::High).confirm_phrase("PAY {Amount}"));
    let toolbox = toolbox(ExternalSource::list("bank", tools).rules(rules));
    let names: Vec<_> = toolbox.all_tools().iter().map(hpd_host::Tool::name).collect();
    assert_eq!(names, ["e"]);
    assert_eq!(
        reports(&toolbox),
        [
            "`bank.a`: its rules can't be kept: the rules name Amout, which its schema does not allow: did you mean Amount?",
            "`bank.b`: its rules can't be kept: the rules of Lines: `non_empty` needs a string, an array or an object",
            "`bank.c`: its rules can't be kept: the rules of Note: its schema takes nothing but null",
            "`bank.d`: its rules can't be kept: `confirm_phrase` names Amount, which is no field of the tool",
        ]
    );
}

#[test]
fn rules_that_contradict_themselves_are_mistakes() {
    let build = |rules: ToolRules| {
        let source = ExternalSource::list("bank", vec![ExternalTool::new("pay", "", json!({}))]);
        let rules = Rules::new().tool("pay", rules);
        Toolbox::builder().external(source.rules(rules)).build().unwrap_err().to_string()
    };
    let start = "the toolbox can't be built: `bank.pay`: its rules can't be kept: ";
    assert_eq!(
        build(ToolRules::new().write(Risk::Low).confirm_phrase("PAY")),
        format!("{start}`confirm_phrase` is for a write of high risk")
    );
    assert_eq!(
        build(ToolRules::new().above("Amount", "zero")),
        format!("{start}`above` of Amount must be a number")
    );
    assert_eq!(
        build(ToolRules::new().profile_key("Account", " ")),
        format!("{start}`profile_key` of Account must not be blank")
    );
    assert_eq!(
        build(ToolRules::new().one_of("Currency", [] as [&str; 0])),
        format!("{start}`one_of` of Currency must list a value")
    );
}

#[test]
fn what_the_host_may_fill_is_optional_for_the_model() {
    let schema = json!({
        "type": "object",
        "properties": { "Account": { "type": "string" }, "Currency": { "type": "string" }, "Amount": { "type": "number" } },
        "required": ["Account", "Currency", "Amount"]
    });
    let rules = ToolRules::new()
        .profile_key("Account", "bank.account")
        .config_key("Currency", "books.currency")
        .confirm_if_uncertain(["Amount"])
        .required(["Account", "Currency"]);
    let toolbox = pay(schema, rules);
    assert_eq!(
        shown(&toolbox),
        json!({
            "type": "object",
            "properties": {
                "Account": { "type": "string", "minLength": 1 },
                "Currency": { "type": "string", "minLength": 1 },
                "Amount": { "type": "number" }
            },
            "required": ["Amount"]
        })
    );
    // The tool itself gets no call without them.
    let session = hpd_host::Session::new();
    let outcome = futures_executor::block_on(toolbox.call(&session, &call("pay", "{}")));
    assert_eq!(
        outcome.for_user().unwrap(),
        "I need a few more details:\n• What is the account?\n• What is the amount?\n• What is the currency?"
    );
}

/// Servers in .NET read names without case.
#[test]
fn names_of_rules_ignore_case() {
    let schema = json!({ "type": "object", "properties": { "amount": { "type": "number" }, "pin": {} } });
    let rules = || ToolRules::new().above("Amount", 0).sensitive(["Pin"]);
    let toolbox = pay(schema, rules());
    assert_eq!(errors(&toolbox, r#"{"amount":-1}"#), ["amount must be greater than 0"]);
    assert_eq!(errors(&toolbox, r#"{"AMOUNT":-1}"#), ["amount must be greater than 0"]);
    let open = pay(json!({ "type": "object" }), rules());
    assert_eq!(
        errors(&open, r#"{"amount":-1,"pin":1}"#),
        ["amount must be spelled Amount", "pin must be spelled Pin"]
    );
}

#[test]
fn rules_that_never_apply_leave_their_tool_out() {
    let schema = || json!({ "type": "object", "properties": { "Pin": { "type": "string" } } });
    let left_out = |rules: ToolRules| {
        let source = ExternalSource::list("bank", vec![tool("pay", schema()), lax("balance")]);
        let toolbox = toolbox(source.rules(Rules::new().tool("pay", rules.write(Risk::Low))));
        assert!(toolbox.tool("pay").is_none());
        reports(&toolbox)
    };
    assert_eq!(
        left_out(ToolRules::new().sensitive(["Pinn"])),
        [
            "`bank.pay`: its rules can't be kept: the rules name Pinn, which its schema does not list: did you mean Pin?"
        ]
    );
    assert_eq!(
        left_out(ToolRules::new().sensitive(["Pin"]).required(["pin"])),
        ["`bank.pay`: its rules can't be kept: the rules name Pin in two spellings"]
    );
}
