//! Rules in YAML equal rules in code.

use hpd_host::args::Leniency;
use hpd_host::external::{Rules, ToolRules, UnknownFields};
use hpd_host::spec::Risk;
use serde_json::json;

fn errors(text: &str) -> Vec<String> {
    let error = Rules::from_yaml("rules.yaml", text).unwrap_err();
    error.to_string().lines().map(str::to_owned).collect()
}

#[test]
fn every_key_says_what_its_method_says() {
    let text = r"
tools:
  create_payment:
    write: true
    risk: medium
    idempotent: true
    required: [Account, Amount]
    non_empty: [Applications]
    non_empty_array: [Lines]
    sensitive: [Pin]
    confirm_if_uncertain: [Account]
    at_least: {Days: 1}
    above: {Amount: 0.005}
    min_items: {Applications: 2}
    one_of: {Currency: [EUR, 'INR', 7, true, null]}
    hints: {Amount: The amount that arrived}
    obtain: {Applications: get_all_invoices}
    profile_keys: {Account: bank.account}
    config_keys: {Currency: books.currency}
    ask: {Amount: 'How much was paid?'}
    balanced: {items: Lines, left: Debit, right: Credit}
    leniency: strict
    unknown_fields: reject
  void_invoice: {write: true, risk: high, confirm_phrase: 'VOID {InvoiceId}', required: [InvoiceId]}
  create_sketch: {write: false, unknown_fields: allow}
  create_draft: {write: false, unknown_fields: pass}
  create_plan: {write: false, unknown_fields: warn}
";
    let payment = ToolRules::new()
        .write(Risk::Medium)
        .idempotent()
        .required(["Account", "Amount"])
        .non_empty(["Applications"])
        .non_empty_array(["Lines"])
        .sensitive(["Pin"])
        .confirm_if_uncertain(["Account"])
        .at_least("Days", 1)
        .above("Amount", json!(0.005))
        .min_items("Applications", 2)
        .one_of("Currency", [json!("EUR"), json!("INR"), json!(7), json!(true), json!(null)])
        .hint("Amount", "The amount that arrived")
        .obtain("Applications", "get_all_invoices")
        .profile_key("Account", "bank.account")
        .config_key("Currency", "books.currency")
        .ask("Amount", "How much was paid?")
        .balanced("Lines", "Debit", "Credit")
        .leniency(Leniency::Strict)
        .reject_unknown_fields();
    let void = ToolRules::new().write(Risk::High).confirm_phrase("VOID {InvoiceId}").required(["InvoiceId"]);
    let rules = Rules::new()
        .tool("create_payment", payment)
        .tool("void_invoice", void)
        .tool("create_sketch", ToolRules::new().read().allow_unknown_fields())
        .tool("create_draft", ToolRules::new().read().unknown_fields(UnknownFields::Pass))
        .tool("create_plan", ToolRules::new().read().unknown_fields(UnknownFields::Warn));
    assert_eq!(Rules::from_yaml("rules.yaml", text).unwrap(), rules);
}

#[test]
fn nothing_is_no_rules() {
    for text in ["", "# only a comment\n", "tools: {}\n"] {
        assert_eq!(Rules::from_yaml("rules.yaml", text).unwrap(), Rules::new(), "{text:?}");
    }
}

#[test]
fn a_renamed_key_is_named_with_its_new_name() {
    assert_eq!(
        errors("tools:\n  create_payment:\n    policy: strict\n"),
        ["rules.yaml:3:5: `tools.create_payment.policy` is now called `leniency`: use `leniency`"]
    );
    // A key without a new name at this place is unknown.
    assert_eq!(errors("policy: strict\n"), ["rules.yaml:1:1: `policy` is not a known key: there are tools"]);
}

#[test]
fn everything_that_is_wrong_is_said_with_its_place() {
    let text = "\
tools:
  create_payment:
    requird: [Amount]
    write: yes
    required: Amount
    above: {Amount: much}
    min_items: {Lines: -1}
    one_of: {Currency: EUR}
    hints: [Amount]
    leniency: loose
    balanced: {items: Lines, leftt: Debit, right: Credit}
    qqq: 1
tool: {}
";
    assert_eq!(
        errors(text),
        [
            "rules.yaml:3:5: `tools.create_payment.requird` is not a known key: did you mean `required`?",
            "rules.yaml:4:5: `tools.create_payment.write` must be true or false",
            "rules.yaml:5:5: `tools.create_payment.required` must be a list: [a, b]",
            "rules.yaml:6:13: `tools.create_payment.above.Amount` must be a number",
            "rules.yaml:7:17: `tools.create_payment.min_items.Lines` must be a whole number, zero or more",
            "rules.yaml:8:14: `tools.create_payment.one_of.Currency` must be a list: [a, b]",
            "rules.yaml:9:5: `tools.create_payment.hints` must be a mapping: `key: value`",
            "rules.yaml:10:5: `tools.create_payment.leniency` must be `strict`, `safe` or `lenient`",
            "rules.yaml:11:30: `tools.create_payment.balanced.leftt` is not a known key: did you mean `left`?",
            "rules.yaml:11:5: `tools.create_payment.balanced` needs `items`, `left` and `right`",
            "rules.yaml:12:5: `tools.create_payment.qqq` is not a known key: there are write, risk, confirm_phrase, title, question, preview, idempotent, required, non_empty, non_empty_array, sensitive, confirm_if_uncertain, at_least, above, min_items, one_of, hints, obtain, profile_keys, config_keys, ask, balanced, leniency, unknown_fields",
            "rules.yaml:13:1: `tool` is not a known key: did you mean `tools`?",
        ]
    );
}

#[test]
fn rules_that_contradict_themselves_are_found_at_once() {
    let tool = |keys: &str| errors(&format!("tools:\n  pay: {{{keys}}}\n"));
    assert_eq!(
        tool("write: true"),
        ["rules.yaml:2:3: `tools.pay` writes, and needs `risk`: low, medium or high"]
    );
    assert_eq!(tool("risk: low"), ["rules.yaml:2:9: `tools.pay.risk` is for writes: add `write: true`"]);
    assert_eq!(
        tool("write: false, risk: low"),
        ["rules.yaml:2:23: `tools.pay.risk` is for writes: add `write: true`"]
    );
    assert_eq!(
        tool("write: true, risk: low, confirm_phrase: PAY"),
        ["rules.yaml:2:3: `tools.pay` contradicts itself: `confirm_phrase` is for a write of high risk"]
    );
}

#[test]
fn what_is_not_yaml_is_said_with_its_place() {
    assert_eq!(
        errors("tools:\n  pay: [a\n"),
        ["rules.yaml:3:1: this is not valid YAML: while parsing a flow sequence, expected ',' or ']'"]
    );
    assert_eq!(
        errors("tools:\n  pay: {write: true, write: false}\n"),
        ["rules.yaml:2:22: this is not valid YAML: duplicated key in mapping"]
    );
    assert_eq!(errors("tools: {}\n---\ntools: {}\n"), ["rules.yaml:3:1: the text must be one document"]);
    assert_eq!(errors("- a\n"), ["rules.yaml:1:1: must be a mapping: `key: value`"]);
    assert_eq!(errors("tools:\n  pay:\n"), ["rules.yaml:2:3: `tools.pay` must be a mapping: `key: value`"]);
}
