//! `crate = ..` on every macro: the runtime by another way, while its own name means something else.

extern crate core as hpd_runtime;
pub extern crate hpd_host as agent;

pub mod dependencies {
    pub use agent;
}

use agent::Plugin;

#[agent::scope("Books and invoices.", crate = ::agent)]
struct Ledger;

#[agent::plugin(crate = crate::dependencies::agent)]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> i64 {
        0
    }

    /// How a month is closed.
    #[skill(functions(Self::balance, fn first_account))]
    fn closing(&self) {}
}

mod office {
    pub(crate) struct Office;

    #[agent::scope("Rooms.", crate = crate::dependencies::agent, within = crate::Ledger)]
    impl Office {}
}

/// The first account.
#[agent::ai_function(crate = crate::dependencies::agent)]
fn first_account() -> u32 {
    1
}

fn main() {
    let _: hpd_runtime::primitive::u8 = 0;
    assert_eq!(first_account(), 1);
    assert_eq!(Ledger::SPEC.scope.map(|scope| scope.description), Some("Books and invoices."));
    assert_eq!(office::Office::SPEC.container_name(), "Office");
}
