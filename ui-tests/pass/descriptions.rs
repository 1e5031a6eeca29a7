//! Doc comments as models read them.

use hpd_runtime::{Plugin, plugin};

struct Ledger;

/// For people.
#[plugin]
impl Ledger {
    /// The balance.
    ///
    ///   - in cents
    ///
    /// # Errors
    ///
    /// For people again.
    #[ai_function]
    fn lines(
        &self,
        /// An account,
        /// by its number.
        account: u32,
    ) -> u32 {
        account
    }

    /**
     * The balance.
     *
     * In cents.
     */
    #[ai_function]
    fn stars(
        &self,
        /** An account. */
        account: u32,
    ) -> u32 {
        account
    }

    #[doc = "The balance."]
    #[doc(alias = "total")]
    #[ai_function]
    fn attribute(&self) {}

    /// For people.
    #[ai_function(description = r#"The "balance"."#)]
    fn key(&self) {}
}

fn main() {
    assert_eq!(Ledger::SPEC.description, "For people.");
    let descriptions: Vec<_> =
        Ledger::SPEC.functions.iter().map(|function| function.info.description).collect();
    let expected =
        ["The balance.\n\n  - in cents", "The balance.\n\nIn cents.", "The balance.", "The \"balance\"."];
    assert_eq!(descriptions, expected);
    assert_eq!(Ledger::SPEC.functions[0].info.params[0].description, "An account,\nby its number.");
    assert_eq!(Ledger::SPEC.functions[1].info.params[0].description, "An account.");
}
