//! The author's own checks: one value each, and all of them together.

use hpd_runtime::error::Violation;
use hpd_runtime::{Output, ai_function, plugin};

mod rules {
    pub(crate) fn above_zero<N: PartialOrd + Default>(number: &N) -> Result<(), String> {
        if *number > N::default() { Ok(()) } else { Err("must be above zero".to_owned()) }
    }
}

struct Ledger;

impl Ledger {
    fn check_open(account: &u32) -> Result<(), &'static str> {
        if *account == 9 { Err("is closed") } else { Ok(()) }
    }

    fn check_transfer(from: &u32, to: &u32, amount: &Option<f64>) -> Result<(), Vec<Violation>> {
        let _ = amount;
        if from == to { Err(vec![Violation::from("the accounts are the same")]) } else { Ok(()) }
    }
}

#[plugin]
impl Ledger {
    /// Transfers money.
    #[ai_function(write, risk = medium, check = Self::check_transfer)]
    fn transfer(
        &self,
        /// From where.
        #[param(custom = Self::check_open)]
        from: u32,
        /// To where.
        #[param(custom = <Self>::check_open)]
        to: u32,
        /// How much.
        #[param(default)]
        amount: Option<f64>,
    ) -> String {
        format!("{from} {to} {amount:?}")
    }
}

fn check_nothing() -> Result<(), String> {
    Err("nothing is right".to_owned())
}

/// Checks nothing.
#[ai_function(check = check_nothing)]
fn nothing() {}

/// Halves.
#[ai_function]
fn halve(
    /// What.
    #[param(custom = rules::above_zero::<f64>)]
    number: f64,
) -> f64 {
    number / 2.0
}

fn main() {
    let transfer = |arguments| ui_tests::call(&Ledger, "transfer", arguments);
    assert_eq!(transfer(r#"{"from": 1, "to": 2}"#), Ok(Output::Text("1 2 None".to_owned())));
    let refused = transfer(r#"{"from": 1, "to": 1}"#).expect_err("the accounts are the same");
    assert!(refused.contains("the accounts are the same"), "{refused}");
    let refused = transfer(r#"{"from": 9, "to": 1}"#).expect_err("an account is closed");
    assert!(refused.contains("is closed"), "{refused}");
    assert!(ui_tests::call_free::<nothing>("{}").is_err_and(|refused| refused.contains("nothing is right")));
    assert!(ui_tests::call_free::<halve>(r#"{"number": 0}"#).is_err());
    assert_eq!(ui_tests::call_free::<halve>(r#"{"number": 3}"#), Ok(Output::Json("1.5".to_owned())));
}
