//! A write that list filters hide between the question and its answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hpd_host::filter::{Filters, ListContext};

use crate::approval::bank::office_with;

const PAY: &str = r#"{"to":"Acme","amount":5}"#;

#[test]
fn a_write_that_is_hidden_when_the_user_answers_does_not_run() {
    let shown = Arc::new(AtomicBool::new(true));
    let is_shown = Arc::clone(&shown);
    let office = office_with(|builder| {
        builder.filters(
            Filters::new()
                .list_of_tool("Bank.pay", move |_: &ListContext<'_>| is_shown.load(Ordering::Relaxed)),
        )
    });
    let asked = office.ask("pay", PAY);
    shown.store(false, Ordering::Relaxed);
    let answer = office.confirmed(&asked);
    assert!(answer.contains("'pay'") && answer.contains("did not run"), "{answer}");
    assert!(office.done().is_empty());
    shown.store(true, Ordering::Relaxed);
    office.confirm(&office.ask("pay", PAY)).unwrap();
    assert_eq!(office.done(), ["pay Acme 5 thanks"]);
}
