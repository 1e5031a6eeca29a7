//! Generated code never warns, under any lints of the user.

#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    non_ascii_idents,
    rust_2018_idioms,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unreachable_pub,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences,
    let_underscore_drop
)]
#![forbid(unsafe_code)]

use hpd_runtime::{CallContext, Plugin, ai_function, plugin, scope};

#[derive(Debug, Default)]
#[scope("Books and invoices.")]
struct Ledger;

#[plugin]
impl Ledger {
    /// Books an amount.
    #[ai_function(write, risk = high, confirm_phrase = "BOOK {amount}", check = check_amount, meta(a = 1))]
    async fn book(
        &self,
        /// The amount.
        #[param(default = 1, range(min = 0), custom = check_amount, obtain = fn amount)]
        mut amount: i64,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<i64, String> {
        amount += i64::from(ctx.principal().id().is_some());
        Ok(amount)
    }

    /// How amounts are booked.
    #[skill(functions(Self::book, fn amount))]
    fn booking(&self) -> String {
        "Carefully.".to_owned()
    }
}

fn check_amount(amount: &i64) -> Result<(), String> {
    if *amount < 0 { Err("is negative".to_owned()) } else { Ok(()) }
}

/// An amount.
#[ai_function]
fn amount(
    /// Of what.
    #[param(default)]
    of: String,
) -> usize {
    of.len()
}

fn main() {
    assert!(Ledger::SPEC.default.is_some());
    let amount = amount(String::new());
    assert_eq!(amount, 0);
}
