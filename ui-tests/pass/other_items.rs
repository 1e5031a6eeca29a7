//! A block may hold everything that an `impl` block can hold.

use hpd_runtime::{Output, Plugin, plugin};

struct Ledger;

#[plugin]
#[allow(clippy::unused_self)]
impl Ledger {
    /// The first account.
    pub const FIRST: u32 = 1;

    /// No tool.
    const fn new() -> Self {
        Self
    }

    /// The next account.
    #[ai_function]
    #[inline]
    #[must_use]
    pub(crate) fn next(
        &self,
        /// An account.
        account: u32,
    ) -> u32 {
        self.generic::<u32>(account) + Self::FIRST
    }

    fn generic<T>(&self, value: T) -> T {
        value
    }

    fn take(self) -> Self {
        self
    }

    /// Also a tool.
    #[ai_function]
    const fn constant() -> u32 {
        7
    }
}

#[plugin]
impl Other {}

enum Other {}

fn main() {
    let ledger = Ledger::new().take();
    assert_eq!(ui_tests::call(&ledger, "next", r#"{"account": 2}"#), Ok(Output::Json("3".to_owned())));
    assert_eq!(ui_tests::call(&ledger, "constant", ""), Ok(Output::Json("7".to_owned())));
    assert_eq!(Ledger::constant(), 7);
    assert!(Other::SPEC.functions.is_empty());
}
