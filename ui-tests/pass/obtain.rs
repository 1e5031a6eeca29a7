//! References from parameters to the functions that yield their values.

mod directory {
    use hpd_runtime::{ai_function, plugin};

    pub(crate) struct People;

    #[plugin]
    impl People {
        /// Finds somebody.
        #[ai_function(name = "find_person")]
        pub(crate) fn find(&self) -> u32 {
            1
        }
    }

    /// Today.
    #[ai_function]
    pub(crate) fn today() -> String {
        "2026-01-31".to_owned()
    }
}

use hpd_runtime::{Plugin, plugin};

struct Ledger;

#[plugin]
impl Ledger {
    /// Pays somebody.
    #[ai_function(write, risk = low)]
    fn pay(
        &self,
        /// Who.
        #[param(obtain = directory::People::find, hint = "ask for the name")]
        person: u32,
        /// When.
        #[param(obtain = fn directory::today)]
        date: String,
        /// From where.
        #[param(obtain = Self::account)]
        account: u32,
    ) -> String {
        format!("{person} {date} {account}")
    }

    /// An account.
    #[ai_function]
    fn account(&self) -> u32 {
        1
    }
}

fn main() {
    let params = Ledger::SPEC.functions[0].info.params;
    let obtained: Vec<_> =
        params.iter().filter_map(|param| param.obtain).map(|tool| tool.qualified()).collect();
    assert_eq!(obtained, ["People.find_person", "today", "Ledger.account"]);
    assert_eq!(params[0].hint, Some("ask for the name"));
}
