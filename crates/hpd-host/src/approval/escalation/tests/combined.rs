use std::panic;
use std::sync::Arc;

use hpd_runtime::spec::Risk::{self, High, Low, Medium};

use super::{pay, raised, read};
use crate::approval::escalation::{Assessed, Escalation, NewPayee, Raise, Raised, assess};
use crate::filter::Denial;

fn outcome(risk: Option<Risk>, ask: bool) -> Raised {
    Raised { risk, ask, denial: None }
}

#[test]
fn risks_only_rise() {
    for declared in [Low, Medium, High] {
        for said in [Low, Medium, High] {
            let raised = raised(Some(declared), &[Raise::To(said)]);
            assert_eq!(raised, outcome(Some(declared.max(said)), said > declared));
        }
    }
}

#[test]
fn the_strictest_of_several_holds() {
    assert_eq!(raised(Some(Low), &[]), outcome(Some(Low), false));
    assert_eq!(raised(Some(Low), &[Raise::No, Raise::No]), outcome(Some(Low), false));
    assert_eq!(
        raised(Some(Low), &[Raise::To(High), Raise::To(Medium), Raise::No]),
        outcome(Some(High), true)
    );
    assert_eq!(raised(Some(High), &[Raise::Ask, Raise::To(Low)]), outcome(Some(High), true));
    let raised = raised(
        Some(Low),
        &[Raise::To(High), Raise::deny("No.", "one"), Raise::deny("Never.", "two"), Raise::No],
    );
    assert_eq!(raised.denial, Some(Denial { for_model: "No.".to_owned(), for_log: "one".to_owned() }));
}

#[test]
fn a_read_can_be_asked_about() {
    assert_eq!(raised(None, &[Raise::Ask]), outcome(None, true));
    assert_eq!(raised(None, &[Raise::To(Low)]), outcome(Some(Low), true));
}

#[test]
fn a_raised_risk_asks_and_the_same_risk_does_not() {
    let asks = |says: &[Raise]| raised(Some(Low), says).ask;
    assert_eq!(
        [Raise::No, Raise::To(Low), Raise::Ask, Raise::To(Medium)].map(|say| asks(&[say])),
        [false, false, true, true]
    );
}

#[test]
fn a_rule_that_panics_denies() {
    let rules: [Arc<dyn Escalation>; 2] = [
        Arc::new(NewPayee::new("To", |_| panic::resume_unwind(Box::new("the list of payees is gone")))),
        Arc::new(|_: &Assessed<'_>| Raise::Ask),
    ];
    let (tool, arguments) = (pay(), read(r#"{"To": "bob"}"#));
    let raised = assess(&rules, &Assessed::new(&tool, Some(Low), &arguments));
    let denial = Denial {
        for_model: "The call is not allowed.".to_owned(),
        for_log: "a rule of escalation panicked".to_owned(),
    };
    assert_eq!(raised, Raised { risk: Some(Low), ask: true, denial: Some(denial) });
}
