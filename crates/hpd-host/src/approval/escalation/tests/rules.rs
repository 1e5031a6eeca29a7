use std::collections::BTreeMap;
use std::time::Duration;

use hpd_journal::Timestamp;
use hpd_runtime::Principal;
use hpd_runtime::args::Decimal;
use hpd_runtime::spec::{QualifiedId, Risk};
use hpd_runtime::values::Provenance;

use super::{pay, read, said};
use crate::approval::{AmountAbove, Assessed, Bulk, EarlierWrites, Escalation, NewPayee, Raise};

const HIGH: Raise = Raise::To(Risk::High);

fn limit(text: &str) -> Decimal {
    Decimal::parse(text).unwrap()
}

#[test]
fn amounts_above_the_limit_are_raised_exactly() {
    let rule = AmountAbove::new("Amount", limit("1000.00"));
    for within in ["1000", "1000.000", "1e3", "999.999999999999999", "0", "-1000", r#""1000""#, "null"] {
        assert_eq!(said(&rule, &format!(r#"{{"Amount": {within}}}"#)), Raise::No, "{within}");
    }
    for above in ["1000.000000000000000001", "1001", "1e4", "-1000.01", r#""1000.01""#, "1e300"] {
        assert_eq!(said(&rule, &format!(r#"{{"Amount": {above}}}"#)), HIGH, "{above}");
    }
    assert_eq!(said(&rule, "{}"), Raise::No);
}

#[test]
fn what_is_no_amount_is_raised() {
    let rule = AmountAbove::new("Amount", limit("1000"));
    for odd in [r#""1,000""#, r#""a lot""#, r#""""#, "true", r#"{"value": 5}"#, "1e-99", r#""٥""#] {
        assert_eq!(said(&rule, &format!(r#"{{"Amount": {odd}}}"#)), HIGH, "{odd}");
    }
}

#[test]
fn amounts_of_an_array_are_added_up_without_signs() {
    let rule = AmountAbove::new("Lines.Amount", limit("1"));
    assert_eq!(
        said(&rule, r#"{"Lines": [{"Amount": 0.1}, {"Amount": 0.2}, {"Amount": 0.7}, {}]}"#),
        Raise::No
    );
    assert_eq!(said(&rule, r#"{"Lines": [{"Amount": 0.5}, {"Amount": 0.51}]}"#), HIGH);
    assert_eq!(said(&rule, r#"{"Lines": [{"Amount": 900}, {"Amount": -900}]}"#), HIGH);
    assert_eq!(said(&rule, r#"{"Lines": [[{"Amount": 2}]]}"#), HIGH);
    assert_eq!(said(&rule, r#"{"Lines": {"Amount": 2}}"#), HIGH);
    assert_eq!(said(&rule, r#"{"Lines": "all"}"#), HIGH);
    assert_eq!(said(&rule, r#"{"Lines.Amount": 2}"#), HIGH);
    assert_eq!(said(&rule, r#"{"Lines": [], "Amount": 2}"#), Raise::No);
}

#[test]
fn a_rule_says_what_the_host_chose() {
    assert_eq!(
        said(&AmountAbove::new("Amount", Decimal::ZERO).raise(Raise::Ask), r#"{"Amount": 1}"#),
        Raise::Ask
    );
    let denies = Raise::deny("Too many.", "bulk");
    let bulk = Bulk::new(0, Duration::ZERO).raise(denies.clone());
    assert_eq!(said(&bulk, "{}"), denies);
    let payee = NewPayee::new("To", |_| false).raise(Raise::To(Risk::Medium));
    assert_eq!(said(&payee, r#"{"To": "bob"}"#), Raise::To(Risk::Medium));
}

/// The verdict at second 100, after writes at these seconds.
fn after(rule: &Bulk, risk: Option<Risk>, writes: &[(&str, u64)]) -> Raise {
    let at = |second: u64| Timestamp::from_millis(second * 1_000);
    let earlier: EarlierWrites =
        writes.iter().map(|(tool, second)| (QualifiedId::from(*tool), at(*second))).collect();
    let (tool, arguments) = (pay(), read("{}"));
    rule.assess(&Assessed::new(&tool, risk, &arguments).after(&earlier, at(100)))
}

#[test]
fn more_writes_than_the_limit_in_the_time_are_raised() {
    let rule = Bulk::new(2, Duration::from_secs(10));
    let (pay, low) = ("Bookkeeping.create_payment", Some(Risk::Low));
    assert_eq!(after(&rule, low, &[]), Raise::No);
    assert_eq!(after(&rule, low, &[(pay, 95)]), Raise::No);
    assert_eq!(after(&rule, low, &[(pay, 95), (pay, 96)]), HIGH);
    // At the very edge of the time it counts, a second before that it does not.
    assert_eq!(after(&rule, low, &[(pay, 90), (pay, 96)]), HIGH);
    assert_eq!(after(&rule, low, &[(pay, 89), (pay, 96)]), Raise::No);
    // Writes in the future of a clock that was set back count.
    assert_eq!(after(&rule, low, &[(pay, 200), (pay, 300)]), HIGH);
    assert_eq!(after(&rule, None, &[(pay, 95), (pay, 96)]), Raise::No);
}

#[test]
fn writes_are_counted_by_tool_or_together() {
    let rule = Bulk::new(2, Duration::from_secs(10));
    let writes = [("Bookkeeping.create_payment", 99), ("Bookkeeping.create_bill", 99)];
    assert_eq!(after(&rule, Some(Risk::Low), &writes), Raise::No);
    assert_eq!(after(&rule.of_all_tools(), Some(Risk::Low), &writes), HIGH);
}

#[test]
fn a_payee_who_is_not_known_is_raised() {
    let rule = NewPayee::new("Applications.ContactId", |contact| ["CON-1", "7"].contains(&contact));
    assert_eq!(said(&rule, r#"{"Applications": [{"ContactId": "CON-1"}, {"ContactId": 7}]}"#), Raise::No);
    assert_eq!(said(&rule, r#"{"Applications": [{"ContactId": "CON-1"}, {"ContactId": "CON-2"}]}"#), HIGH);
    assert_eq!(said(&rule, r#"{"Applications": [{"ContactId": "con-1"}]}"#), HIGH);
    assert_eq!(said(&rule, r#"{"Applications": [{"ContactId": true}]}"#), HIGH);
    assert_eq!(said(&rule, r#"{"Applications": [{"ContactId": {"id": "CON-1"}}]}"#), HIGH);
    assert_eq!(said(&rule, r#"{"Applications": [{"ContactId": null}]}"#), Raise::No);
    assert_eq!(said(&rule, r#"{"Applications": []}"#), Raise::No);
}

#[test]
fn a_rule_of_ones_own_sees_the_call() {
    let rule = |call: &Assessed<'_>| {
        assert_eq!(call.tool(), &pay());
        assert_eq!(call.risk(), Some(Risk::Low));
        assert_eq!((call.principal().id(), call.principal().tenant()), (Some("ada"), Some("acme")));
        assert_eq!(call.now(), Timestamp::from_millis(5));
        assert_eq!(call.arguments().to_json(), r#"{"Account":"A"}"#);
        match (call.argument("Account"), call.provenance("Account"), call.provenance("Amount")) {
            (Some(_), Some(Provenance::Model), None) => Raise::Ask,
            _ => Raise::No,
        }
    };
    let (tool, arguments) = (pay(), read(r#"{"Account": "A"}"#));
    let provenance = BTreeMap::from([("Account".to_owned(), Provenance::Model)]);
    let (earlier, ada) = (EarlierWrites::new(), Principal::new("ada").in_tenant("acme"));
    let call = Assessed::new(&tool, Some(Risk::Low), &arguments)
        .with_provenance(&provenance)
        .on_behalf_of(&ada)
        .after(&earlier, Timestamp::from_millis(5));
    assert_eq!(rule.assess(&call), Raise::Ask);
}

#[test]
fn debug_shows_no_arguments() {
    let (tool, arguments) = (pay(), read(r#"{"Pin": "1234"}"#));
    assert_eq!(
        format!("{:?}", Assessed::new(&tool, None, &arguments)),
        "Assessed { tool: QualifiedId(\"Bookkeeping.create_payment\"), risk: None, .. }"
    );
}
