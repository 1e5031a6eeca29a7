//! The author's checks with the context of the call.

use hpd_runtime::output::{CheckError, InputError};
use hpd_runtime::{CallContext, Output, ai_function, plugin};

struct Ledger;

impl Ledger {
    fn check(&self, amount: &u32, ctx: &CallContext<'_>) -> Result<(), CheckError> {
        if *amount == 0 {
            return Err("nothing is paid".into());
        }
        if *amount > 100 {
            ctx.input::<String>("purpose")?;
        }
        Ok(())
    }

    fn check_id(ctx: &CallContext<'_>) -> Result<(), &'static str> {
        if ctx.call().id.is_empty() { Err("there is no id") } else { Ok(()) }
    }
}

#[plugin]
impl Ledger {
    /// Pays.
    #[ai_function(write, risk = low, check = self.check(ctx))]
    fn pay(
        &self,
        /// How much.
        amount: u32,
    ) -> String {
        amount.to_string()
    }

    /// Closes.
    #[ai_function(check = Self::check_id(ctx))]
    fn close(&self) -> String {
        "closed".to_owned()
    }
}

fn check_alone(ctx: &CallContext<'_>) -> Result<(), InputError> {
    ctx.input::<bool>("sure").map(drop)
}

/// Does nothing.
#[ai_function(check = check_alone(ctx))]
fn nothing() {}

fn main() {
    let pay = |arguments| ui_tests::call(&Ledger, "pay", arguments);
    assert_eq!(pay(r#"{"amount": 5}"#), Ok(Output::Text("5".to_owned())));
    assert!(pay(r#"{"amount": 0}"#).is_err_and(|refused| refused.contains("nothing is paid")));
    assert!(ui_tests::call(&Ledger, "close", "{}").is_ok());
    // Without an answer, neither runs.
    assert!(ui_tests::call_free::<nothing>("{}").is_err_and(|refused| refused.contains("sure: yes or no?")));
    assert!(pay(r#"{"amount": 500}"#).is_err_and(|refused| refused.contains("Please enter: purpose")));
}
