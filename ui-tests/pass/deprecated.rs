//! `#[deprecated]` is carried through, and generated code does not warn of it.

#![deny(warnings)]

use hpd_runtime::spec::AiFunction;
use hpd_runtime::{ai_function, plugin, Plugin};

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance.
    #[ai_function]
    #[deprecated(since = "1.0.0", note = "use `total`")]
    fn balance(&self) -> i64 {
        0
    }

    /// The balance, later.
    #[ai_function]
    #[deprecated = "use `total`, later"]
    async fn balance_later(&self) -> i64 {
        0
    }

    /// The total.
    #[ai_function]
    #[deprecated]
    fn total(&self) -> i64 {
        0
    }

    /// What is left.
    #[ai_function]
    fn rest(&self) -> i64 {
        0
    }
}

/// The old one.
#[ai_function]
#[deprecated(note = "use the new one")]
pub fn old() -> i64 {
    0
}

fn main() {
    let notes: Vec<_> = Ledger::SPEC.functions.iter().map(|function| function.info.deprecated).collect();
    assert_eq!(notes, [Some("use `total`"), Some("use `total`, later"), Some(""), None]);
    #[allow(deprecated)]
    let note = <old as AiFunction>::SPEC.info.deprecated;
    assert_eq!(note, Some("use the new one"));
}
